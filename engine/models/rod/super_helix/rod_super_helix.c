// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A super-helix as one of the rod models: its memory, its small questions, the table of its functions.

#include "math/dense_cholesky.h"
#include "models/model_tolerances.h"
#include "models/rod/super_helix/rod_super_helix_internal.h"

#include <string.h>

#define DOUBLES(type) (sizeof(type) / sizeof(double))

// ---------------------------------------------------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------------------------------------------------

static double* take(double** from, size_t count)
{
    double* taken = *from;
    if (taken != NULL) *from += count; // nothing is added to null: a rod may be looked at without its scratch
    return taken;
}

// What changes in flight: base, u, v, frames.
static size_t flying_size(size_t n, size_t m)
{
    return 7 + 3 * n + m + (n + 1) * DOUBLES(bl_helix_frame);
}

static size_t state_size(const bl_rod_ops* ops, uint32_t element_count)
{
    size_t n = element_count;
    return flying_size(n, bl_rod_dof_count(ops, element_count)) + n * (1 + 3 + 1) + 4;
}

static size_t scratch_size(const bl_rod_ops* ops, uint32_t element_count)
{
    size_t n = element_count, m = bl_rod_dof_count(ops, element_count);
    return 2 * m * m + n * DOUBLES(bl_helix_segments) + 6 * n * DOUBLES(bl_helix_twist) + 8 * m + flying_size(n, m);
}

bl_super_helix bl_super_helix_view(const bl_rod* rod)
{
    size_t n = rod->body->element_count, m = bl_rod_dof_count(&bl_rod_super_helix, rod->body->element_count);
    double *state = rod->state, *scratch = rod->scratch;
    bl_super_helix s = {.body = rod->body, .n = (uint32_t)n, .m = (uint32_t)m};
    s.origin = (belay_vec3*)take(&state, 3);
    s.rotation = (belay_quat*)take(&state, 4);
    s.length = take(&state, n);
    s.u = (belay_vec3*)take(&state, 3 * n);
    s.rest = (belay_vec3*)take(&state, 3 * n);
    s.v = take(&state, m);
    s.frames = (bl_helix_frame*)take(&state, (n + 1) * DOUBLES(bl_helix_frame));
    s.tension = take(&state, n);
    s.pull = (belay_vec3*)take(&state, 3);
    s.prepared = take(&state, 1);
    s.mass = take(&scratch, m * m);
    s.factor = take(&scratch, m * m);
    s.segments = (bl_helix_segments*)take(&scratch, n * DOUBLES(bl_helix_segments));
    s.twists = (bl_helix_twist*)take(&scratch, 3 * n * DOUBLES(bl_helix_twist));
    s.momenta = (bl_helix_twist*)take(&scratch, 3 * n * DOUBLES(bl_helix_twist));
    s.free_velocity = take(&scratch, m);
    s.rhs = take(&scratch, m);
    s.momentum = take(&scratch, m);
    s.bias = take(&scratch, m);
    s.work = take(&scratch, 4 * m);
    s.before = take(&scratch, flying_size(n, m));
    return s;
}

bl_super_helix bl_super_helix_look_back(const bl_super_helix* rod, double seconds)
{
    bl_super_helix past = *rod;
    double* at = rod->before;
    past.origin = (belay_vec3*)take(&at, 3);
    past.rotation = (belay_quat*)take(&at, 4);
    past.u = (belay_vec3*)take(&at, 3 * (size_t)rod->n);
    past.v = take(&at, rod->m);
    past.frames = (bl_helix_frame*)at;
    *past.origin = *rod->origin;
    *past.rotation = *rod->rotation;
    memcpy(past.u, rod->u, rod->n * sizeof *past.u);
    memcpy(past.v, rod->v, rod->m * sizeof *past.v);
    memcpy(past.frames, rod->frames, (rod->n + 1) * sizeof *past.frames);
    bl_super_helix_fly(&past, -seconds);
    return past;
}

uint32_t bl_super_helix_held(const bl_rod_body* body)
{
    bl_rod_hold hold = body->ends[0].hold;
    return hold == BL_ROD_CLAMPED ? 6 : (hold == BL_ROD_PINNED ? 3 : 0);
}

bl_helix_shape bl_super_helix_shape(const bl_super_helix* rod, uint32_t element)
{
    const bl_rod_section* section = &rod->body->section;
    double spin = section->spin_inertia;
    double least = BL_HELIX_LEAST_SPIN * 0.5 * section->line_mass * section->radius * section->radius;
    if (rod->body->ends[0].hold != BL_ROD_CLAMPED && spin < least) spin = least;
    bl_helix_shape shape = {rod->u[element], rod->length[element], section->line_mass, spin};
    return shape;
}

belay_vec3 bl_super_helix_stiffness(const bl_super_helix* rod, uint32_t element)
{
    const bl_rod_section* section = &rod->body->section;
    return v3_scale(rod->length[element], v3(section->bend[0], section->bend[1], section->twist));
}

// The tip follows from all that is before it: only constraints can hold it.
static bool super_helix_can_hold(int end, bl_rod_hold hold)
{
    return end == 0 || hold == BL_ROD_FREE;
}

// ---------------------------------------------------------------------------------------------------------------------
// Questions
// ---------------------------------------------------------------------------------------------------------------------

static const double* super_helix_free_velocity(const bl_rod* rod)
{
    return bl_super_helix_view(rod).free_velocity;
}

static double* super_helix_velocity(const bl_rod* rod)
{
    return bl_super_helix_view(rod).v;
}

static void super_helix_solve(const bl_rod* body, double* x, uint32_t columns, uint32_t from)
{
    bl_super_helix rod = bl_super_helix_view(body);
    uint32_t held = bl_super_helix_held(rod.body), start = from > held ? from : held;
    bl_dense_cholesky_solve(rod.factor + (size_t)start * (rod.m + 1), rod.m, rod.m - start, x + (size_t)start * columns,
                            columns);
}

static void super_helix_arcs(const bl_rod* body, double* arcs)
{
    bl_super_helix rod = bl_super_helix_view(body);
    double s = 0.0;
    for (uint32_t e = 0; e < rod.n; e++) {
        for (uint32_t i = 0; i < BL_SUPER_HELIX_SEGMENTS; i++)
            *arcs++ = s + rod.length[e] * i / BL_SUPER_HELIX_SEGMENTS;
        s += rod.length[e];
    }
    *arcs = s;
}

static double super_helix_tension(const bl_rod* rod, uint32_t element)
{
    return bl_super_helix_view(rod).tension[element];
}

// The mean over an element of the moment that its u answers.
static belay_vec3 element_moment(const bl_super_helix* rod, uint32_t e)
{
    belay_vec3 k = bl_super_helix_stiffness(rod, e), strain = v3_sub(rod->u[e], rod->rest[e]);
    double inverse = 1.0 / rod->length[e];
    return v3(inverse * k.x * strain.x, inverse * k.y * strain.y, inverse * k.z * strain.z);
}

// On the straight line through the means of two elements, at their middles.
static belay_vec3 super_helix_moment(const bl_rod* body, uint32_t vertex)
{
    bl_super_helix rod = bl_super_helix_view(body);
    bool is_end = vertex == 0 || vertex == rod.n;
    if (is_end && body->body->ends[vertex > 0].hold != BL_ROD_CLAMPED) return v3_zero();
    uint32_t after = vertex == 0 ? 1 : (vertex == rod.n ? rod.n - 1 : vertex);
    double a = rod.length[after - 1], b = rod.length[after];
    double part = vertex == 0 ? -a / (a + b) : (vertex == rod.n ? 1.0 + b / (a + b) : a / (a + b));
    belay_vec3 from = element_moment(&rod, after - 1), to = element_moment(&rod, after);
    return v3_add_scaled(from, part, v3_sub(to, from));
}

static belay_vec3 super_helix_end_force(const bl_rod* rod, int end)
{
    return end == 0 ? *bl_super_helix_view(rod).pull : v3_zero();
}

// Whatever acts on it moves with its base.
static belay_vec3 super_helix_direct_force(const bl_rod* rod, int end, uint32_t segment, double s, belay_vec3 force,
                                           belay_vec3 moment)
{
    (void)segment, (void)s, (void)moment;
    return end == 0 && rod->body->ends[0].hold != BL_ROD_FREE ? force : v3_zero();
}

static double potential_of(const bl_super_helix* rod, belay_vec3 gravity)
{
    double sum = 0.0;
    for (uint32_t e = 0; e < rod->n; e++) {
        bl_helix_shape shape = bl_super_helix_shape(rod, e);
        bl_helix_flow flow = bl_helix_flow_of(&shape, v3_zero());
        belay_vec3 corner = v3_add(*rod->origin, rod->frames[e].position);
        belay_vec3 first = m3_mul_v3(rod->frames[e].rotation, flow.first);
        sum -= v3_dot(gravity, v3_add_scaled(first, flow.mass, corner));
    }
    return sum;
}

static bl_rod_energy super_helix_energy(const bl_rod* body, belay_vec3 gravity)
{
    bl_super_helix rod = bl_super_helix_view(body);
    bl_rod_energy energy = {.kinetic = bl_super_helix_kinetic_energy(&rod), .potential = potential_of(&rod, gravity)};
    for (uint32_t e = 0; e < rod.n; e++) {
        belay_vec3 k = bl_super_helix_stiffness(&rod, e), strain = v3_sub(rod.u[e], rod.rest[e]);
        energy.bend += 0.5 * (k.x * strain.x * strain.x + k.y * strain.y * strain.y);
        energy.twist += 0.5 * k.z * strain.z * strain.z;
    }
    return energy;
}

const bl_rod_ops bl_rod_super_helix = {
    .name = "super-helix",
    .dofs_per_element = 3,
    .dofs_extra = BL_SUPER_HELIX_BASE,
    .segments_per_element = BL_SUPER_HELIX_SEGMENTS,
    .state_size = state_size,
    .scratch_size = scratch_size,
    .can_hold = super_helix_can_hold,
    .init = bl_super_helix_init,
    .move = bl_super_helix_move,
    .prepare = bl_super_helix_prepare,
    .free_velocity = super_helix_free_velocity,
    .velocity = super_helix_velocity,
    .row = bl_super_helix_row,
    .solve = super_helix_solve,
    .set_velocities = NULL,
    .arcs = super_helix_arcs,
    .nodes = bl_super_helix_nodes,
    .node_velocities = bl_super_helix_node_velocities,
    .frame = bl_super_helix_frame,
    .angular_velocity = bl_super_helix_angular_velocity,
    .tension = super_helix_tension,
    .moment = super_helix_moment,
    .end_force = super_helix_end_force,
    .direct_force = super_helix_direct_force,
    .energy = super_helix_energy,
    .cut = bl_super_helix_cut,
    .reverse = bl_super_helix_reverse,
    .join = bl_super_helix_join,
    .make_sag_free = bl_super_helix_make_sag_free,
};
