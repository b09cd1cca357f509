// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Reading links and joints, and their tree.

#include "import_urdf.h"

#include "belay/mat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool read_origin(urdf* u, xml_node* origin, belay_pose* pose)
{
    belay_vec3 xyz = v3_zero(), rpy = v3_zero();
    if (!xml_numbers(u->file, origin, "xyz", &xyz.x, 3) || !xml_numbers(u->file, origin, "rpy", &rpy.x, 3))
        return false;
    *pose = (belay_pose){xyz, import_rpy(rpy)};
    return true;
}

bool urdf_origin(urdf* u, xml_node* node, belay_pose* pose)
{
    xml_node* origin = xml_child(node, "origin", NULL);
    *pose = belay_pose_identity();
    return origin == NULL || read_origin(u, origin, pose);
}

// ---------------------------------------------------------------------------------------------------------------------
// Links
// ---------------------------------------------------------------------------------------------------------------------

static bool read_inertial(urdf* u, urdf_link* link)
{
    xml_node* inertial = xml_child(link->node, "inertial", NULL);
    if (inertial == NULL) return true;
    xml_node *mass = xml_child(inertial, "mass", NULL), *inertia = xml_child(inertial, "inertia", NULL);
    belay_pose origin;
    double m = 0.0, xx = 0.0, yy = 0.0, zz = 0.0, xy = 0.0, xz = 0.0, yz = 0.0;
    if (!urdf_origin(u, inertial, &origin)) return false;
    if (mass == NULL) return xml_fail(u->file, inertial, "its <mass> is missing");
    if (inertia == NULL) return xml_fail(u->file, inertial, "its <inertia> is missing");
    bool ok = xml_numbers(u->file, mass, "value", &m, 1) && xml_numbers(u->file, inertia, "ixx", &xx, 1) &&
              xml_numbers(u->file, inertia, "iyy", &yy, 1) && xml_numbers(u->file, inertia, "izz", &zz, 1) &&
              xml_numbers(u->file, inertia, "ixy", &xy, 1) && xml_numbers(u->file, inertia, "ixz", &xz, 1) &&
              xml_numbers(u->file, inertia, "iyz", &yz, 1);
    if (!ok) return false;
    if (!(m >= 0.0)) return xml_fail(u->file, mass, "value is %g; it must be at least 0", m);
    belay_mass own = {m, v3_zero(), import_inertia(xx, yy, zz, xy, xz, yz)};
    if (m > 0.0) link->mass = belay_mass_transform(own, origin);
    return true;
}

static int find_link(const urdf* u, const char* name)
{
    for (int i = 0; i < u->link_count; i++)
        if (strcmp(u->links[i].name, name) == 0) return i;
    return -1;
}

static bool read_link(urdf* u, xml_node* node)
{
    urdf_link* link = &u->links[u->link_count];
    const char* name;
    *link = (urdf_link){.node = node, .joint = -1, .pose = belay_pose_identity(), .frame = belay_pose_identity()};
    if (!xml_text(u->file, node, "name", &name) || !import_name(u->file, node, name, link->name)) return false;
    if (find_link(u, link->name) >= 0) return xml_fail(u->file, node, "there is a link '%s' already", link->name);
    link->body = u->link_count++;
    return read_inertial(u, link);
}

// ---------------------------------------------------------------------------------------------------------------------
// Joints
// ---------------------------------------------------------------------------------------------------------------------

static bool read_end(urdf* u, xml_node* joint, const char* which, int* link)
{
    xml_node* end = xml_child(joint, which, NULL);
    const char* name;
    char clean[BELAY_SCENE_NAME_SIZE];
    if (end == NULL) return xml_fail(u->file, joint, "its <%s> is missing", which);
    if (!xml_text(u->file, end, "link", &name) || !import_name(u->file, end, name, clean)) return false;
    *link = find_link(u, clean);
    return *link >= 0 || xml_fail(u->file, end, "there is no link '%s'", name);
}

static bool read_type(urdf* u, xml_node* node, urdf_joint_type* type)
{
    static const char* const names[] = {"revolute", "continuous", "prismatic", "fixed", "floating", "planar"};
    const char* name;
    if (!xml_text(u->file, node, "type", &name)) return false;
    for (int i = 0; i < URDF_JOINT_TYPE_COUNT; i++) {
        if (strcmp(names[i], name) != 0) continue;
        *type = (urdf_joint_type)i;
        return true;
    }
    return xml_fail(u->file, node,
                    "type is '%s'; it must be revolute, continuous, prismatic, fixed, floating or planar", name);
}

static bool read_axis(urdf* u, urdf_joint* joint)
{
    xml_node* axis = xml_child(joint->node, "axis", NULL);
    joint->axis = v3(1.0, 0.0, 0.0);
    if (axis == NULL) return true;
    if (!xml_numbers(u->file, axis, "xyz", &joint->axis.x, 3)) return false;
    bool is_needed = joint->type != URDF_FIXED && joint->type != URDF_FLOATING;
    return !is_needed || v3_length(joint->axis) > 1e-9 ||
           xml_fail(u->file, axis, "xyz is (%g, %g, %g); it must not be zero", joint->axis.x, joint->axis.y,
                    joint->axis.z);
}

static bool read_joint(urdf* u, xml_node* node)
{
    urdf_joint* joint = &u->joints[u->joint_count];
    const char* name;
    *joint = (urdf_joint){.node = node};
    if (!xml_text(u->file, node, "name", &name) || !import_name(u->file, node, name, joint->name)) return false;
    if (!read_type(u, node, &joint->type) || !urdf_origin(u, node, &joint->origin) || !read_axis(u, joint))
        return false;
    if (!read_end(u, node, "parent", &joint->parent) || !read_end(u, node, "child", &joint->child)) return false;
    if (u->links[joint->child].joint >= 0)
        return xml_fail(u->file, node, "the link '%s' hangs on a joint already", u->links[joint->child].name);
    u->links[joint->child].joint = u->joint_count++;
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// The tree
// ---------------------------------------------------------------------------------------------------------------------

static bool find_first(urdf* u)
{
    int first = -1;
    for (int i = 0; i < u->link_count; i++) {
        if (u->links[i].joint >= 0) continue;
        if (first >= 0)
            return xml_fail(u->file, u->links[i].node,
                            "no joint leads to '%s', nor to '%s'; there must be one such link", u->links[i].name,
                            u->links[first].name);
        first = i;
    }
    u->order[0] = first;
    return first >= 0 || xml_fail(u->file, u->file->root, "every link hangs on another; there must be a first one");
}

// Link by link outwards: each frame is that of the link before it, and the joint's. What is fixed is part of the body
// that it is fixed to.
static bool order_links(urdf* u)
{
    if (!find_first(u)) return false;
    int count = 1;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < u->joint_count; k++) {
            const urdf_joint* j = &u->joints[k];
            if (j->parent != u->order[i]) continue;
            urdf_link *parent = &u->links[j->parent], *child = &u->links[j->child];
            child->pose = pose_compose(parent->pose, j->origin);
            if (j->type == URDF_FIXED) {
                child->body = parent->body;
                child->frame = pose_compose(parent->frame, j->origin);
            }
            u->order[count++] = j->child;
        }
    for (int i = 0; count < u->link_count && i < u->link_count; i++) {
        bool is_reached = false;
        for (int k = 0; k < count; k++)
            is_reached = is_reached || u->order[k] == i;
        if (!is_reached)
            return xml_fail(u->file, u->links[i].node, "'%s' is part of a circle of joints", u->links[i].name);
    }
    return true;
}

static int count_children(xml_node* root, const char* name)
{
    int count = 0;
    for (const xml_node* n = xml_child(root, name, NULL); n != NULL; n = xml_child(root, name, n))
        count++;
    return count;
}

bool urdf_read(urdf* u, xml_file* file, const import_options* o)
{
    *u = (urdf){.file = file, .options = o};
    xml_node* root = file->root;
    root->is_taken = true;
    xml_value(root, "name");
    size_t links = (size_t)count_children(root, "link"), joints = (size_t)count_children(root, "joint");
    if (links == 0) return xml_fail(file, root, "there is no <link> in it");
    u->links = calloc(links, sizeof *u->links);
    u->joints = calloc(joints + 1, sizeof *u->joints);
    u->order = calloc(links, sizeof *u->order);
    if (u->links == NULL || u->joints == NULL || u->order == NULL) return xml_fail(file, root, "no memory");
    for (xml_node* n = xml_child(root, "link", NULL); n != NULL; n = xml_child(root, "link", n))
        if (!read_link(u, n)) return false;
    for (xml_node* n = xml_child(root, "joint", NULL); n != NULL; n = xml_child(root, "joint", n))
        if (!read_joint(u, n)) return false;
    return order_links(u);
}

void urdf_free(urdf* u)
{
    free(u->links);
    free(u->joints);
    free(u->order);
}
