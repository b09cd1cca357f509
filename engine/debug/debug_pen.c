// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "debug/debug_pen.h"

#include "belay/elementary.h"
#include "math/pi.h"

static void begin(const bl_debug_pen* pen)
{
    pen->world->hooks.asked = "debug draw";
}

static void end(const bl_debug_pen* pen)
{
    pen->world->hooks.asked = NULL;
}

void bl_debug_segment(const bl_debug_pen* pen, belay_vec3 from, belay_vec3 to)
{
    if (pen->draw->segment == NULL) return;
    begin(pen);
    pen->draw->segment(from, to, pen->color, pen->draw->context);
    end(pen);
}

void bl_debug_triangle(const bl_debug_pen* pen, belay_vec3 a, belay_vec3 b, belay_vec3 c)
{
    if (pen->draw->triangle != NULL) {
        begin(pen);
        pen->draw->triangle(a, b, c, pen->color, pen->draw->context);
        end(pen);
        return;
    }
    bl_debug_segment(pen, a, b);
    bl_debug_segment(pen, b, c);
    bl_debug_segment(pen, c, a);
}

void bl_debug_point(const bl_debug_pen* pen, belay_vec3 at)
{
    if (pen->draw->point == NULL) return;
    begin(pen);
    pen->draw->point(at, pen->color, pen->draw->context);
    end(pen);
}

void bl_debug_text(const bl_debug_pen* pen, belay_vec3 at, const char* text)
{
    if (pen->draw->text == NULL) return;
    begin(pen);
    pen->draw->text(at, text, pen->color, pen->draw->context);
    end(pen);
}

static belay_vec3 at_angle(belay_vec3 middle, belay_vec3 x, belay_vec3 y, double angle)
{
    double s, c;
    belay_sin_cos(angle, &s, &c);
    return v3_add_scaled(v3_add_scaled(middle, c, x), s, y);
}

void bl_debug_arc(const bl_debug_pen* pen, belay_vec3 middle, belay_vec3 x, belay_vec3 y, double first, int steps)
{
    belay_vec3 from = at_angle(middle, x, y, first);
    for (int i = 1; i <= steps; i++) {
        belay_vec3 to = at_angle(middle, x, y, first + i * (2.0 * BL_PI / BL_DEBUG_CIRCLE));
        bl_debug_segment(pen, from, to);
        from = to;
    }
}

static belay_vec3 corner_of(belay_pose pose, belay_vec3 half, int number)
{
    return pose_apply(pose,
                      v3(number & 1 ? half.x : -half.x, number & 2 ? half.y : -half.y, number & 4 ? half.z : -half.z));
}

void bl_debug_box(const bl_debug_pen* pen, belay_pose pose, belay_vec3 half)
{
    for (int corner = 0; corner < 8; corner++)
        for (int axis = 1; axis <= 4; axis *= 2)
            if (!(corner & axis))
                bl_debug_segment(pen, corner_of(pose, half, corner), corner_of(pose, half, corner | axis));
}
