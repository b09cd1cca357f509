// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the files of joints share, and what a snapshot is held against.

#ifndef BELAY_ENGINE_OBJECTS_JOINT_PARTS_H
#define BELAY_ENGINE_OBJECTS_JOINT_PARTS_H

#include "store/joints.h"

// The public form of a definition, and back.
void bl_joint_data_set(bl_joint_data* data, const belay_joint_def* def);
void bl_joint_def_get(belay_joint_def* def, const bl_joint* joint);
void bl_joint_axis_set(bl_joint_axis* axis, const belay_joint_axis* from);
// VALUE, naming what is out of range.
belay_result bl_joint_check_def(const belay_joint_def* def, belay_error* error);
belay_result bl_joint_check_axis(belay_joint_type type, int axis, const belay_joint_axis* value, belay_error* error);
// Warns of what is allowed on an axis and does nothing, or is an angle that looks like degrees; `call` is named.
void bl_joint_warn_of_axis(const belay_world* world, const char* call, belay_joint_type type, int axis,
                           const belay_joint_axis* value);

// The rotation with these unit vectors, at right angles, as its x and y axes.
belay_quat bl_joint_axes_rotation(belay_vec3 x, belay_vec3 y);

// Puts this world's tag into the handles in the joints (after a restore).
void bl_joints_restored(belay_world* world);

#endif
