// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/show.h"

#include "game/ground.h"

#include <math.h>
#include <string.h>

static const double WATER = -2.4; // m, its surface

// ------------------------------------------------------------------------------------------------------------------
// Making
// ------------------------------------------------------------------------------------------------------------------

// Parts that look alike share a solid: searched backwards, since alike ones stand together.
static void make_solid_of(show* s, int index)
{
    const part* parts = s->level->parts;
    for (int k = index - 1; k >= 0; k--) {
        if (!viewer_solid_is_same(&parts[k].shape, &parts[index].shape)) continue;
        s->solid_of[index] = s->solid_of[k];
        return;
    }
    s->solid_of[index] = s->solid_count;
    s->solids[s->solid_count++] = viewer_solid_create(s->v, &parts[index].shape);
}

bool show_create(show* s, viewer* v, const level* l)
{
    memset(s, 0, sizeof *s);
    s->v = v;
    s->level = l;
    for (int i = 0; i < l->part_count; i++)
        make_solid_of(s, i);
    if (!ground_create(v, s->grounds)) {
        show_destroy(s);
        return false;
    }
    show_take(s);
    show_take(s);
    return true;
}

void show_destroy(show* s)
{
    if (s->v == NULL) return;
    for (int i = 0; i < s->solid_count; i++)
        viewer_solid_destroy(s->v, &s->solids[i]);
    for (int i = 0; i < SHOW_GROUNDS; i++)
        viewer_mesh_destroy(s->v, s->grounds[i]);
    memset(s, 0, sizeof *s);
}

static belay_rod_id rod_of(const level* l, int i)
{
    if (i == 0) return l->truck.rope;
    return i <= BRIDGE_ROPES ? l->bridge.ropes[i - 1] : l->bridge.rails[i - 1 - BRIDGE_ROPES];
}

void show_take(show* s)
{
    if (s->v == NULL) return;
    for (int i = 0; i < SHOW_RODS; i++) {
        show_rod* r = &s->rods[i];
        memcpy(r->before, r->now, sizeof r->before);
        if (belay_rod_get_nodes(s->level->world, rod_of(s->level, i), r->now, NULL, SHOW_NODES, &r->count) != BELAY_OK)
            r->count = 0;
    }
}

// ------------------------------------------------------------------------------------------------------------------
// Parts
// ------------------------------------------------------------------------------------------------------------------

static viewer_material material_of(look paint)
{
    static const uint32_t colors[LOOK_COUNT] = {
        [LOOK_PAINT] = 0xC8402F,  [LOOK_GLASS] = 0x2E3B4A,     [LOOK_TYRE] = 0x26282B,  [LOOK_METAL] = 0x8D949C,
        [LOOK_WOOD] = 0xB98A53,   [LOOK_DARK_WOOD] = 0x6B4A2F, [LOOK_CRATE] = 0xD2A564, [LOOK_STONE] = 0xA9A59B,
        [LOOK_LEAVES] = 0x2F6B3C, [LOOK_SIGN] = 0xF2D24A};
    viewer_color color = viewer_color_hex(colors[paint]);
    bool is_smooth = paint == LOOK_PAINT || paint == LOOK_GLASS || paint == LOOK_METAL;
    return is_smooth ? viewer_material_plastic(color) : viewer_material_matte(color);
}

// Battens along the twelve edges of a crate.
static void draw_battens(show* s, belay_pose pose, belay_vec3 size)
{
    const double thick = 0.055;
    viewer_material material = viewer_material_matte(viewer_color_hex(0xA9783C));
    double half[3] = {0.5 * size.x, 0.5 * size.y, 0.5 * size.z};
    for (int axis = 0; axis < 3; axis++)
        for (int k = 0; k < 4; k++) {
            double at[3] = {0.0, 0.0, 0.0}, box[3] = {thick, thick, thick};
            int a = (axis + 1) % 3, b = (axis + 2) % 3;
            at[a] = (k % 2 == 0 ? -1.0 : 1.0) * (half[a] - 0.8 * thick);
            at[b] = (k < 2 ? -1.0 : 1.0) * (half[b] - 0.8 * thick);
            box[axis] = half[axis] + 0.2 * thick;
            belay_pose edge = pose_compose(pose, make_at(v3(at[0], at[1], at[2])));
            viewer_box_draw(s->v, edge, v3(box[0], box[1], box[2]), material);
        }
}

static void draw_parts(show* s, double blend)
{
    const level* l = s->level;
    for (int i = 0; i < l->part_count; i++) {
        const part* p = &l->parts[i];
        belay_pose body = belay_pose_identity();
        belay_body_get_blended_pose(l->world, p->body, blend, &body);
        belay_pose pose = pose_compose(body, p->pose);
        viewer_solid_draw(s->v, &s->solids[s->solid_of[i]], pose, material_of(p->look));
        if (p->look == LOOK_CRATE) draw_battens(s, pose, p->shape.box.size);
    }
}

static void draw_rods(show* s, double blend)
{
    for (int i = 0; i < SHOW_RODS; i++) {
        belay_vec3 points[SHOW_NODES];
        const show_rod* r = &s->rods[i];
        double radius = i == 0 ? TRUCK_ROPE_RADIUS : i <= BRIDGE_ROPES ? BRIDGE_ROPE_RADIUS : BRIDGE_RAIL_RADIUS;
        for (int k = 0; k < r->count; k++)
            points[k] = v3_add_scaled(r->before[k], blend, v3_sub(r->now[k], r->before[k]));
        viewer_tube tube = {.points = points, .count = r->count, .radius = 1.3 * radius, .sides = 10};
        uint32_t color = i == 0 ? 0xE8C66A : 0xC9B48A;
        if (r->count > 1) viewer_tube_draw(s->v, &tube, viewer_material_matte(viewer_color_hex(color)));
    }
}

// ------------------------------------------------------------------------------------------------------------------
// Whoever walks
// ------------------------------------------------------------------------------------------------------------------

static void draw_limb(show* s, belay_pose at, belay_vec3 from, belay_vec3 to, double radius, uint32_t color)
{
    viewer_capsule_draw(s->v, pose_apply(at, from), pose_apply(at, to), radius,
                        viewer_material_plastic(viewer_color_hex(color)));
}

// A figure within the capsule: x to its right, y ahead. Legs and arms swing as it walks.
static void draw_hero(show* s)
{
    const hero* who = &s->level->state.who;
    double swing = 0.16 * who->speed * sin(7.5 * belay_world_get_time(s->level->world));
    belay_pose at = {who->body.position, belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), who->heading)};
    for (int i = 0; i < 2; i++) {
        double side = i == 0 ? -1.0 : 1.0, forth = side * swing;
        draw_limb(s, at, v3(0.12 * side, 0.0, -0.05), v3(0.12 * side, 0.9 * forth, -0.76), 0.11, 0x2B3A55);
        draw_limb(s, at, v3(0.29 * side, 0.0, 0.42), v3(0.33 * side, -0.8 * forth + 0.08, -0.02), 0.075, 0x1E7FA8);
        draw_limb(s, at, v3(0.12 * side, 0.9 * forth, -0.8), v3(0.12 * side, 0.9 * forth + 0.12, -0.8), 0.08, 0x4A3322);
    }
    draw_limb(s, at, v3(0.0, 0.0, 0.02), v3(0.0, 0.0, 0.38), 0.21, 0x1E7FA8);
    draw_limb(s, at, v3(0.0, 0.02, 0.71), v3(0.0, 0.02, 0.74), 0.15, 0xE6B98F);
    draw_limb(s, at, v3(0.0, 0.0, 0.82), v3(0.0, 0.14, 0.79), 0.09, 0xC8402F);
    belay_pose pack = pose_compose(at, make_at(v3(0.0, -0.26, 0.24)));
    viewer_box_draw(s->v, pack, v3(0.17, 0.1, 0.24), viewer_material_matte(viewer_color_hex(0xE08A2C)));
}

static void draw_water(show* s)
{
    double half = 0.5 * (LAND_RAVINE[1] - LAND_RAVINE[0]) + 0.6;
    belay_pose at = make_at(v3(0.0, 0.5 * (LAND_RAVINE[0] + LAND_RAVINE[1]), WATER - 0.5));
    viewer_material water = viewer_material_plastic(viewer_color_fade(viewer_color_hex(0x4B93B8), 0.75f));
    water.roughness = 0.12f;
    viewer_box_draw(s->v, at, v3(-LAND_X, half, 0.5), water);
}

void show_draw(show* s, double blend)
{
    if (s->v == NULL) return;
    ground_draw(s->v, s->grounds);
    draw_water(s);
    draw_parts(s, blend);
    draw_rods(s, blend);
    if (s->level->state.is_walking) draw_hero(s);
}
