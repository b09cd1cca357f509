// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A robot in URDF: links, and joints that make a tree of them.

#ifndef BELAY_ENGINE_TOOLS_BELAY_IMPORT_IMPORT_URDF_H
#define BELAY_ENGINE_TOOLS_BELAY_IMPORT_IMPORT_URDF_H

#include "import_geometry.h"

typedef enum urdf_joint_type {
    URDF_REVOLUTE,
    URDF_CONTINUOUS,
    URDF_PRISMATIC,
    URDF_FIXED,
    URDF_FLOATING,
    URDF_PLANAR,
    URDF_JOINT_TYPE_COUNT
} urdf_joint_type;

typedef struct urdf_link {
    char name[BELAY_SCENE_NAME_SIZE];
    xml_node* node;
    int joint;        // that it hangs on; -1: it is the first one
    int body;         // the link whose body it is part of: itself, or the one that it is fixed to
    belay_pose pose;  // in the robot's frame, all joints at zero
    belay_pose frame; // on that body
    belay_mass mass;  // in the link's frame; 0: none is told
    int number;       // of its body in the scene
    bool is_static;
} urdf_link;

typedef struct urdf_joint {
    char name[BELAY_SCENE_NAME_SIZE];
    xml_node* node;
    urdf_joint_type type;
    int parent, child; // links
    belay_pose origin; // on the parent
    belay_vec3 axis;   // on the child
} urdf_joint;

typedef struct urdf {
    xml_file* file;
    const import_options* options;
    urdf_link* links;
    urdf_joint* joints;
    int link_count, joint_count;
    int* order; // of the links: each behind the one that it hangs on
} urdf;

// Reads links and joints and finds their tree; urdf_free frees it, also where that failed.
bool urdf_read(urdf* u, xml_file* file, const import_options* o);
void urdf_free(urdf* u);
// Adds what it is to a scene.
bool urdf_add(urdf* u, belay_scene* scene);
// <origin xyz rpy> of an element; identity where there is none.
bool urdf_origin(urdf* u, xml_node* node, belay_pose* pose);
// Adds the joint between the bodies of its links.
bool urdf_add_joint(urdf* u, belay_scene* scene, const urdf_joint* joint);

#endif
