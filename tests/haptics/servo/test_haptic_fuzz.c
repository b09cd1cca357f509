// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Whatever comes in (haptics section 5, no. 1, and 7.7): random poses, times, states, commands and models, good ones
// and nonsense in turn. What goes out is a number, within the device's rating, and nothing goes to a lost device.

#include "belay/haptic_surface.h"
#include "belay/quat.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define TICKS 2500
#define RATING 3.3        // N
#define TORQUE_RATING 0.1 // N m

typedef struct chance {
    uint64_t state;
    double nonsense; // share of numbers that are none, or no sensible ones
} chance;

static bool happens(chance* c, double share)
{
    return chance_next(&c->state) < share;
}

static double extreme(chance* c)
{
    const double all[] = {0.0,   -0.0, NAN, INFINITY, -INFINITY, 1e30,   -1e30, 1e300, -1e300, 5e-324,
                          1e-30, -1.0, 1.0, 1e9,      -1e9,      3.4e38, 1e-9,  1e6,   -1e6,   0.5};
    return all[(size_t)(chance_next(&c->state) * (double)(sizeof all / sizeof all[0]))];
}

// About `size`, either way, or nonsense.
static double number(chance* c, double size)
{
    return happens(c, c->nonsense) ? extreme(c) : chance_between(&c->state, -size, size);
}

static belay_vec3 vector(chance* c, double size)
{
    double x = number(c, size), y = number(c, size);
    return v3(x, y, number(c, size));
}

// ---------------------------------------------------------------------------------------------------------------------
// What physics may hand over
// ---------------------------------------------------------------------------------------------------------------------

// One number of it now and then nonsense.
static void make_surface(chance* c, belay_local_surface* out)
{
    out->pose = (belay_pose){chance_vector(&c->state, 0.1), q_exp(chance_vector(&c->state, 2.0))};
    out->linear = chance_vector(&c->state, 2.0);
    out->angular = chance_vector(&c->state, 5.0);
    out->x = chance_between(&c->state, -1.0, 1.0);
    double* of[] = {&out->x, &out->linear.y, &out->angular.z, &out->pose.position.x, &out->pose.rotation.y};
    int which = (int)(chance_next(&c->state) * 5.0);
    if (happens(c, 0.5 * c->nonsense)) *of[which] = extreme(c);
}

static void make_contact(chance* c, belay_local_contact* out)
{
    out->normal = v3_normalize_or(chance_vector(&c->state, 1.0), v3(0.0, 0.0, 1.0));
    out->tangent1 = v3_any_orthogonal(out->normal);
    out->tangent2 = v3_cross(out->normal, out->tangent1);
    out->point = chance_vector(&c->state, 0.02);
    const belay_vec3 frame[3] = {out->normal, out->tangent1, out->tangent2};
    out->law = (uint32_t)(chance_next(&c->state) * (happens(c, c->nonsense) ? 5.0 : 3.0));
    for (int k = 0; k < 3; k++) {
        bool turns = out->law == BELAY_LOCAL_ROTATION;
        belay_vec3 way = turns ? v3_zero() : frame[k], turn = turns ? frame[k] : v3_cross(out->point, frame[k]);
        const double row[6] = {way.x, way.y, way.z, turn.x, turn.y, turn.z};
        memcpy(out->jacobian[k], row, sizeof row);
        out->free_velocity[k] = number(c, 2.0);
        out->impulse[k] = number(c, 1.0);
        out->yield[k] = fabs(number(c, 1e-4));
    }
    out->gap = number(c, 2e-3);
    out->aside[0] = number(c, 0.02);
    out->aside[1] = number(c, 0.02);
    out->friction = fabs(number(c, 1.5));
    out->max_force = happens(c, 0.5) ? HUGE_VAL : fabs(number(c, 5.0));
    out->tool_collider = out->law == BELAY_LOCAL_UNILATERAL ? 2 : 0;
    out->other = 3;
    out->feature = (uint32_t)(chance_next(&c->state) * 20.0);
    make_surface(c, &out->surface);
    if (happens(c, c->nonsense)) out->jacobian[1][2] = extreme(c);
    if (happens(c, c->nonsense)) out->normal = vector(c, 2.0);
}

// Now and then with a count that cannot be, without its checksum, or with an operator that is none.
static void make_model(chance* c, belay_haptic_contact_model* model)
{
    uint64_t sequence = model->sequence + 1, step = model->local.step + 1;
    memset(model, 0, sizeof *model);
    belay_local_model* m = &model->local;
    m->step = step;
    m->body = 1;
    m->step_seconds = happens(c, c->nonsense) ? extreme(c) : 4e-3;
    m->theta = 0.5;
    m->pose.position = vector(c, 0.02);
    m->pose.rotation = q_exp(chance_vector(&c->state, 1.0));
    m->count = (int32_t)(chance_next(&c->state) * 9.0);
    for (int i = 0; i < m->count; i++)
        make_contact(c, &m->contacts[i]);
    double softness = pow(10.0, chance_between(&c->state, -3.0, 4.0));
    for (int i = 0; i < 3 * m->count; i++)
        m->compliance[i][i] = happens(c, 0.02 * c->nonsense) ? extreme(c) : softness;
    belay_haptic_contact_model_seal(model, sequence);
    if (happens(c, c->nonsense)) m->count = (int32_t)chance_between(&c->state, -5.0, 40.0);
}

// ---------------------------------------------------------------------------------------------------------------------
// What the device may say
// ---------------------------------------------------------------------------------------------------------------------

static void make_input(chance* c, belay_vec3* hand, belay_haptic_servo_input* in)
{
    *hand = v3_scale(0.999, v3_add(*hand, chance_vector(&c->state, 1e-4)));
    in->device.position = happens(c, 0.1 * c->nonsense) ? vector(c, 1.0) : *hand;
    in->device.rotation = q_exp(chance_vector(&c->state, 0.002));
    if (happens(c, 0.1 * c->nonsense)) in->device.rotation.y = extreme(c);
    in->dt = happens(c, 0.1 * c->nonsense) ? extreme(c) : 1e-3 * chance_between(&c->state, 0.5, 1.5);
    in->status = happens(c, 0.02) ? BELAY_HAPTIC_NOT_READY : BELAY_HAPTIC_OK;
    if (happens(c, 0.001)) in->status = BELAY_HAPTIC_LOST;
    in->commands = happens(c, 0.02) ? (uint32_t)(chance_next(&c->state) * 32.0) : 0;
    if (happens(c, 0.05)) in->commands |= BELAY_HAPTIC_START | BELAY_HAPTIC_GRAB | BELAY_HAPTIC_REOPEN;
}

// ---------------------------------------------------------------------------------------------------------------------
// What goes out
// ---------------------------------------------------------------------------------------------------------------------

static belay_haptic_servo* make_servo(int kind, bool is_stiff, bool is_rough)
{
    belay_haptic_servo_config config = belay_haptic_servo_config_default(NULL);
    config.tool = (belay_haptic_tool_kind)kind;
    config.stiffness = is_stiff ? 1e6 : 1000.0;
    config.max_force = RATING;
    config.max_torque = TORQUE_RATING;
    config.start_seconds = 0.01;
    config.start_force = 1e9;
    belay_haptic_servo* servo;
    belay_error error;
    cr_assert_eq(belay_haptic_servo_create(&config, &servo, &error), BELAY_OK, "%s", error.message);
    belay_haptic_surface rough = belay_haptic_surface_default(3);
    rough.texture.kind = BELAY_HAPTIC_TEXTURE_BUMPS;
    rough.texture.depth = 2e-4;
    rough.texture.wavelength = 2e-3;
    if (is_rough) cr_assert_eq(belay_haptic_servo_set_surfaces(servo, &rough, 1, &error), BELAY_OK);
    return servo;
}

static void check_output(const belay_haptic_servo_output* out, int tick)
{
    double force = v3_length(out->device.force), torque = v3_length(out->device.torque);
    cr_assert(force <= RATING * (1.0 + 1e-15), "tick %d: %g N", tick, force); // not so for NaN
    cr_assert(torque <= TORQUE_RATING * (1.0 + 1e-15), "tick %d: %g N m", tick, torque);
    cr_assert(out->is_to_be_written || (force == 0.0 && torque == 0.0), "tick %d", tick);
    cr_assert(out->gain >= 0.0 && out->gain <= 1.0, "tick %d: %g", tick, out->gain);
}

// Two servos that get the same also put out the same bits.
static void run(int kind, bool is_stiff, bool is_rough, double nonsense)
{
    static belay_haptic_contact_model model;
    memset(&model, 0, sizeof model);
    chance c = {17, nonsense};
    belay_haptic_servo* servos[2] = {make_servo(kind, is_stiff, is_rough), make_servo(kind, is_stiff, is_rough)};
    belay_haptic_servo_input in = {.model = &model, .dt = 1e-3};
    belay_haptic_servo_output out[2];
    belay_vec3 hand = v3_zero();
    int pressing = 0;
    for (int i = 0; i < TICKS; i++) {
        if (i % 4 == 0 && happens(&c, 0.9)) make_model(&c, &model);
        make_input(&c, &hand, &in);
        in.model = happens(&c, 0.01) ? NULL : &model;
        for (int k = 0; k < 2; k++)
            belay_haptic_servo_tick(servos[k], &in, &out[k]);
        cr_assert_eq(memcmp(&out[0], &out[1], sizeof out[0]), 0, "tick %d", i);
        check_output(&out[0], i);
        pressing += v3_length(out[0].device.force) > 0.1;
    }
    // With nonsense one model in four is refused, for one of its eight contacts, and the force fades meanwhile.
    cr_expect_gt(pressing, nonsense > 0.0 ? TICKS / 4 : TICKS / 3,
                 "kind %d, nonsense %g: there were forces in %d ticks", kind, nonsense, pressing);
    for (int k = 0; k < 2; k++)
        belay_haptic_servo_destroy(servos[k]);
}

Test(haptic_fuzz, force_is_within_the_rating_whatever_comes_in_5_1_7_7)
{
    for (int kind = BELAY_HAPTIC_TOOL_POINT; kind <= BELAY_HAPTIC_TOOL_DYNAMIC; kind++) {
        run(kind, false, false, 0.0);
        run(kind, false, true, 0.0);
        run(kind, true, true, 0.0);
        run(kind, false, true, 0.01);
    }
}
