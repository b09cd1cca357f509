// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Drawing in the world: solids, floor, lines and trails. Calls record; viewer_frame_end draws. World frame, metres.
// When memory runs out, what does not fit is left out of the frame.

#ifndef BELAY_VIEWER_DRAW_H
#define BELAY_VIEWER_DRAW_H

#include "viewer/basis/color.h"
#include "viewer/window.h"

#include <stdint.h>

// What is painted on a surface in its second colour, fixed to the body so that rolling and spinning can be seen.
typedef enum viewer_pattern {
    VIEWER_PATTERN_NONE,
    VIEWER_PATTERN_BEACH_BALL, // `repeats` pairs of sectors about the local z axis (0: 3), round caps on the poles
    VIEWER_PATTERN_STRIPE,     // a billiard ball: a band of the first colour about the local z axis
    VIEWER_PATTERN_OCTANTS,    // eight parts in turn
    VIEWER_PATTERN_DOTS,       // six round spots
    VIEWER_PATTERN_RINGS,      // tubes: `repeats` bands along the length (0: 16)
    VIEWER_PATTERN_LINE,       // tubes: `repeats` lines along the tube (0: 1), which show twist
    VIEWER_PATTERN_CHECKER,    // `repeats` squares a unit of local length (boxes, m) or texture (meshes) (0: 8)
} viewer_pattern;

// The look of a surface.
typedef struct viewer_material {
    viewer_color color;  // alpha below 1 makes it see-through, without shadow
    viewer_color color2; // of the pattern; alpha unused
    viewer_pattern pattern;
    float repeats;   // of the pattern; 0: the pattern's own number
    float roughness; // 0 mirror to 1 chalk
    float metallic;  // 0 or 1, rarely between
    float emission;  // light of its own, 0 none to 1 the full colour whatever the light
} viewer_material;

// A smooth, slightly shiny, painted surface.
viewer_material viewer_material_plastic(viewer_color color);

// A dull surface.
viewer_material viewer_material_matte(viewer_color color);

// Polished metal tinted with `color`.
viewer_material viewer_material_metal(viewer_color color);

// A plastic beach ball of `color` and near-white.
viewer_material viewer_material_ball(viewer_color color);

// A plastic rod of `color` with a darker line along it that shows twist.
viewer_material viewer_material_rod(viewer_color color);

// A retained mesh; 0 is none. Owned by the viewer.
typedef struct viewer_mesh {
    uint32_t index;
} viewer_mesh;

// A mesh from arrays, all copied. Triangles are counter-clockwise from outside; both sides are drawn.
typedef struct viewer_mesh_def {
    const belay_vec3* positions; // m, local frame
    const belay_vec3* normals;   // unit; NULL: smooth normals are computed
    int vertex_count;            // > 0
    const uint32_t* indices;     // three a triangle
    int index_count;             // a multiple of 3, > 0
    bool is_closed;              // a solid: its inner side is never seen and need not be drawn
} viewer_mesh_def;

// A round tube along a curve.
typedef struct viewer_tube {
    const belay_vec3* points; // the centre line, m; at least 2
    int count;
    double radius;               // m, > 0
    bool is_closed;              // the last point joins the first
    int sides;                   // around; 0: 16
    const belay_vec3* directors; // NULL, or one a point: where the material line runs; need not be unit or square to
                                 // the curve. NULL gives a frame of least turning.
    const double* radii;         // NULL, or one a point in place of `radius`, m
} viewer_tube;

// Makes a mesh. Returns the null mesh when counts are not positive, an index is out of range or memory runs out.
viewer_mesh viewer_mesh_create(viewer* v, const viewer_mesh_def* def);

// Makes a mesh of a tube with round caps (none when closed). Null mesh on bad input or lack of memory.
viewer_mesh viewer_mesh_tube_create(viewer* v, const viewer_tube* tube);

// Frees a mesh, not within a frame that has drawn it. The null mesh is allowed.
void viewer_mesh_destroy(viewer* v, viewer_mesh mesh);

// Draws a mesh placed at `pose`, enlarged `scale` times.
void viewer_mesh_draw(viewer* v, viewer_mesh mesh, belay_pose pose, double scale, viewer_material material);

// Draws a tube whose curve changes from frame to frame; costs about 0.2 us a point and side. Fixed ones: use a mesh.
void viewer_tube_draw(viewer* v, const viewer_tube* tube, viewer_material material);

// Draws a sphere.
void viewer_sphere_draw(viewer* v, belay_pose pose, double radius, viewer_material material);

// Draws a box with slightly rounded edges; `half` are its half extents, m.
void viewer_box_draw(viewer* v, belay_pose pose, belay_vec3 half, viewer_material material);

// Draws a capsule between the centres a and b of its caps.
void viewer_capsule_draw(viewer* v, belay_vec3 a, belay_vec3 b, double radius, viewer_material material);

// Draws a capsule whose axis is the local z axis; `half_length` is half the distance between the centres of its caps.
void viewer_capsule_pose_draw(viewer* v, belay_pose pose, double half_length, double radius, viewer_material material);

// Draws a cylinder from a to b.
void viewer_cylinder_draw(viewer* v, belay_vec3 a, belay_vec3 b, double radius, viewer_material material);

// Draws a cylinder whose axis is the local z axis.
void viewer_cylinder_pose_draw(viewer* v, belay_pose pose, double half_length, double radius, viewer_material material);

// Draws a solid arrow from `from` to `from + vector`; `radius` is that of its shaft, m. Nothing when vector is zero.
void viewer_arrow_draw(viewer* v, belay_vec3 from, belay_vec3 vector, double radius, viewer_color color);

// Draws the axes of a frame as arrows of `length`: x red, y green, z blue.
void viewer_frame_draw(viewer* v, belay_pose pose, double length);

// Draws the floor: a plane across the sky direction at `height` along it, with a grid of `cell` metres (0: none) that
// fades out softly. Once a frame.
void viewer_ground_draw(viewer* v, double height, double cell);

// Lines drawn from now on in this frame are seen through everything, or (the default) hidden by what is before them.
void viewer_line_on_top_set(viewer* v, bool is_on_top);

// Draws a smooth line of `width` logical pixels.
void viewer_line_draw(viewer* v, belay_vec3 a, belay_vec3 b, double width, viewer_color color);

// Draws a chain of lines.
void viewer_polyline_draw(viewer* v, const belay_vec3* points, int count, bool is_closed, double width,
                          viewer_color color);

// The path behind a moving point: the last `capacity` positions. Owned by the caller; zero-initialised is empty.
typedef struct viewer_trail {
    belay_vec3* points; // a ring
    int capacity, count, next;
} viewer_trail;

// Makes room for `capacity` points. False when memory runs out; the trail is then empty and safe to use.
bool viewer_trail_init(viewer_trail* trail, int capacity);

// Frees the trail's memory.
void viewer_trail_fini(viewer_trail* trail);

// Adds the newest position; the oldest is forgotten when full.
void viewer_trail_push(viewer_trail* trail, belay_vec3 p);

// Forgets all positions, e.g. after a restart.
void viewer_trail_clear(viewer_trail* trail);

// Draws the trail, fading and thinning towards its old end; `width` in logical pixels at the new end.
void viewer_trail_draw(viewer* v, const viewer_trail* trail, double width, viewer_color color);

// Says what region the shadow map covers: a ball, m. Without it, the region grows to hold what has been drawn.
void viewer_shadow_region_set(viewer* v, belay_vec3 center, double radius);

// The direction from the scene to the key light, world frame, need not be unit.
void viewer_light_set(viewer* v, belay_vec3 direction);

#endif
