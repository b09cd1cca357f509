// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Window, context, events and the frame loop.

#include "viewer/internal.h"

#include <stdio.h>
#include <stdlib.h>

viewer_def viewer_def_default(void)
{
    viewer_def def;
    memset(&def, 0, sizeof def);
    return def;
}

static bool names_something(const char* variable)
{
    const char* value = SDL_getenv(variable);
    return value && value[0];
}

bool viewer_has_display(void)
{
#if defined(_WIN32) || defined(__APPLE__)
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) return false;
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
    return true;
#else
    const char* driver = SDL_getenv("SDL_VIDEODRIVER");
    if (driver && (strcmp(driver, "offscreen") == 0 || strcmp(driver, "dummy") == 0)) return false;
    return names_something("DISPLAY") || names_something("WAYLAND_DISPLAY");
#endif
}

static void say(char* error, size_t error_size, const char* what, const char* why)
{
    if (error && error_size) snprintf(error, error_size, "%s%s%s", what, why[0] ? ": " : "", why);
}

// Whether the middle of the title bar can be reached, e.g. after a display has been taken away.
static bool is_on_display(int x, int y, int width)
{
    SDL_Point handle = {x + width / 2, y + 10};
    SDL_Rect display;
    for (int i = 0; i < SDL_GetNumVideoDisplays(); i++)
        if (SDL_GetDisplayBounds(i, &display) == 0 && SDL_PointInRect(&handle, &display)) return true;
    return false;
}

static bool window_open(viewer* v, const viewer_def* def, char* error, size_t error_size)
{
    if (def->offscreen) SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen"); // the environment variable has the last word
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) {
        say(error, error_size, "no video driver", SDL_GetError());
        return false;
    }
    v->has_video = true;
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_FLAGS, SDL_GL_CONTEXT_FORWARD_COMPATIBLE_FLAG);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    Uint32 flags = SDL_WINDOW_OPENGL | SDL_WINDOW_ALLOW_HIGHDPI;
    if (!def->fixed_size && !def->offscreen) flags |= SDL_WINDOW_RESIZABLE;
    if (def->offscreen || def->hidden) flags |= SDL_WINDOW_HIDDEN;
    int middle = SDL_WINDOWPOS_CENTERED, width = def->width > 0 ? def->width : 1280;
    bool goes_there = def->has_position && is_on_display(def->x, def->y, width);
    v->window = SDL_CreateWindow(def->title ? def->title : "Belay", goes_there ? def->x : middle,
                                 goes_there ? def->y : middle, width, def->height > 0 ? def->height : 720, flags);
    if (!v->window) {
        say(error, error_size, "no window with OpenGL (is a driver installed?)", SDL_GetError());
        return false;
    }
    v->context = SDL_GL_CreateContext(v->window);
    if (!v->context) {
        say(error, error_size, "no OpenGL 3.3 context (is a driver installed?)", SDL_GetError());
        return false;
    }
    v->is_presented = !def->offscreen && !def->hidden;
    if (v->is_presented) SDL_GL_SetSwapInterval(def->disable_vsync ? 0 : 1);
    return true;
}

static void sizes_read(viewer* v)
{
    SDL_GetWindowSize(v->window, &v->width, &v->height);
    SDL_GL_GetDrawableSize(v->window, &v->pixel_width, &v->pixel_height);
    v->width = (int)fmax(v->width / v->scale + 0.5, 1.0);
    v->height = (int)fmax(v->height / v->scale + 0.5, 1.0);
    v->pixel_width = v->pixel_width > 0 ? v->pixel_width : 1;
    v->pixel_height = v->pixel_height > 0 ? v->pixel_height : 1;
}

static bool context_init(viewer* v, const viewer_def* def, char* error, size_t error_size)
{
    const char* missing = vw_gl_load(&v->gl);
    if (missing) {
        say(error, error_size, "this OpenGL lacks a function of version 3.3", missing);
        return false;
    }
    const char* name = (const char*)v->gl.GetString(GL_RENDERER);
    snprintf(v->renderer_name, sizeof v->renderer_name, "%s", name ? name : "unknown");
    sizes_read(v);
    char reason[512] = "";
    if (!vw_renderer_init(v, def, reason, sizeof reason)) {
        say(error, error_size, "the renderer could not start", reason);
        return false;
    }
    if (!vw_meshes_init(v)) {
        say(error, error_size, "out of memory", "");
        return false;
    }
    return true;
}

viewer* viewer_create(const viewer_def* def, char* error, size_t error_size)
{
    viewer* v = calloc(1, sizeof *v);
    if (!v) {
        say(error, error_size, "out of memory", "");
        return NULL;
    }
    v->scale = def->interface_scale > 0.0 ? def->interface_scale : 1.0;
    v->theme = def->theme;
    v->ignores_input = def->ignores_input;
    v->look = vw_look_of(def->theme);
    v->up = v3_normalize_or(def->up, v3(0, 0, 1));
    v->has_mirror = !def->disable_floor_reflection;
    vw_camera_init(v);
    if (!window_open(v, def, error, error_size) || !context_init(v, def, error, error_size)) {
        viewer_destroy(v);
        return NULL;
    }
    v->start = v->last_frame = SDL_GetPerformanceCounter();
    return v;
}

void viewer_destroy(viewer* v)
{
    if (!v) return;
    if (v->context) {
        SDL_GL_MakeCurrent(v->window, v->context);
        vw_meshes_fini(v);
        vw_renderer_fini(v);
        SDL_GL_DeleteContext(v->context);
    }
    vw_pad_fini(v);
    if (v->window) SDL_DestroyWindow(v->window);
    if (v->has_video) SDL_QuitSubSystem(SDL_INIT_VIDEO);
    vw_buffer_fini(&v->meshes);
    vw_buffer_fini(&v->draws);
    vw_buffer_fini(&v->stream_vertices);
    vw_buffer_fini(&v->stream_indices);
    vw_buffer_fini(&v->lines);
    vw_buffer_fini(&v->top_lines);
    vw_buffer_fini(&v->overlay);
    vw_buffer_fini(&v->instances);
    vw_buffer_fini(&v->batches);
    vw_buffer_fini(&v->scratch);
    free(v);
}

static int key_of(SDL_Keycode code)
{
    switch (code) {
    case SDLK_RIGHT:
        return VIEWER_KEY_RIGHT;
    case SDLK_LEFT:
        return VIEWER_KEY_LEFT;
    case SDLK_DOWN:
        return VIEWER_KEY_DOWN;
    case SDLK_UP:
        return VIEWER_KEY_UP;
    case SDLK_TAB:
        return VIEWER_KEY_TAB;
    case SDLK_F5:
        return VIEWER_KEY_F5;
    case SDLK_F6:
        return VIEWER_KEY_F6;
    case SDLK_F9:
        return VIEWER_KEY_F9;
    case SDLK_PAGEUP:
        return VIEWER_KEY_PAGE_UP;
    case SDLK_PAGEDOWN:
        return VIEWER_KEY_PAGE_DOWN;
    default:
        return code > 0 && code < 256 ? (int)code : -1;
    }
}

static void key_event(viewer* v, const SDL_KeyboardEvent* e)
{
    int key = key_of(e->keysym.sym);
    if (key < 0) return;
    bool is_down = e->type == SDL_KEYDOWN;
    v->key_pressed[key] |= is_down && !e->repeat;
    v->key_down[key] = is_down;
}

static void button_event(viewer_mouse* m, double scale, const SDL_MouseButtonEvent* e)
{
    bool is_down = e->type == SDL_MOUSEBUTTONDOWN;
    bool* held = e->button == SDL_BUTTON_LEFT     ? &m->left
                 : e->button == SDL_BUTTON_MIDDLE ? &m->middle
                 : e->button == SDL_BUTTON_RIGHT  ? &m->right
                                                  : NULL;
    if (!held) return;
    m->x = e->x / scale;
    m->y = e->y / scale;
    *held = is_down;
    if (held == &m->left)
        *(is_down ? &m->left_pressed : &m->left_released) = true;
    else if (held == &m->middle)
        *(is_down ? &m->middle_pressed : &m->middle_released) = true;
    else
        *(is_down ? &m->right_pressed : &m->right_released) = true;
}

static void event_take(viewer* v, const SDL_Event* e)
{
    switch (e->type) {
    case SDL_QUIT:
        v->is_closing = true;
        break;
    case SDL_WINDOWEVENT:
        if (e->window.event == SDL_WINDOWEVENT_CLOSE) v->is_closing = true;
        if (e->window.event == SDL_WINDOWEVENT_FOCUS_LOST) memset(v->key_down, 0, sizeof v->key_down);
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        key_event(v, &e->key);
        break;
    case SDL_MOUSEMOTION:
        v->mouse.x = e->motion.x / v->scale;
        v->mouse.y = e->motion.y / v->scale;
        v->mouse.dx += e->motion.xrel / v->scale;
        v->mouse.dy += e->motion.yrel / v->scale;
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        button_event(&v->mouse, v->scale, &e->button);
        break;
    case SDL_MOUSEWHEEL:
        v->mouse.wheel += (double)e->wheel.preciseY;
        break;
    default:
        vw_pad_event(v, e);
        break;
    }
}

static void mouse_frame_begin(viewer_mouse* m)
{
    m->dx = m->dy = m->wheel = 0.0;
    m->left_pressed = m->middle_pressed = m->right_pressed = false;
    m->left_released = m->middle_released = m->right_released = false;
}

static void events_pump(viewer* v)
{
    SDL_Event e;
    mouse_frame_begin(&v->mouse);
    vw_pad_frame_begin(v);
    memset(v->key_pressed, 0, sizeof v->key_pressed);
    while (!v->ignores_input && SDL_PollEvent(&e))
        event_take(v, &e);
    SDL_Keymod mods = SDL_GetModState();
    v->mouse.shift = (mods & KMOD_SHIFT) != 0;
    v->mouse.control = (mods & KMOD_CTRL) != 0;
}

static void clock_tick(viewer* v)
{
    Uint64 now = SDL_GetPerformanceCounter();
    v->frame_time = (double)(now - v->last_frame) / (double)SDL_GetPerformanceFrequency();
    v->last_frame = now;
}

bool viewer_frame_begin(viewer* v)
{
    SDL_GL_MakeCurrent(v->window, v->context); // another viewer may have drawn since
    clock_tick(v);
    events_pump(v);
    if (v->is_closing) return false;
    sizes_read(v);
    vw_ui_frame_begin(v);
    vw_camera_update(v);
    vw_draw_reset(v);
    vw_overlay_reset(v);
    return true;
}

void viewer_frame_skip(viewer* v)
{
    vw_ui_frame_end(v);
}

void viewer_frame_end(viewer* v)
{
    vw_ui_frame_end(v);
    SDL_GL_MakeCurrent(v->window, v->context);
    if (!vw_renderer_resize(v, NULL, 0)) {
        v->is_closing = true; // the GPU is out of memory: nothing can be shown any more
        return;
    }
    vw_render(v);
    if (v->is_presented) SDL_GL_SwapWindow(v->window);
}

void viewer_close(viewer* v)
{
    v->is_closing = true;
}

void viewer_size(const viewer* v, int* width, int* height)
{
    *width = v->width;
    *height = v->height;
}

void viewer_pixel_size(const viewer* v, int* width, int* height)
{
    *width = v->pixel_width;
    *height = v->pixel_height;
}

double viewer_time(const viewer* v)
{
    return (double)(SDL_GetPerformanceCounter() - v->start) / (double)SDL_GetPerformanceFrequency();
}

double viewer_frame_time(const viewer* v)
{
    return v->frame_time;
}

bool viewer_key_was_pressed(const viewer* v, int key)
{
    return key >= 0 && key < VIEWER_KEY_COUNT && v->key_pressed[key];
}

void viewer_key_ask(const viewer* v, int key, bool* request)
{
    if (viewer_key_was_pressed(v, key)) *request = true;
}

void viewer_key_toggle(const viewer* v, int key, bool* value)
{
    if (viewer_key_was_pressed(v, key)) *value = !*value;
}

bool viewer_key_is_down(const viewer* v, int key)
{
    return key >= 0 && key < VIEWER_KEY_COUNT && v->key_down[key];
}

viewer_mouse viewer_mouse_state(const viewer* v)
{
    return v->mouse;
}

viewer_place viewer_window_place(const viewer* v)
{
    viewer_place place;
    SDL_GetWindowPosition(v->window, &place.x, &place.y);
    SDL_GetWindowSize(v->window, &place.width, &place.height);
    return place;
}

void viewer_title_set(viewer* v, const char* title)
{
    SDL_SetWindowTitle(v->window, title);
}

const char* viewer_renderer_name(const viewer* v)
{
    return v->renderer_name;
}

belay_vec3 viewer_up(const viewer* v)
{
    return v->up;
}
