// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The world's side of a loop.

#include "loop/loop_internal.h"

belay_result belay_haptic_loop_attach(belay_haptic_loop* loop, belay_world* world, belay_body_id tool)
{
    if (loop == NULL) return BELAY_ERROR_VALUE;
    if (loop->has_tool) return BELAY_ERROR_STATE;
    belay_haptic_coupling_def def = belay_haptic_coupling_def_default(&loop->def.servo);
    belay_result result = belay_haptic_coupling_create(world, tool, &def, &loop->coupling);
    loop->has_tool = result == BELAY_OK;
    return result;
}

void belay_haptic_loop_detach(belay_haptic_loop* loop, belay_world* world)
{
    if (loop == NULL) return;
    if (loop->has_tool) belay_haptic_coupling_destroy(world, &loop->coupling);
    loop->has_tool = false;
}

static const loop_word* newest_word(belay_haptic_loop* loop)
{
    if (bl_triple_buffer_take(&loop->words)) loop->has_word = true;
    return loop->has_word ? bl_triple_buffer_front(&loop->words) : NULL;
}

// Reasons for which the tool is not drawn to the device.
static bool is_held(const belay_haptic_servo_output* output)
{
    const uint32_t away =
        belay_haptic_reason_bit(BELAY_HAPTIC_REASON_OFF) | belay_haptic_reason_bit(BELAY_HAPTIC_REASON_RELEASED) |
        belay_haptic_reason_bit(BELAY_HAPTIC_REASON_LOST) | belay_haptic_reason_bit(BELAY_HAPTIC_REASON_BAD_POSE);
    return (output->reasons & away) == 0;
}

belay_result belay_haptic_loop_apply(belay_haptic_loop* loop, belay_world* world)
{
    if (loop == NULL) return BELAY_ERROR_VALUE;
    if (!loop->has_tool) return BELAY_ERROR_STATE;
    const loop_word* word = newest_word(loop);
    bool runs = atomic_load_explicit(&loop->is_running, memory_order_relaxed);
    if (word == NULL || !runs || !is_held(&word->output)) return belay_haptic_coupling_release(world, &loop->coupling);
    return belay_haptic_coupling_pull(world, &loop->coupling, word->output.target);
}

belay_result belay_haptic_loop_publish(belay_haptic_loop* loop, belay_world* world)
{
    if (loop == NULL) return BELAY_ERROR_VALUE;
    if (!loop->has_tool) return BELAY_ERROR_STATE;
    belay_haptic_contact_model* model = bl_triple_buffer_back(&loop->models);
    belay_result result = belay_world_get_local_model(world, loop->coupling.tool, &model->local);
    if (result != BELAY_OK) return result;
    belay_local_model_wake_rods(world, &model->local);
    belay_haptic_contact_model_seal(model, ++loop->sequence);
    bl_triple_buffer_publish(&loop->models);
    return BELAY_OK;
}

bool belay_haptic_loop_get_state(belay_haptic_loop* loop, belay_haptic_servo_output* output,
                                 belay_haptic_servo_report* report)
{
    if (loop == NULL) return false;
    const loop_word* word = newest_word(loop);
    if (word == NULL) return false;
    if (output != NULL) *output = word->output;
    if (report != NULL) *report = word->report;
    return true;
}
