// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/overview.h"

#include "game/level/measure.h"

#include "shell/pictures.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

enum { PLOTS = 4 };

static const double FAR_SHADOWS = 52.0; // m
static const double WHO_HEIGHT = 0.6;   // m, of the line above the middle of whoever walks

void overview_take(overview* o, const session* n)
{
    const level* l = &n->level;
    if (o->count == o->room) {
        int room = o->room > 0 ? 2 * o->room : 1024;
        overview_sample* samples = realloc(o->samples, (size_t)room * sizeof *samples);
        if (samples == NULL) return;
        o->samples = samples;
        o->room = room;
    }
    o->samples[o->count++] = (overview_sample){.time = belay_world_get_time(l->world),
                                               .tension = measure_tension(l),
                                               .door = fabs(measure_door(l)) * 180.0 / BELAY_PI,
                                               .load = bridge_load(l->world, &l->bridge),
                                               .ms = 1e3 * n->budget.last,
                                               .truck = measure_place(l, l->truck.chassis),
                                               .crate = measure_place(l, l->truck.crate),
                                               .who = l->state.who.body.position,
                                               .is_walking = l->state.is_walking};
}

void overview_free(overview* o)
{
    free(o->samples);
    *o = (overview){0};
}

// ------------------------------------------------------------------------------------------------------------------
// Drawing
// ------------------------------------------------------------------------------------------------------------------

static void draw_ways(const overview* o, viewer* v)
{
    const viewer_color colors[3] = {viewer_color_hex(0xC8402F), viewer_color_hex(0xB97A1E), viewer_color_hex(0x1E5FA8)};
    viewer_line_on_top_set(v, true);
    for (int i = 0; i + 1 < o->count; i++) {
        const overview_sample *a = &o->samples[i], *b = a + 1;
        viewer_line_draw(v, a->truck, b->truck, 2.5, colors[0]);
        viewer_line_draw(v, a->crate, b->crate, 2.5, colors[1]);
        belay_vec3 up = v3(0.0, 0.0, WHO_HEIGHT);
        if (a->is_walking && b->is_walking) viewer_line_draw(v, v3_add(a->who, up), v3_add(b->who, up), 3.0, colors[2]);
    }
    viewer_line_on_top_set(v, false);
}

static void draw_labels(viewer* v)
{
    viewer_color text = viewer_role_color(v, VIEWER_ROLE_TEXT);
    viewer_label_draw(v, v3(0.0, 19.5, 4.6), VIEWER_ALIGN_CENTER, 14.0, text, "hill");
    viewer_label_draw(v, v3(0.0, YARD_DEPOT, 3.0), VIEWER_ALIGN_CENTER, 14.0, text, "crate's place");
    viewer_label_draw(v, v3(0.0, YARD_WALL, 4.2), VIEWER_ALIGN_CENTER, 14.0, text, "door");
    viewer_label_draw(v, v3(0.0, 0.5 * (LAND_RAVINE[0] + LAND_RAVINE[1]), 2.8), VIEWER_ALIGN_CENTER, 14.0, text,
                      "swing bridge");
    viewer_label_draw(v, v3(0.0, YARD_GOAL, 4.2), VIEWER_ALIGN_CENTER, 14.0, text, "flag");
}

// What a plot shows of the samples, and the right value beside it; NAN: none.
typedef struct chart {
    const char *title, *unit;
    size_t offset;
    double right;
    uint32_t color;
} chart;

static void draw_chart(const overview* o, viewer* v, viewer_rect r, const chart* c, double* x, double* y)
{
    double ends[2] = {o->samples[0].time, o->samples[o->count - 1].time}, line[2] = {c->right, c->right};
    for (int i = 0; i < o->count; i++) {
        x[i] = o->samples[i].time;
        y[i] = *(const double*)((const char*)&o->samples[i] + c->offset);
    }
    viewer_series series[2] = {
        {.x = x, .y = y, .count = o->count, .color = viewer_color_hex(c->color)},
        {.x = ends, .y = line, .count = 2, .color = viewer_color_hex(0x14804A), .style = VIEWER_SERIES_DASHED}};
    viewer_plot plot = {.title = c->title,
                        .x_label = "s",
                        .y_label = c->unit,
                        .series = series,
                        .series_count = isnan(c->right) ? 1 : 2,
                        .x_max = ends[1],
                        .hide_legend = true};
    viewer_plot_draw(v, r, &plot);
}

static bool draw_charts(const overview* o, const session* n, viewer* v)
{
    int width, height;
    double* memory = malloc(2 * (size_t)o->count * sizeof *memory);
    const chart charts[PLOTS] = {
        {"Rope's tension", "N", offsetof(overview_sample, tension), NAN, 0xB97A1E},
        {"Door", "degrees", offsetof(overview_sample, door), 60.0, 0x6B4A2F},
        {"Banks carry: bridge and hero", "N", offsetof(overview_sample, load), n->level.bridge.weight + HERO_WEIGHT,
         0x1E5FA8},
        {"Frame, of 16.7 ms", "ms", offsetof(overview_sample, ms), 1e3 * BUDGET_FRAME, 0x2F6FDE}};
    if (memory == NULL) return false;
    viewer_size(v, &width, &height);
    const double gap = 12.0, high = 176.0, w = (width - gap * (PLOTS + 1)) / PLOTS;
    for (int i = 0; i < PLOTS; i++) {
        viewer_rect r = {gap + i * (w + gap), height - high - gap, w, high};
        draw_chart(o, v, r, &charts[i], memory, memory + o->count);
    }
    free(memory);
    return true;
}

bool overview_write(const overview* o, shell* s, session* n)
{
    viewer* v = s->v;
    if (o->count < 2) return true;
    viewer_frame_begin(v);
    viewer_camera_fov_set(v, 0.42);
    viewer_camera_angles_set(v, -0.12, 0.62);
    viewer_camera_shift_set(v, 0.0, 0.0);
    viewer_camera_fit(v, v3(-10.0, -8.0, -2.0), v3(10.0, 84.0, 4.0));
    viewer_camera_distance_set(v, 0.86 * viewer_camera_distance(v));
    viewer_camera_shift_set(v, 0.0, 0.12);
    viewer_shadow_region_set(v, v3(0.0, 38.0, 0.0), FAR_SHADOWS);
    show_draw(&n->show, 1.0);
    draw_ways(o, v);
    draw_labels(v);
    bool is_good = draw_charts(o, n, v);
    viewer_caption_draw(v, 28.0, 150.0, "To the flag",
                        "The ways of the truck (red), the crate (brown) and whoever walked (blue).");
    viewer_clock_draw(v, belay_world_get_time(n->level.world));
    viewer_frame_end(v);
    return is_good && shell_picture_save(s, "game.png");
}
