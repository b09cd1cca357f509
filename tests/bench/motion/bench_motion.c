// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// bench motion: which scenes, on how many threads, and where the numbers go.

#include "bench.h"
#include "motion/motion_peers.h"
#include "motion/motion_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct motion_bench {
    const char** words; // scenes that are wanted; none: all
    int word_count;
    int threads; // 1 or 2; 0: both
    int steps;   // measured; 0: as the table says
    bool is_game, is_alone, shows_parts;
    FILE* csv;
    bool has_failed;
} motion_bench;

static int usage(FILE* to)
{
    fprintf(to, "usage: bench motion [SCENE...] [OPTION...]\n"
                "  --threads N  1 or 2 threads of Belay; default: both, a step of each in turn\n"
                "  --steps N    of every scene, instead of its own number\n"
                "  --game       Belay with its settings for games, instead of its defaults\n"
                "  --alone      Belay alone\n"
                "  --parts      the parts of each scene's worst step too\n"
                "  --csv FILE   the numbers as scene,engine,threads,quantity,value\n"
                "Notes in the table: NOT FINITE (a body is nowhere), TOO FAST (faster than falls and movers make it), "
                "FALLEN OUT (below all that\n  holds), FAULTS (Belay could not move so many bodies as it should), "
                "out of work or budget (so many steps)\n"
                "SCENE; none: all of\n");
    for (int i = 0; i < motion_row_count; i++)
        fprintf(to, "    %-15s %s\n", motion_rows[i].name, motion_rows[i].what);
    return to == stdout ? 0 : 2;
}

// ---------------------------------------------------------------------------------------------------------------------
// Running
// ---------------------------------------------------------------------------------------------------------------------

#define PATIENCE 10.0 // s of CPU time, with another engine: then the run ends early

typedef struct motion_entry {
    const motion_calls* calls;
    int threads;
    motion_run run;
    bool is_on, has_failed;
    double spent; // s, CPU
} motion_entry;

static void advance(motion_entry* e, bool is_measured)
{
    double begin = bench_cpu_seconds();
    if (!motion_run_step(&e->run, is_measured)) e->has_failed = true;
    e->spent += bench_cpu_seconds() - begin;
    e->is_on = !e->has_failed && (e->calls->is_belay || e->spent < PATIENCE);
}

static motion_result finish(motion_entry* e, const motion_row* row)
{
    double bytes = e->run.world != NULL ? e->calls->get_bytes(e->run.world) : NAN;
    motion_result r = motion_result_of(row, &e->run, e->threads, bytes);
    r.has_failed = e->has_failed;
    motion_run_end(&e->run);
    return r;
}

// Runs that are compared make their steps in turn, so that what else the machine does slows all of them.
static void run_in_turn(const motion_bench* b, const motion_row* row, const motion_scene* scene, motion_entry* entries,
                        int count, motion_result* results)
{
    const int steps = b->steps > 0 ? b->steps : row->steps;
    for (int k = 0; k < count; k++) {
        motion_settings settings = {entries[k].threads, row->budget, b->is_game};
        entries[k].is_on = motion_run_begin(&entries[k].run, scene, entries[k].calls, &settings, steps);
        entries[k].has_failed = !entries[k].is_on;
    }
    for (int i = 0; i < row->skip + steps; i++)
        for (int k = 0; k < count; k++)
            if (entries[k].is_on) advance(&entries[k], i >= row->skip);
    for (int k = 0; k < count; k++)
        results[k] = finish(&entries[k], row);
}

static void show(motion_bench* b, const motion_result* r, const motion_result* one)
{
    motion_print_result(r, one);
    if (b->shows_parts) motion_print_parts(r);
    if (b->csv != NULL) motion_csv_result(b->csv, r);
    b->has_failed = b->has_failed || (r->is_belay && r->has_failed);
}

// Null: it is not here.
static const motion_calls* find_peer(int index)
{
    if (index == 1) return motion_ode();
    if (index == 2) return motion_mujoco();
#if defined(BELAY_HAVE_BULLET)
    return motion_bullet();
#else
    return NULL;
#endif
}

static void run_peers(motion_bench* b, const motion_row* row, const motion_scene* scene)
{
    for (int i = 0; i < 3; i++) {
        const motion_calls* calls = find_peer(i);
        if (calls == NULL || !calls->is_able(scene)) continue;
        motion_entry entry = {.calls = calls, .threads = 1};
        motion_result result;
        run_in_turn(b, row, scene, &entry, 1, &result);
        show(b, &result, NULL);
    }
}

static void run_belay(motion_bench* b, const motion_row* row, const motion_scene* scene)
{
    motion_entry entries[2] = {{.calls = motion_belay(), .threads = b->threads > 0 ? b->threads : 1},
                               {.calls = motion_belay(), .threads = 2}};
    motion_result results[2];
    const int count = b->threads == 0 ? 2 : 1;
    run_in_turn(b, row, scene, entries, count, results);
    for (int k = 0; k < count; k++)
        show(b, &results[k], k > 0 ? &results[0] : NULL);
}

static void run_row(motion_bench* b, const motion_row* row)
{
    motion_scene scene = motion_scene_begin(row->n);
    row->build(&scene);
    if (motion_scene_finish(&scene)) {
        run_belay(b, row, &scene);
        if (!b->is_alone) run_peers(b, row, &scene);
    } else {
        b->has_failed = true;
    }
    motion_scene_fini(&scene);
}

// ---------------------------------------------------------------------------------------------------------------------
// Words
// ---------------------------------------------------------------------------------------------------------------------

static bool open_csv(motion_bench* b, const char* name)
{
    b->csv = fopen(name, "w");
    if (b->csv == NULL) {
        fprintf(stderr, "bench: cannot write '%s'\n", name);
        return false;
    }
    motion_csv_header(b->csv);
    return true;
}

static bool take_number(const char* word, int least, int most, int* number)
{
    char* end;
    long value = strtol(word, &end, 10);
    if (*end != '\0' || value < least || value > most) return false;
    *number = (int)value;
    return true;
}

// Takes an option and its value; the number of words taken, 0 for one that is none.
static int take_option(motion_bench* b, const char* word, const char* value)
{
    bool* flag = strcmp(word, "--game") == 0    ? &b->is_game
                 : strcmp(word, "--alone") == 0 ? &b->is_alone
                 : strcmp(word, "--parts") == 0 ? &b->shows_parts
                                                : NULL;
    if (flag != NULL) {
        *flag = true;
        return 1;
    }
    if (value == NULL) return 0;
    if (strcmp(word, "--threads") == 0) return take_number(value, 1, 2, &b->threads) ? 2 : 0;
    if (strcmp(word, "--steps") == 0) return take_number(value, 1, 100000, &b->steps) ? 2 : 0;
    if (strcmp(word, "--csv") == 0) return open_csv(b, value) ? 2 : 0;
    return 0;
}

static bool is_scene(const char* word)
{
    for (int i = 0; i < motion_row_count; i++)
        if (strcmp(word, motion_rows[i].name) == 0) return true;
    fprintf(stderr, "bench: there is no scene '%s'\n", word);
    return false;
}

static bool take_words(motion_bench* b, int argc, char** argv)
{
    for (int i = 0; i < argc;) {
        if (argv[i][0] != '-') {
            if (!is_scene(argv[i])) return false;
            b->words[b->word_count++] = argv[i++];
            continue;
        }
        int taken = take_option(b, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
        if (taken == 0) return false;
        i += taken;
    }
    return true;
}

static bool is_wanted(const motion_bench* b, const char* name)
{
    for (int i = 0; i < b->word_count; i++)
        if (strcmp(name, b->words[i]) == 0) return true;
    return b->word_count == 0;
}

static void print_engines(const motion_bench* b)
{
    static const char* const names[] = {"Bullet", "ODE", "MuJoCo"};
    printf("Belay with its %s", b->is_game ? "settings for games" : "defaults");
    for (int i = 0; i < 3 && !b->is_alone; i++)
        printf(", %s%s", names[i], find_peer(i) == NULL ? " (not installed)" : "");
}

static int run_rows(motion_bench* b)
{
    bench_print_machine();
    print_engines(b);
    printf("; h = 1/60 s. Time of what is done before a step and of the step: CPU time on one "
           "thread, wall time on two.\n"
           "Overlap: the deepest of each step, as the engine itself tells. Rises: sum of all rises of the bodies' "
           "energy where nothing drives them (taking overlap back lifts);\n"
           "made: what Belay's account says was made by what is no drive. Quoted: one machine, one run, one thread, "
           "scenes of other makers: ratios are what counts.\n");
    motion_print_header();
    for (int i = 0; i < motion_row_count; i++)
        if (is_wanted(b, motion_rows[i].name)) run_row(b, &motion_rows[i]);
    return b->has_failed ? 1 : 0;
}

int bench_motion(int argc, char** argv)
{
    if (argc > 0 && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)) return usage(stdout);
    motion_bench b = {0};
    b.words = calloc((size_t)argc + 1, sizeof *b.words);
    if (b.words == NULL) return 1;
    int status = take_words(&b, argc, argv) ? run_rows(&b) : usage(stderr);
    if (b.csv != NULL && fclose(b.csv) != 0) {
        fprintf(stderr, "bench: the CSV file could not be written\n");
        status = 1;
    }
    free(b.words);
    return status;
}
