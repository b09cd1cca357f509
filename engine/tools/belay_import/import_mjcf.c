// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Bodies of a model, with what is fixed to them, and their joints.

#include "import_mjcf.h"

#include "belay/mat.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define IS(node, word) (strcmp((node)->name, word) == 0)

static xml_node* first_joint(xml_node* body)
{
    for (xml_node* n = body->first; n != NULL; n = n->next)
        if (IS(n, "joint") || IS(n, "freejoint")) return n;
    return NULL;
}

// ---------------------------------------------------------------------------------------------------------------------
// Mass
// ---------------------------------------------------------------------------------------------------------------------

static bool read_inertial(mjcf* m, xml_node* node, const mjcf_body* body, belay_mass* mass)
{
    double diagonal[3], full[6];
    int has_mass, has_diagonal, has_full;
    belay_pose pose;
    belay_mass own = {0.0, {0.0, 0.0, 0.0}, {{0.0}}};
    bool ok = mjcf_pose(m, node, NULL, &pose) && mjcf_numbers(m, node, NULL, "mass", &own.mass, 1, &has_mass) &&
              mjcf_numbers(m, node, NULL, "diaginertia", diagonal, 3, &has_diagonal) &&
              mjcf_numbers(m, node, NULL, "fullinertia", full, 6, &has_full);
    if (!ok) return false;
    if (has_mass != 1 || (has_diagonal != 3 && has_full != 6))
        return xml_fail(m->file, node, "it must have mass, and diaginertia or fullinertia");
    own.inertia = has_full == 6 ? import_inertia(full[0], full[1], full[2], full[3], full[4], full[5])
                                : import_inertia(diagonal[0], diagonal[1], diagonal[2], 0.0, 0.0, 0.0);
    *mass = belay_mass_transform(own, pose_compose(body->frame, pose));
    return true;
}

static void add_mass(belay_mass* sum, belay_mass more)
{
    if (!(more.mass > 0.0)) return;
    *sum = sum->mass > 0.0 ? belay_mass_add(*sum, more) : more;
}

static bool begin_body(mjcf* m, xml_node* node, const mjcf_body* around, mjcf_body* body);

// Of a body and what is fixed to it, in the frame of the body of the scene.
static bool weigh_body(mjcf* m, const mjcf_body* body, belay_mass* sum)
{
    belay_mass mass;
    xml_node* inertial = xml_child(body->node, "inertial", NULL);
    bool by_geoms = inertial == NULL || m->weighs_geoms;
    if (!by_geoms) {
        if (!read_inertial(m, inertial, body, &mass)) return false;
        add_mass(sum, mass);
    }
    for (xml_node* n = body->node->first; n != NULL; n = n->next) {
        mjcf_body inner;
        if (IS(n, "geom") && by_geoms) {
            if (!mjcf_weigh_geom(m, n, body, &mass)) return false;
            add_mass(sum, mass);
        }
        if (!IS(n, "body") || first_joint(n) != NULL) continue;
        if (!begin_body(m, n, body, &inner) || !weigh_body(m, &inner, sum)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Joints
// ---------------------------------------------------------------------------------------------------------------------

static bool read_limit(mjcf* m, xml_node* node, const mjcf_body* body, double unit, belay_joint_limit* limit)
{
    double range[2];
    int count;
    const char* limited = mjcf_value(m, node, body, "limited");
    if (!mjcf_numbers(m, node, body, "range", range, 2, &count)) return false;
    bool is_auto = limited == NULL || strcmp(limited, "auto") == 0;
    bool is_limited = is_auto ? m->has_auto_limits && count == 2 : strcmp(limited, "true") == 0;
    if (!is_limited) return true;
    if (count != 2 || !(range[0] <= range[1])) return xml_fail(m->file, node, "range must be two numbers that ascend");
    *limit = (belay_joint_limit){.is_enabled = true, .min = range[0] * unit, .max = range[1] * unit};
    return true;
}

static bool read_drive(mjcf* m, xml_node* node, const mjcf_body* body, double unit, belay_joint_axis* axis)
{
    double stiffness = 0.0, damping = 0.0, target = 0.0, friction = 0.0;
    int count;
    bool ok = mjcf_numbers(m, node, body, "stiffness", &stiffness, 1, &count) &&
              mjcf_numbers(m, node, body, "damping", &damping, 1, &count) &&
              mjcf_numbers(m, node, body, "springref", &target, 1, &count) &&
              mjcf_numbers(m, node, body, "frictionloss", &friction, 1, &count);
    if (!ok) return false;
    if (stiffness > 0.0 || damping > 0.0) {
        axis->spring = (belay_joint_spring){true, target * unit, stiffness, damping, HUGE_VAL};
        if (friction > 0.0) xml_warn(m->file, node, "frictionloss %g is left out: there is a spring", friction);
    } else if (friction > 0.0) {
        axis->motor = (belay_joint_motor){true, 0.0, friction};
    }
    return true;
}

static bool read_type(mjcf* m, xml_node* node, const mjcf_body* body, belay_joint_type* type)
{
    const char* name = mjcf_value(m, node, body, "type");
    *type = BELAY_JOINT_HINGE;
    if (name == NULL || strcmp(name, "hinge") == 0) return true;
    *type = strcmp(name, "slide") == 0 ? BELAY_JOINT_SLIDER : BELAY_JOINT_BALL;
    return *type == BELAY_JOINT_SLIDER || strcmp(name, "ball") == 0 ||
           xml_fail(m->file, node, "type is '%.40s'; it must be hinge, slide or ball", name);
}

static bool name_joint(mjcf* m, xml_node* node, char name[BELAY_SCENE_NAME_SIZE])
{
    const char* own = xml_value(node, "name");
    snprintf(name, BELAY_SCENE_NAME_SIZE, "joint%d", ++m->joint_count);
    return own == NULL || import_name(m->file, node, own, name);
}

bool mjcf_add_joint(mjcf* m, xml_node* node, const mjcf_body* body, const mjcf_body* around)
{
    belay_scene_joint joint = {.body_a = around->number, .body_b = body->number};
    belay_joint_type type;
    belay_vec3 at = v3_zero(), axis = v3(0.0, 0.0, 1.0);
    belay_error error;
    int count;
    if (!name_joint(m, node, joint.name) || !read_type(m, node, body, &type)) return false;
    if (!mjcf_numbers(m, node, body, "pos", &at.x, 3, &count)) return false;
    if (!mjcf_numbers(m, node, body, "axis", &axis.x, 3, &count)) return false;
    if (!(v3_length(axis) > 1e-9)) return xml_fail(m->file, node, "axis must not be zero");
    joint.def = belay_joint_def_default(type);
    joint.def.frame_b = (belay_pose){at, import_x_to(axis)};
    belay_pose in_parent = pose_compose(pose_inverse(around->pose), body->pose);
    joint.def.frame_a = pose_compose(around->frame, pose_compose(in_parent, joint.def.frame_b));
    double unit = type == BELAY_JOINT_HINGE ? m->angle : 1.0;
    if (type != BELAY_JOINT_BALL && (!read_limit(m, node, body, unit, &joint.def.axis[0].limit) ||
                                     !read_drive(m, node, body, unit, &joint.def.axis[0])))
        return false;
    return belay_scene_add_joint(m->scene, &joint, &error) == BELAY_OK || xml_fail(m->file, node, "%s", error.message);
}

// ---------------------------------------------------------------------------------------------------------------------
// Bodies
// ---------------------------------------------------------------------------------------------------------------------

// Its placement: what has no joint is part of the body around it.
static bool begin_body(mjcf* m, xml_node* node, const mjcf_body* around, mjcf_body* body)
{
    belay_pose own;
    node->is_taken = true;
    *body = (mjcf_body){.node = node, .child_class = xml_value(node, "childclass")};
    if (body->child_class == NULL) body->child_class = around->child_class;
    if (!mjcf_pose(m, node, NULL, &own)) return false;
    xml_node* joint = first_joint(node);
    body->pose = pose_compose(around->pose, own);
    body->number = around->number;
    body->is_static = joint == NULL && around->is_static;
    body->frame = joint == NULL ? pose_compose(around->frame, own) : belay_pose_identity();
    if (joint != NULL && joint->next != NULL)
        for (const xml_node* n = joint->next; n != NULL; n = n->next)
            if (IS(n, "joint") || IS(n, "freejoint"))
                return xml_fail(m->file, n, "its body has a joint already, of line %d; one is taken here", joint->line);
    return true;
}

// The colliders of a body and of what is fixed to it.
static bool add_geoms(mjcf* m, const mjcf_body* body)
{
    for (xml_node* n = body->node->first; n != NULL; n = n->next) {
        mjcf_body inner;
        if (IS(n, "geom")) {
            n->is_taken = true;
            if (!mjcf_add_geom(m, n, body)) return false;
        }
        if (!IS(n, "body") || first_joint(n) != NULL) continue;
        if (!begin_body(m, n, body, &inner) || !add_geoms(m, &inner)) return false;
    }
    return true;
}

static bool add_scene_body(mjcf* m, mjcf_body* body)
{
    belay_scene_body out = {.def = belay_body_def_default()};
    belay_mass mass = {0.0, {0.0, 0.0, 0.0}, {{0.0}}};
    belay_error error;
    const char* name = xml_value(body->node, "name");
    body->number = belay_scene_get_counts(m->scene).bodies;
    snprintf(out.name, sizeof out.name, "body%d", body->number);
    if (name != NULL && !import_name(m->file, body->node, name, out.name)) return false;
    out.def.pose = body->pose;
    if (!weigh_body(m, body, &mass)) return false;
    if (!(mass.mass > 0.0)) return xml_fail(m->file, body->node, "it moves and weighs nothing");
    out.def.mass = mass.mass;
    out.def.center_of_mass = mass.center_of_mass;
    out.def.inertia = mass.inertia;
    if (belay_scene_add_body(m->scene, &out, &error) != BELAY_OK)
        return xml_fail(m->file, body->node, "%s", error.message);
    return add_geoms(m, body);
}

static bool is_free(mjcf* m, xml_node* joint, const mjcf_body* body)
{
    const char* type = IS(joint, "freejoint") ? "free" : mjcf_value(m, joint, body, "type");
    return type != NULL && strcmp(type, "free") == 0;
}

// What moves in a body, and in what is fixed to it.
static bool add_moving(mjcf* m, const mjcf_body* around)
{
    for (xml_node* n = around->node->first; n != NULL; n = n->next) {
        mjcf_body body;
        if (!IS(n, "body")) continue;
        if (!begin_body(m, n, around, &body)) return false;
        xml_node* joint = first_joint(n);
        if (joint != NULL) {
            joint->is_taken = true;
            if (!add_scene_body(m, &body)) return false;
            if (is_free(m, joint, &body))
                xml_value(joint, "name");
            else if (!mjcf_add_joint(m, joint, &body, around))
                return false;
        }
        if (!add_moving(m, &body)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// The model
// ---------------------------------------------------------------------------------------------------------------------

static bool read_compiler(mjcf* m, xml_node* compiler)
{
    if (compiler == NULL) return true;
    const char *angle = xml_value(compiler, "angle"), *folder = xml_value(compiler, "meshdir"),
               *order = xml_value(compiler, "eulerseq"), *limits = xml_value(compiler, "autolimits"),
               *geoms = xml_value(compiler, "inertiafromgeom");
    if (angle != NULL && strcmp(angle, "radian") == 0) m->angle = 1.0;
    if (folder != NULL) m->mesh_folder = folder;
    if (limits != NULL) m->has_auto_limits = strcmp(limits, "true") == 0;
    m->weighs_geoms = geoms != NULL && strcmp(geoms, "true") == 0;
    if (order == NULL) return true;
    if (strlen(order) != 3 || strspn(order, "xyzXYZ") != 3)
        return xml_fail(m->file, compiler, "eulerseq is '%.20s'; it must be three of x, y, z, X, Y, Z", order);
    memcpy(m->order, order, 4);
    return true;
}

static bool read_option(mjcf* m, xml_node* option)
{
    belay_world_def def = belay_world_def_default();
    if (option == NULL) return true;
    if (!xml_numbers(m->file, option, "timestep", &def.step_seconds, 1)) return false;
    if (!xml_numbers(m->file, option, "gravity", &def.gravity.x, 3)) return false;
    return belay_scene_set_world(m->scene, &def, NULL) == BELAY_OK;
}

static bool add_world(mjcf* m, xml_node* node)
{
    mjcf_body world = {.node = node, .pose = belay_pose_identity(), .frame = belay_pose_identity(), .is_static = true};
    belay_scene_body body = {.name = "worldbody", .def = belay_body_def_default()};
    belay_error error;
    body.def.type = BELAY_BODY_STATIC;
    world.child_class = xml_value(node, "childclass");
    if (belay_scene_add_body(m->scene, &body, &error) != BELAY_OK) return xml_fail(m->file, node, "%s", error.message);
    return add_geoms(m, &world) && add_moving(m, &world);
}

bool mjcf_add(xml_file* file, const import_options* o, belay_scene* scene)
{
    mjcf m = {.file = file, .options = o, .scene = scene, .mesh_folder = "", .order = "xyz", .has_auto_limits = true};
    m.angle = BELAY_PI / 180.0;
    xml_value(file->root, "model");
    m.defaults = xml_child(file->root, "default", NULL);
    m.assets = xml_child(file->root, "asset", NULL);
    xml_node* world = xml_child(file->root, "worldbody", NULL);
    if (world == NULL) return xml_fail(file, file->root, "there is no <worldbody> in it");
    bool ok = read_compiler(&m, xml_child(file->root, "compiler", NULL)) &&
              read_option(&m, xml_child(file->root, "option", NULL)) && add_world(&m, world);
    if (m.ghost != NULL)
        xml_warn(file, m.ghost, "it touches nothing (%d of them): only its mass is taken", m.ghost_count);
    return ok;
}
