// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "models/model_tolerances.h"
#include "models/rod/nodal/rod_nodal_internal.h"
#include "models/rod/rod_layout.h"

static size_t lay_out_state(bl_nodal* r, double* base)
{
    bl_rod_layout t = {base, 0};
    size_t n = r->n;
    r->v = bl_rod_take(&t, 4 * (n + 1));
    r->x = bl_rod_take(&t, 3 * (n + 1));
    r->frame = bl_rod_take(&t, 4 * n);
    r->twist = bl_rod_take(&t, n + 1);
    r->cell = bl_rod_take(&t, n);
    r->rest_length = bl_rod_take(&t, n);
    r->rest = bl_rod_take(&t, 3 * (n + 1));
    r->clamp = bl_rod_take(&t, 2 * 4);
    r->clamp_spin = bl_rod_take(&t, 2 * 3);
    r->held = bl_rod_take(&t, 2);
    r->reserve = bl_rod_take(&t, 1);
    return t.used;
}

static size_t lay_out_scratch(bl_nodal* r, double* base)
{
    bl_rod_layout t = {base, 0};
    size_t n = r->n;
    r->band.size = bl_nodal_dof_count(r->n);
    r->band.reach = BL_NODAL_STENCIL;
    r->band.a = bl_rod_take(&t, bl_band_doubles(r->band.size, r->band.reach));
    r->free = bl_rod_take(&t, 4 * (n + 1));
    r->load = bl_rod_take(&t, 4 * (n + 1));
    r->segment = bl_rod_take(&t, n * (sizeof *r->segment / sizeof(double)));
    r->vertex = bl_rod_take(&t, (n + 1) * (sizeof *r->vertex / sizeof(double)));
    r->trial_frame = bl_rod_take(&t, 4 * n);
    r->trial_length = bl_rod_take(&t, n);
    r->trial = bl_rod_take(&t, 3 * (n + 1));
    r->beyond_length = bl_rod_take(&t, n);
    r->beyond = bl_rod_take(&t, 3 * (n + 1));
    r->rate = bl_rod_take(&t, 2 * 3 * (n + 1));
    r->is_travelled = bl_rod_take(&t, 1);
    r->missed_length = bl_rod_take(&t, n);
    r->missed = bl_rod_take(&t, 3 * (n + 1));
    r->prepared = bl_rod_take(&t, 1);
    r->step = bl_rod_take(&t, 1);
    r->damping_scale = bl_rod_take(&t, 1);
    r->slow = bl_rod_take(&t, n * (sizeof *r->slow / sizeof(double)));
    r->reserve_before = bl_rod_take(&t, 1);
    r->end_load = bl_rod_take(&t, 2 * 3);
    return t.used;
}

size_t bl_nodal_state_size(const bl_rod_ops* ops, uint32_t element_count)
{
    (void)ops;
    bl_nodal r = {.n = element_count};
    return lay_out_state(&r, NULL);
}

size_t bl_nodal_scratch_size(const bl_rod_ops* ops, uint32_t element_count)
{
    (void)ops;
    bl_nodal r = {.n = element_count};
    return lay_out_scratch(&r, NULL);
}

bl_nodal bl_nodal_view(const bl_rod* rod)
{
    bl_nodal r = {.body = rod->body, .geometric_stiffness = rod->geometric_stiffness, .n = rod->body->element_count};
    lay_out_state(&r, rod->state);
    lay_out_scratch(&r, rod->scratch);
    return r;
}

bool bl_nodal_has_vertex(const bl_nodal* r, uint32_t vertex)
{
    if (vertex == 0) return r->body->ends[0].hold == BL_ROD_CLAMPED;
    return vertex < r->n || r->body->ends[1].hold == BL_ROD_CLAMPED;
}

double bl_nodal_vertex_cell(const bl_nodal* r, uint32_t vertex)
{
    double before = vertex > 0 ? r->cell[vertex - 1] : 0.0;
    double behind = vertex < r->n ? r->cell[vertex] : 0.0;
    return 0.5 * (before + behind);
}

double bl_nodal_segment_length(const bl_nodal* r, uint32_t segment)
{
    return fmax(v3_distance(r->x[segment], r->x[segment + 1]), BL_ROD_COLLAPSED * r->cell[segment]);
}

double bl_nodal_node_mass(const bl_nodal* r, uint32_t node)
{
    return r->body->section.line_mass * bl_nodal_vertex_cell(r, node);
}
