// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Recording of what is drawn in the world.

#include "viewer/internal.h"

viewer_material viewer_material_plastic(viewer_color color)
{
    viewer_material m = {color, color, VIEWER_PATTERN_NONE, 0.0f, 0.34f, 0.0f, 0.0f};
    return m;
}

viewer_material viewer_material_matte(viewer_color color)
{
    viewer_material m = viewer_material_plastic(color);
    m.roughness = 0.85f;
    return m;
}

viewer_material viewer_material_metal(viewer_color color)
{
    viewer_material m = viewer_material_plastic(color);
    m.roughness = 0.26f;
    m.metallic = 1.0f;
    return m;
}

viewer_material viewer_material_ball(viewer_color color)
{
    viewer_material m = viewer_material_plastic(color);
    m.color2 = viewer_color_hex(0xF6F4EE);
    m.pattern = VIEWER_PATTERN_BEACH_BALL;
    m.roughness = 0.26f;
    return m;
}

viewer_material viewer_material_rod(viewer_color color)
{
    viewer_material m = viewer_material_plastic(color);
    m.color2 = viewer_color_mix(color, viewer_color_hex(0x10141C), 0.6f);
    m.pattern = VIEWER_PATTERN_LINE;
    return m;
}

void vw_draw_reset(viewer* v)
{
    vw_buffer_reset(&v->draws);
    vw_buffer_reset(&v->stream_vertices);
    vw_buffer_reset(&v->stream_indices);
    vw_buffer_reset(&v->lines);
    vw_buffer_reset(&v->top_lines);
    v->is_line_on_top = false;
    v->ground.is_drawn = false;
    v->backdrop.a = 0.0f;
}

// Widens the box of everything drawn so far, which the shadow map covers. It only grows: a region that breathed with
// every movement would make the edges of shadows crawl.
static void bounds_add(viewer* v, belay_vec3 p, double r)
{
    if (!isfinite(p.x + p.y + p.z + r)) return;
    if (!v->has_bounds) {
        v->bounds_low = v3(p.x - r, p.y - r, p.z - r);
        v->bounds_high = v3(p.x + r, p.y + r, p.z + r);
        v->has_bounds = true;
        return;
    }
    v->bounds_low = v3(fmin(v->bounds_low.x, p.x - r), fmin(v->bounds_low.y, p.y - r), fmin(v->bounds_low.z, p.z - r));
    v->bounds_high =
        v3(fmax(v->bounds_high.x, p.x + r), fmax(v->bounds_high.y, p.y + r), fmax(v->bounds_high.z, p.z + r));
}

static vw_instance instance_make(belay_pose pose, double radius, belay_vec3 half, const viewer_material* m)
{
    vw_instance i = {{(float)pose.position.x, (float)pose.position.y, (float)pose.position.z},
                     (float)radius,
                     {(float)pose.rotation.x, (float)pose.rotation.y, (float)pose.rotation.z, (float)pose.rotation.w},
                     {(float)half.x, (float)half.y, (float)half.z},
                     m->emission,
                     {m->color.r, m->color.g, m->color.b, m->color.a},
                     {m->color2.r, m->color2.g, m->color2.b},
                     m->repeats,
                     {m->roughness, m->metallic, (float)m->pattern, 0.0f}};
    return i;
}

static void record(viewer* v, uint32_t mesh, belay_pose pose, double radius, belay_vec3 half, const viewer_material* m)
{
    const vw_mesh* data = (const vw_mesh*)(const void*)v->meshes.data + mesh;
    vw_draw d = {instance_make(pose, radius, half, m), mesh, 0, (uint32_t)data->index_count};
    if (vw_buffer_append(&v->draws, &d, sizeof d)) bounds_add(v, pose.position, data->bound * radius + v3_length(half));
}

// How large a length is on the screen, device pixels.
static double pixels_of(const viewer* v, belay_vec3 center, double length)
{
    double distance = v3_length(v3_sub(center, viewer_camera_eye(v)));
    return 0.5 * v->pixel_height * length / (fmax(distance - length, 1e-9) * tan(0.5 * v->camera.fov_y));
}

// The detail that a radius deserves: a circle of 12, 24 or 48 sides that is nowhere more than a third of a pixel off.
static uint32_t detail_of(const viewer* v, belay_vec3 center, double radius)
{
    double pixels = pixels_of(v, center, radius);
    return pixels < 10.0 ? 0 : pixels < 39.0 ? 1 : 2;
}

static void record_round(viewer* v, uint32_t mesh, belay_pose pose, double radius, belay_vec3 half,
                         const viewer_material* m)
{
    record(v, mesh + detail_of(v, pose.position, radius), pose, radius, half, m);
}

void viewer_mesh_draw(viewer* v, viewer_mesh mesh, belay_pose pose, double scale, viewer_material material)
{
    if (mesh.index >= VW_MESH_BUILT_IN && mesh.index < v->meshes.size / sizeof(vw_mesh))
        record(v, mesh.index, pose, scale, v3(0, 0, 0), &material);
}

void viewer_sphere_draw(viewer* v, belay_pose pose, double radius, viewer_material material)
{
    record_round(v, VW_MESH_SPHERE, pose, radius, v3(0, 0, 0), &material);
}

void viewer_box_draw(viewer* v, belay_pose pose, belay_vec3 half, viewer_material material)
{
    double least = fmin(half.x, fmin(half.y, half.z)), most = fmax(half.x, fmax(half.y, half.z));
    double r = fmin(0.12 * least, 0.03 * most), pixels = pixels_of(v, pose.position, r);
    record(v,
           VW_MESH_BOX + (pixels < 0.4   ? 0u
                          : pixels < 2.0 ? 1u
                                         : 2u),
           pose, r, v3(half.x - r, half.y - r, half.z - r), &material);
}

void viewer_capsule_pose_draw(viewer* v, belay_pose pose, double half_length, double radius, viewer_material material)
{
    record_round(v, VW_MESH_CAPSULE, pose, radius, v3(0, 0, half_length), &material);
}

void viewer_cylinder_pose_draw(viewer* v, belay_pose pose, double half_length, double radius, viewer_material material)
{
    record_round(v, VW_MESH_CYLINDER, pose, radius, v3(0, 0, half_length), &material);
}

// The pose whose z axis runs from a to b, at their middle.
static belay_pose between(belay_vec3 a, belay_vec3 b)
{
    belay_pose p = {v3_scale(0.5, v3_add(a, b)), vw_quat_from_z(v3_normalize_or(v3_sub(b, a), v3(0, 0, 1)))};
    return p;
}

void viewer_capsule_draw(viewer* v, belay_vec3 a, belay_vec3 b, double radius, viewer_material material)
{
    viewer_capsule_pose_draw(v, between(a, b), 0.5 * v3_length(v3_sub(b, a)), radius, material);
}

void viewer_cylinder_draw(viewer* v, belay_vec3 a, belay_vec3 b, double radius, viewer_material material)
{
    viewer_cylinder_pose_draw(v, between(a, b), 0.5 * v3_length(v3_sub(b, a)), radius, material);
}

// The head is 2.2 shaft radii wide and 2.4 times that long (see cone_build in mesh.c); short arrows shrink altogether.
void viewer_arrow_draw(viewer* v, belay_vec3 from, belay_vec3 vector, double radius, viewer_color color)
{
    double length = v3_length(vector);
    if (!(length > 0.0) || !isfinite(length)) return;
    radius = fmin(radius, length / 7.0);
    double head = 2.4 * 2.2 * radius;
    viewer_material m = viewer_material_plastic(color);
    m.emission = 0.25f;
    belay_vec3 d = v3_scale(1.0 / length, vector), neck = v3_add_scaled(from, length - head, d);
    viewer_cylinder_draw(v, from, neck, radius, m);
    belay_pose pose = {neck, vw_quat_from_z(d)};
    record_round(v, VW_MESH_CONE, pose, 2.2 * radius, v3(0, 0, 0), &m);
}

void viewer_frame_draw(viewer* v, belay_pose pose, double length)
{
    static const uint32_t colors[3] = {0xE5484D, 0x30A46C, 0x3E7BFA};
    for (int i = 0; i < 3; ++i) {
        belay_vec3 axis = v3(i == 0, i == 1, i == 2);
        belay_vec3 d = v3_scale(length, q_rotate(pose.rotation, axis));
        viewer_arrow_draw(v, pose.position, d, 0.025 * length, viewer_color_hex(colors[i]));
    }
}

void viewer_tube_draw(viewer* v, const viewer_tube* tube, viewer_material material)
{
    size_t before = v->stream_indices.size;
    if (!vw_tube_build(&v->stream_vertices, &v->stream_indices, &v->scratch, tube)) return;
    size_t added = v->stream_indices.size - before;
    vw_draw d = {instance_make(belay_pose_identity(), 1.0, v3(0, 0, 0), &material), VW_MESH_STREAM,
                 (uint32_t)(before / sizeof(uint32_t)), (uint32_t)(added / sizeof(uint32_t))};
    if (!vw_buffer_append(&v->draws, &d, sizeof d)) return;
    for (int i = 0; i < tube->count; ++i)
        bounds_add(v, tube->points[i], tube->radii ? tube->radii[i] : tube->radius);
}

void viewer_ground_draw(viewer* v, double height, double cell)
{
    v->ground.is_drawn = true;
    v->ground.height = height;
    v->ground.cell = cell;
}

void viewer_shadow_region_set(viewer* v, belay_vec3 center, double radius)
{
    v->has_shadow_region = radius > 0.0;
    v->shadow_center = center;
    v->shadow_radius = radius;
}

void viewer_light_set(viewer* v, belay_vec3 direction)
{
    v->light = v3_normalize_or(direction, v->light);
}
