// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Members of a response, and the rows that are asked about.

#include "proxy/local_response.h"

#include "proxy/local_sides.h"
#include "step/motion/step_rods.h"

#include <string.h>

void bl_local_response_init(bl_local_response* response, belay_world* world, const bl_local_tool* tool)
{
    response->world = world;
    response->tool = tool;
    response->member_count = response->element_count = response->hold_count = 0;
}

int bl_local_find_member(const bl_local_response* response, uint32_t node)
{
    for (int i = 0; i < response->member_count; i++)
        if (response->members[i].node == node) return i;
    return -1;
}

bool bl_local_is_rod(const belay_world* world, uint32_t node)
{
    return node >= bl_rod_island_node(&world->entities, 0);
}

// What stands between the bodies and the rods is the world. A rod that sleeps has no velocities.
static bool can_move(const bl_local_response* response, uint32_t node)
{
    const belay_world* world = response->world;
    if (bl_local_is_rod(world, node))
        return world->scratch.rods.rods[node - bl_rod_island_node(&world->entities, 0)].dof_count > 0;
    return !bl_local_tool_has(response->tool, node) && node < bl_body_count(world) &&
           bl_bodies(world)[node].type == BELAY_BODY_DYNAMIC &&
           world->scratch.motion.responses[node].inverse_mass > 0.0;
}

void bl_local_response_add(bl_local_response* response, uint32_t node, double arc)
{
    if (response->member_count == BL_LOCAL_MEMBERS || !can_move(response, node) ||
        bl_local_find_member(response, node) >= 0)
        return;
    response->members[response->member_count++] = (bl_local_member){node, arc};
}

void bl_local_set_side(const bl_local_response* response, bl_local_side* side, uint32_t body, belay_vec3 linear,
                       belay_vec3 angular)
{
    side->member = bl_local_find_member(response, body);
    if (side->member < 0) return;
    const bl_response* r = &response->world->scratch.motion.responses[body];
    side->is_body = true;
    side->linear = linear;
    side->angular = angular;
    side->linear_m = v3_scale(r->inverse_mass, linear);
    side->angular_m = m3_mul_v3(r->inverse_inertia, angular);
}

void bl_local_set_rod_side(const bl_local_response* response, bl_local_side* side, uint32_t rod, const bl_rod_row* row)
{
    side->member = bl_local_find_member(response, bl_rod_island_node(&response->world->entities, rod));
    side->rod = *row;
}

bl_local_row bl_local_empty_row(void)
{
    bl_local_row row;
    memset(&row, 0, sizeof row);
    row.side[0].member = row.side[1].member = -1;
    return row;
}

bl_local_row bl_local_response_row(const bl_local_response* response, uint32_t body, belay_vec3 direction,
                                   belay_vec3 arm)
{
    bl_local_row row = bl_local_empty_row();
    bl_local_set_side(response, &row.side[0], body, direction, v3_cross(arm, direction));
    return row;
}

bl_local_row bl_local_response_joint_row(const bl_local_response* response, uint32_t body, belay_vec3 linear,
                                         belay_vec3 angular)
{
    bl_local_row row = bl_local_empty_row();
    bl_local_set_side(response, &row.side[0], body, linear, angular);
    return row;
}

bl_local_row bl_local_response_rod_row(const bl_local_response* response, const bl_rod_row* rod)
{
    bl_local_row row = bl_local_empty_row();
    bl_local_set_rod_side(response, &row.side[0], rod->place.rod, rod);
    return row;
}
