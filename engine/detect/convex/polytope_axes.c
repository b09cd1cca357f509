// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/convex/polytope_axes.h"

#include "detect/contact_tolerance.h"
#include "detect/convex/edge_edge.h"

static belay_vec3 half_diagonal(const bl_convex* convex, const bl_polytope* p)
{
    if (convex->kind == BL_CONVEX_BOX) return convex->half;
    if (convex->kind == BL_CONVEX_HULL) return v3_scale(0.5, v3_sub(convex->hull->upper, convex->hull->lower));
    belay_vec3 u = v3_sub(p->corners[1], p->corners[0]), v = v3_sub(p->corners[2], p->corners[0]);
    return v3(fmax(fabs(u.x), fabs(v.x)), fmax(fabs(u.y), fabs(v.y)), fmax(fabs(u.z), fabs(v.z)));
}

static void set_size(bl_solid* solid, const bl_convex* convex)
{
    solid->is_box = convex->kind == BL_CONVEX_BOX;
    solid->size = 2.0 * v3_length(half_diagonal(convex, &solid->p));
}

static void set_box(bl_solid* solid, belay_vec3 half, const belay_mat33* rotation, belay_vec3 center)
{
    solid->center = center;
    solid->axes[0] = v3_scale(half.x, m3_column(*rotation, 0));
    solid->axes[1] = v3_scale(half.y, m3_column(*rotation, 1));
    solid->axes[2] = v3_scale(half.z, m3_column(*rotation, 2));
}

void bl_solid_pair_init(bl_solid_pair* pair, const bl_convex* a, const bl_convex* b, const belay_mat33* rotation,
                        belay_vec3 offset, double cutoff)
{
    belay_mat33 own = m3_identity();
    pair->a.p = bl_polytope_of(a, &pair->store_a);
    pair->b.p = bl_polytope_moved(b, rotation, offset, &pair->store_b);
    set_size(&pair->a, a);
    set_size(&pair->b, b);
    set_box(&pair->a, a->half, &own, v3_zero());
    set_box(&pair->b, b->half, rotation, offset);
    pair->cutoff = cutoff;
    pair->tolerance = BL_CONTACT_ROUNDING * (pair->a.size + pair->b.size);
}

double bl_solid_lowest(const bl_solid* s, belay_vec3 v)
{
    if (!s->is_box) return v3_dot(v, s->p.corners[bl_polytope_support(&s->p, v3_neg(v))]);
    double half_extent = fabs(v3_dot(v, s->axes[0])) + fabs(v3_dot(v, s->axes[1])) + fabs(v3_dot(v, s->axes[2]));
    return v3_dot(v, s->center) - half_extent;
}

// ------------------------------------------------------------------------------------------------------------------
// Faces
// ------------------------------------------------------------------------------------------------------------------

// How far a solid is above a face; a distance of no more than `enough` may be any such one.
static double distance_of(const bl_solid* s, const bl_hull_face* face, double enough)
{
    if (!s->is_box) return bl_polytope_height(&s->p, face->normal, face->offset, enough);
    return bl_solid_lowest(s, face->normal) - face->offset;
}

// Tries the faces of one solid; false when one of them is further from the other solid than the cutoff.
static bool try_faces(const bl_solid_pair* pair, bool of_a, bl_axis* best)
{
    const bl_solid *own = of_a ? &pair->a : &pair->b, *other = of_a ? &pair->b : &pair->a;
    for (uint32_t f = 0; f < own->p.face_count; f++) {
        const bl_hull_face* face = &own->p.faces[f];
        double distance = distance_of(other, face, fmin(best->distance + pair->tolerance, pair->cutoff));
        if (distance > pair->cutoff) return false;
        if (!(distance > best->distance + pair->tolerance)) continue;
        best->kind = of_a ? BL_AXIS_FACE_A : BL_AXIS_FACE_B;
        best->a = best->b = f;
        best->distance = distance;
        best->normal = of_a ? v3_neg(face->normal) : face->normal;
    }
    return true;
}

bool bl_best_face_axis(const bl_solid_pair* pair, bl_axis* axis)
{
    if (pair->a.is_box && pair->b.is_box) return bl_best_box_face_axis(pair, axis);
    axis->kind = BL_AXIS_FACE_A;
    axis->a = axis->b = 0;
    axis->distance = -INFINITY;
    axis->normal = axis->on_a = axis->on_b = v3_zero();
    return try_faces(pair, true, axis) && try_faces(pair, false, axis);
}

// ------------------------------------------------------------------------------------------------------------------
// Edges
// ------------------------------------------------------------------------------------------------------------------

void bl_note_edges(const bl_solid_pair* pair, uint32_t edge_a, uint32_t edge_b, belay_vec3 normal, bl_edge_axes* axes)
{
    const bl_polytope *a = &pair->a.p, *b = &pair->b.p;
    belay_vec3 a0 = bl_polytope_edge_start(a, edge_a), b0 = bl_polytope_edge_start(b, edge_b);
    belay_vec3 u = v3_sub(bl_polytope_edge_end(a, edge_a), a0), v = v3_sub(bl_polytope_edge_end(b, edge_b), b0);
    const double margin = BL_CONTACT_ROUNDING;
    double distance = v3_dot(normal, v3_sub(a0, b0)), s, t;
    if (distance > axes->bound) axes->bound = distance;
    if (!(distance > axes->floor)) return;
    if (axes->found && !(distance > axes->best.distance + pair->tolerance)) return;
    if (!bl_edge_edge_crossing(a0, u, b0, v, &s, &t)) return;
    if (!(s >= -margin && s <= 1.0 + margin && t >= -margin && t <= 1.0 + margin)) return;
    bl_axis best = {BL_AXIS_EDGES, edge_a, edge_b, normal, distance, v3_add_scaled(a0, s, u), v3_add_scaled(b0, t, v)};
    axes->best = best;
    axes->found = true;
}

// The box in which edges of both must be to touch each other.
typedef struct region {
    belay_vec3 lower, upper;
} region;

// Of numbers that are some: fmin and fmax, which know of others, are called.
static double lower(double a, double b)
{
    return a < b ? a : b;
}

static double upper(double a, double b)
{
    return a > b ? a : b;
}

static belay_vec3 lower_of(belay_vec3 a, belay_vec3 b)
{
    return v3(lower(a.x, b.x), lower(a.y, b.y), lower(a.z, b.z));
}

static belay_vec3 upper_of(belay_vec3 a, belay_vec3 b)
{
    return v3(upper(a.x, b.x), upper(a.y, b.y), upper(a.z, b.z));
}

static region bounds_of(const bl_polytope* p, double margin)
{
    region r = {p->corners[0], p->corners[0]};
    for (uint32_t i = 1; i < p->corner_count; i++) {
        r.lower = lower_of(r.lower, p->corners[i]);
        r.upper = upper_of(r.upper, p->corners[i]);
    }
    belay_vec3 m = v3(margin, margin, margin);
    r.lower = v3_sub(r.lower, m);
    r.upper = v3_add(r.upper, m);
    return r;
}

static region common_region(const bl_solid_pair* pair, double margin)
{
    region a = bounds_of(&pair->a.p, margin), b = bounds_of(&pair->b.p, margin);
    region both = {upper_of(a.lower, b.lower), lower_of(a.upper, b.upper)};
    return both;
}

static bool is_in_region(const bl_polytope* p, uint32_t edge, const region* r)
{
    belay_vec3 s = bl_polytope_edge_start(p, edge), e = bl_polytope_edge_end(p, edge);
    belay_vec3 lower = lower_of(s, e), upper = upper_of(s, e);
    return lower.x <= r->upper.x && lower.y <= r->upper.y && lower.z <= r->upper.z && upper.x >= r->lower.x &&
           upper.y >= r->lower.y && upper.z >= r->lower.z;
}

#define MAX_EDGES (3 * BL_POLYTOPE_MAX_CORNERS)

// An edge that may count: its direction, and the normals of the faces on both sides of it.
typedef struct edge_view {
    belay_vec3 u, left, right;
    uint32_t name;
} edge_view;

static edge_view view_edge(const bl_polytope* p, uint32_t edge)
{
    const bl_hull_edge* e = &p->edges[edge];
    edge_view v = {v3_sub(bl_polytope_edge_end(p, edge), bl_polytope_edge_start(p, edge)), p->faces[e->face].normal,
                   p->faces[p->edges[e->twin].face].normal, edge};
    return v;
}

static int view_edges(const bl_polytope* p, const region* r, edge_view views[MAX_EDGES])
{
    int count = 0;
    for (uint32_t e = 0; e < p->edge_count; e++)
        if (e < p->edges[e].twin && is_in_region(p, e, r)) views[count++] = view_edge(p, e);
    return count;
}

// The normals at an edge are an arc between those of its faces. Two edges can touch when the arc of the one crosses the
// arc of the other turned round: each arc has its ends on both sides of the other's great circle, which is orthogonal
// to the other edge, and they cross on the near side of the sphere.
static bool arcs_cross(const edge_view* a, const edge_view* b)
{
    double b_left = v3_dot(b->left, a->u), b_right = v3_dot(b->right, a->u);
    if (!(b_left * b_right < 0.0)) return false;
    double a_left = v3_dot(a->left, b->u), a_right = v3_dot(a->right, b->u);
    return a_left * a_right < 0.0 && b_left * a_right < 0.0;
}

// The common perpendicular, out of A: away from the inside of the face on the left of the edge.
static bool outward_normal(const edge_view* a, const edge_view* b, belay_vec3* out)
{
    belay_vec3 n = v3_cross(a->u, b->u);
    double length2 = v3_length_squared(n);
    if (!(length2 > 1e-18 * v3_length_squared(a->u) * v3_length_squared(b->u))) return false;
    double inward = v3_dot(n, v3_cross(a->left, a->u));
    *out = v3_scale((inward > 0.0 ? -1.0 : 1.0) / sqrt(length2), n);
    return true;
}

// An edge of A with all of B's.
static void try_edge(const bl_solid_pair* pair, const edge_view* a, const edge_view* b, int count, bl_edge_axes* axes)
{
    for (int j = 0; j < count; j++) {
        belay_vec3 out;
        if (arcs_cross(a, &b[j]) && outward_normal(a, &b[j], &out))
            bl_note_edges(pair, a->name, b[j].name, v3_neg(out), axes);
    }
}

void bl_find_edge_axes(const bl_solid_pair* pair, double margin, double floor, bl_edge_axes* axes)
{
    edge_view b[MAX_EDGES];
    region r = common_region(pair, margin);
    int count = view_edges(&pair->b.p, &r, b);
    axes->bound = -INFINITY;
    axes->floor = floor;
    axes->found = false;
    for (uint32_t e = 0; e < pair->a.p.edge_count; e++) {
        if (e > pair->a.p.edges[e].twin || !is_in_region(&pair->a.p, e, &r)) continue;
        edge_view a = view_edge(&pair->a.p, e);
        try_edge(pair, &a, b, count, axes);
    }
}
