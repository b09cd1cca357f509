// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/stage.h"

#include "double_loop/charts.h"

#include <math.h>
#include <stdio.h>

static const double LANE_PITCH = 0.62;    // m: a fallen ball still passes between two tracks
static const double CLOSE_DISTANCE = 1.1; // m from ball to eye
static const double SHOWN_RUN_OUT = 0.1;  // m of the run-out that the first view holds

belay_vec3 stage_place(belay_vec3 p, double y)
{
    p.y += y;
    return p;
}

static void measure(stage* s, const double_loop* scene)
{
    s->low = s->high = scene->path[0];
    int end = (int)((scene->loop_end[1] + SHOWN_RUN_OUT) / scene->spacing) + scene->start_index;
    for (int i = 0; i < scene->point_count && i < end; i++) {
        belay_vec3 p = scene->path[i];
        s->low = (belay_vec3){fmin(s->low.x, p.x), fmin(s->low.y, p.y), DOUBLE_LOOP_FLOOR};
        s->high = (belay_vec3){fmax(s->high.x, p.x), fmax(s->high.y, p.y), fmax(s->high.z, p.z)};
    }
    s->label_spot = scene->path[0];
    s->label_spot.x -= 0.06;
}

bool stage_create(stage* s, viewer* v, const double_loop* scene)
{
    s->v = v;
    measure(s, scene);
    return trackwork_create(&s->track, v, scene);
}

double stage_lane_y(int index, int count)
{
    return LANE_PITCH * (0.5 * (count - 1) - index);
}

void stage_camera_reset(stage* s, int lane_count, stage_view view)
{
    static const struct {
        double distance, right, up; // share of what fits, for many lanes; shift of the view, of half its size
    } looks[] = {{0.81, 0.03, 0.15}, {1.2, -0.02, 0.05}};
    belay_vec3 low = stage_place(s->low, stage_lane_y(lane_count - 1, lane_count));
    belay_vec3 high = stage_place(s->high, stage_lane_y(0, lane_count));
    viewer_camera_fov_set(s->v, 0.6);
    viewer_camera_angles_set(s->v, -1.5708 - 0.36, 0.52);
    viewer_camera_shift_set(s->v, 0.0, 0.0); // the fit minds it, and would leave too much room
    viewer_camera_fit(s->v, low, high);
    // The fewer lanes, the wider the picture, and the more room the label beside the start needs.
    double share = looks[view].distance + 0.3 / lane_count;
    viewer_camera_distance_set(s->v, share * viewer_camera_distance(s->v));
    viewer_camera_shift_set(s->v, looks[view].right, looks[view].up);
}

void stage_camera_close(stage* s, double y, const lane_sample* ball)
{
    viewer_camera_shift_set(s->v, 0.0, 0.0);
    viewer_camera_distance_set(s->v, CLOSE_DISTANCE);
    viewer_camera_target_set(s->v, stage_place(ball->pose.position, y));
}

void stage_draw_floor(stage* s)
{
    viewer_ground_draw(s->v, DOUBLE_LOOP_FLOOR, 0.5);
}

void stage_draw_track(stage* s, double y)
{
    trackwork_draw(&s->track, s->v, y);
}

// Sectors of the pattern repeat every third of a turn: past half of that, the eye cannot tell which way it turns.
static float blur_of(const lane_sample* ball, double exposure)
{
    belay_vec3 w = ball->angular_velocity;
    double turn = exposure * sqrt(w.x * w.x + w.y * w.y + w.z * w.z);
    return (float)fmin(fmax((turn - 0.6) / 3.0, 0.0), 0.85);
}

void stage_draw_ball(stage* s, double y, double mu, const lane_sample* ball, double exposure)
{
    viewer_material m = viewer_material_ball(chart_color(mu));
    float blur = blur_of(ball, exposure);
    viewer_color mean = viewer_color_mix(m.color, m.color2, 0.35f);
    m.color = viewer_color_mix(m.color, mean, blur);
    m.color2 = viewer_color_mix(m.color2, mean, blur);
    belay_pose pose = ball->pose;
    pose.position = stage_place(pose.position, y);
    viewer_sphere_draw(s->v, pose, DOUBLE_LOOP_BALL_RADIUS, m);
}

void stage_draw_ghost(stage* s, double y, double mu, const lane_sample* ball, double strength)
{
    viewer_material m = viewer_material_plastic(viewer_color_fade(chart_color(mu), (float)strength));
    belay_pose pose = ball->pose;
    pose.position = stage_place(pose.position, y);
    viewer_sphere_draw(s->v, pose, DOUBLE_LOOP_BALL_RADIUS, m);
}

// In chains of a bounded number of points, which the stack can hold moved aside; each begins where the last ended.
void stage_draw_path(stage* s, double y, double mu, const belay_vec3* points, int count, belay_vec3 now)
{
    enum { CHAIN = 256 };
    belay_vec3 chain[CHAIN];
    int n = 0;
    for (int i = 0; i <= count; i++) {
        chain[n++] = stage_place(i < count ? points[i] : now, y);
        if (n < CHAIN && i < count) continue;
        if (n > 1) viewer_polyline_draw(s->v, chain, n, false, 3.0, chart_color(mu));
        chain[0] = chain[n - 1];
        n = 1;
    }
}

void stage_draw_forces(stage* s, double y, const lane_sample* ball, double newtons_per_metre)
{
    for (int i = 0; i < ball->force_count; i++) {
        lane_force f = ball->forces[i];
        belay_vec3 arrow = {f.force.x / newtons_per_metre, f.force.y / newtons_per_metre,
                            f.force.z / newtons_per_metre};
        belay_vec3 from = {f.point.x - arrow.x, f.point.y - arrow.y, f.point.z - arrow.z};
        viewer_arrow_draw(s->v, stage_place(from, y), arrow, 0.0035, viewer_color_hex(0x5B21B6));
    }
}

void stage_draw_label(stage* s, double y, double mu, double size, bool is_selected)
{
    char text[32];
    double px, py;
    snprintf(text, sizeof text, "\xCE\xBC = %g", mu);
    if (!viewer_camera_project(s->v, stage_place(s->label_spot, y), &px, &py)) return;
    double width = viewer_text_width(s->v, size, text) + 1.1 * size;
    viewer_rect r = {px - width, py - 0.75 * size, width, 1.5 * size};
    viewer_rect_draw(s->v, r, 0.75 * size, chart_color(mu));
    if (is_selected) {
        viewer_rect edge = {r.x - 3.0, r.y - 3.0, r.w + 6.0, r.h + 6.0};
        viewer_rect_outline_draw(s->v, edge, 0.75 * size + 3.0, 2.0, viewer_role_color(s->v, VIEWER_ROLE_TEXT));
    }
    viewer_text_draw(s->v, px - 0.5 * width, py, size, VIEWER_ALIGN_CENTER, viewer_color_hex(0xFFFFFF), text);
}
