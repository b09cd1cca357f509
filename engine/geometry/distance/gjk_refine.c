// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The support points of all cores lie on corners, circles and smooth surfaces. Once it is known on which ones, the
// facet solves smooth equations. For the normal n and pairs g of features (one of A, one of B), with support point
// w_g(n),
//     sum of weight_g w_g = offset n,   n . w_g = offset for each g,   sum of weight_g = 1,   |n| = 1,
// and Newton's method finishes in a few rounds what supports alone approach slowly and to half the digits.

#include "geometry/convex/shape_ops.h"
#include "geometry/distance/gjk_facet.h"
#include "geometry/distance/gjk_simplex.h"
#include "geometry/geometry_tolerances.h"

// A corner (radius 0), a circle or, where `smooth` is not null, a whole surface about its center; pair frame.
typedef struct feature {
    belay_vec3 center, axis;
    double radius;
    const bl_convex* smooth;
    const belay_mat33* rotation; // of the smooth core; null: none
} feature;

typedef struct feature_pair {
    feature a, b;
    double weight;
    bl_pair_point at; // support point along the normal
} feature_pair;

typedef struct refine {
    belay_vec3 normal, t1, t2; // right-handed, unit
    double offset;
    int count;
    feature_pair pairs[3];
    double bend[3]; // of the weighted support points with the normal: t1 t1, t1 t2, t2 t2
} refine;

static bool is_round(const bl_convex* core)
{
    return bl_core_of(core)->core_class == BL_CORE_AXISYMMETRIC;
}

static bool is_smooth(const bl_convex* core)
{
    return bl_core_of(core)->core_class == BL_CORE_SMOOTH;
}

bool bl_pair_is_curved(const bl_pair* pair)
{
    return is_round(pair->a) || is_round(pair->b) || is_smooth(pair->a) || is_smooth(pair->b);
}

static feature corner_at(belay_vec3 x)
{
    return (feature){.center = x};
}

// The feature on which a core's support point (own frame) lies.
static feature find_feature(const bl_convex* core, belay_vec3 x)
{
    if (is_smooth(core)) return (feature){.smooth = core};
    bool is_cylinder = core->kind == BL_CONVEX_CYLINDER, is_rim = core->kind == BL_CONVEX_CONE && x.z < 0.0;
    if (!is_cylinder && !is_rim) return corner_at(x);
    double z = x.z < 0.0 ? -core->half.z : core->half.z;
    return (feature){.center = v3(0.0, 0.0, z), .axis = v3(0.0, 0.0, 1.0), .radius = core->half.x};
}

static feature find_feature_b(const bl_pair* pair, belay_vec3 x)
{
    if (is_smooth(pair->b)) return (feature){.center = pair->offset, .smooth = pair->b, .rotation = &pair->b_to_pair};
    belay_vec3 own = m3_mul_transposed_v3(pair->b_to_pair, v3_sub(x, pair->offset));
    feature f = find_feature(pair->b, own);
    if (f.radius == 0.0) return corner_at(x);
    f.center = v3_add(m3_mul_v3(pair->b_to_pair, f.center), pair->offset);
    f.axis = m3_column(pair->b_to_pair, 2);
    return f;
}

static bool is_same(const feature* f, const feature* g)
{
    return f->center.x == g->center.x && f->center.y == g->center.y && f->center.z == g->center.z;
}

static void add_pair(refine* p, feature a, feature b, double weight)
{
    for (int i = 0; i < p->count; i++) {
        if (!is_same(&p->pairs[i].a, &a) || !is_same(&p->pairs[i].b, &b)) continue;
        p->pairs[i].weight += weight;
        return;
    }
    p->pairs[p->count++] = (feature_pair){.a = a, .b = b, .weight = weight};
}

static belay_vec3 to_own(const feature* f, belay_vec3 v)
{
    return f->rotation != NULL ? m3_mul_transposed_v3(*f->rotation, v) : v;
}

static belay_vec3 support_smooth(const feature* f, belay_vec3 direction, belay_mat33* spread)
{
    belay_vec3 x = bl_core_of(f->smooth)->spread(f->smooth, to_own(f, direction), spread);
    return v3_add(f->center, f->rotation != NULL ? m3_mul_v3(*f->rotation, x) : x);
}

static void add_bend_of_smooth(refine* p, const feature* f, const belay_mat33* spread, double weight)
{
    belay_vec3 s = to_own(f, p->t1), t = to_own(f, p->t2);
    belay_vec3 with_s = m3_mul_v3(*spread, s), with_t = m3_mul_v3(*spread, t);
    p->bend[0] += weight * v3_dot(s, with_s);
    p->bend[1] += weight * v3_dot(s, with_t);
    p->bend[2] += weight * v3_dot(t, with_t);
}

// The point of a feature furthest along a unit direction, which goes along the circle when the direction turns: the
// derivative is radius / |part across the axis| times the dyad of the tangent. It is added to the bend. False for a
// circle seen along its axis.
static bool support_feature(refine* p, const feature* f, belay_vec3 direction, double weight, belay_vec3* x)
{
    if (f->smooth != NULL) {
        belay_mat33 spread;
        *x = support_smooth(f, direction, &spread);
        add_bend_of_smooth(p, f, &spread, weight);
        return true;
    }
    *x = f->center;
    if (f->radius == 0.0) return true;
    belay_vec3 across = v3_add_scaled(direction, -v3_dot(f->axis, direction), f->axis);
    double length = v3_length(across);
    if (!(length > BL_REFINE_LEAST_TILT)) return false;
    *x = v3_add_scaled(f->center, f->radius / length, across);
    belay_vec3 tangent = v3_scale(1.0 / length, v3_cross(f->axis, across));
    double s = v3_dot(tangent, p->t1), t = v3_dot(tangent, p->t2), bend = weight * f->radius / length;
    p->bend[0] += bend * s * s;
    p->bend[1] += bend * s * t;
    p->bend[2] += bend * t * t;
    return true;
}

static bool set_normal(refine* p, belay_vec3 normal)
{
    p->normal = normal;
    p->t1 = v3_any_orthogonal(normal);
    p->t2 = v3_cross(normal, p->t1);
    p->bend[0] = p->bend[1] = p->bend[2] = 0.0;
    for (int i = 0; i < p->count; i++) {
        feature_pair* f = &p->pairs[i];
        if (!support_feature(p, &f->a, normal, f->weight, &f->at.a)) return false;
        if (!support_feature(p, &f->b, v3_neg(normal), f->weight, &f->at.b)) return false;
        f->at.w = v3_sub(f->at.a, f->at.b);
    }
    return true;
}

static double largest_entry(double m[6][7], int n)
{
    double most = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            most = fmax(most, fabs(m[i][j]));
    return most;
}

// Solves the n equations in place by elimination with row exchange; the right side is column n. An unknown that they
// leave open (any normal across the axis of a round solid is as good as another) stays 0.
static void solve(double m[6][7], int n)
{
    double least = BL_REFINE_OPEN_PIVOT * largest_entry(m, n);
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(m[i][k]) > fabs(m[pivot][k])) pivot = i;
        double inverse = fabs(m[pivot][k]) > least ? 1.0 / m[pivot][k] : 0.0;
        for (int j = k; j <= n; j++) {
            double scaled = inverse * m[pivot][j];
            m[pivot][j] = m[k][j];
            m[k][j] = scaled;
        }
        for (int i = 0; i < n; i++) {
            double factor = i == k ? 0.0 : m[i][k];
            for (int j = k + 1; j <= n && factor != 0.0; j++)
                m[i][j] -= factor * m[k][j];
        }
    }
}

// Unknowns: the turn of the normal along t1 and t2, the change of the offset, those of the weights. Rows 0 and 1 say
// that the place has no part across the normal, row 2 that weights sum to 1, the others that each pair reaches as far.
static void fill_equations(const refine* p, double m[6][7])
{
    int n = 3 + p->count;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 7; j++)
            m[i][j] = 0.0;
    m[0][0] = p->bend[0] - p->offset;
    m[0][1] = m[1][0] = p->bend[1];
    m[1][1] = p->bend[2] - p->offset;
    for (int g = 0; g < p->count; g++) {
        const feature_pair* f = &p->pairs[g];
        double along1 = v3_dot(p->t1, f->at.w), along2 = v3_dot(p->t2, f->at.w);
        m[0][3 + g] = m[3 + g][0] = along1;
        m[1][3 + g] = m[3 + g][1] = along2;
        m[2][3 + g] = m[3 + g][2] = -1.0;
        m[0][n] -= f->weight * along1;
        m[1][n] -= f->weight * along2;
        m[3 + g][n] = p->offset - v3_dot(p->normal, f->at.w);
    }
}

// One round of Newton's method; writes how far the normal turned. False when it breaks down.
static bool improve(refine* p, double* turn)
{
    double m[6][7];
    int n = 3 + p->count;
    fill_equations(p, m);
    solve(m, n);
    belay_vec3 displacement = v3_add(v3_scale(m[0][n], p->t1), v3_scale(m[1][n], p->t2));
    p->offset += m[2][n];
    for (int g = 0; g < p->count; g++)
        p->pairs[g].weight += m[3 + g][n];
    *turn = v3_length(displacement);
    return *turn < 1.0 && set_normal(p, v3_normalize_or(v3_add(p->normal, displacement), p->normal));
}

static bool start(const bl_pair* pair, const bl_facet* facet, refine* p)
{
    p->count = 0;
    p->offset = facet->offset;
    for (int i = 0; i < facet->count; i++)
        add_pair(p, find_feature(pair->a, facet->points[i].a), find_feature_b(pair, facet->points[i].b),
                 facet->weights[i]);
    return set_normal(p, facet->normal);
}

// How far the facet is from having the origin's foot on it, as a change of the distance.
static double find_miss(const bl_facet* facet)
{
    belay_vec3 point = v3_zero();
    for (int i = 0; i < facet->count; i++)
        point = v3_add_scaled(point, facet->weights[i], facet->points[i].w);
    return v3_length(point) - fabs(facet->offset);
}

static bool accept(const bl_pair* pair, double tolerance, const bl_facet* found, bl_facet* facet)
{
    if (!(bl_facet_excess(pair, found) <= tolerance && find_miss(found) <= tolerance)) return false;
    *facet = *found;
    return true;
}

static bool finish(const bl_pair* pair, double tolerance, const refine* p, bl_facet* facet)
{
    bl_facet found = {.normal = p->normal, .offset = p->offset, .count = p->count};
    for (int g = 0; g < p->count; g++) {
        if (p->pairs[g].weight < -BL_GJK_WEIGHT_ROUNDING) return false;
        found.points[g] = p->pairs[g].at;
        found.weights[g] = fmax(p->pairs[g].weight, 0.0);
    }
    return accept(pair, tolerance, &found, facet);
}

static bool refine_on_circles(const bl_pair* pair, double tolerance, bl_facet* facet)
{
    refine p;
    double turn = 1.0;
    if (!start(pair, facet, &p)) return false;
    for (int round = 0; round < BL_REFINE_MAX_ROUNDS && turn > BL_REFINE_LAST_TURN; round++)
        if (!improve(&p, &turn)) return false;
    return turn <= BL_REFINE_LAST_TURN && finish(pair, tolerance, &p, facet);
}

// The support point of a feature along the direction; x itself when that is any point of a circle.
static belay_vec3 settle_on(const feature* f, belay_vec3 direction, belay_vec3 x)
{
    belay_mat33 spread;
    if (f->smooth != NULL) return support_smooth(f, direction, &spread);
    belay_vec3 across = v3_add_scaled(direction, -v3_dot(f->axis, direction), f->axis);
    double length = v3_length(across);
    if (f->radius == 0.0 || !(length > BL_REFINE_LEAST_TILT)) return x;
    return v3_add_scaled(f->center, f->radius / length, across);
}

// The facet that the features of this one make when the normal is exactly the given one.
static bl_facet turn_facet(const bl_pair* pair, const bl_facet* facet, belay_vec3 normal)
{
    static const int index[4] = {0, 1, 2, 3};
    bl_facet found = {.normal = normal};
    belay_vec3 flat[4] = {v3_zero(), v3_zero(), v3_zero(), v3_zero()};
    bl_pair_point points[3];
    bl_simplex_nearest foot;
    for (int i = 0; i < facet->count; i++) {
        const bl_pair_point* p = &facet->points[i];
        feature a = find_feature(pair->a, p->a), b = find_feature_b(pair, p->b);
        points[i].a = settle_on(&a, normal, p->a);
        points[i].b = settle_on(&b, v3_neg(normal), p->b);
        points[i].w = v3_sub(points[i].a, points[i].b);
        double height = v3_dot(normal, points[i].w);
        flat[i] = v3_add_scaled(points[i].w, -height, normal);
        found.offset += facet->weights[i] * height;
    }
    bl_nearest_on_simplex(flat, index, facet->count, &foot);
    found.count = foot.count;
    for (int i = 0; i < foot.count; i++) {
        found.points[i] = points[foot.index[i]];
        found.weights[i] = foot.weight[i];
    }
    return found;
}

// A normal close to the axis of a round core belongs to its flat end.
static bool refine_on_end(const bl_pair* pair, belay_vec3 axis, double tolerance, bl_facet* facet)
{
    double along = v3_dot(axis, facet->normal);
    if (!(fabs(along) > BL_REFINE_LEAST_ALONG_AXIS)) return false;
    bl_facet found = turn_facet(pair, facet, along > 0.0 ? axis : v3_neg(axis));
    return accept(pair, tolerance, &found, facet);
}

bool bl_facet_refine(const bl_pair* pair, double tolerance, bl_facet* facet)
{
    bool is_done = is_round(pair->a) && refine_on_end(pair, v3(0.0, 0.0, 1.0), tolerance, facet);
    if (!is_done && is_round(pair->b)) is_done = refine_on_end(pair, m3_column(pair->b_to_pair, 2), tolerance, facet);
    return is_done || refine_on_circles(pair, tolerance, facet);
}
