// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/second.h"

#include <belay/vec.h>

static const double SPEED = 0.35, RISE = 0.12; // m/s, of stick and triggers pressed fully
static const double REACH = 0.05;              // m over the table
static const double OVER = 0.014, LOWEST = 0.0025, HIGHEST = 0.3, FARTHEST = 1.0; // m

void second_init(second_hand* n)
{
    *n = (second_hand){.held = -1, .height = OVER};
}

// It begins over the last end of the rope.
static void appear(second_hand* n, const rope* r)
{
    belay_vec3 end = r->form.nodes[r->form.node_count - 1];
    if (!n->is_shown) n->at = v3(end.x, end.y, ROPE_FLOOR + n->height);
    n->is_shown = true;
}

static void move(second_hand* n, const viewer* v, viewer_pad pad, double seconds)
{
    belay_vec3 forward = viewer_camera_forward(v);
    double flat = hypot(forward.x, forward.y);
    belay_vec3 ahead = flat > 1e-6 ? v3(forward.x / flat, forward.y / flat, 0.0) : v3(0.0, 1.0, 0.0);
    belay_vec3 right = v3(ahead.y, -ahead.x, 0.0);
    belay_vec3 to = v3_add_scaled(v3_add_scaled(n->at, SPEED * seconds * pad.x, right), SPEED * seconds * pad.y, ahead);
    n->height = fmin(fmax(n->height + RISE * seconds * pad.lift, LOWEST), HIGHEST);
    if (hypot(to.x, to.y) < FARTHEST) n->at = to;
    n->at.z = ROPE_FLOOR + n->height;
}

static void take(second_hand* n, hands* h, rope* r)
{
    double least = REACH, s = 0.0;
    int piece = -1;
    for (int k = 0; k < r->form.pieces.count; k++) {
        int first = r->form.pieces.first[k], last = r->form.pieces.first[k + 1] - 1;
        for (int i = first; i <= last; i++) {
            double far = hypot(r->form.nodes[i].x - n->at.x, r->form.nodes[i].y - n->at.y);
            if (far >= least) continue;
            least = far;
            piece = k;
            s = r->lengths[k] * (i - first) / (last - first);
        }
    }
    if (piece < 0) return;
    n->held = hands_take_again(h, r, r->rods[piece], s);
    n->height = OVER;
}

void second_follow(second_hand* n, hands* h, rope* r, const viewer* v, double seconds)
{
    viewer_pad pad = viewer_pad_state(v);
    if (n->held >= 0 && (n->held == h->dragged || !h->list[n->held].is_used)) n->held = -1;
    if (pad.is_there)
        appear(n, r);
    else
        n->is_shown = false;
    if (pad.grip_pressed && n->held < 0) take(n, h, r);
    if (n->is_shown) move(n, v, pad, seconds);
    if (n->held < 0) return;
    h->list[n->held].target = n->at;
    if (pad.pin_pressed) n->held = -1;
    if (pad.grip_released && n->held >= 0) {
        hands_open(h, n->held);
        n->held = -1;
    }
}

void second_draw(const second_hand* n, viewer* v)
{
    if (!n->is_shown) return;
    belay_pose at = belay_pose_identity();
    belay_vec3 foot = v3(n->at.x, n->at.y, ROPE_FLOOR);
    at.position = n->at;
    viewer_color color = viewer_color_hex(n->held >= 0 ? 0x7C3AED : 0xA78BFA);
    viewer_sphere_draw(v, at, 1.8 * ROPE_RADIUS, viewer_material_plastic(color));
    viewer_line_draw(v, n->at, foot, 1.5, color);
}
