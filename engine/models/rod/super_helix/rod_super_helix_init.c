// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A super-helix from points. An element is as long as the helix through its two points. Which angle the material frame
// has against the frame without twist is given for each element and interpolated to the vertices; tau is its slope.
//
// The shape at rest of a round section has no axes that one could see: there the frame may turn along the rod as it
// likes, if only that of the shape at the start turns in the same way, and it turns with the torsion, which makes the
// elements of a natural helix helices. (A rod that is straight at rest, bent to a helix and not twisted has tau = 0 and
// approximates the helix by arcs.)

#include "belay/elementary.h"
#include "belay/result.h"
#include "math/pi.h"
#include "models/model_tolerances.h"
#include "models/rod/super_helix/rod_super_helix_fit.h"
#include "models/rod/super_helix/rod_super_helix_internal.h"

#include <string.h>

static belay_result check_points(const belay_vec3* points, uint32_t n, const char* name, belay_error* error)
{
    for (uint32_t i = 0; i < n; i++) {
        double d = v3_distance(points[i], points[i + 1]);
        if (!isfinite(d))
            return belay_error_set(error, BELAY_ERROR_VALUE, "%s[%u] or the next is not finite", name, (unsigned)i);
        if (!(d > 0.0))
            return belay_error_set(error, BELAY_ERROR_SHAPE, "%s[%u] and the next are the same point", name,
                                   (unsigned)i);
    }
    for (uint32_t i = 1; i < n; i++) {
        belay_vec3 a = v3_sub(points[i], points[i - 1]), b = v3_sub(points[i + 1], points[i]);
        double cosine = v3_dot(a, b) / (v3_length(a) * v3_length(b));
        if (!(1.0 + cosine > BL_ROD_FOLD))
            return belay_error_set(error, BELAY_ERROR_SHAPE, "the rod folds back by 180 degrees at %s[%u]", name,
                                   (unsigned)i);
    }
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Twist
// ---------------------------------------------------------------------------------------------------------------------

// The angle at a vertex, from those in the middles of elements.
static double angle_at(const double* twist, const belay_vec3* points, uint32_t n, uint32_t vertex)
{
    if (twist == NULL) return 0.0;
    uint32_t i = vertex == 0 ? 1 : (vertex == n ? n - 1 : vertex);
    double a = v3_distance(points[i - 1], points[i]), b = v3_distance(points[i], points[i + 1]);
    double part = vertex == 0 ? -a / (a + b) : (vertex == n ? 1.0 + b / (a + b) : a / (a + b));
    return twist[i - 1] + part * (twist[i] - twist[i - 1]);
}

static double twist_of(const double* twist, const belay_vec3* points, uint32_t n, uint32_t element)
{
    return angle_at(twist, points, n, element + 1) - angle_at(twist, points, n, element);
}

// By which angle about d3 the frame must turn for its d1 to lie where `d1`, turned by `angle`, points.
static double turn_wanted(const belay_mat33* frame, belay_vec3 d1, double angle)
{
    belay_vec3 local = m3_mul_transposed_v3(*frame, d1);
    double across = local.x * local.x + local.y * local.y, whole = v3_dot(local, local);
    return (across > BL_ROD_ACROSS_SQUARED * whole ? belay_atan2(local.y, local.x) : 0.0) + angle;
}

static belay_vec3 turned(belay_vec3 x, double angle)
{
    double s, c;
    belay_sin_cos(angle, &s, &c);
    return v3(c * x.x - s * x.y, s * x.x + c * x.y, x.z);
}

// Turns all frames of the rod about their tangents.
static void turn_frames(belay_mat33* base, belay_vec3* x, uint32_t n, double angle)
{
    belay_vec3 d1 = m3_mul_v3(*base, turned(v3(1.0, 0.0, 0.0), angle)), d3 = m3_column(*base, 2);
    *base = m3_transpose(m3_rows(d1, v3_cross(d3, d1), d3));
    for (uint32_t e = 0; e < n; e++)
        x[e] = turned(x[e], -angle);
}

// ---------------------------------------------------------------------------------------------------------------------
// Shapes
// ---------------------------------------------------------------------------------------------------------------------

static void fit_rest(const bl_super_helix* rod, const bl_rod_start* start)
{
    const bl_rod_section* section = &rod->body->section;
    belay_mat33 base = m3_identity();
    bl_helix_fit fit = {.points = start->rest_nodes, .count = rod->n, .base = &base, .x = rod->rest};
    fit.is_base_free = true;
    fit.is_twist_free = section->bend[0] == section->bend[1];
    for (uint32_t e = 0; e < rod->n; e++)
        rod->rest[e] = v3(0.0, 0.0, twist_of(start->rest_twist, start->rest_nodes, rod->n, e));
    bl_helix_fit_run(&fit, rod->mass);
    for (uint32_t e = 0; e < rod->n; e++)
        rod->length[e] = bl_helix_fit_length(&fit, e);
    double angle = angle_at(start->rest_twist, start->rest_nodes, rod->n, 0);
    turn_frames(&base, rod->rest, rod->n, turn_wanted(&base, start->d1, angle));
}

// The twist that each element is to have, and with a rod straight at rest, that at rest.
static void set_twist(const bl_super_helix* rod, const bl_rod_start* start)
{
    for (uint32_t e = 0; e < rod->n; e++) {
        const belay_vec3* rest_points = start->rest_nodes != NULL ? start->rest_nodes : start->nodes;
        double given = twist_of(start->twist, start->nodes, rod->n, e);
        double rest = twist_of(start->rest_twist, rest_points, rod->n, e);
        if (start->rest_nodes == NULL) rod->rest[e] = v3(0.0, 0.0, rest);
        rod->u[e] = v3(0.0, 0.0, rod->rest[e].z + given - rest);
    }
}

static void fit_start(const bl_super_helix* rod, const bl_rod_start* start)
{
    bool is_clamped = bl_super_helix_held(rod->body) == BL_SUPER_HELIX_BASE;
    belay_mat33 base = is_clamped ? q_to_m3(rod->body->ends[0].rotation) : m3_identity();
    double angle = angle_at(start->twist, start->nodes, rod->n, 0);
    bl_helix_fit fit = {.points = start->nodes, .count = rod->n, .base = &base, .x = rod->u};
    fit.is_base_free = !is_clamped;
    fit.length = start->rest_nodes != NULL ? rod->length : NULL;
    // A clamp that is turned against the first element twists it, the shorter way.
    if (is_clamped) rod->u[0].z += remainder(turn_wanted(&base, start->d1, angle), 6.28318530717958647692);
    bl_helix_fit_run(&fit, rod->mass);
    for (uint32_t e = 0; start->rest_nodes == NULL && e < rod->n; e++)
        rod->length[e] = bl_helix_fit_length(&fit, e);
    if (!is_clamped) turn_frames(&base, rod->u, rod->n, turn_wanted(&base, start->d1, angle));
    *rod->rotation = bl_helix_quat(&base);
}

static void set_velocity(const bl_super_helix* rod)
{
    const bl_rod_end* end = &rod->body->ends[0];
    const double velocity[BL_SUPER_HELIX_BASE] = {end->velocity.x, end->velocity.y, end->velocity.z,
                                                  end->angular.x,  end->angular.y,  end->angular.z};
    memset(rod->v, 0, rod->m * sizeof *rod->v);
    memcpy(rod->v, velocity, bl_super_helix_held(rod->body) * sizeof *velocity);
}

belay_result bl_super_helix_init(const bl_rod* body, const bl_rod_start* start, belay_error* error)
{
    bl_super_helix rod = bl_super_helix_view(body);
    belay_result result = check_points(start->nodes, rod.n, "nodes", error);
    if (result == BELAY_OK && start->rest_nodes != NULL)
        result = check_points(start->rest_nodes, rod.n, "rest_nodes", error);
    if (result != BELAY_OK) return result;

    if (start->rest_nodes != NULL) fit_rest(&rod, start);
    set_twist(&rod, start);
    fit_start(&rod, start);
    body->body->length = 0.0;
    for (uint32_t e = 0; e < rod.n; e++) {
        rod.u[e] = v3_scale(1.0 / rod.length[e], rod.u[e]);
        rod.rest[e] = v3_scale(1.0 / rod.length[e], rod.rest[e]);
        rod.tension[e] = 0.0;
        body->body->length += rod.length[e];
    }
    body->body->segment_count = BL_SUPER_HELIX_SEGMENTS * rod.n;
    *rod.pull = v3_zero();
    *rod.prepared = 0.0;
    *rod.origin = bl_super_helix_held(rod.body) > 0 ? rod.body->ends[0].position : start->nodes[0];
    set_velocity(&rod);
    bl_super_helix_place(&rod);
    return BELAY_OK;
}
