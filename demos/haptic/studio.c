// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/studio.h"

#include "haptic/report.h"

#include <string.h>

enum { TRAIL_EVERY = 5 }; // ticks between points of the tool's way

bool studio_open(studio* p, shell* s, const trial* t)
{
    memset(p, 0, sizeof *p);
    if (view_create(&p->view, s->v, t->e) && curves_init(&p->curves, t->capacity)) {
        p->s = s;
        return true;
    }
    shell_fail(s, "no memory for the pictures");
    curves_fini(&p->curves);
    if (p->view.v != NULL) view_destroy(&p->view);
    memset(p, 0, sizeof *p);
    return false;
}

void studio_close(studio* p)
{
    if (p->s == NULL) return;
    curves_fini(&p->curves);
    view_destroy(&p->view);
    memset(p, 0, sizeof *p);
}

void studio_follow(studio* p, const trial* t)
{
    const sample* last = &t->samples[t->count - 1];
    if (p->s == NULL) return;
    curves_push(&p->curves, last);
    if (p->has_moment || (t->count - 1) % TRAIL_EVERY != 0) return;
    view_take(&p->view, last);
    p->has_moment = last->time >= t->p->picture_time;
}

static void draw_figures(viewer* v, const trial* t)
{
    experiment_result results[EXPERIMENT_MAX_RESULTS];
    if (t->p->kind.result_count == 0) return;
    experiment_measure(t->e, results);
    for (int i = 0; i < t->p->kind.result_count; i++) {
        char value[64];
        shell_number_text(results[i].value, 4, t->p->kind.results[i].unit, value, sizeof value);
        viewer_ui_row(v, t->p->kind.results[i].name, "%s, right %.4g", value, results[i].right);
    }
}

static void draw_statistics(viewer* v, const trial* t)
{
    trial_statistics a = trial_sum_up(t);
    viewer_ui_row(v, "Force, at most", "%.2f N", a.max_force);
    viewer_ui_row(v, "Energy lowest", "%.3f mJ", 1e3 * a.energy_lowest);
    viewer_ui_row(v, "Tick of the servo, 50 and 99 %", "%.1f, %.1f \xC2\xB5s", 1e6 * a.median_tick, 1e6 * a.p99_tick);
}

bool studio_write(studio* p, const trial* t)
{
    char advice[200], name[64];
    int width, height;
    viewer* v = p->s->v;
    viewer_frame_begin(v);
    viewer_size(v, &width, &height);
    view_camera_reset(&p->view, -0.28, 1.22);
    view_draw(&p->view);
    viewer_caption_draw(v, 28.0, 420.0, t->p->kind.title, t->p->kind.text);
    viewer_ui_panel_begin(v, "", -16.0, 16.0, 360.0);
    curves_draw(&p->curves, v, (height - 170.0 - 24.0 * t->p->kind.result_count) / 4.0,
                "a tick of the servo, \xC2\xB5s");
    viewer_ui_separator(v);
    draw_figures(v, t);
    draw_statistics(v, t);
    viewer_ui_panel_end(v);
    report_advice(&t->info, &t->config, advice, sizeof advice);
    viewer_text_drawf(
        v, 28.0, height - 44.0, 13.0, VIEWER_ALIGN_LEFT, viewer_role_color(v, VIEWER_ROLE_TEXT),
        "At %.1f s. Solid: the tool. Ghost: where the hand holds it. Arrow: force on the hand, 12 mm a N.",
        p->view.sample.time);
    viewer_text_drawf(v, 28.0, height - 22.0, 13.0, VIEWER_ALIGN_LEFT, viewer_role_color(v, VIEWER_ROLE_MUTED),
                      "%s: %s", t->info.name, advice);
    viewer_frame_end(v);
    snprintf(name, sizeof name, "%s.png", t->p->kind.name);
    return shell_picture_save(p->s, name);
}
