// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The command-line solver as a user meets it: what it prints, what it writes, and what it answers. It is looked for
// beside this program, and the tests are skipped where it has not been built.

#include "belay/method.h"
#include "belay/problem.h"
#include "support/beside.h"
#include "support/problems/problems.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)

#include <sys/stat.h>
#include <unistd.h>

typedef struct answer {
    int code;
    char text[1 << 16]; // both streams
} answer;

static char tool[BESIDE_PATH];
static char folder[64]; // of this test's own files, in the working directory
static answer last;

static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (folder[0] != '\0' && system(command) != 0) cr_log_info("%s stays behind\n", folder);
}

static void set_up(void)
{
    beside_find(tool, "belay-solve");
    snprintf(folder, sizeof folder, "belay_solve_test_%d", (int)getpid());
    cr_assert_eq(mkdir(folder, 0777), 0);
}

static void write_problem(const char* name, int bodies, int contacts, uint64_t seed)
{
    char path[256];
    belay_problem* p = problem_generate(bodies, contacts, 0.2, 0.8, seed, NULL);
    cr_assert_not_null(p);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    cr_assert_eq(belay_problem_write(p, path, NULL), BELAY_OK);
    belay_problem_destroy(p);
}

// Runs the tool in the test's folder with the arguments, and expects the exit code.
static const char* run(int code, const char* arguments)
{
    char command[2048];
    snprintf(command, sizeof command, "cd '%s' && '%s' %s 2>&1", folder, tool, arguments);
    last.code = beside_run(command, last.text, sizeof last.text);
    cr_assert_eq(last.code, code, "belay-solve %s: code %d, not %d:\n%s", arguments, last.code, code, last.text);
    return last.text;
}

static void expect(const char* text, const char* part)
{
    cr_assert_not_null(strstr(text, part), "no '%s' in:\n%s", part, text);
}

static int count_lines(const char* text)
{
    int lines = 0;
    for (; *text != '\0'; text++)
        lines += *text == '\n';
    return lines;
}

static const char* read_whole(const char* name)
{
    static char text[1 << 18];
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE* file = fopen(path, "rb");
    cr_assert_not_null(file, "%s is not there", name);
    size_t size = fread(text, 1, sizeof text - 1, file);
    text[size] = '\0';
    fclose(file);
    return text;
}

TestSuite(belay_solve, .init = set_up, .fini = remove_folder);

Test(belay_solve, tells_what_there_is)
{
    expect(run(0, "--help"), "Usage: belay-solve FILE...");
    const char* list = run(0, "--list");
    for (int i = 0; i < BELAY_METHOD_COUNT; i++)
        expect(list, belay_method_name((belay_method)i));
    for (int i = 0; i < BELAY_LOCAL_COUNT; i++)
        expect(list, belay_local_name((belay_local_method)i));
}

Test(belay_solve, table)
{
    write_problem("a.dfcp", 6, 6, 1);
    write_problem("b.dfcp", 4, 4, 2);
    const char* text = run(0, "a.dfcp b.dfcp --method nsgs");
    expect(text, "name ");
    expect(text, "\na  ");
    expect(text, "\nb  ");
    expect(text, "2 of 2 solved");
    cr_assert_eq(count_lines(text), 4);
}

Test(belay_solve, bad_usage_names_option_and_value)
{
    static const char* const cases[][2] = {
        {"", "no FILE is given"},
        {"x --tol 2", "--tol '2': must be a number above 0 and below 1"},
        {"x --tol=abc", "--tol 'abc': must be a number"},
        {"x --tol", "--tol: its value is missing"},
        {"x --method newton", "--method 'newton': no such method"},
        {"x --local quick", "--local 'quick': no such one-contact solver"},
        {"x --order back", "--order 'back': must be forward, symmetric or shuffled"},
        {"x --budget -1", "--budget '-1': must be a number of seconds"},
        {"x --max-iterations 0", "--max-iterations '0': must be a whole number, at least 1"},
        {"x --max-iterations 1.5", "--max-iterations '1.5': must be a whole number"},
        {"x --relaxation 2", "--relaxation '2': must be a number above 0 and below 2"},
        {"x --facets 17", "--facets '17': must be a whole number from 3 to 16"},
        {"x --seed -3", "--seed '-3': must be a whole number"},
        {"x --tool 3", "'--tool': no such option"},
        {"x y --start z", "--start 'z': goes with a single FILE only"},
        {"x --history no_folder/h.csv --method nsgs", "--history 'no_folder/h.csv': cannot be written"},
        {"x --plot no_folder/h --method nsgs", "--plot 'no_folder/h': no_folder/h-convergence.dat cannot be written"},
        {"x --write-solutions no_folder/s --method nsgs", "--write-solutions 'no_folder/s': the folder cannot be made"},
        {"x.dfcp y/x.dfcp --write-solutions s --method nsgs", "'x.dfcp' and 'y/x.dfcp' would share one file"},
        {"no_such.dfcp --method nsgs", "no_such.dfcp: cannot be opened"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect(run(2, cases[i][0]), cases[i][1]);
}

Test(belay_solve, bad_file_among_good_ones)
{
    write_problem("a.dfcp", 6, 6, 1);
    const char* text = run(2, "no_such.dfcp a.dfcp --method nsgs");
    expect(text, "no_such.dfcp: cannot be opened");
    expect(text, "\na  ");
}

Test(belay_solve, unsolved_is_1)
{
    write_problem("hard.dfcp", 12, 30, 3);
    expect(run(1, "hard.dfcp --method nsgs --max-iterations 1 --tol 1e-12"), "iterations");
}

Test(belay_solve, csv_and_solutions)
{
    write_problem("a.dfcp", 6, 6, 1);
    const char* text = run(0, "a.dfcp --method nsgs --csv --write-solutions s --tol 1e-10");
    expect(text, "name,contacts,method,status,iterations,seconds,natural,");
    expect(text, "\na,6,nsgs,solved,");
    cr_assert_eq(count_lines(text), 2);
    char path[256];
    belay_problem* p = NULL;
    double r[18];
    snprintf(path, sizeof path, "%s/a.dfcp", folder);
    cr_assert_eq(belay_problem_read(path, NULL, &p, NULL), BELAY_OK);
    snprintf(path, sizeof path, "%s/s/a.ref", folder);
    cr_assert_eq(belay_impulses_read(path, r, 6, NULL), BELAY_OK);
    cr_assert_leq(belay_problem_residual(p, r).natural, 1e-10);
    belay_problem_destroy(p);
    // Started from them there is nothing to do.
    expect(run(0, "a.dfcp --method nsgs --csv --start s/a.ref --tol 1e-9"), "\na,6,nsgs,solved,0,");
    expect(run(2, "a.dfcp --method nsgs --start a.dfcp"), "a.dfcp:1: malformed");
}

Test(belay_solve, all_methods_in_json)
{
    write_problem("a.dfcp", 5, 5, 1);
    write_problem("b\"c.dfcp", 4, 4, 1);
    char command[512];
    snprintf(command, sizeof command, "*.dfcp --all --json --budget 5 --write-solutions s >all.json; test $? -le 1");
    run(0, command);
    const char* text = read_whole("all.json");
    int methods = 0, rows = 0;
    for (int i = 0; i < BELAY_METHOD_COUNT; i++)
        methods += belay_method_is_available((belay_method)i, NULL);
    for (const char* c = text; (c = strstr(c, "\"name\": ")) != NULL; c++)
        rows++;
    cr_assert_eq(rows, 2 * methods, "%s", text);
    expect(text, "{\"name\": \"b\\\"c\", \"file\": \"b\\\"c.dfcp\", \"contacts\": 4, ");
    read_whole("s/a.nsgs.ref");
    if (system("python3 -c 1 >/dev/null 2>&1") != 0) return;
    snprintf(command, sizeof command, "python3 -m json.tool '%s/all.json' >/dev/null", folder);
    cr_assert_eq(system(command), 0, "not JSON: %s", text);
}

Test(belay_solve, history)
{
    write_problem("a.dfcp", 8, 12, 1);
    run(1, "a.dfcp --method nsgs --history h.csv --max-iterations 7 --tol 1e-15");
    const char* text = read_whole("h.csv");
    expect(text, "file,method,iteration,residual\na.dfcp,nsgs,0,");
    expect(text, "\na.dfcp,nsgs,7,");
    cr_assert_eq(count_lines(text), 9);
}

static bool is_png(const char* name)
{
    return memcmp(read_whole(name), "\x89PNG", 4) == 0;
}

Test(belay_solve, plots)
{
    write_problem("a.dfcp", 8, 12, 1);
    write_problem("it's.dfcp", 6, 6, 2);
    const char* text = run(0, "a.dfcp it\\'s.dfcp --method nsgs --method auto --plot \"p'q\" --budget 5");
    expect(read_whole("p'q-convergence.dat"), "# it's, nsgs\n0 0 ");
    expect(read_whole("p'q-profile.dat"), "# auto\n1 0\n");
    if (system("gnuplot --version >/dev/null 2>&1") == 0) {
        cr_assert_null(strstr(text, "gnuplot"), "%s", text);
        cr_assert(is_png("p'q-convergence.png") && is_png("p'q-profile.png"));
    } else {
        expect(text, "gnuplot is not found (Debian: gnuplot-nox)");
    }
}

// The options of the sweeps arrive: each changes what happens, none the answer.
Test(belay_solve, options_of_the_sweeps)
{
    write_problem("a.dfcp", 10, 16, 4);
    static const char* const options[] = {"--order symmetric",   "--order shuffled --seed 7", "--relaxation 0.9",
                                          "--adaptive --freeze", "--local enumerative",       "--local=hybrid"};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        char arguments[256];
        snprintf(arguments, sizeof arguments, "a.dfcp --method nsgs --csv --tol 1e-6 %s", options[i]);
        expect(run(0, arguments), "\na,16,nsgs,solved,");
    }
}

#endif
