// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Textures under the contacts, and the ringing of surfaces that were struck.

#ifndef BELAY_HAPTICS_SERVO_FORCE_SERVO_SURFACE_H
#define BELAY_HAPTICS_SERVO_FORCE_SERVO_SURFACE_H

#include "belay/haptic_surface.h"
#include "servo/tool/servo_tool.h"

typedef struct bl_ringing {
    double size;       // N, amplitude times the speed of the blow; 0: silent
    double time;       // s, since then
    double untouched;  // s, since it was last touched
    belay_vec3 normal; // world
} bl_ringing;

typedef struct bl_surfaces {
    int count;
    belay_haptic_surface at[BELAY_HAPTIC_MOST_SURFACES];
    bl_ringing ringing[BELAY_HAPTIC_MOST_SURFACES];
} bl_surfaces;

// VALUE, naming the field and its value; for ticks of that period.
belay_result bl_surfaces_check(const belay_haptic_surface* surfaces, int count, double period, belay_error* error);
// Height at (x, y) of the texture's frame, and its derivatives.
double bl_texture_height(const belay_haptic_texture* texture, double x, double y, double slope[2]);
// Sets height and slope of the contacts for a tool that is held at `pose`.
void bl_surfaces_lower(const bl_surfaces* surfaces, bl_servo_contacts* contacts, belay_pose pose);
// After the contacts are solved: takes up blows, lets dt pass, and gives the force of all that rings.
belay_vec3 bl_surfaces_ring(bl_surfaces* surfaces, const bl_servo_contacts* contacts, const bl_servo_target* target,
                            bool is_held, double dt);

#endif
