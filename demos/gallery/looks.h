// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the things of the experiments look like.

#ifndef BELAY_DEMOS_GALLERY_LOOKS_H
#define BELAY_DEMOS_GALLERY_LOOKS_H

#include "scenes/experiment.h"
#include "viewer/draw.h"

// The material of a part of that look and shape.
viewer_material looks_material(experiment_paint paint, belay_shape_type shape);

// The colour of a line of a scene.
viewer_color looks_line(int tone);

// The colours of contact forces.
viewer_color looks_stick(void);
viewer_color looks_slide(void);
viewer_color looks_open(void); // of contacts without a force

// The colour of what sleeps or is fixed where islands are shown.
viewer_color looks_asleep(void);

#endif
