// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAME 1024
#define MAX_CURVES_BY_FILE 12 // as many as there are colours; more files are told apart by method alone
#define LEAST_SECONDS 1e-7    // times below the clock's grain are equal
#define LEAST_RESIDUAL 1e-18  // what a zero becomes on a logarithmic axis

#if defined(_WIN32)
#define SILENTLY " >NUL 2>&1"
#else
#define SILENTLY " >/dev/null 2>&1"
#endif

// Told apart also without colour vision, in print with the dashes of the second half.
static const char* const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
                                      "#000000", "#7f3c8d", "#a5aa99", "#8b0000", "#4b6a1f", "#3d3d9e"};
#define COLOUR_COUNT ((int)(sizeof colours / sizeof colours[0]))

// ------------------------------------------------------------------------------------------------------------------
// Files
// ------------------------------------------------------------------------------------------------------------------

static FILE* open_part(const arguments* a, const char* ending)
{
    char name[MAX_NAME];
    int size = snprintf(name, sizeof name, "%s%s", a->plot, ending);
    FILE* file = size < (int)sizeof name ? fopen(name, "wb") : NULL;
    if (file == NULL) fprintf(stderr, "belay-solve: --plot '%s': %s%s cannot be written\n", a->plot, a->plot, ending);
    return file;
}

static bool close_part(const arguments* a, FILE* file)
{
    bool is_good = ferror(file) == 0;
    if (fclose(file) == 0 && is_good) return true;
    fprintf(stderr, "belay-solve: --plot '%s': its data cannot be written\n", a->plot);
    return false;
}

bool plot_begin(plot* p, const arguments* a)
{
    p->arguments = a;
    p->curves = NULL;
    if (a->plot == NULL) return true;
    p->curves = open_part(a, "-convergence.dat");
    if (p->curves == NULL) return false;
    fprintf(p->curves, "# One block per solve: iteration, seconds, best residual so far, residual.\n");
    return true;
}

// Every point at first, then as many per decade as a picture can show.
static int32_t next_point(int32_t k, int32_t last)
{
    int32_t next = k + 1 + k / 400;
    return k < last && next > last ? last : next;
}

// The best residual so far is what a method would return if it were stopped; some jump about so much that nothing else
// could be read from a picture.
void plot_add(plot* p, const outcome* o, const history* h)
{
    if (p->curves == NULL) return;
    fprintf(p->curves, "# %s, %s\n", o->name, belay_method_name(o->method));
    double best = HUGE_VAL;
    int32_t next = 0;
    for (int32_t k = 0; k < h->count; k++) {
        best = fmin(best, h->residual[k]);
        if (k < next) continue;
        fprintf(p->curves, "%.0f %.9g %.9g %.9g\n", history_iteration(h, &o->report, k),
                history_seconds(h, &o->report, k), fmax(best, LEAST_RESIDUAL), fmax(h->residual[k], LEAST_RESIDUAL));
        next = next_point(k, h->count - 1);
    }
    // An empty block would not count as one.
    if (h->count == 0) fprintf(p->curves, "0 0 %g %g\n", LEAST_RESIDUAL, LEAST_RESIDUAL);
    fprintf(p->curves, "\n\n");
}

// ------------------------------------------------------------------------------------------------------------------
// The performance profile
// ------------------------------------------------------------------------------------------------------------------

static double clipped_seconds(const outcome* o)
{
    return fmax(o->report.seconds, LEAST_SECONDS);
}

// The least time in which any method solved the file; infinite when none did.
static double best_seconds(const outcome* outcomes, int count, int file_index)
{
    double best = HUGE_VAL;
    for (int i = 0; i < count; i++)
        if (outcomes[i].file_index == file_index && outcomes[i].report.status == BELAY_SOLVE_SOLVED)
            best = fmin(best, clipped_seconds(&outcomes[i]));
    return best;
}

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// The method's times over the best ones, ascending, for what it solved; returns how many.
static int find_ratios(const outcome* outcomes, int count, belay_method method, double* ratios)
{
    int solved = 0;
    for (int i = 0; i < count; i++) {
        const outcome* o = &outcomes[i];
        if (o->method != method || o->report.status != BELAY_SOLVE_SOLVED) continue;
        ratios[solved++] = clipped_seconds(o) / best_seconds(outcomes, count, o->file_index);
    }
    qsort(ratios, (size_t)solved, sizeof *ratios, compare);
    return solved;
}

static int count_files(const outcome* outcomes, int count)
{
    int files = 0;
    for (int i = 0; i < count; i++)
        if (i == 0 || outcomes[i].file_index != outcomes[i - 1].file_index) files++;
    return files;
}

static double largest_ratio(const arguments* a, const outcome* outcomes, int count, double* ratios)
{
    double largest = 1.0;
    for (int m = 0; m < BELAY_METHOD_COUNT; m++) {
        int solved = a->has_method[m] ? find_ratios(outcomes, count, (belay_method)m, ratios) : 0;
        if (solved > 0) largest = fmax(largest, ratios[solved - 1]);
    }
    return fmax(10.0, pow(10.0, ceil(log10(largest) * 4.0) / 4.0));
}

// One block per method: factor and share, as steps; the last point carries the line to the right edge. solved[m] and
// *right are for the script.
static bool write_profile(const plot* p, const outcome* outcomes, int count, int* solved, double* right)
{
    const arguments* a = p->arguments;
    FILE* file = open_part(a, "-profile.dat");
    if (file == NULL) return false;
    double* ratios = malloc(((size_t)count + 1) * sizeof *ratios);
    int files = count_files(outcomes, count);
    *right = ratios != NULL ? largest_ratio(a, outcomes, count, ratios) : 10.0;
    fprintf(file, "# One block per method: factor of the best time, share of the files solved within it.\n");
    for (int m = 0; m < BELAY_METHOD_COUNT && ratios != NULL; m++) {
        if (!a->has_method[m]) continue;
        solved[m] = find_ratios(outcomes, count, (belay_method)m, ratios);
        fprintf(file, "# %s\n1 0\n", belay_method_name((belay_method)m));
        for (int i = 0; i < solved[m]; i++)
            fprintf(file, "%.6g %.6g\n", ratios[i], (i + 1.0) / files);
        fprintf(file, "%.6g %.6g\n\n\n", *right, files > 0 ? (double)solved[m] / files : 0.0);
    }
    free(ratios);
    return close_part(a, file);
}

// ------------------------------------------------------------------------------------------------------------------
// The script
// ------------------------------------------------------------------------------------------------------------------

static void write_quoted(FILE* file, const char* text)
{
    for (; *text != '\0'; text++)
        fprintf(file, "%s%c", *text == '\'' ? "'" : "", *text);
}

// A string of gnuplot's that takes everything as it is: the two texts as one.
static void write_string(FILE* file, const char* text, const char* ending)
{
    fputc('\'', file);
    write_quoted(file, text);
    write_quoted(file, ending);
    fputc('\'', file);
}

static void write_style(FILE* file, int i, int width)
{
    fprintf(file, " lc rgb '%s' dt %d lw %d", colours[i % COLOUR_COUNT], i / (COLOUR_COUNT / 2) % 2 + 1, width);
}

static void write_terminal(FILE* file, const plot* p, const char* ending, int width, int height)
{
    fprintf(file,
            "if (strstrt(GPVAL_TERMINALS, 'pngcairo') > 0) {\n"
            "    set terminal pngcairo noenhanced size %d,%d font 'sans,13' background rgb 'white'\n"
            "} else {\n"
            "    set terminal png noenhanced size %d,%d\n"
            "}\nset output ",
            width, height, width, height);
    write_string(file, p->arguments->plot, ending);
    fprintf(file, "\n");
}

// How many curves of the colours there are by what: by file when there is one method and not too many files.
static bool is_by_file(const arguments* a, int count)
{
    return a->method_count == 1 && count <= MAX_CURVES_BY_FILE;
}

// The index of a method among those that are run.
static int method_place(const arguments* a, belay_method method)
{
    int index = 0;
    for (int m = 0; m < (int)method; m++)
        index += a->has_method[m];
    return index;
}

// The plot command for all curves; `using` picks the axes. The legend names each colour once, and only in one panel.
static void write_curves(FILE* file, const plot* p, const outcome* outcomes, int count, const char* using,
                         bool has_legend)
{
    const arguments* a = p->arguments;
    bool by_file = is_by_file(a, count), is_named[BELAY_METHOD_COUNT] = {false};
    fprintf(file, "plot ");
    for (int i = 0; i < count; i++) {
        const outcome* o = &outcomes[i];
        bool is_new = by_file || !is_named[o->method];
        is_named[o->method] = true;
        write_string(file, a->plot, "-convergence.dat");
        fprintf(file, " index %d using %s with lines", i, using);
        write_style(file, by_file ? i : method_place(a, o->method), count > 24 ? 1 : 2);
        fprintf(file, " title ");
        write_string(file, is_new && has_legend ? (by_file ? o->name : belay_method_name(o->method)) : "", "");
        fprintf(file, ", \\\n    ");
    }
    fprintf(file, "%.17g with lines lc rgb '#808080' dt 3 lw 1.5 title '%s'\n", a->options.tolerance,
            has_legend ? "tolerance" : "");
}

static void write_convergence(FILE* file, const plot* p, const outcome* outcomes, int count)
{
    write_terminal(file, p, "-convergence.png", 1500, 640);
    fprintf(file, "set multiplot\nset logscale xy\nset format '10^{%%T}'\nset termoption enhanced\n"
                  "set grid lc rgb '#d8d8d8' lt 1 lw 0.7\nset border 3\nset tics nomirror out\n"
                  "set tmargin at screen 0.90\nset bmargin at screen 0.13\n"
                  "set ylabel 'best so far of the scaled natural map / |q|'\n");
    fprintf(file, "set lmargin at screen 0.07\nset rmargin at screen 0.40\nset key off\n"
                  "set title 'Residual against iteration'\nset xlabel 'iteration of the method, counted from 1'\n");
    write_curves(file, p, outcomes, count, "($1 + 1):3", false);
    fprintf(file, "set lmargin at screen 0.47\nset rmargin at screen 0.80\nunset ylabel\n"
                  "set key at screen 0.815,0.90 left top Left reverse samplen 3 spacing 1.2 noenhanced\n"
                  "set title 'Residual against time'\n"
                  "set xlabel 'time in s, each solve spread evenly over its iterations'\n");
    write_curves(file, p, outcomes, count, "2:3", true);
    fprintf(file, "unset multiplot\nset output\nreset\n");
}

static void write_profile_plot(FILE* file, const plot* p, int files, const int* solved, double right)
{
    const arguments* a = p->arguments;
    write_terminal(file, p, "-profile.png", 1200, 640);
    fprintf(file,
            "set logscale x\nset xrange [1:%.6g]\nset yrange [0:1.02]\nset ytics 0.1\n"
            "set grid lc rgb '#d8d8d8' lt 1 lw 0.7\nset border 3\nset tics nomirror out\n"
            "set lmargin at screen 0.08\nset rmargin at screen 0.72\nset bmargin at screen 0.13\n"
            "set key at screen 0.735,0.92 left top Left reverse samplen 3 spacing 1.2\n"
            "set title 'Performance profile: %d file%s, tolerance %g'\n"
            "set xlabel 'factor of the best time of any method (log)'\n"
            "set ylabel 'share of the files solved within that factor'\nplot ",
            right, files, files == 1 ? "" : "s", a->options.tolerance);
    int i = 0;
    for (int m = 0; m < BELAY_METHOD_COUNT; m++) {
        if (!a->has_method[m]) continue;
        fprintf(file, i > 0 ? ", \\\n    " : "");
        write_string(file, a->plot, "-profile.dat");
        fprintf(file, " index %d using 1:2 with steps", i);
        write_style(file, i++, 2);
        fprintf(file, " title '%s (%d of %d)'", belay_method_name((belay_method)m), solved[m], files);
    }
    fprintf(file, "\nset output\n");
}

// ------------------------------------------------------------------------------------------------------------------
// Drawing
// ------------------------------------------------------------------------------------------------------------------

// Appends text to a command so that the shell takes it as one word.
static size_t append_quoted(char* command, size_t size, const char* text)
{
#if defined(_WIN32)
    size += (size_t)sprintf(command + size, "\"%s\"", text);
#else
    command[size++] = '\'';
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            size += (size_t)sprintf(command + size, "'\\''");
        else
            command[size++] = *text;
    }
    command[size++] = '\'';
    command[size] = '\0';
#endif
    return size;
}

static void draw(const arguments* a)
{
    char script[MAX_NAME], command[4 * MAX_NAME + 64];
    snprintf(script, sizeof script, "%s.gnuplot", a->plot);
    if (system("gnuplot --version" SILENTLY) != 0) {
        fprintf(stderr,
                "belay-solve: --plot: gnuplot is not found (Debian: gnuplot-nox), so nothing is drawn; "
                "'gnuplot %s' does it later.\n",
                script);
        return;
    }
    append_quoted(command, (size_t)sprintf(command, "gnuplot "), script);
    if (system(command) != 0) fprintf(stderr, "belay-solve: --plot: gnuplot failed on %s\n", script);
}

bool plot_end(plot* p, const outcome* outcomes, int count)
{
    const arguments* a = p->arguments;
    if (p->curves == NULL) return true;
    if (!close_part(a, p->curves)) return false;
    if (count == 0) return true;
    int solved[BELAY_METHOD_COUNT] = {0};
    double right;
    if (!write_profile(p, outcomes, count, solved, &right)) return false;
    FILE* script = open_part(a, ".gnuplot");
    if (script == NULL) return false;
    write_convergence(script, p, outcomes, count);
    write_profile_plot(script, p, count_files(outcomes, count), solved, right);
    if (!close_part(a, script)) return false;
    draw(a);
    return true;
}
