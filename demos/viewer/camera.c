// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The orbiting camera.

#include "viewer/internal.h"

static const double MAX_PITCH = 89.0 * VW_PI / 180.0;

void vw_camera_init(viewer* v)
{
    vw_camera* c = &v->camera;
    c->yaw = -0.9;
    c->pitch = 0.35;
    c->distance = 5.0;
    c->fov_y = 0.6;
    c->is_mouse_enabled = true;
    belay_vec3 side = vw_perpendicular(v->up);
    belay_vec3 other = v3_cross(v->up, side);
    v->light = v3_normalize_or(v3_add(v3_add_scaled(v->up, -0.38, side), v3_scale(0.55, other)), v->up);
}

// The horizontal axes: yaw 0 is `first`, a quarter turn `second`; (first, second, up) is right-handed. With z up: x, y.
static void horizon(const viewer* v, belay_vec3* first, belay_vec3* second)
{
    belay_vec3 axis = fabs(v->up.x) < 0.6 ? v3(1, 0, 0) : v3(0, 0, 1);
    *first = v3_normalize_or(v3_add_scaled(axis, -v3_dot(axis, v->up), v->up), axis);
    *second = v3_cross(v->up, *first);
}

vw_camera_frame vw_camera_frame_of(const viewer* v)
{
    const vw_camera* c = &v->camera;
    belay_vec3 first, second;
    horizon(v, &first, &second);
    belay_vec3 flat = v3_add_scaled(v3_scale(cos(c->yaw), first), sin(c->yaw), second);
    belay_vec3 back = v3_add_scaled(v3_scale(cos(c->pitch), flat), sin(c->pitch), v->up);
    vw_camera_frame f;
    f.eye = v3_add_scaled(c->target, c->distance, back);
    f.forward = v3_scale(-1.0, back);
    f.right = v3_normalize_or(v3_cross(f.forward, v->up), first);
    f.up = v3_cross(f.right, f.forward);
    return f;
}

static double aspect_of(const viewer* v)
{
    return (double)v->width / (double)v->height;
}

vw_mat4 vw_camera_matrix(const viewer* v)
{
    const vw_camera* c = &v->camera;
    vw_camera_frame f = vw_camera_frame_of(v);
    vw_mat4 p = vw_mat4_perspective(c->fov_y, aspect_of(v), 0.02 * c->distance, 60.0 * c->distance);
    p.m[8] = (float)-c->shift_x; // z column: clip x gains shift * w, since w = -z
    p.m[9] = (float)-c->shift_y;
    return vw_mat4_multiply(p, vw_mat4_view(f.eye, f.right, f.up, f.forward));
}

static void orbit(viewer* v)
{
    vw_camera* c = &v->camera;
    const double radians_per_pixel = 0.006;
    c->yaw -= radians_per_pixel * v->mouse.dx;
    c->pitch = fmin(fmax(c->pitch + radians_per_pixel * v->mouse.dy, -MAX_PITCH), MAX_PITCH);
}

static void pan(viewer* v)
{
    vw_camera* c = &v->camera;
    vw_camera_frame f = vw_camera_frame_of(v);
    double metres_per_pixel = 2.0 * tan(0.5 * c->fov_y) * c->distance / v->height;
    c->target = v3_add_scaled(c->target, -v->mouse.dx * metres_per_pixel, f.right);
    c->target = v3_add_scaled(c->target, v->mouse.dy * metres_per_pixel, f.up);
}

// A drag belongs to the camera from the press on, wherever the mouse goes, unless the press was the interface's.
void vw_camera_update(viewer* v)
{
    vw_camera* c = &v->camera;
    const viewer_mouse* m = &v->mouse;
    if (!c->is_mouse_enabled) {
        c->is_dragging = false;
        return;
    }
    bool left_pressed = m->left_pressed && !c->is_holding, left = m->left && !c->is_holding;
    if ((left_pressed || m->middle_pressed || m->right_pressed) && !v->ui.wants_mouse) c->is_dragging = true;
    if (!left && !m->middle && !m->right) c->is_dragging = false;
    if (c->is_dragging) {
        if (m->middle || (!c->is_holding && (m->right || m->shift)))
            pan(v);
        else
            orbit(v);
    }
    if (m->wheel != 0.0 && !v->ui.wants_mouse && !c->is_holding) c->distance *= exp(-0.12 * m->wheel);
}

void viewer_camera_look_at(viewer* v, belay_vec3 eye, belay_vec3 target)
{
    belay_vec3 back = v3_sub(eye, target), first, second;
    double distance = v3_length(back);
    if (!(distance > 0.0)) return;
    horizon(v, &first, &second);
    double height = v3_dot(back, v->up) / distance;
    v->camera.target = target;
    v->camera.distance = distance;
    v->camera.pitch = fmin(fmax(asin(fmin(fmax(height, -1.0), 1.0)), -MAX_PITCH), MAX_PITCH);
    if (fabs(height) < 0.999999) v->camera.yaw = atan2(v3_dot(back, second), v3_dot(back, first));
}

// The smallest distance at which each corner lies within the four planes of the view (with a margin).
void viewer_camera_fit(viewer* v, belay_vec3 low, belay_vec3 high)
{
    vw_camera* c = &v->camera;
    belay_vec3 center = v3_scale(0.5, v3_add(low, high));
    c->target = center;
    vw_camera_frame f = vw_camera_frame_of(v);
    double ty = 0.9 * tan(0.5 * c->fov_y) * (1.0 - fabs(c->shift_y));
    double tx = 0.9 * tan(0.5 * c->fov_y) * aspect_of(v) * (1.0 - fabs(c->shift_x)), distance = 1e-6;
    for (int i = 0; i < 8; ++i) {
        belay_vec3 p = v3(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
        belay_vec3 d = v3_sub(p, center);
        double ahead = v3_dot(d, f.forward);
        distance = fmax(distance, fabs(v3_dot(d, f.right)) / tx - ahead);
        distance = fmax(distance, fabs(v3_dot(d, f.up)) / ty - ahead);
    }
    c->distance = distance;
    viewer_shadow_region_set(v, center, 0.5 * v3_length(v3_sub(high, low)));
}

void viewer_camera_angles_set(viewer* v, double yaw, double pitch)
{
    v->camera.yaw = yaw;
    v->camera.pitch = fmin(fmax(pitch, -MAX_PITCH), MAX_PITCH);
}

void viewer_camera_angles(const viewer* v, double* yaw, double* pitch)
{
    if (yaw) *yaw = v->camera.yaw;
    if (pitch) *pitch = v->camera.pitch;
}

void viewer_camera_target_set(viewer* v, belay_vec3 target)
{
    v->camera.target = target;
}

belay_vec3 viewer_camera_target(const viewer* v)
{
    return v->camera.target;
}

belay_vec3 viewer_camera_eye(const viewer* v)
{
    return vw_camera_frame_of(v).eye;
}

belay_vec3 viewer_camera_forward(const viewer* v)
{
    return vw_camera_frame_of(v).forward;
}

void viewer_camera_distance_set(viewer* v, double distance)
{
    if (distance > 0.0) v->camera.distance = distance;
}

double viewer_camera_distance(const viewer* v)
{
    return v->camera.distance;
}

void viewer_camera_fov_set(viewer* v, double fov_y)
{
    v->camera.fov_y = fmin(fmax(fov_y, 0.02), 2.5);
}

void viewer_camera_shift_set(viewer* v, double x, double y)
{
    v->camera.shift_x = fmin(fmax(x, -0.9), 0.9);
    v->camera.shift_y = fmin(fmax(y, -0.9), 0.9);
}

void viewer_camera_mouse_enable(viewer* v, bool enable)
{
    v->camera.is_mouse_enabled = enable;
}

void viewer_camera_hold(viewer* v, bool is_holding)
{
    v->camera.is_holding = is_holding;
}

viewer_ray viewer_camera_ray(const viewer* v, double x, double y)
{
    const vw_camera* c = &v->camera;
    vw_camera_frame f = vw_camera_frame_of(v);
    double t = tan(0.5 * c->fov_y);
    double sx = (2.0 * x / v->width - 1.0 - c->shift_x) * t * aspect_of(v);
    double sy = (1.0 - 2.0 * y / v->height - c->shift_y) * t;
    belay_vec3 d = v3_add_scaled(v3_add_scaled(f.forward, sx, f.right), sy, f.up);
    viewer_ray ray = {f.eye, v3_normalize_or(d, f.forward)};
    return ray;
}

viewer_ray viewer_camera_mouse_ray(const viewer* v)
{
    return viewer_camera_ray(v, v->mouse.x, v->mouse.y);
}

bool viewer_camera_project(const viewer* v, belay_vec3 p, double* x, double* y)
{
    const vw_camera* c = &v->camera;
    vw_camera_frame f = vw_camera_frame_of(v);
    belay_vec3 d = v3_sub(p, f.eye);
    double ahead = v3_dot(d, f.forward), t = tan(0.5 * c->fov_y);
    if (!(ahead > 1e-6 * c->distance)) return false;
    *x = 0.5 * v->width * (1.0 + c->shift_x + v3_dot(d, f.right) / (ahead * t * aspect_of(v)));
    *y = 0.5 * v->height * (1.0 - c->shift_y - v3_dot(d, f.up) / (ahead * t));
    return true;
}
