// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/headless.h"

#include "knot/film.h"
#include "knot/pictures.h"
#include "knot/table.h"
#include "viewer/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const double SERIES_EVERY = 0.01; // s, or every step when that is longer

typedef struct series {
    FILE* file;
    int every, count;
    double mu;
    const options* o;
    film* film; // null: not wanted
    bool lacks_memory;
} series;

static int fail_to_write(const char* path)
{
    fprintf(stderr, "knot: --out: cannot write '%s': %s\n", path, strerror(errno));
    return 1;
}

// ------------------------------------------------------------------------------------------------------------------
// Series
// ------------------------------------------------------------------------------------------------------------------

// Opened before the simulation, so that a folder that cannot be written is told at once.
static bool series_open(series* s, const options* o, char path[VIEWER_MAX_PATH])
{
    if (!viewer_folder_path(path, o->out, "series.csv")) {
        errno = ENAMETOOLONG;
        strcpy(path, "series.csv");
        return false;
    }
    viewer_folder_make(o->out);
    s->every = (int)(SERIES_EVERY / o->h + 0.5);
    s->file = fopen(path, "wb");
    if (s->file == NULL) return false;
    fputs("mu,time (s),phase,force (N),distance of the ends (m),size (m),tension at the first end (N),"
          "tension at the last end (N),contacts,knot determinant,residual (1),overlap (m),fastest node (m/s),"
          "step time (s)\n",
          s->file);
    return true;
}

static bool series_take(void* context, const rope* r, const script* hands, uint64_t knot)
{
    series* s = context;
    const rope_sample* now = &r->now;
    if (s->film != NULL && !film_take(s->film, s->o, r, hands, knot)) {
        s->lacks_memory = true;
        return false;
    }
    if (++s->count % s->every != 0) return true;
    fprintf(s->file, "%g,%.9g,%s,%.9g,%.9g,%.9g,%.9g,%.9g,%d,%llu,%.3g,%.3g,%.6g,%.3g\n", s->mu,
            hands->head_start + now->time, script_phase_name(hands->phase), hands->force, now->span, now->size,
            now->tension[0], now->tension[1], now->contacts, (unsigned long long)knot, now->residual, now->deepest,
            now->fastest, now->seconds);
    return !ferror(s->file);
}

// ------------------------------------------------------------------------------------------------------------------

static int make_runs(run* runs, film* films, const options* o, series* s, const char* path)
{
    table_print_head(o, stdout);
    for (int i = 0; i < o->mus.count; i++) {
        belay_error error = {0};
        s->mu = o->mus.values[i];
        s->film = o->enable_pictures ? &films[i] : NULL;
        if (!run_make(&runs[i], o, o->mus.values[i], series_take, s, &error)) {
            if (error.message[0] == '\0' && !s->lacks_memory) return fail_to_write(path);
            fprintf(stderr, "knot: %s\n", s->lacks_memory ? "no memory for the animation" : error.message);
            return 1;
        }
        table_print(&runs[i], stdout);
    }
    return 0;
}

static int draw_pictures(const run* runs, const film* films, const options* o)
{
    char error[512];
    fflush(stdout);
    pictures_result result = pictures_write(runs, o, error, sizeof error);
    if (result == PICTURES_WRITTEN) result = film_write(films, o, error, sizeof error);
    if (result == PICTURES_WRITTEN) return 0;
    if (result == PICTURES_NO_OPENGL) {
        printf("No pictures: %s\n", error);
        return 0;
    }
    fprintf(stderr, "knot: %s\n", error);
    return 1;
}

int headless_run(const options* o)
{
    char path[VIEWER_MAX_PATH];
    series s = {.o = o};
    film films[VIEWER_MAX_NUMBERS] = {0};
    run* runs = calloc((size_t)o->mus.count, sizeof *runs);
    if (runs == NULL) {
        fprintf(stderr, "knot: no memory for the runs\n");
        return 1;
    }
    if (!series_open(&s, o, path)) {
        free(runs);
        return fail_to_write(path);
    }
    int code = make_runs(runs, films, o, &s, path);
    if (fclose(s.file) != 0 && code == 0) code = fail_to_write(path);
    if (code == 0) printf("\nWritten: %s\n", path);
    if (code == 0 && o->enable_pictures) code = draw_pictures(runs, films, o);
    for (int i = 0; i < o->mus.count; i++)
        film_free(&films[i]);
    free(runs);
    return code;
}
