// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Drawing a world to look into it. The program gives callbacks that draw lines, triangles, points and text in whatever
// it draws with; the world calls them for what the flags ask for. For development: it takes a call for every line.
//
//     belay_debug_draw draw = belay_debug_draw_default();
//     draw.segment = my_line;
//     draw.context = &my_renderer;
//     draw.flags = BELAY_DRAW_SHAPES | BELAY_DRAW_CONTACTS;
//     belay_world_debug_draw(world, &draw);

#ifndef BELAY_DEBUG_DRAW_H
#define BELAY_DEBUG_DRAW_H

#include "belay/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// What is drawn; or them together.
enum {
    BELAY_DRAW_SHAPES = 1,    // colliders: outlines of solids, squares of planes, triangles of meshes
    BELAY_DRAW_CONTACTS = 2,  // of the last step: a point, and the normal as a segment of normal_length
    BELAY_DRAW_FORCES = 4,    // of contacts and joints, mean over the last step: segments of force_scale m per N
    BELAY_DRAW_JOINTS = 8,    // from the bodies to the anchors, the x axes or a pulley's rope, and the type as text
    BELAY_DRAW_BOUNDS = 16,   // boxes of the colliders along the world's axes
    BELAY_DRAW_ISLANDS = 32,  // colours shapes by the island of the last step, and writes its number at the body
    BELAY_DRAW_SLEEPING = 64, // colours the shapes of sleepers
    BELAY_DRAW_RODS = 128,    // rods: their nodes and the segments between them
    BELAY_DRAW_EVERYTHING = 255,
};

// Colours are 0xRRGGBB.
#define BELAY_DRAW_COLOR_STATIC 0x909090u
#define BELAY_DRAW_COLOR_KINEMATIC 0x4090ffu
#define BELAY_DRAW_COLOR_DYNAMIC 0xffc040u
#define BELAY_DRAW_COLOR_SENSOR 0x40e080u
#define BELAY_DRAW_COLOR_SLEEPING 0x505880u
#define BELAY_DRAW_COLOR_CONTACT 0xff4040u
#define BELAY_DRAW_COLOR_FORCE 0xff40ffu
#define BELAY_DRAW_COLOR_JOINT 0x40ffffu
#define BELAY_DRAW_COLOR_BOUNDS 0x606060u
#define BELAY_DRAW_COLOR_ROD 0xe0e0a0u

// Who draws, and what. Callbacks that are null are left out (triangles are drawn as segments then). They may not call
// the world: every call answers STATE. Places in m, world frame.
typedef struct belay_debug_draw {
    void (*segment)(belay_vec3 from, belay_vec3 to, uint32_t color, void* context);
    // anticlockwise seen from outside
    void (*triangle)(belay_vec3 a, belay_vec3 b, belay_vec3 c, uint32_t color, void* context);
    void (*point)(belay_vec3 at, uint32_t color, void* context);
    void (*text)(belay_vec3 at, const char* text, uint32_t color, void* context); // good until it returns
    void* context;                                                                // handed to them; the caller's
    uint32_t flags;       // of those above, no others; default BELAY_DRAW_SHAPES
    double normal_length; // m, >= 0, of the normals of contacts; default 0.1
    double force_scale;   // m/N, >= 0; default 0.01
    double plane_size;    // m, > 0: edge of the square that is drawn of a plane, about the point next to plane_middle
    belay_vec3 plane_middle; // m; defaults: 10 m, the origin
} belay_debug_draw;

// No callbacks, shapes alone, and the defaults above.
belay_debug_draw belay_debug_draw_default(void);

// Draws the world as it stands: by kinds of things in the order of the flags, each in the order of its table, so the
// same world draws the same. Nothing of it changes. Errors: HANDLE, BUSY, STATE (inside a hook or a callback of this
// one), VALUE (null; a number out of range), MEMORY (contacts or forces are wanted, as belay_world_get_contacts).
belay_result belay_world_debug_draw(const belay_world* world, const belay_debug_draw* draw);

#ifdef __cplusplus
}
#endif

#endif
