// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo/contacts/servo_contacts_match.h"

#include "belay/vec.h"
#include "tolerances/haptic_tolerances.h"

static bool is_same_pair(const bl_servo_contact* a, const bl_servo_contact* b)
{
    return a->law == b->law && a->tool_collider == b->tool_collider && a->other == b->other &&
           v3_dot(a->frame[0], b->frame[0]) >= BL_MATCH_SAME_DIRECTION;
}

bool bl_servo_contact_presses(const bl_servo_contact* c)
{
    return c->law == BELAY_LOCAL_UNILATERAL ? c->force[0] > 0.0 : bl_servo_force_size(c->force) > 0.0;
}

// The nearest old contact that `c` may continue; if that is asked, with the same feature and not on its way out. -1:
// none.
static int find_old(const bl_servo_contacts* old, const bool* is_taken, const bl_servo_contact* c, bool by_feature)
{
    int best = -1;
    double nearest = BL_MATCH_SAME_POINT;
    for (int j = 0; j < old->count; j++) {
        const bl_servo_contact* o = &old->contact[j];
        if (is_taken[j] || !is_same_pair(o, c)) continue;
        if (by_feature && (o->feature != c->feature || o->is_leaving)) continue;
        double away = v3_distance(o->arm, c->arm);
        if (away >= nearest) continue;
        best = j;
        nearest = away;
    }
    return best;
}

static void take_old(const bl_servo_contacts* old, const bl_servo_contacts* next, bool by_feature,
                     int old_of[BL_SERVO_CONTACTS], bool is_taken[BL_SERVO_CONTACTS])
{
    for (int i = 0; i < next->count; i++) {
        if (old_of[i] >= 0) continue;
        old_of[i] = find_old(old, is_taken, &next->contact[i], by_feature);
        if (old_of[i] >= 0) is_taken[old_of[i]] = true;
    }
}

// What is felt goes on first: the contacts that press find the nearest of the new ones that is left.
static void hand_on_pressing(const bl_servo_contacts* old, const bl_servo_contacts* next, int old_of[BL_SERVO_CONTACTS],
                             bool is_taken[BL_SERVO_CONTACTS])
{
    for (int j = 0; j < old->count; j++) {
        int best = -1;
        double nearest = BL_MATCH_SAME_POINT;
        bool is_felt = !is_taken[j] && !old->contact[j].is_leaving && bl_servo_contact_presses(&old->contact[j]);
        for (int i = 0; i < next->count && is_felt; i++) {
            double away = v3_distance(old->contact[j].arm, next->contact[i].arm);
            if (old_of[i] >= 0 || away >= nearest || !is_same_pair(&old->contact[j], &next->contact[i])) continue;
            best = i;
            nearest = away;
        }
        if (best < 0) continue;
        old_of[best] = j;
        is_taken[j] = true;
    }
}

void bl_servo_contacts_match(const bl_servo_contacts* old, const bl_servo_contacts* next, int old_of[BL_SERVO_CONTACTS],
                             bool is_taken[BL_SERVO_CONTACTS])
{
    for (int i = 0; i < next->count; i++)
        old_of[i] = -1;
    take_old(old, next, true, old_of, is_taken);
    hand_on_pressing(old, next, old_of, is_taken);
    take_old(old, next, false, old_of, is_taken);
}
