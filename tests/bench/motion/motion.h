// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The benchmark of scenes in motion. A scene is plain data: shapes, bodies of one shape or several, joints, and what is
// done before each step. Engines are driven through motion_calls, so the same data goes to all of them. Building ends
// the program when memory runs out.

#ifndef BELAY_TESTS_BENCH_MOTION_MOTION_H
#define BELAY_TESTS_BENCH_MOTION_MOTION_H

#include "belay/belay.h"

#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MOTION_H (1.0 / 60.0) // s
#define MOTION_GRAVITY 9.81   // m/s^2

// ---------------------------------------------------------------------------------------------------------------------
// Scenes
// ---------------------------------------------------------------------------------------------------------------------

typedef struct motion_part {
    int shape;
    belay_pose pose; // on the body
} motion_part;

typedef struct motion_body {
    belay_body_type type;
    belay_pose pose; // of a dynamic body: its centre of mass is the origin
    belay_vec3 linear_velocity, angular_velocity;
    double density; // kg/m^3
    belay_mass mass;
    int first_part, part_count;
    int group;          // bodies of one negative group go through each other; 0: none
    bool is_late;       // made by what is done before a step, not at the beginning
    bool starts_asleep; // likewise for engines that can
    bool is_kept_awake;
} motion_body;

// Ball, hinge (about `axis`) or cone-twist joint (along `axis`); world frame, with the bodies where they start.
typedef struct motion_joint {
    belay_joint_type type;
    int a, b; // bodies; b -1: the world
    belay_vec3 anchor, axis;
    bool is_limited;
    double low, high; // rad, of the angle or the twist
    double cone;      // rad, half the opening
} motion_joint;

struct motion_run;

typedef struct motion_scene {
    double gravity;     // m/s^2, downwards
    double mu;          // of every contact
    bool is_sleepless;  // nothing falls asleep
    double speed_bound; // m/s: nothing should be faster; found by motion_scene_finish
    double rays;        // cast before each step
    double floor;       // m, the height from which bodies cannot fall further; default 0

    belay_shape* shapes;
    motion_part* parts;
    motion_body* bodies;
    motion_joint* joints;
    void** blocks; // what the shapes point to
    int shape_count, part_count, body_count, joint_count, block_count;

    void (*act)(struct motion_run* run); // before each step; null: nothing
    int first_late, late_count;          // for it: bodies that come late
    int first_joint;                     // and the first of their joints
    int n;                               // what the scene was built with
    uint64_t chance;                     // the state of its random numbers
} motion_scene;

// All zero but gravity, mu 0.5 and the seed.
motion_scene motion_scene_begin(int n);
// Masses, centres of mass and the bound on speeds. False, with a message, when a shape has no mass.
bool motion_scene_finish(motion_scene* s);
void motion_scene_fini(motion_scene* s);

// Even in [0, 1) and [low, high); a random direction and rotation.
double motion_draw(motion_scene* s);
double motion_draw_between(motion_scene* s, double low, double high);
belay_vec3 motion_draw_direction(motion_scene* s);
belay_quat motion_draw_rotation(motion_scene* s);

// Each adds a shape and gives its number. Lengths are full sizes.
int motion_shape_add(motion_scene* s, belay_shape shape);
int motion_shape_sphere(motion_scene* s, double radius);
int motion_shape_box(motion_scene* s, belay_vec3 size);
int motion_shape_capsule(motion_scene* s, double length, double radius);
int motion_shape_hull(motion_scene* s, const belay_vec3* points, int count);
// `count` random points at `radius` from the origin.
int motion_shape_random_hull(motion_scene* s, int count, double radius);
// A prism of `count` sides about the z axis.
int motion_shape_prism(motion_scene* s, int count, double height, double radius);
// Memory of `size` bytes that lives as long as the scene.
void* motion_scene_keep(motion_scene* s, size_t size);

// A body of one part; its number. A dynamic one has 1000 kg/m^3 until told otherwise.
int motion_body_add(motion_scene* s, belay_body_type type, int shape, belay_pose pose);
// One more part on the body that was added last.
void motion_part_add(motion_scene* s, int shape, belay_pose pose);
belay_pose motion_at(double x, double y, double z);

// A joint; its limits are to be set on the answer, which is good until the next one.
motion_joint* motion_joint_add(motion_scene* s, belay_joint_type type, int a, int b, belay_vec3 anchor,
                               belay_vec3 axis);

// A static box 1 m thick with its upper face at z = 0, `width` m wide.
void motion_floor_add(motion_scene* s, double width);
// Four static walls of that height around the square of that inner width, m.
void motion_pen_add(motion_scene* s, double width, double height);
// A doll of 14 capsules, 1.75 m, its feet there, turned by `turn` rad about z. The number of its first body.
enum { MOTION_DOLL_BODIES = 14, MOTION_DOLL_JOINTS = 13 };
int motion_doll_add(motion_scene* s, belay_vec3 feet, double turn, int group);

typedef double motion_height(double x, double y);
// A static mesh of `cells` x `cells` squares of two triangles each, `spacing` m wide, about the origin.
void motion_mesh_floor_add(motion_scene* s, int cells, double spacing, motion_height* height);
// A static torus (mesh) about the z axis through `at`.
int motion_shape_torus(motion_scene* s, double radius, double tube);

// ---------------------------------------------------------------------------------------------------------------------
// Engines
// ---------------------------------------------------------------------------------------------------------------------

typedef struct motion_settings {
    int workers;
    double budget_seconds; // of Belay; 0: none
    bool is_game;          // Belay as belay_world_def_game() has it, else as belay_world_def_default()
} motion_settings;

typedef struct motion_state {
    belay_pose pose;
    belay_vec3 linear_velocity, angular_velocity; // world
} motion_state;

// What an engine tells of its last step.
typedef struct motion_account {
    double overlap; // m, the deepest
    int contacts;
    // Belay alone:
    double residual;
    bool has_converged, is_budget_exhausted, is_work_exhausted;
    double made;     // J, by what is no drive
    double recovery; // J, by taking overlap back
    int faults;      // bodies or rods that could not move as they should
    double part_seconds[BELAY_STEP_PART_COUNT];
} motion_account;

typedef struct motion_calls {
    const char* name;
    bool is_belay;
    // A world without bodies; null, with a message, when that fails. `is_able` false: it cannot make such a scene.
    bool (*is_able)(const motion_scene* scene);
    void* (*create)(const motion_scene* scene, const motion_settings* settings);
    void (*destroy)(void* world);
    bool (*make_body)(void* world, int body);
    bool (*make_joint)(void* world, int joint); // after its bodies
    bool (*remove_body)(void* world, int body); // its joints die with it
    bool (*step)(void* world);
    void (*get_state)(void* world, int body, motion_state* state);
    void (*set_velocity)(void* world, int body, belay_vec3 linear, belay_vec3 angular);
    bool (*cast_ray)(void* world, belay_vec3 from, belay_vec3 way);
    void (*get_account)(void* world, motion_account* account);
    double (*get_bytes)(void* world); // the most that it had; NAN: unknown
} motion_calls;

// Null when the package was not there at build time.
const motion_calls* motion_belay(void);

// ---------------------------------------------------------------------------------------------------------------------
// Runs
// ---------------------------------------------------------------------------------------------------------------------

typedef struct motion_series {
    double *wall, *cpu, *overlap; // s, s, m: of each measured step
    int count;
} motion_series;

// What is known of the measured steps.
typedef struct motion_summary {
    int converged, out_of_budget, out_of_work, faults; // steps, bodies
    double worst_residual, mean_residual;
    double most_contacts, mean_contacts;
    double fastest;     // m/s
    double joint_error; // m, how far the anchors of a joint were apart at most
    double gain;        // J, the sum of all rises of the mechanical energy in a step, found from the bodies' motion
    double made;        // J, the sum of what Belay's own account says was made
    double worst_parts[BELAY_STEP_PART_COUNT], worst_seconds;
    double part_sums[BELAY_STEP_PART_COUNT]; // s, over the steps
    int lost_step; // in which a body was nowhere; 0: none
} motion_summary;

typedef struct motion_run {
    const motion_scene* scene;
    const motion_calls* calls;
    void* world;
    bool* is_there;      // by body
    belay_vec3* anchors; // of joint i, where it started, on a (2 i) and on b (2 i + 1), body frames
    int step;            // made so far
    int hits;            // of rays
    bool is_closed;      // nothing does work on the bodies but gravity
    bool has_failed;
    motion_series series;
    motion_summary summary;
} motion_run;

// Makes the engine's world and the bodies that are there from the beginning. False, with a message, when that fails.
bool motion_run_begin(motion_run* run, const motion_scene* scene, const motion_calls* calls,
                      const motion_settings* settings, int steps);
// What is done before a step, and the step. False when the engine fails or a body is nowhere.
bool motion_run_step(motion_run* run, bool is_measured);
void motion_run_end(motion_run* run);

motion_state motion_run_state(const motion_run* run, int body);
// For what is done before a step: makes `count` bodies (and `joints` joints) from the given ones on; removes bodies.
void motion_run_make(motion_run* run, int first, int count, int first_joint, int joints);
void motion_run_remove(motion_run* run, int first, int count);

// ---------------------------------------------------------------------------------------------------------------------
// The table of scenes
// ---------------------------------------------------------------------------------------------------------------------

// ms per step on one thread as measured elsewhere (one machine, one run; ratios are what counts); 0: not measured.
typedef struct motion_quote {
    double belay, box3d, jolt;
    const char* text; // more; null: none
} motion_quote;

typedef struct motion_row {
    const char* name;
    const char* what;
    void (*build)(motion_scene* scene);
    int n, few;    // bodies or rows, as the scene counts them; few: for a test
    int skip;      // steps before those that are measured
    int steps;     // that are measured
    double budget; // s, of Belay's step; 0: none
    motion_quote quote;
} motion_row;

extern const motion_row motion_rows[];
extern const int motion_row_count;

// piles
void motion_build_settling(motion_scene* s);
void motion_build_hulls(motion_scene* s);
void motion_build_convex(motion_scene* s);
void motion_build_cubes(motion_scene* s);
void motion_build_terrain(motion_scene* s);
// movers
void motion_build_tumbler(motion_scene* s);
void motion_build_washer(motion_scene* s);
void motion_build_spinner(motion_scene* s);
void motion_build_junkyard(motion_scene* s);
void motion_build_trees(motion_scene* s);
// hits
void motion_build_smash(motion_scene* s);
void motion_build_pyramid_hit(motion_scene* s);
void motion_build_cards_hit(motion_scene* s);
// jointed
void motion_build_bridge(motion_scene* s);
void motion_build_stairs(motion_scene* s);
void motion_build_rain(motion_scene* s);
void motion_build_joint_grid(motion_scene* s);
// stacks
void motion_build_wall(motion_scene* s);
void motion_build_column(motion_scene* s);
void motion_build_column_jittered(motion_scene* s);
void motion_build_column_leaning(motion_scene* s);
void motion_build_large_pyramid(motion_scene* s);
void motion_build_many_pyramids(motion_scene* s);
// many things at rest, or none
void motion_build_sleepers(motion_scene* s);
void motion_build_sleepers_awake(motion_scene* s);
void motion_build_static(motion_scene* s);
void motion_build_spawn(motion_scene* s);
void motion_build_rays(motion_scene* s);

#ifdef __cplusplus
}
#endif

#endif
