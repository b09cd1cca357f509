// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the servo's tool sticks is physics' matter: two hands lift a box by friction alone, and whatever the servo's
// tools missed or slid meanwhile, in the end each hand feels what its tip bears in physics.

#include "haptics/led.h"
#include "haptics/rig.h"
#include "support/parts.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <string.h>

#define WEIGHT (0.1 * SCENE_G)
#define MU 0.8

typedef struct hands {
    belay_world* world;
    belay_body_id box;
    led side[2]; // left, right
    double h, next_step;
    int ticks;
    bool is_stalled; // physics stands still
    int nth;         // the servos get every nth model
} hands;

static belay_body_id make_tip(belay_world* world, belay_vec3 at)
{
    belay_body_def def = belay_body_def_default();
    def.pose.position = at;
    def.mass = 0.05;
    def.inertia = belay_inertia_sphere(def.mass, 0.01);
    def.gravity_scale = 0.0;
    belay_body_id tip;
    cr_assert(belay_body_create(world, &def, &tip) == BELAY_OK);
    belay_collider_def ball = belay_collider_def_sphere(0.01);
    ball.material.friction = MU;
    part_collide(world, tip, &ball);
    return tip;
}

static hands hands_begin(double h)
{
    hands s;
    memset(&s, 0, sizeof s);
    belay_world_def def = belay_world_def_default();
    def.step_seconds = s.h = h;
    def.contact_margin = 0.01;
    s.nth = 1;
    s.world = scene_world_of(&def);
    scene_plane(s.world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){MU, 0.0});
    s.box = part_box(s.world, v3(0.0, 0.0, 0.02), v3(0.04, 0.04, 0.04), 0.1, (belay_material){MU, 0.0});
    belay_haptic_servo_config c = led_config(BELAY_HAPTIC_TOOL_POINT);
    for (int i = 0; i < 2; i++) {
        double sign = i == 0 ? -1.0 : 1.0;
        s.side[i] = led_begin(s.world, make_tip(s.world, v3(0.034 * sign, 0.0, 0.02)), &c);
    }
    return s;
}

static void hands_end(hands* s)
{
    for (int i = 0; i < 2; i++)
        led_end(&s->side[i]);
    belay_world_destroy(s->world);
}

static void step(hands* s)
{
    for (int i = 0; i < 2; i++)
        led_before_step(&s->side[i]);
    scene_steps(s->world, 1);
    for (int i = 0; i < 2 && belay_world_get_stats(s->world)->step % (uint64_t)s->nth == 0; i++)
        led_after_step(&s->side[i]);
}

// Both `aside` of the middle, at height z.
static void hands_tick(hands* s, double aside, double z)
{
    if (s->ticks++ * LED_T >= s->next_step - 1e-9) {
        s->next_step += s->h;
        if (!s->is_stalled) step(s);
    }
    led_tick(&s->side[0], v3(-aside, 0.0, z));
    led_tick(&s->side[1], v3(aside, 0.0, z));
}

// Goes straight to (aside, z) from where it was.
static void hands_go(hands* s, double* aside, double* z, double to_aside, double to_z, int ticks)
{
    double a = *aside, b = *z;
    for (int i = 1; i <= ticks; i++)
        hands_tick(s, a + (to_aside - a) * i / ticks, b + (to_z - b) * i / ticks);
    *aside = to_aside;
    *z = to_z;
}

// Presses the box with 1.5 N a side and raises it by 20 mm; what is missed is missed on the way up.
static void lift(hands* s, double* aside, double* z, int stalled_ticks)
{
    hands_go(s, aside, z, 0.0285, 0.02, 300);
    hands_go(s, aside, z, 0.0285, 0.03, 250);
    s->is_stalled = stalled_ticks > 0;
    hands_go(s, aside, z, 0.0285, 0.03 + 4e-5 * stalled_ticks, stalled_ticks);
    s->is_stalled = false;
    hands_go(s, aside, z, 0.0285, 0.04, 250);
}

static void check_shares(const hands* s, double share, const char* what)
{
    for (int i = 0; i < 2; i++) {
        double felt = -s->side[i].output.device.force.z / (0.5 * WEIGHT);
        cr_expect_float_eq(felt, 1.0, share, "%s, %g Hz, hand %d: %g of its half", what, 1.0 / s->h, i, felt);
    }
}

// What the servo missed is a force of up to 1.3 times the weight's half at first.
Test(haptic_anchor, what_the_servo_missed_is_not_felt_for_long)
{
    static const char* const names[] = {"all models", "every second", "every third", "a stall of 50 ms"};
    const double rates[] = {60.0, 250.0, 1000.0};
    for (int i = 0; i < 12; i++) {
        hands s = hands_begin(1.0 / rates[i % 3]);
        double aside = 0.034, z = 0.02;
        s.nth = i / 3 < 3 ? 1 + i / 3 : 1;
        lift(&s, &aside, &z, i / 3 == 3 ? 50 : 0);
        hands_go(&s, &aside, &z, aside, z, 1200);
        check_shares(&s, 0.01, names[i / 3]);
        cr_expect_gt(scene_state(s.world, s.box).pose.position.z, 0.037);
        hands_end(&s);
    }
}

// In a tick by no more than a 200th of what it is off, which is less than 2 mu N.
Test(haptic_anchor, it_is_made_good_without_a_jump)
{
    hands s = hands_begin(1.0 / 250.0);
    double aside = 0.034, z = 0.02, largest = 0.0, moved = 0.0;
    lift(&s, &aside, &z, 50);
    hands_go(&s, &aside, &z, aside, z, 50);
    for (int i = 0; i < 1000; i++) {
        belay_vec3 last = s.side[0].output.device.force;
        hands_tick(&s, aside, z);
        double jump = v3_distance(s.side[0].output.device.force, last);
        largest = fmax(largest, jump);
        moved += jump;
    }
    cr_expect_leq(largest, 2.0 * MU * 1.5 / 200.0, "%g N in a tick", largest);
    cr_expect_gt(moved, 0.2, "%g N: nothing was made good", moved);
    hands_end(&s);
}

// At rest a hand's force and the place of its tool stay what they are.
Test(haptic_anchor, nothing_creeps_in_a_minute)
{
    hands s = hands_begin(1.0 / 250.0);
    double aside = 0.034, z = 0.02;
    lift(&s, &aside, &z, 0);
    hands_go(&s, &aside, &z, aside, z, 3000);
    belay_vec3 force = s.side[0].output.device.force, tool = s.side[0].output.tool.position;
    double box = scene_state(s.world, s.box).pose.position.z;
    hands_go(&s, &aside, &z, aside, z, 60000);
    check_shares(&s, 0.001, "after a minute");
    cr_expect_leq(v3_distance(s.side[0].output.device.force, force), 1e-5);
    cr_expect_leq(v3_distance(s.side[0].output.tool.position, tool), 1e-8);
    cr_expect_float_eq(scene_state(s.world, s.box).pose.position.z, box, 1e-9);
    hands_end(&s);
}

// ---------------------------------------------------------------------------------------------------------------------
// Several contacts that share what they bear
// ---------------------------------------------------------------------------------------------------------------------

// A box of 40 mm side under the tool on a floor, as physics has it: a quarter of 1 N at each corner, and friction of
// `net` N along x. Besides `twist` N at each corner and to either side, all one way round, which adds up to nothing.
// With much of it two corners are at the edge of their cones; and on which one a tool presses that does not turn is not
// determined.
static belay_haptic_contact_model on_corners(double net, double twist)
{
    const double corner[4][2] = {{0.02, 0.02}, {-0.02, 0.02}, {-0.02, -0.02}, {0.02, -0.02}};
    belay_haptic_contact_model model = rig_wall(0.0, 0.4);
    belay_local_model* m = &model.local;
    m->count = 4;
    for (int i = 0; i < 4; i++) {
        belay_local_contact* c = &m->contacts[i];
        double x = corner[i][0], y = corner[i][1];
        *c = m->contacts[0];
        c->feature = (uint32_t)i;
        c->point = v3(x, y, 0.0);
        c->jacobian[0][3] = y;
        c->jacobian[0][4] = -x;
        c->jacobian[1][5] = -y;
        c->jacobian[2][5] = x;
        c->impulse[0] = 0.25 * RIG_H;
        c->impulse[1] = (0.25 * net - twist * y / 0.02) * RIG_H;
        c->impulse[2] = twist * x / 0.02 * RIG_H;
    }
    return model;
}

// What is felt aside after two seconds, N.
static belay_vec3 felt_on_corners(double net, double twist)
{
    belay_haptic_servo_config c = led_config(BELAY_HAPTIC_TOOL_POINT);
    belay_haptic_contact_model model = on_corners(net, twist);
    belay_haptic_servo* servo;
    cr_assert(belay_haptic_servo_create(&c, &servo, NULL) == BELAY_OK);
    belay_haptic_servo_input input = {.dt = LED_T, .commands = BELAY_HAPTIC_START, .model = &model};
    belay_haptic_servo_output output = {.device = {.force = v3_zero()}};
    input.device.rotation = belay_quat_identity();
    for (int i = 0; i < 2000; i++) {
        if (i % RIG_TICKS_PER_MODEL == 0) rig_renew(&model);
        input.device.position = v3(0.0, 0.0, -1e-5 * fmin(i, 100.0));
        belay_haptic_servo_tick(servo, &input, &output);
        input.commands = 0;
    }
    belay_haptic_servo_destroy(servo);
    cr_expect_float_eq(output.device.force.z, 1.0, 1e-9);
    return output.device.force;
}

Test(haptic_anchor, friction_of_several_contacts_counts_together)
{
    const double twists[] = {0.0, 0.03, 0.06, 0.0655, -0.0655};
    for (int i = 0; i < 5; i++) {
        belay_vec3 still = felt_on_corners(0.0, twists[i]), pulled = felt_on_corners(-0.04, twists[i]);
        cr_expect_leq(hypot(still.x, still.y), 1e-9, "%g N each way: %g %g N", twists[i], still.x, still.y);
        cr_expect_float_eq(pulled.x, -0.04, 4e-4, "%g N each way: %g N", twists[i], pulled.x);
        cr_expect_leq(fabs(pulled.y), 4e-4, "%g N each way: %g N", twists[i], pulled.y);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Energy
// ---------------------------------------------------------------------------------------------------------------------

#define SPEED 1e-3 // m/s

// A hand that presses a wall with 1 N goes to and fro for a minute, a second each, within what sticks. Physics, as a
// liar, says that friction draws the hand along with `friction` N wherever it goes. The least of the energy that went
// in since the press, J, with the force between two ticks going evenly from one to the other: what a force that is held
// for a tick makes by that alone (K v^2 T / 2) is no anchor's.
static double least_energy(double friction, double tolerance)
{
    belay_haptic_servo_config c = led_config(BELAY_HAPTIC_TOOL_POINT);
    c.damping = 0.0;
    c.passivity_tolerance = tolerance;
    belay_haptic_contact_model model = rig_wall(0.0, 1.0);
    belay_haptic_servo* servo;
    cr_assert(belay_haptic_servo_create(&c, &servo, NULL) == BELAY_OK);
    belay_haptic_servo_input input = {.dt = LED_T, .commands = BELAY_HAPTIC_START, .model = &model};
    belay_haptic_servo_output output = {.device = {.force = v3_zero()}};
    input.device.rotation = belay_quat_identity();
    double energy = 0.0, least = 0.0, x = 0.0;
    for (int i = 0; i < 61000; i++) {
        double way = i < 1000 ? 0.0 : i / 1000 % 2 == 0 ? 1.0 : -1.0;
        if (i % RIG_TICKS_PER_MODEL == 0) {
            model.local.contacts[0].impulse[0] = RIG_H;
            model.local.contacts[0].impulse[1] = way * friction * RIG_H;
            rig_renew(&model);
        }
        x += way * SPEED * LED_T;
        input.device.position = v3(x, 0.0, -1e-6 * fmin(i, 1000.0));
        double last = output.device.force.x;
        belay_haptic_servo_tick(servo, &input, &output);
        input.commands = 0;
        energy -= 0.5 * (last + output.device.force.x) * way * SPEED * LED_T;
        least = fmin(least, energy);
    }
    belay_haptic_servo_destroy(servo);
    return least;
}

// Without its energy account it would hand out 25 mJ in that minute.
Test(haptic_anchor, no_lie_of_physics_draws_energy_from_it)
{
    const double lies[] = {0.0, 0.3, 0.9};
    for (int i = 0; i < 3; i++) {
        double least = least_energy(lies[i], 2e-4);
        cr_expect_geq(least, -2e-4 - 1e-9, "%g N: %g J", lies[i], least);
        least = least_energy(lies[i], 0.0);
        cr_expect_geq(least, -1e-9, "%g N, no credit: %g J", lies[i], least);
    }
}
