// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/walker.h"

#include <criterion/criterion.h>

belay_body_id walker_add_box(belay_world* world, belay_body_type type, belay_vec3 at, belay_vec3 size,
                             belay_quat turned)
{
    belay_body_def def = belay_body_def_default();
    belay_collider_def box = belay_collider_def_box(size);
    belay_body_id id;
    def.type = type;
    def.pose = (belay_pose){at, turned};
    cr_assert_eq(belay_body_create(world, &def, &id), BELAY_OK);
    cr_assert_eq(belay_collider_create(world, id, &box, NULL), BELAY_OK);
    if (type == BELAY_BODY_DYNAMIC) cr_assert_eq(belay_body_set_mass_from_colliders(world, id), BELAY_OK);
    return id;
}

belay_body_id walker_add_static(belay_world* world, belay_vec3 at, belay_vec3 size)
{
    return walker_add_box(world, BELAY_BODY_STATIC, at, size, belay_quat_identity());
}

void walker_move(belay_world* world, const belay_character_def* def, belay_character* c, belay_vec3 velocity)
{
    cr_assert_eq(belay_character_move(world, def, c, velocity, WALKER_H), BELAY_OK, "%s",
                 belay_world_last_error(world));
}

void walker_walk(belay_world* world, const belay_character_def* def, belay_character* c, belay_vec3 level, double* fall)
{
    *fall = c->is_grounded && *fall <= 0.0 ? -SCENE_G * WALKER_H : *fall - SCENE_G * WALKER_H;
    walker_move(world, def, c, v3(level.x, level.y, *fall));
}

belay_world* walker_flat(void)
{
    belay_world* world = scene_world(WALKER_H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    return world;
}

double walker_deepest(belay_world* world, const belay_character_def* def, const belay_character* c)
{
    belay_shape shape = {.type = BELAY_SHAPE_CAPSULE, .capsule = {def->height - 2.0 * def->radius, def->radius}};
    belay_pose pose = {c->position, belay_quat_identity()};
    belay_overlap places[64];
    int count;
    double depth = -1.0;
    cr_assert_eq(belay_world_find_overlaps(world, &shape, pose, 0.1, NULL, places, 64, &count), BELAY_OK);
    for (int i = 0; i < count; i++)
        depth = fmax(depth, places[i].depth);
    return depth;
}
