// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "shell/window.h"

#include "shell/film.h"
#include "shell/folder.h"
#include "shell/panels.h"
#include "shell/pictures.h"
#include "shell/place.h"
#include "shell/play.h"
#include "shell/record.h"
#include "shell/rewind.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double SLOW_MOTION = 0.125;

// Then time passes by the frame, whatever that takes.
static bool is_scripted(const shell* s)
{
    return s->play != NULL || s->record != NULL;
}

double shell_frame_seconds(const shell* s)
{
    return is_scripted(s) ? SHELL_PLAY_FRAME : viewer_frame_time(s->v);
}

bool shell_shows_page(const shell* s)
{
    return s->program->shows_page != NULL && s->program->shows_page(s);
}

double shell_run_speed(const shell* s)
{
    return s->controls.is_paused ? 0.0 : s->controls.is_slow ? SLOW_MOTION : 1.0;
}

// ------------------------------------------------------------------------------------------------------------------
// Keys
// ------------------------------------------------------------------------------------------------------------------

static void take_time_keys(shell* s)
{
    shell_controls* c = &s->controls;
    const viewer* v = s->v;
    if (s->program->step != NULL) {
        viewer_key_ask(v, 's', &c->wants_step);
        viewer_key_ask(v, VIEWER_KEY_RIGHT, &c->wants_step);
        viewer_key_toggle(v, VIEWER_KEY_SPACE, &c->is_paused);
    }
    if (!shell_rewind_is_possible(s)) return;
    if (viewer_key_is_down(v, VIEWER_KEY_LEFT) || viewer_key_was_pressed(v, VIEWER_KEY_LEFT)) c->wants_back = -1;
}

static void take_keys(shell* s)
{
    shell_controls* c = &s->controls;
    const viewer* v = s->v;
    if (shell_shows_page(s)) {
        s->program->take_keys(s);
        return;
    }
    if (viewer_key_was_pressed(v, 'q')) viewer_close(s->v);
    if (viewer_key_was_pressed(v, VIEWER_KEY_ESCAPE)) {
        if (s->program->leave != NULL && s->program->leave(s)) return; // the key is used up
        viewer_close(s->v);
    }
    viewer_key_ask(v, 'r', &c->wants_restart);
    viewer_key_ask(v, 'v', &c->wants_view);
    viewer_key_ask(v, 'p', &c->wants_picture);
    viewer_key_ask(v, VIEWER_KEY_F6, &c->wants_film);
    viewer_key_toggle(v, 'h', &c->shows_help);
    viewer_key_toggle(v, VIEWER_KEY_TAB, &c->hides_panels);
    if (s->program->step != NULL) viewer_key_toggle(v, 'm', &c->is_slow);
    if (!s->program->has_walking_keys) take_time_keys(s);
    if (shell_rewind_is_possible(s)) {
        viewer_key_ask(v, VIEWER_KEY_F5, &c->wants_save);
        viewer_key_ask(v, VIEWER_KEY_F9, &c->wants_load);
    }
    if (s->program->take_keys != NULL) s->program->take_keys(s);
}

// ------------------------------------------------------------------------------------------------------------------
// Steps
// ------------------------------------------------------------------------------------------------------------------

static bool restart(shell* s, belay_error* error)
{
    const shell_program* p = s->program;
    s->pace = (shell_pace){0.0, 0.0};
    shell_rewind_clear(s);
    if (p->restart != NULL) return p->restart(s, error);
    p->end(s);
    memset(s->state, 0, p->state_size);
    if (!p->start(s, error)) return false;
    if (p->load == NULL || p->load(s)) return true;
    *error = (belay_error){BELAY_ERROR_MEMORY, "no memory for what is drawn"};
    return false;
}

static bool advance(shell* s, belay_error* error)
{
    const shell_program* p = s->program;
    if (s->controls.wants_step) {
        s->controls.is_paused = true;
        s->pace.owed = p->step_seconds(s); // shows the new state, not one between
        return p->step(s, error);
    }
    if (s->controls.is_paused) return true;
    if (is_scripted(s)) {
        shell_pace_pass(&s->pace, shell_run_speed(s) * SHELL_PLAY_FRAME);
        while (shell_pace_wants_step(&s->pace, p->step_seconds(s), 0.0))
            if (!p->step(s, error)) return false;
        return true;
    }
    double begin = viewer_time(s->v);
    shell_pace_pass(&s->pace, shell_run_speed(s) * viewer_frame_time(s->v));
    while (shell_pace_wants_step(&s->pace, p->step_seconds(s), viewer_time(s->v) - begin))
        if (!p->step(s, error)) return false;
    return true;
}

static void save_or_load(shell* s, bool loads)
{
    char path[SHELL_MAX_PATH], name[80], why[512];
    const shell_program* p = s->program;
    snprintf(name, sizeof name, "%.60s.moment", p->picture_name != NULL ? p->picture_name(s) : "window");
    const char* folder = s->out != NULL ? s->out : s->default_out;
    s->note_time = viewer_time(s->v);
    if (!shell_folder_path(path, folder, name)) return;
    if (!loads) shell_folder_make(folder);
    bool is_good = (loads ? shell_moment_load : shell_moment_save)(s, path, why, sizeof why);
    if (is_good && loads) s->controls.is_paused = true;
    if (is_good)
        snprintf(s->note, sizeof s->note, "%s %.200s", loads ? "Loaded (paused):" : "Saved:", path);
    else
        snprintf(s->note, sizeof s->note, "%s %.220s", loads ? "Not loaded:" : "Not saved:", why);
    printf("%s\n", s->note);
    fflush(stdout);
}

static bool go_back(shell* s, belay_error* error)
{
    shell_controls* c = &s->controls;
    bool is_good = true;
    if (c->wants_back != 0) is_good = shell_rewind_by(s, c->wants_back, error);
    if (is_good && c->wants_scrub) is_good = shell_rewind_to(s, c->wants_time, error);
    if (c->wants_save) save_or_load(s, false);
    if (c->wants_load) save_or_load(s, true);
    c->wants_back = 0;
    c->wants_scrub = c->wants_save = c->wants_load = false;
    return is_good;
}

// What keys, and in the last frame the panels, asked for.
static bool serve(shell* s, belay_error* error)
{
    const shell_program* p = s->program;
    shell_controls* c = &s->controls;
    if (c->wants_restart && !restart(s, error)) return false;
    if (c->wants_view && !shell_shows_page(s)) p->view(s, true);
    if (!shell_shows_page(s) && !go_back(s, error)) return false;
    if (p->before_steps != NULL && !shell_shows_page(s) && !p->before_steps(s, error)) return false;
    if (p->step != NULL && !shell_shows_page(s)) {
        if (!advance(s, error)) return false;
        shell_rewind_take(s);
    }
    c->wants_restart = c->wants_view = c->wants_step = false;
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// Frames
// ------------------------------------------------------------------------------------------------------------------

static double blend_of(const shell* s)
{
    return s->program->step != NULL ? shell_pace_blend(&s->pace, s->program->step_seconds(s)) : 1.0;
}

static bool frame(shell* s, belay_error* error)
{
    take_keys(s);
    if (!serve(s, error)) return false;
    if (!shell_shows_page(s)) s->program->draw(s, blend_of(s));
    shell_panels_draw(s);
    if (s->play != NULL && s->film == NULL && !shell_play_shows(s))
        viewer_frame_skip(s->v);
    else
        viewer_frame_end(s->v);
    if (s->play != NULL && shell_play_picture(s) != NULL) shell_picture_save_play(s, shell_play_picture(s));
    if (s->controls.wants_picture) shell_picture_save_window(s);
    if (s->controls.wants_film) shell_film_toggle(s);
    s->controls.wants_film = false;
    shell_film_add(s);
    s->controls.wants_picture = false;
    return true;
}

static bool start_and_show(shell* s, belay_error* error)
{
    const shell_program* p = s->program;
    if (!p->start(s, error)) return false;
    if (p->load != NULL && !p->load(s)) {
        *error = (belay_error){BELAY_ERROR_MEMORY, "no memory for what is drawn"};
        return false;
    }
    s->controls.wants_view = true;
    for (;;) {
        if (s->record != NULL) shell_record_frame(s);
        if (s->play != NULL) shell_play_push(s);
        if (!viewer_frame_begin(s->v)) break;
        if (!frame(s, error)) return false;
    }
    if (s->play != NULL && p->report != NULL) p->report(s);
    return true;
}

// The window of a user, that is: plays are to be the same everywhere.
static bool is_remembered(const shell* s)
{
    return s->play_file == NULL && viewer_has_display();
}

// In the folder that the system has for such files; false: it has none.
static bool place_file(const shell* s, char* path, size_t size)
{
    char* folder = SDL_GetPrefPath("belay", "demos");
    if (folder == NULL) return false;
    int length = snprintf(path, size, "%s%s.window", folder, s->program->name);
    SDL_free(folder);
    return length > 0 && (size_t)length < size;
}

// As it was last closed, unless the user asks for a size.
static void recall_place(shell* s, viewer_def* def)
{
    char path[SHELL_MAX_PATH];
    viewer_place place;
    if (!is_remembered(s) || s->size[0] != SHELL_WIDTH || s->size[1] != SHELL_HEIGHT) return;
    if (!place_file(s, path, sizeof path) || !shell_place_read(path, &place)) return;
    def->has_position = true;
    def->x = place.x;
    def->y = place.y;
    s->size[0] = place.width;
    s->size[1] = place.height;
}

static void remember_place(const shell* s)
{
    char path[SHELL_MAX_PATH];
    if (is_remembered(s) && place_file(s, path, sizeof path)) shell_place_write(path, viewer_window_place(s->v));
}

shell_window_result shell_run_window(shell* s, char* error, size_t error_size)
{
    belay_error why = {0};
    char title[128];
    viewer_def def = viewer_def_default();
    snprintf(title, sizeof title, "%s - Belay", s->program->title);
    def.title = title;
    def.font = s->font;
    recall_place(s, &def);
    def.width = s->size[0];
    def.height = s->size[1];
    def.interface_scale = fmin(fmin(def.width / 1280.0, def.height / 720.0), 1.0); // the panels must fit
    s->v = viewer_create(&def, error, error_size);
    if (s->v == NULL) return SHELL_WINDOW_NO_OPENGL;
    bool is_good = s->play_file == NULL || shell_play_open(s, error, error_size);
    is_good = is_good && (s->record_file == NULL || shell_record_open(s, error, error_size));
    if (is_good && !start_and_show(s, &why)) {
        snprintf(error, error_size, "%s", why.message);
        is_good = false;
    }
    shell_play_close(s);
    shell_record_close(s);
    shell_film_close(s);
    shell_rewind_free(s);
    s->program->end(s);
    memset(s->state, 0, s->program->state_size);
    remember_place(s);
    viewer_destroy(s->v);
    s->v = NULL;
    return is_good ? SHELL_WINDOW_CLOSED : SHELL_WINDOW_FAILED;
}
