// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/session.h"

#include <stdio.h>
#include <string.h>

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
    page_end(&s->page);
    curves_fini(&s->curves);
}

bool session_start(session* s, const experiment_kind* kind, belay_error* error)
{
    show_flags flags = s->show.flags;
    s->tools = tools_start();
    close(s);
    s->kind = kind;
    if (!curves_init(&s->curves)) {
        *error = (belay_error){BELAY_ERROR_MEMORY, "no memory for the plots"};
        return false;
    }
    curves_clear(&s->curves);
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
    curves_take(&s->curves, s->e->world);
    return true;
}

size_t session_keep(const session* s, void* bytes)
{
    unsigned char* to = bytes;
    if (to != NULL) {
        memcpy(to, &s->grab, sizeof s->grab);
        memcpy(to + sizeof s->grab, &s->tools, sizeof s->tools);
        experiment_keep(s->e, to + sizeof s->grab + sizeof s->tools);
    }
    return sizeof s->grab + sizeof s->tools + experiment_keep(s->e, NULL);
}

// What the mouse held then it holds no more.
void session_take_back(session* s, const void* bytes)
{
    const unsigned char* from = bytes;
    memcpy(&s->grab, from, sizeof s->grab);
    memcpy(&s->tools, from + sizeof s->grab, sizeof s->tools);
    experiment_take_back(s->e, from + sizeof s->grab + sizeof s->tools);
    grab_release(&s->grab, &s->show);
    show_take(&s->show);
    show_take(&s->show);
    curves_clear(&s->curves);
}
