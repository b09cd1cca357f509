// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a world is made of. Known to engine/world alone: the layers below get arrays and small structs.

#ifndef BELAY_ENGINE_STORE_WORLD_INTERNAL_H
#define BELAY_ENGINE_STORE_WORLD_INTERNAL_H

#include "belay/belay.h"
#include "core/error.h"
#include "core/id_pool.h"
#include "core/owner.h"
#include "core/sort.h"
#include "core/workers.h"
#include "detect/broad/pair_finder.h"
#include "detect/manifold.h"
#include "detect/rod/rod_contact.h"
#include "detect/rod/rod_solid_contact.h"
#include "geometry/convex/convex.h"
#include "geometry/convex/shape_ops.h"
#include "geometry/curve/curve.h"
#include "geometry/mesh/mesh.h"
#include "models/rigid.h"
#include "models/rod/rod.h"
#include "solver/newton/rod_newton.h"
#include "solver/sweep/islands.h"
#include "solver/sweep/nsgs.h"
#include "store/query_index.h"
#include "store/step_times.h"
#include "store/table.h"

// The engine's own component tables, first in the list of tables. Number 0 is never a component.
enum {
    BL_TABLE_NONE,
    BL_TABLE_BODY_STATE, // belay_body_state, public
    BL_TABLE_BODY,       // bl_body, at the same places as BODY_STATE: both are only added and removed together
    BL_TABLE_COLLIDER,   // bl_collider
    BL_TABLE_JOINT,      // bl_joint (joint_internal.h)
    BL_TABLE_ROD,        // bl_rod_record (rod_internal.h)
    BL_TABLE_FIRST_USER
};

// Of a body.
enum {
    BL_BODY_KEPT_AWAKE = 1,
    BL_BODY_ASLEEP = 2,
    BL_BODY_WAS_ASLEEP = 4, // at the end of the last step
    BL_BODY_ROTATION_LOCKED = 8,
    BL_BODY_IS_LED = 16,      // kinematic, and given a pose for the end of the step
    BL_BODY_ARRIVED = 32,     // it stands still, and some of its colliders have arrived (below)
    BL_BODY_MADE_ASLEEP = 64, // asleep since it was made: what it is given does not wake it
};

// The part of a body that seldom changes, and what has been applied to it since the last step.
typedef struct bl_body {
    bl_rigid_mass mass;
    double gravity_scale;
    belay_vec3 force, torque; // N, N m, about the centre of mass, world frame
    belay_vec3 moved, turned; // m/s, rad/s, its velocities in the last step
    double least_moment;      // kg m^2, what joints raised its moments of inertia to in the last step
    double rest_seconds;      // for how long it has been slow enough to fall asleep
    uint64_t id;
    belay_body_type type;
    uint32_t flags;
    uint32_t first_collider; // slot + 1; 0: none. The newest first
    uint32_t sleep_island;   // while asleep: bodies with the same number fell asleep together
    uint32_t first_joint;    // slot + 1; 0: none. The newest first
    uint32_t state_mark;     // of the state that the last step left, see step_sweep.h
} bl_body;

enum {
    BL_COLLIDER_SENSOR = 1,
    BL_COLLIDER_PERSIST_EVENTS = 2,
    // It was made, or its body put where it is, since the last step: whom it meets there, asleep or not, is asked once.
    BL_COLLIDER_ARRIVED = 4,
};

typedef struct bl_collider {
    uint64_t id;
    uint64_t body;
    uint64_t shape_at, shape_size; // hull, curve or mesh: place and bytes in shape_bytes; size 0: none
    belay_pose pose;               // the shape's frame on the body; a sphere's centre is in it
    belay_vec3 half;               // as in bl_convex; plane: unit normal, body frame
    double radius;                 // as in bl_convex; tube: radius; plane: offset, body frame
    double reach;                  // greatest distance of a point from the shape's frame; HUGE_VAL: a plane
    belay_material material;
    double density;
    belay_vec3 surface_velocity;
    belay_filter filter;
    belay_shape_type type;
    uint32_t flags;
    uint32_t next; // slot + 1 of the body's next collider
} bl_collider;

typedef struct bl_system {
    belay_system_fn* run;
    void* context;
    belay_phase phase;
    char name[BL_TABLE_NAME_SIZE];
} bl_system;

// A pair of colliders with a material of its own; a < b.
typedef struct bl_pair_material {
    uint64_t a, b;
    belay_material material;
} bl_pair_material;

// What one contact leaves to the next step.
typedef struct bl_warm_contact {
    uint64_t a, b; // collider ids; sorted by (a, b)
    uint32_t feature;
    uint32_t unused;
    double arc;
    belay_vec3 point;   // m, body frame of b: where it was, for contacts whose feature is new
    belay_vec3 impulse; // world frame, on a
} bl_warm_contact;

// A pair of colliders that touch, or of a sensor (a) and its visitor (b), which may be a rod.
typedef struct bl_touch {
    uint64_t a, b;            // ids; lists are sorted by them
    uint64_t body_a, body_b;  // of a rod: 0
    belay_vec3 point, normal; // the last known
} bl_touch;

// A rod that touches a collider, another rod, or itself.
typedef struct bl_rod_touch {
    uint64_t a, b;   // ids of rod a and of rod or collider b; the list is sorted by them
    uint64_t body_b; // of a collider; else 0
    double s_a, s_b; // m, the last known
    belay_vec3 point, normal;
} bl_rod_touch;

// Two places of rods that were one before a cut and have not been apart since (rod_seams.h).
typedef struct bl_rod_seam {
    uint64_t a, b; // ids, a < b
    double s_a, s_b;
} bl_rod_seam;

// One body during a step, at the place of its table element.
typedef struct bl_step_body {
    belay_pose mid;           // body frame at the contact instant
    belay_vec3 center;        // of mass, at the contact instant
    bl_velocity before, free; // v- at that instant, and v_free = v- + h M^-1 f
    belay_vec3 euler;         // rad/s^2, the angular acceleration of free motion there (torque-free Euler equations)
} bl_step_body;

// One collider during a step, at the place of its table element. That of one whose body stays where it is is kept for
// the next step.
typedef struct bl_proxy {
    belay_pose pose;         // of the shape, at the contact instant
    belay_vec3 lower, upper; // box at the contact instant, widened by the travel and the contact margin
    double travel;           // m, how far any of its points can go in a step
    uint64_t id;             // of the collider; 0: none has been here
    uint32_t body;           // place of the body
    uint32_t rank;           // of the shape: A of a pair is the one of lower rank
} bl_proxy;

// The velocities of its centre of mass that a body may have after a step.
typedef struct bl_velocity_range {
    belay_vec3 lower, upper; // m/s
    double spin;             // rad/s, at most
    double sideways;         // m/s, any way: what off-centre impacts add
    bool is_fixed;           // nothing widens it
} bl_velocity_range;

// One contact during a step, beside its row in the solver.
typedef struct bl_step_contact {
    bl_manifold_point point;
    uint64_t a, b; // collider ids
    uint32_t body_a, body_b;
    uint32_t collider_a, collider_b; // places
    double friction, restitution;
    double slack_after; // m, see impact_law.h
    belay_vec3 lag;     // m, tangential way between the places of A and B that meet; zero but for swept contacts
    belay_vec3 surface_velocity; // m/s, world: that of the surfaces beyond that of their bodies, A against B
    bool is_swept;
    bool lasts;          // pushed in the last step
    bool is_later;       // something else of the pair is hit before it: it does not bounce in this step
    bool is_missed;      // by the free motion of its bodies: only what is added to that is resisted
    bool takes_part;     // something is asked of it in this step
    uint32_t warm_place; // in the next step's list of impulses
} bl_step_contact;

// What one contact of a rod leaves to the next step. A rod's partner is another, itself, or a collider.
typedef struct bl_rod_warm {
    uint64_t a, b;      // ids of rod a and of rod or collider b; sorted by them, then by the arcs
    double s_a, s_b;    // m along the rods; s_b 0 on a collider
    belay_vec3 impulse; // N s, world frame, on a
    double force[3];    // N, along the normal, in the last three steps
    // Of two rods: how stiffly it keeps the segments from turning is t t^T, N m (step_rod_turning.c).
    belay_vec3 turning_a, turning_b;
} bl_rod_warm;

// One contact of a rod during a step.
typedef struct bl_step_rod_contact {
    bl_rod_contact at;     // of a collider as B: segment_b and t are 0
    uint64_t a, b;         // ids
    uint32_t rod_a, rod_b; // places; rod_b BL_NO_INDEX: a collider
    uint32_t collider_b, body_b;
    double s_a, s_b;
    belay_vec3 point; // halfway between the surfaces
    belay_vec3 tangent1, tangent2;
    double friction, restitution;
    belay_vec3 impulse;     // of the last step, world frame, on a
    double force_before[3]; // N, along the normal, in the last three steps
    bool is_known;          // from the last step
    bool is_late;           // found once velocities were known
    double slack;           // m, second-order change of the gap in the step (step_rod_slack.c)
} bl_step_rod_contact;

// One rod during a step, at the place of its table element.
typedef struct bl_step_rod {
    uint64_t id; // of the rod
    bl_rod rod;  // its state is a copy, at the contact instant
    const bl_rod_ops* ops;
    uint32_t dof_count, first_node, node_count; // nodes: in the arrays by node
    uint32_t first_span, span_count, from;      // from: no row acts on dofs before it
    double *x, *v;                              // Mhat^-1 H^T, dof_count x stride; velocities of the step
    double* row_impulses;                       // of its rows
    uint32_t rows_on_itself;                    // those with two places on it
    double* window;                             // room for a window of Mhat; null: none is made
    belay_vec3 lower, upper;                    // box of the nodes with their travel, the radius and the margin
    double gain, bound, ends;                   // J (step_rod_account.c)
    bl_rod_energy energy;                       // before the step
    uint32_t mark, look;                        // of its island, and when it was looked at last, for step_rod_limit.c
    bool is_restrained;                         // is to go less far than its velocities would take it
    bool is_slowed, is_held_back;               // that has happened to it in this step
    bool is_kept_still;                         // no finite step was found for it: it stands where it was, as a sleeper
} bl_step_rod;

typedef struct bl_step_rods {
    double *scratch, *state; // of all rods, one behind the other
    // By node: place at the contact instant, way in the step, velocity before, and where that leads.
    belay_vec3 *points, *travel, *before, *ahead;
    belay_mat33* turning; // by segment, as by its first node: how contacts keep it from turning
    bl_step_rod* rods;
    double overlap; // J, what taking back overlap of rods, and misfits of their holds, may have done (step_rod_limit.c)
    bl_rod_collider collider;
    bl_rod_solid_list solids;
    bl_step_rod_contact* contacts;
    bool* is_taken; // by contact of the last step
    bl_key_pair *order, *order_scratch;
    bl_rod_set set;               // arrays are stb_ds arrays
    int64_t forming_work;         // what forming it took, in units of max_work
    uint32_t attachment_elements; // the first of the elements
    uint32_t* owners;             // of these: rod place * BELAY_ROD_MAX_ATTACHMENTS + number, and whether it turns
    bl_rod_row_span* spans;
    bl_rod_newton newton;
    double *values, *row, *numbers; // numbers: w, u, x and v of all rods
    bl_rod_warm* warm_next;
    bl_rod_touch* touching_next;
    bl_body_pair* rest_pairs; // elements that hold on to each other, by rest_islands
    uint32_t *rest_parent, *rest_number, *rest_of, *rest_begin, *rest_order;
} bl_step_rods;

// What was found of a pair of colliders.
typedef struct bl_pair_finding {
    uint32_t begin, count; // its contacts; begin BL_NO_INDEX: there was no room
    uint32_t to;           // where they come in the order of the pairs
    bool is_overlap;       // of a sensor and its visitor, at the contact instant
    bool is_of_sensor;
    bool is_passed; // they were in each other on the way to the contact instant, but not in it
} bl_pair_finding;

// Of a local model (local_rods.h): by node of one rod, and numbers. stb_ds arrays.
typedef struct bl_local_room {
    belay_vec3 *points, *travel;
    double *numbers, *row; // row: zeros between uses
} bl_local_room;

// Of locked rows (models/joint.h): the squares of u- and of the chords over the response of each row, and r . u- with
// the impulses of the last step; J.
typedef struct bl_lock_sizes {
    double before, chord, both, work;
} bl_lock_sizes;

// Arrays that live for one step but keep their memory. stb_ds arrays, each written before it is read (but proxies).
typedef struct bl_step_scratch {
    bl_step_body* bodies;
    bl_velocity* velocities; // the solver's iterate, by body
    bl_response* responses;  // by body
    uint32_t fresh_bodies;   // see step_sweep.h
    double* shares;          // by body: of the way to the contact instant; then of that from it
    bool has_turned;         // something was thrown another way, and shares are those from the contact instant
    bl_proxy* proxies;
    bl_key_pair* pairs; // of colliders (places) that may meet, by their ids
    bl_key_pair* pairs_scratch;
    bl_velocity_range* ranges; // by body
    bool has_ranges;
    bl_key_pair* sensed;       // those of which one is a sensor that the other overlaps; then rods in sensors, by ids,
                               // with `second` BL_NO_INDEX
    bl_key_pair* passes;       // of sensors and visitors: those that are through, one for each time, by ids
    bl_pair_finding* findings; // by pair
    bl_step_contact* contacts;
    bl_step_contact* contacts_spare; // where several workers find them, in no order
    bl_contact_row* rows;
    belay_vec3* warm_impulses; // world frame, by contact
    bl_body_pair* body_pairs;
    bl_joint_set joint_set;       // stb_ds arrays
    bl_lock_sizes* lock_sizes;    // by body: of the joints that hang together, at the root of them
    uint32_t* joint_group;        // by body: what is joined has the same number, what is anchored that of the ground
    double* recovery_asked;       // by block: the sum of squares of what its rows are asked for
    bl_joint_set recovery_joints; // likewise: the same blocks for the recovery of position
    uint32_t joint_block_count;
    double* joint_free; // by joint block: |u_free - target|^2
    bl_body_newton newton;
    bl_colouring colouring;
    bl_heap heap;
    bl_body_newton* worker_newtons; // by worker, for small islands
    bl_heap* worker_heaps;          // likewise
    bl_rod_newton* worker_rows;     // likewise
    double* saved_impulses;         // by contact, three each: of the warm start
    bl_velocity* saved_velocities;  // by body: of the warm start
    bl_nsgs_report* reports;        // by island
    bl_warm_contact* warm_next;
    bl_touch *touching_next, *visits_next;
    double* stiffness;                      // by body: N m, of taut joints
    uint32_t *island_bodies, *island_marks; // by body: work space of step_island_energy.c; marks are 0 between uses
    double* slowing;                        // by body: the part by which its velocities are lowered, ...
    belay_vec3* carried;                    // ... that of its centre of mass against this one, m/s
    uint8_t* faults;                        // by body, see step_finite.c
    uint32_t* sleepy;                       // places of bodies that sleep or may fall asleep
    bool* is_in_island;                     // by body
    uint32_t *island_parent, *island_number, *island_of_contact, *island_begin, *island_order;
    bl_islands islands;
    bl_velocity* recovery; // pseudo-velocities of the overlap recovery, by body
    double* recovery_impulses;
    double* recovery_targets;
    uint32_t contact_room; // contacts that all arrays by contact have room for
    bl_step_rods rods;
    bl_local_room local;
} bl_step_scratch;

typedef struct bl_views bl_views;       // view.c
typedef struct bl_commands bl_commands; // command_queue.c

struct belay_world {
    belay_world_def def;   // settings in force
    bl_owner stepper;      // the thread that makes a step
    bl_views* views;       // null: none are made
    bl_commands* commands; // null: none are taken
    bl_workers* workers;   // null: the calling thread alone
    belay_error last_error;
    bl_id_pool entities;
    bl_table tables[BELAY_MAX_COMPONENTS + 1];
    uint32_t table_count;
    bl_system systems[BELAY_MAX_SYSTEMS];
    uint32_t system_count;
    uint64_t queries[BELAY_MAX_OPEN_QUERIES]; // numbers of those that are open
    uint64_t last_query;
    uint32_t open_queries;
    bool is_stepping; // inside a system
    bool is_begun;    // commands and the systems before the motion have run for a step that then found no memory
    // How often bodies, colliders, joints and rods came and went, and how often when the last step was made: what that
    // one left in the scratch speaks of the things that there were then.
    uint64_t changes, changes_seen;

    uint64_t step_count;
    double time;        // s
    double accumulator; // s, passed but not yet stepped
    double last_h;      // h of the step that the warm contacts come from

    unsigned char* shape_bytes; // stb_ds array: hulls, curves and meshes one behind the other, each at a multiple of 8
    struct belay_world* spare;  // to look at a snapshot in; null: none was restored yet
    uint32_t sleep_islands;     // numbers given out so far
    bl_pair_material* pair_materials; // stb_ds array, sorted by (a, b)
    bl_warm_contact* warm;            // stb_ds array
    bl_touch* touching;               // stb_ds array: pairs that touch
    bl_touch* visits;                 // stb_ds array: sensors and their visitors
    double* rod_numbers;              // stb_ds array: see rod_internal.h
    bl_rod_warm* rod_warm;            // stb_ds array
    bl_rod_touch* rod_touching;       // stb_ds array: what touches rods
    bl_rod_seam* rod_seams;           // stb_ds array

    bl_step_scratch scratch;
    bl_step_times times;
    bl_pair_finder pair_finder;
    bl_query_index query_index;
    belay_step_stats stats;
    belay_contact* contacts;             // stb_ds array: public form of the last step's contacts
    belay_rod_contact* rod_contacts;     // stb_ds array: those of rods
    belay_contact_event* contact_events; // stb_ds arrays: events of the last step
    belay_rod_contact_event* rod_contact_events;
    belay_sensor_event* sensor_events;
    belay_joint_event* joint_events;
    belay_sleep_event* sleep_events;
    belay_fault_event* fault_events;
};

// Records a failed call: message to the world and its logger. Returns the code.
belay_result bl_fail(belay_world* world, belay_result code, const char* format, ...) BL_PRINTF(3);
// The same for a message that is already written.
belay_result bl_fail_with(belay_world* world, const belay_error* error);
// Messages for the logger alone: of what was accepted but is probably not what was wanted, and of what happened.
void bl_warn(const belay_world* world, const char* format, ...) BL_PRINTF(2);
void bl_inform(const belay_world* world, const char* format, ...) BL_PRINTF(2);

// BUSY while another thread makes a step, without a message: that one may be writing its own. Every call that changes
// a world, or looks for something in it, begins with it or with one of those below. (The owner is no part of what
// readers may not change.)
static inline belay_result bl_check_owner(const belay_world* world)
{
    if (world == NULL) return BELAY_ERROR_HANDLE;
    return bl_owner_is_other((bl_owner*)&world->stepper) ? BELAY_ERROR_BUSY : BELAY_OK;
}

// The same, and STATE when a query is open, naming the call. Creators and destroyers begin with it.
belay_result bl_check_unlocked(belay_world* world, const char* call);

static inline belay_body_state* bl_body_states(const belay_world* world)
{
    return (belay_body_state*)(void*)world->tables[BL_TABLE_BODY_STATE].data;
}

static inline bl_body* bl_bodies(const belay_world* world)
{
    return (bl_body*)(void*)world->tables[BL_TABLE_BODY].data;
}

static inline bl_collider* bl_colliders(const belay_world* world)
{
    return (bl_collider*)(void*)world->tables[BL_TABLE_COLLIDER].data;
}

static inline uint32_t bl_body_count(const belay_world* world)
{
    return world->tables[BL_TABLE_BODY].count;
}

static inline uint32_t bl_collider_count(const belay_world* world)
{
    return world->tables[BL_TABLE_COLLIDER].count;
}

static inline const bl_curve* bl_collider_curve(const belay_world* world, const bl_collider* collider)
{
    return (const bl_curve*)(const void*)(world->shape_bytes + collider->shape_at);
}

static inline const bl_mesh* bl_collider_mesh(const belay_world* world, const bl_collider* collider)
{
    return (const bl_mesh*)(const void*)(world->shape_bytes + collider->shape_at);
}

static inline bl_shape_family bl_collider_family(const bl_collider* c)
{
    return bl_shape_of(c->type)->family;
}

// Whether the shape is a convex solid, and that solid. Good until a collider is created or destroyed.
static inline bool bl_collider_is_convex(const bl_collider* c)
{
    return bl_collider_family(c) == BL_FAMILY_SOLID;
}
bl_convex bl_collider_convex(const belay_world* world, const bl_collider* collider);
// The box of the shape placed at `pose` (of the shape's frame); infinite for a plane.
void bl_collider_bounds(const belay_world* world, const bl_collider* collider, belay_pose pose, belay_vec3* lower,
                        belay_vec3* upper);
// The greatest distance of a point of the shape from its frame; HUGE_VAL: a plane.
double bl_collider_reach(const belay_world* world, const bl_collider* collider);
// A plane, in the world, of a body that stands at `body`.
void bl_collider_plane(const bl_collider* collider, belay_pose body, belay_vec3* normal, double* offset);
// Whether the two filters let each other touch.
bool bl_filters_meet(const belay_filter* a, const belay_filter* b);

// A body's free motion with its velocities for `seconds`; *v becomes those after it. *is_plain as in bl_rigid_flow.
belay_pose bl_body_flow(const bl_body* body, belay_pose pose, bl_velocity* v, double seconds, bool* is_plain);

// The place of a handle's element in one of the engine's tables. BUSY, HANDLE or COMPONENT on failure, naming `what`.
belay_result bl_find_place(belay_world* world, uint64_t id, int table, const char* what, uint32_t* place);

// Frees what a snapshot keeps: the arrays of entities, components and of what the last step left.
void bl_world_free_stored(belay_world* world);
// Frees what a step keeps its memory in.
void bl_scratch_fini(bl_step_scratch* scratch);
// Frees the world that snapshots are looked at in.
void bl_spare_free(belay_world* world);

// The slot in an id (alive or not).
static inline uint32_t bl_slot_of(uint64_t id)
{
    return (uint32_t)(id & UINT32_MAX) - 1;
}

// Whether a shape can only stand on a static or kinematic body.
static inline bool bl_shape_needs_still_body(belay_shape_type type)
{
    return bl_shape_of(type)->family != BL_FAMILY_SOLID;
}

// The numbers of a collider's shape.
static inline bl_shape_numbers bl_collider_numbers(const bl_collider* c)
{
    return (bl_shape_numbers){c->pose, c->half, c->radius};
}

// Whether a body asks who it meets: dynamic and awake, or kinematic and moving.
bool bl_body_is_active(const belay_world* world, uint32_t place);
// The body's colliders have arrived where they are; nothing for a dynamic body, which is awake.
void bl_body_arrives(belay_world* world, uint32_t place);
// Wakes the body at a place and all that fell asleep with it; nothing for one that is awake.
void bl_wake_body(belay_world* world, uint32_t place);
// The same for a body that is given a collider, a mass or a joint: one that was made asleep and has slept since stays
// so, as it is still being set up.
void bl_wake_changed_body(belay_world* world, uint32_t place);
// Wakes the body at a place and whatever touched it in the last step, because it changed: also for static bodies.
void bl_wake_touching(belay_world* world, uint32_t place);
// Wakes everything, rods too.
void bl_wake_all(belay_world* world);

#endif
