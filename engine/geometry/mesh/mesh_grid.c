// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A height field as a mesh: its triangles, their neighbours and fans follow from their place in the grid. Cell (i, j)
// has the points 00, 10, 11, 01 around it and the triangles
//     2 c:      00 10 11, its edges below, right, diagonal
//     2 c + 1:  00 11 01, its edges diagonal, above, left
// with c = i + (columns - 1) j. Points are numbered like the heights.

#include "belay/result.h"
#include "core/alloc.h"
#include "geometry/geometry_tolerances.h"
#include "geometry/mesh/mesh_internal.h"
#include "geometry/shape_check.h"

#include <string.h>

static int cells_across(const bl_mesh* mesh)
{
    return (int)mesh->column_count - 1;
}

static int cells_along(const bl_mesh* mesh)
{
    return (int)mesh->row_count - 1;
}

belay_vec3 bl_grid_point(const bl_mesh* mesh, uint32_t vertex)
{
    uint32_t j = vertex / mesh->column_count, i = vertex - j * mesh->column_count;
    return v3(i * mesh->spacing_x, j * mesh->spacing_y, bl_mesh_heights(mesh)[vertex]);
}

// With slopes a = dz/dx and b = dz/dy the normal is along (-a, -b, 1).
belay_vec3 bl_grid_normal(const bl_mesh* mesh, const bl_mesh_facet* f)
{
    bool is_upper = f->number % 2 != 0;
    const belay_vec3* c = f->corners;
    double a = (is_upper ? c[1].z - c[2].z : c[1].z - c[0].z) / mesh->spacing_x;
    double b = (is_upper ? c[2].z - c[0].z : c[2].z - c[1].z) / mesh->spacing_y;
    return v3_scale(1.0 / sqrt(a * a + b * b + 1.0), v3(-a, -b, 1.0));
}

belay_vec3 bl_grid_upward(const bl_mesh* mesh, int triangle)
{
    uint32_t cell = (uint32_t)triangle / 2;
    const double* low = bl_mesh_heights(mesh) + cell + cell / (uint32_t)cells_across(mesh);
    const double* high = low + mesh->column_count;
    double dx = triangle % 2 != 0 ? high[1] - high[0] : low[1] - low[0];
    double dy = triangle % 2 != 0 ? high[0] - low[0] : high[1] - low[1];
    return v3(-dx * mesh->spacing_y, -dy * mesh->spacing_x, mesh->spacing_x * mesh->spacing_y);
}

void bl_grid_corners(const bl_mesh* mesh, bl_mesh_facet* f)
{
    const double* heights = bl_mesh_heights(mesh);
    uint32_t cell = (uint32_t)f->number / 2, j = cell / (uint32_t)cells_across(mesh);
    uint32_t i = cell - j * (uint32_t)cells_across(mesh);
    uint32_t p00 = cell + j; // one more point than cells in each row
    uint32_t p11 = p00 + mesh->column_count + 1;
    bool is_upper = f->number % 2 != 0;
    uint32_t second = is_upper ? p11 : p00 + 1, third = is_upper ? p11 - 1 : p11;
    double x0 = i * mesh->spacing_x, x1 = (i + 1) * mesh->spacing_x;
    double y0 = j * mesh->spacing_y, y1 = (j + 1) * mesh->spacing_y;
    f->vertex[0] = p00;
    f->vertex[1] = second;
    f->vertex[2] = third;
    f->corners[0] = v3(x0, y0, heights[p00]);
    f->corners[1] = v3(x1, is_upper ? y1 : y0, heights[second]);
    f->corners[2] = v3(is_upper ? x0 : x1, y1, heights[third]);
}

uint32_t bl_grid_neighbor(const bl_mesh* mesh, int triangle, int edge)
{
    int across = cells_across(mesh), cell = triangle / 2, j = cell / across, i = cell - j * across;
    uint32_t t = (uint32_t)triangle, row = 2 * (uint32_t)across;
    if (triangle % 2 == 0) {
        if (edge == 0) return j > 0 ? bl_mesh_edge(t + 1 - row, 1) : BL_MESH_NONE;
        if (edge == 1) return i + 1 < across ? bl_mesh_edge(t + 3, 2) : BL_MESH_NONE;
        return bl_mesh_edge(t + 1, 0);
    }
    if (edge == 0) return bl_mesh_edge(t - 1, 2);
    if (edge == 1) return j + 1 < cells_along(mesh) ? bl_mesh_edge(t - 1 + row, 0) : BL_MESH_NONE;
    return i > 0 ? bl_mesh_edge(t - 3, 1) : BL_MESH_NONE;
}

int bl_grid_fan(const bl_mesh* mesh, uint32_t vertex, uint32_t fan[6])
{
    int across = cells_across(mesh), along = cells_along(mesh), count = 0;
    int j = (int)(vertex / mesh->column_count), i = (int)(vertex - (uint32_t)j * mesh->column_count);
    for (int dj = -1; dj <= 0; dj++)
        for (int di = -1; di <= 0; di++) {
            int ci = i + di, cj = j + dj;
            if (ci < 0 || ci >= across || cj < 0 || cj >= along) continue;
            uint32_t t = 2 * (uint32_t)(ci + across * cj);
            if (di == dj || di < dj) fan[count++] = t;
            if (di == dj || di > dj) fan[count++] = t + 1;
        }
    return count;
}

// The number of the cell that x / spacing falls in, one aside of rounding.
static int cell_of(double x, double spacing, int count)
{
    double cell = floor(x / spacing);
    if (!(cell > 0.0)) return 0;
    return cell < count - 1 ? (int)cell : count - 1;
}

// The first and last cell that a closed stretch meets: it may end on the border of the next, or seem to by rounding.
static int first_cell(double x, double spacing, int count)
{
    int cell = cell_of(x, spacing, count);
    return cell > 0 && cell * spacing >= x ? cell - 1 : cell;
}

static int last_cell(double x, double spacing, int count)
{
    int cell = cell_of(x, spacing, count);
    return cell < count - 1 && (cell + 1) * spacing <= x ? cell + 1 : cell;
}

bl_grid_range bl_grid_cells(const bl_mesh* mesh, belay_vec3 lower, belay_vec3 upper)
{
    bl_grid_range r = {0, 0, 0, 0};
    if (lower.x > mesh->upper.x || upper.x < 0.0 || lower.y > mesh->upper.y || upper.y < 0.0) return r;
    r.column_begin = first_cell(lower.x, mesh->spacing_x, cells_across(mesh));
    r.column_end = last_cell(upper.x, mesh->spacing_x, cells_across(mesh)) + 1;
    r.row_begin = first_cell(lower.y, mesh->spacing_y, cells_along(mesh));
    r.row_end = last_cell(upper.y, mesh->spacing_y, cells_along(mesh)) + 1;
    return r;
}

bool bl_grid_column(const bl_mesh* mesh, belay_vec3 point, int* triangle)
{
    if (!(point.x >= 0.0 && point.x <= mesh->upper.x && point.y >= 0.0 && point.y <= mesh->upper.y)) return false;
    int i = cell_of(point.x, mesh->spacing_x, cells_across(mesh));
    int j = cell_of(point.y, mesh->spacing_y, cells_along(mesh));
    double u = point.x / mesh->spacing_x - i, v = point.y / mesh->spacing_y - j;
    *triangle = 2 * (i + cells_across(mesh) * j) + (v > u ? 1 : 0);
    return true;
}

// A hit replaces one that is later, or as late and of a higher number.
static void cast_at_cell(const bl_mesh* mesh, int cell, belay_vec3 origin, belay_vec3 displacement, double* time,
                         int* triangle)
{
    for (int t = 2 * cell; t < 2 * cell + 2; t++) {
        bl_mesh_facet f = bl_mesh_facet_at(mesh, t);
        double hit;
        if (!bl_triangle_cast_ray(f.corners, origin, displacement, &hit) || hit > *time) continue;
        if (hit == *time && *triangle >= 0 && *triangle < t) continue;
        *time = hit;
        *triangle = t;
    }
}

// The part of the ray over a strip lower <= coordinate <= upper, within [*begin, *end].
static bool clip_to_strip(double origin, double displacement, double lower, double upper, double* begin, double* end)
{
    if (displacement == 0.0) return origin >= lower && origin <= upper;
    double t0 = (lower - origin) / displacement, t1 = (upper - origin) / displacement;
    *begin = fmax(*begin, fmin(t0, t1));
    *end = fmin(*end, fmax(t0, t1));
    return *begin <= *end;
}

// How far a strip is widened so that rounding of the ray's place in it loses no cell.
static double strip_margin(double spacing, double reach)
{
    return BL_RAY_STRIP_SPACING * spacing + BL_RAY_STRIP_REACH * reach;
}

// The cells of one column, in the order in which the ray meets them.
static void cast_at_column(const bl_mesh* mesh, int i, belay_vec3 origin, belay_vec3 displacement, double begin,
                           double end, double* time, int* triangle)
{
    double margin = strip_margin(mesh->spacing_y, fabs(origin.y) + fabs(displacement.y));
    double y0 = origin.y + begin * displacement.y, y1 = origin.y + end * displacement.y;
    if (fmax(y0, y1) < -margin || fmin(y0, y1) > mesh->upper.y + margin) return;
    int j0 = cell_of(fmin(y0, y1) - margin, mesh->spacing_y, cells_along(mesh));
    int j1 = cell_of(fmax(y0, y1) + margin, mesh->spacing_y, cells_along(mesh));
    int step = displacement.y < 0.0 ? -1 : 1;
    for (int j = step > 0 ? j0 : j1; j >= j0 && j <= j1; j += step) {
        double row_begin = 0.0, row_end = 1.0;
        if (!clip_to_strip(origin.y, displacement.y, j * mesh->spacing_y - margin, (j + 1) * mesh->spacing_y + margin,
                           &row_begin, &row_end))
            continue;
        if (*triangle >= 0 && row_begin > *time) return;
        cast_at_cell(mesh, i + cells_across(mesh) * j, origin, displacement, time, triangle);
    }
}

bool bl_grid_cast_ray(const bl_mesh* mesh, belay_vec3 origin, belay_vec3 displacement, double* time, int* triangle)
{
    double margin = strip_margin(mesh->spacing_x, fabs(origin.x) + fabs(displacement.x)), begin = 0.0, end = 1.0;
    *time = 1.0;
    *triangle = -1;
    if (!clip_to_strip(origin.x, displacement.x, -margin, mesh->upper.x + margin, &begin, &end)) return false;
    double margin_z = strip_margin(mesh->extent, fabs(origin.z) + fabs(displacement.z));
    if (!clip_to_strip(origin.z, displacement.z, mesh->lower.z - margin_z, mesh->upper.z + margin_z, &begin, &end))
        return false;
    double x0 = origin.x + begin * displacement.x, x1 = origin.x + end * displacement.x;
    int i0 = cell_of(fmin(x0, x1) - margin, mesh->spacing_x, cells_across(mesh));
    int i1 = cell_of(fmax(x0, x1) + margin, mesh->spacing_x, cells_across(mesh));
    int step = displacement.x < 0.0 ? -1 : 1;
    for (int i = step > 0 ? i0 : i1; i >= i0 && i <= i1; i += step) {
        double t0 = begin, t1 = end;
        if (!clip_to_strip(origin.x, displacement.x, i * mesh->spacing_x - margin, (i + 1) * mesh->spacing_x + margin,
                           &t0, &t1))
            continue;
        if (*triangle >= 0 && t0 > *time) break;
        cast_at_column(mesh, i, origin, displacement, t0, t1, time, triangle);
    }
    return *triangle >= 0;
}

static void set_bounds(bl_mesh* mesh)
{
    const double* heights = bl_mesh_heights(mesh);
    double lowest = heights[0], highest = heights[0];
    for (uint32_t i = 1; i < mesh->vertex_count; i++) {
        lowest = fmin(lowest, heights[i]);
        highest = fmax(highest, heights[i]);
    }
    mesh->lower = v3(0.0, 0.0, lowest);
    mesh->upper = v3(cells_across(mesh) * mesh->spacing_x, cells_along(mesh) * mesh->spacing_y, highest);
    mesh->extent = fmax(fmax(mesh->upper.x, mesh->upper.y), highest - lowest);
}

static void fill(bl_mesh* mesh, const belay_height_field* def, bl_mesh layout)
{
    *mesh = layout;
    double* heights = bl_mesh_at_mutable(mesh, mesh->heights_at);
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        heights[i] = def->heights[i] + 0.0; // -0 becomes 0
    memset(bl_mesh_at_mutable(mesh, mesh->plane_numbers_at), 0xff, mesh->triangle_count * sizeof(uint32_t));
    set_bounds(mesh);
}

static bl_mesh lay_out(const belay_height_field* def)
{
    bl_mesh m;
    memset(&m, 0, sizeof m);
    m.column_count = (uint32_t)def->column_count;
    m.row_count = (uint32_t)def->row_count;
    m.spacing_x = def->spacing_x;
    m.spacing_y = def->spacing_y;
    m.vertex_count = m.column_count * m.row_count;
    m.triangle_count = 2 * (m.column_count - 1) * (m.row_count - 1);
    m.heights_at = sizeof m;
    m.plane_numbers_at = m.heights_at + m.vertex_count * (uint64_t)sizeof(double);
    m.storage_size = m.plane_numbers_at + m.triangle_count * (uint64_t)sizeof(uint32_t); // an even number of them
    return m;
}

static belay_result check(const belay_height_field* def, belay_error* error)
{
    belay_shape shape;
    shape.type = BELAY_SHAPE_HEIGHT_FIELD;
    shape.height_field = *def;
    belay_result result = bl_shape_check(&shape, error);
    if (result != BELAY_OK) return result;
    int64_t triangles = 2 * (int64_t)(def->column_count - 1) * (int64_t)(def->row_count - 1);
    if (triangles <= BL_MESH_MAX_TRIANGLES) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_SHAPE,
                           "height_field.column_count is %d and row_count %d; there must be at most %d triangles",
                           def->column_count, def->row_count, BL_MESH_MAX_TRIANGLES);
}

belay_result bl_mesh_build_height_field(const belay_height_field* def, const belay_allocator* allocator,
                                        unsigned char** block, belay_error* error)
{
    *block = NULL;
    belay_result result = check(def, error);
    if (result != BELAY_OK) return result;
    bl_mesh layout = lay_out(def);
    bool ok = true;
    BL_ARRAY_RESERVE(*block, layout.storage_size, allocator, &ok);
    if (ok) {
        fill((bl_mesh*)(void*)*block, def, layout);
        ok = bl_mesh_finish(block, allocator);
    }
    if (ok) return BELAY_OK;
    arrfree(*block);
    return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for a height field of %d by %d", def->column_count,
                           def->row_count);
}
