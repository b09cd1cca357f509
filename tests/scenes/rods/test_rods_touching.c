// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// I1 to I3: rods in contact: over a drum, on a winch, in a knot.

#include "support/rods/rod_scene.h"

#include "scenes/knot_type.h"
#include "scenes/rod_shapes.h"

#include <criterion/criterion.h>

// ---------------------------------------------------------------------------------------------------------------------
// I1: capstan, half a turn
// ---------------------------------------------------------------------------------------------------------------------

static const double drum_radius = 0.05, rope_radius = 0.002, hanging = 0.4, low_mass = 0.5;

typedef struct capstan {
    belay_world* world;
    belay_rod_id rope;
    belay_body_id low, high;
} capstan;

#define ON_DRUM 20 // elements of 8.2 mm and 9 degrees

// The drum's axis along y, turned about z; so many elements hang down on each side.
static capstan make_turned_capstan(double high_mass, double mu, double turn, int hanging_elements)
{
    capstan c = {.world = scene_world(1.0 / 500.0)};
    // Segments are tangents of the drum: nodes lie a little outside.
    double round = drum_radius + rope_radius, out = round / cos(0.5 * SCENE_PI / ON_DRUM);
    belay_vec3 nodes[ROD_MAX_NODES];
    belay_rod_def def = rod_of(0.005, 2000.0, 1e-6, rope_radius);
    int last = def.element_count = ON_DRUM + 2 * hanging_elements;
    for (int i = 0; i <= last; i++) {
        int above = i < last - i ? i : last - i; // of the nodes from the end
        double angle = SCENE_PI * (i - hanging_elements) / ON_DRUM;
        double down = hanging * (hanging_elements - above) / hanging_elements, side = 2 * i < last ? -out : out;
        nodes[i] = above < hanging_elements ? v3(side, 0.0, -down) : v3(-out * cos(angle), 0.0, out * sin(angle));
        nodes[i] = q_rotate(q_exp(v3(0.0, 0.0, turn)), nodes[i]);
    }
    def.nodes = nodes;
    def.damping_time = 0.004; // the weights are let go at once: what bounces is to be still when it is measured
    def.material = (belay_material){mu, 0.0};
    c.rope = rod_make(c.world, &def);
    belay_pose pose = {v3_zero(), q_exp(v3(0.0, 0.0, turn))};
    cr_assert(belay_body_set_pose(c.world, rod_drum(c.world, drum_radius, 0.2, def.material), pose) == BELAY_OK);
    c.low = rod_weight(c.world, low_mass, nodes[0]);
    c.high = rod_weight(c.world, high_mass, nodes[last]);
    rod_hold(c.world, c.rope, BELAY_ROD_PIN, 0.0, c.low);
    rod_hold(c.world, c.rope, BELAY_ROD_PIN, rod_length(c.world, c.rope), c.high);
    return c;
}

static double fall(const capstan* c)
{
    return -scene_state(c->world, c->high).linear_velocity.z;
}

// Of a limp line the weights hold iff M <= m e^(mu pi) = 1.28317 kg. A rope of radius a is rubbed at its surface, at R,
// but pulls along its axis, at R + a: with e = a / (R + a) = 0.0385 the exponent is, per radian,
//     (-1 / mu + sqrt(1 / mu^2 + 4 e (1 - e))) / 2 e = 0.28752
// so that M <= 1.2337 kg. (Stiffness and the polygon's segments change that by less than 0.3 %.)
static const double limit = 1.2337;

// Swinging pulls at the rope in turn, and there is nothing in the scene that ends it: hands do.
static void steady(const capstan* c, int steps)
{
    const belay_body_id weights[2] = {c->low, c->high};
    for (int k = 0; k < steps; k++) {
        for (int i = 0; i < 2; i++) {
            belay_vec3 brake = v3_scale(-10.0, scene_state(c->world, weights[i]).linear_velocity);
            cr_assert(belay_body_apply_force(c->world, weights[i], brake) == BELAY_OK);
        }
        scene_steps(c->world, 1);
    }
}

// For 30 s, of which it sleeps most, when it has been seen to rest awake.
Test(scene_I1, rope_holds_what_friction_carries)
{
    capstan c = make_turned_capstan(1.20, 0.3, 0.0, 4);
    steady(&c, 450);
    double z = scene_state(c.world, c.high).pose.position.z;
    scene_steps(c.world, 100);
    double creep = z - scene_state(c.world, c.high).pose.position.z;
    bool is_awake;
    cr_assert(belay_rod_get_is_awake(c.world, c.rope, &is_awake) == BELAY_OK && is_awake);
    scene_check_near(creep / 0.2, 0.0, 1e-6, "I1: creep, m/s");
    scene_steps(c.world, 500 * 30 - 550);
    scene_check_near(scene_state(c.world, c.high).pose.position.z, z, 1e-6, "I1: where the weight is after 30 s, m");
    belay_world_destroy(c.world);
}

// Where the rope rubs, its tension grows by the same factor for every radian. (Where it comes to the drum and leaves
// it, contacts carry now more, now less, as nodes pass.)
static void check_tension(const capstan* c)
{
    const double exponent = 0.28752, turn = SCENE_PI / ON_DRUM; // see `limit`
    double element = rod_length(c->world, c->rope) / 116.0, tensions[116];
    double slid = -hanging - scene_state(c->world, c->high).pose.position.z;
    int first = (int)ceil((hanging - slid) / element) + 3;
    cr_assert(belay_rod_get_tensions(c->world, c->rope, tensions, 116, NULL) == BELAY_OK);
    double slope = log(tensions[first + 14] / tensions[first]) / (14.0 * turn);
    scene_check_near(slope, exponent, 0.03 * exponent, "I1: slope of the logarithm of the tension, 1/rad");
}

// From one step to another, over some bounces of the weights, which were let go at once.
static double slipping_acceleration(double mass, double mu, int from, int to, bool is_tension_checked)
{
    capstan c = make_turned_capstan(mass, mu, scene_radians(30.0), 48);
    scene_steps(c.world, from);
    double before = fall(&c);
    scene_steps(c.world, to - from);
    double a = (fall(&c) - before) * 500.0 / (to - from);
    if (is_tension_checked) check_tension(&c);
    belay_world_destroy(c.world);
    return a;
}

// a = g (M - limit) / (M + limit), the rope's 5 g left out
Test(scene_I1, rope_slips_under_more)
{
    double right = SCENE_G * (1.36 - limit) / (1.36 + limit);
    scene_check_near(right, 0.478, 0.001, "I1: right value, m/s^2");
    scene_check_near(slipping_acceleration(1.36, 0.3, 150, 350, true), right, 0.06,
                     "I1: acceleration with 1.36 kg, m/s^2");
}

// The same of a heavier weight, up to 0.7 m/s.
Test(scene_I1, heavier_weights_fall_as_on_a_fixed_drum)
{
    double right = SCENE_G * (2.0 - limit) / (2.0 + limit);
    scene_check_near(slipping_acceleration(2.0, 0.3, 50, 150, false), right, 0.03 * right,
                     "I1: acceleration, 2 kg, m/s^2");
}

Test(scene_I1, rope_without_friction_falls_like_weights_on_a_pulley)
{
    // At 1/500 s the scheme is 2 % off at 1 m/s, in proportion to h v.
    scene_check_near(slipping_acceleration(1.36, 0.0, 30, 180, false), 4.5358, 0.025 * 4.5358,
                     "I1: acceleration without friction, m/s^2");
}

static bool holds(double mass)
{
    capstan c = make_turned_capstan(mass, 0.3, 0.0, 48);
    scene_steps(c.world, 150);
    double before = fall(&c);
    scene_steps(c.world, 150);
    bool still = fall(&c) < 0.5 * before + 1e-4;
    belay_world_destroy(c.world);
    return still;
}

Test(scene_I1, threshold_is_that_of_the_capstan)
{
    cr_expect(holds(0.975 * limit));
    cr_expect(!holds(1.025 * limit));
}

// ---------------------------------------------------------------------------------------------------------------------
// I3: overhand knot
// ---------------------------------------------------------------------------------------------------------------------

typedef struct knot {
    belay_world* world;
    belay_rod_id rope;
    double length;
    belay_vec3 pull; // unit, at the last node
} knot;

static knot make_knot(double mu, double drag)
{
    knot k = {.world = scene_world(1.0 / 1000.0)};
    belay_world_set_gravity(k.world, v3_zero());
    belay_vec3 nodes[101];
    rod_shape_overhand(0.005, nodes, 101);
    belay_rod_def def = rod_of(0.01, 2000.0, 1e-3, 0.0015);
    def.element_count = 100;
    def.nodes = nodes;
    def.drag = drag;
    def.material.friction = mu;
    k.rope = rod_make(k.world, &def);
    k.length = rod_length(k.world, k.rope);
    belay_vec3 apart = v3_sub(nodes[100], nodes[0]);
    k.pull = v3_scale(1.0 / v3_length(apart), apart);
    return k;
}

static void pull_knot(knot* k, double force)
{
    rod_push(k->world, k->rope, k->length, v3_scale(force, k->pull));
    rod_push(k->world, k->rope, 0.0, v3_scale(-force, k->pull));
    scene_steps(k->world, 1);
}

static void check_knot(const knot* k, double time)
{
    belay_vec3 nodes[ROD_MAX_NODES];
    int count = rod_nodes(k->world, k->rope, nodes);
    unsigned long long determinant = knot_type_of(nodes, count, false).determinant;
    cr_assert(determinant == 3, "I3, %g s: the knot's determinant is %llu, that of an overhand knot 3", time,
              determinant);
    int32_t contacts;
    const belay_rod_contact* c = belay_world_get_rod_contacts(k->world, &contacts);
    for (int i = 0; i < contacts; i++)
        cr_expect(c[i].gap >= -0.1 * 2.0 * 0.0015, "I3, %g s: strands %g mm deep in each other", time, -1e3 * c[i].gap);
}

// The thin loop: T = E I / 2 R^2.
Test(scene_I3, loop_without_friction_has_its_radius)
{
    knot k = make_knot(0.0, 10.0);
    for (int i = 0; i < 3000; i++) {
        pull_knot(&k, 0.5);
        check_knot(&k, i * 1e-3);
    }
    // Half of what the ends lack of the length is the loop's circumference... of a knot drawn straight: R = (L - e) / 2
    // pi.
    double apart = v3_distance(rod_node(k.world, k.rope, 0), rod_node(k.world, k.rope, -1));
    scene_check_near((k.length - apart) / (2.0 * SCENE_PI), 0.0316, 0.2 * 0.0316, "I3 (a): radius of the loop, m");
    belay_world_destroy(k.world);
}

// Pulled with 5 N for 5 s, jerked with 10 N and let go.
Test(scene_I3, knot_tightens_and_stays)
{
    knot k = make_knot(0.3, 2.0);
    double fastest = 0.0;
    for (int i = 0; i < 7600; i++) {
        double t = i * 1e-3, force = t < 7.0 ? fmin(2.5 * t, 5.0) : t < 7.1 ? 10.0 : 0.0;
        pull_knot(&k, force);
        if (i % 4 == 0) check_knot(&k, t);
        fastest = fmax(fastest, rod_fastest(k.world, k.rope));
    }
    cr_expect_lt(fastest, 20.0, "I3 (b): speeds up to %g m/s", fastest);
    belay_world_destroy(k.world);
}

Test(scene_I3, knot_stays_when_its_ends_are_torn_apart)
{
    knot k = make_knot(0.3, 2.0);
    belay_rod_attachment_def ends[2];
    int held[2];
    for (int e = 0; e < 2; e++) {
        double s = e == 0 ? 0.0 : k.length;
        cr_assert(belay_rod_attachment_def_at(k.world, k.rope, BELAY_ROD_GRIP, s, the_world, &ends[e]) == BELAY_OK);
        ends[e].max_force = 10.0;
        cr_assert(belay_rod_attach(k.world, k.rope, &ends[e], &held[e]) == BELAY_OK);
    }
    for (int i = 0; i < 600; i++) {
        for (int e = 0; e < 2; e++) {
            belay_vec3 way = v3_scale((e == 0 ? -2.0 : 2.0) * 1e-3, k.pull); // 2 m/s each
            ends[e].frame.position = v3_add(ends[e].frame.position, i < 300 ? way : v3_zero());
            cr_assert(belay_rod_move_attachment(k.world, k.rope, held[e], ends[e].frame) == BELAY_OK);
        }
        scene_steps(k.world, 1);
        check_knot(&k, i * 1e-3);
    }
    belay_world_destroy(k.world);
}
