// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/convex/refined_contact.h"

#include "detect/contact_tolerance.h"
#include "detect/convex/edge_edge.h"

// ------------------------------------------------------------------------------------------------------------------
// Lines
// ------------------------------------------------------------------------------------------------------------------

// Of the polytope's edges at the piece, the one that is most along the direction.
static bl_edge_line edge_along(const bl_polytope* p, const bl_piece* piece, belay_vec3 along)
{
    if (piece->kind == BL_PIECE_EDGE) return bl_edge_line_of_edge(p, piece->index);
    uint32_t first = p->corner_edges[piece->index], edge = first;
    bl_edge_line best = bl_edge_line_of_edge(p, first);
    double most = -1.0;
    do {
        bl_edge_line line = bl_edge_line_of_edge(p, edge);
        double cosine = fabs(v3_dot(v3_normalize_or(v3_sub(line.end, line.start), v3_zero()), along));
        if (cosine > most) best = line;
        most = fmax(most, cosine);
        edge = p->edges[p->edges[edge].twin].next;
    } while (edge != first);
    return best;
}

// A straight line of the surface there; false when a round solid's side does not look along the direction.
static bool find_line(const bl_body_shape* body, const bl_piece* piece, belay_vec3 outward, belay_vec3 along,
                      bl_edge_line* line)
{
    const bl_axisymmetric* axisymmetric = body->axisymmetric;
    bool is_edge = body->polytope != NULL;
    if (!is_edge && !(fabs(v3_dot(outward, axisymmetric->axis) - axisymmetric->side_z) <= BL_CONTACT_NEARLY_ANGLE))
        return false;
    *line = is_edge ? edge_along(body->polytope, piece, along) : bl_edge_line_of_side(axisymmetric, outward);
    return true;
}

// A straight direction of the piece, zero when it has none; orthogonal to the outward normal.
static belay_vec3 straight_along(const bl_piece* piece, belay_vec3 outward)
{
    if (piece->kind != BL_PIECE_EDGE && piece->kind != BL_PIECE_SIDE) return v3_zero();
    belay_vec3 u = v3_add_scaled(piece->axis, -v3_dot(piece->axis, outward), outward);
    return v3_normalize_or(u, v3_zero());
}

bool bl_refined_add_edges(const bl_candidate_frame* frame, const bl_body_shape* a, const bl_body_shape* b,
                          const bl_refined* axis, double tolerance, bl_manifold* manifold)
{
    bl_edge_line line_a, line_b;
    belay_vec3 down = v3_neg(axis->normal);
    belay_vec3 along_a = straight_along(&axis->a, down), along_b = straight_along(&axis->b, axis->normal);
    belay_vec3 along = v3_length_squared(along_a) > 0.0 ? along_a : along_b;
    if (!find_line(a, &axis->a, down, along, &line_a) || !find_line(b, &axis->b, axis->normal, along, &line_b))
        return false;
    belay_vec3 u = v3_sub(line_a.end, line_a.start), v = v3_sub(line_b.end, line_b.start);
    if (!(fabs(v3_dot(u, v)) >= BL_CONTACT_NEARLY_COSINE * v3_length(u) * v3_length(v))) return false;
    return bl_edge_edge_collide_at(frame, &line_a, &line_b, axis->normal, axis->distance, tolerance, manifold);
}

// ------------------------------------------------------------------------------------------------------------------
// Single places
// ------------------------------------------------------------------------------------------------------------------

static bl_side side_of(const bl_body_shape* body, const bl_piece* piece, belay_vec3 outward, belay_vec3 on)
{
    belay_vec3 along = straight_along(piece, outward);
    if (piece->kind == BL_PIECE_CORNER) return bl_side_ball(0.0);
    if (piece->kind == BL_PIECE_EDGE) return bl_side_edge(along);
    const bl_axisymmetric* axisymmetric = body->axisymmetric;
    double radial;
    belay_vec3 e = bl_axisymmetric_across(axisymmetric, outward, &radial);
    if (piece->kind == BL_PIECE_RIM)
        return bl_axisymmetric_rim_side(v3_cross(axisymmetric->axis, e), piece->radius, radial);
    double to_axis = v3_dot(v3_sub(on, axisymmetric->center), e) / radial;
    return bl_side_make(along, INFINITY, to_axis, to_axis);
}

static uint32_t edge_name(const bl_piece* piece)
{
    if (piece->kind == BL_PIECE_RIM) return bl_axisymmetric_edge((int)piece->index, 0);
    return piece->kind == BL_PIECE_EDGE ? piece->index : BL_AXISYMMETRIC_SIDE;
}

static uint32_t feature_of(const bl_refined* axis)
{
    if (axis->a.kind == BL_PIECE_CORNER) return bl_feature_corner_a(axis->a.index);
    if (axis->b.kind == BL_PIECE_CORNER) return bl_feature_corner_b(axis->b.index);
    return bl_feature_edges(edge_name(&axis->a), edge_name(&axis->b));
}

// What touches is a point of one of the two; of two lines, where they cross.
static belay_vec3 point_on_a(const bl_refined* axis)
{
    belay_vec3 on_a = bl_piece_support(&axis->a, v3_neg(axis->normal)), on_b = bl_piece_support(&axis->b, axis->normal);
    belay_vec3 u = straight_along(&axis->a, v3_neg(axis->normal)), v = straight_along(&axis->b, axis->normal);
    double s, t;
    if (!(v3_length_squared(u) > 0.0)) return on_a;
    if (!(v3_length_squared(v) > 0.0)) return v3_add_scaled(on_b, axis->distance, axis->normal);
    return bl_edge_edge_crossing(on_a, u, on_b, v, &s, &t) ? v3_add_scaled(on_a, s, u) : on_a;
}

bl_contact_candidate bl_refined_contact(const bl_body_shape* a, const bl_body_shape* b, const bl_refined* axis)
{
    bl_contact_candidate candidate = {.normal = axis->normal, .distance = axis->distance, .on_a = point_on_a(axis)};
    candidate.on_b = v3_add_scaled(candidate.on_a, -axis->distance, axis->normal);
    candidate.side_a = side_of(a, &axis->a, v3_neg(axis->normal), candidate.on_a);
    candidate.side_b = side_of(b, &axis->b, axis->normal, candidate.on_b);
    candidate.feature = feature_of(axis);
    return candidate;
}
