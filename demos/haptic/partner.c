// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/partner.h"

#include <belay/vec.h>

#include <stdio.h>
#include <string.h>

static belay_vec3 mirrored(belay_vec3 a)
{
    return v3(-a.x, a.y, a.z);
}

static bool open_simulation(partner* q, const options* o, bool is_live, belay_error* error)
{
    char why[160] = "no simulated device";
    belay_haptic_simulation_def def = device_simulated(o);
    def.is_self_clocked = is_live;
    if (belay_haptic_simulation_create(&def, &q->simulation, error) != BELAY_OK) return false;
    q->driver = belay_haptic_simulation_driver(q->simulation);
    if (q->driver.ops->probe(q->driver.driver, &q->info, 1, why, sizeof why) == 1) return true;
    error->code = BELAY_ERROR_HANDLE;
    snprintf(error->message, sizeof error->message, "%s", why);
    return false;
}

static bool keep(const partner* q, belay_result result, belay_error* error)
{
    if (result == BELAY_OK) return true;
    error->code = result;
    snprintf(error->message, sizeof error->message, "%s", belay_world_last_error(q->e->world));
    return false;
}

static bool begin_virtual(partner* q, belay_error* error)
{
    if (q->driver.ops->open(q->driver.driver, &q->info, &q->device, error) != BELAY_OK) return false;
    if (belay_haptic_servo_create(&q->config, &q->servo, error) != BELAY_OK) return false;
    belay_haptic_coupling_def def = belay_haptic_coupling_def_default(&q->config);
    q->input.dt = q->config.period;
    q->input.commands = BELAY_HAPTIC_START;
    q->output.target = q->config.mount;
    return keep(q, belay_haptic_coupling_create(q->e->world, place_data_of(q->e)->partner, &def, &q->coupling), error);
}

static bool begin_live(partner* q, belay_error* error)
{
    belay_haptic_loop_def def = belay_haptic_loop_def_default(q->driver, &q->info);
    q->config.period = def.servo.period;
    def.servo = q->config;
    if (belay_haptic_loop_create(&def, &q->loop, error) != BELAY_OK) return false;
    if (!keep(q, belay_haptic_loop_attach(q->loop, q->e->world, place_data_of(q->e)->partner), error)) return false;
    return belay_haptic_loop_start(q->loop, error) == BELAY_OK;
}

bool partner_begin(partner* q, const options* o, const place* p, experiment* e, bool is_live, belay_error* error)
{
    memset(q, 0, sizeof *q);
    if (place_data_of(e)->partner.value == 0) return true;
    q->e = e;
    if (!open_simulation(q, o, is_live, error)) return false;
    q->config = device_servo(o, p, &q->info);
    q->config.mount.position = mirrored(q->config.mount.position);
    return is_live ? begin_live(q, error) : begin_virtual(q, error);
}

void partner_end(partner* q)
{
    if (q->loop != NULL) {
        belay_haptic_loop_stop(q->loop);
        belay_haptic_loop_detach(q->loop, q->e->world);
        belay_haptic_loop_destroy(q->loop);
    }
    if (q->device != NULL) q->driver.ops->close(q->device);
    belay_haptic_servo_destroy(q->servo);
    belay_haptic_simulation_destroy(q->simulation);
    memset(q, 0, sizeof *q);
}

belay_result partner_before_step(partner* q)
{
    if (q->e == NULL) return BELAY_OK;
    if (q->loop != NULL) return belay_haptic_loop_apply(q->loop, q->e->world);
    return belay_haptic_coupling_pull(q->e->world, &q->coupling, q->output.target);
}

static void see(partner* q, const belay_haptic_servo_output* output, const belay_haptic_servo_report* report)
{
    place_data* data = q->e->data;
    data->partner_sample = sample_of(belay_world_get_time(q->e->world), output, report, &q->config.mount);
}

static belay_result publish(partner* q)
{
    belay_haptic_servo_output output;
    belay_haptic_servo_report report;
    if (belay_haptic_loop_get_state(q->loop, &output, &report)) see(q, &output, &report);
    return belay_haptic_loop_publish(q->loop, q->e->world);
}

belay_result partner_after_step(partner* q)
{
    if (q->e == NULL) return BELAY_OK;
    if (q->loop != NULL) return publish(q);
    belay_result result = belay_world_get_local_model(q->e->world, q->coupling.tool, &q->model.local);
    if (result != BELAY_OK) return result;
    belay_haptic_contact_model_seal(&q->model, q->model.sequence + 1);
    q->input.model = &q->model;
    return BELAY_OK;
}

void partner_follow(partner* q, belay_vec3 position, belay_vec3 velocity)
{
    belay_pose target = belay_pose_identity();
    if (q->e == NULL) return;
    target.position = v3_sub(mirrored(position), q->config.mount.position);
    belay_haptic_simulation_set_target(q->simulation, target, mirrored(velocity));
}

void partner_tick(partner* q)
{
    if (q->e == NULL) return;
    q->input.status = q->driver.ops->read(q->device, &q->input.device);
    belay_haptic_servo_tick(q->servo, &q->input, &q->output);
    q->input.commands = 0;
    if (q->output.is_to_be_written) q->driver.ops->write(q->device, &q->output.device);
    belay_haptic_simulation_step(q->simulation, q->config.period);
    see(q, &q->output, belay_haptic_servo_get_report(q->servo));
}
