// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/headless.h"

#include "haptic/report.h"
#include "haptic/studio.h"
#include "haptic/trial.h"

#include "viewer/folder.h"

#include <errno.h>
#include <string.h>

enum { HEADLESS_WRONG = 3 }; // everything ran and was written, but a number is not right

static int fail_to_write(const char* path)
{
    fprintf(stderr, "haptic: --out: cannot write '%s': %s\n", path, strerror(errno));
    return 1;
}

static bool path_of(char path[VIEWER_MAX_PATH], const options* o, const place* p, const char* kind)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s", p->kind.name, kind);
    if (viewer_folder_path(path, o->out, name)) return true;
    errno = ENAMETOOLONG;
    snprintf(path, VIEWER_MAX_PATH, "%s", name);
    return false;
}

// The file is opened before the run, so that a folder that cannot be written is told at once.
static FILE* open_csv(const options* o, const place* p, char path[VIEWER_MAX_PATH])
{
    return path_of(path, o, p, ".csv") ? fopen(path, "wb") : NULL;
}

static int run(trial* t, studio* s)
{
    belay_error error = {0};
    while (!trial_is_over(t)) {
        if (!trial_tick(t, &error)) {
            fprintf(stderr, "haptic: %s at %.3f s: %s\n", t->p->kind.name, trial_time(t), error.message);
            return 1;
        }
        studio_follow(s, t);
    }
    return 0;
}

static int write_picture(studio* s, const trial* t, const options* o)
{
    char path[VIEWER_MAX_PATH];
    if (s->v == NULL) return 0;
    return path_of(path, o, t->p, ".png") && studio_write(s, t, path) ? 0 : fail_to_write(path);
}

static int run_and_write(trial* t, const options* o, FILE* csv, const char* path, bool is_first)
{
    studio s;
    char error[512];
    if (!studio_open(&s, t, o, error, sizeof error) && is_first) printf("No pictures: %s\n", error);
    if (is_first) report_head(t, stdout);
    int code = run(t, &s);
    if (code == 0) report_row(t, stdout);
    bool are_right = code != 0 || report_figures(t, stdout);
    if (code == 0 && !report_csv(t, csv)) code = fail_to_write(path);
    if (code == 0) code = write_picture(&s, t, o);
    studio_close(&s);
    return code == 0 && !are_right ? HEADLESS_WRONG : code;
}

static int run_place(const options* o, const place* p, bool is_first)
{
    trial t;
    belay_error error = {0};
    char path[VIEWER_MAX_PATH];
    FILE* csv = open_csv(o, p, path);
    if (csv == NULL) return fail_to_write(path);
    int code = 1;
    if (trial_begin(&t, p, o, &error)) {
        code = run_and_write(&t, o, csv, path, is_first);
        trial_end(&t);
    } else {
        fprintf(stderr, "haptic: %s: %s\n", p->kind.name, error.message);
    }
    if (fclose(csv) != 0 && code == 0) code = fail_to_write(path);
    fflush(stdout);
    return code;
}

int headless_run(const options* o)
{
    viewer_folder_make(o->out);
    bool are_right = true;
    for (int i = 0; i < place_count(); i++) {
        if (o->place != NULL && o->place != place_at(i)) continue;
        int code = run_place(o, place_at(i), i == 0 || o->place != NULL);
        if (code != 0 && code != HEADLESS_WRONG) return code;
        are_right = are_right && code == 0;
    }
    report_foot(stdout);
    printf("\nWritten: CSV files and pictures in %s\n", o->out);
    return are_right ? 0 : HEADLESS_WRONG;
}
