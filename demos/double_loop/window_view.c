// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/window_view.h"

#include "double_loop/panels.h"
#include "double_loop/race.h"
#include "double_loop/stage.h"

#include <math.h>
#include <stdio.h>

static const double NEWTONS_PER_METRE = 60.0; // of the force arrows

typedef struct window {
    const options* o;
    viewer* v;
    stage stage;
    race race;
    controls controls;
    bool was_following;
    int picture_count;
} window;

// ------------------------------------------------------------------------------------------------------------------
// Scene
// ------------------------------------------------------------------------------------------------------------------

static void reset_view(window* w)
{
    stage_camera_reset(&w->stage, w->race.lane_count, STAGE_VIEW_WINDOW);
}

static void draw_lane(window* w, int i)
{
    double y = stage_lane_y(i, w->race.lane_count), mu = w->race.mus[i];
    double exposure = viewer_run_speed(&w->controls.run) * viewer_frame_time(w->v);
    lane_sample ball = race_ball(&w->race, i);
    stage_draw_track(&w->stage, y);
    stage_draw_path(&w->stage, y, mu, w->race.curves[i].path, w->race.curves[i].count, ball.pose.position);
    stage_draw_ball(&w->stage, y, mu, &ball, exposure);
    if (w->controls.shows_forces) stage_draw_forces(&w->stage, y, &ball, NEWTONS_PER_METRE);
}

// The eye comes close when following begins and goes back to all lanes when it ends.
static void follow(window* w)
{
    bool is_following = w->controls.is_following;
    if (is_following) {
        lane_sample ball = race_ball(&w->race, w->controls.selected);
        double y = stage_lane_y(w->controls.selected, w->race.lane_count);
        if (!w->was_following) stage_camera_close(&w->stage, y, &ball);
        viewer_camera_target_set(w->v, stage_place(ball.pose.position, y));
    } else if (w->was_following) {
        reset_view(w);
    }
    w->was_following = is_following;
}

static void draw_scene(window* w)
{
    stage_draw_floor(&w->stage);
    for (int i = 0; i < w->race.lane_count; i++)
        draw_lane(w, i);
    for (int i = 0; i < w->race.lane_count; i++)
        stage_draw_label(&w->stage, stage_lane_y(i, w->race.lane_count), w->race.mus[i], 14.0,
                         i == w->controls.selected);
}

// ------------------------------------------------------------------------------------------------------------------
// Frame
// ------------------------------------------------------------------------------------------------------------------

static bool advance(window* w, belay_error* error)
{
    controls* c = &w->controls;
    if (c->run.wants_step) {
        c->run.is_paused = true;
        w->race.pace.owed = 0.0;
        if (!race_step(&w->race, error)) return false;
        w->race.pace.owed = w->race.h; // shows the new state, not one between
        return true;
    }
    if (c->run.is_paused) return true;
    return race_advance(&w->race, viewer_run_speed(&c->run) * viewer_frame_time(w->v), error);
}

static void save_picture(window* w)
{
    viewer_capture_window(w->v, w->o->out, "window", ++w->picture_count, "double_loop: --out");
}

// What keys, and in the last frame the panels, asked for.
static bool serve(window* w, belay_error* error)
{
    controls* c = &w->controls;
    if (c->run.wants_restart && !race_restart(&w->race, error)) return false;
    if (c->run.wants_view) reset_view(w);
    if (c->run.wants_view) c->is_following = w->was_following = false;
    if (!advance(w, error)) return false;
    c->run.wants_restart = c->run.wants_view = c->run.wants_step = false;
    return true;
}

static bool frame(window* w, belay_error* error)
{
    controls_take_keys(&w->controls, &w->race, w->v);
    if (!serve(w, error)) return false;
    follow(w);
    draw_scene(w);
    panels_draw(&w->controls, &w->race, w->v);
    viewer_frame_end(w->v);
    if (w->controls.wants_picture) save_picture(w);
    w->controls.wants_picture = false;
    return true;
}

static bool show(window* w, belay_error* error)
{
    reset_view(w);
    while (viewer_frame_begin(w->v))
        if (!frame(w, error)) return false;
    return true;
}

// ------------------------------------------------------------------------------------------------------------------

static window_result show_race(window* w, char* error, size_t error_size)
{
    belay_error why = {0};
    window_result result = WINDOW_FAILED;
    if (!stage_create(&w->stage, w->v, &w->race.lanes[0].scene))
        snprintf(error, error_size, "no memory for the scene");
    else if (!show(w, &why))
        snprintf(error, error_size, "%s", why.message);
    else
        result = WINDOW_CLOSED;
    return result;
}

static window_result open_and_show(window* w, char* error, size_t error_size)
{
    belay_error why;
    viewer_def def = viewer_def_default();
    def.title = "Ball in the double loop - Belay";
    def.width = w->o->size[0];
    def.height = w->o->size[1];
    def.interface_scale = fmin(fmin(def.width / 1280.0, def.height / 720.0), 1.0); // the panels must fit
    w->v = viewer_create(&def, error, error_size);
    if (w->v == NULL) return WINDOW_NO_OPENGL;
    window_result result = WINDOW_FAILED;
    if (race_create(&w->race, w->o, &why)) {
        result = show_race(w, error, error_size);
        race_destroy(&w->race);
    } else {
        snprintf(error, error_size, "%s", why.message);
    }
    viewer_destroy(w->v);
    return result;
}

window_result window_run(const options* o, char* error, size_t error_size)
{
    window w = {.o = o, .controls = {.selected = o->mus.count / 2, .shows_forces = true}};
    return open_and_show(&w, error, error_size);
}
