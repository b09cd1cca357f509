// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/film.h"
#include "knot/pictures.h"
#include "knot/table.h"

#include "shell/files.h"
#include "shell/parts.h"

#include <stdlib.h>

static const double SERIES_EVERY = 0.01; // s, or every step when that is longer

typedef struct series {
    FILE* file;
    int every, count;
    double mu;
    const options* o;
    film* film; // null: not wanted
    bool lacks_memory;
} series;

static void write_head(FILE* file)
{
    fputs("mu,time (s),phase,force (N),distance of the ends (m),size (m),tension at the first end (N),"
          "tension at the last end (N),contacts,knot determinant,residual (1),overlap (m),fastest node (m/s),"
          "step time (s)\n",
          file);
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

static bool make_runs(shell* whole, run* runs, film* films, series* s)
{
    const options* o = s->o;
    table_print_head(o, stdout);
    for (int i = 0; i < o->mus.count; i++) {
        belay_error error = {0};
        s->mu = o->mus.values[i];
        s->film = whole->leaves_pictures_out ? NULL : &films[i];
        if (!run_make(&runs[i], o, o->mus.values[i], series_take, s, &error)) {
            // Without a message the file takes no more, which is told when it is closed.
            if (s->lacks_memory || error.message[0] != '\0')
                shell_fail(whole, "%s", s->lacks_memory ? "no memory for the animation" : error.message);
            return false;
        }
        table_print(&runs[i], stdout);
    }
    printf("\n");
    return true;
}

int headless_run(shell* s)
{
    const options* o = s->options;
    shell_file file;
    film films[SHELL_MAX_NUMBERS] = {0};
    run* runs = calloc((size_t)o->mus.count, sizeof *runs);
    if (runs == NULL) return shell_fail(s, "no memory for the runs");
    if (!shell_file_open(s, &file, "series.csv")) {
        free(runs);
        return SHELL_FAILED;
    }
    series taken = {.file = file.file, .every = (int)(SERIES_EVERY / o->h + 0.5), .o = o};
    write_head(file.file);
    bool is_good = make_runs(s, runs, films, &taken);
    is_good = shell_file_close(s, &file) && is_good;
    if (is_good && !s->leaves_pictures_out) is_good = pictures_write(runs, s) && film_write(films, s);
    for (int i = 0; i < o->mus.count; i++)
        film_free(&films[i]);
    free(runs);
    return is_good ? SHELL_DONE : SHELL_FAILED;
}
