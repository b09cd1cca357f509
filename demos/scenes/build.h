// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the builders of experiments share. Nothing here needs checking after each call: the first failure is kept in
// experiment.status, and whatever is asked for after it is not done and answers a null handle.

#ifndef BELAY_DEMOS_SCENES_BUILD_H
#define BELAY_DEMOS_SCENES_BUILD_H

#include "scenes/experiment.h"

#include "scenes/vec.h"

// What a thing is made of.
typedef struct build_stuff {
    double density; // kg/m^3
    belay_material material;
    experiment_paint paint;
} build_stuff;

// 1000 kg/m^3, the experiment's mu, no restitution.
build_stuff build_stuff_of(const experiment* e, experiment_look look, int tone);

// Keeps a failure. True while there is none.
bool build_check(experiment* e, belay_result result);

// Makes a body; the null id, with e->status set, when the engine refuses.
belay_body_id build_body(experiment* e, const belay_body_def* def);
// A body that never moves, at `pose`.
belay_body_id build_static(experiment* e, belay_pose pose);
// A shape at `pose` on a body.
belay_collider_id build_shape(experiment* e, belay_body_id body, const belay_shape* shape, belay_pose pose,
                              const build_stuff* stuff);
// The same from a definition, whose material counts.
belay_collider_id build_collider(experiment* e, belay_body_id body, const belay_collider_def* def,
                                 experiment_paint paint);
// A dynamic body of one solid shape, with the mass that follows from its density, its frame at `pose`.
belay_body_id build_solid(experiment* e, const belay_shape* shape, belay_pose pose, const build_stuff* stuff);
belay_body_id build_box(experiment* e, belay_vec3 size, belay_pose pose, const build_stuff* stuff);
belay_body_id build_ball(experiment* e, double radius, belay_vec3 center, const build_stuff* stuff);
// The definition of the body that build_solid would make, to change before it is made.
belay_body_def build_solid_def(experiment* e, const belay_shape* shape, belay_pose pose, double density);

// The definition of a joint at a place in the world (joint.h), to be changed before it is made.
belay_joint_def build_joint_def(experiment* e, belay_joint_type type, belay_body_id a, belay_body_id b,
                                belay_vec3 anchor, belay_vec3 axis);
belay_joint_id build_joint(experiment* e, const belay_joint_def* def);

// Makes a rope; the null id, with e->status set, when the engine refuses.
belay_rod_id build_rod(experiment* e, const belay_rod_def* def);

// Something to be seen alone, at `pose` in the world; or on a body, moving with it.
void build_scenery(experiment* e, const belay_shape* shape, belay_pose pose, experiment_paint paint);
void build_scenery_on(experiment* e, belay_body_id body, const belay_shape* shape, belay_pose pose,
                      experiment_paint paint);

// The floor z <= 0.
belay_collider_id build_floor(experiment* e);

// Shapes about the origin of their frame: a box of that size (m), a ball, a capsule along z (length between the centres
// of its caps), the hull of points, which must stay until it is built (then they are copied).
belay_shape build_shape_box(belay_vec3 size);
belay_shape build_shape_sphere(double radius);
belay_shape build_shape_capsule(double length, double radius);
belay_shape build_shape_hull(const belay_vec3* points, int count);

// A pose there, not turned or turned by an angle (rad) about an axis.
belay_pose build_at(belay_vec3 position);
belay_pose build_turned(belay_vec3 position, belay_vec3 axis, double angle);

// Starts a line and returns its number; adds a point to it.
int build_path(experiment* e, int tone, const char* label);
void build_path_push(experiment* e, int path, belay_vec3 point);
// The same, just above the floor below the point.
void build_path_push_foot(experiment* e, int path, belay_vec3 point);

// The body's state; zeros after a failure.
belay_body_state build_state(const experiment* e, belay_body_id body);

// Random numbers: xorshift64 (Marsaglia 2003), the same on every machine.
typedef struct build_random {
    uint64_t state;
} build_random;

// The generator of an experiment, by its seed: the same seed gives the same numbers.
build_random build_random_begin(const experiment* e);
// Even in [-1, 1).
double build_random_draw(build_random* random);

// The parameters of an experiment, and its time, s.
static inline double experiment_h(const experiment* e)
{
    return e->values[EXPERIMENT_H];
}

static inline double experiment_mu(const experiment* e)
{
    return e->values[EXPERIMENT_MU];
}

static inline int experiment_n(const experiment* e)
{
    return (int)e->values[EXPERIMENT_N];
}

static inline double experiment_time(const experiment* e)
{
    return e->world != 0 ? belay_world_get_time(e->world) : 0.0;
}

#endif
