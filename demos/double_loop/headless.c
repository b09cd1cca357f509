// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/headless.h"

#include "double_loop/csv.h"
#include "double_loop/output.h"
#include "double_loop/table.h"

#include <errno.h>
#include <string.h>

static int fail_to_write(const char* path)
{
    fprintf(stderr, "double_loop: --out: cannot write '%s': %s\n", path, strerror(errno));
    return 1;
}

// Opened before the simulation, so that a folder that cannot be written is told at once.
static FILE* open_series(const options* o, char path[OUTPUT_MAX_PATH])
{
    if (!output_path(path, o->out, "series.csv")) {
        errno = ENAMETOOLONG;
        strcpy(path, "series.csv");
        return NULL;
    }
    output_make_folder(o->out);
    return fopen(path, "wb");
}

static bool write_series(const run* r, FILE* file)
{
    bool is_good = csv_write(r, file);
    return (fclose(file) == 0) && is_good;
}

int headless_run(const options* o)
{
    char path[OUTPUT_MAX_PATH];
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
    bool is_written = write_series(&r, series);
    if (is_written) printf("\nWritten: %s\n", path);
    run_destroy(&r);
    return is_written ? 0 : fail_to_write(path);
}
