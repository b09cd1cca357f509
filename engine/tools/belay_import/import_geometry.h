// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What descriptions of robots have in common: placements, names, files of meshes.

#ifndef BELAY_ENGINE_TOOLS_BELAY_IMPORT_IMPORT_GEOMETRY_H
#define BELAY_ENGINE_TOOLS_BELAY_IMPORT_IMPORT_GEOMETRY_H

#include "belay/quat.h"
#include "import_mesh.h"
#include "import_xml.h"

// The rotation by roll, pitch and yaw (rad) about the fixed x, then y, then z axis.
belay_quat import_rpy(belay_vec3 angles);
// One that takes the x axis to a direction (not zero), by the shortest way.
belay_quat import_x_to(belay_vec3 direction);
// A name as scenes have them: blanks and what is no ASCII become '_'. False, with a message, when it is too long.
bool import_name(xml_file* file, xml_node* node, const char* name, char out[BELAY_SCENE_NAME_SIZE]);
// Where a file that a robot names is: relative to the robot's, or in a package.
bool import_find_file(const xml_file* file, const char* name, const import_options* o, char* path, int size);
// Symmetric, from its upper part.
belay_mat33 import_inertia(double xx, double yy, double zz, double xy, double xz, double yz);

#endif
