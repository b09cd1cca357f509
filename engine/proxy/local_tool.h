// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a tool is: the body that was asked about, and the dynamic bodies that joints lock to it in all six directions,
// straight or through others that are. They move as one, so what touches one of them touches the tool.

#ifndef BELAY_ENGINE_PROXY_LOCAL_TOOL_H
#define BELAY_ENGINE_PROXY_LOCAL_TOOL_H

#include "belay/local_model.h"
#include "store/state.h"

#include <stdbool.h>

#define BL_LOCAL_PARTS 32

typedef struct bl_local_tool {
    uint32_t part[BL_LOCAL_PARTS]; // indices; the first is the body itself
    int count;
} bl_local_tool;

// The nearest along the joints; those beyond the capacity are no parts.
void bl_local_tool_find(const belay_world* world, uint32_t body, bl_local_tool* tool);
bool bl_local_tool_has(const bl_local_tool* tool, uint32_t index);

// Whether what joins a part to another body, or the world, is felt: not between parts, nor what the hand leads by.
bool bl_local_tool_is_loaded_by(const belay_world* world, const bl_local_tool* tool, uint32_t part, uint32_t other);

// The model's step, pose, velocities, load, and what is held.
void bl_local_tool_set(const belay_world* world, const bl_local_tool* tool, belay_local_model* model);

#endif
