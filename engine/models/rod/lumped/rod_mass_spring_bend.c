// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "models/rod/lumped/rod_mass_spring_bend.h"

#include "belay/elementary.h"
#include "models/model_tolerances.h"

belay_vec3 bl_spring_turn(belay_quat before, belay_quat after)
{
    const belay_vec3 d3 = {0.0, 0.0, 1.0};
    belay_vec3 b = q_rotate_inverse(after, v3_cross(q_rotate(before, d3), q_rotate(after, d3)));
    double s = v3_length(b), c = v3_dot(q_rotate(before, d3), q_rotate(after, d3));
    return s > BL_LUMPED_STRAIGHT ? v3_scale(belay_atan2(s, c) / s, b) : v3_zero();
}

// Of the second derivative of the angle, on the unit sphere of directions, edges out of the plane by y and z give
//     (y^2 + z^2) cot a - 2 y z / sin a  =  ((y - z)^2 cot(a/2) - (y + z)^2 tan(a/2)) / 2,
// times the moment; what of it is positive is taken.
static void set_across(bl_spring_bend* b, const bl_spring_side* before, const bl_spring_side* after, double s, double c)
{
    double sign = b->moment < 0.0 ? 1.0 : -1.0;
    if (s > BL_LUMPED_STRAIGHT)
        b->across = 0.5 * fabs(b->moment) * (b->moment < 0.0 ? s / (1.0 + c) : (1.0 + c) / s);
    else
        b->across = b->moment < 0.0 || c < 0.0 ? 0.0 : b->stiffness;
    b->aslant[0] = v3_scale(before->per_length, b->axis);
    b->aslant[1] = v3_scale(sign * after->per_length, b->axis);
}

bl_spring_side bl_spring_clamp_side(const bl_lumped* r, int end)
{
    belay_vec3 turn = end == 0 ? r->rest[0] : v3_neg(r->rest[r->n]);
    belay_quat frame = end == 0 ? bl_lumped_frame_before(r, 0) : bl_lumped_frame_after(r, r->n);
    bl_spring_side s = {q_rotate(frame, q_rotate(q_exp(turn), v3(0.0, 0.0, 1.0))), 1.0};
    return s;
}

bl_spring_side bl_spring_edge_side(const bl_lumped_edge* edge)
{
    bl_spring_side s = {edge->direction, 1.0 / edge->length};
    return s;
}

// Where the edges are straight or folded: as the frames say that it was bent at rest.
static belay_vec3 axis_when_straight(const bl_lumped* r, uint32_t vertex)
{
    belay_vec3 local = v3_normalize_or(r->rest[vertex], v3(1.0, 0.0, 0.0));
    return q_rotate(bl_lumped_frame_after(r, vertex), local);
}

bl_spring_bend bl_spring_bend_between(const bl_lumped* r, uint32_t vertex, const bl_spring_side* before,
                                      const bl_spring_side* after)
{
    const bl_rod_section* section = &r->body->section;
    // What a clamp holds at rest is in its direction.
    double rest = vertex == 0 || vertex == r->n ? 0.0 : v3_length(r->rest[vertex]);
    belay_vec3 cross = v3_cross(before->direction, after->direction);
    double s = v3_length(cross), c = v3_dot(before->direction, after->direction);
    bl_spring_bend b;
    b.axis = s > BL_LUMPED_STRAIGHT ? v3_scale(1.0 / s, cross) : axis_when_straight(r, vertex);
    b.stiffness = 0.5 * (section->bend[0] + section->bend[1]) / bl_lumped_cell(r, vertex);
    b.moment = b.stiffness * (belay_atan2(s, c) - rest);
    b.slope[0] = v3_scale(before->per_length, v3_cross(before->direction, b.axis));
    b.slope[1] = v3_scale(after->per_length, v3_cross(b.axis, after->direction));
    set_across(&b, before, after, s, c);
    return b;
}

bl_spring_bend bl_spring_bend_at(const bl_lumped* r, uint32_t vertex)
{
    bl_spring_side before, after;
    if (vertex == 0) {
        before = bl_spring_clamp_side(r, 0);
    } else {
        bl_lumped_edge edge = bl_lumped_edge_of(r, vertex - 1);
        before = bl_spring_edge_side(&edge);
    }
    if (vertex == r->n) {
        after = bl_spring_clamp_side(r, 1);
    } else {
        bl_lumped_edge edge = bl_lumped_edge_of(r, vertex);
        after = bl_spring_edge_side(&edge);
    }
    return bl_spring_bend_between(r, vertex, &before, &after);
}
