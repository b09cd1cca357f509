// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The mass of the solid inside a hull.

#ifndef BELAY_ENGINE_GEOMETRY_HULL_MASS_H
#define BELAY_ENGINE_GEOMETRY_HULL_MASS_H

#include "geometry/hull/hull.h"

// At density 1; reads vertices, edges and faces.
belay_mass bl_hull_solid_mass(const bl_hull* hull);

#endif
