// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "viewer/controls.h"

#include "viewer/overlay.h"
#include "viewer/ui.h"

static const double SLOW_MOTION = 0.125;

void viewer_key_ask(const viewer* v, int key, bool* request)
{
    if (viewer_key_was_pressed(v, key)) *request = true;
}

void viewer_key_toggle(const viewer* v, int key, bool* value)
{
    if (viewer_key_was_pressed(v, key)) *value = !*value;
}

double viewer_run_speed(const viewer_run* run)
{
    return run->is_paused ? 0.0 : run->is_slow ? SLOW_MOTION : 1.0;
}

void viewer_run_take_keys(viewer_run* run, const viewer* v)
{
    viewer_key_ask(v, 's', &run->wants_step);
    viewer_key_ask(v, 'r', &run->wants_restart);
    viewer_key_ask(v, 'v', &run->wants_view);
    viewer_key_toggle(v, VIEWER_KEY_SPACE, &run->is_paused);
    viewer_key_toggle(v, 'm', &run->is_slow);
}

void viewer_run_buttons(viewer_run* run, viewer* v)
{
    int first = viewer_ui_button_pair(v, run->is_paused ? "Play##run" : "Pause##run", "Step");
    if (first == 1) run->is_paused = !run->is_paused;
    if (first == 2) run->wants_step = true;
    int second = viewer_ui_button_pair(v, "Restart", "Reset view");
    if (second == 1) run->wants_restart = true;
    if (second == 2) run->wants_view = true;
    viewer_ui_checkbox(v, "Slow motion, 1/8", &run->is_slow);
}

void viewer_keys_panel(viewer* v, double x, double y, double width, const char* const (*keys)[2], size_t count)
{
    viewer_ui_panel_begin(v, "Keys", x, y, width);
    for (size_t i = 0; i < count; i++)
        viewer_ui_row(v, keys[i][0], "%s", keys[i][1]);
    viewer_ui_panel_end(v);
}

void viewer_keys_hint(viewer* v)
{
    int width, height;
    viewer_size(v, &width, &height);
    viewer_text_draw(v, 20.0, height - 20.0, 14.0, VIEWER_ALIGN_LEFT, viewer_role_color(v, VIEWER_ROLE_MUTED),
                     "h: keys");
}
