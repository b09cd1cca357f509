// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The scene as seen: lanes side by side, balls with their trails, labels and contact forces. For the window and for
// pictures; it draws between viewer_frame_begin and viewer_frame_end.

#ifndef BELAY_DEMOS_DOUBLE_LOOP_STAGE_H
#define BELAY_DEMOS_DOUBLE_LOOP_STAGE_H

#include "double_loop/lane.h"
#include "double_loop/trackwork.h"

#include "viewer/viewer.h"

typedef struct stage {
    viewer* v;
    trackwork track;
    belay_vec3 low, high;  // box about one lane's track, m
    belay_vec3 label_spot; // beside the start, of the lane in the middle
} stage;

// Makes what is drawn on the viewer. False without memory.
bool stage_create(stage* s, viewer* v, const double_loop* scene);

// How far aside lane `index` of `count` is drawn, m.
double stage_lane_y(int index, int count);

// What the camera leaves room for.
typedef enum stage_view {
    STAGE_VIEW_PICTURE, // a title above, a small panel in the lower right corner
    STAGE_VIEW_WINDOW,  // panels on both sides
} stage_view;

// Sets the camera so that all lanes are seen.
void stage_camera_reset(stage* s, int lane_count, stage_view view);

// Brings the camera close to a ball and keeps its direction.
void stage_camera_close(stage* s, double y, const lane_sample* ball);

// Draws the floor, once a frame, and the track of the lane at y.
void stage_draw_floor(stage* s);
void stage_draw_track(stage* s, double y);

// The ball of a sample. Its pattern fades to the mean colour when it turns too far within `exposure` seconds to be
// followed by the eye; 0: never.
void stage_draw_ball(stage* s, double y, double mu, const lane_sample* ball, double exposure);

// A see-through ball, for where it was before.
void stage_draw_ghost(stage* s, double y, double mu, const lane_sample* ball, double strength);

// The way of the ball of a lane through `points` to where it is now.
void stage_draw_path(stage* s, double y, double mu, const belay_vec3* points, int count, belay_vec3 now);

// The forces on the ball as arrows that end at the contacts, where they push; begun there, the ball would hide them.
// 1 m for every `newtons_per_metre`.
void stage_draw_forces(stage* s, double y, const lane_sample* ball, double newtons_per_metre);

// "mu = 0.2" at the start of a lane; the selected one stands out.
void stage_draw_label(stage* s, double y, double mu, double size, bool is_selected);

// A point of a lane moved to where the lane is drawn.
belay_vec3 stage_place(belay_vec3 p, double y);

#endif
