// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/rods/rod_scene.h"

#include <criterion/criterion.h>

#define CHECK(call) cr_assert((call) == BELAY_OK, "%s: %s", #call, belay_world_last_error(world))

belay_rod_id rod_make(belay_world* world, const belay_rod_def* def)
{
    belay_rod_id rod = {0};
    CHECK(belay_rod_create(world, def, &rod));
    return rod;
}

belay_rod_def rod_of(double line_mass, double stretch, double bend, double radius)
{
    belay_rod_def def = belay_rod_def_default();
    def.radius = radius;
    def.line_mass = line_mass;
    def.stretch_stiffness = stretch;
    def.bend_stiffness[0] = def.bend_stiffness[1] = bend;
    def.twist_stiffness = bend / 1.3;
    return def;
}

int rod_hold(belay_world* world, belay_rod_id rod, belay_rod_attachment_type type, double s, belay_body_id body)
{
    belay_rod_attachment_def def;
    int attachment;
    CHECK(belay_rod_attachment_def_at(world, rod, type, s, body, &def));
    CHECK(belay_rod_attach(world, rod, &def, &attachment));
    return attachment;
}

belay_rod_attachment_state rod_held(const belay_world* world, belay_rod_id rod, int attachment)
{
    belay_rod_attachment_state state;
    CHECK(belay_rod_get_attachment(world, rod, attachment, &state));
    return state;
}

double rod_length(const belay_world* world, belay_rod_id rod)
{
    belay_rod_info info;
    CHECK(belay_rod_get_info(world, rod, &info));
    return info.length;
}

int rod_nodes(const belay_world* world, belay_rod_id rod, belay_vec3 nodes[ROD_MAX_NODES])
{
    int count;
    CHECK(belay_rod_get_nodes(world, rod, nodes, NULL, ROD_MAX_NODES, &count));
    cr_assert_leq(count, ROD_MAX_NODES);
    return count;
}

belay_vec3 rod_node(const belay_world* world, belay_rod_id rod, int node)
{
    belay_vec3 nodes[ROD_MAX_NODES];
    int count = rod_nodes(world, rod, nodes);
    return nodes[node < 0 ? count + node : node];
}

double rod_fastest(const belay_world* world, belay_rod_id rod)
{
    belay_vec3 velocities[ROD_MAX_NODES];
    int count;
    double fastest = 0.0;
    CHECK(belay_rod_get_nodes(world, rod, NULL, velocities, ROD_MAX_NODES, &count));
    for (int i = 0; i < count; i++)
        fastest = fmax(fastest, v3_length(velocities[i]));
    return fastest;
}

double rod_energy(const belay_world* world, belay_rod_id rod)
{
    belay_rod_energies e;
    CHECK(belay_rod_get_energies(world, rod, &e));
    return e.kinetic + e.stretch + e.bend + e.twist + e.potential;
}

double rod_reach(const belay_world* world, belay_rod_id rod)
{
    belay_vec3 nodes[ROD_MAX_NODES];
    int count = rod_nodes(world, rod, nodes);
    double reach = 0.0;
    for (int i = 1; i < count; i++)
        reach += v3_distance(nodes[i - 1], nodes[i]);
    return reach;
}

void rod_move(belay_world* world, belay_rod_id rod, belay_vec3 velocity)
{
    static belay_vec3 v[ROD_MAX_NODES];
    int count = rod_nodes(world, rod, v);
    for (int i = 0; i < count; i++)
        v[i] = velocity;
    cr_assert(belay_rod_set_velocities(world, rod, v, count) == BELAY_OK);
}

void rod_push(belay_world* world, belay_rod_id rod, double s, belay_vec3 force)
{
    CHECK(belay_rod_apply_force(world, rod, s, force));
}

belay_body_id rod_weight(belay_world* world, double mass, belay_vec3 position)
{
    belay_body_def def = belay_body_def_default();
    belay_body_id body;
    def.mass = mass;
    def.inertia = belay_inertia_sphere(mass, 0.05);
    def.pose.position = position;
    CHECK(belay_body_create(world, &def, &body));
    return body;
}

belay_body_id rod_drum(belay_world* world, double radius, double width, belay_material material)
{
    belay_body_def def = belay_body_def_default();
    belay_body_id body;
    belay_collider_id collider;
    def.type = BELAY_BODY_STATIC;
    CHECK(belay_body_create(world, &def, &body));
    belay_collider_def drum = belay_collider_def_cylinder(width, radius);
    drum.pose.rotation = q_exp(v3(0.5 * SCENE_PI, 0.0, 0.0));
    drum.material = material;
    CHECK(belay_collider_create(world, body, &drum, &collider));
    return body;
}

belay_rod_info rod_info(const belay_world* world, belay_rod_id rod)
{
    belay_rod_info info;
    cr_assert(belay_rod_get_info(world, rod, &info) == BELAY_OK);
    return info;
}

bool rod_is_awake(const belay_world* world, belay_rod_id rod)
{
    bool awake = false;
    cr_assert(belay_rod_get_is_awake(world, rod, &awake) == BELAY_OK);
    return awake;
}

void rod_check_same_nodes(belay_world* a, belay_rod_id rod_a, belay_world* b, belay_rod_id rod_b, double tolerance,
                          const char* what)
{
    static belay_vec3 x[ROD_MAX_NODES], y[ROD_MAX_NODES];
    int count = rod_nodes(a, rod_a, x);
    cr_assert_eq(count, rod_nodes(b, rod_b, y));
    double worst = 0.0;
    for (int i = 0; i < count; i++)
        worst = fmax(worst, v3_distance(x[i], y[i]));
    cr_expect(worst <= tolerance, "%s: nodes are off by %g m", what, worst);
}
