// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/body_newton.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "math/cone.h"
#include "solver/newton/body_newton_internal.h"
#include "solver/newton/newton_loop.h"
#include "solver/newton/newton_tolerances.h"
#include "solver/rows/island_residual.h"

#include <string.h>

void bl_body_newton_fini(bl_body_newton* n)
{
    bl_block_lu_fini(&n->factor);
    arrfree(n->local);
    arrfree(n->bodies);
    arrfree(n->links);
    arrfree(n->blocks);
    arrfree(n->r);
    arrfree(n->best);
    arrfree(n->first);
    arrfree(n->first_motion);
    arrfree(n->direction);
    arrfree(n->x);
    arrfree(n->inertia);
    arrfree(n->base);
}

bool bl_body_newton_grow_like(bl_body_newton* n, const bl_body_newton* other, const belay_allocator* allocator)
{
    bool ok = bl_block_lu_grow_like(&n->factor, &other->factor, allocator);
    BL_ARRAY_RESERVE(n->local, arrcap(other->local), allocator, &ok);
    BL_ARRAY_RESERVE(n->bodies, arrcap(other->bodies), allocator, &ok);
    BL_ARRAY_RESERVE(n->links, arrcap(other->links), allocator, &ok);
    BL_ARRAY_RESERVE(n->blocks, arrcap(other->blocks), allocator, &ok);
    BL_ARRAY_RESERVE(n->r, arrcap(other->r), allocator, &ok);
    BL_ARRAY_RESERVE(n->best, arrcap(other->best), allocator, &ok);
    BL_ARRAY_RESERVE(n->first, arrcap(other->first), allocator, &ok);
    BL_ARRAY_RESERVE(n->first_motion, arrcap(other->first_motion), allocator, &ok);
    BL_ARRAY_RESERVE(n->direction, arrcap(other->direction), allocator, &ok);
    BL_ARRAY_RESERVE(n->x, arrcap(other->x), allocator, &ok);
    BL_ARRAY_RESERVE(n->inertia, arrcap(other->inertia), allocator, &ok);
    BL_ARRAY_RESERVE(n->base, arrcap(other->base), allocator, &ok);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------------------
// The island
// ---------------------------------------------------------------------------------------------------------------------

static bool moves(const bl_row_set* set, uint32_t body)
{
    return set->responses[body].inverse_mass > 0.0;
}

static bool reserve(bl_body_newton* n, uint32_t count, uint32_t rows, uint32_t body_limit)
{
    const belay_allocator* allocator = n->allocator;
    bool ok = true;
    BL_ARRAY_RESERVE(n->local, body_limit, allocator, &ok);
    BL_ARRAY_RESERVE(n->bodies, body_limit, allocator, &ok);
    BL_ARRAY_RESERVE(n->links, count, allocator, &ok);
    BL_ARRAY_RESERVE(n->blocks, rows, allocator, &ok);
    BL_ARRAY_RESERVE(n->r, rows, allocator, &ok);
    BL_ARRAY_RESERVE(n->best, rows, allocator, &ok);
    BL_ARRAY_RESERVE(n->first, rows, allocator, &ok);
    BL_ARRAY_RESERVE(n->first_motion, body_limit, allocator, &ok);
    BL_ARRAY_RESERVE(n->direction, rows, allocator, &ok);
    BL_ARRAY_RESERVE(n->x, 6 * (size_t)body_limit, allocator, &ok);
    BL_ARRAY_RESERVE(n->inertia, body_limit, allocator, &ok);
    BL_ARRAY_RESERVE(n->base, body_limit, allocator, &ok);
    return ok;
}

static void number_body(bl_body_newton* n, const bl_row_set* set, uint32_t body)
{
    if (!moves(set, body) || n->local[body] != 0) return;
    arrput(n->bodies, body);
    n->local[body] = (uint32_t)arrlen(n->bodies);
    belay_mat33 inverse;
    if (!m3_invert(set->responses[body].inverse_inertia, 0.0, &inverse)) inverse = m3_zero(); // it does not turn
    n->inertia[n->local[body] - 1] = inverse;
}

bool bl_body_newton_begin(bl_body_newton* n, const bl_row_set* set, const uint32_t* order, uint32_t count,
                          double max_flops)
{
    uint32_t rows = 0, body_limit = 0;
    for (uint32_t k = 0; k < count; k++) {
        bl_newton_element e = bl_newton_element_of(set, order[k]);
        rows += e.rows;
        if (e.a >= body_limit) body_limit = e.a + 1;
        if (e.b >= body_limit) body_limit = e.b + 1;
    }
    if (!reserve(n, count, rows, body_limit)) {
        n->is_out_of_memory = true;
        return false;
    }
    memset(n->local, 0, body_limit * sizeof *n->local);
    arrsetlen(n->bodies, 0);
    arrsetlen(n->links, 0);
    for (uint32_t k = 0; k < count; k++) {
        bl_newton_element e = bl_newton_element_of(set, order[k]);
        number_body(n, set, e.a);
        number_body(n, set, e.b);
        if (!moves(set, e.a) || !moves(set, e.b)) continue;
        uint32_t a = n->local[e.a] - 1, b = n->local[e.b] - 1;
        bl_block_link link = {a < b ? a : b, a < b ? b : a};
        arrput(n->links, link);
    }
    bl_block_lu_status status = bl_block_lu_analyse(&n->factor, 6, (uint32_t)arrlen(n->bodies), n->links,
                                                    (uint32_t)arrlen(n->links), max_flops, n->allocator);
    n->is_out_of_memory = n->is_out_of_memory || status == BL_BLOCK_LU_NO_MEMORY;
    return status == BL_BLOCK_LU_READY;
}

// ---------------------------------------------------------------------------------------------------------------------
// Iterates
// ---------------------------------------------------------------------------------------------------------------------

// Copies the impulses out of the rows.
static void save(const bl_row_set* set, const uint32_t* order, uint32_t count, double* r)
{
    for (uint32_t k = 0; k < count; k++) {
        bl_newton_element e = bl_newton_element_of(set, order[k]);
        if (e.contact != NULL)
            memcpy(r, e.contact->r, 3 * sizeof *r);
        else
            for (uint32_t i = 0; i < e.rows; i++)
                r[i] = set->joints.rows[set->joints.blocks[e.joint].first + i].r;
        r += e.rows;
    }
}

static void save_velocities(bl_body_newton* n, const bl_velocity* velocities)
{
    for (ptrdiff_t i = 0; i < arrlen(n->bodies); i++)
        n->base[i] = velocities[n->bodies[i]];
}

static void project_joint(const bl_joint_set* joints, uint32_t joint, double* r)
{
    const bl_joint_block* block = &joints->blocks[joint];
    for (uint32_t i = 0; i < block->count; i++)
        r[i] = fmin(joints->rows[block->first + i].upper, fmax(joints->rows[block->first + i].lower, r[i]));
    if (!(block->cap < HUGE_VAL)) return;
    double length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    for (int i = 0; i < 3 && length > block->cap; i++)
        r[i] *= block->cap / length;
}

static void go_to_contact(bl_contact_row* row, const double r[3], const double wanted[3], const bl_response* responses,
                          bl_velocity* velocities)
{
    double change[3];
    bool is_none = wanted[0] == 0.0 && wanted[1] == 0.0 && wanted[2] == 0.0; // as at most contacts that are open
    if (is_none)
        row->r[0] = row->r[1] = row->r[2] = 0.0;
    else
        bl_cone_project(row->mu, wanted, row->r);
    for (int i = 0; i < 3; i++)
        change[i] = row->r[i] - r[i];
    if (change[0] == 0.0 && change[1] == 0.0 && change[2] == 0.0) return;
    bl_contact_row_apply(row, change, responses, velocities);
}

static void go_to_joint(const bl_joint_set* joints, uint32_t joint, const double* r, double* next,
                        bl_velocity* velocities)
{
    const bl_joint_block* block = &joints->blocks[joint];
    double change[BL_JOINT_MAX_ROWS];
    project_joint(joints, joint, next);
    for (uint32_t i = 0; i < block->count; i++) {
        change[i] = next[i] - r[i];
        joints->rows[block->first + i].r = next[i];
    }
    bl_joint_block_apply(joints, joint, change, velocities);
}

// Puts the impulses r + t d, projected, into the rows, and the velocities that belong to them into `velocities`, from
// the saved ones that belong to r. d null: r itself becomes `target`.
static void go_to(bl_body_newton* n, const bl_row_set* set, const uint32_t* order, uint32_t count,
                  bl_velocity* velocities, const double* target, double t)
{
    for (ptrdiff_t i = 0; i < arrlen(n->bodies); i++)
        velocities[n->bodies[i]] = n->base[i];
    const double* r = n->r;
    const double* d = target != NULL ? target : n->direction;
    for (uint32_t k = 0; k < count; k++) {
        bl_newton_element e = bl_newton_element_of(set, order[k]);
        double next[BL_JOINT_MAX_ROWS];
        for (uint32_t i = 0; i < e.rows; i++)
            next[i] = d[i];
        for (uint32_t i = 0; i < e.rows && target == NULL; i++)
            next[i] = r[i] + t * d[i];
        if (e.contact != NULL)
            go_to_contact(e.contact, r, next, set->responses, velocities);
        else
            go_to_joint(&set->joints, e.joint, r, next, velocities);
        r += e.rows;
        d += e.rows;
    }
}

// One Newton step per proximal weight, around the present impulses. Where nothing leads downhill a larger weight has
// the next try, and when that is at its largest, a full step, uphill as it is, leads out of the kink.
typedef struct body_run {
    bl_body_newton* n;
    const bl_row_set* set;
    const uint32_t* order;
    uint32_t count;
    bl_velocity* velocities;
    double scale;                  // what errors are measured by, squared
    double alpha, weight, largest; // the weight that is wanted, that is used, and the largest that the error allows
    bool is_leap, has_leapt;
    int leaps;                     // in a row
    int iterations, patience, end; // end: iterations by which there must be progress
    double best, mark;             // natural maps squared
} body_run;

static bool find_direction_of(void* context, double merit)
{
    body_run* run = context;
    run->largest = fmin(BL_PROXIMAL_MOST, BL_BODY_ALPHA_PER_ERROR * sqrt(merit / run->scale));
    run->weight = fmax(BL_BODY_LEAST_ALPHA, fmin(run->alpha, run->largest));
    run->is_leap = false;
    run->iterations++;
    save(run->set, run->order, run->count, run->n->r);
    save_velocities(run->n, run->velocities);
    return bl_body_newton_direction(run->n, run->set, run->order, run->count, run->velocities, run->weight);
}

static double try_direction(void* context, double t, double most)
{
    body_run* run = context;
    go_to(run->n, run->set, run->order, run->count, run->velocities, NULL, t);
    return bl_island_natural_up_to(run->set, run->order, run->count, run->velocities, most);
}

static bool is_out_of_patience(body_run* run)
{
    if (run->best <= BL_BODY_PROGRESS * run->mark) {
        run->mark = run->best;
        run->end = run->iterations + run->patience;
    }
    return run->iterations >= run->end;
}

static bool accept(void* context, double merit, double step)
{
    body_run* run = context;
    if (!run->is_leap) {
        run->leaps = 0;
        run->alpha = step == 1.0 ? fmax(BL_BODY_LEAST_ALPHA, BL_BODY_ALPHA_FALL * run->weight) : run->weight;
    }
    if (merit < run->best) {
        run->best = merit;
        save(run->set, run->order, run->count, run->n->best);
    }
    return run->leaps > BL_BODY_MAX_LEAPS || is_out_of_patience(run);
}

static bl_newton_refusal refuse(void* context)
{
    body_run* run = context;
    run->alpha = BL_BODY_ALPHA_GROWTH * run->weight;
    run->is_leap = run->weight >= run->largest;
    if (run->is_leap) run->leaps++;
    run->has_leapt = run->has_leapt || run->is_leap;
    if (run->is_leap) return BL_NEWTON_LEAPS;
    go_to(run->n, run->set, run->order, run->count, run->velocities, NULL, 0.0);
    return is_out_of_patience(run) ? BL_NEWTON_GIVES_UP : BL_NEWTON_RETRIES;
}

// Leaps may lead to velocities of any size, and differences to these leave rounding of that size. So the way back goes
// from where the solve began; and where what looked best on the way was their rounding, it goes no further than that.
static double go_to_best(body_run* run, double error)
{
    bl_body_newton* n = run->n;
    for (ptrdiff_t i = 0; i < arrlen(n->bodies); i++)
        n->base[i] = n->first_motion[i];
    uint32_t rows = 0;
    for (uint32_t k = 0; k < run->count; k++)
        rows += bl_newton_element_of(run->set, run->order[k]).rows;
    memcpy(n->r, n->first, rows * sizeof *n->r);
    go_to(n, run->set, run->order, run->count, run->velocities, n->best, 1.0);
    double after = bl_island_natural_squared(run->set, run->order, run->count, run->velocities);
    if (after <= error) return after;
    go_to(n, run->set, run->order, run->count, run->velocities, n->first, 1.0);
    return error;
}

bl_dense_newton_report bl_body_newton_solve(bl_body_newton* n, const bl_row_set* set, const uint32_t* order,
                                            uint32_t count, bl_velocity* velocities, double goal, int max_iterations,
                                            int patience)
{
    BELAY_ASSERT(count > 0 && n->factor.n == (uint32_t)arrlen(n->bodies));
    static const bl_newton_rules rules = {
        .shortest_step = BL_BODY_SHORTEST_STEP, .decrease = BL_NEWTON_DECREASE, .highest_leap = HUGE_VAL};
    body_run run = {.n = n, .set = set, .order = order, .count = count, .velocities = velocities};
    bl_newton_operator op = {&run, find_direction_of, try_direction, accept, refuse, NULL};
    bl_island_scale free = bl_island_scale_of(set, order, count, velocities);
    double error = bl_island_natural_squared(set, order, count, velocities);
    int64_t left = patience > 0 ? max_iterations : 0;
    run.scale = bl_island_goal_squared(&free, 1.0);
    run.alpha = BL_BODY_FIRST_ALPHA;
    run.patience = run.end = patience;
    run.best = run.mark = error;
    save(set, order, count, n->best);
    save(set, order, count, n->first);
    for (ptrdiff_t i = 0; i < arrlen(n->bodies); i++)
        n->first_motion[i] = velocities[n->bodies[i]];
    const double before = error;
    bl_newton_run(&op, &rules, goal, &error, &left);
    bl_dense_newton_report report = {.iterations = run.iterations, .natural_squared = run.best};
    if (report.iterations == 0 || (error == report.natural_squared && !run.has_leapt)) return report;
    report.natural_squared = go_to_best(&run, before);
    return report;
}
