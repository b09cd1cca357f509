// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Textures lie on what is touched: on a plate that goes and turns, under a tip that a hand leads as if in a vice. What
// is felt is a function of the place on the plate alone.

#include "belay/haptic_surface.h"
#include "haptics/led.h"
#include "support/parts.h"

#include <criterion/criterion.h>

#define RADIUS 0.005 // m, of the tip
#define DEPTH 1.5e-3 // m, that it is pressed in
#define TICKS 400
#define TICKS_PER_STEP 4
#define THICKNESS 0.02 // m, of the plate, whose upper face has z = 0 in its frame

typedef struct plate {
    belay_pose pose; // at the start
    belay_vec3 linear, angular;
} plate;

typedef struct stage {
    led l;
    plate p;
    belay_collider_id collider;
    int ticks;
} stage;

static belay_world* weightless_world(void)
{
    belay_world_def def = belay_world_def_default();
    def.gravity = v3_zero();
    def.step_seconds = TICKS_PER_STEP * LED_T;
    def.contact_margin = 0.02;
    return scene_world_of(&def);
}

// Where the plate is at a time, s.
static belay_pose plate_at(const plate* p, double t)
{
    belay_pose pose = {v3_add_scaled(p->pose.position, t, p->linear),
                       q_mul(q_exp(v3_scale(t, p->angular)), p->pose.rotation)};
    return pose;
}

static belay_collider_id add_plate(belay_world* world, const plate* p)
{
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_KINEMATIC;
    def.pose = p->pose;
    def.linear_velocity = p->linear;
    def.angular_velocity = p->angular;
    belay_body_id body;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    belay_collider_def box = belay_collider_def_box(v3(0.3, 0.3, THICKNESS));
    box.pose.position.z = -0.5 * THICKNESS;
    box.material.friction = 0.0;
    return part_collide(world, body, &box);
}

static belay_body_id add_tip(belay_world* world, belay_vec3 at)
{
    belay_body_def def = belay_body_def_default();
    def.pose.position = at;
    def.mass = 0.05;
    def.inertia = belay_inertia_sphere(def.mass, RADIUS);
    belay_body_id tip;
    cr_assert(belay_body_create(world, &def, &tip) == BELAY_OK);
    belay_collider_def ball = belay_collider_def_sphere(RADIUS);
    ball.material.friction = 0.0;
    part_collide(world, tip, &ball);
    return tip;
}

// Bumps that lie askew on the box, whose frame is half its thickness below its face.
static belay_haptic_surface bumps_on(belay_collider_id collider)
{
    belay_haptic_surface s = belay_haptic_surface_default(collider.value);
    s.texture.kind = BELAY_HAPTIC_TEXTURE_BUMPS;
    s.texture.frame = part_turned(v3(3e-4, 0.0, 0.01), v3(0.0, 0.0, 1.0), 0.4);
    s.texture.depth = 2e-4;
    s.texture.wavelength = 3e-3;
    return s;
}

static stage begin(const plate* p, belay_vec3 local)
{
    stage s = {.p = *p};
    belay_world* world = weightless_world();
    s.collider = add_plate(world, p);
    belay_body_id tip = add_tip(world, pose_apply(p->pose, local));
    belay_haptic_servo_config c = led_config(BELAY_HAPTIC_TOOL_POINT);
    c.damping = 0.0;
    s.l = led_begin(world, tip, &c);
    belay_haptic_surface surface = bumps_on(s.collider);
    belay_error error;
    cr_assert_eq(belay_haptic_servo_set_surfaces(s.l.servo, &surface, 1, &error), BELAY_OK, "%s", error.message);
    return s;
}

static void end(stage* s)
{
    belay_world* world = s->l.world;
    led_end(&s->l);
    belay_world_destroy(world);
}

// A tick with the tip there on the plate; the force on the hand in the plate's axes.
static belay_vec3 feel(stage* s, belay_vec3 local)
{
    if (s->ticks % TICKS_PER_STEP == 0) {
        led_before_step(&s->l);
        scene_steps(s->l.world, 1);
        led_after_step(&s->l);
    }
    s->ticks++;
    // Physics is a step ahead when its model is taken, and where it is now when that has faded in.
    double t = (s->ticks + TICKS_PER_STEP) * LED_T;
    belay_pose pose = plate_at(&s->p, t);
    led_tick(&s->l, pose_apply(pose, local));
    return q_rotate_inverse(pose.rotation, s->l.output.device.force);
}

// Down to DEPTH within 100 ticks at a place, and then along x and y.
static belay_vec3 on_the_way(int i)
{
    double t = i < 100 ? 0.0 : (i - 100) * LED_T, down = fmin(1.0, i / 100.0);
    return v3(0.04 + 0.02 * t, 0.01 + 0.013 * t, RADIUS - DEPTH * down);
}

static const plate still = {{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};

// Rubbed along the same way on the plate: one that lies, and ones that go, turn and stand askew.
Test(haptic_textures, feel_alike_wherever_the_body_is_and_however_it_goes)
{
    belay_pose askew = part_turned(v3(0.3, -0.2, 0.5), v3(0.6, 0.0, -0.8), 1.1);
    belay_vec3 up = q_rotate(askew.rotation, v3(0.0, 0.0, 1.0));
    const plate moving[] = {{askew, v3_zero(), v3_zero()},
                            {still.pose, {0.1, -0.05, 0.0}, v3_zero()},
                            {still.pose, v3_zero(), {0.0, 0.0, 2.0}},
                            {askew, {0.03, 0.04, 0.02}, v3_scale(-1.5, up)}};
    for (size_t k = 0; k < sizeof moving / sizeof *moving; k++) {
        stage a = begin(&still, on_the_way(0)), b = begin(&moving[k], on_the_way(0));
        double most = 0.0, least = HUGE_VAL, sideways = 0.0;
        for (int i = 0; i < TICKS; i++) {
            belay_vec3 there = feel(&a, on_the_way(i)), here = feel(&b, on_the_way(i));
            if (i < 120) continue;
            cr_assert_lt(v3_distance(there, here), 2e-3, "plate %zu, tick %d: %g N apart", k, i,
                         v3_distance(there, here));
            most = fmax(most, here.z);
            least = fmin(least, here.z);
            sideways = fmax(sideways, fabs(here.x));
        }
        // The pattern is there: 0.2 mm of 1000 N/m, and slopes of up to pi depth / wavelength.
        cr_expect_gt(most - least, 0.18, "plate %zu", k);
        cr_expect_gt(sideways, 0.1, "plate %zu", k);
        end(&a);
        end(&b);
    }
}

// The plate carries the hand along: it is always over the same place, and the force is always the same.
Test(haptic_textures, that_go_along_with_the_hand_are_not_felt)
{
    const plate moving[] = {{still.pose, {0.1, 0.0, 0.0}, v3_zero()},
                            {still.pose, v3_zero(), {0.0, 0.0, 1.5}},
                            {still.pose, {0.02, 0.05, 0.01}, {0.0, 0.0, -1.0}}};
    for (size_t k = 0; k < sizeof moving / sizeof *moving; k++) {
        belay_vec3 at = on_the_way(100);
        stage s = begin(&moving[k], at);
        belay_vec3 first = v3_zero();
        for (int i = 0; i < TICKS; i++) {
            belay_vec3 f = feel(&s, i < 100 ? on_the_way(i) : at);
            if (i == 120) first = f;
            if (i > 120) // the servo goes along a turn by chords, a step long
                cr_assert_lt(v3_distance(f, first), 5e-4, "plate %zu, tick %d: %g N", k, i, v3_distance(f, first));
        }
        cr_expect_gt(first.z, 1.0);
        end(&s);
    }
}

// Where the plate moves under a hand that stands still, the hand feels what lies on the plate as it comes by: the
// height there, by the formula.
Test(haptic_textures, pass_under_a_hand_that_stands_still)
{
    plate moving = {still.pose, {0.03, 0.0, 0.0}, {0.0, 0.0, 0.8}};
    belay_vec3 at = on_the_way(100);
    stage s = begin(&moving, v3(at.x, at.y, RADIUS));
    belay_haptic_texture t = bumps_on(s.collider).texture;
    double k = 2.0 * SCENE_PI / t.wavelength;
    for (int i = 0; i < TICKS; i++) {
        double down = DEPTH * fmin(1.0, i / 100.0), time = (s.ticks + 1 + TICKS_PER_STEP) * LED_T;
        belay_vec3 local = pose_apply_inverse(plate_at(&moving, time), v3(at.x, at.y, RADIUS - down));
        belay_vec3 f = feel(&s, local);
        if (i < 120) continue;
        belay_vec3 on = pose_apply_inverse(t.frame, v3(local.x, local.y, 0.0));
        double h = -0.5 * t.depth * (1.0 - cos(k * on.x) * cos(k * on.y));
        cr_assert_float_eq(f.z, 1000.0 * (h + DEPTH), 2e-3, "tick %d: %g N, not %g", i, f.z, 1000.0 * (h + DEPTH));
    }
    end(&s);
}

// The hand that is carried over bumps by a plate is paid for by the plate: the observer keeps silent.
Test(haptic_textures, that_move_make_no_energy_of_the_hands)
{
    plate moving = {still.pose, {0.06, 0.0, 0.0}, v3_zero()};
    belay_vec3 at = on_the_way(100);
    stage s = begin(&moving, v3(at.x, at.y, RADIUS));
    for (int i = 0; i < 1000; i++) {
        double time = (s.ticks + 1 + TICKS_PER_STEP) * LED_T;
        belay_vec3 world = v3(at.x, at.y, RADIUS - DEPTH * fmin(1.0, i / 100.0));
        feel(&s, pose_apply_inverse(plate_at(&moving, time), world));
    }
    cr_expect_eq(belay_haptic_servo_get_report(s.l.servo)->count[BELAY_HAPTIC_REASON_NOT_PASSIVE], 0);
    end(&s);
}
