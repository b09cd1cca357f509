// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "models/model_tolerances.h"
#include "models/rod/nodal/rod_nodal_internal.h"

size_t bl_nodal_state_size(const bl_rod_ops* ops, uint32_t element_count)
{
    (void)ops;
    bl_nodal r = {.n = element_count};
    return bl_nodal_lay_out_state(&r, NULL);
}

size_t bl_nodal_scratch_size(const bl_rod_ops* ops, uint32_t element_count)
{
    (void)ops;
    bl_nodal r = {.n = element_count};
    return bl_nodal_lay_out_scratch(&r, NULL);
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
