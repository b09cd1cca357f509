// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/convex/axis_refine.h"

#include "detect/contact_tolerance.h"
#include "detect/convex/slope_root.h"

#define MAX_PIECES 8

// Of the angle between the rough direction and the one that a search goes for. Up to the first tangent it gets there,
// with all the steps that it has; from the second on they do not lead there. Sine, below which a slope is rounding.
#define NEAR_TANGENT 0.7
#define FAR_TANGENT 1.65
#define LEAST_SINE 1e-6

// ------------------------------------------------------------------------------------------------------------------
// Pieces
// ------------------------------------------------------------------------------------------------------------------

typedef struct piece_list {
    bl_piece pieces[MAX_PIECES];
    int count;
} piece_list;

static void add_piece(piece_list* list, bl_piece piece)
{
    if (list->count < MAX_PIECES) list->pieces[list->count++] = piece;
}

// Lines first: where a corner is as good, a line says more.
static void find_polytope_pieces(const bl_polytope* p, belay_vec3 outward, piece_list* list)
{
    uint32_t corner = bl_polytope_support(p, outward), first = p->corner_edges[corner], edge = first;
    do {
        belay_vec3 start = bl_polytope_edge_start(p, edge), u = v3_sub(bl_polytope_edge_end(p, edge), start);
        u = v3_normalize_or(u, v3(1.0, 0.0, 0.0));
        bl_piece piece = {BL_PIECE_EDGE, bl_polytope_edge_name(p, edge), start, u, 0.0, 0.0};
        if (fabs(v3_dot(u, outward)) < BL_CONTACT_NEARLY_RIGHT && list->count < MAX_PIECES - 1) add_piece(list, piece);
        edge = p->edges[p->edges[edge].twin].next;
    } while (edge != first);
    bl_piece piece = {BL_PIECE_CORNER, corner, p->corners[corner], v3(0.0, 0.0, 1.0), 0.0, 0.0};
    add_piece(list, piece);
}

static void find_round_pieces(const bl_axisymmetric* r, belay_vec3 outward, piece_list* list)
{
    double along = v3_dot(outward, r->axis);
    belay_vec3 apex = bl_axisymmetric_rim_center(r, 1);
    bl_piece side = {BL_PIECE_SIDE, 0, r->is_cone ? apex : r->center, r->axis, r->side_z, r->is_cone ? 0.0 : r->radius};
    if (fabs(along - r->side_z) < BL_CONTACT_NEARLY_RIGHT) add_piece(list, side);
    for (int rim = 0; rim < 2; rim++) {
        bl_piece_kind kind = r->is_cone && rim == 1 ? BL_PIECE_CORNER : BL_PIECE_RIM;
        uint32_t index = kind == BL_PIECE_CORNER ? bl_axisymmetric_corner(1, BL_AXISYMMETRIC_NEAREST) : (uint32_t)rim;
        bl_piece piece = {kind,    index, bl_axisymmetric_rim_center(r, rim),
                          r->axis, 0.0,   bl_axisymmetric_rim_radius(r, rim)};
        bool is_near =
            rim == 0 ? along < r->side_z + BL_CONTACT_NEARLY_RIGHT : along > r->side_z - BL_CONTACT_NEARLY_RIGHT;
        if (is_near) add_piece(list, piece);
    }
}

static piece_list find_pieces(const bl_body_shape* body, belay_vec3 outward)
{
    piece_list list;
    list.count = 0;
    if (body->polytope != NULL)
        find_polytope_pieces(body->polytope, outward, &list);
    else
        find_round_pieces(body->axisymmetric, outward, &list);
    return list;
}

belay_vec3 bl_piece_support(const bl_piece* piece, belay_vec3 outward)
{
    double length;
    if (piece->radius == 0.0) return piece->point;
    return v3_add_scaled(piece->point, piece->radius, bl_across(piece->axis, outward, &length));
}

// How the support point moves when the outward normal moves by d: the unit vector e across the axis turns by the part
// of d across both, over the length of the normal's part across the axis.
static belay_vec3 support_derivative(const bl_piece* piece, belay_vec3 outward, belay_vec3 d)
{
    double length;
    if (piece->radius == 0.0) return v3_zero();
    belay_vec3 e = bl_across(piece->axis, outward, &length), t = v3_cross(piece->axis, e);
    return length > 0.0 ? v3_scale(piece->radius * v3_dot(t, d) / length, t) : v3_zero();
}

static bool is_line(const bl_piece* piece)
{
    return piece->kind == BL_PIECE_EDGE || piece->kind == BL_PIECE_SIDE;
}

double bl_body_lowest(const bl_body_shape* body, belay_vec3 v)
{
    belay_vec3 down = v3_neg(v);
    if (body->polytope != NULL) return v3_dot(v, body->polytope->corners[bl_polytope_support(body->polytope, down)]);
    return v3_dot(v, bl_axisymmetric_support(body->axisymmetric, down));
}

// ------------------------------------------------------------------------------------------------------------------
// Newton's method on n.w(n), w = a(-n) - b(n) the support points' difference. Since supports move orthogonally to the
// normal, its gradient is w itself, and on the sphere its second derivative along tangents d, e is d.Dw e - (n.w) d.e.
// ------------------------------------------------------------------------------------------------------------------

typedef struct search {
    const bl_piece *a, *b;
} search;

static belay_vec3 difference(const search* s, belay_vec3 n)
{
    return v3_sub(bl_piece_support(s->a, v3_neg(n)), bl_piece_support(s->b, n));
}

static belay_vec3 difference_derivative(const search* s, belay_vec3 n, belay_vec3 d)
{
    return v3_sub(support_derivative(s->a, v3_neg(n), v3_neg(d)), support_derivative(s->b, n, d));
}

static double limited(double step)
{
    const double most = 0.1;
    return step > most ? most : (step < -most ? -most : step);
}

// The circle n = held u + cos p r + sin p d about the axis u, with the rough direction at p = 0:
// n' = -sin p r + cos p d, n'' = -(n - held u).
typedef struct circle {
    belay_vec3 u, r, d;
    double held;
} circle;

static circle circle_through(belay_vec3 u, double held, belay_vec3 rough)
{
    double length, radius = sqrt(1.0 - held * held);
    belay_vec3 r = v3_scale(radius, bl_across(u, rough, &length));
    circle c = {u, r, v3_cross(u, r), held};
    return c;
}

// A place on it, and the derivative there.
typedef struct circle_place {
    belay_vec3 n, along;
} circle_place;

static circle_place circle_at(const circle* c, double angle)
{
    double sine, cosine;
    belay_sin_cos(angle, &sine, &cosine);
    belay_vec3 n = v3_add_scaled(v3_scale(cosine, c->r), sine, c->d);
    circle_place place = {v3_normalize_or(v3_add_scaled(n, c->held, c->u), c->u),
                          v3_add_scaled(v3_scale(cosine, c->d), -sine, c->r)};
    return place;
}

typedef struct circle_search {
    const search* search;
    const circle* circle;
} circle_search;

static double slope_at(const void* context, double angle)
{
    const circle_search* s = context;
    circle_place at = circle_at(s->circle, angle);
    return v3_dot(at.along, difference(s->search, at.n));
}

// Where the slope falls through zero, from a bracket that grows until it has it. For rims near whose axis the normal
// is: there they turn fast, and Newton's method is lost.
static double bracket_circle(const search* s, const circle* c)
{
    circle_search context = {s, c};
    double step = 1e-9, slope = slope_at(&context, 0.0), side = slope > 0.0 ? 1.0 : -1.0;
    bl_slope_bracket b = {0.0, slope, 0.0, slope};
    while (b.slope1 * side > 0.0 && fabs(b.t1) < BL_CONTACT_MOST_TURN) {
        b.t0 = b.t1;
        b.slope0 = b.slope1;
        b.t1 += side * step;
        b.slope1 = slope_at(&context, b.t1);
        step *= 4.0;
    }
    return b.slope1 * side > 0.0 ? 0.0 : bl_slope_root(slope_at, &context, b, 0.0, 1e-15);
}

// Whether the search along the circle goes nowhere: an edge and a corner have the slope |w| sin(p0 - p) there, and when
// p0 is further away than all steps can go, or behind, the rough direction stays.
static bool is_out_of_steps(const search* s, const circle* c)
{
    if (s->a->radius != 0.0 || s->b->radius != 0.0 || c->held != 0.0) return false;
    belay_vec3 w = v3_sub(s->a->point, s->b->point);
    double cosine = v3_dot(c->r, w), sine = fabs(v3_dot(c->d, w));
    return sine > FAR_TANGENT * cosine && sine > LEAST_SINE * fabs(cosine);
}

static belay_vec3 search_circle(const search* s, belay_vec3 u, double held, belay_vec3 rough)
{
    circle c = circle_through(u, held, rough);
    double angle = 0.0;
    if (is_out_of_steps(s, &c)) return circle_at(&c, 0.0).n;
    for (int i = 0; i < BL_CONTACT_MAX_STEPS; i++) {
        circle_place at = circle_at(&c, angle);
        belay_vec3 w = difference(s, at.n), radial = v3_add_scaled(at.n, -c.held, c.u);
        double bend = v3_dot(at.along, difference_derivative(s, at.n, at.along)) - v3_dot(radial, w);
        if (!(bend < 0.0)) break;
        double step = limited(-v3_dot(at.along, w) / bend);
        angle += step;
        if (fabs(step) < BL_CONTACT_LAST_STEP) return circle_at(&c, angle).n;
    }
    return circle_at(&c, bracket_circle(s, &c)).n;
}

static belay_vec3 search_sphere(const search* s, belay_vec3 n)
{
    for (int i = 0; i < BL_CONTACT_MAX_STEPS; i++) {
        belay_vec3 e = v3_any_orthogonal(n), f = v3_cross(n, e), w = difference(s, n);
        belay_vec3 de = difference_derivative(s, n, e), df = difference_derivative(s, n, f);
        double nw = v3_dot(n, w), ge = v3_dot(e, w), gf = v3_dot(f, w);
        double ee = v3_dot(e, de) - nw, ff = v3_dot(f, df) - nw, ef = v3_dot(e, df);
        double determinant = ee * ff - ef * ef;
        if (!(ee < 0.0 && determinant > 0.0)) break; // no maximum hereabouts
        double x = limited((ef * gf - ff * ge) / determinant), y = limited((ef * ge - ee * gf) / determinant);
        n = v3_normalize_or(v3_add_scaled(v3_add_scaled(n, x, e), y, f), n);
        if (fabs(x) + fabs(y) < BL_CONTACT_LAST_STEP) break;
    }
    return n;
}

// At fixed angles to two axes: n = p u + q v + r u x v. False when the axes are parallel or the angles impossible.
static bool at_two_angles(belay_vec3 u, double n_u, belay_vec3 v, double n_v, belay_vec3 rough, belay_vec3* n)
{
    belay_vec3 w = v3_cross(u, v);
    double c = v3_dot(u, v), square = v3_length_squared(w);
    if (!(square > 1e-12)) return false;
    belay_vec3 in_plane = v3_add(v3_scale((n_u - c * n_v) / square, u), v3_scale((n_v - c * n_u) / square, v));
    double rest = 1.0 - v3_length_squared(in_plane);
    if (rest < 0.0) return false;
    *n = v3_add_scaled(in_plane, copysign(sqrt(rest / square), v3_dot(w, rough)), w);
    *n = v3_normalize_or(*n, rough);
    return true;
}

// A's outward normal is -n, so what it holds has the other sign.
static belay_vec3 refine(const search* s, belay_vec3 rough)
{
    const bl_piece *a = s->a, *b = s->b;
    belay_vec3 n;
    if (is_line(a) && is_line(b) && at_two_angles(a->axis, -a->held, b->axis, b->held, rough, &n)) return n;
    if (is_line(a)) return search_circle(s, a->axis, -a->held, rough);
    if (is_line(b)) return search_circle(s, b->axis, b->held, rough);
    return search_sphere(s, rough);
}

// Whether the search surely ends in a direction along which a corner and an edge, or two corners, are further apart
// than the solids are along any: it finds the way between them where that is not too far off the rough direction.
static bool is_too_far(const search* s, belay_vec3 rough, double most)
{
    if (s->a->radius != 0.0 || s->b->radius != 0.0 || (is_line(s->a) && is_line(s->b))) return false;
    belay_vec3 w = v3_sub(s->a->point, s->b->point);
    const bl_piece* line = is_line(s->a) ? s->a : is_line(s->b) ? s->b : NULL;
    if (line != NULL) {
        if (line->held != 0.0) return false;
        w = v3_add_scaled(w, -v3_dot(line->axis, w), line->axis);
    }
    double along = v3_dot(rough, w), square = v3_length_squared(w);
    return along > 0.0 && square - along * along < NEAR_TANGENT * NEAR_TANGENT * along * along && square > most * most;
}

static double distance_along(const bl_body_shape* a, const bl_body_shape* b, belay_vec3 n)
{
    return bl_body_lowest(a, n) + bl_body_lowest(b, v3_neg(n));
}

bl_refined bl_axis_refine(const bl_body_shape* a, const bl_body_shape* b, belay_vec3 rough, double distance,
                          double size)
{
    piece_list of_a = find_pieces(a, v3_neg(rough)), of_b = find_pieces(b, rough);
    double rounding = BL_CONTACT_AXIS_ROUNDING * size, at_rough = distance_along(a, b, rough);
    // It stays where a face is best. Pieces that are as good tell more.
    bl_refined best = {rough, at_rough, of_a.pieces[of_a.count - 1], of_b.pieces[of_b.count - 1]};
    double to_beat = at_rough - rounding;
    bool is_known = a->polytope != NULL && b->polytope != NULL;
    double most = is_known ? fmax(0.0, fmax(distance, at_rough)) + BL_CONTACT_ROUNDING * size : INFINITY;
    for (int i = 0; i < of_a.count; i++)
        for (int j = 0; j < of_b.count; j++) {
            search s = {&of_a.pieces[i], &of_b.pieces[j]};
            if (is_too_far(&s, rough, most)) continue;
            belay_vec3 n = refine(&s, rough);
            double own = v3_dot(n, difference(&s, n));
            if (own < to_beat - rounding) continue; // the distance of the solids is no more than that of pieces
            double whole = distance_along(a, b, n);
            bool is_theirs = fabs(own - whole) <= rounding;
            if (!is_theirs || !(whole > to_beat)) continue;
            bl_refined found = {n, whole, *s.a, *s.b};
            best = found;
            to_beat = whole + rounding;
            // Two lines leave no choice of the direction: if it is as good as the rough one, it is the one.
            if (is_line(&best.a) && is_line(&best.b) && whole >= at_rough - rounding) return best;
        }
    return best;
}
