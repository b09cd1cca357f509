// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/scene.h"

#include "support/messages/message_form.h"

#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <string.h>

belay_world* scene_world_of(const belay_world_def* def)
{
    belay_world* world = NULL;
    belay_error error;
    cr_assert(belay_world_create(def, &world, &error) == BELAY_OK, "%s", error.message);
    return world;
}

belay_world* scene_world(double h)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = h;
    def.solver.tolerance = belay_world_def_exact().solver.tolerance;
    return scene_world_of(&def);
}

static void check_ok(const belay_world* world, belay_result result)
{
    cr_assert(result == BELAY_OK, "%s: %s", belay_result_text(result), belay_world_last_error(world));
}

void scene_steps(belay_world* world, int count)
{
    for (int i = 0; i < count; i++)
        check_ok(world, belay_world_step(world));
}

void scene_check_converged(const belay_world* world)
{
    const belay_step_stats* stats = belay_world_get_stats(world);
    cr_assert(stats->has_converged, "step %llu: residual %g after %d sweeps", (unsigned long long)stats->step,
              stats->residual.natural, (int)stats->iterations);
}

// ---------------------------------------------------------------------------------------------------------------------
// Bodies

static belay_collider_id static_collider(belay_world* world, belay_collider_def* def, belay_material material)
{
    belay_body_def body_def = belay_body_def_default();
    body_def.type = BELAY_BODY_STATIC;
    belay_body_id body;
    belay_collider_id collider;
    check_ok(world, belay_body_create(world, &body_def, &body));
    def->material = material;
    check_ok(world, belay_collider_create(world, body, def, &collider));
    return collider;
}

belay_collider_id scene_plane(belay_world* world, belay_vec3 normal, double offset, belay_material material)
{
    belay_collider_def def = belay_collider_def_plane(normal, offset);
    return static_collider(world, &def, material);
}

belay_collider_id scene_rail(belay_world* world, const belay_vec3* points, int count, bool is_closed, double radius,
                             belay_material material)
{
    belay_collider_def def = belay_collider_def_tube(points, count, is_closed, radius);
    return static_collider(world, &def, material);
}

scene_ball scene_ball_default(void)
{
    scene_ball ball = {0};
    ball.radius = 0.05;
    ball.mass = 1.0;
    ball.material = belay_material_default();
    return ball;
}

belay_body_id scene_add_ball(belay_world* world, const scene_ball* ball)
{
    belay_body_def def = belay_body_def_default();
    def.pose.position = ball->position;
    def.linear_velocity = ball->linear;
    def.angular_velocity = ball->angular;
    def.mass = ball->mass;
    def.inertia = belay_inertia_sphere(ball->mass, ball->radius);
    def.is_rotation_locked = ball->is_rotation_locked;
    belay_body_id body;
    check_ok(world, belay_body_create(world, &def, &body));
    belay_collider_def collider_def = belay_collider_def_sphere(ball->radius);
    collider_def.material = ball->material;
    belay_collider_id collider;
    check_ok(world, belay_collider_create(world, body, &collider_def, &collider));
    return body;
}

belay_body_id scene_add_body(belay_world* world, belay_body_type type, belay_vec3 position)
{
    belay_body_def def = belay_body_def_default();
    def.type = type;
    def.pose.position = position;
    belay_body_id body;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    return body;
}

belay_collider_id scene_add_sphere(belay_world* world, belay_body_id body, double radius, belay_material material)
{
    belay_collider_def def = belay_collider_def_sphere(radius);
    def.material = material;
    belay_collider_id collider;
    cr_assert(belay_collider_create(world, body, &def, &collider) == BELAY_OK);
    return collider;
}

belay_body_state scene_state(const belay_world* world, belay_body_id body)
{
    belay_body_state state;
    check_ok(world, belay_body_get_state(world, body, &state));
    return state;
}

void scene_set_velocity(belay_world* world, belay_body_id body, belay_vec3 linear, belay_vec3 angular)
{
    check_ok(world, belay_body_set_velocity(world, body, linear, angular));
}

void scene_push(belay_world* world, belay_body_id body, belay_vec3 force)
{
    check_ok(world, belay_body_apply_force(world, body, force));
}

// ---------------------------------------------------------------------------------------------------------------------
// Readings

void scene_check_near(double value, double right, double tolerance, const char* what)
{
    double error = fabs(value - right);
    cr_log_info("%s: %.12g, right value %.12g, error %.3g of %.3g allowed\n", what, value, right, error, tolerance);
    cr_expect(error <= tolerance, "%s is %.12g; right value %.12g, error %.3g, allowed %.3g", what, value, right, error,
              tolerance);
}

bool scene_is_same_vector(belay_vec3 a, belay_vec3 b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

bool scene_is_same_pose(belay_pose a, belay_pose b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

belay_vec3 scene_impulse(const belay_contact* contact)
{
    belay_vec3 r = v3_scale(contact->impulse[0], contact->normal);
    r = v3_add_scaled(r, contact->impulse[1], contact->tangent1);
    return v3_add_scaled(r, contact->impulse[2], contact->tangent2);
}

// ---------------------------------------------------------------------------------------------------------------------
// Bad input

void scene_check_refused(const belay_world* world, uint64_t hash_before, belay_result answer, belay_result code,
                         const char* name, const char* value)
{
    const char* text = belay_world_last_error(world);
    cr_expect(answer == code, "%s = %s: answered \"%s\", not \"%s\"", name, value, belay_result_text(answer),
              belay_result_text(code));
    cr_expect(strstr(text, name) != NULL, "\"%s\" does not name %s", text, name);
    cr_expect(strstr(text, value) != NULL, "\"%s\" does not tell the value %s of %s", text, value, name);
    if (code == BELAY_ERROR_VALUE || code == BELAY_ERROR_SHAPE) message_check_form(text);
    cr_expect(belay_world_hash(world) == hash_before, "%s = %s: the world has changed", name, value);
}

void scene_check_same_course(belay_world* world, belay_world* control, int count)
{
    for (int i = 0; i <= count; i++) {
        cr_assert(belay_world_hash(world) == belay_world_hash(control), "the worlds differ after %d steps", i);
        if (i < count) scene_steps(world, 1);
        if (i < count) scene_steps(control, 1);
    }
}
