// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The holds of a local model: attachments of rods to the tool.

#ifndef BELAY_ENGINE_PROXY_LOCAL_HOLDS_H
#define BELAY_ENGINE_PROXY_LOCAL_HOLDS_H

#include "belay/local_model.h"
#include "proxy/local_rods.h"
#include "proxy/local_tool.h"

// Fills model->contacts with those of `tool` and places with where on the rods they are; model->pose is set. Those
// beyond the capacity are counted in left_out. False: no memory.
bool bl_local_holds(belay_world* world, const bl_local_tool* tool, belay_local_model* model,
                    bl_local_rod_point places[BELAY_LOCAL_MODEL_CONTACTS]);

#endif
