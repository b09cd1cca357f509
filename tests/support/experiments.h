// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Experiments by name. Whatever is refused ends the test.

#ifndef BELAY_TESTS_SUPPORT_EXPERIMENTS_H
#define BELAY_TESTS_SUPPORT_EXPERIMENTS_H

#include "scenes/experiment.h"

experiment* experiment_of(const char* name, const experiment_options* o);
void experiment_run(experiment* e, double seconds);

#endif
