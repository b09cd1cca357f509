// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/marks.h"

#include "gallery/cords.h"
#include "gallery/looks.h"

#include <belay/vec.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double ON_CONE = 1e-6; // share of the friction by which a rope that slides may miss the most there is

// ------------------------------------------------------------------------------------------------------------------
// Contacts
// ------------------------------------------------------------------------------------------------------------------

// A contact as it is drawn: of bodies, or of a rope.
typedef struct mark {
    belay_vec3 point, normal, impulse; // m, unit, N s
    belay_contact_status status;
} mark;

static belay_vec3 impulse_of(const double r[3], belay_vec3 normal, belay_vec3 tangent1, belay_vec3 tangent2)
{
    belay_vec3 sum = v3_add_scaled((belay_vec3){0.0, 0.0, 0.0}, r[0], normal);
    return v3_add_scaled(v3_add_scaled(sum, r[1], tangent1), r[2], tangent2);
}

static mark mark_of(const belay_contact* c)
{
    return (mark){c->point, c->normal, impulse_of(c->impulse, c->normal, c->tangent1, c->tangent2), c->status};
}

// It slides where the impulse is on the cone.
static mark rod_mark_of(const belay_rod_contact* c)
{
    double across = hypot(c->impulse[1], c->impulse[2]), most = c->friction * c->impulse[0];
    return (mark){c->point, c->normal, impulse_of(c->impulse, c->normal, c->tangent1, c->tangent2),
                  !(c->impulse[0] > 0.0)             ? BELAY_CONTACT_OPEN
                  : across >= most * (1.0 - ON_CONE) ? BELAY_CONTACT_SLIDE
                                                     : BELAY_CONTACT_STICK};
}

// Up at once, down over about a second: an impact must not blow the scale for long, nor a lull make it flicker.
void marks_take_forces(show* s)
{
    int32_t count, rod_count;
    const belay_contact* c = belay_world_get_contacts(s->e->world, &count);
    const belay_rod_contact* r = belay_world_get_rod_contacts(s->e->world, &rod_count);
    double h = belay_world_get_def(s->e->world)->step_seconds, largest = 0.0;
    for (int32_t i = 0; i < count; i++)
        largest = fmax(largest, v3_length(mark_of(&c[i]).impulse) / h);
    for (int32_t i = 0; i < rod_count; i++)
        largest = fmax(largest, v3_length(rod_mark_of(&r[i]).impulse) / h);
    s->full_force = fmax(largest, s->full_force + (largest - s->full_force) * fmin(2.0 * h, 1.0));
}

static void draw_mark(show* s, mark m, double h)
{
    double size = v3_length(m.impulse) / h, share = s->full_force > 0.0 ? size / s->full_force : 0.0;
    if (m.status == BELAY_CONTACT_OPEN || !(share > 1e-4)) {
        viewer_line_draw(s->v, m.point, v3_add_scaled(m.point, 0.008 * s->size, m.normal), 1.5, looks_open());
        return;
    }
    viewer_color color = m.status == BELAY_CONTACT_SLIDE ? looks_slide() : looks_stick();
    double half = 0.07 * s->size * share / (size * h);
    viewer_line_draw(s->v, v3_add_scaled(m.point, -half, m.impulse), v3_add_scaled(m.point, half, m.impulse),
                     1.5 + 4.5 * share, color);
}

void marks_draw_contacts(show* s)
{
    int32_t count, rod_count;
    const belay_contact* c = belay_world_get_contacts(s->e->world, &count);
    const belay_rod_contact* r = belay_world_get_rod_contacts(s->e->world, &rod_count);
    double h = belay_world_get_def(s->e->world)->step_seconds;
    for (int32_t i = 0; i < count; i++)
        draw_mark(s, mark_of(&c[i]), h);
    for (int32_t i = 0; i < rod_count; i++)
        draw_mark(s, rod_mark_of(&r[i]), h);
}

// ------------------------------------------------------------------------------------------------------------------
// The legend
// ------------------------------------------------------------------------------------------------------------------

typedef struct legend_row {
    viewer_color color;
    char text[64];
} legend_row;

enum { LEGEND = 9 };

static int fill_legend(const show* s, legend_row rows[LEGEND])
{
    int count = 0;
    if (s->flags.contacts) {
        rows[count++] = (legend_row){looks_stick(), "sticks"};
        rows[count++] = (legend_row){looks_slide(), "slides"};
        rows[count++] = (legend_row){looks_open(), "open, or without a force"};
        rows[count] = (legend_row){viewer_color_hex(0x64707F), ""};
        snprintf(rows[count++].text, sizeof rows[0].text, "longest line: %.3g N", s->full_force);
    }
    if (s->flags.sleep && !s->flags.islands) rows[count++] = (legend_row){looks_asleep(), "asleep, or fixed"};
    if (s->flags.islands) rows[count++] = (legend_row){looks_asleep(), "asleep, or fixed; islands: a colour each"};
    if (s->flags.tension && s->e->rod_count > 0) {
        rows[count] = (legend_row){cords_color(1.0), ""};
        snprintf(rows[count++].text, sizeof rows[0].text, "rope pulled with %.3g N", s->full_tension);
        rows[count++] = (legend_row){cords_color(0.0), "slack"};
        rows[count++] = (legend_row){cords_color(-1.0), "pressed"};
    }
    return count;
}

void marks_draw_legend(const show* s, double x, double y)
{
    const double pitch = 18.0, size = 13.0;
    legend_row rows[LEGEND];
    int count = fill_legend(s, rows);
    double width = 0.0;
    for (int i = 0; i < count; i++)
        width = fmax(width, viewer_text_width(s->v, size, rows[i].text));
    if (count == 0) return;
    viewer_panel_draw(s->v, (viewer_rect){x, y, width + 46.0, pitch * count + 14.0});
    for (int i = 0; i < count; i++) {
        double row = y + 7.0 + pitch * (i + 0.5);
        viewer_rect_draw(s->v, (viewer_rect){x + 12.0, row - 2.0, 16.0, 4.0}, 2.0, rows[i].color);
        viewer_text_draw(s->v, x + 36.0, row, size, VIEWER_ALIGN_LEFT, viewer_role_color(s->v, VIEWER_ROLE_TEXT),
                         rows[i].text);
    }
}

// ------------------------------------------------------------------------------------------------------------------
// Joints
// ------------------------------------------------------------------------------------------------------------------

static belay_pose frame_in_world(const show* s, belay_body_id body, belay_pose frame)
{
    belay_body_state state;
    if (body.value == 0 || belay_body_get_state(s->e->world, body, &state) != BELAY_OK) return frame;
    belay_vec3 p = belay_quat_rotate(state.pose.rotation, frame.position);
    belay_pose r = {v3_add_scaled(state.pose.position, 1.0, p),
                    belay_quat_multiply(state.pose.rotation, frame.rotation)};
    return r;
}

static void draw_joint(show* s, belay_joint_id joint)
{
    belay_joint_def def;
    if (belay_joint_get_def(s->e->world, joint, &def) != BELAY_OK) return;
    belay_pose a = frame_in_world(s, def.body_a, def.frame_a), b = frame_in_world(s, def.body_b, def.frame_b);
    viewer_color color = viewer_color_hex(0x8E3BD0);
    belay_pose ball = {a.position, {1.0, 0.0, 0.0, 0.0}};
    viewer_sphere_draw(s->v, ball, 0.006 * s->size, viewer_material_plastic(color));
    viewer_line_draw(s->v, a.position, b.position, 2.0, color);
    if (def.type == BELAY_JOINT_BALL || def.type == BELAY_JOINT_DISTANCE) return;
    belay_vec3 axis = belay_quat_rotate(a.rotation, (belay_vec3){1.0, 0.0, 0.0});
    viewer_line_draw(s->v, v3_add_scaled(a.position, -0.03 * s->size, axis),
                     v3_add_scaled(a.position, 0.03 * s->size, axis), 2.5, color);
}

void marks_draw_joints(show* s)
{
    for (int i = 0; i < s->e->joint_count; i++)
        draw_joint(s, s->e->joints[i]);
}

// ------------------------------------------------------------------------------------------------------------------
// Bounding boxes
// ------------------------------------------------------------------------------------------------------------------

static void draw_box(show* s, belay_vec3 low, belay_vec3 high)
{
    belay_vec3 corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = (belay_vec3){i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
    for (int i = 0; i < 8; i++)
        for (int bit = 1; bit < 8; bit *= 2)
            if (!(i & bit)) viewer_line_draw(s->v, corner[i], corner[i | bit], 1.0, viewer_color_hex(0x2F6FDE));
}

void marks_draw_bounds(show* s)
{
    for (int i = 0; i < s->e->part_count; i++) {
        belay_vec3 low, high;
        belay_collider_id collider = s->e->parts[i].collider;
        if (collider.value == 0 || belay_collider_get_bounds(s->e->world, collider, &low, &high) != BELAY_OK) continue;
        if (isfinite(low.x) && isfinite(high.x)) draw_box(s, low, high);
    }
}

// ------------------------------------------------------------------------------------------------------------------
// Islands: parts in a union-find forest, joined by contacts and joints of dynamic bodies
// ------------------------------------------------------------------------------------------------------------------

typedef struct index_of_body {
    uint64_t body;
    int part;
} index_of_body;

static int by_body(const void* a, const void* b)
{
    const index_of_body *x = a, *y = b;
    if (x->body != y->body) return x->body < y->body ? -1 : 1;
    return x->part - y->part;
}

static int root_of(int* parent, int i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

// The first part of a dynamic body; -1 of any other.
static int part_of(const show* s, const index_of_body* sorted, belay_body_id body)
{
    belay_body_type type;
    if (belay_body_get_type(s->e->world, body, &type) != BELAY_OK || type != BELAY_BODY_DYNAMIC) return -1;
    int low = 0, high = s->e->part_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle].body < body.value)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->e->part_count && sorted[low].body == body.value ? sorted[low].part : -1;
}

static void unite(const show* s, int* parent, const index_of_body* sorted, belay_body_id a, belay_body_id b)
{
    int i = part_of(s, sorted, a), k = part_of(s, sorted, b);
    if (i < 0 || k < 0) return;
    i = root_of(parent, i);
    k = root_of(parent, k);
    parent[i > k ? i : k] = i > k ? k : i;
}

static void unite_all(const show* s, int* parent, const index_of_body* sorted)
{
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(s->e->world, &count);
    for (int32_t i = 0; i < count; i++)
        unite(s, parent, sorted, c[i].body_a, c[i].body_b);
    for (int i = 0; i < s->e->joint_count; i++) {
        belay_joint_def def;
        if (belay_joint_get_def(s->e->world, s->e->joints[i], &def) == BELAY_OK)
            unite(s, parent, sorted, def.body_a, def.body_b);
    }
}

// An island has the colour of its first part, so that it keeps it while others come and go.
static int group_of_part(const show* s, int* parent, const index_of_body* sorted, int part)
{
    belay_body_id body = s->e->parts[part].body;
    bool is_awake = false;
    int first = part_of(s, sorted, body);
    if (first < 0 || belay_body_get_is_awake(s->e->world, body, &is_awake) != BELAY_OK || !is_awake) return -1;
    return root_of(parent, first);
}

void marks_group(show* s)
{
    int n = s->e->part_count;
    int* parent = malloc((size_t)(n + 1) * sizeof *parent);
    index_of_body* sorted = malloc((size_t)(n + 1) * sizeof *sorted);
    for (int i = 0; parent != NULL && sorted != NULL && i < n; i++) {
        parent[i] = i;
        sorted[i] = (index_of_body){s->e->parts[i].body.value, i};
    }
    if (parent != NULL && sorted != NULL) {
        qsort(sorted, (size_t)n, sizeof *sorted, by_body);
        unite_all(s, parent, sorted);
        for (int i = 0; i < n; i++)
            s->group_of[i] = group_of_part(s, parent, sorted, i);
    }
    free(parent);
    free(sorted);
}
