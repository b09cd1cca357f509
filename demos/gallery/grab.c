// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/grab.h"

#include <belay/vec.h>

#include <string.h>

static const double REACH = 1000.0;  // m, of the ray under the mouse
static const double STRENGTH = 40.0; // of the hand, in weights of what it holds

static belay_vec3 into_body(belay_pose pose, belay_vec3 p)
{
    belay_quat back = {pose.rotation.w, -pose.rotation.x, -pose.rotation.y, -pose.rotation.z};
    return belay_quat_rotate(back, v3_add_scaled(p, -1.0, pose.position));
}

static bool find(const show* s, belay_ray_hit* hit)
{
    viewer_ray ray = viewer_camera_mouse_ray(s->v);
    belay_vec3 displacement = {REACH * ray.direction.x, REACH * ray.direction.y, REACH * ray.direction.z};
    bool is_hit = false;
    belay_body_type type;
    if (belay_world_cast_ray(s->e->world, ray.origin, displacement, NULL, hit, &is_hit) != BELAY_OK || !is_hit)
        return false;
    return belay_body_get_type(s->e->world, hit->body, &type) == BELAY_OK && type == BELAY_BODY_DYNAMIC;
}

static void take(grab* g, show* s)
{
    belay_ray_hit hit;
    belay_body_state state;
    belay_mass mass;
    if (!find(s, &hit) || belay_body_get_state(s->e->world, hit.body, &state) != BELAY_OK) return;
    if (belay_body_get_mass(s->e->world, hit.body, &mass) != BELAY_OK) return;
    belay_joint_def def = belay_joint_def_default(BELAY_JOINT_DRAG);
    def.body_a = hit.body;
    def.frame_a.position = into_body(state.pose, hit.point);
    def.target = hit.point;
    def.drag_max_force = STRENGTH * mass.mass * 9.81;
    g->body = hit.body;
    g->local = def.frame_a.position;
    g->target = hit.point;
    g->depth = v3_dot(v3_add_scaled(hit.point, -1.0, viewer_camera_eye(s->v)), viewer_camera_forward(s->v));
    g->is_holding = belay_joint_create(s->e->world, &def, &g->joint) == BELAY_OK;
    if (g->is_holding) belay_body_set_awake(s->e->world, hit.body, true);
    viewer_camera_mouse_enable(s->v, !g->is_holding);
}

// The target stays in the plane across the view in which it was taken.
static void pull(grab* g, show* s)
{
    viewer_ray ray = viewer_camera_mouse_ray(s->v);
    double along = v3_dot(ray.direction, viewer_camera_forward(s->v));
    if (along > 1e-3) g->target = v3_add_scaled(ray.origin, g->depth / along, ray.direction);
    if (belay_joint_set_target(s->e->world, g->joint, g->target) != BELAY_OK) grab_release(g, s);
}

void grab_release(grab* g, show* s)
{
    if (g->is_holding) belay_joint_destroy(s->e->world, g->joint);
    memset(g, 0, sizeof *g);
    viewer_camera_mouse_enable(s->v, true);
}

void grab_follow(grab* g, show* s)
{
    viewer_mouse m = viewer_mouse_state(s->v);
    if (g->is_holding && !m.left)
        grab_release(g, s);
    else if (g->is_holding)
        pull(g, s);
    else if (m.left_pressed && !m.shift && !viewer_ui_wants_mouse(s->v))
        take(g, s);
}

void grab_draw(const grab* g, show* s)
{
    belay_body_state state;
    if (!g->is_holding || belay_body_get_state(s->e->world, g->body, &state) != BELAY_OK) return;
    belay_vec3 at = v3_add_scaled(state.pose.position, 1.0, belay_quat_rotate(state.pose.rotation, g->local));
    viewer_color color = viewer_color_hex(0x1F2937);
    viewer_line_draw(s->v, at, g->target, 3.0, color);
    belay_pose end = {g->target, {1.0, 0.0, 0.0, 0.0}};
    viewer_sphere_draw(s->v, end, 0.008 * s->size, viewer_material_plastic(color));
}
