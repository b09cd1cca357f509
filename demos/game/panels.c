// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/level/measure.h"
#include "game/session.h"

#include "shell/panels.h"
#include "shell/parts.h"

#include <math.h>
#include <string.h>

static void left_panel(shell* s)
{
    session* n = s->state;
    viewer_ui_panel_begin(s->v, s->program->title, 16.0, 16.0, s->program->left);
    viewer_ui_row(s->v, "You", "%s", n->level.state.is_walking ? "on foot" : "in the truck");
    if (viewer_ui_button(s->v, "Get in or out (e)")) n->controls.switches = true;
    viewer_ui_separator(s->v);
    shell_run_buttons(s);
    viewer_ui_panel_end(s->v);
}

static void fact_rows(viewer* v, const level* l)
{
    fact facts[FACTS_COUNT];
    facts_measure(l, facts);
    for (int i = 0; i < FACTS_COUNT; i++) {
        const fact* f = &facts[i];
        bool is_measured = !isnan(f->value), is_yes = strcmp(f->right, "yes") == 0;
        viewer_color color = !is_measured ? viewer_role_color(v, VIEWER_ROLE_MUTED)
                                          : viewer_color_hex(fact_is_right(f) ? 0x14804A : 0xD1373D);
        if (!is_measured || is_yes)
            viewer_ui_row_colored(v, f->name, color, "%s", is_measured ? "yes" : "not yet");
        else
            viewer_ui_row_colored(v, f->name, color, "%.4g %s", f->value, f->unit);
    }
}

// The time of each frame beside what one has.
static void frame_plot(const session* n, viewer* v)
{
    const viewer_history* h = &n->budget.ms;
    if (h->count < 2) return;
    double from = h->x[h->first], to = h->x[(h->first + h->count - 1) % h->capacity];
    double x[2] = {from, to}, y[2] = {1e3 * BUDGET_FRAME, 1e3 * BUDGET_FRAME};
    viewer_series series[2] = {viewer_history_series(h, "takes", viewer_color_hex(0x2F6FDE)),
                               {.name = "16.7 ms",
                                .x = x,
                                .y = y,
                                .count = 2,
                                .style = VIEWER_SERIES_DASHED,
                                .color = viewer_color_hex(0xD1373D)}};
    viewer_plot plot = {.y_label = "ms a frame",
                        .series = series,
                        .series_count = 2,
                        .y_max = 20.0,
                        .hide_panel = true,
                        .text_size = 12.0};
    viewer_ui_plot(v, 120.0, &plot);
}

static void right_panel(shell* s)
{
    const session* n = s->state;
    const belay_step_stats* stats = belay_world_get_stats(n->level.world);
    const level_marks* k = &n->level.state.marks;
    viewer_ui_panel_begin(s->v, "What comes of it", -16.0, 16.0, s->program->right);
    fact_rows(s->v, &n->level);
    viewer_ui_separator(s->v);
    viewer_ui_row(s->v, "Rope pulls with", "%.0f N", measure_tension(&n->level));
    viewer_ui_row(s->v, "Contacts, of ropes", "%d, %d", stats->contacts, stats->rod_contacts);
    viewer_ui_row(s->v, "Bodies, ropes awake", "%d, %d", stats->bodies_awake, stats->rods_awake);
    viewer_ui_row(s->v, "Residual, log10", "%.1f, worst %.1f", log10(fmax(stats->residual.natural, 1e-17)),
                  log10(fmax(k->worst_residual, 1e-17)));
    frame_plot(n, s->v);
    shell_behind_row(s);
    viewer_ui_panel_end(s->v);
}

void panels_draw(shell* s)
{
    const session* n = s->state;
    left_panel(s);
    if (!s->controls.shows_help) right_panel(s);
    budget_draw(&n->budget, s->v);
    viewer_caption_draw(s->v, s->program->left + 40.0, s->program->right + 40.0, "To the flag", session_task(n));
}

void panels_take_keys(shell* s)
{
    (void)s; // what moves is read where steps begin
}
