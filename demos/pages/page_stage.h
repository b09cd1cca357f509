// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A small scene that is simulated and drawn at several moments. What the engine refuses ends the program.

#ifndef DEMOS_PAGES_PAGE_STAGE_H
#define DEMOS_PAGES_PAGE_STAGE_H

#include "pages/page_sketch.h"

#define PAGE_GREY 0xb8bcc4u
#define PAGE_ORANGE 0xf5a742u
#define PAGE_BLUE 0x6aa9e8u
#define PAGE_GREEN 0x7cc47fu
#define PAGE_RED 0xd0392bu
#define PAGE_DARK 0x30343cu

// Ends the program with the world's message, unless all is well.
void page_check(belay_world* world, belay_result result);

typedef enum page_solid_kind { PAGE_BOX, PAGE_BALL, PAGE_CAPSULE, PAGE_CYLINDER } page_solid_kind;

// A body with one solid. `size`: edges; radius; length and radius (x, y); height and radius.
typedef struct page_solid {
    belay_body_id body;
    page_solid_kind kind;
    belay_vec3 size;
    uint32_t color;
    bool is_static;
} page_solid;

enum { PAGE_SOLIDS = 24 };

typedef struct page_stage {
    belay_world* world;
    page_sketch* sketch;
    int solid_count;
    page_solid solids[PAGE_SOLIDS];
} page_stage;

// An empty world; its bodies touch nothing unless `touches` says so below.
void page_stage_begin(page_stage* stage, const belay_world_def* def, page_sketch* sketch);
void page_stage_end(page_stage* stage);

// A dynamic body of 1000 kg/m^3, or one that stands.
belay_body_id page_stage_add(page_stage* stage, page_solid solid, belay_pose pose, bool touches);
belay_pose page_stage_pose(const page_stage* stage, belay_body_id body);
// Makes steps.
void page_stage_run(page_stage* stage, double seconds);
// Draws what stands, or what moves as it is now.
void page_stage_draw(page_stage* stage, bool is_static, double opacity);

belay_pose page_at(double x, double y, double z);
// The same, turned so that its z axis points along x or y.
belay_pose page_along_x(double x, double y, double z);
belay_pose page_along_y(double x, double y, double z);

#endif
