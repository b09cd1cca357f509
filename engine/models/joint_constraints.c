// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The types of joints.

#include "models/joint_constraints.h"

#include "math/pi.h"
#include "models/joint_builder.h"
#include "models/model_tolerances.h"

// What a type always locks of the coordinates 0-5 (bits), how many axes it has, the coordinate of the first of them,
// and how many constraints it may come to.
typedef struct type_plan {
    uint8_t locked, axis_count, first_coordinate, max_constraints;
} type_plan;

static const type_plan plans[BELAY_JOINT_TYPE_COUNT] = {
    [BELAY_JOINT_BALL] = {0x07, 0, 0, 3},     [BELAY_JOINT_HINGE] = {0x37, 1, 3, 7},
    [BELAY_JOINT_SLIDER] = {0x3E, 1, 0, 7},   [BELAY_JOINT_FIXED] = {0x3F, 0, 0, 6},
    [BELAY_JOINT_DISTANCE] = {0x00, 1, 0, 2}, [BELAY_JOINT_CONE_TWIST] = {0x07, 1, 3, 7},
    [BELAY_JOINT_SIX_DOF] = {0x00, 6, 0, 12}, [BELAY_JOINT_DRAG] = {0x00, 0, 0, 3},
    [BELAY_JOINT_GEAR] = {0x00, 0, 0, 1},     [BELAY_JOINT_RACK] = {0x00, 0, 0, 1},
    [BELAY_JOINT_SCREW] = {0x36, 1, 3, 8},    [BELAY_JOINT_PULLEY] = {0x00, 1, 0, 2},
};

double bl_joint_share_kept(double before_squared, double chord_squared, double product, double work)
{
    if (product < -BL_JOINT_OPPOSED * sqrt(before_squared * chord_squared)) return 0.0;
    double most = work > 0.0 ? BL_JOINT_MOST : 1.0 + BL_JOINT_UNEVEN;
    most *= most * chord_squared;
    return before_squared > most ? sqrt(most / before_squared) : 1.0;
}

uint32_t bl_joint_max_constraints(belay_joint_type type)
{
    return plans[type].max_constraints;
}

uint32_t bl_joint_axis_count(belay_joint_type type)
{
    return plans[type].axis_count;
}

uint32_t bl_joint_axis_coordinate(belay_joint_type type, uint32_t axis)
{
    return plans[type].first_coordinate + axis;
}

bl_joint_body bl_joint_body_world(void)
{
    bl_joint_body world = {.pose = belay_pose_identity(), .next = belay_pose_identity()};
    return world;
}

// ---------------------------------------------------------------------------------------------------------------------
// The coordinates
// ---------------------------------------------------------------------------------------------------------------------

// The locked ones (bits), and where they are locked.
static uint32_t find_locks(const bl_joint_data* joint, double at[6])
{
    const type_plan* plan = &plans[joint->type];
    uint32_t locked = plan->locked;
    for (int i = 0; i < 6; i++)
        at[i] = 0.0;
    if (joint->type == BELAY_JOINT_CONE_TWIST && joint->cone_angle == 0.0) locked |= 0x30;
    for (uint32_t i = 0; i < plan->axis_count; i++) {
        uint32_t c = plan->first_coordinate + i;
        if (!bl_joint_axis_is_locked(&joint->axis[i])) continue;
        locked |= 1u << c;
        at[c] = joint->axis[i].min;
    }
    return locked;
}

bool bl_joint_is_rigid(const bl_joint_data* joint)
{
    double at[6];
    return find_locks(joint, at) == 0x3F;
}

static void add_free_axes(bl_joint_builder* k, const bl_joint_data* joint, uint32_t locked)
{
    const type_plan* plan = &plans[joint->type];
    for (uint32_t i = 0; i < plan->axis_count; i++) {
        uint32_t c = plan->first_coordinate + i;
        if (locked >> c & 1 || joint->axis[i].flags == 0) continue;
        bl_joint_freedom f = {bl_joint_coordinate_gradient(k, c),
                              k->now[c],
                              k->next[c],
                              c >= 3 ? k->rotation_second_order_bound : k->translation_second_order_bound,
                              c,
                              c >= 3,
                              c == 3};
        bl_joint_add_axis(k, &f, &joint->axis[i]);
    }
}

// The swing stays within the cone: its size grows along its own axis, and from (nearly) none along that of the swing to
// come.
static void add_cone(bl_joint_builder* k, double cone_angle)
{
    belay_vec3 s = v3(0.0, k->now[4], k->now[5]), s_next = v3(0.0, k->next[4], k->next[5]);
    bool is_upright = k->turn.swing < 4.0 * v3_distance(s, s_next);
    belay_vec3 n = is_upright ? v3_normalize_or(s_next, k->turn.axis) : k->turn.axis;
    bl_joint_axis limit = {.min = -HUGE_VAL, .max = cone_angle, .flags = BL_JOINT_LIMIT};
    bl_joint_freedom f = {bl_joint_spin_gradient(q_rotate(k->frame, n)),
                          v3_dot(s, n),
                          v3_length(s_next),
                          k->rotation_second_order_bound,
                          4,
                          true,
                          false};
    bl_joint_add_axis(k, &f, &limit);
}

static void add_coordinates(bl_joint_builder* k, const bl_joint_data* joint)
{
    double at[6];
    uint32_t locked = find_locks(joint, at);
    bl_joint_add_coordinate_locks(k, locked, at);
    add_free_axes(k, joint, locked);
    if (joint->type == BELAY_JOINT_CONE_TWIST && joint->cone_angle > 0.0 && joint->cone_angle < BL_PI)
        add_cone(k, joint->cone_angle);
}

// ---------------------------------------------------------------------------------------------------------------------
// The distance
// ---------------------------------------------------------------------------------------------------------------------

// The distance of the anchors changes along the line between them. Where they coincide, that of the way that they will
// go takes its place, or else any. It is negative when they pass through each other within the step.
static bl_joint_freedom distance_of(const bl_joint_builder* k)
{
    belay_vec3 along = v3_normalize_or(k->displacement_next, v3(0.0, 0.0, 1.0));
    belay_vec3 n = v3_normalize_or(k->displacement, along);
    double next = v3_length(k->displacement_next);
    if (v3_dot(n, k->displacement_next) < 0.0) next = -next;
    double length = v3_length(k->displacement), bound = k->translation_second_order_bound;
    bound += k->slide < length ? k->slide * k->slide / length : k->slide; // the line turns
    bl_joint_freedom f = {bl_joint_translation_gradient(k, n), length, next, bound, 0, false, false};
    return f;
}

static void add_distance(bl_joint_builder* k, const bl_joint_axis* axis)
{
    bl_joint_freedom f = distance_of(k);
    if (!bl_joint_axis_is_locked(axis)) {
        bl_joint_add_axis(k, &f, axis);
        return;
    }
    bl_joint_lock lock = {f.gradient,           f.x - axis->min,     f.x_next - axis->min,
                          f.second_order_bound, BL_JOINT_SLOT_LIMIT, false};
    bl_joint_add_locks(k, &lock, 1);
}

// ---------------------------------------------------------------------------------------------------------------------
// All types
// ---------------------------------------------------------------------------------------------------------------------

static void add_all(bl_joint_builder* k, const bl_joint_data* joint)
{
    if (joint->type == BELAY_JOINT_DISTANCE)
        add_distance(k, &joint->axis[0]);
    else if (joint->type == BELAY_JOINT_DRAG)
        bl_joint_add_drag(k, joint);
    else if (joint->type != BELAY_JOINT_PULLEY)
        add_coordinates(k, joint);
    if (bl_joint_is_coupling((belay_joint_type)joint->type)) bl_joint_add_coupling(k, joint);
}

uint32_t bl_joint_constraints(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b,
                              const bl_joint_settings* settings, bl_joint_constraint out[BL_JOINT_MAX_CONSTRAINTS],
                              double* cap)
{
    bl_joint_builder k;
    bl_joint_builder_init(&k, joint, a, b, settings, out);
    add_all(&k, joint);
    *cap = joint->type == BELAY_JOINT_DRAG ? joint->drag_max_force * settings->h : HUGE_VAL;
    return k.count;
}

static void measure_axes(const bl_joint_builder* k, const bl_joint_data* joint, bl_joint_measures* m)
{
    const type_plan* plan = &plans[joint->type];
    for (uint32_t i = 0; i < plan->axis_count; i++) {
        uint32_t c = plan->first_coordinate + i;
        bl_joint_gradient g = bl_joint_coordinate_gradient(k, c);
        m->position[i] = k->now[c];
        m->speed[i] = bl_joint_rate(k, &g);
    }
    if (joint->type == BELAY_JOINT_CONE_TWIST) {
        bl_joint_gradient g = bl_joint_spin_gradient(q_rotate(k->frame, k->turn.axis));
        m->position[1] = k->turn.swing;
        m->speed[1] = bl_joint_rate(k, &g);
    }
    if (joint->type == BELAY_JOINT_DISTANCE) {
        bl_joint_freedom f = distance_of(k);
        m->position[0] = f.x;
        m->speed[0] = bl_joint_rate(k, &f.gradient);
    }
    if (joint->type == BELAY_JOINT_PULLEY) {
        bl_joint_freedom f = bl_joint_coupling_of(k, joint);
        m->position[0] = f.x;
        m->speed[0] = bl_joint_rate(k, &f.gradient);
    }
}

bl_joint_measures bl_joint_measure(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b,
                                   double twist)
{
    return bl_joint_measure_turned(joint, a, b, twist, 0.0);
}

bl_joint_measures bl_joint_measure_turned(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b,
                                          double twist, double center)
{
    bl_joint_settings settings = {.h = 1.0, .twist = twist, .center = center};
    bl_joint_constraint unused[BL_JOINT_MAX_CONSTRAINTS];
    bl_joint_builder k;
    bl_joint_builder_init(&k, joint, a, b, &settings, unused);
    bl_joint_measures m = {{0.0}, {0.0}, 0.0, 0.0};
    measure_axes(&k, joint, &m);
    if (joint->type == BELAY_JOINT_DRAG) {
        m.error = v3_distance(pose_apply(a->pose, joint->frame_a.position), joint->target);
        return m;
    }
    add_all(&k, joint);
    m.error = sqrt(k.way_error_squared);
    m.angular_error = sqrt(k.turn_error_squared);
    return m;
}

// ---------------------------------------------------------------------------------------------------------------------
// Whole turns
// ---------------------------------------------------------------------------------------------------------------------

bool bl_joint_has_twist(belay_joint_type type)
{
    const type_plan* plan = &plans[type];
    if (type == BELAY_JOINT_GEAR || type == BELAY_JOINT_RACK) return true;
    return plan->first_coordinate <= 3 && plan->first_coordinate + plan->axis_count > 3;
}

double bl_joint_count_twist(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b, double last,
                            double h)
{
    bl_joint_settings settings = {.h = h};
    bl_joint_constraint unused[BL_JOINT_MAX_CONSTRAINTS];
    bl_joint_builder k;
    bl_joint_builder_init(&k, joint, a, b, &settings, unused);
    bl_joint_gradient g = bl_joint_coordinate_gradient(&k, 3);
    double led_to = k.turn.swing < BL_JOINT_LARGEST_SWING ? last + h * bl_joint_rate_came(&k, &g) : last;
    return led_to + bl_joint_wrap(k.now[3] - led_to);
}

double bl_joint_first_twist(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b)
{
    const bl_joint_axis* axis = &joint->axis[3 - plans[joint->type].first_coordinate];
    double twist = bl_joint_turn_of(bl_joint_placement_of(pose_compose(a->pose, joint->frame_a),
                                                          pose_compose(b->pose, joint->frame_b))
                                        .rotation)
                       .twist;
    if (!(axis->flags & BL_JOINT_LIMIT) || (twist >= axis->min && twist <= axis->max)) return twist;
    double middle = 0.5 * (axis->min + axis->max);
    return middle + bl_joint_wrap(twist - middle);
}

// ---------------------------------------------------------------------------------------------------------------------
// What an axis gives way by
// ---------------------------------------------------------------------------------------------------------------------

// The rate of one row by a unit impulse on another.
static double response_between(const bl_joint_builder* k, const bl_joint_constraint* p, const bl_joint_constraint* q)
{
    belay_vec3 of_b = v3_add(p->linear, p->beyond_b), on_b = v3_add(q->linear, q->beyond_b);
    return v3_dot(p->linear, q->linear) * k->a->inverse_mass + v3_dot(of_b, on_b) * k->b->inverse_mass +
           v3_dot(p->angular_a, m3_mul_v3(k->a->inverse_inertia, q->angular_a)) +
           v3_dot(p->angular_b, m3_mul_v3(k->b->inverse_inertia, q->angular_b));
}

// Of the last row, the others held: the last pivot of Gauss' elimination. A row that those before it hold is passed
// over.
static double last_held(const bl_joint_builder* k)
{
    double w[BL_JOINT_MAX_CONSTRAINTS][BL_JOINT_MAX_CONSTRAINTS], own[BL_JOINT_MAX_CONSTRAINTS];
    uint32_t n = k->count, last = n - 1;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++)
            w[i][j] = response_between(k, &k->out[i], &k->out[j]);
        own[i] = w[i][i];
    }
    for (uint32_t p = 0; p < last; p++) {
        if (!(w[p][p] > BL_JOINT_HELD * own[p])) continue;
        for (uint32_t i = p + 1; i < n; i++) {
            double factor = w[i][p] / w[p][p];
            for (uint32_t j = p + 1; j < n; j++)
                w[i][j] -= factor * w[p][j];
        }
    }
    return w[last][last] > BL_JOINT_HELD * own[last] ? w[last][last] : 0.0;
}

static bl_joint_gradient axis_gradient(const bl_joint_builder* k, const bl_joint_data* joint, uint32_t coordinate)
{
    if (joint->type == BELAY_JOINT_DISTANCE) return distance_of(k).gradient;
    if (joint->type == BELAY_JOINT_PULLEY) return bl_joint_coupling_of(k, joint).gradient;
    return bl_joint_coordinate_gradient(k, coordinate);
}

double bl_joint_axis_response(const bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b, uint32_t axis)
{
    bl_joint_settings settings = {.h = 1.0};
    bl_joint_constraint rows[BL_JOINT_MAX_CONSTRAINTS];
    bl_joint_builder k;
    bl_joint_builder_init(&k, joint, a, b, &settings, rows);
    uint32_t coordinate = bl_joint_axis_coordinate((belay_joint_type)joint->type, axis);
    if (joint->type != BELAY_JOINT_DISTANCE && joint->type != BELAY_JOINT_PULLEY) {
        double at[6];
        bl_joint_add_coordinate_locks(&k, find_locks(joint, at) & ~(1u << coordinate), at);
        if (bl_joint_is_coupling((belay_joint_type)joint->type)) bl_joint_add_coupling(&k, joint);
    }
    bl_joint_gradient g = axis_gradient(&k, joint, coordinate);
    bl_joint_add_row(&k, &g, BL_JOINT_SLOT_DRIVE + coordinate, BL_JOINT_KIND_SPRING);
    return last_held(&k);
}
