// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "shell/film.h"

#include "shell/folder.h"
#include "shell/panels.h"
#include "shell/pictures.h"
#include "shell/play.h"

#include <stdio.h>
#include <stdlib.h>

static const int TOLERANCE = 6; // of a colour, by which a picture may differ from the one before and count as the same

struct shell_film {
    viewer_apng* file;
    char path[SHELL_MAX_PATH];
    int width, height; // pixels; a film ends when the window changes
    int count;
    double time; // s, since it began
};

static void tell(shell* s, const char* what, const char* path)
{
    char text[256];
    snprintf(text, sizeof text, "%s %.200s", what, path);
    shell_tell(s, text);
    printf("%s\n", text);
    fflush(stdout);
}

static void begin(shell* s)
{
    char name[80];
    const char* folder = s->out != NULL ? s->out : s->default_out;
    shell_film* f = calloc(1, sizeof *f);
    viewer_apng_def def = {.frames_per_second = SHELL_FRAMES_PER_SECOND, .tolerance = TOLERANCE};
    viewer_pixel_size(s->v, &def.width, &def.height);
    snprintf(name, sizeof name, "%.50s-film-%d.png",
             s->program->picture_name != NULL ? s->program->picture_name(s) : "window", ++s->picture_count);
    shell_folder_make(folder);
    if (f != NULL && shell_folder_path(f->path, folder, name)) f->file = viewer_apng_open(f->path, &def);
    if (f == NULL || f->file == NULL) {
        tell(s, "No film: cannot write", name);
        free(f);
        return;
    }
    f->width = def.width;
    f->height = def.height;
    s->film = f;
    shell_tell(s, "Filming; F6 ends it.");
}

void shell_film_close(shell* s)
{
    shell_film* f = s->film;
    if (f == NULL) return;
    tell(s, viewer_apng_close(f->file) ? "Written:" : "Incomplete:", f->path);
    free(f);
    s->film = NULL;
}

void shell_film_toggle(shell* s)
{
    if (s->film != NULL)
        shell_film_close(s);
    else
        begin(s);
}

static double frame_seconds(const shell* s)
{
    return s->play != NULL || s->record != NULL ? SHELL_PLAY_FRAME : viewer_frame_time(s->v);
}

void shell_film_add(shell* s)
{
    shell_film* f = s->film;
    int width, height;
    if (f == NULL) return;
    viewer_pixel_size(s->v, &width, &height);
    bool is_same = width == f->width && height == f->height, is_good = true;
    for (; is_same && is_good && f->time * SHELL_FRAMES_PER_SECOND >= f->count; f->count++)
        is_good = viewer_capture_apng(s->v, f->file);
    f->time += frame_seconds(s);
    if (!is_same || !is_good) shell_film_close(s);
}
