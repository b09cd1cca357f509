// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "arguments.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: belay-solve FILE... [OPTION...]\n"
    "\n"
    "Solves frictional contact problems in files of the format \"dfcp 1\" (also compressed: .dfcp.gz) and judges the\n"
    "impulses found by one residual, whatever the method.\n"
    "\n"
    "Method\n"
    "  --method M            which one (see --list); may be given again for more of them; default auto\n"
    "  --all                 every method of this build on every file\n"
    "  --tol T               residual to reach, above 0 and below 1; default 1e-8\n"
    "  --budget S            seconds for each solve; default 0: no limit\n"
    "  --max-iterations N    of the method's own unit; default 100000\n"
    "  --start FILE          impulses to start from (one problem only); default zero\n"
    "  --seed N              of what a method draws at random; default 1\n"
    "Gauss-Seidel methods\n"
    "  --local L             solver of one contact (see --list); default exact\n"
    "  --order O             of the sweeps: forward, symmetric or shuffled; default forward\n"
    "  --relaxation W        above 0 and below 2; default 1\n"
    "  --adaptive            relaxation that adapts itself\n"
    "  --freeze              skip contacts that have come to rest for some sweeps\n"
    "Lemke's methods\n"
    "  --facets N            of the cone, 3 to 16; default 8\n"
    "Output\n"
    "  --table, --csv, --json    what is printed; default a table\n"
    "  --write-solutions DIR     the impulses, as DIR/NAME.ref; DIR/NAME.METHOD.ref with several methods\n"
    "  --history FILE            CSV: file,method,iteration,residual\n"
    "  --plot PREFIX             PREFIX-convergence.png and PREFIX-profile.png, drawn by gnuplot\n"
    "  --list                    the methods and one-contact solvers there are\n"
    "  --help                    this text\n"
    "\n"
    "The columns: natural is the scaled natural map (e), the one that --tol is about; natural_max its largest term, "
    "at\n"
    "the contact worst; then the scaled Alart-Curnier (eb) and Fischer-Burmeister (ec) functions, and the unscaled\n"
    "natural map (d), which depends on the units. All are divided by |q|.\n"
    "\n"
    "Exit code: 0 when every solve reached the tolerance, 1 when one did not, 2 when something is wrong with the\n"
    "command line or a file.\n";

void arguments_print_help(void)
{
    fputs(help, stdout);
}

void arguments_print_list(void)
{
    printf("Methods (--method)\n");
    for (int i = 0; i < BELAY_METHOD_COUNT; i++) {
        const char* why = NULL;
        belay_method m = (belay_method)i;
        bool is_here = belay_method_is_available(m, &why);
        printf("  %-15s %s\n", belay_method_name(m), belay_method_text(m));
        if (!is_here) printf("  %-15s not in this build%s%s\n", "", why != NULL ? ": " : "", why != NULL ? why : "");
    }
    printf("\nOne-contact solvers of the Gauss-Seidel methods (--local)\n");
    for (int i = 0; i < BELAY_LOCAL_COUNT; i++)
        printf("  %-15s %s\n", belay_local_name((belay_local_method)i), belay_local_text((belay_local_method)i));
}

// ------------------------------------------------------------------------------------------------------------------
// Values
// ------------------------------------------------------------------------------------------------------------------

static bool refuse(const char* option, const char* value, const char* wanted)
{
    fprintf(stderr, "belay-solve: %s '%s': %s\n", option, value, wanted);
    return false;
}

static bool read_number(const char* option, const char* value, double* x, const char* wanted)
{
    char* end;
    *x = strtod(value, &end);
    return (*value != '\0' && *end == '\0' && isfinite(*x)) || refuse(option, value, wanted);
}

static bool read_whole(const char* option, const char* value, double least, double most, double* x, const char* wanted)
{
    if (!read_number(option, value, x, wanted)) return false;
    return (*x >= least && *x <= most && floor(*x) == *x) || refuse(option, value, wanted);
}

static bool set_tolerance(arguments* a, const char* option, const char* value)
{
    const char* wanted = "must be a number above 0 and below 1";
    double* x = &a->options.tolerance;
    return read_number(option, value, x, wanted) && ((*x > 0.0 && *x < 1.0) || refuse(option, value, wanted));
}

static bool set_budget(arguments* a, const char* option, const char* value)
{
    const char* wanted = "must be a number of seconds, at least 0";
    double* x = &a->options.budget_seconds;
    return read_number(option, value, x, wanted) && (*x >= 0.0 || refuse(option, value, wanted));
}

static bool set_relaxation(arguments* a, const char* option, const char* value)
{
    const char* wanted = "must be a number above 0 and below 2";
    double* x = &a->options.relaxation;
    return read_number(option, value, x, wanted) && ((*x > 0.0 && *x < 2.0) || refuse(option, value, wanted));
}

static bool set_max_iterations(arguments* a, const char* option, const char* value)
{
    double x;
    if (!read_whole(option, value, 1.0, 1e15, &x, "must be a whole number, at least 1")) return false;
    a->options.max_iterations = (int64_t)x;
    return true;
}

static bool set_facets(arguments* a, const char* option, const char* value)
{
    double x;
    if (!read_whole(option, value, 3.0, 16.0, &x, "must be a whole number from 3 to 16")) return false;
    a->options.facets = (int32_t)x;
    return true;
}

static bool set_seed(arguments* a, const char* option, const char* value)
{
    double x;
    if (!read_whole(option, value, 0.0, 1e15, &x, "must be a whole number from 0 to 1e15")) return false;
    a->options.seed = (uint64_t)x;
    return true;
}

static bool set_method(arguments* a, const char* option, const char* value)
{
    belay_method method;
    const char* why = NULL;
    if (!belay_method_find(value, &method)) return refuse(option, value, "no such method; --list names them");
    if (!belay_method_is_available(method, &why))
        return refuse(option, value, why != NULL ? why : "this build does not have it; --list tells what it has");
    if (!a->has_method[method]) a->method_count++;
    a->has_method[method] = true;
    return true;
}

static bool set_local(arguments* a, const char* option, const char* value)
{
    return belay_local_find(value, &a->options.local) ||
           refuse(option, value, "no such one-contact solver; --list names them");
}

static bool set_order(arguments* a, const char* option, const char* value)
{
    static const char* const names[BELAY_SWEEP_COUNT] = {"forward", "symmetric", "shuffled"};
    for (int i = 0; i < BELAY_SWEEP_COUNT; i++) {
        if (strcmp(names[i], value) != 0) continue;
        a->options.order = (belay_sweep_order)i;
        return true;
    }
    return refuse(option, value, "must be forward, symmetric or shuffled");
}

static bool set_text(const char** place, const char* option, const char* value)
{
    *place = value;
    return *value != '\0' || refuse(option, value, "must not be empty");
}

static bool set_start(arguments* a, const char* option, const char* value)
{
    return set_text(&a->start, option, value);
}

static bool set_solutions(arguments* a, const char* option, const char* value)
{
    return set_text(&a->solutions, option, value);
}

static bool set_history(arguments* a, const char* option, const char* value)
{
    return set_text(&a->history, option, value);
}

static bool set_plot(arguments* a, const char* option, const char* value)
{
    return set_text(&a->plot, option, value);
}

// ------------------------------------------------------------------------------------------------------------------
// Options
// ------------------------------------------------------------------------------------------------------------------

static const struct {
    const char* name;
    bool (*set)(arguments* a, const char* option, const char* value);
} valued[] = {
    {"--method", set_method},
    {"--tol", set_tolerance},
    {"--budget", set_budget},
    {"--max-iterations", set_max_iterations},
    {"--local", set_local},
    {"--order", set_order},
    {"--relaxation", set_relaxation},
    {"--facets", set_facets},
    {"--seed", set_seed},
    {"--start", set_start},
    {"--write-solutions", set_solutions},
    {"--history", set_history},
    {"--plot", set_plot},
};

// True when it is an option without a value; then it is set.
static bool set_flag(arguments* a, const char* word)
{
    bool* flag = NULL;
    if (strcmp(word, "--all") == 0) flag = &a->is_all;
    if (strcmp(word, "--adaptive") == 0) flag = &a->options.enable_adaptive_relaxation;
    if (strcmp(word, "--freeze") == 0) flag = &a->options.enable_freezing;
    if (strcmp(word, "--list") == 0) flag = &a->wants_list;
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) flag = &a->wants_help;
    if (flag != NULL) *flag = true;
    static const char* const formats[] = {"--table", "--csv", "--json"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(word, formats[i]) != 0) continue;
        a->format = (output_format)i;
        return true;
    }
    return flag != NULL;
}

// Sets an option with a value, which is behind '=' or the next word; *i is moved to the last word used.
static bool set_valued(arguments* a, int argc, char** argv, int* i)
{
    const char* word = argv[*i];
    size_t length = strcspn(word, "=");
    for (size_t k = 0; k < sizeof valued / sizeof valued[0]; k++) {
        if (strlen(valued[k].name) != length || strncmp(valued[k].name, word, length) != 0) continue;
        if (word[length] == '=') return valued[k].set(a, valued[k].name, word + length + 1);
        if (*i + 1 < argc) return valued[k].set(a, word, argv[++*i]);
        fprintf(stderr, "belay-solve: %s: its value is missing\n", word);
        return false;
    }
    fprintf(stderr, "belay-solve: '%s': no such option; --help lists them\n", word);
    return false;
}

static bool choose_methods(arguments* a)
{
    for (int i = 0; a->is_all && i < BELAY_METHOD_COUNT; i++) {
        bool is_new = !a->has_method[i] && belay_method_is_available((belay_method)i, NULL);
        a->has_method[i] = a->has_method[i] || is_new;
        a->method_count += is_new;
    }
    return a->method_count > 0 || set_method(a, "--method", belay_method_name(BELAY_METHOD_AUTO));
}

static bool check_together(arguments* a)
{
    if (a->file_count == 0) {
        fprintf(stderr, "belay-solve: no FILE is given; --help tells more\n");
        return false;
    }
    if (a->start != NULL && a->file_count > 1) return refuse("--start", a->start, "goes with a single FILE only");
    return choose_methods(a);
}

bool arguments_read(arguments* a, int argc, char** argv)
{
    memset(a, 0, sizeof *a);
    a->options = belay_solve_options_default();
    a->files = argv + 1;
    bool has_ended = false; // "--": only files follow
    for (int i = 1; i < argc; i++) {
        char* word = argv[i];
        if (has_ended || word[0] != '-' || word[1] == '\0') {
            a->files[a->file_count++] = word;
        } else if (strcmp(word, "--") == 0) {
            has_ended = true;
        } else if (!set_flag(a, word) && !set_valued(a, argc, argv, &i)) {
            return false;
        }
    }
    return a->wants_help || a->wants_list || check_together(a);
}
