// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What is above a face: that a corner is beside it is said only where nothing above the face is as low.

#include "detect/contact_tolerance.h"
#include "detect/convex/face_clip.h"
#include "support/chance.h"
#include "support/shapes/solids.h"

#include <criterion/criterion.h>

static double lowest_above(const bl_polytope* own, uint32_t face, const bl_polytope* other, double tolerance)
{
    bl_clip_ground ground;
    bl_clip_shape above;
    bl_clip_list list;
    bl_clip_ground_face(&ground, own, face, true, tolerance);
    bl_clip_face_above(&ground, other, &above);
    bl_clip_cut(&ground, &above, &list);
    return list.lowest;
}

// Returns how many faces were said to have the corner beside them.
static int check_faces(const bl_polytope* own, const bl_polytope* other)
{
    double tolerance = BL_CONTACT_ROUNDING * 4.0;
    int beside = 0;
    for (uint32_t f = 0; f < own->face_count; f++) {
        const bl_hull_face* face = &own->faces[f];
        if (!bl_clip_is_beside(own, f, other, tolerance)) continue;
        double least = bl_polytope_height(other, face->normal, face->offset, -INFINITY);
        cr_assert_gt(lowest_above(own, f, other, tolerance), least + tolerance);
        beside++;
    }
    return beside;
}

Test(face_clip, nothing_is_as_low_as_a_corner_that_is_beside)
{
    const bl_convex_kind kinds[3] = {BL_CONVEX_BOX, BL_CONVEX_HULL, BL_CONVEX_TRIANGLE};
    uint64_t lot = 9;
    int beside = 0, faces = 0;
    for (int k = 0; k < 9000; k++) {
        bl_convex a = solid_random_make(&lot, kinds[k % 3], 0.0), b = solid_random_make(&lot, kinds[k / 3 % 3], 0.0);
        bl_polytope_store store_a, store_b;
        belay_quat turn = k % 4 == 0 ? belay_quat_identity() : solid_random_rotation(&lot);
        belay_mat33 rotation = q_to_m3(turn);
        bl_polytope own = bl_polytope_of(&a, &store_a);
        bl_polytope other = bl_polytope_moved(&b, &rotation, chance_vector(&lot, 1.5), &store_b);
        beside += check_faces(&own, &other);
        faces += (int)own.face_count;
        solid_fini(&a);
        solid_fini(&b);
    }
    cr_assert(4 * beside > faces && beside < faces, "%d of %d", beside, faces);
}
