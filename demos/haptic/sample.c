// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/sample.h"

#include "scenes/vec.h"

#include <stdio.h>

static const double ALONE = 1e-3;     // m: other contacts are so much wider open than the one that carries
static const double FELT_FORCE = 0.2; // N: below it friction is not looked at

// The contact that is deepest, or null when it does not carry alone.
static const belay_local_contact* sole_contact(const belay_local_model* m)
{
    const belay_local_contact* best = NULL;
    double next = HUGE_VAL;
    for (int i = 0; i < m->count; i++) {
        const belay_local_contact* c = &m->contacts[i];
        if (best == NULL || c->gap < best->gap) {
            next = best != NULL ? best->gap : next;
            best = c;
        } else if (c->gap < next) {
            next = c->gap;
        }
    }
    return best != NULL && next - best->gap > ALONE ? best : NULL;
}

static double friction_of(belay_vec3 force, const belay_haptic_contact_model* model)
{
    const belay_local_contact* c = model != NULL ? sole_contact(&model->local) : NULL;
    double normal = c != NULL ? vec_dot(force, c->normal) : 0.0;
    if (!(normal > FELT_FORCE)) return NAN;
    return vec_length(vec_sub(force, vec_scale(normal, c->normal))) / normal;
}

sample sample_of(double time, const belay_haptic_servo_output* output, const belay_haptic_servo_report* report,
                 const belay_pose* mount, const belay_haptic_contact_model* model)
{
    sample s = {.time = time,
                .device = output->target.position,
                .tool = output->tool.position,
                .force = belay_quat_rotate(mount->rotation, output->device.force),
                .friction = NAN,
                .energy = report->energy,
                .reasons = output->reasons,
                .is_in_contact = output->is_in_contact};
    if (!s.is_in_contact) return s;
    s.depth = vec_length(vec_sub(s.device, s.tool));
    s.friction = friction_of(output->force, model);
    return s;
}

void sample_reasons_text(uint32_t reasons, char* text, size_t size)
{
    size_t used = 0;
    uint32_t usual = belay_haptic_reason_bit(BELAY_HAPTIC_REASON_NOT_PASSIVE);
    for (int i = 0; i < BELAY_HAPTIC_REASON_COUNT && used < size; i++) {
        if ((reasons & ~usual & belay_haptic_reason_bit((belay_haptic_reason)i)) == 0) continue;
        int length = snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                              belay_haptic_reason_text((belay_haptic_reason)i));
        used += length > 0 ? (size_t)length : 0;
    }
    if (used == 0) snprintf(text, size, "all well");
}
