// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/guard/step_speed.h"

#include "core/alloc.h"
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
        if (!(speed > body->max_linear_speed)) continue;
        p->s->energy.over_speed[i] = 1.0 - body->max_linear_speed / speed;
        p->stats->speed_limited_bodies++;
    }
}
