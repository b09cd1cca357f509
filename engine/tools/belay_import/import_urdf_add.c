// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Links as bodies with colliders, joints as joints.

#include "belay/mat.h"
#include "import_urdf.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Colliders
// ---------------------------------------------------------------------------------------------------------------------

static bool add_mesh(urdf* u, belay_scene* scene, xml_node* node, const belay_collider_def* like, bool is_static)
{
    const char* name;
    char path[1024];
    belay_vec3 scale = v3(1.0, 1.0, 1.0);
    import_mesh mesh;
    belay_mesh_facts facts;
    if (!xml_text(u->file, node, "filename", &name)) return false;
    if (!xml_numbers(u->file, node, "scale", &scale.x, 3)) return false;
    if (scale.x == 0.0 || scale.y == 0.0 || scale.z == 0.0)
        return xml_fail(u->file, node, "scale is (%g, %g, %g); no part may be 0", scale.x, scale.y, scale.z);
    if (!import_find_file(u->file, name, u->options, path, sizeof path))
        return xml_fail(u->file, node, "the file '%s' is not found; --package DIR says where packages are", name);
    if (!import_mesh_read(path, scale, IMPORT_UP_Z, false, &mesh)) return false;
    import_form form = u->options->has_form ? u->options->form : is_static ? IMPORT_MESH : IMPORT_HULL;
    if (form == IMPORT_MESH && !is_static) form = IMPORT_HULL;
    bool ok = import_mesh_check(path, &mesh, &facts) && import_mesh_add(scene, path, &mesh, form, u->options, like);
    import_mesh_free(&mesh);
    return ok;
}

static bool read_shape(urdf* u, xml_node* geometry, belay_shape* shape, xml_node** mesh)
{
    xml_node *box = xml_child(geometry, "box", NULL), *cylinder = xml_child(geometry, "cylinder", NULL),
             *sphere = xml_child(geometry, "sphere", NULL), *capsule = xml_child(geometry, "capsule", NULL);
    *mesh = xml_child(geometry, "mesh", NULL);
    memset(shape, 0, sizeof *shape);
    if (box != NULL) {
        shape->type = BELAY_SHAPE_BOX;
        return xml_numbers(u->file, box, "size", &shape->box.size.x, 3);
    }
    if (cylinder != NULL) {
        shape->type = BELAY_SHAPE_CYLINDER;
        return xml_numbers(u->file, cylinder, "length", &shape->cylinder.height, 1) &&
               xml_numbers(u->file, cylinder, "radius", &shape->cylinder.radius, 1);
    }
    if (sphere != NULL) {
        shape->type = BELAY_SHAPE_SPHERE;
        return xml_numbers(u->file, sphere, "radius", &shape->sphere.radius, 1);
    }
    if (capsule != NULL) {
        shape->type = BELAY_SHAPE_CAPSULE;
        return xml_numbers(u->file, capsule, "length", &shape->capsule.length, 1) &&
               xml_numbers(u->file, capsule, "radius", &shape->capsule.radius, 1);
    }
    return *mesh != NULL ||
           xml_fail(u->file, geometry, "there is none of <box>, <cylinder>, <sphere>, <capsule> and <mesh> in it");
}

static bool add_collision(urdf* u, belay_scene* scene, xml_node* collision, const urdf_link* link, bool is_static)
{
    xml_node *geometry = xml_child(collision, "geometry", NULL), *mesh;
    belay_pose origin;
    belay_shape shape;
    belay_error error;
    xml_value(collision, "name");
    if (geometry == NULL) return xml_fail(u->file, collision, "its <geometry> is missing");
    if (!urdf_origin(u, collision, &origin) || !read_shape(u, geometry, &shape, &mesh)) return false;
    belay_collider_def def = belay_collider_def_default(shape);
    def.density = u->options->density;
    def.pose = pose_compose(link->frame, origin);
    if (mesh != NULL) return add_mesh(u, scene, mesh, &def, is_static);
    return belay_scene_add_collider(scene, &def, &error) == BELAY_OK ||
           xml_fail(u->file, geometry, "%s", error.message);
}

// ---------------------------------------------------------------------------------------------------------------------
// Bodies
// ---------------------------------------------------------------------------------------------------------------------

static bool has_collision(urdf* u, int body)
{
    for (int i = 0; i < u->link_count; i++)
        if (u->links[i].body == body && xml_child(u->links[i].node, "collision", NULL) != NULL) return true;
    return false;
}

// The mass of all links of a body, in its frame.
static belay_mass mass_of_body(const urdf* u, int body)
{
    belay_mass sum = {0.0, {0.0, 0.0, 0.0}, {{0.0}}};
    for (int i = 0; i < u->link_count; i++) {
        const urdf_link* link = &u->links[u->order[i]];
        if (link->body != body || !(link->mass.mass > 0.0)) continue;
        belay_mass own = belay_mass_transform(link->mass, link->frame);
        sum = sum.mass > 0.0 ? belay_mass_add(sum, own) : own;
    }
    return sum;
}

static bool weigh(urdf* u, const urdf_link* link, belay_scene_body* body)
{
    belay_mass mass = mass_of_body(u, link->body);
    if (mass.mass > 0.0) {
        body->def.mass = mass.mass;
        body->def.center_of_mass = mass.center_of_mass;
        body->def.inertia = mass.inertia;
        return true;
    }
    if (!has_collision(u, link->body))
        return xml_fail(u->file, link->node, "'%s' moves and has neither <inertial> nor <collision>: it weighs nothing",
                        link->name);
    body->weighs_colliders = true;
    xml_warn(u->file, link->node, "'%s' has no mass; it weighs what its colliders do at %g kg/m^3", link->name,
             u->options->density);
    return true;
}

// The body of a link and of all that is fixed to it.
static bool add_body(urdf* u, belay_scene* scene, urdf_link* link)
{
    belay_scene_body body = {.def = belay_body_def_default()};
    belay_error error;
    memcpy(body.name, link->name, sizeof body.name);
    body.def.pose = link->pose;
    link->is_static = link->joint < 0 && (!u->options->is_free || strcmp(link->name, "world_") == 0);
    if (link->is_static) body.def.type = BELAY_BODY_STATIC;
    if (!link->is_static && !weigh(u, link, &body)) return false;
    link->number = belay_scene_get_counts(scene).bodies;
    if (belay_scene_add_body(scene, &body, &error) != BELAY_OK)
        return xml_fail(u->file, link->node, "%s", error.message);
    for (int i = 0; i < u->link_count; i++) {
        urdf_link* part = &u->links[u->order[i]];
        if (part->body != link->body) continue;
        xml_node* c = xml_child(part->node, "collision", NULL);
        for (; c != NULL; c = xml_child(part->node, "collision", c))
            if (!add_collision(u, scene, c, part, link->is_static)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Joints
// ---------------------------------------------------------------------------------------------------------------------

static bool read_limit(urdf* u, const urdf_joint* joint, belay_joint_axis* axis)
{
    xml_node* limit = xml_child(joint->node, "limit", NULL);
    if (limit == NULL)
        return xml_fail(u->file, joint->node, "'%s' has no <limit>, which its type must have", joint->name);
    axis->limit.is_enabled = true;
    if (!xml_numbers(u->file, limit, "lower", &axis->limit.min, 1)) return false;
    if (!xml_numbers(u->file, limit, "upper", &axis->limit.max, 1)) return false;
    return axis->limit.min <= axis->limit.max ||
           xml_fail(u->file, limit, "lower is %g and upper is %g; it must not be less", axis->limit.min,
                    axis->limit.max);
}

// Damping is a spring without stiffness, friction a motor that wants to stand. A joint has one of them on an axis.
static bool read_dynamics(urdf* u, const urdf_joint* joint, belay_joint_axis* axis)
{
    xml_node* dynamics = xml_child(joint->node, "dynamics", NULL);
    double damping = 0.0, friction = 0.0;
    if (dynamics == NULL) return true;
    if (!xml_numbers(u->file, dynamics, "damping", &damping, 1)) return false;
    if (!xml_numbers(u->file, dynamics, "friction", &friction, 1)) return false;
    if (damping > 0.0) {
        axis->spring.is_enabled = true;
        axis->spring.damping = damping;
        axis->spring.max_force = HUGE_VAL;
        if (friction > 0.0) xml_warn(u->file, dynamics, "friction %g is left out: there is damping", friction);
    } else if (friction > 0.0) {
        axis->motor.is_enabled = true;
        axis->motor.max_force = friction;
    }
    return true;
}

static belay_joint_def def_of(urdf_joint_type type)
{
    static const belay_joint_type types[] = {
        [URDF_REVOLUTE] = BELAY_JOINT_HINGE,   [URDF_CONTINUOUS] = BELAY_JOINT_HINGE,
        [URDF_PRISMATIC] = BELAY_JOINT_SLIDER, [URDF_FIXED] = BELAY_JOINT_FIXED,
        [URDF_FLOATING] = BELAY_JOINT_SIX_DOF, [URDF_PLANAR] = BELAY_JOINT_SIX_DOF,
    };
    belay_joint_def def = belay_joint_def_default(types[type]);
    // Across its axis a planar joint goes, and about it turns; limits that are one number lock the rest.
    static const int locked[] = {0, 4, 5};
    for (int i = 0; i < 3 && type == URDF_PLANAR; i++)
        def.axis[locked[i]].limit.is_enabled = true;
    return def;
}

bool urdf_add_joint(urdf* u, belay_scene* scene, const urdf_joint* joint)
{
    const urdf_link *parent = &u->links[joint->parent], *child = &u->links[joint->child];
    belay_scene_joint out = {
        .body_a = u->links[parent->body].number, .body_b = child->number, .def = def_of(joint->type)};
    belay_error error;
    belay_pose turn = {v3_zero(), import_x_to(joint->axis)};
    memcpy(out.name, joint->name, sizeof out.name);
    out.def.frame_a = pose_compose(parent->frame, pose_compose(joint->origin, turn));
    out.def.frame_b = turn;
    bool is_limited = joint->type == URDF_REVOLUTE || joint->type == URDF_PRISMATIC;
    if (is_limited && !read_limit(u, joint, &out.def.axis[0])) return false;
    if (joint->type != URDF_PLANAR && !read_dynamics(u, joint, &out.def.axis[0])) return false;
    return belay_scene_add_joint(scene, &out, &error) == BELAY_OK ||
           xml_fail(u->file, joint->node, "%s", error.message);
}

bool urdf_add(urdf* u, belay_scene* scene)
{
    for (int i = 0; i < u->link_count; i++) {
        urdf_link* link = &u->links[u->order[i]];
        if (link->body == u->order[i] && !add_body(u, scene, link)) return false;
    }
    for (int i = 0; i < u->joint_count; i++) {
        const urdf_joint* j = &u->joints[i];
        if (j->type == URDF_FIXED || j->type == URDF_FLOATING) continue;
        if (!urdf_add_joint(u, scene, j)) return false;
    }
    return true;
}
