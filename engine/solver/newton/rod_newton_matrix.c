// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A of the problem: the Delassus operator of an island as one dense matrix, block by block, of groups that share a body
// that moves or a rod.

#include "solver/newton/rod_newton_internal.h"

#include "solver/rows/rod_matrix_free.h"

#include <string.h>

// The rows of a group as bodies see them: velocities are measured along h, and an impulse changes those of the body by
// p. A body that cannot be moved has no part.
typedef struct body_rows {
    uint32_t body;
    bool moves;
    belay_vec3 h[BL_ROD_MAX_ROWS], h_turn[BL_ROD_MAX_ROWS], p[BL_ROD_MAX_ROWS], p_turn[BL_ROD_MAX_ROWS];
} body_rows;

static void set_body_row(body_rows* rows, uint32_t i, double sign, double inverse_mass, belay_vec3 h, belay_vec3 h_turn,
                         belay_vec3 p, belay_vec3 p_turn)
{
    rows->h[i] = v3_scale(sign, h);
    rows->h_turn[i] = v3_scale(sign, h_turn);
    rows->p[i] = v3_scale(sign * inverse_mass, p);
    rows->p_turn[i] = v3_scale(sign, p_turn);
}

static void contact_body_rows(const bl_row_set* set, const bl_contact_row* row, body_rows side[2])
{
    bl_contact_jacobian h;
    bl_contact_push p;
    bl_contact_row_jacobian(row, &h);
    bl_contact_row_push(row, set->responses, &p);
    double of_a = set->responses[row->body_a].inverse_mass, of_b = set->responses[row->body_b].inverse_mass;
    side[0].body = row->body_a;
    side[0].moves = of_a > 0.0;
    side[1].body = row->body_b;
    side[1].moves = of_b > 0.0;
    for (uint32_t i = 0; i < 3; i++) {
        set_body_row(&side[0], i, 1.0, of_a, h.g[i], h.ga[i], p.f[i], p.fa[i]);
        set_body_row(&side[1], i, -1.0, of_b, h.g[i], h.gb[i], p.f[i], p.fb[i]);
    }
}

static void joint_body_rows(const bl_row_set* set, const bl_joint_block* j, const bl_newton_group* g, body_rows side[2])
{
    side[0].body = j->body_a;
    side[0].moves = j->inverse_mass_a > 0.0;
    side[1].body = j->body_b;
    side[1].moves = j->inverse_mass_b > 0.0;
    for (uint32_t i = 0; i < g->count; i++) {
        const bl_joint_row* row = &set->joints.rows[j->first + g->of_joint + i];
        set_body_row(&side[0], i, 1.0, j->inverse_mass_a, row->linear, row->angular_a, row->linear, row->ia);
        belay_vec3 of_b = v3_add(row->linear, row->beyond_b);
        set_body_row(&side[1], i, -1.0, j->inverse_mass_b, of_b, row->angular_b, of_b, row->ib);
    }
}

static void body_rows_of(const bl_row_set* set, const bl_newton_group* g, body_rows side[2])
{
    const bl_joint_block* j = bl_newton_joint_of(set, g->element);
    if (j != NULL) {
        joint_body_rows(set, j, g, side);
    } else if (!bl_row_set_is_rod(set, g->element)) {
        contact_body_rows(set, &set->rows[g->element], side);
    } else {
        const bl_rod_element* e = &set->rods.elements[g->element - set->rod_first];
        side[0].body = e->body;
        side[0].moves = e->inverse_mass > 0.0;
        side[1].moves = false;
        for (uint32_t i = 0; i < e->count; i++)
            set_body_row(&side[0], i, -1.0, e->inverse_mass, e->linear[i], e->angular[i], e->linear[i], e->response[i]);
    }
}

// Over the rods that two elements share.
static void add_shared_rods(const bl_rod_set* set, const bl_rod_element* e, const bl_rod_element* f, double* block)
{
    for (int s = 0; s < 2 && e->side[s].rod != BL_NO_ROD; s++)
        for (int t = 0; t < 2 && f->side[t].rod != BL_NO_ROD; t++) {
            if (e->side[s].rod != f->side[t].rod) continue;
            const bl_rod_coupling* c = &set->couplings[e->side[s].rod];
            if (bl_rod_is_matrix_free(c)) continue;
            for (uint32_t i = 0; i < e->count; i++)
                for (uint32_t j = 0; j < f->count; j++)
                    block[i * BL_ROD_MAX_ROWS + j] += c->w[(size_t)(e->side[s].at + i) * c->stride + f->side[t].at + j];
        }
}

// Adds the velocities of rows by the impulses of others on a body that they share.
static void add_shared_body(const body_rows* of, uint32_t count, const body_rows* by, uint32_t by_count, double* block)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < by_count; j++)
            block[i * BL_ROD_MAX_ROWS + j] += v3_dot(of->h[i], by->p[j]) + v3_dot(of->h_turn[i], by->p_turn[j]);
}

// Whether a group may be coupled with the one whose body rows are `of`: most share no body that moves.
static bool may_be_coupled(const bl_row_set* set, const bl_newton_group* g, const body_rows of[2],
                           const bl_newton_group* by)
{
    const bl_joint_block* j = bl_newton_joint_of(set, by->element);
    uint32_t a, b;
    if (j != NULL) {
        a = j->body_a;
        b = j->body_b;
    } else if (!bl_row_set_is_rod(set, by->element)) {
        a = set->rows[by->element].body_a;
        b = set->rows[by->element].body_b;
    } else {
        if (bl_row_set_is_rod(set, g->element)) return true;
        a = b = set->rods.elements[by->element - set->rod_first].body;
    }
    return (of[0].moves && (of[0].body == a || of[0].body == b)) ||
           (of[1].moves && (of[1].body == a || of[1].body == b));
}

// The block of A of the velocities of one group, whose body rows are `of`, by the impulses of another.
static void couple(const bl_row_set* set, const bl_newton_group* g, const body_rows of[2], const bl_newton_group* k,
                   double* block)
{
    body_rows by[2];
    memset(block, 0, BL_ROD_MAX_ROWS * BL_ROD_MAX_ROWS * sizeof *block);
    body_rows_of(set, k, by);
    for (int s = 0; s < 2; s++)
        for (int t = 0; t < 2; t++)
            if (of[s].moves && by[t].moves && of[s].body == by[t].body)
                add_shared_body(&of[s], g->count, &by[t], k->count, block);
    const bl_rod_element* elements = set->rods.elements;
    if (bl_row_set_is_rod(set, g->element) && bl_row_set_is_rod(set, k->element))
        add_shared_rods(&set->rods, &elements[g->element - set->rod_first], &elements[k->element - set->rod_first],
                        block);
}

// The block of a group's velocities by another's impulses.
static void set_block(const bl_newton_problem* p, const bl_row_set* set, const bl_newton_group* g,
                      const body_rows of[2], const bl_newton_group* by)
{
    double block[BL_ROD_MAX_ROWS * BL_ROD_MAX_ROWS];
    couple(set, g, of, by, block);
    for (uint32_t j = 0; j < by->count; j++) {
        double* column = p->a + (size_t)(by->first + j) * p->stride + g->first;
        for (uint32_t i = 0; i < g->count; i++)
            column[i] = block[i * BL_ROD_MAX_ROWS + j];
    }
}

// The rod whose W is A but for softness: nothing else that moves is in the island, and its rows stand in their order.
// BL_NO_ROD: there is none.
static uint32_t only_rod(const bl_newton_problem* p, const bl_row_set* set)
{
    uint32_t rod = BL_NO_ROD;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        if (!bl_row_set_is_rod(set, g->element)) return BL_NO_ROD;
        const bl_rod_element* e = &set->rods.elements[g->element - set->rod_first];
        if (k == 0) rod = e->side[0].rod;
        if (e->side[0].rod != rod || e->side[1].rod != BL_NO_ROD || e->side[0].at != g->first) return BL_NO_ROD;
        if (e->inverse_mass > 0.0 || e->count == 0) return BL_NO_ROD;
    }
    if (rod == BL_NO_ROD || bl_rod_is_matrix_free(&set->rods.couplings[rod])) return BL_NO_ROD;
    return set->rods.couplings[rod].count == p->n ? rod : BL_NO_ROD;
}

void bl_newton_set_matrix(const bl_newton_problem* p, const bl_row_set* set)
{
    uint32_t rod = only_rod(p, set);
    if (rod != BL_NO_ROD) { // what is beyond the rows is zero there too
        memcpy(p->a, set->rods.couplings[rod].w, p->n * (size_t)p->stride * sizeof(double));
        return;
    }
    memset(p->a, 0, p->n * (size_t)p->stride * sizeof(double));
    for (uint32_t k = 0; k < p->group_count; k++) {
        body_rows of[2];
        body_rows_of(set, &p->groups[k], of);
        for (uint32_t l = 0; l < p->group_count; l++)
            if (may_be_coupled(set, &p->groups[k], of, &p->groups[l]))
                set_block(p, set, &p->groups[k], of, &p->groups[l]);
    }
}
