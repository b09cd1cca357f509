// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The matrix of a step: inertia, the strains' own stiffness, what tension does to segments that turn, and an inertia
// that stands for what moments do to them.

#include "models/model_tolerances.h"
#include "models/rod/nodal/rod_nodal_internal.h"

bl_nodal_step bl_nodal_step_of(const bl_nodal* r, double h)
{
    const bl_rod_section* s = &r->body->section;
    double theta = r->body->theta, rest = 1.0 - theta, d = rest / 6.0;
    bl_nodal_step p = {.h = h};
    p.of_stretch = *r->damping_scale * h * (h + s->damping_time);
    p.of_strain = *r->damping_scale * h * (h * (theta * theta + d) + theta * s->damping_time);
    p.past = s->damping_time * rest / h - (rest * rest + d);
    p.keep = 1.0 - h * rest * s->drag;
    p.resist = 1.0 + h * theta * s->drag;
    return p;
}

static void add_inertia(const bl_nodal* r, const bl_nodal_step* p)
{
    const bl_rod_section* s = &r->body->section;
    for (uint32_t i = 0; i <= r->n; i++) {
        double mass = p->resist * bl_nodal_node_mass(r, i);
        for (uint32_t k = 0; k < 3; k++)
            *bl_band_at(&r->band, 4 * i + k, 4 * i + k) += mass;
    }
    for (uint32_t i = 0; i < r->n; i++) {
        double inertia = p->resist * s->spin_inertia * r->cell[i];
        *bl_band_at(&r->band, 4 * i + 3, 4 * i + 3) +=
            fmax(inertia, BL_ROD_SPIN_FLOOR * p->h * p->h * s->twist / r->cell[i]);
    }
}

// A moment m does work when segments that turn by w bend on the way: the energy has a part -1/2 m . (w x w'), of either
// sign, which K leaves out. With the bending that K has it stays above nothing once |m|^2 / (4 B) |w|^2, w across m, is
// added. As stiffness that would brake a strained rod that merely turns; as inertia, h^2 times as much, it keeps long
// steps as stable and leaves steady turning alone. Short steps do not need it: it is left out below
// BL_NODAL_LITTLE_INERTIA of the segment's own inertia.
//
// What presses on segments and keeps them from turning (models/rod/rod_ops.h) is stiffness that acts from the next step
// on. With so much of it per length, k, and an inertia j per length against turning, a wave of wave number x grows from
// step to step, changing sign, where h^2 (k x^2 - B x^4) > 4 (m + j x^2), m the mass per length. None does once
//     j = h^2 / 4 (k - 4 sqrt(B m) / h).
// At one place alone a rod bears k = 4 B^(3/4) m^(1/4) / h^(1/2), which is the same as if it were spread over a length
// of (B h^2 / m)^(1/4): k is the mean over that.
static double pressed_nearby(const bl_nodal* r, uint32_t segment, double length)
{
    double cell = r->cell[segment], sum = 0.0;
    uint32_t half = (uint32_t)fmin(0.5 * length / cell, r->n);
    uint32_t first = segment > half ? segment - half : 0, last = segment + half < r->n ? segment + half : r->n - 1;
    for (uint32_t i = first; i <= last; i++)
        sum += m3_trace(r->geometric_stiffness[i]);
    return sum / fmax(length, cell);
}

static double pressed_inertia_factor(const bl_nodal* r, uint32_t segment, double h)
{
    const bl_rod_section* s = &r->body->section;
    if (r->geometric_stiffness == NULL || m3_trace(r->geometric_stiffness[segment]) == 0.0) return 0.0;
    double bend = fmin(s->bend[0], s->bend[1]), without = 4.0 * sqrt(bend * s->line_mass) / h;
    double pressed = pressed_nearby(r, segment, sqrt(h * sqrt(bend / s->line_mass)));
    return pressed > without ? 0.25 * h * h * (1.0 - without / pressed) : 0.0;
}

static belay_mat33 in_axes(const bl_nodal_axes* axes, const belay_mat33* a)
{
    const belay_vec3 d[3] = {axes->d1, axes->d2, axes->d3};
    belay_mat33 b;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            b.m[3 * i + j] = v3_dot(d[i], m3_mul_v3(*a, d[j]));
    return b;
}

bool bl_nodal_geometric_inertia(const bl_nodal* r, uint32_t segment, double h, belay_mat33* inertia)
{
    const bl_rod_section* s = &r->body->section;
    const bl_nodal_vertex *a = &r->vertex[segment], *b = a + 1;
    double m[3], factor = 0.25 * h * h / fmin(s->bend[0], s->bend[1]), cell = r->cell[segment];
    for (int j = 0; j < 3; j++)
        m[j] = 0.5 * (a->stiffness[j] * (a->strain.k[j] - r->rest[segment].k[j]) +
                      b->stiffness[j] * (b->strain.k[j] - r->rest[segment + 1].k[j]));
    belay_vec3 moment = v3(m[0], m[1], m[2]);
    double pressed = pressed_inertia_factor(r, segment, h);
    bool has_moment = factor * v3_length_squared(moment) > BL_NODAL_LITTLE_INERTIA * s->line_mass * cell * cell;
    if (!has_moment && pressed == 0.0) return false;
    *inertia = (belay_mat33){{0.0}};
    // |m|^2 - m m^T
    if (has_moment) *inertia = m3_scale(factor * cell, m3_mul(m3_skew(moment), m3_transpose(m3_skew(moment))));
    if (pressed > 0.0)
        *inertia =
            m3_add(*inertia, m3_scale(pressed, in_axes(&r->segment[segment].axes, &r->geometric_stiffness[segment])));
    return true;
}

void bl_nodal_assemble(const bl_nodal* r, const bl_nodal_step* p)
{
    bl_band_clear(&r->band);
    bl_nodal_add_strain_stiffness(r, p->of_strain, p->of_stretch);
    add_inertia(r, p);
    for (uint32_t i = 0; i < r->n; i++) {
        belay_mat33 inertia;
        if (r->segment[i].tight > 0.0) bl_nodal_add_tension_stiffness(r, i, r->segment[i].tight);
        bool has_inertia = bl_nodal_geometric_inertia(r, i, p->h, &inertia);
        if (has_inertia) bl_nodal_add_rotary_inertia(r, i, inertia);
        r->segment[i].inertia = has_inertia ? 1.0 : 0.0;
    }
}

void bl_nodal_hold_ends(const bl_nodal* r, const double* v, double* load)
{
    for (int end = 0; end < 2; end++) {
        if (r->body->ends[end].hold == BL_ROD_FREE) continue;
        uint32_t first = 4 * bl_nodal_end_node(r, end);
        for (uint32_t k = first; k < first + 3; k++) {
            bl_band_add_column(&r->band, k, -v[k], load);
            bl_band_hold(&r->band, k);
        }
    }
}

bool bl_nodal_is_free(const bl_nodal* r)
{
    return r->body->ends[0].hold == BL_ROD_FREE && r->body->ends[1].hold == BL_ROD_FREE;
}

void bl_nodal_keep_momentum(const bl_nodal* r, belay_vec3 momentum, double* v)
{
    belay_vec3 missing = momentum;
    for (uint32_t i = 0; i <= r->n; i++)
        missing = v3_add_scaled(missing, -bl_nodal_node_mass(r, i), bl_nodal_node_velocity(v, i));
    belay_vec3 change = v3_scale(1.0 / (r->body->section.line_mass * r->body->length), missing);
    for (uint32_t i = 0; i <= r->n; i++)
        bl_nodal_set_velocity(v, i, v3_add(bl_nodal_node_velocity(v, i), change));
}
