// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A nodal rod in two, and two in one. A node carries half of each element beside it, so the two nodes that are made of
// one at a cut share its mass, and with its velocity its momentum. What the vertex knew - its strains at rest, full
// turns of twist - goes with it.

#include "models/rod/nodal/rod_nodal_internal.h"
#include "models/rod/rod_reverse.h"

#include <string.h>

static void set_length(const bl_rod* rod)
{
    bl_nodal r = bl_nodal_view(rod);
    rod->body->segment_count = r.n;
    rod->body->length = 0.0;
    for (uint32_t i = 0; i < r.n; i++)
        rod->body->length += r.cell[i];
}

// ---------------------------------------------------------------------------------------------------------------------
// Cutting
// ---------------------------------------------------------------------------------------------------------------------

// The elements of `r` from `first` on, as many as `part` has. Of the ends nothing is known yet.
static void take_elements(const bl_nodal* r, uint32_t first, const bl_nodal* part)
{
    size_t n = part->n;
    memcpy(part->v, r->v + 4 * (size_t)first, (4 * n + 3) * sizeof *part->v);
    memcpy(part->x, r->x + first, (n + 1) * sizeof *part->x);
    memcpy(part->frame, r->frame + first, n * sizeof *part->frame);
    memcpy(part->twist + 1, r->twist + first + 1, (n - 1) * sizeof *part->twist);
    memcpy(part->cell, r->cell + first, n * sizeof *part->cell);
    memcpy(part->rest_length, r->rest_length + first, n * sizeof *part->rest_length);
    memcpy(part->rest + 1, r->rest + first + 1, (n - 1) * sizeof *part->rest);
}

// An end as it was; of another rod, or the other one of the same kind.
static void take_end(const bl_nodal* from, const bl_nodal* to, int end)
{
    uint32_t there = bl_nodal_end_node(from, end), here = bl_nodal_end_node(to, end);
    to->twist[here] = from->twist[there];
    to->rest[here] = from->rest[there];
    to->clamp[end] = from->clamp[end];
    to->clamp_spin[end] = from->clamp_spin[end];
    to->held[end] = from->held[end];
}

static void set_free_end(const bl_nodal* r, int end)
{
    r->clamp[end] = belay_quat_identity();
    bl_nodal_set_end_rest(r, end);
}

void bl_nodal_cut(const bl_rod* rod, uint32_t vertex, const bl_rod* head, const bl_rod* tail)
{
    bl_nodal r = bl_nodal_view(rod), h = bl_nodal_view(head), t = bl_nodal_view(tail);
    memset(head->state, 0, bl_rod_state_size(&bl_rod_nodal, h.n) * sizeof(double));
    memset(tail->state, 0, bl_rod_state_size(&bl_rod_nodal, t.n) * sizeof(double));
    take_elements(&r, 0, &h);
    take_elements(&r, vertex, &t);
    take_end(&r, &h, 0);
    set_free_end(&h, 1);
    set_free_end(&t, 0);
    take_end(&r, &t, 1);
    *(h.n < t.n ? t : h).reserve = *r.reserve; // whole, so that joined again they are as they were
    set_length(head);
    set_length(tail);
}

// ---------------------------------------------------------------------------------------------------------------------
// Turning round
// ---------------------------------------------------------------------------------------------------------------------

void bl_nodal_reverse(const bl_rod* rod)
{
    bl_nodal r = bl_nodal_view(rod);
    size_t n = r.n;
    // x0 th0 x1 ... xN backwards is xN th(N-1) ... x0 with the three of each node backwards; these are put right. The
    // directions about which segments turn are the opposite ones.
    bl_rod_reverse_blocks(r.v, 4 * n + 3, 1);
    for (size_t i = 0; i <= n; i++)
        bl_rod_reverse_blocks(r.v + 4 * i, 3, 1);
    for (size_t i = 0; i < n; i++)
        r.v[4 * i + 3] = -r.v[4 * i + 3];
    bl_rod_reverse_vectors(r.x, n + 1);
    bl_rod_reverse_frames(r.frame, n);
    bl_rod_reverse_blocks(r.twist, n + 1, 1);
    bl_rod_reverse_blocks(r.cell, n, 1);
    bl_rod_reverse_blocks(r.rest_length, n, 1);
    bl_rod_reverse_blocks(r.rest->k, n + 1, 3);
    for (size_t i = 0; i <= n; i++)
        r.rest[i].k[0] = -r.rest[i].k[0];
    bl_rod_reverse_frames(r.clamp, 2);
    bl_rod_reverse_vectors(r.clamp_spin, 2);
    bl_rod_reverse_blocks(r.held, 2, 1);
    bl_rod_reverse_ends(rod->body);
}

// ---------------------------------------------------------------------------------------------------------------------
// Joining
// ---------------------------------------------------------------------------------------------------------------------

// Where the velocities of a node that was joined come to lie, those of the second rod follow without its first node's.
static void lay_behind_each_other(const bl_nodal* a, const bl_nodal* b, const bl_nodal* r)
{
    memcpy(r->v, a->v, 4 * (size_t)a->n * sizeof *r->v);
    memcpy(r->v + 4 * (size_t)a->n + 3, b->v + 3, 4 * (size_t)b->n * sizeof *r->v);
    memcpy(r->x, a->x, a->n * sizeof *r->x);
    memcpy(r->x + a->n + 1, b->x + 1, b->n * sizeof *r->x);
    memcpy(r->frame, a->frame, a->n * sizeof *r->frame);
    memcpy(r->frame + a->n, b->frame, b->n * sizeof *r->frame);
    memcpy(r->twist + 1, a->twist + 1, (a->n - 1) * sizeof *r->twist);
    memcpy(r->twist + a->n + 1, b->twist + 1, (b->n - 1) * sizeof *r->twist);
    memcpy(r->cell, a->cell, a->n * sizeof *r->cell);
    memcpy(r->cell + a->n, b->cell, b->n * sizeof *r->cell);
    memcpy(r->rest_length, a->rest_length, a->n * sizeof *r->rest_length);
    memcpy(r->rest_length + a->n, b->rest_length, b->n * sizeof *r->rest_length);
    memcpy(r->rest + 1, a->rest + 1, (a->n - 1) * sizeof *r->rest);
    memcpy(r->rest + a->n + 1, b->rest + 1, (b->n - 1) * sizeof *r->rest);
}

// Equal places and velocities stay what they are to the last bit.
static void set_joint(const bl_nodal* a, const bl_nodal* b, const bl_nodal* r)
{
    double of_a = bl_nodal_node_mass(a, a->n), of_b = bl_nodal_node_mass(b, 0), share = of_b / (of_a + of_b);
    r->x[a->n] = v3_add_scaled(a->x[a->n], share, v3_sub(b->x[0], a->x[a->n]));
    belay_vec3 from = bl_nodal_node_velocity(a->v, a->n), to = bl_nodal_node_velocity(b->v, 0);
    bl_nodal_set_velocity(r->v, a->n, v3_add_scaled(from, share, v3_sub(to, from)));
}

// The segment follows its nodes without spin.
static void carry_segment(const bl_nodal* r, uint32_t segment)
{
    belay_vec3 edge = v3_sub(r->x[segment + 1], r->x[segment]);
    r->frame[segment] = bl_nodal_carry(r->frame[segment], v3_scale(1.0 / v3_length(edge), edge), 0.0);
}

// The joint has moved from where the rods ended.
static void carry_to_joint(const bl_nodal* a, const bl_nodal* b, const bl_nodal* r)
{
    uint32_t joint = a->n;
    if (v3_distance(r->x[joint], a->x[a->n]) > 0.0) {
        carry_segment(r, joint - 1);
        r->twist[joint - 1] = bl_nodal_twist_now(r, joint - 1, r->twist[joint - 1]);
    }
    if (v3_distance(r->x[joint], b->x[0]) > 0.0) {
        carry_segment(r, joint);
        r->twist[joint + 1] = bl_nodal_twist_now(r, joint + 1, r->twist[joint + 1]);
    }
}

belay_result bl_nodal_join(const bl_rod* first, const bl_rod* second, bool as_it_lies, const bl_rod* joined,
                           belay_error* error)
{
    bl_nodal a = bl_nodal_view(first), b = bl_nodal_view(second), r = bl_nodal_view(joined);
    memset(joined->state, 0, bl_rod_state_size(&bl_rod_nodal, r.n) * sizeof(double));
    lay_behind_each_other(&a, &b, &r);
    set_joint(&a, &b, &r);
    uint32_t joint = a.n;
    belay_result result = bl_rod_check_joint(r.x + joint - 1, error);
    if (result != BELAY_OK) return result;
    carry_to_joint(&a, &b, &r);
    take_end(&a, &r, 0);
    take_end(&b, &r, 1);
    bl_nodal_strain strain = bl_nodal_relative(r.frame[joint - 1], r.frame[joint], 0.0);
    r.twist[joint] = strain.k[2];
    if (as_it_lies) r.rest[joint] = strain;
    *r.reserve = *a.reserve + *b.reserve;
    set_length(joined);
    return BELAY_OK;
}
