// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "models/rod/rod_ops.h"

const bl_rod_ops* bl_rod_ops_of(belay_rod_model model)
{
    switch (model) {
    case BELAY_ROD_NODAL:
        return &bl_rod_nodal;
    case BELAY_ROD_SUPER_HELIX:
        return &bl_rod_super_helix;
    case BELAY_ROD_MASS_SPRING:
        return &bl_rod_mass_spring;
    case BELAY_ROD_CORDE:
        return &bl_rod_corde;
    case BELAY_ROD_MODEL_COUNT:
        break;
    }
    return NULL;
}

const char* belay_rod_model_name(belay_rod_model model)
{
    const bl_rod_ops* ops = bl_rod_ops_of(model);
    return ops != NULL ? ops->name : "unknown";
}
