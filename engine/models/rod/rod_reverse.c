// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "models/rod/rod_reverse.h"

#include "belay/result.h"
#include "models/model_tolerances.h"

belay_result bl_rod_check_joint(const belay_vec3 points[3], belay_error* error)
{
    belay_vec3 direction[2];
    for (int i = 0; i < 2; i++) {
        belay_vec3 edge = v3_sub(points[i + 1], points[i]);
        double length = v3_length(edge);
        if (!(length > 0.0))
            return belay_error_set(error, BELAY_ERROR_SHAPE,
                                   "the element %s the joint at (%g, %g, %g) has no length left",
                                   i == 0 ? "before" : "behind", points[1].x, points[1].y, points[1].z);
        direction[i] = v3_scale(1.0 / length, edge);
    }
    if (v3_length(v3_add(direction[0], direction[1])) < BL_ROD_OPPOSITE)
        return belay_error_set(error, BELAY_ERROR_SHAPE,
                               "the joint is a fold, at (%g, %g, %g); the rods must not fold back", points[1].x,
                               points[1].y, points[1].z);
    return BELAY_OK;
}
