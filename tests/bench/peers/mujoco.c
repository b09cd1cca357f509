// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// MuJoCo under the driver of the rigid benchmark: its Newton solver and pyramidal cone (above 200 bodies conjugate
// gradients, 50 iterations, because Newton's factors grow too large); high quality: the elliptic cone with impratio
// 10, 20 iterations against slip, and several contacts for each pair of convex hulls. The model goes to it as the XML
// text that it reads. Without BELAY_HAVE_MUJOCO there is none.

#include "peers/mujoco_text.h"
#include "rigid/engine.h"

#include <stddef.h>

#if defined(BELAY_HAVE_MUJOCO)

#include <stdlib.h>
#include <string.h>

#define NEWTON_BODIES 200

typedef struct mujoco_side {
    mjModel* model;
    mjData* data;
    belay_pose* start;
} mujoco_side;

static void print_options(text* t, const rigid_scene* scene, const rigid_settings* settings)
{
    bool is_large = scene->body_count > NEWTON_BODIES;
    // Memory goes with the square of what is allowed.
    int per_body = scene->bodies[0].shape == RIGID_SPHERE ? 5 : 12, contacts = per_body * scene->body_count + 16;
    text_print(t, "<compiler angle=\"radian\"/><size nconmax=\"%d\" njmax=\"%d\"/>", contacts, 4 * contacts);
    text_print(t, "<option timestep=\"%.17g\" gravity=\"0 0 -9.81\" solver=\"%s\"", scene->h,
               is_large ? "CG" : "Newton");
    if (is_large) text_print(t, " iterations=\"50\"");
    if (settings->is_high_quality) text_print(t, " cone=\"elliptic\" impratio=\"10\" noslip_iterations=\"20\"");
    text_print(t, ">%s</option>", settings->is_high_quality ? "<flag multiccd=\"enable\"/>" : "");
}

static void print_meshes(text* t, const rigid_scene* scene)
{
    text_print(t, "<asset>");
    for (int i = 0; i < scene->body_count; i++) {
        if (scene->bodies[i].shape != RIGID_WEDGE) continue;
        text_print(t, "<mesh name=\"m%d\" vertex=\"", i);
        for (int k = 0; k < 8; k++) {
            belay_vec3 c = scene->bodies[i].corners[k];
            text_print(t, "%.17g %.17g %.17g ", c.x, c.y, c.z);
        }
        text_print(t, "\"/>");
    }
    text_print(t, "</asset>");
}

static void print_joints(text* t, const rigid_body* b)
{
    if (!b->is_rotation_locked) {
        text_print(t, "<freejoint/>");
        return;
    }
    if (!b->is_on_vertical)
        text_print(t, "<joint type=\"slide\" axis=\"1 0 0\"/><joint type=\"slide\" axis=\"0 1 0\"/>");
    text_print(t, "<joint type=\"slide\" axis=\"0 0 1\"/>");
}

static void print_geom(text* t, int index, const rigid_body* b, double mu)
{
    belay_vec3 half = {0.5 * b->size.x, 0.5 * b->size.y, 0.5 * b->size.z};
    text_print(t, "<geom friction=\"%.17g 0 0\"", mu);
    if (b->shape == RIGID_SPHERE) {
        text_print(t, " type=\"sphere\" size=\"%.17g\"", half.x);
    } else if (b->shape == RIGID_BOX) {
        text_print(t, " type=\"box\"");
        text_print_vec(t, "size", half);
    } else {
        text_print(t, " type=\"mesh\" mesh=\"m%d\"", index);
    }
    text_print(t, "/>");
}

static void print_body(text* t, int index, const rigid_body* b, double mu)
{
    belay_quat q = b->pose.rotation;
    text_print(t, "<body");
    text_print_vec(t, "pos", b->pose.position);
    text_print(t, " quat=\"%.17g %.17g %.17g %.17g\">", q.w, q.x, q.y, q.z);
    print_joints(t, b);
    text_print(t, "<inertial pos=\"0 0 0\" mass=\"%.17g\"", b->mass);
    text_print_vec(t, "diaginertia", b->inertia);
    text_print(t, "/>");
    print_geom(t, index, b, mu);
    text_print(t, "</body>");
}

static void print_scene(text* t, const rigid_scene* scene, const rigid_settings* settings)
{
    text_print(t, "<mujoco>");
    print_options(t, scene, settings);
    print_meshes(t, scene);
    text_print(t, "<worldbody>");
    for (int i = 0; i < scene->plane_count; i++) {
        belay_vec3 n = scene->planes[i].normal;
        double d = scene->planes[i].offset;
        text_print(t, "<geom type=\"plane\" size=\"0 0 1\" friction=\"%.17g 0 0\"", scene->mu);
        text_print_vec(t, "pos", (belay_vec3){d * n.x, d * n.y, d * n.z});
        text_print_vec(t, "zaxis", n);
        text_print(t, "/>");
    }
    for (int i = 0; i < scene->body_count; i++)
        print_body(t, i, &scene->bodies[i], scene->mu);
    text_print(t, "</worldbody></mujoco>");
}

// ---------------------------------------------------------------------------------------------------------------------
// The world
// ---------------------------------------------------------------------------------------------------------------------

// The first joint of a body; bodies count from 1, the world is 0.
static int first_joint(const mujoco_side* s, int body)
{
    return s->model->body_jntadr[body + 1];
}

static bool is_free(const mujoco_side* s, int body)
{
    return s->model->jnt_type[first_joint(s, body)] == mjJNT_FREE;
}

static void set_velocity(void* world, int body, belay_vec3 linear, belay_vec3 angular)
{
    mujoco_side* s = world;
    mjtNum* v = s->data->qvel + s->model->jnt_dofadr[first_joint(s, body)];
    int count = s->model->body_dofnum[body + 1];
    const double parts[3] = {linear.x, linear.y, linear.z};
    memcpy(v, count == 1 ? parts + 2 : parts, (size_t)(count == 1 ? 1 : 3) * sizeof *v);
    if (!is_free(s, body)) return;
    // The angular velocity of a free joint is in the body's frame.
    const mjtNum* q = s->data->qpos + s->model->jnt_qposadr[first_joint(s, body)] + 3;
    const mjtNum w[3] = {angular.x, angular.y, angular.z};
    mjtNum back[4];
    mju_negQuat(back, q);
    mju_rotVecQuat(v + 3, w, back);
}

static void destroy(void* world)
{
    mujoco_side* s = world;
    mj_deleteData(s->data);
    mj_deleteModel(s->model);
    free(s->start);
    free(s);
}

static void* create(const rigid_scene* scene, const rigid_settings* settings)
{
    text t = {0};
    mujoco_side* s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    s->start = calloc((size_t)scene->body_count + 1, sizeof *s->start);
    print_scene(&t, scene, settings);
    if (!t.has_failed && s->start != NULL) s->model = mujoco_read_model(&t);
    if (s->model != NULL) s->data = mj_makeData(s->model);
    free(t.letters);
    if (s->data == NULL) {
        destroy(s);
        return NULL;
    }
    for (int i = 0; i < scene->body_count; i++) {
        s->start[i] = scene->bodies[i].pose;
        set_velocity(s, i, scene->bodies[i].linear_velocity, scene->bodies[i].angular_velocity);
    }
    return s;
}

static bool step(void* world)
{
    mujoco_side* s = world;
    mj_step(s->model, s->data);
    mju_zero(s->data->xfrc_applied, 6 * s->model->nbody);
    return !mujoco_has_failed(s->data);
}

// From the coordinates, because what MuJoCo derives from them is a step old.
static void get_state(void* world, int body, rigid_state* state)
{
    mujoco_side* s = world;
    const mjtNum* q = s->data->qpos + s->model->jnt_qposadr[first_joint(s, body)];
    const mjtNum* v = s->data->qvel + s->model->jnt_dofadr[first_joint(s, body)];
    *state = (rigid_state){.pose = s->start[body]};
    if (is_free(s, body)) {
        mjtNum w[3];
        mju_rotVecQuat(w, v + 3, q + 3);
        state->pose = (belay_pose){{q[0], q[1], q[2]}, {q[3], q[4], q[5], q[6]}};
        state->linear_velocity = (belay_vec3){v[0], v[1], v[2]};
        state->angular_velocity = (belay_vec3){w[0], w[1], w[2]};
        return;
    }
    int vertical = s->model->body_dofnum[body + 1] - 1;
    if (vertical == 2) {
        state->pose.position.x += q[0];
        state->pose.position.y += q[1];
        state->linear_velocity = (belay_vec3){v[0], v[1], 0.0};
    }
    state->pose.position.z += q[vertical];
    state->linear_velocity.z = v[vertical];
}

static void push(void* world, int body, belay_vec3 force)
{
    mujoco_side* s = world;
    mjtNum* applied = s->data->xfrc_applied + 6 * (body + 1);
    applied[0] += force.x;
    applied[1] += force.y;
    applied[2] += force.z;
}

static int count_contacts(void* world)
{
    return ((mujoco_side*)world)->data->ncon;
}

static double get_theta(void* world)
{
    (void)world;
    return 1.0;
}

const rigid_calls* rigid_mujoco(void)
{
    static const rigid_calls calls = {
        .name = "MuJoCo",
        .create = create,
        .destroy = destroy,
        .step = step,
        .get_state = get_state,
        .set_velocity = set_velocity,
        .push = push,
        .count_contacts = count_contacts,
        .get_theta = get_theta,
    };
    return &calls;
}

#else

const rigid_calls* rigid_mujoco(void)
{
    return NULL;
}

#endif
