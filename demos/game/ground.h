// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The land as seen: grass, a road and bare rock where it is steep.

#ifndef BELAY_DEMOS_GAME_GROUND_H
#define BELAY_DEMOS_GAME_GROUND_H

#include "viewer/viewer.h"

enum { GROUND_GRASS, GROUND_ROAD, GROUND_ROCK, GROUND_KINDS };

// Makes the meshes. False: no memory; what was made is to be freed all the same.
bool ground_create(viewer* v, viewer_mesh meshes[GROUND_KINDS]);

void ground_draw(viewer* v, const viewer_mesh meshes[GROUND_KINDS]);

#endif
