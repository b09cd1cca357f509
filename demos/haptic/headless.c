// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/report.h"
#include "haptic/studio.h"
#include "haptic/trial.h"

#include "shell/files.h"
#include "shell/parts.h"

enum { HEADLESS_WRONG = 3 };

static bool run(shell* s, trial* t, studio* pictures)
{
    belay_error error = {0};
    while (!trial_is_over(t)) {
        if (!trial_tick(t, &error)) {
            shell_fail(s, "%s at %.3f s: %s", t->p->kind.name, trial_time(t), error.message);
            return false;
        }
        studio_follow(pictures, t);
    }
    return true;
}

static int run_and_write(shell* s, trial* t, FILE* csv, bool is_first)
{
    studio pictures = {0};
    bool has_pictures = shell_canvas_open(s, SHELL_CANVAS_STILL, true);
    bool is_good = !has_pictures || studio_open(&pictures, s, t), are_right = true;
    if (is_first) report_head(t, stdout);
    is_good = is_good && run(s, t, &pictures);
    if (is_good) {
        report_row(t, stdout);
        are_right = report_figures(t, stdout);
        report_csv(t, csv);
        if (has_pictures) is_good = studio_write(&pictures, t);
    }
    studio_close(&pictures);
    shell_canvas_close(s);
    return !is_good ? SHELL_FAILED : are_right ? SHELL_DONE : HEADLESS_WRONG;
}

static int run_place(shell* s, const place* p, bool is_first)
{
    trial t;
    belay_error error = {0};
    shell_file csv;
    char name[64];
    snprintf(name, sizeof name, "%s.csv", p->kind.name);
    if (!shell_file_open(s, &csv, name)) return SHELL_FAILED;
    int code = SHELL_FAILED;
    if (trial_begin(&t, p, s->options, &error)) {
        code = run_and_write(s, &t, csv.file, is_first);
        trial_end(&t);
    } else {
        shell_fail(s, "%s: %s", p->kind.name, error.message);
    }
    if (!shell_file_close(s, &csv)) code = SHELL_FAILED;
    fflush(stdout);
    return code;
}

int headless_run(shell* s)
{
    const options* o = s->options;
    bool are_right = true;
    if (o->device != NULL) {
        shell_fail(s, "--device: '%.60s' takes a window, and none can be opened here", o->device);
        return SHELL_USAGE;
    }
    s->is_quiet = true; // the table would be torn apart
    for (int i = 0; i < place_count(); i++) {
        if (o->place != NULL && o->place != place_at(i)) continue;
        int code = run_place(s, place_at(i), i == 0 || o->place != NULL);
        if (code != SHELL_DONE && code != HEADLESS_WRONG) return code;
        are_right = are_right && code == SHELL_DONE;
    }
    report_foot(stdout);
    printf("\nWritten: CSV files%s in %s\n", s->leaves_pictures_out ? "" : " and pictures", s->out);
    return are_right ? SHELL_DONE : HEADLESS_WRONG;
}
