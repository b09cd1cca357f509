// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// main of all demo programs: the command line, then a window or a run without one.

#include "shell/headless.h"
#include "shell/window.h"

#include <SDL.h> // on some systems main is SDL's
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 2 };

int shell_fail(const shell* s, const char* format, ...)
{
    va_list args;
    fflush(stdout);
    fprintf(stderr, "%s: ", s->program->name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return SHELL_FAILED;
}

// ------------------------------------------------------------------------------------------------------------------
// The command line
// ------------------------------------------------------------------------------------------------------------------

// What all programs have; --list, --seconds and --out depend on the program.
static const shell_option list_option = {
    .name = "--list", .text = "what there is to choose from, and ends", .offset = offsetof(shell, wants_list)};

static const shell_option out_option = {.name = "--out",
                                        .value = "DIR",
                                        .text = "folder of tables, series and pictures, made when it is missing",
                                        .type = SHELL_OPTION_TEXT,
                                        .offset = offsetof(shell, out),
                                        .allowed = "the name of a folder"};

static const shell_option other_options[] = {
    {.name = "--headless",
     .text = "no window: prints a table and writes files",
     .offset = offsetof(shell, is_headless)},
    {.name = "--window", .text = "a window, also where no display is announced", .offset = offsetof(shell, is_window)},
    {.name = "--no-pictures",
     .text = "without a window, and in a play: writes no pictures",
     .offset = offsetof(shell, leaves_pictures_out)},
    {.name = "--size",
     .value = "WxH",
     .text = "of the window and of pictures",
     .type = SHELL_OPTION_SIZE,
     .offset = offsetof(shell, size),
     .start = "1280x720; a window, as it was when it was last closed"},
    {.name = "--font",
     .value = "FILE",
     .text = "TrueType font of all text",
     .type = SHELL_OPTION_TEXT,
     .offset = offsetof(shell, font_asked),
     .start = "what BELAY_FONT names, else DejaVu Sans where the system has it",
     .allowed = "the name of a file"},
    {.name = "--play",
     .value = "FILE",
     .text = "plays the mouse and the keys of a file in the window, then ends; without a display, undrawn",
     .type = SHELL_OPTION_TEXT,
     .offset = offsetof(shell, play_file),
     .allowed = "the name of a file"},
    {.name = "--record",
     .value = "FILE",
     .text = "writes what mouse and keys do in the window, to be made again by --play",
     .type = SHELL_OPTION_TEXT,
     .offset = offsetof(shell, record_file),
     .allowed = "the name of a file"},
    {.name = "--help", .text = "this text", .offset = offsetof(shell, wants_help)},
};
enum { OTHER_OPTIONS = sizeof other_options / sizeof other_options[0], MOST_OPTIONS = OTHER_OPTIONS + 3 };

bool shell_steps_check(const shell* s, const char* option, double h, double most, char* error, size_t error_size)
{
    if (s->seconds < h)
        snprintf(error, error_size, "--seconds: '%g' is less than one step of %s %g (s)", s->seconds, option, h);
    else if (s->seconds / h > most)
        snprintf(error, error_size, "--seconds: '%g' takes more than the allowed %.0f steps of %s %g (s)", s->seconds,
                 most, option, h);
    else
        return true;
    return false;
}

// Fills `options` with those that a program has, and returns how many there are.
static int common_options(const shell_program* p, shell_option options[MOST_OPTIONS])
{
    int count = 0;
    if (p->list != NULL) options[count++] = list_option;
    if (p->seconds.text != NULL) {
        options[count] = p->seconds;
        options[count].name = "--seconds", options[count].value = "S", options[count].unit = "s";
        options[count].type = SHELL_OPTION_NUMBER;
        options[count++].offset = offsetof(shell, seconds);
    }
    options[count] = out_option;
    if (p->writes_on_request) options[count].start = "nothing is written";
    memcpy(options + count + 1, other_options, sizeof other_options);
    return count + 1 + OTHER_OPTIONS;
}

static void print_help(const shell* s, const shell_option_group groups[GROUPS])
{
    printf("Usage: %s [OPTIONS]\n\n", s->program->name);
    shell_text_print(s->program->text, 0, 0, stdout);
    printf("\n");
    shell_options_print(groups, GROUPS, stdout);
    printf("\nWithout --headless and --window, a window opens where there is a display.\n");
}

static bool choose_mode(shell* s, char* error)
{
    s->mode = s->is_headless ? SHELL_MODE_HEADLESS : s->is_window ? SHELL_MODE_WINDOW : SHELL_MODE_AUTO;
    if (!s->is_headless || !s->is_window) return true;
    snprintf(error, SHELL_ERROR_SIZE, "--window and --headless exclude each other; give one of them");
    return false;
}

// False: `error` says why.
static bool read_options(shell* s, const shell_option_group groups[GROUPS], int argc, char** argv, char* error)
{
    if (!shell_options_read(groups, GROUPS, argc, argv, error, SHELL_ERROR_SIZE)) return false;
    if (s->wants_help || s->wants_list) return true;
    return choose_mode(s, error) && viewer_font_find(s->font_asked, s->font, error, SHELL_ERROR_SIZE) &&
           (s->program->check == NULL || s->program->check(s, error, SHELL_ERROR_SIZE));
}

// ------------------------------------------------------------------------------------------------------------------
// Running
// ------------------------------------------------------------------------------------------------------------------

static void say_plain_text(const shell* s)
{
    if (s->font[0] != '\0' || s->leaves_pictures_out) return;
    fprintf(stderr,
            "%s: no font is found in the usual folders, so text is plain: install DejaVu Sans (Debian: "
            "fonts-dejavu-core), or name a TrueType file by --font or BELAY_FONT\n",
            s->program->name);
}

static int run_headless(shell* s)
{
    return s->program->run != NULL ? s->program->run(s) : shell_run_headless(s);
}

static bool wants_window(const shell* s)
{
    if (s->play_file != NULL) return true;
    if (s->mode != SHELL_MODE_AUTO) return s->mode == SHELL_MODE_WINDOW;
    if (viewer_has_display()) return true;
    printf("No display is announced: running without a window (--window asks for one all the same).\n");
    return false;
}

// Where no window can be opened, the run goes on without one.
static int run(shell* s)
{
    char error[512];
    say_plain_text(s);
    if (!wants_window(s)) return run_headless(s);
    shell_window_result result = shell_run_window(s, error, sizeof error);
    if (result == SHELL_WINDOW_CLOSED) return SHELL_DONE;
    if (result == SHELL_WINDOW_FAILED) return shell_fail(s, "%s", error);
    printf("No window: %s. Running without one.\n", error);
    return run_headless(s);
}

static int read_and_run(shell* s, int argc, char** argv, char* error)
{
    shell_option common[MOST_OPTIONS];
    const shell_program* p = s->program;
    const shell fresh = *s;
    const shell_option_group groups[GROUPS] = {{p->options, p->option_count, s->options},
                                               {common, common_options(p, common), s}};
    if (!read_options(s, groups, argc, argv, error)) {
        shell_fail(s, "%s", error);
        return SHELL_USAGE;
    }
    bool wants_help = s->wants_help, wants_list = s->wants_list;
    if (wants_help) {
        *s = fresh;
        if (p->options_size > 0) memcpy(s->options, p->defaults, p->options_size);
        print_help(s, groups);
    }
    if (wants_list) return p->list(s);
    return wants_help ? SHELL_DONE : run(s);
}

int main(int argc, char** argv)
{
    shell s = {.program = &program, .seconds = program.default_seconds, .size = {SHELL_WIDTH, SHELL_HEIGHT}};
    char* error = malloc(SHELL_ERROR_SIZE);
    snprintf(s.default_out, sizeof s.default_out, "out/%s", program.name);
    if (!program.writes_on_request) s.out = s.default_out;
    s.options = calloc(1, program.options_size > 0 ? program.options_size : 1);
    s.state = calloc(1, program.state_size > 0 ? program.state_size : 1);
    int code = SHELL_FAILED;
    if (error == NULL || s.options == NULL || s.state == NULL) {
        shell_fail(&s, "no memory to begin with");
    } else {
        if (program.options_size > 0) memcpy(s.options, program.defaults, program.options_size);
        code = read_and_run(&s, argc, argv, error);
    }
    free(s.options);
    free(s.state);
    free(error);
    return code;
}
