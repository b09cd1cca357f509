// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: debug draw. Three boxes as a picture in letters, and the forces that are drawn on them.

#include "example.h"

#include <belay/vec.h>
#include <string.h>

enum { COLUMNS = 60, ROWS = 18, DOTS = 64 };

static const double SCALE = 2e-3; // m of a drawn force per N

typedef struct picture {
    char rows[ROWS][COLUMNS + 1];
    double up; // m, sum of the forces that are drawn, upwards
} picture;

// Draws x from -2 to 2 m to the right and z from -0.2 to 2.2 m upwards.
static void draw_segment(belay_vec3 from, belay_vec3 to, uint32_t color, void* context)
{
    picture* p = context;
    if (color == BELAY_DRAW_COLOR_FORCE) p->up += to.z - from.z;
    for (int i = 0; i <= DOTS; i++) {
        belay_vec3 at = v3_add_scaled(from, (double)i / DOTS, v3_sub(to, from));
        int column = (int)(0.25 * (at.x + 2.0) * COLUMNS), row = (int)((2.2 - at.z) / 2.4 * ROWS);
        if (at.x < -2.0 || at.z < -0.2 || column >= COLUMNS || row < 0 || row >= ROWS) continue;
        p->rows[row][column] = color == BELAY_DRAW_COLOR_FORCE ? '^' : color == BELAY_DRAW_COLOR_STATIC ? '=' : '#';
    }
}

static void add_box(belay_world* world, belay_body_type type, belay_vec3 at, belay_vec3 size)
{
    belay_body_def def = belay_body_def_default();
    def.type = type;
    def.pose.position = at;
    belay_collider_def collider = belay_collider_def_box(size);
    collider.density = 100.0;
    CHECK(belay_body_create_solid(world, &def, &collider, NULL));
}

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));
    // A force is drawn as it acts on the first of the two that touch: on what lies above, if that is made first.
    add_box(world, BELAY_BODY_DYNAMIC, (belay_vec3){-1.0, 0.0, 1.2}, (belay_vec3){0.8, 0.8, 0.8});
    add_box(world, BELAY_BODY_DYNAMIC, (belay_vec3){-1.0, 0.0, 0.4}, (belay_vec3){0.8, 0.8, 0.8});
    add_box(world, BELAY_BODY_DYNAMIC, (belay_vec3){0.8, 0.0, 0.6}, (belay_vec3){1.2, 0.8, 1.2});
    add_box(world, BELAY_BODY_STATIC, (belay_vec3){0.0, 0.0, -0.1}, (belay_vec3){3.9, 2.0, 0.2});
    for (int i = 0; i < 60; i++)
        CHECK(belay_world_step(world));

    picture page = {.up = 0.0};
    memset(page.rows, ' ', sizeof page.rows);
    belay_debug_draw draw = belay_debug_draw_default();
    draw.segment = draw_segment;
    draw.context = &page;
    draw.flags = BELAY_DRAW_SHAPES | BELAY_DRAW_FORCES;
    draw.force_scale = SCALE;
    CHECK(belay_world_debug_draw(world, &draw));
    for (int i = 0; i < ROWS; i++)
        printf("%.*s\n", COLUMNS, page.rows[i]);
    printf("one box of 51.2 kg on another, both and one of 115.2 kg on the floor: forces drawn = %.4f N\n",
           page.up / SCALE);
    CHECK(belay_world_destroy(world));
    return 0;
}
