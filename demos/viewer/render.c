// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The passes that turn the recorded frame into a picture: shadow map, background, solids, their mirror image, floor,
// see-through solids, lines, overlay; then the samples are averaged into a texture that can be shown and read.

#include "viewer/internal.h"

#define COUNT_OF(b, type) ((b).size / sizeof(type))

// ------------------------------------------------------------------------------------------------------------------
// Sorting into batches
// ------------------------------------------------------------------------------------------------------------------

static const vw_draw* draws_of(const viewer* v)
{
    return (const vw_draw*)(const void*)v->draws.data;
}

static bool is_clear(const vw_draw* d)
{
    return d->instance.color[3] < 0.999f;
}

static void batch_add(viewer* v, const vw_draw* d)
{
    vw_batch* last = v->batches.size ? (vw_batch*)(void*)(v->batches.data + v->batches.size) - 1 : NULL;
    uint32_t at = (uint32_t)COUNT_OF(v->instances, vw_instance);
    if (!vw_buffer_append(&v->instances, &d->instance, sizeof d->instance)) return;
    if (last && last->mesh == d->mesh && d->mesh != VW_MESH_STREAM) {
        ++last->instance_count;
        return;
    }
    vw_batch b = {d->mesh, d->first, d->count, at, 1};
    vw_buffer_append(&v->batches, &b, sizeof b);
}

typedef struct far_draw {
    double distance;
    size_t index;
    uint32_t mesh;
} far_draw;

static double distance_of(const vw_draw* d, belay_vec3 eye)
{
    const float* p = d->instance.position;
    return v3_length(v3_sub(v3((double)p[0], (double)p[1], (double)p[2]), eye));
}

static int compare_index(const far_draw* x, const far_draw* y)
{
    return x->index < y->index ? -1 : x->index > y->index;
}

// Mesh by mesh, the nearest first; ties by the order of drawing, so that the order is the same on every run.
static int near_compare(const void* a, const void* b)
{
    const far_draw *x = a, *y = b;
    if (x->mesh != y->mesh) return x->mesh < y->mesh ? -1 : 1;
    if (x->distance != y->distance) return x->distance < y->distance ? -1 : 1;
    return compare_index(x, y);
}

// Farthest first, ties likewise.
static int far_compare(const void* a, const void* b)
{
    const far_draw *x = a, *y = b;
    if (x->distance != y->distance) return x->distance > y->distance ? -1 : 1;
    return compare_index(x, y);
}

// Fills the scratch buffer with the draws that are see-through, or with those that are not, and returns their number.
static size_t collect(viewer* v, bool wants_clear)
{
    belay_vec3 eye = viewer_camera_eye(v);
    size_t count = COUNT_OF(v->draws, vw_draw);
    vw_buffer_reset(&v->scratch);
    for (size_t i = 0; i < count; ++i) {
        const vw_draw* d = &draws_of(v)[i];
        far_draw f = {distance_of(d, eye), i, d->mesh};
        if (is_clear(d) == wants_clear) vw_buffer_append(&v->scratch, &f, sizeof f);
    }
    return COUNT_OF(v->scratch, far_draw);
}

// Opaque objects, mesh by mesh, so that one call draws all of a kind, and of a kind the nearest first: what they hide
// needs no shading. Returns the number of batches.
static size_t batch_opaque(viewer* v)
{
    vw_buffer_reset(&v->instances);
    vw_buffer_reset(&v->batches);
    size_t count = collect(v, false);
    if (count) qsort(v->scratch.data, count, sizeof(far_draw), near_compare);
    for (size_t i = 0; i < count; ++i)
        batch_add(v, &draws_of(v)[((const far_draw*)(const void*)v->scratch.data)[i].index]);
    return COUNT_OF(v->batches, vw_batch);
}

static void batch_clear(viewer* v)
{
    size_t far_count = collect(v, true);
    const far_draw* order = (const far_draw*)(const void*)v->scratch.data;
    if (far_count) qsort(v->scratch.data, far_count, sizeof *order, far_compare);
    for (size_t i = 0; i < far_count; ++i) {
        const vw_draw* d = &draws_of(v)[order[i].index];
        uint32_t at = (uint32_t)COUNT_OF(v->instances, vw_instance);
        vw_batch b = {d->mesh, d->first, d->count, at, 1};
        if (vw_buffer_append(&v->instances, &d->instance, sizeof d->instance))
            vw_buffer_append(&v->batches, &b, sizeof b);
    }
}

static void stream_upload(const vw_gl* gl, GLenum target, GLuint buffer, const vw_buffer* b)
{
    gl->BindBuffer(target, buffer);
    gl->BufferData(target, (GLsizeiptr)b->size, b->data, GL_STREAM_DRAW);
}

static void geometry_upload(viewer* v)
{
    const vw_gl* gl = &v->gl;
    const vw_mesh* stream = (const vw_mesh*)(const void*)v->meshes.data;
    if (v->stream_indices.size) {
        gl->BindVertexArray(stream->vertex_array);
        stream_upload(gl, GL_ARRAY_BUFFER, stream->vertices, &v->stream_vertices);
        stream_upload(gl, GL_ELEMENT_ARRAY_BUFFER, stream->indices, &v->stream_indices);
    }
    stream_upload(gl, GL_ARRAY_BUFFER, v->renderer.instances, &v->instances);
}

// What is seen in a mirror or as a shadow needs no more than the middle detail.
static uint32_t coarser(uint32_t mesh)
{
    bool is_round = mesh >= VW_MESH_SPHERE && mesh < VW_MESH_BOX;
    return is_round && (mesh - VW_MESH_SPHERE) % VW_DETAIL_LEVELS == VW_DETAIL_LEVELS - 1 ? mesh - 1 : mesh;
}

static void batch_draw(viewer* v, const vw_batch* b, bool is_coarse)
{
    static const struct {
        GLint size;
        size_t offset;
    } parts[6] = {{4, offsetof(vw_instance, position)}, {4, offsetof(vw_instance, rotation)},
                  {4, offsetof(vw_instance, half)},     {4, offsetof(vw_instance, color)},
                  {4, offsetof(vw_instance, color2)},   {4, offsetof(vw_instance, material)}};
    const vw_gl* gl = &v->gl;
    uint32_t index = is_coarse ? coarser(b->mesh) : b->mesh;
    const vw_mesh* mesh = (const vw_mesh*)(const void*)v->meshes.data + index;
    uint32_t count = index == b->mesh ? b->count : (uint32_t)mesh->index_count;
    if (!mesh->vertex_array) return; // destroyed since it was recorded
    (mesh->is_closed ? gl->Enable : gl->Disable)(GL_CULL_FACE);
    gl->BindVertexArray(mesh->vertex_array);
    for (GLuint i = 0; i < 6; ++i)
        gl->VertexAttribPointer(4 + i, parts[i].size, GL_FLOAT, GL_FALSE, sizeof(vw_instance),
                                (const void*)(b->instance * sizeof(vw_instance) + parts[i].offset));
    gl->DrawElementsInstanced(GL_TRIANGLES, (GLsizei)count, GL_UNSIGNED_INT, (const void*)(b->first * sizeof(uint32_t)),
                              (GLsizei)b->instance_count);
}

static void batches_draw(viewer* v, GLuint program, size_t first, size_t end)
{
    const vw_batch* batches = (const vw_batch*)(const void*)v->batches.data;
    bool is_coarse = program == v->renderer.depth_program || program == v->renderer.mirror_program;
    v->gl.UseProgram(program);
    v->gl.BindBuffer(GL_ARRAY_BUFFER, v->renderer.instances);
    for (size_t i = first; i < end; ++i)
        batch_draw(v, &batches[i], is_coarse);
    v->gl.Disable(GL_CULL_FACE);
}

// ------------------------------------------------------------------------------------------------------------------
// Values of the frame
// ------------------------------------------------------------------------------------------------------------------

static void set4(float* f, double x, double y, double z, double w)
{
    f[0] = (float)x;
    f[1] = (float)y;
    f[2] = (float)z;
    f[3] = (float)w;
}

static void set_color(float* f, viewer_color c, float w)
{
    f[0] = c.r;
    f[1] = c.g;
    f[2] = c.b;
    f[3] = w;
}

typedef struct ball {
    belay_vec3 center;
    double radius;
} ball;

static ball shadow_ball(const viewer* v)
{
    if (v->has_shadow_region) return (ball){v->shadow_center, v->shadow_radius * 1.15};
    if (!v->has_bounds) return (ball){v->camera.target, v->camera.distance};
    return (ball){v3_scale(0.5, v3_add(v->bounds_low, v->bounds_high)),
                  0.525 * v3_length(v3_sub(v->bounds_high, v->bounds_low))};
}

// Looks down the light at the ball and as much again behind it, so that its shadow on the floor is inside.
static vw_mat4 light_matrix(const viewer* v, ball b)
{
    belay_vec3 forward = v3_scale(-1.0, v->light);
    belay_vec3 right = v3_normalize_or(v3_cross(forward, v->up), vw_perpendicular(forward));
    belay_vec3 up = v3_cross(right, forward);
    belay_vec3 eye = v3_add_scaled(b.center, 2.0 * b.radius, v->light);
    return vw_mat4_multiply(vw_mat4_orthographic(b.radius, 5.0 * b.radius), vw_mat4_view(eye, right, up, forward));
}

static void frame_block_fill(const viewer* v, ball shadow, vw_frame_block* f)
{
    const vw_look* l = &v->look;
    vw_mat4 view_proj = vw_camera_matrix(v), light_proj = light_matrix(v, shadow);
    belay_vec3 eye = viewer_camera_eye(v), focus = v->has_shadow_region ? shadow.center : v->camera.target;
    int size = v->renderer.shadow_size;
    double texel = size > 0 ? 1.0 / size : 1.0;
    double reach = 2.6 * fmax(shadow.radius, 0.25 * v->camera.distance);
    memcpy(f->view_proj, view_proj.m, sizeof f->view_proj);
    memcpy(f->light_proj, light_proj.m, sizeof f->light_proj);
    set4(f->eye, eye.x, eye.y, eye.z, 1.0);
    set4(f->light, v->light.x, v->light.y, v->light.z, (double)l->key);
    set4(f->up, v->up.x, v->up.y, v->up.z, v->ground.height);
    set4(f->viewport, v->pixel_width, v->pixel_height, (double)v->pixel_width / v->width, 0.0);
    double blur = fmax(0.0028, 1.4 * texel); // of the map's side, which is two radii
    set4(f->shadow, blur, texel, 1.5 * blur * shadow.radius, size > 0 ? 1.0 : 0.0);
    set4(f->sky, (double)l->sky[0], (double)l->sky[1], (double)l->sky[2], 1.0);
    set4(f->bounce, (double)l->bounce[0], (double)l->bounce[1], (double)l->bounce[2], 1.0);
    set_color(f->back_top, l->back_top, l->glow);
    set_color(f->back_bottom, l->back_bottom, 1.0f);
    set_color(f->floor_color, l->floor_color, v->has_mirror ? l->floor_color.a : 1.0f);
    set_color(f->grid_color, l->grid_color, l->grid_color.a);
    set4(f->grid, v->ground.cell, reach, (double)l->shade, 0.0);
    set4(f->focus, focus.x, focus.y, focus.z, 0.0);
}

static void frame_block_upload(viewer* v)
{
    vw_frame_block block;
    frame_block_fill(v, shadow_ball(v), &block);
    v->gl.BindBuffer(GL_UNIFORM_BUFFER, v->renderer.frame_buffer);
    v->gl.BufferData(GL_UNIFORM_BUFFER, sizeof block, &block, GL_DYNAMIC_DRAW);
    v->gl.BindBufferBase(GL_UNIFORM_BUFFER, 0, v->renderer.frame_buffer);
}

// ------------------------------------------------------------------------------------------------------------------
// Passes
// ------------------------------------------------------------------------------------------------------------------

static void shadow_pass(viewer* v, size_t opaque)
{
    const vw_gl* gl = &v->gl;
    if (v->renderer.shadow_size == 0) return;
    gl->BindFramebuffer(GL_FRAMEBUFFER, v->renderer.shadow_target);
    gl->Viewport(0, 0, v->renderer.shadow_size, v->renderer.shadow_size);
    gl->Enable(GL_DEPTH_TEST);
    gl->DepthMask(GL_TRUE);
    gl->Clear(GL_DEPTH_BUFFER_BIT);
    gl->Enable(GL_POLYGON_OFFSET_FILL);
    gl->PolygonOffset(1.5f, 2.0f);
    batches_draw(v, v->renderer.depth_program, 0, opaque);
    gl->Disable(GL_POLYGON_OFFSET_FILL);
}

static void target_begin(viewer* v)
{
    const vw_gl* gl = &v->gl;
    gl->BindFramebuffer(GL_FRAMEBUFFER, v->renderer.target);
    gl->Viewport(0, 0, v->pixel_width, v->pixel_height);
    gl->DepthMask(GL_TRUE);
    gl->ClearColor(v->backdrop.r, v->backdrop.g, v->backdrop.b, 1.0f);
    gl->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    gl->BlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, v->renderer.shadow_map);
}

static void background_pass(viewer* v)
{
    const vw_gl* gl = &v->gl;
    gl->Disable(GL_DEPTH_TEST);
    gl->Disable(GL_BLEND);
    gl->UseProgram(v->renderer.back_program);
    gl->BindVertexArray(v->renderer.empty_array);
    gl->DrawArrays(GL_TRIANGLES, 0, 3);
    gl->Enable(GL_DEPTH_TEST);
}

// The mirror image lies under the floor, so what stands on the floor hides it, and the floor is then drawn over it,
// nearly opaque. It is seen from above only.
static void mirror_pass(viewer* v, size_t opaque)
{
    const vw_gl* gl = &v->gl;
    bool is_above = v3_dot(viewer_camera_eye(v), v->up) > v->ground.height;
    if (!v->ground.is_drawn || !v->has_mirror || !is_above) return;
    gl->FrontFace(GL_CW); // mirrored triangles turn the other way
    // First the depth alone, so that of things behind each other only the nearest shows through the floor.
    gl->ColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    batches_draw(v, v->renderer.mirror_program, 0, opaque);
    gl->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    gl->Enable(GL_BLEND);
    gl->DepthFunc(GL_LEQUAL);
    batches_draw(v, v->renderer.mirror_program, 0, opaque);
    gl->DepthFunc(GL_LESS);
    gl->FrontFace(GL_CCW);
}

static void floor_pass(viewer* v)
{
    const vw_gl* gl = &v->gl;
    if (!v->ground.is_drawn) return;
    gl->Enable(GL_BLEND);
    gl->DepthMask(GL_FALSE);
    gl->UseProgram(v->renderer.floor_program);
    gl->BindVertexArray(v->renderer.empty_array);
    // The mirror image must not hide the floor: only solids above it may. They are nearer to the eye than the floor
    // behind them, and the mirror image is farther, so the plain depth test sorts both out.
    gl->DrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void clear_pass(viewer* v, size_t first)
{
    const vw_gl* gl = &v->gl;
    gl->Enable(GL_BLEND);
    gl->DepthMask(GL_FALSE);
    batches_draw(v, v->renderer.mesh_program, first, COUNT_OF(v->batches, vw_batch));
}

static void line_pass(viewer* v, const vw_buffer* lines)
{
    const vw_gl* gl = &v->gl;
    if (lines->size == 0) return;
    gl->Enable(GL_BLEND);
    gl->DepthMask(GL_FALSE);
    gl->UseProgram(v->renderer.line_program);
    stream_upload(gl, GL_ARRAY_BUFFER, v->renderer.lines, lines);
    gl->BindVertexArray(v->renderer.line_array);
    gl->DrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)COUNT_OF(*lines, vw_line));
}

// The overlay is smooth by itself; it is drawn after the samples are averaged, at one sample a pixel.
static void overlay_pass(viewer* v)
{
    const vw_gl* gl = &v->gl;
    if (v->overlay.size == 0) return;
    gl->Disable(GL_DEPTH_TEST);
    gl->Enable(GL_BLEND);
    gl->UseProgram(v->renderer.overlay_program);
    gl->BindTexture(GL_TEXTURE_2D, v->renderer.font_atlas);
    stream_upload(gl, GL_ARRAY_BUFFER, v->renderer.overlay, &v->overlay);
    gl->BindVertexArray(v->renderer.overlay_array);
    gl->DrawArrays(GL_TRIANGLES, 0, (GLsizei)COUNT_OF(v->overlay, vw_overlay_vertex));
}

static void copy(const viewer* v, GLuint from, GLuint to)
{
    const GLint w = v->pixel_width, h = v->pixel_height;
    v->gl.BindFramebuffer(GL_READ_FRAMEBUFFER, from);
    v->gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    v->gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

static void world_draw(viewer* v, size_t opaque)
{
    background_pass(v);
    v->gl.Disable(GL_BLEND);
    batches_draw(v, v->renderer.mesh_program, 0, opaque);
    mirror_pass(v, opaque);
    floor_pass(v);
    clear_pass(v, opaque);
    line_pass(v, &v->lines);
    v->gl.Disable(GL_DEPTH_TEST);
    line_pass(v, &v->top_lines);
}

void vw_render(viewer* v)
{
    size_t opaque = batch_opaque(v);
    batch_clear(v);
    geometry_upload(v);
    frame_block_upload(v);
    bool has_world = v->backdrop.a <= 0.0f;
    if (has_world) shadow_pass(v, opaque);
    target_begin(v);
    if (has_world) world_draw(v, opaque);
    copy(v, v->renderer.target, v->renderer.result);
    v->gl.BindFramebuffer(GL_FRAMEBUFFER, v->renderer.result);
    overlay_pass(v);
    if (v->is_presented) copy(v, v->renderer.result, 0);
}
