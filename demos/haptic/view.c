// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/view.h"

#include <belay/vec.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRAIL = 1200 };
static const double ARROW = 0.012;      // m for a newton
static const double HEAD = 0.005;       // m, of an arrow
static const double FELT = 0.02;        // N that is worth an arrow
static const double SHOWN_DEPTH = 5e-4; // m from which hand and tool are drawn apart

bool view_create(view* w, viewer* v, const experiment* e)
{
    size_t n = (size_t)e->part_count + 1;
    memset(w, 0, sizeof *w);
    w->v = v;
    w->e = e;
    w->solids = calloc(n, sizeof *w->solids);
    w->poses = calloc(n, sizeof *w->poses);
    if (w->solids == NULL || w->poses == NULL || !viewer_trail_init(&w->trail, TRAIL)) {
        view_destroy(w);
        return false;
    }
    for (int i = 0; i < e->part_count; i++)
        w->solids[i] = viewer_solid_create(v, &e->parts[i].shape);
    return true;
}

void view_destroy(view* w)
{
    for (int i = 0; w->solids != NULL && i < w->e->part_count; i++)
        viewer_solid_destroy(w->v, &w->solids[i]);
    free(w->solids);
    free(w->poses);
    viewer_trail_fini(&w->trail);
    memset(w, 0, sizeof *w);
}

static belay_pose body_pose(const view* w, belay_body_id body)
{
    belay_body_state state;
    if (body.value == 0 || belay_body_get_state(w->e->world, body, &state) != BELAY_OK) return belay_pose_identity();
    return state.pose;
}

static void take_rod(view* w)
{
    belay_rod_id rod = place_data_of(w->e)->rod;
    int frames = 0;
    w->rod_count = 0;
    if (rod.value == 0) return;
    bool is_good = belay_rod_get_nodes(w->e->world, rod, w->rod, NULL, VIEW_ROD_NODES, &w->rod_count) == BELAY_OK &&
                   belay_rod_get_frames(w->e->world, rod, w->rod_frames, VIEW_ROD_NODES, &frames) == BELAY_OK;
    if (!is_good || w->rod_count > VIEW_ROD_NODES) w->rod_count = 0;
}

void view_take(view* w, const sample* s)
{
    for (int i = 0; i < w->e->part_count; i++)
        w->poses[i] = body_pose(w, w->e->parts[i].body);
    take_rod(w);
    w->sample = *s;
    w->partner = place_data_of(w->e)->partner_sample;
    viewer_trail_push(&w->trail, s->tool);
}

void view_camera_reset(view* w, double shift_x, double distance)
{
    const experiment_view* e = &w->e->view;
    viewer_camera_fov_set(w->v, 0.5);
    viewer_camera_angles_set(w->v, e->yaw, e->pitch);
    viewer_camera_shift_set(w->v, 0.0, 0.0);
    viewer_camera_fit(w->v, e->low, e->high);
    belay_vec3 center = v3_scale(0.5, v3_add(e->low, e->high));
    viewer_shadow_region_set(w->v, center, v3_length(v3_sub(e->high, e->low)));
    viewer_camera_distance_set(w->v, distance * viewer_camera_distance(w->v));
    viewer_camera_shift_set(w->v, shift_x, -0.03);
}

// ------------------------------------------------------------------------------------------------------------------
// Drawing
// ------------------------------------------------------------------------------------------------------------------

static viewer_material material_of(experiment_paint paint)
{
    switch (paint.look) {
    case EXPERIMENT_LOOK_BRICK:
        return viewer_material_matte(viewer_color_hex(0xBF6A4B));
    case EXPERIMENT_LOOK_WOOD:
        return viewer_material_matte(viewer_color_hex(0xC99B63));
    case EXPERIMENT_LOOK_STEEL:
        return viewer_material_metal(viewer_color_hex(0xBFC9D4));
    case EXPERIMENT_LOOK_PATTERN:
        return viewer_material_ball(viewer_color_palette(paint.tone));
    default:
        return viewer_material_plastic(viewer_color_palette(paint.tone));
    }
}

static belay_pose place_on(belay_pose body, belay_pose local)
{
    belay_pose r = {v3_add(body.position, belay_quat_rotate(body.rotation, local.position)),
                    belay_quat_multiply(body.rotation, local.rotation)};
    return r;
}

static void draw_parts(view* w)
{
    for (int i = 0; i < w->e->part_count; i++) {
        const experiment_part* part = &w->e->parts[i];
        if (part->paint.look == EXPERIMENT_LOOK_FLOOR) viewer_ground_draw(w->v, 0.0, 0.02);
        if (part->body.value != 0 && part->body.value == place_data_of(w->e)->tool.value) continue;
        if (part->paint.look == EXPERIMENT_LOOK_FLOOR || part->paint.look == EXPERIMENT_LOOK_HIDDEN) continue;
        viewer_solid_draw(w->v, &w->solids[i], place_on(w->poses[i], part->pose), material_of(part->paint));
    }
}

// The line along the rod that shows its twist follows d1 of the frames.
static void draw_rod(view* w)
{
    belay_rod_info info;
    belay_vec3 directors[VIEW_ROD_NODES];
    if (w->rod_count < 2) return;
    if (belay_rod_get_info(w->e->world, place_data_of(w->e)->rod, &info) != BELAY_OK) return;
    for (int i = 0; i < w->rod_count; i++)
        directors[i] = belay_quat_rotate(w->rod_frames[i < w->rod_count - 1 ? i : i - 1], v3(1.0, 0.0, 0.0));
    viewer_tube tube = {.points = w->rod, .count = w->rod_count, .radius = info.contact_radius, .directors = directors};
    viewer_tube_draw(w->v, &tube, viewer_material_rod(viewer_color_hex(0x3C9D7A)));
}

static void draw_tool_at(view* w, belay_pose pose, viewer_color color)
{
    for (int i = 0; i < w->e->part_count; i++) {
        const experiment_part* part = &w->e->parts[i];
        if (part->body.value == 0 || part->body.value != place_data_of(w->e)->tool.value) continue;
        viewer_solid_draw(w->v, &w->solids[i], place_on(pose, part->pose), viewer_material_plastic(color));
    }
}

// The tool is solid; the hand is a ghost of it where contacts keep them apart.
static void draw_tool(view* w)
{
    const sample* s = &w->sample;
    const viewer_color color = viewer_color_hex(0xF2A03D);
    draw_tool_at(w, (belay_pose){s->tool, s->tool_rotation}, color);
    if (s->depth >= SHOWN_DEPTH)
        draw_tool_at(w, (belay_pose){s->device, s->device_rotation}, viewer_color_fade(color, 0.35f));
}

// Seen through everything, since the tool may stand inside of things.
static void draw_arrow(view* w, belay_vec3 from, belay_vec3 vector)
{
    const viewer_color color = viewer_color_hex(0xD1373D);
    belay_vec3 to = v3_add(from, vector), side = v3_cross(viewer_camera_forward(w->v), vector);
    double across = v3_length(side), head = fmin(HEAD, v3_length(vector));
    viewer_line_draw(w->v, from, to, 4.0, color);
    if (!(across > 0.0)) return;
    belay_vec3 back = v3_scale(-head / v3_length(vector), vector), out = v3_scale(0.5 * head / across, side);
    viewer_line_draw(w->v, to, v3_add(to, v3_add(back, out)), 4.0, color);
    viewer_line_draw(w->v, to, v3_add(to, v3_sub(back, out)), 4.0, color);
}

static void draw_push(view* w, const sample* s)
{
    char text[32];
    if (v3_length(s->force) < FELT) return;
    belay_vec3 push = v3_scale(ARROW, s->force);
    viewer_line_on_top_set(w->v, true);
    draw_arrow(w, s->tool, push);
    viewer_line_on_top_set(w->v, false);
    snprintf(text, sizeof text, "%.2f N", v3_length(s->force));
    // Beyond the arrow's tip, not over its shaft.
    double x0, x1, y;
    bool is_seen =
        viewer_camera_project(w->v, s->tool, &x0, &y) && viewer_camera_project(w->v, v3_add(s->tool, push), &x1, &y);
    viewer_align side = is_seen && x1 < x0 ? VIEWER_ALIGN_LEFT : VIEWER_ALIGN_RIGHT;
    viewer_label_draw(w->v, v3_add(s->tool, push), side, 14.0, viewer_color_hex(0xB02A30), text);
}

static void draw_force(view* w)
{
    const sample* s = &w->sample;
    viewer_line_on_top_set(w->v, true);
    viewer_trail_draw(w->v, &w->trail, 2.0, viewer_color_fade(viewer_color_hex(0xF2A03D), 0.7f));
    if (s->depth >= SHOWN_DEPTH) viewer_line_draw(w->v, s->tool, s->device, 2.5, viewer_color_hex(0x1F2937));
    viewer_line_on_top_set(w->v, false);
    draw_push(w, s);
    draw_push(w, &w->partner);
}

void view_draw(view* w)
{
    draw_parts(w);
    draw_rod(w);
    draw_tool(w);
    draw_force(w);
}
