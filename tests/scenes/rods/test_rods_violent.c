// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Ropes used as no rope should be: thin ones that go many times their thickness in a step, and ropes of two grams that
// a hand jerks about with 100 N at 50 m/s in steps of 2.5 ms. Nothing passes through itself or through a peg, and the
// rope has no more energy than the hand has put into it. And a rope that is pinched so that no velocities obey its
// contacts.

#include "support/rods/rod_scene.h"

#include "core/alloc.h"
#include "detect/rod/rod_contact.h"
#include "scenes/knot_type.h"
#include "scenes/rod_shapes.h"

#include <criterion/criterion.h>

// ---------------------------------------------------------------------------------------------------------------------
// What passes through what. From one contact instant to the next, h / 2 after each step, nodes go along straight lines.
// ---------------------------------------------------------------------------------------------------------------------

typedef struct rope {
    belay_world* world;
    belay_rod_id id;
    double h, length, radius, exclusion;
    belay_vec3 mid[ROD_MAX_NODES]; // the nodes at the contact instant to come
    int count;
} rope;

static void take_mid(const rope* r, belay_vec3* mid)
{
    belay_vec3 v[ROD_MAX_NODES];
    int count;
    cr_assert(belay_rod_get_nodes(r->world, r->id, mid, v, ROD_MAX_NODES, &count) == BELAY_OK);
    for (int i = 0; i < count; i++)
        mid[i] = v3_add_scaled(mid[i], 0.5 * r->h, v[i]);
}

static void watch(rope* r)
{
    belay_rod_info info;
    cr_assert(belay_rod_get_info(r->world, r->id, &info) == BELAY_OK);
    r->h = belay_world_get_def(r->world)->step_seconds;
    r->length = info.length;
    r->radius = info.contact_radius;
    r->exclusion = fmax(6.0 * info.contact_radius, info.length / info.element_count);
    r->count = info.node_count;
    take_mid(r, r->mid);
}

// Makes a step; how many pairs of segments passed through each other, and how many through the axis, if there is one.
static int step_and_count(rope* r, const belay_vec3* axis)
{
    static belay_vec3 next[ROD_MAX_NODES], travel[ROD_MAX_NODES];
    scene_steps(r->world, 1);
    take_mid(r, next);
    for (int i = 0; i < r->count; i++)
        travel[i] = v3_sub(next[i], r->mid[i]);
    uint32_t segments = (uint32_t)r->count - 1;
    bl_rod_chain chain = {r->mid, travel, segments, r->radius, r->length / segments};
    bl_rod_collider collider = {.allocator = &belay_world_get_def(r->world)->allocator};
    cr_assert(bl_find_crossings(&collider, &chain, &chain, r->exclusion));
    int count = (int)arrlen(collider.contacts);
    bl_rod_collider_fini(&collider);
    const belay_vec3 still[2] = {v3_zero(), v3_zero()};
    bl_rod_crossing at;
    for (uint32_t i = 0; i < segments && axis != NULL; i++)
        count += bl_segments_cross(r->mid + i, travel + i, axis, still, &at);
    for (int i = 0; i < r->count; i++)
        r->mid[i] = next[i];
    return count;
}

// ---------------------------------------------------------------------------------------------------------------------
// Thin
// ---------------------------------------------------------------------------------------------------------------------

#define FINE 8001

// A knot of 2 k + 1 crossings with elements of a fifth of the braid where strands touch, sharply bent at first, that
// flies along y. At 2 m/s its nodes go 90 radii in a step.
static rope make_thin(int k, double eps, double apart, belay_vec3* nodes, double* flying)
{
    const double loop = 0.05, radius = eps * eps * loop, braid = sqrt(2.0 * radius * loop), coarse = 8e-3;
    static belay_vec3 curve[FINE];
    rod_shape_knot shape = {.loop_radius = loop, .apart = apart * radius, .k = k, .reach = 5.0 * loop};
    rod_shape_loose_knot(&shape, curve, FINE);
    int count = 1;
    double way = 0.0;
    nodes[0] = curve[0];
    for (int i = 1; i < FINE; i++) {
        way += v3_distance(curve[i - 1], curve[i]);
        double away = (hypot(curve[i].x, curve[i].y) - 1.5 * (k + 1) * braid) / (0.6 * loop);
        if (way < 0.2 * braid + (coarse - 0.2 * braid) * fmin(1.0, fmax(0.0, away))) continue;
        nodes[count++] = curve[i];
        way = 0.0;
    }
    rope r = {.world = scene_world(2e-3)};
    belay_world_set_gravity(r.world, v3_zero());
    belay_rod_def def = rod_of(0.01, 2000.0, 1e-3, radius);
    def.element_count = count - 1;
    def.nodes = nodes;
    def.material.friction = 0.03;
    r.id = rod_make(r.world, &def);
    watch(&r);
    belay_vec3 v[ROD_MAX_NODES];
    *flying = 3.0;
    for (int i = 0; i < count; i++)
        v[i] = v3(0.0, *flying, 0.0);
    cr_assert(belay_rod_set_velocities(r.world, r.id, v, count) == BELAY_OK);
    take_mid(&r, r.mid);
    return r;
}

static belay_vec3 mean_velocity(const rope* r, const belay_vec3* made)
{
    belay_vec3 x[ROD_MAX_NODES], v[ROD_MAX_NODES], sum = v3_zero();
    int count;
    cr_assert(belay_rod_get_nodes(r->world, r->id, x, v, ROD_MAX_NODES, &count) == BELAY_OK);
    for (int i = 0; i + 1 < count; i++) {
        double half = 0.5 * v3_distance(made[i], made[i + 1]) / r->length;
        sum = v3_add_scaled(v3_add_scaled(sum, half, v[i]), half, v[i + 1]);
    }
    return sum;
}

// What is left of the first steps' motion where strands would have crossed is the flight of the centre of mass.
Test(rods_violent, knots_of_seven_crossings_unbend_without_crossing)
{
    belay_vec3 made[ROD_MAX_NODES], now[ROD_MAX_NODES];
    double flying;
    rope r = make_thin(3, 0.03, 3.0, made, &flying);
    for (int i = 1; i <= 12; i++) {
        int crossings = step_and_count(&r, NULL);
        cr_assert_eq(crossings, 0, "step %d: %d crossings", i, crossings);
        unsigned determinant = (unsigned)knot_type_of(now, rod_nodes(r.world, r.id, now), false).determinant;
        cr_assert_eq(determinant, 7, "step %d: determinant %u", i, determinant);
        double lost = v3_distance(mean_velocity(&r, made), v3(0.0, flying, 0.0));
        cr_assert_lt(lost, 1e-9 * flying, "step %d: the knot has lost %g m/s", i, lost);
    }
    belay_world_destroy(r.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Jerked
// ---------------------------------------------------------------------------------------------------------------------

static const double peg = 0.01, rope_radius = 0.0025;

// Wound once and three quarters about a peg along z, with tails of 0.25 m.
static belay_vec3 wound_at(const void* context, double u)
{
    (void)context;
    const double round = peg + 1.2 * rope_radius, all = 3.5 * SCENE_PI, rise = 2.6 * rope_radius, low = 0.02;
    double angle = fmin(all, fmax(0.0, u)), beyond = (u - angle) * round;
    return v3(round * cos(angle) - beyond * sin(angle), round * sin(angle) + beyond * cos(angle),
              low + rise * angle / (2.0 * SCENE_PI));
}

static rope make_wound(double mu, belay_rod_model model, double h)
{
    const double tail = 0.25 / (peg + 1.2 * rope_radius);
    belay_material material = {mu, 0.0};
    rope r = {.world = scene_world(h)};
    scene_plane(r.world, v3(0.0, 0.0, 1.0), 0.0, material);
    belay_body_def still = belay_body_def_default();
    still.type = BELAY_BODY_STATIC;
    belay_body_id body;
    belay_collider_id collider;
    belay_collider_def capsule = belay_collider_def_capsule(1.0, peg);
    capsule.material = material;
    cr_assert(belay_body_create(r.world, &still, &body) == BELAY_OK);
    cr_assert(belay_collider_create(r.world, body, &capsule, &collider) == BELAY_OK);
    belay_vec3 nodes[61];
    rod_shape_sample(wound_at, NULL, -tail, 3.5 * SCENE_PI + tail, nodes, 61);
    belay_rod_def def = rod_of(0.02, 2000.0, 1e-3, rope_radius);
    def.model = model;
    def.element_count = 60;
    def.nodes = nodes;
    def.drag = 0.5;
    def.damping_time = 1e-3;
    def.material = material;
    r.id = rod_make(r.world, &def);
    scene_steps(r.world, (int)lround(0.1 / h));
    watch(&r);
    return r;
}

// By lot, towards the middle where it has gone far from there.
static belay_vec3 next_way(uint64_t* lot, belay_vec3 place)
{
    double c[3];
    for (int j = 0; j < 3; j++) {
        *lot = *lot * 6364136223846793005u + 1442695040888963407u;
        c[j] = (double)(*lot >> 33) / (double)(1u << 30) - 1.0;
    }
    if (v3_length(place) > 0.35) return v3_scale(-1.0 / v3_length(place), place);
    return v3_normalize_or(v3(c[0], c[1], c[2]), v3(1.0, 0.0, 0.0));
}

// In strokes of 20 cm. The hand's work is no more than its force times the way of what it holds. Returns in how many
// steps the rope was step-limited.
static int check_jerked(rope r, double s, double speed, double force, int steps, uint64_t lot)
{
    const belay_vec3 axis[2] = {{0.0, 0.0, -0.5}, {0.0, 0.0, 0.5}};
    belay_rod_attachment_def grip;
    int held, stroke = (int)fmax(1.0, 0.2 / speed / r.h);
    cr_assert(belay_rod_attachment_def_at(r.world, r.id, BELAY_ROD_GRIP, s, the_world, &grip) == BELAY_OK);
    grip.max_force = force;
    cr_assert(belay_rod_attach(r.world, r.id, &grip, &held) == BELAY_OK);
    double at_first = rod_energy(r.world, r.id), work = 0.0;
    belay_vec3 way = v3_zero();
    int limited = 0;
    for (int i = 0; i < steps; i++) {
        if (i % stroke == 0) way = next_way(&lot, grip.frame.position);
        grip.frame.position = v3_add_scaled(grip.frame.position, speed * r.h, way);
        grip.frame.position.z = fmax(grip.frame.position.z, r.radius);
        cr_assert(belay_rod_move_attachment(r.world, r.id, held, grip.frame) == BELAY_OK);
        int node = (int)(s / r.length * (r.count - 1));
        belay_vec3 before = r.mid[node];
        int crossings = step_and_count(&r, axis);
        cr_assert_eq(crossings, 0, "step %d: %d crossings", i, crossings);
        limited += belay_world_get_stats(r.world)->step_limited_rods;
        work += force * v3_distance(before, r.mid[node]);
        cr_assert_lt(rod_energy(r.world, r.id), at_first + work, "step %d: %g J, of the hand %g", i,
                     rod_energy(r.world, r.id), work);
    }
    belay_world_destroy(r.world);
    return limited;
}

Test(rods_violent, jerked_rope_stays_on_its_peg)
{
    int limited = check_jerked(make_wound(0.3, BELAY_ROD_NODAL, 2.5e-3), 0.0, 50.0, 100.0, 70, 3);
    limited += check_jerked(make_wound(0.0, BELAY_ROD_NODAL, 2.5e-3), 0.0, 50.0, 100.0, 70, 1);
    cr_expect(limited > 0 && limited < 140, "step-limited in %d of 140 steps", limited);
}

// ---------------------------------------------------------------------------------------------------------------------
// Pinched
// ---------------------------------------------------------------------------------------------------------------------

static void add_board(belay_world* world, belay_vec3 at)
{
    belay_body_def still = belay_body_def_default();
    still.type = BELAY_BODY_STATIC;
    still.pose.position = at;
    belay_body_id body;
    belay_collider_id collider;
    belay_collider_def flat = belay_collider_def_box(v3(0.3, 0.7, 0.03));
    cr_assert(belay_body_create(world, &still, &body) == BELAY_OK);
    cr_assert(belay_collider_create(world, body, &flat, &collider) == BELAY_OK);
}

// Six boards above and six below, none of which moves, each 6 mm deep in a rope of 10 mm: both push it back, and no
// velocities obey both. The step says so, within the work that it may do for all of its solves, and nothing gets fast.
Test(rods_violent, rope_pinched_between_boards_is_given_up)
{
    enum { ELEMENTS = 60 };
    belay_world* world = scene_world(1.0 / 240.0);
    belay_rod_def def = rod_of(0.3, 3e5, 0.05, 0.01);
    def.element_count = ELEMENTS;
    def.start = v3(-1.2, 0.0, 0.0);
    def.length = 2.4;
    def.damping_time = 0.01;
    belay_rod_id pinched = rod_make(world, &def);
    for (int k = 0; k < 6; k++) {
        add_board(world, v3(-0.9 + 0.36 * k, 0.0, 0.019));
        add_board(world, v3(-0.9 + 0.36 * k, 0.0, -0.019));
    }
    int64_t most = belay_world_get_def(world)->solver.max_work;
    for (int i = 0; i < 20; i++) {
        scene_steps(world, 1);
        const belay_step_stats* s = belay_world_get_stats(world);
        cr_assert_gt(s->rod_contacts, 100, "step %d", i);
        cr_expect_not(s->has_converged, "step %d", i);
        cr_expect_gt(s->residual.natural, 1e-3, "step %d", i);
        cr_expect_lt(s->work, most, "step %d: %lld units of work", i, (long long)s->work);
        cr_assert_lt(rod_fastest(world, pinched), 10.0, "step %d", i);
    }
    belay_world_destroy(world);
}
