// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The nearest place of a solid to a point: against the general distance, as a gradient and second derivative of the
// distance, and where things tie.

#include "detect/convex/axisymmetric.h"
#include "detect/convex/nearest.h"
#include "geometry/distance/distance.h"
#include "support/chance.h"
#include "support/shapes/points.h"
#include "support/shapes/solids.h"

#include <criterion/criterion.h>

static bl_convex random_core(uint64_t* lot, int kind)
{
    return solid_random_make(lot, (bl_convex_kind)kind, 0.0);
}

static void check_consistent(const bl_surface_nearest* n, belay_vec3 x, int kind)
{
    belay_vec3 back = v3_add_scaled(n->point, n->distance, n->normal);
    cr_assert_lt(v3_distance(back, x), 1e-14, "kind %d: %g", kind, v3_distance(back, x));
    cr_assert_float_eq(v3_length(n->normal), 1.0, 1e-14);
    if (isinf(n->side.radius_along) && isinf(n->side.radius_across)) return;
    if (n->side.radius_along == n->side.radius_across) return;
    cr_assert_float_eq(v3_length(n->side.along), 1.0, 1e-14);
    cr_assert_lt(fabs(v3_dot(n->side.along, n->normal)), 1e-12, "kind %d: %g", kind, v3_dot(n->side.along, n->normal));
}

Test(nearest, the_distance_is_that_of_the_general_function)
{
    bl_convex ball = solid_make(BL_CONVEX_POINT, 0.0, v3_zero());
    for (int kind = 0; kind < SOLID_KINDS; kind++) {
        uint64_t lot = (uint64_t)kind;
        for (int i = 0; i < 2000; i++) {
            bl_convex solid = random_core(&lot, kind);
            belay_vec3 x = chance_vector(&lot, 1.5);
            bl_surface_nearest n = bl_convex_nearest(&solid, x);
            belay_pose place = {x, belay_quat_identity()};
            bl_distance d = bl_convex_distance(&ball, place, &solid, belay_pose_identity());
            check_consistent(&n, x, kind);
            cr_assert_float_eq(n.distance, d.distance, 1e-12, "kind %d: %.15g %.15g", kind, n.distance, d.distance);
            if (fabs(n.distance) > 1e-6) cr_assert_lt(v3_distance(n.normal, d.normal), 1e-9);
            solid_fini(&solid);
        }
    }
}

// d(x + v) = d + n.v + v.H v / 2, H with the values 1 / (radius + d) along the side's directions.
static double expanded(const bl_surface_nearest* n, belay_vec3 v)
{
    double k1 = isinf(n->side.radius_along) ? 0.0 : 1.0 / (n->side.radius_along + n->distance);
    double k2 = isinf(n->side.radius_across) ? 0.0 : 1.0 / (n->side.radius_across + n->distance);
    belay_vec3 t1 = n->side.along, t2;
    if (v3_length_squared(t1) == 0.0) t1 = v3_any_orthogonal(n->normal);
    t2 = v3_cross(n->normal, t1);
    double b = v3_dot(t1, v), c = v3_dot(t2, v);
    return n->distance + v3_dot(n->normal, v) + 0.5 * (k1 * b * b + k2 * c * c);
}

Test(nearest, the_side_has_the_curvature_of_the_distance)
{
    const double step = 1e-3;
    for (int kind = 0; kind < SOLID_KINDS; kind++) {
        uint64_t lot = (uint64_t)(100 + kind);
        int checked = 0;
        for (int i = 0; i < 2000; i++) {
            bl_convex solid = random_core(&lot, kind);
            belay_vec3 x = chance_vector(&lot, 1.5), v = chance_vector(&lot, step);
            bl_surface_nearest n = bl_convex_nearest(&solid, x), m = bl_convex_nearest(&solid, v3_add(x, v));
            bool is_near_change = n.part != m.part || n.index != m.index || n.distance < 0.1;
            if (!is_near_change) {
                cr_assert_float_eq(m.distance, expanded(&n, v), 300.0 * step * step * step, "kind %d part %d: %g", kind,
                                   (int)n.part, m.distance - expanded(&n, v));
                checked++;
            }
            solid_fini(&solid);
        }
        cr_assert_geq(checked, 500, "kind %d: %d", kind, checked);
    }
}

// Large hulls are walked over from the furthest face.
Test(nearest, hulls_of_many_faces)
{
    uint64_t state = 9;
    belay_vec3 points[200];
    for (int i = 0; i < 200; i++)
        points[i] = points_random_direction(&state);
    bl_convex solid = solid_make_hull(points, 200, 0.0);
    bl_polytope_store store;
    bl_polytope p = bl_polytope_of(&solid, &store);
    for (int i = 0; i < 2000; i++) {
        belay_vec3 x = chance_vector(&state, 1.5);
        bl_surface_nearest n = bl_polytope_nearest(&p, x);
        double plane = -INFINITY;
        for (uint32_t f = 0; f < p.face_count; f++)
            plane = fmax(plane, v3_dot(p.faces[f].normal, x) - p.faces[f].offset);
        if (plane <= 0.0) {
            cr_assert_float_eq(n.distance, plane, 1e-15);
            continue;
        }
        // A supporting plane through the place with this normal proves that nothing is nearer.
        double most = v3_dot(n.normal, p.corners[bl_polytope_support(&p, n.normal)]);
        cr_assert_leq(most, v3_dot(n.normal, n.point) + 1e-13);
        check_consistent(&n, x, BL_CONVEX_HULL);
    }
    solid_fini(&solid);
}

// A box, and the hull of its corners, walked over: the same places, and the names that the tables give.
Test(nearest, boxes_and_their_hulls_agree)
{
    uint64_t lot = 4;
    bl_convex box = solid_make(BL_CONVEX_BOX, 0.0, v3(0.5, 0.7, 0.9));
    bl_polytope_store store;
    bl_polytope p = bl_polytope_of(&box, &store);
    for (int i = 0; i < 5000; i++) {
        belay_vec3 x = chance_vector(&lot, 1.5);
        bl_surface_nearest n = bl_convex_nearest(&box, x), m = bl_polytope_nearest(&p, x);
        cr_assert_float_eq(n.distance, m.distance, 1e-15);
        cr_assert_lt(v3_distance(n.point, m.point), 1e-15);
        cr_assert_eq(n.part, m.part);
        cr_assert_eq(n.index, m.index);
    }
}

// Of every directed edge: the twin runs back on another face, and going on round the face comes back.
static void check_edges(const bl_polytope* p)
{
    for (uint32_t e = 0; e < p->edge_count; e++) {
        const bl_hull_edge *edge = &p->edges[e], *twin = &p->edges[edge->twin];
        cr_assert_eq(twin->twin, e);
        cr_assert_neq(twin->face, edge->face);
        cr_assert_eq(twin->origin, p->edges[edge->next].origin);
        cr_assert_eq(p->edges[edge->next].face, edge->face);
        belay_vec3 start = bl_polytope_edge_start(p, e), way = v3_sub(bl_polytope_edge_end(p, e), start);
        cr_assert_lt(fabs(v3_dot(p->faces[edge->face].normal, way)), 1e-14);
        cr_assert_lt(fabs(v3_dot(p->faces[edge->face].normal, start) - p->faces[edge->face].offset), 1e-14);
    }
    for (uint32_t i = 0; i < p->corner_count; i++)
        cr_assert_eq(p->edges[p->corner_edges[i]].origin, i);
    for (uint32_t f = 0; f < p->face_count; f++) {
        uint32_t edge = p->faces[f].edge, count = 0;
        belay_vec3 sum = v3_zero();
        do {
            sum = v3_add(sum, v3_cross(bl_polytope_edge_start(p, edge), bl_polytope_edge_end(p, edge)));
            edge = p->edges[edge].next;
            count++;
        } while (edge != p->faces[f].edge);
        cr_assert_eq(count, p->faces[f].edge_count);
        cr_assert_gt(v3_dot(sum, p->faces[f].normal), 0.0); // anticlockwise
    }
}

Test(nearest, boxes_and_triangles_have_sound_edges)
{
    uint64_t lot = 8;
    bl_polytope_store store;
    for (int i = 0; i < 50; i++)
        for (int kind = BL_CONVEX_TRIANGLE; kind <= BL_CONVEX_HULL; kind++) {
            bl_convex solid = random_core(&lot, kind);
            belay_mat33 rotation = q_to_m3(solid_random_rotation(&lot));
            bl_polytope p = bl_polytope_of(&solid, &store);
            check_edges(&p);
            p = bl_polytope_moved(&solid, &rotation, chance_vector(&lot, 1.0), &store);
            check_edges(&p);
            solid_fini(&solid);
        }
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < 4; i++) {
            bl_convex box = solid_make(BL_CONVEX_BOX, 0.0, v3(1.0, 1.0, 1.0));
            bl_polytope p = bl_polytope_of(&box, &store);
            uint32_t e = bl_box_edge(axis, i & 1, i & 2);
            belay_vec3 s = bl_polytope_edge_start(&p, e), t = bl_polytope_edge_end(&p, e), way = v3_sub(t, s);
            const double w[3] = {way.x, way.y, way.z}, c[3] = {s.x, s.y, s.z};
            int first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
            cr_assert(fabs(w[axis]) == 2.0 && w[first] == 0.0 && w[second] == 0.0);
            cr_assert(c[first] == (i & 1 ? 1.0 : -1.0) && c[second] == (i & 2 ? 1.0 : -1.0));
            cr_assert_eq(bl_polytope_edge_name(&p, e), e);
        }
}

// Centres, axes, corners and points on the surface: some direction, always the same, never no number.
Test(nearest, ties_have_a_direction)
{
    uint64_t lot = 6;
    for (int kind = 0; kind < SOLID_KINDS; kind++) {
        bl_convex solid = random_core(&lot, kind);
        belay_vec3 corner = bl_convex_support(&solid, v3(1.0, 1.0, 1.0));
        const belay_vec3 places[6] = {v3_zero(), v3(0.0, 0.0, 0.1),     v3(0.0, 0.0, 5.0),
                                      corner,    v3_scale(0.5, corner), v3_add(corner, v3(1e-300, 1e-300, 0.0))};
        for (int i = 0; i < 6; i++) {
            bl_surface_nearest n = bl_convex_nearest(&solid, places[i]);
            cr_assert(v3_is_finite(n.point) && isfinite(n.distance));
            cr_assert_float_eq(v3_length(n.normal), 1.0, 1e-14, "kind %d place %d", kind, i);
        }
        solid_fini(&solid);
    }
}

static const bl_convex_kind polytopes[] = {BL_CONVEX_BOX, BL_CONVEX_TRIANGLE, BL_CONVEX_HULL};

// Against the support corner; and what ends early is no lower than the lowest and no higher than what is enough.
Test(nearest, a_polytopes_height_is_that_of_its_support_corner)
{
    uint64_t lot = 7;
    for (int i = 0; i < 3000; i++) {
        bl_convex solid = random_core(&lot, (int)polytopes[i % 3]);
        bl_polytope_store store;
        bl_polytope p = bl_polytope_of(&solid, &store);
        belay_vec3 n = v3_normalize_or(chance_vector(&lot, 1.0), v3(0.0, 0.0, 1.0));
        double offset = chance_vector(&lot, 1.0).x, enough = chance_vector(&lot, 1.0).x;
        double right = v3_dot(n, p.corners[bl_polytope_support(&p, v3_neg(n))]) - offset;
        cr_assert_eq(bl_polytope_height(&p, n, offset, -INFINITY), right);
        double height = bl_polytope_height(&p, n, offset, enough);
        if (right > enough)
            cr_assert_eq(height, right);
        else
            cr_assert(height >= right && height <= enough, "%g, right value %g, enough %g", height, right, enough);
        solid_fini(&solid);
    }
}
