// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Game controllers, by SDL's virtual joystick: what its motors are told, and when.

#include "belay/haptic_gamepad.h"
#include "devices/sdl/device_gamepad.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const char name[] = "Belay test pad";

// A controller of ours, and what its motors were told.
typedef struct pad {
    int index; // of SDL
    int rumbles, trigger_rumbles;
    int large, small, left, right; // as last told
} pad;

static int on_rumble(void* context, Uint16 large, Uint16 small)
{
    pad* p = context;
    p->rumbles++;
    p->large = large;
    p->small = small;
    return 0;
}

static int on_trigger_rumble(void* context, Uint16 left, Uint16 right)
{
    pad* p = context;
    p->trigger_rumbles++;
    p->left = left;
    p->right = right;
    return 0;
}

static void plug_in(pad* p, bool has_triggers)
{
    SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                    .type = SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                    .naxes = SDL_CONTROLLER_AXIS_MAX,
                                    .nbuttons = SDL_CONTROLLER_BUTTON_MAX,
                                    .name = name,
                                    .userdata = p,
                                    .Rumble = on_rumble,
                                    .RumbleTriggers = has_triggers ? on_trigger_rumble : NULL};
    *p = (pad){.index = SDL_JoystickAttachVirtualEx(&desc), .large = -1, .small = -1, .left = -1, .right = -1};
    cr_assert_geq(p->index, 0, "%s", SDL_GetError());
}

static belay_gamepads* open_pads(void)
{
    belay_gamepads* pads = NULL;
    belay_error error;
    cr_assert_eq(belay_gamepads_create(NULL, &pads, &error), BELAY_OK, "%s", error.message);
    return pads;
}

// The same, with our controller found.
static belay_gamepads* open_with(pad* p, bool has_triggers)
{
    belay_gamepads* pads = open_pads();
    plug_in(p, has_triggers);
    belay_gamepads_update(pads, 0.0);
    return pads;
}

static void close_pads(belay_gamepads* pads)
{
    belay_gamepads_destroy(pads);
    SDL_Quit();
}

// The slot of our controller, beside others that may be connected; -1: none.
static int slot_of(const belay_gamepads* pads)
{
    belay_gamepad_info info;
    for (int i = 0; i < BELAY_GAMEPAD_MAX; i++) {
        if (belay_gamepads_get_info(pads, i, &info) && strcmp(info.name, name) == 0) return i;
    }
    return -1;
}

static int level(double x)
{
    belay_rumble_mapping mapping = belay_rumble_mapping_default();
    return bl_rumble_level(&mapping, x);
}

// ---------------------------------------------------------------------------------------------------------------------
// Levels
// ---------------------------------------------------------------------------------------------------------------------

Test(device_gamepad, levels_start_at_the_floor_and_end_full)
{
    belay_rumble_mapping mapping = belay_rumble_mapping_default();
    cr_assert_eq(bl_rumble_level(&mapping, 0.0), 0);
    cr_assert_eq(bl_rumble_level(&mapping, 0.0099), 0);
    cr_assert_eq(bl_rumble_level(&mapping, NAN), 0);
    cr_assert_float_eq(bl_rumble_level(&mapping, 0.01), 65535.0 * (0.08 + 0.92 * 0.01), 1.0);
    cr_assert_eq(bl_rumble_level(&mapping, 1.0), 65535);
    cr_assert_eq(bl_rumble_level(&mapping, 1e9), 65535);
    for (double x = 0.01; x < 1.0; x += 0.01)
        cr_assert_gt(bl_rumble_level(&mapping, x + 0.01), bl_rumble_level(&mapping, x));
}

Test(device_gamepad, the_strongest_posted_level_is_taken_once)
{
    atomic_uint posted = 0;
    bl_level_raise(&posted, 0.25);
    bl_level_raise(&posted, 0.75);
    bl_level_raise(&posted, 0.5);
    bl_level_raise(&posted, NAN);
    bl_level_raise(&posted, -1.0);
    cr_assert_float_eq(bl_level_take(&posted), 0.75, 1e-5);
    cr_assert_eq(bl_level_take(&posted), 0.0);
    bl_level_raise(&posted, 1e300);
    cr_assert_eq(bl_level_take(&posted), 1.0);
}

// ---------------------------------------------------------------------------------------------------------------------
// Motors
// ---------------------------------------------------------------------------------------------------------------------

Test(device_gamepad, impacts_turn_the_large_motor_and_fade)
{
    pad p;
    belay_gamepads* pads = open_with(&p, false);
    int slot = slot_of(pads);
    cr_assert_geq(slot, 0);

    belay_gamepads_post(pads, slot, 0.25, 0.0, 0.0);
    belay_gamepads_update(pads, 0.1);
    cr_assert_float_eq(p.large, level(0.5), 1.0);
    cr_assert_eq(p.small, 0);
    belay_gamepads_update(pads, 0.16);
    cr_assert_float_eq(p.large, level(0.5 * exp(-1.0)), 1.0);
    belay_gamepads_update(pads, 1.0);
    cr_assert_eq(p.large, 0);
    close_pads(pads);
}

Test(device_gamepad, sliding_turns_the_small_motor_while_it_lasts)
{
    pad p;
    belay_gamepads* pads = open_with(&p, true);
    // 2 N at 0.25 m/s are a quarter of 2 W.
    for (int i = 1; i <= 20; i++) {
        belay_gamepads_post(pads, -1, 0.0, 2.0, 0.25);
        belay_gamepads_update(pads, 0.01 * i);
        cr_assert_float_eq(p.small, level(0.5), 1.0);
        cr_assert_eq(p.large, 0);
        cr_assert_float_eq(p.left, level(0.25), 1.0);
        cr_assert_eq(p.right, p.left);
    }
    belay_gamepads_update(pads, 0.5);
    cr_assert_eq(p.small, 0);
    cr_assert_eq(p.left, 0);
    close_pads(pads);
}

Test(device_gamepad, what_is_no_number_turns_nothing)
{
    pad p;
    belay_gamepads* pads = open_with(&p, false);
    belay_gamepads_post(pads, -1, NAN, NAN, 1.0);
    belay_gamepads_post(pads, -1, -5.0, 1.0, -1.0);
    belay_gamepads_post(pads, -1, INFINITY, INFINITY, 0.0);
    belay_gamepads_update(pads, 0.1);
    cr_assert_eq(p.rumbles, 0);
    close_pads(pads);
}

Test(device_gamepad, writes_keep_their_distance)
{
    pad p;
    belay_gamepads* pads = open_with(&p, false);
    // A second of updates every millisecond, each with something new to tell.
    for (int i = 1; i <= 1000; i++) {
        belay_gamepads_post(pads, -1, 0.1 + 1e-4 * i, 0.0, 0.0);
        belay_gamepads_update(pads, 1e-3 * i);
    }
    cr_assert_leq(p.rumbles, 126);
    cr_assert_geq(p.rumbles, 100);
    close_pads(pads);
}

// A blow between two writes is not lost, however soon a weaker one follows it.
Test(device_gamepad, a_blow_waits_for_its_turn)
{
    pad p;
    belay_gamepads* pads = open_with(&p, false);
    belay_gamepads_post(pads, -1, 0.01, 0.0, 0.0);
    belay_gamepads_update(pads, 0.1);
    belay_gamepads_post(pads, -1, 0.81, 0.0, 0.0);
    belay_gamepads_update(pads, 0.102);
    belay_gamepads_post(pads, -1, 0.01, 0.0, 0.0);
    belay_gamepads_update(pads, 0.104);
    cr_assert_eq(p.rumbles, 1);
    belay_gamepads_update(pads, 0.109);
    cr_assert_float_eq(p.large, level(0.9), 1.0);
    close_pads(pads);
}

Test(device_gamepad, motors_stop_when_all_is_over)
{
    pad p;
    belay_gamepads* pads = open_with(&p, true);
    belay_gamepads_post(pads, -1, 1.0, 0.0, 0.0);
    belay_gamepads_update(pads, 0.1);
    cr_assert_eq(p.large, 65535);
    belay_gamepads_destroy(pads);
    cr_assert_eq(p.large, 0);
    cr_assert_eq(p.left, 0);
    SDL_Quit();
}

// ---------------------------------------------------------------------------------------------------------------------
// Coming and going
// ---------------------------------------------------------------------------------------------------------------------

Test(device_gamepad, a_controller_pulled_out_while_it_shakes_is_left_alone_5_11)
{
    pad p;
    belay_gamepads* pads = open_with(&p, true);
    int slot = slot_of(pads);
    belay_gamepads_post(pads, slot, 1.0, 1.0, 1.0);
    belay_gamepads_update(pads, 0.1);
    cr_assert_eq(p.large, 65535);
    cr_assert_eq(SDL_JoystickDetachVirtual(p.index), 0);
    int rumbles = p.rumbles, trigger_rumbles = p.trigger_rumbles;
    for (int i = 1; i <= 100; i++) {
        belay_gamepads_post(pads, slot, 1.0, 1.0, 1.0);
        belay_gamepads_update(pads, 0.1 + 0.01 * i);
    }
    cr_assert_eq(slot_of(pads), -1);
    // Closing it, SDL itself may tell it to stop; nothing else reaches it.
    cr_assert_leq(p.rumbles, rumbles + 1);
    cr_assert_leq(p.trigger_rumbles, trigger_rumbles + 1);
    cr_assert(p.rumbles == rumbles || p.large == 0);
    close_pads(pads);
}

Test(device_gamepad, controllers_come_back)
{
    pad p;
    belay_gamepads* pads = open_pads();
    for (int round = 0; round < 5; round++) {
        plug_in(&p, false);
        belay_gamepads_update(pads, round);
        cr_assert_geq(slot_of(pads), 0);
        belay_gamepads_post(pads, -1, 1.0, 0.0, 0.0);
        belay_gamepads_update(pads, round + 0.1);
        cr_assert_eq(p.large, 65535);
        SDL_JoystickDetachVirtual(p.index);
        belay_gamepads_update(pads, round + 0.2);
        cr_assert_eq(slot_of(pads), -1);
    }
    close_pads(pads);
}

// Stands in for a controller whose motors show up late.
typedef struct late_motors {
    double now, from; // s
    int asked, written;
} late_motors;

static bool late_has_rumble(void* context, SDL_Joystick* joystick)
{
    late_motors* late = context;
    (void)joystick;
    late->asked++;
    return late->now >= late->from;
}

static bool late_has_no_triggers(void* context, SDL_Joystick* joystick)
{
    (void)context;
    (void)joystick;
    return false;
}

static int late_rumble(void* context, SDL_Joystick* joystick, uint16_t large, uint16_t small, uint32_t ms)
{
    late_motors* late = context;
    (void)joystick;
    cr_assert_leq(ms, 1000);
    late->written += (large | small) != 0;
    return 0;
}

static int late_rumble_triggers(void* context, SDL_Joystick* joystick, uint16_t left, uint16_t right, uint32_t ms)
{
    (void)context;
    (void)joystick;
    (void)left;
    (void)right;
    (void)ms;
    cr_assert_fail("there are no triggers");
    return -1;
}

// Updates for three seconds; returns how many writes there were.
static int writes_with_motors_from(double from, late_motors* late)
{
    pad p;
    belay_gamepads* pads = NULL;
    belay_error error;
    *late = (late_motors){.from = from};
    const bl_rumble_calls calls = {late_has_rumble, late_has_no_triggers, late_rumble, late_rumble_triggers, late};
    cr_assert_eq(bl_gamepads_create(NULL, &calls, &pads, &error), BELAY_OK, "%s", error.message);
    plug_in(&p, false);
    for (late->now = 0.0; late->now < 3.0; late->now += 0.02) {
        belay_gamepads_post(pads, -1, 1.0, 0.0, 0.0);
        belay_gamepads_update(pads, late->now);
    }
    close_pads(pads);
    return late->written;
}

Test(device_gamepad, motors_that_show_up_late_are_found_within_a_second_5_12)
{
    late_motors late;
    cr_assert_geq(writes_with_motors_from(0.3, &late), 40);
    cr_assert_geq(writes_with_motors_from(0.9, &late), 30);
    cr_assert_eq(writes_with_motors_from(1.5, &late), 0);
    // Not asked for ever: once a frame of the first second.
    cr_assert_leq(late.asked, 52);
}

Test(device_gamepad, wrong_mappings_are_refused)
{
    belay_rumble_mapping mapping = belay_rumble_mapping_default();
    belay_gamepads* pads = NULL;
    belay_error error;
    mapping.power_full = 0.0;
    cr_assert_eq(belay_gamepads_create(&mapping, &pads, &error), BELAY_ERROR_VALUE);
    cr_assert(strstr(error.message, "power_full"), "%s", error.message);
    mapping = belay_rumble_mapping_default();
    mapping.floor = 1.5;
    cr_assert_eq(belay_gamepads_create(&mapping, &pads, &error), BELAY_ERROR_VALUE);
    cr_assert_null(pads);
}

// ---------------------------------------------------------------------------------------------------------------------
// As devices
// ---------------------------------------------------------------------------------------------------------------------

static bool find_device(const belay_haptic_driver* driver, belay_haptic_device_info* found)
{
    belay_haptic_device_info infos[BELAY_GAMEPAD_MAX];
    char why[64] = "";
    int count = driver->ops->probe(driver->driver, infos, BELAY_GAMEPAD_MAX, why, sizeof why);
    for (int i = 0; i < count; i++) {
        if (strcmp(infos[i].name, name) == 0) {
            *found = infos[i];
            return true;
        }
    }
    return false;
}

// Left stick right and up, the right one hardly moved, B held.
static void move_sticks(SDL_Joystick* joystick)
{
    SDL_JoystickSetVirtualAxis(joystick, SDL_CONTROLLER_AXIS_LEFTX, 32767);
    SDL_JoystickSetVirtualAxis(joystick, SDL_CONTROLLER_AXIS_LEFTY, -32768);
    SDL_JoystickSetVirtualAxis(joystick, SDL_CONTROLLER_AXIS_RIGHTY, 2000);
    SDL_JoystickSetVirtualAxis(joystick, SDL_CONTROLLER_AXIS_TRIGGERLEFT, -32768);
    SDL_JoystickSetVirtualAxis(joystick, SDL_CONTROLLER_AXIS_TRIGGERRIGHT, 16384); // three quarters of its way
    SDL_JoystickSetVirtualButton(joystick, SDL_CONTROLLER_BUTTON_B, 1);
}

Test(device_gamepad, sticks_are_positions_and_forces_shake)
{
    pad p;
    belay_gamepads* pads = open_pads();
    belay_haptic_driver driver = belay_gamepads_driver(pads);
    belay_haptic_device_info info;
    void* device = NULL;
    belay_error error;
    cr_assert(!find_device(&driver, &info));
    plug_in(&p, false);
    belay_gamepads_update(pads, 0.0);
    cr_assert(find_device(&driver, &info));
    cr_assert_eq(driver.ops->open(driver.driver, &info, &device, &error), BELAY_OK, "%s", error.message);

    SDL_Joystick* joystick = SDL_JoystickOpen(p.index);
    move_sticks(joystick);
    belay_haptic_output output = {{0.0, 1.5, -2.0}, {0.0, 0.0, 0.0}, 0.0};
    cr_assert_eq(driver.ops->write(device, &output), BELAY_HAPTIC_OK);
    // A virtual joystick shows what it was set to after the second look.
    belay_gamepads_update(pads, 0.1);
    belay_gamepads_update(pads, 0.1);
    belay_haptic_input input;
    cr_assert_eq(driver.ops->read(device, &input), BELAY_HAPTIC_OK);
    cr_assert_float_eq(input.position.x, 0.1, 1e-12);
    cr_assert_float_eq(input.position.y, 0.1, 1e-12);
    cr_assert_eq(input.position.z, 0.0); // within the dead middle
    cr_assert_eq(input.buttons, 1u << SDL_CONTROLLER_BUTTON_B);
    cr_assert(info.has_grip && info.max_grip_force == 0.0);
    cr_assert_float_eq(input.grip, 0.75, 1e-4);
    cr_assert_float_eq(p.large, level(0.5), 1.0);

    SDL_JoystickClose(joystick);
    SDL_JoystickDetachVirtual(p.index);
    belay_gamepads_update(pads, 0.2);
    cr_assert_eq(driver.ops->read(device, &input), BELAY_HAPTIC_LOST);
    cr_assert_eq(driver.ops->write(device, &output), BELAY_HAPTIC_LOST);
    // Another one in the same place is another device.
    plug_in(&p, false);
    belay_gamepads_update(pads, 0.3);
    cr_assert_eq(driver.ops->read(device, &input), BELAY_HAPTIC_LOST);
    driver.ops->close(device);
    cr_assert_eq(driver.ops->open(driver.driver, &info, &device, &error), BELAY_ERROR_HANDLE);
    close_pads(pads);
}
