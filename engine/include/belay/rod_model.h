// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#ifndef BELAY_ROD_MODEL_H
#define BELAY_ROD_MODEL_H

#ifdef __cplusplus
extern "C" {
#endif

// How a rod is described. All have the same interface.
typedef enum belay_rod_model {
    BELAY_ROD_NODAL,       // nodes and an angle per element (a discrete elastic rod): the default. Cost grows with N
    BELAY_ROD_SUPER_HELIX, // piecewise constant curvatures: unstretchable, exact bending with few elements; N^3
    BELAY_ROD_MASS_SPRING, // nodes with springs against stretch and bending: no twist, no natural curvature out of
                           // plane
    BELAY_ROD_CORDE,       // nodes and a quaternion per element, tied together by a stiff penalty
    BELAY_ROD_MODEL_COUNT
} belay_rod_model;

// The name of a model, for messages and tables; never null. Any thread.
const char* belay_rod_model_name(belay_rod_model model);

#ifdef __cplusplus
}
#endif

#endif
