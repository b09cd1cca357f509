// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "scenes/experiment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *unit;
} parameters[EXPERIMENT_PARAMETER_COUNT] = {
    [EXPERIMENT_H] = {"h", "s"},        [EXPERIMENT_MU] = {"mu", ""},
    [EXPERIMENT_N] = {"n", ""},         [EXPERIMENT_T_OVER_R] = {"t-over-r", ""},
    [EXPERIMENT_RATIO] = {"ratio", ""}, [EXPERIMENT_SEED] = {"seed", ""},
};

const char* experiment_parameter_name(experiment_parameter parameter)
{
    return parameter >= 0 && parameter < EXPERIMENT_PARAMETER_COUNT ? parameters[parameter].name : "";
}

const char* experiment_parameter_unit(experiment_parameter parameter)
{
    return parameter >= 0 && parameter < EXPERIMENT_PARAMETER_COUNT ? parameters[parameter].unit : "";
}

experiment_options experiment_options_default(void)
{
    experiment_options o;
    for (int i = 0; i < EXPERIMENT_PARAMETER_COUNT; i++)
        o.values[i] = NAN;
    o.world = belay_world_def_default();
    o.world.enable_sleep = false;
    return o;
}

bool experiment_result_is_judged(experiment_result result)
{
    return !isnan(result.value) && !isnan(result.right);
}

bool experiment_result_is_right(experiment_result result)
{
    return fabs(result.value - result.right) <= result.allowed;
}

// ------------------------------------------------------------------------------------------------------------------
// Creation
// ------------------------------------------------------------------------------------------------------------------

static belay_result refuse(belay_error* error, const experiment_kind* kind, int i, double value)
{
    const experiment_range* r = &kind->ranges[i];
    if (error == NULL) return BELAY_ERROR_VALUE;
    error->code = BELAY_ERROR_VALUE;
    if (!(r->low < r->high))
        snprintf(error->message, sizeof error->message, "%s = %g: %s has no such parameter", parameters[i].name, value,
                 kind->name);
    else
        snprintf(error->message, sizeof error->message, "%s = %g: %s takes a %snumber from %g to %g%s%s",
                 parameters[i].name, value, kind->name, r->is_whole ? "whole " : "", r->low, r->high,
                 parameters[i].unit[0] != '\0' ? " " : "", parameters[i].unit);
    return BELAY_ERROR_VALUE;
}

static bool has_parameter(const experiment_kind* kind, int i)
{
    return kind->ranges[i].low < kind->ranges[i].high;
}

belay_result experiment_check(const experiment_kind* kind, const experiment_options* options, belay_error* error)
{
    for (int i = 0; i < EXPERIMENT_PARAMETER_COUNT; i++) {
        const experiment_range* r = &kind->ranges[i];
        double asked = options->values[i];
        if (isnan(asked)) continue;
        bool is_good = has_parameter(kind, i) && asked >= r->low && asked <= r->high;
        if (!is_good || (r->is_whole && asked != floor(asked))) return refuse(error, kind, i, asked);
    }
    return BELAY_OK;
}

static void say_why(const experiment* e, belay_error* error)
{
    if (error == NULL) return;
    const char* text = e->world != NULL ? belay_world_last_error(e->world) : "";
    error->code = e->status;
    snprintf(error->message, sizeof error->message, "%s",
             e->status == BELAY_ERROR_MEMORY || text[0] == '\0' ? belay_result_text(e->status) : text);
}

static belay_result make_world(experiment* e, const experiment_options* options, belay_error* error)
{
    belay_world_def def = options->world;
    if (has_parameter(e->kind, EXPERIMENT_H)) def.step_seconds = e->values[EXPERIMENT_H];
    return belay_world_create(&def, &e->world, error);
}

static belay_result fill(experiment* e, const experiment_options* options, belay_error* error)
{
    belay_result result = experiment_check(e->kind, options, error);
    for (int i = 0; i < EXPERIMENT_PARAMETER_COUNT; i++)
        e->values[i] = isnan(options->values[i]) ? e->kind->ranges[i].start : options->values[i];
    if (result == BELAY_OK) result = make_world(e, options, error);
    if (result != BELAY_OK) return result;
    e->data = calloc(1, e->kind->data_size > 0 ? e->kind->data_size : 1);
    e->status = e->data != NULL ? BELAY_OK : BELAY_ERROR_MEMORY;
    if (e->status == BELAY_OK) e->kind->build(e);
    if (e->status != BELAY_OK) say_why(e, error);
    return e->status;
}

belay_result experiment_create(const experiment_kind* kind, const experiment_options* options, experiment** e,
                               belay_error* error)
{
    experiment_options own = experiment_options_default();
    *e = calloc(1, sizeof **e);
    if (*e == NULL) {
        if (error != NULL) *error = (belay_error){BELAY_ERROR_MEMORY, "no memory for the experiment"};
        return BELAY_ERROR_MEMORY;
    }
    (*e)->kind = kind;
    belay_result result = fill(*e, options != NULL ? options : &own, error);
    if (result == BELAY_OK) return result;
    experiment_destroy(*e);
    *e = NULL;
    return result;
}

static void part_fini(experiment_part* part)
{
    belay_shape* s = &part->shape;
    if (s->type == BELAY_SHAPE_HULL) free((void*)s->hull.points);
    if (s->type == BELAY_SHAPE_TUBE) free((void*)s->tube.points);
    if (s->type == BELAY_SHAPE_HEIGHT_FIELD) free((void*)s->height_field.heights);
    if (s->type != BELAY_SHAPE_MESH) return;
    free((void*)s->mesh.vertices);
    free((void*)s->mesh.indices);
}

void experiment_destroy(experiment* e)
{
    if (e == NULL) return;
    if (e->data != NULL && e->kind->fini != NULL) e->kind->fini(e);
    for (int i = 0; i < e->part_count; i++)
        part_fini(&e->parts[i]);
    for (int i = 0; i < e->path_count; i++)
        free(e->paths[i].points);
    belay_world_destroy(e->world);
    free(e->parts);
    free(e->joints);
    free(e->paths);
    free(e->record.step_seconds);
    free(e->data);
    free(e);
}

// ------------------------------------------------------------------------------------------------------------------
// Steps
// ------------------------------------------------------------------------------------------------------------------

static void record_time(experiment* e, double seconds)
{
    experiment_record* r = &e->record;
    if (r->steps == r->step_capacity) {
        int capacity = r->step_capacity > 0 ? 2 * r->step_capacity : 1024;
        double* grown = realloc(r->step_seconds, (size_t)capacity * sizeof *grown);
        if (grown == NULL) {
            e->status = BELAY_ERROR_MEMORY;
            return;
        }
        r->step_seconds = grown;
        r->step_capacity = capacity;
    }
    r->step_seconds[r->steps++] = seconds;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void record_step(experiment* e)
{
    experiment_record* r = &e->record;
    const belay_step_stats* s = belay_world_get_stats(e->world);
    record_time(e, s->seconds);
    r->mean_sweeps += (s->iterations - r->mean_sweeps) / r->steps;
    r->mean_contacts += (s->contacts - r->mean_contacts) / r->steps;
    r->worst_sweeps = larger(r->worst_sweeps, s->iterations);
    r->max_contacts = larger(r->max_contacts, s->contacts);
    r->missed += s->has_converged ? 0 : 1;
    r->worst_residual = fmax(r->worst_residual, s->residual.natural);
    r->worst_overlap = fmax(r->worst_overlap, s->max_overlap);
}

belay_result experiment_step(experiment* e)
{
    if (e->status != BELAY_OK) return e->status;
    if (e->kind->before_step != NULL) e->kind->before_step(e);
    if (e->status == BELAY_OK) e->status = belay_world_step(e->world);
    if (e->status == BELAY_OK) record_step(e);
    if (e->status == BELAY_OK && e->kind->after_step != NULL) e->kind->after_step(e);
    return e->status;
}

void experiment_measure(const experiment* e, experiment_result results[EXPERIMENT_MAX_RESULTS])
{
    for (int i = 0; i < EXPERIMENT_MAX_RESULTS; i++)
        results[i] = (experiment_result){NAN, NAN, 0.0};
    e->kind->measure(e, results);
}

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

// What is kept beside the record and the kind's own data: lists that a user changes.
static size_t lists_size(const experiment* e)
{
    return sizeof e->rods + sizeof e->rod_count + (size_t)e->joint_count * sizeof e->joints[0] +
           (size_t)e->path_count * sizeof(int);
}

static unsigned char* put(unsigned char* to, const void* bytes, size_t size)
{
    if (size > 0) memcpy(to, bytes, size);
    return to + size;
}

static const unsigned char* get(const unsigned char* from, void* bytes, size_t size)
{
    if (size > 0) memcpy(bytes, from, size);
    return from + size;
}

size_t experiment_keep(const experiment* e, void* bytes)
{
    unsigned char* to = bytes;
    size_t data = e->kind->data_size - e->kind->data_built;
    if (to != NULL) {
        experiment_record record = e->record;
        record.step_seconds = NULL;
        to = put(to, &record, sizeof record);
        to = put(to, e->rods, sizeof e->rods);
        to = put(to, &e->rod_count, sizeof e->rod_count);
        to = put(to, e->joints, (size_t)e->joint_count * sizeof e->joints[0]);
        for (int i = 0; i < e->path_count; i++)
            to = put(to, &e->paths[i].count, sizeof(int));
        put(to, (const unsigned char*)e->data + e->kind->data_built, data);
    }
    return sizeof e->record + lists_size(e) + data;
}

// What a path had it has still when it is shorter; of a path that another run made there may be less.
void experiment_take_back(experiment* e, const void* bytes)
{
    experiment_record now = e->record;
    const unsigned char* from = get(bytes, &e->record, sizeof e->record);
    e->record.step_seconds = now.step_seconds;
    e->record.step_capacity = now.step_capacity;
    if (e->record.steps > now.steps) e->record.steps = now.steps;
    from = get(from, e->rods, sizeof e->rods);
    from = get(from, &e->rod_count, sizeof e->rod_count);
    from = get(from, e->joints, (size_t)e->joint_count * sizeof e->joints[0]);
    for (int i = 0; i < e->path_count; i++) {
        int count;
        from = get(from, &count, sizeof count);
        if (count < e->paths[i].count) e->paths[i].count = count;
    }
    get(from, (unsigned char*)e->data + e->kind->data_built, e->kind->data_size - e->kind->data_built);
    e->status = BELAY_OK;
}

experiment_times experiment_times_from(const experiment* e, int first)
{
    experiment_times t = {0, 0.0, 0.0, 0.0};
    int count = e->record.steps - first;
    double* sorted = count > 0 && first >= 0 ? malloc((size_t)count * sizeof *sorted) : NULL;
    if (sorted == NULL) return t;
    memcpy(sorted, e->record.step_seconds + first, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    t.steps = count;
    for (int i = 0; i < count; i++)
        t.mean += sorted[i] / count;
    t.p99 = sorted[(int)(0.99 * (count - 1))];
    t.worst = sorted[count - 1];
    free(sorted);
    return t;
}
