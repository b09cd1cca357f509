// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The tolerances of detection between convex solids. Lengths are parts of the solids' sizes together: the tests of what
// is inside an outline, of what is as near, and of which face is the better one, all take what is within it as the
// same, so that rounding does not make choices. A larger one lets a corner that is beside a face by that much count as
// above it; with one near 1e-15 features would flicker.

#ifndef BELAY_ENGINE_DETECT_CONTACT_TOLERANCE_H
#define BELAY_ENGINE_DETECT_CONTACT_TOLERANCE_H

#define BL_CONTACT_ROUNDING 1e-9

// Something other than the best face must be less deep by this part of the face's depth: faces have more places, and
// resting ones must not turn into edges by their little overlap.
#define BL_CONTACT_FACE_PREFERENCE 1e-3

// Angle (rad, and its cosine) up to which directions are nearly the same: a face that is so to the nearest place's
// normal gives its other places too, since a solid may be about to lie flat on it; lines are alongside, sides look at
// each other.
#define BL_CONTACT_NEARLY_ANGLE 0.01
#define BL_CONTACT_NEARLY_COSINE 0.99995

// How well, relatively, the cores' distance above such a face must agree with that of the nearest place.
#define BL_CONTACT_NEARLY_AGREEMENT 1e-3

// Slope up to which a line is level: the far end of a line that rises more steeply from the nearest place is not on its
// outside.
#define BL_CONTACT_LEVEL_SLOPE 0.1

#endif
