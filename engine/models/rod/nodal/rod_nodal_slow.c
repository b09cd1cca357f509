// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What turns slowly under tension keeps its energy, what vibrates faster than the step does not.
//
// With a = 1, b = 0 the direction of a tension (rod_nodal_step.c) takes (h w)^2 of the energy of turning in every step:
// that ends vibrations of a taut light rope, which no step follows, but also the swinging of what hangs on it, of which
// a step is a small part. With b = a it takes nothing from either, and what is fast would go on for ever. So it is
//
//     d + a h u+ - (b + (a - b) F) h u-,     F = (D + c^2 h^2 G)^-1 D
//
// with the stiffnesses D = diag((a - b) T / l) against turning, and what neighbours do to each other,
// w . G w = sum of D_i D_(i+1) / m (w_(i+1) - w_i)^2 over the nodes between them, m the mass of a node. Along a rope of
// one tension, of which waves have the frequencies w, that is F = 1 / (1 + (c h w)^2): b = a for what is slow, b = 0
// for what is fast. A straight rope that swings or spins as a whole has one u everywhere and F u = u, whatever hangs on
// it and however its tension changes along it.
//
// D F is symmetric, and not more than D. So what rod_nodal_energy.c says for numbers a and b holds for it: E has
// h^2 / 4 u . D F u more, and the step takes h^2 / 4 (u+ + u-) . (D - D F) (u+ + u-) >= 0. But D is another one in each
// step, and what E had more would change with it out of nothing. So the rod has a reserve instead, J: it is filled by
// what steps take, up to that energy, and is told as a part of what the rod has; and a step has so much of F as the
// reserve can pay for, all of it after a step or two. That makes no energy whatever D does.

#include "models/model_tolerances.h"
#include "models/rod/nodal/rod_nodal_internal.h"

static belay_vec3 across(const bl_nodal* r, uint32_t segment, const double* v)
{
    belay_vec3 u = bl_nodal_segment_velocity(v, segment), d = bl_nodal_direction_of(r->frame[segment]);
    return v3_add_scaled(u, -v3_dot(u, d), d);
}

static void find_stiffness(const bl_nodal* r)
{
    for (uint32_t i = 0; i < r->n; i++) {
        const bl_nodal_segment* s = &r->segment[i];
        r->slow[i].stiffness = (s->turn[0] - s->turn[1]) * fmax(s->tension, 0.0) / s->length;
    }
}

// r->slow <- F u. Three diagonals; each row's own is 1 more than the sum of the others.
static void find_slow(const bl_nodal* r, double h, const double* v)
{
    bl_nodal_slow* slow = r->slow;
    double weight = BL_NODAL_SLOW * h * h;
    for (uint32_t i = 0; i < r->n; i++) {
        double before = i > 0 ? weight / bl_nodal_node_mass(r, i) * slow[i - 1].stiffness : 0.0;
        double after = i + 1 < r->n ? weight / bl_nodal_node_mass(r, i + 1) * slow[i + 1].stiffness : 0.0;
        double pivot = 1.0 + before + after;
        belay_vec3 w = across(r, i, v);
        if (i > 0) {
            pivot -= before * slow[i - 1].next;
            w = v3_add_scaled(w, before, slow[i - 1].velocity);
        }
        slow[i].next = after / pivot;
        slow[i].velocity = v3_scale(1.0 / pivot, w);
    }
    for (uint32_t i = r->n - 1; i-- > 0;)
        slow[i].velocity = v3_add_scaled(slow[i].velocity, slow[i].next, slow[i + 1].velocity);
}

// h^2 / 4 u . D F u
static double slow_energy(const bl_nodal* r, double h, const double* v)
{
    find_slow(r, h, v);
    double sum = 0.0;
    for (uint32_t i = 0; i < r->n; i++)
        sum += r->slow[i].stiffness * v3_dot(across(r, i, v), r->slow[i].velocity);
    return 0.25 * h * h * sum;
}

double bl_nodal_find_slow_share(const bl_nodal* r, double h)
{
    find_stiffness(r);
    double energy = slow_energy(r, h, r->v), reserve = *r->reserve_before;
    return energy > reserve ? reserve / energy : 1.0;
}

double bl_nodal_fill_reserve(const bl_nodal* r, double h, const double* v, double gain)
{
    *r->reserve = fmax(0.0, fmin(*r->reserve_before - gain, slow_energy(r, h, v)));
    return *r->reserve - *r->reserve_before;
}
