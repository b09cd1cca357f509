// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Places where two solids touch along a refined axis (detect/convex/axis_refine.h) that is no face's normal.

#ifndef BELAY_ENGINE_DETECT_CONVEX_REFINED_CONTACT_H
#define BELAY_ENGINE_DETECT_CONVEX_REFINED_CONTACT_H

#include "detect/convex/axis_refine.h"
#include "detect/convex/contact_candidate.h"

// Both solids have a straight line along each other there, which has the axis' distance: adds the places of the lines'
// ends. Otherwise adds nothing and returns false.
bool bl_refined_add_edges(const bl_candidate_frame* frame, const bl_body_shape* a, const bl_body_shape* b,
                          const bl_refined* axis, double tolerance, bl_manifold* manifold);

// The one place of the two pieces.
bl_contact_candidate bl_refined_contact(const bl_body_shape* a, const bl_body_shape* b, const bl_refined* axis);

#endif
