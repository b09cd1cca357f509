// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptics/rig.h"

#include <string.h>

belay_haptic_servo_config rig_config(const belay_haptic_simulation_def* def)
{
    belay_haptic_servo_config c = belay_haptic_servo_config_default(&def->device);
    c.start_seconds = 0.0;
    return c;
}

rig rig_begin(const belay_haptic_simulation_def* def, const belay_haptic_servo_config* config)
{
    rig r;
    memset(&r, 0, sizeof r);
    belay_error error;
    r.device = simulated_begin(def);
    r.period = config->period;
    r.commands = BELAY_HAPTIC_START;
    cr_assert_eq(belay_haptic_servo_create(config, &r.servo, &error), BELAY_OK, "%s", error.message);
    r.state = simulated_state(&r.device);
    return r;
}

void rig_end(rig* r)
{
    simulated_end(&r->device);
    belay_haptic_servo_destroy(r->servo);
}

void rig_tick_of(rig* r, double seconds)
{
    r->input.status = simulated_read(&r->device, &r->input.device);
    r->input.model = r->model;
    r->input.commands = r->commands;
    if (r->ticks == 0) r->input.dt = r->period;
    r->commands = 0;
    belay_haptic_servo_tick(r->servo, &r->input, &r->output);
    if (r->output.is_to_be_written) r->device.driver.ops->write(r->device.device, &r->output.device);
    belay_haptic_simulation_step(r->device.simulation, seconds);
    r->input.dt = seconds;
    r->last = r->state;
    r->state = simulated_state(&r->device);
    r->ticks++;
}

void rig_tick(rig* r)
{
    rig_tick_of(r, r->period);
}

void rig_ticks(rig* r, int count)
{
    for (int i = 0; i < count; i++)
        rig_tick(r);
}

const belay_haptic_servo_report* rig_report(const rig* r)
{
    return belay_haptic_servo_get_report(r->servo);
}

belay_haptic_contact_model rig_wall(double height, double mu)
{
    belay_haptic_contact_model model;
    memset(&model, 0, sizeof model);
    belay_local_model* m = &model.local;
    m->step = 1;
    m->body = 1;
    m->step_seconds = RIG_H;
    m->theta = 0.5;
    m->pose = belay_pose_identity();
    m->pose.position.z = height;
    m->count = 1;
    belay_local_contact* c = &m->contacts[0];
    c->normal = v3(0.0, 0.0, 1.0);
    c->tangent1 = v3(1.0, 0.0, 0.0);
    c->tangent2 = v3(0.0, 1.0, 0.0);
    c->point = m->pose.position;
    c->friction = mu;
    c->surface.pose = belay_pose_identity();
    c->jacobian[0][2] = c->jacobian[1][0] = c->jacobian[2][1] = 1.0;
    c->tool_collider = 2;
    c->other = 3;
    belay_haptic_contact_model_seal(&model, 1);
    return model;
}

void rig_renew(belay_haptic_contact_model* model)
{
    model->local.step++;
    belay_haptic_contact_model_seal(model, model->sequence + 1);
}

double rig_jump_bound(const belay_haptic_servo_config* config, double speed, double allowance)
{
    double ramp = config->damping_depth > 0.0 ? fmin(1.0, speed * config->period / config->damping_depth) : 1.0;
    return config->stiffness * speed * config->period + config->damping * speed * ramp + allowance;
}

belay_hand_motion rig_tap(double height, double depth, double speed)
{
    belay_hand_motion m;
    memset(&m, 0, sizeof m);
    m.kind = BELAY_HAND_TAP;
    m.start = v3(0.0, 0.0, height);
    m.end = v3(0.0, 0.0, -depth);
    m.speed = speed;
    m.dwell = 0.2;
    m.rotation = belay_quat_identity();
    return m;
}

belay_hand_motion rig_press(double height, double depth, double duration)
{
    belay_hand_motion m;
    memset(&m, 0, sizeof m);
    m.kind = BELAY_HAND_PRESS;
    m.start = v3(0.0, 0.0, height);
    m.end = v3(0.0, 0.0, -depth);
    m.duration = duration;
    m.rotation = belay_quat_identity();
    return m;
}
