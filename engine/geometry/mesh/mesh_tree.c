// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The tree of boxes over a mesh. Each node is divided where half of the triangles are to each side along the axis on
// which their middles spread furthest, so the depth is the logarithm of their number. Three lists, sorted once by x, y
// and z, are kept sorted through all divisions (in O(n) per level, by stable partition).

#include "core/alloc.h"
#include "core/sort.h"
#include "geometry/mesh/mesh_internal.h"

#include <string.h>

typedef struct sorter {
    const belay_vec3* middles;
    uint32_t* lists[3]; // numbers by x, by y, by z; ties by number
    uint32_t* scratch;
    unsigned char* is_left; // by number
    bl_key_pair *pairs, *pair_scratch;
} sorter;

static double coordinate(belay_vec3 p, int axis)
{
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

static void sort_lists(sorter* s, uint32_t count)
{
    for (int axis = 0; axis < 3; axis++) {
        for (uint32_t i = 0; i < count; i++) {
            bl_key_pair pair = {bl_ordered_bits(coordinate(s->middles[i], axis)), i, i, 0};
            s->pairs[i] = pair;
        }
        bl_key_pairs_sort(s->pairs, s->pair_scratch, count);
        for (uint32_t i = 0; i < count; i++)
            s->lists[axis][i] = s->pairs[i].first;
    }
}

static int widest_axis(const sorter* s, uint32_t begin, uint32_t count)
{
    int widest = 0;
    double width = -1.0;
    for (int axis = 0; axis < 3; axis++) {
        double first = coordinate(s->middles[s->lists[axis][begin]], axis);
        double last = coordinate(s->middles[s->lists[axis][begin + count - 1]], axis);
        if (last - first > width) {
            width = last - first;
            widest = axis;
        }
    }
    return widest;
}

static void partition(sorter* s, uint32_t* list, uint32_t count)
{
    uint32_t left = 0, right = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (s->is_left[list[i]])
            list[left++] = list[i];
        else
            s->scratch[right++] = list[i];
    }
    memcpy(list + left, s->scratch, right * sizeof *list);
}

// As deep as the tree.
static void divide(sorter* s, uint32_t begin, uint32_t count)
{
    if (count <= BL_MESH_LEAF_TRIANGLES) return;
    int axis = widest_axis(s, begin, count);
    uint32_t left = (count + 1) / 2;
    for (uint32_t i = 0; i < count; i++)
        s->is_left[s->lists[axis][begin + i]] = i < left;
    for (int other = 0; other < 3; other++)
        if (other != axis) partition(s, s->lists[other] + begin, count);
    divide(s, begin, left);
    divide(s, begin + left, count - left);
}

static bool sorter_init(sorter* s, const belay_vec3* middles, uint32_t count, const belay_allocator* allocator)
{
    memset(s, 0, sizeof *s);
    s->middles = middles;
    bool ok = true;
    for (int axis = 0; axis < 3; axis++)
        BL_ARRAY_RESERVE(s->lists[axis], count, allocator, &ok);
    BL_ARRAY_RESERVE(s->scratch, count, allocator, &ok);
    BL_ARRAY_RESERVE(s->is_left, count, allocator, &ok);
    BL_ARRAY_RESERVE(s->pairs, count, allocator, &ok);
    BL_ARRAY_RESERVE(s->pair_scratch, count, allocator, &ok);
    return ok;
}

static void sorter_fini(sorter* s)
{
    for (int axis = 0; axis < 3; axis++)
        arrfree(s->lists[axis]);
    arrfree(s->scratch);
    arrfree(s->is_left);
    arrfree(s->pairs);
    arrfree(s->pair_scratch);
}

bool bl_mesh_order(const belay_vec3* middles, uint32_t count, uint32_t* order, const belay_allocator* allocator)
{
    sorter s;
    bool ok = sorter_init(&s, middles, count, allocator);
    if (ok) {
        sort_lists(&s, count);
        divide(&s, 0, count);
        memcpy(order, s.lists[0], count * sizeof *order);
    }
    sorter_fini(&s);
    return ok;
}

uint32_t bl_mesh_tree_size(uint32_t triangle_count)
{
    if (triangle_count <= BL_MESH_LEAF_TRIANGLES) return 1;
    uint32_t left = (triangle_count + 1) / 2;
    return 1 + bl_mesh_tree_size(left) + bl_mesh_tree_size(triangle_count - left);
}

typedef struct tree_builder {
    const bl_mesh* mesh;
    bl_mesh_node* nodes;
    uint32_t used;
} tree_builder;

static void include(bl_mesh_node* node, belay_vec3 lower, belay_vec3 upper)
{
    node->lower = v3(fmin(node->lower.x, lower.x), fmin(node->lower.y, lower.y), fmin(node->lower.z, lower.z));
    node->upper = v3(fmax(node->upper.x, upper.x), fmax(node->upper.y, upper.y), fmax(node->upper.z, upper.z));
}

static void set_leaf_box(const bl_mesh* mesh, bl_mesh_node* node)
{
    const belay_vec3* vertices = bl_mesh_vertices(mesh);
    const bl_mesh_record* records = bl_mesh_records(mesh) + node->first;
    node->lower = node->upper = vertices[records[0].vertex[0]];
    for (uint32_t i = 0; i < node->count; i++)
        for (int k = 0; k < 3; k++)
            include(node, vertices[records[i].vertex[k]], vertices[records[i].vertex[k]]);
}

static const bl_mesh_node* build_node(tree_builder* b, uint32_t first, uint32_t count)
{
    bl_mesh_node* node = &b->nodes[b->used++];
    node->first = first;
    node->count = count;
    node->plane = BL_MESH_NONE;
    if (count <= BL_MESH_LEAF_TRIANGLES) {
        set_leaf_box(b->mesh, node);
        return node;
    }
    uint32_t half = (count + 1) / 2;
    const bl_mesh_node* left = build_node(b, first, half);
    node->right = b->used;
    const bl_mesh_node* right = build_node(b, first + half, count - half);
    node->lower = left->lower;
    node->upper = left->upper;
    include(node, right->lower, right->upper);
    return node;
}

void bl_mesh_build_tree(bl_mesh* mesh)
{
    tree_builder b = {mesh, bl_mesh_at_mutable(mesh, mesh->nodes_at), 0};
    build_node(&b, 0, mesh->triangle_count);
}
