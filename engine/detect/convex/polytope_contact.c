// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contact of two polytopes. The best face is the ground, unless something else is nearer or less deep: two edges that
// pass each other, or a corner (polytopes that are apart only). Where that something's normal is nearly that of a face,
// the polytopes may be about to lie flat on each other, and the other places above the face are taken too.

#include "detect/contact_tolerance.h"
#include "detect/convex/edge_edge.h"
#include "detect/convex/face_clip.h"
#include "detect/convex/nearest.h"
#include "detect/convex/pair_contact.h"
#include "detect/convex/polytope_axes.h"

typedef struct context {
    const bl_convex_pair* convex;
    const bl_candidate_frame* frame;
    const bl_solid_pair* pair;
    bl_manifold* manifold;
} context;

// The ground of a face, and what of the other solid is above it.
static void cut_above(const context* c, bool face_of_a, uint32_t face, bl_clip_ground* ground, bl_clip_list* list)
{
    const bl_solid *own = face_of_a ? &c->pair->a : &c->pair->b, *other = face_of_a ? &c->pair->b : &c->pair->a;
    bl_clip_shape above;
    bl_clip_ground_face(ground, &own->p, face, face_of_a, c->pair->tolerance);
    bl_clip_face_above(ground, &other->p, &above);
    bl_clip_cut(ground, &above, list);
}

static void emit(const context* c, const bl_clip_ground* ground, bl_clip_list* list)
{
    bl_clip_reduce(list, c->pair->cutoff);
    bl_clip_emit(ground, list, c->frame, c->manifold);
}

static double thickness(const bl_solid* s, belay_vec3 n)
{
    return -bl_solid_lowest(s, v3_neg(n)) - bl_solid_lowest(s, n);
}

static bool is_surely_least(const context* c, const bl_axis* face, double inset)
{
    double height = thickness(&c->pair->a, face->normal) + thickness(&c->pair->b, face->normal);
    return bl_clip_is_surely_least(-face->distance, inset, height, c->pair->a.size + c->pair->b.size);
}

static bool take_face(const context* c, const bl_axis* face)
{
    bl_clip_ground ground;
    bl_clip_list list;
    double tolerance = c->pair->tolerance;
    bool of_a = face->kind == BL_AXIS_FACE_A;
    if (bl_clip_is_beside(&(of_a ? &c->pair->a : &c->pair->b)->p, face->a, &(of_a ? &c->pair->b : &c->pair->a)->p,
                          tolerance))
        return false;
    cut_above(c, of_a, face->a, &ground, &list);
    // The distance of a face is a lower bound of the distance of the solids.
    bool is_least = list.lowest <= face->distance + tolerance;
    if (is_least && face->distance < 0.0) is_least = is_surely_least(c, face, bl_clip_inset(&ground, &list, tolerance));
    if (is_least) emit(c, &ground, &list);
    return is_least;
}

// For what is nearest, a place along the normal: takes the face most along it as ground, if that is nearly along it and
// what is above it as far away, with all points but the place's own.
static void add_nearly_flat(const context* c, belay_vec3 normal, double distance, uint32_t feature)
{
    const bl_polytope *a = &c->pair->a.p, *b = &c->pair->b.p;
    uint32_t face_a = bl_polytope_face_along(a, v3_neg(normal)), face_b = bl_polytope_face_along(b, normal);
    double cosine_a = -v3_dot(normal, a->faces[face_a].normal), cosine_b = v3_dot(normal, b->faces[face_b].normal);
    bool of_a = cosine_a >= cosine_b;
    bl_clip_ground ground;
    bl_clip_list list;
    if (!((of_a ? cosine_a : cosine_b) >= BL_CONTACT_NEARLY_COSINE)) return;
    cut_above(c, of_a, of_a ? face_a : face_b, &ground, &list);
    if (!(fabs(list.lowest - distance) <= BL_CONTACT_NEARLY_AGREEMENT * fabs(distance) + c->pair->tolerance)) return;
    bl_clip_reduce(&list, c->pair->cutoff);
    bl_clip_drop(&list, feature);
    bl_clip_emit(&ground, &list, c->frame, c->manifold);
}

// ------------------------------------------------------------------------------------------------------------------
// Edges
// ------------------------------------------------------------------------------------------------------------------

static belay_vec3 edge_direction(const bl_polytope* p, uint32_t edge)
{
    return v3_normalize_or(v3_sub(bl_polytope_edge_end(p, edge), bl_polytope_edge_start(p, edge)), v3(1.0, 0.0, 0.0));
}

static void add_edges(const context* c, const bl_axis* axis)
{
    bl_contact_candidate candidate = {.normal = axis->normal, .distance = axis->distance, .on_a = axis->on_a};
    candidate.on_b = v3_add_scaled(candidate.on_a, -candidate.distance, candidate.normal);
    candidate.side_a = bl_side_edge(edge_direction(&c->pair->a.p, axis->a));
    candidate.side_b = bl_side_edge(edge_direction(&c->pair->b.p, axis->b));
    candidate.feature = bl_feature_edges(axis->a, axis->b);
    add_nearly_flat(c, candidate.normal, candidate.distance, candidate.feature);
    bl_candidate_add(c->frame, &candidate, c->manifold);
}

// ------------------------------------------------------------------------------------------------------------------
// Corners
// ------------------------------------------------------------------------------------------------------------------

// The nearest place of one solid to a corner of the other.
typedef struct corner_place {
    bool of_a; // the corner
    uint32_t corner;
    bl_surface_nearest at;
} corner_place;

// For a box in its own frame, where it is quick.
static bl_surface_nearest nearest_to(const context* c, bool a, belay_vec3 x)
{
    const bl_convex_pair* pair = c->convex;
    if (!(a ? c->pair->a.is_box : c->pair->b.is_box)) return bl_polytope_nearest(a ? &c->pair->a.p : &c->pair->b.p, x);
    if (a) return bl_convex_nearest(pair->a, x);
    belay_vec3 position = pair->b_in_a.position;
    bl_surface_nearest n = bl_convex_nearest(pair->b, m3_mul_transposed_v3(pair->rotation, v3_sub(x, position)));
    n.point = v3_add(m3_mul_v3(pair->rotation, n.point), position);
    n.normal = m3_mul_v3(pair->rotation, n.normal);
    n.side.along = m3_mul_v3(pair->rotation, n.side.along);
    return n;
}

// Whether a point is so far outside a box, by its faces, that it is no nearer than that; false of what is no box.
static bool is_no_nearer(const context* c, bool a, belay_vec3 x, double distance)
{
    const bl_solid* s = a ? &c->pair->a : &c->pair->b;
    belay_vec3 half = a ? c->convex->a->half : c->convex->b->half, r = v3_sub(x, s->center);
    if (!s->is_box || !(distance > 0.0)) return false;
    double ox = fabs(v3_dot(s->p.faces[1].normal, r)) - half.x, oy = fabs(v3_dot(s->p.faces[3].normal, r)) - half.y;
    double oz = fabs(v3_dot(s->p.faces[5].normal, r)) - half.z, square = 0.0;
    square += ox > 0.0 ? ox * ox : 0.0;
    square += oy > 0.0 ? oy * oy : 0.0;
    square += oz > 0.0 ? oz * oz : 0.0;
    return square >= distance * distance;
}

static void try_corners(const context* c, bool of_a, corner_place* best)
{
    const bl_polytope* own = of_a ? &c->pair->a.p : &c->pair->b.p;
    for (uint32_t i = 0; i < own->corner_count; i++) {
        if (is_no_nearer(c, !of_a, own->corners[i], best->at.distance)) continue;
        bl_surface_nearest at = nearest_to(c, !of_a, own->corners[i]);
        if (!(at.distance < best->at.distance - c->pair->tolerance)) continue;
        best->of_a = of_a;
        best->corner = i;
        best->at = at;
    }
}

// The edge at the corner that is most nearly parallel to the direction; false when none is.
static bool find_parallel_edge(const bl_polytope* p, uint32_t corner, belay_vec3 along, uint32_t* found)
{
    uint32_t first = p->corner_edges[corner], edge = first;
    double best = BL_CONTACT_NEARLY_COSINE;
    bool any = false;
    do {
        double cosine = fabs(v3_dot(edge_direction(p, edge), along));
        if (cosine >= best) {
            best = cosine;
            *found = bl_polytope_edge_name(p, edge);
            any = true;
        }
        edge = p->edges[p->edges[edge].twin].next;
    } while (edge != first);
    return any;
}

// A corner beside an edge: an edge at the corner may be alongside it.
static bool take_parallel_edges(const context* c, const corner_place* p)
{
    const bl_polytope *own = p->of_a ? &c->pair->a.p : &c->pair->b.p, *other = p->of_a ? &c->pair->b.p : &c->pair->a.p;
    uint32_t edge;
    if (p->at.part != BL_PART_EDGE || !find_parallel_edge(own, p->corner, p->at.side.along, &edge)) return false;
    bl_edge_line line = bl_edge_line_of_edge(own, edge), beside = bl_edge_line_of_edge(other, p->at.index);
    belay_vec3 normal = p->of_a ? p->at.normal : v3_neg(p->at.normal);
    return bl_edge_edge_collide_at(c->frame, p->of_a ? &line : &beside, p->of_a ? &beside : &line, normal,
                                   p->at.distance, c->pair->tolerance, c->manifold);
}

static void add_corner(const context* c, const corner_place* p)
{
    belay_vec3 corner = (p->of_a ? &c->pair->a.p : &c->pair->b.p)->corners[p->corner];
    bl_contact_candidate candidate = {.distance = p->at.distance};
    candidate.normal = p->of_a ? p->at.normal : v3_neg(p->at.normal);
    candidate.on_a = p->of_a ? corner : p->at.point;
    candidate.on_b = p->of_a ? p->at.point : corner;
    candidate.side_a = p->of_a ? bl_side_ball(0.0) : p->at.side;
    candidate.side_b = p->of_a ? p->at.side : bl_side_ball(0.0);
    candidate.feature = p->of_a ? bl_feature_corner_a(p->corner) : bl_feature_corner_b(p->corner);
    bl_candidate_add(c->frame, &candidate, c->manifold);
}

// Polytopes that are apart, with neither faces nor crossing edges nearest.
static void take_corner(const context* c)
{
    corner_place best = {true, 0, {.distance = INFINITY}};
    try_corners(c, true, &best);
    try_corners(c, false, &best);
    if (!(best.at.distance <= c->pair->cutoff)) return;
    belay_vec3 normal = best.of_a ? best.at.normal : v3_neg(best.at.normal);
    if (take_parallel_edges(c, &best)) return;
    uint32_t feature = best.of_a ? bl_feature_corner_a(best.corner) : bl_feature_corner_b(best.corner);
    add_nearly_flat(c, normal, best.at.distance, feature);
    add_corner(c, &best);
}

// ------------------------------------------------------------------------------------------------------------------
// The axis that contact takes
// ------------------------------------------------------------------------------------------------------------------

// The corner that is deepest under a face.
static void add_deepest(const context* c, const bl_axis* face)
{
    bool of_a = face->kind == BL_AXIS_FACE_B;
    const bl_polytope* own = of_a ? &c->pair->a.p : &c->pair->b.p;
    belay_vec3 down = of_a ? v3_neg(face->normal) : face->normal;
    corner_place p = {of_a, bl_polytope_support(own, down), {.distance = face->distance}};
    p.at.normal = v3_neg(down);
    p.at.point = v3_add_scaled(own->corners[p.corner], face->distance, down);
    p.at.side = bl_side_face();
    add_corner(c, &p);
}

// False when the face's lowest points are not above it.
static bool take_deep_face(const context* c, const bl_axis* face)
{
    bl_clip_ground ground;
    bl_clip_list list;
    cut_above(c, face->kind == BL_AXIS_FACE_A, face->a, &ground, &list);
    bool has_lowest =
        list.lowest <= face->distance + BL_CONTACT_FACE_PREFERENCE * fabs(face->distance) + c->pair->tolerance;
    if (has_lowest) emit(c, &ground, &list);
    return has_lowest;
}

// What edges must be further apart along their axis to be the best, when the two overlap; a face is preferred.
static double least_of_overlap(const bl_solid_pair* pair, const bl_axis* face)
{
    return face->distance + BL_CONTACT_FACE_PREFERENCE * fabs(face->distance) + pair->tolerance;
}

// Those that cannot be taken are left out, but for some that differ from these by no more than rounding.
static void find_edge_axes(const bl_solid_pair* pair, const bl_axis* face, double margin, bl_edge_axes* axes)
{
    double floor = fmin(least_of_overlap(pair, face), -pair->tolerance) - 2.0 * pair->tolerance;
    if (pair->a.is_box && pair->b.is_box)
        bl_find_box_edge_axes(pair, floor, axes);
    else
        bl_find_edge_axes(pair, margin, floor, axes);
}

// False when neither the face nor the edges have what is nearest or least deep.
static bool take_best(const context* c, const bl_axis* face, const bl_edge_axes* edges)
{
    double tolerance = c->pair->tolerance;
    bool overlap = face->distance < -tolerance && edges->bound < -tolerance;
    // Two edges that pass each other are the distance of polytopes that are apart.
    double least = overlap ? least_of_overlap(c->pair, face) : -tolerance;
    if (edges->bound > c->pair->cutoff) return true;
    if (edges->found && edges->best.distance > least) {
        add_edges(c, &edges->best);
        return true;
    }
    if (overlap) return take_deep_face(c, face);
    take_corner(c);
    return true;
}

void bl_collide_polytopes(const bl_convex_pair* convex, bl_manifold* manifold)
{
    bl_solid_pair pair;
    context c = {convex, &convex->frame, &pair, manifold};
    bl_axis face;
    bl_solid_pair_init(&pair, convex->a, convex->b, &convex->rotation, convex->b_in_a.position,
                       bl_candidate_cutoff(&convex->frame));
    if (!bl_best_face_axis(&pair, &face) || take_face(&c, &face)) return;
    bl_edge_axes edges;
    find_edge_axes(&pair, &face, fmax(pair.cutoff, -face.distance) + pair.tolerance, &edges);
    if (take_best(&c, &face, &edges)) return;
    // They seem to overlap, with nothing that is least deep: edges further apart than the cutoff tell.
    find_edge_axes(&pair, &face, INFINITY, &edges);
    if (!take_best(&c, &face, &edges)) add_deepest(&c, &face);
}
