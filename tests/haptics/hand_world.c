// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptics/hand_world.h"

#include <criterion/criterion.h>
#include <string.h>

hand_world hand_world_begin(double hz)
{
    hand_world w;
    memset(&w, 0, sizeof w);
    belay_world_def def = belay_world_def_default();
    def.step_seconds = 1.0 / hz;
    def.contact_margin = 0.02;
    w.world = scene_world_of(&def);
    scene_plane(w.world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){HAND_WORLD_MU, 0.0});
    return w;
}

void hand_world_end(hand_world* w)
{
    rig_end(&w->r);
    belay_world_destroy(w->world);
}

belay_haptic_simulation_def hand_world_device(belay_haptic_preset preset, belay_vec3 at)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(preset);
    def.device.rate = 1000.0;
    def.device.position_step = 0.0;
    def.motion.kind = BELAY_HAND_TARGET;
    def.position = at;
    return def;
}

belay_haptic_servo_config hand_world_config(const belay_haptic_simulation_def* def, belay_haptic_tool_kind kind,
                                            double mass)
{
    belay_haptic_servo_config c = belay_haptic_servo_config_default(&def->device);
    c.start_seconds = 0.0;
    c.tool = kind;
    c.tool_mass = mass;
    return c;
}

void hand_world_hold(hand_world* w, const belay_haptic_simulation_def* def, const belay_haptic_servo_config* config)
{
    w->r = rig_begin(def, config);
    w->r.output.target = (belay_pose){def->position, belay_quat_identity()};
    belay_haptic_coupling_def coupling = belay_haptic_coupling_def_default(config);
    cr_assert(belay_haptic_coupling_create(w->world, w->tool, &coupling, &w->coupling) == BELAY_OK);
}

void hand_world_tick_to(hand_world* w, belay_pose target, belay_vec3 velocity)
{
    if (w->r.ticks * w->r.period >= w->next_step - 1e-9) {
        w->next_step += belay_world_get_def(w->world)->step_seconds;
        cr_assert(belay_haptic_coupling_pull(w->world, &w->coupling, w->r.output.target) == BELAY_OK);
        scene_steps(w->world, 1);
        cr_assert(belay_world_get_local_model(w->world, w->tool, &w->model.local) == BELAY_OK);
        belay_haptic_contact_model_seal(&w->model, w->model.sequence + 1);
    }
    belay_haptic_simulation_set_target(w->r.device.simulation, target, velocity);
    w->r.model = &w->model;
    rig_tick(&w->r);
}

void hand_world_tick(hand_world* w, belay_vec3 at, belay_vec3 velocity)
{
    belay_pose target = {at, belay_quat_identity()};
    hand_world_tick_to(w, target, velocity);
}
