// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A gamepad, by the events of SDL's queue.

#include "viewer/internal.h"

static const double PLAY = 0.15; // of the stick about its middle
static const double HALF_WAY = 0.5;

void viewer_pad_enable(viewer* v)
{
    if (!v->has_pads) v->has_pads = SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0;
}

viewer_pad viewer_pad_state(const viewer* v)
{
    return v->pad;
}

void vw_pad_frame_begin(viewer* v)
{
    v->pad.grip_pressed = v->pad.grip_released = v->pad.pin_pressed = v->pad.back_pressed = false;
    v->pad.step_x = v->pad.step_y = 0;
}

void vw_pad_fini(viewer* v)
{
    if (v->pad_device) SDL_GameControllerClose(v->pad_device);
    if (v->has_pads) SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
}

static double beyond_play(Sint16 value)
{
    double x = fmax(value / 32767.0, -1.0);
    return fabs(x) < PLAY ? 0.0 : (x - copysign(PLAY, x)) / (1.0 - PLAY);
}

static void stick_set(double* at, int* step, double to)
{
    if (fabs(*at) <= HALF_WAY && fabs(to) > HALF_WAY) *step = to > 0.0 ? 1 : -1;
    *at = to;
}

static void axis_event(viewer* v, const SDL_ControllerAxisEvent* e)
{
    v->pad.is_there = true;
    if (e->axis == SDL_CONTROLLER_AXIS_LEFTX) stick_set(&v->pad.x, &v->pad.step_x, beyond_play(e->value));
    if (e->axis == SDL_CONTROLLER_AXIS_LEFTY) stick_set(&v->pad.y, &v->pad.step_y, -beyond_play(e->value));
    if (e->axis == SDL_CONTROLLER_AXIS_TRIGGERLEFT) v->triggers[0] = e->value / 32767.0;
    if (e->axis == SDL_CONTROLLER_AXIS_TRIGGERRIGHT) v->triggers[1] = e->value / 32767.0;
    v->pad.lift = v->triggers[1] - v->triggers[0];
}

static void button_event(viewer_pad* p, const SDL_ControllerButtonEvent* e)
{
    bool is_down = e->type == SDL_CONTROLLERBUTTONDOWN;
    p->is_there = true;
    if (e->button == SDL_CONTROLLER_BUTTON_A) {
        p->grips = is_down;
        *(is_down ? &p->grip_pressed : &p->grip_released) = true;
    }
    if (e->button == SDL_CONTROLLER_BUTTON_X) p->pin_pressed |= is_down;
    if (e->button == SDL_CONTROLLER_BUTTON_B) p->back_pressed |= is_down;
    if (!is_down) return;
    if (e->button == SDL_CONTROLLER_BUTTON_DPAD_LEFT) p->step_x = -1;
    if (e->button == SDL_CONTROLLER_BUTTON_DPAD_RIGHT) p->step_x = 1;
    if (e->button == SDL_CONTROLLER_BUTTON_DPAD_DOWN) p->step_y = -1;
    if (e->button == SDL_CONTROLLER_BUTTON_DPAD_UP) p->step_y = 1;
}

// What it held it lets go of.
static void unplug(viewer* v)
{
    SDL_GameControllerClose(v->pad_device);
    v->pad_device = NULL;
    v->triggers[0] = v->triggers[1] = 0.0;
    v->pad = (viewer_pad){.grip_released = v->pad.grips};
}

void vw_pad_event(viewer* v, const SDL_Event* e)
{
    switch (e->type) {
    case SDL_CONTROLLERDEVICEADDED:
        if (v->has_pads && !v->pad_device) v->pad_device = SDL_GameControllerOpen(e->cdevice.which);
        v->pad.is_there |= v->pad_device != NULL;
        break;
    case SDL_CONTROLLERDEVICEREMOVED:
        if (v->pad_device && SDL_GameControllerFromInstanceID(e->cdevice.which) == v->pad_device) unplug(v);
        break;
    case SDL_CONTROLLERAXISMOTION:
        axis_event(v, &e->caxis);
        break;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
        button_event(&v->pad, &e->cbutton);
        break;
    default:
        break;
    }
}
