// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/panels.h"

#include <math.h>
#include <stdio.h>

static const double LEFT = 252.0, RIGHT = 300.0; // widths of the panels, logical pixels
enum { MOST_SCENES = 64 };

// ------------------------------------------------------------------------------------------------------------------
// Keys
// ------------------------------------------------------------------------------------------------------------------

static void choose_scene(controls* c, int index)
{
    int count = experiment_kind_count();
    c->scene = (index + count) % count;
    c->run.wants_restart = c->run.wants_view = c->wants_own_values = true;
}

void controls_take_keys(controls* c, session* s)
{
    const viewer* v = s->v;
    viewer_run_take_keys(&c->run, v);
    viewer_key_ask(v, VIEWER_KEY_RIGHT, &c->run.wants_step);
    viewer_key_ask(v, 'p', &c->wants_picture);
    viewer_key_toggle(v, 'c', &s->show.flags.contacts);
    viewer_key_toggle(v, 'j', &s->show.flags.joints);
    viewer_key_toggle(v, 'b', &s->show.flags.bounds);
    viewer_key_toggle(v, 'i', &s->show.flags.islands);
    viewer_key_toggle(v, 'h', &c->shows_help);
    viewer_key_toggle(v, VIEWER_KEY_TAB, &c->hides_panels);
    if (viewer_key_was_pressed(v, VIEWER_KEY_DOWN)) choose_scene(c, c->scene + 1);
    if (viewer_key_was_pressed(v, VIEWER_KEY_UP)) choose_scene(c, c->scene - 1);
}

// ------------------------------------------------------------------------------------------------------------------
// Left: scenes and what is shown
// ------------------------------------------------------------------------------------------------------------------

static void scene_list(controls* c, viewer* v)
{
    const char* names[MOST_SCENES];
    int count = experiment_kind_count() < MOST_SCENES ? experiment_kind_count() : MOST_SCENES, scene = c->scene;
    for (int i = 0; i < count; i++)
        names[i] = experiment_kind_at(i)->name;
    if (viewer_ui_list(v, "Scene", &scene, names, count, 2)) choose_scene(c, scene);
}

static void run_buttons(controls* c, viewer* v)
{
    viewer_run_buttons(&c->run, v);
}

static void left_panel(controls* c, session* s)
{
    viewer* v = s->v;
    viewer_ui_panel_begin(v, "Gallery", 16.0, 16.0, LEFT);
    scene_list(c, v);
    viewer_ui_separator(v);
    run_buttons(c, v);
    viewer_ui_separator(v);
    viewer_ui_checkbox(v, "Contact forces", &s->show.flags.contacts);
    viewer_ui_checkbox(v, "Joints", &s->show.flags.joints);
    viewer_ui_checkbox(v, "Bounding boxes", &s->show.flags.bounds);
    viewer_ui_checkbox(v, "Islands, and who sleeps", &s->show.flags.islands);
    if (viewer_ui_checkbox(v, "Let things fall asleep", &c->is_sleep_enabled))
        belay_world_set_sleep(s->e->world, c->is_sleep_enabled);
    viewer_ui_panel_end(v);
}

// ------------------------------------------------------------------------------------------------------------------
// Right: values, what a step has to say, results
// ------------------------------------------------------------------------------------------------------------------

static const char* parameter_label(experiment_parameter parameter)
{
    switch (parameter) {
    case EXPERIMENT_H:
        return "Step h";
    case EXPERIMENT_MU:
        return "\xCE\xBC";
    case EXPERIMENT_N:
        return "How many";
    case EXPERIMENT_T_OVER_R:
        return "Thickness / radius";
    case EXPERIMENT_RATIO:
        return "Load ratio";
    default:
        return "Seed";
    }
}

// The seed has no slider: one lot is as good as another.
static void value_sliders(controls* c, session* s)
{
    for (int i = 0; i < EXPERIMENT_SEED; i++) {
        const experiment_range* r = &s->kind->ranges[i];
        if (!(r->low < r->high)) continue;
        double scale = i == EXPERIMENT_H ? 1e3 : 1.0, value = scale * s->e->values[i];
        bool is_wide = r->low > 0.0 && r->high / r->low > 50.0 && !r->is_whole;
        viewer_slider_scale how = r->is_whole ? VIEWER_SLIDER_INTEGER
                                  : is_wide   ? VIEWER_SLIDER_LOG
                                              : VIEWER_SLIDER_LINEAR;
        double high = r->is_whole ? fmin(r->high, 4.0 * r->start) : i == EXPERIMENT_MU ? 1.0 : r->high;
        const char* unit = i == EXPERIMENT_H ? "ms" : NULL;
        if (!viewer_ui_slider(s->v, parameter_label((experiment_parameter)i), &value, scale * r->low, scale * high, how,
                              unit))
            continue;
        s->options.values[i] = fmin(fmax(value / scale, r->low), r->high);
        c->run.wants_restart = true;
    }
}

static void residual_row(viewer* v, const belay_step_stats* s, double worst)
{
    if (worst > 0.0)
        viewer_ui_row(v, "Residual, log10", "%.1f, worst %.1f", log10(fmax(s->residual.natural, 1e-17)),
                      log10(fmax(worst, 1e-17)));
    else
        viewer_ui_row(v, "Residual, log10", "none");
}

static void account_rows(session* s)
{
    viewer* v = s->v;
    const belay_step_stats* stats = belay_world_get_stats(s->e->world);
    const experiment_record* r = &s->e->record;
    viewer_ui_row(v, "Time", "%.2f s", belay_world_get_time(s->e->world));
    viewer_ui_row(v, "Step takes", "%.3g ms", 1e3 * stats->seconds);
    viewer_ui_row(v, "Contacts, joints", "%d, %d", stats->contacts, stats->joints);
    viewer_ui_row(v, "Islands, awake", "%d, %d", stats->islands, stats->bodies_awake);
    viewer_ui_row(v, "Sweeps + Newton", "%d + %d, most %d", stats->iterations, stats->newton_iterations,
                  r->worst_sweeps);
    residual_row(v, stats, r->worst_residual);
    viewer_ui_row(v, "Deepest overlap", "%.2g mm", 1e3 * stats->max_overlap);
    if (s->pace.dropped > 0.3) viewer_ui_row(v, "Behind real time", "%.1f s", s->pace.dropped);
}

static void step_plot(session* s)
{
    viewer_series series = viewer_history_series(&s->step_ms, NULL, viewer_color_hex(0x2F6FDE));
    viewer_plot plot = {.y_label = "ms a step",
                        .series = &series,
                        .series_count = 1,
                        .hide_panel = true,
                        .hide_legend = true,
                        .text_size = 12.0};
    if (s->step_ms.count > 1) viewer_ui_plot(s->v, 110.0, &plot);
}

static void result_rows(session* s)
{
    experiment_result results[EXPERIMENT_MAX_RESULTS];
    experiment_measure(s->e, results);
    for (int i = 0; i < s->kind->result_count; i++) {
        const experiment_result_def* def = &s->kind->results[i];
        viewer_color color = viewer_role_color(s->v, VIEWER_ROLE_TEXT);
        if (experiment_result_is_judged(results[i]))
            color = viewer_color_hex(experiment_result_is_right(results[i]) ? 0x14804A : 0xD1373D);
        char value[64] = "\xE2\x80\x93";
        if (!isnan(results[i].value)) snprintf(value, sizeof value, "%.3g", results[i].value);
        viewer_ui_row_colored(s->v, def->name, color, "%s %s", value, def->unit);
    }
}

// Under the scene, in the middle: what is measured, beside its right value by colour.
static void results_panel(session* s, int width)
{
    double w = 420.0, x = LEFT + 16.0 + 0.5 * (width - LEFT - RIGHT - 32.0 - w);
    viewer_ui_panel_begin(s->v, "", x, -16.0, w);
    result_rows(s);
    viewer_ui_panel_end(s->v);
}

static void right_panel(controls* c, session* s)
{
    viewer_ui_panel_begin(s->v, s->kind->name, -16.0, 16.0, RIGHT);
    value_sliders(c, s);
    viewer_ui_separator(s->v);
    account_rows(s);
    step_plot(s);
    viewer_ui_panel_end(s->v);
}

// ------------------------------------------------------------------------------------------------------------------

static void help_panel(viewer* v)
{
    static const char* const keys[][2] = {
        {"space", "pause or go on"},
        {"s, right arrow", "one step"},
        {"r", "restart"},
        {"m", "slow motion"},
        {"up, down", "another scene"},
        {"c, j, b, i", "forces, joints, boxes, islands"},
        {"v", "reset the view"},
        {"p", "save a picture"},
        {"tab", "hide the panels"},
        {"h", "this help"},
        {"mouse on a thing", "pull it"},
        {"mouse elsewhere", "turn; right: move; wheel: zoom"},
    };
    viewer_keys_panel(v, LEFT + 32.0, -16.0, 340.0, keys, sizeof keys / sizeof keys[0]);
}

void panels_draw(controls* c, session* s)
{
    int width, height;
    viewer_size(s->v, &width, &height);
    if (!c->hides_panels) {
        left_panel(c, s);
        right_panel(c, s);
        if (!c->shows_help) results_panel(s, width);
        viewer_caption_draw(s->v, LEFT + 40.0, RIGHT + 40.0, s->kind->title, s->kind->text);
    }
    if (c->shows_help)
        help_panel(s->v);
    else
        viewer_keys_hint(s->v);
}
