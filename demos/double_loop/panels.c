// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/panels.h"

#include "double_loop/charts.h"

#include <math.h>
#include <stdio.h>

static const double MOST_MU = 10.0; // that keys reach; the slider ends where it is of interest

// ------------------------------------------------------------------------------------------------------------------
// Lanes
// ------------------------------------------------------------------------------------------------------------------

static void add_lane(controls* c, race* r)
{
    if (r->lane_count == OPTIONS_MAX_LANES) return;
    double mu = r->mus[c->selected];
    r->mus[r->lane_count] = fmin(mu + 0.05, MOST_MU);
    c->selected = r->lane_count++;
    c->run.wants_restart = c->run.wants_view = true;
}

static void remove_lane(controls* c, race* r)
{
    if (r->lane_count == 1) return;
    for (int i = c->selected; i + 1 < r->lane_count; i++)
        r->mus[i] = r->mus[i + 1];
    r->mus[--r->lane_count] = 0.0;
    // The lane that is gone is freed by the restart, which frees all.
    if (c->selected == r->lane_count) c->selected--;
    c->run.wants_restart = c->run.wants_view = true;
}

static void change_mu(controls* c, race* r, double by)
{
    double mu = floor((r->mus[c->selected] + by) * 100.0 + 0.5) / 100.0;
    r->mus[c->selected] = fmin(fmax(mu, 0.0), MOST_MU);
    c->run.wants_restart = true;
}

// ------------------------------------------------------------------------------------------------------------------
// Keys
// ------------------------------------------------------------------------------------------------------------------

static void take_lane_keys(controls* c, race* r, const viewer* v)
{
    for (int i = 0; i < r->lane_count; i++)
        if (viewer_key_was_pressed(v, '1' + i)) c->selected = i;
    if (viewer_key_was_pressed(v, VIEWER_KEY_UP)) change_mu(c, r, 0.01);
    if (viewer_key_was_pressed(v, VIEWER_KEY_DOWN)) change_mu(c, r, -0.01);
    if (viewer_key_was_pressed(v, 'a')) add_lane(c, r);
    if (viewer_key_was_pressed(v, 'x')) remove_lane(c, r);
}

void controls_take_keys(controls* c, race* r, const viewer* v)
{
    viewer_run_take_keys(&c->run, v);
    viewer_key_ask(v, VIEWER_KEY_RIGHT, &c->run.wants_step);
    viewer_key_ask(v, 'p', &c->wants_picture);
    viewer_key_toggle(v, 'f', &c->is_following);
    viewer_key_toggle(v, 'c', &c->shows_forces);
    viewer_key_toggle(v, 'h', &c->shows_help);
    viewer_key_toggle(v, VIEWER_KEY_TAB, &c->hides_panels);
    take_lane_keys(c, r, v);
}

// ------------------------------------------------------------------------------------------------------------------
// Left: what can be changed
// ------------------------------------------------------------------------------------------------------------------

static void run_buttons(controls* c, viewer* v)
{
    viewer_run_buttons(&c->run, v);
    viewer_ui_checkbox(v, "Follow the ball", &c->is_following);
    viewer_ui_checkbox(v, "Contact forces", &c->shows_forces);
}

static void lane_controls(controls* c, race* r, viewer* v)
{
    char names[OPTIONS_MAX_LANES][16];
    const char* list[OPTIONS_MAX_LANES];
    for (int i = 0; i < r->lane_count; i++) {
        snprintf(names[i], sizeof names[i], "%g", r->mus[i]);
        list[i] = names[i];
    }
    viewer_ui_choice(v, "Lane", &c->selected, list, r->lane_count);
    double mu = r->mus[c->selected];
    if (viewer_ui_slider(v, "\xCE\xBC of the lane", &mu, 0.0, 1.0, VIEWER_SLIDER_LINEAR, NULL))
        change_mu(c, r, mu - r->mus[c->selected]);
    int pair = viewer_ui_button_pair(v, "Add lane", "Remove lane");
    if (pair == 1) add_lane(c, r);
    if (pair == 2) remove_lane(c, r);
}

static void common_controls(controls* c, race* r, viewer* v)
{
    double ms = 1e3 * r->h;
    bool is_changed = viewer_ui_slider(v, "Spin", &r->spin, 0.0, 800.0, VIEWER_SLIDER_INTEGER, "rad/s");
    if (viewer_ui_slider(v, "Step h", &ms, 1.0, 20.0, VIEWER_SLIDER_LINEAR, "ms")) {
        r->h = 1e-3 * ms;
        is_changed = true;
    }
    is_changed = viewer_ui_slider(v, "\xCE\xB8", &r->theta, 0.5, 1.0, VIEWER_SLIDER_LINEAR, NULL) || is_changed;
    if (is_changed) c->run.wants_restart = true;
}

static void left_panel(controls* c, race* r, viewer* v)
{
    viewer_ui_panel_begin(v, "Ball in the double loop", 16.0, 16.0, 236.0);
    viewer_ui_row(v, "Time", "%.2f s", r->lanes[0].now.time);
    run_buttons(c, v);
    viewer_ui_separator(v);
    lane_controls(c, r, v);
    viewer_ui_separator(v);
    common_controls(c, r, v);
    viewer_ui_panel_end(v);
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

static void account_rows(viewer* v, const race* r, const lane* l)
{
    const double_loop_record* d = &l->scene.record;
    const lane_sample* s = &l->now;
    residual_row(v, s->residual, d->worst_residual);
    viewer_ui_row(v, "Iterations", "%d + %d, worst %d", s->sweeps, s->newton, l->account.worst_iterations);
    viewer_ui_row(v, "Step takes", "%.1f \xC2\xB5s, worst %.0f", 1e6 * d->mean_step_seconds,
                  1e6 * d->worst_step_seconds);
    viewer_ui_row(v, "Contacts", "%d, %s", s->contacts, motion_of(s));
    viewer_ui_row(v, "Way, loops", "%.2f m, %d", d->distance, d->loops);
    viewer_ui_row(v, "Energy balance", "%.1e", s->balance);
    if (r->pace.dropped > 0.3) viewer_ui_row(v, "Behind real time", "%.2f s", r->pace.dropped);
}

static void right_panel(const controls* c, const race* r, viewer* v)
{
    const lane* l = &r->lanes[c->selected];
    char title[80];
    chart energies, way;
    snprintf(title, sizeof title, "\xCE\xBC = %g: %s##lane", l->scene.def.mu, lane_outcome(l));
    viewer_ui_panel_begin(v, title, -16.0, 16.0, 330.0);
    account_rows(v, r, l);
    viewer_ui_separator(v);
    chart_energies(&energies, &r->curves[c->selected]);
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

// ------------------------------------------------------------------------------------------------------------------

static void help_panel(viewer* v)
{
    static const char* const keys[][2] = {
        {"space", "pause or go on"},
        {"s, right arrow", "one step"},
        {"r", "restart"},
        {"m", "slow motion"},
        {"f", "follow the ball"},
        {"c", "contact forces"},
        {"1 to 8", "select a lane"},
        {"up, down", "more or less \xCE\xBC"},
        {"a, x", "add, remove a lane"},
        {"v", "reset the view"},
        {"p", "save a picture"},
        {"tab", "hide the panels"},
        {"h", "this help"},
        {"mouse", "turn; right: move; wheel: zoom"},
    };
    viewer_keys_panel(v, 268.0, -16.0, 316.0, keys, sizeof keys / sizeof keys[0]);
}

void panels_draw(controls* c, race* r, viewer* v)
{
    if (!c->hides_panels) {
        left_panel(c, r, v);
        right_panel(c, r, v);
    }
    if (c->shows_help)
        help_panel(v);
    else
        viewer_keys_hint(v);
}
