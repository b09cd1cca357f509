// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: a snapshot. A world that is taken back goes on as it did the first time, to the last bit.

#include "example.h"

static uint64_t play(belay_world* world, int steps)
{
    for (int i = 0; i < steps; i++)
        CHECK(belay_world_step(world));
    return belay_world_hash(world);
}

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));

    belay_collider_def ground = belay_collider_def_plane((belay_vec3){0.0, 0.0, 1.0}, 0.0);
    CHECK(belay_body_create_static(world, belay_pose_identity(), &ground, NULL));
    belay_collider_def cube = belay_collider_def_box((belay_vec3){1.0, 1.0, 1.0});
    for (int i = 0; i < 5; i++) {
        belay_body_def def = belay_body_def_default();
        def.pose.position = (belay_vec3){0.2 * i, 0.0, 1.0 + 1.1 * i};
        CHECK(belay_body_create_solid(world, &def, &cube, NULL));
    }

    play(world, 100);
    size_t size;
    belay_world_snapshot(world, NULL, 0, &size); // answers VALUE, and how much it takes
    void* saved = malloc(size);
    if (saved == NULL) return 1;
    CHECK(belay_world_snapshot(world, saved, size, NULL));
    uint64_t then = belay_world_hash(world), first = play(world, 100);
    CHECK(belay_world_restore(world, saved, size));
    uint64_t again = belay_world_hash(world), second = play(world, 100);
    free(saved);
    printf("%zu bytes; hash when saved %016llx, 100 steps later %016llx\n", size, (unsigned long long)then,
           (unsigned long long)first);
    printf("of 2 hashes, those that differ after going back = %d\n", (then != again) + (first != second));
    CHECK(belay_world_destroy(world));
    return then == first; // the steps between did something
}
