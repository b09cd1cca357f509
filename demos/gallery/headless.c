// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/headless.h"

#include "gallery/report.h"
#include "gallery/studio.h"

#include "viewer/folder.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static const double SERIES_EVERY = 1.0 / 60.0; // s, or every step when that is longer

// A run on its way, and where it goes.
typedef struct take {
    const options* o;
    experiment* e;
    FILE* series;
    studio animation;
} take;

static int fail(const char* what, const char* path, const char* why)
{
    fprintf(stderr, "gallery: %s: cannot write '%s': %s\n", what, path, why);
    return 1;
}

static int open_series(take* t)
{
    if (t->o->csv == NULL) return 0;
    viewer_folder_make_for(t->o->csv);
    t->series = fopen(t->o->csv, "wb");
    if (t->series == NULL || !report_series_head(t->e->kind, t->series))
        return fail("--csv", t->o->csv, strerror(errno));
    return 0;
}

static int open_animation(take* t)
{
    char error[512];
    if (t->o->apng == NULL || studio_open_animation(&t->animation, t->e, t->o, error, sizeof error)) return 0;
    fprintf(stderr, "gallery: no animation: %s\n", error);
    return 1;
}

static int step_all(take* t)
{
    double h = belay_world_get_def(t->e->world)->step_seconds;
    double seconds = isnan(t->o->seconds) ? t->e->kind->seconds : t->o->seconds;
    int steps = (int)fmax(floor(seconds / h + 1e-6), 1.0), every = (int)fmax(floor(SERIES_EVERY / h + 0.5), 1.0);
    if (t->animation.v != NULL && !studio_follow(&t->animation))
        return fail("--apng", t->o->apng, "the file is incomplete");
    for (int i = 1; i <= steps; i++) {
        if (experiment_step(t->e) != BELAY_OK) {
            fprintf(stderr, "gallery: %s, step %d: %s\n", t->e->kind->name, i, belay_world_last_error(t->e->world));
            return 1;
        }
        if (t->series != NULL && i % every == 0 && !report_series_row(t->e, t->series))
            return fail("--csv", t->o->csv, strerror(errno));
        if (t->animation.v != NULL && !studio_follow(&t->animation))
            return fail("--apng", t->o->apng, "the file is incomplete");
    }
    return 0;
}

static int close_all(take* t, int code)
{
    bool has_series = t->series != NULL, has_animation = t->animation.v != NULL;
    if (has_series && fclose(t->series) != 0) code = fail("--csv", t->o->csv, strerror(errno));
    if (has_animation && !studio_close(&t->animation)) code = fail("--apng", t->o->apng, "the file is incomplete");
    if (code != 0) return code;
    if (has_series) printf("  Written: %s\n", t->o->csv);
    if (has_animation) printf("  Written: %s (animated)\n", t->o->apng);
    return 0;
}

static int write_still(const take* t)
{
    studio s;
    char error[512];
    if (t->o->png == NULL) return 0;
    if (!studio_open_still(&s, t->e, t->o, error, sizeof error)) {
        fprintf(stderr, "gallery: no picture: %s\n", error);
        return 1;
    }
    bool is_good = studio_write_still(&s, t->o->png);
    studio_close(&s);
    if (!is_good) return fail("--png", t->o->png, "the file is incomplete");
    printf("  Written: %s\n", t->o->png);
    return 0;
}

static int run_one(const options* o, const experiment_kind* kind)
{
    take t = {.o = o};
    belay_error error;
    if (experiment_create(kind, &o->experiment, &t.e, &error) != BELAY_OK) {
        fprintf(stderr, "gallery: %s: %s\n", kind->name, error.message);
        return 1;
    }
    int code = open_series(&t);
    if (code == 0) code = open_animation(&t);
    if (code == 0) code = step_all(&t);
    if (code == 0) report_print(t.e, stdout);
    code = close_all(&t, code);
    if (code == 0) code = write_still(&t);
    experiment_destroy(t.e);
    fflush(stdout);
    return code;
}

int headless_run(const options* o)
{
    if (o->kind != NULL) return run_one(o, o->kind);
    int code = 0;
    for (int i = 0; i < experiment_kind_count(); i++) {
        if (i > 0) printf("\n");
        if (run_one(o, experiment_kind_at(i)) != 0) code = 1;
    }
    return code;
}
