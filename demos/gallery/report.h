// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What was measured, as tables and as time series.

#ifndef BELAY_DEMOS_GALLERY_REPORT_H
#define BELAY_DEMOS_GALLERY_REPORT_H

#include "scenes/experiment.h"

#include <stdio.h>

// Prints the results of an experiment beside their right values, and what the steps took.
void report_print(const experiment* e, FILE* file);

// The parameters it was built with, e.g. "h 0.0167 s, mu 0.6, n 20".
void report_parameters(const experiment* e, char* text, size_t size);

// A verdict in a word: "right", "off", or empty where there is nothing to judge.
const char* report_verdict(experiment_result result);

// The line of names of a time series, and a row for how things stand now. False when the file could not take it.
bool report_series_head(const experiment_kind* kind, FILE* file);
bool report_series_row(const experiment* e, FILE* file);

#endif
