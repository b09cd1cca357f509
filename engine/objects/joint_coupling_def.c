// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Definitions of couplings in the bodies' present placements, and springs by frequency.

#include "belay/mat.h"
#include "math/pi.h"
#include "objects/joint_parts.h"
#include "objects/object_tolerances.h"
#include "store/checks.h"

#include <string.h>

// Where a body is; the world where there is none.
static belay_result find_pose(belay_world* world, const char* call, belay_body_id body, const char* name,
                              belay_pose* pose)
{
    *pose = belay_pose_identity();
    if (body.value == 0) return BELAY_OK;
    uint32_t index;
    BL_TRY(bl_find_index(world, call, body.value, BL_TABLE_BODY, name, &index));
    *pose = bl_body_states(world)[index].pose;
    return BELAY_OK;
}

static belay_pose frame_on(belay_pose body, belay_vec3 at, belay_quat rotation)
{
    belay_pose frame = {at, rotation};
    return pose_compose(pose_inverse(body), frame);
}

static belay_result check_direction(belay_world* world, const char* call, const char* name, belay_vec3 v)
{
    belay_error error;
    if (bl_check_vec3(&error, name, v) != BELAY_OK) return bl_fail_in(world, call, &error);
    if (v3_length(v) > 1e-30) return BELAY_OK;
    return bl_fail(world, BELAY_ERROR_VALUE, "%s: %s is (%g, %g, %g); it must not be zero", call, name, v.x, v.y, v.z);
}

static belay_result check_place(belay_world* world, const char* call, const char* name, belay_vec3 v)
{
    belay_error error;
    return bl_check_vec3_within(&error, name, v, BELAY_MAX_POSITION) == BELAY_OK ? BELAY_OK
                                                                                 : bl_fail_in(world, call, &error);
}

belay_quat bl_joint_axes_rotation(belay_vec3 x, belay_vec3 y)
{
    belay_vec3 z = v3_cross(x, y);
    double trace = x.x + y.y + z.z;
    belay_quat q = {1.0 + trace, y.z - z.y, z.x - x.z, x.y - y.x};
    if (trace < 0.0) {
        if (x.x >= y.y && x.x >= z.z)
            q = (belay_quat){y.z - z.y, 1.0 + x.x - y.y - z.z, x.y + y.x, z.x + x.z};
        else if (y.y >= z.z)
            q = (belay_quat){z.x - x.z, x.y + y.x, 1.0 - x.x + y.y - z.z, y.z + z.y};
        else
            q = (belay_quat){x.y - y.x, z.x + x.z, y.z + z.y, 1.0 - x.x - y.y + z.z};
    }
    return q_normalize(q);
}

static belay_result check_answer(belay_world* world, const char* call, const belay_joint_def* def)
{
    BL_TRY(bl_check_owner(world));
    return def != NULL ? BELAY_OK : bl_fail(world, BELAY_ERROR_VALUE, "%s: def is null; it must be given", call);
}

static belay_result check_is_body(belay_world* world, const char* call, const char* name, belay_body_id body)
{
    if (body.value != 0) return BELAY_OK;
    return bl_fail(world, BELAY_ERROR_VALUE, "%s: %s is null; it must be a body (a static one does not move)", call,
                   name);
}

// A coupling of two bodies, and where they are.
static belay_result begin(belay_world* world, const char* call, belay_joint_type type, belay_body_id a, belay_body_id b,
                          belay_joint_def* d, belay_pose* pose_a, belay_pose* pose_b)
{
    bool is_rack = type == BELAY_JOINT_RACK;
    BL_TRY(find_pose(world, call, a, is_rack ? "rack" : "a", pose_a));
    BL_TRY(find_pose(world, call, b, is_rack ? "pinion" : "b", pose_b));
    *d = belay_joint_def_default(type);
    d->body_a = a;
    d->body_b = b;
    d->collides = true;
    return BELAY_OK;
}

static belay_result finish(belay_world* world, const char* call, const belay_joint_def* d, belay_joint_def* def)
{
    belay_error error;
    if (bl_joint_check_def(d, &error) != BELAY_OK) return bl_fail_in(world, call, &error);
    *def = *d;
    return BELAY_OK;
}

belay_result belay_joint_def_gear(belay_world* world, belay_body_id a, belay_body_id b, belay_vec3 center_a,
                                  belay_vec3 center_b, belay_vec3 axis, double ratio, belay_joint_def* def)
{
    belay_joint_def d;
    belay_pose pose_a, pose_b;
    BL_TRY(check_answer(world, "belay_joint_def_gear", def));
    BL_TRY(check_is_body(world, "belay_joint_def_gear", "a", a));
    BL_TRY(check_place(world, "belay_joint_def_gear", "center_a", center_a));
    BL_TRY(check_place(world, "belay_joint_def_gear", "center_b", center_b));
    BL_TRY(check_direction(world, "belay_joint_def_gear", "axis", axis));
    BL_TRY(begin(world, "belay_joint_def_gear", BELAY_JOINT_GEAR, a, b, &d, &pose_a, &pose_b));
    belay_vec3 x = v3_scale(1.0 / v3_length(axis), axis);
    belay_quat rotation = bl_joint_axes_rotation(x, v3_any_orthogonal(x));
    d.frame_a = frame_on(pose_a, center_a, rotation);
    d.frame_b = frame_on(pose_b, center_b, rotation);
    d.ratio = ratio;
    return finish(world, "belay_joint_def_gear", &d, def);
}

static belay_result check_radius(belay_world* world, const char* call, double radius)
{
    belay_error error;
    return bl_check_range(&error, "radius", radius, BL_JOINT_LEAST_RATIO, BL_JOINT_MOST_RATIO) == BELAY_OK
               ? BELAY_OK
               : bl_fail_in(world, call, &error);
}

belay_result belay_joint_def_rack(belay_world* world, belay_body_id rack, belay_body_id pinion, belay_vec3 center,
                                  belay_vec3 axis, belay_vec3 direction, double radius, belay_joint_def* def)
{
    belay_joint_def d;
    belay_pose pose_a, pose_b;
    BL_TRY(check_answer(world, "belay_joint_def_rack", def));
    BL_TRY(check_is_body(world, "belay_joint_def_rack", "rack", rack));
    BL_TRY(check_place(world, "belay_joint_def_rack", "center", center));
    BL_TRY(check_direction(world, "belay_joint_def_rack", "axis", axis));
    BL_TRY(check_direction(world, "belay_joint_def_rack", "direction", direction));
    BL_TRY(check_radius(world, "belay_joint_def_rack", radius));
    BL_TRY(begin(world, "belay_joint_def_rack", BELAY_JOINT_RACK, rack, pinion, &d, &pose_a, &pose_b));
    belay_vec3 x = v3_scale(1.0 / v3_length(axis), axis);
    belay_vec3 across = v3_add_scaled(direction, -v3_dot(direction, x), x);
    if (!(v3_length(across) > 1e-9 * v3_length(direction)))
        return bl_fail(world, BELAY_ERROR_VALUE,
                       "belay_joint_def_rack: direction is (%g, %g, %g); it must not be parallel to axis", direction.x,
                       direction.y, direction.z);
    belay_quat rotation = bl_joint_axes_rotation(x, v3_scale(1.0 / v3_length(across), across));
    d.frame_a = frame_on(pose_a, center, rotation);
    d.frame_b = frame_on(pose_b, center, rotation);
    d.ratio = radius;
    return finish(world, "belay_joint_def_rack", &d, def);
}

belay_result belay_joint_def_pulley(belay_world* world, belay_body_id a, belay_body_id b, belay_vec3 point_a,
                                    belay_vec3 ground_a, belay_vec3 ground_b, belay_vec3 point_b, double ratio,
                                    belay_joint_def* def)
{
    belay_joint_def d;
    belay_pose pose_a, pose_b;
    BL_TRY(check_answer(world, "belay_joint_def_pulley", def));
    BL_TRY(check_is_body(world, "belay_joint_def_pulley", "a", a));
    BL_TRY(check_is_body(world, "belay_joint_def_pulley", "b", b));
    BL_TRY(check_place(world, "belay_joint_def_pulley", "point_a", point_a));
    BL_TRY(check_place(world, "belay_joint_def_pulley", "point_b", point_b));
    BL_TRY(begin(world, "belay_joint_def_pulley", BELAY_JOINT_PULLEY, a, b, &d, &pose_a, &pose_b));
    d.frame_a.position = pose_apply_inverse(pose_a, point_a);
    d.frame_b.position = pose_apply_inverse(pose_b, point_b);
    d.ground_a = ground_a;
    d.ground_b = ground_b;
    d.ratio = ratio;
    return finish(world, "belay_joint_def_pulley", &d, def);
}

// ---------------------------------------------------------------------------------------------------------------------
// Springs
// ---------------------------------------------------------------------------------------------------------------------

static bl_joint_body body_now(const belay_world* world, uint64_t id)
{
    bl_joint_body body = bl_joint_body_world();
    if (id == 0) return body;
    uint32_t index = bl_joint_body_index(&world->entities, id);
    const bl_rigid_mass* mass = &bl_bodies(world)[index].mass;
    body.pose = body.next = bl_body_states(world)[index].pose;
    body.center = pose_apply(body.pose, mass->center_of_mass);
    body.inverse_mass = mass->inverse_mass;
    body.inverse_inertia = bl_rigid_spin_response(mass, q_mul(body.pose.rotation, mass->principal_rotation));
    return body;
}

belay_result belay_joint_tune_spring(const belay_world* world, belay_joint_id joint, int axis, double frequency,
                                     double damping_ratio, belay_joint_spring* spring)
{
    uint32_t index;
    belay_world* w = (belay_world*)world; // a message is all that is written
    BL_TRY(bl_find_to_report(world, "belay_joint_tune_spring", joint.value, BL_TABLE_JOINT, "joint", spring, &index));
    const bl_joint* j = &bl_joints(world)[index];
    int count = (int)bl_joint_axis_count((belay_joint_type)j->data.type);
    belay_error error;
    if (axis < 0 || axis >= count)
        return bl_fail(w, BELAY_ERROR_VALUE, "belay_joint_tune_spring: axis is %d; that of a %s joint must be below %d",
                       axis, belay_joint_type_name((belay_joint_type)j->data.type), count);
    if (bl_check_positive(&error, "frequency", frequency) != BELAY_OK ||
        bl_check_range(&error, "damping_ratio", damping_ratio, 0.0, HUGE_VAL) != BELAY_OK)
        return bl_fail_in(w, "belay_joint_tune_spring", &error);
    bl_joint_body a = body_now(world, j->body_a), b = body_now(world, j->body_b);
    double response = bl_joint_axis_response(&j->data, &a, &b, (uint32_t)axis), omega = 2.0 * BL_PI * frequency;
    if (!(response > 0.0))
        return bl_fail(w, BELAY_ERROR_STATE, "belay_joint_tune_spring: nothing can move along axis %d", axis);
    spring->is_enabled = true;
    spring->stiffness = omega * omega / response;
    spring->damping = 2.0 * damping_ratio * omega / response;
    return BELAY_OK;
}
