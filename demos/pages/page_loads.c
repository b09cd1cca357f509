// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "pages/page_loads.h"

#include "pages/page_stage.h"

#include <belay/vec.h>

static const double LEGS[4][2] = {{-0.5, -0.3}, {0.5, -0.3}, {-0.5, 0.3}, {0.5, 0.3}}, RADIUS = 0.03, HEIGHT = 0.6;

static belay_body_id add_table(belay_world* world, double x, double y)
{
    belay_body_def def = belay_body_def_default();
    def.mass = 100.0 / 9.81;
    def.inertia = belay_inertia_box(def.mass, (belay_vec3){1.2, 0.8, 0.2});
    def.center_of_mass = (belay_vec3){x, y, HEIGHT};
    belay_body_id table;
    page_check(world, belay_body_create(world, &def, &table));
    for (int i = 0; i < 4; i++) {
        belay_collider_def foot = belay_collider_def_sphere(RADIUS);
        foot.pose.position = (belay_vec3){LEGS[i][0], LEGS[i][1], RADIUS};
        page_check(world, belay_collider_create(world, table, &foot, NULL));
    }
    return table;
}

void page_weigh_table(double x, double y, double forces[4])
{
    belay_world_def def = belay_world_def_exact();
    belay_world* world;
    page_check(NULL, belay_world_create(&def, &world, NULL));
    belay_collider_def floor = belay_collider_def_plane((belay_vec3){0.0, 0.0, 1.0}, 0.0);
    page_check(world, belay_body_create_static(world, belay_pose_identity(), &floor, NULL));
    add_table(world, x, y);
    for (int i = 0; i < 60; i++)
        page_check(world, belay_world_step(world));
    for (int i = 0; i < 4; i++)
        forces[i] = 0.0;
    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    for (int k = 0; k < count; k++) {
        int leg = (contacts[k].point.x > 0.0) + 2 * (contacts[k].point.y > 0.0);
        forces[leg] += contacts[k].impulse[0] / def.step_seconds;
    }
    page_check(world, belay_world_destroy(world));
}

static void draw_table(FILE* svg, page_point middle, double x, double y)
{
    static page_sketch sketch;
    double forces[4];
    page_weigh_table(x, y, forces);
    page_sketch_begin(&sketch, svg, middle, 125.0);
    page_sketch_box(&sketch, page_at(0.0, 0.0, HEIGHT), (belay_vec3){1.2, 0.8, 0.06}, PAGE_ORANGE, 1.0);
    for (int i = 0; i < 4; i++) {
        belay_pose leg = page_at(LEGS[i][0], LEGS[i][1], 0.5 * HEIGHT);
        page_sketch_capsule(&sketch, leg, HEIGHT - 2.0 * RADIUS, RADIUS, PAGE_BLUE, 1.0);
    }
    page_sketch_end(&sketch);
    page_sketch_begin(&sketch, svg, middle, 125.0); // what stands on it is before it
    page_sketch_ball(&sketch, (belay_vec3){x, y, HEIGHT + 0.13}, 0.1, PAGE_RED, 1.0);
    page_sketch_end(&sketch);
    for (int i = 0; i < 4; i++) {
        char text[32];
        snprintf(text, sizeof text, "%.1f N", forces[i]);
        page_point foot = page_sketch_project(&sketch, (belay_vec3){LEGS[i][0], LEGS[i][1], 0.0});
        page_svg_text(svg, (page_point){foot.x, foot.y + 14.0}, 11.0, "middle", text);
    }
}

bool page_draw_loads(const char* path)
{
    FILE* svg = page_svg_open(path, 720, 235);
    if (svg == NULL) return false;
    draw_table(svg, (page_point){120.0, 155.0}, 0.0, 0.0);
    draw_table(svg, (page_point){360.0, 155.0}, 0.25, 0.0);
    draw_table(svg, (page_point){600.0, 155.0}, 0.2, 0.1);
    page_svg_text(svg, (page_point){12.0, 228.0}, 10.5, "start",
                  "A table of 100 N with its load, on four equal legs: the forces of the least sum of squares.");
    return page_svg_close(svg);
}
