// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The contact problem of the last step, assembled.

#include "belay/problem.h"

#include "core/alloc.h"
#include "solver/assemble/assemble_rows.h"
#include "store/state.h"

belay_result belay_world_get_problem(const belay_world* world, belay_problem** problem, belay_error* error)
{
    if (world == NULL)
        return belay_error_set(error, BELAY_ERROR_HANDLE, "belay_world_get_problem: world is null; it must be given");
    if (bl_check_owner(world) != BELAY_OK)
        return belay_error_set(error, BELAY_ERROR_BUSY, "belay_world_get_problem: another thread makes a step");
    if (problem == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE, "belay_world_get_problem: problem is null; it must be given");
    // The statistics of a step that is under way, or that ran out of memory, has a number that is not reached yet.
    if (world->stats.step == 0 || world->stats.step != world->clock.step_count)
        return belay_error_set(error, BELAY_ERROR_STATE,
                               "belay_world_get_problem: no step has been made, or none since the world was restored");
    // What an impulse does to a rod no contact of two bodies tells, and holds of rods are no contacts.
    if (world->scratch.rods.set.count > 0)
        return belay_error_set(
            error, BELAY_ERROR_STATE,
            "belay_world_get_problem: %d contacts and %u other rows of rods took part in the step, which a "
            "problem of bodies alone would leave out",
            world->stats.rod_contacts, world->scratch.rods.attachment_elements);
    bl_contact_rows from = {world->scratch.solve.rows, world->scratch.solve.free, world->scratch.motion.responses, NULL,
                            (int32_t)arrlen(world->scratch.solve.contacts)};
    belay_error why = {.code = BELAY_OK};
    belay_result result = bl_contact_rows_assemble(&from, &world->def.allocator, problem, &why);
    if (result != BELAY_OK) belay_error_set(error, result, "belay_world_get_problem: %s", why.message);
    return result;
}
