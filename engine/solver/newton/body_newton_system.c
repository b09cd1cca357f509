// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The system of body_newton.h: what it is at the present impulses, and its solution.

#include "core/alloc.h"
#include "core/assert.h"
#include "solver/newton/body_newton_internal.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Linearisation: dr = d - G du
// ---------------------------------------------------------------------------------------------------------------------

// With y = w r - u and a = alpha w, the law linearised at r, u + a dr in place of u:
//   y_N <= 0              open:   dr = -r
//   |y_T| <= mu y_N       stick:  a dr = -(u + du)
//   otherwise             slide:  a dr_N = -(u_N + du_N) and, with e = y_T / |y_T|, k = mu y_N / |y_T|, P = 1 - e e^T,
//       (w - k (w - a) P) dr_T = mu e (w - a) dr_N + (mu y_N e - w r_T) - mu e du_N - k P du_T.
// Along e the matrix on the left is w, across it w - k (w - a) =: c > 0, so it is inverted by parts.
static void linearise_slide(const bl_contact_row* row, double alpha, const double u[3], const double y[3],
                            bl_newton_block* out)
{
    BELAY_ASSERT(alpha > 0.0 && row->weight > 0.0 && y[0] > 0.0);
    double w = row->weight, a = alpha * w, mu = row->mu;
    double length = sqrt(y[1] * y[1] + y[2] * y[2]);
    double e[2] = {y[1] / length, y[2] / length}, k = mu * y[0] / length;
    double across = w - k * (w - a);
    memset(out, 0, sizeof *out);
    out->g[0] = 1.0 / a;
    out->d[0] = -u[0] / a;
    // What stands at the right, along e: mu (w - a) dr_N - mu du_N + mu y_N - w r_T.e
    double rt[2] = {row->r[1], row->r[2]};
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
    double u[3], y[3], w = row->weight, a = alpha * w;
    bl_contact_row_velocity(row, velocities, u);
    bl_contact_row_shift(row, u);
    for (int i = 0; i < 3; i++)
        y[i] = w * row->r[i] - u[i];
    memset(out, 0, sizeof *out);
    if (!(y[0] > 0.0)) {
        for (int i = 0; i < 3; i++)
            out->d[i] = -row->r[i];
    } else if (sqrt(y[1] * y[1] + y[2] * y[2]) <= row->mu * y[0]) {
        for (int i = 0; i < 3; i++) {
            out->g[4 * i] = 1.0 / a;
            out->d[i] = -u[i] / a;
        }
    } else {
        linearise_slide(row, alpha, u, y, out);
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
// Places in the system
// ---------------------------------------------------------------------------------------------------------------------

// The blocks that couple two bodies. Contacts of one pair come one after the other: they are looked up once.
typedef struct pair_blocks {
    uint32_t body[2]; // numbers in the island + 1; 0: is not in it
    double* at[2][2]; // none where one of the bodies is not in the island
    bool is_transposed[2][2];
} pair_blocks;

static void find_blocks(bl_body_newton* n, uint32_t a, uint32_t b, pair_blocks* p)
{
    uint32_t body[2] = {n->local[a], n->local[b]};
    if (p->body[0] == body[0] && p->body[1] == body[1]) return;
    for (int s = 0; s < 2; s++) {
        p->body[s] = body[s];
        for (int t = 0; t < 2; t++) {
            if (body[s] == 0 || body[t] == 0) continue;
            BELAY_ASSERT(body[s] <= (uint32_t)arrlen(n->bodies) && body[t] <= (uint32_t)arrlen(n->bodies));
            p->at[s][t] =
                n->factor.values + bl_block_lu_index(&n->factor, body[s] - 1, body[t] - 1, &p->is_transposed[s][t]);
        }
    }
}

// A row seen from one of its bodies: six numbers that velocities are multiplied with, and impulses act along.
typedef struct body_row {
    double c[6];
} body_row;

// to += f^T k, f and k of three rows. Written out so that compilers make pairs of it.
static inline void add_product(const body_row* f, const body_row* k, double* restrict to)
{
    const double *k0 = k[0].c, *k1 = k[1].c, *k2 = k[2].c;
    for (int i = 0; i < 6; i++, to += 6) {
        double f0 = f[0].c[i], f1 = f[1].c[i], f2 = f[2].c[i];
        to[0] += f0 * k0[0] + f1 * k1[0] + f2 * k2[0];
        to[1] += f0 * k0[1] + f1 * k1[1] + f2 * k2[1];
        to[2] += f0 * k0[2] + f1 * k1[2] + f2 * k2[2];
        to[3] += f0 * k0[3] + f1 * k1[3] + f2 * k2[3];
        to[4] += f0 * k0[4] + f1 * k1[4] + f2 * k2[4];
        to[5] += f0 * k0[5] + f1 * k1[5] + f2 * k2[5];
    }
}

// The same for one row.
static inline void add_row_product(const body_row* f, const body_row* k, double* restrict to)
{
    for (int i = 0; i < 6; i++, to += 6)
        for (int c = 0; c < 6; c++)
            to[c] += f->c[i] * k->c[c];
}

// ---------------------------------------------------------------------------------------------------------------------
// The system of the bodies: M + F^T G H, F^T D
// ---------------------------------------------------------------------------------------------------------------------

static bool turns(const belay_mat33* inertia)
{
    return inertia->m[0] != 0.0 || inertia->m[4] != 0.0 || inertia->m[8] != 0.0;
}

static body_row body_row_of(double sign, belay_vec3 linear, belay_vec3 angular, bool turns)
{
    double t = turns ? sign : 0.0;
    body_row r = {{sign * linear.x, sign * linear.y, sign * linear.z, t * angular.x, t * angular.y, t * angular.z}};
    return r;
}

static void set_contact_rows(const bl_contact_jacobian* j, bool is_a, const belay_mat33* inertia, body_row f[3])
{
    bool t = turns(inertia);
    for (int i = 0; i < 3; i++)
        f[i] = body_row_of(is_a ? 1.0 : -1.0, j->g[i], is_a ? j->ga[i] : j->gb[i], t);
}

// k = G f. The normal impulse goes by the normal velocity alone.
static void multiply_by_g(const double g[9], const body_row* f, body_row* k)
{
    BELAY_ASSERT(g[1] == 0.0 && g[2] == 0.0);
    for (int c = 0; c < 6; c++) {
        k[0].c[c] = g[0] * f[0].c[c];
        k[1].c[c] = g[3] * f[0].c[c] + g[4] * f[1].c[c] + g[5] * f[2].c[c];
        k[2].c[c] = g[6] * f[0].c[c] + g[7] * f[1].c[c] + g[8] * f[2].c[c];
    }
}

static void add_right_side(bl_body_newton* n, uint32_t i, const body_row* f, double d)
{
    for (int a = 0; a < 6; a++)
        n->x[6 * i + (uint32_t)a] += f->c[a] * d;
}

// What is open and has no impulse adds nothing.
static bool is_idle(const bl_newton_block* block)
{
    return block->g[0] == 0.0 && block->d[0] == 0.0 && block->d[1] == 0.0 && block->d[2] == 0.0;
}

static void add_contact(bl_body_newton* n, const bl_contact_row* row, const bl_newton_block* block, pair_blocks* pair)
{
    body_row f[2][3], k[2][3];
    bl_contact_jacobian j;
    if (is_idle(block)) return;
    find_blocks(n, row->body_a, row->body_b, pair);
    bl_contact_row_jacobian(row, &j);
    for (int s = 0; s < 2; s++) {
        if (pair->body[s] == 0) continue;
        uint32_t body = pair->body[s] - 1;
        set_contact_rows(&j, s == 0, &n->inertia[body], f[s]);
        for (int i = 0; i < 3; i++)
            add_right_side(n, body, &f[s][i], block->d[i]);
        if (block->g[0] != 0.0) multiply_by_g(block->g, f[s], k[s]);
    }
    if (block->g[0] == 0.0) return; // open
    for (int s = 0; s < 2; s++)
        for (int t = 0; t < 2; t++) {
            if (pair->body[s] == 0 || pair->body[t] == 0) continue;
            if (pair->is_transposed[s][t])
                add_product(k[t], f[s], pair->at[s][t]);
            else
                add_product(f[s], k[t], pair->at[s][t]);
        }
}

static void add_joint_row(bl_body_newton* n, const bl_joint_row* row, const bl_newton_block* block,
                          const pair_blocks* pair)
{
    body_row f[2], k[2];
    for (int s = 0; s < 2; s++) {
        if (pair->body[s] == 0) continue;
        uint32_t body = pair->body[s] - 1;
        belay_vec3 linear = s == 0 ? row->linear : v3_add(row->linear, row->beyond_b);
        f[s] = body_row_of(s == 0 ? 1.0 : -1.0, linear, s == 0 ? row->angular_a : row->angular_b,
                           turns(&n->inertia[body]));
        add_right_side(n, body, &f[s], block->d[0]);
        for (int c = 0; c < 6; c++)
            k[s].c[c] = block->g[0] * f[s].c[c];
    }
    for (int s = 0; s < 2 && block->g[0] != 0.0; s++)
        for (int t = 0; t < 2; t++) {
            if (pair->body[s] == 0 || pair->body[t] == 0) continue;
            if (pair->is_transposed[s][t])
                add_row_product(&k[t], &f[s], pair->at[s][t]);
            else
                add_row_product(&f[s], &k[t], pair->at[s][t]);
        }
}

static void add_joint(bl_body_newton* n, const bl_row_set* set, uint32_t joint, const bl_newton_block* blocks,
                      pair_blocks* pair)
{
    const bl_joint_block* j = &set->joints.blocks[joint];
    find_blocks(n, j->body_a, j->body_b, pair);
    for (uint32_t i = 0; i < j->count; i++)
        add_joint_row(n, &set->joints.rows[j->first + i], &blocks[i], pair);
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

// What B adds by moving otherwise than A.
static double change_beyond(const bl_body_newton* n, uint32_t body_b, belay_vec3 beyond)
{
    uint32_t b = n->local[body_b];
    return b != 0 ? product(beyond, v3_zero(), n->x + 6 * (size_t)(b - 1), false) : 0.0;
}

static void set_direction(bl_body_newton* n, const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    uint32_t at = 0, block = 0;
    for (uint32_t k = 0; k < count; k++) {
        bl_newton_element e = bl_newton_element_of(set, order[k]);
        if (e.contact != NULL) {
            const bl_newton_block* b = &n->blocks[block++];
            double du[3];
            bl_contact_jacobian j;
            if (b->g[0] == 0.0) { // open
                for (int i = 0; i < 3; i++)
                    n->direction[at++] = b->d[i];
                continue;
            }
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
            double du = row_change(n, e.a, e.b, row->linear, row->angular_a, row->angular_b) -
                        change_beyond(n, e.b, row->beyond_b);
            n->direction[at++] = b->d[0] - b->g[0] * du;
        }
    }
}

bool bl_body_newton_direction(bl_body_newton* n, const bl_row_set* set, const uint32_t* order, uint32_t count,
                              const bl_velocity* velocities, double alpha)
{
    bl_block_lu_clear(&n->factor);
    memset(n->x, 0, 6 * (size_t)arrlen(n->bodies) * sizeof *n->x);
    add_masses(n, set);
    pair_blocks pair = {{0, 0}, {{NULL}}, {{false}}};
    uint32_t block = 0;
    for (uint32_t k = 0; k < count; k++) {
        bl_newton_element e = bl_newton_element_of(set, order[k]);
        if (e.contact != NULL) {
            linearise_contact(e.contact, alpha, velocities, &n->blocks[block]);
            add_contact(n, e.contact, &n->blocks[block], &pair);
            block++;
        } else {
            linearise_joint(set, e.joint, alpha, velocities, &n->blocks[block]);
            add_joint(n, set, e.joint, &n->blocks[block], &pair);
            block += e.rows;
        }
    }
    if (!bl_block_lu_run(&n->factor)) return false;
    bl_block_lu_solve(&n->factor, n->x, n->x);
    set_direction(n, set, order, count);
    return true;
}
