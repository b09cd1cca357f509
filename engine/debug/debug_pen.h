// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The callbacks of a drawing, and the curves that are made of their segments. While one of them is called the world
// refuses calls.

#ifndef BELAY_ENGINE_DEBUG_DEBUG_PEN_H
#define BELAY_ENGINE_DEBUG_DEBUG_PEN_H

#include "belay/debug_draw.h"
#include "store/state.h"

#define BL_DEBUG_CIRCLE 24 // segments of a full circle

typedef struct bl_debug_pen {
    const belay_debug_draw* draw;
    belay_world* world; // its hooks.asked alone is written
    uint32_t color;
} bl_debug_pen;

static inline bool bl_debug_wants(const bl_debug_pen* pen, uint32_t flag)
{
    return (pen->draw->flags & flag) != 0;
}

void bl_debug_segment(const bl_debug_pen* pen, belay_vec3 from, belay_vec3 to);
// Three segments where the program has no triangles.
void bl_debug_triangle(const bl_debug_pen* pen, belay_vec3 a, belay_vec3 b, belay_vec3 c);
void bl_debug_point(const bl_debug_pen* pen, belay_vec3 at);
void bl_debug_text(const bl_debug_pen* pen, belay_vec3 at, const char* text);
// The part from angle `first`, of `steps` segments of a full circle's, of the ellipse middle + cos x + sin y.
void bl_debug_arc(const bl_debug_pen* pen, belay_vec3 middle, belay_vec3 x, belay_vec3 y, double first, int steps);
// The twelve edges of a box of these half lengths.
void bl_debug_box(const bl_debug_pen* pen, belay_pose pose, belay_vec3 half);

// The outline of a collider whose body stands at `body`.
void bl_debug_shape(const bl_debug_pen* pen, const bl_collider* collider, belay_pose body);

#endif
