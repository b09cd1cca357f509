// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The nearest point of a triangle and of a mesh, and the side of its sheet that a point is on.

#include "geometry/geometry_tolerances.h"
#include "geometry/mesh/mesh_internal.h"

static bl_triangle_nearest place_on_face(const belay_vec3 c[3], belay_vec3 normal, belay_vec3 point)
{
    double height = v3_dot(normal, v3_sub(point, c[0])) / v3_length_squared(normal);
    bl_triangle_nearest p = {v3_add_scaled(point, -height, normal), BL_TRIANGLE_FACE, 0};
    return p;
}

static bl_triangle_nearest place_on_corner(const belay_vec3 c[3], belay_vec3 point)
{
    int nearest = 0;
    for (int i = 1; i < 3; i++)
        if (v3_length_squared(v3_sub(point, c[i])) < v3_length_squared(v3_sub(point, c[nearest]))) nearest = i;
    bl_triangle_nearest p = {c[nearest], BL_TRIANGLE_CORNER, nearest};
    return p;
}

// The plane is cut into the triangle, a strip outside each edge between the perpendiculars at its ends, and what is
// left at the corners; over each, that part of the triangle is nearest.
bl_triangle_nearest bl_triangle_closest(const belay_vec3 corners[3], belay_vec3 point)
{
    belay_vec3 normal = v3_cross(v3_sub(corners[1], corners[0]), v3_sub(corners[2], corners[0]));
    bool is_inside = true;
    for (int i = 0; i < 3; i++) {
        belay_vec3 edge = v3_sub(corners[(i + 1) % 3], corners[i]), to_point = v3_sub(point, corners[i]);
        if (!(v3_dot(v3_cross(edge, normal), to_point) > 0.0)) continue;
        is_inside = false;
        double along = v3_dot(edge, to_point), length_squared = v3_length_squared(edge);
        if (!(along > 0.0 && along < length_squared)) continue;
        bl_triangle_nearest p = {v3_add_scaled(corners[i], along / length_squared, edge), BL_TRIANGLE_EDGE, i};
        return p;
    }
    return is_inside ? place_on_face(corners, normal, point) : place_on_corner(corners, point);
}

// The nearest place so far.
typedef struct search {
    const bl_mesh* mesh;
    belay_vec3 point;
    double best; // square of the distance; not beyond it
    belay_vec3 nearest;
    int triangle;
} search;

static void try_triangle(search* s, int triangle)
{
    belay_vec3 corners[3];
    bl_mesh_triangle(s->mesh, triangle, corners);
    belay_vec3 nearest = bl_triangle_closest(corners, s->point).point;
    double square = v3_length_squared(v3_sub(s->point, nearest));
    if (square > s->best || (square == s->best && s->triangle >= 0 && s->triangle < triangle)) return;
    s->best = square;
    s->nearest = nearest;
    s->triangle = triangle;
}

static double outside(double x, double lower, double upper)
{
    return x < lower ? lower - x : x > upper ? x - upper : 0.0;
}

static double square_to_node(const bl_mesh_node* node, belay_vec3 point)
{
    double x = outside(point.x, node->lower.x, node->upper.x);
    double y = outside(point.y, node->lower.y, node->upper.y);
    double z = outside(point.z, node->lower.z, node->upper.z);
    return x * x + y * y + z * z;
}

// The nearer child first.
static void search_tree(search* s)
{
    const bl_mesh_node* nodes = bl_mesh_nodes(s->mesh);
    uint32_t stack[BL_MESH_STACK];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        uint32_t k = stack[--depth];
        if (square_to_node(&nodes[k], s->point) > BL_MESH_CLOSEST_MARGIN * s->best) continue;
        if (nodes[k].right == 0) {
            for (uint32_t t = nodes[k].first; t < nodes[k].first + nodes[k].count; t++)
                try_triangle(s, (int)t);
            continue;
        }
        uint32_t left = k + 1, right = nodes[k].right;
        bool left_first = square_to_node(&nodes[left], s->point) <= square_to_node(&nodes[right], s->point);
        stack[depth++] = left_first ? right : left;
        stack[depth++] = left_first ? left : right;
    }
}

// Where the point is over the grid, the triangle of its column tells how far the nearest can be at most.
static void search_grid(search* s)
{
    int triangle;
    belay_vec3 over =
        v3(fmin(fmax(s->point.x, 0.0), s->mesh->upper.x), fmin(fmax(s->point.y, 0.0), s->mesh->upper.y), s->point.z);
    if (bl_grid_column(s->mesh, over, &triangle)) try_triangle(s, triangle);
    double reach = BL_MESH_CLOSEST_MARGIN * sqrt(s->best);
    belay_vec3 margin = v3(reach, reach, reach);
    bl_mesh_cursor cursor;
    bl_mesh_cursor_init(&cursor, s->mesh, v3_sub(s->point, margin), v3_add(s->point, margin));
    while (bl_mesh_cursor_next(&cursor, &triangle))
        try_triangle(s, triangle);
}

bool bl_mesh_closest_point(const bl_mesh* mesh, belay_vec3 point, double limit, belay_vec3* nearest, int* triangle)
{
    search s = {mesh, point, limit * limit, v3_zero(), -1};
    if (bl_mesh_is_grid(mesh))
        search_grid(&s);
    else
        search_tree(&s);
    if (s.triangle < 0) return false;
    *nearest = s.nearest;
    *triangle = s.triangle;
    return true;
}

static double side_of_plane(const bl_mesh_facet* f, belay_vec3 direction)
{
    return v3_dot(f->normal, direction) < 0.0 ? -1.0 : 1.0;
}

// Of all triangles around an edge or a vertex the one that faces the point most squarely tells the side: others may be
// seen from behind.
static double side_around(const bl_mesh* mesh, const bl_mesh_facet* f, belay_vec3 point, belay_vec3 direction)
{
    double best = fabs(v3_dot(f->normal, direction)), side = side_of_plane(f, direction);
    uint32_t first = bl_mesh_sheet(mesh, f->number);
    for (int k = 0; k < 3; k++) {
        int count;
        uint32_t store[6];
        const uint32_t* fan = bl_mesh_fan(mesh, f->vertex[k], store, &count);
        for (int i = 0; i < count; i++) {
            bl_mesh_facet other = bl_mesh_facet_at(mesh, (int)fan[i]);
            uint32_t sheet = bl_mesh_sheet(mesh, (int)fan[i]);
            double square = v3_length_squared(v3_sub(bl_triangle_closest(other.corners, point).point, point));
            if (sheet / 2 != first / 2 || square > BL_MESH_SAME_POINT_SQUARED * mesh->extent * mesh->extent) continue;
            if (!(fabs(v3_dot(other.normal, direction)) > best)) continue;
            best = fabs(v3_dot(other.normal, direction));
            side = side_of_plane(&other, direction) * (sheet == first ? 1.0 : -1.0);
        }
    }
    return side;
}

static double side_at(const bl_mesh* mesh, int triangle, belay_vec3 point)
{
    bl_mesh_facet f = bl_mesh_facet_at(mesh, triangle);
    bl_triangle_nearest nearest = bl_triangle_closest(f.corners, point);
    belay_vec3 direction = v3_sub(point, nearest.point);
    double side = nearest.part == BL_TRIANGLE_FACE ? side_of_plane(&f, direction)
                                                   : side_around(mesh, &f, nearest.point, direction);
    return bl_mesh_sheet(mesh, triangle) % 2 == 0 ? side : -side;
}

uint32_t bl_mesh_side_of(const bl_mesh* mesh, belay_vec3 point, double limit, double* side)
{
    int triangle;
    if (bl_mesh_is_one_sided(mesh)) {
        bool is_over = bl_grid_column(mesh, point, &triangle);
        *side = 1.0;
        if (!is_over) return 0;
        bl_mesh_facet f = bl_mesh_facet_at(mesh, triangle);
        *side = v3_dot(f.normal, point) < f.offset ? -1.0 : 1.0;
        return 0;
    }
    belay_vec3 nearest;
    if (!bl_mesh_closest_point(mesh, point, limit, &nearest, &triangle)) return BL_MESH_NONE;
    if (bl_mesh_sheet(mesh, triangle) == BL_MESH_NONE) return BL_MESH_NONE;
    *side = side_at(mesh, triangle, point);
    return bl_mesh_sheet(mesh, triangle) / 2;
}
