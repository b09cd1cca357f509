// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/elementary.h"
#include "belay/result.h"
#include "models/model_tolerances.h"
#include "models/rod/lumped/rod_lumped.h"

// The direction of each element in turn, and the frame that is carried along without twist.
typedef struct walk {
    const belay_vec3* points; // null: straight
    const double* twist;      // null: none
    belay_vec3 direction;
    belay_quat carried;
} walk;

static belay_result check_points(const belay_vec3* points, uint32_t n, const char* name, belay_error* error)
{
    for (uint32_t i = 0; i <= n; i++) {
        belay_vec3 p = points[i];
        if (!v3_is_finite(p))
            return belay_error_set(error, BELAY_ERROR_VALUE, "%s[%u] is (%g, %g, %g); it must be finite", name,
                                   (unsigned)i, p.x, p.y, p.z);
    }
    for (uint32_t i = 0; i < n; i++) {
        belay_vec3 p = points[i];
        double d = v3_distance(p, points[i + 1]);
        if (!(d > 0.0 && isfinite(d)))
            return belay_error_set(error, BELAY_ERROR_SHAPE, "%s[%u] = (%g, %g, %g) and the next are %g m apart", name,
                                   (unsigned)i, p.x, p.y, p.z, d);
    }
    for (uint32_t i = 1; i < n; i++) {
        belay_vec3 a = v3_sub(points[i], points[i - 1]), b = v3_sub(points[i + 1], points[i]);
        if (!(1.0 + v3_dot(a, b) / (v3_length(a) * v3_length(b)) > BL_ROD_FOLD))
            return belay_error_set(error, BELAY_ERROR_SHAPE, "%s[%u]: the rod folds back by 180 degrees", name,
                                   (unsigned)i);
    }
    return BELAY_OK;
}

static belay_result check_twist(const double* twist, uint32_t n, const char* name, belay_error* error)
{
    for (uint32_t i = 0; twist != NULL && i < n; i++)
        if (!isfinite(twist[i]))
            return belay_error_set(error, BELAY_ERROR_VALUE, "%s[%u] is %g; it must be finite", name, (unsigned)i,
                                   twist[i]);
    return BELAY_OK;
}

static belay_result check(const bl_rod_start* start, uint32_t n, belay_error* error)
{
    if (n < 2) return belay_error_set(error, BELAY_ERROR_VALUE, "element_count is %u; 2 is the least", (unsigned)n);
    if (!v3_is_finite(start->d1))
        return belay_error_set(error, BELAY_ERROR_VALUE, "d1 is (%g, %g, %g); it must be finite", start->d1.x,
                               start->d1.y, start->d1.z);
    belay_result result = check_points(start->nodes, n, "nodes", error);
    if (result == BELAY_OK && start->rest_nodes != NULL)
        result = check_points(start->rest_nodes, n, "rest_nodes", error);
    if (result == BELAY_OK) result = check_twist(start->twist, n, "twist", error);
    if (result == BELAY_OK) result = check_twist(start->rest_twist, n, "rest_twist", error);
    return result;
}

static belay_vec3 direction_of(const walk* w, uint32_t element)
{
    if (w->points == NULL) return v3(0.0, 0.0, 1.0);
    belay_vec3 e = v3_sub(w->points[element + 1], w->points[element]);
    return v3_scale(1.0 / v3_length(e), e);
}

static belay_quat turned(belay_quat frame, double angle)
{
    return q_mul(frame, q_exp(v3(0.0, 0.0, angle)));
}

// The frame of the first element whose d1 points where `d1` does, as far as that is across.
static walk walk_begin(const belay_vec3* points, const double* twist, belay_vec3 d1)
{
    walk w = {points, twist, v3_zero(), belay_quat_identity()};
    w.direction = direction_of(&w, 0);
    w.carried = bl_lumped_shortest(v3(0.0, 0.0, 1.0), w.direction);
    belay_vec3 local = q_rotate_inverse(w.carried, v3_normalize_or(d1, v3_zero()));
    if (local.x * local.x + local.y * local.y > BL_ROD_ACROSS_SQUARED)
        w.carried = turned(w.carried, belay_atan2(local.y, local.x));
    return w;
}

static void walk_on(walk* w, uint32_t element)
{
    belay_vec3 direction = direction_of(w, element);
    w->carried = q_normalize(q_mul(bl_lumped_shortest(w->direction, direction), w->carried));
    w->direction = direction;
}

static belay_quat walk_frame(const walk* w, uint32_t element)
{
    return w->twist != NULL ? q_normalize(turned(w->carried, w->twist[element])) : w->carried;
}

static void set_frames(const bl_lumped* r, walk w)
{
    for (uint32_t i = 0; i < r->n; i++) {
        walk_on(&w, i);
        r->frame[i] = walk_frame(&w, i);
    }
}

belay_vec3 bl_lumped_rest_at_end(const bl_lumped* r, uint32_t end, uint32_t beside, belay_quat before, belay_quat after)
{
    double part = bl_lumped_cell(r, end) / bl_lumped_cell(r, beside);
    belay_quat turn = q_exp(v3_scale(part, q_log(q_mul(q_conjugate(before), after))));
    return r->model->turn(belay_quat_identity(), turn);
}

// The shape at rest lies as if its first element had been brought there from the rod's by the shortest rotation.
static void set_rest(const bl_lumped* r, const bl_rod_start* start, walk w)
{
    w.points = start->rest_nodes;
    w.twist = start->rest_twist;
    walk_on(&w, 0);
    belay_quat before = walk_frame(&w, 0);
    for (uint32_t i = 1; i < r->n; i++) {
        walk_on(&w, i);
        belay_quat after = walk_frame(&w, i);
        r->rest[i] = r->model->turn(before, after);
        if (i == 1) r->rest[0] = bl_lumped_rest_at_end(r, 0, 1, before, after);
        if (i + 1 == r->n) r->rest[r->n] = bl_lumped_rest_at_end(r, r->n, i, before, after);
        before = after;
    }
}

static void set_motion(const bl_lumped* r, const bl_rod_start* start)
{
    for (uint32_t i = 0; i <= r->n; i++)
        r->x[i] = start->nodes[i];
    if (bl_lumped_is_held(r, 0)) r->x[0] = r->body->ends[0].position;
    if (bl_lumped_is_held(r, r->n)) r->x[r->n] = r->body->ends[1].position;
    for (uint32_t k = 0; k < r->m; k++)
        r->v[k] = 0.0;
}

belay_result bl_lumped_init(const bl_rod* rod, const bl_rod_start* start, belay_error* error)
{
    bl_lumped r = bl_lumped_view(rod);
    belay_result result = check(start, r.n, error);
    if (result != BELAY_OK) return result;
    const belay_vec3* points = start->rest_nodes != NULL ? start->rest_nodes : start->nodes;
    double length = 0.0;
    for (uint32_t i = 0; i < r.n; i++) {
        r.length[i] = v3_distance(points[i], points[i + 1]);
        length += r.length[i];
    }
    walk first = walk_begin(start->nodes, start->twist, start->d1);
    set_frames(&r, first);
    set_rest(&r, start, first);
    set_motion(&r, start);
    rod->body->length = length;
    rod->body->segment_count = r.n;
    return BELAY_OK;
}
