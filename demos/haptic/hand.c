// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/hand.h"

#include <belay/vec.h>

static const double FASTEST = 0.7;        // m/s
static const double TILT = 0.035;         // rad a notch
static const double WHEEL = 0.003;        // m a notch
static const double ROOM = 0.03;          // m about the box
static const double LONGEST_FRAME = 0.05; // s

hand hand_at(belay_vec3 position)
{
    return (hand){.position = position};
}

static double within(double x, double low, double high)
{
    return fmin(fmax(x, low - ROOM), high + ROOM);
}

// Where the mouse's ray meets the plane; where the hand is when it does not.
static belay_vec3 wanted(const hand* h, viewer* v, double y)
{
    viewer_ray ray = viewer_camera_mouse_ray(v);
    double s = (y - ray.origin.y) / ray.direction.y;
    if (!isfinite(s) || s < 0.0) return h->position;
    return v3_add(ray.origin, v3_scale(s, ray.direction));
}

void hand_follow(hand* h, viewer* v, const experiment_view* room)
{
    double dt = fmin(viewer_frame_time(v), LONGEST_FRAME);
    belay_vec3 to = h->position;
    viewer_mouse mouse = viewer_mouse_state(v);
    h->is_led = h->is_led || mouse.dx != 0.0 || mouse.dy != 0.0 || mouse.wheel != 0.0;
    if (h->is_led && !viewer_ui_wants_mouse(v)) {
        h->grips = mouse.left;
        if (mouse.right) h->tilt += TILT * mouse.wheel;
        double y = within(h->position.y + (mouse.right ? 0.0 : WHEEL * mouse.wheel), room->low.y, room->high.y);
        to = wanted(h, v, y);
    }
    to = v3(within(to.x, room->low.x, room->high.x), within(to.y, room->low.y, room->high.y),
            within(to.z, room->low.z, room->high.z));
    belay_vec3 way = v3_sub(to, h->position);
    double length = v3_length(way), longest = FASTEST * dt;
    if (length > longest) way = v3_scale(longest / length, way);
    h->velocity = dt > 0.0 ? v3_scale(1.0 / dt, way) : v3(0.0, 0.0, 0.0);
    h->position = v3_add(h->position, way);
}
