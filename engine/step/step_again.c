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
    s->rods.solves++;
    return bl_step_solve(world, deadline);
}

// Whether nothing is to be had of solving again: work or time are over, or impulses are far from right.
static bool is_lost(const belay_step_stats* s)
{
    return s->is_work_exhausted || s->is_budget_exhausted || (!s->has_converged && s->residual.natural > BL_ROD_LOST);
}

// What could not be known of rods before contacts were solved: places that were too far apart to be contacts may still
// meet when contacts turn the motion, and rods that turn stretch in second order. Then all is solved again. Where that
// does not come to an end, as in a blow that would turn elements by radians within the step, the rod is damped,
// and in the end kept back.
belay_result bl_step_look_again_at_rods(belay_world* world, double deadline)
{
    bl_motion_parts parts = bl_motion_parts_of(world);
    bool crosses = false;
    world->scratch.rods.solves = 1;
    for (int round = 0, slowings = 0, looks = 0, linearised = 0;; round++) {
        bl_step_rods_velocities(&parts);
        if (bl_rod_count(world) == 0) return BELAY_OK;
        if (is_lost(&world->stats)) break;
        bool any = false;
        bl_rod_refined refined = round < BL_ROD_ROUNDS ? bl_step_rods_refine(&parts) : BL_ROD_SETTLED;
        if (round < BL_ROD_ROUNDS || looks++ < BL_ROD_LOOKS_AFTER_ROUNDS)
            BL_TRY(bl_step_rods_find_crossings(world, &any, &crosses));
        else
            crosses = true; // for all that is known
        if (!any && refined == BL_ROD_SETTLED) {
            any = linearised < BL_ROD_MOST_LINEARISED && bl_step_rods_linearise(&parts);
            linearised += any ? 1 : 0;
            if (round < BL_ROD_ROUNDS && !crosses && !any) return BELAY_OK;
        }
        if (!any && refined == BL_ROD_SETTLED) {
            if (slowings++ == BL_ROD_SLOWINGS) break;
            bl_step_rods_keep_impulses(&world->scratch.rods);
            if (!bl_step_rods_damp(&parts)) {
                if (!crosses) return BELAY_OK;
                break;
            }
            bl_step_rods_drop_added(&world->scratch.rods);
            round = -1;
            any = true;
        }
        BL_TRY(solve_again(world, any || refined == BL_ROD_LINEARISED, deadline));
    }
    return bl_step_rods_halve_steps(world);
}
