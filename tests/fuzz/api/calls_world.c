// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "fuzz/api/calls.h"

#include "belay/command.h"
#include "belay/local_model.h"
#include "belay/problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// How classes of islands are solved, now and then by what there is not.
static void draw_islands(caller* c, belay_island_solver islands[BELAY_ISLAND_CLASS_COUNT])
{
    for (int i = 0; i < BELAY_ISLAND_CLASS_COUNT; i++) {
        belay_island_solver* s = &islands[i];
        s->enable_library = fuzz_happens(c->f, 0.3);
        s->method = (belay_method)any_whole(c, BELAY_METHOD_COUNT * (fuzz_happens(c->f, 0.1) ? 2 : 1));
        s->local = (belay_local_method)any_whole(c, BELAY_LOCAL_COUNT * (fuzz_happens(c->f, 0.1) ? 2 : 1));
    }
}

belay_result call_set_world(caller* c)
{
    belay_solver_settings s = belay_world_get_def(c->world)->solver;
    switch (fuzz_below(c->f, 6)) {
    case 0:
        return belay_world_set_gravity(c->world, any_vector(c, 10.0));
    case 1:
        return belay_world_set_step_seconds(c->world, any_amount(c, 0.02));
    case 2:
        return belay_world_set_theta(c->world, 0.5 + fabs(any_number(c, 0.5)));
    case 3:
        s.tolerance = any_amount(c, 1e-3);
        s.enable_warm_start = any_flag(c);
        if (fuzz_happens(c->f, 0.2)) s.max_work = any_whole(c, 3000);
        if (fuzz_happens(c->f, 0.2)) s.max_iterations = any_whole(c, 30);
        if (fuzz_happens(c->f, 0.4)) draw_islands(c, s.islands);
        return belay_world_set_solver(c->world, any_or_null(c, &s));
    case 4:
        return belay_world_set_restitution_threshold(c->world, any_amount(c, 1.0));
    default:
        return belay_world_set_sleep(c->world, any_flag(c));
    }
}

belay_result call_entities(caller* c)
{
    belay_entity e = {0};
    void* data;
    unsigned char initial[24] = {1};
    belay_component_id component =
        fuzz_happens(c->f, 0.9) ? c->component : (belay_component_id){(uint32_t)any_whole(c, 9)};
    belay_entity some = {any_handle(c)};
    belay_result result;
    switch (fuzz_below(c->f, 6)) {
    case 0:
        result = belay_entity_create(c->world, any_or_null(c, &e));
        caller_keep(c, e.value);
        return result;
    case 1:
        return belay_entity_destroy(c->world, some);
    case 2:
        return belay_component_add(c->world, some, component, any_or_null(c, initial), any_or_null(c, &data));
    case 3:
        return belay_component_remove(c->world, some, component);
    case 4:
        belay_component_get(c->world, some, component);
        belay_component_get_const(c->world, some, component);
        belay_entity_is_alive(c->world, some);
        return BELAY_OK;
    default:
        return fuzz_world_register(c->world, &component); // the name is taken
    }
}

belay_result call_iterator(caller* c)
{
    belay_component_id components[3] = {BELAY_COMPONENT_BODY_STATE, c->component, {(uint32_t)any_whole(c, 8)}};
    if (any_flag(c)) {
        belay_iterator_end(&c->iterator); // at most one is open, or the world would be locked for good
        return belay_iterator_begin(c->world, any_or_null(c, components), 1 + fuzz_below(c->f, 3), &c->iterator);
    }
    if (any_flag(c))
        belay_iterator_end(&c->iterator);
    else
        while (belay_iterator_next(&c->iterator))
            caller_keep(c, c->iterator.entity.value);
    return BELAY_OK;
}

belay_result call_look(caller* c)
{
    belay_ray_hit hits[3];
    belay_collider_id list[3];
    bool is_hit;
    int count, capacity = (int)fuzz_below(c->f, 5) - 1;
    belay_query_filter fi = belay_query_filter_default();
    belay_vec3 points[16], a = any_vector(c, 2.0), b = any_vector(c, 4.0);
    int32_t indices[24];
    double heights[16];
    belay_shape s = any_shape(c, points, indices, heights);
    fi.sees_sensors = any_flag(c);
    fi.ignored.value = any_flag(c) ? 0 : any_handle(c);
    belay_query_filter* given = any_flag(c) ? &fi : NULL;
    if (capacity > 3) capacity = 3;
    switch (fuzz_below(c->f, 5)) {
    case 0:
        return belay_world_cast_ray(c->world, a, b, given, any_or_null(c, hits), any_or_null(c, &is_hit));
    case 1:
        return belay_world_cast_ray_all(c->world, a, b, given, any_or_null(c, hits), capacity, any_or_null(c, &count));
    case 2:
        return belay_world_cast_shape(c->world, any_or_null(c, &s), any_pose(c), b, given, any_or_null(c, hits),
                                      any_or_null(c, &is_hit));
    case 3:
        return belay_world_overlap_shape(c->world, any_or_null(c, &s), any_pose(c), given, any_or_null(c, list),
                                         capacity, any_or_null(c, &count));
    default:
        return belay_world_overlap_box(c->world, a, b, given, any_or_null(c, list), capacity, any_or_null(c, &count));
    }
}

belay_result call_read_world(caller* c)
{
    int32_t count;
    belay_world_get_contacts(c->world, any_or_null(c, &count));
    belay_world_get_rod_contacts(c->world, any_or_null(c, &count));
    belay_world_get_contact_events(c->world, any_or_null(c, &count));
    belay_world_get_rod_contact_events(c->world, any_or_null(c, &count));
    belay_world_get_sensor_events(c->world, any_or_null(c, &count));
    belay_world_get_joint_events(c->world, any_or_null(c, &count));
    belay_world_get_sleep_events(c->world, any_or_null(c, &count));
    belay_world_get_stats(c->world);
    belay_world_get_energy(c->world);
    belay_world_get_time(c->world);
    return BELAY_OK;
}

belay_result call_ask_step(caller* c)
{
    static belay_local_model model;
    belay_problem* problem = NULL;
    belay_error error = {BELAY_OK, ""};
    belay_result result;
    switch (fuzz_below(c->f, 3)) {
    case 0:
        return belay_world_get_local_model(c->world, any_body(c), any_or_null(c, &model));
    case 1:
        if (any_flag(c)) model.count = any_whole(c, 16);
        for (int i = 0; i < BELAY_LOCAL_MODEL_CONTACTS; i++)
            if (any_flag(c)) model.contacts[i].other = any_handle(c);
        return belay_local_model_wake_rods(c->world, any_or_null(c, &model));
    default: // its message is its own
        result = belay_world_get_problem(c->world, any_or_null(c, &problem), &error);
        if (result != BELAY_OK && error.message[0] == '\0')
            fuzz_fail(c->f, "belay_world_get_problem refused without a word");
        if (result == BELAY_OK && !c->is_wild && belay_problem_check(problem, &error) != BELAY_OK)
            fuzz_fail(c->f, "the problem of the last step is none: %.200s", error.message);
        belay_problem_destroy(problem);
        return BELAY_OK;
    }
}

belay_result call_queue(caller* c)
{
    belay_vec3 v = any_vector(c, 10.0), at = any_vector(c, 1.0);
    belay_body_id b = any_body(c);
    switch (fuzz_below(c->f, 8)) { // without a message
    case 0:
        belay_body_queue_force(c->world, b, v);
        break;
    case 1:
        belay_body_queue_force_at(c->world, b, v, at);
        break;
    case 2:
        belay_body_queue_torque(c->world, b, v);
        break;
    case 3:
        belay_body_queue_impulse_at(c->world, b, v, at);
        break;
    case 4:
        belay_body_queue_velocity(c->world, b, v, at);
        break;
    case 5:
        belay_body_queue_pose(c->world, b, any_pose(c));
        break;
    case 6:
        belay_body_queue_move(c->world, b, any_pose(c));
        break;
    default:
        belay_world_queue_command(c->world, NULL, NULL, 1000);
        break;
    }
    return BELAY_OK;
}

belay_result call_views(caller* c)
{
    belay_world_release_view(c->world, &c->view);
    if (any_flag(c)) return belay_world_publish_view(c->world);
    if (belay_world_acquire_view(c->world, &c->view) == BELAY_OK) belay_view_find(&c->view, any_body(c));
    return BELAY_OK;
}

belay_result call_snapshots(caller* c)
{
    size_t size = 0;
    if (any_flag(c)) {
        belay_world_snapshot(c->world, NULL, 0, &size);
        unsigned char* bytes = malloc(size);
        belay_result result = belay_world_snapshot(c->world, bytes, size, NULL);
        free(c->snapshot);
        c->snapshot = bytes;
        c->snapshot_size = size;
        return result;
    }
    if (c->snapshot == NULL) return BELAY_OK;
    belay_result result = belay_world_restore(c->world, any_or_null(c, c->snapshot), c->snapshot_size);
    if (result == BELAY_ERROR_VERSION && belay_world_last_error(c->world) != NULL &&
        strstr(belay_world_last_error(c->world), "too few") == NULL)
        fuzz_fail(c->f, "its own snapshot is refused: %.200s", belay_world_last_error(c->world));
    return result;
}
