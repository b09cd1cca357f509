// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Finding the super-helix that goes through given points. Private to this folder.

#ifndef BELAY_ENGINE_MODELS_ROD_SUPER_HELIX_ROD_SUPER_HELIX_FIT_H
#define BELAY_ENGINE_MODELS_ROD_SUPER_HELIX_ROD_SUPER_HELIX_FIT_H

#include "models/rod/super_helix/rod_super_helix_curve.h"

#include <stdint.h>

typedef struct bl_helix_fit {
    const belay_vec3* points; // count + 1, neighbours apart
    uint32_t count;           // elements
    const double* length;     // given, or null: as the points are apart
    bool is_base_free;        // the first frame is sought (but not its turn about the tangent); else given
    bool is_twist_free;       // x3 is sought; else given
    belay_mat33* base;        // the frame at the first point
    belay_vec3* x;            // [count] u times length
} bl_helix_fit;

// `work`: (size + 4) size + 12 count doubles, size = 3 count + 2.
void bl_helix_fit_run(const bl_helix_fit* fit, double* work);
// The length of an element of the result.
double bl_helix_fit_length(const bl_helix_fit* fit, uint32_t element);

#endif
