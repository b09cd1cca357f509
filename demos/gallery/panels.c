// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/marks.h"
#include "gallery/session.h"

#include "shell/panels.h"
#include "shell/parts.h"

#include <math.h>
#include <stdio.h>

enum { MOST_SCENES = 64 };

// ------------------------------------------------------------------------------------------------------------------
// Keys
// ------------------------------------------------------------------------------------------------------------------

static void choose_scene(shell* s, int index)
{
    session* n = s->state;
    int count = experiment_kind_count();
    n->scene = (index + count) % count;
    n->wants_own_values = s->controls.wants_restart = s->controls.wants_view = true;
}

void panels_take_keys(shell* s)
{
    session* n = s->state;
    viewer_key_toggle(s->v, 'c', &n->show.flags.contacts);
    viewer_key_toggle(s->v, 'j', &n->show.flags.joints);
    viewer_key_toggle(s->v, 'b', &n->show.flags.bounds);
    viewer_key_toggle(s->v, 'i', &n->show.flags.islands);
    if (viewer_key_was_pressed(s->v, VIEWER_KEY_DOWN)) choose_scene(s, n->scene + 1);
    if (viewer_key_was_pressed(s->v, VIEWER_KEY_UP)) choose_scene(s, n->scene - 1);
}

// ------------------------------------------------------------------------------------------------------------------
// Left: scenes and what is shown
// ------------------------------------------------------------------------------------------------------------------

static void scene_list(shell* s)
{
    const session* n = s->state;
    const char* names[MOST_SCENES];
    int count = experiment_kind_count() < MOST_SCENES ? experiment_kind_count() : MOST_SCENES, scene = n->scene;
    for (int i = 0; i < count; i++)
        names[i] = experiment_kind_at(i)->name;
    if (viewer_ui_list(s->v, "Scene", &scene, names, count, 2)) choose_scene(s, scene);
}

static void left_panel(shell* s)
{
    session* n = s->state;
    viewer* v = s->v;
    viewer_ui_panel_begin(v, s->program->title, 16.0, 16.0, s->program->left);
    scene_list(s);
    viewer_ui_separator(v);
    shell_run_buttons(s);
    viewer_ui_separator(v);
    viewer_ui_checkbox(v, "Contact forces", &n->show.flags.contacts);
    viewer_ui_checkbox(v, "Joints", &n->show.flags.joints);
    viewer_ui_checkbox(v, "Bounding boxes", &n->show.flags.bounds);
    viewer_ui_checkbox(v, "Islands, and who sleeps", &n->show.flags.islands);
    if (viewer_ui_checkbox(v, "Let things fall asleep", &n->is_sleep_enabled))
        belay_world_set_sleep(n->e->world, n->is_sleep_enabled);
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

// The seed has no slider: one is as good as another.
static void value_sliders(shell* whole)
{
    session* s = whole->state;
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
        whole->controls.wants_restart = true;
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

static void statistics_rows(const shell* whole)
{
    const session* s = whole->state;
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
    shell_behind_row(whole);
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
        char value[64];
        shell_number_text(results[i].value, 3, def->unit, value, sizeof value);
        viewer_ui_row_colored(s->v, def->name, color, "%s", value);
    }
}

// Under the scene, in the middle: what is measured, beside its right value by colour.
static void results_panel(const shell* s)
{
    int width, height;
    const double left = s->program->left, right = s->program->right, w = 420.0;
    viewer_size(s->v, &width, &height);
    viewer_ui_panel_begin(s->v, "", left + 16.0 + 0.5 * (width - left - right - 32.0 - w), -16.0, w);
    result_rows(s->state);
    viewer_ui_panel_end(s->v);
}

static void right_panel(shell* s)
{
    session* n = s->state;
    viewer_ui_panel_begin(s->v, n->kind->name, -16.0, 16.0, s->program->right);
    value_sliders(s);
    viewer_ui_separator(s->v);
    statistics_rows(s);
    step_plot(n);
    viewer_ui_panel_end(s->v);
}

void panels_draw(shell* s)
{
    const session* n = s->state;
    left_panel(s);
    if (!s->controls.shows_help) right_panel(s);
    results_panel(s);
    marks_draw_legend(&n->show, s->program->left + 40.0, 110.0);
    viewer_caption_draw(s->v, s->program->left + 40.0, s->program->right + 40.0, n->kind->title, n->kind->text);
}
