// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/shape/shape_block_check.h"

#include "geometry/curve/curve.h"
#include "geometry/geometry_tolerances.h"
#include "geometry/hull/hull.h"
#include "geometry/mesh/mesh_internal.h"

#include <math.h>

// Whether `count` elements from a byte offset lie between the header and the end of the block.
static bool lies_in(uint64_t at, uint64_t count, size_t element, size_t header, uint64_t size)
{
    return at % 8 == 0 && at >= header && at <= size && count <= (size - at) / element;
}

static bool are_finite(const void* numbers, size_t size)
{
    const double* x = numbers;
    for (size_t i = 0; i < size / sizeof *x; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

static bool is_box(belay_vec3 lower, belay_vec3 upper)
{
    return v3_is_finite(lower) && v3_is_finite(upper) && lower.x <= upper.x && lower.y <= upper.y && lower.z <= upper.z;
}

// ---------------------------------------------------------------------------------------------------------------------
// Hulls
// ---------------------------------------------------------------------------------------------------------------------

static bool hull_fits(const bl_hull* h, size_t size)
{
    return h->storage_size <= size && h->vertex_count >= 4 && h->vertex_count <= BELAY_MAX_HULL_VERTICES &&
           h->face_count >= 4 && h->face_count <= 2 * BELAY_MAX_HULL_VERTICES && h->edge_count >= 12 &&
           h->edge_count <= UINT16_MAX &&
           lies_in(h->vertices_at, h->vertex_count, sizeof(belay_vec3), sizeof *h, h->storage_size) &&
           lies_in(h->edges_at, h->edge_count, sizeof(bl_hull_edge), sizeof *h, h->storage_size) &&
           lies_in(h->faces_at, h->face_count, sizeof(bl_hull_face), sizeof *h, h->storage_size) &&
           lies_in(h->vertex_edges_at, h->vertex_count, sizeof(uint16_t), sizeof *h, h->storage_size);
}

static bool hull_edges_are_whole(const bl_hull* h)
{
    const bl_hull_edge* edges = bl_hull_edges(h);
    for (uint32_t e = 0; e < h->edge_count; e++) {
        const bl_hull_edge* edge = &edges[e];
        if (edge->origin >= h->vertex_count || edge->face >= h->face_count || edge->next >= h->edge_count ||
            edge->twin >= h->edge_count)
            return false;
        if (edge->twin == e || edges[edge->twin].twin != e || edges[edge->next].face != edge->face) return false;
    }
    return true;
}

// The edges of a face stand in a row and lead round it; contact walks along them either way.
static bool hull_faces_are_whole(const bl_hull* h)
{
    const bl_hull_edge* edges = bl_hull_edges(h);
    uint32_t next = 0;
    for (uint32_t f = 0; f < h->face_count; f++) {
        const bl_hull_face* face = &bl_hull_faces(h)[f];
        if (face->edge != next || face->edge_count < 3 || face->edge_count > h->edge_count - next) return false;
        for (uint32_t i = 0; i < face->edge_count; i++)
            if (edges[next + i].face != f || edges[next + i].next != next + (i + 1) % face->edge_count) return false;
        if (!isfinite(face->offset) || !(fabs(v3_length(face->normal) - 1.0) <= BL_SHAPE_UNIT_ROUNDING)) return false;
        next += face->edge_count;
    }
    return next == h->edge_count;
}

// An edge ends where its twin begins, and round every vertex the edges that start there are one cycle.
static bool hull_vertices_are_whole(const bl_hull* h)
{
    const bl_hull_edge* edges = bl_hull_edges(h);
    uint32_t met = 0;
    for (uint32_t e = 0; e < h->edge_count; e++)
        if (edges[edges[e].next].origin != edges[edges[e].twin].origin) return false;
    for (uint32_t v = 0; v < h->vertex_count; v++) {
        uint32_t first = bl_hull_vertex_edges(h)[v], e = first;
        if (first >= h->edge_count) return false;
        do {
            if (edges[e].origin != v || met++ == h->edge_count) return false;
            e = edges[edges[e].twin].next;
        } while (e != first);
    }
    return met == h->edge_count;
}

bool bl_hull_block_is_whole(const void* block, size_t size)
{
    const bl_hull* h = block;
    if (size < sizeof *h || !hull_fits(h, size)) return false;
    if (!are_finite(bl_hull_vertices(h), h->vertex_count * sizeof(belay_vec3))) return false;
    if (!is_box(h->lower, h->upper) || !are_finite(&h->mass, sizeof h->mass) || !(h->mass.mass > 0.0)) return false;
    return hull_edges_are_whole(h) && hull_faces_are_whole(h) && hull_vertices_are_whole(h);
}

// ---------------------------------------------------------------------------------------------------------------------
// Curves
// ---------------------------------------------------------------------------------------------------------------------

static bool curve_fits(const bl_curve* c, size_t size)
{
    unsigned char is_closed;
    memcpy(&is_closed, &c->is_closed, 1); // a bool that is neither 0 nor 1 must not be read as one
    if (is_closed > 1 || c->span_count < 1 || c->span_count > BL_CURVE_MAX_POINTS) return false;
    size_t spans = (size_t)c->span_count;
    return c->node_count == 2 * c->span_count - 1 && c->storage_size <= size && c->span_offset == sizeof *c &&
           c->node_offset == sizeof *c + spans * sizeof(bl_curve_span) &&
           lies_in(c->span_offset, spans, sizeof(bl_curve_span), sizeof *c, c->storage_size) &&
           lies_in(c->node_offset, 2 * spans - 1, sizeof(bl_curve_node), sizeof *c, c->storage_size);
}

bool bl_curve_block_is_whole(const void* block, size_t size)
{
    const bl_curve* c = block;
    if (size < sizeof *c || !curve_fits(c, size)) return false;
    const double numbers[] = {c->length, c->chord_length, c->tube_radius, c->max_curvature, c->max_curvature_s};
    if (!are_finite(numbers, sizeof numbers) || !(c->length > 0.0 && c->chord_length > 0.0 && c->tube_radius > 0.0))
        return false;
    const bl_curve_span* spans = bl_curve_spans(c);
    if (!are_finite(spans, (size_t)c->span_count * sizeof *spans)) return false;
    for (int i = 0; i < c->span_count; i++) {
        bool ascends = i == 0 ? spans[0].u0 == 0.0 && spans[0].s0 == 0.0
                              : spans[i].u0 >= spans[i - 1].u0 && spans[i].s0 >= spans[i - 1].s0;
        if (!ascends || !(spans[i].h > 0.0 && spans[i].length > 0.0)) return false;
    }
    for (int i = 0; i < c->node_count; i++)
        if (!is_box(bl_curve_nodes(c)[i].lower, bl_curve_nodes(c)[i].upper)) return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Meshes
// ---------------------------------------------------------------------------------------------------------------------

static bool numbers_are_below(const uint32_t* numbers, uint64_t count, uint32_t end, bool may_be_none)
{
    for (uint64_t i = 0; i < count; i++)
        if (numbers[i] >= end && !(may_be_none && numbers[i] == BL_MESH_NONE)) return false;
    return true;
}

static bool mesh_planes_are_whole(const bl_mesh* m)
{
    uint64_t end = m->storage_size;
    if (!lies_in(m->plane_numbers_at, m->triangle_count, sizeof(uint32_t), sizeof *m, end)) return false;
    if (!numbers_are_below(bl_mesh_plane_numbers(m), m->triangle_count, m->plane_count, true)) return false;
    if (m->plane_count == 0) return true;
    if (!lies_in(m->planes_at, m->plane_count, sizeof(bl_mesh_plane), sizeof *m, end)) return false;
    for (uint32_t i = 0; i < m->plane_count; i++) {
        const bl_mesh_plane* p = &bl_mesh_planes(m)[i];
        if (!isfinite(p->offset) || !(fabs(v3_length(p->normal) - 1.0) <= BL_SHAPE_UNIT_ROUNDING)) return false;
    }
    return true;
}

// The tree is as its builder divides: only its boxes and planes are to be looked at. Returns the nodes that it has.
static bool mesh_node_is_whole(const bl_mesh* m, uint32_t* used, uint32_t first, uint32_t count)
{
    uint32_t at = (*used)++, half = (count + 1) / 2;
    const bl_mesh_node* node = &bl_mesh_nodes(m)[at];
    if (at >= m->node_count || node->first != first || node->count != count || !is_box(node->lower, node->upper))
        return false;
    if (node->plane != BL_MESH_NONE && node->plane >= m->plane_count) return false;
    if (count <= BL_MESH_LEAF_TRIANGLES) return node->right == 0;
    if (!mesh_node_is_whole(m, used, first, half) || node->right != *used) return false;
    return mesh_node_is_whole(m, used, first + half, count - half);
}

static bool mesh_neighbor_is_whole(const bl_mesh* m, uint32_t triangle, uint32_t edge)
{
    uint32_t n = bl_mesh_records(m)[triangle].neighbor[edge];
    if (n == BL_MESH_NONE || n == BL_MESH_MANY) return true;
    if (n / 4 >= m->triangle_count || n % 4 > 2) return false;
    return bl_mesh_records(m)[n / 4].neighbor[n % 4] == bl_mesh_edge(triangle, edge);
}

static bool mesh_records_are_whole(const bl_mesh* m)
{
    for (uint32_t t = 0; t < m->triangle_count; t++) {
        const bl_mesh_record* r = &bl_mesh_records(m)[t];
        if (!(fabs(v3_length(r->normal) - 1.0) <= BL_SHAPE_UNIT_ROUNDING)) return false;
        for (uint32_t k = 0; k < 3; k++)
            if (r->vertex[k] >= m->vertex_count || !mesh_neighbor_is_whole(m, t, k)) return false;
    }
    return true;
}

static bool mesh_fans_are_whole(const bl_mesh* m)
{
    const uint32_t* starts = bl_mesh_at(m, m->fan_starts_at);
    const uint32_t* fans = bl_mesh_at(m, m->fans_at);
    if (starts[0] != 0 || starts[m->vertex_count] != 3 * m->triangle_count) return false;
    for (uint32_t v = 0; v < m->vertex_count; v++)
        if (starts[v + 1] <= starts[v] || starts[v + 1] > 3 * m->triangle_count) return false;
    return numbers_are_below(fans, 3 * (uint64_t)m->triangle_count, m->triangle_count, false);
}

static bool triangles_are_whole(const bl_mesh* m)
{
    uint64_t n = m->triangle_count, end = m->storage_size;
    if (n == 0 || n > BL_MESH_MAX_TRIANGLES || m->node_count != bl_mesh_tree_size(m->triangle_count) ||
        m->vertex_count < 3 || !lies_in(m->nodes_at, m->node_count, sizeof(bl_mesh_node), sizeof *m, end) ||
        !lies_in(m->records_at, n, sizeof(bl_mesh_record), sizeof *m, end) ||
        !lies_in(m->vertices_at, m->vertex_count, sizeof(belay_vec3), sizeof *m, end) ||
        !lies_in(m->fan_starts_at, m->vertex_count + (uint64_t)1, sizeof(uint32_t), sizeof *m, end) ||
        !lies_in(m->fans_at, 3 * n, sizeof(uint32_t), sizeof *m, end) ||
        !lies_in(m->sheets_at, n, sizeof(uint32_t), sizeof *m, end))
        return false;
    uint32_t used = 0;
    return are_finite(bl_mesh_vertices(m), m->vertex_count * sizeof(belay_vec3)) &&
           mesh_node_is_whole(m, &used, 0, m->triangle_count) && used == m->node_count && mesh_records_are_whole(m) &&
           mesh_fans_are_whole(m);
}

static bool grid_is_whole(const bl_mesh* m)
{
    uint64_t columns = m->column_count, rows = m->row_count;
    if (columns < 2 || rows < 2 || columns > BL_MESH_MAX_TRIANGLES || rows > BL_MESH_MAX_TRIANGLES) return false;
    return m->triangle_count <= BL_MESH_MAX_TRIANGLES && m->triangle_count == 2 * (columns - 1) * (rows - 1) &&
           m->vertex_count == columns * rows && m->node_count == 0 && m->sheets_at == 0 && isfinite(m->spacing_x) &&
           isfinite(m->spacing_y) && m->spacing_x > 0.0 && m->spacing_y > 0.0 &&
           lies_in(m->heights_at, m->vertex_count, sizeof(double), sizeof *m, m->storage_size) &&
           are_finite(bl_mesh_heights(m), m->vertex_count * sizeof(double));
}

bool bl_mesh_block_is_whole(const void* block, size_t size, bool is_grid)
{
    const bl_mesh* m = block;
    if (size < sizeof *m || m->storage_size > size || bl_mesh_is_grid(m) != is_grid) return false;
    if (!is_box(m->lower, m->upper) || !isfinite(m->extent)) return false;
    return (is_grid ? grid_is_whole(m) : triangles_are_whole(m)) && mesh_planes_are_whole(m);
}
