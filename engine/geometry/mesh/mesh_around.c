// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the surface does around an edge or a vertex: how it bends, and which directions touch it there.
//
// A solid touches the surface at an edge, with the direction N from the mesh to the solid, only where no triangle at
// the edge reaches further along N: with m a triangle's direction away from the edge and across it, N . m <= 0. At a
// flat or concave edge no N but the normal itself passes, at a convex one those between the normals of its sides. At a
// vertex the same is asked along every edge that starts there.

#include "geometry/mesh/mesh_internal.h"

#include "belay/elementary.h"
#include "math/pi.h"

belay_vec3 bl_mesh_edge_outward(const bl_mesh_facet* facet, int edge)
{
    belay_vec3 along = v3_sub(facet->corners[(edge + 1) % 3], facet->corners[edge]);
    return v3_normalize_or(v3_cross(along, facet->normal), v3_zero());
}

double bl_mesh_edge_bend(const bl_mesh* mesh, const bl_mesh_facet* facet, int edge, double side)
{
    uint32_t neighbor = bl_mesh_neighbor(mesh, facet->number, edge);
    if (neighbor == BL_MESH_NONE || neighbor == BL_MESH_MANY) return BL_PI;
    bl_mesh_facet other = bl_mesh_facet_at(mesh, (int)(neighbor / 4));
    if (other.plane != BL_MESH_NONE && other.plane == facet->plane) return 0.0;
    belay_vec3 onward = v3_neg(bl_mesh_edge_outward(&other, (int)(neighbor % 4)));
    return belay_atan2(-side * v3_dot(facet->normal, onward), v3_dot(bl_mesh_edge_outward(facet, edge), onward));
}

static bool corner_allows(const bl_mesh_facet* f, int corner, belay_vec3 direction, double tolerance)
{
    for (int k = 1; k < 3; k++) {
        belay_vec3 along = v3_sub(f->corners[(corner + k) % 3], f->corners[corner]);
        if (v3_dot(direction, along) > tolerance * v3_length(along)) return false;
    }
    return true;
}

static int corner_at(const bl_mesh_facet* f, uint32_t vertex)
{
    for (int k = 0; k < 3; k++)
        if (f->vertex[k] == vertex) return k;
    return -1;
}

// The triangles on an edge are those about its first vertex that have its second one too.
static bool many_allow(const bl_mesh* mesh, const bl_mesh_facet* facet, int edge, belay_vec3 direction,
                       double tolerance)
{
    uint32_t v = facet->vertex[edge], w = facet->vertex[(edge + 1) % 3], store[6];
    int count;
    const uint32_t* fan = bl_mesh_fan(mesh, v, store, &count);
    for (int i = 0; i < count; i++) {
        bl_mesh_facet f = bl_mesh_facet_at(mesh, (int)fan[i]);
        int at_v = corner_at(&f, v), at_w = corner_at(&f, w);
        if (at_w < 0) continue;
        int e = (at_v + 1) % 3 == at_w ? at_v : at_w;
        if (v3_dot(direction, bl_mesh_edge_outward(&f, e)) < -tolerance) return false;
    }
    return true;
}

bool bl_mesh_edge_allows(const bl_mesh* mesh, const bl_mesh_facet* facet, int edge, belay_vec3 direction,
                         double tolerance)
{
    if (v3_dot(direction, bl_mesh_edge_outward(facet, edge)) < -tolerance) return false;
    uint32_t neighbor = bl_mesh_neighbor(mesh, facet->number, edge);
    if (neighbor == BL_MESH_NONE) return true;
    if (neighbor == BL_MESH_MANY) return many_allow(mesh, facet, edge, direction, tolerance);
    bl_mesh_facet other = bl_mesh_facet_at(mesh, (int)(neighbor / 4));
    return v3_dot(direction, bl_mesh_edge_outward(&other, (int)(neighbor % 4))) >= -tolerance;
}

bool bl_mesh_vertex_allows(const bl_mesh* mesh, uint32_t vertex, belay_vec3 direction, double tolerance)
{
    uint32_t store[6];
    int count;
    const uint32_t* fan = bl_mesh_fan(mesh, vertex, store, &count);
    for (int i = 0; i < count; i++) {
        bl_mesh_facet f = bl_mesh_facet_at(mesh, (int)fan[i]);
        if (!corner_allows(&f, corner_at(&f, vertex), direction, tolerance)) return false;
    }
    return true;
}
