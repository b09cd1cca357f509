// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/haptic_model.h"

#include "belay/hash.h"
#include "belay/quat.h"
#include "belay/vec.h"
#include "tolerances/haptic_tolerances.h"

#include <math.h>

static const char* const fault_texts[] = {
#define BELAY_HAPTIC_MODEL_FAULT_TEXT(name, text) text,
    BELAY_HAPTIC_MODEL_FAULT_LIST(BELAY_HAPTIC_MODEL_FAULT_TEXT)
#undef BELAY_HAPTIC_MODEL_FAULT_TEXT
};

const char* belay_haptic_model_fault_text(belay_haptic_model_fault fault)
{
    return (unsigned)fault < sizeof fault_texts / sizeof fault_texts[0] ? fault_texts[fault] : "unknown";
}

// Contacts and rows beyond the count are not in use.
static uint64_t checksum_of(const belay_haptic_contact_model* model)
{
    const belay_local_model* m = &model->local;
    uint64_t hash = belay_hash_bytes(BELAY_HASH_SEED, m, offsetof(belay_local_model, contacts));
    hash = belay_hash_bytes(hash, m->contacts, (size_t)m->count * sizeof m->contacts[0]);
    for (int i = 0; i < 3 * m->count; i++)
        hash = belay_hash_bytes(hash, m->compliance[i], 3 * (size_t)m->count * sizeof m->compliance[0][0]);
    return belay_hash_bytes(hash, &model->sequence, sizeof model->sequence);
}

static bool has_good_count(const belay_local_model* m)
{
    return m->count >= 0 && m->count <= BELAY_LOCAL_MODEL_CONTACTS;
}

void belay_haptic_contact_model_seal(belay_haptic_contact_model* model, uint64_t sequence)
{
    if (model == NULL) return;
    model->sequence = sequence;
    model->checksum = has_good_count(&model->local) ? checksum_of(model) : 0;
}

// ---------------------------------------------------------------------------------------------------------------------
// Numbers
// ---------------------------------------------------------------------------------------------------------------------

static bool are_finite(const double* x, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += 0.0 * x[i]; // not a number where one is not finite
    return sum == 0.0;
}

static bool is_surface_finite(const belay_local_surface* s)
{
    const belay_quat* q = &s->pose.rotation;
    const double rotation[4] = {q->w, q->x, q->y, q->z};
    return v3_is_finite(s->pose.position) && are_finite(rotation, 4) && v3_is_finite(s->linear) &&
           v3_is_finite(s->angular) && isfinite(s->x);
}

static bool is_contact_finite(const belay_local_contact* c)
{
    return v3_is_finite(c->normal) && v3_is_finite(c->tangent1) && v3_is_finite(c->tangent2) &&
           v3_is_finite(c->point) && isfinite(c->gap) && isfinite(c->friction) && are_finite(&c->jacobian[0][0], 18) &&
           are_finite(c->free_velocity, 3) && are_finite(c->impulse, 3) && are_finite(c->aside, 2) &&
           are_finite(c->yield, 3) && is_surface_finite(&c->surface);
}

static bool is_finite(const belay_local_model* m)
{
    const belay_quat* q = &m->pose.rotation;
    const double rotation[4] = {q->w, q->x, q->y, q->z};
    if (!v3_is_finite(m->pose.position) || !are_finite(rotation, 4) || !v3_is_finite(m->linear_velocity) ||
        !v3_is_finite(m->angular_velocity) || !v3_is_finite(m->load) || !v3_is_finite(m->load_torque))
        return false;
    if (!isfinite(m->held_mass) || !v3_is_finite(m->held_center) || !are_finite(m->held_inertia.m, 9)) return false;
    for (int i = 0; i < m->count; i++)
        if (!is_contact_finite(&m->contacts[i])) return false;
    for (int i = 0; i < 3 * m->count; i++)
        if (!are_finite(m->compliance[i], 3 * m->count)) return false;
    return true;
}

static bool is_contact_in_range(const belay_local_contact* c)
{
    if (c->friction < 0.0 || c->friction > BL_MODEL_MOST_FRICTION || c->law > BELAY_LOCAL_ROTATION) return false;
    if (c->law == BELAY_LOCAL_UNILATERAL) return true;
    return c->max_force >= 0.0 && c->yield[0] >= 0.0 && c->yield[1] >= 0.0 && c->yield[2] >= 0.0;
}

static bool is_in_range(const belay_local_model* m)
{
    if (!(m->step_seconds > 0.0 && m->step_seconds <= BELAY_MAX_STEP)) return false;
    if (!(m->theta >= 0.0 && m->theta <= 1.0)) return false;
    for (int i = 0; i < m->count; i++)
        if (!is_contact_in_range(&m->contacts[i])) return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Geometry
// ---------------------------------------------------------------------------------------------------------------------

static bool is_unit(double length)
{
    return fabs(length - 1.0) <= BL_MODEL_OFF_AXIS;
}

static bool has_frame(const belay_local_contact* c)
{
    belay_vec3 n = c->normal, s = c->tangent1, t = c->tangent2;
    double surface = q_length(c->surface.pose.rotation);
    if (c->law == BELAY_LOCAL_UNILATERAL && surface != 0.0 && !is_unit(surface)) return false;
    return is_unit(v3_length(n)) && is_unit(v3_length(s)) && is_unit(v3_length(t)) &&
           fabs(v3_dot(n, s)) + fabs(v3_dot(s, t)) + fabs(v3_dot(t, n)) <= BL_MODEL_OFF_AXIS;
}

static bool have_frames(const belay_local_model* m)
{
    if (!is_unit(q_length(m->pose.rotation))) return false;
    for (int i = 0; i < m->count; i++)
        if (!has_frame(&m->contacts[i])) return false;
    return true;
}

// Rows of J are (axis, arm x axis), and of a turn (0, axis): a place on the tool moves with it.
static bool has_arms(const belay_local_contact* c)
{
    const belay_vec3 axes[3] = {c->normal, c->tangent1, c->tangent2};
    bool turns = c->law == BELAY_LOCAL_ROTATION;
    for (int k = 0; k < 3; k++) {
        belay_vec3 linear = v3(c->jacobian[k][0], c->jacobian[k][1], c->jacobian[k][2]),
                   angular = v3(c->jacobian[k][3], c->jacobian[k][4], c->jacobian[k][5]);
        if (v3_distance(linear, turns ? v3_zero() : axes[k]) > BL_MODEL_OFF_AXIS) return false;
        if (turns ? v3_distance(angular, axes[k]) > BL_MODEL_OFF_AXIS : v3_length(angular) > BL_MODEL_FARTHEST)
            return false;
    }
    return true;
}

static bool have_arms(const belay_local_model* m)
{
    for (int i = 0; i < m->count; i++)
        if (!has_arms(&m->contacts[i])) return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// What a hand can meet
// ---------------------------------------------------------------------------------------------------------------------

static bool is_near(const belay_local_model* m)
{
    if (v3_length(m->pose.position) > BELAY_MAX_POSITION) return false;
    for (int i = 0; i < m->count; i++) {
        const belay_local_contact* c = &m->contacts[i];
        if (v3_distance(c->point, m->pose.position) > BL_MODEL_FARTHEST) return false;
        if (v3_length(v3(c->gap, c->aside[0], c->aside[1])) > BL_MODEL_FARTHEST) return false;
        if (v3_length(c->surface.pose.position) > BELAY_MAX_POSITION || fabs(c->surface.x) > BELAY_MAX_POSITION)
            return false;
    }
    return true;
}

static double length_of(const double x[3])
{
    return v3_length(v3(x[0], x[1], x[2]));
}

// The origin of its frame may be far from the contact, and goes as much faster.
static bool is_surface_slow(const belay_local_contact* c)
{
    const belay_local_surface* s = &c->surface;
    double spin = v3_length(s->angular);
    return spin <= BL_MODEL_FASTEST_SPIN &&
           v3_length(s->linear) <= BL_MODEL_FASTEST + spin * v3_distance(c->point, s->pose.position);
}

static bool is_slow(const belay_local_model* m)
{
    if (v3_length(m->linear_velocity) > BL_MODEL_FASTEST || v3_length(m->angular_velocity) > BL_MODEL_FASTEST_SPIN)
        return false;
    for (int i = 0; i < m->count; i++) {
        double most = m->contacts[i].law == BELAY_LOCAL_ROTATION ? BL_MODEL_FASTEST_SPIN : BL_MODEL_FASTEST;
        if (length_of(m->contacts[i].free_velocity) > most) return false;
        if (!is_surface_slow(&m->contacts[i])) return false;
    }
    return true;
}

// C_ii >= 0, C_ij = C_ji, C_ij^2 <= C_ii C_jj: with the rounding of what it is made of.
static bool is_compliance(const belay_local_model* m)
{
    for (int i = 0; i < 3 * m->count; i++)
        for (int j = 0; j <= i; j++) {
            double ij = m->compliance[i][j], ii = m->compliance[i][i], jj = m->compliance[j][j];
            double most = sqrt(fmax(0.0, ii)) * sqrt(fmax(0.0, jj)), rounding = 1e-9 * fmax(ii, jj);
            if (ii < 0.0 || fabs(ij - m->compliance[j][i]) > rounding || fabs(ij) > most + rounding) return false;
        }
    return true;
}

static bool is_bearable(const belay_local_model* m)
{
    if (v3_length(m->load) > BL_MODEL_LARGEST_LOAD || v3_length(m->load_torque) > BL_MODEL_LARGEST_LOAD) return false;
    for (int i = 0; i < m->count; i++) {
        double change[3] = {0.0, 0.0, 0.0};
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3 * m->count; j++)
                change[k] += m->compliance[3 * i + k][j] * m->contacts[j / 3].impulse[j % 3];
        if (!(length_of(change) <=
              (m->contacts[i].law == BELAY_LOCAL_ROTATION ? BL_MODEL_FASTEST_SPIN : BL_MODEL_FASTEST)))
            return false;
    }
    return true;
}

// I_ii >= 0, I_ij = I_ji, I_ij^2 <= I_ii I_jj, and none without mass.
static bool can_be_held(const belay_local_model* m)
{
    if (!(m->held_mass >= 0.0 && m->held_mass <= BL_MODEL_HEAVIEST) || v3_length(m->held_center) > BL_MODEL_FARTHEST)
        return false;
    const double* inertia = m->held_inertia.m;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            double ij = inertia[3 * i + j], ii = inertia[4 * i], jj = inertia[4 * j], rounding = 1e-9 * fmax(ii, jj);
            if (ii < 0.0 || fabs(ij - inertia[3 * j + i]) > rounding || fabs(ij) > sqrt(ii) * sqrt(jj) + rounding)
                return false;
        }
    return m->held_mass > 0.0 || inertia[0] + inertia[4] + inertia[8] == 0.0;
}

static belay_haptic_model_fault check_physics(const belay_local_model* m)
{
    if (!have_frames(m)) return BELAY_HAPTIC_MODEL_FAULT_FRAME;
    if (!is_near(m)) return BELAY_HAPTIC_MODEL_FAULT_FAR;
    if (!have_arms(m)) return BELAY_HAPTIC_MODEL_FAULT_ARM;
    if (!is_slow(m)) return BELAY_HAPTIC_MODEL_FAULT_FAST;
    if (!is_compliance(m)) return BELAY_HAPTIC_MODEL_FAULT_COMPLIANCE;
    if (!is_bearable(m)) return BELAY_HAPTIC_MODEL_FAULT_LOAD;
    return can_be_held(m) ? BELAY_HAPTIC_MODEL_FAULT_NONE : BELAY_HAPTIC_MODEL_FAULT_HELD;
}

belay_haptic_model_fault belay_haptic_contact_model_check(const belay_haptic_contact_model* model)
{
    if (model == NULL) return BELAY_HAPTIC_MODEL_FAULT_OUT_OF_RANGE;
    if (!has_good_count(&model->local)) return BELAY_HAPTIC_MODEL_FAULT_OUT_OF_RANGE;
    if (model->checksum != checksum_of(model)) return BELAY_HAPTIC_MODEL_FAULT_TORN;
    if (!is_finite(&model->local)) return BELAY_HAPTIC_MODEL_FAULT_NOT_FINITE;
    if (!is_in_range(&model->local)) return BELAY_HAPTIC_MODEL_FAULT_OUT_OF_RANGE;
    return check_physics(&model->local);
}
