// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Nothing that is not finite leaves a step, and what stood in its way is told.

#include "store/state.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <string.h>

static belay_world* new_world(void)
{
    belay_world_def def = belay_world_def_default();
    return scene_world_of(&def);
}

static belay_body_id add_box(belay_world* world, belay_vec3 position)
{
    belay_body_def def = belay_body_def_default();
    def.pose.position = position;
    belay_body_id body;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    belay_collider_def box = belay_collider_def_box(v3(0.2, 0.3, 0.4));
    cr_assert(belay_collider_create(world, body, &box, NULL) == BELAY_OK);
    return body;
}

static void check_finite(const belay_world* world, belay_body_id body)
{
    belay_body_state s = scene_state((belay_world*)world, body);
    cr_assert(v3_is_finite(s.pose.position) && q_is_finite(s.pose.rotation));
    cr_assert(v3_is_finite(s.linear_velocity) && v3_is_finite(s.angular_velocity));
}

// Written past the door, as a program may that holds a pointer to the component.
static belay_body_state* raw_state(belay_world* world, uint32_t place)
{
    return &bl_body_states(world)[place];
}

Test(step_finite, what_would_overflow_is_held_and_told)
{
    static const double speeds[] = {1e120, 1e155, 1e200, 1e300};
    for (int k = 0; k < 4; k++) {
        belay_world* world = new_world();
        scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){0.5, 0.5});
        belay_body_id body = add_box(world, v3(0.0, 0.0, 0.19)), other = add_box(world, v3(5.0, 0.0, 1.0));
        uint32_t place = bl_body_count(world) - 2;
        belay_vec3 before = raw_state(world, place)->pose.position;
        raw_state(world, place)->linear_velocity = v3(speeds[k], 0.0, -speeds[k]);
        raw_state(world, place)->angular_velocity = v3(0.0, speeds[k], speeds[k]);
        cr_assert(belay_world_step(world) == BELAY_OK, "%s", belay_world_last_error(world));
        check_finite(world, body);
        check_finite(world, other);
        belay_body_state s = scene_state(world, body);
        cr_expect(v3_distance(s.pose.position, before) == 0.0 && v3_length(s.linear_velocity) == 0.0, "%g m/s",
                  speeds[k]);
        const belay_step_stats* stats = belay_world_get_stats(world);
        cr_expect_eq(stats->held_bodies, 1);
        cr_expect_not(stats->has_converged);
        int32_t count;
        const belay_fault_event* faults = belay_world_get_fault_events(world, &count);
        cr_assert_eq(count, 1);
        cr_expect(faults[0].body.value == body.value && faults[0].fault == BELAY_FAULT_HELD);
        // The other one fell as it should, and all goes on.
        cr_expect(fabs(scene_state(world, other).linear_velocity.z + 9.81 / 240.0) < 1e-12);
        scene_steps(world, 100);
        check_finite(world, body);
        belay_world_get_fault_events(world, &count);
        cr_expect_eq(count, 0);
        belay_world_destroy(world);
    }
}

Test(step_finite, a_step_from_a_state_that_is_no_number_is_refused)
{
    belay_world* world = new_world();
    belay_body_id body = add_box(world, v3(0.0, 0.0, 1.0));
    scene_steps(world, 3);
    belay_body_state good = *raw_state(world, 0);
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int k = 0; k < 3; k++) {
        raw_state(world, 0)->pose.position.y = bad[k];
        cr_expect(belay_world_step(world) == BELAY_ERROR_VALUE);
        cr_expect(strstr(belay_world_last_error(world), "not finite") != NULL);
        *raw_state(world, 0) = good;
        raw_state(world, 0)->angular_velocity.x = bad[k];
        cr_expect(belay_world_step(world) == BELAY_ERROR_VALUE);
        *raw_state(world, 0) = good;
    }
    cr_expect(belay_world_step(world) == BELAY_OK);
    check_finite(world, body);
    belay_world_destroy(world);
}
