// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What can be told of a mesh, and the mass of the solid that it bounds.

#include "belay/result.h"
#include "belay/shape.h"
#include "belay/vec.h"
#include "core/alloc.h"
#include "core/sort.h"
#include "geometry/geometry_tolerances.h"
#include "geometry/hull/moments.h"
#include "geometry/shape_check.h"
#include "geometry/solid/solid_parts.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Corners
// ---------------------------------------------------------------------------------------------------------------------

// Equal numbers have equal bits, but for the two zeros.
static uint64_t bits_of(double x)
{
    uint64_t bits;
    x += 0.0;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Sorted by z first and then, stably, by x and y, equal points stand in a row; the first of them by index is theirs.
static void number_sorted(const belay_mesh* mesh, const bl_key_pair* keys, int32_t* corner_of, int* corner_count)
{
    int32_t count = 0, corner = 0;
    for (int i = 0; i < mesh->vertex_count; i++) {
        belay_vec3 p = mesh->vertices[keys[i].first], before = mesh->vertices[keys[i > 0 ? i - 1 : 0].first];
        if (i == 0 || p.x != before.x || p.y != before.y || p.z != before.z) corner = count++;
        corner_of[keys[i].first] = corner;
    }
    *corner_count = count;
}

bool bl_solid_weld(const belay_mesh* mesh, int32_t* corner_of, int* corner_count)
{
    belay_allocator allocator = bl_allocator_default();
    bl_key_pair* keys = NULL;
    bool ok = true;
    size_t count = (size_t)mesh->vertex_count;
    BL_ARRAY_RESERVE_RAW(keys, 2 * count, &allocator, &ok);
    if (!ok) return false;
    for (size_t i = 0; i < count; i++)
        keys[i] = (bl_key_pair){bits_of(mesh->vertices[i].z), 0, (uint32_t)i, 0};
    bl_key_pairs_sort(keys, keys + count, count);
    for (size_t i = 0; i < count; i++) {
        belay_vec3 p = mesh->vertices[keys[i].first];
        keys[i].major = bits_of(p.x);
        keys[i].minor = bits_of(p.y);
    }
    bl_key_pairs_sort(keys, keys + count, count);
    number_sorted(mesh, keys, corner_of, corner_count);
    arrfree(keys);
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Edges
// ---------------------------------------------------------------------------------------------------------------------

// The edges of all triangles, as (lower corner, upper corner); first: 1 where it runs from the lower to the upper.
// Returns how many there are; triangles with two corners at one place have none.
static size_t list_edges(const belay_mesh* mesh, const int32_t* corner_of, bl_key_pair* edges)
{
    size_t count = 0;
    for (int t = 0; t < mesh->triangle_count; t++) {
        uint32_t c[3];
        for (int k = 0; k < 3; k++)
            c[k] = (uint32_t)corner_of[mesh->indices[3 * t + k]];
        if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;
        for (int k = 0; k < 3; k++) {
            uint32_t from = c[k], to = c[(k + 1) % 3];
            edges[count++] = (bl_key_pair){from < to ? from : to, from < to ? to : from, from < to, 0};
        }
    }
    return count;
}

static void count_edges(const bl_key_pair* edges, size_t count, belay_mesh_facts* facts)
{
    for (size_t i = 0, end; i < count; i = end) {
        size_t forward = 0;
        for (end = i; end < count && edges[end].major == edges[i].major && edges[end].minor == edges[i].minor; end++)
            forward += edges[end].first;
        size_t all = end - i;
        facts->crowded_edges += all > 2;
        facts->open_edges += all == 1;
        facts->reversed_edges += all > 1 && 2 * forward != all;
    }
    facts->is_closed = facts->open_edges == 0 && facts->reversed_edges == 0;
}

static bool find_edges(const belay_mesh* mesh, belay_mesh_facts* facts)
{
    belay_allocator allocator = bl_allocator_default();
    int32_t* corner_of = NULL;
    bl_key_pair* edges = NULL;
    bool ok = true;
    size_t most = 3 * (size_t)mesh->triangle_count;
    BL_ARRAY_RESERVE_RAW(corner_of, mesh->vertex_count, &allocator, &ok);
    BL_ARRAY_RESERVE_RAW(edges, 2 * most, &allocator, &ok);
    ok = ok && bl_solid_weld(mesh, corner_of, &facts->corner_count);
    if (ok) {
        size_t count = list_edges(mesh, corner_of, edges);
        bl_key_pairs_sort(edges, edges + most, count);
        count_edges(edges, count, facts);
    }
    arrfree(corner_of);
    arrfree(edges);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------------------
// Sums
// ---------------------------------------------------------------------------------------------------------------------

static void find_bounds(const belay_mesh* mesh, belay_mesh_facts* facts)
{
    belay_vec3 lower = v3(HUGE_VAL, HUGE_VAL, HUGE_VAL), upper = v3_neg(lower);
    for (int i = 0; i < 3 * mesh->triangle_count; i++) {
        belay_vec3 p = mesh->vertices[mesh->indices[i]];
        lower = v3(fmin(lower.x, p.x), fmin(lower.y, p.y), fmin(lower.z, p.z));
        upper = v3(fmax(upper.x, p.x), fmax(upper.y, p.y), fmax(upper.z, p.z));
    }
    facts->lower = lower;
    facts->upper = upper;
}

// About the middle of the box, so that little cancels.
static bl_moments sum_moments(const belay_mesh* mesh, belay_vec3 origin)
{
    bl_moments m = {0.0, v3_zero(), {{0.0}}};
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int32_t* i = &mesh->indices[3 * t];
        bl_moments_add(&m, v3_sub(mesh->vertices[i[0]], origin), v3_sub(mesh->vertices[i[1]], origin),
                       v3_sub(mesh->vertices[i[2]], origin));
    }
    return m;
}

static void sum_areas(const belay_mesh* mesh, belay_mesh_facts* facts)
{
    belay_vec3 size = v3_sub(facts->upper, facts->lower);
    double extent = fmax(size.x, fmax(size.y, size.z)), least = BL_MESH_LEAST_AREA * extent * extent;
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int32_t* i = &mesh->indices[3 * t];
        belay_vec3 a = mesh->vertices[i[0]];
        belay_vec3 normal = v3_cross(v3_sub(mesh->vertices[i[1]], a), v3_sub(mesh->vertices[i[2]], a));
        double area = 0.5 * v3_length(normal);
        facts->area += area;
        facts->degenerate_triangles += !(area >= least);
    }
}

belay_vec3 bl_solid_middle(const belay_mesh_facts* facts)
{
    return v3_scale(0.5, v3_add(facts->lower, facts->upper));
}

belay_result belay_mesh_measure(const belay_mesh* mesh, belay_mesh_facts* facts, belay_error* error)
{
    const char* call = "belay_mesh_measure";
    if (mesh == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "%s: mesh is null", call);
    if (facts == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "%s: facts is null", call);
    belay_shape shape = {.type = BELAY_SHAPE_MESH, .mesh = *mesh};
    belay_result result = bl_shape_check(&shape, error);
    if (result != BELAY_OK) return result;
    belay_mesh_facts f = {.area = 0.0};
    find_bounds(mesh, &f);
    if (!find_edges(mesh, &f))
        return belay_error_set(error, BELAY_ERROR_MEMORY, "%s: no memory for %d triangles", call, mesh->triangle_count);
    sum_areas(mesh, &f);
    f.volume = sum_moments(mesh, bl_solid_middle(&f)).volume;
    *facts = f;
    return BELAY_OK;
}

belay_result belay_mesh_mass(const belay_mesh* mesh, double density, belay_mass* mass, belay_error* error)
{
    const char* call = "belay_mesh_mass";
    belay_mesh_facts f;
    if (mass == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "%s: mass is null", call);
    if (!(density > 0.0 && bl_is_usable(density)))
        return belay_error_set(error, BELAY_ERROR_VALUE, "%s: density is %g; it must be above 0 and finite", call,
                               density);
    belay_result result = belay_mesh_measure(mesh, &f, error);
    if (result != BELAY_OK) return result;
    if (!f.is_closed)
        return belay_error_set(error, BELAY_ERROR_SHAPE,
                               "%s: mesh has %d open and %d reversed edges; it must have none", call, f.open_edges,
                               f.reversed_edges);
    if (!(f.volume > 0.0))
        return belay_error_set(error, BELAY_ERROR_SHAPE, "%s: mesh has the volume %g m^3; it must be above 0", call,
                               f.volume);
    belay_vec3 origin = bl_solid_middle(&f);
    bl_moments m = sum_moments(mesh, origin);
    *mass = bl_moments_mass(&m, origin);
    mass->mass *= density;
    for (int i = 0; i < 9; i++)
        mass->inertia.m[i] *= density;
    return BELAY_OK;
}
