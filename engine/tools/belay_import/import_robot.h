// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Robots in XML as scenes. engine/docs/import.md says what of them is taken and how.

#ifndef BELAY_ENGINE_TOOLS_BELAY_IMPORT_IMPORT_ROBOT_H
#define BELAY_ENGINE_TOOLS_BELAY_IMPORT_IMPORT_ROBOT_H

#include "belay/scene.h"
#include "import_options.h"

bool import_robot_is_name(const char* path);
// Adds all of a file to an empty scene. False, with a message on stderr, when something is wrong with it.
bool import_robot_read(const char* path, const import_options* o, belay_scene* scene);

#endif
