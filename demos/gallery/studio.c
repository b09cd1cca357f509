// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/studio.h"

#include "gallery/report.h"

#include "viewer/folder.h"

#include <math.h>
#include <string.h>

enum { ANIMATION_WIDTH = 640, ANIMATION_HEIGHT = 360, FRAMES_PER_SECOND = 16 };

static bool open(studio* s, const experiment* e, const int size[2], const show_flags* flags, char* error,
                 size_t error_size)
{
    viewer_def def = viewer_def_default();
    memset(s, 0, sizeof *s);
    def.title = e->kind->title;
    def.width = size[0];
    def.height = size[1];
    def.interface_scale = size[0] / 1280.0;
    def.offscreen = true;
    s->v = viewer_create(&def, error, error_size);
    if (s->v == NULL) return false;
    if (show_create(&s->show, s->v, e)) {
        s->show.flags = *flags;
        return true;
    }
    snprintf(error, error_size, "no memory for the pictures");
    viewer_destroy(s->v);
    memset(s, 0, sizeof *s);
    return false;
}

bool studio_open_still(studio* s, const experiment* e, const options* o, char* error, size_t error_size)
{
    return open(s, e, o->size, &o->flags, error, error_size);
}

bool studio_open_animation(studio* s, const experiment* e, const options* o, char* error, size_t error_size)
{
    const int size[2] = {ANIMATION_WIDTH, ANIMATION_HEIGHT};
    if (!open(s, e, size, &o->flags, error, error_size)) return false;
    viewer_apng_def def = {.frames_per_second = FRAMES_PER_SECOND, .tolerance = 6};
    viewer_pixel_size(s->v, &def.width, &def.height);
    viewer_folder_make_for(o->apng);
    s->animation = viewer_apng_open(o->apng, &def);
    if (s->animation != NULL) return true;
    snprintf(error, error_size, "--apng: cannot write '%s'", o->apng);
    studio_close(s);
    return false;
}

// ------------------------------------------------------------------------------------------------------------------

static viewer_color verdict_color(const viewer* v, experiment_result r)
{
    if (!experiment_result_is_judged(r)) return viewer_role_color(v, VIEWER_ROLE_TEXT);
    return viewer_color_hex(experiment_result_is_right(r) ? 0x14804A : 0xD1373D);
}

static void value_text(char* text, size_t size, const experiment_result_def* def, experiment_result r)
{
    if (isnan(r.value))
        snprintf(text, size, "\xE2\x80\x93");
    else
        snprintf(text, size, "%.3g %s", r.value, def->unit);
}

static double results_width(const studio* s, const experiment_result* results)
{
    double width = 0.0;
    for (int i = 0; i < s->show.e->kind->result_count; i++) {
        char value[64];
        const experiment_result_def* def = &s->show.e->kind->results[i];
        value_text(value, sizeof value, def, results[i]);
        width = fmax(width, viewer_text_width(s->v, 14.0, def->name) + viewer_text_width(s->v, 14.0, value) + 52.0);
    }
    return width;
}

// What was measured, in the lower right corner.
static void draw_results(const studio* s)
{
    int width, height, n = s->show.e->kind->result_count;
    experiment_result results[EXPERIMENT_MAX_RESULTS];
    const double row = 21.0;
    viewer_size(s->v, &width, &height);
    experiment_measure(s->show.e, results);
    double w = results_width(s, results);
    viewer_rect r = {width - w - 24.0, height - 24.0 - row * n - 18.0, w, row * n + 18.0};
    viewer_panel_draw(s->v, r);
    for (int i = 0; i < n; i++) {
        const experiment_result_def* def = &s->show.e->kind->results[i];
        double y = r.y + 9.0 + row * (i + 0.5);
        char value[64];
        value_text(value, sizeof value, def, results[i]);
        viewer_text_draw(s->v, r.x + 14.0, y, 14.0, VIEWER_ALIGN_LEFT, viewer_role_color(s->v, VIEWER_ROLE_MUTED),
                         def->name);
        viewer_text_draw(s->v, r.x + w - 14.0, y, 14.0, VIEWER_ALIGN_RIGHT, verdict_color(s->v, results[i]), value);
    }
}

static void draw(studio* s)
{
    char parameters[200];
    viewer_frame_begin(s->v);
    show_camera_reset(&s->show, SHOW_ROOM_PICTURE);
    show_draw(&s->show, 1.0);
    report_parameters(s->show.e, parameters, sizeof parameters);
    viewer_caption_draw(s->v, 28.0, 150.0, s->show.e->kind->title, parameters);
    viewer_clock_draw(s->v, belay_world_get_time(s->show.e->world));
    draw_results(s);
    viewer_frame_end(s->v);
}

bool studio_follow(studio* s)
{
    double time = belay_world_get_time(s->show.e->world);
    bool is_good = true;
    show_take(&s->show);
    while (is_good && s->animation != NULL && time >= s->next_frame - 1e-9) {
        draw(s);
        is_good = viewer_capture_apng(s->v, s->animation);
        s->next_frame += 1.0 / FRAMES_PER_SECOND;
    }
    return is_good;
}

bool studio_write_still(studio* s, const char* path)
{
    show_take(&s->show);
    draw(s);
    viewer_folder_make_for(path);
    return viewer_capture_png(s->v, path);
}

// The last picture stays for a second before the animation starts again.
bool studio_close(studio* s)
{
    bool is_good = true;
    if (s->animation != NULL) {
        for (int k = 0; k < FRAMES_PER_SECOND && is_good; k++)
            is_good = viewer_capture_apng(s->v, s->animation);
        is_good = viewer_apng_close(s->animation) && is_good;
    }
    show_destroy(&s->show);
    viewer_destroy(s->v);
    memset(s, 0, sizeof *s);
    return is_good;
}
