// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/cords.h"

#include <belay/vec.h>

#include <math.h>

enum { MOST = 512 }; // nodes of a rope that is drawn

static const double REACH = 22.0; // logical pixels about the mouse

// A rope as it is now.
typedef struct cord {
    belay_rod_info info;
    belay_vec3 nodes[MOST], directors[MOST];
    double tensions[MOST];
} cord;

static bool read(const show* s, belay_rod_id rod, cord* c)
{
    belay_quat frames[MOST];
    int count = 0;
    const belay_world* world = s->e->world;
    if (belay_rod_get_info(world, rod, &c->info) != BELAY_OK || c->info.node_count > MOST) return false;
    if (belay_rod_get_nodes(world, rod, c->nodes, NULL, MOST, &count) != BELAY_OK || count < 2) return false;
    if (belay_rod_get_frames(world, rod, frames, MOST, &count) != BELAY_OK) return false;
    for (int i = 0; i < c->info.node_count; i++)
        c->directors[i] = belay_quat_rotate(frames[i < count ? i : count - 1], (belay_vec3){1.0, 0.0, 0.0});
    if (belay_rod_get_tensions(world, rod, c->tensions, MOST, &count) != BELAY_OK) count = 0;
    for (int i = count; i < MOST; i++)
        c->tensions[i] = 0.0;
    return true;
}

double cords_tension(const show* s)
{
    static cord c;
    double most = 0.0;
    for (int k = 0; k < s->e->rod_count; k++)
        for (int i = 0; read(s, s->e->rods[k], &c) && i < c.info.node_count - 1; i++)
            most = fmax(most, fabs(c.tensions[i]));
    return most;
}

viewer_color cords_color(double share)
{
    viewer_color slack = viewer_color_hex(0xE8E3D3), pulled = viewer_color_hex(0xD1373D);
    viewer_color pressed = viewer_color_hex(0x2F6FDE);
    return viewer_color_mix(slack, share < 0.0 ? pressed : pulled, (float)fmin(fabs(share), 1.0));
}

// Element by element, each with its own colour.
static void draw_tensions(show* s, const cord* c)
{
    for (int i = 0; i + 1 < c->info.node_count; i++) {
        double share = s->full_tension > 0.0 ? c->tensions[i] / s->full_tension : 0.0;
        viewer_capsule_draw(s->v, c->nodes[i], c->nodes[i + 1], c->info.contact_radius,
                            viewer_material_plastic(cords_color(share)));
    }
}

static void draw_cord(show* s, const cord* c, int number)
{
    viewer_color color = viewer_color_palette(number);
    viewer_tube tube = {.points = c->nodes,
                        .count = c->info.node_count,
                        .radius = c->info.contact_radius,
                        .sides = 12,
                        .directors = c->directors};
    viewer_tube_draw(s->v, &tube, s->flags.twist ? viewer_material_rod(color) : viewer_material_plastic(color));
}

void cords_draw(show* s)
{
    static cord c; // some 30 KB
    for (int k = 0; k < s->e->rod_count; k++) {
        if (!read(s, s->e->rods[k], &c)) continue;
        if (s->flags.tension)
            draw_tensions(s, &c);
        else
            draw_cord(s, &c, k);
    }
}

bool cords_find(const show* s, cord_place* place)
{
    static cord c;
    viewer_mouse m = viewer_mouse_state(s->v);
    double least = REACH;
    for (int k = 0; k < s->e->rod_count; k++) {
        if (!read(s, s->e->rods[k], &c)) continue;
        for (int i = 0; i < c.info.node_count; i++) {
            double x, y;
            if (!viewer_camera_project(s->v, c.nodes[i], &x, &y) || hypot(x - m.x, y - m.y) >= least) continue;
            least = hypot(x - m.x, y - m.y);
            *place = (cord_place){k, c.info.length * i / (c.info.node_count - 1), c.nodes[i]};
        }
    }
    return least < REACH;
}
