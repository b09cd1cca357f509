// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Convex parts of a solid (Mamou and Ghorbel 2009: cut by the plane that leaves least concavity, again and again). What
// lies in each cell is known exactly here, so that no voxels are needed and concavity is a volume: that of the hull
// less that of the solid in it. Cells do not overlap, hence the excess of all is the sum.

#include "belay/result.h"
#include "core/alloc.h"
#include "core/sort.h"
#include "geometry/geometry_tolerances.h"
#include "geometry/hull/hull.h"
#include "geometry/hull/hull_internal.h"
#include "geometry/solid/solid_cell.h"
#include "geometry/solid/solid_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PARTS 1024
#define MOST_CANDIDATES 256

belay_decompose_options belay_decompose_options_default(void)
{
    return (belay_decompose_options){.max_excess = 0.01, .max_parts = 64, .candidates = 15};
}

// ---------------------------------------------------------------------------------------------------------------------
// Where the solid is hollow
// ---------------------------------------------------------------------------------------------------------------------

static int compare_numbers(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static void add_hollow(bl_closed_mesh* solid, belay_vec3 corner)
{
    for (int k = 0; k < 3; k++) {
        BL_ARRAY_RESERVE_RAW(solid->hollow[k], arrlenu(solid->hollow[k]) + 1, solid->allocator, &solid->has_memory);
        if (solid->has_memory) arrput(solid->hollow[k], bl_solid_part(corner, k));
    }
}

// Whether the third corner of another triangle on an edge of this one is above its plane.
static bool is_hollow_edge(const belay_mesh* mesh, uint32_t triangle, uint32_t other, double extent)
{
    const int32_t *i = &mesh->indices[3 * triangle], *j = &mesh->indices[3 * other];
    belay_vec3 a = mesh->vertices[i[0]];
    belay_vec3 normal =
        v3_normalize_or(v3_cross(v3_sub(mesh->vertices[i[1]], a), v3_sub(mesh->vertices[i[2]], a)), v3_zero());
    double height = 0.0;
    for (int k = 0; k < 3; k++)
        height = fmax(height, v3_dot(normal, v3_sub(mesh->vertices[j[k]], a)));
    return height > BL_SOLID_FLAT * extent;
}

static void find_hollow_edges(bl_closed_mesh* solid, const int32_t* corner_of, bl_key_pair* edges)
{
    const belay_mesh* mesh = solid->mesh;
    size_t count = 3 * (size_t)mesh->triangle_count;
    double extent = v3_distance(solid->lower, solid->upper);
    for (uint32_t e = 0; e < count; e++) {
        uint32_t t = e / 3, k = e % 3;
        uint32_t a = (uint32_t)corner_of[mesh->indices[e]], b = (uint32_t)corner_of[mesh->indices[3 * t + (k + 1) % 3]];
        edges[e] = (bl_key_pair){a < b ? a : b, a < b ? b : a, e, 0};
    }
    bl_key_pairs_sort(edges, edges + count, count);
    for (size_t i = 0; i + 1 < count; i++) {
        if (edges[i].major != edges[i + 1].major || edges[i].minor != edges[i + 1].minor) continue;
        uint32_t e = edges[i].first, t = e / 3;
        if (!is_hollow_edge(mesh, t, edges[i + 1].first / 3, extent)) continue;
        add_hollow(solid, mesh->vertices[mesh->indices[e]]);
        add_hollow(solid, mesh->vertices[mesh->indices[3 * t + (e % 3 + 1) % 3]]);
    }
}

// Sorted, each once.
static void find_hollow(bl_closed_mesh* solid)
{
    int32_t* corner_of = NULL;
    bl_key_pair* edges = NULL;
    int corners;
    BL_ARRAY_RESERVE_RAW(corner_of, solid->mesh->vertex_count, solid->allocator, &solid->has_memory);
    BL_ARRAY_RESERVE_RAW(edges, 6 * (size_t)solid->mesh->triangle_count, solid->allocator, &solid->has_memory);
    solid->has_memory = solid->has_memory && bl_solid_weld(solid->mesh, corner_of, &corners);
    if (solid->has_memory) find_hollow_edges(solid, corner_of, edges);
    arrfree(corner_of);
    arrfree(edges);
    double apart = BL_SOLID_FLAT * v3_distance(solid->lower, solid->upper);
    for (int k = 0; k < 3 && solid->has_memory; k++) {
        double* x = solid->hollow[k];
        size_t count = arrlenu(x), kept = 0;
        if (count > 0) qsort(x, count, sizeof *x, compare_numbers);
        for (size_t i = 0; i < count; i++)
            if (kept == 0 || x[i] - x[kept - 1] > apart) x[kept++] = x[i];
        if (count > 0) arrsetlen(solid->hollow[k], kept);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The best plane
// ---------------------------------------------------------------------------------------------------------------------

typedef struct search {
    bl_closed_mesh* solid;
    const bl_solid_cell* cell;
    belay_vec3 lower, upper; // of what is in the cell
    bl_solid_cell best[2];
    double best_score;
    bool has_best;
} search;

static void find_cell_bounds(search* s)
{
    s->lower = v3(HUGE_VAL, HUGE_VAL, HUGE_VAL);
    s->upper = v3_neg(s->lower);
    belay_vec3* points = NULL;
    bl_solid_cell_collect(s->solid, s->cell, &points);
    for (ptrdiff_t i = 0; i < arrlen(points); i++) {
        belay_vec3 p = points[i];
        s->lower = v3(fmin(s->lower.x, p.x), fmin(s->lower.y, p.y), fmin(s->lower.z, p.z));
        s->upper = v3(fmax(s->upper.x, p.x), fmax(s->upper.y, p.y), fmax(s->upper.z, p.z));
    }
    arrfree(points);
}

// What a plane leaves: the volume of both hulls. Where several leave as much, as any plane across a ring does, one
// through corners at which the solid is hollow is best, and then one in the middle: by BL_SOLID_BALANCE each.
static void try_plane(search* s, int axis, double at, bool is_hollow)
{
    double low = bl_solid_part(s->lower, axis), high = bl_solid_part(s->upper, axis), size = high - low;
    if (!(at - low > BL_SOLID_FLAT * size && high - at > BL_SOLID_FLAT * size) || !s->solid->has_memory) return;
    bl_solid_cell sides[2];
    bl_solid_cell_cut(s->solid, s->cell, axis, at, sides);
    double off = fabs(2.0 * (at - low) / size - 1.0) + (is_hollow ? 0.0 : 1.0);
    double score = sides[0].hull_volume + sides[1].hull_volume + BL_SOLID_BALANCE * off * s->cell->hull_volume;
    bool is_cut = sides[0].hull_volume > 0.0 && sides[1].hull_volume > 0.0 && s->solid->has_memory;
    bool is_better = is_cut && (!s->has_best || score < s->best_score);
    for (int i = 0; i < 2; i++) {
        bl_solid_cell_free(is_better ? &s->best[i] : &sides[i]);
        if (is_better) s->best[i] = sides[i];
    }
    if (is_better) s->best_score = score;
    s->has_best = s->has_best || is_better;
}

// At most `candidates` of the places at which the solid is hollow, evenly chosen of those in the cell.
static void try_hollow(search* s, int axis, int candidates)
{
    const double* x = s->solid->hollow[axis];
    ptrdiff_t begin = 0, end = arrlen(x);
    while (begin < end && x[begin] <= bl_solid_part(s->lower, axis))
        begin++;
    while (end > begin && x[end - 1] >= bl_solid_part(s->upper, axis))
        end--;
    ptrdiff_t count = end - begin, tried = count < candidates ? count : candidates;
    for (ptrdiff_t i = 0; i < tried; i++)
        try_plane(s, axis, x[begin + i * count / tried], true);
}

static void try_axis(search* s, int axis, int candidates)
{
    double low = bl_solid_part(s->lower, axis), size = bl_solid_part(s->upper, axis) - low;
    if (!(size > 0.0)) return;
    try_hollow(s, axis, candidates);
    for (int i = 1; i <= candidates; i++)
        try_plane(s, axis, low + size * i / (candidates + 1), false);
}

// The longest axis first: of planes that are as good the first is taken.
static void find_plane(search* s, int candidates)
{
    find_cell_bounds(s);
    belay_vec3 size = v3_sub(s->upper, s->lower);
    int order[3] = {0, 1, 2};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k + 1 < 3; k++)
            if (bl_solid_part(size, order[k + 1]) > bl_solid_part(size, order[k])) {
                int axis = order[k];
                order[k] = order[k + 1];
                order[k + 1] = axis;
            }
    for (int i = 0; i < 3; i++)
        try_axis(s, order[i], candidates);
}

// ---------------------------------------------------------------------------------------------------------------------
// Taking apart
// ---------------------------------------------------------------------------------------------------------------------

static double excess_of(const bl_solid_cell* cell)
{
    return cell->hull_volume - cell->volume;
}

static double sum_excess(const bl_solid_cell* cells)
{
    double sum = 0.0;
    for (ptrdiff_t i = 0; i < arrlen(cells); i++)
        sum += excess_of(&cells[i]);
    return sum;
}

// The one with the largest excess that can be cut; -1: none.
static ptrdiff_t choose_cell(const bl_solid_cell* cells)
{
    ptrdiff_t best = -1;
    for (ptrdiff_t i = 0; i < arrlen(cells); i++)
        if (!cells[i].is_whole && (best < 0 || excess_of(&cells[i]) > excess_of(&cells[best]))) best = i;
    return best;
}

// Both halves stand beside each other, so that the order of parts is that of space.
static void split_cell(bl_closed_mesh* solid, bl_solid_cell** cells, ptrdiff_t number, int candidates)
{
    search s = {.solid = solid, .cell = &(*cells)[number]};
    BL_ARRAY_RESERVE_RAW(*cells, arrlen(*cells) + 1, solid->allocator, &solid->has_memory);
    if (!solid->has_memory) return;
    s.cell = &(*cells)[number];
    find_plane(&s, candidates);
    if (!s.has_best || !solid->has_memory) {
        (*cells)[number].is_whole = true;
        bl_solid_cell_free(&s.best[0]);
        bl_solid_cell_free(&s.best[1]);
        return;
    }
    s.best[0].volume = bl_solid_cell_volume(solid, &s.best[0]);
    s.best[1].volume = (*cells)[number].volume - s.best[0].volume;
    bl_solid_cell_free(&(*cells)[number]);
    (*cells)[number] = s.best[0];
    arrput(*cells, s.best[1]);
}

static void take_apart(bl_closed_mesh* solid, const belay_decompose_options* o, bl_solid_cell** cells)
{
    BL_ARRAY_RESERVE_RAW(*cells, 1, solid->allocator, &solid->has_memory);
    if (!solid->has_memory) return;
    bl_solid_cell all;
    bl_solid_cell_all(solid, &all);
    arrput(*cells, all);
    while (solid->has_memory && arrlen(*cells) < o->max_parts && sum_excess(*cells) > o->max_excess * solid->volume) {
        ptrdiff_t number = choose_cell(*cells);
        if (number < 0) break;
        split_cell(solid, cells, number, o->candidates);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Hulls
// ---------------------------------------------------------------------------------------------------------------------

// The corners of the hull of a cell, at most as many as a hull may have.
static belay_result find_corners(bl_closed_mesh* solid, const bl_solid_cell* cell,
                                 belay_vec3 corners[BELAY_MAX_HULL_VERTICES], int* count, double* lost,
                                 belay_error* error)
{
    belay_vec3* points = NULL;
    double excess = 0.0;
    bl_solid_cell_collect(solid, cell, &points);
    belay_hull hull = {points, (int)arrlen(points)};
    belay_result result = solid->has_memory
                              ? belay_hull_simplify(&hull, BELAY_MAX_HULL_VERTICES, corners, count, &excess, error)
                              : BELAY_ERROR_MEMORY;
    // What rounding leaves of corners that all are there.
    if (excess > BL_SOLID_FLAT * v3_distance(solid->lower, solid->upper)) *lost = fmax(*lost, excess);
    arrfree(points);
    return result;
}

static belay_result make_hulls(bl_closed_mesh* solid, const bl_solid_cell* cells, belay_mesh_parts* parts,
                               belay_error* error)
{
    belay_result result = BELAY_OK;
    parts->count = (int)arrlen(cells);
    parts->hulls = calloc((size_t)parts->count, sizeof *parts->hulls);
    parts->points = calloc((size_t)parts->count * BELAY_MAX_HULL_VERTICES, sizeof *parts->points);
    if (parts->hulls == NULL || parts->points == NULL) return BELAY_ERROR_MEMORY;
    for (int i = 0; i < parts->count && result == BELAY_OK; i++) {
        belay_vec3* corners = parts->points + (size_t)i * BELAY_MAX_HULL_VERTICES;
        result = find_corners(solid, &cells[i], corners, &parts->hulls[i].point_count, &parts->lost, error);
        parts->hulls[i].points = corners;
    }
    parts->excess = fmax(sum_excess(cells), 0.0);
    return result;
}

static belay_result check_options(const belay_decompose_options* o, belay_error* error)
{
    const char* call = "belay_mesh_decompose";
    if (!(o->max_excess > 0.0))
        return belay_error_set(error, BELAY_ERROR_VALUE, "%s: max_excess is %g; it must be above 0", call,
                               o->max_excess);
    if (o->max_parts < 1 || o->max_parts > MOST_PARTS)
        return belay_error_set(error, BELAY_ERROR_VALUE, "%s: max_parts is %d; it must be 1 to %d", call, o->max_parts,
                               MOST_PARTS);
    if (o->candidates < 1 || o->candidates > MOST_CANDIDATES)
        return belay_error_set(error, BELAY_ERROR_VALUE, "%s: candidates is %d; it must be 1 to %d", call,
                               o->candidates, MOST_CANDIDATES);
    return BELAY_OK;
}

static belay_result decompose(bl_closed_mesh* solid, const belay_decompose_options* o, belay_mesh_parts* parts,
                              belay_error* error)
{
    bl_solid_cell* cells = NULL;
    find_hollow(solid);
    if (solid->has_memory) take_apart(solid, o, &cells);
    belay_result result = solid->has_memory ? make_hulls(solid, cells, parts, error) : BELAY_ERROR_MEMORY;
    for (ptrdiff_t i = 0; i < arrlen(cells); i++)
        bl_solid_cell_free(&cells[i]);
    arrfree(cells);
    for (int k = 0; k < 3; k++)
        arrfree(solid->hollow[k]);
    return result;
}

belay_result belay_mesh_decompose(const belay_mesh* mesh, const belay_decompose_options* options,
                                  belay_mesh_parts** parts, belay_error* error)
{
    const char* call = "belay_mesh_decompose";
    if (parts == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "%s: parts is null", call);
    if (options == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "%s: options is null", call);
    belay_mesh_facts facts;
    belay_mass mass;
    belay_result result = check_options(options, error);
    if (result == BELAY_OK) result = belay_mesh_mass(mesh, 1.0, &mass, error);
    if (result == BELAY_OK) result = belay_mesh_measure(mesh, &facts, error);
    if (result != BELAY_OK) return result;
    belay_allocator allocator = bl_allocator_default();
    bl_closed_mesh solid = {mesh, &allocator, facts.lower, facts.upper, facts.volume, {NULL, NULL, NULL}, true};
    belay_mesh_parts* made = calloc(1, sizeof *made);
    result = made != NULL ? decompose(&solid, options, made, error) : BELAY_ERROR_MEMORY;
    if (result == BELAY_OK) {
        made->mass = mass;
        *parts = made;
        return BELAY_OK;
    }
    belay_mesh_parts_destroy(made);
    if (result != BELAY_ERROR_MEMORY) return result;
    return belay_error_set(error, BELAY_ERROR_MEMORY, "%s: no memory for the parts of %d triangles", call,
                           mesh->triangle_count);
}

void belay_mesh_parts_destroy(belay_mesh_parts* parts)
{
    if (parts == NULL) return;
    free(parts->hulls);
    free(parts->points);
    free(parts);
}
