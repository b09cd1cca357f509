// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/list/emblems.h"

#include <belay/vec.h>

#include <math.h>
#include <string.h>

// A thing in the plane of the picture, x to the right and z up, m.
typedef enum piece_type {
    PIECE_END,
    PIECE_BOX,     // half sides c and d, turned by e (degrees)
    PIECE_BALL,    // radius c
    PIECE_CAPSULE, // to (c, d), radius e
    PIECE_LINE,    // likewise, thin
    PIECE_ARROW,   // by (c, d)
    PIECE_ROPE,    // to (c, d), hanging through by e
    PIECE_KNOT,    // an overhand knot, of size c
    PIECE_LOOPS,   // a track with two loops of radius c
    PIECE_WHEEL,   // radius c with d teeth
} piece_type;

typedef struct piece {
    piece_type type;
    double a, b, c, d, e; // a and b: where, x and z
    int tone;
} piece;

enum { MOST = 14, TUBE_POINTS = 160 };

static const double TAU = 6.283185307179586;

typedef struct emblem {
    const char* name;
    piece pieces[MOST];
} emblem;

#define BOX(x, z, half_x, half_z, turn, tone)                                                                          \
    {                                                                                                                  \
        PIECE_BOX, x, z, half_x, half_z, turn, tone                                                                    \
    }
#define BALL(x, z, radius, tone)                                                                                       \
    {                                                                                                                  \
        PIECE_BALL, x, z, radius, 0.0, 0.0, tone                                                                       \
    }
#define CAPSULE(x, z, to_x, to_z, radius, tone)                                                                        \
    {                                                                                                                  \
        PIECE_CAPSULE, x, z, to_x, to_z, radius, tone                                                                  \
    }
#define LINE(x, z, to_x, to_z, tone)                                                                                   \
    {                                                                                                                  \
        PIECE_LINE, x, z, to_x, to_z, 0.0, tone                                                                        \
    }
#define ARROW(x, z, by_x, by_z, tone)                                                                                  \
    {                                                                                                                  \
        PIECE_ARROW, x, z, by_x, by_z, 0.0, tone                                                                       \
    }
#define ROPE(x, z, to_x, to_z, sag, tone)                                                                              \
    {                                                                                                                  \
        PIECE_ROPE, x, z, to_x, to_z, sag, tone                                                                        \
    }

static const emblem demos[] = {
    {"double_loop", {{PIECE_LOOPS, 0.0, 0.0, 0.55, 0.0, 0.0, 0}, BALL(-1.32, 0.17, 0.14, 3)}},
    {"knot", {{PIECE_KNOT, 0.0, 0.75, 0.42, 0.0, 0.0, 1}}},
    {"haptic",
     {BOX(-0.6, 0.25, 0.3, 0.25, 0.0, 0), BOX(0.05, 0.25, 0.3, 0.25, 0.0, 1), BOX(-0.28, 0.75, 0.3, 0.25, 4.0, 2),
      BALL(-0.2, 1.13, 0.13, 3), CAPSULE(-0.2, 1.13, 0.5, 1.75, 0.045, 7), ARROW(-0.2, 1.2, 0.0, 0.5, 4)}},
    {"game",
     {BOX(0.75, 0.55, 0.6, 0.16, 0.0, 0), BOX(1.05, 0.86, 0.28, 0.18, 0.0, 0), BALL(0.35, 0.24, 0.22, 7),
      BALL(1.15, 0.24, 0.22, 7), ROPE(0.15, 0.5, -0.75, 0.4, 0.08, 1), BOX(-1.1, 0.35, 0.35, 0.35, 0.0, 2)}},
    {NULL, {{0}}},
};

static const emblem examples[] = {
    {"hello", {BOX(0.0, 1.05, 0.42, 0.42, 12.0, 0), ARROW(0.75, 1.3, 0.0, -0.7, 7)}},
    {"stack",
     {BOX(0.0, 0.17, 0.3, 0.17, 0.0, 0), BOX(0.02, 0.51, 0.3, 0.17, 0.0, 1), BOX(-0.01, 0.85, 0.3, 0.17, 0.0, 2),
      BOX(0.01, 1.19, 0.3, 0.17, 0.0, 3), BOX(0.0, 1.53, 0.3, 0.17, 0.0, 4), ARROW(0.62, 0.0, 0.0, 0.9, 7)}},
    {"ragdoll",
     {BALL(0.0, 1.45, 0.17, 2), CAPSULE(0.0, 1.15, 0.1, 0.75, 0.17, 0), CAPSULE(-0.14, 1.15, -0.6, 1.35, 0.08, 1),
      CAPSULE(0.16, 1.15, 0.55, 0.9, 0.08, 1), CAPSULE(0.05, 0.6, -0.3, 0.2, 0.1, 3),
      CAPSULE(0.18, 0.6, 0.5, 0.15, 0.1, 3)}},
    {"cradle",
     {LINE(-0.9, 1.6, 0.9, 1.6, 7), LINE(-0.9, 1.6, -1.25, 0.75, 7), BALL(-1.25, 0.75, 0.18, 3),
      LINE(-0.36, 1.6, -0.36, 0.5, 7), BALL(-0.36, 0.5, 0.18, 0), LINE(0.01, 1.6, 0.01, 0.5, 7),
      BALL(0.01, 0.5, 0.18, 0), LINE(0.38, 1.6, 0.38, 0.5, 7), BALL(0.38, 0.5, 0.18, 0), LINE(0.75, 1.6, 0.75, 0.5, 7),
      BALL(0.75, 0.5, 0.18, 0)}},
    {"chain",
     {BALL(-1.2, 1.5, 0.08, 7), BALL(1.2, 1.5, 0.08, 7), CAPSULE(-1.2, 1.5, -0.75, 0.95, 0.06, 0),
      CAPSULE(-0.75, 0.95, -0.25, 0.6, 0.06, 1), CAPSULE(-0.25, 0.6, 0.25, 0.6, 0.06, 2),
      CAPSULE(0.25, 0.6, 0.75, 0.95, 0.06, 3), CAPSULE(0.75, 0.95, 1.2, 1.5, 0.06, 4)}},
    {"rope_bridge",
     {BOX(-1.4, 0.5, 0.2, 0.5, 0.0, 7), BOX(1.4, 0.5, 0.2, 0.5, 0.0, 7), ROPE(-1.2, 1.0, 1.2, 1.0, 0.45, 1),
      BOX(-0.75, 0.82, 0.17, 0.04, -26.0, 2), BOX(-0.25, 0.62, 0.17, 0.04, -8.0, 2),
      BOX(0.25, 0.62, 0.17, 0.04, 8.0, 2), BOX(0.75, 0.82, 0.17, 0.04, 26.0, 2), BOX(0.0, 0.85, 0.18, 0.18, 0.0, 3)}},
    {"gears", {{PIECE_WHEEL, -0.72, 0.75, 0.36, 10.0, 0.0, 3}, {PIECE_WHEEL, 0.42, 0.75, 0.68, 20.0, 0.0, 0}}},
    {"car",
     {BOX(0.0, 0.55, 0.95, 0.2, 0.0, 0), BOX(-0.1, 0.9, 0.48, 0.18, 0.0, 0), BALL(-0.6, 0.26, 0.26, 7),
      BALL(0.6, 0.26, 0.26, 7), ARROW(-0.4, 0.04, -0.9, 0.0, 3)}},
    {"character",
     {BOX(0.5, 0.0, 1.1, 0.5, 25.0, 6), CAPSULE(-0.25, 0.42, -0.25, 1.0, 0.22, 1), ARROW(0.05, 0.85, 0.65, 0.33, 3)}},
    {"conveyor",
     {CAPSULE(-1.1, 0.35, 1.1, 0.35, 0.2, 7), BOX(-0.3, 0.83, 0.28, 0.28, 0.0, 2), ARROW(0.2, 0.75, 0.8, 0.0, 3)}},
    {"one_way_floor",
     {BOX(0.0, 0.9, 0.9, 0.06, 0.0, 6), BALL(-0.35, 0.35, 0.2, 3), ARROW(-0.35, 0.6, 0.0, 0.85, 3),
      BALL(0.45, 1.16, 0.2, 0)}},
    {"sensor",
     {LINE(-0.8, 0.5, 0.8, 0.5, 1), LINE(-0.8, 1.1, 0.8, 1.1, 1), LINE(-0.8, 0.5, -0.8, 1.1, 1),
      LINE(0.8, 0.5, 0.8, 1.1, 1), BALL(0.0, 0.8, 0.22, 3), ARROW(0.35, 1.5, 0.0, -0.5, 7)}},
    {"ray",
     {BOX(0.9, 0.5, 0.25, 0.5, 0.0, 0), BALL(-1.3, 0.9, 0.08, 7), LINE(-1.3, 0.9, 0.65, 0.6, 3),
      BALL(0.65, 0.6, 0.08, 3)}},
    {"cast",
     {BOX(0.0, 0.0, 1.4, 0.5, -22.0, 6), BALL(-0.1, 1.55, 0.2, 0), LINE(-0.1, 1.55, -0.1, 0.79, 7),
      BALL(-0.1, 0.79, 0.2, 3)}},
    {"incline",
     {BOX(0.0, 0.1, 1.5, 0.5, -20.0, 6), BOX(-0.35, 0.99, 0.24, 0.24, -20.0, 0), BOX(0.65, 0.62, 0.24, 0.24, -20.0, 3),
      ARROW(0.98, 0.52, 0.5, -0.18, 3)}},
    {"winch",
     {{PIECE_WHEEL, 0.0, 1.35, 0.3, 6.0, 0.0, 2},
      ROPE(0.3, 1.35, 0.3, 0.55, 0.0, 1),
      BOX(0.3, 0.35, 0.22, 0.22, 0.0, 0)}},
    {"cut_a_rope",
     {BALL(0.0, 1.75, 0.07, 7), ROPE(0.0, 1.75, 0.0, 1.25, 0.0, 1), ROPE(0.05, 0.95, 0.0, 0.55, 0.0, 1),
      BOX(0.0, 0.35, 0.2, 0.2, 0.0, 0), LINE(-0.35, 1.0, 0.35, 1.2, 3)}},
    {"knot", {{PIECE_KNOT, 0.0, 0.75, 0.42, 0.0, 0.0, 4}}},
    {"hair", {BOX(-1.2, 1.3, 0.18, 0.18, 0.0, 7), ROPE(-1.05, 1.3, 1.1, 0.5, -0.5, 2)}},
    {"snapshot",
     {BOX(-0.8, 0.3, 0.3, 0.3, 0.0, 0), BOX(0.8, 0.3, 0.3, 0.3, 0.0, 0), ARROW(-0.3, 0.75, 0.6, 0.0, 1),
      ARROW(0.3, 0.45, -0.6, 0.0, 3)}},
    {"determinism",
     {BOX(-0.9, 0.25, 0.22, 0.22, 10.0, 0), BOX(-0.85, 0.75, 0.22, 0.22, 24.0, 1), BOX(0.0, 0.25, 0.22, 0.22, 10.0, 0),
      BOX(0.05, 0.75, 0.22, 0.22, 24.0, 1), BOX(0.9, 0.25, 0.22, 0.22, 10.0, 0), BOX(0.95, 0.75, 0.22, 0.22, 24.0, 1)}},
    {"threads",
     {ARROW(-1.1, 0.4, 2.2, 0.0, 0), ARROW(-1.1, 0.75, 2.2, 0.0, 1), ARROW(-1.1, 1.1, 2.2, 0.0, 2),
      ARROW(-1.1, 1.45, 2.2, 0.0, 3)}},
    {"budget",
     {{PIECE_WHEEL, 0.0, 0.8, 0.7, 0.0, 0.0, 6}, ARROW(0.0, 0.8, 0.0, 0.6, 7), ARROW(0.0, 0.8, 0.4, 0.15, 3)}},
    {"ecs",
     {CAPSULE(0.0, 0.7, 0.0, 1.3, 0.22, 0), ARROW(0.0, 0.45, 0.0, -0.4, 3), CAPSULE(-0.8, 0.5, -0.8, 0.9, 0.16, 1),
      ARROW(-0.8, 0.3, 0.0, -0.28, 3), CAPSULE(0.8, 0.9, 0.8, 1.3, 0.16, 2), ARROW(0.8, 0.7, 0.0, -0.3, 3)}},
    {"debug_draw",
     {LINE(-0.8, 0.05, 0.8, 0.05, 1), LINE(0.8, 0.05, 0.8, 0.7, 1), LINE(0.8, 0.7, -0.8, 0.7, 1),
      LINE(-0.8, 0.7, -0.8, 0.05, 1), LINE(-0.4, 0.7, 0.4, 0.7, 0), LINE(0.4, 0.7, 0.4, 1.4, 0),
      LINE(0.4, 1.4, -0.4, 1.4, 0), LINE(-0.4, 1.4, -0.4, 0.7, 0), ARROW(0.0, 0.7, 0.0, 0.5, 3)}},
    {"haptic_wall",
     {BOX(0.9, 0.8, 0.2, 0.8, 0.0, 6), BALL(0.55, 0.8, 0.15, 3), CAPSULE(0.55, 0.8, -0.5, 1.3, 0.05, 7),
      ARROW(0.4, 0.8, -0.8, 0.0, 4)}},
    {NULL, {{0}}},
};

// ------------------------------------------------------------------------------------------------------------------
// Pieces
// ------------------------------------------------------------------------------------------------------------------

static viewer_color color_of(int tone)
{
    return tone == 7 ? viewer_color_hex(0x4A5464) : tone == 6 ? viewer_color_hex(0xC7BDAA) : viewer_color_palette(tone);
}

static belay_vec3 at(double x, double z)
{
    return (belay_vec3){x, 0.0, z};
}

static belay_pose turned(double x, double z, double degrees)
{
    double half = -0.5 * degrees / 360.0 * TAU; // about y, which points away
    return (belay_pose){at(x, z), {cos(half), 0.0, sin(half), 0.0}};
}

static belay_vec3 rope_point(const piece* p, double t)
{
    return at(p->a + t * (p->c - p->a), p->b + t * (p->d - p->b) - 4.0 * p->e * t * (1.0 - t));
}

// A trefoil that is open below, its ends led out to the sides.
static belay_vec3 knot_point(const piece* p, double t)
{
    double u = TAU * (0.04 + 0.92 * t) - 0.25 * TAU, out = pow(fabs(2.0 * t - 1.0), 9.0);
    double x = sin(u) + 2.0 * sin(2.0 * u), z = cos(u) - 2.0 * cos(2.0 * u), y = sin(3.0 * u);
    double side = t < 0.5 ? -1.0 : 1.0;
    return (belay_vec3){p->a + p->c * (0.62 * x + 1.6 * side * out), -0.45 * p->c * y, p->b + p->c * 0.55 * z};
}

// Along the ground, and round twice.
static belay_vec3 loop_point(const piece* p, double t)
{
    double s = 5.0 * t, x = -1.5, turn = 0.0;
    if (s < 1.0)
        x += 0.9 * s;
    else if (s < 2.0)
        x += 0.9, turn = s - 1.0;
    else if (s < 3.0)
        x += 0.9 + 1.2 * (s - 2.0);
    else if (s < 4.0)
        x += 2.1, turn = s - 3.0;
    else
        x += 2.1 + 0.9 * (s - 4.0);
    double angle = TAU * turn;
    return (belay_vec3){x + p->c * sin(angle), 0.3 * (turn - 0.5) * (turn > 0.0), 0.04 + p->c * (1.0 - cos(angle))};
}

static void draw_tube(viewer* v, const piece* p, belay_vec3 (*point)(const piece* p, double t), double radius)
{
    belay_vec3 points[TUBE_POINTS];
    for (int i = 0; i < TUBE_POINTS; i++)
        points[i] = point(p, (double)i / (TUBE_POINTS - 1));
    viewer_tube tube = {.points = points, .count = TUBE_POINTS, .radius = radius};
    viewer_tube_draw(v, &tube, viewer_material_plastic(color_of(p->tone)));
}

static void draw_wheel(viewer* v, const piece* p)
{
    viewer_material m = viewer_material_plastic(color_of(p->tone));
    belay_vec3 front = {p->a, -0.1, p->b}, back = {p->a, 0.1, p->b};
    viewer_cylinder_draw(v, front, back, p->c, m);
    for (int i = 0; i < (int)p->d; i++) {
        double turn = 360.0 * i / p->d, angle = turn / 360.0 * TAU;
        belay_vec3 half = {0.06, 0.1, 0.055};
        viewer_box_draw(v, turned(p->a + (p->c + 0.02) * cos(angle), p->b + (p->c + 0.02) * sin(angle), turn), half, m);
    }
}

static void draw_piece(viewer* v, const piece* p)
{
    viewer_material m = viewer_material_plastic(color_of(p->tone));
    belay_vec3 half = {p->c, fmin(0.35, fmax(p->c, p->d)), p->d};
    switch (p->type) {
    case PIECE_BOX:
        viewer_box_draw(v, turned(p->a, p->b, p->e), half, m);
        break;
    case PIECE_BALL:
        viewer_sphere_draw(v, turned(p->a, p->b, 0.0), p->c, m);
        break;
    case PIECE_CAPSULE:
    case PIECE_LINE:
        viewer_capsule_draw(v, at(p->a, p->b), at(p->c, p->d), p->type == PIECE_LINE ? 0.022 : p->e, m);
        break;
    case PIECE_ARROW:
        viewer_arrow_draw(v, (belay_vec3){p->a, -0.4, p->b}, at(p->c, p->d), 0.045, color_of(p->tone));
        break;
    case PIECE_ROPE:
        draw_tube(v, p, rope_point, 0.05);
        break;
    case PIECE_KNOT:
        draw_tube(v, p, knot_point, 0.11);
        break;
    case PIECE_LOOPS:
        draw_tube(v, p, loop_point, 0.04);
        break;
    default:
        draw_wheel(v, p);
        break;
    }
}

void emblem_draw(viewer* v, const item* i)
{
    const emblem* e = i->type == ITEM_DEMO ? demos : examples;
    while (e->name != NULL && strcmp(e->name, i->name) != 0)
        e++;
    viewer_camera_fov_set(v, 0.5);
    viewer_camera_angles_set(v, -0.25 * TAU + 0.3, 0.2);
    viewer_camera_fit(v, (belay_vec3){-1.25, -0.4, 0.0}, (belay_vec3){1.25, 0.4, 1.65});
    viewer_ground_draw(v, 0.0, 0.0);
    for (int k = 0; e->name != NULL && k < MOST && e->pieces[k].type != PIECE_END; k++)
        draw_piece(v, &e->pieces[k]);
}
