// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/feel.h"

#include <math.h>

static const double SLOWEST = 1e-3; // m/s: slower is holding, not sliding

static bool is_felt(belay_body_id a, belay_body_id b, belay_body_id tool, belay_body_id in_hand)
{
    bool has_tool = a.value == tool.value || b.value == tool.value;
    bool is_held = in_hand.value != 0 && (a.value == in_hand.value || b.value == in_hand.value);
    return has_tool != is_held; // between the tool and what it holds there is nothing to feel
}

static void post_impacts(belay_gamepads* pads, const belay_world* world, belay_body_id tool, belay_body_id in_hand)
{
    int32_t count;
    const belay_contact_event* event = belay_world_get_contact_events(world, &count);
    for (int32_t i = 0; i < count; i++)
        if (event[i].type == BELAY_CONTACT_BEGIN && is_felt(event[i].body_a, event[i].body_b, tool, in_hand))
            belay_gamepads_post(pads, -1, event[i].normal_impulse, 0.0, 0.0);
}

static void post_sliding(belay_gamepads* pads, const belay_world* world, belay_body_id tool, belay_body_id in_hand)
{
    double h = belay_world_get_def(world)->step_seconds;
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(world, &count);
    for (int32_t i = 0; i < count; i++) {
        double speed = hypot(c[i].velocity[1], c[i].velocity[2]);
        if (speed < SLOWEST || !is_felt(c[i].body_a, c[i].body_b, tool, in_hand)) continue;
        belay_gamepads_post(pads, -1, 0.0, hypot(c[i].impulse[1], c[i].impulse[2]) / h, speed);
    }
}

void feel_post(belay_gamepads* pads, const belay_world* world, belay_body_id tool, belay_body_id in_hand)
{
    if (pads == NULL) return;
    post_impacts(pads, world, tool, in_hand);
    post_sliding(pads, world, tool, in_hand);
}
