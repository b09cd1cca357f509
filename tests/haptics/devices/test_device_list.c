// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// All drivers together: what is listed with nothing connected, with stubs of everything, and how it reads.

#include "belay/haptic_list.h"
#include "haptics/devices/stub.h"
#include "haptics/stubs/stub_dhd.h"
#include "haptics/stubs/stub_hd.h"

#include <string.h>

// Nothing of the machine's own is to be found.
static belay_haptics_def nothing(void)
{
    return (belay_haptics_def){.dhd = {.library = "/no/such/dhd"},
                               .hd = {.library = "/no/such/hd"},
                               .haply = {.port = 1, .events_port = -1},
                               .leave_out_sdl = true};
}

static belay_haptics* create(const belay_haptics_def* def)
{
    belay_haptics* haptics = NULL;
    belay_error error;
    cr_assert_eq(belay_haptics_create(def, &haptics, &error), BELAY_OK, "%s", error.message);
    return haptics;
}

static const belay_haptic_entry* entry_of(const belay_haptic_entry* entries, int count, const char* driver)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(entries[i].info.driver, driver) == 0) return &entries[i];
    }
    cr_assert_fail("no entry of %s", driver);
    return NULL;
}

Test(device_list, without_hardware_every_driver_says_why_and_one_is_simulated)
{
    belay_haptics_def def = nothing();
    belay_haptics* haptics = create(&def);
    belay_haptic_entry entries[16];
    int count = belay_haptics_list(haptics, entries, 16);
    cr_assert_eq(count, 6);
    const char* const drivers[] = {"dhd", "hd", "haply", "joystick", "gamepad"};
    for (int i = 0; i < 5; i++) {
        const belay_haptic_entry* entry = entry_of(entries, count, drivers[i]);
        cr_assert(!entry->is_device);
        cr_assert_gt(strlen(entry->why), 3, "%s says '%s'", drivers[i], entry->why);
    }
    const belay_haptic_entry* simulated = entry_of(entries, count, "simulation");
    cr_assert(simulated->is_device);
    cr_assert_eq(belay_haptics_find(entries, count, NULL), (int)(simulated - entries));
    belay_haptics_destroy(haptics);
}

// The simulated one can be used as it is: its hand goes where it is told, on its own clock.
Test(device_list, simulated_device_follows_its_target)
{
    belay_haptics_def def = nothing();
    belay_haptics* haptics = create(&def);
    belay_haptic_entry entries[16];
    int count = belay_haptics_list(haptics, entries, 16);
    const belay_haptic_entry* entry = &entries[belay_haptics_find(entries, count, NULL)];
    void* device = NULL;
    belay_error error;
    cr_assert_eq(entry->driver.ops->open(entry->driver.driver, &entry->info, &device, &error), BELAY_OK);
    belay_pose target = {{0.02, 0.0, -0.01}, {1.0, 0.0, 0.0, 0.0}};
    belay_haptic_simulation_set_target(belay_haptics_get_simulation(haptics), target, (belay_vec3){0.0, 0.0, 0.0});
    belay_haptic_input input;
    for (int i = 0; i < 2000; i++)
        cr_assert_eq(entry->driver.ops->read(device, &input), BELAY_HAPTIC_OK);
    // Its own friction holds it within c / k of there.
    cr_assert_float_eq(input.position.x, 0.02, 0.26 / 300.0 + 55e-6);
    cr_assert_float_eq(input.position.z, -0.01, 0.26 / 300.0 + 55e-6);
    entry->driver.ops->close(device);
    belay_haptics_destroy(haptics);
}

static void set_up_stubs(belay_haptics_def* def, char* dhd, char* hd, size_t size)
{
    stub_dhd_state_fn* get_dhd = NULL;
    stub_hd_get_control_fn* get_hd = NULL;
    stub_path("stub_dhd", dhd, size);
    stub_path("stub_hd", hd, size);
    stub_function(dhd, "stub_dhd_get_state", &get_dhd);
    stub_function(hd, "stub_hd_get_control", &get_hd);
    stub_dhd_state* state = get_dhd();
    state->count = 2;
    state->devices[0] = (stub_dhd_device){.name = "omega.3", .serial = 1234};
    state->devices[1] = (stub_dhd_device){.name = "sigma.7", .serial = 77};
    *get_hd().state = (stub_hd_state){.device_name = "Default Device", .model = "Touch", .calibration = 0x5000};
    *def = nothing();
    def->dhd.library = dhd;
    def->hd.library = hd;
}

Test(device_list, devices_are_found_by_name_driver_and_id)
{
    char dhd[512], hd[512];
    belay_haptics_def def;
    set_up_stubs(&def, dhd, hd, sizeof dhd);
    belay_haptics* haptics = create(&def);
    belay_haptic_entry entries[16];
    int count = belay_haptics_list(haptics, entries, 16);
    cr_assert_eq(count, 7);
    cr_assert_str_eq(entries[belay_haptics_find(entries, count, NULL)].info.name, "omega.3");
    cr_assert_str_eq(entries[belay_haptics_find(entries, count, "SIGMA")].info.name, "sigma.7");
    cr_assert_str_eq(entries[belay_haptics_find(entries, count, "1/77")].info.name, "sigma.7");
    cr_assert_str_eq(entries[belay_haptics_find(entries, count, "hd")].info.name, "Touch");
    cr_assert_str_eq(entries[belay_haptics_find(entries, count, "touch")].info.driver, "hd");
    cr_assert_str_eq(entries[belay_haptics_find(entries, count, "simulation")].info.driver, "simulation");
    cr_assert_lt(belay_haptics_find(entries, count, "delta"), 0);
    // A driver without devices is none, whatever its name.
    cr_assert_lt(belay_haptics_find(entries, count, "haply"), 0);

    // Fewer places than entries: the first of them, and how many there are.
    belay_haptic_entry few[2];
    cr_assert_eq(belay_haptics_list(haptics, few, 2), 7);
    cr_assert_str_eq(few[1].info.name, "sigma.7");
    belay_haptics_destroy(haptics);
}

Test(device_list, table_has_a_line_for_each_entry)
{
    char dhd[512], hd[512];
    belay_haptics_def def;
    set_up_stubs(&def, dhd, hd, sizeof dhd);
    belay_haptics* haptics = create(&def);
    belay_haptic_entry entries[16];
    int count = belay_haptics_list(haptics, entries, 16), lines = 0;
    char text[4096];
    size_t length = belay_haptics_text(entries, count, text, sizeof text);
    cr_assert_eq(length, strlen(text));
    for (const char* at = text; (at = strchr(at, '\n')); at++)
        lines++;
    cr_assert_eq(lines, count + 1);
    cr_assert(strstr(text, "dhd        omega.3                           0/1234"), "%s", text);
    cr_assert(strstr(text, "joystick   - left out\n"), "%s", text);

    // Cut off, it is the beginning of the same, and ends in time.
    for (size_t size = 0; size <= length + 1; size += 7) {
        char cut[4096];
        memset(cut, '#', sizeof cut);
        cr_assert_eq(belay_haptics_text(entries, count, cut, size), length);
        cr_assert_eq(cut[size], '#');
        if (size > 0) cr_assert(strncmp(cut, text, size - 1) == 0 && cut[size - 1] == '\0');
    }
    belay_haptics_destroy(haptics);
}

// With SDL: whatever is connected to this machine, nothing breaks, and a virtual controller shows.
Test(device_list, controllers_show_after_an_update)
{
    belay_haptics_def def = nothing();
    def.leave_out_sdl = false;
    belay_haptics* haptics = create(&def);
    SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                    .type = SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                    .naxes = SDL_CONTROLLER_AXIS_MAX,
                                    .nbuttons = SDL_CONTROLLER_BUTTON_MAX,
                                    .name = "Belay listed pad"};
    cr_assert_geq(SDL_JoystickAttachVirtualEx(&desc), 0, "%s", SDL_GetError());
    belay_haptics_update(haptics, 0.0);
    belay_haptic_entry entries[32];
    int count = belay_haptics_list(haptics, entries, 32);
    int i = belay_haptics_find(entries, count, "belay listed pad");
    cr_assert_geq(i, 0);
    cr_assert_str_eq(entries[i].info.driver, "gamepad");
    cr_assert(belay_haptics_get_gamepads(haptics));
    belay_haptics_destroy(haptics);
    SDL_Quit();
}

Test(device_list, wrong_settings_are_refused)
{
    belay_haptics* haptics = NULL;
    belay_error error;
    belay_haptic_simulation_def simulation = belay_haptic_simulation_def_default();
    simulation.device.mass = -1.0;
    belay_haptics_def def = nothing();
    def.simulation = &simulation;
    cr_assert_eq(belay_haptics_create(&def, &haptics, &error), BELAY_ERROR_VALUE);
    cr_assert(strstr(error.message, "device.mass"), "%s", error.message);
    def = nothing();
    def.leave_out_sdl = false;
    def.joysticks.max_force = -1.0;
    cr_assert_eq(belay_haptics_create(&def, &haptics, &error), BELAY_ERROR_VALUE);
    cr_assert_null(haptics);
}
