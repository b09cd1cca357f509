// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "record/record_format.h"

#include <math.h>
#include <string.h>

#define MODEL_HEAD offsetof(belay_local_model, contacts)

_Static_assert(sizeof(bl_record_tick) == 60 * sizeof(double), "no holes");

bl_record_header bl_record_header_make(void)
{
    bl_record_header h;
    memset(&h, 0, sizeof h);
    memcpy(h.magic, BL_RECORD_MAGIC, sizeof h.magic);
    h.version = BL_RECORD_VERSION;
    h.order = BL_RECORD_ORDER;
    h.config_size = (uint32_t)sizeof(belay_haptic_servo_config);
    h.tick_size = (uint32_t)sizeof(bl_record_tick);
    h.model_head_size = (uint32_t)MODEL_HEAD;
    h.contact_size = (uint32_t)sizeof(belay_local_contact);
    h.navigation_size = (uint32_t)sizeof(belay_haptic_navigation_config);
    h.surface_size = (uint32_t)sizeof(belay_haptic_surface);
    return h;
}

// ---------------------------------------------------------------------------------------------------------------------
// Ticks
// ---------------------------------------------------------------------------------------------------------------------

static void put_vector(double out[3], belay_vec3 v)
{
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

static belay_vec3 get_vector(const double in[3])
{
    belay_vec3 v = {in[0], in[1], in[2]};
    return v;
}

static void put_quat(double out[4], belay_quat q)
{
    out[0] = q.w;
    out[1] = q.x;
    out[2] = q.y;
    out[3] = q.z;
}

static belay_quat get_quat(const double in[4])
{
    belay_quat q = {in[0], in[1], in[2], in[3]};
    return q;
}

static void put_pose(double out[7], belay_pose pose)
{
    put_vector(out, pose.position);
    put_quat(out + 3, pose.rotation);
}

static belay_pose get_pose(const double in[7])
{
    belay_pose pose = {get_vector(in), get_quat(in + 3)};
    return pose;
}

void bl_record_tick_pack(const belay_haptic_servo_input* input, const belay_haptic_servo_output* output,
                         bl_record_tick* t)
{
    put_vector(t->position, input->device.position);
    put_quat(t->rotation, input->device.rotation);
    put_vector(t->linear, input->device.linear_velocity);
    put_vector(t->angular, input->device.angular_velocity);
    t->grip = input->device.grip;
    t->grip_width = input->device.grip_width;
    t->grip_angle = input->device.grip_angle;
    t->time = input->device.time;
    t->dt = input->dt;
    t->buttons = input->device.buttons;
    t->troubles = input->device.troubles;
    t->status = (uint64_t)input->status;
    t->commands = input->commands;
    t->model = input->model != NULL ? input->model->sequence : 0;
    put_vector(t->sent_force, output->device.force);
    put_vector(t->sent_torque, output->device.torque);
    t->sent_grip = output->device.grip_force;
    put_vector(t->force, output->force);
    put_vector(t->torque, output->torque);
    t->gain = output->gain;
    put_pose(t->target, output->target);
    put_vector(t->target_linear, output->linear_velocity);
    put_vector(t->target_angular, output->angular_velocity);
    put_pose(t->tool, output->tool);
    t->reasons = output->reasons;
    t->flags = (output->is_to_be_written ? BL_RECORD_WRITTEN : 0u) | (output->is_fresh ? BL_RECORD_FRESH : 0u) |
               (output->is_in_contact ? BL_RECORD_TOUCHES : 0u);
    t->contacts = (uint64_t)output->contacts;
}

static bool are_finite(const double* x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

bool bl_record_tick_is_sound(const bl_record_tick* t)
{
    const uint64_t flags = BL_RECORD_WRITTEN | BL_RECORD_FRESH | BL_RECORD_TOUCHES;
    const uint64_t reasons = ((uint64_t)1 << BELAY_HAPTIC_REASON_COUNT) - 1;
    if (t->buttons > UINT32_MAX || t->troubles > UINT32_MAX || !isfinite(t->sent_grip)) return false;
    if (t->commands > UINT32_MAX || t->status > BELAY_HAPTIC_LOST) return false;
    if (t->contacts > BELAY_LOCAL_MODEL_CONTACTS || (t->flags & ~flags) != 0 || (t->reasons & ~reasons) != 0)
        return false;
    if (!are_finite(t->sent_force, 3) || !are_finite(t->sent_torque, 3) || !are_finite(t->force, 3)) return false;
    if (!are_finite(t->torque, 3) || !are_finite(t->target, 7) || !are_finite(t->tool, 7)) return false;
    return are_finite(t->target_linear, 3) && are_finite(t->target_angular, 3) && t->gain >= 0.0 && t->gain <= 1.0;
}

void bl_record_tick_unpack(const bl_record_tick* t, belay_haptic_servo_input* input, belay_haptic_servo_output* output)
{
    memset(input, 0, sizeof *input);
    memset(output, 0, sizeof *output);
    input->device.position = get_vector(t->position);
    input->device.rotation = get_quat(t->rotation);
    input->device.linear_velocity = get_vector(t->linear);
    input->device.angular_velocity = get_vector(t->angular);
    input->device.grip = t->grip;
    input->device.grip_width = t->grip_width;
    input->device.grip_angle = t->grip_angle;
    input->device.time = t->time;
    input->device.buttons = (uint32_t)t->buttons;
    input->device.troubles = (uint32_t)t->troubles;
    input->dt = t->dt;
    input->status = (belay_haptic_status)t->status;
    input->commands = (uint32_t)t->commands;
    output->device.force = get_vector(t->sent_force);
    output->device.torque = get_vector(t->sent_torque);
    output->device.grip_force = t->sent_grip;
    output->force = get_vector(t->force);
    output->torque = get_vector(t->torque);
    output->gain = t->gain;
    output->target = get_pose(t->target);
    output->linear_velocity = get_vector(t->target_linear);
    output->angular_velocity = get_vector(t->target_angular);
    output->tool = get_pose(t->tool);
    output->reasons = (uint32_t)t->reasons;
    output->is_to_be_written = (t->flags & BL_RECORD_WRITTEN) != 0;
    output->is_fresh = (t->flags & BL_RECORD_FRESH) != 0;
    output->is_in_contact = (t->flags & BL_RECORD_TOUCHES) != 0;
    output->contacts = (int)t->contacts;
    output->buttons = input->device.buttons;
    output->troubles = input->device.troubles;
    output->grip = input->device.grip;
    output->grip_width = input->device.grip_width;
    output->grip_angle = input->device.grip_angle;
}

// ---------------------------------------------------------------------------------------------------------------------
// Models
// ---------------------------------------------------------------------------------------------------------------------

// A count that is out of range is kept, as the servo sees and refuses it; no contacts go with it.
static size_t rows_of(const belay_local_model* m)
{
    return m->count >= 0 && m->count <= BELAY_LOCAL_MODEL_CONTACTS ? 3 * (size_t)m->count : 0;
}

static size_t size_of(size_t rows)
{
    return MODEL_HEAD + rows / 3 * sizeof(belay_local_contact) + rows * rows * sizeof(double) + 2 * sizeof(uint64_t);
}

size_t bl_record_model_pack(const belay_haptic_contact_model* model, unsigned char* bytes)
{
    const belay_local_model* m = &model->local;
    size_t rows = rows_of(m), row_size = rows * sizeof(double), contacts = rows / 3 * sizeof(belay_local_contact);
    unsigned char* to = bytes;
    memcpy(to, m, MODEL_HEAD);
    to += MODEL_HEAD;
    memcpy(to, m->contacts, contacts);
    to += contacts;
    for (size_t i = 0; i < rows; i++, to += row_size)
        memcpy(to, m->compliance[i], row_size);
    memcpy(to, &model->sequence, sizeof model->sequence);
    memcpy(to + sizeof model->sequence, &model->checksum, sizeof model->checksum);
    return size_of(rows);
}

bool bl_record_model_unpack(const unsigned char* bytes, size_t size, belay_haptic_contact_model* model)
{
    memset(model, 0, sizeof *model);
    if (size < MODEL_HEAD) return false;
    memcpy(&model->local, bytes, MODEL_HEAD);
    size_t rows = rows_of(&model->local), row_size = rows * sizeof(double);
    if (size != size_of(rows)) return false;
    const unsigned char* from = bytes + MODEL_HEAD;
    memcpy(model->local.contacts, from, rows / 3 * sizeof(belay_local_contact));
    from += rows / 3 * sizeof(belay_local_contact);
    for (size_t i = 0; i < rows; i++, from += row_size)
        memcpy(model->local.compliance[i], from, row_size);
    memcpy(&model->sequence, from, sizeof model->sequence);
    memcpy(&model->checksum, from + sizeof model->sequence, sizeof model->checksum);
    return true;
}
