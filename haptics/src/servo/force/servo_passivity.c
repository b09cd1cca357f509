// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo/force/servo_passivity.h"
#include "tolerances/haptic_tolerances.h"

#include <string.h>

void bl_passivity_init(bl_passivity* passivity, const belay_haptic_servo_config* config)
{
    memset(passivity, 0, sizeof *passivity);
    passivity->force_share = passivity->torque_share = 1.0;
    passivity->memory = config->passivity_seconds;
    passivity->reserve = config->passivity_reserve;
    passivity->device_damping = config->device_damping;
    passivity->device_friction = config->device_friction;
}

// In the air a load keeps the coupling stretched: what that stores comes back to the hand when a floor takes the load.
static double bounded(const bl_passivity* p, double recent, double dt)
{
    if (p->is_in_contact) return fmin(recent, p->stored + p->reserve);
    if (recent > 0.0) return fmin(recent, p->stored);
    return recent * p->memory / (p->memory + dt);
}

void bl_passivity_observe(bl_passivity* p, belay_vec3 moved, belay_vec3 turned, double dt)
{
    double passed = -v3_dot(p->sent_force, moved) - v3_dot(p->sent_torque, turned);
    p->energy += passed;
    p->lowest = fmin(p->lowest, p->energy);
    double way = v3_length(moved), lost = (p->device_damping * way / dt + p->device_friction) * way;
    p->recent = bounded(p, p->recent + passed + lost, dt);
    p->recent_lowest = fmin(p->recent_lowest, p->recent);
}

void bl_passivity_credit(bl_passivity* p, double work)
{
    p->recent += work;
}

// alpha v . v dt = -E
bool bl_passivity_control(const bl_passivity* p, const bl_passivity_controller* c, belay_vec3 moved, double dt,
                          belay_vec3* force)
{
    double made = -p->recent, square = v3_length_squared(moved) / (dt * dt);
    if (!(made > c->tolerance) || !(square > c->still * c->still)) return false;
    double alpha = fmin(made / (dt * square), c->largest);
    if (c->step > 0.0) alpha = fmin(alpha, BL_ENCODER_GRAIN * dt / c->step);
    belay_vec3 brake = v3_scale(-alpha / dt, moved);
    double size = v3_length(brake);
    if (size > c->force_cap) brake = v3_scale(c->force_cap / size, brake);
    belay_vec3 along = v3_normalize_or(*force, v3_zero());
    belay_vec3 sum = v3_add(*force, brake);
    double pull = v3_dot(sum, along);
    if (pull < 0.0) sum = v3_add_scaled(sum, -pull, along);
    *force = sum;
    return true;
}
