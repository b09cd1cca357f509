// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "shell/play.h"

#include "shell/keys.h"

#include <SDL.h>
#include <belay/decimal.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 200, WORDS = 6, ACTS = 16, NAME = 64, MOST_LINES = 1000000, PAD = 100 };

typedef enum act {
    ACT_MOVE,
    ACT_BESIDE,
    ACT_BY,
    ACT_PRESS,
    ACT_RELEASE,
    ACT_STICK,
    ACT_WHEEL,
    ACT_KEY,
    ACT_DOWN,
    ACT_UP,
    ACT_WAIT,
    ACT_PICTURE,
    ACT_RECORDED,
    ACT_FRAME,
    ACT_POINT,
    ACT_AXIS
} act;

typedef struct line {
    act act;
    belay_vec3 place; // of a move; beside what has the name, or in the world where there is none
    double amount;    // s, notches, button or key
    char name[NAME];
} line;

struct shell_play {
    line* lines;
    int count, capacity, at;
    bool is_recorded;      // all lines up to the next frame happen in one
    double spent;          // s, of the line at hand
    int now, before;       // frames so far, and when the last line that counts frames was done
    double x, y;           // of the mouse, logical pixels
    double from_x, from_y; // where the move at hand began
    belay_vec3 from;       // m, likewise, in the world
    const char* picture;   // of this frame
    bool is_drawn;         // there is a display
};

// ------------------------------------------------------------------------------------------------------------------
// Reading
// ------------------------------------------------------------------------------------------------------------------

static int split(char* text, char* words[WORDS])
{
    int count = 0;
    for (char* word = strtok(text, " \t\r\n"); word != NULL && count < WORDS; word = strtok(NULL, " \t\r\n"))
        words[count++] = word;
    return count;
}

static bool read_number(const char* text, double* number)
{
    return belay_decimal_read(text, strlen(text), number) && isfinite(*number);
}

static bool read_name(const char* text, line* l)
{
    if (strlen(text) >= sizeof l->name) return false;
    snprintf(l->name, sizeof l->name, "%s", text);
    return true;
}

static bool read_button(const char* text, line* l)
{
    static const char* const names[] = {"left", "middle", "right"};
    static const char* const pad[] = {"a", "b", "x"};
    static const int codes[] = {SDL_CONTROLLER_BUTTON_A, SDL_CONTROLLER_BUTTON_B, SDL_CONTROLLER_BUTTON_X};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, pad[i]) == 0) {
            l->amount = PAD + codes[i];
            return true;
        }
    for (int i = 0; i < 3; i++)
        if (strcmp(text, names[i]) == 0) {
            l->amount = i == 0 ? SDL_BUTTON_LEFT : i == 1 ? SDL_BUTTON_MIDDLE : SDL_BUTTON_RIGHT;
            return true;
        }
    return false;
}

static bool read_key(const char* text, line* l)
{
    int32_t code;
    bool is_key = shell_key_find(text, &code);
    l->amount = code;
    return is_key;
}

static bool read_move(char* const words[WORDS], int count, line* l)
{
    if (count == 3) return read_name(words[1], l) && read_number(words[2], &l->amount);
    return count == 5 && read_number(words[1], &l->place.x) && read_number(words[2], &l->place.y) &&
           read_number(words[3], &l->place.z) && read_number(words[4], &l->amount);
}

static bool read_beside(char* const words[WORDS], int count, line* l)
{
    return count == 5 && read_name(words[1], l) && read_number(words[2], &l->place.x) &&
           read_number(words[3], &l->place.y) && read_number(words[4], &l->amount);
}

static bool read_line(char* const words[WORDS], int count, line* l)
{
    static const char* const names[ACTS] = {"move", "beside", "by",   "press",   "release",  "stick", "wheel", "key",
                                            "down", "up",     "wait", "picture", "recorded", "frame", "point", "axis"};
    int k = 0;
    while (k < ACTS && strcmp(words[0], names[k]) != 0)
        k++;
    *l = (line){.act = (act)k};
    if (k == ACTS) return false;
    if (l->act == ACT_MOVE) return read_move(words, count, l);
    if (l->act == ACT_STICK)
        return count == 3 && read_number(words[1], &l->place.x) && read_number(words[2], &l->place.y) &&
               fabs(l->place.x) <= 1.0 && fabs(l->place.y) <= 1.0;
    if (l->act == ACT_RECORDED || l->act == ACT_POINT || l->act == ACT_AXIS)
        return count == 3 && read_number(words[1], &l->place.x) && read_number(words[2], &l->place.y);
    if (l->act == ACT_BESIDE) return read_beside(words, count, l);
    if (l->act == ACT_BY)
        return count == 4 && read_number(words[1], &l->place.x) && read_number(words[2], &l->place.y) &&
               read_number(words[3], &l->amount);
    if (count != 2) return false;
    switch (l->act) {
    case ACT_PRESS:
    case ACT_RELEASE:
        return read_button(words[1], l);
    case ACT_KEY:
    case ACT_DOWN:
    case ACT_UP:
        return read_key(words[1], l);
    case ACT_PICTURE:
        return read_name(words[1], l);
    default:
        return read_number(words[1], &l->amount);
    }
}

static bool make_room(shell_play* p)
{
    if (p->count < p->capacity) return true;
    int capacity = p->capacity > 0 ? 2 * p->capacity : 256;
    line* grown = capacity <= MOST_LINES ? realloc(p->lines, (size_t)capacity * sizeof *grown) : NULL;
    if (grown == NULL) return false;
    p->lines = grown;
    p->capacity = capacity;
    return true;
}

// A recording is of a window of some size, where it points at what the user pointed at.
static bool fits(shell* s, const line* l)
{
    if (l->act != ACT_RECORDED) return true;
    s->play->is_recorded = true;
    return l->place.x == s->size[0] && l->place.y == s->size[1];
}

static bool read_file(shell* s, FILE* file, char* error, size_t error_size)
{
    shell_play* p = s->play;
    char text[LINE];
    for (int number = 1; fgets(text, sizeof text, file) != NULL; number++) {
        char* words[WORDS];
        text[strcspn(text, "#")] = '\0';
        int count = split(text, words);
        if (count == 0) continue;
        if (make_room(p) && read_line(words, count, &p->lines[p->count]) && fits(s, &p->lines[p->count])) {
            p->count++;
            continue;
        }
        if (strcmp(words[0], "recorded") == 0 && count == 3) {
            snprintf(error, error_size, "--play: '%s' was recorded in a window of %sx%s; give --size %sx%s",
                     s->play_file, words[1], words[2], words[1], words[2]);
            return false;
        }
        snprintf(error, error_size, "--play: line %d of '%s' begins with '%s' and is none that a play has", number,
                 s->play_file, words[0]);
        return false;
    }
    return true;
}

bool shell_play_open(shell* s, char* error, size_t error_size)
{
    FILE* file = fopen(s->play_file, "r");
    if (file == NULL) {
        snprintf(error, error_size, "--play: '%s' cannot be read", s->play_file);
        return false;
    }
    s->play = calloc(1, sizeof *s->play);
    bool is_good = s->play != NULL && read_file(s, file, error, error_size);
    if (s->play == NULL) snprintf(error, error_size, "--play: no memory");
    fclose(file);
    if (s->play != NULL) s->play->is_drawn = viewer_has_display();
    return is_good;
}

void shell_play_close(shell* s)
{
    if (s->play != NULL) free(s->play->lines);
    free(s->play);
    s->play = NULL;
}

// ------------------------------------------------------------------------------------------------------------------
// Playing
// ------------------------------------------------------------------------------------------------------------------

// Window coordinates of the events are those that SDL would give.
static double scale_of(const shell* s)
{
    int width, height;
    viewer_size(s->v, &width, &height);
    return (double)s->size[0] / width;
}

static void push_motion(shell* s, double x, double y)
{
    shell_play* p = s->play;
    double scale = scale_of(s);
    SDL_Event e = {.motion = {.type = SDL_MOUSEMOTION}};
    e.motion.x = (int)lround(x * scale);
    e.motion.y = (int)lround(y * scale);
    e.motion.xrel = e.motion.x - (int)lround(p->x * scale);
    e.motion.yrel = e.motion.y - (int)lround(p->y * scale);
    SDL_PushEvent(&e);
    p->x = x;
    p->y = y;
}

static void push_pad_button(const line* l)
{
    SDL_Event e = {.cbutton = {.type = l->act == ACT_PRESS ? SDL_CONTROLLERBUTTONDOWN : SDL_CONTROLLERBUTTONUP}};
    e.cbutton.button = (Uint8)(l->amount - PAD);
    SDL_PushEvent(&e);
}

static void push_stick(const line* l)
{
    SDL_Event x = {.caxis = {.type = SDL_CONTROLLERAXISMOTION, .axis = SDL_CONTROLLER_AXIS_LEFTX}}, y = x;
    y.caxis.axis = SDL_CONTROLLER_AXIS_LEFTY;
    x.caxis.value = (Sint16)lround(32767.0 * l->place.x);
    y.caxis.value = (Sint16)lround(-32767.0 * l->place.y);
    SDL_PushEvent(&x);
    SDL_PushEvent(&y);
}

static void push_button(shell* s, const line* l)
{
    if (l->amount >= PAD) {
        push_pad_button(l);
        return;
    }
    double scale = scale_of(s);
    SDL_Event e = {.button = {.type = l->act == ACT_PRESS ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP}};
    e.button.button = (Uint8)l->amount;
    e.button.x = (int)lround(s->play->x * scale);
    e.button.y = (int)lround(s->play->y * scale);
    SDL_PushEvent(&e);
}

static void push_key(const line* l)
{
    SDL_Event down = {.key = {.type = SDL_KEYDOWN}}, up = {.key = {.type = SDL_KEYUP}};
    down.key.keysym.sym = up.key.keysym.sym = (SDL_Keycode)l->amount;
    if (l->amount == SDLK_LSHIFT) SDL_SetModState(l->act == ACT_DOWN ? KMOD_LSHIFT : KMOD_NONE);
    if (l->act != ACT_UP) SDL_PushEvent(&down);
    if (l->act != ACT_DOWN) SDL_PushEvent(&up);
}

static void push_axis(const line* l)
{
    SDL_Event e = {.caxis = {.type = SDL_CONTROLLERAXISMOTION}};
    e.caxis.axis = (Uint8)l->place.x;
    e.caxis.value = (Sint16)l->place.y;
    SDL_PushEvent(&e);
}

static void push_wheel(const line* l)
{
    SDL_Event e = {.wheel = {.type = SDL_MOUSEWHEEL}};
    e.wheel.y = (int)lround(l->amount);
    e.wheel.preciseY = (float)l->amount;
    SDL_PushEvent(&e);
}

// Part of a move; whether it has arrived.
static bool move(shell* s, const line* l)
{
    shell_play* p = s->play;
    belay_vec3 place = l->act == ACT_BY ? p->from : (belay_vec3){0.0, 0.0, 0.0};
    double x, y, part = l->amount > 0.0 ? fmin(p->spent / l->amount, 1.0) : 1.0;
    bool is_there = l->name[0] == '\0' || (s->program->place != NULL && s->program->place(s, l->name, &place));
    place = (belay_vec3){place.x + l->place.x, place.y + l->place.y, place.z + l->place.z};
    if (!is_there || !viewer_camera_project(s->v, place, &x, &y)) return true;
    push_motion(s, p->from_x + part * (x - p->from_x), p->from_y + part * (y - p->from_y));
    return part == 1.0;
}

// What is an event of the window's queue, and done at once.
static void push(shell* s, const line* l)
{
    switch (l->act) {
    case ACT_PRESS:
    case ACT_RELEASE:
        push_button(s, l);
        break;
    case ACT_POINT:
        push_motion(s, l->place.x / scale_of(s), l->place.y / scale_of(s));
        break;
    case ACT_AXIS:
        push_axis(l);
        break;
    case ACT_STICK:
        push_stick(l);
        break;
    case ACT_WHEEL:
        push_wheel(l);
        break;
    default:
        push_key(l);
        break;
    }
}

// Whether the line is done within this frame.
static bool act_out(shell* s, const line* l)
{
    shell_play* p = s->play;
    switch (l->act) {
    case ACT_MOVE:
    case ACT_BESIDE:
    case ACT_BY:
        return move(s, l);
    case ACT_RECORDED:
        return true;
    case ACT_FRAME:
        if (p->now < p->before + l->amount) return false;
        p->before += (int)l->amount;
        return true;
    case ACT_WAIT:
        return p->spent >= l->amount;
    case ACT_PICTURE:
        p->picture = l->name;
        return true;
    default:
        push(s, l);
        return true;
    }
}

// What the mouse points at, at the height of what the camera circles.
static belay_vec3 pointed_at(const shell* s)
{
    viewer_ray ray = viewer_camera_ray(s->v, s->play->x, s->play->y);
    double down = ray.direction.z, high = viewer_camera_target(s->v).z - ray.origin.z;
    double far = fabs(down) > 1e-3 ? high / down : 0.0;
    return (belay_vec3){ray.origin.x + far * ray.direction.x, ray.origin.y + far * ray.direction.y,
                        ray.origin.z + far * ray.direction.z};
}

// False: the frame is to be made before it goes on.
static bool go_on(shell* s)
{
    shell_play* p = s->play;
    if (p->spent == 0.0) p->from = pointed_at(s);
    p->spent += SHELL_PLAY_FRAME;
    if (!act_out(s, &p->lines[p->at])) return false;
    p->at++;
    p->spent = 0.0;
    p->from_x = p->x;
    p->from_y = p->y;
    return p->is_recorded;
}

// One line a frame, so that presses and moves are seen one after the other; of a recording those of the frame.
void shell_play_push(shell* s)
{
    shell_play* p = s->play;
    p->picture = NULL;
    p->now++;
    do {
        if (p->at == p->count) {
            viewer_close(s->v);
            return;
        }
    } while (go_on(s));
}

bool shell_play_shows(const shell* s)
{
    return s->play->is_drawn || shell_play_picture(s) != NULL;
}

const char* shell_play_picture(const shell* s)
{
    return s->leaves_pictures_out ? NULL : s->play->picture;
}
