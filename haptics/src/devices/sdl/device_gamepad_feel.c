// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/haptic_gamepad_feel.h"

#include "belay/events.h"

#include <math.h>
#include <string.h>

static bool takes_part(belay_body_id body, belay_body_id a, belay_body_id b)
{
    return body.value == 0 || a.value == body.value || b.value == body.value;
}

// 1/kg; 0 of what does not give way.
static double inverse_mass(const belay_world* world, belay_body_id body)
{
    belay_body_type type;
    belay_mass mass;
    if (belay_body_get_type(world, body, &type) != BELAY_OK || type != BELAY_BODY_DYNAMIC) return 0.0;
    return belay_body_get_mass(world, body, &mass) == BELAY_OK && mass.mass > 0.0 ? 1.0 / mass.mass : 0.0;
}

// A pair that meets within a step gets part of its blow in the step after, when it no longer begins.
static double blow_of(const belay_world* world, const belay_contact_event* e)
{
    double inverse = inverse_mass(world, e->body_a) + inverse_mass(world, e->body_b);
    double whole = inverse > 0.0 ? e->approach_speed / inverse : 0.0;
    return fmax(e->normal_impulse, whole);
}

static double largest_blow(const belay_world* world, belay_body_id body)
{
    int32_t count;
    const belay_contact_event* events = belay_world_get_contact_events(world, &count);
    double largest = 0.0;
    for (int32_t i = 0; i < count; i++)
        if (events[i].type == BELAY_CONTACT_BEGIN && takes_part(body, events[i].body_a, events[i].body_b))
            largest = fmax(largest, blow_of(world, &events[i]));
    return largest;
}

static void find_sliding(const belay_world* world, belay_body_id body, belay_gamepad_feel* feel)
{
    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    double most = 0.0, h = belay_world_get_def(world)->step_seconds;
    for (int32_t i = 0; i < count; i++) {
        const belay_contact* c = &contacts[i];
        if (c->status != BELAY_CONTACT_SLIDE || !takes_part(body, c->body_a, c->body_b)) continue;
        double force = hypot(c->impulse[1], c->impulse[2]) / h, speed = hypot(c->velocity[1], c->velocity[2]);
        if (!(force * speed > most)) continue;
        most = force * speed;
        feel->sliding_force = force;
        feel->sliding_speed = speed;
    }
}

belay_result belay_gamepad_feel_of(const belay_world* world, belay_body_id body, belay_gamepad_feel* feel)
{
    if (world == NULL || feel == NULL) return BELAY_ERROR_VALUE;
    memset(feel, 0, sizeof *feel);
    feel->impulse = largest_blow(world, body);
    find_sliding(world, body, feel);
    return BELAY_OK;
}

belay_result belay_gamepads_feel(belay_gamepads* pads, int slot, const belay_world* world, belay_body_id body)
{
    belay_gamepad_feel feel;
    if (pads == NULL || slot >= BELAY_GAMEPAD_MAX) return BELAY_ERROR_VALUE;
    belay_result result = belay_gamepad_feel_of(world, body, &feel);
    if (result == BELAY_OK) belay_gamepads_post(pads, slot, feel.impulse, feel.sliding_force, feel.sliding_speed);
    return result;
}
