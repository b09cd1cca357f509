// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "shell/keys.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char* name;
    SDL_Keycode code;
} names[] = {{"escape", SDLK_ESCAPE}, {"return", SDLK_RETURN}, {"backspace", SDLK_BACKSPACE}, {"space", SDLK_SPACE},
             {"tab", SDLK_TAB},       {"left", SDLK_LEFT},     {"right", SDLK_RIGHT},         {"up", SDLK_UP},
             {"down", SDLK_DOWN},     {"pageup", SDLK_PAGEUP}, {"pagedown", SDLK_PAGEDOWN},   {"f5", SDLK_F5},
             {"f6", SDLK_F6},         {"f9", SDLK_F9},         {"shift", SDLK_LSHIFT},        {"shift", SDLK_RSHIFT}};

bool shell_key_find(const char* name, int32_t* code)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i].name) == 0) {
            *code = names[i].code;
            return true;
        }
    *code = (unsigned char)name[0];
    return strlen(name) == 1;
}

bool shell_key_name(int32_t code, char name[SHELL_KEY_NAME])
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (code == names[i].code) {
            snprintf(name, SHELL_KEY_NAME, "%s", names[i].name);
            return true;
        }
    bool is_letter = code > 32 && code < 127 && code != '#'; // that begins a remark
    if (is_letter) snprintf(name, SHELL_KEY_NAME, "%c", (char)code);
    return is_letter;
}
