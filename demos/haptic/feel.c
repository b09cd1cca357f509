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

static double impulse_of(const belay_world* world, const feel_blow* blow)
{
    double impulse = 0.0;
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(world, &count);
    for (int32_t i = 0; i < count; i++) {
        bool is_same = c[i].collider_a.value == blow->a.value && c[i].collider_b.value == blow->b.value;
        bool is_reversed = c[i].collider_a.value == blow->b.value && c[i].collider_b.value == blow->a.value;
        if (is_same || is_reversed) impulse += c[i].impulse[0];
    }
    return impulse;
}

static void finish_blows(feel* f, belay_gamepads* pads, const belay_world* world)
{
    for (int i = 0; i < f->blow_count; i++)
        belay_gamepads_post(pads, -1, f->blows[i].impulse + impulse_of(world, &f->blows[i]), 0.0, 0.0);
    f->blow_count = 0;
}

static void begin_blow(feel* f, belay_gamepads* pads, const belay_contact_event* event)
{
    belay_gamepads_post(pads, -1, event->normal_impulse, 0.0, 0.0);
    if (f->blow_count == FEEL_BLOWS) return;
    f->blows[f->blow_count++] = (feel_blow){event->collider_a, event->collider_b, event->normal_impulse};
}

static void post_impacts(feel* f, belay_gamepads* pads, const belay_world* world, belay_body_id tool,
                         belay_body_id in_hand)
{
    int32_t count;
    finish_blows(f, pads, world);
    const belay_contact_event* event = belay_world_get_contact_events(world, &count);
    for (int32_t i = 0; i < count; i++)
        if (event[i].type == BELAY_CONTACT_BEGIN && is_felt(event[i].body_a, event[i].body_b, tool, in_hand))
            begin_blow(f, pads, &event[i]);
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

void feel_post(feel* f, belay_gamepads* pads, const belay_world* world, belay_body_id tool, belay_body_id in_hand)
{
    if (pads == NULL) return;
    post_impacts(f, pads, world, tool, in_hand);
    post_sliding(pads, world, tool, in_hand);
}
