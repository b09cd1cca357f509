// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The pairs of colliders that a step looks at, against all pairs there are by their definition: boxes at the contact
// instant, widened by travel and margin, are finite and overlap, or come near a plane; one of the two is active;
// filters and types let them meet.

#ifndef BELAY_TESTS_SUPPORT_PAIRS_H
#define BELAY_TESTS_SUPPORT_PAIRS_H

#include "step/detect/step_detect.h"

// A step up to its pairs, and nothing beyond.
belay_result pairs_look(belay_world* world);
// Ends the test unless the list is sorted and has every pair once, and none that it should not have. Returns how many
// there are. Needs a look.
int pairs_check(const belay_world* world);
// Ends the test unless what the later parts of the step read of every collider is right.
void pairs_check_proxies(const belay_world* world);

#endif
