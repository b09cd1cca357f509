// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/race.h"

#include <belay/hash.h>

#include <stdlib.h>
#include <string.h>

static void destroy_lanes(race* r)
{
    for (int i = 0; i < OPTIONS_MAX_LANES; i++)
        lane_destroy(&r->lanes[i]);
}

bool race_restart(race* r, belay_error* error)
{
    destroy_lanes(r);
    for (int i = 0; i < r->lane_count; i++) {
        double_loop_def def = {.mu = r->mus[i], .spin = r->spin, .h = r->h, .theta = r->theta};
        if (!lane_create(&r->lanes[i], &def, error)) return false;
        curves_clear(&r->curves[i]);
        curves_push(&r->curves[i], &r->lanes[i].now);
    }
    return true;
}

bool race_create(race* r, const options* o, belay_error* error)
{
    memset(r, 0, sizeof *r);
    memset(error, 0, sizeof *error);
    r->lane_count = o->mus.count;
    memcpy(r->mus, o->mus.values, sizeof r->mus);
    r->spin = o->spin;
    r->h = o->h;
    r->theta = o->theta;
    r->curves = calloc(OPTIONS_MAX_LANES, sizeof *r->curves);
    if (r->curves == NULL) {
        error->code = BELAY_ERROR_MEMORY;
        strcpy(error->message, "no memory for the curves");
    }
    if (r->curves != NULL && race_restart(r, error)) return true;
    race_destroy(r);
    return false;
}

void race_destroy(race* r)
{
    destroy_lanes(r);
    free(r->curves);
    memset(r, 0, sizeof *r);
}

bool race_step(race* r, belay_error* error)
{
    for (int i = 0; i < r->lane_count; i++) {
        if (!lane_step(&r->lanes[i], error)) return false;
        curves_push(&r->curves[i], &r->lanes[i].now);
    }
    return true;
}

lane_sample race_ball(const race* r, int lane_index, double blend)
{
    const lane* l = &r->lanes[lane_index];
    return lane_sample_blend(&l->before, &l->now, blend);
}

// ------------------------------------------------------------------------------------------------------------------
// Going back in time
// ------------------------------------------------------------------------------------------------------------------

typedef struct kept_lane {
    lane_sample before, now;
    lane_statistics statistics;
    double_loop_record record;
    int nearest_index;
    int count, stride, skipped; // of the curves
} kept_lane;

size_t race_keep(const race* r, void* bytes)
{
    for (int i = 0; i < r->lane_count && bytes != NULL; i++) {
        const lane* l = &r->lanes[i];
        const curves* c = &r->curves[i];
        kept_lane k = {l->before, l->now,    l->statistics, l->scene.record, l->scene.nearest_index,
                       c->count,  c->stride, c->skipped};
        memcpy((unsigned char*)bytes + (size_t)i * sizeof k, &k, sizeof k);
    }
    return (size_t)r->lane_count * sizeof(kept_lane);
}

void race_take_back(race* r, const void* bytes)
{
    for (int i = 0; i < r->lane_count; i++) {
        kept_lane k;
        memcpy(&k, (const unsigned char*)bytes + (size_t)i * sizeof k, sizeof k);
        lane* l = &r->lanes[i];
        l->before = k.before;
        l->now = k.now;
        l->statistics = k.statistics;
        l->scene.record = k.record;
        l->scene.nearest_index = k.nearest_index;
        curves_take_back(&r->curves[i], k.count, k.stride, k.skipped);
    }
}

uint64_t race_build_key(const race* r)
{
    const double values[] = {r->lane_count, r->spin, r->h, r->theta};
    uint64_t key = belay_hash_bytes(BELAY_HASH_SEED, values, sizeof values);
    return belay_hash_bytes(key, r->mus, (size_t)r->lane_count * sizeof *r->mus);
}
