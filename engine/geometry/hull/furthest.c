// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/hull/furthest.h"

#ifdef BL_WIDE_VECTORS
#include <immintrin.h>
#endif

// ------------------------------------------------------------------------------------------------------------------
// One by one
// ------------------------------------------------------------------------------------------------------------------

uint32_t bl_furthest_point_narrow(const belay_vec3* points, uint32_t count, belay_vec3 direction)
{
    uint32_t best = 0;
    double most = v3_dot(points[0], direction);
    for (uint32_t i = 1; i < count; i++) {
        double along = v3_dot(points[i], direction);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return best;
}

double bl_least_height_narrow(const belay_vec3* points, uint32_t count, belay_vec3 direction, double offset,
                              double enough)
{
    double lowest = v3_dot(points[0], direction);
    for (uint32_t i = 1; i < count && lowest - offset > enough; i++) {
        double along = v3_dot(points[i], direction);
        if (along < lowest) lowest = along;
    }
    return lowest - offset;
}

double bl_largest_square_narrow(const belay_vec3* points, uint32_t count, belay_vec3 from)
{
    double most = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        double square = v3_length_squared(v3_sub(points[i], from));
        if (square > most) most = square;
    }
    return most;
}

uint32_t bl_furthest_face_narrow(const bl_hull_face* faces, uint32_t count, belay_vec3 direction)
{
    uint32_t best = 0;
    double most = v3_dot(faces[0].normal, direction);
    for (uint32_t f = 1; f < count; f++) {
        double along = v3_dot(faces[f].normal, direction);
        if (along > most) {
            most = along;
            best = f;
        }
    }
    return best;
}

// ------------------------------------------------------------------------------------------------------------------
// Four at once
// ------------------------------------------------------------------------------------------------------------------

#ifdef BL_WIDE_VECTORS

typedef struct vector4 {
    __m256d x, y, z;
} vector4;

BL_WIDE static inline vector4 spread(belay_vec3 d)
{
    return (vector4){_mm256_set1_pd(d.x), _mm256_set1_pd(d.y), _mm256_set1_pd(d.z)};
}

BL_WIDE static inline __m256d dot4(__m256d x, __m256d y, __m256d z, const vector4* d)
{
    __m256d xy = _mm256_add_pd(_mm256_mul_pd(x, d->x), _mm256_mul_pd(y, d->y));
    return _mm256_add_pd(xy, _mm256_mul_pd(z, d->z));
}

// Four points on end, twelve numbers.
BL_WIDE static inline vector4 coordinates_of(const belay_vec3* p)
{
    const double* at = &p->x;
    __m256d a = _mm256_loadu_pd(at), b = _mm256_loadu_pd(at + 4), c = _mm256_loadu_pd(at + 8);
    __m256d ab = _mm256_permute2f128_pd(a, b, 0x30); // x0 y0 x2 y2
    __m256d ac = _mm256_permute2f128_pd(a, c, 0x21); // z0 x1 z2 x3
    __m256d bc = _mm256_permute2f128_pd(b, c, 0x30); // y1 z1 y3 z3
    return (vector4){_mm256_shuffle_pd(ab, ac, 0xA), _mm256_shuffle_pd(ab, bc, 0x5), _mm256_shuffle_pd(ac, bc, 0xA)};
}

BL_WIDE static inline __m256d along_points(const belay_vec3* p, const vector4* d)
{
    vector4 c = coordinates_of(p);
    return dot4(c.x, c.y, c.z, d);
}

BL_WIDE static inline __m256d squares_of(const belay_vec3* p, const vector4* from)
{
    vector4 c = coordinates_of(p);
    vector4 way = {_mm256_sub_pd(c.x, from->x), _mm256_sub_pd(c.y, from->y), _mm256_sub_pd(c.z, from->z)};
    return dot4(way.x, way.y, way.z, &way);
}

// Normal and offset of a face are four numbers on end.
BL_WIDE static inline __m256d along_faces(const bl_hull_face* f, const vector4* d)
{
    __m256d a = _mm256_loadu_pd(&f[0].normal.x), b = _mm256_loadu_pd(&f[1].normal.x);
    __m256d c = _mm256_loadu_pd(&f[2].normal.x), e = _mm256_loadu_pd(&f[3].normal.x);
    __m256d low_ab = _mm256_unpacklo_pd(a, b), low_ce = _mm256_unpacklo_pd(c, e); // x0 x1 z0 z1, x2 x3 z2 z3
    __m256d high_ab = _mm256_unpackhi_pd(a, b), high_ce = _mm256_unpackhi_pd(c, e);
    return dot4(_mm256_permute2f128_pd(low_ab, low_ce, 0x20), _mm256_permute2f128_pd(high_ab, high_ce, 0x20),
                _mm256_permute2f128_pd(low_ab, low_ce, 0x31), d);
}

// The furthest so far in each of four lanes, and its number.
typedef struct leaders {
    __m256d most, number;
} leaders;

BL_WIDE static inline void compare(leaders* l, __m256d along, __m256d number)
{
    __m256d is_more = _mm256_cmp_pd(along, l->most, _CMP_GT_OQ);
    l->most = _mm256_blendv_pd(l->most, along, is_more);
    l->number = _mm256_blendv_pd(l->number, number, is_more);
}

BL_WIDE static inline __m256d swap_halves(__m256d x)
{
    return _mm256_permute2f128_pd(x, x, 0x01);
}

BL_WIDE static inline __m256d least_of(__m256d x)
{
    __m256d of_two = _mm256_min_pd(x, swap_halves(x));
    return _mm256_min_pd(of_two, _mm256_shuffle_pd(of_two, of_two, 0x5));
}

BL_WIDE static inline __m256d most_of(__m256d x)
{
    __m256d of_two = _mm256_max_pd(x, swap_halves(x));
    return _mm256_max_pd(of_two, _mm256_shuffle_pd(of_two, of_two, 0x5));
}

// Of the lanes the furthest, and of those the first.
BL_WIDE static inline uint32_t first_of(const leaders* l)
{
    __m256d is_best = _mm256_cmp_pd(l->most, most_of(l->most), _CMP_EQ_OQ);
    __m256d number = _mm256_blendv_pd(_mm256_set1_pd((double)UINT32_MAX), l->number, is_best);
    return (uint32_t)_mm256_cvtsd_f64(least_of(number));
}

BL_WIDE static inline __m256d numbers_from(uint32_t first)
{
    return _mm256_add_pd(_mm256_set1_pd((double)first), _mm256_set_pd(3.0, 2.0, 1.0, 0.0));
}

// The last ones are looked at with some before them, which changes nothing.
BL_WIDE uint32_t bl_furthest_point_wide(const belay_vec3* points, uint32_t count, belay_vec3 direction)
{
    vector4 d = spread(direction);
    __m256d number = numbers_from(0), four = _mm256_set1_pd(4.0);
    leaders l = {along_points(points, &d), number};
    uint32_t i = 4;
    for (; i + 4 <= count; i += 4) {
        number = _mm256_add_pd(number, four);
        compare(&l, along_points(points + i, &d), number);
    }
    if (i < count) compare(&l, along_points(points + count - 4, &d), numbers_from(count - 4));
    return first_of(&l);
}

BL_WIDE double bl_largest_square_wide(const belay_vec3* points, uint32_t count, belay_vec3 from)
{
    vector4 origin = spread(from);
    __m256d most = squares_of(points, &origin);
    for (uint32_t i = 4; i < count; i += 4)
        most = _mm256_max_pd(squares_of(points + (i + 4 <= count ? i : count - 4), &origin), most);
    return _mm256_cvtsd_f64(most_of(most));
}

BL_WIDE uint32_t bl_furthest_face_wide(const bl_hull_face* faces, uint32_t count, belay_vec3 direction)
{
    vector4 d = spread(direction);
    __m256d number = numbers_from(0), four = _mm256_set1_pd(4.0);
    leaders l = {along_faces(faces, &d), number};
    uint32_t i = 4;
    for (; i + 4 <= count; i += 4) {
        number = _mm256_add_pd(number, four);
        compare(&l, along_faces(faces + i, &d), number);
    }
    if (i < count) compare(&l, along_faces(faces + count - 4, &d), numbers_from(count - 4));
    return first_of(&l);
}

BL_WIDE double bl_least_height_wide(const belay_vec3* points, uint32_t count, belay_vec3 direction, double offset,
                                    double enough)
{
    vector4 d = spread(direction);
    __m256d lowest = along_points(points, &d), ground = _mm256_set1_pd(offset), limit = _mm256_set1_pd(enough);
    uint32_t i = 4;
    for (; i < count; i += 4) {
        __m256d is_enough = _mm256_cmp_pd(_mm256_sub_pd(lowest, ground), limit, _CMP_LE_OQ);
        if (_mm256_movemask_pd(is_enough) != 0) break;
        lowest = _mm256_min_pd(along_points(points + (i + 4 <= count ? i : count - 4), &d), lowest);
    }
    return _mm256_cvtsd_f64(least_of(lowest)) - offset;
}

#else

double bl_largest_square_wide(const belay_vec3* points, uint32_t count, belay_vec3 from)
{
    return bl_largest_square_narrow(points, count, from);
}

uint32_t bl_furthest_point_wide(const belay_vec3* points, uint32_t count, belay_vec3 direction)
{
    return bl_furthest_point_narrow(points, count, direction);
}

uint32_t bl_furthest_face_wide(const bl_hull_face* faces, uint32_t count, belay_vec3 direction)
{
    return bl_furthest_face_narrow(faces, count, direction);
}

double bl_least_height_wide(const belay_vec3* points, uint32_t count, belay_vec3 direction, double offset,
                            double enough)
{
    return bl_least_height_narrow(points, count, direction, offset, enough);
}

#endif
