// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "shell/headless.h"

#include "shell/files.h"
#include "shell/pictures.h"

#include <math.h>
#include <stdio.h>

static const double SERIES_EVERY = 1.0 / 60.0; // s
enum { DIGITS = 4 };

// ------------------------------------------------------------------------------------------------------------------
// Values
// ------------------------------------------------------------------------------------------------------------------

static void write_head(const shell_program* p, FILE* file)
{
    fputs("time (s)", file);
    for (int i = 0; i < shell_value_count(p->values); i++)
        fprintf(file, ",%s (%s)", p->values[i].name, p->values[i].unit[0] != '\0' ? p->values[i].unit : "1");
    fputc('\n', file);
}

// Nine digits: far below what can be seen, above the rounding that compilers may differ in.
static void write_row(const shell* s, double time, FILE* file)
{
    double values[SHELL_MAX_VALUES];
    if (shell_value_count(s->program->values) > 0) s->program->measure(s, values);
    fprintf(file, "%.9g", time);
    for (int i = 0; i < shell_value_count(s->program->values); i++)
        fprintf(file, ",%.9g", values[i]);
    fputc('\n', file);
}

static int fill_rows(const shell* s, shell_row rows[SHELL_MAX_VALUES])
{
    double values[SHELL_MAX_VALUES];
    int count = shell_value_count(s->program->values);
    if (count > 0) s->program->measure(s, values);
    for (int i = 0; i < count; i++) {
        rows[i].name = s->program->values[i].name;
        shell_number_text(values[i], DIGITS, s->program->values[i].unit, rows[i].value, sizeof rows[i].value);
    }
    return count;
}

static void print_table(const shell* s, double time)
{
    shell_row rows[SHELL_MAX_VALUES];
    int count = fill_rows(s, rows);
    printf("%s, after %g s\n", s->program->title, time);
    for (int i = 0; i < count; i++)
        printf("  %-40s %s\n", rows[i].name, rows[i].value);
}

// ------------------------------------------------------------------------------------------------------------------
// Pictures
// ------------------------------------------------------------------------------------------------------------------

static void draw(shell* s, double time)
{
    shell_row rows[SHELL_MAX_VALUES];
    int count = fill_rows(s, rows);
    viewer_frame_begin(s->v);
    s->program->view(s, false);
    s->program->draw(s, 1.0);
    viewer_caption_draw(s->v, 28.0, 150.0, s->program->title, s->program->text);
    viewer_clock_draw(s->v, time);
    for (int i = 0; i < count; i++)
        rows[i].color = viewer_role_color(s->v, VIEWER_ROLE_TEXT);
    shell_rows_draw(s->v, rows, count);
    viewer_frame_end(s->v);
}

static bool open_canvas(shell* s, shell_canvas canvas)
{
    if (!shell_canvas_open(s, canvas, true)) return false;
    if (s->program->load == NULL || s->program->load(s)) return true;
    shell_fail(s, "no memory for the pictures");
    shell_canvas_close(s);
    return false;
}

// ------------------------------------------------------------------------------------------------------------------
// The run
// ------------------------------------------------------------------------------------------------------------------

typedef struct take {
    shell_file series;
    shell_animation animation;
    double time; // s
} take;

static void draw_due_frames(shell* s, take* t)
{
    while (shell_animation_wants_frame(&t->animation, t->time)) {
        draw(s, t->time);
        if (!shell_animation_add(s, &t->animation)) return;
    }
}

static bool step_all(shell* s, take* t)
{
    belay_error error = {0};
    double next_row = SERIES_EVERY;
    while (t->time < s->seconds - 1e-9) {
        double h = s->program->step_seconds(s);
        if (!s->program->step(s, &error)) {
            shell_fail(s, "at %.4g s: %s", t->time, error.message);
            return false;
        }
        t->time += h;
        draw_due_frames(s, t);
        if (t->time < next_row - 1e-9) continue;
        write_row(s, t->time, t->series.file);
        next_row += SERIES_EVERY;
    }
    return true;
}

static bool run_and_film(shell* s, take* t)
{
    bool is_good = true, has_canvas = open_canvas(s, SHELL_CANVAS_ANIMATION);
    if (has_canvas) is_good = shell_animation_open(s, &t->animation, "run.png");
    write_head(s->program, t->series.file);
    write_row(s, 0.0, t->series.file);
    draw_due_frames(s, t);
    is_good = is_good && step_all(s, t);
    if (is_good) print_table(s, t->time);
    if (t->animation.file != NULL) is_good = shell_animation_close(s, &t->animation) && is_good;
    if (has_canvas) shell_canvas_close(s);
    return is_good;
}

static bool draw_end(shell* s, const take* t)
{
    if (!open_canvas(s, SHELL_CANVAS_STILL)) return true;
    draw(s, t->time);
    bool is_good = shell_picture_save(s, "end.png");
    shell_canvas_close(s);
    return is_good;
}

int shell_run_headless(shell* s)
{
    take t = {0};
    belay_error error = {0};
    if (!shell_file_open(s, &t.series, "series.csv")) return SHELL_FAILED;
    bool is_good = s->program->start(s, &error);
    if (!is_good) shell_fail(s, "%s", error.message);
    is_good = is_good && run_and_film(s, &t);
    is_good = shell_file_close(s, &t.series) && is_good;
    is_good = is_good && draw_end(s, &t);
    s->program->end(s);
    return is_good ? SHELL_DONE : SHELL_FAILED;
}
