// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The triangles near a box.

#include "geometry/mesh/mesh_internal.h"

// Without branches: which of the six fails is as good as random.
static bool boxes_meet(const bl_mesh_cursor* c, belay_vec3 lower, belay_vec3 upper)
{
    return (c->lower.x <= upper.x) & (lower.x <= c->upper.x) & (c->lower.y <= upper.y) & (lower.y <= c->upper.y) &
           (c->lower.z <= upper.z) & (lower.z <= c->upper.z);
}

void bl_mesh_cursor_init(bl_mesh_cursor* cursor, const bl_mesh* mesh, belay_vec3 lower, belay_vec3 upper)
{
    cursor->mesh = mesh;
    cursor->lower = lower;
    cursor->upper = upper;
    cursor->skipped_count = 0;
    cursor->next = cursor->end = 0;
    cursor->depth = 0;
    if (bl_mesh_is_grid(mesh)) {
        cursor->cells = bl_grid_cells(mesh, lower, upper);
        cursor->column = cursor->cells.column_begin;
    } else {
        cursor->stack[cursor->depth++] = 0;
    }
}

void bl_mesh_cursor_skip(bl_mesh_cursor* cursor, uint32_t plane)
{
    if (plane != BL_MESH_NONE && cursor->skipped_count < BL_MESH_MAX_SKIPPED)
        cursor->skipped[cursor->skipped_count++] = plane;
}

static bool is_skipped(const bl_mesh_cursor* c, uint32_t plane)
{
    for (int i = 0; i < c->skipped_count; i++)
        if (c->skipped[i] == plane) return true;
    return false;
}

// The next leaf whose box meets the cursor's.
static bool next_leaf(bl_mesh_cursor* c)
{
    const bl_mesh_node* nodes = bl_mesh_nodes(c->mesh);
    while (c->depth > 0) {
        uint32_t k = c->stack[--c->depth];
        const bl_mesh_node* node = &nodes[k];
        if (!boxes_meet(c, node->lower, node->upper) || is_skipped(c, node->plane)) continue;
        if (node->right != 0) {
            c->stack[c->depth++] = node->right;
            c->stack[c->depth++] = k + 1;
            continue;
        }
        c->next = node->first;
        c->end = node->first + node->count;
        return true;
    }
    return false;
}

static bool next_cell(bl_mesh_cursor* c)
{
    bl_grid_range* r = &c->cells;
    if (r->column_begin >= r->column_end || r->row_begin >= r->row_end) return false;
    c->next = 2 * ((uint32_t)c->column + (c->mesh->column_count - 1) * (uint32_t)r->row_begin);
    c->end = c->next + 2;
    if (++c->column == r->column_end) {
        c->column = r->column_begin;
        r->row_begin++;
    }
    return true;
}

static double least(double a, double b, double c)
{
    double ab = a < b ? a : b;
    return ab < c ? ab : c;
}

static double most(double a, double b, double c)
{
    double ab = a > b ? a : b;
    return ab > c ? ab : c;
}

static bool triangle_meets(const bl_mesh_cursor* c, uint32_t triangle)
{
    belay_vec3 p[3];
    if (c->skipped_count > 0 && is_skipped(c, bl_mesh_plane_numbers(c->mesh)[triangle])) return false;
    bl_mesh_triangle(c->mesh, (int)triangle, p);
    belay_vec3 lower = v3(least(p[0].x, p[1].x, p[2].x), least(p[0].y, p[1].y, p[2].y), least(p[0].z, p[1].z, p[2].z));
    belay_vec3 upper = v3(most(p[0].x, p[1].x, p[2].x), most(p[0].y, p[1].y, p[2].y), most(p[0].z, p[1].z, p[2].z));
    return boxes_meet(c, lower, upper);
}

bool bl_mesh_cursor_next(bl_mesh_cursor* cursor, int* triangle)
{
    for (;;) {
        while (cursor->next < cursor->end) {
            uint32_t t = cursor->next++;
            if (!triangle_meets(cursor, t)) continue;
            *triangle = (int)t;
            return true;
        }
        if (!(bl_mesh_is_grid(cursor->mesh) ? next_cell(cursor) : next_leaf(cursor))) return false;
    }
}

void bl_mesh_visit_box(const bl_mesh* mesh, belay_vec3 lower, belay_vec3 upper, bl_mesh_visit_fn* visit, void* context)
{
    bl_mesh_cursor cursor;
    int triangle;
    bl_mesh_cursor_init(&cursor, mesh, lower, upper);
    while (bl_mesh_cursor_next(&cursor, &triangle))
        if (!visit(context, triangle)) return;
}
