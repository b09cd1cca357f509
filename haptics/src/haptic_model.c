// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/haptic_model.h"

#include "core/hash.h"

#include <math.h>

#define LARGEST 1e9

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
    uint64_t hash = bl_hash_bytes(BL_HASH_SEED, m, offsetof(belay_local_model, contacts));
    hash = bl_hash_bytes(hash, m->contacts, (size_t)m->count * sizeof m->contacts[0]);
    for (int i = 0; i < 3 * m->count; i++)
        hash = bl_hash_bytes(hash, m->compliance[i], 3 * (size_t)m->count * sizeof m->compliance[0][0]);
    return bl_hash_bytes(hash, &model->sequence, sizeof model->sequence);
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

// False for NaN.
static bool are_usable(const double* x, int n)
{
    for (int i = 0; i < n; i++)
        if (!(fabs(x[i]) <= LARGEST)) return false;
    return true;
}

static bool is_vector_usable(belay_vec3 v)
{
    const double x[3] = {v.x, v.y, v.z};
    return are_usable(x, 3);
}

static bool is_contact_usable(const belay_local_contact* c)
{
    return is_vector_usable(c->normal) && is_vector_usable(c->tangent1) && is_vector_usable(c->tangent2) &&
           is_vector_usable(c->point) && are_usable(&c->gap, 1) && are_usable(&c->friction, 1) &&
           are_usable(&c->jacobian[0][0], 18) && are_usable(c->free_velocity, 3) && are_usable(c->impulse, 3) &&
           are_usable(c->aside, 2) && are_usable(c->yield, 3);
}

static bool is_finite(const belay_local_model* m)
{
    const belay_quat* q = &m->pose.rotation;
    const double rotation[4] = {q->w, q->x, q->y, q->z};
    if (!is_vector_usable(m->pose.position) || !are_usable(rotation, 4) || !is_vector_usable(m->linear_velocity) ||
        !is_vector_usable(m->angular_velocity) || !is_vector_usable(m->load) || !is_vector_usable(m->load_torque))
        return false;
    for (int i = 0; i < m->count; i++)
        if (!is_contact_usable(&m->contacts[i])) return false;
    for (int i = 0; i < 3 * m->count; i++)
        if (!are_usable(m->compliance[i], 3 * m->count)) return false;
    return true;
}

static bool is_contact_in_range(const belay_local_contact* c)
{
    if (c->friction < 0.0 || c->law > BELAY_LOCAL_TURNS) return false;
    if (c->law == BELAY_LOCAL_TOUCHES) return true;
    return c->max_force >= 0.0 && c->yield[0] >= 0.0 && c->yield[1] >= 0.0 && c->yield[2] >= 0.0;
}

static bool is_in_range(const belay_local_model* m)
{
    if (!(m->step_seconds > 0.0 && m->step_seconds <= 10.0)) return false;
    for (int i = 0; i < m->count; i++)
        if (!is_contact_in_range(&m->contacts[i])) return false;
    return true;
}

belay_haptic_model_fault belay_haptic_contact_model_check(const belay_haptic_contact_model* model)
{
    if (model == NULL) return BELAY_HAPTIC_MODEL_FAULT_OUT_OF_RANGE;
    if (!has_good_count(&model->local)) return BELAY_HAPTIC_MODEL_FAULT_OUT_OF_RANGE;
    if (model->checksum != checksum_of(model)) return BELAY_HAPTIC_MODEL_FAULT_TORN;
    if (!is_finite(&model->local)) return BELAY_HAPTIC_MODEL_FAULT_NOT_FINITE;
    return is_in_range(&model->local) ? BELAY_HAPTIC_MODEL_FAULT_NONE : BELAY_HAPTIC_MODEL_FAULT_OUT_OF_RANGE;
}
