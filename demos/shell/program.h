// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A demo program as the shell runs it: what it is, its options, and functions that simulate, draw and tell. The shell
// owns main, the command line, the window, files and pictures. A program is a folder with a program.c that defines
// `program`; every member that is not named there is zero and left to the shell. Main thread only.

#ifndef BELAY_SHELL_PROGRAM_H
#define BELAY_SHELL_PROGRAM_H

#include "shell/options.h"
#include "shell/pace.h"
#include "shell/values.h"

#include "viewer/viewer.h"

#include <belay/belay.h>

// Whether to open a window; without --window and --headless, where there is a display.
typedef enum shell_mode {
    SHELL_MODE_AUTO,
    SHELL_MODE_WINDOW,
    SHELL_MODE_HEADLESS,
} shell_mode;

// Statuses of the program.
enum { SHELL_DONE = 0, SHELL_FAILED = 1, SHELL_USAGE = 2 };

enum { SHELL_WIDTH = 1280, SHELL_HEIGHT = 720 }; // of windows and pictures, pixels, where nothing else is asked for

// What the user wants of a window; requests are served and cleared by the shell in the next frame.
typedef struct shell_controls {
    bool is_paused, is_slow;
    bool shows_help, hides_panels;
    bool wants_step, wants_restart, wants_view, wants_picture, wants_film;
    bool wants_save, wants_load;
    int wants_back;    // moments: -1 back, 1 forward
    double wants_time; // s, of the moment to go to; with `wants_scrub`
    bool wants_scrub;
} shell_controls;

typedef struct shell_program shell_program;
typedef struct shell_play shell_play;     // play.h
typedef struct shell_record shell_record; // record.h
typedef struct shell_film shell_film;     // film.h
typedef struct shell_rewind shell_rewind; // rewind.h

// A run of a program.
typedef struct shell {
    const shell_program* program;
    void* options; // the program's own, from the command line
    void* state;   // the program's own, zero before `start`
    viewer* v;     // the window or the picture that is drawn; NULL while there is none
    // From the command line:
    const char* out; // the folder of what is written; NULL: the program has no such folder and none was given
    double seconds;  // s of simulated time without a window; NAN: as the program likes
    int size[2];     // width and height of the window and of pictures, pixels
    shell_mode mode;
    bool leaves_pictures_out;
    bool wants_list, wants_help;
    const char* play_file;       // mouse and keys; NULL: the user's
    shell_play* play;            // while it is played
    const char* record_file;     // where mouse and keys are written; NULL: nowhere
    shell_record* record;        // while they are
    bool is_quiet;               // files are written without a word, since the program tells of them
    char font[VIEWER_FONT_PATH]; // empty: plain text
    // In a window:
    shell_controls controls;
    shell_pace pace;
    shell_rewind* rewind; // NULL: no moments are kept
    int picture_count;
    shell_film* film; // on its way; NULL: none
    char note[256];   // what was saved, loaded or could not be; shown for some seconds
    double note_time; // s, viewer_time when it came
    // Work of the shell:
    const char* font_asked;
    bool is_headless, is_window;
    char default_out[64];
} shell;

// A key and what it does, for the list of keys.
typedef struct shell_key {
    const char *key, *does;
} shell_key;

struct shell_program {
    const char* name;  // of its folder and executable, in messages, and of the folder that is written to
    const char* title; // of windows and pictures
    const char* text;  // what there is to see, a few sentences, for --help

    // --- The command line ---
    const shell_option* options; // its own; offsets are into a struct of options_size bytes that begins as *defaults
    int option_count;
    size_t options_size;
    const void* defaults;
    shell_option seconds;   // of --seconds: text, low, high, and start; without a text there is no such option
    double default_seconds; // s
    bool writes_on_request; // without --out nothing is written; otherwise it is "out/NAME"
    // Holds options against each other. False: `error` says why, as shell_options_read does.
    bool (*check)(shell* s, char* error, size_t error_size);
    int (*list)(const shell* s); // prints for --list and returns the status; NULL: there is no such option

    // --- The simulation ---
    size_t state_size;
    bool (*start)(shell* s, belay_error* error);   // builds; false: `error` says why, and `end` is called all the same
    void (*end)(shell* s);                         // frees; of a state that is all zero too
    bool (*restart)(shell* s, belay_error* error); // NULL: end, zero, start, load
    bool (*step)(shell* s, belay_error* error);    // one step; NULL: it runs by itself
    double (*step_seconds)(const shell* s);        // s, of a step now; needed with `step`
    shell_value values[SHELL_MAX_VALUES];          // what `measure` gives, one behind the other; then zero
    void (*measure)(const shell* s, double* values);

    // Going back in time, and saving. `world`: one after the other, then NULL; no function: it cannot. `keep` writes
    // plain data that go with the worlds, always as many bytes (NULL: none are written), and returns how many;
    // `take_back` reads them after the worlds have gone back.
    belay_world* (*world)(const shell* s, int index);
    size_t (*keep)(const shell* s, void* bytes);
    void (*take_back)(shell* s, const void* bytes);
    uint64_t (*build_key)(const shell* s); // of what the worlds were built; saved moments of another are refused

    // --- What is drawn ---
    bool (*load)(shell* s);                 // makes on s->v what `draw` needs; false: no memory; NULL: nothing
    void (*view)(shell* s, bool is_window); // sets the camera; a window has panels on both sides
    void (*draw)(shell* s, double blend);   // between the last two states: 0 the one before, 1 the present one
    void (*panels)(shell* s);               // draws and serves panels; NULL: time, buttons, values
    double left, right;                     // widths of the panels, logical pixels
    const shell_key* keys;                  // its own keys, then zero; NULL: none
    void (*take_keys)(shell* s);            // NULL: it has none
    bool has_walking_keys; // w, a, s, d, arrows and space are the program's: the shell has buttons for what they do
    // Whether it shows a page in place of the scene: then steps, keys, panels and the scene rest, and `take_keys` and
    // `panels` have all. NULL: never.
    bool (*shows_page)(const shell* s);
    bool (*leave)(shell* s); // at escape: true, it has gone back to its page; false, and NULL: the window closes
    bool (*before_steps)(shell* s, belay_error* error); // in every frame before its steps; NULL: nothing
    // Where what has this name in a play stands now, m; false: there is none. NULL: nothing has a name.
    bool (*place)(const shell* s, const char* name, belay_vec3* place);
    void (*report)(const shell* s);              // prints what has come of it at the end of a play; NULL: nothing
    const char* (*picture_name)(const shell* s); // of what 'p' saves; NULL: "window"

    // --- Without a window ---
    int (*run)(shell* s); // does it all and returns the status; NULL: shell_run_headless
};

// Defined by every program.
extern const shell_program program;

// Whether s->seconds (NAN: the program's own) is between one step and `most` steps of h, s. False: `error` says why,
// and calls h by its option.
bool shell_steps_check(const shell* s, const char* option, double h, double most, char* error, size_t error_size);

// Prints "NAME: " and the text, formatted as by printf, on stderr. Returns SHELL_FAILED.
int shell_fail(const shell* s, const char* format, ...) VIEWER_PRINTF(2, 3);

#endif
