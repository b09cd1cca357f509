// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Named devices for the simulation. Figures marked "recalled" are makers' data from memory, "chosen" are ours where
// none is known: parameters of a model, no promise about a product.

#include "belay/haptic_simulation.h"

#include <stdio.h>

typedef struct figure {
    double max_force, max_continuous_force, max_torque; // N, N, N m
    double step;                                        // m
    double friction, mass, damping;                     // N, kg, N s/m
    double workspace_radius, rate;                      // m (the largest ball inside), Hz
    double max_stiffness, max_damping;                  // N/m, N s/m: what CHAI3D sets for it
    bool has_rotation;
    int button_count;
} figure;

// Damping is hardly published: 0.05 for light serial arms and 0.5 for parallel ones are chosen.
static const figure figures[BELAY_HAPTIC_PRESET_COUNT] = {
    // 0.88 N for long, 450 dpi, friction, mass and workspace 160 x 120 x 70 mm recalled
    [BELAY_HAPTIC_PRESET_TOUCH] = {3.3, 0.88, 0.0, 55e-6, 0.26, 0.045, 0.05, 0.035, 1000.0, 400.0, 4.0, true, 2},
    // the older name of the same arm; likewise
    [BELAY_HAPTIC_PRESET_OMNI] = {3.3, 0.88, 0.0, 55e-6, 0.26, 0.045, 0.05, 0.035, 1000.0, 700.0, 5.0, true, 2},
    // 1.75 N for long, 23 um, friction, mass and workspace 160 x 120 x 120 mm recalled
    [BELAY_HAPTIC_PRESET_TOUCH_X] = {7.9, 1.75, 0.0, 23e-6, 0.06, 0.045, 0.05, 0.06, 1000.0, 1000.0, 5.0, true, 2},
    // 1.4 N for long, 30 um, friction, mass and workspace 381 x 267 x 191 mm recalled
    [BELAY_HAPTIC_PRESET_PREMIUM_1_5] = {8.5, 1.4, 0.188, 30e-6, 0.04, 0.075, 0.05, 0.0955, 1000.0, 800.0, 5.0, true,
                                         1},
    // 20 um, friction, mass and workspace 838 x 584 x 406 mm recalled; 3 N for long chosen
    [BELAY_HAPTIC_PRESET_PREMIUM_3_0] = {22.0, 3.0, 0.188, 20e-6, 0.2, 0.16, 0.05, 0.203, 1000.0, 1000.0, 5.0, true, 1},
    // 400 dpi; friction, mass and force for long chosen
    [BELAY_HAPTIC_PRESET_FALCON] = {8.9, 8.9, 0.0, 63.5e-6, 0.4, 0.25, 0.5, 0.051, 1000.0, 3000.0, 20.0, false, 4},
    // 10 um, friction, mass, rate and force for long chosen
    [BELAY_HAPTIC_PRESET_INVERSE3] = {10.0, 10.0, 0.0, 10e-6, 0.2, 0.25, 0.5, 0.1, 4000.0, 1000.0, 6.0, false, 0},
    // 10 um and workspace 160 x 110 mm recalled; friction and mass chosen
    [BELAY_HAPTIC_PRESET_OMEGA_3] = {12.0, 12.0, 0.0, 10e-6, 0.15, 0.2, 0.5, 0.055, 4000.0, 5000.0, 30.0, false, 1},
    // 20 um and workspace 400 x 260 mm recalled; friction and mass chosen
    [BELAY_HAPTIC_PRESET_DELTA_3] = {20.0, 20.0, 0.0, 20e-6, 0.3, 0.3, 0.5, 0.13, 4000.0, 5000.0, 30.0, false, 0},
    // 20 N, 0.4 N m, 1.5 um and workspace 190 x 130 mm recalled; friction and mass chosen
    [BELAY_HAPTIC_PRESET_SIGMA_7] = {20.0, 20.0, 0.4, 1.5e-6, 0.2, 0.3, 0.5, 0.065, 8000.0, 4000.0, 30.0, true, 1},
};

// Turning parts, chosen: a stylus or handle of some 50 g.
static const belay_haptic_rotation handle = {.inertia = 1e-4, .damping = 1e-3, .friction = 1e-3, .step = 1e-4};

static bool is_preset(belay_haptic_preset preset)
{
    return (int)preset >= 0 && preset < BELAY_HAPTIC_PRESET_COUNT;
}

const char* belay_haptic_preset_name(belay_haptic_preset preset)
{
    static const char* const names[] = {
#define PRESET_NAME(name, text) text,
        BELAY_HAPTIC_PRESET_LIST(PRESET_NAME)
#undef PRESET_NAME
    };
    return is_preset(preset) ? names[preset] : "unknown";
}

belay_haptic_simulation_def belay_haptic_simulation_def_default(void)
{
    return (belay_haptic_simulation_def){
        .device = {.name = "Simulated mass", .driver = "simulation", .id = "0", .mass = 0.1, .rate = 1000.0},
        .rotation = handle,
        .motion = {.rotation = {1.0, 0.0, 0.0, 0.0}},
        .mount = {.rotation = {1.0, 0.0, 0.0, 0.0}},
        .mount_scale = 1.0,
        .seed = 1,
    };
}

belay_haptic_simulation_def belay_haptic_simulation_def_preset(belay_haptic_preset preset)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    if (!is_preset(preset)) return def;
    const figure* from = &figures[preset];
    belay_haptic_device_info* device = &def.device;
    snprintf(device->name, sizeof device->name, "%s (simulated)", belay_haptic_preset_name(preset));
    device->max_force = from->max_force;
    device->max_continuous_force = from->max_continuous_force;
    device->max_torque = from->max_torque;
    device->max_stiffness = from->max_stiffness;
    device->max_damping = from->max_damping;
    device->position_step = from->step;
    device->mass = from->mass;
    device->damping = from->damping;
    device->friction = from->friction;
    device->rate = from->rate;
    device->delay = 1.0 / from->rate;
    device->workspace_radius = from->workspace_radius;
    device->has_rotation = from->has_rotation;
    device->button_count = from->button_count;
    device->has_grip = preset == BELAY_HAPTIC_PRESET_SIGMA_7;
    device->max_grip_force = device->has_grip ? 8.0 : 0.0;
    if (device->has_grip) def.gripper = (belay_haptic_gripper){.width = 0.03, .stiffness = 300.0, .damping = 3.0};
    def.hand = belay_hand_stylus();
    return def;
}
