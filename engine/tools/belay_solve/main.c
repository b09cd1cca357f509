// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// belay-solve: the solver library by itself, on problems in files. It uses nothing but the public headers.

#include "arguments.h"
#include "history.h"
#include "outcome.h"
#include "plot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <direct.h>
#define make_folder(path) _mkdir(path)
#else
#include <sys/stat.h>
#define make_folder(path) mkdir(path, 0777)
#endif

#define EXIT_UNSOLVED 1
#define EXIT_USAGE 2

// One run of the program.
typedef struct run {
    const arguments* arguments;
    printer printer;
    plot plot;
    FILE* history;     // CSV, or null
    outcome* outcomes; // one per solve, for the plots
    int count;
    bool has_failed; // something was wrong with a file
    bool is_unsolved;
} run;

static bool fail(run* r, const char* text)
{
    fprintf(stderr, "belay-solve: %s\n", text);
    r->has_failed = true;
    return false;
}

// ------------------------------------------------------------------------------------------------------------------
// One solve
// ------------------------------------------------------------------------------------------------------------------

static void write_solution(run* r, const outcome* o, const double* impulses)
{
    const arguments* a = r->arguments;
    char path[1024], comment[512];
    const char* method = belay_method_name(o->method);
    bool is_named = a->method_count > 1;
    int size = snprintf(path, sizeof path, "%s/%s%s%s.ref", a->solutions, o->name, is_named ? "." : "",
                        is_named ? method : "");
    if (size >= (int)sizeof path) {
        fail(r, "--write-solutions: the name of a file is too long");
        return;
    }
    const belay_residual* e = &o->report.residual;
    snprintf(comment, sizeof comment,
             "impulses for %s: %d numbers (r_N r_T1 r_T2 per contact)\n"
             "method %s, status %s, tolerance %g\n"
             "e=%.3e (scaled natural map / |q|)  eb=%.3e  ec=%.3e  d=%.3e",
             o->name, 3 * (int)o->contacts, method, belay_solve_status_name(o->report.status), a->options.tolerance,
             e->natural, e->alart_curnier, e->fischer_burmeister, o->report.plain_natural);
    belay_error error;
    if (belay_impulses_write(path, impulses, o->contacts, comment, &error) != BELAY_OK) fail(r, error.message);
}

static void keep(run* r, const outcome* o, const history* h, const double* impulses)
{
    r->outcomes[r->count++] = *o;
    if (o->report.status != BELAY_SOLVE_SOLVED) r->is_unsolved = true;
    printer_add(&r->printer, o);
    if (r->arguments->solutions != NULL) write_solution(r, o, impulses);
    if (r->history != NULL) history_write(r->history, o, h);
    plot_add(&r->plot, o, h);
}

static bool is_zero(const double* r, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (r[i] != 0.0) return false;
    return true;
}

static void solve(run* r, outcome* o, const belay_problem* problem, double* impulses)
{
    const arguments* a = r->arguments;
    size_t count = 3 * (size_t)problem->contact_count;
    memcpy(impulses, problem->r, count * sizeof *impulses);
    history h;
    if (!history_init(&h, &a->options, a->history != NULL || a->plot != NULL)) {
        fail(r, "no memory for the history");
        return;
    }
    belay_solve_options options = a->options;
    options.history = h.residual;
    options.history_capacity = h.capacity;
    h.guesses = is_zero(impulses, count) ? 1 : 2;
    belay_error error;
    if (belay_problem_solve(problem, o->method, &options, impulses, &o->report, &error) == BELAY_OK) {
        h.count = o->report.history_count;
        keep(r, o, &h, impulses);
    } else {
        fprintf(stderr, "belay-solve: %s: %s: ", o->file, belay_method_name(o->method));
        fprintf(stderr, "%s\n", error.message);
        r->has_failed = true;
    }
    history_fini(&h);
}

// ------------------------------------------------------------------------------------------------------------------
// One file
// ------------------------------------------------------------------------------------------------------------------

static void solve_with_all(run* r, int file_index, const belay_problem* problem)
{
    outcome o;
    memset(&o, 0, sizeof o);
    o.file = r->arguments->files[file_index];
    o.file_index = file_index;
    o.contacts = problem->contact_count;
    outcome_name(o.file, o.name);
    double* impulses = malloc((3 * (size_t)problem->contact_count + 1) * sizeof *impulses);
    if (impulses == NULL) fail(r, "no memory for the impulses");
    for (int m = 0; m < BELAY_METHOD_COUNT && impulses != NULL; m++) {
        o.method = (belay_method)m;
        if (r->arguments->has_method[m]) solve(r, &o, problem, impulses);
    }
    free(impulses);
}

static void do_file(run* r, int file_index)
{
    const arguments* a = r->arguments;
    belay_problem* problem = NULL;
    belay_error error;
    belay_result result = belay_problem_read(a->files[file_index], NULL, &problem, &error);
    if (result == BELAY_OK && a->start != NULL)
        result = belay_impulses_read(a->start, problem->r, problem->contact_count, &error);
    if (result == BELAY_OK)
        solve_with_all(r, file_index, problem);
    else
        fail(r, error.message);
    belay_problem_destroy(problem);
}

// ------------------------------------------------------------------------------------------------------------------
// The run
// ------------------------------------------------------------------------------------------------------------------

// Solutions are named after their problems, so two problems of one name would share a file.
static bool check_names(run* r)
{
    const arguments* a = r->arguments;
    for (int i = 0; a->solutions != NULL && i < a->file_count; i++) {
        for (int j = 0; j < i; j++) {
            char x[NAME_SIZE], y[NAME_SIZE];
            outcome_name(a->files[i], x);
            outcome_name(a->files[j], y);
            if (strcmp(x, y) != 0) continue;
            fprintf(stderr, "belay-solve: --write-solutions '%s': '%s' and '%s' would share one file\n", a->solutions,
                    a->files[j], a->files[i]);
            return false;
        }
    }
    return true;
}

static bool begin(run* r, const arguments* a)
{
    memset(r, 0, sizeof *r);
    r->arguments = a;
    r->outcomes = calloc((size_t)a->file_count * (size_t)a->method_count, sizeof *r->outcomes);
    if (r->outcomes == NULL) return fail(r, "no memory");
    if (!check_names(r)) return false;
    if (a->solutions != NULL && make_folder(a->solutions) != 0 && errno != EEXIST) {
        fprintf(stderr, "belay-solve: --write-solutions '%s': the folder cannot be made: %s\n", a->solutions,
                strerror(errno));
        return false;
    }
    if (a->history != NULL) {
        r->history = fopen(a->history, "wb");
        if (r->history == NULL) {
            fprintf(stderr, "belay-solve: --history '%s': cannot be written: %s\n", a->history, strerror(errno));
            return false;
        }
        history_write_head(r->history);
    }
    return plot_begin(&r->plot, a);
}

static void end(run* r)
{
    printer_end(&r->printer);
    if (!plot_end(&r->plot, r->outcomes, r->count)) r->has_failed = true;
    if (r->history == NULL) return;
    bool is_good = ferror(r->history) == 0;
    if (fclose(r->history) != 0 || !is_good)
        fail(r, "--history: the file cannot be written: the disk is full, or failed");
    r->history = NULL;
}

static int run_all(const arguments* a)
{
    run r;
    bool has_begun = begin(&r, a);
    if (has_begun) {
        printer_begin(&r.printer, a);
        for (int i = 0; i < a->file_count; i++)
            do_file(&r, i);
        end(&r);
    } else if (r.history != NULL) {
        fclose(r.history);
    }
    free(r.outcomes);
    if (!has_begun || r.has_failed) return EXIT_USAGE;
    return r.is_unsolved ? EXIT_UNSOLVED : EXIT_SUCCESS;
}

int main(int argc, char** argv)
{
    arguments a;
    if (!arguments_read(&a, argc, argv)) return EXIT_USAGE;
    if (a.wants_help)
        arguments_print_help();
    else if (a.wants_list)
        arguments_print_list();
    else
        return run_all(&a);
    return EXIT_SUCCESS;
}
