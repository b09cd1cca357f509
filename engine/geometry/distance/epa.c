// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/distance/epa.h"

#include "geometry/distance/epa_polytope.h"
#include "geometry/distance/epa_start.h"
#include "geometry/geometry_tolerances.h"

static const double round_tolerances[3] = BL_EPA_ROUND_TOLERANCES;

static double find_size(const bl_pair_point c[4])
{
    double size = 0.0;
    for (int i = 0; i < 4; i++)
        size = fmax(size, v3_length(v3_sub(c[i].w, c[(i + 1) % 4].w)));
    return size;
}

static bl_core_distance make_flat_result(const bl_pair* pair, const bl_gjk* gjk, belay_vec3 normal)
{
    belay_vec3 a = v3_zero();
    for (int i = 0; i < gjk->nearest.count; i++)
        a = v3_add_scaled(a, gjk->nearest.weight[i], gjk->points[gjk->nearest.index[i]].a);
    bool is_below = v3_dot(normal, bl_pair_guess(pair)) < 0.0;
    return (bl_core_distance){0.0, a, a, is_below ? v3_neg(normal) : normal};
}

// A face, pushed out to `depth` where it has the difference set behind it.
typedef struct bound {
    double depth;
    belay_vec3 normal;
    int vertex[3];
} bound;

static bound make_bound(const bl_epa_face* face, double depth)
{
    return (bound){depth, face->normal, {face->vertex[0], face->vertex[1], face->vertex[2]}};
}

static bl_simplex_nearest find_foot(const bl_epa_polytope* polytope, const int vertex[3])
{
    static const int index[4] = {0, 1, 2, 3};
    const bl_pair_point* v = polytope->vertices;
    const belay_vec3 w[4] = {v[vertex[0]].w, v[vertex[1]].w, v[vertex[2]].w, v3_zero()};
    bl_simplex_nearest foot;
    bl_nearest_on_simplex(w, index, 3, &foot);
    return foot;
}

// Of faces in one plane, which are all closest, the origin's foot is on one: takes its corners.
static void move_under_foot(const bl_epa_polytope* polytope, double highest, bound* best)
{
    double least = INFINITY;
    for (int i = 0; i < polytope->face_count; i++) {
        if (!(polytope->keys[i] <= highest)) continue;
        const bl_epa_face* face = &polytope->faces[i];
        if (!(v3_dot(face->normal, best->normal) > BL_EPA_SAME_PLANE)) continue;
        bl_simplex_nearest foot = find_foot(polytope, face->vertex);
        double distance = v3_length_squared(foot.point);
        if (!(distance < least)) continue;
        least = distance;
        for (int k = 0; k < 3; k++)
            best->vertex[k] = face->vertex[k];
    }
}

static bl_facet make_facet(const bl_epa_polytope* polytope, const bound* best)
{
    bl_facet facet = {.normal = best->normal, .offset = best->depth};
    bl_simplex_nearest foot = find_foot(polytope, best->vertex);
    facet.count = foot.count;
    for (int i = 0; i < foot.count; i++) {
        facet.points[i] = polytope->vertices[best->vertex[foot.index[i]]];
        facet.weights[i] = foot.weight[i];
    }
    return facet;
}

// Each round the closest face is a lower bound of the depth and the support point over it an upper bound. False when
// the polytope cannot grow any more before they meet; the least upper bound is the answer then.
static bool expand(const bl_pair* pair, bl_epa_polytope* polytope, double tolerance, bl_facet* facet)
{
    bound best = {.depth = INFINITY};
    bool is_reached = false, can_grow = true;
    while (!is_reached && can_grow) {
        int closest = bl_epa_polytope_closest(polytope);
        const bl_epa_face* face = &polytope->faces[closest];
        bl_pair_point p = bl_pair_support(pair, face->normal);
        double depth = v3_dot(face->normal, p.w);
        is_reached = depth - face->offset <= tolerance || bl_epa_polytope_has(polytope, p.w);
        if (is_reached || depth < best.depth) best = make_bound(face, depth);
        if (is_reached)
            move_under_foot(polytope, face->offset + tolerance, &best);
        else
            can_grow = bl_epa_polytope_extend(polytope, closest, &p);
    }
    *facet = make_facet(polytope, &best);
    return is_reached;
}

// The same, ending once it is known whether the depth is more than `depth`.
static bool expands_beyond(const bl_pair* pair, bl_epa_polytope* polytope, double tolerance, double depth)
{
    double best = INFINITY;
    for (;;) {
        int closest = bl_epa_polytope_closest(polytope);
        const bl_epa_face* face = &polytope->faces[closest];
        if (face->offset > depth + tolerance) return true;
        bl_pair_point p = bl_pair_support(pair, face->normal);
        double reach = v3_dot(face->normal, p.w);
        bool is_reached = reach - face->offset <= tolerance || bl_epa_polytope_has(polytope, p.w);
        if (is_reached) return reach > depth;
        best = reach < best ? reach : best;
        if (best < depth - tolerance) return false;
        if (!bl_epa_polytope_extend(polytope, closest, &p)) return best > depth;
    }
}

static bl_facet expand_round(const bl_pair* pair, bl_epa_polytope* polytope, double size)
{
    bl_facet facet;
    bool can_grow = true, is_refined = false;
    for (int i = 0; i < 3 && can_grow && !is_refined; i++) {
        can_grow = expand(pair, polytope, round_tolerances[i] * size, &facet);
        is_refined = bl_facet_refine(pair, BL_EPA_REFINED_ROUNDING * size, &facet);
    }
    return facet;
}

// False when the difference set has no inside.
static bool begin_polytope(const bl_pair* pair, const bl_gjk* gjk, bl_epa_polytope* polytope, double* size,
                           belay_vec3* flat_normal)
{
    bl_pair_point corners[4];
    double rounding = BL_EPA_HEIGHT_ROUNDING * gjk->size;
    if (!bl_epa_find_tetrahedron(pair, gjk, rounding, corners, flat_normal)) return false;
    *size = find_size(corners);
    return bl_epa_polytope_start(polytope, corners, BL_EPA_HEIGHT_ROUNDING * *size);
}

bool bl_epa_is_deeper(const bl_pair* pair, const bl_gjk* gjk, double depth)
{
    belay_vec3 flat_normal;
    bl_epa_polytope polytope;
    double size;
    return begin_polytope(pair, gjk, &polytope, &size, &flat_normal) &&
           expands_beyond(pair, &polytope, BL_EPA_FLAT_TOLERANCE * size, depth);
}

bl_core_distance bl_epa_run(const bl_pair* pair, const bl_gjk* gjk)
{
    belay_vec3 flat_normal;
    bl_epa_polytope polytope;
    double size;
    if (!begin_polytope(pair, gjk, &polytope, &size, &flat_normal)) return make_flat_result(pair, gjk, flat_normal);
    bl_facet facet;
    if (bl_pair_is_curved(pair)) {
        facet = expand_round(pair, &polytope, size);
    } else {
        expand(pair, &polytope, BL_EPA_FLAT_TOLERANCE * size, &facet);
    }
    return bl_facet_distance(&facet);
}
