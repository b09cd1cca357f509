// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The window (or the hidden, offscreen picture), its events and the frame loop.

#ifndef BELAY_VIEWER_WINDOW_H
#define BELAY_VIEWER_WINDOW_H

#include "belay/math.h"

#include <stdbool.h>
#include <stddef.h>

// The viewer: owns the window, the OpenGL context and everything drawn. Opaque.
typedef struct viewer viewer;

// The look of background, floor and panels.
typedef enum viewer_theme {
    VIEWER_THEME_LIGHT, // a bright studio
    VIEWER_THEME_DARK,  // a dim one
} viewer_theme;

// Where a window is, in the units of the display.
typedef struct viewer_place {
    int x, y, width, height;
} viewer_place;

// How to create a viewer. Zero means the default for every field.
typedef struct viewer_def {
    const char* title; // window title, copied; default "Belay"
    const char* font;  // a TrueType file, see viewer_font_find; default: plain text without one
    int width, height; // size in logical pixels; default 1280 x 720
    bool has_position; // the window goes to (x, y), units of the display, if that is on one; else to the middle
    int x, y;
    int samples;     // samples per pixel for anti-aliasing: 1, 2, 4, 8; default 4; less where OpenGL has no more
    int shadow_size; // side of the shadow map, texels; default 2048; negative: no shadows
    bool disable_floor_reflection; // the floor mirrors the scene faintly unless this is set
    bool offscreen;     // no display needed: SDL's offscreen driver, unless the SDL_VIDEODRIVER variable says otherwise
    bool ignores_input; // takes no events, so that they go to another viewer, beside which it draws pictures
    bool hidden;        // the window is never shown, though a display is used
    bool disable_vsync; // do not wait for the display in viewer_frame_end
    bool fixed_size;    // the user cannot resize the window
    double interface_scale; // device-independent size of a logical pixel; default 1. E.g. 0.6 for small clips
    viewer_theme theme;
    belay_vec3 up; // direction of the sky, world frame; need not be unit; default (0, 0, 1)
} viewer_def;

// Keys by character: letters are lower case; the others have names.
typedef enum viewer_key {
    VIEWER_KEY_BACKSPACE = 8,
    VIEWER_KEY_RETURN = 13,
    VIEWER_KEY_ESCAPE = 27,
    VIEWER_KEY_SPACE = 32,
    VIEWER_KEY_RIGHT = 256,
    VIEWER_KEY_LEFT,
    VIEWER_KEY_DOWN,
    VIEWER_KEY_UP,
    VIEWER_KEY_TAB,
    VIEWER_KEY_F5,
    VIEWER_KEY_F6,
    VIEWER_KEY_F9,
    VIEWER_KEY_PAGE_UP,
    VIEWER_KEY_PAGE_DOWN,
    VIEWER_KEY_COUNT
} viewer_key;

// The mouse in one frame. Positions are logical pixels from the top left corner.
typedef struct viewer_mouse {
    double x, y;                                         // now
    double dx, dy;                                       // movement since the last frame
    double wheel;                                        // notches since the last frame, away from the user positive
    bool left, middle, right;                            // held now
    bool left_pressed, middle_pressed, right_pressed;    // went down in this frame
    bool left_released, middle_released, right_released; // went up in this frame
    bool shift, control;                                 // modifier keys
} viewer_mouse;

// A gamepad in one frame.
typedef struct viewer_pad {
    bool is_there;
    double x, y;                             // the left stick, -1 to 1, right and up positive; 0 within its play
    double lift;                             // the right trigger less the left one, -1 to 1
    bool grips, grip_pressed, grip_released; // button A: held now, went down, went up in this frame
    bool pin_pressed;                        // button X
    bool back_pressed;                       // button B
    // The cross, or the left stick as it goes beyond half its way: -1, 0 or 1 in that frame, right and up positive.
    int step_x, step_y;
} viewer_pad;

// A definition with all defaults (all zero).
viewer_def viewer_def_default(void);

// Whether a window could be shown: on Linux and BSD, whether X11 or Wayland is announced in the environment; elsewhere,
// whether SDL's video starts. Creates nothing that stays.
bool viewer_has_display(void);

// Creates a viewer, or returns NULL with a reason in `error` (may be NULL) of `error_size` bytes: no display, no
// OpenGL 3.3, a shader refused. Never ends the program. Destroy with viewer_destroy.
viewer* viewer_create(const viewer_def* def, char* error, size_t error_size);

// Closes the window and frees everything, meshes included. NULL is allowed.
void viewer_destroy(viewer* v);

// Takes in events, moves the camera and starts a new, empty frame. False when the user has closed the window or
// viewer_close was called; then no frame is open.
bool viewer_frame_begin(viewer* v);

// The same without drawing, for runs of which few pictures are wanted.
void viewer_frame_skip(viewer* v);

// Draws the frame and shows it. What was drawn can be read with viewer_capture_* until the next viewer_frame_end.
void viewer_frame_end(viewer* v);

// Makes the next viewer_frame_begin return false.
void viewer_close(viewer* v);

// Size of the drawing area in logical pixels, the unit of the overlay and the mouse.
void viewer_size(const viewer* v, int* width, int* height);

// Size of the picture in device pixels, the unit of captures; larger than viewer_size on high-density displays.
void viewer_pixel_size(const viewer* v, int* width, int* height);

// Seconds since creation, for animation of the user interface; not for physics.
double viewer_time(const viewer* v);

// Duration of the last whole frame, seconds; 0 in the first.
double viewer_frame_time(const viewer* v);

// Whether a key (a lower-case character or a viewer_key) went down in this frame, repeats not counted.
bool viewer_key_was_pressed(const viewer* v, int key);

// Sets *request when the key went down in this frame.
void viewer_key_ask(const viewer* v, int key, bool* request);

// Turns *value over when the key went down in this frame.
void viewer_key_toggle(const viewer* v, int key, bool* value);

// Whether a key is held down.
bool viewer_key_is_down(const viewer* v, int key);

// The mouse in this frame.
viewer_mouse viewer_mouse_state(const viewer* v);

// Where the window is now.
viewer_place viewer_window_place(const viewer* v);

// Lets a gamepad in, the first that there is or that is plugged in later; without this none is looked for.
void viewer_pad_enable(viewer* v);

// The gamepad in this frame.
viewer_pad viewer_pad_state(const viewer* v);

// Changes the text of the title bar.
void viewer_title_set(viewer* v, const char* title);

// Name of the OpenGL renderer, e.g. for a benchmark table. Good until viewer_destroy.
const char* viewer_renderer_name(const viewer* v);

// The sky direction, unit, world frame.
belay_vec3 viewer_up(const viewer* v);

#endif
