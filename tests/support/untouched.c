// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/untouched.h"

#include "support/scene.h"

#include <criterion/criterion.h>
#include <string.h>

const belay_vec3 untouched_rail[UNTOUCHED_RAIL_POINTS] = {{-1.0, 0.3, 0.2}, {0.0, 0.3, 0.1}, {1.0, 0.3, 0.2}};

static belay_collider_id add_sphere(belay_world* world, belay_body_id body)
{
    belay_collider_def def = belay_collider_def_sphere(0.06);
    def.shape.sphere.center = v3(0.02, 0.0, 0.0);
    belay_collider_id id;
    cr_assert(belay_collider_create(world, body, &def, &id) == BELAY_OK);
    return id;
}

static void populate(untouched* f)
{
    belay_material lively = {0.4, 0.7};
    f->plane = scene_plane(f->world, v3(0.0, 0.0, 1.0), 0.0, lively);
    scene_rail(f->world, untouched_rail, 3, false, 0.01, lively);
    scene_ball ball = scene_ball_default();
    ball.material = lively;
    ball.position = v3(0.0, 0.3, 0.25);
    ball.linear = v3(0.5, 0.0, 0.0);
    f->ball = scene_add_ball(f->world, &ball);
    f->sphere = add_sphere(f->world, f->ball);
    ball.position = v3(1.0, 0.0, 0.1);
    f->stale = scene_add_ball(f->world, &ball);
    f->stale_sphere = add_sphere(f->world, f->stale);
    cr_assert(belay_body_destroy(f->world, f->stale) == BELAY_OK);
    belay_body_def ground = belay_body_def_default();
    ground.type = BELAY_BODY_STATIC;
    ground.pose.position.z = -5.0;
    cr_assert(belay_body_create(f->world, &ground, &f->ground) == BELAY_OK);
    belay_component_def component = {"mark", 8};
    cr_assert(belay_component_register(f->world, &component, &f->component) == BELAY_OK);
    scene_steps(f->world, 40);
}

static void remember(untouched* f)
{
    f->hash = belay_world_hash(f->world);
    cr_assert(belay_world_snapshot(f->world, f->before, UNTOUCHED_ROOM, &f->size) == BELAY_OK);
}

static void begin(untouched* f)
{
    memset(f, 0, sizeof *f);
    f->world = scene_world(1.0 / 240.0);
    populate(f);
    remember(f);
}

untouched subject;
static untouched control;

void untouched_set_up(void)
{
    begin(&subject);
    begin(&control);
    cr_assert_eq(subject.hash, control.hash);
}

// The future is that of the control.
void untouched_tear_down(void)
{
    scene_check_same_course(subject.world, control.world, 100);
    belay_world_destroy(subject.world);
    belay_world_destroy(control.world);
}

void untouched_check(void)
{
    untouched* f = &subject;
    size_t size;
    cr_assert(belay_world_snapshot(f->world, f->after, UNTOUCHED_ROOM, &size) == BELAY_OK);
    cr_assert(size == f->size && memcmp(f->before, f->after, size) == 0, "the snapshot has changed");
    cr_assert_eq(belay_world_hash(f->world), f->hash);
}

void untouched_check_refused(belay_result answer, belay_result code, const char* name, const char* value)
{
    scene_check_refused(subject.world, subject.hash, answer, code, name, value);
    untouched_check();
}
