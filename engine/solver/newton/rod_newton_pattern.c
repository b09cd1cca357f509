// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/newton/rod_newton_pattern.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "solver/newton/rod_newton_internal.h"

#include <string.h>

#define NONE UINT32_MAX

void bl_rod_sparse_fini(bl_rod_sparse* sparse)
{
    bl_block_lu_fini(&sparse->factor);
    arrfree(sparse->rod_block);
    arrfree(sparse->body_block);
    arrfree(sparse->rods);
    arrfree(sparse->links);
    arrfree(sparse->sites);
    arrfree(sparse->site_begin);
    arrfree(sparse->targets);
    arrfree(sparse->numbers);
    arrfree(sparse->softness);
    arrfree(sparse->base);
    arrfree(sparse->terms);
    arrfree(sparse->x);
}

bool bl_rod_sparse_grow_like(bl_rod_sparse* sparse, const bl_rod_sparse* other, const belay_allocator* allocator)
{
    bool ok = bl_block_lu_grow_like(&sparse->factor, &other->factor, allocator);
    BL_ARRAY_RESERVE(sparse->rod_block, arrcap(other->rod_block), allocator, &ok);
    BL_ARRAY_RESERVE(sparse->body_block, arrcap(other->body_block), allocator, &ok);
    BL_ARRAY_RESERVE(sparse->rods, arrcap(other->rods), allocator, &ok);
    BL_ARRAY_RESERVE(sparse->links, arrcap(other->links), allocator, &ok);
    BL_ARRAY_RESERVE(sparse->sites, arrcap(other->sites), allocator, &ok);
    BL_ARRAY_RESERVE(sparse->site_begin, arrcap(other->site_begin), allocator, &ok);
    BL_ARRAY_RESERVE(sparse->targets, arrcap(other->targets), allocator, &ok);
    BL_ARRAY_RESERVE(sparse->numbers, arrcap(other->numbers), allocator, &ok);
    BL_ARRAY_RESERVE(sparse->softness, arrcap(other->softness), allocator, &ok);
    BL_ARRAY_RESERVE(sparse->base, arrcap(other->base), allocator, &ok);
    BL_ARRAY_RESERVE(sparse->terms, arrcap(other->terms), allocator, &ok);
    BL_ARRAY_RESERVE(sparse->x, arrcap(other->x), allocator, &ok);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------------------
// Blocks
// ---------------------------------------------------------------------------------------------------------------------

static const bl_rod_element* element_of(const bl_row_set* set, const bl_newton_group* g)
{
    return bl_row_set_is_rod(set, g->element) ? &set->rods.elements[g->element - set->rod_first] : NULL;
}

// Places of the bodies that a group acts on; how many.
static int bodies_of(const bl_row_set* set, const bl_newton_group* g, uint32_t bodies[2])
{
    const bl_rod_element* e = element_of(set, g);
    int count = 0;
    if (e != NULL) {
        if (e->inverse_mass > 0.0) bodies[count++] = e->body;
        return count;
    }
    const bl_joint_block* j = bl_newton_joint_of(set, g->element);
    uint32_t a = j != NULL ? j->body_a : set->rows[g->element].body_a;
    uint32_t b = j != NULL ? j->body_b : set->rows[g->element].body_b;
    if (set->responses[a].inverse_mass > 0.0) bodies[count++] = a;
    if (set->responses[b].inverse_mass > 0.0) bodies[count++] = b;
    return count;
}

static bool has_rods(const bl_row_set* set, const bl_newton_group* groups, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (element_of(set, &groups[k]) != NULL) return true;
    return false;
}

static bool reserve_places(bl_rod_sparse* sparse, const bl_row_set* set, const bl_newton_group* groups, uint32_t count,
                           const belay_allocator* allocator)
{
    uint32_t bodies[2], limit = 0;
    for (uint32_t k = 0; k < count; k++)
        for (int i = bodies_of(set, &groups[k], bodies); i-- > 0;)
            if (bodies[i] >= limit) limit = bodies[i] + 1;
    bool ok = true;
    BL_ARRAY_RESERVE(sparse->rod_block, set->rods.coupling_count, allocator, &ok);
    BL_ARRAY_RESERVE(sparse->rods, set->rods.coupling_count, allocator, &ok);
    BL_ARRAY_RESERVE(sparse->body_block, limit, allocator, &ok);
    BL_ARRAY_RESERVE(sparse->site_begin, count + 1, allocator, &ok);
    BL_ARRAY_RESERVE(sparse->terms, (size_t)count * BL_ROD_SPARSE_TERM, allocator, &ok);
    return ok;
}

// Gives rods and bodies their blocks in the order in which the groups name them. False: a rod is no band.
static bool number_blocks(bl_rod_sparse* sparse, const bl_row_set* set, const bl_newton_group* groups, uint32_t count)
{
    uint32_t bodies[2], blocks = 0;
    for (uint32_t k = 0; k < count; k++) {
        const bl_rod_element* e = element_of(set, &groups[k]);
        for (int i = bodies_of(set, &groups[k], bodies); i-- > 0;)
            sparse->body_block[bodies[i]] = NONE;
        for (int i = 0; e != NULL && i < 2 && e->side[i].rod != BL_NO_ROD; i++)
            sparse->rod_block[e->side[i].rod] = NONE;
    }
    if (sparse->rods != NULL) arrsetlen(sparse->rods, 0);
    for (uint32_t k = 0; k < count; k++) {
        const bl_rod_element* e = element_of(set, &groups[k]);
        for (int i = 0; e != NULL && i < 2 && e->side[i].rod != BL_NO_ROD; i++) {
            uint32_t rod = e->side[i].rod;
            const bl_rod_coupling* c = &set->rods.couplings[rod];
            if (c->factor.a == NULL) return false;
            if (sparse->rod_block[rod] != NONE) continue;
            sparse->rod_block[rod] = blocks;
            blocks += bl_rod_sparse_blocks_of_rod(c);
            arrput(sparse->rods, rod);
        }
        int own = bodies_of(set, &groups[k], bodies);
        for (int i = 0; i < own; i++)
            if (sparse->body_block[bodies[i]] == NONE) {
                sparse->body_block[bodies[i]] = blocks;
                blocks += sparse->size == BL_BODY_BLOCK ? 1 : 2;
            }
    }
    sparse->block_count = blocks;
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Sites
// ---------------------------------------------------------------------------------------------------------------------

// The site of the group's block, made when there is none; null: no memory.
static bl_newton_site* site_at(bl_rod_sparse* sparse, uint32_t first, uint32_t block, uint32_t rows,
                               const belay_allocator* allocator)
{
    for (size_t k = first; k < arrlenu(sparse->sites); k++)
        if (sparse->sites[k].block == block) return &sparse->sites[k];
    bool ok = true;
    size_t at = arrlenu(sparse->numbers), size = 2 * (size_t)sparse->size * rows;
    BL_ARRAY_RESERVE(sparse->sites, arrlenu(sparse->sites) + 1, allocator, &ok);
    BL_ARRAY_RESERVE(sparse->numbers, at + size, allocator, &ok);
    if (!ok) return NULL;
    arrsetlen(sparse->numbers, at + size);
    memset(sparse->numbers + at, 0, size * sizeof(double));
    arrput(sparse->sites, ((bl_newton_site){block, (uint32_t)at}));
    return &sparse->sites[arrlenu(sparse->sites) - 1];
}

static bool add_rod_sites(bl_rod_sparse* sparse, const bl_row_set* set, const bl_newton_group* g, bl_rod_side side,
                          uint32_t first, const belay_allocator* allocator)
{
    const bl_rod_coupling* c = &set->rods.couplings[side.rod];
    for (uint32_t k = side.span; k < c->span_count; k++) {
        const bl_rod_row_span* span = &c->spans[k];
        if (span->row < side.at || span->row >= side.at + g->count) break;
        for (uint32_t i = 0; i < span->count; i++) {
            double value = c->values[span->at + i];
            uint32_t dof = span->first + i - c->from;
            if (value == 0.0) continue;
            bl_newton_site* site =
                site_at(sparse, first, sparse->rod_block[side.rod] + dof / BL_ROD_BLOCK, g->count, allocator);
            if (site == NULL) return false;
            size_t at = site->at + (size_t)BL_ROD_BLOCK * (span->row - side.at) + dof % BL_ROD_BLOCK;
            sparse->numbers[at] += value;
            sparse->numbers[at + (size_t)BL_ROD_BLOCK * g->count] += value;
        }
    }
    return true;
}

// Where the numbers of a body in a group begin: of its linear and of its angular velocity.
typedef struct body_site {
    size_t linear, angular;
    uint32_t size, rows; // of a block, of the group
} body_site;

static bool find_body_site(bl_rod_sparse* sparse, uint32_t body, uint32_t rows, uint32_t first,
                           const belay_allocator* allocator, body_site* to)
{
    uint32_t block = sparse->body_block[body];
    bool is_whole = sparse->size == BL_BODY_BLOCK;
    const bl_newton_site* site = site_at(sparse, first, block, rows, allocator);
    if (site == NULL) return false;
    *to = (body_site){site->at, site->at + 3, sparse->size, rows};
    if (is_whole) return true;
    site = site_at(sparse, first, block + 1, rows, allocator);
    if (site == NULL) return false;
    to->angular = site->at;
    return true;
}

// Of a body the equations are divided by its mass: P says what impulses do to velocities.
typedef struct body_row {
    belay_vec3 linear, angular; // of H
    double inverse_mass;        // P's linear part is that of H times it
    belay_vec3 response;        // P's angular part
} body_row;

static void add_vector(double* to, double sign, belay_vec3 v)
{
    to[0] += sign * v.x;
    to[1] += sign * v.y;
    to[2] += sign * v.z;
}

static void add_body_row(bl_rod_sparse* sparse, const body_site* site, uint32_t row, double sign, body_row of)
{
    size_t at = (size_t)site->size * row, pushed = at + (size_t)site->size * site->rows;
    add_vector(sparse->numbers + site->linear + at, sign, of.linear);
    add_vector(sparse->numbers + site->angular + at, sign, of.angular);
    add_vector(sparse->numbers + site->linear + pushed, sign, v3_scale(of.inverse_mass, of.linear));
    add_vector(sparse->numbers + site->angular + pushed, sign, of.response);
}

static bool add_element_body(bl_rod_sparse* sparse, const bl_rod_element* e, uint32_t first,
                             const belay_allocator* allocator)
{
    body_site site;
    if (!find_body_site(sparse, e->body, e->count, first, allocator, &site)) return false;
    for (uint32_t k = 0; k < e->count; k++)
        add_body_row(sparse, &site, k, -1.0, (body_row){e->linear[k], e->angular[k], e->inverse_mass, e->response[k]});
    return true;
}

static bool add_contact_body(bl_rod_sparse* sparse, const bl_row_set* set, const bl_contact_row* row, bool is_a,
                             uint32_t first, const belay_allocator* allocator)
{
    uint32_t body = is_a ? row->body_a : row->body_b;
    double inverse_mass = set->responses[body].inverse_mass, sign = is_a ? 1.0 : -1.0;
    if (!(inverse_mass > 0.0)) return true;
    body_site site;
    if (!find_body_site(sparse, body, 3, first, allocator, &site)) return false;
    bl_contact_jacobian measured;
    bl_contact_push pushed;
    bl_contact_row_jacobian(row, &measured);
    bl_contact_row_push(row, set->responses, &pushed);
    for (uint32_t k = 0; k < 3; k++)
        add_body_row(sparse, &site, k, sign,
                     (body_row){measured.g[k], is_a ? measured.ga[k] : measured.gb[k], inverse_mass,
                                is_a ? pushed.fa[k] : pushed.fb[k]});
    return true;
}

static bool add_joint_body(bl_rod_sparse* sparse, const bl_row_set* set, const bl_newton_group* g, bool is_a,
                           uint32_t first, const belay_allocator* allocator)
{
    const bl_joint_block* j = bl_newton_joint_of(set, g->element);
    uint32_t body = is_a ? j->body_a : j->body_b;
    double inverse_mass = set->responses[body].inverse_mass, sign = is_a ? 1.0 : -1.0;
    if (!(inverse_mass > 0.0)) return true;
    body_site site;
    if (!find_body_site(sparse, body, g->count, first, allocator, &site)) return false;
    for (uint32_t k = 0; k < g->count; k++) {
        const bl_joint_row* row = &set->joints.rows[j->first + g->of_joint + k];
        belay_vec3 linear = is_a ? row->linear : v3_add(row->linear, row->beyond_b);
        add_body_row(
            sparse, &site, k, sign,
            (body_row){linear, is_a ? row->angular_a : row->angular_b, inverse_mass, is_a ? row->ia : row->ib});
    }
    return true;
}

static bool add_group(bl_rod_sparse* sparse, const bl_row_set* set, const bl_newton_group* g,
                      const belay_allocator* allocator)
{
    uint32_t first = (uint32_t)arrlenu(sparse->sites);
    const bl_rod_element* e = element_of(set, g);
    bool ok = true;
    BL_ARRAY_RESERVE(sparse->softness, g->first + g->count, allocator, &ok);
    for (uint32_t i = 0; ok && i < g->count; i++)
        sparse->softness[g->first + i] = bl_newton_softness(set, g, i);
    if (bl_newton_joint_of(set, g->element) != NULL)
        return ok && add_joint_body(sparse, set, g, true, first, allocator) &&
               add_joint_body(sparse, set, g, false, first, allocator);
    if (e == NULL) {
        const bl_contact_row* row = &set->rows[g->element];
        return ok && add_contact_body(sparse, set, row, true, first, allocator) &&
               add_contact_body(sparse, set, row, false, first, allocator);
    }
    for (int i = 0; ok && i < 2 && e->side[i].rod != BL_NO_ROD; i++)
        ok = add_rod_sites(sparse, set, g, e->side[i], first, allocator);
    return ok && (!(e->inverse_mass > 0.0) || add_element_body(sparse, e, first, allocator));
}

static bool find_sites(bl_rod_sparse* sparse, const bl_row_set* set, const bl_newton_group* groups, uint32_t count,
                       const belay_allocator* allocator)
{
    if (sparse->sites != NULL) arrsetlen(sparse->sites, 0);
    if (sparse->numbers != NULL) arrsetlen(sparse->numbers, 0);
    for (uint32_t k = 0; k < count; k++) {
        sparse->site_begin[k] = (uint32_t)arrlenu(sparse->sites);
        if (!add_group(sparse, set, &groups[k], allocator)) return false;
    }
    sparse->site_begin[count] = (uint32_t)arrlenu(sparse->sites);
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Links
// ---------------------------------------------------------------------------------------------------------------------

static bool add_link(bl_rod_sparse* sparse, uint32_t a, uint32_t b, const belay_allocator* allocator)
{
    bool ok = true;
    BL_ARRAY_RESERVE(sparse->links, arrlenu(sparse->links) + 1, allocator, &ok);
    if (ok) arrput(sparse->links, (a < b ? (bl_block_link){a, b} : (bl_block_link){b, a}));
    return ok;
}

static bool find_links(bl_rod_sparse* sparse, const bl_row_set* set, uint32_t group_count,
                       const belay_allocator* allocator)
{
    if (sparse->links != NULL) arrsetlen(sparse->links, 0);
    bool ok = true;
    for (size_t k = 0; k < arrlenu(sparse->rods); k++) {
        const bl_rod_coupling* c = &set->rods.couplings[sparse->rods[k]];
        uint32_t first = sparse->rod_block[sparse->rods[k]], blocks = bl_rod_sparse_blocks_of_rod(c);
        for (uint32_t a = 0; a < blocks; a++)
            for (uint32_t b = a + 1; ok && b < blocks && bl_rod_sparse_are_banded(c, a, b); b++)
                ok = add_link(sparse, first + a, first + b, allocator);
    }
    for (uint32_t k = 0; k < group_count; k++)
        for (uint32_t i = sparse->site_begin[k]; i < sparse->site_begin[k + 1]; i++)
            for (uint32_t j = i + 1; ok && j < sparse->site_begin[k + 1]; j++)
                ok = add_link(sparse, sparse->sites[i].block, sparse->sites[j].block, allocator);
    return ok;
}

static bool find_targets(bl_rod_sparse* sparse, uint32_t group_count, const belay_allocator* allocator)
{
    if (sparse->targets != NULL) arrsetlen(sparse->targets, 0);
    for (uint32_t k = 0; k < group_count; k++) {
        uint32_t begin = sparse->site_begin[k], end = sparse->site_begin[k + 1];
        bool ok = true;
        BL_ARRAY_RESERVE(sparse->targets, arrlenu(sparse->targets) + (size_t)(end - begin) * (end - begin), allocator,
                         &ok);
        if (!ok) return false;
        for (uint32_t s = begin; s < end; s++)
            for (uint32_t t = begin; t < end; t++) {
                bl_newton_target target;
                target.at = (uint32_t)bl_block_lu_index(&sparse->factor, sparse->sites[s].block, sparse->sites[t].block,
                                                        &target.is_transposed);
                arrput(sparse->targets, target);
            }
    }
    return true;
}

bool bl_rod_sparse_begin(bl_rod_sparse* sparse, const bl_row_set* set, const bl_newton_group* groups,
                         uint32_t group_count, double max_flops, const belay_allocator* allocator)
{
    BELAY_ASSERT(group_count > 0 && max_flops >= 0.0);
    sparse->is_ready = false;
    sparse->size = has_rods(set, groups, group_count) ? BL_ROD_BLOCK : BL_BODY_BLOCK;
    if (!reserve_places(sparse, set, groups, group_count, allocator)) return false;
    if (!number_blocks(sparse, set, groups, group_count)) return true;
    if (!find_sites(sparse, set, groups, group_count, allocator)) return false;
    if (!find_links(sparse, set, group_count, allocator)) return false;
    bl_block_lu_status status = bl_block_lu_analyse(&sparse->factor, sparse->size, sparse->block_count, sparse->links,
                                                    (uint32_t)arrlenu(sparse->links), max_flops, allocator);
    if (status != BL_BLOCK_LU_READY) return status != BL_BLOCK_LU_NO_MEMORY;
    bool ok = find_targets(sparse, group_count, allocator);
    BL_ARRAY_RESERVE(sparse->base, bl_block_lu_doubles(&sparse->factor), allocator, &ok);
    BL_ARRAY_RESERVE(sparse->x, (size_t)sparse->size * sparse->block_count, allocator, &ok);
    sparse->is_ready = ok;
    return ok;
}
