// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// bench rigid: which scenes, with which engines, and where the numbers go.

#include "rigid/bench_rigid.h"
#include "bench.h"

#include <stdlib.h>
#include <string.h>

static int usage(FILE* to)
{
    fprintf(to, "usage: bench rigid [SCENE...] [OPTION...]\n"
                "  SCENE          S1 to S6, or a table: 80 320 1000 large-step; wall arch bracket pyramid cards; push\n"
                "                 pushbox incline slide spin spin-fine; roll; bounce-1 bounce-8; column jittered "
                "leaning. None: all\n"
                "  --long         the long cases too: S1 with 160 and 5000 spheres, masonry at 1/240 s\n"
                "  --alone        Belay alone\n"
                "  --repeat N     every case N times; the quietest run counts\n"
                "  --tolerance E  of Belay's solver, instead of its default\n"
                "  --csv FILE     the numbers as scene,table,engine,quantity,value\n");
    return to == stdout ? 0 : 2;
}

static bool open_csv(rigid_bench* b, const char* name)
{
    b->csv = fopen(name, "w");
    if (b->csv == NULL) {
        fprintf(stderr, "bench: cannot write '%s'\n", name);
        return false;
    }
    fprintf(b->csv, "scene,table,engine,quantity,value\n");
    return true;
}

// Takes an option and its value; the number of words taken, 0 for one that is none.
static int take_option(rigid_bench* b, const char* word, const char* value)
{
    char* end = NULL;
    if (strcmp(word, "--long") == 0) {
        b->is_long = true;
        return 1;
    }
    if (strcmp(word, "--alone") == 0) {
        b->is_alone = true;
        return 1;
    }
    if (value == NULL) return 0;
    if (strcmp(word, "--repeat") == 0) {
        long n = strtol(value, &end, 10);
        b->repeats = (int)n;
        return *end == '\0' && n >= 1 && n <= 100 ? 2 : 0;
    }
    if (strcmp(word, "--tolerance") == 0) {
        b->tolerance = strtod(value, &end);
        return *end == '\0' && b->tolerance > 0.0 ? 2 : 0;
    }
    if (strcmp(word, "--csv") == 0) return open_csv(b, value) ? 2 : 0;
    return 0;
}

static bool take_words(rigid_bench* b, int argc, char** argv)
{
    for (int i = 0; i < argc;) {
        if (argv[i][0] != '-') {
            b->words[b->word_count++] = argv[i++];
            continue;
        }
        int taken = take_option(b, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
        if (taken == 0) return false;
        i += taken;
    }
    return true;
}

static void print_engines(const rigid_bench* b)
{
    static const struct {
        rigid_engine engine;
        const char *name, *package;
    } peers[] = {{RIGID_BULLET, "Bullet", "libbullet-dev"},
                 {RIGID_ODE, "ODE", "libode-dev"},
                 {RIGID_MUJOCO, "MuJoCo", "libmujoco-dev"}};
    bench_print_machine();
    printf("Belay%s", b->is_alone ? " alone" : "");
    for (int i = 0; i < 3 && !b->is_alone; i++)
        if (rigid_engine_calls(peers[i].engine) != NULL) printf(", %s", peers[i].name);
    printf("; one thread unless said, CPU time of the step call. Box3D and Jolt are quoted, not measured here.\n");
    for (int i = 0; i < 3 && !b->is_alone; i++)
        if (rigid_engine_calls(peers[i].engine) == NULL)
            printf("Note: %s is not here (Debian: %s) and left out.\n", peers[i].name, peers[i].package);
}

static int run(rigid_bench* b)
{
    static void (*const scenes[])(rigid_bench*) = {rigid_run_s1, rigid_run_s2, rigid_run_s3,
                                                   rigid_run_s4, rigid_run_s5, rigid_run_s6};
    print_engines(b);
    if (!rigid_scene_check()) return 1;
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++)
        scenes[i](b);
    if (b->tables == 0) {
        fprintf(stderr, "bench: there is no such scene\n");
        return usage(stderr);
    }
    printf("\nOf %d bars %d are met.\n", b->met + b->missed, b->met);
    return b->has_failed ? 1 : 0;
}

int bench_rigid(int argc, char** argv)
{
    if (argc > 0 && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)) return usage(stdout);
    rigid_bench b = {.repeats = 1};
    b.words = calloc((size_t)argc + 1, sizeof *b.words);
    if (b.words == NULL) return 1;
    int status = take_words(&b, argc, argv) ? run(&b) : usage(stderr);
    if (b.csv != NULL && fclose(b.csv) != 0) {
        fprintf(stderr, "bench: the CSV file could not be written\n");
        status = 1;
    }
    free(b.words);
    return status;
}
