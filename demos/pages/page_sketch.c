// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "pages/page_sketch.h"

#include <belay/quat.h>
#include <belay/vec.h>
#include <math.h>
#include <stdlib.h>

static const double IN_FRONT = 1e6; // m, the depth of what is drawn before everything else

// To the right and up in the picture, orthonormal: seen from 24 degrees above.
static const belay_vec3 RIGHT = {0.8944271909999159, 0.4472135954999579, 0.0};
static const belay_vec3 UP = {-0.18189815653187213, 0.36379631306374427, 0.9135454576426009};

static belay_vec3 towards_eye(void)
{
    return v3_cross(RIGHT, UP);
}

void page_sketch_begin(page_sketch* sketch, FILE* svg, page_point middle, double scale)
{
    sketch->svg = svg;
    sketch->middle = middle;
    sketch->scale = scale;
    sketch->count = 0;
}

page_point page_sketch_project(const page_sketch* sketch, belay_vec3 point)
{
    return (page_point){sketch->middle.x + sketch->scale * v3_dot(point, RIGHT),
                        sketch->middle.y - sketch->scale * v3_dot(point, UP)};
}

static page_shape* add(page_sketch* sketch, double depth, page_style style)
{
    if (sketch->count == PAGE_SHAPES) {
        fprintf(stderr, "pages: a drawing has more than %d shapes\n", PAGE_SHAPES);
        exit(1);
    }
    page_shape* shape = &sketch->shapes[sketch->count];
    *shape = (page_shape){.depth = depth, .order = sketch->count++, .style = style};
    return shape;
}

static int by_depth(const void* a, const void* b)
{
    const page_shape *first = a, *second = b;
    if (first->depth != second->depth) return first->depth < second->depth ? -1 : 1;
    return first->order - second->order;
}

void page_sketch_end(page_sketch* sketch)
{
    qsort(sketch->shapes, (size_t)sketch->count, sizeof *sketch->shapes, by_depth);
    for (int i = 0; i < sketch->count; i++) {
        const page_shape* s = &sketch->shapes[i];
        if (s->is_line)
            page_svg_line(sketch->svg, s->corners, s->count, s->style.line, s->style.width);
        else if (s->count == 1)
            page_svg_circle(sketch->svg, s->corners[0], s->radius, s->style);
        else
            page_svg_polygon(sketch->svg, s->corners, s->count, s->style);
    }
}

// A colour under a light from above and the left; 0 to 1.
static uint32_t shaded(uint32_t color, double light)
{
    double factor = 0.6 + 0.4 * light;
    uint32_t red = (uint32_t)(factor * (double)(color >> 16 & 255)),
             green = (uint32_t)(factor * (double)(color >> 8 & 255));
    return red << 16 | green << 8 | (uint32_t)(factor * (double)(color & 255));
}

static double light_on(belay_vec3 normal)
{
    double light = v3_dot(normal, (belay_vec3){-0.35, -0.35, 0.87});
    return light > 0.0 ? light : 0.0;
}

static page_style solid(uint32_t color, double light, double opacity)
{
    page_style style = page_filled(shaded(color, light), opacity);
    style.line = shaded(color, -0.5);
    style.width = 0.7;
    return style;
}

static void add_face(page_sketch* sketch, belay_pose pose, belay_vec3 size, int axis, double sign, page_style base,
                     uint32_t color)
{
    double half[3] = {0.5 * size.x, 0.5 * size.y, 0.5 * size.z}, c[3];
    belay_vec3 normal =
        q_rotate(pose.rotation, (belay_vec3){axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0});
    if (v3_dot(normal, towards_eye()) <= 0.0) return;
    page_shape* face = add(sketch, v3_dot(pose.position, towards_eye()), solid(color, light_on(normal), base.opacity));
    static const double corners[4][2] = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
    for (int i = 0; i < 4; i++) {
        c[axis] = sign * half[axis];
        c[(axis + 1) % 3] = corners[i][0] * half[(axis + 1) % 3];
        c[(axis + 2) % 3] = corners[i][1] * half[(axis + 2) % 3];
        face->corners[i] = page_sketch_project(sketch, pose_apply(pose, (belay_vec3){c[0], c[1], c[2]}));
    }
    face->count = 4;
}

void page_sketch_box(page_sketch* sketch, belay_pose pose, belay_vec3 size, uint32_t color, double opacity)
{
    for (int axis = 0; axis < 3; axis++) {
        add_face(sketch, pose, size, axis, -1.0, page_filled(color, opacity), color);
        add_face(sketch, pose, size, axis, 1.0, page_filled(color, opacity), color);
    }
}

void page_sketch_ball(page_sketch* sketch, belay_vec3 center, double radius, uint32_t color, double opacity)
{
    double depth = v3_dot(center, towards_eye());
    page_shape* ball = add(sketch, depth, solid(color, 0.7, opacity));
    ball->corners[0] = page_sketch_project(sketch, center);
    ball->count = 1;
    ball->radius = sketch->scale * radius;
    page_shape* shine = add(sketch, depth, page_filled(0xffffffu, 0.35 * opacity));
    shine->corners[0] = (page_point){ball->corners[0].x - 0.3 * ball->radius, ball->corners[0].y - 0.35 * ball->radius};
    shine->count = 1;
    shine->radius = 0.3 * ball->radius;
}

static double turn_of(page_point a, page_point b, page_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int by_place(const void* a, const void* b)
{
    const page_point *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return p->y < q->y ? -1 : p->y > q->y;
}

// The convex hull of points in the plane, by a chain below and one above them; sorts them.
static int hull_of(page_point* points, int count, page_point* hull)
{
    qsort(points, (size_t)count, sizeof *points, by_place);
    int size = 0;
    for (int i = 0; i < count; i++) {
        while (size >= 2 && turn_of(hull[size - 2], hull[size - 1], points[i]) <= 0.0)
            size--;
        hull[size++] = points[i];
    }
    int lower = size + 1;
    for (int i = count - 2; i >= 0; i--) {
        while (size >= lower && turn_of(hull[size - 2], hull[size - 1], points[i]) <= 0.0)
            size--;
        hull[size++] = points[i];
    }
    return size - 1;
}

void page_sketch_outline(page_sketch* sketch, const belay_vec3* points, int count, uint32_t color, double opacity)
{
    page_point flat[2 * PAGE_CORNERS], hull[2 * PAGE_CORNERS + 2];
    belay_vec3 sum = v3_zero();
    if (count > 2 * PAGE_CORNERS) count = 2 * PAGE_CORNERS;
    for (int i = 0; i < count; i++) {
        flat[i] = page_sketch_project(sketch, points[i]);
        sum = v3_add(sum, points[i]);
    }
    page_shape* outline = add(sketch, v3_dot(v3_scale(1.0 / count, sum), towards_eye()), solid(color, 0.55, opacity));
    int size = hull_of(flat, count, hull);
    outline->count = size < PAGE_CORNERS ? size : PAGE_CORNERS;
    for (int i = 0; i < outline->count; i++)
        outline->corners[i] = hull[i];
}

void page_sketch_capsule(page_sketch* sketch, belay_pose pose, double length, double radius, uint32_t color,
                         double opacity)
{
    enum { SIDES = 24 };
    belay_vec3 points[2 * SIDES];
    for (int i = 0; i < 2 * SIDES; i++) {
        double angle = 2.0 * BELAY_PI * i / SIDES, end = i < SIDES ? -0.5 : 0.5;
        belay_vec3 across = v3_add_scaled(v3_scale(cos(angle), RIGHT), sin(angle), UP);
        points[i] = v3_add_scaled(pose_apply(pose, (belay_vec3){0.0, 0.0, end * length}), radius, across);
    }
    page_sketch_outline(sketch, points, 2 * SIDES, color, opacity);
}

void page_sketch_cylinder(page_sketch* sketch, belay_pose pose, double height, double radius, uint32_t color,
                          double opacity)
{
    enum { SIDES = 28 };
    belay_vec3 points[2 * SIDES], axis = q_rotate(pose.rotation, (belay_vec3){0.0, 0.0, 1.0});
    for (int i = 0; i < 2 * SIDES; i++) {
        double angle = 2.0 * BELAY_PI * i / SIDES, end = i < SIDES ? -0.5 : 0.5;
        points[i] = pose_apply(pose, (belay_vec3){radius * cos(angle), radius * sin(angle), end * height});
    }
    page_sketch_outline(sketch, points, 2 * SIDES, color, opacity);
    bool is_top = v3_dot(axis, towards_eye()) > 0.0;
    double light = light_on(is_top ? axis : v3_neg(axis));
    page_shape* cap = add(sketch, v3_dot(pose.position, towards_eye()), solid(color, light, opacity));
    for (int i = 0; i < SIDES; i++)
        cap->corners[i] = page_sketch_project(sketch, points[is_top ? SIDES + i : i]);
    cap->count = SIDES;
}

void page_sketch_line(page_sketch* sketch, const belay_vec3* points, int count, uint32_t color, double width)
{
    double depth = 0.0;
    for (int i = 0; i < count; i++)
        depth += v3_dot(points[i], towards_eye()) / count;
    page_shape* line = add(sketch, depth, page_lined(color, width));
    line->is_line = true;
    line->count = count < PAGE_CORNERS ? count : PAGE_CORNERS;
    for (int i = 0; i < line->count; i++)
        line->corners[i] = page_sketch_project(sketch, points[i]);
}

void page_sketch_arrow(page_sketch* sketch, belay_vec3 from, belay_vec3 to, uint32_t color)
{
    page_point a = page_sketch_project(sketch, from), b = page_sketch_project(sketch, to);
    double length = hypot(b.x - a.x, b.y - a.y);
    if (length < 1.0) return;
    double x = (b.x - a.x) / length, y = (b.y - a.y) / length, head = length < 14.0 ? 0.5 * length : 7.0;
    page_shape* shaft = add(sketch, IN_FRONT, page_lined(color, 1.8));
    shaft->is_line = true;
    shaft->count = 2;
    shaft->corners[0] = a;
    shaft->corners[1] = (page_point){b.x - head * x, b.y - head * y};
    page_shape* tip = add(sketch, IN_FRONT, page_filled(color, 1.0));
    tip->count = 3;
    tip->corners[0] = b;
    tip->corners[1] = (page_point){b.x - head * x - 0.45 * head * y, b.y - head * y + 0.45 * head * x};
    tip->corners[2] = (page_point){b.x - head * x + 0.45 * head * y, b.y - head * y - 0.45 * head * x};
}
