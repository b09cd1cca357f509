// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/why.h"

#include <stdio.h>

static belay_step_part longest_part(const belay_step_stats* s)
{
    int longest = 0;
    for (int i = 1; i < BELAY_STEP_PART_COUNT; i++)
        if (s->part_seconds[i] > s->part_seconds[longest]) longest = i;
    return (belay_step_part)longest;
}

static const char* what_ended_it(const belay_step_stats* s)
{
    if (s->is_budget_exhausted) return "out of time (budget)";
    if (s->is_work_exhausted) return "out of work";
    if (s->local_failures > 0) return "contacts without a solution";
    return "out of sweeps";
}

why_verdict why_tell(const belay_step_stats* s, double h, double tolerance, char* text, size_t size)
{
    belay_step_part part = longest_part(s);
    double share = s->seconds > 0.0 ? 100.0 * s->part_seconds[part] / s->seconds : 0.0;
    text[0] = '\0';
    if (s->step == 0) return WHY_NOTHING;
    if (!s->has_converged) {
        snprintf(text, size, "Inexact: %s, residual %.1e for %.1e; %.3g ms, most in %s (%.0f %%)", what_ended_it(s),
                 s->residual.natural, tolerance, 1e3 * s->seconds, belay_step_part_name(part), share);
        return WHY_INEXACT;
    }
    if (s->seconds > h) {
        snprintf(text, size, "Slow: %.3g ms for a step of %.3g ms, most in %s (%.0f %%)", 1e3 * s->seconds, 1e3 * h,
                 belay_step_part_name(part), share);
        return WHY_SLOW;
    }
    snprintf(text, size, "Exact and in time: %.3g of %.3g ms, most in %s (%.0f %%)", 1e3 * s->seconds, 1e3 * h,
             belay_step_part_name(part), share);
    return WHY_GOOD;
}
