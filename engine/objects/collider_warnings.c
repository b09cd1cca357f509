// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "objects/collider_warnings.h"

#include "belay/vec.h"
#include "objects/object_tolerances.h"
#include "store/checks.h"

static void warn_of_dropped_triangles(const belay_world* world, const char* call, const bl_mesh* mesh)
{
    int dropped = bl_mesh_dropped_triangles(mesh);
    if (dropped > 0) bl_warn(world, "%s: %d triangles of the mesh have no area; they are left out", call, dropped);
}

// Of a closed surface the areas, as vectors, add up to nothing, and its volume has a sign.
static bool is_inside_out(const bl_mesh* mesh, double* volume)
{
    belay_vec3 area = v3_zero(), origin, upper;
    double sum = 0.0;
    bl_mesh_bounds(mesh, &origin, &upper);
    *volume = 0.0;
    for (int i = 0; i < bl_mesh_triangle_count(mesh); i++) {
        belay_vec3 c[3];
        bl_mesh_triangle(mesh, i, c);
        belay_vec3 twice = v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0]));
        area = v3_add(area, twice);
        sum += v3_length(twice);
        *volume += v3_dot(v3_sub(c[0], origin), twice) / 6.0;
    }
    return v3_length(area) <= BL_MESH_CLOSED * sum && *volume < 0.0;
}

static void warn_of_winding(const belay_world* world, const char* call, const bl_mesh* mesh)
{
    double volume;
    if (!is_inside_out(mesh, &volume)) return;
    bl_warn(world,
            "%s: the mesh encloses a volume of %g m^3, its inside out; corners must run anticlockwise as seen from "
            "outside",
            call, volume);
}

static bool is_on_dynamic_body(const belay_world* world, const bl_collider* c)
{
    uint32_t index = bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(c->body));
    return bl_bodies(world)[index].type == BELAY_BODY_DYNAMIC;
}

void bl_warn_of_collider(const belay_world* world, const char* call, const bl_collider* c)
{
    if (world->def.logger.message == NULL) return;
    if (c->type == BELAY_SHAPE_MESH) {
        const bl_mesh* mesh = bl_collider_mesh(&world->colliders, c);
        warn_of_dropped_triangles(world, call, mesh);
        warn_of_winding(world, call, mesh);
    }
    double size = 2.0 * (v3_length(c->half) + c->radius);
    if (size > BL_COLLIDER_LARGE && is_on_dynamic_body(world, c))
        bl_warn(world, "%s: the %s is some %.3g m large; lengths must be metres (0.001 m is a millimetre)", call,
                belay_shape_type_name(c->type), size);
}
