// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/headless.h"

#include "double_loop/csv.h"
#include "double_loop/pictures.h"
#include "double_loop/table.h"
#include "viewer/folder.h"

#include <errno.h>
#include <string.h>

static int fail_to_write(const char* path)
{
    fprintf(stderr, "double_loop: --out: cannot write '%s': %s\n", path, strerror(errno));
    return 1;
}

// Opened before the simulation, so that a folder that cannot be written is told at once.
static FILE* open_series(const options* o, char path[VIEWER_MAX_PATH])
{
    if (!viewer_folder_path(path, o->out, "series.csv")) {
        errno = ENAMETOOLONG;
        strcpy(path, "series.csv");
        return NULL;
    }
    viewer_folder_make(o->out);
    return fopen(path, "wb");
}

static bool write_series(const run* r, FILE* file)
{
    bool is_good = csv_write(r, file);
    return (fclose(file) == 0) && is_good;
}

static int draw_pictures(const run* r, const options* o)
{
    char error[512];
    fflush(stdout);
    pictures_result result = pictures_write(r, o, error, sizeof error);
    if (result == PICTURES_WRITTEN) return 0;
    if (result == PICTURES_NO_OPENGL) {
        printf("No pictures: %s\n", error);
        return 0;
    }
    fprintf(stderr, "double_loop: %s\n", error);
    return 1;
}

int headless_run(const options* o)
{
    char path[VIEWER_MAX_PATH];
    FILE* series = open_series(o, path);
    if (series == NULL) return fail_to_write(path);
    run r;
    belay_error error;
    if (!run_create(&r, o, &error)) {
        fprintf(stderr, "double_loop: %s\n", error.message);
        fclose(series);
        return 1;
    }
    table_print(&r, stdout);
    int code = 0;
    if (write_series(&r, series))
        printf("\nWritten: %s\n", path);
    else
        code = fail_to_write(path);
    if (code == 0 && o->enable_pictures) code = draw_pictures(&r, o);
    run_destroy(&r);
    return code;
}
