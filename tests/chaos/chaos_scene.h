// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Random scenes. A seed makes a chaos_scene, plain data with everything that will be built and done; a chaos_stage is
// the world built of it. Items can be left out and features made plain, so that a scene that fails can be made small.
// Nothing here sees the engine but by its public face.

#ifndef BELAY_TESTS_CHAOS_SCENE_H
#define BELAY_TESTS_CHAOS_SCENE_H

#include <belay/belay.h>

enum {
    CHAOS_STEPS = 120,
    CHAOS_MAX_GROUNDS = 8,
    CHAOS_MAX_MOVERS = 3,
    CHAOS_MAX_BODIES = 40,
    CHAOS_MAX_JOINTS = 48,
    CHAOS_MAX_RODS = 3,
    CHAOS_MAX_DEEDS = 8,
    CHAOS_MAX_SHAPES = 2, // of one body
    CHAOS_WORLD = -1,     // as a partner of a joint or a rod: the world
    CHAOS_NOTHING = -2,   // likewise: none
};

// What a scene has, for tables of which of these fail. (NAME, "word")
#define CHAOS_FEATURES(X)                                                                                              \
    X(SPHERE, "sphere")                                                                                                \
    X(CAPSULE, "capsule")                                                                                              \
    X(BOX, "box")                                                                                                      \
    X(CYLINDER, "cylinder")                                                                                            \
    X(CONE, "cone")                                                                                                    \
    X(HULL, "hull")                                                                                                    \
    X(COMPOUND, "two shapes on a body")                                                                                \
    X(THIN, "thin shapes")                                                                                             \
    X(ON_PLANE, "on a plane")                                                                                          \
    X(ON_BOX, "on a box")                                                                                              \
    X(ON_MESH, "on a mesh")                                                                                            \
    X(ON_FIELD, "on a height field")                                                                                   \
    X(ON_TUBES, "on tubes")                                                                                            \
    X(ON_NOTHING, "in free space")                                                                                     \
    X(WALLS, "walls")                                                                                                  \
    X(OBSTACLES, "obstacles")                                                                                          \
    X(CONVEYOR, "conveyor")                                                                                            \
    X(SENSOR, "sensor")                                                                                                \
    X(MOVER, "kinematic mover")                                                                                        \
    X(CHAIN, "chain of joints")                                                                                        \
    X(LOOP, "loop of joints")                                                                                          \
    X(BALL, "ball joint")                                                                                              \
    X(HINGE, "hinge")                                                                                                  \
    X(SLIDER, "slider")                                                                                                \
    X(FIXED, "fixed joint")                                                                                            \
    X(DISTANCE, "distance joint")                                                                                      \
    X(CONE_TWIST, "cone-twist")                                                                                        \
    X(SIX_DOF, "six-dof")                                                                                              \
    X(DRAG, "drag joint")                                                                                              \
    X(LIMIT, "rigid limit")                                                                                            \
    X(SOFT_LIMIT, "soft limit")                                                                                        \
    X(MOTOR, "motor")                                                                                                  \
    X(SPRING, "spring")                                                                                                \
    X(OFFSET, "joint out of place")                                                                                    \
    X(BREAKS, "joint that breaks")                                                                                     \
    X(ROD, "rod")                                                                                                      \
    X(ROD_NODAL, "nodal rod")                                                                                          \
    X(ROD_HELIX, "super-helix")                                                                                        \
    X(ROD_SPRINGS, "mass-spring rod")                                                                                  \
    X(ROD_CORDE, "corde rod")                                                                                          \
    X(GRIP, "grip or clamp")                                                                                           \
    X(OVERLAP, "overlapping start")                                                                                    \
    X(BOUNCE, "restitution")                                                                                           \
    X(BOUNCE_ONE, "restitution 1")                                                                                     \
    X(SLIPPERY, "friction 0")                                                                                          \
    X(ROUGH, "friction > 1")                                                                                           \
    X(RATIO, "mass ratio > 100")                                                                                       \
    X(SMALL, "bodies < 1 cm")                                                                                          \
    X(LARGE, "bodies > 1 m")                                                                                           \
    X(SPIN, "spin > 10 rad/s")                                                                                         \
    X(TURNS, "turn > 0.5 rad a step")                                                                                  \
    X(SLOW_STEP, "h > 1/100 s")                                                                                        \
    X(THETA, "theta > 1/2")                                                                                            \
    X(WEIGHTLESS, "no gravity")                                                                                        \
    X(CAP, "work cap")                                                                                                 \
    X(FEW_SWEEPS, "few sweeps")                                                                                        \
    X(BUDGET, "time budget")                                                                                           \
    X(COLD, "no warm start")                                                                                           \
    X(SLEEP, "sleep")                                                                                                  \
    X(PUSHED, "applied forces")                                                                                        \
    X(DEEDS, "changes on the way")                                                                                     \
    X(CLOSED, "closed: nothing drives")

typedef enum chaos_feature {
#define CHAOS_FEATURE_ENUMERATOR(name, word) CHAOS_##name,
    CHAOS_FEATURES(CHAOS_FEATURE_ENUMERATOR)
#undef CHAOS_FEATURE_ENUMERATOR
        CHAOS_FEATURE_COUNT
} chaos_feature;

const char* chaos_feature_name(chaos_feature feature);

// What can be made plain in a scene. (NAME, "word", text)
#define CHAOS_PLAINS(X)                                                                                                \
    X(RESTITUTION, "restitution", "all 0")                                                                             \
    X(FRICTION, "friction", "all 0.5")                                                                                 \
    X(VELOCITY, "velocity", "bodies start without speed")                                                              \
    X(SPIN, "spin", "bodies start without spin")                                                                       \
    X(LIMITS, "limits", "no limits")                                                                                   \
    X(DRIVES, "drives", "no motors and springs")                                                                       \
    X(CAPS, "caps", "default solver")                                                                                  \
    X(SLEEPING, "sleep", "nothing sleeps")                                                                             \
    X(CHANGES, "changes", "nothing is changed on the way")                                                             \
    X(FORCES, "forces", "no applied forces")                                                                           \
    X(HALF, "theta", "theta 1/2")                                                                                      \
    X(MASSES, "masses", "density 1000")

typedef enum chaos_plain {
#define CHAOS_PLAIN_ENUMERATOR(name, word, text) CHAOS_PLAIN_##name,
    CHAOS_PLAINS(CHAOS_PLAIN_ENUMERATOR)
#undef CHAOS_PLAIN_ENUMERATOR
        CHAOS_PLAIN_COUNT
} chaos_plain;

const char* chaos_plain_name(chaos_plain plain);

typedef struct chaos_shape {
    belay_shape_type type;
    belay_vec3 size; // of a box around it, m
    uint64_t seed;   // of the corners of a hull, mesh or height field
    belay_pose pose; // on the body
} chaos_shape;

typedef struct chaos_ground {
    chaos_shape shape;
    belay_pose pose;
    belay_material material;
    belay_vec3 surface_velocity;
    bool is_sensor;
} chaos_ground;

typedef struct chaos_mover {
    chaos_shape shape;
    belay_pose pose;
    belay_material material;
    belay_vec3 swing; // m, of its way to and fro
    double frequency; // rad/s, likewise
    belay_vec3 spin;  // rad/s
    bool is_carried;  // by belay_body_move_kinematic; false: it is given velocities
} chaos_mover;

typedef struct chaos_body {
    chaos_shape shapes[CHAOS_MAX_SHAPES];
    int shape_count;
    double density;
    belay_pose pose;
    belay_vec3 linear, angular;
    belay_material material;
    double gravity_scale;
    bool is_rotation_locked, starts_asleep;
    double radius; // m, about the origin: it holds all shapes
} chaos_body;

typedef struct chaos_joint {
    belay_joint_type type;
    int a, b; // bodies; b: or CHAOS_WORLD
    belay_vec3 anchor, axis;
    belay_joint_axis axes[6];
    double cone_angle;
    bool collides;
    double break_force;
    belay_vec3 offset; // m, how far the frame on b is out of place
    double frequency, max_force;
} chaos_joint;

typedef struct chaos_rod {
    belay_rod_model model;
    int element_count, a, b;
    belay_vec3 start, direction;
    double length, radius, density, young_modulus, damping_time, theta;
    belay_material material;
    belay_rod_attachment_type type;
    double max_force;
} chaos_rod;

// What a program does to a world between steps.
typedef enum chaos_deed_type {
    CHAOS_DEED_PUSH, // a force on a body, for some steps
    CHAOS_DEED_KICK, // an impulse
    CHAOS_DEED_TELEPORT,
    CHAOS_DEED_DESTROY_BODY,
    CHAOS_DEED_DESTROY_JOINT,
    CHAOS_DEED_WAKE,
    CHAOS_DEED_SLEEP,
    CHAOS_DEED_STEP, // another h
    CHAOS_DEED_MATERIAL,
} chaos_deed_type;

typedef struct chaos_deed {
    chaos_deed_type type;
    int step, steps, index;
    belay_vec3 vector;
    double number;
} chaos_deed;

typedef struct chaos_scene {
    uint64_t seed;
    uint64_t features; // bits by chaos_feature
    double size;       // m, of a typical body
    belay_world_def world;
    chaos_ground grounds[CHAOS_MAX_GROUNDS];
    chaos_mover movers[CHAOS_MAX_MOVERS];
    chaos_body bodies[CHAOS_MAX_BODIES];
    chaos_joint joints[CHAOS_MAX_JOINTS];
    chaos_rod rods[CHAOS_MAX_RODS];
    chaos_deed deeds[CHAOS_MAX_DEEDS];
    int ground_count, mover_count, body_count, joint_count, rod_count, deed_count;
} chaos_scene;

// The scene of a seed.
void chaos_scene_make(chaos_scene* scene, uint64_t seed);
bool chaos_scene_has(const chaos_scene* scene, chaos_feature feature);
// Makes plain what the bits (by chaos_plain) say.
void chaos_scene_make_plain(chaos_scene* scene, unsigned plains);
// Sets the features by what is in the scene.
void chaos_scene_find_features(chaos_scene* scene);

// Items, by number: grounds, movers, bodies, joints, rods. Leaves out those that are not kept, and with a body the
// joints, rods and deeds that need it.
enum { CHAOS_MAX_ITEMS = CHAOS_MAX_GROUNDS + CHAOS_MAX_MOVERS + CHAOS_MAX_BODIES + CHAOS_MAX_JOINTS + CHAOS_MAX_RODS };
int chaos_scene_item_count(const chaos_scene* scene);
void chaos_scene_keep(chaos_scene* scene, const bool* is_kept);

// A world built of a scene.
typedef struct chaos_stage {
    const chaos_scene* scene;
    belay_world* world;
    belay_body_id movers[CHAOS_MAX_MOVERS], bodies[CHAOS_MAX_BODIES]; // null: destroyed
    belay_joint_id joints[CHAOS_MAX_JOINTS];
    belay_rod_id rods[CHAOS_MAX_RODS];
    belay_vec3 forces[CHAOS_MAX_BODIES]; // N, applied in the step to come
    char refused[256];                   // what the engine refused, empty: nothing
} chaos_stage;

// False when the engine refuses something, which `refused` tells.
bool chaos_stage_open(chaos_stage* stage, const chaos_scene* scene);
// What is done before step `step` (from 0): movers, forces, deeds.
bool chaos_stage_before_step(chaos_stage* stage, int step);
void chaos_stage_close(chaos_stage* stage);

#endif
