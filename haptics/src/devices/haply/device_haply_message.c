// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The messages of Haply's service. What a state leaves out is the identity: zero, or no turn.

#ifdef BELAY_HAVE_WEBSOCKET

#include "belay/decimal.h"
#include "belay/quat.h"
#include "belay/vec.h"
#include "devices/haply/device_haply.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char family[] = "inverse3";
// What the wired grip's Hall sensor tells at most: eight bits, chosen, as its makers do not publish a range.
static const double HALL_FULL = 255.0;

static const char* const grip_families[] = {"verse_grip", "wireless_verse_grip"};

// ---------------------------------------------------------------------------------------------------------------------
// Reading
// ---------------------------------------------------------------------------------------------------------------------

static double read_number(const cJSON* object, const char* name, double missing)
{
    const cJSON* item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : missing;
}

static belay_vec3 read_vector(const cJSON* state, const char* name)
{
    const cJSON* v = cJSON_GetObjectItemCaseSensitive(state, name);
    return v3(read_number(v, "x", 0.0), read_number(v, "y", 0.0), read_number(v, "z", 0.0));
}

static belay_quat read_rotation(const cJSON* state, const char* name)
{
    const cJSON* item = cJSON_GetObjectItemCaseSensitive(state, name);
    belay_quat q = {read_number(item, "w", 0.0), read_number(item, "x", 0.0), read_number(item, "y", 0.0),
                    read_number(item, "z", 0.0)};
    double length = q_length(q);
    return length > 0.5 && length < 2.0 ? q_normalize(q) : belay_quat_identity();
}

static bool is_false(const cJSON* object, const char* name)
{
    return cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(object, name));
}

// What a status says is wrong. What it leaves out is in order.
static uint32_t read_troubles(const cJSON* status)
{
    uint32_t bits = 0;
    if (is_false(status, "power_supply")) bits |= belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_NO_POWER);
    if (is_false(status, "calibrated")) bits |= belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_NOT_CALIBRATED);
    if (is_false(status, "ready")) bits |= belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_NOT_STARTED);
    return bits;
}

// False: it has no id that can be used.
static bool read_device(const cJSON* item, bl_haply_device* device)
{
    const cJSON* id = cJSON_GetObjectItemCaseSensitive(item, "device_id");
    const cJSON* state = cJSON_GetObjectItemCaseSensitive(item, "state");
    const cJSON* status = cJSON_GetObjectItemCaseSensitive(item, "status");
    if (!cJSON_IsString(id) || strlen(id->valuestring) >= sizeof device->id) return false;
    memset(device, 0, sizeof *device);
    strcpy(device->id, id->valuestring);
    const cJSON* type = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(item, "config"), "type");
    if (cJSON_IsString(type) && strlen(type->valuestring) < sizeof device->type)
        strcpy(device->type, type->valuestring);
    device->input.troubles = read_troubles(status);
    device->is_in_use = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(status, "in_use"));
    device->is_ready =
        !is_false(status, "calibrated") && !is_false(status, "ready") && !is_false(status, "power_supply");
    device->input.position = read_vector(state, "cursor_position");
    device->input.linear_velocity = read_vector(state, "cursor_velocity");
    device->input.rotation = belay_quat_identity();
    return true;
}

// Buttons are one truth value, or several by name; in the order in which they are told.
static uint32_t read_buttons(const cJSON* state)
{
    uint32_t buttons = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(state, "button")) ? 1 : 0;
    const cJSON* several = cJSON_GetObjectItemCaseSensitive(state, "buttons");
    const cJSON* button = NULL;
    int bit = 0;
    cJSON_ArrayForEach(button, several)
    {
        if (cJSON_IsTrue(button) && bit < 32) buttons |= (uint32_t)1 << bit;
        bit++;
    }
    return buttons;
}

// The first grip that there is turns with all devices: which hand holds which is not said.
static void read_grip(const cJSON* root, bl_haply_frame* frame)
{
    for (size_t i = 0; i < sizeof grip_families / sizeof *grip_families; i++) {
        const cJSON* grip = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(root, grip_families[i]), 0);
        const cJSON* state = cJSON_GetObjectItemCaseSensitive(grip, "state");
        if (!state) continue;
        for (int k = 0; k < frame->device_count; k++) {
            frame->devices[k].input.rotation = read_rotation(state, "orientation");
            frame->devices[k].input.buttons = read_buttons(state);
            frame->devices[k].input.grip = fmin(fmax(read_number(state, "hall", 0.0) / HALL_FULL, 0.0), 1.0);
        }
        return;
    }
}

// JSON writes 1e999 and means infinity: no device is there, or moves like that.
static bool is_finite(const bl_haply_frame* frame)
{
    for (int i = 0; i < frame->device_count; i++) {
        const belay_haptic_input* input = &frame->devices[i].input;
        if (!v3_is_finite(input->position) || !v3_is_finite(input->linear_velocity)) return false;
    }
    return true;
}

bool bl_haply_read_frame(const char* text, size_t size, bl_haply_frame* frame)
{
    cJSON* root = cJSON_ParseWithLength(text, size);
    memset(frame, 0, sizeof *frame);
    bool is_frame = cJSON_IsObject(root);
    const cJSON* item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(root, family))
    {
        if (frame->device_count < BL_HAPLY_DEVICES && read_device(item, &frame->devices[frame->device_count]))
            frame->device_count++;
    }
    read_grip(root, frame);
    cJSON_Delete(root);
    is_frame = is_frame && is_finite(frame);
    if (!is_frame) memset(frame, 0, sizeof *frame);
    return is_frame;
}

const bl_haply_device* bl_haply_find(const bl_haply_frame* frame, const char* id)
{
    for (int i = 0; i < frame->device_count; i++) {
        if (strcmp(frame->devices[i].id, id) == 0) return &frame->devices[i];
    }
    return NULL;
}

// An event that calms down is only told of, not a warning.
static bool is_calm(const cJSON* root)
{
    const cJSON* level = cJSON_GetObjectItemCaseSensitive(root, "level");
    return cJSON_IsString(level) &&
           (strcmp(level->valuestring, "info") == 0 || strcmp(level->valuestring, "notice") == 0);
}

// The brake, and the stage at which the device limits the force by itself, last until another event ends them. Of kinds
// that are not known only warnings are trouble.
static void read_safety(const cJSON* root, const cJSON* data, bl_haply_event* event)
{
    const uint32_t brake = belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_BRAKED);
    const uint32_t limit = belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_FORCE_LIMITED);
    const cJSON* type = cJSON_GetObjectItemCaseSensitive(data, "safety_type");
    const char* kind = cJSON_IsString(type) ? type->valuestring : "";
    if (strcmp(kind, "ebrake_triggered") == 0)
        event->begun = brake;
    else if (strcmp(kind, "ebrake_released") == 0)
        event->over = brake;
    else if (strcmp(kind, "fod_stage_changed") == 0)
        *(is_calm(root) ? &event->over : &event->begun) = limit;
    else if (strcmp(kind, "stall_detected") == 0)
        event->troubles = belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_STALLED);
    else if (strcmp(kind, "stability_ceiling") == 0)
        event->troubles = belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_UNSTABLE);
    else if (!is_calm(root))
        event->troubles = belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_FAULT);
}

bl_haply_event bl_haply_read_event(const char* text, size_t size, const char* id)
{
    bl_haply_event event = {bl_haply_is_disconnected(text, size, id), 0, 0, 0};
    cJSON* root = cJSON_ParseWithLength(text, size);
    const cJSON* name = cJSON_GetObjectItemCaseSensitive(root, "name");
    const cJSON* data = cJSON_GetObjectItemCaseSensitive(root, "data");
    const cJSON* whose = cJSON_GetObjectItemCaseSensitive(data, "device_id");
    bool is_ours = !cJSON_IsString(whose) || strcmp(whose->valuestring, id) == 0;
    if (is_ours && cJSON_IsString(name)) {
        if (strcmp(name->valuestring, "device-safety-triggered") == 0) read_safety(root, data, &event);
        if (strcmp(name->valuestring, "device-busy") == 0)
            event.troubles = belay_haptic_trouble_bit(BELAY_HAPTIC_TROUBLE_IN_USE);
    }
    cJSON_Delete(root);
    return event;
}

bool bl_haply_is_disconnected(const char* text, size_t size, const char* id)
{
    cJSON* root = cJSON_ParseWithLength(text, size);
    const cJSON* name = cJSON_GetObjectItemCaseSensitive(root, "name");
    const cJSON* data = cJSON_GetObjectItemCaseSensitive(root, "data");
    const cJSON* whose = cJSON_GetObjectItemCaseSensitive(data, "device_id");
    bool is_ours = !cJSON_IsString(whose) || strcmp(whose->valuestring, id) == 0;
    bool is_disconnected = cJSON_IsString(name) && strcmp(name->valuestring, "device-disconnected") == 0 && is_ours;
    cJSON_Delete(root);
    return is_disconnected;
}

// ---------------------------------------------------------------------------------------------------------------------
// Writing
// ---------------------------------------------------------------------------------------------------------------------

typedef struct writer {
    char* text;
    size_t length;
} writer;

static void put(writer* w, const char* text)
{
    for (; *text && w->length + 1 < BL_HAPLY_MESSAGE_SIZE; text++)
        w->text[w->length++] = *text;
    w->text[w->length] = '\0';
}

// Between quotes; characters that JSON would have to escape are left out.
static void put_quoted(writer* w, const char* text)
{
    put(w, "\"");
    for (; *text; text++) {
        const char one[2] = {*text, '\0'};
        if ((unsigned char)*text >= 0x20 && *text != '"' && *text != '\\') put(w, one);
    }
    put(w, "\"");
}

// What is no number is sent as 0.
static void put_number(writer* w, const char* name, double value)
{
    char number[BELAY_DECIMAL_SIZE];
    belay_decimal_write(isfinite(value) ? value : 0.0, number);
    put(w, name);
    put(w, number);
}

static void put_force(writer* w, const bl_haply_command* command)
{
    put(w, "{\"set_cursor_force\":{");
    put(w, command->form == BELAY_HAPLY_VALUES ? "\"values\":{" : "\"vector\":{");
    put_number(w, "\"x\":", command->force.x);
    put_number(w, ",\"y\":", command->force.y);
    put_number(w, ",\"z\":", command->force.z);
    put(w, "}}}");
}

// The axis that `*text` names, with its sign, which it is moved behind; 0: none.
static int read_axis(const char** text)
{
    int sign = **text == '-' ? -1 : 1;
    if (**text == '-' || **text == '+') ++*text;
    if (**text < 'X' || **text > 'Z') return 0;
    return sign * (*(*text)++ - 'X' + 1);
}

bool bl_haply_is_basis(const char* text)
{
    int axis[3], sign = 1;
    for (int i = 0; i < 3; i++) {
        axis[i] = read_axis(&text);
        if (axis[i] == 0) return false;
        sign = axis[i] < 0 ? -sign : sign;
        axis[i] = axis[i] < 0 ? -axis[i] : axis[i];
        for (int k = 0; k < i; k++) {
            if (axis[k] == axis[i]) return false;
            sign = axis[k] > axis[i] ? -sign : sign;
        }
    }
    return *text == '\0' && sign == 1;
}

static void put_session(writer* w, const bl_haply_command* command)
{
    put(w, "\"session\":{\"configure\":{\"profile\":{\"name\":");
    put_quoted(w, command->profile);
    put(w, "}");
    if (command->basis) {
        put(w, ",\"basis\":{\"permutation\":");
        put_quoted(w, command->basis);
        put(w, "}");
    }
    put(w, "}},");
}

// It is written wrapped, and read flat.
static void put_mount(writer* w, const belay_pose* mount)
{
    put(w, ",\"configure\":{\"mount\":{\"transform\":{\"position\":{");
    put_number(w, "\"x\":", mount->position.x);
    put_number(w, ",\"y\":", mount->position.y);
    put_number(w, ",\"z\":", mount->position.z);
    put_number(w, "},\"rotation\":{\"w\":", mount->rotation.w);
    put_number(w, ",\"x\":", mount->rotation.x);
    put_number(w, ",\"y\":", mount->rotation.y);
    put_number(w, ",\"z\":", mount->rotation.z);
    put(w, "},\"scale\":{\"x\":1,\"y\":1,\"z\":1}}}}");
}

size_t bl_haply_write_command(const bl_haply_command* command, char text[BL_HAPLY_MESSAGE_SIZE])
{
    writer w = {text, 0};
    put(&w, "{");
    if (command->profile) put_session(&w, command);
    put(&w, "\"inverse3\":[{\"device_id\":");
    put_quoted(&w, command->device);
    if (command->mount) put_mount(&w, command->mount);
    put(&w, ",\"commands\":");
    if (command->has_force)
        put_force(&w, command);
    else
        put(&w, "{\"probe_position\":{}}");
    put(&w, "}]}");
    return w.length;
}

#else

// ISO C wants something in every file.
typedef int bl_haply_message_is_left_out;

#endif
