// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The mass-spring chain and CORDE in two, and two in one; as rod_nodal_cut.c does it.

#include "models/rod/lumped/rod_lumped.h"
#include "models/rod/rod_reverse.h"

#include <string.h>

static void set_length(const bl_rod* rod)
{
    bl_lumped r = bl_lumped_view(rod);
    rod->body->segment_count = r.n;
    rod->body->length = 0.0;
    for (uint32_t i = 0; i < r.n; i++)
        rod->body->length += r.length[i];
}

// ---------------------------------------------------------------------------------------------------------------------
// Cutting
// ---------------------------------------------------------------------------------------------------------------------

// The elements of `r` from `first` on, as many as `part` has.
static void take_elements(const bl_lumped* r, uint32_t first, const bl_lumped* part)
{
    size_t n = part->n;
    memcpy(part->v, r->v + (size_t)r->stride * first, part->m * sizeof *part->v);
    memcpy(part->x, r->x + first, (n + 1) * sizeof *part->x);
    memcpy(part->frame, r->frame + first, n * sizeof *part->frame);
    memcpy(part->length, r->length + first, n * sizeof *part->length);
    memcpy(part->rest, r->rest + first, (n + 1) * sizeof *part->rest);
}

// What a clamp would find at an end that a cut has made.
static void set_end_rest(const bl_lumped* r, uint32_t end, uint32_t beside)
{
    r->rest[end] = bl_lumped_rest_at_end(r, end, beside, belay_quat_identity(), r->model->turned(r->rest[beside]));
}

void bl_lumped_cut(const bl_rod* rod, uint32_t vertex, const bl_rod* head, const bl_rod* tail)
{
    bl_lumped r = bl_lumped_view(rod), h = bl_lumped_view(head), t = bl_lumped_view(tail);
    take_elements(&r, 0, &h);
    take_elements(&r, vertex, &t);
    set_end_rest(&h, h.n, h.n - 1);
    set_end_rest(&t, 0, 1);
    set_length(head);
    set_length(tail);
}

// ---------------------------------------------------------------------------------------------------------------------
// Turning round
// ---------------------------------------------------------------------------------------------------------------------

// Nodes with their velocities, and in CORDE the elements' angular velocities between them: vectors of three, all of
// them, so that backwards they come to lie where they belong. (Where a mass-spring chain bends at rest it keeps as seen
// from the frame behind; seen from the one before, a rest twist would turn it a little. It counts only where the chain
// is straight to rounding and a side must be chosen.)
void bl_lumped_reverse(const bl_rod* rod)
{
    bl_lumped r = bl_lumped_view(rod);
    bl_rod_reverse_blocks(r.v, r.m / 3, 3);
    bl_rod_reverse_vectors(r.x, r.n + 1);
    bl_rod_reverse_frames(r.frame, r.n);
    bl_rod_reverse_blocks(r.length, r.n, 1);
    bl_rod_reverse_strains(r.rest, r.n + 1);
    bl_rod_reverse_ends(rod->body);
}

// ---------------------------------------------------------------------------------------------------------------------
// Joining
// ---------------------------------------------------------------------------------------------------------------------

static void lay_behind_each_other(const bl_lumped* a, const bl_lumped* b, const bl_lumped* r)
{
    size_t n = a->n, joint = (size_t)a->stride * n;
    memcpy(r->v, a->v, joint * sizeof *r->v);
    memcpy(r->v + joint + 3, b->v + 3, (b->m - 3) * sizeof *r->v);
    memcpy(r->x, a->x, n * sizeof *r->x);
    memcpy(r->x + n + 1, b->x + 1, b->n * sizeof *r->x);
    memcpy(r->frame, a->frame, n * sizeof *r->frame);
    memcpy(r->frame + n, b->frame, b->n * sizeof *r->frame);
    memcpy(r->length, a->length, n * sizeof *r->length);
    memcpy(r->length + n, b->length, b->n * sizeof *r->length);
    memcpy(r->rest, a->rest, n * sizeof *r->rest);
    memcpy(r->rest + n + 1, b->rest + 1, b->n * sizeof *r->rest);
}

// Equal places and velocities stay what they are to the last bit.
static void set_joint(const bl_lumped* a, const bl_lumped* b, const bl_lumped* r)
{
    double of_a = bl_lumped_node_mass(a, a->n), of_b = bl_lumped_node_mass(b, 0), share = of_b / (of_a + of_b);
    r->x[a->n] = v3_add_scaled(a->x[a->n], share, v3_sub(b->x[0], a->x[a->n]));
    size_t at = (size_t)a->stride * a->n;
    belay_vec3 from = bl_lumped_get(a->v, at), to = bl_lumped_get(b->v, 0);
    bl_lumped_set(r->v, at, v3_add_scaled(from, share, v3_sub(to, from)));
}

// The frame of the element whose end has come from `before` to the joint turns with it. `other` is its other node.
static void carry_frame(const bl_lumped* r, uint32_t element, belay_vec3 other, belay_vec3 before, belay_vec3 joint)
{
    if (v3_distance(before, joint) == 0.0) return;
    belay_vec3 from = v3_normalize_or(v3_sub(before, other), v3_zero());
    belay_vec3 to = v3_normalize_or(v3_sub(joint, other), v3_zero());
    r->frame[element] = q_normalize(q_mul(bl_lumped_shortest(from, to), r->frame[element]));
}

belay_result bl_lumped_join(const bl_rod* first, const bl_rod* second, bool as_it_lies, const bl_rod* joined,
                            belay_error* error)
{
    bl_lumped a = bl_lumped_view(first), b = bl_lumped_view(second), r = bl_lumped_view(joined);
    lay_behind_each_other(&a, &b, &r);
    set_joint(&a, &b, &r);
    const belay_vec3* joint = r.x + a.n;
    belay_result result = bl_rod_check_joint(joint - 1, error);
    if (result != BELAY_OK) return result;
    carry_frame(&r, a.n - 1, joint[-1], a.x[a.n], *joint);
    carry_frame(&r, a.n, joint[1], b.x[0], *joint);
    r.rest[a.n] = as_it_lies ? r.model->turn(r.frame[a.n - 1], r.frame[a.n]) : v3_zero();
    set_length(joined);
    return BELAY_OK;
}
