// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/options.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// A run keeps every step for the table and the pictures; more would not fit into the memory of a small machine.
static const double MAX_STEPS = 200000.0;

typedef struct parser {
    options* o;
    char* error;
    size_t error_size;
} parser;

options options_default(void)
{
    options o = {.mus = {0.0, 0.1, 0.15, 0.2, 0.3, 0.5},
                 .mu_count = 6,
                 .spin = 460.0,
                 .h = 1e-3,
                 .theta = 0.5,
                 .seconds = 4.0,
                 .out = "out/double_loop",
                 .mode = OPTIONS_MODE_AUTO,
                 .enable_pictures = true,
                 .width = 1280,
                 .height = 720};
    return o;
}

void options_print_help(FILE* file)
{
    fputs("Usage: double_loop [OPTIONS]\n"
          "\n"
          "A ball that spins but does not move is put on two rails with two loops. Friction turns its spin into\n"
          "speed: the more friction, the sooner it rolls and the further it comes. One lane for every mu.\n"
          "\n"
          "  --mu M[,M...]     friction coefficients, one lane each: 1 to 8 numbers from 0 to 10\n"
          "                    (default 0,0.1,0.15,0.2,0.3,0.5)\n"
          "  --spin W          spin at the start, rad/s, -3000 to 3000 (default 460)\n"
          "  --h SECONDS       time step, s, 0.00001 to 0.05 (default 0.001)\n"
          "  --theta T         of the time-stepping scheme, 0.5 to 1 (default 0.5)\n"
          "  --seconds S       simulated time without a window, s, above 0, at most 120 (default 4)\n"
          "  --out DIR         folder for table, series and pictures (default out/double_loop; made when missing)\n"
          "  --headless        no window: print the table, write series.csv and pictures\n"
          "  --window          a window, also where no display is announced\n"
          "  --no-pictures     without a window: table and series.csv alone\n"
          "  --size WxH        size of window and pictures, pixels, 640x360 to 3840x2160 (default 1280x720)\n"
          "  --help            this text\n"
          "\n"
          "Without --headless and --window, a window opens where there is a display.\n",
          file);
}

static bool refuse(parser* p, const char* format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(p->error, p->error_size, format, args);
    va_end(args);
    return false;
}

// What is allowed for an option that takes a value; NULL for any other.
static const char* allowed_of(const char* name)
{
    static const char* const list[][2] = {
        {"--mu", "1 to 8 numbers from 0 to 10, with commas"},
        {"--spin", "a number from -3000 to 3000 (rad/s)"},
        {"--h", "a number from 0.00001 to 0.05 (s)"},
        {"--theta", "a number from 0.5 to 1"},
        {"--seconds", "a number above 0 and at most 120 (s)"},
        {"--size", "a size WxH from 640x360 to 3840x2160 (pixels)"},
        {"--out", "the name of a folder"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (strcmp(name, list[i][0]) == 0) return list[i][1];
    return NULL;
}

// Reads a decimal number that ends at `end`. The set of characters keeps out what strtod would take besides:
// hexadecimal numbers, "nan", "inf", leading blanks.
static bool read_number(const char* text, const char* end, double* value)
{
    size_t length = (size_t)(end - text);
    if (length == 0 || strspn(text, "0123456789.+-eE") < length) return false;
    char* stop;
    *value = strtod(text, &stop);
    return stop == end && isfinite(*value);
}

typedef struct range {
    double low, high;
} range;

static bool parse_number(parser* p, const char* name, const char* text, range r, double* value)
{
    if (read_number(text, text + strlen(text), value) && *value >= r.low && *value <= r.high) return true;
    return refuse(p, "%s: '%s' is not %s", name, text, allowed_of(name));
}

static bool parse_mus(parser* p, const char* text)
{
    options* o = p->o;
    o->mu_count = 0;
    for (const char* at = text;; at++) {
        const char* end = at + strcspn(at, ",");
        if (o->mu_count == OPTIONS_MAX_LANES) return refuse(p, "--mu: '%s' is not %s", text, allowed_of("--mu"));
        double mu;
        if (!read_number(at, end, &mu) || mu < 0.0 || mu > 10.0)
            return refuse(p, "--mu: '%.*s' is not a number from 0 to 10", (int)(end - at), at);
        o->mus[o->mu_count++] = mu + 0.0; // -0 becomes 0
        if (*end == '\0') return true;
        at = end;
    }
}

// A whole number of up to four digits.
static const char* read_size(const char* text, int* value)
{
    size_t digits = strspn(text, "0123456789");
    *value = digits > 0 && digits <= 4 ? (int)strtol(text, NULL, 10) : 0;
    return text + digits;
}

static bool parse_size(parser* p, const char* text)
{
    int w, h;
    const char* at = read_size(text, &w);
    bool is_good = *at == 'x';
    if (is_good) is_good = *read_size(at + 1, &h) == '\0';
    if (!is_good || w < 640 || w > 3840 || h < 360 || h > 2160)
        return refuse(p, "--size: '%s' is not %s", text, allowed_of("--size"));
    p->o->width = w;
    p->o->height = h;
    return true;
}

static bool parse_out(parser* p, const char* text)
{
    if (*text == '\0') return refuse(p, "--out: '' is not the name of a folder");
    p->o->out = text;
    return true;
}

static bool parse_value(parser* p, const char* name, const char* text)
{
    options* o = p->o;
    if (strcmp(name, "--mu") == 0) return parse_mus(p, text);
    if (strcmp(name, "--spin") == 0) return parse_number(p, name, text, (range){-3000.0, 3000.0}, &o->spin);
    if (strcmp(name, "--h") == 0) return parse_number(p, name, text, (range){1e-5, 0.05}, &o->h);
    if (strcmp(name, "--theta") == 0) return parse_number(p, name, text, (range){0.5, 1.0}, &o->theta);
    if (strcmp(name, "--seconds") == 0) return parse_number(p, name, text, (range){1e-9, 120.0}, &o->seconds);
    if (strcmp(name, "--size") == 0) return parse_size(p, text);
    return parse_out(p, text);
}

static bool set_mode(parser* p, options_mode mode)
{
    if (p->o->mode != OPTIONS_MODE_AUTO && p->o->mode != mode)
        return refuse(p, "--window and --headless exclude each other; give one of them");
    p->o->mode = mode;
    return true;
}

static bool parse_switch(parser* p, const char* name)
{
    if (strcmp(name, "--headless") == 0) return set_mode(p, OPTIONS_MODE_HEADLESS);
    if (strcmp(name, "--window") == 0) return set_mode(p, OPTIONS_MODE_WINDOW);
    if (strcmp(name, "--no-pictures") == 0) {
        p->o->enable_pictures = false;
        return true;
    }
    if (strcmp(name, "--help") == 0) {
        p->o->wants_help = true;
        return true;
    }
    return refuse(p, "'%s' is not an option; --help lists them", name);
}

static bool parse_one(parser* p, int argc, char** argv, int* i)
{
    const char* name = argv[*i];
    if (allowed_of(name) == NULL) return parse_switch(p, name);
    if (*i + 1 >= argc) return refuse(p, "%s: the value is missing; it must be %s", name, allowed_of(name));
    *i += 1;
    return parse_value(p, name, argv[*i]);
}

bool options_parse(int argc, char** argv, options* o, char* error, size_t error_size)
{
    parser p = {o, error, error_size};
    for (int i = 1; i < argc; i++)
        if (!parse_one(&p, argc, argv, &i)) return false;
    if (o->wants_help) return true;
    if (o->seconds < o->h) return refuse(&p, "--seconds: '%g' is less than one step of --h %g (s)", o->seconds, o->h);
    if (o->seconds / o->h > MAX_STEPS)
        return refuse(&p, "--seconds: '%g' takes more than the allowed %.0f steps of --h %g (s)", o->seconds, MAX_STEPS,
                      o->h);
    return true;
}
