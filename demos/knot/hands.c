// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/guide.h"
#include "knot/strands.h"

#include <belay/vec.h>

#include <string.h>

static const double REACH = 28.0;   // logical pixels about the mouse
static const double ENDS = 10.0;    // pixels by which an end counts as nearer: it is what is mostly wanted
static const double AGAIN = 0.03;   // m along the rope about a pin that is taken up again
static const double OVER = 0.014;   // m above the table: over a rope that lies there, and under one that is lifted
static const double UNDER = 0.004;  // m above the table, along which it goes under a rope that lies there
static const double OPENING = 0.25; // s, in which a hand lets go: what is drawn tight slips out and does not whip back
static const double HIGHEST = 0.3, NOTCH = 0.01; // m
static const double FARTHEST = 1.0;              // m, from the middle of the table
static const double NEARER = 0.03;               // of the depth, a notch

void hands_init(hands* h, double force)
{
    memset(h, 0, sizeof *h);
    h->dragged = h->hovered = -1;
    h->force = force;
}

// ------------------------------------------------------------------------------------------------------------------
// Taking hold and letting go
// ------------------------------------------------------------------------------------------------------------------

static bool is_end(const rope_form* f, int node)
{
    for (int k = 0; k < f->pieces.count; k++)
        if (node == f->pieces.first[k] || node == f->pieces.first[k + 1] - 1) return true;
    return false;
}

// The node nearest to the mouse; of those about as near, an end, or the one before the others. -1: none within reach.
static int node_at_mouse(const rope* r, const viewer* v)
{
    viewer_mouse m = viewer_mouse_state(v);
    belay_vec3 eye = viewer_camera_eye(v);
    double least = INFINITY;
    int best = -1;
    for (int i = 0; i < r->form.node_count; i++) {
        double x, y;
        if (!viewer_camera_project(v, r->form.nodes[i], &x, &y)) continue;
        double pixels = hypot(x - m.x, y - m.y), far = v3_length(v3_sub(r->form.nodes[i], eye));
        double score = pixels + 100.0 * far - (is_end(&r->form, i) ? ENDS : 0.0); // a diameter's depth: half a pixel
        if (pixels > REACH || score >= least) continue;
        least = score;
        best = i;
    }
    return best;
}

bool hands_find(const rope* r, const viewer* v, int* piece, double* s)
{
    int node = node_at_mouse(r, v), k = 0;
    if (node < 0) return false;
    const int* first = r->form.pieces.first;
    while (node >= first[k + 1])
        k++;
    *piece = k;
    *s = r->lengths[k] * (node - first[k]) / (first[k + 1] - first[k] - 1);
    return true;
}

static int hand_near(const hands* h, belay_rod_id rod, double s)
{
    for (int i = 0; i < HANDS_MAX; i++)
        if (h->list[i].is_used && !h->list[i].lifts && h->list[i].rod.value == rod.value &&
            fabs(h->list[i].s - s) < AGAIN)
            return i;
    return -1;
}

static bool grip(rope* r, hand* n, double force)
{
    belay_rod_attachment_def def;
    const belay_body_id world = {0};
    if (belay_rod_attachment_def_at(r->world, n->rod, BELAY_ROD_GRIP, n->s, world, &def) != BELAY_OK) return false;
    def.max_force = force;
    if (belay_rod_attach(r->world, n->rod, &def, &n->attachment) != BELAY_OK) return false;
    n->held = n->target = def.frame.position;
    n->is_used = true;
    return true;
}

int hands_take_hold(hands* h, rope* r, belay_rod_id rod, double s)
{
    int i = 0;
    while (i < HANDS_MAX && h->list[i].is_used)
        i++;
    if (i == HANDS_MAX) return -1;
    h->list[i] = (hand){.rod = rod, .s = s};
    return grip(r, &h->list[i], h->force) ? i : -1;
}

// It holds the rope where it is by then, with another force.
static void grip_again(hands* h, rope* r, int number, double force)
{
    hands_let_go(h, r, number);
    grip(r, &h->list[number], force);
}

void hands_let_go(hands* h, rope* r, int number)
{
    belay_rod_detach(r->world, h->list[number].rod, h->list[number].attachment);
    h->list[number].is_used = false;
}

int hands_take_again(hands* h, rope* r, belay_rod_id rod, double s)
{
    int i = hand_near(h, rod, s);
    if (i >= 0 && h->list[i].opens > 0.0) {
        h->list[i].opens = 0.0;
        grip_again(h, r, i, h->force);
    }
    return i >= 0 ? i : hands_take_hold(h, r, rod, s);
}

static void take(hands* h, rope* r, viewer* v)
{
    int piece;
    double s;
    if (!hands_find(r, v, &piece, &s)) return;
    h->dragged = hands_take_again(h, r, r->rods[piece], s);
    if (h->dragged < 0) return;
    belay_vec3 from_eye = v3_sub(h->list[h->dragged].target, viewer_camera_eye(v));
    h->depth = v3_dot(from_eye, viewer_camera_forward(v));
    h->height = fmax(h->list[h->dragged].target.z - ROPE_FLOOR, OVER);
    h->waited = 0.0;
}

// A pin that was not meant to be higher lies down: on the table, or on what is there.
static void lay_down(hands* h, const rope* r)
{
    hand* d = &h->list[h->dragged];
    int k = 0;
    while (k + 1 < r->form.pieces.count && r->rods[k].value != d->rod.value)
        k++;
    strand_place own = {k, d->s, AGAIN};
    if (h->height <= OVER) d->target.z = ROPE_FLOOR + ROPE_RADIUS + strands_top(r, d->target, 2.0 * ROPE_RADIUS, own);
}

static void drop(hands* h, rope* r, bool stays)
{
    guide_drop(h, r);
    if (!stays)
        hands_open(h, h->dragged);
    else if (r->def.has_gravity)
        lay_down(h, r);
    h->dragged = -1;
}

static void drag_across(hands* h, const viewer* v)
{
    viewer_ray ray = viewer_camera_mouse_ray(v);
    double along = v3_dot(ray.direction, viewer_camera_forward(v));
    h->depth *= 1.0 + NEARER * viewer_mouse_state(v).wheel;
    if (along > 1e-3) h->list[h->dragged].target = v3_add(ray.origin, v3_scale(h->depth / along, ray.direction));
}

// Where the ray under the mouse comes to that height. Above the horizon it does not, and the hand stays.
static void drag_over_table(hands* h, const viewer* v)
{
    viewer_ray ray = viewer_camera_mouse_ray(v);
    h->height = fmin(fmax(h->height + NOTCH * viewer_mouse_state(v).wheel, ROPE_RADIUS), HIGHEST);
    belay_vec3* target = &h->list[h->dragged].target;
    target->z = ROPE_FLOOR + h->height;
    double down = -ray.direction.z, far = (ray.origin.z - target->z) / down;
    belay_vec3 there = v3_add_scaled(ray.origin, far, ray.direction);
    if (down > 1e-3 && far > 0.0 && hypot(there.x, there.y) < FARTHEST) *target = there;
}

bool hands_hover(hands* h, const rope* r, const viewer* v)
{
    h->hovered = h->dragged < 0 && !viewer_ui_wants_mouse(v) ? node_at_mouse(r, v) : -1;
    return h->hovered >= 0 && viewer_mouse_state(v).left_pressed && !viewer_mouse_state(v).shift;
}

void hands_follow(hands* h, rope* r, viewer* v, hands_wish wish)
{
    viewer_mouse m = viewer_mouse_state(v);
    if (h->dragged < 0 && m.left_pressed && !m.shift && !viewer_ui_wants_mouse(v)) {
        take(h, r, v);
    } else if (h->dragged >= 0) {
        if (wish.passes) h->height = guide_goes_under(h->height) ? OVER : UNDER;
        (r->def.has_gravity ? drag_over_table : drag_across)(h, v);
        if (wish.pins)
            drop(h, r, true);
        else if (!m.left)
            drop(h, r, false);
    }
    viewer_camera_hold(v, h->dragged >= 0);
}

static void open(hands* h, rope* r, int number)
{
    hand* n = &h->list[number];
    n->opens -= r->def.h;
    if (n->opens > 0.0)
        grip_again(h, r, number, h->force * n->opens / OPENING);
    else
        hands_let_go(h, r, number);
}

void hands_act(hands* h, rope* r)
{
    double share = fmin(r->def.h / HANDS_FOLLOW, 1.0);
    bool is_guided = h->dragged >= 0 && r->def.has_gravity;
    if (is_guided) guide_act(h, r);
    for (int i = 0; i < HANDS_MAX; i++) {
        hand* n = &h->list[i];
        if (n->is_used && n->opens > 0.0) open(h, r, i);
        if (!n->is_used) continue;
        belay_pose frame = belay_pose_identity();
        if (!is_guided || i != h->dragged) n->held = v3_add(n->held, v3_scale(share, v3_sub(n->target, n->held)));
        frame.position = n->held;
        belay_rod_move_attachment(r->world, n->rod, n->attachment, frame);
    }
}

void hands_open(hands* h, int number)
{
    h->list[number].opens = OPENING;
}

void hands_open_dragged(hands* h)
{
    for (int i = 0; i < HANDS_MAX; i++)
        if (h->list[i].is_used && (i == h->dragged || h->list[i].lifts)) hands_open(h, i);
    h->dragged = -1;
}

void hands_release(hands* h, rope* r)
{
    for (int i = 0; i < HANDS_MAX; i++)
        if (h->list[i].is_used) belay_rod_detach(r->world, h->list[i].rod, h->list[i].attachment);
    hands_init(h, h->force);
}

// ------------------------------------------------------------------------------------------------------------------
// After a cut or a splice, and drawing
// ------------------------------------------------------------------------------------------------------------------

void hands_take_cut(hands* h, const rope* r, belay_rod_id head, double s, belay_rod_id tail)
{
    for (int i = 0; i < HANDS_MAX; i++) {
        hand* n = &h->list[i];
        belay_rod_attachment_state state;
        if (!n->is_used || n->rod.value != head.value) continue;
        if (belay_rod_get_attachment(r->world, tail, n->attachment, &state) != BELAY_OK || !state.is_held) continue;
        n->rod = tail;
        n->s = fmax(n->s - s, 0.0);
    }
}

void hands_take_splice(hands* h, const rope_splice* splice)
{
    bool is_turned = splice->ends[0] == splice->ends[1], is_first = splice->ends[0] == 1;
    for (int i = 0; i < HANDS_MAX; i++) {
        hand* n = &h->list[i];
        if (!n->is_used) continue;
        if (n->rod.value == splice->rods[0].value) {
            n->s += is_first ? 0.0 : splice->lengths[1];
        } else if (n->rod.value == splice->rods[1].value) {
            n->rod = splice->rods[0];
            n->attachment = splice->numbers[n->attachment];
            n->s = (is_turned ? splice->lengths[1] - n->s : n->s) + (is_first ? splice->lengths[0] : 0.0);
        }
    }
}

static int node_of(const rope* r, const hand* n)
{
    int k = 0;
    while (k + 1 < r->form.pieces.count && r->rods[k].value != n->rod.value)
        k++;
    int first = r->form.pieces.first[k], last = r->form.pieces.first[k + 1] - 1;
    return first + (int)(n->s / r->lengths[k] * (last - first) + 0.5);
}

static void draw_ball(viewer* v, belay_vec3 place, double radius, viewer_color color)
{
    belay_pose at = belay_pose_identity();
    at.position = place;
    viewer_sphere_draw(v, at, radius, viewer_material_plastic(color));
}

// How high it is over the table, and over what place.
static void draw_plumb(viewer* v, belay_vec3 place, viewer_color color)
{
    belay_vec3 foot = v3(place.x, place.y, ROPE_FLOOR);
    viewer_line_draw(v, place, foot, 1.5, color);
    draw_ball(v, foot, 0.8 * ROPE_RADIUS, color);
}

void hands_draw(const hands* h, const rope* r, viewer* v)
{
    if (h->hovered >= 0) draw_ball(v, r->form.nodes[h->hovered], 2.2 * ROPE_RADIUS, viewer_color_hex(0xF59E0B));
    for (int i = 0; i < HANDS_MAX; i++) {
        const hand* n = &h->list[i];
        if (!n->is_used || n->opens > 0.0) continue;
        int node = node_of(r, n);
        bool goes_under = i == h->dragged && r->def.has_gravity && guide_goes_under(h->height);
        viewer_color color = viewer_color_hex(goes_under || n->lifts ? 0x2F6FDE
                                              : i == h->dragged      ? 0x1F2937
                                                                     : 0x6B7280);
        draw_ball(v, n->held, 1.8 * ROPE_RADIUS, color);
        if (r->def.has_gravity) draw_plumb(v, n->held, color);
        viewer_line_draw(v, r->form.nodes[node], n->held, 2.5, color);
    }
}
