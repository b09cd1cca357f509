// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: threads inside of a step. A world gives the same bits with any worker_count.

#include "example.h"

static void add_ball(belay_world* world, belay_vec3 at)
{
    belay_body_def def = belay_body_def_default();
    def.pose.position = at;
    belay_body_id ball;
    belay_collider_def sphere = belay_collider_def_sphere(0.25);
    CHECK(belay_body_create_solid(world, &def, &sphere, &ball));
}

// The hash of a world of falling balls after a second.
static uint64_t run(int worker_count)
{
    belay_world_def world_def = belay_world_def_default();
    world_def.worker_count = worker_count;
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));
    belay_collider_def ground = belay_collider_def_plane((belay_vec3){0.0, 0.0, 1.0}, 0.0);
    CHECK(belay_body_create_static(world, belay_pose_identity(), &ground, NULL));
    for (int i = 0; i < 64; i++)
        add_ball(world, (belay_vec3){0.6 * (i % 4) + 0.01 * i, 0.6 * (i / 4 % 4), 0.5 + 0.6 * (i / 16)});
    for (int i = 0; i < 240; i++)
        CHECK(belay_world_step(world));
    uint64_t hash = belay_world_hash(world);
    CHECK(belay_world_destroy(world));
    return hash;
}

int main(void)
{
    uint64_t one = run(1);
    int different = 0;
    for (int workers = 2; workers <= 4; workers++)
        different += run(workers) != one;
    printf("64 balls, 240 steps: hash %016llx\n", (unsigned long long)one);
    printf("of the runs with 2, 3 and 4 threads, those with another hash = %d\n", different);
    return 0;
}
