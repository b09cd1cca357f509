// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Small pictures: cells of one texture, so that the overlay stays one call whatever it shows.

#include "viewer/internal.h"

enum { COLUMNS = 8, ROWS = VIEWER_MAX_PICTURES / COLUMNS };

static const float KIND_PICTURE = 4.0f; // the fourth value of vw_overlay_vertex.shape

// On unit 1; unit 0 has the font.
static void atlas_create(viewer* v)
{
    const vw_gl* gl = &v->gl;
    gl->GenTextures(1, &v->renderer.picture_atlas);
    gl->ActiveTexture(GL_TEXTURE1);
    gl->BindTexture(GL_TEXTURE_2D, v->renderer.picture_atlas);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, COLUMNS * VIEWER_PICTURE_WIDTH, ROWS * VIEWER_PICTURE_HEIGHT, 0, GL_RGB,
                   GL_UNSIGNED_BYTE, NULL);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    gl->UseProgram(v->renderer.overlay_program);
    gl->Uniform1i(gl->GetUniformLocation(v->renderer.overlay_program, "pictures"), 1);
}

viewer_picture viewer_picture_create(viewer* v, const unsigned char* pixels)
{
    const vw_gl* gl = &v->gl;
    int cell = v->picture_count;
    if (cell == VIEWER_MAX_PICTURES) return (viewer_picture){0};
    SDL_GL_MakeCurrent(v->window, v->context);
    if (v->renderer.picture_atlas == 0) atlas_create(v);
    gl->ActiveTexture(GL_TEXTURE1);
    gl->BindTexture(GL_TEXTURE_2D, v->renderer.picture_atlas);
    gl->PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    gl->TexSubImage2D(GL_TEXTURE_2D, 0, cell % COLUMNS * VIEWER_PICTURE_WIDTH, cell / COLUMNS * VIEWER_PICTURE_HEIGHT,
                      VIEWER_PICTURE_WIDTH, VIEWER_PICTURE_HEIGHT, GL_RGB, GL_UNSIGNED_BYTE, pixels);
    gl->ActiveTexture(GL_TEXTURE0);
    v->picture_count++;
    return (viewer_picture){(uint32_t)cell + 1};
}

// Half a texel inside its cell, so that no neighbour shows at the edge.
void viewer_picture_draw(viewer* v, viewer_picture picture, viewer_rect r, viewer_color tint)
{
    vw_corner c[4];
    if (picture.index == 0) return;
    int cell = (int)picture.index - 1;
    for (int i = 0; i < 4; ++i) {
        bool is_right = i & 1, is_low = i & 2;
        double x = cell % COLUMNS * VIEWER_PICTURE_WIDTH + (is_right ? VIEWER_PICTURE_WIDTH - 0.5 : 0.5);
        double y = cell / COLUMNS * VIEWER_PICTURE_HEIGHT + (is_low ? VIEWER_PICTURE_HEIGHT - 0.5 : 0.5);
        c[i] = (vw_corner){r.x + (is_right ? r.w : 0.0), r.y + (is_low ? r.h : 0.0),
                           x / (COLUMNS * VIEWER_PICTURE_WIDTH), y / (ROWS * VIEWER_PICTURE_HEIGHT)};
    }
    const float shape[4] = {0.0f, 0.0f, 0.0f, KIND_PICTURE};
    vw_overlay_quad(v, c, shape, tint);
}
