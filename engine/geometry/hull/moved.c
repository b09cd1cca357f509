// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/hull/moved.h"

#include "core/wide.h"

#ifdef BL_WIDE_VECTORS
#include <immintrin.h>
#endif

static belay_vec3 move_point(belay_vec3 x, const belay_mat33* rotation, belay_vec3 offset)
{
    return v3_add(m3_mul_v3(*rotation, x), offset);
}

static bl_hull_face move_face(const bl_hull_face* face, const belay_mat33* rotation, belay_vec3 offset)
{
    bl_hull_face moved = *face;
    moved.normal = m3_mul_v3(*rotation, face->normal);
    moved.offset = face->offset + v3_dot(moved.normal, offset);
    return moved;
}

void bl_move_points_narrow(const belay_vec3* points, uint32_t count, const belay_mat33* rotation, belay_vec3 offset,
                           belay_vec3* moved)
{
    for (uint32_t i = 0; i < count; i++)
        moved[i] = move_point(points[i], rotation, offset);
}

void bl_move_faces_narrow(const bl_hull_face* faces, uint32_t count, const belay_mat33* rotation, belay_vec3 offset,
                          bl_hull_face* moved)
{
    for (uint32_t f = 0; f < count; f++)
        moved[f] = move_face(&faces[f], rotation, offset);
}

#ifdef BL_WIDE_VECTORS

// Columns, the fourth number of each 0.
typedef struct columns {
    __m256d x, y, z;
} columns;

BL_WIDE static inline __m256d load3(belay_vec3 v)
{
    return _mm256_set_pd(0.0, v.z, v.y, v.x);
}

BL_WIDE static inline columns columns_of(const belay_mat33* m)
{
    return (columns){load3(m3_column(*m, 0)), load3(m3_column(*m, 1)), load3(m3_column(*m, 2))};
}

BL_WIDE static inline __m256d turn(const columns* c, const belay_vec3* v)
{
    __m256d x = _mm256_broadcast_sd(&v->x), y = _mm256_broadcast_sd(&v->y), z = _mm256_broadcast_sd(&v->z);
    __m256d xy = _mm256_add_pd(_mm256_mul_pd(c->x, x), _mm256_mul_pd(c->y, y));
    return _mm256_add_pd(xy, _mm256_mul_pd(c->z, z));
}

BL_WIDE static inline void store3(__m256d from, belay_vec3* to)
{
    _mm_storeu_pd(&to->x, _mm256_castpd256_pd128(from));
    _mm_store_sd(&to->z, _mm256_extractf128_pd(from, 1));
}

BL_WIDE static void move_points_wide(const belay_vec3* points, uint32_t count, const belay_mat33* rotation,
                                     belay_vec3 offset, belay_vec3* moved)
{
    columns c = columns_of(rotation);
    __m256d by = load3(offset);
    for (uint32_t i = 0; i < count; i++)
        store3(_mm256_add_pd(turn(&c, &points[i]), by), &moved[i]);
}

// Of n . offset the first two terms are added first.
BL_WIDE static void move_faces_wide(const bl_hull_face* faces, uint32_t count, const belay_mat33* rotation,
                                    belay_vec3 offset, bl_hull_face* moved)
{
    columns c = columns_of(rotation);
    __m256d by = load3(offset);
    for (uint32_t f = 0; f < count; f++) {
        __m256d normal = turn(&c, &faces[f].normal), terms = _mm256_mul_pd(normal, by);
        __m128d xy = _mm256_castpd256_pd128(terms), z = _mm256_extractf128_pd(terms, 1);
        __m128d along = _mm_add_sd(_mm_add_sd(xy, _mm_unpackhi_pd(xy, xy)), z);
        moved[f] = faces[f];
        moved[f].offset += _mm_cvtsd_f64(along);
        store3(normal, &moved[f].normal);
    }
}

#else

#define move_points_wide bl_move_points_narrow
#define move_faces_wide bl_move_faces_narrow

#endif

void bl_move_points(const belay_vec3* points, uint32_t count, const belay_mat33* rotation, belay_vec3 offset,
                    belay_vec3* moved)
{
    if (bl_has_wide())
        move_points_wide(points, count, rotation, offset, moved);
    else
        bl_move_points_narrow(points, count, rotation, offset, moved);
}

void bl_move_faces(const bl_hull_face* faces, uint32_t count, const belay_mat33* rotation, belay_vec3 offset,
                   bl_hull_face* moved)
{
    if (bl_has_wide())
        move_faces_wide(faces, count, rotation, offset, moved);
    else
        bl_move_faces_narrow(faces, count, rotation, offset, moved);
}
