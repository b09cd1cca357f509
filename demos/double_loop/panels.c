// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/charts.h"
#include "double_loop/window.h"

#include "shell/panels.h"

#include <math.h>
#include <stdio.h>

static const double MOST_MU = 10.0; // that keys reach; the slider ends where it is of interest

// ------------------------------------------------------------------------------------------------------------------
// Lanes
// ------------------------------------------------------------------------------------------------------------------

static void add_lane(shell* s)
{
    window* w = s->state;
    race* r = &w->race;
    if (r->lane_count == OPTIONS_MAX_LANES) return;
    double mu = r->mus[w->controls.selected];
    r->mus[r->lane_count] = fmin(mu + 0.05, MOST_MU);
    w->controls.selected = r->lane_count++;
    s->controls.wants_restart = s->controls.wants_view = true;
}

static void remove_lane(shell* s)
{
    window* w = s->state;
    race* r = &w->race;
    if (r->lane_count == 1) return;
    for (int i = w->controls.selected; i + 1 < r->lane_count; i++)
        r->mus[i] = r->mus[i + 1];
    r->mus[--r->lane_count] = 0.0;
    // The lane that is gone is freed by the restart, which frees all.
    if (w->controls.selected == r->lane_count) w->controls.selected--;
    s->controls.wants_restart = s->controls.wants_view = true;
}

static void change_mu(shell* s, double by)
{
    window* w = s->state;
    race* r = &w->race;
    double mu = floor((r->mus[w->controls.selected] + by) * 100.0 + 0.5) / 100.0;
    r->mus[w->controls.selected] = fmin(fmax(mu, 0.0), MOST_MU);
    s->controls.wants_restart = true;
}

// ------------------------------------------------------------------------------------------------------------------
// Keys
// ------------------------------------------------------------------------------------------------------------------

void panels_take_keys(shell* s)
{
    window* w = s->state;
    viewer_key_toggle(s->v, 'f', &w->controls.is_following);
    viewer_key_toggle(s->v, 'c', &w->controls.shows_forces);
    for (int i = 0; i < w->race.lane_count; i++)
        if (viewer_key_was_pressed(s->v, '1' + i)) w->controls.selected = i;
    if (viewer_key_was_pressed(s->v, VIEWER_KEY_UP)) change_mu(s, 0.01);
    if (viewer_key_was_pressed(s->v, VIEWER_KEY_DOWN)) change_mu(s, -0.01);
    if (viewer_key_was_pressed(s->v, 'a')) add_lane(s);
    if (viewer_key_was_pressed(s->v, 'x')) remove_lane(s);
}

// ------------------------------------------------------------------------------------------------------------------
// Left: what can be changed
// ------------------------------------------------------------------------------------------------------------------

static void lane_controls(shell* s)
{
    window* w = s->state;
    const race* r = &w->race;
    char names[OPTIONS_MAX_LANES][16];
    const char* list[OPTIONS_MAX_LANES];
    for (int i = 0; i < r->lane_count; i++) {
        snprintf(names[i], sizeof names[i], "%g", r->mus[i]);
        list[i] = names[i];
    }
    viewer_ui_choice(s->v, "Lane", &w->controls.selected, list, r->lane_count);
    double mu = r->mus[w->controls.selected];
    if (viewer_ui_slider(s->v, "\xCE\xBC of the lane", &mu, 0.0, 1.0, VIEWER_SLIDER_LINEAR, NULL))
        change_mu(s, mu - r->mus[w->controls.selected]);
    int pair = viewer_ui_button_pair(s->v, "Add lane", "Remove lane");
    if (pair == 1) add_lane(s);
    if (pair == 2) remove_lane(s);
}

static void common_controls(shell* s)
{
    window* w = s->state;
    race* r = &w->race;
    double ms = 1e3 * r->h;
    bool is_changed = viewer_ui_slider(s->v, "Spin", &r->spin, 0.0, 800.0, VIEWER_SLIDER_INTEGER, "rad/s");
    if (viewer_ui_slider(s->v, "Step h", &ms, 1.0, 20.0, VIEWER_SLIDER_LINEAR, "ms")) {
        r->h = 1e-3 * ms;
        is_changed = true;
    }
    is_changed = viewer_ui_slider(s->v, "\xCE\xB8", &r->theta, 0.5, 1.0, VIEWER_SLIDER_LINEAR, NULL) || is_changed;
    if (is_changed) s->controls.wants_restart = true;
}

static void left_panel(shell* s)
{
    window* w = s->state;
    viewer_ui_panel_begin(s->v, s->program->title, 16.0, 16.0, s->program->left);
    shell_run_buttons(s);
    viewer_ui_checkbox(s->v, "Follow the ball", &w->controls.is_following);
    viewer_ui_checkbox(s->v, "Contact forces", &w->controls.shows_forces);
    viewer_ui_separator(s->v);
    lane_controls(s);
    viewer_ui_separator(s->v);
    common_controls(s);
    viewer_ui_panel_end(s->v);
}

// ------------------------------------------------------------------------------------------------------------------
// Right: what the selected lane has to say
// ------------------------------------------------------------------------------------------------------------------

static void residual_row(viewer* v, double residual, double worst)
{
    if (worst > 0.0)
        viewer_ui_row(v, "Residual, log10", "%.1f, worst %.1f", log10(fmax(residual, 1e-17)), log10(worst));
    else
        viewer_ui_row(v, "Residual, log10", "none");
}

static const char* motion_of(const lane_sample* s)
{
    return s->force_count == 0 ? "in the air" : s->is_sliding ? "sliding" : "rolling";
}

static void statistics_rows(const shell* whole, const lane* l)
{
    viewer* v = whole->v;
    const double_loop_record* d = &l->scene.record;
    const lane_sample* s = &l->now;
    residual_row(v, s->residual, d->worst_residual);
    viewer_ui_row(v, "Iterations", "%d + %d, worst %d", s->sweeps, s->newton, l->statistics.worst_iterations);
    viewer_ui_row(v, "Step takes", "%.1f \xC2\xB5s, worst %.0f", 1e6 * d->mean_step_seconds,
                  1e6 * d->worst_step_seconds);
    viewer_ui_row(v, "Contacts", "%d, %s", s->contacts, motion_of(s));
    viewer_ui_row(v, "Distance, loops", "%.2f m, %d", d->distance, d->loops);
    viewer_ui_row(v, "Energy balance", "%.1e", s->balance);
    shell_behind_row(whole);
}

static void right_panel(shell* s)
{
    window* w = s->state;
    const race* r = &w->race;
    viewer* v = s->v;
    const lane* l = &r->lanes[w->controls.selected];
    char title[80];
    chart energies, way;
    snprintf(title, sizeof title, "\xCE\xBC = %g: %s##lane", l->scene.def.mu, lane_outcome(l));
    viewer_ui_panel_begin(v, title, -16.0, 16.0, s->program->right);
    statistics_rows(s, l);
    viewer_ui_separator(v);
    chart_energies(&energies, &r->curves[w->controls.selected]);
    energies.plot.hide_panel = true;
    energies.plot.text_size = 12.0;
    viewer_ui_plot(v, 190.0, &energies.plot);
    viewer_ui_separator(v);
    chart_progress_begin(&way, l->scene.loop_end, fmax(l->now.time, 1.0));
    for (int i = 0; i < r->lane_count; i++)
        chart_progress_add(&way, &r->curves[i], r->mus[i]);
    way.plot.hide_panel = way.plot.hide_legend = true;
    way.plot.text_size = 12.0;
    viewer_ui_plot(v, 170.0, &way.plot);
    viewer_ui_panel_end(v);
}

void panels_draw(shell* s)
{
    left_panel(s);
    if (!s->controls.shows_help) right_panel(s);
}
