// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Making, setting up and asking a world.

#include "store/checks.h"

#include "core/alloc.h"
#include "store/command_queue.h"
#include "store/joints.h"
#include "store/rods.h"
#include "store/store_tolerances.h"
#include "store/views.h"

#include <string.h>

belay_solver_settings belay_solver_settings_default(void)
{
    belay_solver_settings s = {
        .tolerance = 1e-6, .max_iterations = 1000, .max_work = 1000000, .enable_warm_start = true};
    return s;
}

belay_world_def belay_world_def_default(void)
{
    belay_world_def def = {.gravity = {0.0, 0.0, -9.81},
                           .step_seconds = 1.0 / 240.0,
                           .theta = 0.5,
                           .max_steps_per_advance = 8,
                           .solver = belay_solver_settings_default(),
                           .contact_margin = 0.005,
                           .touch_tolerance = 1e-9,
                           .overlap_slop = 1e-6,
                           .overlap_recovery = 0.2,
                           .overlap_max_speed = 1.0,
                           .enable_sleep = true,
                           .sleep_speed = 1e-4,
                           .sleep_seconds = 0.5,
                           .enable_continuous = true,
                           .worker_count = 1,
                           .tag = 1};
    return def;
}

belay_world_def belay_world_def_game(void)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = 1.0 / 60.0;
    def.max_steps_per_advance = 4;
    def.solver.tolerance = 1e-5;
    def.solver.max_work = 100000;
    return def;
}

belay_world_def belay_world_def_exact(void)
{
    belay_world_def def = belay_world_def_default();
    def.solver.tolerance = 1e-10;
    def.solver.max_iterations = 10000;
    def.solver.max_work = 0;
    def.enable_sleep = false;
    return def;
}

belay_world_def belay_world_def_haptics(void)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = 1.0 / 1000.0;
    def.max_steps_per_advance = 4;
    def.solver.max_work = 5000;
    def.enable_sleep = false;
    return def;
}

static belay_result check_island_solver(belay_error* error, int class, const belay_island_solver* s)
{
    const char* missing = NULL;
    if ((unsigned)s->local >= BELAY_LOCAL_COUNT)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "solver.islands[%d].local is %d; it must be a belay_local_method", class, (int)s->local);
    if ((unsigned)s->method >= BELAY_METHOD_COUNT)
        return belay_error_set(error, BELAY_ERROR_VALUE, "solver.islands[%d].method is %d; it must be a belay_method",
                               class, (int)s->method);
    if (!s->enable_library) return BELAY_OK;
    if (!belay_method_is_available(s->method, &missing))
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "solver.islands[%d].method is %s, which this build has not (%s)", class,
                               belay_method_name(s->method), missing);
    return BELAY_OK;
}

static belay_result check_solver(belay_error* error, const belay_solver_settings* s)
{
    if (!(s->tolerance > 0.0 && s->tolerance < 1.0))
        return belay_error_set(error, BELAY_ERROR_VALUE, "solver.tolerance is %g; it must be above 0 and below 1",
                               s->tolerance);
    if (s->max_iterations < 1)
        return belay_error_set(error, BELAY_ERROR_VALUE, "solver.max_iterations is %d; it must be at least 1",
                               s->max_iterations);
    if (s->max_work < 0)
        return belay_error_set(error, BELAY_ERROR_VALUE, "solver.max_work is %lld; it must be 0 or more",
                               (long long)s->max_work);
    for (int i = 0; i < BELAY_ISLAND_CLASS_COUNT; i++)
        BL_TRY(check_island_solver(error, i, &s->islands[i]));
    return bl_check_range(error, "solver.budget_seconds", s->budget_seconds, 0.0, HUGE_VAL);
}

belay_result bl_world_check_def(belay_error* error, const belay_world_def* def)
{
    BL_TRY(bl_check_vec3_within(error, "gravity", def->gravity, BELAY_MAX_ACCELERATION));
    BL_TRY(bl_check_range(error, "step_seconds", def->step_seconds, BELAY_MIN_STEP, BELAY_MAX_STEP));
    BL_TRY(bl_check_range(error, "theta", def->theta, 0.5, 1.0));
    if (def->max_steps_per_advance < 1)
        return belay_error_set(error, BELAY_ERROR_VALUE, "max_steps_per_advance is %d; it must be at least 1",
                               def->max_steps_per_advance);
    BL_TRY(check_solver(error, &def->solver));
    BL_TRY(bl_check_range(error, "contact_margin", def->contact_margin, 0.0, BELAY_MAX_POSITION));
    BL_TRY(bl_check_range(error, "touch_tolerance", def->touch_tolerance, 0.0, BELAY_MAX_POSITION));
    BL_TRY(bl_check_range(error, "restitution_threshold", def->restitution_threshold, 0.0, BELAY_MAX_SPEED));
    BL_TRY(bl_check_range(error, "overlap_slop", def->overlap_slop, 0.0, BELAY_MAX_POSITION));
    BL_TRY(bl_check_range(error, "overlap_recovery", def->overlap_recovery, 0.0, 1.0));
    BL_TRY(bl_check_positive(error, "sleep_speed", def->sleep_speed));
    BL_TRY(bl_check_positive(error, "sleep_seconds", def->sleep_seconds));
    if (def->worker_count < 1 || def->worker_count > BL_MAX_WORKERS)
        return belay_error_set(error, BELAY_ERROR_VALUE, "worker_count is %d; it must be 1 to %d", def->worker_count,
                               BL_MAX_WORKERS);
    if ((def->tasks.start == NULL) != (def->tasks.finish == NULL))
        return belay_error_set(error, BELAY_ERROR_VALUE, "tasks.%s is null; a task system has both",
                               def->tasks.start == NULL ? "start" : "finish");
    if (def->view_readers < 0 || def->view_readers > BL_MAX_VIEW_READERS)
        return belay_error_set(error, BELAY_ERROR_VALUE, "view_readers is %d; it must be 0 to %d", def->view_readers,
                               BL_MAX_VIEW_READERS);
    if (def->command_capacity < 0 || def->command_capacity > BL_MAX_COMMANDS)
        return belay_error_set(error, BELAY_ERROR_VALUE, "command_capacity is %d; it must be 0 to %d",
                               def->command_capacity, BL_MAX_COMMANDS);
    return bl_check_range(error, "overlap_max_speed", def->overlap_max_speed, 0.0, BELAY_MAX_SPEED);
}

static belay_result begin_workers(const belay_world_def* def, bl_workers** workers, belay_error* error)
{
    int count = def->worker_count;
    if (count == 1) return BELAY_OK;
    belay_error reason;
    belay_result result = bl_workers_create(count, &def->tasks, &def->allocator, workers, &reason);
    if (result == BELAY_OK) return BELAY_OK;
    return belay_error_set(error, result, "belay_world_create: worker_count is %d: %s", count, reason.message);
}

// What other threads have to do with the world.
static belay_result begin_threads(belay_world* world, belay_error* error)
{
    const belay_world_def* def = &world->def;
    if (bl_views_create(def->view_readers, &def->allocator, &world->views) != BELAY_OK)
        return belay_error_set(error, BELAY_ERROR_MEMORY, "belay_world_create: no memory for the views of %d readers",
                               def->view_readers);
    if (bl_commands_create(def->command_capacity, &def->allocator, &world->commands) != BELAY_OK)
        return belay_error_set(error, BELAY_ERROR_MEMORY, "belay_world_create: no memory for %d commands",
                               def->command_capacity);
    return begin_workers(def, &world->workers, error);
}

static void end_threads(belay_world* world)
{
    bl_workers_destroy(world->workers);
    bl_commands_destroy(world->commands, &world->def.allocator);
    bl_views_destroy(world->views, &world->def.allocator);
}

static void warn_of_step(const belay_world* world, const char* call, double h)
{
    bl_warn(world, "%s: step_seconds is %g: motion between contacts is coarse in steps as long as this", call, h);
}

// What is in a world from the beginning. `w` is zero but for its definition.
static void begin_stored(belay_world* w)
{
    w->entities.pool.tag = w->def.tag;
    w->scratch.solve.newton.allocator = &w->def.allocator;
    w->scratch.solve.colouring.allocator = &w->def.allocator;
    w->scratch.solve.pile.allocator = &w->def.allocator;
    w->scratch.rods.newton.allocator = &w->def.allocator;
    w->scratch.rods.collider.allocator = w->scratch.rods.solids.allocator = &w->def.allocator;
    bl_pair_finder_init(&w->pair_finder);
    bl_table_init(&w->entities.tables[BL_TABLE_NONE], "none", 0);
    bl_table_init(&w->entities.tables[BL_TABLE_BODY_STATE], "belay_body_state", sizeof(belay_body_state));
    bl_table_init(&w->entities.tables[BL_TABLE_BODY], "belay_body", sizeof(bl_body));
    bl_table_init(&w->entities.tables[BL_TABLE_COLLIDER], "belay_collider", sizeof(bl_collider));
    bl_table_init(&w->entities.tables[BL_TABLE_JOINT], "belay_joint", sizeof(bl_joint));
    bl_table_init(&w->entities.tables[BL_TABLE_ROD], "belay_rod", sizeof(bl_rod_record));
    w->entities.table_count = BL_TABLE_FIRST_USER;
    w->stats.residual.worst_contact = -1;
}

static belay_result create(const belay_world_def* def, belay_world** world, belay_error* error)
{
    if (def == NULL || world == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE, "belay_world_create: %s is null; it must be given",
                               def == NULL ? "def" : "world");
    belay_error reason;
    if (bl_world_check_def(&reason, def) != BELAY_OK)
        return belay_error_set(error, reason.code, "belay_world_create: %s", reason.message);
    belay_allocator allocator = def->allocator.reallocate != NULL ? def->allocator : bl_allocator_default();
    belay_world* w = bl_allocate(&allocator, sizeof *w);
    if (w == NULL) return belay_error_set(error, BELAY_ERROR_MEMORY, "belay_world_create: no memory for a world");
    w->def = *def;
    w->def.allocator = allocator;
    belay_result result = begin_threads(w, error);
    if (result != BELAY_OK) {
        end_threads(w);
        bl_free(&allocator, w, sizeof *w);
        return result;
    }
    begin_stored(w);
    *world = w;
    bl_inform(w, "belay_world_create: steps of %g s, %d threads, %d views, %d commands", def->step_seconds,
              def->worker_count, def->view_readers, def->command_capacity);
    if (def->step_seconds > BL_LONG_STEP) warn_of_step(w, "belay_world_create", def->step_seconds);
    return BELAY_OK;
}

// What is not made has no last error: the logger that it would have had hears of it.
belay_result belay_world_create(const belay_world_def* def, belay_world** world, belay_error* error)
{
    belay_error why = {.code = BELAY_OK};
    belay_result result = create(def, world, &why);
    if (error != NULL) *error = why;
    if (result != BELAY_OK && def != NULL && def->logger.message != NULL)
        def->logger.message(def->logger.context, BELAY_LOG_ERROR, why.message);
    return result;
}

void bl_world_free_stored(belay_world* world)
{
    for (uint32_t i = 0; i < world->entities.table_count; i++)
        bl_table_fini(&world->entities.tables[i]);
    arrfree(world->entities.pool.slots);
    arrfree(world->colliders.shape_bytes);
    arrfree(world->colliders.pair_materials);
    arrfree(world->memory.warm);
    arrfree(world->memory.touching);
    arrfree(world->memory.visits);
    arrfree(world->memory.warm_apart);
    arrfree(world->memory.touching_apart);
    arrfree(world->memory.visits_apart);
    arrfree(world->rods.numbers);
    arrfree(world->memory.rod_warm);
    arrfree(world->memory.rod_touching);
    arrfree(world->rods.exclusions);
}

void bl_spare_free(belay_world* world)
{
    if (world->spare == NULL) return;
    bl_world_free_stored(world->spare);
    bl_free(&world->def.allocator, world->spare, sizeof *world->spare);
}

belay_result belay_world_destroy(belay_world* world)
{
    if (world == NULL) return BELAY_OK;
    BL_TRY(bl_check_owner(world));
    if (world->is_stepping)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_world_destroy: not allowed inside a system");
    if (world->entities.open_iterators > 0)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_world_destroy: %u iterators are open",
                       world->entities.open_iterators);
    if (bl_views_held(world->views) > 0)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_world_destroy: %u of its views are held",
                       bl_views_held(world->views));
    end_threads(world);
    bl_world_free_stored(world);
    bl_spare_free(world);
    bl_scratch_fini(&world->scratch);
    bl_roster_fini(&world->roster);
    bl_pair_finder_fini(&world->pair_finder);
    bl_query_index_fini(&world->query_index);
    arrfree(world->published.rod_contacts);
    arrfree(world->published.rod_contact_events);
    arrfree(world->published.contacts);
    arrfree(world->published.contact_events);
    arrfree(world->published.sensor_events);
    arrfree(world->published.joint_events);
    arrfree(world->published.sleep_events);
    arrfree(world->published.fault_events);
    belay_allocator allocator = world->def.allocator;
    bl_free(&allocator, world, sizeof *world);
    return BELAY_OK;
}

const char* belay_world_last_error(const belay_world* world)
{
    return world != NULL ? world->last_error.message : "the world is null";
}

// Takes over settings that differ from those in force in one field, if they are good.
static belay_result set_def(belay_world* world, const char* call, const belay_world_def* def)
{
    belay_error error;
    if (bl_world_check_def(&error, def) != BELAY_OK) return bl_fail_in(world, call, &error);
    world->def = *def;
    world->roster.is_all = true; // what is kept of those that stand was made by the old ones
    return BELAY_OK;
}

belay_result belay_world_set_gravity(belay_world* world, belay_vec3 gravity)
{
    BL_TRY(bl_check_owner(world));
    belay_world_def def = world->def;
    def.gravity = gravity;
    BL_TRY(set_def(world, "belay_world_set_gravity", &def));
    bl_wake_all(world); // what lay still in the old one need not in the new
    return BELAY_OK;
}

belay_result belay_world_set_step_seconds(belay_world* world, double h)
{
    BL_TRY(bl_check_owner(world));
    belay_world_def def = world->def;
    def.step_seconds = h;
    BL_TRY(set_def(world, "belay_world_set_step_seconds", &def));
    bl_rods_take_step(world);
    if (h > BL_LONG_STEP) warn_of_step(world, "belay_world_set_step_seconds", h);
    return BELAY_OK;
}

belay_result belay_world_set_theta(belay_world* world, double theta)
{
    BL_TRY(bl_check_owner(world));
    belay_world_def def = world->def;
    def.theta = theta;
    BL_TRY(set_def(world, "belay_world_set_theta", &def));
    bl_rods_take_step(world);
    return BELAY_OK;
}

belay_result belay_world_set_solver(belay_world* world, const belay_solver_settings* settings)
{
    BL_TRY(bl_check_owner(world));
    if (settings == NULL)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_world_set_solver: settings is null; it must be given");
    belay_world_def def = world->def;
    def.solver = *settings;
    return set_def(world, "belay_world_set_solver", &def);
}

belay_result belay_world_set_restitution_threshold(belay_world* world, double speed)
{
    BL_TRY(bl_check_owner(world));
    belay_world_def def = world->def;
    def.restitution_threshold = speed;
    return set_def(world, "belay_world_set_restitution_threshold", &def);
}

const belay_world_def* belay_world_get_def(const belay_world* world)
{
    return world != NULL ? &world->def : NULL;
}

uint64_t belay_world_get_step_count(const belay_world* world)
{
    return world != NULL ? world->clock.step_count : 0;
}

double belay_world_get_time(const belay_world* world)
{
    return world != NULL ? world->clock.time : 0.0;
}

const belay_step_stats* belay_world_get_stats(const belay_world* world)
{
    return world != NULL ? &world->stats : NULL;
}

belay_energy belay_world_get_energy(const belay_world* world)
{
    belay_energy e = {0.0, 0.0, 0.0};
    if (world == NULL) return e;
    for (uint32_t i = 0; i < bl_body_count(world); i++) {
        const bl_body* body = &bl_bodies(world)[i];
        const belay_body_state* s = &bl_body_states(world)[i];
        if (body->type != BELAY_BODY_DYNAMIC) continue;
        const bl_rigid_mass* m = &body->mass;
        belay_vec3 w = q_rotate_inverse(q_mul(s->pose.rotation, m->principal_rotation), s->angular_velocity);
        belay_vec3 center = pose_apply(s->pose, m->center_of_mass);
        e.translation += 0.5 * m->mass * v3_length_squared(s->linear_velocity);
        e.rotation += 0.5 * (m->moments.x * w.x * w.x + m->moments.y * w.y * w.y + m->moments.z * w.z * w.z);
        e.potential -= m->mass * body->gravity_scale * v3_dot(world->def.gravity, center);
    }
    return e;
}
