// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/step_again.h"

#include "step/assemble/step_assemble.h"
#include "step/assemble/step_rod_rows.h"
#include "step/assemble/step_roster.h"
#include "step/detect/step_rod_detect.h"
#include "step/guard/step_rod_guard.h"
#include "step/motion/step_rods.h"
#include "step/solve/step_islands.h"
#include "step/step_reserve.h"
#include "step/step_solve.h"
#include "step/step_tolerances.h"
#include "store/checks.h"
#include "store/rods.h"

// Solves again, from the impulses that there are: with rows made anew, or where only free velocities have changed.
static belay_result solve_again(belay_world* world, bool has_new_rows, double deadline)
{
    bl_motion_parts parts = bl_motion_parts_of(world);
    bl_step_scratch* s = parts.s;
    bl_step_rods_travel_freely(&parts);
    bl_step_reset_velocities(&world->entities, &world->roster, &s->motion);
    if (has_new_rows) {
        BL_TRY(bl_step_rods_rows(world));
        bl_step_list_elements(world);
        BL_TRY(bl_step_reserve_elements(world));
        bl_step_islands(world);
    } else {
        bl_step_rods_set_free(&world->entities, s, world->def.step_seconds);
    }
    bl_step_apply_impulses(&world->entities, &world->roster, s);
    return bl_step_solve(world, deadline);
}

// Whether nothing is to be had of solving again: time is over, or impulses are far from right.
static bool is_lost(const belay_step_stats* s)
{
    return s->is_budget_exhausted || (!s->has_converged && s->residual.natural > BL_ROD_LOST);
}

// Whether there is work for another solve like the last one, before which `before` was done; a solve that is cut short
// is worse than none. What is missed for lack of it is told.
static bool has_work_left(const bl_motion_parts* p, int64_t before)
{
    int64_t most = bl_step_work_of_rods(p->def, p->s), last = p->stats->work - before;
    if (most == 0 || p->stats->work + last <= most) return true;
    p->stats->is_work_exhausted = p->stats->is_work_exhausted || bl_step_rods_miss(p);
    return false;
}

// Rods that still make energy, once for all: strains that change more slowly, from the contacts that there were.
static bool damp(bl_motion_parts* parts)
{
    bl_step_rods_keep_impulses(&parts->s->rods);
    if (!bl_step_rods_damp(parts)) return false;
    bl_step_rods_drop_added(&parts->s->rods);
    return true;
}

// What could not be known of rods before contacts were solved: places that were too far apart to be contacts may still
// meet when contacts turn the motion, and rods that turn stretch in second order. Then all is solved again, about the
// motion that there is by then, until nothing is missed; or, after some rounds, until nothing crosses and no energy is
// made. What does not come to that, or not with the work there is, is damped once, with as many rounds, since a rope
// that is held back again and again stands still; and goes as far as it may in the end (step/guard/step_rod_halve.c).
belay_result bl_step_look_again_at_rods(belay_world* world, double deadline)
{
    bl_motion_parts parts = bl_motion_parts_of(world);
    int64_t worked = 0;
    for (int round = 0, first = 0;; round++) {
        bl_step_rods_velocities(&parts);
        if (bl_rod_count(world) == 0) return BELAY_OK;
        bool is_short = !has_work_left(&parts, worked), is_first = first == 0 || round < first + BL_ROD_ROUNDS;
        if (round == BL_ROD_MOST_ROUNDS || is_lost(&world->stats) || (is_short && !is_first)) break;
        worked = world->stats.work;
        bool any = first == 0 && (is_short || round == BL_ROD_ROUNDS_UNDAMPED) && damp(&parts), crosses;
        bl_rod_refined refined = BL_ROD_SETTLED;
        if (is_short && first == 0 && !any) break;
        if (any) {
            first = round + 1;
        } else {
            if (round < first + BL_ROD_ROUNDS) refined = bl_step_rods_refine(&parts, false);
            BL_TRY(bl_step_rods_find_crossings(world, &any, &crosses));
            if (!any && refined == BL_ROD_SETTLED) refined = bl_step_rods_refine(&parts, true);
            if (!any && refined == BL_ROD_SETTLED && !crosses) return BELAY_OK;
            if (!any && refined == BL_ROD_SETTLED) break;
        }
        BL_TRY(solve_again(world, any || refined == BL_ROD_LINEARISED, deadline));
    }
    return bl_step_rods_halve_steps(world);
}
