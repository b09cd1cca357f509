// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What touches what in a mesh: equal vertices, neighbours over edges, triangles about a vertex.

#include "core/alloc.h"
#include "core/sort.h"
#include "geometry/mesh/mesh_internal.h"

static bool is_same(belay_vec3 a, belay_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Sorted by z and then, stably, by x and y, equal vertices stand together, the first by number in front.
bool bl_mesh_weld(const belay_vec3* vertices, uint32_t count, uint32_t* same, const belay_allocator* allocator)
{
    bl_key_pair *pairs = NULL, *scratch = NULL;
    bool ok = true;
    BL_ARRAY_RESERVE(pairs, count, allocator, &ok);
    BL_ARRAY_RESERVE(scratch, count, allocator, &ok);
    if (ok) {
        for (uint32_t i = 0; i < count; i++) {
            bl_key_pair by_z = {bl_ordered_bits(vertices[i].z), 0, i, 0};
            pairs[i] = by_z;
        }
        bl_key_pairs_sort(pairs, scratch, count);
        for (uint32_t k = 0; k < count; k++) {
            pairs[k].major = bl_ordered_bits(vertices[pairs[k].first].x);
            pairs[k].minor = bl_ordered_bits(vertices[pairs[k].first].y);
        }
        bl_key_pairs_sort(pairs, scratch, count);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t i = pairs[k].first;
            bool repeats = k > 0 && is_same(vertices[i], vertices[pairs[k - 1].first]);
            same[i] = repeats ? same[pairs[k - 1].first] : i;
        }
    }
    arrfree(pairs);
    arrfree(scratch);
    return ok;
}

// Every edge with its two vertices as the key, those of one edge together.
static void list_edges(const bl_mesh_record* records, uint32_t count, bl_key_pair* pairs)
{
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t e = 0; e < 3; e++) {
            uint32_t v = records[t].vertex[e], w = records[t].vertex[(e + 1) % 3];
            bl_key_pair pair = {v < w ? v : w, v < w ? w : v, t, e};
            pairs[3 * (size_t)t + e] = pair;
        }
}

static size_t run_length(const bl_key_pair* pairs, size_t begin, size_t count)
{
    size_t end = begin + 1;
    while (end < count && pairs[end].major == pairs[begin].major && pairs[end].minor == pairs[begin].minor)
        end++;
    return end - begin;
}

static void join_runs(bl_mesh_record* records, const bl_key_pair* pairs, size_t count)
{
    for (size_t begin = 0, length; begin < count; begin += length) {
        length = run_length(pairs, begin, count);
        for (size_t k = 0; k < length; k++) {
            const bl_key_pair *here = &pairs[begin + k], *other = &pairs[begin + (length - 1 - k)];
            uint32_t* neighbor = &records[here->first].neighbor[here->second];
            if (length == 1)
                *neighbor = BL_MESH_NONE;
            else
                *neighbor = length == 2 ? bl_mesh_edge(other->first, other->second) : BL_MESH_MANY;
        }
    }
}

bool bl_mesh_join_edges(bl_mesh* mesh, const belay_allocator* allocator)
{
    bl_mesh_record* records = bl_mesh_at_mutable(mesh, mesh->records_at);
    size_t count = 3 * (size_t)mesh->triangle_count;
    bl_key_pair *pairs = NULL, *scratch = NULL;
    bool ok = true;
    BL_ARRAY_RESERVE(pairs, count, allocator, &ok);
    BL_ARRAY_RESERVE(scratch, count, allocator, &ok);
    if (ok) {
        list_edges(records, mesh->triangle_count, pairs);
        bl_key_pairs_sort(pairs, scratch, count);
        join_runs(records, pairs, count);
    }
    arrfree(pairs);
    arrfree(scratch);
    return ok;
}

// Counting sort: starts[v + 1] counts, then is the place of the next triangle about v, and ends as the end of v's.
void bl_mesh_build_fans(bl_mesh* mesh)
{
    const bl_mesh_record* records = bl_mesh_records(mesh);
    uint32_t* starts = bl_mesh_at_mutable(mesh, mesh->fan_starts_at);
    uint32_t* fans = bl_mesh_at_mutable(mesh, mesh->fans_at);
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++)
            starts[records[t].vertex[k] + 1]++;
    uint32_t sum = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t here = starts[v + 1];
        starts[v + 1] = sum;
        sum += here;
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++)
            fans[starts[records[t].vertex[k] + 1]++] = t;
}
