// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The GLSL texts. vw_shader_frame and vw_shader_light go in front of every stage (see vw_gl_program).

#ifndef BELAY_VIEWER_GL_SHADERS_H
#define BELAY_VIEWER_GL_SHADERS_H

// The values that hold for a whole frame, as the uniform block "Frame" lays them out (std140).
typedef struct vw_frame_block {
    float view_proj[16];
    float light_proj[16]; // world to shadow map
    float eye[4];         // world
    float light[4];       // unit, towards the key light; w: its strength
    float up[4];          // unit; w: floor height
    float viewport[4];    // width, height in device pixels; device pixels per logical pixel; unused
    float shadow[4];      // filter radius in texture units; texel; offset along normals, m; 1 when there are shadows
    float sky[4];         // light from above, linear
    float bounce[4];      // light from below, linear
    float back_top[4];    // background, sRGB
    float back_bottom[4]; // background, sRGB
    float floor_color[4]; // sRGB; w: opacity
    float grid_color[4];  // sRGB; w: opacity
    float grid[4];        // cell (0: none); fade radius; shade of shadows; unused
    float focus[4];       // centre of the fading floor, world
} vw_frame_block;

extern const char vw_shader_frame[];
extern const char vw_shader_light[];
extern const char vw_shader_mesh_vertex[];
extern const char vw_shader_mesh_fragment[];
extern const char vw_shader_back_vertex[];
extern const char vw_shader_back_fragment[];
extern const char vw_shader_floor_vertex[];
extern const char vw_shader_floor_fragment[];
extern const char vw_shader_line_vertex[];
extern const char vw_shader_line_fragment[];
extern const char vw_shader_overlay_vertex[];
extern const char vw_shader_overlay_fragment[];

#endif
