// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Pictures of the curve, seen along several directions, and their crossings, whose determinant is the knot's
// (scenes/knot_determinant.h).

#include "scenes/knot_type.h"

#include "scenes/knot_determinant.h"

#include <belay/vec.h>

#include <stdlib.h>

#define PICTURES 3
#define DIRECTIONS 32 // tried until as many pictures are clear
#define CLOSING 10    // points of the way round
#define FAR 100.0     // times the curve's radius: how far away it closes

// A crossing nearer to a segment's end than this part of it, or of strands nearer in depth than this part of the
// curve's size, makes a picture unclear.
#define UNCLEAR 1e-9
#define TOUCHING 1e-12

// A segment in the picture: its box, start and way, and the depths of its ends.
typedef struct piece {
    double low_x, high_x, low_y, high_y;
    double x, y, dx, dy, z, dz;
} piece;

typedef struct picture {
    piece* pieces;
    int count;
    double size; // of the curve
    knot_crossing* crossings;
    int crossing_count, capacity;
} picture;

// ------------------------------------------------------------------------------------------------------------------
// Closing
// ------------------------------------------------------------------------------------------------------------------

static belay_vec3 middle_of(const belay_vec3* points, int count)
{
    belay_vec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; i++)
        sum = v3_add(sum, points[i]);
    return v3_scale(1.0 / count, sum);
}

static double radius_of(const belay_vec3* points, int count, belay_vec3 middle)
{
    double radius = 0.0;
    for (int i = 0; i < count; i++)
        radius = fmax(radius, v3_length(v3_sub(points[i], middle)));
    return radius;
}

static belay_vec3 across(belay_vec3 a)
{
    belay_vec3 e = fabs(a.x) < 0.6 ? v3(1.0, 0.0, 0.0) : v3(0.0, 1.0, 0.0);
    return v3_normalize_or(v3_cross(a, e), e);
}

// From the last point's direction to the first's, on the great circle of the far sphere.
static void add_closing(belay_vec3* points, int count, belay_vec3 middle, double radius)
{
    belay_vec3 x = v3(1.0, 0.0, 0.0);
    belay_vec3 from = v3_normalize_or(v3_sub(points[count - 1], middle), x),
               to = v3_normalize_or(v3_sub(points[0], middle), x);
    double cosine = fmax(-1.0, fmin(1.0, v3_dot(from, to)));
    belay_vec3 side = v3_sub(to, v3_scale(cosine, from));
    side = v3_length(side) > 1e-6 ? v3_normalize_or(side, x) : across(from);
    for (int k = 0; k < CLOSING; k++) {
        double a = acos(cosine) * k / (CLOSING - 1);
        belay_vec3 out = v3_add(v3_scale(cos(a), from), v3_scale(sin(a), side));
        points[count + k] = v3_add(middle, v3_scale(FAR * radius, out));
    }
}

// ------------------------------------------------------------------------------------------------------------------
// The picture
// ------------------------------------------------------------------------------------------------------------------

// Spread over the half sphere, none in a plane of the axes.
static belay_vec3 direction_of(int k)
{
    double z = 0.957 - 0.911 * (double)(11 * k % DIRECTIONS) / DIRECTIONS, a = 2.399963 * k + 0.723,
           r = sqrt(1.0 - z * z);
    return v3(r * cos(a), r * sin(a), z);
}

// Nearly from above: what lies on a table is simplest so.
static belay_vec3 from_above(void)
{
    return v3_normalize_or(v3(0.0173, 0.0271, 1.0), v3(0.0, 0.0, 1.0));
}

static void set_pieces(picture* p, const belay_vec3* points, belay_vec3 origin, belay_vec3 direction)
{
    belay_vec3 ex = across(direction), ey = v3_cross(direction, ex);
    for (int i = 0; i < p->count; i++) {
        belay_vec3 from = v3_sub(points[i], origin), to = v3_sub(points[(i + 1) % p->count], origin);
        double x0 = v3_dot(ex, from), x1 = v3_dot(ex, to), y0 = v3_dot(ey, from), y1 = v3_dot(ey, to);
        double z0 = v3_dot(direction, from), z1 = v3_dot(direction, to);
        p->pieces[i] =
            (piece){fmin(x0, x1), fmax(x0, x1), fmin(y0, y1), fmax(y0, y1), x0, y0, x1 - x0, y1 - y0, z0, z1 - z0};
    }
}

static bool boxes_overlap(const piece* a, const piece* b)
{
    return a->low_x <= b->high_x && b->low_x <= a->high_x && a->low_y <= b->high_y && b->low_y <= a->high_y;
}

static bool add_crossing(picture* p, double over, double under, int sign)
{
    if (p->crossing_count == p->capacity) {
        int capacity = p->capacity > 0 ? 2 * p->capacity : 64;
        knot_crossing* grown = realloc(p->crossings, (size_t)capacity * sizeof *grown);
        if (grown == NULL) return false;
        p->crossings = grown;
        p->capacity = capacity;
    }
    p->crossings[p->crossing_count++] = (knot_crossing){over, under, sign};
    return true;
}

static bool is_near_end(double s)
{
    return fabs(s) < UNCLEAR || fabs(s - 1.0) < UNCLEAR;
}

// Adds the pieces' crossing if there is one; false when that is not clear.
static bool cross_pieces(picture* p, int i, int j)
{
    const piece *a = &p->pieces[i], *b = &p->pieces[j];
    double x = b->x - a->x, y = b->y - a->y, n = a->dx * b->dy - a->dy * b->dx;
    double size = hypot(a->dx, a->dy) * hypot(b->dx, b->dy);
    if (size == 0.0) return true;                                                       // no piece at all
    if (fabs(n) < TOUCHING * size) return fabs(a->dx * y - a->dy * x) > UNCLEAR * size; // alongside
    double s = (x * b->dy - y * b->dx) / n, t = (x * a->dy - y * a->dx) / n;
    if (s < -UNCLEAR || s > 1.0 + UNCLEAR || t < -UNCLEAR || t > 1.0 + UNCLEAR) return true;
    double above = (a->z + s * a->dz) - (b->z + t * b->dz);
    if (is_near_end(s) || is_near_end(t) || fabs(above) < TOUCHING * p->size) return false;
    bool is_left = (n > 0.0) == (above > 0.0);
    return above > 0.0 ? add_crossing(p, i + s, j + t, is_left ? 1 : -1)
                       : add_crossing(p, j + t, i + s, is_left ? 1 : -1);
}

// All crossings; false when some are not clear, or there is no memory.
static bool find_crossings(picture* p)
{
    p->crossing_count = 0;
    for (int i = 0; i < p->count; i++)
        for (int j = i + 2; j < p->count; j++) {
            bool are_neighbours = i == 0 && j == p->count - 1;
            if (!are_neighbours && boxes_overlap(&p->pieces[i], &p->pieces[j]) && !cross_pieces(p, i, j)) return false;
        }
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// The type
// ------------------------------------------------------------------------------------------------------------------

// Takes the next clear picture; false when there is none.
static bool take_picture(picture* p, const belay_vec3* points, belay_vec3 middle, int* direction, uint64_t* remainder)
{
    for (; *direction < DIRECTIONS; (*direction)++) {
        set_pieces(p, points, middle, direction_of(*direction));
        if (!find_crossings(p)) continue;
        (*direction)++;
        *remainder = knot_determinant_remainder(p->crossings, p->crossing_count);
        return true;
    }
    return false;
}

static void exchange_crossings(picture* a, picture* b)
{
    picture old = *a;
    a->crossings = b->crossings;
    a->crossing_count = b->crossing_count;
    a->capacity = b->capacity;
    b->crossings = old.crossings;
    b->crossing_count = old.crossing_count;
    b->capacity = old.capacity;
}

// All pictures must agree in the remainder; the simplest, kept in `best`, tells the number.
static knot_type look_from_all_sides(picture* p, picture* best, const belay_vec3* points, belay_vec3 middle)
{
    const knot_type none = {0, 0};
    uint64_t first = 0, remainder;
    int direction = 0;
    for (int k = 0; k < PICTURES; k++) {
        if (!take_picture(p, points, middle, &direction, &remainder)) return none;
        if (k > 0 && remainder != first) return none;
        first = remainder;
        if (k == 0 || p->crossing_count < best->crossing_count) exchange_crossings(p, best);
    }
    uint64_t determinant = knot_determinant(best->crossings, best->crossing_count);
    return determinant != 0 ? (knot_type){determinant, best->crossing_count} : none;
}

// Leaves out points that repeat the one before, also the last if it is the first again.
static int copy_points(belay_vec3* to, const belay_vec3* points, int count, bool is_closed)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (kept == 0 || v3_length(v3_sub(points[i], to[kept - 1])) > 0.0) to[kept++] = points[i];
    while (is_closed && kept > 1 && !(v3_length(v3_sub(to[kept - 1], to[0])) > 0.0))
        kept--;
    return kept;
}

knot_type knot_type_of(const belay_vec3* points, int count, bool is_closed)
{
    knot_type type = {0, 0};
    if (count < 1) return type;
    size_t room = (size_t)count + CLOSING;
    picture p = {.pieces = malloc(room * sizeof *p.pieces)}, best = {.count = 0};
    belay_vec3 middle = middle_of(points, count), *all = malloc(room * sizeof *all);
    p.size = radius_of(points, count, middle);
    if (all != NULL && p.pieces != NULL && isfinite(middle.x + middle.y + middle.z)) {
        p.count = copy_points(all, points, count, is_closed);
        if (!is_closed) add_closing(all, p.count, middle, p.size);
        p.count += is_closed ? 0 : CLOSING;
        type = look_from_all_sides(&p, &best, all, middle);
    }
    free(best.crossings);
    free(p.crossings);
    free(p.pieces);
    free(all);
    return type;
}

// The picture with the fewest crossings is kept in `best`; false: none is clear.
static bool find_simplest(picture* p, picture* best, const belay_vec3* points, belay_vec3 middle)
{
    bool is_found = false;
    for (int k = -1; k < DIRECTIONS; k++) {
        set_pieces(p, points, middle, k < 0 ? from_above() : direction_of(k));
        if (!find_crossings(p)) continue;
        if (!is_found || p->crossing_count < best->crossing_count) exchange_crossings(p, best);
        is_found = true;
    }
    return is_found;
}

bool knot_jones_of(const belay_vec3* points, int count, knot_polynomial* jones)
{
    knot_type type = knot_type_of(points, count, true);
    *jones = (knot_polynomial){0};
    if (type.determinant == 0) return false;
    picture p = {.pieces = malloc((size_t)count * sizeof *p.pieces)}, best = {.count = 0};
    belay_vec3 middle = middle_of(points, count), *all = malloc((size_t)count * sizeof *all);
    p.size = radius_of(points, count, middle);
    bool is_told = all != NULL && p.pieces != NULL;
    if (is_told) {
        p.count = copy_points(all, points, count, true);
        is_told = find_simplest(&p, &best, all, middle) && knot_jones(best.crossings, best.crossing_count, jones) &&
                  knot_polynomial_determinant(jones) == type.determinant;
    }
    free(best.crossings);
    free(p.crossings);
    free(p.pieces);
    free(all);
    return is_told;
}
