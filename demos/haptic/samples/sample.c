// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/samples/sample.h"

#include <belay/vec.h>

#include <stdio.h>

static const double FELT_FORCE = 0.2; // N: below it friction is not looked at

sample sample_of(double time, const belay_haptic_servo_output* output, const belay_haptic_servo_report* report,
                 const belay_pose* mount)
{
    sample s = {.time = time,
                .device = output->target.position,
                .tool = output->tool.position,
                .device_rotation = output->target.rotation,
                .tool_rotation = output->tool.rotation,
                .normal = output->normal_force,
                .force = belay_quat_rotate(mount->rotation, output->device.force),
                .friction = NAN,
                .energy = report->energy,
                .reasons = output->reasons,
                .is_in_contact = output->is_in_contact};
    if (!s.is_in_contact) return s;
    s.depth = v3_length(v3_sub(s.device, s.tool));
    if (output->normal_force > FELT_FORCE) s.friction = output->friction_force / output->normal_force;
    return s;
}

void sample_reasons_text(uint32_t reasons, char* text, size_t size)
{
    size_t used = 0;
    uint32_t usual = belay_haptic_reason_bit(BELAY_HAPTIC_REASON_STIFF);
    for (int i = 0; i < BELAY_HAPTIC_REASON_COUNT && used < size; i++) {
        if ((reasons & ~usual & belay_haptic_reason_bit((belay_haptic_reason)i)) == 0) continue;
        int length = snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                              belay_haptic_reason_text((belay_haptic_reason)i));
        used += length > 0 ? (size_t)length : 0;
    }
    if (used == 0) snprintf(text, size, "all well");
}
