// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rows of a local response being made: who moves on each of their sides. For the files of bl_local_response alone.

#ifndef BELAY_ENGINE_PROXY_LOCAL_SIDES_H
#define BELAY_ENGINE_PROXY_LOCAL_SIDES_H

#include "proxy/local_response.h"

// Whether a node of islands is a rod.
bool bl_local_is_rod(const belay_world* world, uint32_t node);
// The number of the member that a node is, or -1.
int bl_local_find_member(const bl_local_response* response, uint32_t node);

// A row without sides.
bl_local_row bl_local_empty_row(void);
// The side of a body; it stays empty where the body is no member.
void bl_local_set_side(const bl_local_response* response, bl_local_side* side, uint32_t body, belay_vec3 linear,
                       belay_vec3 angular);
void bl_local_set_rod_side(const bl_local_response* response, bl_local_side* side, uint32_t rod, const bl_rod_row* row);

#endif
