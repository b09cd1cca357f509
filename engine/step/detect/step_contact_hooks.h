// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The program's word on pairs and contacts. Asked between the loops that workers share, by the thread of the step, in
// the order of the lists: no answer can come at another time, or in another order, because of threads.

#ifndef BELAY_ENGINE_STEP_DETECT_STEP_CONTACT_HOOKS_H
#define BELAY_ENGINE_STEP_DETECT_STEP_CONTACT_HOOKS_H

#include "step/detect/detect_parts.h"

// scratch.detect.pairs -> those that may touch
void bl_step_ask_filter(const bl_detect_parts* d);
// scratch.detect.contacts -> those that are to be solved, as the program changes them. Returns how many changes were no
// good; hooks.refused has the last one.
int32_t bl_step_ask_pre_solve(const bl_detect_parts* d);
// scratch.rods.near_rods, near_colliders -> those that may touch
void bl_step_ask_rod_filter(const bl_detect_parts* d);
// scratch.rods.contacts from `from` on -> those that are to be solved, likewise
int32_t bl_step_ask_rod_pre_solve(const bl_detect_parts* d, ptrdiff_t from);
// Whether what was answered is in range; the error names what is not.
belay_result bl_check_pre_solve_answer(const belay_pre_solve_contact* answer, belay_error* error);

#endif
