// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A model in MuJoCo's XML: bodies in bodies, each with geoms, and at most one joint to the one that it stands in.

#ifndef BELAY_ENGINE_TOOLS_BELAY_IMPORT_IMPORT_MJCF_H
#define BELAY_ENGINE_TOOLS_BELAY_IMPORT_IMPORT_MJCF_H

#include "import_geometry.h"

typedef struct mjcf {
    xml_file* file;
    const import_options* options;
    belay_scene* scene;
    xml_node *defaults, *assets; // null: there are none
    const char* mesh_folder;     // "" or compiler's meshdir
    double angle;                // rad of an angle's unit
    char order[4];               // of Euler angles, as "xyz"
    bool has_auto_limits, weighs_geoms;
    int joint_count;       // that have got a name
    const xml_node* ghost; // the first geom that touches nothing; null: there is none
    int ghost_count;
} mjcf;

// A body in the scene, while what stands in it is read.
typedef struct mjcf_body {
    xml_node* node;
    const char* child_class; // of what has no class of its own; null: none
    int number;              // in the scene
    belay_pose pose;         // in the world
    belay_pose frame;        // on that body of the scene: what has no joint is part of the one around it
    bool is_static;
} mjcf_body;

// Adds a whole model to a scene.
bool mjcf_add(xml_file* file, const import_options* o, belay_scene* scene);

// The value of an attribute, from the element, its class or the classes around that; null: none.
const char* mjcf_value(mjcf* m, xml_node* node, const mjcf_body* body, const char* name);
// Numbers likewise; *count is how many there are, at most `most`, and 0 without the attribute.
bool mjcf_numbers(mjcf* m, xml_node* node, const mjcf_body* body, const char* name, double* numbers, int most,
                  int* count);
// Placement by pos and quat, euler, axisangle, xyaxes or zaxis.
bool mjcf_pose(mjcf* m, xml_node* node, const mjcf_body* body, belay_pose* pose);

// A geom as a collider of the body that was added last, or its mass alone.
bool mjcf_add_geom(mjcf* m, xml_node* geom, const mjcf_body* body);
bool mjcf_weigh_geom(mjcf* m, xml_node* geom, const mjcf_body* body, belay_mass* mass);
// The joint of a body to the one around it; `joint` null: a free one.
bool mjcf_add_joint(mjcf* m, xml_node* joint, const mjcf_body* body, const mjcf_body* around);

#endif
