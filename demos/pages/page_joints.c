// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Every type of joint, as it moves: grey stands, orange moves and is drawn at several moments. Under each stands what
// it leaves free, and how far what it locks was out of place at worst.

#include "pages/page_joints.h"

#include "pages/page_stage.h"

#include <belay/quat.h>
#include <belay/vec.h>
#include <math.h>

enum { COLUMNS = 4, WIDTH = 215, HEIGHT = 200 };

typedef struct panel {
    page_stage stage;
    page_sketch sketch;
    belay_joint_id joint;
    double error; // m, the largest so far
} panel;

static const belay_body_id WORLD = {0};
static const belay_vec3 X = {1.0, 0.0, 0.0}, Y = {0.0, 1.0, 0.0}, Z = {0.0, 0.0, 1.0};

static belay_body_id add(panel* p, page_solid_kind kind, belay_vec3 size, belay_pose pose, uint32_t color)
{
    page_solid solid = {.kind = kind, .size = size, .color = color, .is_static = color == PAGE_GREY};
    return page_stage_add(&p->stage, solid, pose, false);
}

static belay_joint_def def_at(panel* p, belay_joint_type type, belay_body_id a, belay_body_id b, belay_vec3 anchor,
                              belay_vec3 axis)
{
    belay_joint_def def;
    page_check(p->stage.world, belay_joint_def_at(p->stage.world, type, a, b, anchor, axis, &def));
    return def;
}

static void join(panel* p, const belay_joint_def* def)
{
    page_check(p->stage.world, belay_joint_create(p->stage.world, def, &p->joint));
}

static void drive(belay_joint_def* def, double speed)
{
    def->axis[0].motor = (belay_joint_motor){.is_enabled = true, .speed = speed, .max_force = HUGE_VAL};
}

static void throw_at(panel* p, belay_body_id body, belay_vec3 linear, belay_vec3 angular)
{
    page_check(p->stage.world, belay_body_set_velocity(p->stage.world, body, linear, angular));
}

// Draws what moves at `count` moments, `seconds` apart, the last one strongest.
static void film(panel* p, int count, double seconds)
{
    double h = belay_world_get_def(p->stage.world)->step_seconds;
    int steps = (int)(seconds / h + 0.5);
    page_stage_draw(&p->stage, true, 1.0);
    for (int i = 0; i < count; i++) {
        page_stage_draw(&p->stage, false, i == count - 1 ? 1.0 : 0.2 + 0.3 * i / count);
        for (int k = 0; i < count - 1 && k < steps; k++) {
            page_check(p->stage.world, belay_world_step(p->stage.world));
            belay_joint_state state;
            page_check(p->stage.world, belay_joint_get_state(p->stage.world, p->joint, &state));
            if (state.error > p->error) p->error = state.error;
        }
    }
}

static void line(panel* p, belay_vec3 from, belay_vec3 to)
{
    page_sketch_line(&p->sketch, (belay_vec3[]){from, to}, 2, PAGE_DARK, 1.2);
}

static void ball(panel* p)
{
    belay_body_id arm = add(p, PAGE_CAPSULE, v3(0.9, 0.1, 0.0), page_at(0.0, 0.0, -0.05), PAGE_ORANGE);
    add(p, PAGE_BOX, v3(0.9, 0.9, 0.1), page_at(0.0, 0.0, 0.65), PAGE_GREY);
    belay_joint_def def = def_at(p, BELAY_JOINT_BALL, arm, WORLD, v3(0.0, 0.0, 0.55), Z);
    join(p, &def);
    throw_at(p, arm, v3(1.2, 0.8, 0.0), v3(0.8, -2.0, 0.0));
    film(p, 5, 0.15);
}

static void hinge(panel* p)
{
    add(p, PAGE_BOX, v3(0.14, 0.14, 1.5), page_at(-0.6, 0.0, 0.0), PAGE_GREY);
    belay_body_id door = add(p, PAGE_BOX, v3(0.9, 0.06, 1.3), page_at(0.0, 0.0, 0.0), PAGE_ORANGE);
    belay_joint_def def = def_at(p, BELAY_JOINT_HINGE, door, WORLD, v3(-0.5, 0.0, 0.0), Z);
    drive(&def, -1.0);
    join(p, &def);
    film(p, 4, 0.4);
}

static void slider(panel* p)
{
    add(p, PAGE_BOX, v3(1.9, 0.1, 0.1), page_at(0.0, 0.0, 0.0), PAGE_GREY);
    belay_body_id cart = add(p, PAGE_BOX, v3(0.4, 0.4, 0.4), page_at(-0.7, 0.0, 0.0), PAGE_ORANGE);
    belay_joint_def def = def_at(p, BELAY_JOINT_SLIDER, cart, WORLD, v3(-0.7, 0.0, 0.0), X);
    drive(&def, -1.0); // of the world against the cart
    join(p, &def);
    film(p, 4, 0.45);
}

static void fixed(panel* p)
{
    belay_body_id a = add(p, PAGE_BOX, v3(0.5, 0.5, 0.5), page_at(-0.7, 0.0, 0.1), PAGE_ORANGE);
    belay_body_id b = add(p, PAGE_BALL, v3(0.3, 0.0, 0.0), page_at(-0.2, 0.0, 0.1), PAGE_BLUE);
    belay_joint_def def = def_at(p, BELAY_JOINT_FIXED, a, b, v3(-0.45, 0.0, 0.1), X);
    join(p, &def);
    throw_at(p, a, v3(0.8, 0.0, 0.0), v3(0.0, -2.0, 0.0));
    throw_at(p, b, v3(0.8, 0.0, 1.0), v3(0.0, -2.0, 0.0));
    film(p, 3, 0.6);
}

static void distance(panel* p)
{
    add(p, PAGE_BALL, v3(0.1, 0.0, 0.0), page_at(0.0, 0.0, 0.65), PAGE_GREY);
    belay_body_id ball = add(p, PAGE_BALL, v3(0.2, 0.0, 0.0), page_at(-0.8, 0.0, 0.0), PAGE_ORANGE);
    belay_joint_def def = belay_joint_def_default(BELAY_JOINT_DISTANCE);
    def.body_a = ball;
    def.frame_b.position = v3(0.0, 0.0, 0.65);
    join(p, &def);
    for (int i = 0; i < 4; i++) {
        film(p, i == 3 ? 1 : 2, 0.16);
        line(p, v3(0.0, 0.0, 0.65), page_stage_pose(&p->stage, ball).position);
    }
}

static void cone_twist(panel* p)
{
    enum { RIM = 24 };
    belay_vec3 cone[RIM + 1] = {v3(0.0, 0.0, -0.5)};
    for (int i = 0; i < RIM; i++) {
        double a = 2.0 * BELAY_PI * i / RIM;
        cone[i + 1] = v3(0.6 * cos(a), 0.6 * sin(a), -0.5 + 0.6 * sqrt(3.0));
    }
    page_sketch_outline(&p->sketch, cone, RIM + 1, PAGE_BLUE, 0.3);
    belay_body_id arm = add(p, PAGE_CAPSULE, v3(1.0, 0.08, 0.0), page_at(0.0, 0.0, 0.0), PAGE_ORANGE);
    add(p, PAGE_BOX, v3(0.7, 0.7, 0.1), page_at(0.0, 0.0, -0.6), PAGE_GREY);
    belay_joint_def def = def_at(p, BELAY_JOINT_CONE_TWIST, arm, WORLD, v3(0.0, 0.0, -0.5), Z);
    def.cone_angle = BELAY_PI / 6.0;
    join(p, &def);
    throw_at(p, arm, v3(0.9, 0.5, 0.0), v3(-1.0, 1.8, 0.0));
    film(p, 5, 0.25);
}

static void six_dof(panel* p)
{
    add(p, PAGE_BOX, v3(1.7, 1.1, 0.08), page_at(0.0, 0.0, -0.3), PAGE_GREY);
    belay_body_id plate = add(p, PAGE_BOX, v3(0.5, 0.5, 0.2), page_at(0.0, 0.0, 0.0), PAGE_ORANGE);
    belay_joint_def def = belay_joint_def_default(BELAY_JOINT_SIX_DOF);
    def.body_a = plate;
    def.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = -0.6, .max = 0.6};
    def.axis[1].limit = (belay_joint_limit){.is_enabled = true, .min = -0.3, .max = 0.3};
    def.axis[2].limit = (belay_joint_limit){.is_enabled = true};
    def.axis[4].limit = def.axis[5].limit = def.axis[2].limit; // of the turns only that about x is free
    join(p, &def);
    throw_at(p, plate, v3(1.0, 0.5, 0.0), v3(0.7, 0.0, 0.0));
    film(p, 4, 0.25);
}

static void drag(panel* p)
{
    belay_body_id box = add(p, PAGE_BOX, v3(0.5, 0.3, 0.3), page_at(-0.6, 0.0, -0.5), PAGE_ORANGE);
    belay_joint_def def = belay_joint_def_default(BELAY_JOINT_DRAG);
    def.body_a = box;
    def.frame_a.position = v3(0.25, 0.15, 0.15);
    def.target = v3(0.7, 0.0, 0.6);
    def.drag_frequency = 0.7;
    def.drag_max_force = 400.0;
    join(p, &def);
    film(p, 4, 0.22);
    p->error = -1.0;
    belay_pose pose = page_stage_pose(&p->stage, box);
    page_sketch_arrow(&p->sketch, pose_apply(pose, def.frame_a.position), def.target, PAGE_RED);
    page_sketch_ball(&p->sketch, def.target, 0.05, PAGE_RED, 1.0);
}

// A wheel about the y axis through its middle.
static belay_body_id add_wheel(panel* p, double x, double z, double radius, uint32_t color, double speed)
{
    belay_body_id wheel = add(p, PAGE_CYLINDER, v3(0.15, radius, 0.0), page_along_y(x, 0.0, z), color);
    belay_joint_def def = def_at(p, BELAY_JOINT_HINGE, wheel, WORLD, v3(x, 0.0, z), Y);
    if (speed != 0.0) drive(&def, speed);
    join(p, &def);
    return wheel;
}

// Spokes at the front of a wheel, which show how far it has turned.
static void draw_spokes(panel* p, belay_body_id wheel, double radius, int count)
{
    belay_pose pose = page_stage_pose(&p->stage, wheel);
    for (int i = 0; i < count; i++) {
        double a = 2.0 * BELAY_PI * i / count;
        belay_vec3 rim = v3(radius * cos(a), radius * sin(a), -0.09);
        page_sketch_line(&p->sketch, (belay_vec3[]){pose_apply(pose, v3(0.0, 0.0, -0.09)), pose_apply(pose, rim)}, 2,
                         i == 0 ? PAGE_RED : PAGE_DARK, i == 0 ? 2.5 : 1.0);
    }
}

static void gear(panel* p)
{
    belay_body_id a = add_wheel(p, -0.35, 0.0, 0.55, PAGE_BLUE, 1.0);
    belay_body_id b = add_wheel(p, 0.45, 0.0, 0.25, PAGE_ORANGE, 0.0);
    belay_joint_def def;
    page_check(p->stage.world, belay_joint_def_gear(p->stage.world, a, b, v3(-0.35, 0.0, 0.0), v3(0.45, 0.0, 0.0), Y,
                                                    -0.55 / 0.25, &def));
    join(p, &def);
    page_stage_run(&p->stage, 0.4);
    film(p, 1, 0.0);
    draw_spokes(p, a, 0.5, 8);
    draw_spokes(p, b, 0.22, 8);
}

static void rack(panel* p)
{
    belay_body_id pinion = add_wheel(p, 0.0, 0.25, 0.35, PAGE_BLUE, 1.0);
    belay_body_id bar = add(p, PAGE_BOX, v3(1.4, 0.2, 0.12), page_at(0.2, 0.0, -0.16), PAGE_ORANGE);
    belay_joint_def guide = def_at(p, BELAY_JOINT_SLIDER, bar, WORLD, v3(0.0, 0.0, -0.16), X);
    join(p, &guide);
    belay_joint_def def;
    page_check(p->stage.world, belay_joint_def_rack(p->stage.world, bar, pinion, v3(0.0, 0.0, 0.25), Y, X, 0.35, &def));
    join(p, &def);
    film(p, 3, 0.5);
    draw_spokes(p, pinion, 0.32, 8);
}

static void screw(panel* p)
{
    add(p, PAGE_CYLINDER, v3(1.8, 0.08, 0.0), page_along_x(0.0, 0.0, 0.0), PAGE_GREY);
    belay_body_id nut = add(p, PAGE_BOX, v3(0.3, 0.5, 0.5), page_at(-0.6, 0.0, 0.0), PAGE_ORANGE);
    belay_joint_def def = def_at(p, BELAY_JOINT_SCREW, nut, WORLD, v3(-0.6, 0.0, 0.0), X);
    def.ratio = 1.6;
    join(p, &def);
    throw_at(p, nut, v3(0.5 * 1.6 / (2.0 * BELAY_PI), 0.0, 0.0), v3(0.5, 0.0, 0.0));
    film(p, 4, 3.0);
}

static void pulley(panel* p)
{
    belay_body_id a = add(p, PAGE_BOX, v3(0.3, 0.3, 0.3), page_at(-0.5, 0.0, 0.0), PAGE_ORANGE);
    belay_body_id b = add(p, PAGE_BOX, v3(0.4, 0.4, 0.4), page_at(0.5, 0.0, 0.3), PAGE_ORANGE);
    add(p, PAGE_BOX, v3(1.7, 0.2, 0.08), page_at(0.0, 0.0, 0.79), PAGE_GREY);
    belay_vec3 left = v3(-0.5, 0.0, 0.75), right = v3(0.5, 0.0, 0.75);
    belay_joint_def def;
    page_check(p->stage.world, belay_joint_def_pulley(p->stage.world, a, b, v3(-0.5, 0.0, 0.15), left, right,
                                                      v3(0.5, 0.0, 0.5), 1.0, &def));
    join(p, &def);
    film(p, 3, 0.2);
    belay_vec3 top_a = pose_apply(page_stage_pose(&p->stage, a), def.frame_a.position);
    belay_vec3 top_b = pose_apply(page_stage_pose(&p->stage, b), def.frame_b.position);
    page_sketch_line(&p->sketch, (belay_vec3[]){top_a, left, right, top_b}, 4, PAGE_DARK, 1.5);
}

typedef struct row {
    belay_joint_type type;
    void (*play)(panel* p);
    const char* free; // what it leaves
    bool has_gravity;
} row;

static const row rows[] = {
    {BELAY_JOINT_BALL, ball, "free: all turns", true},
    {BELAY_JOINT_HINGE, hinge, "free: turn about x", true},
    {BELAY_JOINT_SLIDER, slider, "free: way along x", true},
    {BELAY_JOINT_FIXED, fixed, "free: nothing", false},
    {BELAY_JOINT_DISTANCE, distance, "keeps a distance, or a range", true},
    {BELAY_JOINT_CONE_TWIST, cone_twist, "free: turns, within a cone", false},
    {BELAY_JOINT_SIX_DOF, six_dof, "each of six: free, limited, locked", false},
    {BELAY_JOINT_DRAG, drag, "pulls a point with a capped force", false},
    {BELAY_JOINT_GEAR, gear, "keeps a ratio of two angles", false},
    {BELAY_JOINT_RACK, rack, "keeps way to angle", false},
    {BELAY_JOINT_SCREW, screw, "free: turn, and a pitch for each", false},
    {BELAY_JOINT_PULLEY, pulley, "keeps the length of a rope", true},
};

enum { ROWS = sizeof rows / sizeof *rows };

static void draw_panel(FILE* svg, const row* r, page_point corner)
{
    static panel p;
    belay_world_def def = belay_world_def_default();
    if (!r->has_gravity) def.gravity = v3_zero();
    p.error = 0.0;
    page_sketch_begin(&p.sketch, svg, (page_point){corner.x + 0.5 * WIDTH, corner.y + 0.48 * HEIGHT}, 85.0);
    page_stage_begin(&p.stage, &def, &p.sketch);
    r->play(&p);
    page_sketch_end(&p.sketch);
    page_stage_end(&p.stage);
    char error[64];
    if (p.error < 1e-8)
        snprintf(error, sizeof error, "out of place by less than 0.01 um");
    else
        snprintf(error, sizeof error, "out of place by at most %.2f um", p.error * 1e6);
    page_svg_text(svg, (page_point){corner.x + 8.0, corner.y + 18.0}, 14.0, "start", belay_joint_type_name(r->type));
    page_svg_text(svg, (page_point){corner.x + 8.0, corner.y + HEIGHT - 18.0}, 10.5, "start", r->free);
    if (p.error >= 0.0) page_svg_text(svg, (page_point){corner.x + 8.0, corner.y + HEIGHT - 4.0}, 9.0, "start", error);
}

bool page_draw_joints(const char* path)
{
    FILE* svg = page_svg_open(path, COLUMNS * WIDTH, HEIGHT * ((ROWS + COLUMNS - 1) / COLUMNS) + 6);
    if (svg == NULL) return false;
    for (int i = 0; i < ROWS; i++)
        draw_panel(svg, &rows[i], (page_point){WIDTH * (i % COLUMNS), (double)(HEIGHT * (i / COLUMNS))});
    return page_svg_close(svg);
}
