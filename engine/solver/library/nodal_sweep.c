// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/library/nodal_sweep.h"

#include "math/gauss.h"
#include "solver/law/residual.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Set-up
// ---------------------------------------------------------------------------------------------------------------------

typedef struct arena {
    char* base;
    size_t used;
} arena;

static void* take(arena* memory, size_t count, size_t size)
{
    void* array = memory->base != NULL ? memory->base + memory->used : NULL;
    memory->used += (count * size + 15) / 16 * 16;
    return array;
}

size_t bl_nodal_gs_lay_out(bl_nodal_gs* s, char* base)
{
    arena memory = {base, 0};
    size_t nodes = (size_t)s->p.node_count, contacts = (size_t)s->p.contact_count;
    s->units = take(&memory, contacts, sizeof *s->units);
    s->inverse = take(&memory, 9 * nodes, sizeof *s->inverse);
    s->impulse = take(&memory, 3 * nodes, sizeof *s->impulse);
    s->v = take(&memory, 3 * nodes, sizeof *s->v);
    s->r = take(&memory, 3 * contacts, sizeof *s->r);
    s->best_v = take(&memory, 3 * nodes, sizeof *s->best_v);
    s->best_r = take(&memory, 3 * contacts, sizeof *s->best_r);
    s->has_contact = take(&memory, nodes, sizeof *s->has_contact);
    return memory.used + 16;
}

// The block (i, j) of M, null when there is none.
static const double* find_block(const belay_nodal_problem* p, int32_t i, int32_t j)
{
    for (int32_t k = p->row_start[i]; k < p->row_start[i + 1]; k++)
        if (p->column[k] == j) return p->blocks + 9 * (size_t)k;
    return NULL;
}

// inverse = m^-1, size 3 or 6; m is destroyed. False when singular.
static bool invert(double* m, double* inverse, int size)
{
    for (int i = 0; i < size * size; i++)
        inverse[i] = i % (size + 1) == 0 ? 1.0 : 0.0;
    if (!bl_gauss_solve(m, (size_t)size, (uint32_t)size, inverse, (uint32_t)size)) return false;
    for (int i = 0; i < size * size; i++)
        if (!isfinite(inverse[i])) return false;
    return true;
}

// K, the blocks of M that belong to the nodes of a contact.
static int gather(const belay_nodal_problem* p, const belay_nodal_contact* c, double k[36])
{
    int32_t node[2] = {c->node, c->other};
    int count = c->other >= 0 ? 2 : 1, size = 3 * count;
    memset(k, 0, 36 * sizeof *k);
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++) {
            const double* m = find_block(p, node[a], node[b]);
            for (int i = 0; i < 9 && m != NULL; i++)
                k[size * (3 * a + i / 3) + 3 * b + i % 3] = m[i];
        }
    return size;
}

// x = D^T r, the impulse on the node or on both.
static void spread(const belay_nodal_contact* c, const double r[3], double x[6])
{
    for (int i = 0; i < 3; i++) {
        x[i] = c->frame[i] * r[0] + c->frame[3 + i] * r[1] + c->frame[6 + i] * r[2];
        x[3 + i] = -x[i];
    }
}

// u = D v without the offset; v of one node or both.
static void measure(const belay_nodal_contact* c, const double v[6], double u[3])
{
    for (int i = 0; i < 3; i++) {
        u[i] = 0.0;
        for (int k = 0; k < 3; k++)
            u[i] += c->frame[3 * i + k] * (v[k] - (c->other >= 0 ? v[3 + k] : 0.0));
    }
}

static void multiply(const double* a, int size, const double* x, double* y)
{
    for (int i = 0; i < size; i++) {
        y[i] = 0.0;
        for (int j = 0; j < size; j++)
            y[i] += a[size * i + j] * x[j];
    }
}

// K^-1 and W = D K^-1 D^T.
static bool set_up_unit(const bl_nodal_gs* s, int32_t c)
{
    const belay_nodal_contact* contact = &s->p.contacts[c];
    bl_nodal_gs_unit* t = &s->units[c];
    double k[36], w[9];
    int size = gather(&s->p, contact, k);
    if (!invert(k, t->inverse, size)) return false;
    for (int j = 0; j < 3; j++) {
        double r[3] = {0.0, 0.0, 0.0}, x[6], y[6] = {0.0}, u[3];
        r[j] = 1.0;
        spread(contact, r, x);
        multiply(t->inverse, size, x, y);
        measure(contact, y, u);
        w[j] = u[0], w[3 + j] = u[1], w[6 + j] = u[2];
    }
    bl_local_block_init(&t->block, w, contact->mu);
    return true;
}

static void find_scale(bl_nodal_gs* s)
{
    double sum = 0.0;
    for (int32_t i = 0; i < s->p.node_count; i++) {
        double v[3];
        multiply(s->inverse + 9 * (size_t)i, 3, s->p.f + 3 * (size_t)i, v);
        sum += v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    }
    for (int32_t c = 0; c < s->p.contact_count; c++)
        for (int i = 0; i < 3; i++)
            sum += s->p.contacts[c].offset[i] * s->p.contacts[c].offset[i];
    s->scale = sum > 0.0 ? sqrt(sum) : 1.0;
}

bool bl_nodal_gs_set_up(bl_nodal_gs* s, int32_t* where)
{
    for (int32_t i = 0; i < s->p.node_count; i++) {
        double m[9];
        const double* block = find_block(&s->p, i, i);
        *where = i;
        if (block == NULL) return false;
        memcpy(m, block, sizeof m);
        if (!invert(m, s->inverse + 9 * (size_t)i, 3)) return false;
    }
    for (int32_t c = 0; c < s->p.contact_count; c++) {
        const belay_nodal_contact* contact = &s->p.contacts[c];
        *where = contact->node;
        s->has_contact[contact->node] = true;
        if (contact->other >= 0) s->has_contact[contact->other] = true;
        if (!set_up_unit(s, c)) return false;
    }
    find_scale(s);
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Sweeps
// ---------------------------------------------------------------------------------------------------------------------

static void add_impulse(bl_nodal_gs* s, const belay_nodal_contact* c, const double r[3], double sign)
{
    double x[6];
    spread(c, r, x);
    for (int i = 0; i < 3; i++) {
        s->impulse[3 * c->node + i] += sign * x[i];
        if (c->other >= 0) s->impulse[3 * c->other + i] += sign * x[3 + i];
    }
}

// Sums the impulses at each node, which takes away the rounding of the updates.
static void sum_impulses(bl_nodal_gs* s)
{
    memset(s->impulse, 0, 3 * (size_t)s->p.node_count * sizeof *s->impulse);
    for (int32_t c = 0; c < s->p.contact_count; c++)
        add_impulse(s, &s->p.contacts[c], s->r + 3 * (size_t)c, 1.0);
}

// g = f_i + impulses - sum over j other than i and `partner` of M_ij v_j.
static void gather_momentum(const bl_nodal_gs* s, int32_t i, int32_t partner, double g[3])
{
    const belay_nodal_problem* p = &s->p;
    for (int k = 0; k < 3; k++)
        g[k] = p->f[3 * i + k] + s->impulse[3 * i + k];
    for (int32_t b = p->row_start[i]; b < p->row_start[i + 1]; b++) {
        int32_t j = p->column[b];
        if (j == i || j == partner) continue;
        double x[3];
        multiply(p->blocks + 9 * (size_t)b, 3, s->v + 3 * (size_t)j, x);
        g[0] -= x[0], g[1] -= x[1], g[2] -= x[2];
    }
}

static void visit_contact(bl_nodal_gs* s, int32_t c)
{
    const belay_nodal_contact* contact = &s->p.contacts[c];
    const bl_nodal_gs_unit* t = &s->units[c];
    int size = contact->other >= 0 ? 6 : 3;
    double *r = s->r + 3 * (size_t)c, g[6], x[6], v[6] = {0.0}, b[3];
    add_impulse(s, contact, r, -1.0);
    gather_momentum(s, contact->node, contact->other, g);
    if (size == 6) gather_momentum(s, contact->other, contact->node, g + 3);
    multiply(t->inverse, size, g, v);
    measure(contact, v, b);
    for (int i = 0; i < 3; i++)
        b[i] += contact->offset[i];
    bl_local_contact_solve(&t->block, b, r);
    add_impulse(s, contact, r, 1.0);
    spread(contact, r, x);
    for (int i = 0; i < size; i++)
        g[i] += x[i];
    multiply(t->inverse, size, g, v);
    memcpy(s->v + 3 * (size_t)contact->node, v, 3 * sizeof *v);
    if (size == 6) memcpy(s->v + 3 * (size_t)contact->other, v + 3, 3 * sizeof *v);
}

void bl_nodal_gs_sweep(bl_nodal_gs* s)
{
    sum_impulses(s);
    for (int32_t i = 0; i < s->p.node_count; i++) {
        if (s->has_contact[i]) continue;
        double g[3];
        gather_momentum(s, i, -1, g);
        multiply(s->inverse + 9 * (size_t)i, 3, g, s->v + 3 * (size_t)i);
    }
    for (int32_t c = 0; c < s->p.contact_count; c++)
        visit_contact(s, c);
}

// ---------------------------------------------------------------------------------------------------------------------
// Residual
// ---------------------------------------------------------------------------------------------------------------------

// Sum of |M_ii^-1 (M v - f - impulses)_i|^2.
static double momentum_defect(bl_nodal_gs* s)
{
    double sum = 0.0;
    sum_impulses(s);
    for (int32_t i = 0; i < s->p.node_count; i++) {
        double g[3], v[3];
        gather_momentum(s, i, -1, g);
        multiply(s->inverse + 9 * (size_t)i, 3, g, v);
        for (int k = 0; k < 3; k++)
            sum += (s->v[3 * i + k] - v[k]) * (s->v[3 * i + k] - v[k]);
    }
    return sum;
}

belay_residual bl_nodal_gs_residual(bl_nodal_gs* s)
{
    bl_residual_sum sum;
    bl_residual_sum_init(&sum);
    sum.q = s->scale * s->scale;
    for (int32_t c = 0; c < s->p.contact_count; c++) {
        const belay_nodal_contact* contact = &s->p.contacts[c];
        double v[6] = {0.0}, u[3], nothing[3] = {0.0, 0.0, 0.0};
        memcpy(v, s->v + 3 * (size_t)contact->node, 3 * sizeof *v);
        if (contact->other >= 0) memcpy(v + 3, s->v + 3 * (size_t)contact->other, 3 * sizeof *v);
        measure(contact, v, u);
        for (int i = 0; i < 3; i++)
            u[i] += contact->offset[i];
        bl_residual_sum_add(&sum, c, s->units[c].block.weight, contact->mu, s->r + 3 * (size_t)c, u, nothing);
    }
    sum.natural += momentum_defect(s);
    return bl_residual_sum_finish(&sum);
}
