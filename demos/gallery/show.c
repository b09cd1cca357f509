// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/show.h"

#include "gallery/cords.h"
#include "gallery/looks.h"
#include "gallery/marks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static belay_pose body_pose(const show* s, int part)
{
    belay_body_state state;
    belay_body_id body = s->e->parts[part].body;
    if (body.value == 0 || belay_body_get_state(s->e->world, body, &state) != BELAY_OK) return belay_pose_identity();
    return state.pose;
}

// Parts that look alike share a solid: searched backwards, since alike ones stand together.
static void make_solid(show* s, int part)
{
    const experiment_part* parts = s->e->parts;
    for (int k = part - 1; k >= 0; k--) {
        if (!viewer_solid_is_same(&parts[k].shape, &parts[part].shape)) continue;
        s->solid_of[part] = s->solid_of[k];
        return;
    }
    s->solid_of[part] = s->solid_count;
    s->solids[s->solid_count++] = viewer_solid_create(s->v, &parts[part].shape);
}

bool show_create(show* s, viewer* v, const experiment* e)
{
    size_t n = (size_t)e->part_count + 1;
    *s = (show){.v = v,
                .e = e,
                .solids = calloc(n, sizeof *s->solids),
                .solid_of = calloc(n, sizeof *s->solid_of),
                .before = calloc(n, sizeof *s->before),
                .now = calloc(n, sizeof *s->now),
                .group_of = calloc(n, sizeof *s->group_of)};
    if (!s->solids || !s->solid_of || !s->before || !s->now || !s->group_of) {
        show_destroy(s);
        return false;
    }
    belay_vec3 low = e->view.low, high = e->view.high;
    s->size = sqrt((high.x - low.x) * (high.x - low.x) + (high.y - low.y) * (high.y - low.y) +
                   (high.z - low.z) * (high.z - low.z));
    for (int i = 0; i < e->part_count; i++)
        make_solid(s, i);
    show_take(s);
    show_take(s);
    return true;
}

void show_destroy(show* s)
{
    for (int i = 0; i < s->solid_count; i++)
        viewer_solid_destroy(s->v, &s->solids[i]);
    free(s->solids);
    free(s->solid_of);
    free(s->before);
    free(s->now);
    free(s->group_of);
    memset(s, 0, sizeof *s);
}

void show_take(show* s)
{
    memcpy(s->before, s->now, (size_t)s->e->part_count * sizeof *s->now);
    for (int i = 0; i < s->e->part_count; i++)
        s->now[i] = body_pose(s, i);
    marks_take_forces(s);
    s->full_tension = fmax(cords_tension(s), 0.98 * s->full_tension);
}

// Between two orientations of a step, straight and made unit again: they lie close together.
belay_pose show_pose(const show* s, int part, double blend)
{
    belay_pose a = s->before[part], b = s->now[part];
    belay_quat p = a.rotation, q = b.rotation;
    double sign = p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z < 0.0 ? -blend : blend, rest = 1.0 - blend;
    belay_quat r = {rest * p.w + sign * q.w, rest * p.x + sign * q.x, rest * p.y + sign * q.y, rest * p.z + sign * q.z};
    double length = sqrt(r.w * r.w + r.x * r.x + r.y * r.y + r.z * r.z);
    if (!(length > 1e-6)) return b;
    belay_pose m = {{a.position.x + blend * (b.position.x - a.position.x),
                     a.position.y + blend * (b.position.y - a.position.y),
                     a.position.z + blend * (b.position.z - a.position.z)},
                    {r.w / length, r.x / length, r.y / length, r.z / length}};
    return m;
}

// Whether the box that the camera holds lies between the panels of the window.
static bool is_between_panels(const show* s)
{
    const double margin = 28.0;
    const belay_vec3 *low = &s->e->view.low, *high = &s->e->view.high;
    int width, height;
    viewer_size(s->v, &width, &height);
    for (int i = 0; i < 8; i++) {
        double x, y;
        belay_vec3 corner = {i & 1 ? high->x : low->x, i & 2 ? high->y : low->y, i & 4 ? high->z : low->z};
        if (!viewer_camera_project(s->v, corner, &x, &y)) return false;
        if (x < SHOW_LEFT + margin || x > width - SHOW_RIGHT - margin) return false;
    }
    return true;
}

void show_camera_reset(show* s, show_layout layout)
{
    const experiment_view* view = &s->e->view;
    viewer_camera_fov_set(s->v, 0.5);
    viewer_camera_angles_set(s->v, view->yaw, view->pitch);
    viewer_camera_shift_set(s->v, 0.0, 0.0);
    viewer_camera_fit(s->v, view->low, view->high);
    // Things leave the box that the camera holds; their shadows reach further still.
    belay_vec3 center = {0.5 * (view->low.x + view->high.x), 0.5 * (view->low.y + view->high.y),
                         0.5 * (view->low.z + view->high.z)};
    viewer_shadow_region_set(s->v, center, 0.75 * s->size);
    // What the panels take on the sides, in widths of the view, is given back by standing further off.
    if (layout == SHOW_LAYOUT_THUMBNAIL) return;
    bool is_window = layout == SHOW_LAYOUT_WINDOW;
    viewer_camera_distance_set(s->v, (is_window ? 1.5 : 1.06) * viewer_camera_distance(s->v));
    viewer_camera_shift_set(s->v, is_window ? -0.03 : -0.06, is_window ? -0.02 : -0.04);
    for (int i = 0; i < 40 && is_window && !is_between_panels(s); i++)
        viewer_camera_distance_set(s->v, 1.04 * viewer_camera_distance(s->v));
}

// ------------------------------------------------------------------------------------------------------------------
// Drawing
// ------------------------------------------------------------------------------------------------------------------

static belay_pose place(belay_pose body, belay_pose local)
{
    belay_vec3 p = belay_quat_rotate(body.rotation, local.position);
    belay_pose r = {{body.position.x + p.x, body.position.y + p.y, body.position.z + p.z},
                    belay_quat_multiply(body.rotation, local.rotation)};
    return r;
}

static viewer_material part_material(const show* s, int i)
{
    const experiment_part* part = &s->e->parts[i];
    viewer_material m = looks_material(part->paint, part->shape.type);
    if (s->flags.islands && part->body.value != 0 && part->collider.value != 0) {
        int group = s->group_of[i];
        m = viewer_material_plastic(group >= 0 ? viewer_color_palette(group) : looks_asleep());
        m.color2 = viewer_color_hex(0xF6F4EE);
        m.pattern = looks_material(part->paint, part->shape.type).pattern;
    }
    if (s->flags.sleep && !s->flags.islands && s->group_of[i] < 0 && part->body.value != 0)
        m.color = m.color2 = viewer_color_fade(looks_asleep(), m.color.a);
    // Forces are seen through what they act on, which steps back for them.
    if (s->flags.contacts)
        m.color = viewer_color_mix(m.color, viewer_color_fade(viewer_color_hex(0xE9ECF0), m.color.a), 0.6f);
    if (s->flags.contacts) m.color2 = viewer_color_mix(m.color2, viewer_color_hex(0xE9ECF0), 0.6f);
    return m;
}

// A cell of the floor's grid: a round number, about a sixth of the view.
static double floor_cell(double size)
{
    double power = pow(10.0, floor(log10(size / 6.0))), m = size / 6.0 / power;
    return power * (m < 1.5 ? 1.0 : m < 3.5 ? 2.0 : m < 7.5 ? 5.0 : 10.0);
}

static void draw_parts(show* s, double blend)
{
    for (int i = 0; i < s->e->part_count; i++) {
        const experiment_part* part = &s->e->parts[i];
        if (part->paint.look == EXPERIMENT_LOOK_FLOOR) viewer_ground_draw(s->v, 0.0, floor_cell(s->size));
        if (part->paint.look == EXPERIMENT_LOOK_FLOOR || part->paint.look == EXPERIMENT_LOOK_HIDDEN) continue;
        belay_pose at = place(show_pose(s, i, blend), part->pose);
        viewer_solid_draw(s->v, &s->solids[s->solid_of[i]], at, part_material(s, i));
    }
}

// Where the label of a path goes: at the point farthest from the first of those that are seen, on the side that leads
// away. Below the caption and beside the panels of a picture.
static void draw_label(const show* s, const experiment_path* path)
{
    const double above = 100.0, beside = 70.0;
    int width, height, best = 0;
    double x0, y0, x, y, best_x = 0.0, most = 0.0;
    viewer_size(s->v, &width, &height);
    if (!viewer_camera_project(s->v, path->points[0], &x0, &y0)) return;
    for (int i = 1; i < path->count; i++) {
        belay_vec3 a = path->points[0], b = path->points[i];
        double square = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y) + (b.z - a.z) * (b.z - a.z);
        if (square <= most || !viewer_camera_project(s->v, b, &x, &y)) continue;
        if (x < beside || x > width - beside || y < above || y > height) continue;
        most = square;
        best = i;
        best_x = x;
    }
    viewer_align side = best_x < x0 - 1.0 ? VIEWER_ALIGN_LEFT : VIEWER_ALIGN_RIGHT;
    viewer_label_draw(s->v, path->points[best], side, 13.0, looks_line(path->tone), path->label);
}

static void draw_paths(show* s)
{
    for (int i = 0; i < s->e->path_count; i++) {
        const experiment_path* path = &s->e->paths[i];
        if (path->count < 2) continue;
        viewer_polyline_draw(s->v, path->points, path->count, false, 2.5, looks_line(path->tone));
        if (path->label[0] != '\0') draw_label(s, path);
    }
}

void show_draw(show* s, double blend)
{
    if (s->flags.islands || s->flags.sleep) marks_group(s);
    draw_parts(s, blend);
    cords_draw(s);
    draw_paths(s);
    if (s->flags.bounds) marks_draw_bounds(s);
    viewer_line_on_top_set(s->v, true);
    if (s->flags.contacts) marks_draw_contacts(s);
    if (s->flags.joints) marks_draw_joints(s);
    viewer_line_on_top_set(s->v, false);
}
