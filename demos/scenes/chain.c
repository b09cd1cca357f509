// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Building and measuring chains.

#include "scenes/chain.h"

#include <stdlib.h>
#include <string.h>

enum { OWN_GROUP = -1 }; // two of the same negative group never touch

static belay_quat from_z(belay_vec3 displacement)
{
    belay_vec3 axis = v3_cross(v3(0.0, 0.0, 1.0), displacement);
    double angle = atan2(v3_length(axis), displacement.z);
    return belay_quat_from_axis_angle(v3_length(axis) > 0.0 ? axis : v3(1.0, 0.0, 0.0), angle);
}

static void add_link(chain* c, experiment* e, int i, belay_vec3 from, belay_vec3 to, double radius,
                     const build_stuff* stuff)
{
    belay_vec3 displacement = v3_sub(to, from);
    belay_shape capsule = build_shape_capsule(v3_length(displacement), radius);
    belay_pose at = {v3_scale(0.5, v3_add(from, to)), from_z(displacement)};
    belay_body_def def = build_solid_def(e, &capsule, at, stuff->density);
    belay_collider_def collider = belay_collider_def_default(capsule);
    collider.material = stuff->material;
    collider.filter.group = OWN_GROUP;
    c->links[i] = build_body(e, &def);
    c->link_mass = def.mass;
    build_collider(e, c->links[i], &collider, stuff->paint);
}

static void join(experiment* e, belay_body_id a, belay_body_id b, belay_vec3 anchor)
{
    belay_joint_def def = build_joint_def(e, BELAY_JOINT_BALL, a, b, anchor, v3(0.0, 0.0, 1.0));
    build_joint(e, &def);
}

void chain_build(chain* c, experiment* e, const belay_vec3* points, int link_count, double radius,
                 const build_stuff* stuff)
{
    memset(c, 0, sizeof *c);
    c->links = calloc((size_t)link_count, sizeof *c->links);
    if (!build_check(e, c->links != NULL ? BELAY_OK : BELAY_ERROR_MEMORY)) return;
    c->link_count = link_count;
    for (int i = 0; i < link_count; i++) {
        add_link(c, e, i, points[i], points[i + 1], radius, stuff);
        c->length += v3_length(v3_sub(points[i + 1], points[i]));
        if (i > 0) join(e, c->links[i - 1], c->links[i], points[i]);
    }
}

belay_vec3 chain_end(const chain* c, const experiment* e, int end)
{
    double half = 0.5 * c->length / c->link_count;
    belay_pose at = build_state(e, c->links[end == 0 ? 0 : c->link_count - 1]).pose;
    return v3_add(at.position, belay_quat_rotate(at.rotation, v3(0.0, 0.0, end == 0 ? -half : half)));
}

void chain_hold(chain* c, experiment* e, int end, belay_body_id body)
{
    join(e, c->links[end == 0 ? 0 : c->link_count - 1], body, chain_end(c, e, end));
}

double chain_stretch(const chain* c, const experiment* e, double* widest)
{
    double sum = 0.0;
    *widest = 0.0;
    for (int i = 0; i < e->joint_count; i++) {
        belay_joint_state state = {.error = NAN};
        belay_joint_get_state(e->world, e->joints[i], &state);
        sum += state.error;
        *widest = fmax(*widest, state.error);
    }
    return sum / c->length;
}

void chain_fini(chain* c)
{
    free(c->links);
    memset(c, 0, sizeof *c);
}
