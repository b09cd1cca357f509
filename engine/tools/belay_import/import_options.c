// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "import_options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: belay-import FILE [OPTION...]\n"
    "\n"
    "Looks at a mesh (.obj, .gltf, .glb, .stl, .dae, .ply) or a robot (.urdf; .xml: MJCF), tells what is in it\n"
    "and what looks wrong, and with --out writes a Belay scene of it, as belay_scene_read reads it.\n"
    "\n"
    "  --out FILE         write the scene; FILE.gz is compressed, where zlib is\n"
    "What a mesh becomes\n"
    "  --mesh             a static body with the triangles (default)\n"
    "  --hull             a dynamic body with the convex hull (default for meshes of a robot)\n"
    "  --decompose        a dynamic body of convex parts, with mass, centre and inertia of the mesh itself\n"
    "  --max-excess E     of the volume: by how much all parts may be larger; default 0.01\n"
    "  --max-parts N      at most so many parts, 1 to 1024; default 64\n"
    "  --density D        kg/m^3; default 1000\n"
    "  --mass M           kg, in place of a density\n"
    "Units and axes of a mesh (those of a robot's meshes are the robot's)\n"
    "  --units U          m (default), cm, mm, in or ft\n"
    "  --scale S          lengths times S, beside --units\n"
    "  --up A             y or z: which axis of the file points up, in the scene it is z. Default: y for glTF, whose\n"
    "                     specification says so; otherwise z\n"
    "  --flip             turn all triangles over\n"
    "Robots\n"
    "  --base B           fixed (default) or free: whether the first link moves\n"
    "  --package DIR      where package://NAME/PATH is: DIR/NAME/PATH or DIR/PATH; default the file's folder\n"
    "\n"
    "  --help             this text\n"
    "\n"
    "Exit code: 0 when it was read (and written), 2 when something is wrong with the command line or a file. Warnings\n"
    "name what was left out or looks wrong. Engine/docs/import.md tells all of it.\n";

void import_options_print_help(void)
{
    fputs(help, stdout);
}

static bool refuse(const char* option, const char* value, const char* wanted)
{
    fprintf(stderr, "belay-import: %s is '%s'; it must be %s\n", option, value, wanted);
    return false;
}

static bool read_positive(const char* option, const char* value, double* x)
{
    char* end;
    *x = strtod(value, &end);
    return (*value != '\0' && *end == '\0' && isfinite(*x) && *x > 0.0) || refuse(option, value, "a number above 0");
}

static bool set_units(import_options* o, const char* value)
{
    static const struct {
        const char* name;
        double meters;
    } units[] = {{"m", 1.0}, {"cm", 0.01}, {"mm", 0.001}, {"in", 0.0254}, {"ft", 0.3048}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(units[i].name, value) != 0) continue;
        o->scale *= units[i].meters;
        return true;
    }
    return refuse("--units", value, "m, cm, mm, in or ft");
}

static bool set_up(import_options* o, const char* value)
{
    bool is_y = strcmp(value, "y") == 0;
    if (!is_y && strcmp(value, "z") != 0) return refuse("--up", value, "y or z");
    o->up = is_y ? IMPORT_UP_Y : IMPORT_UP_Z;
    return true;
}

static bool set_base(import_options* o, const char* value)
{
    o->is_free = strcmp(value, "free") == 0;
    return o->is_free || strcmp(value, "fixed") == 0 || refuse("--base", value, "fixed or free");
}

static bool set_parts(import_options* o, const char* value)
{
    double x;
    if (!read_positive("--max-parts", value, &x)) return false;
    if (!(x <= 1024.0 && floor(x) == x)) return refuse("--max-parts", value, "a whole number from 1 to 1024");
    o->decompose.max_parts = (int)x;
    return true;
}

static bool set_scale(import_options* o, const char* value)
{
    double x;
    if (!read_positive("--scale", value, &x)) return false;
    o->scale *= x;
    return true;
}

static bool set_value(import_options* o, const char* name, const char* value)
{
    if (strcmp(name, "--out") == 0) {
        o->out = value;
        return *value != '\0' || refuse(name, value, "a file");
    }
    if (strcmp(name, "--package") == 0) {
        o->package = value;
        return true;
    }
    if (strcmp(name, "--max-excess") == 0) return read_positive(name, value, &o->decompose.max_excess);
    if (strcmp(name, "--density") == 0) return read_positive(name, value, &o->density);
    if (strcmp(name, "--mass") == 0) return read_positive(name, value, &o->mass);
    if (strcmp(name, "--max-parts") == 0) return set_parts(o, value);
    if (strcmp(name, "--units") == 0) return set_units(o, value);
    if (strcmp(name, "--scale") == 0) return set_scale(o, value);
    if (strcmp(name, "--up") == 0) return set_up(o, value);
    return set_base(o, value);
}

static bool set_flag(import_options* o, const char* word)
{
    static const char* const forms[] = {"--mesh", "--hull", "--decompose"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(word, forms[i]) != 0) continue;
        o->form = (import_form)i;
        o->has_form = true;
        return true;
    }
    bool is_flip = strcmp(word, "--flip") == 0, is_help = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
    o->is_flipped = o->is_flipped || is_flip;
    o->wants_help = o->wants_help || is_help;
    return is_flip || is_help;
}

// *i is moved to the last word used.
static bool read_option(import_options* o, int argc, char** argv, int* i)
{
    static const char* const valued[] = {"--out",       "--package", "--max-excess", "--density", "--mass",
                                         "--max-parts", "--units",   "--scale",      "--up",      "--base"};
    const char* word = argv[*i];
    size_t length = strcspn(word, "=");
    if (set_flag(o, word)) return true;
    for (size_t k = 0; k < sizeof valued / sizeof *valued; k++) {
        if (strlen(valued[k]) != length || strncmp(valued[k], word, length) != 0) continue;
        if (word[length] == '=') return set_value(o, valued[k], word + length + 1);
        if (*i + 1 < argc) return set_value(o, valued[k], argv[++*i]);
        fprintf(stderr, "belay-import: %s: its value is missing\n", word);
        return false;
    }
    fprintf(stderr, "belay-import: '%s': no such option; --help lists them\n", word);
    return false;
}

bool import_options_read(import_options* o, int argc, char** argv)
{
    *o = (import_options){.scale = 1.0, .density = 1000.0, .decompose = belay_decompose_options_default()};
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-' && argv[i][1] != '\0') {
            if (!read_option(o, argc, argv, &i)) return false;
        } else if (o->file == NULL) {
            o->file = argv[i];
        } else {
            fprintf(stderr, "belay-import: '%s': there is one FILE already, '%s'\n", argv[i], o->file);
            return false;
        }
    }
    if (o->file != NULL || o->wants_help) return true;
    fprintf(stderr, "belay-import: no FILE is given; --help tells more\n");
    return false;
}
