// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/thumbnails.h"

#include "gallery/list/emblems.h"
#include "gallery/list/items.h"

#include <math.h>
#include <string.h>

static const double SLICE = 0.025;   // s of wall time that a frame has for it
static const double SHARE = 0.4;     // of a scene's time, at which it is drawn,
static const double LATEST = 1.2;    // s, but no later,
static const double PATIENCE = 0.25; // s of wall time, and no later than this

static viewer* make_viewer(void)
{
    viewer_def def = viewer_def_default();
    def.title = "Pictures";
    def.width = VIEWER_PICTURE_WIDTH;
    def.height = VIEWER_PICTURE_HEIGHT;
    def.shadow_size = 1024;
    def.offscreen = true;
    def.ignores_input = true;
    def.disable_floor_reflection = true;
    return viewer_create(&def, NULL, 0);
}

static void finish(thumbnails* t, viewer* v, int index)
{
    static unsigned char pixels[3 * VIEWER_PICTURE_WIDTH * VIEWER_PICTURE_HEIGHT];
    int width, height;
    viewer_frame_end(t->v);
    viewer_pixel_size(t->v, &width, &height);
    t->is_done[index] = true;
    if (width != VIEWER_PICTURE_WIDTH || height != VIEWER_PICTURE_HEIGHT) return; // a display of another density
    viewer_capture_rgb(t->v, pixels);
    t->pictures[index] = viewer_picture_create(v, pixels);
}

static void drop_scene(thumbnails* t)
{
    if (t->show.solids != NULL) show_destroy(&t->show);
    experiment_destroy(t->e);
    t->e = NULL;
}

static void begin_scene(thumbnails* t, const experiment_kind* kind, int index)
{
    t->item = index;
    viewer_frame_begin(t->v); // makes its context the one that solids are made in
    if (experiment_create(kind, NULL, &t->e, NULL) == BELAY_OK && show_create(&t->show, t->v, t->e)) return;
    drop_scene(t);
    t->is_done[index] = true;
}

static bool is_far_enough(const thumbnails* t)
{
    double time = belay_world_get_time(t->e->world), spent = 0.0;
    for (int i = 0; i < t->e->record.steps; i++)
        spent += t->e->record.step_seconds[i];
    return time >= fmin(SHARE * t->e->kind->seconds, LATEST) || spent > PATIENCE;
}

static void go_on_with_scene(thumbnails* t, viewer* v)
{
    double begin = viewer_time(v);
    while (!is_far_enough(t) && viewer_time(v) - begin < SLICE)
        if (experiment_step(t->e) != BELAY_OK) break;
    if (!is_far_enough(t) && t->e->status == BELAY_OK) return;
    viewer_frame_begin(t->v);
    show_take(&t->show);
    show_take(&t->show);
    show_camera_reset(&t->show, SHOW_LAYOUT_THUMBNAIL);
    show_draw(&t->show, 1.0);
    finish(t, v, t->item);
    drop_scene(t);
}

void thumbnails_make(thumbnails* t, viewer* v, int index)
{
    if (t->v == NULL && !t->has_no_viewer) t->v = make_viewer();
    t->has_no_viewer = t->v == NULL;
    if (t->has_no_viewer) return;
    if (t->e != NULL) {
        go_on_with_scene(t, v);
    } else if (index >= 0 && index < THUMBNAILS_MOST && !t->is_done[index]) {
        item i = item_at(index);
        if (i.kind != NULL) {
            begin_scene(t, i.kind, index);
            return;
        }
        viewer_frame_begin(t->v);
        emblem_draw(t->v, &i);
        finish(t, v, index);
    }
}

void thumbnails_end(thumbnails* t)
{
    if (t->v != NULL) viewer_frame_begin(t->v);
    drop_scene(t);
    viewer_destroy(t->v);
    memset(t, 0, sizeof *t);
}
