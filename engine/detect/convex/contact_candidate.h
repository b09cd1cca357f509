// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A place where two solids may touch, as the detecting functions find it, and how it becomes a point of a manifold.
//
// To second order a surface is described by its radii of curvature, and these add up: the distance of two surfaces,
// when one moves over the other by w in the tangent plane, is
//     d + w.K w / 2,   K = (S_a + S_b + d)^-1,   S = r1 t1 t1^T + r2 t2 t2^T   (t1, t2 principal directions),
// since the least of |w + x - y|^2 / 2d + x.S_a^-1 x / 2 + y.S_b^-1 y / 2 over the points x, y of the surfaces is that.
// A corner has S = 0, a ball S = r; a sharp edge, or the axis of a cylinder, is straight one way and bent the other; a
// face is straight in both. Straight directions have an infinite radius, and K takes nothing from them; hollow ones a
// negative one.

#ifndef BELAY_ENGINE_DETECT_CONVEX_CONTACT_CANDIDATE_H
#define BELAY_ENGINE_DETECT_CONVEX_CONTACT_CANDIDATE_H

#include "belay/quat.h"
#include "detect/manifold.h"

// What the surface of a solid's core is like at a place.
typedef struct bl_side {
    belay_vec3 along;    // unit, a principal direction; any when the radii are the same
    double radius_along; // m, of curvature; INFINITY where straight
    double radius_across;
    double depth;     // m, from the surface in to the reference point, against the outward normal
    belay_vec3 twist; // bl_manifold_point
} bl_side;

static inline bl_side bl_side_make(belay_vec3 along, double radius_along, double radius_across, double depth)
{
    bl_side side = {along, radius_along, radius_across, depth, {0.0, 0.0, 0.0}};
    return side;
}

static inline bl_side bl_side_face(void)
{
    return bl_side_make(v3(0.0, 0.0, 0.0), INFINITY, INFINITY, 0.0);
}

static inline bl_side bl_side_edge(belay_vec3 along)
{
    return bl_side_make(along, INFINITY, 0.0, 0.0);
}

// A corner, or the end of an edge that is round with the radius: to the other solid a ball about its reference.
static inline bl_side bl_side_ball(double radius)
{
    return bl_side_make(v3(0.0, 0.0, 0.0), radius, radius, radius);
}

typedef struct bl_contact_candidate {
    belay_vec3 normal;     // unit, from B to A
    belay_vec3 on_a, on_b; // on the cores: on_a = on_b + distance * normal
    double distance;       // m, of the cores; < 0 when they overlap
    bl_side side_a, side_b;
    uint32_t feature;
} bl_contact_candidate;

// The frame in which places are found, with the solids' thicknesses and the largest gap that counts.
typedef struct bl_candidate_frame {
    belay_vec3 origin;
    belay_mat33 rotation; // to the world
    double radius_a, radius_b;
    double cutoff; // m
} bl_candidate_frame;

static inline bl_candidate_frame bl_candidate_frame_make(belay_pose pose, double radius_a, double radius_b,
                                                         double cutoff)
{
    bl_candidate_frame frame = {pose.position, q_to_m3(pose.rotation), radius_a, radius_b, cutoff};
    return frame;
}

// The distance of the cores beyond which a place is left out.
static inline double bl_candidate_cutoff(const bl_candidate_frame* frame)
{
    return frame->cutoff + frame->radius_a + frame->radius_b;
}

// Adds the place, unless its gap is beyond the cutoff or the manifold is full.
void bl_candidate_add(const bl_candidate_frame* frame, const bl_contact_candidate* candidate, bl_manifold* manifold);

// The same for another place on the same face as the place that was added last.
void bl_candidate_add_beside(const bl_candidate_frame* frame, const bl_contact_candidate* candidate,
                             bl_manifold* manifold);

// The manifold with A and B exchanged.
void bl_manifold_mirror(bl_manifold* manifold);

// ------------------------------------------------------------------------------------------------------------------
// Features: which corner, edge or rim of each solid touches. A corner names itself, whatever it touches.
// ------------------------------------------------------------------------------------------------------------------

static inline uint32_t bl_feature_corner_a(uint32_t corner)
{
    return 1u << 24 | corner;
}

static inline uint32_t bl_feature_corner_b(uint32_t corner)
{
    return 2u << 24 | corner;
}

// Edge numbers are below 4096.
static inline uint32_t bl_feature_edges(uint32_t edge_a, uint32_t edge_b)
{
    return 3u << 24 | edge_a << 12 | edge_b;
}

#endif
