// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A ball against a mesh: it touches wherever the distance of its centre to the surface has a local minimum. On a face
// that is the foot of the perpendicular; on an edge or a vertex the triangles around it must not come nearer
// (mesh_around.c), so inner edges of a flat or hollow surface are never touched. Rounding decides between a face and
// its edge; both may be found, or an edge by both of its triangles, but then with one direction, and one of them stays.

#include "detect/mesh/mesh_contact_internal.h"

#include "detect/contact_tolerance.h"

typedef struct touch {
    belay_vec3 normal, tangent; // own frame of the mesh; the tangent is zero where any does
    double distance;            // of the centre along the normal, m; < 0 under a one-sided surface
    double kappa1, kappa2;
    bl_triangle_part part;
    uint32_t feature;
} touch;

typedef struct probe {
    const bl_mesh* mesh;
    belay_vec3 center;
    double radius, center_cutoff; // the second: the largest distance of the centre that counts
    touch touches[BL_MESH_MAX_MANIFOLDS];
    int count;
} probe;

// Of two touches with one direction: the nearer; where rounding cannot tell, a face before an edge before a vertex.
static bool is_better(const touch* a, const touch* b)
{
    double margin = BL_MESH_BALL_AROUND * fabs(b->distance);
    if (fabs(a->distance - b->distance) > margin) return a->distance < b->distance;
    return a->part != b->part ? a->part < b->part : a->distance < b->distance;
}

static void keep(probe* ball, touch t)
{
    int furthest = 0;
    for (int i = 0; i < ball->count; i++) {
        touch* other = &ball->touches[i];
        if (bl_is_same_direction(other->normal, t.normal)) {
            if (is_better(&t, other)) *other = t;
            return;
        }
        if (other->distance > ball->touches[furthest].distance) furthest = i;
    }
    if (ball->count < BL_MESH_MAX_MANIFOLDS)
        ball->touches[ball->count++] = t;
    else if (t.distance < ball->touches[furthest].distance)
        ball->touches[furthest] = t;
}

static touch touch_on_face(const bl_mesh_facet* f, double height, double side)
{
    touch t = {v3_scale(side, f->normal), v3_zero(), side * height, 0.0, 0.0, BL_TRIANGLE_FACE,
               bl_mesh_face_feature(f)};
    return t;
}

static double curvature_at(double distance)
{
    return distance > 0.0 ? 1.0 / distance : 0.0;
}

// Along the edge the surface is straight, across it a circle about the edge.
static void set_edge(const bl_mesh* mesh, const bl_mesh_facet* f, int edge, touch* t)
{
    double side = v3_dot(t->normal, f->normal) < 0.0 ? -1.0 : 1.0;
    t->part = BL_TRIANGLE_EDGE;
    t->feature = bl_mesh_edge_feature(mesh, f, edge);
    t->tangent = v3_sub(f->corners[(edge + 1) % 3], f->corners[edge]);
    if (bl_mesh_edge_bend(mesh, f, edge, side) >= BL_MESH_LEAST_ROUND) t->kappa2 = curvature_at(t->distance);
}

// How far the normal may tilt along a tangent, both ways together, until an edge at the vertex reaches beyond it. Edges
// square to the tangent stay where they are.
static double tilt_room(const bl_mesh* mesh, uint32_t vertex, belay_vec3 normal, belay_vec3 tangent)
{
    double ahead = 3.0, behind = 3.0;
    uint32_t store[6];
    int count;
    const uint32_t* fan = bl_mesh_fan(mesh, vertex, store, &count);
    for (int i = 0; i < count; i++) {
        bl_mesh_facet f = bl_mesh_facet_at(mesh, (int)fan[i]);
        for (int k = 0; k < 3; k++) {
            belay_vec3 along = v3_sub(f.corners[k], bl_mesh_point(mesh, vertex));
            double forward = v3_dot(tangent, along);
            if (fabs(forward) <= BL_MESH_BALL_SQUARE * v3_length(along)) continue;
            double room = belay_atan2(fmax(-v3_dot(normal, along), 0.0), fabs(forward));
            if (forward > 0.0)
                ahead = fmin(ahead, room);
            else
                behind = fmin(behind, room);
        }
    }
    return ahead + behind;
}

// The edge that is most nearly square to the normal, which may be a ridge that goes on through the vertex.
static belay_vec3 levellest_edge(const bl_mesh* mesh, uint32_t vertex, belay_vec3 normal)
{
    belay_vec3 levellest = v3_zero();
    double least = INFINITY;
    uint32_t store[6];
    int count;
    const uint32_t* fan = bl_mesh_fan(mesh, vertex, store, &count);
    for (int i = 0; i < count; i++) {
        bl_mesh_facet f = bl_mesh_facet_at(mesh, (int)fan[i]);
        for (int k = 0; k < 3; k++) {
            if (f.vertex[k] == vertex) continue;
            belay_vec3 along = v3_normalize_or(v3_sub(f.corners[k], bl_mesh_point(mesh, vertex)), v3_zero());
            if (!(fabs(v3_dot(normal, along)) < least)) continue;
            least = fabs(v3_dot(normal, along));
            levellest = along;
        }
    }
    return levellest;
}

static belay_vec3 tangent_along(belay_vec3 direction, belay_vec3 normal)
{
    return v3_normalize_or(v3_add_scaled(direction, -v3_dot(direction, normal), normal), v3_any_orthogonal(normal));
}

static void set_vertex(const bl_mesh* mesh, uint32_t vertex, touch* t)
{
    t->part = BL_TRIANGLE_CORNER;
    t->feature = bl_mesh_feature(BL_MESH_VERTEX, vertex);
    t->tangent = tangent_along(levellest_edge(mesh, vertex, t->normal), t->normal);
    belay_vec3 across = v3_cross(t->normal, t->tangent);
    if (tilt_room(mesh, vertex, t->normal, t->tangent) >= BL_MESH_LEAST_ROUND) t->kappa1 = curvature_at(t->distance);
    if (tilt_room(mesh, vertex, t->normal, across) >= BL_MESH_LEAST_ROUND) t->kappa2 = curvature_at(t->distance);
}

// A touch on the rim of a face whose normal is that of the face is one on the face.
static touch touch_on_rim(const probe* ball, const bl_mesh_facet* f, const bl_triangle_nearest* nearest,
                          belay_vec3 normal, double distance)
{
    double side = v3_dot(normal, f->normal) < 0.0 ? -1.0 : 1.0;
    if (bl_is_same_direction(normal, v3_scale(side, f->normal)))
        return touch_on_face(f, v3_dot(f->normal, ball->center) - f->offset, side);
    touch t = {normal, v3_zero(), distance, 0.0, 0.0, nearest->part, 0};
    if (nearest->part == BL_TRIANGLE_EDGE)
        set_edge(ball->mesh, f, nearest->index, &t);
    else
        set_vertex(ball->mesh, f->vertex[nearest->index], &t);
    return t;
}

static bool is_allowed(const bl_mesh* mesh, const bl_mesh_facet* f, const bl_triangle_nearest* nearest,
                       belay_vec3 normal)
{
    if (bl_mesh_is_one_sided(mesh) && v3_dot(normal, f->normal) < -BL_MESH_BALL_AROUND) return false;
    return nearest->part == BL_TRIANGLE_EDGE
               ? bl_mesh_edge_allows(mesh, f, nearest->index, normal, BL_MESH_BALL_AROUND)
               : bl_mesh_vertex_allows(mesh, f->vertex[nearest->index], normal, BL_MESH_BALL_AROUND);
}

// Once a face is touched, nothing else in its plane can be (drop_flush), so its plane is skipped.
static void touch_triangle(probe* ball, int triangle, bl_mesh_cursor* cursor)
{
    bl_mesh_facet f = bl_mesh_facet_at(ball->mesh, triangle);
    double height = v3_dot(f.normal, ball->center) - f.offset;
    if (fabs(height) > ball->center_cutoff || (height < 0.0 && bl_mesh_is_one_sided(ball->mesh))) return;
    bl_triangle_nearest nearest = bl_triangle_closest(f.corners, ball->center);
    if (nearest.part == BL_TRIANGLE_FACE) {
        keep(ball, touch_on_face(&f, height, height < 0.0 ? -1.0 : 1.0));
        bl_mesh_cursor_skip(cursor, f.plane);
        return;
    }
    belay_vec3 displacement = v3_sub(ball->center, nearest.point);
    double distance = v3_length(displacement);
    if (distance > ball->center_cutoff) return;
    // A centre on the edge itself is pushed out along the face.
    bool is_on_edge = !(distance > BL_MESH_BALL_ON_EDGE * ball->radius);
    belay_vec3 normal = is_on_edge ? f.normal : v3_normalize_or(displacement, f.normal);
    if (is_on_edge) distance = 0.0;
    if (is_allowed(ball->mesh, &f, &nearest, normal)) keep(ball, touch_on_rim(ball, &f, &nearest, normal, distance));
}

// Edges and vertices in the plane of a touched face are not touched: their triangles are level with the face (a gap
// between neighbours that share no edge), and as long as the ball is over the face it is not nearer to them.
static void drop_flush(probe* ball)
{
    int kept = 0;
    for (int i = 0; i < ball->count; i++) {
        const touch* t = &ball->touches[i];
        bool is_flush = false;
        for (int k = 0; k < ball->count && t->part != BL_TRIANGLE_FACE; k++) {
            const touch* face = &ball->touches[k];
            if (face->part != BL_TRIANGLE_FACE) continue;
            double above = face->distance - t->distance * v3_dot(face->normal, t->normal);
            is_flush = is_flush || fabs(above) <= BL_MESH_BALL_FLUSH * ball->radius;
        }
        if (!is_flush) ball->touches[kept++] = *t;
    }
    ball->count = kept;
}

// A centre under a one-sided surface: out by the shortest way, or, from far below, along the normal of what is above.
static bool push_up(probe* ball)
{
    int over, nearest;
    belay_vec3 point;
    if (!bl_mesh_is_one_sided(ball->mesh) || !bl_grid_column(ball->mesh, ball->center, &over)) return false;
    bl_mesh_facet f = bl_mesh_facet_at(ball->mesh, over);
    double height = v3_dot(f.normal, ball->center) - f.offset;
    if (height >= 0.0) return false;
    touch t = touch_on_face(&f, height, 1.0);
    double straight_up = -height / f.normal.z;
    if (straight_up <= BL_MESH_BALL_DEEPEST_SEARCH * ball->radius &&
        bl_mesh_closest_point(ball->mesh, ball->center, 2.0 * straight_up, &point, &nearest)) {
        f = bl_mesh_facet_at(ball->mesh, nearest);
        t = touch_on_face(&f, v3_dot(f.normal, ball->center) - f.offset, 1.0);
        bl_triangle_nearest place = bl_triangle_closest(f.corners, ball->center);
        if (place.part != BL_TRIANGLE_FACE) {
            t.normal = v3_normalize_or(v3_sub(point, ball->center), f.normal);
            t.distance = -v3_distance(point, ball->center);
        }
    }
    keep(ball, t);
    return true;
}

static void write_point(const probe* ball, const touch* t, belay_vec3 center, belay_quat rotation,
                        bl_manifold* manifold)
{
    bl_manifold_point* p = &manifold->points[0];
    manifold->count = 1;
    p->surface_owner = BL_SURFACE_OWNER_B;
    p->reference = center;
    p->gap = t->distance - ball->radius;
    p->normal = q_rotate(rotation, t->normal);
    p->point = v3_add_scaled(center, -(ball->radius + 0.5 * p->gap), p->normal);
    p->reference_b = v3_add_scaled(center, -t->distance, p->normal);
    p->tangent1 = v3_length_squared(t->tangent) > 0.0 ? tangent_along(q_rotate(rotation, t->tangent), p->normal)
                                                      : v3_any_orthogonal(p->normal);
    p->tangent2 = v3_cross(p->normal, p->tangent1);
    p->kappa1 = t->kappa1;
    p->kappa2 = t->kappa2;
    p->geodesic1 = p->arc = 0.0;
    p->twist_a = p->twist_b = v3_zero();
    p->feature = t->feature;
}

int bl_collide_ball_mesh(belay_vec3 center, double radius, const bl_mesh* mesh, belay_pose pose_b, double cutoff,
                         bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS])
{
    probe ball;
    ball.mesh = mesh;
    ball.center = pose_apply_inverse(pose_b, center);
    ball.radius = radius;
    ball.center_cutoff = radius + cutoff;
    ball.count = 0;
    if (!push_up(&ball)) {
        belay_vec3 margin = v3(ball.center_cutoff, ball.center_cutoff, ball.center_cutoff);
        bl_mesh_cursor cursor;
        int triangle;
        bl_mesh_cursor_init(&cursor, mesh, v3_sub(ball.center, margin), v3_add(ball.center, margin));
        while (bl_mesh_cursor_next(&cursor, &triangle))
            touch_triangle(&ball, triangle, &cursor);
        drop_flush(&ball);
    }
    for (int i = 0; i < ball.count; i++)
        write_point(&ball, &ball.touches[i], center, pose_b.rotation, &manifolds[i]);
    return ball.count;
}
