// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/rod/rod_contact_closest.h"

#include "detect/contact_tolerance.h"
#include "detect/rod/rod_detect_tolerances.h"

// f(s, t) less its constant: a s^2 - 2 b s t + c t^2 + 2 d s - 2 e t.
typedef struct form {
    double a, b, c, d, e;
} form;

typedef struct minimum {
    double s, t, value;
} minimum;

static double smaller(double x, double y)
{
    return x < y ? x : y;
}

static double larger(double x, double y)
{
    return x > y ? x : y;
}

static double softness(double uu, double vv, double uv, double thickness)
{
    double size = uu * vv, sine_squared = size > 0.0 ? 1.0 - uv * uv / size : 1.0;
    double fade = 1.0 - sine_squared / BL_CONTACT_CLEARLY_CROSSING;
    if (!(fade > 0.0)) return 0.0;
    double soft = 8.0 * BL_ROD_EXCESS * thickness * thickness / (uu + vv);
    return smaller(soft, BL_ROD_SOFTEST) * fade * fade;
}

static form form_of(belay_vec3 between, belay_vec3 u, belay_vec3 v, double thickness)
{
    double uu = v3_length_squared(u), vv = v3_length_squared(v), uv = v3_dot(u, v);
    double soft = softness(uu, vv, uv, thickness);
    form f = {(1.0 + soft) * uu, uv, (1.0 + soft) * vv, v3_dot(between, u) - 0.5 * soft * uu,
              v3_dot(between, v) + 0.5 * soft * vv};
    return f;
}

static double clamp(double x, double low, double high)
{
    return x < low ? low : (x > high ? high : x);
}

static void try_place(const form* f, double s, double t, minimum* best)
{
    double value = f->a * s * s + f->c * t * t - 2.0 * (f->b * s * t - f->d * s + f->e * t);
    if (!(value < best->value)) return;
    best->s = s;
    best->t = t;
    best->value = value;
}

// Where on [low, high] k x^2 - 2 g x is least; of a constant, the middle.
static double least_on(double k, double g, double low, double high)
{
    return k > 0.0 ? clamp(g / k, low, high) : 0.5 * (low + high);
}

// The four sides of the unit square, as far as t - s >= apart there.
static void try_sides(const form* f, double apart, minimum* best)
{
    double before = smaller(1.0, -apart), behind = smaller(1.0, 1.0 - apart);
    double above = larger(0.0, apart), upper = larger(0.0, 1.0 + apart);
    if (above <= 1.0) try_place(f, 0.0, least_on(f->c, f->e, above, 1.0), best);
    if (upper <= 1.0) try_place(f, 1.0, least_on(f->c, f->e + f->b, upper, 1.0), best);
    if (before >= 0.0) try_place(f, least_on(f->a, -f->d, 0.0, before), 0.0, best);
    if (behind >= 0.0) try_place(f, least_on(f->a, f->b - f->d, 0.0, behind), 1.0, best);
}

// The line t = s + apart.
static void try_cut(const form* f, double apart, minimum* best)
{
    double low = larger(0.0, -apart), high = smaller(1.0, 1.0 - apart);
    double k = f->a + f->c - 2.0 * f->b, g = f->b * apart - f->c * apart - f->d + f->e;
    double s = least_on(k, g, low, high);
    try_place(f, s, clamp(s + apart, 0.0, 1.0), best);
}

static bool is_inside(const minimum* m, double apart)
{
    return m->s >= 0.0 && m->s <= 1.0 && m->t >= 0.0 && m->t <= 1.0 && m->t - m->s >= apart;
}

// Convex: the inner minimum if it is allowed, else the least on the outline.
static minimum minimize(const form* f, double apart)
{
    minimum best = {0.0, 0.0, INFINITY};
    double square = f->a * f->c, determinant = square - f->b * f->b;
    if (determinant > BL_ROD_FLAT * square) {
        best.s = (f->b * f->e - f->d * f->c) / determinant;
        best.t = (f->a * f->e - f->b * f->d) / determinant;
        if (is_inside(&best, apart)) return best;
    }
    try_sides(f, apart, &best);
    if (apart > -1.0) try_cut(f, apart, &best);
    return best;
}

bool bl_rod_closest(const belay_vec3* a, const belay_vec3* b, double thickness, double apart,
                    bl_rod_closest_points* places)
{
    if (!(apart <= 1.0)) return false;
    form f = form_of(v3_sub(a[0], b[0]), v3_sub(a[1], a[0]), v3_sub(b[1], b[0]), thickness);
    minimum m = minimize(&f, apart);
    places->s = m.s;
    places->t = m.t;
    places->between = v3_sub(bl_rod_point(a, m.s), bl_rod_point(b, m.t));
    places->distance = v3_length(places->between);
    return isfinite(places->distance);
}

belay_vec3 bl_rod_normal(const belay_vec3* a, const belay_vec3* b, const bl_rod_closest_points* places)
{
    belay_vec3 u = v3_sub(a[1], a[0]), v = v3_sub(b[1], b[0]);
    double size = v3_length_squared(u) + v3_length_squared(v);
    if (places->distance * places->distance > BL_ROD_TOUCHING * BL_ROD_TOUCHING * size)
        return v3_scale(1.0 / places->distance, places->between);
    belay_vec3 axis = v3_normalize_or(u, v3_normalize_or(v, v3(0.0, 0.0, 1.0)));
    belay_vec3 across = v3_cross(u, v);
    bool is_crossing = v3_length_squared(across) > BL_ROD_FLAT * v3_length_squared(u) * v3_length_squared(v);
    return is_crossing ? v3_scale(1.0 / v3_length(across), across) : v3_any_orthogonal(axis);
}
