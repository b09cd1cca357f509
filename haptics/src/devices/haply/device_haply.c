// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The driver of Haply's devices. Without libwebsockets and cJSON there is nothing but the reason why.

#include "devices/haply/device_haply.h"

#include "belay/quat.h"
#include "belay/result.h"
#include "devices/device_library.h"
#include "devices/device_list.h"
#include "devices/device_output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct belay_haply {
    char *host, *profile, *basis;
    belay_pose mount;
    belay_haply_settings settings;
};

belay_haply* belay_haply_create(const belay_haply_settings* settings)
{
    const belay_haply_settings none = {.host = NULL};
    if (!settings) settings = &none;
    belay_haply* haply = calloc(1, sizeof *haply);
    if (!haply) return NULL;
    haply->host = bl_copy_text(settings->host ? settings->host : "127.0.0.1");
    haply->profile = bl_copy_text(settings->profile ? settings->profile : "org.belay:device");
    haply->basis = bl_copy_text(settings->basis ? settings->basis : "XYZ");
    if (!haply->host || !haply->profile || !haply->basis) {
        belay_haply_destroy(haply);
        return NULL;
    }
    haply->settings = *settings;
    if (settings->mount) haply->mount = *settings->mount;
    if (settings->port == 0) haply->settings.port = 10001;
    if (settings->events_port == 0) haply->settings.events_port = 10020;
    if (!(settings->answer_timeout > 0.0)) haply->settings.answer_timeout = 0.25;
    if (!(settings->connect_timeout > 0.0)) haply->settings.connect_timeout = 2.0;
    return haply;
}

void belay_haply_destroy(belay_haply* haply)
{
    if (!haply) return;
    free(haply->host);
    free(haply->profile);
    free(haply->basis);
    free(haply);
}

#ifdef BELAY_HAVE_WEBSOCKET

static const double PROBE_TIMEOUT = 0.1; // s

static bl_haply_target target_of(const belay_haply* haply, const char* device)
{
    const belay_haply_settings* settings = &haply->settings;
    return (bl_haply_target){.host = haply->host,
                             .profile = haply->profile,
                             .basis = haply->basis,
                             .mount = settings->mount ? &haply->mount : NULL,
                             .port = settings->port,
                             .events_port = device ? settings->events_port : -1,
                             .form = settings->form,
                             .answer_timeout = settings->answer_timeout,
                             .device = device};
}

// A model that is not known has no rating: the servo then asks little of it.
static void name_model(const bl_haply_device* device, belay_haptic_device_info* info)
{
    bool is_inverse3 = device->type[0] == '\0' || strncmp(device->type, "inverse3", 8) == 0;
    bool is_x = strcmp(device->type, "inverse3x") == 0 || strcmp(device->type, "inverse3_x") == 0;
    if (is_inverse3)
        snprintf(info->name, sizeof info->name, "Haply Inverse3%s", is_x ? "x" : "");
    else
        snprintf(info->name, sizeof info->name, "Haply %.50s", device->type);
}

// What of the settings cannot be asked for.
static bool is_refused(const belay_haply* haply, char* why, size_t why_size)
{
    const belay_pose* mount = haply->settings.mount ? &haply->mount : NULL;
    bool is_pose = !mount || (v3_is_finite(mount->position) && fabs(q_length(mount->rotation) - 1.0) <= 1e-6);
    if (!bl_haply_is_basis(haply->basis))
        snprintf(why, why_size, "the basis \"%.16s\" is not three axes of X, Y, Z that are right-handed", haply->basis);
    else if (!is_pose)
        snprintf(why, why_size, "the mount is no pose: its rotation has the length %g", q_length(mount->rotation));
    else
        return false;
    return true;
}

static int probe(void* driver, belay_haptic_device_info* infos, int capacity, char* why, size_t why_size)
{
    if (is_refused(driver, why, why_size)) return 0;
    const bl_haply_target target = target_of(driver, NULL);
    bl_haply_session* session = bl_haply_connect(&target, PROBE_TIMEOUT, why, why_size);
    if (!session) return 0;
    const bl_haply_frame* inventory = bl_haply_inventory(session);
    int count = inventory->device_count;
    for (int i = 0; i < count && i < capacity; i++) {
        belay_haptic_device_info* info = &infos[i];
        *info = (belay_haptic_device_info){.driver = "haply"};
        name_model(&inventory->devices[i], info);
        snprintf(info->id, sizeof info->id, "%s", inventory->devices[i].id);
        if (strstr(info->name, "Inverse3")) bl_device_rate(info->name, info);
        info->has_rotation = true;
        info->has_velocity = true;
    }
    if (count == 0) snprintf(why, why_size, "the service has no Inverse3");
    bl_haply_disconnect(session);
    return count;
}

static belay_result open_device(void* driver, const belay_haptic_device_info* info, void** device, belay_error* error)
{
    const belay_haply* haply = driver;
    char why[160] = "";
    if (is_refused(haply, why, sizeof why)) return belay_error_set(error, BELAY_ERROR_VALUE, "haply: %s", why);
    const bl_haply_target target = target_of(haply, info->id);
    bl_haply_session* session = bl_haply_connect(&target, haply->settings.connect_timeout, why, sizeof why);
    if (!session) return belay_error_set(error, BELAY_ERROR_STATE, "%s %s: %s", info->name, info->id, why);
    *device = session;
    return BELAY_OK;
}

static belay_haptic_status read_input(void* device, belay_haptic_input* input)
{
    return bl_haply_take_state(device, input);
}

static belay_haptic_status write_output(void* device, const belay_haptic_output* output)
{
    return bl_haply_send_force(device, bl_output_sent(output).force);
}

static void close_device(void* device)
{
    bl_haply_disconnect(device);
}

#else

static int probe(void* driver, belay_haptic_device_info* infos, int capacity, char* why, size_t why_size)
{
    (void)driver;
    (void)infos;
    (void)capacity;
    snprintf(why, why_size, "built without libwebsockets and cJSON");
    return 0;
}

static belay_result open_device(void* driver, const belay_haptic_device_info* info, void** device, belay_error* error)
{
    (void)driver;
    (void)info;
    (void)device;
    return belay_error_set(error, BELAY_ERROR_HANDLE, "built without libwebsockets and cJSON");
}

static belay_haptic_status read_input(void* device, belay_haptic_input* input)
{
    (void)device;
    *input = (belay_haptic_input){.rotation = {1.0, 0.0, 0.0, 0.0}};
    return BELAY_HAPTIC_LOST;
}

static belay_haptic_status write_output(void* device, const belay_haptic_output* output)
{
    (void)device;
    (void)output;
    return BELAY_HAPTIC_LOST;
}

static void close_device(void* device)
{
    (void)device;
}

#endif

static const belay_haptic_device_ops ops = {
    .name = "haply",
    .probe = probe,
    .open = open_device,
    .read = read_input,
    .write = write_output,
    .close = close_device,
};

belay_haptic_driver belay_haply_driver(belay_haply* haply)
{
    return (belay_haptic_driver){&ops, haply};
}

// ---------------------------------------------------------------------------------------------------------------------
// Its row
// ---------------------------------------------------------------------------------------------------------------------

static belay_result create_row(const belay_haptics_def* def, void** made, belay_error* error)
{
    *made = belay_haply_create(&def->haply);
    return *made != NULL ? BELAY_OK : belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for the drivers");
}

static void destroy_row(void* made)
{
    belay_haply_destroy(made);
}

const bl_device_row bl_device_haply = {.ops = &ops, .create = create_row, .destroy = destroy_row};
