// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Attributes of a model with its classes of defaults, and placements.

#include "belay/elementary.h"
#include "import_mjcf.h"

#include <ctype.h>
#include <string.h>

// The defaults of a class among these and those within.
static xml_node* find_class(xml_node* defaults, const char* name)
{
    const char* own = xml_value(defaults, "class");
    defaults->is_taken = true;
    if (own != NULL && strcmp(own, name) == 0) return defaults;
    for (xml_node* n = xml_child(defaults, "default", NULL); n != NULL; n = xml_child(defaults, "default", n)) {
        xml_node* found = find_class(n, name);
        if (found != NULL) return found;
    }
    return NULL;
}

const char* mjcf_value(mjcf* m, xml_node* node, const mjcf_body* body, const char* name)
{
    const char *own = xml_value(node, name), *class_name = xml_value(node, "class");
    if (class_name == NULL && body != NULL) class_name = body->child_class;
    if (own != NULL || m->defaults == NULL) return own;
    xml_node* at = class_name != NULL ? find_class(m->defaults, class_name) : m->defaults;
    for (; at != NULL && strcmp(at->name, "default") == 0; at = at->parent) {
        xml_node* standard = xml_child(at, node->name, NULL);
        const char* value = standard != NULL ? xml_value(standard, name) : NULL;
        if (value != NULL) return value;
    }
    return NULL;
}

bool mjcf_numbers(mjcf* m, xml_node* node, const mjcf_body* body, const char* name, double* numbers, int most,
                  int* count)
{
    const char* text = mjcf_value(m, node, body, name);
    *count = 0;
    if (text == NULL) return true;
    *count = xml_read_numbers(text, numbers, most);
    return *count > 0 || xml_fail(m->file, node, "%s is '%.60s'; it must be 1 to %d numbers", name, text, most);
}

// A letter that is small turns about the axis as it stands then, a large one about the fixed axis.
static belay_quat from_euler(const mjcf* m, const double* angles)
{
    belay_quat q = belay_quat_identity();
    for (int i = 0; i < 3; i++) {
        int axis = tolower((unsigned char)m->order[i]);
        belay_vec3 a = v3(axis == 'x' ? 1.0 : 0.0, axis == 'y' ? 1.0 : 0.0, axis == 'z' ? 1.0 : 0.0);
        belay_quat turn = belay_quat_from_axis_angle(a, angles[i] * m->angle);
        q = islower((unsigned char)m->order[i]) ? q_mul(q, turn) : q_mul(turn, q);
    }
    return q;
}

static belay_quat z_to(belay_vec3 direction)
{
    return q_mul(import_x_to(direction), belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), 0.5 * BELAY_PI));
}

// x as given, y as far as it is across.
static belay_quat from_axes(belay_vec3 x, belay_vec3 y)
{
    belay_quat q = import_x_to(x);
    belay_vec3 turned = q_rotate_inverse(q, y);
    return q_mul(q, belay_quat_from_axis_angle(v3(1.0, 0.0, 0.0), belay_atan2(turned.z, turned.y)));
}

static bool read_rotation(mjcf* m, xml_node* node, const mjcf_body* body, belay_quat* q)
{
    double x[6];
    int quat, euler, angle, axes, z;
    belay_quat given;
    if (!mjcf_numbers(m, node, body, "quat", &given.w, 4, &quat)) return false;
    if (!mjcf_numbers(m, node, body, "euler", x, 3, &euler)) return false;
    if (euler == 3) *q = from_euler(m, x);
    if (!mjcf_numbers(m, node, body, "axisangle", x, 4, &angle)) return false;
    if (angle == 4) *q = belay_quat_from_axis_angle(v3(x[0], x[1], x[2]), x[3] * m->angle);
    if (!mjcf_numbers(m, node, body, "xyaxes", x, 6, &axes)) return false;
    if (axes == 6) *q = from_axes(v3(x[0], x[1], x[2]), v3(x[3], x[4], x[5]));
    if (!mjcf_numbers(m, node, body, "zaxis", x, 3, &z)) return false;
    if (z == 3) *q = z_to(v3(x[0], x[1], x[2]));
    if (quat == 4) *q = given;
    bool is_whole = (quat == 0 || quat == 4) && (euler == 0 || euler == 3) && (angle == 0 || angle == 4) &&
                    (axes == 0 || axes == 6) && (z == 0 || z == 3);
    if (!is_whole || !(q_length(*q) > 1e-9) || !q_is_finite(*q))
        return xml_fail(m->file, node, "its rotation has too few numbers, or a direction that is zero");
    *q = q_normalize(*q);
    return true;
}

bool mjcf_pose(mjcf* m, xml_node* node, const mjcf_body* body, belay_pose* pose)
{
    int count;
    *pose = belay_pose_identity();
    if (!mjcf_numbers(m, node, body, "pos", &pose->position.x, 3, &count)) return false;
    if (count != 0 && count != 3) return xml_fail(m->file, node, "pos must be 3 numbers");
    return read_rotation(m, node, body, &pose->rotation);
}
