// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The puppet: capsules on cone-twist joints and hinges with limits.

#include "scenes/experiments/jointed.h"

typedef struct limb {
    const char* name;
    belay_vec3 from, to; // m, above the feet; left and right by the sign of x
    double radius;
    int parent;       // -1: none
    double cone;      // rad; 0: a hinge about x
    double low, high; // rad: twist, or the angle of the hinge
} limb;

// From the hips: everything hangs on what stands above it in the table.
static const limb limbs[] = {
    {"hips", {-0.05, 0.0, 0.44}, {0.05, 0.0, 0.44}, 0.06, -1, 0.0, 0.0, 0.0},
    {"chest", {0.0, 0.0, 0.53}, {0.0, 0.0, 0.64}, 0.08, 0, 0.4, -0.4, 0.4},
    {"head", {0.0, 0.0, 0.81}, {0.0, 0.0, 0.83}, 0.07, 1, 0.6, -0.8, 0.8},
    {"left upper arm", {-0.12, 0.0, 0.68}, {-0.26, 0.0, 0.68}, 0.03, 1, 1.4, -0.6, 0.6},
    {"right upper arm", {0.12, 0.0, 0.68}, {0.26, 0.0, 0.68}, 0.03, 1, 1.4, -0.6, 0.6},
    {"left forearm", {-0.26, 0.0, 0.68}, {-0.41, 0.0, 0.68}, 0.026, 3, 1.2, -0.3, 0.3},
    {"right forearm", {0.26, 0.0, 0.68}, {0.41, 0.0, 0.68}, 0.026, 4, 1.2, -0.3, 0.3},
    {"left thigh", {-0.06, 0.0, 0.40}, {-0.06, 0.0, 0.24}, 0.042, 0, 1.0, -0.3, 0.3},
    {"right thigh", {0.06, 0.0, 0.40}, {0.06, 0.0, 0.24}, 0.042, 0, 1.0, -0.3, 0.3},
    {"left shin", {-0.06, 0.0, 0.24}, {-0.06, 0.0, 0.04}, 0.034, 7, 0.0, 0.0, 2.2},
    {"right shin", {0.06, 0.0, 0.24}, {0.06, 0.0, 0.04}, 0.034, 8, 0.0, 0.0, 2.2},
};
enum { LIMBS = sizeof limbs / sizeof limbs[0] };

static belay_pose pose_of(const limb* l, belay_vec3 feet)
{
    belay_vec3 displacement = v3_sub(l->to, l->from), axis = v3_cross(v3(0.0, 0.0, 1.0), displacement);
    belay_vec3 middle = v3_add(feet, v3_scale(0.5, v3_add(l->from, l->to)));
    double angle = atan2(v3_length(axis), displacement.z);
    return build_turned(middle, v3_length(axis) > 0.0 ? axis : v3(1.0, 0.0, 0.0), angle);
}

// Where a limb hangs: the end that is nearer to its parent, for head, chest and arms between the two.
static void hang(experiment* e, const limb* l, belay_vec3 feet, belay_body_id a, belay_body_id b)
{
    bool is_hinge = l->cone <= 0.0;
    belay_vec3 along = is_hinge ? v3(1.0, 0.0, 0.0) : v3_sub(l->to, l->from);
    belay_joint_def def =
        build_joint_def(e, is_hinge ? BELAY_JOINT_HINGE : BELAY_JOINT_CONE_TWIST, a, b, v3_add(feet, l->from), along);
    def.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = l->low, .max = l->high};
    if (!is_hinge) def.cone_angle = l->cone;
    build_joint(e, &def);
}

double jointed_puppet_build(experiment* e, belay_vec3 feet, int tone)
{
    belay_body_id bodies[LIMBS];
    double mass = 0.0;
    for (int i = 0; i < LIMBS; i++) {
        const limb* l = &limbs[i];
        build_stuff stuff = build_stuff_of(e, EXPERIMENT_LOOK_PAINT, i == 2 ? tone + 1 : tone);
        belay_shape capsule = build_shape_capsule(v3_length(v3_sub(l->to, l->from)), l->radius);
        belay_body_def def = build_solid_def(e, &capsule, pose_of(l, feet), stuff.density);
        bodies[i] = build_body(e, &def);
        belay_collider_def collider = belay_collider_def_default(capsule);
        collider.material = stuff.material;
        collider.filter.group = -2; // a doll's limbs go through each other
        build_collider(e, bodies[i], &collider, stuff.paint);
        mass += def.mass;
        if (l->parent >= 0) hang(e, l, feet, bodies[l->parent], bodies[i]);
    }
    return mass;
}
