// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/window.h"

#include "shell/window.h"

static const double NEWTONS_PER_METRE = 60.0; // of the force arrows

// ------------------------------------------------------------------------------------------------------------------
// The race
// ------------------------------------------------------------------------------------------------------------------

bool window_start(shell* s, belay_error* error)
{
    window* w = s->state;
    const options* o = s->options;
    w->controls = (controls){.selected = o->mus.count / 2, .shows_forces = true};
    return race_create(&w->race, o, error);
}

void window_end(shell* s)
{
    window* w = s->state;
    race_destroy(&w->race);
}

bool window_restart(shell* s, belay_error* error)
{
    window* w = s->state;
    return race_restart(&w->race, error);
}

bool window_step(shell* s, belay_error* error)
{
    window* w = s->state;
    return race_step(&w->race, error);
}

double window_step_seconds(const shell* s)
{
    const window* w = s->state;
    return w->race.h;
}

belay_world* window_world(const shell* s, int index)
{
    const window* w = s->state;
    return index < w->race.lane_count ? w->race.lanes[index].scene.world : NULL;
}

size_t window_keep(const shell* s, void* bytes)
{
    const window* w = s->state;
    return race_keep(&w->race, bytes);
}

void window_take_back(shell* s, const void* bytes)
{
    window* w = s->state;
    race_take_back(&w->race, bytes);
}

uint64_t window_build_key(const shell* s)
{
    const window* w = s->state;
    return race_build_key(&w->race);
}

// ------------------------------------------------------------------------------------------------------------------
// What is seen
// ------------------------------------------------------------------------------------------------------------------

bool window_load(shell* s)
{
    window* w = s->state;
    return stage_create(&w->stage, s->v, &w->race.lanes[0].scene);
}

void window_view(shell* s, bool is_window)
{
    window* w = s->state;
    stage_camera_reset(&w->stage, w->race.lane_count, is_window ? STAGE_VIEW_WINDOW : STAGE_VIEW_PICTURE);
    w->controls.is_following = w->was_following = false;
}

static void draw_lane(const shell* s, int i, double blend)
{
    window* w = s->state;
    double y = stage_lane_y(i, w->race.lane_count), mu = w->race.mus[i];
    double exposure = shell_run_speed(s) * viewer_frame_time(s->v);
    lane_sample ball = race_ball(&w->race, i, blend);
    stage_draw_track(&w->stage, y);
    stage_draw_path(&w->stage, y, mu, w->race.curves[i].path, w->race.curves[i].count, ball.pose.position);
    stage_draw_ball(&w->stage, y, mu, &ball, exposure);
    if (w->controls.shows_forces) stage_draw_forces(&w->stage, y, &ball, NEWTONS_PER_METRE);
}

// The eye comes close when following begins and goes back to all lanes when it ends.
static void follow(shell* s, double blend)
{
    window* w = s->state;
    if (!w->controls.is_following) {
        if (w->was_following) window_view(s, true);
        return;
    }
    lane_sample ball = race_ball(&w->race, w->controls.selected, blend);
    double y = stage_lane_y(w->controls.selected, w->race.lane_count);
    if (!w->was_following) stage_camera_close(&w->stage, y, &ball);
    viewer_camera_target_set(s->v, stage_place(ball.pose.position, y));
    w->was_following = true;
}

void window_draw(shell* s, double blend)
{
    window* w = s->state;
    follow(s, blend);
    stage_draw_floor(&w->stage);
    for (int i = 0; i < w->race.lane_count; i++)
        draw_lane(s, i, blend);
    for (int i = 0; i < w->race.lane_count; i++)
        stage_draw_label(&w->stage, stage_lane_y(i, w->race.lane_count), w->race.mus[i], 14.0,
                         i == w->controls.selected);
}
