// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Segments that pass through each other: when and where, in general position and in all the special ones.

#include "belay/quat.h"
#include "core/alloc.h"
#include "detect/rod/rod_contact.h"
#include "detect/rod/rod_contact_closest.h"
#include "math/polynomial.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <float.h>
#include <stdint.h>

typedef struct meeting {
    belay_vec3 a[2], da[2], b[2], db[2];
} meeting;

static bool crosses(const meeting* m, bl_rod_crossing* at)
{
    return bl_segments_cross(m->a, m->da, m->b, m->db, at);
}

static belay_vec3 place_a(const meeting* m, double s, double time)
{
    return v3_add_scaled(bl_rod_point(m->a, s), time, bl_rod_point(m->da, s));
}

static belay_vec3 place_b(const meeting* m, double t, double time)
{
    return v3_add_scaled(bl_rod_point(m->b, t), time, bl_rod_point(m->db, t));
}

static double distance_at(const meeting* m, double time)
{
    belay_vec3 a[2] = {place_a(m, 0.0, time), place_a(m, 1.0, time)};
    belay_vec3 b[2] = {place_b(m, 0.0, time), place_b(m, 1.0, time)};
    bl_rod_closest_points places;
    cr_assert(bl_rod_closest(a, b, 0.0, BL_ROD_ANY_APART, &places));
    return places.distance;
}

static meeting random_motion(uint64_t* state, double travel)
{
    meeting m;
    for (int k = 0; k < 2; k++) {
        m.a[k] = chance_vector(state, 1.0);
        m.b[k] = chance_vector(state, 1.0);
        m.da[k] = chance_vector(state, travel);
        m.db[k] = chance_vector(state, travel);
    }
    return m;
}

// Shifts B and its travel so that the places s and t meet at the time.
static void make_meet(meeting* m, double s, double t, double time)
{
    belay_vec3 off = v3_sub(place_a(m, s, time), place_b(m, t, time));
    for (int k = 0; k < 2; k++)
        m->b[k] = v3_add(m->b[k], off);
}

// ---------------------------------------------------------------------------------------------------------------------
// In general position
// ---------------------------------------------------------------------------------------------------------------------

Test(rod_crossing, meets_when_and_where_it_was_made_to)
{
    uint64_t state = 1;
    int exact = 0;
    for (int k = 0; k < 2000; k++) {
        meeting m = random_motion(&state, 0.5);
        double s = chance_between(&state, 0.01, 0.99), t = chance_between(&state, 0.01, 0.99);
        double time = chance_between(&state, 0.01, 0.99);
        make_meet(&m, s, t, time);
        bl_rod_crossing at;
        cr_assert(crosses(&m, &at), "case %d", k);
        cr_assert_leq(at.time, time + 1e-12, "case %d: %.17g after %.17g", k, at.time, time);
        cr_assert_leq(distance_at(&m, at.time), 1e-11, "case %d", k);
        if (fabs(at.time - time) > 1e-12) continue; // they meet before, too
        cr_assert_float_eq(at.s, s, 1e-10, "case %d: %.17g %.17g", k, at.s, s);
        cr_assert_float_eq(at.t, t, 1e-10, "case %d", k);
        exact++;
    }
    cr_assert_geq(exact, 1600);
}

// The ends of both segments are in one plane at the roots of a cubic; of those the first at which they meet there.
// Cases are left out where they miss each other by less than a ten-thousandth.
static double first_root(const meeting* m, bool* is_clear)
{
    double c[4] = {0.0}, roots[3], values[4];
    for (int k = 0; k < 4; k++) { // the cubic through four values
        double time = k / 3.0;
        belay_vec3 u = v3_sub(place_a(m, 1.0, time), place_a(m, 0.0, time));
        belay_vec3 v = v3_sub(place_b(m, 1.0, time), place_b(m, 0.0, time));
        values[k] = v3_dot(v3_cross(u, v), v3_sub(place_a(m, 0.0, time), place_b(m, 0.0, time)));
    }
    c[0] = values[0];
    c[1] = -5.5 * values[0] + 9.0 * values[1] - 4.5 * values[2] + values[3];
    c[2] = 9.0 * values[0] - 22.5 * values[1] + 18.0 * values[2] - 4.5 * values[3];
    c[3] = -4.5 * values[0] + 13.5 * values[1] - 13.5 * values[2] + 4.5 * values[3];
    int count = bl_cubic_roots(c, roots);
    *is_clear = true;
    for (int k = 0; k < count; k++) {
        if (roots[k] <= 0.0 || roots[k] > 1.0) continue;
        double d = distance_at(m, roots[k]);
        if (d < 1e-9) return roots[k];
        if (d < 1e-4) *is_clear = false;
    }
    return -1.0;
}

Test(rod_crossing, agrees_with_the_roots_of_the_coplanarity_cubic)
{
    uint64_t state = 2;
    int met = 0, missed = 0;
    for (int k = 0; k < 4000; k++) {
        meeting m = random_motion(&state, 2.0);
        bl_rod_crossing at;
        bool is_clear, does = crosses(&m, &at);
        double root = first_root(&m, &is_clear);
        if (!is_clear) continue;
        cr_assert_eq(does, root > 0.0, "case %d: root %g", k, root);
        if (does) cr_assert_float_eq(at.time, root, 1e-9, "case %d: %.17g %.17g", k, at.time, root);
        met += does;
        missed += !does;
    }
    cr_assert(met > 300 && missed > 1500, "%d met, %d did not", met, missed);
}

// Before they meet A is on that side of B to which the normal points, and comes nearer.
Test(rod_crossing, normal_points_to_where_a_came_from)
{
    uint64_t state = 3;
    for (int k = 0; k < 1000; k++) {
        meeting m = random_motion(&state, 0.5);
        make_meet(&m, 0.3, 0.6, 0.7);
        bl_rod_crossing at;
        cr_assert(crosses(&m, &at));
        belay_vec3 u = v3_sub(place_a(&m, 1.0, at.time), place_a(&m, 0.0, at.time));
        belay_vec3 before = v3_sub(place_a(&m, at.s, at.time - 1e-5), place_b(&m, at.t, at.time - 1e-5));
        cr_assert_float_eq(v3_length(at.normal), 1.0, 1e-12);
        cr_assert_gt(v3_dot(at.normal, before), 0.0, "case %d", k);
        bool is_inner = at.s > 0.0 && at.s < 1.0;
        if (is_inner) cr_assert_leq(fabs(v3_dot(at.normal, u)), 1e-4 * v3_length(u), "case %d", k);
    }
}

static meeting exchanged(const meeting* m)
{
    meeting e = {{m->b[0], m->b[1]}, {m->db[0], m->db[1]}, {m->a[0], m->a[1]}, {m->da[0], m->da[1]}};
    return e;
}

static meeting moved(const meeting* m, belay_quat q, belay_vec3 offset, belay_vec3 drift)
{
    meeting e;
    for (int k = 0; k < 2; k++) {
        e.a[k] = v3_add(offset, q_rotate(q, m->a[k]));
        e.b[k] = v3_add(offset, q_rotate(q, m->b[k]));
        e.da[k] = v3_add(drift, q_rotate(q, m->da[k]));
        e.db[k] = v3_add(drift, q_rotate(q, m->db[k]));
    }
    return e;
}

Test(rod_crossing, is_the_same_for_exchanged_and_moved_segments)
{
    uint64_t state = 4;
    for (int k = 0; k < 500; k++) {
        meeting m = random_motion(&state, 0.5);
        make_meet(&m, 0.4, 0.2, 0.6);
        belay_quat q = belay_quat_from_axis_angle(chance_vector(&state, 1.0), 2.0);
        meeting e = exchanged(&m), r = moved(&m, q, v3(3.0, -4.0, 5.0), v3(20.0, 10.0, -30.0));
        bl_rod_crossing one, two, three;
        cr_assert(crosses(&m, &one) && crosses(&e, &two) && crosses(&r, &three));
        cr_assert_float_eq(one.time, two.time, 1e-11, "case %d: %g", k, one.time - two.time);
        cr_assert_float_eq(one.time, three.time, 1e-11, "case %d: %g", k, one.time - three.time);
        cr_assert_float_eq(one.s, two.t, 1e-9);
        cr_assert_leq(v3_length(v3_add(one.normal, two.normal)), 1e-6);
        cr_assert_leq(v3_distance(q_rotate(q, one.normal), three.normal), 1e-5, "case %d", k);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Special positions
// ---------------------------------------------------------------------------------------------------------------------

// A cross: A along x, goes down by `fall` from the height 1; B along y, at rest.
static meeting cross(double fall)
{
    meeting m = {{{-1.0, 0.0, 1.0}, {1.0, 0.0, 1.0}},
                 {{0.0, 0.0, -fall}, {0.0, 0.0, -fall}},
                 {{0.0, -1.0, 0.0}, {0.0, 1.0, 0.0}},
                 {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
    return m;
}

Test(rod_crossing, falling_cross)
{
    meeting m = cross(4.0);
    bl_rod_crossing at;
    cr_assert(crosses(&m, &at));
    cr_assert_float_eq(at.time, 0.25, 1e-13);
    cr_assert_float_eq(at.s, 0.5, 1e-15);
    cr_assert_float_eq(at.t, 0.5, 1e-15);
    cr_assert_float_eq(at.normal.z, 1.0, 1e-15);
}

Test(rod_crossing, meeting_at_the_very_end_counts)
{
    meeting reach = cross(1.0), beyond = cross(1.0 + 1e-12), short_of = cross(1.0 - 1e-12);
    bl_rod_crossing at;
    cr_assert(crosses(&reach, &at));
    cr_assert_float_eq(at.time, 1.0, 0.0);
    cr_assert(crosses(&beyond, &at));
    cr_assert_float_eq(at.time, 1.0, 1e-11);
    cr_assert_not(crosses(&short_of, &at));
}

// What goes on where the last motion ended meets in the one or in the other.
Test(rod_crossing, nothing_slips_between_two_motions)
{
    uint64_t state = 5;
    for (int k = 0; k < 1000; k++) {
        meeting first = random_motion(&state, 0.3);
        make_meet(&first, 0.5, 0.5, 1.0 + (double)(k % 11 - 5) * DBL_EPSILON);
        meeting second = first;
        for (int i = 0; i < 2; i++) {
            second.a[i] = v3_add(first.a[i], first.da[i]);
            second.b[i] = v3_add(first.b[i], first.db[i]);
        }
        bl_rod_crossing at;
        cr_assert(crosses(&first, &at) || crosses(&second, &at), "case %d", k);
    }
}

Test(rod_crossing, start_in_one_plane_is_no_meeting)
{
    meeting m = {{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}},
                 {{0.0, 0.0, 1.0}, {0.0, 0.0, 1.0}},
                 {{2.0, 1.0, 0.0}, {3.0, 5.0, 0.0}},
                 {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
    bl_rod_crossing at;
    cr_assert_not(crosses(&m, &at));
    m.b[0] = v3(0.5, -1.0, 0.0); // in the plane they do cross: then they meet from the start
    m.b[1] = v3(0.5, 1.0, 0.0);
    cr_assert_not(crosses(&m, &at));
    m.b[0].z = m.b[1].z = 0.5; // above
    cr_assert(crosses(&m, &at));
    cr_assert_float_eq(at.time, 0.5, 1e-13);
    cr_assert_float_eq(at.normal.z, -1.0, 1e-15);
}

Test(rod_crossing, parallel_segments_meet_along_a_stretch)
{
    meeting m = {{{0.0, 0.0, 3.0}, {1.0, 0.0, 3.0}},
                 {{0.0, 0.0, -4.0}, {0.0, 0.0, -4.0}},
                 {{0.4, 0.0, 0.0}, {1.4, 0.0, 0.0}},
                 {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
    bl_rod_crossing at;
    cr_assert(crosses(&m, &at));
    cr_assert_float_eq(at.time, 0.75, 1e-13);
    cr_assert_float_eq(at.normal.z, 1.0, 1e-12);
    cr_assert(at.s >= 0.4 && at.s <= 1.0, "%g", at.s);
    cr_assert_float_eq(at.s - at.t, 0.4, 1e-12);
    m.b[0].x = 1.1; // past the end
    m.b[1].x = 2.1;
    cr_assert_not(crosses(&m, &at));
}

// A's end runs into B's middle, all in the plane z = 0, where the volume is zero all the time.
Test(rod_crossing, motion_in_one_plane)
{
    for (int turn = 0; turn < 8; turn++) {
        meeting m = {{{0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}},
                     {{0.0, 0.5, 0.0}, {0.1, 0.5, 0.0}},
                     {{-1.0, 1.25, 0.0}, {1.0, 1.25, 0.0}},
                     {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
        belay_quat q = belay_quat_from_axis_angle(v3(0.3, turn, 1.0), turn);
        m = moved(&m, q, v3(turn, 1.0, 2.0), v3(0.0, turn, 0.0));
        bl_rod_crossing at;
        cr_assert(crosses(&m, &at));
        cr_assert_float_eq(at.time, 0.5, 1e-12, "turn %d: %.17g", turn, at.time);
        cr_assert_float_eq(at.s, 1.0, 1e-12);
        cr_assert_float_eq(at.t, 0.525, 1e-12);
        cr_assert_leq(v3_distance(at.normal, q_rotate(q, v3(0.0, -1.0, 0.0))), 1e-6);
    }
}

// Random motions in a plane, against distances at 400 times: none is 0 before the meeting, nor at all without one.
Test(rod_crossing, planar_motions_agree_with_sampling)
{
    uint64_t state = 10;
    int met = 0;
    for (int k = 0; k < 1000; k++) {
        meeting m = random_motion(&state, 1.0);
        for (int i = 0; i < 2; i++)
            m.a[i].z = m.b[i].z = m.da[i].z = m.db[i].z = 0.0;
        bl_rod_crossing at;
        if (distance_at(&m, 0.0) < 1e-12) continue; // they meet from the start
        bool does = crosses(&m, &at);
        if (does) cr_assert_leq(distance_at(&m, at.time), 1e-11, "case %d", k);
        for (int i = 0; i <= 400; i++)
            if (!does || i / 400.0 < at.time - 1e-9) cr_assert_gt(distance_at(&m, i / 400.0), 1e-14, "case %d", k);
        met += does;
    }
    cr_assert_gt(met, 100, "%d", met);
}

Test(rod_crossing, end_to_end_on_one_line)
{
    meeting m = {{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}},
                 {{0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}},
                 {{1.125, 0.0, 0.0}, {2.0, 0.0, 0.0}},
                 {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
    bl_rod_crossing at;
    cr_assert(crosses(&m, &at));
    cr_assert_float_eq(at.time, 0.25, 1e-13);
    cr_assert_eq(at.s, 1.0);
    cr_assert_eq(at.t, 0.0);
    cr_assert_float_eq(at.normal.x, -1.0, 1e-12);
}

Test(rod_crossing, segments_without_length)
{
    meeting m = cross(2.0);
    bl_rod_crossing at;
    m.a[0] = m.a[1] = v3(0.0, 0.0, 1.0);
    cr_assert(crosses(&m, &at)); // a point falls on a segment
    cr_assert_float_eq(at.time, 0.5, 1e-13);
    m.b[0] = m.b[1] = v3(0.0, 0.0, 0.0);
    cr_assert(crosses(&m, &at)); // on a point
    cr_assert_float_eq(at.time, 0.5, 1e-13);
    m.b[0] = m.b[1] = v3(0.0, 1e-9, 0.0);
    cr_assert_not(crosses(&m, &at)); // beside it
    m.da[0] = m.da[1] = v3_zero();
    cr_assert_not(crosses(&m, &at)); // nothing moves
}

// A swings through the direction of B, above it.
Test(rod_crossing, turning_through_parallel_is_no_meeting)
{
    meeting m = {{{-1.0, -0.5, 0.01}, {1.0, 0.5, 0.01}},
                 {{0.0, 1.0, 0.0}, {0.0, -1.0, 0.0}},
                 {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}},
                 {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
    bl_rod_crossing at;
    cr_assert_not(crosses(&m, &at));
    m.da[0].z = m.da[1].z = -0.02; // through it meanwhile, at the moment when they are parallel
    cr_assert(crosses(&m, &at));
    cr_assert_float_eq(at.time, 0.5, 1e-7); // directions closer than 3e-8 count as the same
    cr_assert_float_eq(at.normal.z, 1.0, 1e-4);
}

Test(rod_crossing, near_misses_are_none)
{
    for (double miss = 1e-3; miss > 1e-12; miss *= 0.1) {
        meeting past_end = cross(2.0), parallel = cross(2.0);
        past_end.a[0].x = miss;
        parallel.b[0] = v3(-1.0, miss, 0.0);
        parallel.b[1] = v3(1.0, miss, 0.0);
        bl_rod_crossing at;
        cr_assert_not(crosses(&past_end, &at), "%g", miss);
        cr_assert_not(crosses(&parallel, &at), "%g", miss);
    }
}

// At a node between two segments at least one of them is met, in whatever direction and place.
Test(rod_crossing, nothing_slips_through_a_node)
{
    uint64_t state = 6;
    for (int k = 0; k < 2000; k++) {
        meeting m = random_motion(&state, 0.5), n;
        make_meet(&m, 1.0, 0.5, 0.5);
        n = m;
        n.a[0] = m.a[1];
        n.da[0] = m.da[1];
        n.a[1] = v3_add(v3_scale(2.0, m.a[1]), v3_neg(m.a[0])); // straight on
        n.da[1] = v3_add(v3_scale(2.0, m.da[1]), v3_neg(m.da[0]));
        bl_rod_crossing at;
        cr_assert(crosses(&m, &at) || crosses(&n, &at), "case %d", k);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Sides
// ---------------------------------------------------------------------------------------------------------------------

Test(rod_crossing, side_changes_when_they_pass_through)
{
    meeting m = cross(3.0);
    belay_vec3 after[2] = {v3_add(m.a[0], m.da[0]), v3_add(m.a[1], m.da[1])};
    cr_assert_float_eq(bl_segments_side(m.a, m.b), 1.0, 1e-15);
    cr_assert_float_eq(bl_segments_side(after, m.b), -2.0, 1e-15);
    cr_assert_float_eq(bl_segments_side(m.b, m.a), 1.0, 1e-15);
}

// |side| = distance of the lines times sine of their angle; its sign that of the contact's normal on (u x v).
Test(rod_crossing, side_is_that_of_the_normal)
{
    uint64_t state = 7;
    for (int k = 0; k < 1000; k++) {
        meeting m = random_motion(&state, 0.0);
        bl_rod_closest_points p;
        cr_assert(bl_rod_closest(m.a, m.b, 0.0, BL_ROD_ANY_APART, &p));
        if (p.s <= 0.0 || p.s >= 1.0 || p.t <= 0.0 || p.t >= 1.0) continue;
        belay_vec3 n = bl_rod_normal(m.a, m.b, &p);
        belay_vec3 u = v3_normalize_or(v3_sub(m.a[1], m.a[0]), v3_zero());
        belay_vec3 v = v3_normalize_or(v3_sub(m.b[1], m.b[0]), v3_zero());
        cr_assert_float_eq(bl_segments_side(m.a, m.b), p.distance * v3_dot(n, v3_cross(u, v)), 1e-12);
    }
}

Test(rod_crossing, parallel_segments_have_no_side)
{
    const belay_vec3 a[2] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, b[2] = {{0.0, 1.0, 0.0}, {2.0, 1.0, 0.0}};
    const belay_vec3 point[2] = {{0.0, 1.0, 0.0}, {0.0, 1.0, 0.0}};
    cr_assert_eq(bl_segments_side(a, b), 0.0);
    cr_assert_eq(bl_segments_side(a, point), 0.0);
}

// ---------------------------------------------------------------------------------------------------------------------
// Chains
// ---------------------------------------------------------------------------------------------------------------------

#define NODES 41

static void random_chain(belay_vec3* nodes, belay_vec3* travel, uint64_t* state, double step)
{
    nodes[0] = chance_vector(state, 0.5);
    for (int k = 0; k < NODES; k++) {
        if (k > 0) nodes[k] = v3_add(nodes[k - 1], chance_vector(state, step));
        travel[k] = chance_vector(state, 0.3);
    }
}

// All pairs that cross, tried one by one, and at least `exclusion` apart when the chains are the same.
static int count_all(const bl_rod_chain* a, const bl_rod_chain* b, double exclusion)
{
    int count = 0;
    for (uint32_t i = 0; i < a->segment_count; i++)
        for (uint32_t j = a == b ? i + 1 : 0; j < b->segment_count; j++) {
            bl_rod_crossing at;
            if (!bl_segments_cross(&a->nodes[i], &a->travel[i], &b->nodes[j], &b->travel[j], &at)) continue;
            double way = a->segment_length * ((double)j + at.t - (double)i - at.s);
            if (a != b || way >= exclusion) count++;
        }
    return count;
}

static int count_found(const bl_rod_chain* a, const bl_rod_chain* b, double exclusion)
{
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider collider = {.allocator = &allocator};
    cr_assert(bl_find_crossings(&collider, a, b, exclusion));
    int count = (int)arrlen(collider.contacts);
    for (int k = 1; k < count; k++)
        cr_assert_leq(collider.contacts[k - 1].segment_a, collider.contacts[k].segment_a);
    bl_rod_collider_fini(&collider);
    return count;
}

Test(rod_crossing, chains_find_every_pair)
{
    uint64_t state = 8;
    int total = 0;
    for (int k = 0; k < 200; k++) {
        belay_vec3 nodes[2][NODES], travel[2][NODES];
        bl_rod_chain chains[2];
        for (int c = 0; c < 2; c++) {
            random_chain(nodes[c], travel[c], &state, 0.3);
            chains[c] = (bl_rod_chain){nodes[c], travel[c], NODES - 1, 0.01, 0.2};
        }
        cr_assert_eq(count_found(&chains[0], &chains[1], 0.0), count_all(&chains[0], &chains[1], 0.0), "case %d", k);
        cr_assert_eq(count_found(&chains[0], &chains[0], 0.5), count_all(&chains[0], &chains[0], 0.5), "case %d", k);
        total += count_all(&chains[0], &chains[1], 0.0);
    }
    cr_assert_gt(total, 100, "%d", total);
}

// Two straight rods in a cross: the one falls through the other at a node of both.
Test(rod_crossing, crossing_at_nodes_is_found_once)
{
    belay_vec3 a[3] = {{-1.0, 0.0, 0.3}, {0.0, 0.0, 0.3}, {1.0, 0.0, 0.3}}, b[3], down[3];
    for (int k = 0; k < 3; k++) {
        b[k] = v3(0.0, a[k].x, 0.0);
        down[k] = v3(0.0, 0.0, -0.5);
    }
    bl_rod_chain chains[2] = {{a, down, 2, 0.1, 1.0}, {b, NULL, 2, 0.05, 1.0}};
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider collider = {.allocator = &allocator};
    cr_assert(bl_find_crossings(&collider, &chains[0], &chains[1], 0.0));
    cr_assert_eq(arrlen(collider.contacts), 1);
    bl_rod_contact* c = &collider.contacts[0];
    cr_assert(c->segment_a == 0 && c->s == 1.0 && c->segment_b == 0 && c->t == 1.0);
    cr_assert_float_eq(c->normal.z, 1.0, 1e-12);
    cr_assert_float_eq(c->gap, 0.3 - 0.15, 1e-12);
    bl_rod_collider_fini(&collider);
}

Test(rod_crossing, rest_and_common_motion_cross_nothing)
{
    uint64_t state = 9;
    belay_vec3 nodes[NODES], travel[NODES];
    random_chain(nodes, travel, &state, 0.2);
    for (int k = 0; k < NODES; k++)
        travel[k] = v3(5.0, -3.0, 7.0);
    bl_rod_chain moving = {nodes, travel, NODES - 1, 0.01, 0.2}, resting = {nodes, NULL, NODES - 1, 0.01, 0.2};
    cr_assert_eq(count_found(&moving, &moving, 0.1), 0);
    cr_assert_eq(count_found(&resting, &resting, 0.1), 0);
}
