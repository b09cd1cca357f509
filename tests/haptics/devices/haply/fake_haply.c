// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptics/devices/haply/fake_haply.h"

// Without them the build has no such service to fake, nor tests of it.
#ifdef BELAY_HAVE_WEBSOCKET

#include <SDL.h>
#include <cjson/cJSON.h>
#include <libwebsockets.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAME_SIZE = 2048,
    PIECE_SIZE = 40, // of torn frames
};

struct fake_haply {
    fake_haply_def def;
    struct lws_context* context;
    SDL_Thread* thread;
    SDL_mutex* lock; // of all below
    atomic_bool is_stopping;
    int port, events_port;
    fake_haply_report report;
    belay_vec3 position;
    bool is_silent, has_power;
    char event[256];
    int events; // sent for
};

// A connection's own, zeroed by libwebsockets.
typedef struct client {
    char incoming[FRAME_SIZE];
    size_t size;
    int owed; // frames
    bool is_greeted;
    int events; // that it has been sent
    char outgoing[FRAME_SIZE];
    size_t length, sent; // of what goes out
} client;

// ---------------------------------------------------------------------------------------------------------------------
// Frames
// ---------------------------------------------------------------------------------------------------------------------

static size_t write_grip(const fake_haply* f, char* text, size_t size)
{
    if (!f->def.has_grip) return 0;
    return (size_t)snprintf(text, size,
                            ",\"wireless_verse_grip\":[{\"device_id\":\"GRIP\",\"state\":{\"orientation\":{\"w\":"
                            "0.7071067811865476,\"x\":0,\"y\":0,\"z\":0.7071067811865476},\"buttons\":{\"a\":false,"
                            "\"b\":true,\"c\":false}}}]");
}

// In use: by a session that has sent something, or by somebody else.
static size_t write_status(const fake_haply* f, bool is_in_use, char* text, size_t size)
{
    const char* power = f->has_power ? "true" : "false";
    return (size_t)snprintf(text, size,
                            "\"status\":{\"calibrated\":true,\"in_use\":%s,\"power_supply\":%s,\"ready\":true,"
                            "\"started\":true}}",
                            is_in_use ? "true" : "false", power);
}

static size_t write_inventory(const fake_haply* f, char* text, size_t size)
{
    size_t n = (size_t)snprintf(text, size, "{\"session_id\":7,\"inverse3\":[");
    if (f->def.device) {
        n += (size_t)snprintf(text + n, size - n,
                              "{\"device_id\":\"%s\",\"config\":{\"type\":\"%s\",\"handedness\":\"right\"},"
                              "\"state\":{},",
                              f->def.device, f->def.type ? f->def.type : "inverse3");
        n += write_status(f, f->def.is_in_use, text + n, size - n);
    }
    n += (size_t)snprintf(text + n, size - n, "]");
    n += write_grip(f, text + n, size - n);
    return n + (size_t)snprintf(text + n, size - n, "}");
}

// Leaves out what is zero, as the service may.
static size_t write_state(const fake_haply* f, char* text, size_t size)
{
    size_t n = (size_t)snprintf(text, size, "{\"session_id\":7,\"inverse3\":[{\"device_id\":\"%s\",\"state\":{",
                                f->def.device ? f->def.device : "");
    belay_vec3 p = f->position;
    if (p.x != 0.0 || p.y != 0.0 || p.z != 0.0)
        n += (size_t)snprintf(text + n, size - n, "\"cursor_position\":{\"x\":%.17g,\"y\":%.17g,\"z\":%.17g},", p.x,
                              p.y, p.z);
    n += (size_t)snprintf(text + n, size - n, "\"control_mode\":\"idle\"},");
    n += write_status(f, true, text + n, size - n);
    n += (size_t)snprintf(text + n, size - n, "]");
    n += write_grip(f, text + n, size - n);
    return n + (size_t)snprintf(text + n, size - n, "}");
}

static double number(const cJSON* object, const char* name)
{
    const cJSON* item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : -1e30;
}

static void take_commands(fake_haply* f, const cJSON* commands)
{
    const cJSON* force = cJSON_GetObjectItemCaseSensitive(commands, "set_cursor_force");
    const cJSON* values = cJSON_GetObjectItemCaseSensitive(force, "values");
    const cJSON* vector = cJSON_GetObjectItemCaseSensitive(force, "vector");
    if (cJSON_GetObjectItemCaseSensitive(commands, "probe_position")) f->report.probes++;
    if (!values && !vector) return;
    const cJSON* v = values ? values : vector;
    f->report.forces++;
    f->report.is_values_form = values != NULL;
    f->report.force = (belay_vec3){number(v, "x"), number(v, "y"), number(v, "z")};
}

static void take_configuration(fake_haply* f, const cJSON* session, const cJSON* device)
{
    const cJSON* basis =
        cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(session, "basis"), "permutation");
    const cJSON* mount = cJSON_GetObjectItemCaseSensitive(
        cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(device, "configure"), "mount"), "transform");
    if (cJSON_IsString(basis)) snprintf(f->report.basis, sizeof f->report.basis, "%s", basis->valuestring);
    if (!mount) return;
    const cJSON* p = cJSON_GetObjectItemCaseSensitive(mount, "position");
    const cJSON* q = cJSON_GetObjectItemCaseSensitive(mount, "rotation");
    f->report.mount.position = (belay_vec3){number(p, "x"), number(p, "y"), number(p, "z")};
    f->report.mount.rotation = (belay_quat){number(q, "w"), number(q, "x"), number(q, "y"), number(q, "z")};
    f->report.mount_scale = number(cJSON_GetObjectItemCaseSensitive(mount, "scale"), "x");
}

static void take_message(fake_haply* f, const char* text, size_t size)
{
    cJSON* root = cJSON_ParseWithLength(text, size);
    const cJSON* device = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(root, "inverse3"), 0);
    const cJSON* id = cJSON_GetObjectItemCaseSensitive(device, "device_id");
    const cJSON* configure =
        cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(root, "session"), "configure");
    const cJSON* name =
        cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(configure, "profile"), "name");
    f->report.messages++;
    if (!cJSON_IsString(id) || !f->def.device || strcmp(id->valuestring, f->def.device) != 0) f->report.bad_messages++;
    if (cJSON_IsString(name)) {
        snprintf(f->report.profile, sizeof f->report.profile, "%s", name->valuestring);
        f->report.profiles++;
    }
    take_configuration(f, configure, device);
    take_commands(f, cJSON_GetObjectItemCaseSensitive(device, "commands"));
    cJSON_Delete(root);
}

// ---------------------------------------------------------------------------------------------------------------------
// Connections
// ---------------------------------------------------------------------------------------------------------------------

// Sends the next piece of what goes out.
static int send_piece(const fake_haply* f, struct lws* wsi, client* c)
{
    unsigned char buffer[LWS_PRE + FRAME_SIZE];
    size_t size = c->length - c->sent;
    if (f->def.is_torn && size > PIECE_SIZE) size = PIECE_SIZE;
    memcpy(buffer + LWS_PRE, c->outgoing + c->sent, size);
    bool is_last = c->sent + size == c->length;
    int flags = lws_write_ws_flags(LWS_WRITE_TEXT, c->sent == 0, is_last);
    if (lws_write(wsi, buffer + LWS_PRE, size, (enum lws_write_protocol)flags) < (int)size) return -1;
    c->sent += size;
    if (is_last) c->length = c->sent = 0;
    if (!is_last || c->owed > 0) lws_callback_on_writable(wsi);
    return 0;
}

static int write_simulation(fake_haply* f, struct lws* wsi, client* c)
{
    SDL_LockMutex(f->lock);
    bool has_more = c->length > 0 || (c->owed > 0 && !f->is_silent);
    if (has_more && c->length == 0) {
        c->length = c->is_greeted ? write_state(f, c->outgoing, sizeof c->outgoing)
                                  : write_inventory(f, c->outgoing, sizeof c->outgoing);
        c->is_greeted = true;
        c->owed--;
    }
    SDL_UnlockMutex(f->lock);
    return has_more ? send_piece(f, wsi, c) : 0;
}

static int read_simulation(fake_haply* f, struct lws* wsi, client* c, const char* piece, size_t size)
{
    if (size > sizeof c->incoming - c->size) return -1;
    memcpy(c->incoming + c->size, piece, size);
    c->size += size;
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0) return 0;
    SDL_LockMutex(f->lock);
    take_message(f, c->incoming, c->size);
    SDL_UnlockMutex(f->lock);
    c->size = 0;
    c->owed++;
    lws_callback_on_writable(wsi);
    return 0;
}

static int on_simulation(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in, size_t size)
{
    fake_haply* f = lws_context_user(lws_get_context(wsi));
    client* c = user;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        SDL_LockMutex(f->lock);
        f->report.connections++;
        SDL_UnlockMutex(f->lock);
        c->owed = 1;
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        return read_simulation(f, wsi, c, in, size);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return write_simulation(f, wsi, c);
    default:
        return 0;
    }
}

static int on_events(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in, size_t size)
{
    fake_haply* f = lws_context_user(lws_get_context(wsi));
    client* c = user;
    (void)in;
    (void)size;
    if (reason == LWS_CALLBACK_ESTABLISHED) lws_callback_on_writable(wsi);
    if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED)
        lws_callback_on_writable_all_protocol(f->context, lws_get_protocol(wsi));
    if (reason != LWS_CALLBACK_SERVER_WRITEABLE) return 0;
    SDL_LockMutex(f->lock);
    bool is_new = c->events != f->events;
    if (is_new) {
        c->length = (size_t)snprintf(c->outgoing, sizeof c->outgoing, "%s", f->event);
        c->events = f->events;
    }
    SDL_UnlockMutex(f->lock);
    return is_new ? send_piece(f, wsi, c) : 0;
}

static const struct lws_protocols simulation_protocols[] = {
    {.name = "simulation", .callback = on_simulation, .per_session_data_size = sizeof(client)},
    {.name = NULL},
};

static const struct lws_protocols events_protocols[] = {
    {.name = "events", .callback = on_events, .per_session_data_size = sizeof(client)},
    {.name = NULL},
};

// ---------------------------------------------------------------------------------------------------------------------
// Life
// ---------------------------------------------------------------------------------------------------------------------

static int serve(void* context)
{
    fake_haply* f = context;
    while (!atomic_load(&f->is_stopping)) {
        if (lws_service(f->context, 0) < 0) break;
    }
    return 0;
}

// Returns the port that the system picked; 0: none.
static int listen_on(fake_haply* f, const struct lws_protocols* protocols, const char* name)
{
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    info.port = 0;
    info.iface = "127.0.0.1";
    info.vhost_name = name;
    info.protocols = protocols;
    struct lws_vhost* vhost = lws_create_vhost(f->context, &info);
    return vhost ? lws_get_vhost_listen_port(vhost) : 0;
}

fake_haply* fake_haply_start(const fake_haply_def* def)
{
    fake_haply* f = calloc(1, sizeof *f);
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    info.user = f;
    info.gid = -1;
    info.uid = -1;
    lws_set_log_level(LLL_ERR, NULL);
    if (!f) return NULL;
    f->def = *def;
    f->is_silent = def->is_silent;
    f->has_power = !def->has_no_power;
    f->lock = SDL_CreateMutex();
    f->context = lws_create_context(&info);
    if (f->context) {
        f->port = listen_on(f, simulation_protocols, "simulation");
        f->events_port = listen_on(f, events_protocols, "events");
    }
    if (f->port > 0 && f->events_port > 0) f->thread = SDL_CreateThread(serve, "fake haply", f);
    if (f->thread) return f;
    fake_haply_stop(f);
    return NULL;
}

void fake_haply_stop(fake_haply* f)
{
    atomic_store(&f->is_stopping, true);
    if (f->thread) {
        lws_cancel_service(f->context);
        SDL_WaitThread(f->thread, NULL);
    }
    if (f->context) lws_context_destroy(f->context);
    SDL_DestroyMutex(f->lock);
    free(f);
}

int fake_haply_port(const fake_haply* f)
{
    return f->port;
}

int fake_haply_events_port(const fake_haply* f)
{
    return f->events_port;
}

void fake_haply_get_report(fake_haply* f, fake_haply_report* report)
{
    SDL_LockMutex(f->lock);
    *report = f->report;
    SDL_UnlockMutex(f->lock);
}

void fake_haply_move(fake_haply* f, belay_vec3 position)
{
    SDL_LockMutex(f->lock);
    f->position = position;
    SDL_UnlockMutex(f->lock);
}

void fake_haply_power(fake_haply* f, bool has_power)
{
    SDL_LockMutex(f->lock);
    f->has_power = has_power;
    SDL_UnlockMutex(f->lock);
}

void fake_haply_send_event(fake_haply* f, const char* text)
{
    SDL_LockMutex(f->lock);
    snprintf(f->event, sizeof f->event, "%s", text);
    f->events++;
    SDL_UnlockMutex(f->lock);
    lws_cancel_service(f->context);
}

void fake_haply_fall_silent(fake_haply* f)
{
    SDL_LockMutex(f->lock);
    f->is_silent = true;
    SDL_UnlockMutex(f->lock);
}

#else

// ISO C wants something in every file.
typedef int fake_haply_is_left_out;

#endif
