// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Writing a hull: the order of its vertices, faces and edges, their planes, and the mass.

#include "belay/result.h"
#include "core/sort.h"
#include "geometry/hull/hull_internal.h"
#include "geometry/hull/mass.h"

// Euler's V - E + F = 2 with 2 E >= 3 F
#define MAX_FACES (2 * BELAY_MAX_HULL_VERTICES - 4)
#define MAX_EDGES (6 * BELAY_MAX_HULL_VERTICES - 12)

typedef struct numbering {
    bl_key_pair faces[2 * MAX_FACES]; // polygon and where it begins, in the order of the faces; and scratch
    bl_key_pair edges[2 * MAX_EDGES]; // likewise the edges, twins side by side
    uint16_t rank[BELAY_MAX_HULL_VERTICES];
    uint32_t order[BELAY_MAX_HULL_VERTICES];
} numbering;

// By the coordinates as given, which the grid may have rounded to another order.
static void rank_vertices(numbering* n, const bl_hull_cloud* cloud)
{
    for (uint32_t i = 0; i < cloud->count; i++) {
        uint32_t j = i;
        for (; j > 0 && bl_point_is_before(cloud->points[i], cloud->points[n->order[j - 1]]); j--)
            n->order[j] = n->order[j - 1];
        n->order[j] = i;
    }
    for (uint32_t i = 0; i < cloud->count; i++)
        n->rank[n->order[i]] = (uint16_t)i;
}

// Every face begins at its lowest vertex, and the faces are in the order of their first edges.
static void order_faces(numbering* n, const bl_hull_polygons* polygons)
{
    uint32_t face_count = bl_hull_polygon_count(polygons);
    for (uint32_t f = 0; f < face_count; f++) {
        const uint32_t* c = &polygons->corners[polygons->begins[f]];
        uint32_t count = polygons->begins[f + 1] - polygons->begins[f], lowest = 0;
        for (uint32_t i = 1; i < count; i++)
            if (n->rank[c[i]] < n->rank[c[lowest]]) lowest = i;
        uint16_t second = n->rank[c[(lowest + 1) % count]];
        n->faces[f] = (bl_key_pair){.major = n->rank[c[lowest]], .minor = second, .first = f, .second = lowest};
    }
    bl_key_pairs_sort(n->faces, n->faces + face_count, face_count);
}

static void lay_out(bl_hull* h, uint32_t vertex_count, uint32_t edge_count, uint32_t face_count)
{
    h->vertex_count = vertex_count;
    h->edge_count = edge_count;
    h->face_count = face_count;
    h->vertices_at = (uint32_t)sizeof *h;
    h->edges_at = h->vertices_at + vertex_count * (uint32_t)sizeof(belay_vec3);
    h->faces_at = h->edges_at + edge_count * (uint32_t)sizeof(bl_hull_edge);
    h->vertex_edges_at = h->faces_at + face_count * (uint32_t)sizeof(bl_hull_face);
    h->storage_size = (h->vertex_edges_at + vertex_count * sizeof(uint16_t) + 7) & ~(uint64_t)7;
}

static void write_vertices(bl_hull* h, belay_vec3* vertices, const numbering* n, const bl_hull_cloud* cloud)
{
    h->lower = h->upper = cloud->points[0];
    for (uint32_t i = 0; i < cloud->count; i++) {
        belay_vec3 p = vertices[i] = cloud->points[n->order[i]];
        h->lower = v3(fmin(h->lower.x, p.x), fmin(h->lower.y, p.y), fmin(h->lower.z, p.z));
        h->upper = v3(fmax(h->upper.x, p.x), fmax(h->upper.y, p.y), fmax(h->upper.z, p.z));
    }
}

static void write_edges(const bl_hull* h, bl_hull_edge* edges, bl_hull_face* faces, const numbering* n,
                        const bl_hull_polygons* polygons)
{
    uint32_t e = 0;
    for (uint32_t f = 0; f < h->face_count; f++) {
        const uint32_t* begins = &polygons->begins[n->faces[f].first];
        const uint32_t* c = &polygons->corners[begins[0]];
        uint32_t count = begins[1] - begins[0], first = n->faces[f].second;
        faces[f].edge = (uint16_t)e;
        faces[f].edge_count = (uint16_t)count;
        for (uint32_t i = 0; i < count; i++) {
            edges[e + i].origin = n->rank[c[(first + i) % count]];
            edges[e + i].face = (uint16_t)f;
            edges[e + i].next = (uint16_t)(e + (i + 1) % count);
        }
        e += count;
    }
}

static void pair_twins(const bl_hull* h, bl_hull_edge* edges, uint16_t* vertex_edges, numbering* n)
{
    for (uint32_t e = h->edge_count; e-- > 0;) {
        uint16_t a = edges[e].origin, b = edges[edges[e].next].origin;
        vertex_edges[a] = (uint16_t)e;
        n->edges[e] = (bl_key_pair){.major = a < b ? a : b, .minor = a < b ? b : a, .first = e};
    }
    bl_key_pairs_sort(n->edges, n->edges + h->edge_count, h->edge_count);
    for (uint32_t i = 0; i + 1 < h->edge_count; i += 2) {
        edges[n->edges[i].first].twin = (uint16_t)n->edges[i + 1].first;
        edges[n->edges[i + 1].first].twin = (uint16_t)n->edges[i].first;
    }
}

// What rounding took from p q (Dekker's product): the halves of p and q have 26 bits, so that their products are exact.
static double product_error(double p, double q, double product)
{
    double ps = 134217729.0 * p, qs = 134217729.0 * q;
    double ph = ps - (ps - p), qh = qs - (qs - q), pl = p - ph, ql = q - qh;
    return ((ph * qh - product) + ph * ql + pl * qh) + pl * ql;
}

// p q - r s without cancellation.
static double difference_of_products(double p, double q, double r, double s)
{
    double pq = p * q, rs = r * s;
    return (pq - rs) + (product_error(p, q, pq) - product_error(r, s, rs));
}

// For a long thin triangle the cross product must be good to its own size: were it only to that of the factors, the
// plane would miss the ends.
static belay_vec3 accurate_cross(belay_vec3 a, belay_vec3 b)
{
    return v3(difference_of_products(a.y, b.z, a.z, b.y), difference_of_products(a.z, b.x, a.x, b.z),
              difference_of_products(a.x, b.y, a.y, b.x));
}

// The normal along the area vector, which is the sum of those of a fan of triangles; the plane through the middle of
// the corners. An axis-aligned face gets an exact normal: a division, not a factor, makes it unit.
static void set_plane(const bl_hull* h, bl_hull_face* face)
{
    const belay_vec3* vertices = bl_hull_vertices(h);
    const bl_hull_edge* e = &bl_hull_edges(h)[face->edge];
    belay_vec3 origin = vertices[e[0].origin], area = v3_zero(), sum = v3_zero();
    for (uint32_t i = 1; i < face->edge_count; i++) {
        belay_vec3 a = v3_sub(vertices[e[i].origin], origin);
        sum = v3_add(sum, a);
        if (i + 1 < face->edge_count) area = v3_add(area, accurate_cross(a, v3_sub(vertices[e[i + 1].origin], origin)));
    }
    double length = v3_length(area);
    face->normal = v3(area.x / length + 0.0, area.y / length + 0.0, area.z / length + 0.0);
    face->offset = v3_dot(face->normal, origin) + v3_dot(face->normal, sum) / face->edge_count;
}

// How far the hull reaches below the face; looked for no further once that is more than `enough`.
static double depth_below(const bl_hull* h, const bl_hull_face* face, double enough)
{
    const belay_vec3* vertices = bl_hull_vertices(h);
    belay_vec3 origin = vertices[bl_hull_edges(h)[face->edge].origin];
    double depth = 0.0;
    for (uint32_t i = 0; i < h->vertex_count && depth <= enough; i++)
        depth = fmax(depth, -v3_dot(face->normal, v3_sub(vertices[i], origin)));
    return depth;
}

static belay_result check_thickness(const bl_hull* h, double thinnest, belay_error* error)
{
    const bl_hull_face* faces = bl_hull_faces(h);
    for (uint32_t f = 0; f < h->face_count; f++) {
        double depth = depth_below(h, &faces[f], thinnest);
        if (depth > thinnest) continue;
        return belay_error_set(
            error, BELAY_ERROR_SHAPE,
            "hull.points: all are within %g m of the plane with normal (%g, %g, %g); they must reach "
            "more than %g m out of it",
            depth, faces[f].normal.x, faces[f].normal.y, faces[f].normal.z, thinnest);
    }
    return BELAY_OK;
}

static void fill_block(unsigned char* block, numbering* n, const bl_hull_cloud* cloud, const bl_hull_polygons* polygons)
{
    bl_hull* h = (bl_hull*)(void*)block;
    bl_hull_edge* edges = (bl_hull_edge*)(void*)(block + h->edges_at);
    bl_hull_face* faces = (bl_hull_face*)(void*)(block + h->faces_at);
    write_vertices(h, (belay_vec3*)(void*)(block + h->vertices_at), n, cloud);
    write_edges(h, edges, faces, n, polygons);
    pair_twins(h, edges, (uint16_t*)(void*)(block + h->vertex_edges_at), n);
    for (uint32_t f = 0; f < h->face_count; f++)
        set_plane(h, &faces[f]);
    h->mass = bl_hull_solid_mass(h);
}

belay_result bl_hull_make_block(const bl_hull_cloud* cloud, const bl_hull_polygons* polygons,
                                const belay_allocator* allocator, unsigned char** block, belay_error* error)
{
    bl_hull shape = {0};
    bool ok = true;
    lay_out(&shape, cloud->count, (uint32_t)arrlen(polygons->corners), bl_hull_polygon_count(polygons));
    numbering* n = bl_allocate(allocator, sizeof *n);
    BL_ARRAY_RESERVE(*block, shape.storage_size, allocator, &ok);
    if (ok && n != NULL) {
        arrsetlen(*block, shape.storage_size);
        *(bl_hull*)(void*)*block = shape;
        rank_vertices(n, cloud);
        order_faces(n, polygons);
        fill_block(*block, n, cloud, polygons);
    }
    ok = ok && n != NULL;
    bl_free(allocator, n, sizeof *n);
    if (ok) return check_thickness((bl_hull*)(void*)*block, cloud->thinnest / cloud->scale, error);
    return belay_error_set(error, BELAY_ERROR_MEMORY, "hull.points: no memory for a hull of %u corners",
                           (unsigned)cloud->count);
}
