// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints that couple two motions: one row keeps one number, x less an offset, at zero.
//
//   gear    x = (1 - k) c - t    c the angle of B's centre about A's axis as A sees it, t the twist of B in A: A turns
//                                by -c against the line of the centres and B by t - c, k times as much. Nothing but
//                                where the two are from each other is in it, so a carrier may turn as it likes.
//   rack    x = y + r t          A the rack, B the pinion: its centre goes along y as it rolls
//   screw   x = x - p t / 2 pi   p the pitch
//   pulley  x = a + k b          the lengths of rope from each body to its wheel, which stands in the world
//
// The force of a gear acts where the pitch circles touch, that of a rack on the pitch line: what the gradient says.

#include "math/pi.h"
#include "models/joint_builder.h"
#include "models/model_tolerances.h"

static bl_joint_gradient scaled(double s, bl_joint_gradient g)
{
    return (bl_joint_gradient){v3_scale(s, g.linear), v3_scale(s, g.angular_a), v3_scale(s, g.angular_b),
                               v3_scale(s, g.beyond_b)};
}

static bl_joint_gradient sum(bl_joint_gradient a, bl_joint_gradient b)
{
    return (bl_joint_gradient){v3_add(a.linear, b.linear), v3_add(a.angular_a, b.angular_a),
                               v3_add(a.angular_b, b.angular_b), v3_add(a.beyond_b, b.beyond_b)};
}

// Across the line of the centres; over their distance it is the rate of the angle.
bl_joint_freedom bl_joint_center_of(const bl_joint_builder* k)
{
    double y = k->now[1], z = k->now[2], distance = sqrt(y * y + z * z), h = k->settings->h;
    if (!(distance > 0.0)) return (bl_joint_freedom){.coordinate = 3, .is_turn = true};
    belay_vec3 across = q_rotate(k->frame, v3(0.0, -z / distance, y / distance));
    bl_joint_freedom f = {.gradient = scaled(1.0 / distance, bl_joint_translation_gradient(k, across)),
                          .x = k->settings->center + bl_joint_wrap(belay_atan2(z, y) - k->settings->center),
                          .coordinate = 3,
                          .is_turn = true};
    double led_to = f.x + h * bl_joint_rate(k, &f.gradient);
    f.x_next = led_to + bl_joint_wrap(belay_atan2(k->next[2], k->next[1]) - led_to);
    f.second_order_bound = k->translation_second_order_bound / distance;
    return f;
}

// s x of the one and t x of the other coordinate.
static bl_joint_freedom mix(const bl_joint_builder* k, double s, const bl_joint_freedom* f, double t,
                            uint32_t coordinate)
{
    bl_joint_freedom m = *f;
    m.gradient = sum(scaled(s, f->gradient), scaled(t, bl_joint_coordinate_gradient(k, coordinate)));
    m.x = s * f->x + t * k->now[coordinate];
    m.x_next = s * f->x_next + t * k->next[coordinate];
    m.second_order_bound = fabs(s) * f->second_order_bound + fabs(t) * k->rotation_second_order_bound;
    return m;
}

static bl_joint_freedom way_of(const bl_joint_builder* k, uint32_t coordinate)
{
    bl_joint_freedom f = {.gradient = bl_joint_coordinate_gradient(k, coordinate),
                          .x = k->now[coordinate],
                          .x_next = k->next[coordinate],
                          .second_order_bound = k->translation_second_order_bound,
                          .coordinate = coordinate};
    return f;
}

// ---------------------------------------------------------------------------------------------------------------------
// The pulley
// ---------------------------------------------------------------------------------------------------------------------

// One end of the rope.
typedef struct rope_end {
    belay_vec3 direction, arm; // unit, from the wheel; from the centre of mass to where it is tied
    double length, next, second_order_bound;
} rope_end;

static rope_end rope_end_of(const bl_joint_body* body, belay_vec3 tied, belay_vec3 wheel, double h)
{
    belay_vec3 at = pose_apply(body->pose, tied), way = v3_sub(at, wheel);
    rope_end e = {.arm = v3_sub(at, body->center), .length = v3_length(way)};
    e.direction = v3_normalize_or(way, v3(0.0, 0.0, -1.0));
    e.next = v3_distance(pose_apply(body->next, tied), wheel);
    belay_vec3 v = v3_add(body->linear_before, v3_cross(body->angular_before, e.arm));
    double slide = h * v3_length(v), spin = h * v3_length(body->angular_before);
    // The line turns, and the arm does.
    e.second_order_bound = (slide < e.length ? slide * slide / e.length : slide) + spin * spin * v3_length(e.arm);
    return e;
}

static bl_joint_freedom pulley_of(const bl_joint_builder* k, const bl_joint_data* joint)
{
    double h = k->settings->h, ratio = joint->ratio;
    rope_end a = rope_end_of(k->a, joint->frame_a.position, joint->ground_a, h);
    rope_end b = rope_end_of(k->b, joint->frame_b.position, joint->ground_b, h);
    belay_vec3 of_b = v3_scale(-ratio, b.direction); // u has minus this along vB
    bl_joint_freedom f = {
        .gradient = {a.direction, v3_cross(a.arm, a.direction), v3_cross(b.arm, of_b), v3_sub(of_b, a.direction)},
        .x = a.length + ratio * b.length,
        .x_next = a.next + ratio * b.next,
        .second_order_bound = 2.0 * (a.second_order_bound + ratio * b.second_order_bound)};
    return f;
}

// ---------------------------------------------------------------------------------------------------------------------
// All of them
// ---------------------------------------------------------------------------------------------------------------------

bool bl_joint_is_coupling(belay_joint_type type)
{
    return type == BELAY_JOINT_GEAR || type == BELAY_JOINT_RACK || type == BELAY_JOINT_SCREW ||
           type == BELAY_JOINT_PULLEY;
}

bl_joint_freedom bl_joint_coupling_of(const bl_joint_builder* k, const bl_joint_data* joint)
{
    if (joint->type == BELAY_JOINT_PULLEY) return pulley_of(k, joint);
    if (joint->type == BELAY_JOINT_GEAR) {
        bl_joint_freedom center = bl_joint_center_of(k);
        return mix(k, 1.0 - joint->ratio, &center, -1.0, 3);
    }
    bool is_rack = joint->type == BELAY_JOINT_RACK;
    bl_joint_freedom way = way_of(k, is_rack ? 1 : 0);
    return mix(k, 1.0, &way, is_rack ? joint->ratio : -joint->ratio / (2.0 * BL_PI), 3);
}

void bl_joint_add_coupling(bl_joint_builder* k, const bl_joint_data* joint)
{
    bl_joint_freedom f = bl_joint_coupling_of(k, joint);
    bool is_pulley = joint->type == BELAY_JOINT_PULLEY;
    if (is_pulley && !bl_joint_axis_is_locked(&joint->axis[0])) {
        bl_joint_add_axis(k, &f, &joint->axis[0]);
        return;
    }
    double home = is_pulley ? joint->axis[0].min : joint->offset;
    bl_joint_lock lock = {
        f.gradient, f.x - home, f.x_next - home, f.second_order_bound, BL_JOINT_SLOT_LIMIT + f.coordinate, f.is_turn};
    bl_joint_add_locks(k, &lock, 1);
}

// To measure alone: no rows are added.
static void init(bl_joint_builder* k, const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b,
                 bl_joint_settings* settings)
{
    bl_joint_builder_init(k, joint, a, b, settings, NULL);
}

double bl_joint_coupling_now(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b, double twist,
                             double center)
{
    bl_joint_settings settings = {.h = 1.0, .twist = twist, .center = center};
    bl_joint_builder k;
    init(&k, joint, a, b, &settings);
    return bl_joint_coupling_of(&k, joint).x;
}

double bl_joint_coupling_of_turns(const bl_joint_data* joint, double twist_turns, double center_turns)
{
    double turn = 2.0 * BL_PI;
    if (joint->type == BELAY_JOINT_GEAR) return turn * ((1.0 - joint->ratio) * center_turns - twist_turns);
    if (joint->type == BELAY_JOINT_RACK) return turn * joint->ratio * twist_turns;
    return joint->type == BELAY_JOINT_SCREW ? -joint->ratio * twist_turns : 0.0;
}

double bl_joint_count_center(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b, double last,
                             double h)
{
    if (joint->type != BELAY_JOINT_GEAR) return 0.0;
    bl_joint_settings settings = {.h = h};
    bl_joint_builder k;
    init(&k, joint, a, b, &settings);
    bl_joint_freedom f = bl_joint_center_of(&k);
    double led_to = last + h * bl_joint_rate_came(&k, &f.gradient);
    return led_to + bl_joint_wrap(f.x - led_to);
}

double bl_joint_first_center(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b)
{
    if (joint->type != BELAY_JOINT_GEAR) return 0.0;
    bl_joint_settings settings = {.h = 1.0};
    bl_joint_builder k;
    init(&k, joint, a, b, &settings);
    return bl_joint_center_of(&k).x;
}
