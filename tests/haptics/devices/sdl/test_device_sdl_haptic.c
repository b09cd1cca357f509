// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Force-feedback joysticks, against a stand-in for SDL's.

#include "devices/sdl/device_sdl_haptic.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

// One joystick, and what was asked of it.
typedef struct fake {
    bool is_there, has_forces, fails;
    int32_t instance;
    int axes;
    double stick[2];
    uint32_t held;
    int opened, closed, asked;
    int created, updated, ran, stopped;
    int calls_when_gone; // calls of effects after it went
    SDL_HapticEffect effect;
    unsigned features;
    int gain, autocenter;           // as set; -1: not
    SDL_HapticEffect conditions[3]; // spring, damper, friction
    bool runs[3];
} fake;

// Effects: 3 is the force, 10 to 12 are conditions.
enum { FORCE = 3, CONDITIONS = 10 };

static int kind_of(const SDL_HapticEffect* effect)
{
    if (effect->type == SDL_HAPTIC_SPRING) return 0;
    if (effect->type == SDL_HAPTIC_DAMPER) return 1;
    return effect->type == SDL_HAPTIC_FRICTION ? 2 : -1;
}

static void fake_update(void* context)
{
    (void)context;
}

static int fake_count(void* context)
{
    const fake* f = context;
    return f->is_there;
}

static int32_t fake_instance(void* context, int index)
{
    const fake* f = context;
    (void)index;
    return f->instance;
}

static void* fake_open(void* context, int index)
{
    fake* f = context;
    (void)index;
    f->asked++;
    if (!f->has_forces) return NULL;
    f->opened++;
    return f;
}

static void fake_close(void* context, void* joystick)
{
    fake* f = context;
    (void)joystick;
    f->closed++;
}

static bool fake_is_attached(void* context, void* joystick)
{
    const fake* f = context;
    (void)joystick;
    return f->is_there;
}

static const char* fake_name(void* context, void* joystick)
{
    (void)context;
    (void)joystick;
    return "Fake wheel";
}

static int fake_axes(void* context, void* joystick)
{
    const fake* f = context;
    (void)joystick;
    return f->axes;
}

static double fake_axis(void* context, void* joystick, int i)
{
    const fake* f = context;
    (void)joystick;
    return f->stick[i];
}

static uint32_t fake_buttons(void* context, void* joystick)
{
    const fake* f = context;
    (void)joystick;
    return f->held;
}

static int fake_new(void* context, void* joystick, SDL_HapticEffect* effect)
{
    fake* f = context;
    (void)joystick;
    f->calls_when_gone += !f->is_there;
    if (f->fails) return -1;
    if (kind_of(effect) >= 0) {
        f->conditions[kind_of(effect)] = *effect;
        return CONDITIONS + kind_of(effect);
    }
    f->created++;
    f->effect = *effect;
    return FORCE;
}

static int fake_change(void* context, void* joystick, int number, SDL_HapticEffect* effect)
{
    fake* f = context;
    (void)joystick;
    f->calls_when_gone += !f->is_there;
    if (f->fails) return -1;
    if (number >= CONDITIONS) {
        cr_assert_eq(number, CONDITIONS + kind_of(effect));
        f->conditions[number - CONDITIONS] = *effect;
        return 0;
    }
    cr_assert_eq(number, FORCE);
    f->updated++;
    f->effect = *effect;
    return 0;
}

static int fake_run(void* context, void* joystick, int number)
{
    fake* f = context;
    (void)joystick;
    f->calls_when_gone += !f->is_there;
    if (number >= CONDITIONS) {
        f->runs[number - CONDITIONS] = !f->fails;
        return f->fails ? -1 : 0;
    }
    cr_assert_eq(number, FORCE);
    f->ran++;
    return f->fails ? -1 : 0;
}

static int fake_stop(void* context, void* joystick, int number)
{
    fake* f = context;
    (void)joystick;
    f->calls_when_gone += !f->is_there;
    if (number >= CONDITIONS) {
        f->runs[number - CONDITIONS] = false;
        return 0;
    }
    cr_assert_eq(number, FORCE);
    f->stopped++;
    return 0;
}

static unsigned fake_features(void* context, void* joystick)
{
    const fake* f = context;
    (void)joystick;
    return f->features;
}

static int fake_gain(void* context, void* joystick, int percent)
{
    fake* f = context;
    (void)joystick;
    f->gain = percent;
    return 0;
}

static int fake_autocenter(void* context, void* joystick, int percent)
{
    fake* f = context;
    (void)joystick;
    f->autocenter = percent;
    return 0;
}

typedef struct session {
    belay_joysticks* joysticks;
    belay_haptic_driver driver;
    belay_haptic_device_info info;
    void* device;
    double now;
} session;

static void open_found(session* s)
{
    char why[128] = "";
    belay_error error;
    cr_assert_eq(s->driver.ops->probe(s->driver.driver, &s->info, 1, why, sizeof why), 1, "%s", why);
    cr_assert_eq(s->driver.ops->open(s->driver.driver, &s->info, &s->device, &error), BELAY_OK, "%s", error.message);
}

static session begin_without(fake* f)
{
    const bl_joystick_calls calls = {
        fake_update, fake_count, fake_instance, fake_open,    fake_close,      fake_is_attached,
        fake_name,   fake_axes,  fake_axis,     fake_buttons, fake_new,        fake_change,
        fake_run,    fake_stop,  fake_features, fake_gain,    fake_autocenter, f};
    session s = {.now = 0.0};
    belay_error error;
    cr_assert_eq(bl_joysticks_create(NULL, &calls, &s.joysticks, &error), BELAY_OK, "%s", error.message);
    s.driver = belay_joysticks_driver(s.joysticks);
    return s;
}

static session begin(fake* f)
{
    session s = begin_without(f);
    belay_joysticks_update(s.joysticks, s.now);
    open_found(&s);
    return s;
}

static void end(session* s)
{
    s->driver.ops->close(s->device);
    belay_joysticks_destroy(s->joysticks);
}

static fake stick_of(int axes)
{
    return (fake){.is_there = true,
                  .has_forces = true,
                  .instance = 5,
                  .axes = axes,
                  .features = SDL_HAPTIC_CONSTANT,
                  .gain = -1,
                  .autocenter = -1};
}

static void push(session* s, double x, double y)
{
    belay_haptic_output output = {{x, y, 0.0}, {0.0, 0.0, 0.0}, 0.0};
    cr_assert_eq(s->driver.ops->write(s->device, &output), BELAY_HAPTIC_OK);
    s->now += 0.01;
    belay_joysticks_update(s->joysticks, s->now);
}

Test(device_joystick, shares_of_a_force_fit_a_word)
{
    for (int i = -100; i <= 100; i++) {
        double x = 0.0, y = 0.0;
        bl_joystick_unpack(bl_joystick_pack(0.01 * i, -0.005 * i), &x, &y);
        cr_assert_float_eq(x, 0.01 * i, 0.5 / 32767.0 + 1e-12);
        cr_assert_float_eq(y, -0.005 * i, 0.5 / 32767.0 + 1e-12);
    }
    double x = 1.0, y = 1.0;
    bl_joystick_unpack(bl_joystick_pack(NAN, 1e300), &x, &y);
    cr_assert_eq(x, 0.0);
    cr_assert_eq(y, 1.0);
}

// SDL's direction is where the force comes from, with x to the east and y to the south; so the force on the hand is the
// level times minus that.
Test(device_joystick, effects_push_where_the_force_does)
{
    for (int i = 0; i < 16; i++) {
        double angle = 0.3926990816987241 * i, x = 0.5 * cos(angle), y = 0.5 * sin(angle);
        SDL_HapticConstant c = bl_joystick_effect(x, y, 2).constant;
        double length = hypot(c.direction.dir[0], c.direction.dir[1]);
        cr_assert_eq(c.type, SDL_HAPTIC_CONSTANT);
        cr_assert_eq(c.direction.type, SDL_HAPTIC_CARTESIAN);
        cr_assert_float_eq(c.level, 0.5 * 32767.0, 1.0);
        cr_assert_float_eq(-c.level * c.direction.dir[0] / length, 32767.0 * x, 10.0);
        cr_assert_float_eq(c.level * c.direction.dir[1] / length, 32767.0 * y, 10.0);
        cr_assert_neq(c.length, SDL_HAPTIC_INFINITY);
    }
    SDL_HapticConstant right = bl_joystick_effect(0.25, 9.0, 1).constant,
                       left = bl_joystick_effect(-1.0, 0.0, 1).constant;
    // Along the axis that steers a level above nothing comes from the east.
    cr_assert_float_eq(right.level, -0.25 * 32767.0, 1.0);
    cr_assert_eq(left.level, 32767);
    cr_assert_eq(right.direction.type, SDL_HAPTIC_STEERING_AXIS);
    cr_assert_eq(bl_joystick_effect(0.0, 0.0, 2).constant.level, 0);
}

Test(device_joystick, stick_and_force_go_through)
{
    fake f = stick_of(2);
    session s = begin(&f);
    cr_assert_str_eq(s.info.name, "Fake wheel");
    cr_assert_eq(s.info.max_force, 3.0);
    f.stick[0] = 1.0;
    f.stick[1] = -0.5;
    f.held = 9;
    push(&s, 0.0, 1.5);
    belay_haptic_input input;
    cr_assert_eq(s.driver.ops->read(s.device, &input), BELAY_HAPTIC_OK);
    cr_assert_float_eq(input.position.x, 0.1, 1e-12);
    cr_assert_float_eq(input.position.y, 0.05, 1e-5);
    cr_assert_eq(input.buttons, 9);
    cr_assert_eq(f.created, 1);
    cr_assert_eq(f.ran, 1);
    cr_assert_float_eq(f.effect.constant.level, 0.5 * 32767.0, 1.0);

    // Far too much is as much as there is, the same way.
    push(&s, 300.0, 400.0);
    cr_assert_eq(f.created, 1);
    cr_assert_float_eq(f.effect.constant.level, 32767.0, 1.0);
    cr_assert_float_eq(f.effect.constant.direction.dir[0], -6000.0, 1.0);
    cr_assert_float_eq(f.effect.constant.direction.dir[1], 8000.0, 1.0);
    push(&s, NAN, 1.0);
    cr_assert_leq(abs(f.effect.constant.level), 32767);
    end(&s);
    cr_assert_eq(f.stopped, 1);
    cr_assert_eq(f.closed, 1);
}

Test(device_joystick, changes_keep_their_distance_and_the_same_is_not_told_twice)
{
    fake f = stick_of(2);
    session s = begin(&f);
    for (int i = 1; i <= 1000; i++) {
        belay_haptic_output output = {{1e-3 * i, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
        s.driver.ops->write(s.device, &output);
        belay_joysticks_update(s.joysticks, 1e-3 * i);
    }
    cr_assert_leq(f.updated, 251);
    cr_assert_geq(f.updated, 200);
    // It runs on: started anew before it ends, not with each change.
    cr_assert_geq(f.ran, 9);
    cr_assert_leq(f.ran, 11);
    int updated = f.updated;
    s.now = 1.0;
    for (int i = 0; i < 10; i++)
        push(&s, 1.0, 0.0);
    cr_assert_leq(f.updated, updated + 2);
    end(&s);
}

Test(device_joystick, a_force_that_is_not_written_again_is_let_go)
{
    fake f = stick_of(2);
    session s = begin(&f);
    push(&s, 3.0, 0.0);
    cr_assert_eq(f.effect.constant.level, 32767);
    belay_joysticks_update(s.joysticks, s.now + 0.09);
    cr_assert_eq(f.effect.constant.level, 32767);
    belay_joysticks_update(s.joysticks, s.now + 0.12);
    cr_assert_eq(f.effect.constant.level, 0);
    // And nothing more is said until there is something to say.
    int updated = f.updated, ran = f.ran;
    for (int i = 0; i < 100; i++)
        belay_joysticks_update(s.joysticks, s.now + 0.2 + 0.01 * i);
    cr_assert_eq(f.updated, updated);
    cr_assert_eq(f.ran, ran);
    end(&s);
}

Test(device_joystick, closing_lets_go)
{
    fake f = stick_of(1);
    session s = begin(&f);
    push(&s, -3.0, 0.0);
    cr_assert_eq(f.effect.constant.level, 32767);
    s.driver.ops->close(s.device);
    belay_joysticks_update(s.joysticks, s.now + 0.01);
    cr_assert_eq(f.effect.constant.level, 0);
    belay_joysticks_destroy(s.joysticks);
}

Test(device_joystick, a_joystick_that_goes_is_lost_and_left_alone)
{
    fake f = stick_of(2);
    session s = begin(&f);
    push(&s, 3.0, 0.0);
    f.is_there = false;
    belay_joysticks_update(s.joysticks, s.now + 0.01);
    belay_haptic_input input;
    belay_haptic_output output = {{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
    cr_assert_eq(s.driver.ops->read(s.device, &input), BELAY_HAPTIC_LOST);
    cr_assert_eq(s.driver.ops->write(s.device, &output), BELAY_HAPTIC_LOST);
    cr_assert_eq(f.closed, 1);
    cr_assert_eq(f.calls_when_gone, 0);

    // It comes back as another one.
    f.is_there = true;
    f.instance++;
    belay_joysticks_update(s.joysticks, s.now + 0.02);
    cr_assert_eq(s.driver.ops->read(s.device, &input), BELAY_HAPTIC_LOST);
    belay_error error;
    void* old = NULL;
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &s.info, &old, &error), BELAY_ERROR_HANDLE);
    s.driver.ops->close(s.device);
    open_found(&s);
    cr_assert_eq(s.driver.ops->read(s.device, &input), BELAY_HAPTIC_OK);
    f.is_there = false;
    s.driver.ops->close(s.device);
    belay_joysticks_destroy(s.joysticks);
    cr_assert_eq(f.calls_when_gone, 0);
    cr_assert_eq(f.closed, 2);
}

Test(device_joystick, forces_that_show_up_late_are_found_within_a_second)
{
    fake f = stick_of(2);
    f.has_forces = false;
    session s = begin_without(&f);
    char why[128] = "";
    for (int i = 0; i < 15; i++)
        belay_joysticks_update(s.joysticks, 0.02 * i);
    cr_assert_eq(s.driver.ops->probe(s.driver.driver, &s.info, 1, why, sizeof why), 0);
    cr_assert(strstr(why, "force feedback"), "%s", why);
    f.has_forces = true;
    belay_joysticks_update(s.joysticks, 0.3);
    cr_assert_eq(s.driver.ops->probe(s.driver.driver, &s.info, 1, why, sizeof why), 1);
    belay_joysticks_destroy(s.joysticks);

    // One that never has any is not asked for ever.
    f = stick_of(2);
    f.has_forces = false;
    s = begin_without(&f);
    for (int i = 0; i < 1000; i++)
        belay_joysticks_update(s.joysticks, 0.02 * i);
    cr_assert_leq(f.asked, 52);
    belay_joysticks_destroy(s.joysticks);
}

Test(device_joystick, effects_that_fail_are_tried_again)
{
    fake f = stick_of(2);
    session s = begin(&f);
    f.fails = true;
    for (int i = 0; i < 5; i++)
        push(&s, 3.0, 0.0);
    cr_assert_eq(f.created, 0);
    f.fails = false;
    push(&s, 3.0, 0.0);
    cr_assert_eq(f.created, 1);
    cr_assert_eq(f.effect.constant.level, 32767);
    end(&s);
}

Test(device_joystick, a_wheels_pedals_are_no_position)
{
    fake f = stick_of(1);
    session s = begin(&f);
    f.stick[0] = -0.5;
    f.stick[1] = -1.0; // a pedal at rest
    belay_joysticks_update(s.joysticks, 0.1);
    belay_haptic_input input;
    cr_assert_eq(s.driver.ops->read(s.device, &input), BELAY_HAPTIC_OK);
    cr_assert_float_eq(input.position.x, -0.05, 1e-5);
    cr_assert_eq(input.position.y, 0.0);
    end(&s);
}

Test(device_joystick, a_wheel_is_made_neutral_where_it_can)
{
    fake f = stick_of(1);
    session s = begin(&f);
    cr_assert(f.gain == -1 && f.autocenter == -1);
    end(&s);
    f = stick_of(1);
    f.features |= SDL_HAPTIC_GAIN | SDL_HAPTIC_AUTOCENTER;
    s = begin(&f);
    cr_assert_eq(f.gain, 100);
    cr_assert_eq(f.autocenter, 0);
    end(&s);
}

Test(device_joystick, conditions_run_in_the_wheel)
{
    fake f = stick_of(1);
    f.features |= SDL_HAPTIC_SPRING | SDL_HAPTIC_DAMPER;
    session s = begin(&f);
    belay_error error;
    belay_joystick_conditions c = {.spring = 0.5, .center = -0.25};
    cr_assert_eq(belay_joysticks_set_conditions(s.joysticks, 0, &c, &error), BELAY_OK, "%s", error.message);
    const SDL_HapticCondition* spring = &f.conditions[0].condition;
    cr_assert(f.runs[0] && !f.runs[1] && !f.runs[2]);
    cr_assert_eq(spring->length, SDL_HAPTIC_INFINITY);
    cr_assert_eq(spring->direction.type, SDL_HAPTIC_STEERING_AXIS);
    cr_assert_eq(spring->right_coeff[0], 16384);
    cr_assert_eq(spring->left_coeff[0], 16384);
    cr_assert_eq(spring->center[0], -8192);
    cr_assert_eq(spring->right_coeff[1], 0);
    c = (belay_joystick_conditions){.damper = 1.0};
    cr_assert_eq(belay_joysticks_set_conditions(s.joysticks, 0, &c, &error), BELAY_OK);
    cr_assert(!f.runs[0] && f.runs[1]);
    cr_assert_eq(f.conditions[1].condition.right_coeff[0], 32767);

    // What it has not is refused, and what runs goes on.
    c.friction = 0.1;
    cr_assert_eq(belay_joysticks_set_conditions(s.joysticks, 0, &c, &error), BELAY_ERROR_STATE);
    cr_assert(strstr(error.message, "Fake wheel has no friction"), "%s", error.message);
    c = (belay_joystick_conditions){.spring = 1.5};
    cr_assert_eq(belay_joysticks_set_conditions(s.joysticks, 0, &c, &error), BELAY_ERROR_VALUE);
    cr_assert(strstr(error.message, "spring is 1.5"), "%s", error.message);
    c = (belay_joystick_conditions){.center = NAN};
    cr_assert_eq(belay_joysticks_set_conditions(s.joysticks, 0, &c, &error), BELAY_ERROR_VALUE);
    c.center = 0.0;
    cr_assert_eq(belay_joysticks_set_conditions(s.joysticks, 1, &c, &error), BELAY_ERROR_HANDLE);
    cr_assert_eq(belay_joysticks_set_conditions(s.joysticks, -1, &c, &error), BELAY_ERROR_HANDLE);
    cr_assert(f.runs[1]);
    f.fails = true;
    c.damper = 0.5;
    cr_assert_eq(belay_joysticks_set_conditions(s.joysticks, 0, &c, &error), BELAY_ERROR_STATE);
    cr_assert(strstr(error.message, "refuses its damper"), "%s", error.message);
    f.fails = false;
    end(&s);
    cr_assert(!f.runs[1]);
}

// SDL itself, where there is hardware or not: it opens, looks, and closes.
Test(device_joystick, sdl_is_asked)
{
    belay_joysticks* joysticks = NULL;
    belay_error error;
    cr_assert_eq(belay_joysticks_create(NULL, &joysticks, &error), BELAY_OK, "%s", error.message);
    SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION, .naxes = 2, .name = "No forces"};
    cr_assert_geq(SDL_JoystickAttachVirtualEx(&desc), 0, "%s", SDL_GetError());
    belay_joysticks_update(joysticks, 0.0);
    belay_haptic_driver driver = belay_joysticks_driver(joysticks);
    belay_haptic_device_info infos[BELAY_JOYSTICK_MAX];
    char why[128] = "";
    int count = driver.ops->probe(driver.driver, infos, BELAY_JOYSTICK_MAX, why, sizeof why);
    for (int i = 0; i < count; i++)
        cr_assert_str_neq(infos[i].name, "No forces");
    belay_joysticks_destroy(joysticks);
    SDL_Quit();

    const belay_joystick_settings wrong = {.max_force = -1.0};
    cr_assert_eq(belay_joysticks_create(&wrong, &joysticks, &error), BELAY_ERROR_VALUE);
}
