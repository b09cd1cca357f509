// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "shell/panels.h"

#include "shell/rewind.h"

#include <math.h>
#include <stdio.h>

static const double LEFT = 236.0, RIGHT = 300.0, KEYS = 340.0; // of the shell's own panels, logical pixels

static const double NOTE_SECONDS = 6.0;

// Where it is within what can be gone back to; dragged, it goes there.
static void rewind_slider(shell* s)
{
    double oldest, newest, now;
    shell_controls* c = &s->controls;
    if (!shell_rewind_is_possible(s)) return;
    if (!shell_rewind_range(s, &oldest, &newest, &now)) oldest = newest = now = 0.0;
    double time = fmin(fmax(now, oldest), newest);
    if (viewer_ui_slider(s->v, "Time", &time, oldest, fmax(newest, oldest + 1e-6), VIEWER_SLIDER_LINEAR, "s")) {
        c->wants_scrub = true;
        c->wants_time = fmin(fmax(time, oldest), newest);
    }
    int pressed = viewer_ui_button_pair(s->v, "Save", "Load");
    if (pressed == 1) c->wants_save = true;
    if (pressed == 2) c->wants_load = true;
}

bool shell_is_telling(const shell* s)
{
    return s->note[0] != '\0' && viewer_time(s->v) <= s->note_time + NOTE_SECONDS;
}

void shell_tell(shell* s, const char* text)
{
    snprintf(s->note, sizeof s->note, "%.250s", text);
    s->note_time = viewer_time(s->v);
}

void shell_run_buttons(shell* s)
{
    shell_controls* c = &s->controls;
    int first = viewer_ui_button_pair(s->v, c->is_paused ? "Play##run" : "Pause##run", "Step");
    if (first == 1) c->is_paused = !c->is_paused;
    if (first == 2) c->wants_step = true;
    int second = viewer_ui_button_pair(s->v, "Restart", "Reset view");
    if (second == 1) c->wants_restart = true;
    if (second == 2) c->wants_view = true;
    viewer_ui_checkbox(s->v, "Slow motion, 1/8", &c->is_slow);
    rewind_slider(s);
}

void shell_behind_row(const shell* s)
{
    if (s->pace.dropped > 0.3) viewer_ui_row(s->v, "Behind real time", "%.1f s", s->pace.dropped);
}

// ------------------------------------------------------------------------------------------------------------------
// The shell's own panels
// ------------------------------------------------------------------------------------------------------------------

static void value_rows(const shell* s)
{
    double values[SHELL_MAX_VALUES];
    int count = shell_value_count(s->program->values);
    if (count > 0) s->program->measure(s, values);
    for (int i = 0; i < count; i++) {
        char text[64];
        shell_number_text(values[i], 4, s->program->values[i].unit, text, sizeof text);
        viewer_ui_row(s->v, s->program->values[i].name, "%s", text);
    }
}

static void own_panels(shell* s)
{
    viewer_ui_panel_begin(s->v, s->program->title, 16.0, 16.0, LEFT);
    if (s->program->step != NULL) shell_run_buttons(s);
    shell_behind_row(s);
    viewer_ui_panel_end(s->v);
    if (shell_value_count(s->program->values) == 0 || s->controls.shows_help) return;
    viewer_ui_panel_begin(s->v, "Values", -16.0, 16.0, RIGHT);
    value_rows(s);
    viewer_ui_panel_end(s->v);
}

// ------------------------------------------------------------------------------------------------------------------
// Keys
// ------------------------------------------------------------------------------------------------------------------

static void key_rows(viewer* v, const shell_key* keys)
{
    for (; keys != NULL && keys->key != NULL; keys++)
        viewer_ui_row(v, keys->key, "%s", keys->does);
}

// In the place of the panel on the right, so that the scene stays free.
static void keys_panel(shell* s)
{
    static const shell_key running[] = {{"space", "pause or go on"}, {"s, right arrow", "one step"}, {0}};
    static const shell_key stepping[] = {{"m", "slow motion"}, {0}};
    static const shell_key going_back[] = {{"left arrow", "back in time, as long as held"}, {0}};
    static const shell_key rewinding[] = {{"F5, F9", "save this moment, load it"}, {0}};
    static const shell_key common[] = {{"r, v", "restart, reset the view"},
                                       {"p, F6", "save a picture; begin, end a film"},
                                       {"tab, h", "hide the panels, this list"},
                                       {0}};
    static const shell_key leaving[] = {{"escape", "back to the list"}, {"q", "quit"}, {0}};
    static const shell_key quitting[] = {{"q, escape", "quit"}, {0}};
    static const shell_key mouse[] = {{"mouse", "turn; right: move; wheel: zoom"}, {0}};
    viewer_ui_panel_begin(s->v, "Keys", -16.0, 16.0, fmax(s->program->right, KEYS));
    key_rows(s->v, s->program->keys);
    bool steps = s->program->step != NULL, rewinds = shell_rewind_is_possible(s);
    if (steps && !s->program->has_walking_keys) key_rows(s->v, running);
    if (steps) key_rows(s->v, stepping);
    if (rewinds && !s->program->has_walking_keys) key_rows(s->v, going_back);
    if (rewinds) key_rows(s->v, rewinding);
    key_rows(s->v, common);
    key_rows(s->v, s->program->leave != NULL ? leaving : quitting);
    if (s->program->step != NULL) key_rows(s->v, mouse);
    viewer_ui_panel_end(s->v);
}

static void note(const shell* s)
{
    int width, height;
    if (!shell_is_telling(s)) return;
    viewer_size(s->v, &width, &height);
    viewer_text_draw(s->v, 90.0, height - 20.0, 14.0, VIEWER_ALIGN_LEFT, viewer_role_color(s->v, VIEWER_ROLE_TEXT),
                     s->note);
}

static void keys_hint(viewer* v)
{
    int width, height;
    viewer_size(v, &width, &height);
    viewer_text_draw(v, 20.0, height - 20.0, 14.0, VIEWER_ALIGN_LEFT, viewer_role_color(v, VIEWER_ROLE_MUTED),
                     "h: keys");
}

void shell_panels_draw(shell* s)
{
    if (s->program->shows_page != NULL && s->program->shows_page(s)) {
        s->program->panels(s);
        return;
    }
    if (!s->controls.hides_panels) {
        if (s->program->panels != NULL)
            s->program->panels(s);
        else
            own_panels(s);
    }
    note(s);
    if (s->controls.shows_help)
        keys_panel(s);
    else
        keys_hint(s->v);
}
