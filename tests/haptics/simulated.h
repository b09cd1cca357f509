// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A simulated device in the hands of a test.

#ifndef BELAY_TESTS_HAPTICS_SIMULATED_H
#define BELAY_TESTS_HAPTICS_SIMULATED_H

#include "belay/haptic_simulation.h"

#include <criterion/criterion.h>

typedef struct simulated {
    belay_haptic_simulation* simulation;
    belay_haptic_driver driver;
    belay_haptic_device_info info;
    void* device;
} simulated;

static inline void simulated_open(simulated* s)
{
    char why[256] = "";
    belay_error error;
    cr_assert_eq(s->driver.ops->probe(s->driver.driver, &s->info, 1, why, sizeof why), 1, "%s", why);
    cr_assert_eq(s->driver.ops->open(s->driver.driver, &s->info, &s->device, &error), BELAY_OK, "%s", error.message);
}

static inline simulated simulated_begin(const belay_haptic_simulation_def* def)
{
    simulated s = {0};
    belay_error error;
    cr_assert_eq(belay_haptic_simulation_create(def, &s.simulation, &error), BELAY_OK, "%s", error.message);
    s.driver = belay_haptic_simulation_driver(s.simulation);
    simulated_open(&s);
    return s;
}

static inline void simulated_end(simulated* s)
{
    s->driver.ops->close(s->device);
    belay_haptic_simulation_destroy(s->simulation);
}

static inline belay_haptic_status simulated_read(const simulated* s, belay_haptic_input* input)
{
    return s->driver.ops->read(s->device, input);
}

static inline belay_haptic_status simulated_push(const simulated* s, double x, double y, double z)
{
    belay_haptic_output output = {{x, y, z}, {0.0, 0.0, 0.0}, 0.0};
    return s->driver.ops->write(s->device, &output);
}

static inline belay_haptic_simulation_state simulated_state(const simulated* s)
{
    belay_haptic_simulation_state state;
    belay_haptic_simulation_get_state(s->simulation, &state);
    return state;
}

// Lets `count` steps of dt pass.
static inline void simulated_pass(const simulated* s, int count, double dt)
{
    for (int i = 0; i < count; i++)
        belay_haptic_simulation_step(s->simulation, dt);
}

// One that turns.
static inline belay_haptic_simulation_def simulated_turning_def(void)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    def.device.has_rotation = true;
    def.device.has_velocity = true;
    def.rotation = (belay_haptic_rotation){.inertia = 2e-4};
    return def;
}

#endif
