// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rays against triangles and meshes.

#include "geometry/geometry_tolerances.h"
#include "geometry/mesh/mesh_internal.h"

static belay_vec3 shear(belay_vec3 p, belay_vec3 displacement)
{
    return v3(p.x - displacement.x / displacement.z * p.z, p.y - displacement.y / displacement.z * p.z, p.z);
}

// The axes renamed so that the way is longest along z.
static belay_vec3 lead_with(belay_vec3 p, int axis)
{
    return axis == 0 ? v3(p.y, p.z, p.x) : axis == 1 ? v3(p.z, p.x, p.y) : p;
}

static int longest_axis(belay_vec3 displacement)
{
    double x = fabs(displacement.x), y = fabs(displacement.y), z = fabs(displacement.z);
    return z >= x && z >= y ? 2 : (y >= x ? 1 : 0);
}

// Seen along the ray, with the corners sheared to coordinates across it: the triangle is hit where its corners go round
// the origin, that is where the areas that two of them span with it have one sign. Such an area is a difference of two
// products, and rounding both may make it 0 but never of the wrong sign, while the corners themselves are rounded
// alike for every triangle that has them. So no ray slips between triangles that share an edge or a corner. The areas
// are also the weights of the corners in the point that is hit.
bool bl_triangle_cast_ray(const belay_vec3 corners[3], belay_vec3 origin, belay_vec3 displacement, double* time)
{
    int axis = longest_axis(displacement);
    belay_vec3 w = lead_with(displacement, axis), c[3];
    for (int i = 0; i < 3; i++)
        c[i] = shear(lead_with(v3_sub(corners[i], origin), axis), w);
    double a0 = c[1].x * c[2].y - c[1].y * c[2].x;
    double a1 = c[2].x * c[0].y - c[2].y * c[0].x;
    double a2 = c[0].x * c[1].y - c[0].y * c[1].x;
    bool is_hit = (a0 >= 0.0 && a1 >= 0.0 && a2 >= 0.0) || (a0 <= 0.0 && a1 <= 0.0 && a2 <= 0.0);
    double sum = a0 + a1 + a2;
    if (!is_hit || sum == 0.0) return false;
    *time = (a0 * c[0].z + a1 * c[1].z + a2 * c[2].z) / (sum * w.z);
    return *time >= 0.0 && *time <= 1.0;
}

typedef struct ray {
    belay_vec3 origin, displacement;
    belay_vec3 inverse; // of the way's parts
} ray;

static bool clip_axis(double origin, double inverse, double lower, double upper, double* begin, double* end)
{
    if (isinf(inverse)) return origin >= lower && origin <= upper;
    double t0 = (lower - origin) * inverse, t1 = (upper - origin) * inverse;
    double first = t0 < t1 ? t0 : t1, last = t0 < t1 ? t1 : t0;
    *begin = first > *begin ? first : *begin;
    *end = last < *end ? last : *end;
    return *begin <= *end + BL_RAY_TIME_MARGIN;
}

// Whether the ray is in the node's box at a time in [0, last]; from when on.
static bool meets_node(const bl_mesh_node* node, const ray* r, double last, double* begin)
{
    double end = last;
    *begin = 0.0;
    return clip_axis(r->origin.x, r->inverse.x, node->lower.x, node->upper.x, begin, &end) &&
           clip_axis(r->origin.y, r->inverse.y, node->lower.y, node->upper.y, begin, &end) &&
           clip_axis(r->origin.z, r->inverse.z, node->lower.z, node->upper.z, begin, &end);
}

static void cast_at_leaf(const bl_mesh* mesh, const bl_mesh_node* leaf, const ray* r, double* time, int* triangle)
{
    const belay_vec3* vertices = bl_mesh_vertices(mesh);
    for (uint32_t t = leaf->first; t < leaf->first + leaf->count; t++) {
        const uint32_t* v = bl_mesh_records(mesh)[t].vertex;
        belay_vec3 corners[3] = {vertices[v[0]], vertices[v[1]], vertices[v[2]]};
        double hit;
        if (!bl_triangle_cast_ray(corners, r->origin, r->displacement, &hit) || hit > *time) continue;
        if (hit == *time && *triangle >= 0 && *triangle < (int)t) continue;
        *time = hit;
        *triangle = (int)t;
    }
}

// The nearer child first; what is put aside is looked at again only when it can still hold an earlier hit.
static void cast_at_tree(const bl_mesh* mesh, const ray* r, double* time, int* triangle)
{
    const bl_mesh_node* nodes = bl_mesh_nodes(mesh);
    uint32_t stack[BL_MESH_STACK];
    double begins[BL_MESH_STACK], begin;
    int depth = 0;
    if (!meets_node(nodes, r, 1.0, &begin)) return;
    stack[depth] = 0;
    begins[depth++] = begin;
    while (depth > 0) {
        uint32_t k = stack[--depth];
        if (begins[depth] > *time + BL_RAY_TIME_MARGIN) continue;
        if (nodes[k].right == 0) {
            cast_at_leaf(mesh, &nodes[k], r, time, triangle);
            continue;
        }
        uint32_t children[2] = {k + 1, nodes[k].right};
        double child_begins[2];
        bool is_met[2];
        for (int i = 0; i < 2; i++)
            is_met[i] = meets_node(&nodes[children[i]], r, *time, &child_begins[i]);
        int near = is_met[1] && (!is_met[0] || child_begins[1] < child_begins[0]) ? 1 : 0;
        for (int i = 0; i < 2; i++) {
            int child = i == 0 ? 1 - near : near;
            if (!is_met[child]) continue;
            stack[depth] = children[child];
            begins[depth++] = child_begins[child];
        }
    }
}

bool bl_mesh_cast_ray(const bl_mesh* mesh, belay_vec3 origin, belay_vec3 displacement, double* time, belay_vec3* normal,
                      int* triangle)
{
    double hit_time = 1.0;
    int hit = -1;
    if (bl_mesh_is_grid(mesh)) {
        bl_grid_cast_ray(mesh, origin, displacement, &hit_time, &hit);
    } else {
        ray r = {origin, displacement, v3(1.0 / displacement.x, 1.0 / displacement.y, 1.0 / displacement.z)};
        cast_at_tree(mesh, &r, &hit_time, &hit);
    }
    if (hit < 0) return false;
    belay_vec3 outward = bl_mesh_facet_at(mesh, hit).normal;
    *time = hit_time;
    *normal = v3_dot(outward, displacement) > 0.0 ? v3_neg(outward) : outward;
    *triangle = hit;
    return true;
}
