// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a definition of the simulated device may say.

#include "belay/quat.h"
#include "belay/result.h"
#include "belay/vec.h"
#include "devices/simulated/device_simulated.h"

#include <math.h>

// A number and its range, both ends allowed; `is_open`: not the lower one.
typedef struct range {
    const char* name;
    double value, min, max;
    bool is_open;
} range;

static belay_result check_ranges(const range* ranges, size_t count, belay_error* error)
{
    for (size_t i = 0; i < count; i++) {
        const range* r = &ranges[i];
        bool is_good =
            isfinite(r->value) && r->value <= r->max && (r->is_open ? r->value > r->min : r->value >= r->min);
        if (!is_good)
            return belay_error_set(error, BELAY_ERROR_VALUE, "%s is %g, must be %s %g and at most %g", r->name,
                                   r->value, r->is_open ? "above" : "at least", r->min, r->max);
    }
    return BELAY_OK;
}

typedef struct named_vector {
    const char* name;
    belay_vec3 value;
} named_vector;

static belay_result check_vectors(const named_vector* vectors, size_t count, belay_error* error)
{
    for (size_t i = 0; i < count; i++) {
        belay_vec3 v = vectors[i].value;
        if (!v3_is_finite(v))
            return belay_error_set(error, BELAY_ERROR_VALUE, "%s is (%g, %g, %g), must be finite", vectors[i].name, v.x,
                                   v.y, v.z);
    }
    return BELAY_OK;
}

static belay_result check_rotation(const char* name, belay_quat q, belay_error* error)
{
    double length = q_length(q);
    if (fabs(length - 1.0) <= 1e-6) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s has length %g, must be a unit quaternion", name, length);
}

belay_result bl_hand_check(const belay_hand* hand, belay_error* error)
{
    const range ranges[] = {
        {"hand.mass", hand->mass, 0.0, HUGE_VAL, false},
        {"hand.damping", hand->damping, 0.0, HUGE_VAL, false},
        {"hand.stiffness", hand->stiffness, 0.0, HUGE_VAL, false},
        {"hand.inertia", hand->inertia, 0.0, HUGE_VAL, false},
        {"hand.rotation_damping", hand->rotation_damping, 0.0, HUGE_VAL, false},
        {"hand.rotation_stiffness", hand->rotation_stiffness, 0.0, HUGE_VAL, false},
    };
    return check_ranges(ranges, sizeof ranges / sizeof *ranges, error);
}

static belay_result check_grip(const belay_haptic_simulation_def* def, belay_error* error)
{
    const belay_haptic_gripper* g = &def->gripper;
    for (int i = 0; i < BELAY_HAPTIC_MOST_PRESSES; i++) {
        const belay_haptic_press* p = &def->presses[i];
        if (!(isfinite(p->from) && isfinite(p->until) && p->from <= p->until))
            return belay_error_set(error, BELAY_ERROR_VALUE,
                                   "presses[%d] is from %g to %g s, must be finite and in order", i, p->from, p->until);
    }
    const range ranges[] = {
        {"device.max_grip_force", def->device.max_grip_force, 0.0, HUGE_VAL, false},
        {"gripper.width", g->width, 0.0, HUGE_VAL, true},
        {"gripper.stiffness", g->stiffness, 0.0, HUGE_VAL, false},
        {"gripper.damping", g->damping, 0.0, HUGE_VAL, true},
    };
    return def->device.has_grip ? check_ranges(ranges, sizeof ranges / sizeof *ranges, error) : BELAY_OK;
}

static belay_result check_device(const belay_haptic_simulation_def* def, belay_error* error)
{
    const belay_haptic_device_info* d = &def->device;
    // A period is at least a nanosecond and at most ten seconds: so that the number of substeps stays sane.
    const range ranges[] = {
        {"device.rate", d->rate, 0.1, 1e9, false},
        {"device.mass", d->mass, 0.0, HUGE_VAL, true},
        {"device.damping", d->damping, 0.0, HUGE_VAL, false},
        {"device.friction", d->friction, 0.0, HUGE_VAL, false},
        {"device.position_step", d->position_step, 0.0, HUGE_VAL, false},
        {"device.max_force", d->max_force, 0.0, HUGE_VAL, false},
        {"device.max_torque", d->max_torque, 0.0, HUGE_VAL, false},
        {"device.max_continuous_force", d->max_continuous_force, 0.0, HUGE_VAL, def->thermal_time > 0.0},
        {"device.delay", d->delay, 0.0, BL_SIMULATED_MAX_DELAY / d->rate, false},
        {"watchdog", def->watchdog, 0.0, HUGE_VAL, false},
        {"thermal_time", def->thermal_time, 0.0, HUGE_VAL, false},
        {"mount_scale", def->mount_scale, 0.0, HUGE_VAL, true},
    };
    belay_result result = check_ranges(ranges, sizeof ranges / sizeof *ranges, error);
    if (result == BELAY_OK) result = check_grip(def, error);
    if (result != BELAY_OK || !d->has_rotation) return result;

    const range turning[] = {
        {"rotation.inertia", def->rotation.inertia, 0.0, HUGE_VAL, true},
        {"rotation.damping", def->rotation.damping, 0.0, HUGE_VAL, false},
        {"rotation.friction", def->rotation.friction, 0.0, HUGE_VAL, false},
        {"rotation.step", def->rotation.step, 0.0, HUGE_VAL, false},
    };
    return check_ranges(turning, sizeof turning / sizeof *turning, error);
}

static belay_result check_faults(const belay_haptic_faults* f, double rate, belay_error* error)
{
    const range ranges[] = {
        {"faults.drop_chance", f->drop_chance, 0.0, 1.0, false},
        {"faults.latency", f->latency, 0.0, BL_SIMULATED_MAX_LATENCY / rate, false},
        {"faults.rate", f->rate, 0.0, HUGE_VAL, false},
        {"faults.time_jitter", f->time_jitter, 0.0, HUGE_VAL, false},
    };
    const named_vector jump = {"faults.jump", f->jump};
    belay_result result = check_ranges(ranges, sizeof ranges / sizeof *ranges, error);
    return result != BELAY_OK ? result : check_vectors(&jump, 1, error);
}

static belay_result check_samples(const belay_hand_motion* m, belay_error* error)
{
    if (!m->samples || m->sample_count < 1)
        return belay_error_set(error, BELAY_ERROR_VALUE, "motion.sample_count is %d, must be at least 1",
                               m->sample_count);
    for (int i = 0; i < m->sample_count; i++) {
        const belay_hand_sample* s = &m->samples[i];
        bool is_good = isfinite(s->time) && v3_is_finite(s->position) && fabs(q_length(s->rotation) - 1.0) <= 1e-6;
        if (!is_good || (i > 0 && !(s->time > m->samples[i - 1].time)))
            return belay_error_set(
                error, BELAY_ERROR_VALUE,
                "motion.samples[%d] at %g s is not finite, not turned by a unit quaternion, or not after "
                "the one before",
                i, s->time);
    }
    return BELAY_OK;
}

// The numbers that the kind of a motion names; 1 stands in for those that it does not.
static belay_result check_numbers(const belay_hand_motion* m, belay_error* error)
{
    bool is_tap = m->kind == BELAY_HAND_TAP, is_drag = m->kind == BELAY_HAND_DRAG;
    bool is_spiral = m->kind == BELAY_HAND_SPIRAL;
    bool presses = m->kind == BELAY_HAND_PRESS || is_drag || is_spiral;
    const range ranges[] = {
        {"motion.duration", presses ? m->duration : 1.0, 0.0, HUGE_VAL, true},
        {"motion.speed", is_tap || is_drag || is_spiral ? m->speed : 1.0, 0.0, HUGE_VAL, true},
        {"motion.dwell", is_tap ? m->dwell : 1.0, 0.0, HUGE_VAL, false},
        {"motion.reach", is_drag || is_spiral ? m->reach : 1.0, 0.0, HUGE_VAL, true},
        {"motion.growth", is_spiral ? m->growth : 1.0, 0.0, HUGE_VAL, true},
        {"the length of motion.along", is_drag ? v3_length(m->along) : 1.0, 0.0, HUGE_VAL, true},
    };
    belay_result result = check_ranges(ranges, sizeof ranges / sizeof *ranges, error);
    if (result != BELAY_OK || !is_tap || m->period == 0.0) return result;

    double stroke = v3_distance(m->start, m->end) / m->speed;
    const range period = {"motion.period", m->period, 2.0 * stroke + m->dwell, HUGE_VAL, false};
    return check_ranges(&period, 1, error);
}

static belay_result check_motion(const belay_hand_motion* m, belay_error* error)
{
    if ((int)m->kind < 0 || m->kind > BELAY_HAND_TARGET)
        return belay_error_set(error, BELAY_ERROR_VALUE, "motion.kind is %d; it must be a belay_hand_motion_kind",
                               (int)m->kind);
    if (m->kind == BELAY_HAND_RECORDED) return check_samples(m, error);

    const named_vector vectors[] = {{"motion.start", m->start}, {"motion.end", m->end}, {"motion.along", m->along}};
    belay_result result = check_vectors(vectors, sizeof vectors / sizeof *vectors, error);
    if (result == BELAY_OK) result = check_numbers(m, error);
    if (result == BELAY_OK) result = check_rotation("motion.rotation", m->rotation, error);
    return result;
}

belay_result bl_simulated_check(const belay_haptic_simulation_def* def, belay_error* error)
{
    const named_vector vectors[] = {
        {"position", def->position}, {"velocity", def->velocity}, {"mount.position", def->mount.position}};
    belay_result result = check_device(def, error);
    if (result == BELAY_OK) result = check_vectors(vectors, sizeof vectors / sizeof *vectors, error);
    if (result == BELAY_OK) result = check_rotation("mount.rotation", def->mount.rotation, error);
    if (result == BELAY_OK) result = bl_hand_check(&def->hand, error);
    if (result == BELAY_OK) result = check_motion(&def->motion, error);
    if (result == BELAY_OK) result = check_faults(&def->faults, def->device.rate, error);
    return result;
}
