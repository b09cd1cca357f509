// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/grab.h"

#include "gallery/cords.h"

#include <belay/vec.h>

#include <math.h>
#include <string.h>

static const double REACH = 1000.0;       // m, of the ray under the mouse
static const double STRENGTH = 40.0;      // of the hand, in weights of what it holds
static const double ROPE_STRENGTH = 40.0; // N, of the hand on a rope, at least: something may hang on it

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

static double depth_of(const show* s, belay_vec3 point)
{
    return v3_dot(v3_add_scaled(point, -1.0, viewer_camera_eye(s->v)), viewer_camera_forward(s->v));
}

// False: there is no rope under the mouse.
static bool take_rope(grab* g, show* s)
{
    cord_place place;
    belay_rod_info info;
    belay_rod_attachment_def def;
    belay_world* world = s->e->world;
    if (!cords_find(s, &place)) return false;
    g->rod = s->e->rods[place.rod];
    if (belay_rod_get_info(world, g->rod, &info) != BELAY_OK) return false;
    if (belay_rod_attachment_def_at(world, g->rod, BELAY_ROD_GRIP, place.s, (belay_body_id){0}, &def) != BELAY_OK)
        return false;
    def.max_force = fmax(STRENGTH * info.line_mass * info.length * 9.81, ROPE_STRENGTH);
    g->is_holding = belay_rod_attach(world, g->rod, &def, &g->attachment) == BELAY_OK;
    g->s = place.s;
    g->target = place.point;
    g->depth = depth_of(s, place.point);
    if (!g->is_holding) g->rod = (belay_rod_id){0};
    viewer_camera_mouse_enable(s->v, !g->is_holding);
    return g->is_holding;
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
    g->depth = depth_of(s, hit.point);
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
    belay_pose frame = {g->target, {1.0, 0.0, 0.0, 0.0}};
    belay_result result = g->rod.value != 0 ? belay_rod_move_attachment(s->e->world, g->rod, g->attachment, frame)
                                            : belay_joint_set_target(s->e->world, g->joint, g->target);
    if (result != BELAY_OK) grab_release(g, s);
}

void grab_release(grab* g, show* s)
{
    if (g->is_holding && g->rod.value != 0) belay_rod_detach(s->e->world, g->rod, g->attachment);
    if (g->is_holding && g->rod.value == 0) belay_joint_destroy(s->e->world, g->joint);
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
        if (!take_rope(g, s)) take(g, s);
}

void grab_draw(const grab* g, show* s)
{
    belay_body_state state = {.pose = belay_pose_identity()};
    if (!g->is_holding || (g->rod.value == 0 && belay_body_get_state(s->e->world, g->body, &state) != BELAY_OK)) return;
    belay_vec3 at = v3_add_scaled(state.pose.position, 1.0, belay_quat_rotate(state.pose.rotation, g->local));
    if (g->rod.value != 0) at = g->target;
    viewer_color color = viewer_color_hex(0x1F2937);
    viewer_line_draw(s->v, at, g->target, 3.0, color);
    belay_pose end = {g->target, {1.0, 0.0, 0.0, 0.0}};
    viewer_sphere_draw(s->v, end, 0.008 * s->size, viewer_material_plastic(color));
}
