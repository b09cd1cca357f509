// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/session.h"

#include <belay/vec.h>

#include <stdio.h>
#include <stdlib.h>

enum { HISTORY = 1200, KNOT_EVERY = 100 }; // steps

rope* session_rope(session* s)
{
    return &s->ropes[s->used];
}

bool session_create(session* s, viewer* v, const rope_def* def, double force, belay_error* error)
{
    s->v = s->show.v = v;
    s->memories = calloc(SESSION_MEMORIES, sizeof *s->memories);
    s->def = *def;
    hands_init(&s->hands, force);
    second_init(&s->second);
    viewer_pad_enable(v);
    if (!viewer_history_init(&s->pull, HISTORY) || !viewer_history_init(&s->step_ms, HISTORY)) {
        *error = (belay_error){BELAY_ERROR_MEMORY, "no memory for the plots"};
        return false;
    }
    if (!rope_create(session_rope(s), def, error)) return false;
    s->knot = tell_knot(&session_rope(s)->form);
    return true;
}

void session_destroy(session* s)
{
    rope_destroy(session_rope(s));
    for (int i = 0; s->memories != NULL && i < SESSION_MEMORIES; i++)
        free(s->memories[i].bytes);
    free(s->memories);
    viewer_history_fini(&s->pull);
    viewer_history_fini(&s->step_ms);
}

void session_restart(session* s)
{
    belay_error error = {0};
    s->message[0] = '\0';
    if (!rope_create(&s->ropes[1 - s->used], &s->def, &error)) {
        snprintf(s->message, sizeof s->message, "%s", error.message);
        s->def = session_rope(s)->def;
        return;
    }
    rope_destroy(session_rope(s));
    s->used = 1 - s->used;
    hands_init(&s->hands, s->hands.force);
    s->second.held = -1;
    viewer_camera_hold(s->v, false);
    s->memory_count = 0;
    viewer_history_clear(&s->pull);
    viewer_history_clear(&s->step_ms);
    s->knot = tell_knot(&session_rope(s)->form);
}

// ------------------------------------------------------------------------------------------------------------------
// Undo
// ------------------------------------------------------------------------------------------------------------------

static bool make_room(memory* m, size_t size)
{
    if (size <= m->room) return true;
    void* bytes = realloc(m->bytes, size);
    if (bytes == NULL) return false;
    m->bytes = bytes;
    m->room = size;
    return true;
}

void session_remember(session* s)
{
    rope* r = session_rope(s);
    size_t size = 0;
    if (s->memories == NULL) return;
    int next = (s->newest + 1) % SESSION_MEMORIES;
    memory* m = &s->memories[next];
    belay_world_snapshot(r->world, NULL, 0, &size);
    if (!make_room(m, size) || belay_world_snapshot(r->world, m->bytes, m->room, &m->size) != BELAY_OK) return;
    m->rope = *r;
    m->hands = s->hands;
    s->newest = next;
    s->memory_count += s->memory_count < SESSION_MEMORIES;
}

void session_undo(session* s)
{
    rope* r = session_rope(s);
    if (s->memory_count == 0) return;
    memory* m = &s->memories[s->newest];
    if (belay_world_restore(r->world, m->bytes, m->size) != BELAY_OK) {
        snprintf(s->message, sizeof s->message, "%s", belay_world_last_error(r->world));
        return;
    }
    double mu = r->def.mu;
    bool has_gravity = r->def.has_gravity;
    *r = m->rope;
    s->hands = m->hands;
    s->hands.dragged = s->second.held = -1;
    s->newest = (s->newest + SESSION_MEMORIES - 1) % SESSION_MEMORIES;
    s->memory_count--;
    session_set_mu(s, mu);
    session_set_gravity(s, has_gravity);
    s->knot = tell_knot(&r->form);
}

typedef struct kept {
    rope rope;
    hands hands;
} kept;

size_t session_keep(const session* s, void* bytes)
{
    kept* k = bytes;
    if (k != NULL) {
        k->rope = s->ropes[s->used];
        k->hands = s->hands;
    }
    return sizeof *k;
}

// What the mouse held then opens, since the mouse is elsewhere now.
void session_take_back(session* s, const void* bytes)
{
    const kept* k = bytes;
    rope* r = session_rope(s);
    belay_world* world = r->world;
    double force = s->hands.force;
    *r = k->rope;
    r->world = world;
    s->hands = k->hands;
    s->hands.force = force;
    if (s->second.held >= 0) hands_open(&s->hands, s->second.held);
    s->second.held = -1;
    hands_open_dragged(&s->hands);
    s->def.mu = r->def.mu;
    s->def.has_gravity = r->def.has_gravity;
    viewer_camera_hold(s->v, false);
    viewer_history_clear(&s->pull);
    viewer_history_clear(&s->step_ms);
    s->knot = tell_knot(&r->form);
}

void session_set_mu(session* s, double mu)
{
    rope* r = session_rope(s);
    r->def.mu = s->def.mu = mu;
    for (int k = 0; k < r->form.pieces.count; k++)
        belay_rod_set_material(r->world, r->rods[k], (belay_material){.friction = mu});
}

void session_set_gravity(session* s, bool has_gravity)
{
    rope* r = session_rope(s);
    r->def.has_gravity = s->def.has_gravity = has_gravity;
    belay_world_set_gravity(r->world, v3(0.0, 0.0, has_gravity ? -9.81 : 0.0));
}

void session_cut(session* s)
{
    rope* r = session_rope(s);
    belay_error error = {0};
    int piece;
    double at;
    s->message[0] = '\0';
    if (!hands_find(r, s->v, &piece, &at)) {
        snprintf(s->message, sizeof s->message, "The mouse does not point at the rope.");
    } else if (!rope_cut(r, piece, at, &error)) {
        snprintf(s->message, sizeof s->message, "%s", error.message);
    } else {
        int tail = r->form.pieces.count - 1;
        hands_take_cut(&s->hands, r, r->rods[piece], r->lengths[piece], r->rods[tail]);
        s->knot = tell_knot(&r->form);
    }
}

void session_join(session* s)
{
    belay_error error = {0};
    rope_splice splice;
    s->message[0] = '\0';
    if (!rope_join(session_rope(s), &splice, &error)) {
        snprintf(s->message, sizeof s->message, "%s", error.message);
        return;
    }
    hands_take_splice(&s->hands, &splice);
    s->knot = tell_knot(&session_rope(s)->form);
}

// ------------------------------------------------------------------------------------------------------------------
// Steps
// ------------------------------------------------------------------------------------------------------------------

bool session_step(session* s, belay_error* error)
{
    rope* r = session_rope(s);
    hands_act(&s->hands, r);
    if (!rope_step(r, error)) return false;
    viewer_history_push(&s->step_ms, r->now.time, 1e3 * r->now.seconds);
    uint64_t step = belay_world_get_step_count(r->world);
    if (step % 10 == 0) viewer_history_push(&s->pull, 1e3 * r->now.span, 0.5 * (r->now.tension[0] + r->now.tension[1]));
    if (step % KNOT_EVERY == 0) s->knot = tell_knot(&r->form);
    return true;
}

void session_draw(session* s)
{
    rope* r = session_rope(s);
    viewer_ground_draw(s->v, ROPE_FLOOR, 0.1);
    show_draw_rope(&s->show, &r->form, v3(0.0, 0.0, 0.0), show_color(r->def.mu));
    hands_draw(&s->hands, r, s->v);
    second_draw(&s->second, s->v);
}
