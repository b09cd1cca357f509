// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/studio.h"

#include "gallery/options.h"
#include "gallery/report.h"

#include <math.h>
#include <string.h>

bool studio_open(studio* s, shell* whole, const experiment* e, shell_canvas canvas)
{
    char name[64];
    const options* o = whole->options;
    memset(s, 0, sizeof *s);
    s->has_no_opengl = !shell_canvas_open(whole, canvas, true);
    if (s->has_no_opengl) return false;
    s->shell = whole;
    if (!show_create(&s->show, whole->v, e)) {
        shell_fail(whole, "no memory for the pictures");
        studio_close(s);
        return false;
    }
    s->show.flags = o->flags;
    if (canvas == SHELL_CANVAS_STILL) return true;
    snprintf(name, sizeof name, "%s-run.png", e->kind->name);
    if (shell_animation_open(whole, &s->animation, name)) return true;
    studio_close(s);
    return false;
}

static viewer_color verdict_color(const viewer* v, experiment_result r)
{
    if (!experiment_result_is_judged(r)) return viewer_role_color(v, VIEWER_ROLE_TEXT);
    return viewer_color_hex(experiment_result_is_right(r) ? 0x14804A : 0xD1373D);
}

// What was measured, in the lower right corner.
static void draw_results(const studio* s)
{
    const experiment_kind* kind = s->show.e->kind;
    experiment_result results[EXPERIMENT_MAX_RESULTS];
    shell_row rows[EXPERIMENT_MAX_RESULTS];
    experiment_measure(s->show.e, results);
    for (int i = 0; i < kind->result_count; i++) {
        rows[i].name = kind->results[i].name;
        shell_number_text(results[i].value, 3, kind->results[i].unit, rows[i].value, sizeof rows[i].value);
        rows[i].color = verdict_color(s->show.v, results[i]);
    }
    shell_rows_draw(s->show.v, rows, kind->result_count);
}

static void draw_text(studio* s)
{
    char parameters[200];
    viewer* v = s->show.v;
    report_parameters(s->show.e, parameters, sizeof parameters);
    viewer_caption_draw(v, 28.0, 150.0, s->show.e->kind->title, parameters);
    viewer_clock_draw(v, belay_world_get_time(s->show.e->world));
    draw_results(s);
}

static void draw(studio* s)
{
    const options* o = s->shell->options;
    bool is_bare = o->leaves_text_out;
    viewer* v = s->show.v;
    viewer_frame_begin(v);
    show_camera_reset(&s->show, is_bare ? SHOW_LAYOUT_THUMBNAIL : SHOW_LAYOUT_PICTURE);
    show_draw(&s->show, 1.0);
    if (!is_bare) draw_text(s);
    viewer_frame_end(v);
}

void studio_follow(studio* s)
{
    if (s->shell == NULL) return;
    show_take(&s->show);
    while (shell_animation_wants_frame(&s->animation, belay_world_get_time(s->show.e->world))) {
        draw(s);
        if (!shell_animation_add(s->shell, &s->animation)) return; // closing tells
    }
}

bool studio_write(studio* s, const char* name)
{
    show_take(&s->show);
    draw(s);
    return shell_picture_save(s->shell, name);
}

bool studio_close(studio* s)
{
    if (s->shell == NULL) return true;
    bool is_good = s->animation.file == NULL || shell_animation_close(s->shell, &s->animation);
    show_destroy(&s->show);
    shell_canvas_close(s->shell);
    memset(s, 0, sizeof *s);
    return is_good;
}
