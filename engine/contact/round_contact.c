// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contact of a cylinder or cone with a polytope or another of its kind. Flat ground goes first, as between polytopes: a
// face of the polytope, a cap of a round solid. Where that is not what is nearest, or least deep, the general distance
// function gives a rough direction, which is polished to tell the pieces of surface that touch.

#include "contact/axis_polish.h"
#include "contact/flat.h"
#include "contact/line.h"
#include "contact/pair_contact.h"
#include "geometry/distance.h"

// As for polytopes (contact/polytope_contact.c).
#define FACE_PREFERENCE 1e-3
#define FLAT_COSINE 0.99995
#define FLAT_SINE 0.01
#define FLAT_AGREEMENT 1e-3
#define ROUNDING 1e-9

typedef struct context {
    const bl_convex_pair* pair;
    bl_polytope polytope; // A, when it is one
    bl_round round_a, round_b;
    bl_body_shape a, b;
    double size, tolerance, reach;
    bl_manifold* manifold;
} context;

// ------------------------------------------------------------------------------------------------------------------
// Flat ground
// ------------------------------------------------------------------------------------------------------------------

typedef struct face {
    bool of_a;
    uint32_t index;    // of the polytope's face, or the rim about the cap
    belay_vec3 normal; // outwards
    double distance;   // m, of the other solid above it
} face;

static int cap_count(const bl_round* r)
{
    return r->is_cone ? 1 : 2;
}

// Tries one face; false when it shows the solids to be out of reach.
static bool try_face(const context* c, bool of_a, uint32_t index, belay_vec3 normal, double offset, face* best)
{
    face f = {of_a, index, normal, bl_body_lowest(of_a ? &c->b : &c->a, normal) - offset};
    if (f.distance > c->reach) return false;
    if (f.distance > best->distance + c->tolerance) *best = f;
    return true;
}

static bool try_caps(const context* c, bool of_a, const bl_round* r, face* best)
{
    for (int rim = 0; rim < cap_count(r); rim++) {
        belay_vec3 normal = rim == 0 ? v3_neg(r->axis) : r->axis;
        double offset = v3_dot(normal, bl_round_rim_center(r, rim));
        if (!try_face(c, of_a, (uint32_t)rim, normal, offset, best)) return false;
    }
    return true;
}

static bool find_best_face(const context* c, face* best)
{
    face none = {true, 0, v3_zero(), -INFINITY};
    *best = none;
    if (c->a.polytope == NULL) return try_caps(c, true, &c->round_a, best) && try_caps(c, false, &c->round_b, best);
    for (uint32_t f = 0; f < c->polytope.face_count; f++) {
        const bl_hull_face* own = &c->polytope.faces[f];
        if (!try_face(c, true, f, own->normal, own->offset, best)) return false;
    }
    return try_caps(c, false, &c->round_b, best);
}

// A direction in the plane of a cap of B, or of A when both are round, that does not turn with the caps: along an edge
// of the polytope, or fixed in the world.
static belay_vec3 fixed_direction(const context* c, belay_vec3 normal)
{
    const belay_mat33* rotation = &c->pair->frame.rotation;
    if (c->a.polytope == NULL) return m3_mul_transposed_v3(*rotation, v3_any_orthogonal(m3_mul_v3(*rotation, normal)));
    const bl_polytope* p = &c->polytope;
    uint32_t edge = p->faces[bl_polytope_face_along(p, v3_neg(normal))].edge;
    return v3_sub(bl_polytope_edge_end(p, edge), bl_polytope_edge_start(p, edge));
}

static void set_ground(const context* c, const face* f, bl_flat_ground* ground)
{
    if (f->of_a && c->a.polytope != NULL)
        bl_flat_ground_face(ground, &c->polytope, f->index, true, c->tolerance);
    else
        bl_flat_ground_cap(ground, f->of_a ? &c->round_a : &c->round_b, (int)f->index, fixed_direction(c, f->normal),
                           f->of_a, c->tolerance);
}

static void cut_above(const context* c, const face* f, bl_flat_ground* ground, bl_flat_list* list)
{
    bl_flat_shape above;
    set_ground(c, f, ground);
    if (f->of_a)
        bl_flat_round_above(ground, &c->round_b, &above);
    else if (c->a.polytope != NULL)
        bl_flat_face_above(ground, &c->polytope, &above);
    else
        bl_flat_round_above(ground, &c->round_a, &above);
    bl_flat_cut(ground, &above, list);
}

static void emit(const context* c, const bl_flat_ground* ground, bl_flat_list* list)
{
    bl_flat_reduce(list, c->reach);
    bl_flat_emit(ground, list, &c->pair->frame, c->manifold);
}

static bool is_surely_least(const context* c, const face* f, double inset)
{
    double above = -bl_body_lowest(&c->a, f->normal) - bl_body_lowest(&c->a, v3_neg(f->normal));
    double below = -bl_body_lowest(&c->b, f->normal) - bl_body_lowest(&c->b, v3_neg(f->normal));
    return bl_flat_is_surely_least(-f->distance, inset, above + below, c->size);
}

static bool take_face(const context* c, const face* f)
{
    bl_flat_ground ground;
    bl_flat_list list;
    cut_above(c, f, &ground, &list);
    bool is_least = list.lowest <= f->distance + c->tolerance;
    if (is_least && f->distance < 0.0) is_least = is_surely_least(c, f, bl_flat_inset(&ground, &list, c->tolerance));
    if (is_least) emit(c, &ground, &list);
    return is_least;
}

// The face that looks most along the direction.
static face face_along(const context* c, bool of_a, belay_vec3 direction)
{
    face f = {of_a, 0, v3_zero(), 0.0};
    if (of_a && c->a.polytope != NULL) {
        f.index = bl_polytope_face_along(&c->polytope, direction);
        f.normal = c->polytope.faces[f.index].normal;
        return f;
    }
    const bl_round* r = of_a ? &c->round_a : &c->round_b;
    f.index = v3_dot(r->axis, direction) > 0.0 && !r->is_cone ? 1 : 0;
    f.normal = f.index == 0 ? v3_neg(r->axis) : r->axis;
    return f;
}

static bool take_nearly_flat(const context* c, const bl_polished* axis)
{
    face a = face_along(c, true, v3_neg(axis->normal)), b = face_along(c, false, axis->normal);
    double cosine_a = -v3_dot(axis->normal, a.normal), cosine_b = v3_dot(axis->normal, b.normal);
    bl_flat_ground ground;
    bl_flat_list list;
    if (!(fmax(cosine_a, cosine_b) >= FLAT_COSINE)) return false;
    cut_above(c, cosine_a >= cosine_b ? &a : &b, &ground, &list);
    double gap = axis->distance - c->pair->frame.radius_a - c->pair->frame.radius_b;
    if (!(fabs(list.lowest - axis->distance) <= FLAT_AGREEMENT * fabs(gap) + c->tolerance)) return false;
    emit(c, &ground, &list);
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// Lines and single places
// ------------------------------------------------------------------------------------------------------------------

// The straight line of a round solid's surface that looks along the direction; false when its side does not.
static bool find_side(const bl_round* r, belay_vec3 outward, bl_line* line)
{
    uint32_t lower = bl_round_corner(0, BL_ROUND_NEAREST), upper = bl_round_corner(1, BL_ROUND_NEAREST);
    if (!(fabs(v3_dot(outward, r->axis) - r->side_z) <= FLAT_SINE)) return false;
    if (r->is_cone) {
        *line = bl_line_make(bl_round_rim_point(r, 0, outward), bl_round_rim_center(r, 1), lower, upper, BL_ROUND_SIDE);
        line->depth[0] = bl_round_depth(r, r->radius, outward);
    } else {
        *line = bl_line_make(bl_round_rim_center(r, 0), bl_round_rim_center(r, 1), lower, upper, BL_ROUND_SIDE);
        line->radius = r->radius;
    }
    return true;
}

static bool find_edge(const bl_polytope* p, const bl_piece* piece, bl_line* line)
{
    if (piece->kind != BL_PIECE_EDGE) return false;
    uint32_t start = p->edges[piece->index].origin, end = p->edges[p->edges[piece->index].next].origin;
    *line = bl_line_make(p->corners[start], p->corners[end], start, end, piece->index);
    return true;
}

static bool take_alongside(const context* c, const bl_polished* axis)
{
    bl_line a, b;
    belay_vec3 down = v3_neg(axis->normal);
    bool has_a = c->a.polytope != NULL ? find_edge(&c->polytope, &axis->a, &a) : find_side(&c->round_a, down, &a);
    if (!has_a || !find_side(&c->round_b, axis->normal, &b)) return false;
    belay_vec3 u = v3_sub(a.end, a.start), v = v3_sub(b.end, b.start);
    if (!(fabs(v3_dot(u, v)) >= FLAT_COSINE * v3_length(u) * v3_length(v))) return false;
    return bl_lines_collide_at(&c->pair->frame, &a, &b, axis->normal, axis->distance, c->tolerance, c->manifold);
}

// The straight line of the piece through its support point: a direction, zero when it is none.
static belay_vec3 straight_along(const bl_piece* piece, belay_vec3 outward)
{
    if (piece->kind == BL_PIECE_EDGE || piece->kind == BL_PIECE_SIDE) {
        belay_vec3 u = v3_add_scaled(piece->axis, -v3_dot(piece->axis, outward), outward);
        return v3_normalize_or(u, v3_zero());
    }
    return v3_zero();
}

static bl_side side_of(const bl_piece* piece, belay_vec3 outward, belay_vec3 on, const bl_round* round)
{
    belay_vec3 along = straight_along(piece, outward);
    if (piece->kind == BL_PIECE_CORNER) return bl_side_ball(0.0);
    if (piece->kind == BL_PIECE_EDGE) return bl_side_edge(along);
    double radial;
    belay_vec3 e = bl_round_across(round, outward, &radial);
    if (piece->kind == BL_PIECE_RIM) return bl_round_rim_side(v3_cross(round->axis, e), piece->radius, radial);
    double to_axis = v3_dot(v3_sub(on, round->center), e) / radial;
    return bl_side_make(along, INFINITY, to_axis, to_axis);
}

static uint32_t edge_name(const bl_piece* piece)
{
    if (piece->kind == BL_PIECE_RIM) return bl_round_edge((int)piece->index, 0);
    return piece->kind == BL_PIECE_EDGE ? piece->index : BL_ROUND_SIDE;
}

static uint32_t feature_of(const bl_polished* axis)
{
    if (axis->a.kind == BL_PIECE_CORNER) return bl_feature_corner_a(axis->a.index);
    if (axis->b.kind == BL_PIECE_CORNER) return bl_feature_corner_b(axis->b.index);
    return bl_feature_edges(edge_name(&axis->a), edge_name(&axis->b));
}

// What touches is a point of one of the two; of two lines, where they cross.
static belay_vec3 point_on_a(const bl_polished* axis)
{
    belay_vec3 on_a = bl_piece_support(&axis->a, v3_neg(axis->normal)), on_b = bl_piece_support(&axis->b, axis->normal);
    belay_vec3 u = straight_along(&axis->a, v3_neg(axis->normal)), v = straight_along(&axis->b, axis->normal);
    bool line_a = v3_length_squared(u) > 0.0, line_b = v3_length_squared(v) > 0.0;
    double s, t;
    if (!line_a) return on_a;
    if (!line_b) return v3_add_scaled(on_b, axis->distance, axis->normal);
    return bl_lines_crossing(on_a, u, on_b, v, &s, &t) ? v3_add_scaled(on_a, s, u) : on_a;
}

static void add_place(const context* c, const bl_polished* axis)
{
    bl_place place = {.normal = axis->normal, .distance = axis->distance, .on_a = point_on_a(axis)};
    place.on_b = v3_add_scaled(place.on_a, -axis->distance, axis->normal);
    place.side_a = side_of(&axis->a, v3_neg(axis->normal), place.on_a, &c->round_a);
    place.side_b = side_of(&axis->b, axis->normal, place.on_b, &c->round_b);
    place.feature = feature_of(axis);
    bl_place_add(&c->pair->frame, &place, c->manifold);
}

// ------------------------------------------------------------------------------------------------------------------
// The choice
// ------------------------------------------------------------------------------------------------------------------

static bl_polished best_axis(const context* c)
{
    bl_convex a = *c->pair->a, b = *c->pair->b;
    a.radius = b.radius = 0.0;
    bl_distance rough = bl_convex_distance(&a, belay_pose_identity(), &b, c->pair->b_in_a);
    return bl_axis_polish(&c->a, &c->b, rough.normal);
}

static void take_best(const context* c, const face* f)
{
    bl_polished axis = best_axis(c);
    double least = f->distance + FACE_PREFERENCE * fabs(f->distance) + c->tolerance;
    bl_flat_ground ground;
    bl_flat_list list;
    if (axis.distance > c->reach) return;
    if (f->distance < 0.0 && axis.distance <= least) {
        cut_above(c, f, &ground, &list);
        bool has_lowest = list.lowest <= least;
        if (has_lowest) emit(c, &ground, &list);
        if (has_lowest) return;
    }
    if (!take_nearly_flat(c, &axis) && !take_alongside(c, &axis)) add_place(c, &axis);
}

void bl_collide_with_round(const bl_convex_pair* pair, bl_manifold* manifold)
{
    bl_polytope_store store;
    belay_mat33 own = m3_identity(), rotation = q_to_m3(pair->b_in_a.rotation);
    context c;
    face f;
    c.pair = pair;
    c.round_b = bl_round_moved(pair->b, &rotation, pair->b_in_a.position);
    c.round_a = bl_round_moved(pair->a, &own, v3_zero());
    if (bl_is_polytope(pair->a->kind)) c.polytope = bl_polytope_of(pair->a, &store);
    c.a.polytope = bl_is_polytope(pair->a->kind) ? &c.polytope : NULL;
    c.a.round = &c.round_a;
    c.b.polytope = NULL;
    c.b.round = &c.round_b;
    c.size = 2.0 * (bl_convex_reach(pair->a, v3_zero()) + bl_convex_reach(pair->b, v3_zero()));
    c.tolerance = ROUNDING * c.size;
    c.reach = bl_place_reach(&pair->frame);
    c.manifold = manifold;
    if (!find_best_face(&c, &f) || take_face(&c, &f)) return;
    take_best(&c, &f);
}
