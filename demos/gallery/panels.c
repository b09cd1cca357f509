// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/marks.h"
#include "gallery/session.h"
#include "gallery/settings.h"
#include "gallery/why.h"

#include "shell/folder.h"
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

void panels_use_tool(shell* s, tool which)
{
    session* n = s->state;
    const char* why = NULL;
    bool is_done = true;
    if (which == TOOL_CUT) grab_release(&n->grab, &n->show);
    if (which == TOOL_THROW) is_done = tools_throw(&n->tools, &n->show);
    if (which == TOOL_BURST) is_done = tools_burst(&n->tools, &n->show);
    if (which == TOOL_CUT) is_done = tools_cut(&n->tools, &n->show, n->e);
    if (is_done) return;
    if (which == TOOL_THROW) why = belay_world_last_error(n->e->world);
    if (which == TOOL_BURST) why = "There is nothing under the mouse to burst at.";
    if (which == TOOL_CUT) why = "There is no rope and no joint under the mouse that could be cut.";
    shell_tell(s, why);
}

static void join(shell* s)
{
    session* n = s->state;
    const char* why = "";
    grab_release(&n->grab, &n->show);
    if (!tools_join(&n->tools, &n->show, n->e, &why)) shell_tell(s, why);
}

// What the plots show, as a file with a number of its own.
static void write_curves(shell* s)
{
    const session* n = s->state;
    char name[80], path[SHELL_MAX_PATH], text[256];
    const char* folder = s->out != NULL ? s->out : s->default_out;
    snprintf(name, sizeof name, "%.50s-%d.csv", n->kind->name, ++s->picture_count);
    shell_folder_make(folder);
    FILE* file = shell_folder_path(path, folder, name) ? fopen(path, "w") : NULL;
    if (file != NULL) curves_write(&n->curves, file);
    bool is_good = file != NULL && !ferror(file);
    if (file != NULL) is_good = fclose(file) == 0 && is_good;
    snprintf(text, sizeof text, "%s %.200s", is_good ? "Written:" : "Cannot write", is_good ? path : name);
    printf("%s\n", text);
    fflush(stdout);
    shell_tell(s, text);
}

static void take_tool_keys(shell* s)
{
    if (viewer_key_was_pressed(s->v, 't')) panels_use_tool(s, TOOL_THROW);
    if (viewer_key_was_pressed(s->v, 'x')) panels_use_tool(s, TOOL_BURST);
    if (viewer_key_was_pressed(s->v, 'k')) panels_use_tool(s, TOOL_CUT);
    if (viewer_key_was_pressed(s->v, 'l')) join(s);
}

static void serve_page(shell* s)
{
    session* n = s->state;
    const experiment_kind* opened = page_serve(&n->page, s->v);
    for (int i = 0; opened != NULL && i < experiment_kind_count(); i++)
        if (experiment_kind_at(i) == opened) choose_scene(s, i);
    if (opened == NULL) return;
    n->page.is_open = false;
    viewer_camera_mouse_enable(s->v, true);
}

void panels_take_keys(shell* s)
{
    session* n = s->state;
    if (n->page.is_open) {
        serve_page(s);
        return;
    }
    viewer_key_toggle(s->v, 'c', &n->show.flags.contacts);
    viewer_key_toggle(s->v, 'j', &n->show.flags.joints);
    viewer_key_toggle(s->v, 'b', &n->show.flags.bounds);
    viewer_key_toggle(s->v, 'i', &n->show.flags.islands);
    viewer_key_toggle(s->v, 'z', &n->show.flags.sleep);
    viewer_key_toggle(s->v, 'y', &n->show.flags.tension);
    viewer_key_toggle(s->v, 'w', &n->show.flags.twist);
    take_tool_keys(s);
    if (viewer_key_was_pressed(s->v, 'e')) write_curves(s);
    for (int i = 0; i < 4; i++)
        if (viewer_key_was_pressed(s->v, '1' + i)) n->tab = i;
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
    static const char* const names[TOOL_COUNT] = {"pulls", "throws", "bursts", "cuts"};
    session* n = s->state;
    viewer* v = s->v;
    viewer_ui_panel_begin(v, s->program->title, 16.0, 16.0, s->program->left);
    if (viewer_ui_button(v, "All scenes and demos")) window_leave(s);
    scene_list(s);
    viewer_ui_separator(v);
    shell_run_buttons(s);
    viewer_ui_separator(v);
    viewer_ui_choice(v, "The left button", &n->tool, names, TOOL_COUNT);
    if (viewer_ui_button(v, "Join (l)")) join(s);
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
    viewer_ui_panel_begin(s->v, "", left + 16.0 + 0.5 * (width - left - right - 32.0 - w), -40.0, w);
    result_rows(s->state);
    viewer_ui_panel_end(s->v);
}

// What is drawn beside the things.
static void flag_boxes(shell* s)
{
    session* n = s->state;
    show_flags* f = &n->show.flags;
    viewer_ui_checkbox(s->v, "Contact forces: stick, slide, open (c)", &f->contacts);
    viewer_ui_checkbox(s->v, "Joints (j)", &f->joints);
    viewer_ui_checkbox(s->v, "Bounding boxes (b)", &f->bounds);
    viewer_ui_checkbox(s->v, "Islands, a colour each (i)", &f->islands);
    viewer_ui_checkbox(s->v, "Who sleeps (z)", &f->sleep);
    viewer_ui_checkbox(s->v, "Ropes: tension (y)", &f->tension);
    viewer_ui_checkbox(s->v, "Ropes: a line that shows twist (w)", &f->twist);
}

static void right_panel(shell* s)
{
    static const char* const tabs[] = {"Scene", "Solver", "Show", "Plots"};
    session* n = s->state;
    viewer_ui_panel_begin(s->v, n->kind->name, -16.0, 16.0, s->program->right);
    viewer_ui_choice(s->v, "##tabs", &n->tab, tabs, 4);
    if (n->tab == 0) {
        value_sliders(s);
        if (viewer_ui_button(s->v, "The scene's own values")) n->wants_own_values = s->controls.wants_restart = true;
        viewer_ui_separator(s->v);
        statistics_rows(s);
    } else if (n->tab == 1) {
        settings_draw(s);
    } else if (n->tab == 2) {
        flag_boxes(s);
    } else {
        curves_draw(&n->curves, s->v);
    }
    viewer_ui_panel_end(s->v);
}

// Below all else: why the last step was slow or inexact.
static void why_line(const shell* s)
{
    static const uint32_t colors[] = {0x64707F, 0x14804A, 0xB7791F, 0xD1373D};
    const session* n = s->state;
    int width, height;
    char text[256];
    if (shell_is_telling(s)) return;
    const belay_world_def* def = belay_world_get_def(n->e->world);
    why_verdict verdict =
        why_tell(belay_world_get_stats(n->e->world), def->step_seconds, def->solver.tolerance, text, sizeof text);
    viewer_size(s->v, &width, &height);
    viewer_text_draw(s->v, width - 20.0, height - 20.0, 14.0, VIEWER_ALIGN_RIGHT, viewer_color_hex(colors[verdict]),
                     text);
}

void panels_draw(shell* s)
{
    session* n = s->state;
    if (n->page.is_open) {
        page_draw(&n->page, s->v);
        return;
    }
    left_panel(s);
    if (!s->controls.shows_help) right_panel(s);
    results_panel(s);
    why_line(s);
    marks_draw_legend(&n->show, s->program->left + 40.0, 110.0);
    viewer_caption_draw(s->v, s->program->left + 40.0, (s->controls.shows_help ? 340.0 : s->program->right) + 40.0,
                        n->kind->title, n->kind->text);
}
