// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/script.h"

#include <belay/vec.h>

#include <stdio.h>

static const double GRIP_FORCE = 10.0;  // N
static const double GRIP_TORQUE = 0.05; // N m
static const double KEPT = 0.8;         // of the rope, at the cut
static const double LEAST_PULL = 0.1;   // of the full force, from when the grips let go

double script_begin(const script* s, script_phase phase)
{
    const double parts[] = {0.0, SCRIPT_TIED, 0.45, 0.75, 0.85, 1.0};
    return parts[phase] * s->seconds;
}

const char* script_phase_name(script_phase phase)
{
    static const char* const names[] = {"tie", "let go", "tighten", "hold", "release", "done"};
    return names[phase];
}

static bool refuse(const rope* r, belay_result code, belay_error* error)
{
    error->code = code;
    snprintf(error->message, sizeof error->message, "%s", belay_world_last_error(r->world));
    return false;
}

// ------------------------------------------------------------------------------------------------------------------
// Tying
// ------------------------------------------------------------------------------------------------------------------

static belay_result grip(script* s, rope* r)
{
    belay_result result = BELAY_OK;
    for (int i = 0; i < SCRIPT_GRIPS && result == BELAY_OK; i++) {
        belay_rod_attachment_def* def = &s->grips[i];
        *def = belay_rod_attachment_def_default();
        def->type = BELAY_ROD_GRIP;
        def->s = r->lengths[0] * i / (SCRIPT_GRIPS - 1);
        def->frame = rope_path_at(&r->path, def->s);
        def->max_force = GRIP_FORCE;
        def->is_oriented = true;
        def->max_torque = GRIP_TORQUE;
        result = belay_rod_attach(r->world, r->rods[0], def, &s->held[i]);
    }
    s->is_gripped = true;
    return result;
}

static belay_result lead(script* s, rope* r, double slid)
{
    belay_result result = BELAY_OK;
    for (int i = 0; i < SCRIPT_GRIPS && result == BELAY_OK; i++)
        result =
            belay_rod_move_attachment(r->world, r->rods[0], s->held[i], rope_path_at(&r->path, s->grips[i].s + slid));
    return result;
}

static belay_result let_go(script* s, rope* r)
{
    belay_result result = BELAY_OK;
    for (int i = 0; i < SCRIPT_GRIPS && result == BELAY_OK; i++)
        result = belay_rod_detach(r->world, r->rods[0], s->held[i]);
    s->is_gripped = false;
    return result;
}

// ------------------------------------------------------------------------------------------------------------------
// What it does
// ------------------------------------------------------------------------------------------------------------------

// The ends are pulled apart along x.
static belay_result pull(rope* r, double force)
{
    belay_result result = belay_rod_apply_force(r->world, r->rods[0], 0.0, v3(-force, 0.0, 0.0));
    if (result != BELAY_OK) return result;
    return belay_rod_apply_force(r->world, r->rods[0], r->lengths[0], v3(force, 0.0, 0.0));
}

static double smooth_step(double t)
{
    return t * t * (3.0 - 2.0 * t);
}

// At the share t of the phase. Without any force, a rope without friction would spring open.
static double force_of(const script* s, double t)
{
    switch (s->phase) {
    case SCRIPT_LET_GO:
        return LEAST_PULL * s->full_force;
    case SCRIPT_TIGHTEN:
        return (LEAST_PULL + (1.0 - LEAST_PULL) * t) * s->full_force;
    case SCRIPT_HOLD:
        return s->full_force;
    default:
        return 0.0;
    }
}

// Once, in the step that ends then.
static bool cut(const script* s, rope* r, double time, belay_error* error)
{
    bool is_due = time >= s->cut - 1e-9 && r->form.pieces.count == 1;
    return !is_due || rope_cut(r, 0, KEPT * r->lengths[0], error);
}

static belay_result act(script* s, rope* r, double time)
{
    double begin = script_begin(s, s->phase), t = (time - begin) / (script_begin(s, s->phase + 1) - begin);
    if (s->phase == SCRIPT_TIE) {
        belay_result result = s->is_gripped ? BELAY_OK : grip(s, r);
        return result == BELAY_OK ? lead(s, r, rope_slide(r) * smooth_step(fmin(t / 0.9, 1.0))) : result;
    }
    belay_result result = s->is_gripped ? let_go(s, r) : BELAY_OK;
    s->force = force_of(s, t);
    return result == BELAY_OK && s->force > 0.0 ? pull(r, s->force) : result;
}

bool script_act(script* s, rope* r, belay_error* error)
{
    double time = s->head_start + belay_world_get_time(r->world) + r->def.h; // the end of the step to come
    s->phase = SCRIPT_TIE;
    while (s->phase < SCRIPT_RELEASE && time > script_begin(s, s->phase + 1) + 1e-9)
        s->phase++;
    belay_result result = act(s, r, time);
    if (result != BELAY_OK) return refuse(r, result, error);
    return cut(s, r, time, error);
}
