// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A scene of a few solids as a drawing: seen from far away, from the right and above, what is behind drawn first.

#ifndef DEMOS_PAGES_PAGE_SKETCH_H
#define DEMOS_PAGES_PAGE_SKETCH_H

#include "pages/page_svg.h"

#include <belay/belay.h>

enum { PAGE_SHAPES = 600, PAGE_CORNERS = 64 };

// A polygon, a circle (one corner) or a line of the drawing, and how near its body is.
typedef struct page_shape {
    double depth, radius;
    int order, count;
    bool is_line;
    page_style style;
    page_point corners[PAGE_CORNERS];
} page_shape;

// Drawings are made of what is added to it between begin and end; too much ends the program.
typedef struct page_sketch {
    FILE* svg;
    page_point middle; // where the world's origin is drawn
    double scale;      // pixels per m
    int count;
    page_shape shapes[PAGE_SHAPES];
} page_sketch;

void page_sketch_begin(page_sketch* sketch, FILE* svg, page_point middle, double scale);
void page_sketch_end(page_sketch* sketch);
page_point page_sketch_project(const page_sketch* sketch, belay_vec3 point);

// Sizes and axes as those of the colliders of that name; half-spaces and curves are not drawn.
void page_sketch_box(page_sketch* sketch, belay_pose pose, belay_vec3 size, uint32_t color, double opacity);
void page_sketch_ball(page_sketch* sketch, belay_vec3 center, double radius, uint32_t color, double opacity);
void page_sketch_capsule(page_sketch* sketch, belay_pose pose, double length, double radius, uint32_t color,
                         double opacity);
void page_sketch_cylinder(page_sketch* sketch, belay_pose pose, double height, double radius, uint32_t color,
                          double opacity);
// The outline of any convex body by its points, with corners drawn round.
void page_sketch_outline(page_sketch* sketch, const belay_vec3* points, int count, uint32_t color, double opacity);
void page_sketch_line(page_sketch* sketch, const belay_vec3* points, int count, uint32_t color, double width);
// A line from `from` to `to` with a head, before everything else.
void page_sketch_arrow(page_sketch* sketch, belay_vec3 from, belay_vec3 to, uint32_t color);

#endif
