// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/convex/shape_ops.h"

bool bl_core_find_place(const bl_convex* core, belay_vec3 x, bl_core_place* place)
{
    return bl_core_of(core)->find_place(core, x, place);
}
