// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The holds of a local model that joints make: those of the tool with what is no part of it. A joint's locked ways are
// one hold and its locked turns another; the directions that it leaves free are rows that yield to anything.

#ifndef BELAY_ENGINE_PROXY_LOCAL_JOINTS_H
#define BELAY_ENGINE_PROXY_LOCAL_JOINTS_H

#include "belay/local_model.h"
#include "proxy/local_tool.h"

// What the rows of a hold ask of the other side: its velocity along `linear` and about `angular`. Zeros: nothing.
typedef struct bl_local_joint {
    uint32_t body; // index of the other side
    belay_vec3 linear[3], angular[3];
} bl_local_joint;

// Adds them to the contacts of a model whose motion and load are set, and takes what they give out of the load. Joints
// for which there is no room stay in the load. `joints` gets one entry for each added contact; how many.
int bl_local_joints(const belay_world* world, const bl_local_tool* tool, belay_local_model* model,
                    bl_local_joint joints[BELAY_LOCAL_MODEL_CONTACTS]);

#endif
