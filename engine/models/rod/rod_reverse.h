// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What models share when rods are cut, turned round and joined.
//
// A rod told from its other end: node 0 becomes the last. Its material frames are turned about their d1 by half a turn,
// so that d3 points along the rod again:
//
//     q' = q i        (i: the unit quaternion (0, 1, 0, 0)),
//
// and the turn from the frame before a vertex to the one behind, conj(q-) q+ = p, becomes
//
//     conj(q+ i) q- i = conj(i) conj(p) i = (w, -p1, p2, p3)    for    p = (w, p1, p2, p3):
//
// bending about d1 changes its sign, bending about d2 and twist stay. Nothing of it rounds.

#ifndef BELAY_ENGINE_MODELS_ROD_ROD_REVERSE_H
#define BELAY_ENGINE_MODELS_ROD_ROD_REVERSE_H

#include "models/rod/rod_ops.h"

static inline belay_quat bl_rod_turn_frame(belay_quat q)
{
    return (belay_quat){-q.x, q.w, q.z, -q.y};
}

static inline belay_vec3 bl_rod_turn_strain(belay_vec3 strain)
{
    return v3(-strain.x, strain.y, strain.z);
}

// Block i of `size` doubles and block count - 1 - i change places.
static inline void bl_rod_reverse_blocks(double* blocks, size_t count, size_t size)
{
    for (size_t i = 0; i < count / 2; i++)
        for (size_t k = 0; k < size; k++) {
            double *a = blocks + i * size + k, *b = blocks + (count - 1 - i) * size + k, swap = *a;
            *a = *b;
            *b = swap;
        }
}

static inline void bl_rod_reverse_vectors(belay_vec3* vectors, size_t count)
{
    bl_rod_reverse_blocks((double*)vectors, count, 3);
}

static inline void bl_rod_reverse_frames(belay_quat* frames, size_t count)
{
    bl_rod_reverse_blocks((double*)frames, count, 4);
    for (size_t i = 0; i < count; i++)
        frames[i] = bl_rod_turn_frame(frames[i]);
}

static inline void bl_rod_reverse_strains(belay_vec3* strains, size_t count)
{
    bl_rod_reverse_vectors(strains, count);
    for (size_t i = 0; i < count; i++)
        strains[i] = bl_rod_turn_strain(strains[i]);
}

static inline void bl_rod_reverse_ends(bl_rod_body* body)
{
    bl_rod_end first = body->ends[0];
    body->ends[0] = body->ends[1];
    body->ends[1] = first;
    for (int i = 0; i < 2; i++)
        body->ends[i].rotation = bl_rod_turn_frame(body->ends[i].rotation);
}

// SHAPE, unless an element from points[0] to points[1] and one from there to points[2] have lengths and do not fold
// back.
belay_result bl_rod_check_joint(const belay_vec3 points[3], belay_error* error);

#endif
