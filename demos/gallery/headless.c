// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/options.h"
#include "gallery/report.h"
#include "gallery/studio.h"

#include "shell/files.h"
#include "shell/parts.h"

#include <math.h>

static const double SERIES_EVERY = 1.0 / 60.0; // s, or every step when that is longer

// A run on its way, and where it goes.
typedef struct take {
    shell* s;
    experiment* e;
    shell_file series;
    studio animation;
} take;

static bool open_series(take* t)
{
    char name[64];
    if (t->s->out == NULL) return true;
    snprintf(name, sizeof name, "%s.csv", t->e->kind->name);
    if (!shell_file_open(t->s, &t->series, name)) return false;
    report_series_head(t->e->kind, t->series.file);
    return true;
}

static bool step_all(take* t)
{
    double h = belay_world_get_def(t->e->world)->step_seconds;
    double seconds = isnan(t->s->seconds) ? t->e->kind->seconds : t->s->seconds;
    int steps = (int)fmax(floor(seconds / h + 1e-6), 1.0), every = (int)fmax(floor(SERIES_EVERY / h + 0.5), 1.0);
    studio_follow(&t->animation);
    for (int i = 1; i <= steps; i++) {
        if (experiment_step(t->e) != BELAY_OK) {
            shell_fail(t->s, "%s, step %d: %s", t->e->kind->name, i, belay_world_last_error(t->e->world));
            return false;
        }
        if (t->series.file != NULL && i % every == 0) report_series_row(t->e, t->series.file);
        studio_follow(&t->animation);
    }
    report_print(t->e, stdout);
    return true;
}

static bool write_still(const take* t)
{
    studio still;
    char name[64];
    if (t->s->out == NULL || t->s->leaves_pictures_out) return true;
    if (!studio_open(&still, t->s, t->e, SHELL_CANVAS_STILL)) return still.has_no_opengl;
    snprintf(name, sizeof name, "%s.png", t->e->kind->name);
    bool is_good = studio_write(&still, name);
    return studio_close(&still) && is_good;
}

static bool open_animation(take* t)
{
    const options* o = t->s->options;
    if (!o->wants_animation || t->s->leaves_pictures_out) return true;
    return studio_open(&t->animation, t->s, t->e, SHELL_CANVAS_ANIMATION) || t->animation.has_no_opengl;
}

static bool run_one(shell* s, const experiment_kind* kind)
{
    const options* o = s->options;
    take t = {.s = s};
    belay_error error;
    if (experiment_create(kind, &o->experiment, &t.e, &error) != BELAY_OK) {
        shell_fail(s, "%s: %s", kind->name, error.message);
        return false;
    }
    bool is_good = open_series(&t) && open_animation(&t) && step_all(&t);
    if (t.series.file != NULL) is_good = shell_file_close(s, &t.series) && is_good;
    is_good = studio_close(&t.animation) && is_good;
    is_good = is_good && write_still(&t);
    experiment_destroy(t.e);
    fflush(stdout);
    return is_good;
}

int headless_run(shell* s)
{
    const options* o = s->options;
    if (o->kind != NULL) return run_one(s, o->kind) ? SHELL_DONE : SHELL_FAILED;
    int code = SHELL_DONE;
    if (s->mode == SHELL_MODE_AUTO) {
        printf("Scenes (--scene NAME runs one without a window, --headless all of them):\n");
        for (int i = 0; i < experiment_kind_count(); i++)
            printf("  %-10s %s\n", experiment_kind_at(i)->name, experiment_kind_at(i)->title);
        return SHELL_DONE;
    }
    for (int i = 0; i < experiment_kind_count(); i++) {
        if (i > 0) printf("\n");
        if (!run_one(s, experiment_kind_at(i))) code = SHELL_FAILED;
    }
    return code;
}
