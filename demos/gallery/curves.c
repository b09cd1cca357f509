// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/curves.h"

#include <math.h>

enum { HISTORY = 600 };

bool curves_init(curves* c)
{
    for (int i = 0; i < CURVE_COUNT; i++)
        if (c->list[i].capacity == 0 && !viewer_history_init(&c->list[i], HISTORY)) return false;
    return true;
}

void curves_fini(curves* c)
{
    for (int i = 0; i < CURVE_COUNT; i++)
        viewer_history_fini(&c->list[i]);
}

void curves_clear(curves* c)
{
    for (int i = 0; i < CURVE_COUNT; i++)
        viewer_history_clear(&c->list[i]);
    c->lost = c->given = c->left_over = 0.0;
}

static void push(curves* c, curve which, double time, double value)
{
    viewer_history_push(&c->list[which], time, value);
}

static void take_times(curves* c, const belay_step_stats* s, double time)
{
    const double* part = s->part_seconds;
    double detect = part[BELAY_STEP_BROAD_PHASE] + part[BELAY_STEP_NARROW_PHASE];
    double solve = part[BELAY_STEP_WARM_START] + part[BELAY_STEP_ISLANDS] + part[BELAY_STEP_SOLVE];
    push(c, CURVE_STEP, time, 1e3 * s->seconds);
    push(c, CURVE_DETECT, time, 1e3 * detect);
    push(c, CURVE_SOLVE, time, 1e3 * solve);
    push(c, CURVE_REST, time, 1e3 * (s->seconds - detect - solve));
}

static void take_energy(curves* c, const belay_energy_report* e, double time)
{
    c->lost += e->normal + e->friction + e->joints + e->rods + e->limits + e->damping;
    c->given += e->applied + e->motors + e->springs + e->movers + e->hands + e->overlap + e->scheme;
    c->left_over += e->left_over;
    push(c, CURVE_ENERGY, time, e->after);
    push(c, CURVE_LOST, time, c->lost);
    push(c, CURVE_GIVEN, time, c->given);
    push(c, CURVE_LEFT_OVER, time, c->left_over);
}

void curves_take(curves* c, const belay_world* world)
{
    const belay_step_stats* s = belay_world_get_stats(world);
    double time = belay_world_get_time(world);
    take_times(c, s, time);
    take_energy(c, &s->energy, time);
    push(c, CURVE_RESIDUAL, time, log10(fmax(s->residual.natural, 1e-17)));
    push(c, CURVE_TOLERANCE, time, log10(belay_world_get_def(world)->solver.tolerance));
}

// Some of them in one plot.
typedef struct drawing {
    const char* label;
    int count;
    struct {
        curve which;
        const char* name;
        uint32_t color;
    } lines[4];
} drawing;

static void draw(const curves* c, viewer* v, double height, const drawing* d)
{
    viewer_series series[4];
    for (int i = 0; i < d->count; i++)
        series[i] =
            viewer_history_series(&c->list[d->lines[i].which], d->lines[i].name, viewer_color_hex(d->lines[i].color));
    viewer_plot plot = {
        .y_label = d->label, .series = series, .series_count = d->count, .hide_panel = true, .text_size = 12.0};
    if (c->list[d->lines[0].which].count > 1) viewer_ui_plot(v, height, &plot);
}

void curves_draw(const curves* c, viewer* v)
{
    static const drawing times = {"ms",
                                  4,
                                  {{CURVE_STEP, "all", 0x1F2937},
                                   {CURVE_DETECT, "find", 0x22A06B},
                                   {CURVE_SOLVE, "solve", 0x2F6FDE},
                                   {CURVE_REST, "rest", 0xD98A1E}}};
    static const drawing residual = {
        "residual, log10", 2, {{CURVE_RESIDUAL, "residual", 0x2F6FDE}, {CURVE_TOLERANCE, "tolerance", 0xD1373D}}};
    static const drawing energy = {"J",
                                   4,
                                   {{CURVE_ENERGY, "total", 0x2F6FDE},
                                    {CURVE_LOST, "lost", 0xD1373D},
                                    {CURVE_GIVEN, "given", 0x22A06B},
                                    {CURVE_LEFT_OVER, "left over", 0x8E3BD0}}};
    draw(c, v, 168.0, &times);
    draw(c, v, 142.0, &residual);
    draw(c, v, 168.0, &energy);
}

void curves_write(const curves* c, FILE* file)
{
    fputs("time (s),step (ms),find (ms),solve (ms),rest (ms),residual (log10),tolerance (log10),energy (J),lost (J),"
          "given (J),left over (J)\n",
          file);
    for (int i = 0; i < c->list[0].count; i++) {
        int at = (c->list[0].first + i) % c->list[0].capacity;
        fprintf(file, "%.9g", c->list[0].x[at]);
        for (int k = 0; k < CURVE_COUNT; k++)
            fprintf(file, ",%.9g", c->list[k].y[at]);
        fputc('\n', file);
    }
}
