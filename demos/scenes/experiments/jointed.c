// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Errors of joints, and the bridge of planks.

#include "scenes/experiments/jointed.h"

#define PLANK_WIDTH 0.8
#define PLANK_THICKNESS 0.04
#define PLANK_GAP 0.012
#define SAG_ANGLE 0.42 // rad: half the angle of the arc on which the planks begin

double jointed_worst_error(const experiment* e, double* angle)
{
    double worst = 0.0;
    *angle = 0.0;
    for (int i = 0; i < e->joint_count; i++) {
        belay_joint_state state = {.error = NAN, .angular_error = NAN};
        belay_joint_get_state(e->world, e->joints[i], &state);
        worst = fmax(worst, state.error);
        *angle = fmax(*angle, state.angular_error);
    }
    return worst;
}

// The i-th of the hinges on an arc from `left` to `right` that hangs through.
static belay_vec3 hinge_at(belay_vec3 left, belay_vec3 right, int planks, int i)
{
    double span = right.x - left.x, radius = 0.5 * span / sin(SAG_ANGLE);
    double angle = SAG_ANGLE * (2.0 * i / planks - 1.0);
    belay_vec3 top = v3(0.5 * (left.x + right.x), left.y, left.z + radius * cos(SAG_ANGLE));
    return v3_add(top, v3(radius * sin(angle), 0.0, -radius * cos(angle)));
}

static belay_body_id add_plank(jointed_bridge* b, experiment* e, belay_vec3 from, belay_vec3 to, int tone)
{
    belay_vec3 displacement = v3_sub(to, from);
    belay_shape box = build_shape_box(v3(v3_length(displacement) - PLANK_GAP, PLANK_WIDTH, PLANK_THICKNESS));
    build_stuff wood = build_stuff_of(e, EXPERIMENT_LOOK_WOOD, tone);
    wood.density = 500.0;
    belay_vec3 middle = v3_scale(0.5, v3_add(from, to));
    belay_pose at = build_turned(middle, v3(0.0, 1.0, 0.0), -atan2(displacement.z, displacement.x));
    belay_body_def def = build_solid_def(e, &box, at, wood.density);
    belay_body_id plank = build_body(e, &def);
    build_shape(e, plank, &box, belay_pose_identity(), &wood);
    b->mass += def.mass;
    return plank;
}

void jointed_bridge_build(jointed_bridge* b, experiment* e, belay_vec3 left, belay_vec3 right, int planks)
{
    const belay_vec3 axis = {0.0, 1.0, 0.0};
    const belay_body_id none = {0};
    belay_body_id last = none;
    b->mass = 0.0;
    for (int i = 0; i < planks; i++) {
        belay_vec3 from = hinge_at(left, right, planks, i), to = hinge_at(left, right, planks, i + 1);
        belay_body_id plank = add_plank(b, e, from, to, 3 * i);
        belay_joint_def def = build_joint_def(e, BELAY_JOINT_HINGE, plank, last, from, axis);
        belay_joint_id joint = build_joint(e, &def);
        if (i == 0) b->ends[0] = joint;
        last = plank;
    }
    belay_joint_def def = build_joint_def(e, BELAY_JOINT_HINGE, last, none, right, axis);
    b->ends[1] = build_joint(e, &def);
    b->middle = hinge_at(left, right, 2, 1);
    b->middle.z += 0.5 * PLANK_THICKNESS;
}
