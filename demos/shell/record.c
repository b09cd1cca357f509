// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "shell/record.h"

#include "shell/keys.h"

#include <SDL.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct shell_record {
    FILE* file;
    int waited; // frames since the last line
};

static int take_event(void* context, SDL_Event* e);

bool shell_record_open(shell* s, char* error, size_t error_size)
{
    shell_record* r = calloc(1, sizeof *r);
    if (r != NULL) r->file = fopen(s->record_file, "w");
    if (r == NULL || r->file == NULL) {
        snprintf(error, error_size, "--record: '%s' cannot be written: %s", s->record_file, strerror(errno));
        free(r);
        return false;
    }
    fprintf(r->file, "recorded %d %d\n", s->size[0], s->size[1]);
    s->record = r;
    SDL_AddEventWatch(take_event, r);
    return true;
}

void shell_record_frame(shell* s)
{
    s->record->waited++;
}

bool shell_record_close(shell* s)
{
    shell_record* r = s->record;
    if (r == NULL) return true;
    SDL_DelEventWatch(take_event, r);
    if (r->waited > 0) fprintf(r->file, "frame %d\n", r->waited);
    bool is_good = !ferror(r->file);
    is_good = fclose(r->file) == 0 && is_good;
    free(r);
    s->record = NULL;
    if (is_good) printf("Written: %s\n", s->record_file);
    return is_good || (shell_fail(s, "--record: '%s' is incomplete", s->record_file), false);
}

// ------------------------------------------------------------------------------------------------------------------
// Lines
// ------------------------------------------------------------------------------------------------------------------

// The frames that have passed come first, so that what happened in one frame happens in one again.
static void begin_line(shell_record* r)
{
    if (r->waited > 0) fprintf(r->file, "frame %d\n", r->waited);
    r->waited = 0;
}

static void write_key(shell_record* r, const SDL_KeyboardEvent* e)
{
    char name[SHELL_KEY_NAME];
    if (e->repeat || !shell_key_name(e->keysym.sym, name)) return;
    begin_line(r);
    fprintf(r->file, "%s %s\n", e->type == SDL_KEYDOWN ? "down" : "up", name);
}

static void write_button(shell_record* r, const SDL_MouseButtonEvent* e)
{
    const char* name = e->button == SDL_BUTTON_LEFT     ? "left"
                       : e->button == SDL_BUTTON_MIDDLE ? "middle"
                       : e->button == SDL_BUTTON_RIGHT  ? "right"
                                                        : NULL;
    if (name == NULL) return;
    begin_line(r);
    fprintf(r->file, "point %d %d\n%s %s\n", e->x, e->y, e->type == SDL_MOUSEBUTTONDOWN ? "press" : "release", name);
}

static void write_pad_button(shell_record* r, const SDL_ControllerButtonEvent* e)
{
    const char* name = e->button == SDL_CONTROLLER_BUTTON_A   ? "a"
                       : e->button == SDL_CONTROLLER_BUTTON_B ? "b"
                       : e->button == SDL_CONTROLLER_BUTTON_X ? "x"
                                                              : NULL;
    if (name == NULL) return;
    begin_line(r);
    fprintf(r->file, "%s %s\n", e->type == SDL_CONTROLLERBUTTONDOWN ? "press" : "release", name);
}

static void write_motion(shell_record* r, const SDL_MouseMotionEvent* e)
{
    begin_line(r);
    fprintf(r->file, "point %d %d\n", e->x, e->y);
}

static void write_wheel(shell_record* r, const SDL_MouseWheelEvent* e)
{
    begin_line(r);
    fprintf(r->file, "wheel %.9g\n", (double)e->preciseY);
}

static void write_axis(shell_record* r, const SDL_ControllerAxisEvent* e)
{
    begin_line(r);
    fprintf(r->file, "axis %d %d\n", e->axis, e->value);
}

static int take_event(void* context, SDL_Event* e)
{
    shell_record* r = context;
    switch (e->type) {
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        write_key(r, &e->key);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        write_button(r, &e->button);
        break;
    case SDL_MOUSEMOTION:
        write_motion(r, &e->motion);
        break;
    case SDL_MOUSEWHEEL:
        write_wheel(r, &e->wheel);
        break;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
        write_pad_button(r, &e->cbutton);
        break;
    case SDL_CONTROLLERAXISMOTION:
        write_axis(r, &e->caxis);
        break;
    default:
        break;
    }
    return 0;
}
