// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a body is told about how it moves, beside its mass.

#ifndef BELAY_ENGINE_OBJECTS_BODY_SETTINGS_H
#define BELAY_ENGINE_OBJECTS_BODY_SETTINGS_H

#include "belay/result.h"

// VALUE, naming what is out of range; ranges as in belay_body_def.
belay_result bl_check_body_settings(belay_error* error, double linear_damping, double angular_damping,
                                    double max_linear_speed);

#endif
