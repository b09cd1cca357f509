// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "shell/pictures.h"

#include "shell/folder.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ANIMATION_WIDTH = 768, ANIMATION_HEIGHT = 432, TOLERANCE = 6 };

bool shell_canvas_open(shell* s, shell_canvas canvas, bool enable_reflection)
{
    char error[512];
    viewer_def def = viewer_def_default();
    bool is_small = canvas == SHELL_CANVAS_ANIMATION;
    if (s->leaves_pictures_out) return false;
    def.title = s->program->title;
    def.font = s->font;
    def.width = is_small ? ANIMATION_WIDTH : s->size[0];
    def.height = is_small ? ANIMATION_HEIGHT : s->size[1];
    // What is small is written larger than it would be, so that it can be read.
    double width = is_small ? 1100.0 : 1280.0, height = is_small ? 620.0 : 720.0;
    def.interface_scale = fmin(def.width / width, def.height / height);
    def.disable_floor_reflection = is_small || !enable_reflection;
    def.offscreen = true;
    fflush(stdout);
    s->v = viewer_create(&def, error, sizeof error);
    if (s->v != NULL) return true;
    printf("No pictures: %s\n", error);
    s->leaves_pictures_out = true;
    return false;
}

void shell_canvas_close(shell* s)
{
    viewer_destroy(s->v);
    s->v = NULL;
}

static bool refuse(const shell* s, const char* folder, const char* name)
{
    shell_fail(s, "--out: cannot write '%s/%s': %s", folder, name, errno != 0 ? strerror(errno) : "no memory");
    return false;
}

static bool save(shell* s, const char* folder, const char* name)
{
    char path[SHELL_MAX_PATH];
    errno = 0;
    shell_folder_make(folder);
    if (!shell_folder_path(path, folder, name) || !viewer_capture_png(s->v, path)) return refuse(s, folder, name);
    if (!s->is_quiet) printf("Written: %s\n", path);
    fflush(stdout);
    return true;
}

bool shell_picture_save(shell* s, const char* name)
{
    return save(s, s->out, name);
}

void shell_picture_save_play(shell* s, const char* name)
{
    char file[80];
    snprintf(file, sizeof file, "%.70s.png", name);
    save(s, s->out != NULL ? s->out : s->default_out, file);
}

void shell_picture_save_window(shell* s)
{
    char name[80];
    const shell_program* p = s->program;
    snprintf(name, sizeof name, "%s-%d.png", p->picture_name != NULL ? p->picture_name(s) : "window",
             ++s->picture_count);
    save(s, s->out != NULL ? s->out : s->default_out, name);
}

// ------------------------------------------------------------------------------------------------------------------
// Animations
// ------------------------------------------------------------------------------------------------------------------

bool shell_animation_open(shell* s, shell_animation* a, const char* name)
{
    viewer_apng_def def = {.frames_per_second = SHELL_FRAMES_PER_SECOND, .tolerance = TOLERANCE};
    viewer_pixel_size(s->v, &def.width, &def.height);
    memset(a, 0, sizeof *a);
    errno = 0;
    shell_folder_make(s->out);
    if (shell_folder_path(a->path, s->out, name)) a->file = viewer_apng_open(a->path, &def);
    return a->file != NULL || refuse(s, s->out, name);
}

bool shell_animation_wants_frame(const shell_animation* a, double time)
{
    return a->file != NULL && time >= (double)a->frame_count / SHELL_FRAMES_PER_SECOND - 1e-9;
}

bool shell_animation_add(shell* s, shell_animation* a)
{
    a->frame_count++;
    return viewer_capture_apng(s->v, a->file);
}

bool shell_animation_close(shell* s, shell_animation* a)
{
    bool is_good = true;
    for (int k = 0; k < SHELL_FRAMES_PER_SECOND && is_good; k++)
        is_good = viewer_capture_apng(s->v, a->file);
    is_good = viewer_apng_close(a->file) && is_good;
    a->file = NULL;
    if (is_good)
        printf("Written: %s (animated)\n", a->path);
    else
        shell_fail(s, "--out: '%s' is incomplete", a->path);
    return is_good;
}

// ------------------------------------------------------------------------------------------------------------------
// Panels
// ------------------------------------------------------------------------------------------------------------------

void shell_rows_draw(viewer* v, const shell_row* rows, int count)
{
    const double pitch = 21.0, size = 14.0;
    int width, height;
    double w = 0.0;
    for (int i = 0; i < count; i++)
        w = fmax(w, viewer_text_width(v, size, rows[i].name) + viewer_text_width(v, size, rows[i].value) + 52.0);
    if (count == 0) return;
    viewer_size(v, &width, &height);
    viewer_rect r = {width - w - 24.0, height - 24.0 - pitch * count - 18.0, w, pitch * count + 18.0};
    viewer_panel_draw(v, r);
    for (int i = 0; i < count; i++) {
        double y = r.y + 9.0 + pitch * (i + 0.5);
        viewer_text_draw(v, r.x + 14.0, y, size, VIEWER_ALIGN_LEFT, viewer_role_color(v, VIEWER_ROLE_MUTED),
                         rows[i].name);
        viewer_text_draw(v, r.x + w - 14.0, y, size, VIEWER_ALIGN_RIGHT, rows[i].color, rows[i].value);
    }
}
