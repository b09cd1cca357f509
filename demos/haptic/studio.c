// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/studio.h"

#include "haptic/report.h"

#include <string.h>

enum { TRAIL_EVERY = 5 }; // ticks between points of the tool's way

bool studio_open(studio* s, const trial* t, const options* o, char* error, size_t error_size)
{
    viewer_def def = viewer_def_default();
    memset(s, 0, sizeof *s);
    def.title = t->p->kind.title;
    def.width = o->size[0];
    def.height = o->size[1];
    def.interface_scale = o->size[0] / 1280.0;
    def.offscreen = true;
    s->v = viewer_create(&def, error, error_size);
    if (s->v == NULL) return false;
    if (view_create(&s->view, s->v, t->e) && curves_init(&s->curves, t->capacity)) return true;
    snprintf(error, error_size, "no memory for the pictures");
    studio_close(s);
    return false;
}

void studio_close(studio* s)
{
    if (s->v == NULL) return;
    curves_fini(&s->curves);
    if (s->view.v != NULL) view_destroy(&s->view);
    viewer_destroy(s->v);
    memset(s, 0, sizeof *s);
}

void studio_follow(studio* s, const trial* t)
{
    const sample* last = &t->samples[t->count - 1];
    if (s->v == NULL) return;
    curves_push(&s->curves, last);
    if (s->has_moment || (t->count - 1) % TRAIL_EVERY != 0) return;
    view_take(&s->view, last);
    s->has_moment = last->time >= t->p->picture_time;
}

static void draw_figures(studio* s, const trial* t)
{
    experiment_result results[EXPERIMENT_MAX_RESULTS];
    if (t->p->kind.result_count == 0) return;
    experiment_measure(t->e, results);
    for (int i = 0; i < t->p->kind.result_count; i++)
        viewer_ui_row(s->v, t->p->kind.results[i].name, "%.4g %s, right %.4g", results[i].value,
                      t->p->kind.results[i].unit, results[i].right);
}

static void draw_account(studio* s, const trial* t)
{
    trial_account a = trial_sum_up(t);
    viewer_ui_row(s->v, "Largest force", "%.2f N", a.max_force);
    viewer_ui_row(s->v, "Energy lowest", "%.3f mJ", 1e3 * a.energy_lowest);
    viewer_ui_row(s->v, "Tick of the servo, 50 and 99 %", "%.1f, %.1f \xC2\xB5s", 1e6 * a.median_tick,
                  1e6 * a.p99_tick);
}

bool studio_write(studio* s, const trial* t, const char* path)
{
    char advice[200];
    int width, height;
    viewer_frame_begin(s->v);
    viewer_size(s->v, &width, &height);
    view_camera_reset(&s->view, -0.28, 1.22);
    view_draw(&s->view);
    viewer_caption_draw(s->v, 28.0, 420.0, t->p->kind.title, t->p->kind.text);
    viewer_ui_panel_begin(s->v, "", -16.0, 16.0, 360.0);
    curves_draw(&s->curves, s->v, (height - 170.0 - 24.0 * t->p->kind.result_count) / 4.0,
                "a tick of the servo, \xC2\xB5s");
    viewer_ui_separator(s->v);
    draw_figures(s, t);
    draw_account(s, t);
    viewer_ui_panel_end(s->v);
    report_advice(&t->info, &t->config, advice, sizeof advice);
    viewer_text_drawf(
        s->v, 28.0, height - 44.0, 13.0, VIEWER_ALIGN_LEFT, viewer_role_color(s->v, VIEWER_ROLE_TEXT),
        "At %.1f s. Solid: the tool. Ghost: where the hand holds it. Arrow: force on the hand, 12 mm a N.",
        s->view.sample.time);
    viewer_text_drawf(s->v, 28.0, height - 22.0, 13.0, VIEWER_ALIGN_LEFT, viewer_role_color(s->v, VIEWER_ROLE_MUTED),
                      "%s: %s", t->info.name, advice);
    viewer_frame_end(s->v);
    return viewer_capture_png(s->v, path);
}
