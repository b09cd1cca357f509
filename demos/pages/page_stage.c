// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "pages/page_stage.h"

#include <math.h>
#include <stdlib.h>

void page_check(belay_world* world, belay_result result)
{
    if (result == BELAY_OK) return;
    fprintf(stderr, "pages: %s\n", world != NULL ? belay_world_last_error(world) : belay_result_text(result));
    exit(1);
}

void page_stage_begin(page_stage* stage, const belay_world_def* def, page_sketch* sketch)
{
    stage->sketch = sketch;
    stage->solid_count = 0;
    stage->world = NULL;
    page_check(NULL, belay_world_create(def, &stage->world, NULL));
}

void page_stage_end(page_stage* stage)
{
    page_check(stage->world, belay_world_destroy(stage->world));
}

static belay_collider_def collider_of(const page_solid* solid)
{
    switch (solid->kind) {
    case PAGE_BALL:
        return belay_collider_def_sphere(solid->size.x);
    case PAGE_CAPSULE:
        return belay_collider_def_capsule(solid->size.x, solid->size.y);
    case PAGE_CYLINDER:
        return belay_collider_def_cylinder(solid->size.x, solid->size.y);
    case PAGE_BOX:
        break;
    }
    return belay_collider_def_box(solid->size);
}

belay_body_id page_stage_add(page_stage* stage, page_solid solid, belay_pose pose, bool touches)
{
    if (stage->solid_count == PAGE_SOLIDS) {
        fprintf(stderr, "pages: a stage has more than %d solids\n", PAGE_SOLIDS);
        exit(1);
    }
    belay_collider_def collider = collider_of(&solid);
    if (!touches) collider.filter = (belay_filter){0};
    belay_body_def def = belay_body_def_default();
    def.type = solid.is_static ? BELAY_BODY_STATIC : BELAY_BODY_DYNAMIC;
    def.pose = pose;
    page_check(stage->world, belay_body_create_solid(stage->world, &def, &collider, &solid.body));
    stage->solids[stage->solid_count++] = solid;
    return solid.body;
}

belay_pose page_stage_pose(const page_stage* stage, belay_body_id body)
{
    belay_body_state state;
    page_check(stage->world, belay_body_get_state(stage->world, body, &state));
    return state.pose;
}

void page_stage_run(page_stage* stage, double seconds)
{
    double end = belay_world_get_time(stage->world) + seconds - 1e-9;
    while (belay_world_get_time(stage->world) < end)
        page_check(stage->world, belay_world_step(stage->world));
}

static void draw_solid(page_sketch* sketch, const page_solid* s, belay_pose pose, double opacity)
{
    switch (s->kind) {
    case PAGE_BALL:
        page_sketch_ball(sketch, pose.position, s->size.x, s->color, opacity);
        break;
    case PAGE_CAPSULE:
        page_sketch_capsule(sketch, pose, s->size.x, s->size.y, s->color, opacity);
        break;
    case PAGE_CYLINDER:
        page_sketch_cylinder(sketch, pose, s->size.x, s->size.y, s->color, opacity);
        break;
    case PAGE_BOX:
        page_sketch_box(sketch, pose, s->size, s->color, opacity);
        break;
    }
}

void page_stage_draw(page_stage* stage, bool is_static, double opacity)
{
    for (int i = 0; i < stage->solid_count; i++) {
        const page_solid* solid = &stage->solids[i];
        if (solid->is_static != is_static) continue;
        draw_solid(stage->sketch, solid, page_stage_pose(stage, solid->body), opacity);
    }
}

belay_pose page_at(double x, double y, double z)
{
    return (belay_pose){{x, y, z}, belay_quat_identity()};
}

belay_pose page_along_x(double x, double y, double z)
{
    return (belay_pose){{x, y, z}, {.w = sqrt(0.5), .y = sqrt(0.5)}};
}

belay_pose page_along_y(double x, double y, double z)
{
    return (belay_pose){{x, y, z}, {.w = sqrt(0.5), .x = -sqrt(0.5)}};
}
