// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Corners and faces in another frame: with vectors as without, to the last bit, nothing beyond them written, and a face
// goes on holding its corners.

#include "geometry/hull/moved.h"
#include "support/chance.h"

#include "belay/quat.h"

#include <criterion/criterion.h>
#include <string.h>

#define MOST 20

static belay_quat chance_turn_by(uint64_t* chance)
{
    belay_vec3 turn = chance_vector(chance, 3.0);
    return q_exp(turn);
}

Test(moved, corners_and_faces_are_those_without_vectors)
{
    uint64_t chance = 11;
    for (int i = 0; i < 5000; i++) {
        belay_vec3 points[MOST], wide[MOST + 1], narrow[MOST], guard = v3(7.0, 8.0, 9.0);
        bl_hull_face faces[MOST], wide_faces[MOST], narrow_faces[MOST];
        uint32_t count = 1 + (uint32_t)i % MOST;
        belay_mat33 rotation = q_to_m3(chance_turn_by(&chance));
        belay_vec3 offset = chance_vector(&chance, 2.0);
        for (uint32_t k = 0; k < count; k++) {
            points[k] = chance_vector(&chance, 1.0);
            belay_vec3 normal = v3_normalize_or(chance_vector(&chance, 1.0), v3(1.0, 0.0, 0.0));
            faces[k] = (bl_hull_face){normal, v3_dot(normal, points[k]), (uint16_t)k, (uint16_t)(k + 3), 0};
        }
        wide[count] = guard;
        bl_move_points(points, count, &rotation, offset, wide);
        bl_move_points_narrow(points, count, &rotation, offset, narrow);
        bl_move_faces(faces, count, &rotation, offset, wide_faces);
        bl_move_faces_narrow(faces, count, &rotation, offset, narrow_faces);
        cr_assert_eq(memcmp(wide, narrow, count * sizeof *wide), 0);
        cr_assert_eq(memcmp(&wide[count], &guard, sizeof guard), 0);
        cr_assert_eq(memcmp(wide_faces, narrow_faces, count * sizeof *faces), 0);
        bl_move_points(points, count, &rotation, offset, points);
        bl_move_faces(faces, count, &rotation, offset, faces);
        cr_assert_eq(memcmp(points, narrow, count * sizeof *points), 0);
        cr_assert_eq(memcmp(faces, narrow_faces, count * sizeof *faces), 0);
        for (uint32_t k = 0; k < count; k++) {
            cr_assert_float_eq(v3_dot(wide_faces[k].normal, wide[k]), wide_faces[k].offset, 1e-14);
            cr_assert(wide_faces[k].edge == k && wide_faces[k].edge_count == k + 3);
        }
    }
}
