// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Effects: forces of which a program gives the numbers only.

#include "belay/haptic_force.h"

#include "belay/vec.h"
#include "tolerances/haptic_tolerances.h"

static belay_vec3 along(belay_vec3 x, belay_vec3 unit)
{
    return v3_scale(v3_dot(x, unit), unit);
}

// The part of x, from the effect's point or of a velocity, on which a spring acts.
static belay_vec3 sprung_part(const belay_haptic_effect* e, belay_vec3 unit, belay_vec3 x)
{
    if (e->type == BELAY_HAPTIC_EFFECT_LINE) return v3_sub(x, along(x, unit));
    return e->type == BELAY_HAPTIC_EFFECT_PLANE ? along(x, unit) : x;
}

static belay_vec3 spring(const belay_haptic_effect* e, belay_vec3 unit, const belay_haptic_moment* now)
{
    belay_vec3 displacement = sprung_part(e, unit, v3_sub(now->pose.position, e->point));
    if (e->reach > 0.0 && v3_length(displacement) > e->reach) return v3_zero();
    return v3_add_scaled(v3_scale(-e->stiffness, displacement), -e->damping, sprung_part(e, unit, now->linear));
}

static belay_vec3 force_of(const belay_haptic_effect* e, const belay_haptic_moment* now)
{
    belay_vec3 unit = v3_normalize_or(e->direction, v3_zero());
    switch (e->type) {
    case BELAY_HAPTIC_EFFECT_CONSTANT:
        return e->force;
    case BELAY_HAPTIC_EFFECT_VISCOUS:
        return v3_scale(-e->damping, now->linear);
    case BELAY_HAPTIC_EFFECT_POINT:
    case BELAY_HAPTIC_EFFECT_LINE:
    case BELAY_HAPTIC_EFFECT_PLANE:
        return spring(e, unit, now);
    case BELAY_HAPTIC_EFFECT_VIBRATION:
        return v3_scale(e->amplitude * sin(BL_HAPTIC_TWO_PI * fmod(e->frequency * now->time, 1.0)), unit);
    case BELAY_HAPTIC_EFFECT_COUNT:
        break;
    }
    return v3_zero();
}

void belay_haptic_effects_force(void* context, const belay_haptic_moment* now, belay_vec3* force, belay_vec3* torque)
{
    const belay_haptic_effects* all = context;
    (void)torque;
    if (all == NULL || now == NULL || force == NULL) return;
    for (int i = 0; i < all->count && i < BELAY_HAPTIC_MOST_EFFECTS; i++) {
        const belay_haptic_effect* e = &all->effects[i];
        belay_vec3 f = force_of(e, now);
        double size = v3_length(f);
        if (e->max_force > 0.0 && size > e->max_force) f = v3_scale(e->max_force / size, f);
        *force = v3_add(*force, f);
    }
}
