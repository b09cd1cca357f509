// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The connection to Haply's service. The network thread alone touches libwebsockets, but for lws_cancel_service, which
// wakes it. One message is on its way at a time, since each is answered by one state: a force that was written goes out
// at once, or with the answer to the one before; when nothing is written for a while, the state is asked for.

#ifdef BELAY_HAVE_WEBSOCKET

#include "belay/timer.h"
#include "belay/vec.h"
#include "devices/haply/device_haply.h"
#include "threads/haptic_triple_buffer.h"

#include <SDL.h>
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ASK_AFTER_US = 10000,    // nothing was written for so long: ask for a state
    MAX_FRAME = 1024 * 1024, // bytes; longer ones are taken for a broken service
    NAME_SIZE = 256,
};

static const double EVENT_SECONDS = 0.5;

typedef enum session_phase {
    CONNECTING,
    READY, // has what connect waited for
    LOST,
} session_phase;

// A frame that is coming in.
typedef struct incoming {
    char* text;
    size_t size, capacity;
} incoming;

struct bl_haply_session {
    char host[NAME_SIZE], profile[NAME_SIZE], device[BL_HAPLY_ID_SIZE], basis[8];
    belay_pose mount;
    bool has_mount;
    int port, events_port;
    belay_haply_form form;
    double answer_timeout;

    SDL_Thread* thread;
    SDL_sem* news; // posted when the phase leaves CONNECTING
    struct lws_context* context;
    atomic_int phase;
    atomic_bool is_stopping;
    atomic_uint unready; // troubles that keep the device from being ready

    // The network thread's.
    struct lws* simulation;
    incoming frame, event;
    bl_haply_frame inventory; // whoever connects reads it once the phase is READY
    bool has_inventory, is_introduced, has_force, is_waiting, has_said_goodbye;
    double asked_at, stopped_at; // s
    uint32_t event_troubles;     // that events told of, until
    double event_until;          // s
    uint32_t lasting_troubles;   // likewise, until an event ends them
    char why[160];               // likewise, once LOST

    bl_triple_buffer states, forces;
    belay_haptic_input state_slots[3];
    belay_vec3 force_slots[3];

    belay_haptic_input last; // the reader's
};

// ---------------------------------------------------------------------------------------------------------------------
// The network thread
// ---------------------------------------------------------------------------------------------------------------------

static void enter(bl_haply_session* s, session_phase phase)
{
    int was = atomic_exchange(&s->phase, (int)phase);
    if (was == CONNECTING) SDL_SemPost(s->news);
}

static void lose(bl_haply_session* s, const char* why)
{
    if (atomic_load(&s->phase) == CONNECTING) snprintf(s->why, sizeof s->why, "%s", why);
    enter(s, LOST);
}

// Adds a piece; false: too long, or no memory.
static bool take_piece(incoming* in, const char* piece, size_t size)
{
    if (size > MAX_FRAME - in->size) return false;
    if (in->size + size > in->capacity) {
        size_t capacity = 2 * (in->size + size);
        char* text = realloc(in->text, capacity);
        if (!text) return false;
        in->text = text;
        in->capacity = capacity;
    }
    memcpy(in->text + in->size, piece, size);
    in->size += size;
    return true;
}

static bool is_whole(struct lws* wsi)
{
    return lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
}

// What happened is told for a while: an event comes once.
static void tell(bl_haply_session* s, uint32_t troubles)
{
    double now = belay_timer_seconds();
    if (troubles == 0) return;
    s->event_troubles = now < s->event_until ? s->event_troubles | troubles : troubles;
    s->event_until = now + EVENT_SECONDS;
}

// Before we have asked for anything, a device that is in use is somebody else's; later it is in use by us.
static void take_inventory(bl_haply_session* s)
{
    const bl_haply_device* device = bl_haply_find(&s->inventory, s->device);
    s->has_inventory = true;
    if (s->device[0] == '\0') {
        enter(s, READY);
    } else if (!device) {
        lose(s, "the service does not have that device");
    } else {
        if (device->is_in_use) tell(s, belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_IN_USE));
        lws_callback_on_writable(s->simulation);
    }
}

static void take_state(bl_haply_session* s, const bl_haply_frame* frame)
{
    const bl_haply_device* device = bl_haply_find(frame, s->device);
    s->is_waiting = false;
    bool has_been_ready = atomic_load(&s->phase) == READY;
    if (device && (device->is_ready || has_been_ready)) {
        belay_haptic_input* input = bl_triple_buffer_back(&s->states);
        *input = device->input;
        input->time = belay_timer_seconds();
        input->troubles |= s->lasting_troubles;
        if (input->time < s->event_until) input->troubles |= s->event_troubles;
        bl_triple_buffer_publish(&s->states);
        enter(s, READY);
    }
    if (device && !has_been_ready) atomic_store(&s->unready, device->input.troubles);
    if (s->has_force) lws_callback_on_writable(s->simulation);
    lws_set_timer_usecs(s->simulation, ASK_AFTER_US);
}

// Frames that make no sense are left out; a service that sends nothing else does not answer.
static void take_frame(bl_haply_session* s)
{
    bl_haply_frame frame;
    bool is_frame = bl_haply_read_frame(s->frame.text, s->frame.size, s->has_inventory ? &frame : &s->inventory);
    s->frame.size = 0;
    if (!is_frame) return;
    if (!s->has_inventory)
        take_inventory(s);
    else if (s->device[0] != '\0')
        take_state(s, &frame);
}

static int send_message(bl_haply_session* s, struct lws* wsi)
{
    unsigned char buffer[LWS_PRE + BL_HAPLY_MESSAGE_SIZE];
    bool is_goodbye = s->stopped_at > 0.0 && s->is_introduced;
    if (!s->has_inventory || (s->is_waiting && !is_goodbye) || s->device[0] == '\0') return 0;
    bl_haply_command command = {.device = s->device, .form = s->form, .has_force = s->has_force || is_goodbye};
    if (!s->is_introduced) {
        command.profile = s->profile;
        command.basis = s->basis;
        command.mount = s->has_mount ? &s->mount : NULL;
    }
    if (s->has_force && !is_goodbye) command.force = *(const belay_vec3*)bl_triple_buffer_front(&s->forces);
    size_t size = bl_haply_write_command(&command, (char*)buffer + LWS_PRE);
    if (lws_write(wsi, buffer + LWS_PRE, size, LWS_WRITE_TEXT) < (int)size) return -1;
    s->has_said_goodbye = is_goodbye;
    s->is_introduced = true;
    s->has_force = false;
    s->is_waiting = true;
    s->asked_at = belay_timer_seconds();
    lws_set_timer_usecs(wsi, ASK_AFTER_US);
    return 0;
}

static int on_timer(bl_haply_session* s, struct lws* wsi)
{
    if (s->is_waiting && belay_timer_seconds() - s->asked_at > s->answer_timeout) {
        lose(s, "the service does not answer");
        return -1;
    }
    if (!s->is_waiting) lws_callback_on_writable(wsi);
    lws_set_timer_usecs(wsi, ASK_AFTER_US);
    return 0;
}

// Woken: something was written, or all is to end, with a last force of zero.
static void on_wake(bl_haply_session* s)
{
    if (bl_triple_buffer_take(&s->forces)) s->has_force = true;
    if (atomic_load(&s->is_stopping) && s->stopped_at == 0.0) s->stopped_at = belay_timer_seconds();
    bool has_to_write = s->stopped_at > 0.0 || (s->has_force && !s->is_waiting);
    if (s->simulation && has_to_write) lws_callback_on_writable(s->simulation);
}

static int on_simulation(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in, size_t size)
{
    bl_haply_session* s = lws_context_user(lws_get_context(wsi));
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        s->simulation = wsi;
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        if (!take_piece(&s->frame, in, size)) return -1;
        if (is_whole(wsi)) take_frame(s);
        return 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return send_message(s, wsi);
    case LWS_CALLBACK_TIMER:
        return on_timer(s, wsi);
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        on_wake(s);
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        lose(s, "no service answers (is Haply's Inverse Service running?)");
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
        s->simulation = NULL;
        lose(s, "the service closed the connection");
        return 0;
    default:
        return 0;
    }
}

static void take_event(bl_haply_session* s)
{
    bl_haply_event event = bl_haply_read_event(s->event.text, s->event.size, s->device);
    if (event.is_disconnected) lose(s, "the device is disconnected");
    s->lasting_troubles = (s->lasting_troubles | event.begun) & ~event.over;
    tell(s, event.troubles);
    s->event.size = 0;
}

// Events tell of a pulled plug sooner than states do. Without them it goes on.
static int on_events(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in, size_t size)
{
    bl_haply_session* s = lws_context_user(lws_get_context(wsi));
    (void)user;
    if (reason == LWS_CALLBACK_CLIENT_CLOSED) s->lasting_troubles = 0; // nobody would end them
    if (reason != LWS_CALLBACK_CLIENT_RECEIVE) return 0;
    if (!take_piece(&s->event, in, size)) return -1;
    if (is_whole(wsi)) take_event(s);
    return 0;
}

static const struct lws_protocols protocols[] = {
    {.name = "simulation", .callback = on_simulation, .rx_buffer_size = 4096},
    {.name = "events", .callback = on_events, .rx_buffer_size = 4096},
    {.name = NULL},
};

static bool connect_to(bl_haply_session* s, int port, const char* protocol)
{
    struct lws_client_connect_info info;
    memset(&info, 0, sizeof info);
    info.context = s->context;
    info.address = info.host = info.origin = s->host;
    info.port = port;
    info.path = "/";
    info.local_protocol_name = protocol;
    return lws_client_connect_via_info(&info) != NULL;
}

// Whether the thread may end: at once when the service is gone, else when it was told to let go of the force, for
// which there is a tenth of a second.
static bool is_over(const bl_haply_session* s)
{
    if (atomic_load(&s->phase) == LOST) return true;
    if (!atomic_load(&s->is_stopping)) return false;
    bool has_force_to_take_back = s->simulation && s->is_introduced && !s->has_said_goodbye;
    return !has_force_to_take_back || (s->stopped_at > 0.0 && belay_timer_seconds() - s->stopped_at > 0.1);
}

static int serve(void* context)
{
    bl_haply_session* s = context;
    bool is_connecting = connect_to(s, s->port, "simulation");
    if (!is_connecting) lose(s, "no service answers (is Haply's Inverse Service running?)");
    if (is_connecting && s->events_port > 0) connect_to(s, s->events_port, "events");
    while (!is_over(s)) {
        if (lws_service(s->context, 0) < 0) lose(s, "the connection broke");
    }
    return 0;
}

// ---------------------------------------------------------------------------------------------------------------------
// Connecting
// ---------------------------------------------------------------------------------------------------------------------

// No proxy stands between a program and a service on its machine: the empty address keeps libwebsockets from taking one
// from the environment.
static struct lws_context* create_context(bl_haply_session* s)
{
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.protocols = protocols;
    info.http_proxy_address = "";
    info.user = s;
    info.gid = -1;
    info.uid = -1;
    lws_set_log_level(0, NULL);
    return lws_create_context(&info);
}

static bl_haply_session* create_session(const bl_haply_target* target)
{
    bl_haply_session* s = calloc(1, sizeof *s);
    if (!s) return NULL;
    snprintf(s->host, sizeof s->host, "%s", target->host);
    snprintf(s->profile, sizeof s->profile, "%s", target->profile);
    snprintf(s->device, sizeof s->device, "%s", target->device ? target->device : "");
    snprintf(s->basis, sizeof s->basis, "%s", target->basis ? target->basis : "XYZ");
    s->has_mount = target->mount != NULL;
    if (s->has_mount) s->mount = *target->mount;
    s->port = target->port;
    s->events_port = target->events_port;
    s->form = target->form;
    s->answer_timeout = target->answer_timeout;
    s->last.rotation = belay_quat_identity();
    bl_triple_buffer_init(&s->states, &s->state_slots[0], &s->state_slots[1], &s->state_slots[2]);
    bl_triple_buffer_init(&s->forces, &s->force_slots[0], &s->force_slots[1], &s->force_slots[2]);
    s->news = SDL_CreateSemaphore(0);
    s->context = s->news ? create_context(s) : NULL;
    s->thread = s->context ? SDL_CreateThread(serve, "belay haply", s) : NULL;
    if (s->thread) return s;
    bl_haply_disconnect(s);
    return NULL;
}

bl_haply_session* bl_haply_connect(const bl_haply_target* target, double timeout, char* why, size_t why_size)
{
    bl_haply_session* s = create_session(target);
    if (!s) {
        snprintf(why, why_size, "no memory, or no thread, for a connection");
        return NULL;
    }
    bool has_news = SDL_SemWaitTimeout(s->news, (Uint32)(1e3 * timeout)) == 0;
    if (has_news && atomic_load(&s->phase) == READY) return s;
    bool is_told = !has_news && belay_haptic_troubles_text(NULL, atomic_load(&s->unready), why, why_size) > 0;
    if (!is_told) snprintf(why, why_size, "%s", has_news ? s->why : "the service is silent");
    bl_haply_disconnect(s);
    return NULL;
}

void bl_haply_disconnect(bl_haply_session* s)
{
    if (s->thread) {
        atomic_store(&s->is_stopping, true);
        lws_cancel_service(s->context);
        SDL_WaitThread(s->thread, NULL);
    }
    if (s->context) lws_context_destroy(s->context);
    if (s->news) SDL_DestroySemaphore(s->news);
    free(s->frame.text);
    free(s->event.text);
    free(s);
}

const bl_haply_frame* bl_haply_inventory(const bl_haply_session* s)
{
    return &s->inventory;
}

// ---------------------------------------------------------------------------------------------------------------------
// The servo's side
// ---------------------------------------------------------------------------------------------------------------------

belay_haptic_status bl_haply_take_state(bl_haply_session* s, belay_haptic_input* input)
{
    bool is_new = bl_triple_buffer_take(&s->states);
    if (is_new) s->last = *(const belay_haptic_input*)bl_triple_buffer_front(&s->states);
    *input = s->last;
    if (atomic_load(&s->phase) == LOST) return BELAY_HAPTIC_LOST;
    return is_new ? BELAY_HAPTIC_OK : BELAY_HAPTIC_NOT_READY;
}

belay_haptic_status bl_haply_send_force(bl_haply_session* s, belay_vec3 force)
{
    if (atomic_load(&s->phase) == LOST) return BELAY_HAPTIC_LOST;
    *(belay_vec3*)bl_triple_buffer_back(&s->forces) = force;
    bl_triple_buffer_publish(&s->forces);
    lws_cancel_service(s->context);
    return BELAY_HAPTIC_OK;
}

#else

// ISO C wants something in every file.
typedef int bl_haply_session_is_left_out;

#endif
