// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the viewer's own files know of each other. Demos never include this.

#ifndef BELAY_VIEWER_INTERNAL_H
#define BELAY_VIEWER_INTERNAL_H

#include "viewer/basis/buffer.h"
#include "viewer/basis/linear.h"
#include "viewer/font/font.h"
#include "viewer/gl/gl.h"
#include "viewer/gl/shaders.h"
#include "viewer/viewer.h"

// A corner of a mesh. Its place is core * half + offset * radius: with the instance's `half` and `radius` one mesh
// makes every capsule, cylinder or rounded box, and normals need no correction because nothing is ever stretched.
typedef struct vw_vertex {
    float core[3], offset[3], normal[3], uv[2];
} vw_vertex;

// One drawn object, as the GPU reads it.
typedef struct vw_instance {
    float position[3], radius;
    float rotation[4]; // x, y, z, w
    float half[3], emission;
    float color[4];
    float color2[3], repeats;
    float material[4]; // roughness, metallic, pattern, unused
} vw_instance;

// A mesh on the GPU; free slots have no vertex array.
typedef struct vw_mesh {
    GLuint vertex_array, vertices, indices;
    int index_count;
    double bound;   // radius of the ball about the local origin that holds the offsets
    bool is_closed; // its back faces need not be drawn
} vw_mesh;

// The built-in meshes come first; slot 0 is the one refilled in each frame. Round ones exist in VW_DETAIL_LEVELS,
// coarse to fine: a software renderer spends most of its time on triangles smaller than a pixel.
enum { VW_DETAIL_LEVELS = 3 };
enum {
    VW_MESH_STREAM,
    VW_MESH_SPHERE,
    VW_MESH_CAPSULE = VW_MESH_SPHERE + VW_DETAIL_LEVELS,
    VW_MESH_CYLINDER = VW_MESH_CAPSULE + VW_DETAIL_LEVELS,
    VW_MESH_CONE = VW_MESH_CYLINDER + VW_DETAIL_LEVELS,
    VW_MESH_BOX = VW_MESH_CONE + VW_DETAIL_LEVELS,
    VW_MESH_BUILT_IN = VW_MESH_BOX + VW_DETAIL_LEVELS,
};

// A recorded drawing of one object; for the stream mesh, of a range of its indices.
typedef struct vw_draw {
    vw_instance instance;
    uint32_t mesh, first, count;
} vw_draw;

// Consecutive instances that one call draws.
typedef struct vw_batch {
    uint32_t mesh, first, count;
    uint32_t instance, instance_count;
} vw_batch;

typedef struct vw_line {
    float a[3], width_a, b[3], width_b; // widths in logical pixels
    float color_a[4], color_b[4];
    float before[3], has_before, after[3], has_after; // neighbours in a chain, to join neatly
} vw_line;

typedef struct vw_overlay_vertex {
    float position[2], local[2], shape[4];
    unsigned char color[4];
} vw_overlay_vertex;

typedef struct vw_camera {
    belay_vec3 target;
    double yaw, pitch, distance, fov_y;
    double shift_x, shift_y;
    bool is_mouse_enabled, is_holding, is_dragging;
} vw_camera;

// The camera's frame in the world, all unit.
typedef struct vw_camera_frame {
    belay_vec3 eye, right, up, forward;
} vw_camera_frame;

// OpenGL objects.
typedef struct vw_renderer {
    GLuint mesh_program, mirror_program, depth_program, back_program, floor_program, line_program, overlay_program;
    GLuint frame_buffer;                           // the uniform block
    GLuint empty_array, line_array, overlay_array; // vertex arrays
    GLuint instances, lines, overlay;              // vertex buffers
    GLuint shadow_map, shadow_target;
    GLuint target, target_color, target_depth; // drawn to, several samples a pixel
    GLuint result, result_color;               // read from
    GLuint font_atlas;
    GLuint picture_atlas; // 0: no pictures yet
    int width, height; // of the targets, device pixels
    int samples;
    int shadow_size; // 0: none
} vw_renderer;

typedef struct vw_ground {
    bool is_drawn;
    double height, cell;
} vw_ground;

enum { VW_UI_MAX_PANELS = 16, VW_UI_MAX_SLIDERS = 64 };

typedef struct vw_ui {
    viewer_rect panels[VW_UI_MAX_PANELS]; // of this frame
    viewer_rect old_panels[VW_UI_MAX_PANELS];
    int panel_count, old_panel_count;
    uint32_t panel_id;
    uint32_t active;      // widget being dragged or pressed, 0: none
    bool is_open;         // between panel begin and end
    size_t background;    // offset of the panel's background in the overlay buffer
    double x, top, width; // of the panel
    double y;             // of its next line
    bool wants_mouse;
    uint32_t last_click; // widget of the last click and its time, for the double click
    double last_click_time;
    uint32_t slider_ids[VW_UI_MAX_SLIDERS]; // first seen values, to go back to
    double slider_values[VW_UI_MAX_SLIDERS];
    int slider_count;
} vw_ui;

typedef struct vw_look {
    viewer_color back_top, back_bottom, floor_color, grid_color;
    viewer_color roles[VIEWER_ROLE_TRACK + 1];
    float sky[3], bounce[3]; // linear
    float key, glow, shade;  // key light; brightening of the middle of the background; depth of shadows
} vw_look;

struct viewer {
    SDL_Window* window;
    SDL_GLContext context;
    bool has_video;    // SDL's video must be closed
    bool is_presented; // there is something to show the frame on
    bool is_closing;
    bool ignores_input;
    vw_gl gl;
    vw_renderer renderer;
    vw_font font;
    viewer_theme theme;
    vw_look look;
    belay_vec3 up;
    belay_vec3 light;
    bool has_mirror;
    int width, height; // logical pixels
    double scale;      // window units a logical pixel
    int pixel_width, pixel_height;
    Uint64 start, last_frame;
    double frame_time;
    viewer_mouse mouse;
    viewer_pad pad;
    SDL_GameController* pad_device; // NULL: none
    bool has_pads;                  // SDL's game controllers must be closed
    double triggers[2];             // left and right, 0 to 1
    bool key_down[VIEWER_KEY_COUNT], key_pressed[VIEWER_KEY_COUNT];
    vw_camera camera;
    vw_ui ui;
    vw_ground ground;
    viewer_color backdrop; // alpha 0: none
    bool has_shadow_region;
    belay_vec3 shadow_center;
    double shadow_radius;
    belay_vec3 bounds_low, bounds_high; // of all drawn so far
    bool has_bounds;
    vw_buffer meshes;          // vw_mesh
    vw_buffer draws;           // vw_draw, this frame
    vw_buffer stream_vertices; // vw_vertex, this frame
    vw_buffer stream_indices;  // uint32_t, this frame
    vw_buffer lines;           // vw_line, this frame
    vw_buffer top_lines;       // likewise, over everything
    bool is_line_on_top;       // where the next line goes
    vw_buffer overlay;         // vw_overlay_vertex, this frame
    vw_buffer instances;       // vw_instance, sorted
    vw_buffer batches;         // vw_batch
    vw_buffer scratch;         // for whoever is at work
    int picture_count;
    char renderer_name[128];
};

// renderer.c: creates, resizes and frees what the GPU holds.
bool vw_renderer_init(viewer* v, const viewer_def* def, char* error, size_t error_size);
bool vw_renderer_resize(viewer* v, char* error, size_t error_size);
void vw_renderer_fini(viewer* v);

// render.c: draws the recorded frame.
void vw_render(viewer* v);

// look.c: the colours of a theme.
vw_look vw_look_of(viewer_theme theme);

// mesh.c: the built-in meshes; uploads; freeing of all.
bool vw_meshes_init(viewer* v);
void vw_meshes_fini(viewer* v);
void vw_mesh_array_setup(viewer* v, vw_mesh* mesh);

// tube.c: appends a tube to vertices and indices (counted from the buffer's present end). False on bad input or lack of
// memory, with nothing added.
bool vw_tube_build(vw_buffer* vertices, vw_buffer* indices, vw_buffer* scratch, const viewer_tube* tube);

// camera.c
void vw_camera_init(viewer* v);
void vw_camera_update(viewer* v);
vw_camera_frame vw_camera_frame_of(const viewer* v);
vw_mat4 vw_camera_matrix(const viewer* v);

// draw.c
void vw_draw_reset(viewer* v);

// line.c: adds a chain whose i-th point, width and colour `point_at` gives.
typedef struct vw_line_point {
    belay_vec3 position;
    double width; // logical pixels
    viewer_color color;
} vw_line_point;
typedef vw_line_point (*vw_line_point_fn)(const void* context, int i);
void vw_line_chain(viewer* v, vw_line_point_fn point_at, const void* context, int count, bool is_closed);

// overlay.c: adds a rectangle with the corners upper left, upper right, lower left, lower right; `shape` is as the
// shader reads it.
typedef struct vw_corner {
    double x, y; // logical pixels
    double u, w; // local coordinates or those of the atlas
} vw_corner;
#define VW_KIND_GLYPH 1.0f // shape: logical pixels a texel, how much bolder (texels), unused, this
void vw_overlay_quad(viewer* v, const vw_corner c[4], const float shape[4], viewer_color color);
void vw_overlay_reset(viewer* v);
size_t vw_overlay_mark(const viewer* v);
void vw_overlay_panel_patch(viewer* v, size_t mark, viewer_rect r);

// pad.c
void vw_pad_frame_begin(viewer* v);
void vw_pad_event(viewer* v, const SDL_Event* e);
void vw_pad_fini(viewer* v);

// ui.c
void vw_ui_frame_begin(viewer* v);
void vw_ui_frame_end(viewer* v);

#endif
