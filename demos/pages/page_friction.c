// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "pages/page_friction.h"

#include "pages/page_stage.h"

#include <belay/vec.h>
#include <math.h>

static const double SPEED = 2.0, MU = 0.4, GRAVITY = 9.81, H = 1.0 / 1200.0; // m/s, 1, m/s^2, s
enum { STEPS_BETWEEN = 16 };

// A small ball that cannot turn slides as a point does: a box would turn where its corners meet different friction.
static belay_body_id add_puck(belay_world* world)
{
    belay_body_def def = belay_body_def_default();
    def.pose.position.z = 0.02;
    belay_body_id puck;
    page_check(world, belay_body_create(world, &def, &puck));
    belay_collider_def shape = belay_collider_def_sphere(0.02);
    shape.material.friction = MU;
    page_check(world, belay_collider_create(world, puck, &shape, NULL));
    belay_joint_def upright = belay_joint_def_default(BELAY_JOINT_SIX_DOF);
    upright.body_a = puck;
    for (int i = 3; i < 6; i++)
        upright.axis[i].limit = (belay_joint_limit){.is_enabled = true};
    page_check(world, belay_joint_create(world, &upright, NULL));
    return puck;
}

static void throw_one(page_trail* trail)
{
    belay_world_def def = belay_world_def_exact();
    def.step_seconds = H;
    belay_world* world;
    page_check(NULL, belay_world_create(&def, &world, NULL));
    belay_collider_def floor = belay_collider_def_plane((belay_vec3){0.0, 0.0, 1.0}, 0.0);
    floor.material.friction = MU;
    page_check(world, belay_body_create_static(world, belay_pose_identity(), &floor, NULL));
    belay_body_id puck = add_puck(world);
    belay_vec3 speed = {SPEED * cos(trail->direction), SPEED * sin(trail->direction), 0.0};
    page_check(world, belay_body_set_velocity(world, puck, speed, v3_zero()));
    for (int i = 0; i < PAGE_TRAIL; i++) {
        belay_body_state state;
        page_check(world, belay_body_get_state(world, puck, &state));
        trail->at[i] = (page_point){state.pose.position.x, state.pose.position.y};
        for (int k = 0; k < STEPS_BETWEEN; k++)
            page_check(world, belay_world_step(world));
    }
    page_check(world, belay_world_destroy(world));
}

void page_throw_round(page_trail trails[PAGE_THROWS])
{
    for (int i = 0; i < PAGE_THROWS; i++) {
        trails[i].direction = 2.0 * BELAY_PI * i / PAGE_THROWS;
        throw_one(&trails[i]);
    }
}

// Friction of one axis: takes the speed away, up to what it can in a step.
static double slowed(double speed)
{
    double most = MU * GRAVITY * H;
    return fabs(speed) <= most ? 0.0 : speed - copysign(most, speed);
}

void page_throw_pyramid(page_trail trails[PAGE_THROWS])
{
    for (int i = 0; i < PAGE_THROWS; i++) {
        page_trail* trail = &trails[i];
        trail->direction = 2.0 * BELAY_PI * i / PAGE_THROWS;
        double x = 0.0, y = 0.0, u = SPEED * cos(trail->direction), v = SPEED * sin(trail->direction);
        for (int k = 0; k < PAGE_TRAIL; k++) {
            trail->at[k] = (page_point){x, y};
            for (int step = 0; step < STEPS_BETWEEN; step++) {
                double next_u = slowed(u), next_v = slowed(v);
                x += 0.5 * H * (u + next_u);
                y += 0.5 * H * (v + next_v);
                u = next_u;
                v = next_v;
            }
        }
    }
}

// What a contact can give: |f| <= mu N, or |f_x| and |f_y| <= mu N.
static void draw_limit(FILE* svg, page_point middle, double size, bool is_round)
{
    if (is_round) {
        page_svg_circle(svg, middle, size, page_lined(PAGE_RED, 1.5));
        return;
    }
    page_point c[4] = {{middle.x - size, middle.y - size},
                       {middle.x + size, middle.y - size},
                       {middle.x + size, middle.y + size},
                       {middle.x - size, middle.y + size}};
    page_style style = page_lined(PAGE_RED, 1.5);
    page_svg_polygon(svg, c, 4, style);
}

static void draw_side(FILE* svg, page_point middle, const page_trail* trails, bool is_round)
{
    const double scale = 215.0, radius = SPEED * SPEED / (2.0 * MU * GRAVITY);
    page_style right = {.line = 0x909090u, .width = 6.0, .opacity = 0.35};
    page_svg_circle(svg, middle, scale * radius, right);
    for (int i = 0; i < PAGE_THROWS; i++) {
        page_point line[PAGE_TRAIL];
        for (int k = 0; k < PAGE_TRAIL; k++)
            line[k] = (page_point){middle.x + scale * trails[i].at[k].x, middle.y - scale * trails[i].at[k].y};
        page_svg_line(svg, line, PAGE_TRAIL, 0x2f6fb3u, 1.4);
        page_svg_circle(svg, line[PAGE_TRAIL - 1], 3.0, page_filled(PAGE_ORANGE, 1.0));
    }
    draw_limit(svg, (page_point){middle.x + 130.0, middle.y - 132.0}, 16.0, is_round);
}

bool page_draw_friction(const char* path)
{
    static page_trail trails[PAGE_THROWS];
    FILE* svg = page_svg_open(path, 700, 370);
    if (svg == NULL) return false;
    page_throw_round(trails);
    draw_side(svg, (page_point){175.0, 195.0}, trails, true);
    page_throw_pyramid(trails);
    draw_side(svg, (page_point){525.0, 195.0}, trails, false);
    page_svg_text(svg, (page_point){12.0, 20.0}, 14.0, "start", "round cone (Belay)");
    page_svg_text(svg, (page_point){362.0, 20.0}, 14.0, "start", "pyramid");
    page_svg_text(
        svg, (page_point){12.0, 362.0}, 10.5, "start",
        "Pucks thrown from the middle with 2 m/s, mu = 0.4. Grey: where they stop by v^2 / (2 mu g). Red: what "
        "friction can give.");
    return page_svg_close(svg);
}
