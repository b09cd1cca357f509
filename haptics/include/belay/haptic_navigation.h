// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Worlds that are larger than a device's workspace: what the device says is moved by an offset before the mount turns
// it into the world's axes.
//
//   clutch   While a button is held the tool stays and the device moves freely, without a force; let go, it holds the
//            tool from where it is. Both come and go within blend_seconds. In contact the place where the device holds
//            the tool goes back to where the contact lets the tool be, so that nothing presses when the button is let
//            go. A retreat of the hand relaxes the coupling as ever: the clutch gives it nothing.
//   drift    Further than `radius` from `centre` the frame goes outward along the deflection d, at
//            drift_speed min(1, (d - radius) / drift_depth)^exponent, and a spring holds the device back there,
//            stiffness (d - radius). With exponent 1 and no spring it is rate control; with exponent 3 and a spring the
//            bubble of Dominjon, Lecuyer, Burkhardt, Andrade-Barroso and Richir (2005). Into a surface the drift ends
//            at a stretch of the coupling of max_stretch.
//
// All lengths and axes are the device's: with a workspace scale s the world moves by s times as much. Offsets have no
// steps: they go no faster than the device, the drift and retract_speed together.
//
// Navigation is in recordings (haptic_record.h).

#ifndef BELAY_HAPTIC_NAVIGATION_H
#define BELAY_HAPTIC_NAVIGATION_H

#include "belay/haptic_servo.h"

#ifdef __cplusplus
extern "C" {
#endif

// How to navigate. belay_haptic_navigation_config_default gives the values named here.
typedef struct belay_haptic_navigation_config {
    uint32_t clutch_buttons;     // bits: any of them is the clutch; 0, the default: no clutch
    double blend_seconds;        // s, 1e-3 to 10: motion and force go and come back within it; default 0.1
    double retract_speed;        // m/s, > 0: of the place that holds the tool, out of a surface; default 0.05
    double retract_spin;         // rad/s, > 0, likewise; default 1
    belay_vec3 centre;           // m, of the workspace; default the origin
    double radius;               // m, >= 0: no drift within
    double drift_depth;          // m, > 0: beyond the radius by this much the drift has its full speed; default 0.02
    double drift_speed;          // m/s, >= 0; 0, the default: no drift
    double exponent;             // 1 to 10; default 1
    double stiffness, max_force; // N/m, N, >= 0: the wall of the bubble, never harder; default 0: none; 3
    double max_stretch;          // m, > 0; default 2 mm
} belay_haptic_navigation_config;

// Neither clutch nor drift. Any thread.
belay_haptic_navigation_config belay_haptic_navigation_config_default(void);
// Rate control for a device: at rest in the inner third of its workspace, full speed at its rim, 0.1 m/s. `info` may be
// null, or say nothing of the workspace: 50 mm. Any thread.
belay_haptic_navigation_config belay_haptic_navigation_config_rate(const belay_haptic_device_info* info);
// A bubble of 0.6 of the workspace, at its rim 0.3 m/s and half the device's lasting force (1 N where that is unknown).
// `info` may be null, likewise. Any thread.
belay_haptic_navigation_config belay_haptic_navigation_config_bubble(const belay_haptic_device_info* info);

// Plain data; what it holds is for reading only.
typedef struct belay_haptic_navigation {
    belay_haptic_navigation_config config; // as initialised
    belay_vec3 offset;                     // m
    belay_quat turn;                       // of the tool on the device
    double share;                          // 0 to 1, of the device's motion and force that passes; 0: clutched
    double drift_share;                    // 0 to 1, of the drift
    belay_pose last;                       // the device's, at the last update
    bool has_last;                         // false before the first update
} belay_haptic_navigation;

// What a tick is given. Device axes.
typedef struct belay_haptic_navigation_input {
    belay_pose device;         // as read
    uint32_t buttons;          // of the device, bits
    double dt;                 // s, since the last update, > 0
    belay_vec3 stretch, twist; // m, rad: how far the device holds the tool from where contacts let it be, by the force
                               // at the last tick; zero in the air
} belay_haptic_navigation_input;

// What a tick gives. Device axes.
typedef struct belay_haptic_navigation_output {
    belay_pose pose;  // where the device counts as being: its position + offset, its rotation turn
    belay_vec3 drift; // m/s, of the frame
    double share;     // 0 to 1, of the motion and force that passes
    belay_vec3 force; // N, on the hand, before the share
    bool is_clutched; // the button is held
} belay_haptic_navigation_output;

// No offset. Errors: VALUE (names field and value; nothing changes). Any thread.
belay_result belay_haptic_navigation_init(const belay_haptic_navigation_config* config,
                                          belay_haptic_navigation* navigation, belay_error* error);

// One tick: a function of its arguments. While clutched also a jump of the device is taken back. Input that is not
// finite, or a dt of no time, changes nothing. Any thread, one at a time.
void belay_haptic_navigation_update(belay_haptic_navigation* navigation, const belay_haptic_navigation_input* input,
                                    belay_haptic_navigation_output* output);

// From the next tick on the servo navigates so, from no offset; null: not at all. While the device says nothing the
// frame stands still. Clutch and wall are scaled by the ramps and limited like all that is sent. Not while another
// thread ticks: of a loop set it in its definition. Errors: VALUE, as of init.
belay_result belay_haptic_servo_set_navigation(belay_haptic_servo* servo, const belay_haptic_navigation_config* config,
                                               belay_error* error);
// Offset and all; null without navigation. Good until the next tick; the thread that ticks.
const belay_haptic_navigation* belay_haptic_servo_get_navigation(const belay_haptic_servo* servo);

#ifdef __cplusplus
}
#endif

#endif
