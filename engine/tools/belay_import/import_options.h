// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the command line asks for.

#ifndef BELAY_ENGINE_TOOLS_BELAY_IMPORT_IMPORT_OPTIONS_H
#define BELAY_ENGINE_TOOLS_BELAY_IMPORT_IMPORT_OPTIONS_H

#include "belay/shape.h"

// What a mesh becomes.
typedef enum import_form { IMPORT_MESH, IMPORT_HULL, IMPORT_PARTS } import_form;

typedef enum import_up { IMPORT_UP_AS_FILE, IMPORT_UP_Y, IMPORT_UP_Z } import_up;

typedef struct import_options {
    const char* file;
    const char* out;     // the scene to write; null: only look
    const char* package; // folder in which package:// is looked for; null: that of the file
    import_form form;
    bool has_form; // it was said
    belay_decompose_options decompose;
    double scale;   // of lengths in mesh files that are given as such
    double density; // kg/m^3
    double mass;    // kg; 0: by the density
    import_up up;
    bool is_flipped; // all triangles are turned over
    bool is_free;    // the first link of a robot is not fixed
    bool wants_help;
} import_options;

// Reads the command line. False, with a message on stderr, when something is wrong with it.
bool import_options_read(import_options* o, int argc, char** argv);
void import_options_print_help(void);

#endif
