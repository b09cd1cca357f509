// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/guard/step_speed.h"

#include "core/alloc.h"
#include "step/guard/guard_tolerances.h"
#include "step/motion/step_fault.h"
#include "step/motion/step_path.h"

void bl_step_limit_speeds(const bl_motion_parts* p)
{
    for (ptrdiff_t k = 0; k < arrlen(p->roster->indices); k++) {
        uint32_t i = p->roster->indices[k];
        const bl_body* body = &bl_bodies_of(p->entities)[i];
        if (body->max_linear_speed == HUGE_VAL || !bl_step_takes_part(body) || bl_step_is_still(&p->s->motion, i))
            continue;
        double speed = v3_length(bl_step_final_velocity(p->s, i).linear);
        if (!(speed > body->max_linear_speed * (1.0 + BL_SPEED_ROUNDING))) continue;
        p->s->energy.slowed_to[i] = body->max_linear_speed / speed;
        p->stats->speed_limited_bodies++;
    }
}
