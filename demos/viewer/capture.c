// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Reading the finished frame back from the GPU.

#include "viewer/internal.h"
#include "viewer/pictures/png.h"

static void rows_swap(unsigned char* a, unsigned char* b, size_t size)
{
    for (size_t i = 0; i < size; ++i) {
        unsigned char t = a[i];
        a[i] = b[i];
        b[i] = t;
    }
}

// OpenGL's rows start at the bottom. The renderer's own size counts: the window may have changed since.
void viewer_capture_rgb(viewer* v, unsigned char* pixels)
{
    const vw_gl* gl = &v->gl;
    int w = v->renderer.width, h = v->renderer.height;
    size_t stride = 3 * (size_t)w;
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, v->renderer.result);
    gl->PixelStorei(GL_PACK_ALIGNMENT, 1);
    gl->ReadPixels(0, 0, w, h, GL_RGB, GL_UNSIGNED_BYTE, pixels);
    for (int i = 0; i < h / 2; ++i)
        rows_swap(pixels + (size_t)i * stride, pixels + (size_t)(h - 1 - i) * stride, stride);
}

static unsigned char* captured(viewer* v)
{
    vw_buffer_reset(&v->scratch);
    unsigned char* pixels = vw_buffer_push(&v->scratch, 3 * (size_t)v->renderer.width * (size_t)v->renderer.height);
    if (pixels) viewer_capture_rgb(v, pixels);
    return pixels;
}

bool viewer_capture_png(viewer* v, const char* path)
{
    const unsigned char* pixels = captured(v);
    return pixels && viewer_png_write(path, v->renderer.width, v->renderer.height, pixels);
}

bool viewer_capture_apng(viewer* v, viewer_apng* animation)
{
    const unsigned char* pixels = captured(v);
    return pixels && viewer_apng_add(animation, pixels);
}
