// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contact with a plane: flat ground without an outline.

#include "detect/contact_tolerance.h"
#include "detect/convex/convex_contact.h"
#include "detect/convex/face_clip.h"
#include "detect/convex/pair_contact.h"
#include "detect/convex/smooth.h"

#include <string.h>

static void take_corner(const bl_clip_ground* ground, const bl_polytope* p, uint32_t i, double core_cutoff,
                        bl_clip_list* list)
{
    belay_vec3 c = p->corners[i], from = v3_sub(c, ground->origin);
    double height = v3_dot(ground->normal, c) - ground->offset;
    if (height <= core_cutoff)
        bl_clip_add(list, v3_dot(ground->t1, from), v3_dot(ground->t2, from), height, 0.0, bl_feature_corner_a(i));
}

static void take_polytope(const bl_clip_ground* ground, const bl_polytope* p, double core_cutoff, bl_clip_list* list)
{
    bool taken[BL_POLYTOPE_MAX_CORNERS];
    belay_vec3 down = v3_neg(ground->normal);
    uint32_t lowest = bl_polytope_support(p, down), lower_face = bl_polytope_face_along(p, down);
    if (v3_dot(ground->normal, p->corners[lowest]) - ground->offset > core_cutoff) return;
    memset(taken, 0, sizeof taken);
    for (uint32_t f = 0; f < p->face_count; f++) {
        if (f != lower_face && !(v3_dot(down, p->faces[f].normal) >= BL_CONTACT_LOOKS_DOWN)) continue;
        uint32_t edge = p->faces[f].edge;
        for (uint32_t k = 0; k < p->faces[f].edge_count; k++, edge = p->edges[edge].next) {
            uint32_t corner = p->edges[edge].origin;
            if (!taken[corner]) take_corner(ground, p, corner, core_cutoff, list);
            taken[corner] = true;
        }
    }
    if (!taken[lowest]) take_corner(ground, p, lowest, core_cutoff, list);
}

static void take_round(bl_clip_ground* ground, const bl_convex* a, const belay_mat33* rotation, bl_clip_list* list)
{
    bl_axisymmetric axisymmetric = bl_axisymmetric_moved(a, rotation, v3_zero());
    bl_clip_shape above;
    bl_clip_axisymmetric_above(ground, &axisymmetric, &above);
    bl_clip_cut(ground, &above, list);
}

static void take_segment(bl_clip_ground* ground, double half, const belay_mat33* rotation, bl_clip_list* list)
{
    belay_vec3 end = v3_scale(half, m3_column(*rotation, 2));
    bl_clip_shape above;
    bl_clip_segment_above(ground, v3_neg(end), end, &above);
    bl_clip_cut(ground, &above, list);
}

static void take_ball(const bl_candidate_frame* frame, belay_vec3 normal, double distance, bl_manifold* manifold)
{
    bl_contact_candidate candidate = {.normal = normal, .distance = distance, .on_a = v3_zero()};
    candidate.on_b = v3_scale(-distance, normal);
    candidate.side_a = bl_side_ball(0.0);
    candidate.side_b = bl_side_face();
    bl_candidate_add(frame, &candidate, manifold);
}

static void take_smooth(const bl_candidate_frame* frame, const bl_convex* a, const belay_mat33* rotation,
                        belay_vec3 normal, double below, bl_manifold* manifold)
{
    bl_smooth_point lowest = bl_smooth_point_at(a, rotation, v3_neg(normal));
    bl_contact_candidate candidate = {
        .normal = normal, .distance = v3_dot(normal, lowest.point) - below, .on_a = lowest.point};
    candidate.on_b = v3_add_scaled(lowest.point, -candidate.distance, normal);
    candidate.side_a = lowest.side;
    candidate.side_b = bl_side_face();
    bl_candidate_add(frame, &candidate, manifold);
}

// In the directions of the world, seen from A's place.
void bl_collide_convex_plane(const bl_convex* a, belay_pose pose_a, belay_vec3 normal, double offset, double cutoff,
                             bl_manifold* manifold)
{
    bl_candidate_frame frame = {pose_a.position, m3_identity(), a->radius, 0.0, cutoff};
    double core_cutoff = bl_candidate_cutoff(&frame), below = offset - v3_dot(normal, pose_a.position);
    belay_mat33 rotation = q_to_m3(pose_a.rotation);
    bl_polytope_store store;
    bl_polytope polytope;
    bl_clip_ground ground;
    bl_clip_list list;
    manifold->count = 0;
    list.count = 0;
    list.lowest = INFINITY;
    if (bl_class_of(a) == BL_CORE_POINT) {
        take_ball(&frame, normal, -below, manifold);
        return;
    }
    if (bl_class_of(a) == BL_CORE_SMOOTH) {
        take_smooth(&frame, a, &rotation, normal, below, manifold);
        return;
    }
    bl_clip_ground_plane(&ground, normal, below, BL_CONTACT_ROUNDING * bl_convex_bounding_radius(a, v3_zero()));
    if (bl_is_polytope(a->kind)) {
        polytope = bl_polytope_moved(a, &rotation, v3_zero(), &store);
        take_polytope(&ground, &polytope, core_cutoff, &list);
    } else if (bl_has_rims(a->kind)) {
        take_round(&ground, a, &rotation, &list);
    } else {
        take_segment(&ground, a->half.z, &rotation, &list);
    }
    bl_clip_reduce(&list, core_cutoff);
    bl_clip_emit(&ground, &list, &frame, manifold);
}
