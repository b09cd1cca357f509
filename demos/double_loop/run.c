// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool simulate_lane(run* r, int i, const double_loop_def* def, belay_error* error)
{
    r->samples[i] = malloc((size_t)r->sample_count * sizeof(lane_sample));
    if (r->samples[i] == NULL) {
        error->code = BELAY_ERROR_MEMORY;
        strcpy(error->message, "no memory for the samples");
        return false;
    }
    if (!lane_create(&r->lanes[i], def, error)) return false;
    r->samples[i][0] = r->lanes[i].now;
    for (int k = 1; k < r->sample_count; k++) {
        if (!lane_step(&r->lanes[i], error)) return false;
        r->samples[i][k] = r->lanes[i].now;
    }
    return true;
}

bool run_create(run* r, const options* o, double seconds, belay_error* error)
{
    memset(r, 0, sizeof *r);
    memset(error, 0, sizeof *error);
    r->h = o->h;
    r->sample_count = 1 + (int)floor(seconds / o->h + 1e-6);
    for (int i = 0; i < o->mus.count; i++) {
        double_loop_def def = {.mu = o->mus.values[i], .spin = o->spin, .h = o->h, .theta = o->theta};
        r->lane_count = i + 1;
        if (!simulate_lane(r, i, &def, error)) {
            run_destroy(r);
            return false;
        }
    }
    return true;
}

void run_destroy(run* r)
{
    for (int i = 0; i < r->lane_count; i++) {
        lane_destroy(&r->lanes[i]);
        free(r->samples[i]);
    }
    memset(r, 0, sizeof *r);
}

lane_sample run_sample_at(const run* r, int lane_index, double time)
{
    const lane_sample* s = r->samples[lane_index];
    double at = fmin(fmax(time / r->h, 0.0), r->sample_count - 1.0);
    int k = (int)fmin(floor(at), r->sample_count - 2.0);
    return lane_sample_blend(&s[k], &s[k + 1], at - k);
}
