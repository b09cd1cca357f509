// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The nodal rod (a discrete elastic rod), shared by the files that make it. Its configuration are its nodes and, for
// every segment, a material frame whose d3 is the segment's direction. Its velocities are, in this order,
//
//     x0 th0 x1 th1 ... xN        x: velocity of a node (3), th: turning of a segment about its own direction (1)
//
// so that a segment turns with  w = t x (x(i+1) - x(i)) / l + th t: when its direction moves its frame is carried along
// by the shortest rotation (Bergou et al. 2010: time-parallel transport).
//
// Strains: the length of every segment, and at every vertex between two segments, a - before it and a + behind, the
// rotation from frame to frame, written as
//
//     a turn by m/2 about d3, a bend by phi about an axis in the plane of d1 and d2, again a turn by m/2.
//
// Bending strains are 2 tan(phi/2) times the components of that axis on d1 and d2 (of the frame M half-way, in which
// both segments are alike), the twisting strain is m, turns counted. As quaternions: conj(q-) q+ = (w, p1, p2, p3) with
//
//     cos(phi/2) = sqrt(w^2 + p3^2),   bend = 2 (p1, p2) / cos(phi/2),   m = 2 atan2(p3, w).
//
// A clamped end is a vertex too, between the clamp's frame and the first or last segment; half an element belongs to
// it, where inner vertices have half of each neighbour (a whole element there would be wrong to first order).
//
// Energy: sum of  E A (l - rest)^2 / (2 cell)  and of  B (strain - rest)^2 / (2 cell)  over the three strains of every
// vertex. `cell` is the length that the elastic piece had when the rod was made.

#ifndef BELAY_ENGINE_MODELS_ROD_NODAL_ROD_NODAL_INTERNAL_H
#define BELAY_ENGINE_MODELS_ROD_NODAL_ROD_NODAL_INTERNAL_H

#include "math/band.h"
#include "models/rod/rod_layout.h"
#include "models/rod/rod_ops.h"

// Velocities of a vertex: those of its three nodes and two segments, from the first of them on, filled up to 12.
#define BL_NODAL_STENCIL 12

// About d1, d2, d3 of the frame half-way.
typedef struct bl_nodal_strain {
    double k[3];
} bl_nodal_strain;

typedef struct bl_nodal_axes {
    belay_vec3 d1, d2, d3;
} bl_nodal_axes;

// What a segment and a vertex are at the contact instant.
typedef struct bl_nodal_segment {
    bl_nodal_axes axes;
    double length;
    double stiffness;  // N/m: tension for length
    double tension;    // N
    belay_vec3 pull;   // unit: along which the tension acts in the step
    double turn[2];    // a and b of the direction d + a h u+ - (b + (a - b) F) h u- of the pull
    belay_vec3 before; // m/s: (b + (a - b) F) u-
    double inertia;    // 1: moments and what presses count like inertia (rod_nodal_matrix.c); 0: not
    double tight;      // kg, what turning under tension counts like: h^2 a tension / length of the mean direction
} bl_nodal_segment;

// An equation of rod_nodal_slow.c, and its solution.
typedef struct bl_nodal_slow {
    double stiffness;    // N/m: D, 0 where the segment is slack
    double next;         // of the next one's velocity, once those before are eliminated
    belay_vec3 velocity; // m/s: F u
} bl_nodal_slow;

typedef struct bl_nodal_vertex {
    double gradient[3][BL_NODAL_STENCIL]; // of the strains, over the velocities from bl_nodal_first on
    bl_nodal_strain strain;
    double stiffness[3]; // N m: moment for strain; 0 where there is no vertex (free and pinned ends)
    double drive[3];     // rates of strain from a clamp's own turning, through the interval to come
} bl_nodal_vertex;

// State and scratch of a rod by name.
typedef struct bl_nodal {
    const bl_rod_body* body;
    const belay_mat33* geometric_stiffness; // of bl_rod
    uint32_t n;                             // elements

    // State.
    double* v;              // 4 (n + 1): the velocities, and a zero
    belay_vec3* x;          // n + 1
    belay_quat* frame;      // n
    double* twist;          // n + 1: twisting strain of each vertex
    double* cell;           // n: length of each element when made
    double* rest_length;    // n
    bl_nodal_strain* rest;  // n + 1
    belay_quat* clamp;      // 2: frames of the clamps
    belay_vec3* clamp_spin; // 2: how they turned through the interval before, rad/s
    double* held;           // 2: bl_rod_hold of the ends, as the rod knows of it
    double* reserve;        // 1: J, of what turns slowly (rod_nodal_slow.c)

    // Scratch.
    bl_band band;              // Mhat, then its factors
    double* free;              // 4 (n + 1): v_free
    double* load;              // 4 (n + 1)
    bl_nodal_segment* segment; // n
    bl_nodal_vertex* vertex;   // n + 1
    belay_quat* trial_frame;   // n
    double* trial_length;      // n
    bl_nodal_strain* trial;    // n + 1
    double* beyond_length;     // n: change of length in a step, less its linear part, as far as velocities know of it
    bl_nodal_strain* beyond;   // n + 1: the same of the strains
    bl_nodal_strain* rate;     // 2 (n + 1): rates of the strains with v- and with the v last looked at
    double* is_travelled;      // 1: whether trial is where that leads to, and its rates are known
    double* missed_length;     // n: what is beyond that
    bl_nodal_strain* missed;   // n + 1
    double* prepared;          // 1: the step for which the matrix is, s; 0 when it is used up
    double* step;              // 1: the same, until the next one
    double* damping_scale;     // 1: what the change of strains counts by in the step, 1 or more (rod_nodal_settle.c)
    bl_nodal_slow* slow;       // n
    double* reserve_before;    // 1: J, what the reserve was when the step began
    belay_vec3* end_load;      // 2: what of the impulse on an end's node does not depend on v+, N s
} bl_nodal;

size_t bl_nodal_state_size(const bl_rod_ops* ops, uint32_t element_count);
size_t bl_nodal_scratch_size(const bl_rod_ops* ops, uint32_t element_count);
static inline uint32_t bl_nodal_dof_count(uint32_t element_count)
{
    return bl_rod_dof_count(&bl_rod_nodal, element_count);
}

// Here, so that whoever wants few of the arrays asks for no more.
static inline size_t bl_nodal_lay_out_state(bl_nodal* r, double* base)
{
    bl_rod_layout t = {base, 0};
    size_t n = r->n;
    r->v = bl_rod_take(&t, 4 * (n + 1));
    r->x = bl_rod_take(&t, 3 * (n + 1));
    r->frame = bl_rod_take(&t, 4 * n);
    r->twist = bl_rod_take(&t, n + 1);
    r->cell = bl_rod_take(&t, n);
    r->rest_length = bl_rod_take(&t, n);
    r->rest = bl_rod_take(&t, 3 * (n + 1));
    r->clamp = bl_rod_take(&t, 2 * 4);
    r->clamp_spin = bl_rod_take(&t, 2 * 3);
    r->held = bl_rod_take(&t, 2);
    r->reserve = bl_rod_take(&t, 1);
    return t.used;
}

static inline size_t bl_nodal_lay_out_scratch(bl_nodal* r, double* base)
{
    bl_rod_layout t = {base, 0};
    size_t n = r->n;
    r->band.size = bl_nodal_dof_count(r->n);
    r->band.bandwidth = BL_NODAL_STENCIL;
    r->band.a = bl_rod_take(&t, bl_band_doubles(r->band.size, r->band.bandwidth));
    r->free = bl_rod_take(&t, 4 * (n + 1));
    r->load = bl_rod_take(&t, 4 * (n + 1));
    r->segment = bl_rod_take(&t, n * (sizeof *r->segment / sizeof(double)));
    r->vertex = bl_rod_take(&t, (n + 1) * (sizeof *r->vertex / sizeof(double)));
    r->trial_frame = bl_rod_take(&t, 4 * n);
    r->trial_length = bl_rod_take(&t, n);
    r->trial = bl_rod_take(&t, 3 * (n + 1));
    r->beyond_length = bl_rod_take(&t, n);
    r->beyond = bl_rod_take(&t, 3 * (n + 1));
    r->rate = bl_rod_take(&t, 2 * 3 * (n + 1));
    r->is_travelled = bl_rod_take(&t, 1);
    r->missed_length = bl_rod_take(&t, n);
    r->missed = bl_rod_take(&t, 3 * (n + 1));
    r->prepared = bl_rod_take(&t, 1);
    r->step = bl_rod_take(&t, 1);
    r->damping_scale = bl_rod_take(&t, 1);
    r->slow = bl_rod_take(&t, n * (sizeof *r->slow / sizeof(double)));
    r->reserve_before = bl_rod_take(&t, 1);
    r->end_load = bl_rod_take(&t, 2 * 3);
    return t.used;
}

static inline bl_nodal bl_nodal_view(const bl_rod* rod)
{
    bl_nodal r = {.body = rod->body, .geometric_stiffness = rod->geometric_stiffness, .n = rod->body->element_count};
    bl_nodal_lay_out_state(&r, rod->state);
    bl_nodal_lay_out_scratch(&r, rod->scratch);
    return r;
}

// The first velocity in a vertex' stencil.
static inline uint32_t bl_nodal_first(uint32_t vertex)
{
    return vertex == 0 ? 0 : 4 * (vertex - 1);
}

// How much of the stencil may be other than zero: an end has one node and one segment less.
static inline uint32_t bl_nodal_neighbour_count(const bl_nodal* r, uint32_t vertex)
{
    return vertex == 0 || vertex == r->n ? 8 : BL_NODAL_STENCIL;
}

static inline belay_vec3 bl_nodal_node_velocity(const double* v, uint32_t node)
{
    return v3(v[4 * node], v[4 * node + 1], v[4 * node + 2]);
}

static inline void bl_nodal_set_velocity(double* v, uint32_t node, belay_vec3 velocity)
{
    v[4 * node] = velocity.x;
    v[4 * node + 1] = velocity.y;
    v[4 * node + 2] = velocity.z;
}

// y at the first node of a segment += f, at the second -= f.
static inline void bl_nodal_add_between(double* y, uint32_t segment, belay_vec3 f)
{
    double* at = y + 4 * (size_t)segment;
    at[0] += f.x;
    at[1] += f.y;
    at[2] += f.z;
    at[4] -= f.x;
    at[5] -= f.y;
    at[6] -= f.z;
}

// From the first node of a segment to the second, and the velocity of that.
static inline belay_vec3 bl_nodal_edge(const bl_nodal* r, uint32_t segment)
{
    return v3_sub(r->x[segment + 1], r->x[segment]);
}

static inline belay_vec3 bl_nodal_segment_velocity(const double* v, uint32_t segment)
{
    return v3_sub(bl_nodal_node_velocity(v, segment + 1), bl_nodal_node_velocity(v, segment));
}

// Node 0 or n.
static inline uint32_t bl_nodal_end_node(const bl_nodal* r, int end)
{
    return end == 0 ? 0 : r->n;
}

bool bl_nodal_has_vertex(const bl_nodal* r, uint32_t vertex);
// Length of the elastic piece that belongs to a vertex.
double bl_nodal_vertex_cell(const bl_nodal* r, uint32_t vertex);
// Length of a segment now; not below a millionth of what it was when made, so that it may be divided by.
double bl_nodal_segment_length(const bl_nodal* r, uint32_t segment);
// Mass of a node: half of every element that meets there.
double bl_nodal_node_mass(const bl_nodal* r, uint32_t node);

// ---------------------------------------------------------------------------------------------------------------------
// Frames (rod_nodal_frame.c)

bl_nodal_axes bl_nodal_axes_of(belay_quat frame);
// d3 alone.
belay_vec3 bl_nodal_direction_of(belay_quat frame);
// The frame with the given direction that is reached by the shortest rotation, then turned about it by `turn`.
belay_quat bl_nodal_carry(belay_quat frame, belay_vec3 direction, double turn);
// From frame to frame; of the twists that differ by full turns, the one nearest to `about`.
bl_nodal_strain bl_nodal_relative(belay_quat minus, belay_quat plus, double about);

// The same where the twist is known; half: cosine and sine of half of it.
bl_nodal_strain bl_nodal_known_relative(belay_quat minus, belay_quat plus, double twist, double half[2]);

// Where the clamps are at the end of a travel, and how far each has turned about its d3 on the way.
typedef struct bl_nodal_clamps {
    belay_quat frame[2];
    double turn[2];
} bl_nodal_clamps;

// The clamps after turning with the given angular velocities.
bl_nodal_clamps bl_nodal_turn_clamps(const bl_nodal* r, const belay_vec3 spin[2], double seconds);

// Lengths, frames and strains after moving with v for `seconds`. `frame` may be the rod's own.
void bl_nodal_travel(const bl_nodal* r, const double* v, double seconds, const bl_nodal_clamps* clamps, double* length,
                     belay_quat* frame, bl_nodal_strain* strain);
// The twist of a vertex from the frames beside it: of those that differ by full turns, the one nearest to `about`.
double bl_nodal_twist_now(const bl_nodal* r, uint32_t vertex, double about);
// Brings the ends to where and how they are held now, as when a hold begins.
void bl_nodal_take_ends(const bl_nodal* r);
// The rod's move (bl_rod_ops).
void bl_nodal_move(const bl_rod* rod, double seconds);

// ---------------------------------------------------------------------------------------------------------------------
// Strains and their gradients (rod_nodal_strain.c)

// One side of a vertex. A clamp has length HUGE_VAL: its direction does not depend on nodes.
typedef struct bl_nodal_side {
    belay_quat frame;
    bl_nodal_axes axes;
    double length;
} bl_nodal_side;

// Derivatives of a strain by the two edge vectors and the two angles.
typedef struct bl_nodal_slope {
    belay_vec3 minus, plus;
    double turn_minus, turn_plus;
} bl_nodal_slope;

// The strains of a vertex whose twist is known, and their slopes.
bl_nodal_strain bl_nodal_slopes(const bl_nodal_side* minus, const bl_nodal_side* plus, double twist,
                                bl_nodal_slope slopes[3]);
// Fills in r->segment and r->vertex.
void bl_nodal_measure(const bl_nodal* r);
bl_nodal_side bl_nodal_side_of(const bl_nodal* r, uint32_t vertex, bool is_plus);
// The derivative over the stencil of a vertex.
void bl_nodal_spread(const bl_nodal* r, uint32_t vertex, const bl_nodal_slope* slope, double stencil[BL_NODAL_STENCIL]);

static inline double bl_nodal_rate(const bl_nodal* r, uint32_t vertex, const double gradient[BL_NODAL_STENCIL],
                                   const double* v)
{
    const double* u = v + bl_nodal_first(vertex);
    uint32_t count = bl_nodal_neighbour_count(r, vertex);
    double sum = 0.0;
    for (uint32_t k = 0; k < count; k++)
        sum += gradient[k] * u[k];
    return sum;
}

// Rate of length.
static inline double bl_nodal_stretch_rate(const bl_nodal* r, uint32_t segment, const double* v)
{
    belay_vec3 apart = v3_sub(bl_nodal_node_velocity(v, segment + 1), bl_nodal_node_velocity(v, segment));
    return v3_dot(r->segment[segment].pull, apart);
}

// ---------------------------------------------------------------------------------------------------------------------
// Stiffness and forces (rod_nodal_force.c)

// Adds to the band what each strain's own stiffness gives (gradient times gradient), so many times.
void bl_nodal_add_strain_stiffness(const bl_nodal* r, double of_strains, double of_stretch);
// Adds tensions[i] times what turning segment i under unit tension gives: (1 - t t^T) / l between its nodes.
void bl_nodal_add_tension_stiffness(const bl_nodal* r, uint32_t segment, double tight);
// Adds rotary inertia a (symmetric, in the segment's axes) to the band; to a load, its momentum when moving with v.
void bl_nodal_add_rotary_inertia(const bl_nodal* r, uint32_t segment, belay_mat33 a);
void bl_nodal_load_rotary_momentum(const bl_nodal* r, uint32_t segment, belay_mat33 a, const double* v, double* load);
// load -= gradient * stress, for the stretch of a segment and the strains of a vertex.
void bl_nodal_unload_stretch(const bl_nodal* r, uint32_t segment, double tension, double* load);
void bl_nodal_unload_vertex(const bl_nodal* r, uint32_t vertex, const double moment[3], double* load);

// ---------------------------------------------------------------------------------------------------------------------
// The matrix of a step (rod_nodal_matrix.c); rod_nodal_step.c says what it is

typedef struct bl_nodal_step {
    double h;
    double of_stretch;   // what S g . v+ counts in the impulse, for stretch
    double of_strain;    // for the strains of vertices
    double past;         // what S (e - e-) counts in the bracket
    double keep, resist; // what M v- and M v+ count
} bl_nodal_step;

bl_nodal_step bl_nodal_step_of(const bl_nodal* r, double h);
void bl_nodal_assemble(const bl_nodal* r, const bl_nodal_step* p);
// The inertia that stands for what a segment's moment does when it turns. False where it counts for nothing.
bool bl_nodal_geometric_inertia(const bl_nodal* r, uint32_t segment, double h, belay_mat33* inertia);
// Takes held nodes out of the equations: what their velocities, in v, do to the others goes to the right-hand side.
void bl_nodal_hold_ends(const bl_nodal* r, const double* v, double* load);

bool bl_nodal_is_free(const bl_nodal* r);
// The forces inside a rod add up to nothing, but what rounding does to the solution of a stiff system does not: shifts
// v so that the momentum is as it should be.
void bl_nodal_keep_momentum(const bl_nodal* r, belay_vec3 momentum, double* v);

// ---------------------------------------------------------------------------------------------------------------------
// What is beyond the linear (rod_nodal_settle.c)

// r->missed <- how far the strains of the last travel, made with v, are from those that velocities know of:
// e + h g . v + beyond.
typedef struct bl_nodal_missed {
    double missed, linear; // energies of the stresses that belong to it, and to h g . v
    double rounding;       // of what rounding makes of strains: less is nothing
} bl_nodal_missed;
bl_nodal_missed bl_nodal_find_missed(const bl_nodal* r, const double* v, double h);
// r->beyond += r->missed
void bl_nodal_learn_missed(const bl_nodal* r);
// Takes into account, in the state's velocities, what the travel that was just made has missed, and travels again.
// r->trial <- the travel of v in a step.
void bl_nodal_find_travel(const bl_nodal* r, const double* v, double h);
void bl_nodal_settle(const bl_nodal* r, const bl_nodal_clamps* clamps, double h);

// ---------------------------------------------------------------------------------------------------------------------

// The rest shape at a clamp: as curved as at the vertex beside it (rod_nodal_start.c).
void bl_nodal_set_end_rest(const bl_nodal* r, int end);

// rod_nodal_cut.c
void bl_nodal_cut(const bl_rod* rod, uint32_t vertex, const bl_rod* head, const bl_rod* tail);
void bl_nodal_reverse(const bl_rod* rod);
belay_result bl_nodal_join(const bl_rod* first, const bl_rod* second, bool as_it_lies, const bl_rod* joined,
                           belay_error* error);

belay_result bl_nodal_init(const bl_rod* rod, const bl_rod_start* start, belay_error* error);
bl_rod_miss bl_nodal_look(const bl_rod* rod, const double* v, double h);
bl_rod_refined bl_nodal_refine(const bl_rod* rod, const double* v, const bl_rod_miss* miss, bl_rod_renewal renewal,
                               belay_vec3 gravity, const double* applied, double h);
// rod_nodal_energy.c
bl_rod_energy_report bl_nodal_energy_report(const bl_rod* rod, const double* v, double h);
bl_rod_energy bl_nodal_energy(const bl_rod* rod, belay_vec3 gravity);
void bl_nodal_scale(const bl_rod* rod, double* v, double share, bool keeps_momentum);
// rod_nodal_step.c: once more with the slowness as it is; and r->missed <- the impulses of the stresses of vertices, as
// they are and were.
void bl_nodal_prepare_again(const bl_nodal* r, belay_vec3 gravity, const double* applied, double h);
// The same, about the directions and with what is beyond the linear as they are.
void bl_nodal_prepare_linearised(const bl_nodal* r, belay_vec3 gravity, const double* applied, double h);
// A segment whose tension acts along the mean direction of a step that is made with v.
bl_nodal_segment bl_nodal_pulled_segment(const bl_nodal* r, double h, uint32_t segment, const double* v,
                                         double tension);
// What the impulse of a segment's tension has across its `pull` when the step is made with v; null: what of it does not
// depend on v.
belay_vec3 bl_nodal_turned_pull(const bl_nodal* r, double h, uint32_t segment, const double* v);
// What turns slowly (rod_nodal_slow.c). r->slow <- F u- with the weights and tensions of r->segment; returns how much
// of it counts, 0 to 1.
double bl_nodal_find_slow_share(const bl_nodal* r, double h);
// r->reserve <- what it is after a step with v by which the energies of rod_nodal_energy.c gain so much (J); returns
// how much more that is than before the step.
double bl_nodal_fill_reserve(const bl_nodal* r, double h, const double* v, double gain);

// Where theta and damping ask for the strains before, they are in r->trial.
void bl_nodal_known_impulses(const bl_nodal* r, const bl_nodal_step* p);
// r->trial <- strains at q - h v-, and lengths.
void bl_nodal_look_back(const bl_nodal* r, double h);
// Zero at a free end (rod_nodal_pull.c).
belay_vec3 bl_nodal_end_force(const bl_rod* rod, int end);
belay_vec3 bl_nodal_direct_force(const bl_rod* rod, int end, uint32_t segment, double s, belay_vec3 force,
                                 belay_vec3 moment);
void bl_nodal_prepare(const bl_rod* rod, belay_vec3 gravity, const double* applied, double h);
belay_result bl_nodal_make_sag_free(const bl_rod* rod, belay_vec3 gravity, double* lowest, belay_error* error);

#endif
