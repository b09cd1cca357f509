// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// MuJoCo under the driver of the scenes in motion, set up as in mujoco.c: its Newton solver, above 200 bodies conjugate
// gradients with 50 iterations. Without BELAY_HAVE_MUJOCO there is none.

#include "motion/motion_peers.h"
#include "peers/mujoco_text.h"

#include <stddef.h>

#if defined(BELAY_HAVE_MUJOCO)

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NEWTON_BODIES = 200, MOST_ROWS = 14000 };

typedef struct mujoco_side {
    const motion_scene* scene;
    mjModel* model;
    mjData* data;
    int* joints; // by number of the scene's body
} mujoco_side;

static bool is_able_shape(belay_shape_type type)
{
    return type == BELAY_SHAPE_SPHERE || type == BELAY_SHAPE_BOX || type == BELAY_SHAPE_CAPSULE ||
           type == BELAY_SHAPE_PLANE || type == BELAY_SHAPE_HULL;
}

// Contacts that there is room for.
static int find_capacity(const motion_scene* scene)
{
    bool has_balls = scene->shapes[scene->shape_count - 1].type == BELAY_SHAPE_SPHERE;
    return (has_balls ? 5 : 12) * scene->body_count + 16;
}

// Memory goes with the square of the rows, four a contact.
static bool is_able(const motion_scene* scene)
{
    if (scene->joint_count > 0 || scene->act != NULL || 4 * find_capacity(scene) > MOST_ROWS) return false;
    for (int i = 0; i < scene->shape_count; i++)
        if (!is_able_shape(scene->shapes[i].type)) return false;
    for (int i = 0; i < scene->body_count; i++)
        if (scene->bodies[i].type == BELAY_BODY_KINEMATIC || scene->bodies[i].group != 0) return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// The model's text
// ---------------------------------------------------------------------------------------------------------------------

static void print_options(text* t, const motion_scene* s)
{
    int contacts = find_capacity(s);
    bool is_large = s->body_count > NEWTON_BODIES;
    text_print(t, "<compiler angle=\"radian\"/><size nconmax=\"%d\" njmax=\"%d\"/>", contacts, 4 * contacts);
    text_print(t, "<option timestep=\"%.17g\" gravity=\"0 0 %.17g\" solver=\"%s\"", MOTION_H, -s->gravity,
               is_large ? "CG" : "Newton");
    text_print(t, "%s/>", is_large ? " iterations=\"50\"" : "");
}

static void print_meshes(text* t, const motion_scene* s)
{
    text_print(t, "<asset>");
    for (int i = 0; i < s->shape_count; i++) {
        if (s->shapes[i].type != BELAY_SHAPE_HULL) continue;
        text_print(t, "<mesh name=\"m%d\" vertex=\"", i);
        for (int k = 0; k < s->shapes[i].hull.point_count; k++) {
            belay_vec3 c = s->shapes[i].hull.points[k];
            text_print(t, "%.17g %.17g %.17g ", c.x, c.y, c.z);
        }
        text_print(t, "\"/>");
    }
    text_print(t, "</asset>");
}

static void print_plane(text* t, belay_plane plane)
{
    belay_vec3 n = plane.normal, at = {plane.offset * n.x, plane.offset * n.y, plane.offset * n.z};
    text_print(t, " type=\"plane\" size=\"0 0 1\"");
    text_print_vec(t, "pos", at);
    text_print_vec(t, "zaxis", n);
}

static void print_shape(text* t, const motion_scene* s, int index)
{
    const belay_shape* shape = &s->shapes[index];
    belay_vec3 size = shape->box.size;
    switch (shape->type) {
    case BELAY_SHAPE_SPHERE:
        text_print(t, " type=\"sphere\" size=\"%.17g\"", shape->sphere.radius);
        break;
    case BELAY_SHAPE_CAPSULE:
        text_print(t, " type=\"capsule\" size=\"%.17g %.17g\"", shape->capsule.radius, 0.5 * shape->capsule.length);
        break;
    case BELAY_SHAPE_HULL:
        text_print(t, " type=\"mesh\" mesh=\"m%d\"", index);
        break;
    default:
        text_print(t, " type=\"box\"");
        text_print_vec(t, "size", (belay_vec3){0.5 * size.x, 0.5 * size.y, 0.5 * size.z});
    }
}

// In the frame in which the body stands at `pose`.
static void print_geoms(text* t, const motion_scene* s, const motion_body* b, belay_pose pose)
{
    for (int i = 0; i < b->part_count; i++) {
        const motion_part* part = &s->parts[b->first_part + i];
        const belay_shape* shape = &s->shapes[part->shape];
        belay_vec3 at = belay_quat_rotate(pose.rotation, part->pose.position);
        text_print(t, "<geom friction=\"%.17g 0 0\"", s->mu);
        if (shape->type == BELAY_SHAPE_PLANE) {
            print_plane(t, shape->plane);
        } else {
            print_shape(t, s, part->shape);
            text_print_vec(t, "pos",
                           (belay_vec3){pose.position.x + at.x, pose.position.y + at.y, pose.position.z + at.z});
            text_print_quat(t, belay_quat_multiply(pose.rotation, part->pose.rotation));
        }
        text_print(t, "/>");
    }
}

static void print_body(text* t, const motion_scene* s, const motion_body* b)
{
    const double* m = b->mass.inertia.m;
    if (b->type == BELAY_BODY_STATIC) {
        print_geoms(t, s, b, b->pose);
        return;
    }
    text_print(t, "<body");
    text_print_vec(t, "pos", b->pose.position);
    text_print_quat(t, b->pose.rotation);
    text_print(t,
               "><freejoint/><inertial pos=\"0 0 0\" mass=\"%.17g\" fullinertia=\"%.17g %.17g %.17g %.17g %.17g "
               "%.17g\"/>",
               b->mass.mass, m[0], m[4], m[8], m[1], m[2], m[5]);
    print_geoms(t, s, b, belay_pose_identity());
    text_print(t, "</body>");
}

static void print_scene(text* t, const motion_scene* s)
{
    text_print(t, "<mujoco>");
    print_options(t, s);
    print_meshes(t, s);
    text_print(t, "<worldbody>");
    for (int i = 0; i < s->body_count; i++)
        print_body(t, s, &s->bodies[i]);
    text_print(t, "</worldbody></mujoco>");
}

// ---------------------------------------------------------------------------------------------------------------------
// The world
// ---------------------------------------------------------------------------------------------------------------------

static void set_velocity(void* world, int body, belay_vec3 linear, belay_vec3 angular)
{
    mujoco_side* s = world;
    int joint = s->joints[body];
    mjtNum* v = s->data->qvel + s->model->jnt_dofadr[joint];
    const mjtNum* q = s->data->qpos + s->model->jnt_qposadr[joint] + 3;
    const mjtNum w[3] = {angular.x, angular.y, angular.z};
    mjtNum back[4];
    v[0] = linear.x, v[1] = linear.y, v[2] = linear.z;
    mju_negQuat(back, q); // the angular velocity of a free joint is in the body's frame
    mju_rotVecQuat(v + 3, w, back);
}

static void destroy(void* world)
{
    mujoco_side* s = world;
    mj_deleteData(s->data);
    mj_deleteModel(s->model);
    free(s->joints);
    free(s);
}

static void* create(const motion_scene* scene, const motion_settings* settings)
{
    text t = {0};
    (void)settings;
    mujoco_side* s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    s->scene = scene;
    s->joints = calloc((size_t)scene->body_count + 1, sizeof *s->joints);
    print_scene(&t, scene);
    if (!t.has_failed && s->joints != NULL) s->model = mujoco_read_model(&t);
    if (s->model != NULL) s->data = mj_makeData(s->model);
    free(t.letters);
    if (s->data == NULL) {
        destroy(s);
        return NULL;
    }
    for (int i = 0, joint = 0; i < scene->body_count; i++) {
        if (scene->bodies[i].type != BELAY_BODY_DYNAMIC) continue;
        s->joints[i] = joint++;
        set_velocity(s, i, scene->bodies[i].linear_velocity, scene->bodies[i].angular_velocity);
    }
    return s;
}

// All bodies are in the model.
static bool make_body(void* world, int index)
{
    (void)world, (void)index;
    return true;
}

static bool step(void* world)
{
    mujoco_side* s = world;
    mj_step(s->model, s->data);
    return !mujoco_has_failed(s->data);
}

// From the coordinates, because what MuJoCo derives from them is a step old.
static void get_state(void* world, int body, motion_state* state)
{
    mujoco_side* s = world;
    const mjtNum* q = s->data->qpos + s->model->jnt_qposadr[s->joints[body]];
    const mjtNum* v = s->data->qvel + s->model->jnt_dofadr[s->joints[body]];
    mjtNum w[3];
    mju_rotVecQuat(w, v + 3, q + 3);
    state->pose = (belay_pose){{q[0], q[1], q[2]}, {q[3], q[4], q[5], q[6]}};
    state->linear_velocity = (belay_vec3){v[0], v[1], v[2]};
    state->angular_velocity = (belay_vec3){w[0], w[1], w[2]};
}

static void get_account(void* world, motion_account* account)
{
    const mjData* data = ((mujoco_side*)world)->data;
    account->contacts = data->ncon;
    for (int i = 0; i < data->ncon; i++)
        account->overlap = fmax(account->overlap, -data->contact[i].dist);
}

static double get_bytes(void* world)
{
    (void)world;
    return NAN;
}

const motion_calls* motion_mujoco(void)
{
    static const motion_calls calls = {
        .name = "MuJoCo",
        .is_able = is_able,
        .create = create,
        .destroy = destroy,
        .make_body = make_body,
        .step = step,
        .get_state = get_state,
        .set_velocity = set_velocity,
        .get_account = get_account,
        .get_bytes = get_bytes,
    };
    return &calls;
}

#else

const motion_calls* motion_mujoco(void)
{
    return NULL;
}

#endif
