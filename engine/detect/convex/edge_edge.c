// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/convex/edge_edge.h"

#include "detect/contact_tolerance.h"

bl_edge_line bl_edge_line_of_edge(const bl_polytope* p, uint32_t edge)
{
    uint32_t start = p->edges[edge].origin, end = p->edges[p->edges[edge].next].origin;
    return bl_edge_line_make(p->corners[start], p->corners[end], start, end, bl_polytope_edge_name(p, edge));
}

bl_edge_line bl_edge_line_of_side(const bl_axisymmetric* r, belay_vec3 outward)
{
    uint32_t lower = bl_axisymmetric_corner(0, BL_AXISYMMETRIC_NEAREST),
             upper = bl_axisymmetric_corner(1, BL_AXISYMMETRIC_NEAREST);
    belay_vec3 start = r->is_cone ? bl_axisymmetric_rim_point(r, 0, outward) : bl_axisymmetric_rim_center(r, 0);
    bl_edge_line line = bl_edge_line_make(start, bl_axisymmetric_rim_center(r, 1), lower, upper, BL_AXISYMMETRIC_SIDE);
    if (r->is_cone)
        line.depth[0] = bl_axisymmetric_depth(r, r->radius, outward);
    else
        line.radius = r->radius;
    return line;
}

bool bl_edge_edge_crossing(belay_vec3 a_start, belay_vec3 displacement_a, belay_vec3 b_start, belay_vec3 displacement_b,
                           double* s, double* t)
{
    belay_vec3 between = v3_sub(b_start, a_start), n = v3_cross(displacement_a, displacement_b);
    double square = v3_length_squared(n);
    double limit = BL_CONTACT_PARALLEL_SINE * BL_CONTACT_PARALLEL_SINE * v3_length_squared(displacement_a) *
                   v3_length_squared(displacement_b);
    if (!(square > limit)) return false;
    *s = v3_dot(v3_cross(between, displacement_b), n) / square;
    *t = v3_dot(v3_cross(between, displacement_a), n) / square;
    return true;
}

static double parameter_of(const bl_edge_line* line, belay_vec3 x)
{
    belay_vec3 displacement = v3_sub(line->end, line->start);
    double square = v3_length_squared(displacement);
    return square > 0.0 ? v3_dot(v3_sub(x, line->start), displacement) / square : 0.0;
}

static belay_vec3 at(const bl_edge_line* line, double s)
{
    return v3_add_scaled(line->start, s, v3_sub(line->end, line->start));
}

static double clamp(double s)
{
    return s < 0.0 ? 0.0 : (s > 1.0 ? 1.0 : s);
}

// A line's surface under its point at s, in the direction `down`, and what it is like there.
static bl_side side_of(const bl_edge_line* line, double s, bool is_end)
{
    double depth = line->radius + (1.0 - s) * line->depth[0] + s * line->depth[1];
    if (is_end) return bl_side_ball(depth);
    belay_vec3 displacement = v3_sub(line->end, line->start);
    return bl_side_make(v3_normalize_or(displacement, v3(1.0, 0.0, 0.0)), INFINITY, depth, depth);
}

static belay_vec3 surface_of(const bl_edge_line* line, double s, belay_vec3 down)
{
    belay_vec3 x = at(line, s), u = v3_normalize_or(v3_sub(line->end, line->start), v3(0.0, 0.0, 0.0));
    if (line->radius == 0.0) return x;
    belay_vec3 across = v3_add_scaled(down, -v3_dot(down, u), u);
    return v3_add_scaled(x, line->radius, v3_normalize_or(across, down));
}

typedef struct pair {
    const bl_candidate_frame* frame;
    const bl_edge_line *a, *b;
    belay_vec3 fallback;
    bl_manifold* manifold;
} pair;

static void add(const pair* p, double s, double t, bool end_a, bool end_b, uint32_t feature)
{
    bl_contact_candidate candidate = {.feature = feature};
    belay_vec3 apart = v3_sub(at(p->a, s), at(p->b, t));
    // Of places that are one the difference is rounding, and may point along both lines.
    double size = v3_distance(p->a->start, p->a->end) + v3_distance(p->b->start, p->b->end) + p->frame->radius_a +
                  p->frame->radius_b;
    candidate.normal =
        v3_length(apart) > BL_CONTACT_SAME_POINT * size ? v3_normalize_or(apart, p->fallback) : p->fallback;
    candidate.on_a = surface_of(p->a, s, v3_neg(candidate.normal));
    candidate.distance = v3_dot(candidate.normal, v3_sub(candidate.on_a, surface_of(p->b, t, candidate.normal)));
    candidate.on_b = v3_add_scaled(candidate.on_a, -candidate.distance, candidate.normal);
    candidate.side_a = side_of(p->a, s, end_a);
    candidate.side_b = side_of(p->b, t, end_b);
    bl_candidate_add(p->frame, &candidate, p->manifold);
}

static double distance_at(const pair* p, double s, double t)
{
    return v3_distance(at(p->a, s), at(p->b, t));
}

// Whether the line's end (0 start, 1 end) is on its outside, seen from the point x beside it: going inwards the line
// turns away, or comes nearer by little.
static bool is_outside(const bl_edge_line* line, int end, belay_vec3 x)
{
    belay_vec3 own = end == 0 ? line->start : line->end, other = end == 0 ? line->end : line->start;
    belay_vec3 inwards = v3_sub(other, own), away = v3_sub(own, x);
    return v3_dot(inwards, away) >= -BL_CONTACT_LEVEL_SLOPE * v3_length(inwards) * v3_length(away);
}

// The ends of A beside B, and those of B beside A. Returns how near they are at least.
static double add_ends(const pair* p)
{
    double nearest = INFINITY;
    for (int i = 0; i < 2; i++) {
        double t = parameter_of(p->b, i == 0 ? p->a->start : p->a->end);
        if (!(t >= -BL_CONTACT_SAME_END && t <= 1.0 + BL_CONTACT_SAME_END) || !is_outside(p->a, i, at(p->b, clamp(t))))
            continue;
        add(p, i, clamp(t), true, false, bl_feature_corner_a(p->a->corner[i]));
        nearest = fmin(nearest, distance_at(p, i, clamp(t)));
    }
    for (int i = 0; i < 2; i++) {
        double s = parameter_of(p->a, i == 0 ? p->b->start : p->b->end);
        if (!(s > BL_CONTACT_SAME_END && s < 1.0 - BL_CONTACT_SAME_END) || !is_outside(p->b, i, at(p->a, s))) continue;
        add(p, s, i, false, true, bl_feature_corner_b(p->b->corner[i]));
        nearest = fmin(nearest, distance_at(p, s, i));
    }
    return nearest;
}

static bool find_crossing(const pair* p, double* s, double* t)
{
    belay_vec3 a = v3_sub(p->a->end, p->a->start), b = v3_sub(p->b->end, p->b->start);
    if (!bl_edge_edge_crossing(p->a->start, a, p->b->start, b, s, t)) return false;
    return *s > 0.0 && *s < 1.0 && *t > 0.0 && *t < 1.0;
}

// Whether the parameter of a point beside a line is beyond its start (0) or its end (1).
static bool is_beyond(double t, int end)
{
    return end == 0 ? t < -BL_CONTACT_SAME_END : t > 1.0 + BL_CONTACT_SAME_END;
}

// Ends that face each other: each is beyond the other.
static void add_corners(const pair* p)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            double t = parameter_of(p->b, i == 0 ? p->a->start : p->a->end);
            double s = parameter_of(p->a, j == 0 ? p->b->start : p->b->end);
            if (is_beyond(t, j) && is_beyond(s, i)) add(p, i, j, true, true, bl_feature_corner_a(p->a->corner[i]));
        }
}

void bl_edge_edge_collide(const bl_candidate_frame* frame, const bl_edge_line* a, const bl_edge_line* b,
                          belay_vec3 fallback, bl_manifold* manifold)
{
    pair p = {frame, a, b, fallback, manifold};
    double nearest = add_ends(&p), s, t;
    bool crosses = find_crossing(&p, &s, &t);
    double length = v3_distance(a->start, a->end) + v3_distance(b->start, b->end);
    if (crosses && nearest > distance_at(&p, s, t) + BL_CONTACT_NEARER * length)
        add(&p, s, t, false, false, bl_feature_edges(a->edge, b->edge));
    if (!crosses) add_corners(&p);
}

bool bl_edge_edge_collide_at(const bl_candidate_frame* frame, const bl_edge_line* a, const bl_edge_line* b,
                             belay_vec3 normal, double distance, double tolerance, bl_manifold* manifold)
{
    double gap = distance - frame->radius_a - frame->radius_b, least = INFINITY;
    int before = manifold->count;
    bl_edge_edge_collide(frame, a, b, normal, manifold);
    for (int i = before; i < manifold->count; i++)
        least = fmin(least, manifold->points[i].gap);
    bool has_it = fabs(least - gap) <= tolerance;
    if (!has_it) manifold->count = before;
    return has_it;
}
