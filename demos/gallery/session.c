// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/session.h"

#include <stdio.h>
#include <string.h>

enum { HISTORY = 600 };

static void close(session* s)
{
    if (s->show.solids != NULL) {
        grab_release(&s->grab, &s->show);
        show_destroy(&s->show);
    }
    experiment_destroy(s->e);
    s->e = NULL;
}

void session_end(session* s)
{
    close(s);
    viewer_history_fini(&s->step_ms);
}

bool session_start(session* s, const experiment_kind* kind, belay_error* error)
{
    show_flags flags = s->show.flags;
    close(s);
    s->kind = kind;
    if (s->step_ms.capacity == 0 && !viewer_history_init(&s->step_ms, HISTORY)) {
        *error = (belay_error){BELAY_ERROR_MEMORY, "no memory for the plots"};
        return false;
    }
    viewer_history_clear(&s->step_ms);
    if (experiment_create(kind, &s->options, &s->e, error) != BELAY_OK) return false;
    if (!show_create(&s->show, s->v, s->e)) {
        *error = (belay_error){BELAY_ERROR_MEMORY, "no memory for what is drawn"};
        close(s);
        return false;
    }
    s->show.flags = flags;
    return true;
}

bool session_step(session* s, belay_error* error)
{
    if (experiment_step(s->e) != BELAY_OK) {
        error->code = s->e->status;
        snprintf(error->message, sizeof error->message, "%s: %s", s->kind->name, belay_world_last_error(s->e->world));
        return false;
    }
    show_take(&s->show);
    viewer_history_push(&s->step_ms, belay_world_get_time(s->e->world),
                        1e3 * belay_world_get_stats(s->e->world)->seconds);
    return true;
}

size_t session_keep(const session* s, void* bytes)
{
    unsigned char* to = bytes;
    if (to != NULL) {
        memcpy(to, &s->grab, sizeof s->grab);
        experiment_keep(s->e, to + sizeof s->grab);
    }
    return sizeof s->grab + experiment_keep(s->e, NULL);
}

// What the mouse held then it holds no more.
void session_take_back(session* s, const void* bytes)
{
    const unsigned char* from = bytes;
    memcpy(&s->grab, from, sizeof s->grab);
    experiment_take_back(s->e, from + sizeof s->grab);
    grab_release(&s->grab, &s->show);
    show_take(&s->show);
    show_take(&s->show);
    viewer_history_clear(&s->step_ms);
}
