// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/script.h"

#include <belay/decimal.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 200, WORDS = 4, MOST_LINES = 500 };

static const double STICK_PLAY = 0.15; // of a gamepad's stick about its middle, as in the window

typedef enum act { ACT_DOWN, ACT_UP, ACT_KEY, ACT_PRESS, ACT_RELEASE, ACT_STICK, ACT_WAIT, ACT_PICTURE, ACTS } act;

typedef struct line {
    act act;
    char name[SCRIPT_NAME]; // of a key, a button, a picture
    double x, y;            // of the stick; s
} line;

struct script {
    line lines[MOST_LINES];
    int count, at;
    double spent; // s, of the line at hand
    held held;
};

// ------------------------------------------------------------------------------------------------------------------
// Reading
// ------------------------------------------------------------------------------------------------------------------

static bool read_number(const char* text, double* number)
{
    return belay_decimal_read(text, strlen(text), number) && isfinite(*number);
}

static bool* key_of(held* h, const char* name)
{
    static const char* const names[5][2] = {{"w", "up"}, {"s", "down"}, {"a", "left"}, {"d", "right"}, {"space", ""}};
    bool* const keys[5] = {&h->ahead, &h->back, &h->left, &h->right, &h->brakes};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 2; k++)
            if (strcmp(name, names[i][k]) == 0) return keys[i];
    return NULL;
}

static bool is_name_known(const line* l)
{
    held none;
    if (l->act == ACT_PICTURE) return true;
    if (l->act == ACT_DOWN || l->act == ACT_UP) return key_of(&none, l->name) != NULL;
    if (l->act == ACT_KEY) return strcmp(l->name, "e") == 0;
    return strcmp(l->name, "a") == 0 || strcmp(l->name, "x") == 0;
}

static bool read_line(char* const words[WORDS], int count, line* l)
{
    static const char* const names[ACTS] = {"down", "up", "key", "press", "release", "stick", "wait", "picture"};
    int k = 0;
    while (k < ACTS && strcmp(words[0], names[k]) != 0)
        k++;
    *l = (line){.act = (act)k};
    if (k == ACT_STICK)
        return count == 3 && read_number(words[1], &l->x) && read_number(words[2], &l->y) && fabs(l->x) <= 1.0 &&
               fabs(l->y) <= 1.0;
    if (k == ACTS || count != 2) return false;
    if (k == ACT_WAIT) return read_number(words[1], &l->x);
    snprintf(l->name, sizeof l->name, "%s", words[1]);
    return is_name_known(l);
}

static bool read_file(script* s, FILE* file, const char* path, char* error, size_t error_size)
{
    char text[LINE];
    for (int number = 1; fgets(text, sizeof text, file) != NULL; number++) {
        char* words[WORDS];
        int count = 0;
        text[strcspn(text, "#")] = '\0';
        for (char* word = strtok(text, " \t\r\n"); word != NULL && count < WORDS; word = strtok(NULL, " \t\r\n"))
            words[count++] = word;
        if (count == 0) continue;
        if (s->count < MOST_LINES && read_line(words, count, &s->lines[s->count])) {
            s->count++;
            continue;
        }
        snprintf(error, error_size, "line %d of '%s' begins with '%s' and is none that the game plays without a window",
                 number, path, words[0]);
        return false;
    }
    return true;
}

script* script_open(const char* path, char* error, size_t error_size)
{
    FILE* file = fopen(path, "r");
    script* s = calloc(1, sizeof *s);
    bool is_good = file != NULL && s != NULL && read_file(s, file, path, error, error_size);
    if (file == NULL)
        snprintf(error, error_size, "'%s' cannot be read", path);
    else
        fclose(file);
    if (s == NULL) snprintf(error, error_size, "no memory for the play");
    if (is_good) return s;
    free(s);
    return NULL;
}

void script_close(script* s)
{
    free(s);
}

// ------------------------------------------------------------------------------------------------------------------
// Playing
// ------------------------------------------------------------------------------------------------------------------

static double beyond_play(double x)
{
    return fabs(x) < STICK_PLAY ? 0.0 : (x - copysign(STICK_PLAY, x)) / (1.0 - STICK_PLAY);
}

static void press(held* h, const char* button, bool is_down)
{
    if (button[0] == 'a')
        h->grips = is_down;
    else
        h->switches = is_down;
}

// Whether the line is done within this frame.
static bool act_out(script* s, const line* l, const char** picture)
{
    switch (l->act) {
    case ACT_DOWN:
    case ACT_UP:
        *key_of(&s->held, l->name) = l->act == ACT_DOWN;
        return true;
    case ACT_KEY:
        s->held.switches = true;
        return true;
    case ACT_PRESS:
    case ACT_RELEASE:
        press(&s->held, l->name, l->act == ACT_PRESS);
        return true;
    case ACT_STICK:
        s->held.x = beyond_play(l->x);
        s->held.y = beyond_play(l->y);
        return true;
    case ACT_PICTURE:
        *picture = l->name;
        return true;
    default:
        return s->spent >= l->x;
    }
}

bool script_frame(script* s, held* now, const char** picture)
{
    *picture = NULL;
    if (s->at == s->count) return false;
    s->spent += SCRIPT_FRAME;
    s->held.switches = false;
    if (act_out(s, &s->lines[s->at], picture)) {
        s->at++;
        s->spent = 0.0;
    }
    *now = s->held;
    return true;
}
