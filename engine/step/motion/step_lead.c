// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/motion/step_lead.h"

bool bl_step_is_led(const bl_body* bodies, uint32_t index)
{
    return (bodies[index].flags & BL_BODY_IS_LED) != 0;
}

// a
static bl_velocity change(const bl_body* bodies, const bl_motion_scratch* motion, uint32_t index)
{
    const bl_body* body = &bodies[index];
    const bl_velocity* v = &motion->bodies[index].before;
    return (bl_velocity){v3_sub(v->linear, body->moved), v3_sub(v->angular, body->turned)};
}

bl_velocity bl_step_velocity_behind(const belay_world_def* def, const bl_body* bodies, const bl_motion_scratch* motion,
                                    uint32_t index)
{
    bl_velocity v = motion->bodies[index].before;
    if (!bl_step_is_led(bodies, index)) return v;
    bl_velocity a = change(bodies, motion, index);
    return (bl_velocity){v3_add_scaled(v.linear, -def->theta, a.linear),
                         v3_add_scaled(v.angular, -def->theta, a.angular)};
}

bl_velocity bl_step_lead_velocity(const belay_world_def* def, const bl_body* bodies, const bl_motion_scratch* motion,
                                  uint32_t index)
{
    if (!bl_step_is_led(bodies, index)) return (bl_velocity){v3_zero(), v3_zero()};
    bl_velocity a = change(bodies, motion, index);
    double theta = def->theta, h = def->step_seconds;
    belay_vec3 w = motion->bodies[index].before.angular, w_before = bodies[index].turned;
    belay_quat turn = q_mul(q_exp(v3_scale((1.0 - theta) * h, w)), q_exp(v3_scale(theta * h, w_before)));
    return (bl_velocity){q_rotate(turn, v3_scale(1.0 - theta, a.linear)),
                         q_rotate(turn, v3_scale(1.0 - theta, a.angular))};
}

bl_velocity bl_step_velocity_ahead(const belay_world_def* def, const bl_body* bodies, const bl_motion_scratch* motion,
                                   uint32_t index)
{
    bl_velocity v = motion->bodies[index].before, lead = bl_step_lead_velocity(def, bodies, motion, index);
    return (bl_velocity){v3_add(v.linear, lead.linear), v3_add(v.angular, lead.angular)};
}

double bl_step_bend(const belay_world_def* def, const bl_body* bodies, const bl_motion_scratch* motion, uint32_t index)
{
    if (bodies[index].type != BELAY_BODY_KINEMATIC) return 0.0;
    double turn = def->step_seconds * v3_length(motion->bodies[index].before.angular);
    return turn > 0.0 ? 1.0 - sin(turn) / turn : 0.0;
}
