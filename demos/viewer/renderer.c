// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the GPU holds for drawing: programs, buffers, the font, the shadow map and the picture's targets.

#include "viewer/internal.h"

enum { SOFT_SHADOW = 1024 }; // texels of the shadow map where there is no graphics card

#include <stdio.h>

static bool programs_init(viewer* v, char* error, size_t size)
{
    vw_renderer* r = &v->renderer;
    const vw_gl* gl = &v->gl;
    const char *mv = vw_shader_mesh_vertex, *mf = vw_shader_mesh_fragment;
    r->mesh_program = vw_gl_program(gl, "", mv, mf, error, size);
    r->mirror_program = vw_gl_program(gl, "#define MIRROR\n", mv, mf, error, size);
    r->depth_program = vw_gl_program(gl, "#define DEPTH_ONLY\n", mv, mf, error, size);
    r->back_program = vw_gl_program(gl, "", vw_shader_back_vertex, vw_shader_back_fragment, error, size);
    r->floor_program = vw_gl_program(gl, "", vw_shader_floor_vertex, vw_shader_floor_fragment, error, size);
    r->line_program = vw_gl_program(gl, "", vw_shader_line_vertex, vw_shader_line_fragment, error, size);
    r->overlay_program = vw_gl_program(gl, "", vw_shader_overlay_vertex, vw_shader_overlay_fragment, error, size);
    return r->mesh_program && r->mirror_program && r->depth_program && r->back_program && r->floor_program &&
           r->line_program && r->overlay_program;
}

static void line_array_init(viewer* v)
{
    const vw_gl* gl = &v->gl;
    gl->GenVertexArrays(1, &v->renderer.line_array);
    gl->GenBuffers(1, &v->renderer.lines);
    gl->BindVertexArray(v->renderer.line_array);
    gl->BindBuffer(GL_ARRAY_BUFFER, v->renderer.lines);
    for (GLuint i = 0; i < 6; ++i) {
        gl->EnableVertexAttribArray(i);
        gl->VertexAttribPointer(i, 4, GL_FLOAT, GL_FALSE, sizeof(vw_line), (const void*)(i * 4 * sizeof(float)));
        gl->VertexAttribDivisor(i, 1);
    }
}

static void overlay_array_init(viewer* v)
{
    const vw_gl* gl = &v->gl;
    const GLsizei stride = sizeof(vw_overlay_vertex);
    gl->GenVertexArrays(1, &v->renderer.overlay_array);
    gl->GenBuffers(1, &v->renderer.overlay);
    gl->BindVertexArray(v->renderer.overlay_array);
    gl->BindBuffer(GL_ARRAY_BUFFER, v->renderer.overlay);
    for (GLuint i = 0; i < 4; ++i)
        gl->EnableVertexAttribArray(i);
    gl->VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, stride, (const void*)offsetof(vw_overlay_vertex, position));
    gl->VertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, stride, (const void*)offsetof(vw_overlay_vertex, local));
    gl->VertexAttribPointer(2, 4, GL_FLOAT, GL_FALSE, stride, (const void*)offsetof(vw_overlay_vertex, shape));
    gl->VertexAttribPointer(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, (const void*)offsetof(vw_overlay_vertex, color));
}

static void buffers_init(viewer* v)
{
    const vw_gl* gl = &v->gl;
    gl->GenBuffers(1, &v->renderer.frame_buffer);
    gl->BindBuffer(GL_UNIFORM_BUFFER, v->renderer.frame_buffer);
    gl->BufferData(GL_UNIFORM_BUFFER, sizeof(vw_frame_block), NULL, GL_DYNAMIC_DRAW);
    gl->GenBuffers(1, &v->renderer.instances);
    gl->GenVertexArrays(1, &v->renderer.empty_array);
    line_array_init(v);
    overlay_array_init(v);
}

static void texture_filter(const vw_gl* gl, GLint filter, GLint wrap)
{
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
}

static bool font_init(viewer* v, const char* font)
{
    const vw_gl* gl = &v->gl;
    unsigned char* texels;
    if (!vw_font_bake(&v->font, font, &texels)) return false;
    gl->GenTextures(1, &v->renderer.font_atlas);
    gl->BindTexture(GL_TEXTURE_2D, v->renderer.font_atlas);
    gl->PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_R8, v->font.width, v->font.height, 0, GL_RED, GL_UNSIGNED_BYTE, texels);
    texture_filter(gl, GL_LINEAR, GL_CLAMP_TO_EDGE);
    free(texels);
    return true;
}

static bool shadow_init(viewer* v, int size)
{
    const vw_gl* gl = &v->gl;
    vw_renderer* r = &v->renderer;
    r->shadow_size = size;
    gl->GenTextures(1, &r->shadow_map);
    gl->BindTexture(GL_TEXTURE_2D, r->shadow_map);
    int side = size > 0 ? size : 1;
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, side, side, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, NULL);
    texture_filter(gl, GL_LINEAR, GL_CLAMP_TO_BORDER);
    const GLfloat lit[4] = {1.0f, 1.0f, 1.0f, 1.0f};
    gl->TexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, lit);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    gl->GenFramebuffers(1, &r->shadow_target);
    gl->BindFramebuffer(GL_FRAMEBUFFER, r->shadow_target);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, r->shadow_map, 0);
    gl->DrawBuffer(GL_NONE);
    gl->ReadBuffer(GL_NONE);
    return gl->CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static void targets_free(viewer* v)
{
    const vw_gl* gl = &v->gl;
    vw_renderer* r = &v->renderer;
    gl->DeleteFramebuffers(1, &r->target);
    gl->DeleteFramebuffers(1, &r->result);
    gl->DeleteRenderbuffers(1, &r->target_color);
    gl->DeleteRenderbuffers(1, &r->target_depth);
    gl->DeleteTextures(1, &r->result_color);
    r->target = r->result = r->target_color = r->target_depth = r->result_color = 0;
}

static bool target_make(viewer* v, int samples)
{
    const vw_gl* gl = &v->gl;
    vw_renderer* r = &v->renderer;
    GLsizei w = v->pixel_width, h = v->pixel_height, n = samples > 1 ? samples : 0;
    gl->GenFramebuffers(1, &r->target);
    gl->GenRenderbuffers(1, &r->target_color);
    gl->GenRenderbuffers(1, &r->target_depth);
    gl->BindRenderbuffer(GL_RENDERBUFFER, r->target_color);
    gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, n, GL_RGBA8, w, h);
    gl->BindRenderbuffer(GL_RENDERBUFFER, r->target_depth);
    gl->RenderbufferStorageMultisample(GL_RENDERBUFFER, n, GL_DEPTH_COMPONENT24, w, h);
    gl->BindFramebuffer(GL_FRAMEBUFFER, r->target);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, r->target_color);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, r->target_depth);
    return gl->CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static bool result_make(viewer* v)
{
    const vw_gl* gl = &v->gl;
    vw_renderer* r = &v->renderer;
    gl->GenFramebuffers(1, &r->result);
    gl->GenTextures(1, &r->result_color);
    gl->BindTexture(GL_TEXTURE_2D, r->result_color);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, v->pixel_width, v->pixel_height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    texture_filter(gl, GL_LINEAR, GL_CLAMP_TO_EDGE);
    gl->BindFramebuffer(GL_FRAMEBUFFER, r->result);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, r->result_color, 0);
    return gl->CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

// Halves the samples until OpenGL accepts the target.
bool vw_renderer_resize(viewer* v, char* error, size_t error_size)
{
    vw_renderer* r = &v->renderer;
    if (r->target && r->width == v->pixel_width && r->height == v->pixel_height) return true;
    GLint most = 1;
    v->gl.GetIntegerv(GL_MAX_SAMPLES, &most);
    for (int n = r->samples < most ? r->samples : most; n >= 1; n /= 2) {
        targets_free(v);
        if (target_make(v, n) && result_make(v)) {
            r->width = v->pixel_width;
            r->height = v->pixel_height;
            return true;
        }
    }
    if (error && error_size)
        snprintf(error, error_size, "no framebuffer of %d x %d pixels", v->pixel_width, v->pixel_height);
    return false;
}

// A processor that draws in place of a graphics card: then a window is worth more fluent than smooth. Four samples and
// the mirror image take three times as long as without.
static bool is_software(const viewer* v)
{
    return strstr(v->renderer_name, "llvmpipe") || strstr(v->renderer_name, "softpipe") ||
           strstr(v->renderer_name, "SwiftShader");
}

bool vw_renderer_init(viewer* v, const viewer_def* def, char* error, size_t error_size)
{
    int shadow_size = def->shadow_size < 0 ? 0 : def->shadow_size > 0 ? def->shadow_size : 2048;
    v->renderer.samples = def->samples > 0 ? def->samples : 4;
    if (v->is_presented && viewer_has_display() && is_software(v)) {
        v->renderer.samples = 1;
        v->has_mirror = false;
        if (shadow_size > SOFT_SHADOW) shadow_size = SOFT_SHADOW;
    }
    if (!programs_init(v, error, error_size)) return false;
    buffers_init(v);
    if (!font_init(v, def->font)) {
        snprintf(error, error_size, "no memory for the font, or '%s' is none", def->font ? def->font : "");
        return false;
    }
    if (!shadow_init(v, shadow_size)) {
        snprintf(error, error_size, "no shadow map of %d texels", shadow_size);
        return false;
    }
    return vw_renderer_resize(v, error, error_size);
}

void vw_renderer_fini(viewer* v)
{
    const vw_gl* gl = &v->gl;
    vw_renderer* r = &v->renderer;
    if (!gl->Viewport) // the last function of the table: it was never filled
        return;
    const GLuint programs[7] = {r->mesh_program,  r->mirror_program, r->depth_program,  r->back_program,
                                r->floor_program, r->line_program,   r->overlay_program};
    for (int i = 0; i < 7; ++i)
        gl->DeleteProgram(programs[i]);
    const GLuint buffers[4] = {r->frame_buffer, r->instances, r->lines, r->overlay};
    gl->DeleteBuffers(4, buffers);
    const GLuint arrays[3] = {r->empty_array, r->line_array, r->overlay_array};
    gl->DeleteVertexArrays(3, arrays);
    const GLuint textures[3] = {r->shadow_map, r->font_atlas, r->picture_atlas};
    gl->DeleteTextures(3, textures);
    gl->DeleteFramebuffers(1, &r->shadow_target);
    targets_free(v);
}
