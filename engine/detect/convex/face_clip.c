// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/convex/face_clip.h"

#include "detect/contact_tolerance.h"

// So many tolerances are more than what rounding and they do together.
#define ROUNDINGS 4.0

// ------------------------------------------------------------------------------------------------------------------
// The ground
// ------------------------------------------------------------------------------------------------------------------

static double along(const bl_clip_ground* g, belay_vec3 t, belay_vec3 p)
{
    return v3_dot(t, v3_sub(p, g->origin));
}

static double height_of(const bl_clip_ground* g, belay_vec3 p)
{
    return v3_dot(g->normal, p) - g->offset;
}

static bl_clip_corner corner_at(const bl_clip_ground* g, belay_vec3 p, double depth, uint32_t corner, uint32_t edge)
{
    belay_vec3 from = v3_sub(p, g->origin);
    bl_clip_corner c = {v3_dot(g->t1, from), v3_dot(g->t2, from), height_of(g, p), depth, 0.0, 0.0, corner, edge};
    return c;
}

void bl_clip_set_sides(bl_clip_shape* polygon)
{
    for (int i = 0; i < polygon->count; i++) {
        bl_clip_corner* a = &polygon->corners[i];
        const bl_clip_corner* b = &polygon->corners[i + 1 < polygon->count ? i + 1 : 0];
        double ux = b->x - a->x, uy = b->y - a->y, length = sqrt(ux * ux + uy * uy);
        double scale = length > 0.0 ? 1.0 / length : 0.0;
        a->ux = scale * ux;
        a->uy = scale * uy;
    }
}

static void set_face(const bl_clip_ground* g, const bl_polytope* p, uint32_t face, bl_clip_shape* shape)
{
    uint32_t edge = p->faces[face].edge;
    shape->kind = BL_CLIP_POLYGON;
    shape->count = (int)p->faces[face].edge_count;
    for (int i = 0; i < shape->count; i++, edge = p->edges[edge].next)
        shape->corners[i] =
            corner_at(g, bl_polytope_edge_start(p, edge), 0.0, p->edges[edge].origin, bl_polytope_edge_name(p, edge));
}

void bl_clip_ground_face(bl_clip_ground* ground, const bl_polytope* p, uint32_t face, bool is_a, double tolerance)
{
    const bl_hull_face* f = &p->faces[face];
    belay_vec3 start = bl_polytope_edge_start(p, f->edge);
    belay_vec3 t1 = v3_normalize_or(v3_sub(bl_polytope_edge_end(p, f->edge), start), v3_any_orthogonal(f->normal));
    ground->origin = start;
    ground->normal = f->normal;
    ground->t1 = t1;
    ground->t2 = v3_cross(f->normal, t1);
    ground->offset = f->offset;
    ground->tolerance = tolerance;
    ground->is_a = is_a;
    set_face(ground, p, face, &ground->shape);
}

static void set_disc(const bl_clip_ground* g, const bl_axisymmetric* axisymmetric, int rim, belay_vec3 direction,
                     bl_clip_shape* shape)
{
    belay_vec3 c = bl_axisymmetric_rim_center(axisymmetric, rim);
    double length;
    belay_vec3 a = bl_axisymmetric_across(axisymmetric, direction, &length), b = v3_cross(axisymmetric->axis, a);
    bl_clip_disc disc = {{along(g, g->t1, c), along(g, g->t2, c), height_of(g, c)},
                         {v3_dot(g->t1, a), v3_dot(g->t2, a), v3_dot(g->normal, a)},
                         {v3_dot(g->t1, b), v3_dot(g->t2, b), v3_dot(g->normal, b)},
                         rim};
    for (int i = 0; i < 3; i++) {
        disc.a[i] *= axisymmetric->radius;
        disc.b[i] *= axisymmetric->radius;
    }
    shape->kind = BL_CLIP_DISC;
    shape->count = 0;
    shape->disc = disc;
}

void bl_clip_ground_cap(bl_clip_ground* ground, const bl_axisymmetric* axisymmetric, int rim, belay_vec3 t1, bool is_a,
                        double tolerance)
{
    belay_vec3 normal = rim == 0 ? v3_neg(axisymmetric->axis) : axisymmetric->axis;
    ground->origin = bl_axisymmetric_rim_center(axisymmetric, rim);
    ground->normal = normal;
    ground->t1 = v3_normalize_or(v3_add_scaled(t1, -v3_dot(t1, normal), normal), v3_any_orthogonal(normal));
    ground->t2 = v3_cross(normal, ground->t1);
    ground->offset = v3_dot(normal, ground->origin);
    ground->tolerance = tolerance;
    ground->is_a = is_a;
    set_disc(ground, axisymmetric, rim, ground->t1, &ground->shape);
}

void bl_clip_ground_plane(bl_clip_ground* ground, belay_vec3 normal, double offset, double tolerance)
{
    ground->origin = v3_scale(offset, normal);
    ground->normal = normal;
    ground->t1 = v3_any_orthogonal(normal);
    ground->t2 = v3_cross(normal, ground->t1);
    ground->offset = offset;
    ground->tolerance = tolerance;
    ground->is_a = false;
    ground->shape.kind = BL_CLIP_ENDLESS;
    ground->shape.count = 0;
}

// ------------------------------------------------------------------------------------------------------------------
// What stands on it
// ------------------------------------------------------------------------------------------------------------------

// The face at the corner that looks most along the direction.
static uint32_t face_at_corner(const bl_polytope* p, uint32_t corner, belay_vec3 direction)
{
    uint32_t first = p->corner_edges[corner], edge = first, best = p->edges[first].face;
    do {
        uint32_t face = p->edges[edge].face;
        if (v3_dot(direction, p->faces[face].normal) > v3_dot(direction, p->faces[best].normal)) best = face;
        edge = p->edges[p->edges[edge].twin].next;
    } while (edge != first);
    return best;
}

void bl_clip_face_above(const bl_clip_ground* ground, const bl_polytope* p, bl_clip_shape* shape)
{
    belay_vec3 down = v3_neg(ground->normal);
    set_face(ground, p, face_at_corner(p, bl_polytope_support(p, down), down), shape);
}

void bl_clip_axisymmetric_above(const bl_clip_ground* ground, const bl_axisymmetric* axisymmetric, bl_clip_shape* shape)
{
    belay_vec3 down = v3_neg(ground->normal);
    double tilt;
    bl_axisymmetric_across(axisymmetric, down, &tilt);
    int rim = v3_dot(down, axisymmetric->axis) > 0.0 ? 1 : 0;
    if (tilt < BL_CONTACT_MOST_TILT && !(axisymmetric->is_cone && rim == 1)) {
        set_disc(ground, axisymmetric, rim, ground->t1, shape);
        return;
    }
    shape->kind = BL_CLIP_LINE;
    shape->count = 2;
    for (int i = 0; i < 2; i++)
        shape->corners[i] =
            corner_at(ground, bl_axisymmetric_rim_point(axisymmetric, i, down),
                      bl_axisymmetric_depth(axisymmetric, bl_axisymmetric_rim_radius(axisymmetric, i), down),
                      bl_axisymmetric_corner(i, BL_AXISYMMETRIC_NEAREST), BL_AXISYMMETRIC_SIDE);
}

void bl_clip_segment_above(const bl_clip_ground* ground, belay_vec3 start, belay_vec3 end, bl_clip_shape* shape)
{
    bl_clip_corner *c = shape->corners, a = corner_at(ground, start, 0.0, 0, 0), b = corner_at(ground, end, 0.0, 1, 0);
    bool is_steep = fabs(b.height - a.height) > BL_CONTACT_STEEPEST_SEGMENT * v3_distance(start, end);
    shape->kind = BL_CLIP_LINE;
    shape->count = 2;
    c[0] = is_steep && b.height < a.height ? b : a;
    c[1] = is_steep && a.height < b.height ? a : b;
}

void bl_clip_point_above(const bl_clip_ground* ground, belay_vec3 point, bl_clip_shape* shape)
{
    shape->kind = BL_CLIP_POINT;
    shape->count = 1;
    shape->corners[0] = corner_at(ground, point, 0.0, 0, 0);
}

// How far from the corner the polytope may be and no more than `height` above it, looking along its edges; infinite
// when another corner is as low.
static double level_radius(const bl_polytope* p, uint32_t corner, belay_vec3 up, double height)
{
    uint32_t first = p->corner_edges[corner], edge = first;
    double most = 0.0;
    do {
        belay_vec3 along = v3_sub(bl_polytope_edge_end(p, edge), p->corners[corner]);
        double rise = v3_dot(up, along);
        if (!(rise > height)) return INFINITY;
        double square = v3_length_squared(along) / (rise * rise);
        most = square > most ? square : most;
        edge = p->edges[p->edges[edge].twin].next;
    } while (edge != first);
    return height * sqrt(most);
}

bool bl_clip_is_beside(const bl_polytope* own, uint32_t face, const bl_polytope* other, double tolerance)
{
    const bl_hull_face* f = &own->faces[face];
    uint32_t corner = bl_polytope_support(other, v3_neg(f->normal)), edge = f->edge;
    double margin = level_radius(other, corner, f->normal, ROUNDINGS * tolerance) + ROUNDINGS * tolerance;
    for (uint32_t i = 0; i < f->edge_count && margin < INFINITY; i++, edge = own->edges[edge].next) {
        belay_vec3 start = bl_polytope_edge_start(own, edge), along = v3_sub(bl_polytope_edge_end(own, edge), start);
        double out = v3_dot(v3_cross(along, f->normal), v3_sub(other->corners[corner], start));
        if (out > 0.0 && out * out > margin * margin * v3_length_squared(along)) return true;
    }
    return false;
}

// ------------------------------------------------------------------------------------------------------------------
// Cutting
// ------------------------------------------------------------------------------------------------------------------

void bl_clip_add(bl_clip_list* list, double x, double y, double height, double depth, uint32_t feature)
{
    if (list->count == BL_CLIP_MAX_POINTS) return;
    bl_clip_point p = {x, y, height, depth, feature};
    list->points[list->count++] = p;
    if (height < list->lowest) list->lowest = height;
}

// Polygons go round either way.
static double inset_of(const bl_clip_shape* shape, double x, double y)
{
    double left = INFINITY, right = INFINITY;
    if (shape->kind == BL_CLIP_DISC) {
        const bl_clip_disc* d = &shape->disc;
        double dx = x - d->center[0], dy = y - d->center[1];
        return sqrt(d->a[0] * d->a[0] + d->a[1] * d->a[1]) - sqrt(dx * dx + dy * dy);
    }
    for (int i = 0; i < shape->count; i++) {
        double inside = bl_clip_inside_side(shape, i, x, y);
        left = fmin(left, inside);
        right = fmin(right, -inside);
    }
    return fmax(left, right);
}

bool bl_clip_is_inside(const bl_clip_shape* shape, double x, double y, double tolerance)
{
    return inset_of(shape, x, y) >= -tolerance;
}

double bl_clip_inset(const bl_clip_ground* ground, const bl_clip_list* list, double margin)
{
    double x = 0.0, y = 0.0;
    int count = 0;
    for (int i = 0; i < list->count; i++) {
        const bl_clip_point* p = &list->points[i];
        if (!(p->height <= list->lowest + margin)) continue;
        x += p->x;
        y += p->y;
        count++;
    }
    return count > 0 ? inset_of(&ground->shape, x / count, y / count) : -INFINITY;
}

void bl_clip_cut(bl_clip_ground* ground, bl_clip_shape* shape, bl_clip_list* list)
{
    list->count = 0;
    list->lowest = INFINITY;
    bl_clip_set_sides(&ground->shape);
    bl_clip_kind own = ground->shape.kind;
    if (shape->kind == BL_CLIP_DISC) {
        if (own == BL_CLIP_DISC)
            bl_clip_disc_by_disc(ground, shape, list);
        else
            bl_clip_disc_by_polygon(ground, shape, list);
    } else if (shape->kind == BL_CLIP_LINE) {
        bl_clip_line(ground, shape, list);
    } else if (shape->kind == BL_CLIP_POINT) {
        const bl_clip_corner* c = &shape->corners[0];
        if (bl_clip_is_inside(&ground->shape, c->x, c->y, ground->tolerance))
            bl_clip_add(list, c->x, c->y, c->height, c->depth, bl_clip_other_corner(ground, c->corner));
    } else if (own == BL_CLIP_DISC) {
        bl_clip_polygon_by_disc(ground, shape, list);
    } else {
        bl_clip_polygon(ground, shape, list);
    }
}

// ------------------------------------------------------------------------------------------------------------------
// Places
// ------------------------------------------------------------------------------------------------------------------

void bl_clip_emit(const bl_clip_ground* ground, const bl_clip_list* list, const bl_candidate_frame* frame,
                  bl_manifold* manifold)
{
    bl_contact_candidate candidate = {.normal = ground->is_a ? v3_neg(ground->normal) : ground->normal};
    candidate.side_a = candidate.side_b = bl_side_face();
    for (int i = 0; i < list->count; i++) {
        const bl_clip_point* p = &list->points[i];
        belay_vec3 foot = v3_add_scaled(v3_add_scaled(ground->origin, p->x, ground->t1), p->y, ground->t2);
        belay_vec3 on = v3_add_scaled(foot, p->height, ground->normal);
        candidate.distance = p->height;
        candidate.feature = p->feature;
        candidate.on_a = ground->is_a ? foot : on;
        candidate.on_b = ground->is_a ? on : foot;
        *(ground->is_a ? &candidate.side_b : &candidate.side_a) = bl_side_ball(p->depth);
        if (manifold->count == 0)
            bl_candidate_add(frame, &candidate, manifold);
        else
            bl_candidate_add_beside(frame, &candidate, manifold);
    }
}
