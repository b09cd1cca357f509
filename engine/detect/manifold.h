// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where two shapes touch, or nearly do: the result of detection, in the world frame.

#ifndef BELAY_ENGINE_DETECT_MANIFOLD_H
#define BELAY_ENGINE_DETECT_MANIFOLD_H

#include "belay/math.h"

#include <stdbool.h>
#include <stdint.h>

#define BL_MANIFOLD_MAX_POINTS 8

// Which solid's turning carries the surface on which the other's reference point moves.
typedef enum bl_surface_owner {
    BL_SURFACE_OWNER_B,    // the reference of A moves over B
    BL_SURFACE_OWNER_A,    // the reference of B moves over A
    BL_SURFACE_OWNER_NONE, // neither: of two balls, or of edges or axes that cross, the references' distance is all
                           // that counts
} bl_surface_owner;

// One place. The gap is, to second order, a function of one point, the reference: a ball's centre, a corner, an end of
// a capsule's segment. Take that of A, moving over B. Where it moves by (a, b, c) along (normal, tangent1, tangent2),
// as seen from B, the gap becomes
//     gap + a + (kappa1 b^2 + kappa2 c^2) / 2.
// So the tangents are the principal directions of the surface on which the reference point moves, and the kappas its
// curvatures, > 0 where B is convex there (moving on opens the gap) and < 0 where it is concave. A line along
// tangent1 also bends sideways: after b it is geodesic1 b^2 / 2 towards tangent2, and c counts from there. With surface
// owner A the same holds of the reference of B seen from A, against the normal.
//
// Where the surface of a tracked solid X is bent differently in two directions, no point of it keeps its height in all
// turns. With the reference in the centre of the smaller radius of curvature and twist_x a tangent along the direction
// of the larger one, as long as the square root of their difference, a turn of X by the small vector r tilts it by
// phi = normal x r, and the gap changes as if the reference had moved by twist_x (twist_x . phi) less, and beyond that
// by -(twist_x . phi)^2 / 2. (In the direction n + nu, nu small, X reaches beyond its reference by a constant and
// (twist_x . (nu + phi))^2 / 2; the gap is the most of what is left between, over nu.) For others it is zero.
//
// On flat faces kappas are 0; a corner or a clipped point is its own reference. Where straight edges or axes cross the
// gap stays the same as they move along (kappas 0), and changes as they turn towards each other in a way that one point
// does not tell (first order).
typedef struct bl_manifold_point {
    belay_vec3 point;       // halfway between the surfaces
    belay_vec3 reference;   // the tracked point of A
    belay_vec3 reference_b; // that of B
    bl_surface_owner surface_owner;
    uint32_t feature; // names the features that touch; the same while they do. 0 for a pair with one place
    belay_vec3 normal, tangent1, tangent2; // right-handed, normal from B to A
    double gap;                            // m, < 0 when overlapping
    double kappa1, kappa2;                 // 1/m
    double geodesic1;                      // 1/m, how the surface's lines along tangent1 bend towards tangent2
    belay_vec3 twist_a, twist_b;           // sqrt(m)
    double arc;                            // m, arc length along a tube, by which its contacts are matched; else 0
} bl_manifold_point;

typedef struct bl_manifold {
    bl_manifold_point points[BL_MANIFOLD_MAX_POINTS];
    int count;
} bl_manifold;

#endif
