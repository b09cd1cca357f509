// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/body_newton.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "math/cone.h"
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
    BL_ARRAY_RESERVE(n->direction, arrcap(other->direction), allocator, &ok);
    BL_ARRAY_RESERVE(n->x, arrcap(other->x), allocator, &ok);
    BL_ARRAY_RESERVE(n->inertia, arrcap(other->inertia), allocator, &ok);
    BL_ARRAY_RESERVE(n->base, arrcap(other->base), allocator, &ok);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------------------
// The island
// ---------------------------------------------------------------------------------------------------------------------

// An element of the island: its bodies, and how many rows it has.
typedef struct element {
    uint32_t a, b, rows;
    bl_contact_row* contact; // null: a joint
    uint32_t joint;
} element;

static element element_of(const bl_row_set* set, uint32_t e)
{
    if (e < set->contact_count) return (element){set->rows[e].body_a, set->rows[e].body_b, 3, &set->rows[e], 0};
    const bl_joint_block* j = &set->joints.blocks[e - set->contact_count];
    return (element){j->body_a, j->body_b, j->count, NULL, e - set->contact_count};
}

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
        element e = element_of(set, order[k]);
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
        element e = element_of(set, order[k]);
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
// Linearisation: dr = d - G du
// ---------------------------------------------------------------------------------------------------------------------

// With y = w r - u and a = alpha w, the law linearised at r, u + a dr in place of u:
//   y_N <= 0              open:   dr = -r
//   |y_T| <= mu y_N       stick:  a dr = -(u + du)
//   otherwise             slide:  a dr_N = -(u_N + du_N) and, with e = y_T / |y_T|, k = mu y_N / |y_T|, P = 1 - e e^T,
//       (w - k (w - a) P) dr_T = mu e (w - a) dr_N + (mu y_N e - w r_T) - mu e du_N - k P du_T.
// Along e the matrix on the left is w, across it w - k (w - a) =: c > 0, so it is inverted by parts.
static void linearise_slide(const bl_local_block* block, double alpha, const double r[3], const double u[3],
                            const double y[3], bl_newton_block* out)
{
    BELAY_ASSERT(alpha > 0.0 && block->weight > 0.0 && y[0] > 0.0);
    double w = block->weight, a = alpha * w, mu = block->mu;
    double length = sqrt(y[1] * y[1] + y[2] * y[2]);
    double e[2] = {y[1] / length, y[2] / length}, k = mu * y[0] / length;
    double across = w - k * (w - a);
    memset(out, 0, sizeof *out);
    out->g[0] = 1.0 / a;
    out->d[0] = -u[0] / a;
    // What stands at the right, along e: mu (w - a) dr_N - mu du_N + mu y_N - w r_T.e
    double rt[2] = {r[1], r[2]};
    double along = (mu * (w - a) * out->d[0] + mu * y[0] - w * (rt[0] * e[0] + rt[1] * e[1])) / w;
    double perpendicular = -w * (rt[1] * e[0] - rt[0] * e[1]) / across;
    out->d[1] = along * e[0] - perpendicular * e[1];
    out->d[2] = along * e[1] + perpendicular * e[0];
    double by_normal = (mu * (w - a) / a + mu) / w; // of -du_N, along e
    out->g[3] = by_normal * e[0];
    out->g[6] = by_normal * e[1];
    double by_slip = k / across; // of -du across e
    out->g[4] = by_slip * e[1] * e[1];
    out->g[5] = out->g[7] = -by_slip * e[0] * e[1];
    out->g[8] = by_slip * e[0] * e[0];
}

static void linearise_contact(const bl_contact_row* row, double alpha, const bl_velocity* velocities,
                              bl_newton_block* out)
{
    const bl_local_block* block = &row->block;
    double u[3], y[3], w = block->weight, a = alpha * w;
    bl_contact_row_velocity(row, velocities, u);
    bl_contact_row_shift(row, u);
    for (int i = 0; i < 3; i++)
        y[i] = w * row->r[i] - u[i];
    memset(out, 0, sizeof *out);
    if (!(y[0] > 0.0)) {
        for (int i = 0; i < 3; i++)
            out->d[i] = -row->r[i];
    } else if (sqrt(y[1] * y[1] + y[2] * y[2]) <= block->mu * y[0]) {
        for (int i = 0; i < 3; i++) {
            out->g[4 * i] = 1.0 / a;
            out->d[i] = -u[i] / a;
        }
    } else {
        linearise_slide(block, alpha, row->r, u, y, out);
    }
}

// The same for rows with bounds, each by its own diagonal entry A_ii of W + softness, as the rows of a block have not
// all the same units: s = u - target + softness r; inside of the bounds (softness + alpha A_ii) dr = -(s + du), at a
// bound dr leads there. Idle rows stay.
static void linearise_row(const bl_joint_row* row, double diagonal, double alpha, double u, bl_newton_block* out)
{
    double s = u - row->target + row->softness * row->r, aim = row->r - s / diagonal;
    memset(out, 0, sizeof *out);
    if (aim <= row->lower || aim >= row->upper) {
        out->d[0] = (aim <= row->lower ? row->lower : row->upper) - row->r;
    } else {
        out->g[0] = 1.0 / (row->softness + alpha * diagonal);
        out->d[0] = -s * out->g[0];
    }
}

// A block at its cap goes to where the projection puts it.
static void linearise_cap(const bl_joint_block* block, const bl_joint_row* rows, double diagonal, const double* u,
                          bl_newton_block* out)
{
    double aim[3], length = 0.0;
    for (int i = 0; i < 3; i++) {
        aim[i] = rows[i].r - (u[i] - rows[i].target + rows[i].softness * rows[i].r) / diagonal;
        length += aim[i] * aim[i];
    }
    length = sqrt(length);
    for (int i = 0; i < 3 && length > block->cap; i++) {
        out[i].g[0] = 0.0;
        out[i].d[0] = block->cap * aim[i] / length - rows[i].r;
    }
}

static void linearise_joint(const bl_row_set* set, uint32_t joint, double alpha, const bl_velocity* velocities,
                            bl_newton_block* out)
{
    const bl_joint_block* block = &set->joints.blocks[joint];
    const bl_joint_row* rows = &set->joints.rows[block->first];
    double u[BL_JOINT_MAX_ROWS], trace = 0.0;
    bl_joint_block_velocity(&set->joints, joint, velocities, u);
    for (uint32_t i = 0; i < block->count; i++) {
        double diagonal = set->joints.matrices[block->at + i * (block->count + 1)];
        trace += diagonal;
        if (block->idle >> i & 1 || !(diagonal > 0.0))
            memset(&out[i], 0, sizeof out[i]);
        else
            linearise_row(&rows[i], diagonal, alpha, u[i], &out[i]);
    }
    if (block->cap < HUGE_VAL && trace > 0.0) linearise_cap(block, rows, trace / block->count, u, out);
}

// ---------------------------------------------------------------------------------------------------------------------
// The system of the bodies
// ---------------------------------------------------------------------------------------------------------------------

// A row seen from one of its bodies: six numbers that velocities are multiplied with, or impulses act along.
typedef struct body_row {
    double c[6];
} body_row;

static body_row body_row_of(double sign, belay_vec3 linear, belay_vec3 angular, bool turns)
{
    double t = turns ? sign : 0.0;
    body_row r = {{sign * linear.x, sign * linear.y, sign * linear.z, t * angular.x, t * angular.y, t * angular.z}};
    return r;
}

static bool turns(const belay_mat33* inertia)
{
    return inertia->m[0] != 0.0 || inertia->m[4] != 0.0 || inertia->m[8] != 0.0;
}

// Adds F^T G H of one element for a pair of its bodies.
static void add_block(bl_body_newton* n, uint32_t i, uint32_t j, const body_row* f, const body_row* h, const double* g,
                      uint32_t rows, uint32_t stride)
{
    BELAY_ASSERT(i < (uint32_t)arrlen(n->bodies) && j < (uint32_t)arrlen(n->bodies));
    double block[36] = {0.0};
    for (uint32_t p = 0; p < rows; p++) {
        double gh[6] = {0.0};
        for (uint32_t q = 0; q < rows; q++) {
            double s = g[p * stride + q];
            if (s == 0.0) continue;
            for (int c = 0; c < 6; c++)
                gh[c] += s * h[q].c[c];
        }
        for (int a = 0; a < 6; a++)
            for (int c = 0; c < 6; c++)
                block[6 * a + c] += f[p].c[a] * gh[c];
    }
    bl_block_lu_add(&n->factor, i, j, block);
}

static void add_right_side(bl_body_newton* n, uint32_t i, const body_row* f, const double* d, uint32_t rows)
{
    for (uint32_t p = 0; p < rows; p++)
        for (int a = 0; a < 6; a++)
            n->x[6 * i + (uint32_t)a] += f[p].c[a] * d[p];
}

// Rows of a contact seen from a body.
static void contact_rows(const bl_contact_row* row, const bl_contact_jacobian* j, bool is_a, const belay_mat33* inertia,
                         body_row f[3], body_row h[3])
{
    bool t = turns(inertia);
    for (int i = 0; i < 3; i++) {
        belay_vec3 along = bl_contact_frame(&row->at, i);
        f[i] = body_row_of(is_a ? 1.0 : -1.0, along, v3_cross(is_a ? row->at.arm_a : row->at.arm_b, along), t);
        h[i] = body_row_of(is_a ? 1.0 : -1.0, j->g[i], is_a ? j->ga[i] : j->gb[i], t);
    }
}

static void add_contact(bl_body_newton* n, const bl_contact_row* row, const bl_newton_block* block)
{
    uint32_t body[2] = {n->local[row->body_a], n->local[row->body_b]};
    body_row f[2][3], h[2][3];
    bl_contact_jacobian j;
    bl_contact_row_jacobian(row, &j);
    for (int s = 0; s < 2; s++)
        if (body[s] != 0) contact_rows(row, &j, s == 0, &n->inertia[body[s] - 1], f[s], h[s]);
    for (int s = 0; s < 2; s++) {
        if (body[s] == 0) continue;
        add_right_side(n, body[s] - 1, f[s], block->d, 3);
        for (int t = 0; t < 2; t++)
            if (body[t] != 0) add_block(n, body[s] - 1, body[t] - 1, f[s], h[t], block->g, 3, 3);
    }
}

static void add_joint(bl_body_newton* n, const bl_row_set* set, uint32_t joint, const bl_newton_block* blocks)
{
    const bl_joint_block* j = &set->joints.blocks[joint];
    uint32_t body[2] = {n->local[j->body_a], n->local[j->body_b]};
    for (uint32_t i = 0; i < j->count; i++) {
        const bl_joint_row* row = &set->joints.rows[j->first + i];
        body_row f[2];
        for (int s = 0; s < 2; s++)
            if (body[s] != 0)
                f[s] = body_row_of(s == 0 ? 1.0 : -1.0, row->linear, s == 0 ? row->angular_a : row->angular_b,
                                   turns(&n->inertia[body[s] - 1]));
        for (int s = 0; s < 2; s++) {
            if (body[s] == 0) continue;
            add_right_side(n, body[s] - 1, &f[s], blocks[i].d, 1);
            for (int t = 0; t < 2; t++)
                if (body[t] != 0) add_block(n, body[s] - 1, body[t] - 1, &f[s], &f[t], blocks[i].g, 1, 3);
        }
    }
}

static void add_masses(bl_body_newton* n, const bl_row_set* set)
{
    for (uint32_t i = 0; i < (uint32_t)arrlen(n->bodies); i++) {
        double block[36] = {0.0}, mass = 1.0 / set->responses[n->bodies[i]].inverse_mass;
        const belay_mat33* inertia = &n->inertia[i];
        for (int a = 0; a < 3; a++) {
            block[7 * a] = mass;
            for (int c = 0; c < 3; c++)
                block[6 * (a + 3) + c + 3] = turns(inertia) ? inertia->m[3 * a + c] : (a == c ? 1.0 : 0.0);
        }
        bl_block_lu_add(&n->factor, i, i, block);
    }
}

static double product(const belay_vec3 linear, belay_vec3 angular, const double* x, bool t)
{
    double sum = linear.x * x[0] + linear.y * x[1] + linear.z * x[2];
    return t ? sum + (angular.x * x[3] + angular.y * x[4] + angular.z * x[5]) : sum;
}

// du of a row for dv in x.
static double row_change(const bl_body_newton* n, uint32_t body_a, uint32_t body_b, belay_vec3 linear,
                         belay_vec3 angular_a, belay_vec3 angular_b)
{
    uint32_t a = n->local[body_a], b = n->local[body_b];
    double du = 0.0;
    if (a != 0) du += product(linear, angular_a, n->x + 6 * (size_t)(a - 1), turns(&n->inertia[a - 1]));
    if (b != 0) du -= product(linear, angular_b, n->x + 6 * (size_t)(b - 1), turns(&n->inertia[b - 1]));
    return du;
}

static void set_direction(bl_body_newton* n, const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    uint32_t at = 0, block = 0;
    for (uint32_t k = 0; k < count; k++) {
        element e = element_of(set, order[k]);
        if (e.contact != NULL) {
            const bl_newton_block* b = &n->blocks[block++];
            double du[3];
            bl_contact_jacobian j;
            bl_contact_row_jacobian(e.contact, &j);
            for (int i = 0; i < 3; i++)
                du[i] = row_change(n, e.a, e.b, j.g[i], j.ga[i], j.gb[i]);
            for (int i = 0; i < 3; i++)
                n->direction[at++] =
                    b->d[i] - (b->g[3 * i] * du[0] + b->g[3 * i + 1] * du[1] + b->g[3 * i + 2] * du[2]);
            continue;
        }
        for (uint32_t i = 0; i < e.rows; i++) {
            const bl_joint_row* row = &set->joints.rows[set->joints.blocks[e.joint].first + i];
            const bl_newton_block* b = &n->blocks[block++];
            double du = row_change(n, e.a, e.b, row->linear, row->angular_a, row->angular_b);
            n->direction[at++] = b->d[0] - b->g[0] * du;
        }
    }
}

static bool find_direction(bl_body_newton* n, const bl_row_set* set, const uint32_t* order, uint32_t count,
                           const bl_velocity* velocities, double alpha)
{
    bl_block_lu_clear(&n->factor);
    memset(n->x, 0, 6 * (size_t)arrlen(n->bodies) * sizeof *n->x);
    add_masses(n, set);
    uint32_t block = 0;
    for (uint32_t k = 0; k < count; k++) {
        element e = element_of(set, order[k]);
        if (e.contact != NULL) {
            linearise_contact(e.contact, alpha, velocities, &n->blocks[block]);
            add_contact(n, e.contact, &n->blocks[block]);
            block++;
        } else {
            linearise_joint(set, e.joint, alpha, velocities, &n->blocks[block]);
            add_joint(n, set, e.joint, &n->blocks[block]);
            block += e.rows;
        }
    }
    if (!bl_block_lu_run(&n->factor)) return false;
    bl_block_lu_solve(&n->factor, n->x, n->x);
    set_direction(n, set, order, count);
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Iterates
// ---------------------------------------------------------------------------------------------------------------------

// Copies the impulses out of the rows.
static void save(const bl_row_set* set, const uint32_t* order, uint32_t count, double* r)
{
    for (uint32_t k = 0; k < count; k++) {
        element e = element_of(set, order[k]);
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
        element e = element_of(set, order[k]);
        double next[BL_JOINT_MAX_ROWS], change[BL_JOINT_MAX_ROWS];
        for (uint32_t i = 0; i < e.rows; i++)
            next[i] = target != NULL ? d[i] : r[i] + t * d[i];
        if (e.contact != NULL)
            bl_cone_project(e.contact->block.mu, next, next);
        else
            project_joint(&set->joints, e.joint, next);
        for (uint32_t i = 0; i < e.rows; i++)
            change[i] = next[i] - r[i];
        if (e.contact != NULL) {
            memcpy(e.contact->r, next, sizeof e.contact->r);
            bl_contact_row_apply(e.contact, change, set->responses, velocities);
        } else {
            for (uint32_t i = 0; i < e.rows; i++)
                set->joints.rows[set->joints.blocks[e.joint].first + i].r = next[i];
            bl_joint_block_apply(&set->joints, e.joint, change, velocities);
        }
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
    bool is_leap;
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
    return find_direction(run->n, run->set, run->order, run->count, run->velocities, run->weight);
}

static double try_direction(void* context, double t)
{
    body_run* run = context;
    go_to(run->n, run->set, run->order, run->count, run->velocities, NULL, t);
    return bl_island_natural_squared(run->set, run->order, run->count, run->velocities);
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
    if (run->is_leap) return BL_NEWTON_LEAPS;
    go_to(run->n, run->set, run->order, run->count, run->velocities, NULL, 0.0);
    return is_out_of_patience(run) ? BL_NEWTON_GIVES_UP : BL_NEWTON_RETRIES;
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
    bl_newton_run(&op, &rules, goal, &error, &left);
    bl_dense_newton_report report = {run.iterations, run.best};
    if (report.iterations == 0 || error == report.natural_squared) return report;
    save(set, order, count, n->r);
    save_velocities(n, velocities);
    go_to(n, set, order, count, velocities, n->best, 1.0);
    return report;
}
