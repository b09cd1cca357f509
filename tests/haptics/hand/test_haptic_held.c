// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a tip holds by a lock is set down on a floor: the floor is felt through it as if the tip itself came to it.

#include "haptics/hand_world.h"
#include "haptics/posed.h"

#include <criterion/criterion.h>

#define MASS 0.15  // kg, of all that is held
#define SIDE 0.03  // m
#define TIP 0.008  // m, radius
#define ABOVE 0.03 // m, of the box's lower face above the floor at first
#define PRESS 2e-3 // m, that the hand goes on beyond where the floor takes the weight

static const belay_haptic_tool_kind kinds[] = {BELAY_HAPTIC_TOOL_POINT, BELAY_HAPTIC_TOOL_POSE,
                                               BELAY_HAPTIC_TOOL_DYNAMIC};

typedef struct held_tip {
    hand_world w;
    belay_haptic_tool_kind kind;
    belay_vec3 start;
    belay_body_id box; // the first
    belay_joint_id lock;
    double mass;  // kg, of tip and box
    double touch; // m, height of the device at which the floor is met by an unstretched coupling
    double stiffness, damping;
    double fastest;                   // m/s, of the device in the last ticks
    double given, static_given, room; // J: to the hand; by the law at rest; that ticks leave room for
} held_tip;

static void make_tip(held_tip* h)
{
    belay_body_def def = belay_body_def_default();
    def.pose.position = h->start;
    def.mass = h->mass - MASS;
    def.inertia = belay_inertia_sphere(def.mass, TIP);
    def.gravity_scale = 0.0;
    cr_assert(belay_body_create(h->w.world, &def, &h->w.tool) == BELAY_OK);
    belay_collider_def ball = belay_collider_def_sphere(TIP);
    part_collide(h->w.world, h->w.tool, &ball);
}

static belay_joint_id lock(held_tip* h, belay_body_id a, belay_body_id b)
{
    belay_joint_def def;
    belay_joint_id joint;
    belay_vec3 at = scene_state(h->w.world, a).pose.position;
    cr_assert(belay_joint_def_at(h->w.world, BELAY_JOINT_FIXED, a, b, at, v3(1.0, 0.0, 0.0), &def) == BELAY_OK);
    cr_assert(belay_joint_create(h->w.world, &def, &joint) == BELAY_OK);
    return joint;
}

// `parts` boxes on top of each other under the tip, `aside` of it, each locked to the one above.
static held_tip begin_aside(double hz, belay_haptic_tool_kind kind, belay_haptic_preset preset, int parts, double aside)
{
    held_tip h = {.w = hand_world_begin(hz), .kind = kind, .mass = 0.05 + MASS};
    h.touch = TIP + parts * SIDE;
    h.start = v3(0.0, 0.0, h.touch + ABOVE);
    make_tip(&h);
    belay_body_id above = h.w.tool;
    for (int i = 0; i < parts; i++) {
        belay_vec3 at = v3(aside, 0.0, h.start.z - TIP - (i + 0.5) * SIDE);
        belay_body_id box = part_box(h.w.world, at, v3(SIDE, SIDE, SIDE), MASS / parts, (belay_material){0.5, 0.0});
        belay_joint_id joint = lock(&h, above, box);
        if (i == 0) {
            h.lock = joint;
            h.box = box;
        }
        above = box;
    }
    belay_haptic_simulation_def def = hand_world_device(preset, h.start);
    belay_haptic_servo_config c = hand_world_config(&def, kind, h.mass - MASS);
    hand_world_hold(&h.w, &def, &c);
    h.stiffness = belay_haptic_servo_get_report(h.w.r.servo)->stiffness;
    h.damping = belay_haptic_servo_get_report(h.w.r.servo)->damping;
    return h;
}

static held_tip begin(double hz, belay_haptic_tool_kind kind, belay_haptic_preset preset, int parts)
{
    return begin_aside(hz, kind, preset, parts, 0.0);
}

// At rest: the weight, less what the floor bears of it, and beyond that its push, K times the way.
static double force_at_rest(const held_tip* h, double z)
{
    double weight = MASS * SCENE_G, depth = h->touch + weight / h->stiffness - z;
    return fmax(0.0, h->stiffness * depth) - weight;
}

static double energy_at_rest(const held_tip* h, double z)
{
    double weight = MASS * SCENE_G, depth = fmax(0.0, h->touch + weight / h->stiffness - z);
    return weight * (h->start.z - z) - 0.5 * h->stiffness * depth * depth;
}

static double force_of(const held_tip* h)
{
    return h->w.r.output.device.force.z;
}

// How far the force is off that at rest.
static double lead(held_tip* h, double z, double speed)
{
    hand_world_tick(&h->w, v3(0.0, 0.0, z), v3(0.0, 0.0, -speed));
    const belay_haptic_simulation_state *now = &h->w.r.state, *last = &h->w.r.last;
    double way = now->position.z - last->position.z;
    h->fastest = fmax(0.9 * h->fastest, fabs(now->velocity.z));
    h->given += now->force.z * way;
    // On the floor the spring's force is that of a tick before, and stands still over this one.
    bool is_on_floor = force_at_rest(h, now->position.z) > -MASS * SCENE_G;
    if (is_on_floor) h->room += 1.5 * h->stiffness * way * way;
    return force_of(h) - force_at_rest(h, last->position.z);
}

// What a coupling may add to the force at rest: its damping, what it changes by in a tick, and on a tool with mass the
// swing of all that mass on its spring.
static double bound_of(const held_tip* h, double speed)
{
    double swing = h->kind == BELAY_HAPTIC_TOOL_DYNAMIC ? speed * sqrt(h->stiffness * h->mass) : 0.0;
    return 1.1 * h->damping * h->fastest + h->stiffness * h->fastest * h->w.r.period + swing + 0.01;
}

static void settle(held_tip* h, double z, int ticks)
{
    for (int i = 0; i < ticks; i++)
        lead(h, z, 0.0);
    h->given = h->room = 0.0;
    h->static_given = energy_at_rest(h, h->w.r.state.position.z);
}

// Down at `speed` until the hand presses; true to the force at rest all the way.
static double set_down(held_tip* h, double speed)
{
    double goal = h->touch - PRESS, z = h->start.z, most = -HUGE_VAL;
    double swing = h->kind == BELAY_HAPTIC_TOOL_DYNAMIC ? 0.5 * h->mass * speed * speed : 0.0;
    while (z > goal) {
        z = fmax(goal, z - speed * h->w.r.period);
        double off = lead(h, z, z > goal ? speed : 0.0), bound = bound_of(h, speed);
        cr_assert(fabs(off) <= bound, "tool %d: %g N off, %g allowed", (int)h->kind, off, bound);
        most = fmax(most, h->given - energy_at_rest(h, h->w.r.state.position.z) + h->static_given);
    }
    for (int i = 0; i < 1000; i++) {
        double off = lead(h, goal, 0.0), bound = i < 150 ? bound_of(h, speed) : 0.01;
        cr_assert(fabs(off) <= bound, "tool %d, %d ms after: %g N off, %g allowed", (int)h->kind, i, off, bound);
        most = fmax(most, h->given - energy_at_rest(h, h->w.r.state.position.z) + h->static_given);
    }
    cr_expect_leq(most, h->room + swing + 1e-6, "tool %d: %g mJ beyond the law at rest, %g allowed", (int)h->kind,
                  1e3 * most, 1e3 * (h->room + swing));
    return most;
}

// From the weight to none, and on to a push, as on the floor's spring, at any rate of physics.
Test(haptic_held, set_down_the_force_goes_by_the_way)
{
    const double rates[] = {60.0, 250.0, 1000.0}, speeds[] = {0.02, 0.05};
    const belay_haptic_preset presets[] = {BELAY_HAPTIC_PRESET_SIGMA_7, BELAY_HAPTIC_PRESET_OMNI};
    for (int i = 0; i < 36; i++) {
        held_tip h = begin(rates[i % 3], kinds[i / 3 % 3], presets[i / 9 % 2], 1);
        settle(&h, h.start.z, 800);
        cr_expect_float_eq(force_of(&h), -MASS * SCENE_G, 1e-3);
        set_down(&h, speeds[i / 18]);
        cr_expect_eq(belay_haptic_servo_get_report(h.w.r.servo)->count[BELAY_HAPTIC_REASON_NOT_PASSIVE], 0);
        hand_world_end(&h.w);
    }
}

Test(haptic_held, chains_of_locks_are_set_down_as_one)
{
    for (int i = 0; i < 3; i++) {
        held_tip h = begin(250.0, kinds[i], BELAY_HAPTIC_PRESET_SIGMA_7, 3);
        settle(&h, h.start.z, 800);
        set_down(&h, 0.05);
        hand_world_end(&h.w);
    }
}

// Down and up again the hand has put in what it got, but for what friction in the device and ticks lose.
Test(haptic_held, nothing_is_made_by_setting_down_and_lifting)
{
    for (int i = 0; i < 3; i++) {
        held_tip h = begin(60.0, kinds[i], BELAY_HAPTIC_PRESET_SIGMA_7, 1);
        settle(&h, h.start.z, 800);
        double low = h.touch - PRESS;
        for (int k = 0; k < 3000; k++) {
            double s = k < 1000 ? k * 1e-3 : k < 2000 ? 1.0 : 3.0 - k * 1e-3;
            lead(&h, h.start.z + s * (low - h.start.z), 0.0);
        }
        for (int k = 0; k < 500; k++)
            lead(&h, h.start.z, 0.0);
        double back = energy_at_rest(&h, h.w.r.state.position.z) - h.static_given;
        cr_expect_leq(h.given - back, h.room, "tool %d: %g mJ", (int)kinds[i], 1e3 * (h.given - back));
        hand_world_end(&h.w);
    }
}

static void stays_pressed(held_tip* h, const char* when)
{
    double pressed = force_of(h), last = pressed, lowest = pressed, jump = 0.0;
    for (int k = 0; k < 500; k++) {
        lead(h, h->touch - PRESS, 0.0);
        lowest = fmin(lowest, force_of(h));
        jump = fmax(jump, fabs(force_of(h) - last));
        last = force_of(h);
    }
    cr_expect_geq(lowest, 0.95 * pressed, "tool %d, %s: %g N, %g before", (int)h->kind, when, lowest, pressed);
    cr_expect_leq(jump, 0.05, "tool %d, %s: %g N", (int)h->kind, when, jump);
}

// Pressed on the floor, let go of and taken up again: the weight goes and comes with what bears it, so the hand feels
// next to nothing of it.
Test(haptic_held, let_go_of_and_taken_up_on_the_floor_it_presses_on)
{
    const double rates[] = {60.0, 250.0, 1000.0};
    for (int i = 0; i < 9; i++) {
        held_tip h = begin(rates[i % 3], kinds[i / 3], BELAY_HAPTIC_PRESET_SIGMA_7, 1);
        settle(&h, h.start.z, 800);
        set_down(&h, 0.05);
        cr_assert(belay_joint_destroy(h.w.world, h.lock) == BELAY_OK);
        stays_pressed(&h, "let go of");
        lock(&h, h.w.tool, h.box);
        stays_pressed(&h, "taken up");
        hand_world_end(&h.w);
    }
}

// Held off its middle it comes down on an edge first where the tool may turn: the same at any rate, and still at once.
Test(haptic_held, set_down_off_the_middle_it_comes_to_rest_the_same_at_any_rate)
{
    const double rates[] = {60.0, 250.0, 1000.0};
    for (int k = 0; k < 3; k++) {
        double force[3];
        for (int i = 0; i < 3; i++) {
            held_tip h = begin_aside(rates[i], kinds[k], BELAY_HAPTIC_PRESET_SIGMA_7, 1, 0.04);
            settle(&h, h.start.z, 800);
            for (double z = h.start.z; z > h.touch - PRESS; z -= 5e-5)
                lead(&h, z, 0.05);
            for (int t = 0; t < 300; t++)
                lead(&h, h.touch - PRESS, 0.0);
            force[i] = force_of(&h);
            double off = 0.0;
            for (int t = 0; t < 500; t++) {
                lead(&h, h.touch - PRESS, 0.0);
                off = fmax(off, fabs(force_of(&h) - force[i]));
            }
            cr_expect_leq(off, 2e-3, "tool %d, %g Hz: %g N", (int)kinds[k], rates[i], off);
            hand_world_end(&h.w);
        }
        for (int i = 0; i < 2; i++)
            cr_expect_float_eq(force[i], force[2], 0.03, "tool %d: %g N, not %g", (int)kinds[k], force[i], force[2]);
    }
}

// A tool with mass in free flight, with next to no coupling; its speed along x and spin about z.
static bench fly(double speed)
{
    belay_haptic_servo_config c = plain_config();
    c.tool = BELAY_HAPTIC_TOOL_DYNAMIC;
    c.tool_mass = 0.1;
    c.tool_inertia = v3(1e-4, 1e-4, 1e-4);
    c.stiffness = c.angular_stiffness = 1e-6;
    c.angular_damping = 0.0;
    bench b = bench_begin(&c);
    b.wall.local.count = 0;
    rig_renew(&b.wall);
    b.input.commands = BELAY_HAPTIC_START | BELAY_HAPTIC_RELEASE;
    b.input.device.position.z = 0.1;
    for (int i = 0; i < 60; i++) {
        b.input.device.position.x += speed * T;
        if (i == 59) b.input.commands = BELAY_HAPTIC_GRAB;
        tick(&b);
    }
    return b;
}

static belay_vec3 speed_of(bench* b, double* spin)
{
    stay(b, 200); // until all is taken up
    belay_pose before = b->output.tool;
    tick(b);
    *spin = q_log(q_mul(b->output.tool.rotation, q_conjugate(before.rotation))).z / T;
    return v3_scale(1.0 / T, v3_sub(b->output.tool.position, before.position));
}

static void take_up(bench* b, double mass, belay_vec3 center)
{
    belay_local_model* m = &b->wall.local;
    m->held_mass = mass;
    m->held_center = center;
    double own = mass * 1e-4, far = mass * v3_length_squared(center);
    m->held_inertia = m3_diagonal(v3(own, own + far, own + far)); // centre on x
    rig_renew(&b->wall);
}

Test(haptic_held, taken_up_in_flight_it_is_drawn_along_and_let_go_of_it_takes_its_momentum)
{
    double spin;
    bench b = fly(0.2);
    double before = speed_of(&b, &spin).x;
    cr_assert_float_eq(before, 0.2, 1e-3, "%g m/s", before);
    take_up(&b, 0.3, v3_zero());
    cr_expect_float_eq(speed_of(&b, &spin).x, 0.25 * before, 1e-4);
    take_up(&b, 0.0, v3_zero());
    cr_expect_float_eq(speed_of(&b, &spin).x, 0.25 * before, 1e-4);
    bench_end(&b);
}

// Pushed at the origin, what is held off it lags and turns the tool: m v = p, and no angular momentum about the origin
// of the push. Force 1 N along y for a moment against a closed form of the two equations.
Test(haptic_held, mass_off_the_origin_turns_the_tool)
{
    const double m = 0.4, mc = 0.3 * 0.05, inertia = 1e-4 + 0.3 * 1e-4 + 0.3 * 0.05 * 0.05;
    double spin;
    bench b = fly(0.0);
    take_up(&b, 0.3, v3(0.05, 0.0, 0.0));
    stay(&b, 200);
    b.wall.local.load = v3(0.0, 0.1, 0.0);
    rig_renew(&b.wall);
    stay(&b, 20);
    b.wall.local.load = v3_zero();
    rig_renew(&b.wall);
    belay_vec3 v = speed_of(&b, &spin);
    cr_expect_gt(v.y, 1e-3);
    cr_expect_float_eq(spin, -mc * v.y / inertia, 0.05 * fabs(spin), "%g rad/s at %g m/s", spin, v.y); // L = 0
    cr_expect_lt(m * v.y + mc * spin, 0.1 * 0.07); // p, of 0.1 N for 20 ms, smoothed
    bench_end(&b);
}
