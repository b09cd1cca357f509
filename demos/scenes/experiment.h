// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// An experiment: a world with things in it, what is done to them from step to step, and numbers to hold against right
// values. One file for each kind; the gallery shows them, the tests and benchmarks run the same ones. No window, and
// nothing of the engine but its public face.

#ifndef BELAY_DEMOS_SCENES_EXPERIMENT_H
#define BELAY_DEMOS_SCENES_EXPERIMENT_H

#include <belay/belay.h>

// What can be chosen. A kind uses some of them, each within a range of its own.
typedef enum experiment_parameter {
    EXPERIMENT_H,        // s, the time step
    EXPERIMENT_MU,       // friction coefficient, of everything with everything
    EXPERIMENT_N,        // how many there are of what the scene is made of
    EXPERIMENT_T_OVER_R, // thickness of an arch over its mean radius
    EXPERIMENT_RATIO,    // of a load to what carries it
    EXPERIMENT_SEED,     // of what is random
    EXPERIMENT_PARAMETER_COUNT
} experiment_parameter;

// The word for a parameter, as on a command line ("t-over-r"), and its unit (empty: none); never null.
const char* experiment_parameter_name(experiment_parameter parameter);
const char* experiment_parameter_unit(experiment_parameter parameter);

typedef struct experiment_range {
    double low, high; // low < high: the kind has this parameter
    double start;     // what it is when nothing is said
    bool is_whole;
} experiment_range;

typedef struct experiment_options {
    double values[EXPERIMENT_PARAMETER_COUNT]; // NAN: as the kind has it
    belay_world_def world;                     // what the kind leaves open: solver, theta, sleep, workers, allocator
} experiment_options;

// Everything as the kind has it; the engine's defaults, but no sleep, so that what is at rest is at rest by the law.
experiment_options experiment_options_default(void);

enum { EXPERIMENT_MAX_RESULTS = 10 };

// A number that a kind measures.
typedef struct experiment_result_def {
    const char* name; // a few words
    const char* unit; // empty: none
} experiment_result_def;

// Right when |value - right| <= allowed. NAN as `value`: not known yet; as `right`: there is none.
typedef struct experiment_result {
    double value, right, allowed;
} experiment_result;

// Whether a result can be judged, and is right.
bool experiment_result_is_judged(experiment_result result);
bool experiment_result_is_right(experiment_result result);

typedef struct experiment experiment;

typedef struct experiment_kind {
    const char* name;  // for the command line
    const char* title; // a line
    const char* text;  // what is to be seen, a sentence or two
    double seconds;    // of simulated time that its results are meant for
    experiment_range ranges[EXPERIMENT_PARAMETER_COUNT];
    int result_count;
    experiment_result_def results[EXPERIMENT_MAX_RESULTS];
    size_t data_size;  // bytes of its own, zeroed, at experiment.data
    size_t data_built; // of these the first that stay as they were built, as pointers do
    void (*build)(experiment* e);
    void (*before_step)(experiment* e); // null: nothing
    void (*after_step)(experiment* e);  // null: nothing
    void (*measure)(const experiment* e, experiment_result* results);
    void (*fini)(experiment* e); // frees what its data hold; null: nothing
} experiment_kind;

// All kinds, in the order in which they are shown.
int experiment_kind_count(void);
const experiment_kind* experiment_kind_at(int index);
// The kind of that name, null when there is none.
const experiment_kind* experiment_kind_find(const char* name);

// What a part looks like; how that is drawn is the viewer's business.
typedef enum experiment_look {
    EXPERIMENT_LOOK_FLOOR,  // a plane, as far as the eye can see
    EXPERIMENT_LOOK_HIDDEN, // not at all
    EXPERIMENT_LOOK_GLASS,  // see-through
    EXPERIMENT_LOOK_STONE,
    EXPERIMENT_LOOK_BRICK,
    EXPERIMENT_LOOK_WOOD,
    EXPERIMENT_LOOK_CARD,
    EXPERIMENT_LOOK_STEEL,
    EXPERIMENT_LOOK_EARTH,
    EXPERIMENT_LOOK_PAINT,   // `tone` is the colour
    EXPERIMENT_LOOK_PATTERN, // likewise, painted so that it is seen to turn
} experiment_look;

typedef struct experiment_paint {
    experiment_look look;
    int tone; // of several alike: a colour, or a shade of the material
} experiment_paint;

// A shape of the scene, as it was given to the engine.
typedef struct experiment_part {
    belay_body_id body;         // null: none, it stands in the world
    belay_collider_id collider; // null: only to be seen
    belay_shape shape;          // its arrays belong to the experiment
    belay_pose pose;            // on the body
    experiment_paint paint;
} experiment_part;

// A line that the scene draws as it goes, e.g. the way of a body.
typedef struct experiment_path {
    char label[32]; // empty: none; written at the point farthest from the first
    int tone;
    belay_vec3* points; // m, world
    int count, capacity;
} experiment_path;

// What the camera should hold, and from where: yaw about z (0: from +x), pitch above the horizon, rad.
typedef struct experiment_view {
    belay_vec3 low, high;
    double yaw, pitch;
} experiment_view;

// What is told of every experiment.
typedef struct experiment_record {
    int steps;
    double* step_seconds; // wall time of every step so far
    int step_capacity;
    double mean_sweeps, mean_contacts;
    int worst_sweeps, max_contacts;
    int missed; // steps that ended above the solver's tolerance
    double worst_residual;
    double worst_overlap; // m, as the engine found it
} experiment_record;

enum { EXPERIMENT_MAX_RODS = 32 };

struct experiment {
    const experiment_kind* kind;
    double values[EXPERIMENT_PARAMETER_COUNT]; // as it was built
    belay_world* world;
    experiment_part* parts;
    int part_count, part_capacity;
    belay_joint_id* joints;
    int joint_count, joint_capacity;
    belay_rod_id rods[EXPERIMENT_MAX_RODS]; // ropes; those who cut and join them keep the list
    int rod_count;
    experiment_path* paths;
    int path_count, path_capacity;
    experiment_view view;
    experiment_record record;
    void* data;
    belay_result status; // the first failure; what fails in build, before_step or after_step is kept here
};

// Whether the kind takes these values; `error` as below.
belay_result experiment_check(const experiment_kind* kind, const experiment_options* options, belay_error* error);

// Builds an experiment; the caller destroys it. `options` null: the default. On failure *e is null and `error` (may be
// null) says why: VALUE (a parameter out of its range, or one that the kind does not have), or whatever the engine
// says.
belay_result experiment_create(const experiment_kind* kind, const experiment_options* options, experiment** e,
                               belay_error* error);
// Null does nothing.
void experiment_destroy(experiment* e);

// One step, and the record brought up to date. The reason of a failure is with belay_world_last_error.
belay_result experiment_step(experiment* e);

// Where things stand now: kind->result_count results. May take longer than a step.
void experiment_measure(const experiment* e, experiment_result results[EXPERIMENT_MAX_RESULTS]);

// What goes with its world when that is taken back to a snapshot: its own data, its record, how far its paths came.
// Writes them (null: nothing) and returns how many bytes that are, the same as long as the experiment lives.
size_t experiment_keep(const experiment* e, void* bytes);
// Plain data, without pointers. Reads them again, after the world was taken back.
void experiment_take_back(experiment* e, const void* bytes);

typedef struct experiment_times {
    int steps;
    double mean, p99, worst; // s of wall time a step
} experiment_times;

// Of the steps from number `first` (from 0) on; the first ones warm the arrays. Zeros when there are none.
experiment_times experiment_times_from(const experiment* e, int first);

#endif
