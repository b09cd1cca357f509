// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The camera: it circles a target. Left drag orbits, right or middle drag (or shift and left drag) pans, the wheel
// zooms towards the target. All positions are world frame, metres.

#ifndef BELAY_VIEWER_CAMERA_H
#define BELAY_VIEWER_CAMERA_H

#include "viewer/window.h"

// A half line in the world frame.
typedef struct viewer_ray {
    belay_vec3 origin;    // m
    belay_vec3 direction; // unit
} viewer_ray;

// Looks from `eye` at `target`. Refused silently when they coincide.
void viewer_camera_look_at(viewer* v, belay_vec3 eye, belay_vec3 target);

// Moves the camera, keeping its direction, so that the box from `low` to `high` fills the view; also lets the shadow
// cover that box (see viewer_shadow_region_set).
void viewer_camera_fit(viewer* v, belay_vec3 low, belay_vec3 high);

// Sets the direction from the target to the eye: `yaw` about the sky direction, `pitch` above the horizon, radians.
// With the sky along z, yaw 0 puts the eye on the +x side and yaw pi/2 on the +y side. Pitch is held within +-89
// degrees.
void viewer_camera_angles_set(viewer* v, double yaw, double pitch);

// The present angles, radians; either pointer may be NULL.
void viewer_camera_angles(const viewer* v, double* yaw, double* pitch);

// Moves the target and the eye with it, e.g. to follow a body.
void viewer_camera_target_set(viewer* v, belay_vec3 target);

// The point that the camera circles.
belay_vec3 viewer_camera_target(const viewer* v);

// Where the camera is.
belay_vec3 viewer_camera_eye(const viewer* v);

// The direction of view, unit.
belay_vec3 viewer_camera_forward(const viewer* v);

// Sets the distance from target to eye, m, > 0.
void viewer_camera_distance_set(viewer* v, double distance);

// The distance from target to eye, m.
double viewer_camera_distance(const viewer* v);

// Sets the vertical angle of view, radians; default 0.6 (34 degrees).
void viewer_camera_fov_set(viewer* v, double fov_y);

// Shifts the picture within the view: the target appears at (x, y) in units of half the view, right and up positive.
// E.g. (-0.3, 0) leaves room for panels on the right. Default (0, 0).
void viewer_camera_shift_set(viewer* v, double x, double y);

// Lets the mouse move the camera or not; e.g. false while a body is dragged. Default true.
void viewer_camera_mouse_enable(viewer* v, bool enable);

// While the program holds something with the left button: that and the wheel are not the camera's then, and a right drag
// circles instead of panning. Default false.
void viewer_camera_hold(viewer* v, bool is_holding);

// The ray through a point of the view, logical pixels.
viewer_ray viewer_camera_ray(const viewer* v, double x, double y);

// The ray under the mouse, for picking.
viewer_ray viewer_camera_mouse_ray(const viewer* v);

// Where a world point appears, logical pixels. False when it is behind the camera.
bool viewer_camera_project(const viewer* v, belay_vec3 p, double* x, double* y);

#endif
