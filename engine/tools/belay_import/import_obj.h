// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The lines of an OBJ file, looked at before Assimp reads its triangles: Assimp takes what is no number for 0, and
// tells no line.

#ifndef BELAY_ENGINE_TOOLS_BELAY_IMPORT_IMPORT_OBJ_H
#define BELAY_ENGINE_TOOLS_BELAY_IMPORT_IMPORT_OBJ_H

#include <stdbool.h>

// False, with a message on stderr (file, line, what is wrong), where corners or faces are malformed. Words that mean
// nothing here are named in a warning.
bool import_obj_check(const char* path);

#endif
