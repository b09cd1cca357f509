// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: rods and bodies tied to each other. Two ropes carry seven planks, and a box stands on these.

#include "example.h"

#include <math.h>

enum { PLANKS = 7, ELEMENTS = 32 };

static const double SPAN = 4.0, WIDTH = 1.0, SPACING = 0.25; // m

static belay_body_id add_box(belay_world* world, belay_vec3 at, belay_vec3 size, double mass)
{
    belay_body_def def = belay_body_def_default();
    def.pose.position = at;
    def.linear_damping = def.angular_damping = 8.0; // 1/s, so that it comes to rest soon
    belay_body_id box;
    belay_collider_def collider = belay_collider_def_box(size);
    collider.density = mass / (size.x * size.y * size.z);
    CHECK(belay_body_create_solid(world, &def, &collider, &box));
    return box;
}

static void hold(belay_world* world, belay_rod_id rope, double s, belay_body_id body)
{
    belay_rod_attachment_def def;
    CHECK(belay_rod_attachment_def_at(world, rope, BELAY_ROD_PIN, s, body, &def));
    CHECK(belay_rod_attach(world, rope, &def, NULL));
}

// A rope along x whose ends are held by the world, as attachments 0 and 1, with all planks tied to it.
static belay_rod_id add_rope(belay_world* world, double y, const belay_body_id planks[PLANKS])
{
    belay_rod_def def = belay_rod_def_default();
    def.element_count = ELEMENTS;
    def.length = SPAN;
    def.start = (belay_vec3){-0.5 * SPAN, y, 0.0};
    def.radius = 0.01;
    def.young_modulus = 1e8; // Pa
    def.drag = 8.0;          // 1/s
    def.filter.mask = 0;     // touches nothing
    belay_rod_id rope;
    CHECK(belay_rod_create(world, &def, &rope));
    for (int i = 0; i < 2; i++)
        hold(world, rope, i * SPAN, (belay_body_id){0});
    for (int i = 0; i < 2 * PLANKS; i++) // at both edges, so that a plank does not turn about the ropes
        hold(world, rope, (i / 2 + 1) * SPAN / (PLANKS + 1) + (i % 2 - 0.5) * SPACING, planks[i / 2]);
    return rope;
}

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));

    belay_body_id planks[PLANKS];
    for (int i = 0; i < PLANKS; i++)
        planks[i] = add_box(world, (belay_vec3){(i + 1) * SPAN / (PLANKS + 1) - 0.5 * SPAN, 0.0, 0.0},
                            (belay_vec3){0.3, WIDTH, 0.05}, 3.0);
    belay_rod_id ropes[2] = {add_rope(world, -0.5 * WIDTH, planks), add_rope(world, 0.5 * WIDTH, planks)};
    add_box(world, (belay_vec3){0.0, 0.0, 0.2}, (belay_vec3){0.25, 0.25, 0.25}, 20.0);

    for (int i = 0; i < 960; i++)
        CHECK(belay_world_step(world));
    double carried = 0.0;
    for (int i = 0; i < 4; i++) {
        belay_rod_attachment_state end;
        CHECK(belay_rod_get_attachment(world, ropes[i / 2], i % 2, &end));
        printf("end %d pulls with %.2f N, %.2f N of it upwards\n", i, hypot(end.force.x, end.force.z), end.force.z);
        carried += end.force.z;
    }
    printf("the ends carry planks of 21 kg, a box of 20 kg and ropes of 2.513 kg = %.3f N\n", carried);
    CHECK(belay_world_destroy(world));
    return 0;
}
