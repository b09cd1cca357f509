// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contacts of rods: the closest places of two segments, also as they turn through parallel, and the contacts of whole
// chains against what single segments report.

#include "contact/rod_contact.h"
#include "contact/rod_contact_closest.h"
#include "core/alloc.h"
#include "math/quat.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

#define PI 3.14159265358979323846
#define MAX_NODES 401
#define EXCESS 1e-3 // of the radii's sum, by which a gap may be larger than the least

static double random_between(uint64_t* state, double low, double high)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * ((double)(*state >> 11) / 9007199254740992.0);
}

static belay_vec3 random_vector(uint64_t* state, double size)
{
    double x = random_between(state, -size, size), y = random_between(state, -size, size);
    return v3(x, y, random_between(state, -size, size));
}

// ---------------------------------------------------------------------------------------------------------------------
// Two segments
// ---------------------------------------------------------------------------------------------------------------------

static double distance_to_segment(belay_vec3 x, const belay_vec3* b)
{
    belay_vec3 v = v3_sub(b[1], b[0]);
    double square = v3_length_squared(v), t = square > 0.0 ? v3_dot(v3_sub(x, b[0]), v) / square : 0.0;
    return v3_distance(x, bl_rod_point(b, fmin(1.0, fmax(0.0, t))));
}

// The distance of a point to B is convex along A: golden section.
static double least_distance(const belay_vec3* a, const belay_vec3* b)
{
    const double ratio = 0.61803398874989485;
    double low = 0.0, high = 1.0;
    for (int k = 0; k < 80; k++) {
        double x = high - ratio * (high - low), y = low + ratio * (high - low);
        if (distance_to_segment(bl_rod_point(a, x), b) < distance_to_segment(bl_rod_point(a, y), b))
            high = y;
        else
            low = x;
    }
    double inner = distance_to_segment(bl_rod_point(a, 0.5 * (low + high)), b);
    return fmin(inner, fmin(distance_to_segment(a[0], b), distance_to_segment(a[1], b)));
}

static bl_rod_places closest(const belay_vec3* a, const belay_vec3* b, double thickness)
{
    bl_rod_places p;
    cr_assert(bl_rod_closest(a, b, thickness, BL_ROD_ANY_APART, &p));
    cr_assert(p.s >= 0.0 && p.s <= 1.0 && p.t >= 0.0 && p.t <= 1.0);
    cr_assert_leq(v3_distance(p.between, v3_sub(bl_rod_point(a, p.s), bl_rod_point(b, p.t))), 1e-15);
    return p;
}

static double sine_between(const belay_vec3* a, const belay_vec3* b)
{
    belay_vec3 u = v3_sub(a[1], a[0]), v = v3_sub(b[1], b[0]);
    return v3_length(v3_cross(u, v)) / (v3_length(u) * v3_length(v));
}

// Random segments, of any angle or nearly parallel, apart by more than the thickness.
static void random_segments(uint64_t* state, double turn, belay_vec3 a[2], belay_vec3 b[2])
{
    belay_vec3 along = random_vector(state, 1.0);
    a[0] = random_vector(state, 1.0);
    a[1] = v3_add(a[0], along);
    b[0] = v3_add(a[0], random_vector(state, 0.5));
    b[1] = v3_add_scaled(b[0], random_between(state, -2.0, 2.0), v3_add(along, random_vector(state, turn)));
}

Test(rod_contact, crossing_segments_have_the_least_distance)
{
    uint64_t state = 1;
    for (int k = 0; k < 5000; k++) {
        belay_vec3 a[2], b[2];
        random_segments(&state, 3.0, a, b);
        double thickness = random_between(&state, 0.0, 0.2), least = least_distance(a, b);
        bl_rod_places exact = closest(a, b, 0.0), p = closest(a, b, thickness);
        cr_assert_float_eq(exact.distance, least, 1e-9, "case %d: %g %g", k, exact.distance, least);
        if (sine_between(a, b) > 0.3) cr_assert_float_eq(p.distance, exact.distance, 1e-14);
    }
}

Test(rod_contact, near_parallel_segments_exceed_it_by_little)
{
    uint64_t state = 2;
    double worst = 0.0;
    for (int k = 0; k < 20000; k++) {
        belay_vec3 a[2], b[2];
        random_segments(&state, pow(10.0, random_between(&state, -6.0, 0.0)), a, b);
        double least = closest(a, b, 0.0).distance, thickness = random_between(&state, 0.1, 1.0) * least;
        double excess = (closest(a, b, thickness).distance - least) / thickness;
        cr_assert(excess >= -1e-12 && excess <= EXCESS, "case %d: %g", k, excess);
        worst = fmax(worst, excess);
    }
    cr_assert_gt(worst, 0.1 * EXCESS); // the bound is one
}

Test(rod_contact, parallel_segments_meet_in_the_middle_of_the_facing_part)
{
    const belay_vec3 a[2] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    for (int k = -8; k <= 8; k++) {
        double shift = 0.1 * k, low = fmax(0.0, shift), high = fmin(1.0, 1.0 + shift);
        const belay_vec3 b[2] = {{shift, 0.0, 0.3}, {1.0 + shift, 0.0, 0.3}}, c[2] = {b[1], b[0]};
        bl_rod_places p = closest(a, b, 0.2), q = closest(a, c, 0.2);
        cr_assert_float_eq(p.s, 0.5 * (low + high), 1e-3);
        cr_assert_float_eq(p.t, 0.5 * (low + high) - shift, 1e-3);
        cr_assert_float_eq(p.distance, 0.3, 1e-6);
        cr_assert_float_eq(q.s, p.s, 1e-12);
        cr_assert_float_eq(q.t, 1.0 - p.t, 1e-12);
    }
}

// A turns through the direction of B in their common plane: its place goes from the one end to the other, by steps that
// are in proportion to those of the angle.
Test(rod_contact, places_move_continuously_through_parallel)
{
    const belay_vec3 b[2] = {{0.0, 0.0, 0.0}, {0.02, 0.0, 0.0}};
    const double thickness = 0.01, limit = 4.0 * EXCESS * thickness / 0.02; // at which the end is reached
    const int steps = 4000;
    double last = 1.0;
    for (int k = 0; k <= steps; k++) {
        double angle = 1.2 * limit * (2.0 * k / steps - 1.0);
        const belay_vec3 a[2] = {{0.0, 0.0, 0.01 - 0.01 * angle}, {0.02, 0.0, 0.01 + 0.01 * angle}};
        bl_rod_places p = closest(a, b, thickness);
        double bound = 1.01 * 2.4 * limit / steps / (2.0 * limit); // the slope d s / d angle = 1 / (2 limit)
        cr_assert(last - p.s >= -1e-12 && last - p.s <= bound, "step %d: %g", k, last - p.s);
        cr_assert_float_eq(p.s, p.t, 1e-3);
        if (k == 0) cr_assert_eq(p.s, 1.0);
        last = p.s;
    }
    cr_assert_eq(last, 0.0);
}

// The same for any near-parallel pair: a small change of the segments changes the places by no more than what the
// softness lets through.
Test(rod_contact, places_change_little_with_the_segments)
{
    uint64_t state = 3;
    const double change = 1e-9, length = 0.02, thickness = 0.01;
    double worst = 0.0;
    for (int k = 0; k < 20000; k++) {
        belay_vec3 u = v3_normalize_or(random_vector(&state, 1.0), v3(1.0, 0.0, 0.0));
        belay_vec3 across = v3_any_orthogonal(u), a[2] = {v3_zero(), v3_scale(length, u)}, b[2], c[2];
        belay_vec3 turn = random_vector(&state, pow(10.0, random_between(&state, -6.0, -0.5)));
        b[0] = v3_add_scaled(v3_scale(random_between(&state, -length, length), u), thickness, across);
        b[1] = v3_add_scaled(b[0], length, v3_add(u, turn));
        for (int i = 0; i < 2; i++)
            c[i] = v3_add(b[i], random_vector(&state, change));
        bl_rod_places p = closest(a, b, thickness), q = closest(a, c, thickness);
        worst = fmax(worst, fmax(fabs(p.s - q.s), fabs(p.t - q.t)));
    }
    // The gradient changes by some change * 3 (length + thickness), the softness is 4 h (thickness / length)^2.
    double slope = 6.0 * (length + thickness) / (4.0 * EXCESS * thickness * thickness);
    cr_assert_leq(worst, slope * change, "%g > %g", worst, slope * change);
}

Test(rod_contact, closest_places_are_the_same_when_exchanged_and_moved)
{
    uint64_t state = 4;
    for (int k = 0; k < 5000; k++) {
        belay_vec3 a[2], b[2], ra[2], rb[2];
        random_segments(&state, pow(10.0, random_between(&state, -4.0, 0.5)), a, b);
        belay_quat q = belay_quat_from_axis_angle(random_vector(&state, 1.0), random_between(&state, 0.0, 6.0));
        belay_vec3 offset = random_vector(&state, 2.0);
        for (int i = 0; i < 2; i++) {
            ra[i] = v3_add(offset, q_rotate(q, a[i]));
            rb[i] = v3_add(offset, q_rotate(q, b[i]));
        }
        bl_rod_places p = closest(a, b, 0.3), swapped = closest(b, a, 0.3), moved = closest(ra, rb, 0.3);
        cr_assert_float_eq(p.distance, swapped.distance, 1e-12);
        cr_assert_float_eq(p.distance, moved.distance, 1e-12);
        cr_assert(fabs(p.s - swapped.t) < 1e-9 && fabs(p.t - swapped.s) < 1e-9);
        cr_assert(fabs(p.s - moved.s) < 1e-8 && fabs(p.t - moved.t) < 1e-8);
        belay_vec3 n = bl_rod_normal(a, b, &p), m = bl_rod_normal(b, a, &swapped);
        cr_assert_leq(v3_length(v3_add(n, m)), 1e-8);
        cr_assert_leq(v3_distance(bl_rod_normal(ra, rb, &moved), q_rotate(q, n)), 1e-7);
    }
}

// Against a grid of places that are apart enough.
Test(rod_contact, places_too_near_along_the_rod_are_left_out)
{
    uint64_t state = 5;
    for (int k = 0; k < 300; k++) {
        belay_vec3 a[2], b[2];
        random_segments(&state, 3.0, a, b);
        double apart = random_between(&state, -1.0, 1.0), least = INFINITY;
        bl_rod_places p;
        cr_assert(bl_rod_closest(a, b, 0.0, apart, &p));
        cr_assert_geq(p.t - p.s, apart - 1e-12);
        for (int i = 0; i <= 100; i++)
            for (int j = 0; j <= 100; j++)
                if (j - i >= 100.0 * apart)
                    least = fmin(least, v3_distance(bl_rod_point(a, i / 100.0), bl_rod_point(b, j / 100.0)));
        cr_assert_leq(p.distance, least + 1e-12, "case %d", k);
        if (least < INFINITY) cr_assert_geq(p.distance, least - 0.05 * (v3_distance(a[0], a[1]) + 2.0), "case %d", k);
        cr_assert_not(bl_rod_closest(a, b, 0.0, 1.0 + 1e-9, &p));
    }
}

static void check_meeting(const belay_vec3* a, const belay_vec3* b)
{
    bl_rod_places p = closest(a, b, 0.0);
    belay_vec3 n = bl_rod_normal(a, b, &p);
    cr_assert_leq(p.distance, 1e-15);
    cr_assert_float_eq(v3_length(n), 1.0, 1e-14);
    cr_assert_leq(fabs(v3_dot(n, v3_sub(a[1], a[0]))), 1e-14);
    cr_assert_leq(fabs(v3_dot(n, v3_sub(b[1], b[0]))), 1e-14);
}

Test(rod_contact, segments_that_meet_have_a_normal_to_both)
{
    const belay_vec3 x[2] = {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, y[2] = {{0.0, -1.0, 0.0}, {0.0, 1.0, 0.0}};
    const belay_vec3 beyond[2] = {{1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}}, point[2] = {{0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}};
    check_meeting(x, y);
    check_meeting(x, x);
    check_meeting(x, beyond);
    check_meeting(x, point);
    check_meeting(point, point);
}

Test(rod_contact, segment_without_length_is_a_point)
{
    const belay_vec3 point[2] = {{0.25, 0.0, 2.0}, {0.25, 0.0, 2.0}}, x[2] = {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    bl_rod_places p = closest(point, x, 0.1);
    cr_assert_float_eq(p.distance, 2.0, 1e-15);
    cr_assert_float_eq(p.t, 0.625, 1e-15);
    cr_assert_float_eq(closest(point, point, 0.1).distance, 0.0, 0.0);
}

Test(rod_contact, bad_numbers_have_no_places)
{
    const belay_vec3 x[2] = {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, bad[2] = {{NAN, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    bl_rod_places p;
    cr_assert_not(bl_rod_closest(x, bad, 0.1, BL_ROD_ANY_APART, &p));
    cr_assert_not(bl_rod_closest(bad, x, 0.1, 0.0, &p));
    cr_assert_not(bl_rod_closest(x, x, 0.1, NAN, &p));
}

// ---------------------------------------------------------------------------------------------------------------------
// Chains against single segments
// ---------------------------------------------------------------------------------------------------------------------

typedef struct rope {
    belay_vec3 nodes[MAX_NODES], travel[MAX_NODES];
    bl_rod_chain chain;
} rope;

static void rope_init(rope* r, uint32_t segment_count, double radius, double segment_length)
{
    r->chain = (bl_rod_chain){r->nodes, NULL, segment_count, radius, segment_length};
}

// A smooth random walk within a ball, so that it comes near itself often.
static void rope_wander(rope* r, uint64_t* state, uint32_t segment_count, double ball, double travel)
{
    belay_vec3 along = v3(1.0, 0.0, 0.0);
    rope_init(r, segment_count, 0.25, 1.0);
    r->chain.travel = r->travel;
    r->nodes[0] = random_vector(state, 0.3 * ball);
    for (uint32_t i = 0; i <= segment_count; i++) {
        r->travel[i] = random_vector(state, travel);
        if (i == 0) continue;
        belay_vec3 inwards = v3_scale(-0.5 / ball, r->nodes[i - 1]);
        along = v3_normalize_or(v3_add(v3_add(along, inwards), random_vector(state, 0.8)), along);
        r->nodes[i] = v3_add(r->nodes[i - 1], along);
    }
}

// One segment of a chain by itself; of a chain with itself, placed so that the indices are the same.
static bl_rod_chain segment_of(const bl_rod_chain* chain, uint32_t i)
{
    bl_rod_chain r = *chain;
    r.nodes += i;
    r.travel += chain->travel != NULL ? i : 0;
    r.segment_count = 1;
    return r;
}

static bl_rod_collider collider_make(const belay_allocator* allocator)
{
    bl_rod_collider c;
    memset(&c, 0, sizeof c);
    c.allocator = allocator;
    return c;
}

static const bl_rod_contact* find(const bl_rod_collider* c, const bl_rod_contact* k)
{
    for (ptrdiff_t n = 0; n < arrlen(c->contacts); n++)
        if (memcmp(&c->contacts[n], k, sizeof *k) == 0) return &c->contacts[n];
    return NULL;
}

// Whether some contact within a few segments of the pair has a gap that is not larger.
static bool is_covered(const bl_rod_collider* c, uint32_t i, uint32_t j, double gap)
{
    for (ptrdiff_t n = 0; n < arrlen(c->contacts); n++) {
        const bl_rod_contact* k = &c->contacts[n];
        bool is_near = fabs((double)k->segment_a - i) <= 3.0 && fabs((double)k->segment_b - j) <= 3.0;
        if (is_near && k->gap <= gap + 4.0 * EXCESS * 0.5) return true;
    }
    return false;
}

// Each pair by itself. What is well within both segments is a contact of the chains, bit for bit; the others are
// covered.
static int check_pair(const bl_rod_collider* c, const rope* a, const rope* b, uint32_t i, uint32_t j, double margin)
{
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider single = collider_make(&allocator);
    bl_rod_chain one = segment_of(&a->chain, i), other = segment_of(&b->chain, j);
    cr_assert(bl_collide_rods(&single, &one, &other, margin));
    int count = (int)arrlen(single.contacts);
    if (count == 1) {
        bl_rod_contact k = single.contacts[0];
        k.segment_a += i;
        k.segment_b += j;
        bool is_within = fabs(k.s - 0.5) < 0.45 && fabs(k.t - 0.5) < 0.45;
        if (is_within) cr_assert_not_null(find(c, &k), "%u %u", i, j);
        cr_assert(is_covered(c, i, j, k.gap), "%u %u: %g", i, j, k.gap);
    }
    bl_rod_collider_fini(&single);
    return count;
}

static void check_order(const bl_rod_collider* c)
{
    for (ptrdiff_t n = 1; n < arrlen(c->contacts); n++) {
        const bl_rod_contact *x = &c->contacts[n - 1], *y = &c->contacts[n];
        bool is_before = x->segment_a < y->segment_a || (x->segment_a == y->segment_a && x->s < y->s) ||
                         (x->segment_a == y->segment_a && x->s == y->s && x->segment_b < y->segment_b) ||
                         (x->segment_a == y->segment_a && x->s == y->s && x->segment_b == y->segment_b && x->t < y->t);
        cr_assert(is_before, "contacts %td and %td", n - 1, n);
    }
}

Test(rod_contact, two_rods_have_the_contacts_of_their_segments)
{
    uint64_t state = 6;
    int reports = 0;
    for (int k = 0; k < 40; k++) {
        rope a, b;
        rope_wander(&a, &state, 40, 3.0, 0.3);
        rope_wander(&b, &state, 25, 3.0, 0.3);
        belay_allocator allocator = bl_allocator_default();
        bl_rod_collider c = collider_make(&allocator);
        cr_assert(bl_collide_rods(&c, &a.chain, &b.chain, 0.1));
        check_order(&c);
        for (uint32_t i = 0; i < 40; i++)
            for (uint32_t j = 0; j < 25; j++)
                reports += check_pair(&c, &a, &b, i, j, 0.1);
        bl_rod_collider_fini(&c);
    }
    cr_assert_gt(reports, 1000);
}

Test(rod_contact, rod_with_itself_has_the_contacts_of_its_segments)
{
    uint64_t state = 7;
    int reports = 0;
    for (int k = 0; k < 40; k++) {
        rope a;
        rope_wander(&a, &state, 60, 3.0, 0.3);
        belay_allocator allocator = bl_allocator_default();
        bl_rod_collider c = collider_make(&allocator);
        cr_assert(bl_collide_rod_self(&c, &a.chain, 3.0, 0.1));
        check_order(&c);
        for (uint32_t i = 0; i < 60; i++)
            for (uint32_t j = i + 4; j < 60; j++)
                reports += check_pair(&c, &a, &a, i, j, 0.1);
        bl_rod_collider_fini(&c);
    }
    cr_assert_gt(reports, 1000);
}

static belay_vec3 place_on(const bl_rod_chain* chain, uint32_t i, double s)
{
    return bl_rod_point(&chain->nodes[i], s);
}

// Distance of a place on the chain, `way` segments after (i, s), to x.
static double distance_after(const bl_rod_chain* chain, uint32_t i, double s, double way, belay_vec3 x)
{
    double at = fmin(fmax(i + s + way, 0.0), chain->segment_count);
    uint32_t k = (uint32_t)fmin(at, chain->segment_count - 1.0);
    return v3_distance(place_on(chain, k, at - k), x);
}

// The places are where the contact says, and nothing near along either chain is nearer but by what the softness allows
// to rods that overlap by less than half.
Test(rod_contact, contacts_are_local_minima_over_the_chains)
{
    uint64_t state = 8;
    int count = 0;
    for (int k = 0; k < 100; k++) {
        rope a, b;
        rope_wander(&a, &state, 40, 3.0, 0.0);
        rope_wander(&b, &state, 40, 3.0, 0.0);
        belay_allocator allocator = bl_allocator_default();
        bl_rod_collider c = collider_make(&allocator);
        cr_assert(bl_collide_rods(&c, &a.chain, &b.chain, 0.3));
        for (ptrdiff_t n = 0; n < arrlen(c.contacts); n++, count++) {
            const bl_rod_contact* m = &c.contacts[n];
            belay_vec3 p = place_on(&a.chain, m->segment_a, m->s), q = place_on(&b.chain, m->segment_b, m->t);
            double distance = v3_distance(p, q);
            cr_assert_float_eq(m->gap, distance - 0.5, 1e-12);
            if (distance > 1e-3) cr_assert_leq(v3_distance(v3_scale(distance, m->normal), v3_sub(p, q)), 1e-12);
            for (double way = -0.01; way < 0.02 && distance > 0.25; way += 0.02) {
                double slope_a = (distance_after(&a.chain, m->segment_a, m->s, way, q) - distance) / 0.01;
                double slope_b = (distance_after(&b.chain, m->segment_b, m->t, way, p) - distance) / 0.01;
                double slack = 8.0 * EXCESS * 0.25 / distance;
                cr_assert(slope_a >= -slack && slope_b >= -slack, "%g %g d %g: %u %g %u %g", slope_a, slope_b, distance,
                          m->segment_a, m->s, m->segment_b, m->t);
            }
        }
        bl_rod_collider_fini(&c);
    }
    cr_assert_gt(count, 1000);
}

// What the cutoff promises: a pair without a report is further apart than the margin all through the step.
Test(rod_contact, no_pair_without_report_comes_within_the_margin)
{
    uint64_t state = 9;
    const double margin = 0.05;
    int unreported = 0, reported = 0;
    for (int k = 0; k < 4000; k++) {
        rope a, b;
        rope_wander(&a, &state, 1, 4.0, 0.6);
        rope_wander(&b, &state, 1, 4.0, 0.6);
        belay_allocator allocator = bl_allocator_default();
        bl_rod_collider c = collider_make(&allocator);
        cr_assert(bl_collide_rods(&c, &a.chain, &b.chain, margin));
        bool is_reported = arrlen(c.contacts) == 1;
        bl_rod_collider_fini(&c);
        reported += is_reported;
        unreported += !is_reported;
        for (int time = 0; time <= 50 && !is_reported; time++) {
            belay_vec3 x[2], y[2];
            for (int i = 0; i < 2; i++) {
                x[i] = v3_add_scaled(a.nodes[i], time / 50.0, a.travel[i]);
                y[i] = v3_add_scaled(b.nodes[i], time / 50.0, b.travel[i]);
            }
            cr_assert_gt(least_distance(x, y) - 0.5, margin - EXCESS * 0.5, "case %d", k);
        }
    }
    cr_assert(reported > 500 && unreported > 500, "%d %d", reported, unreported);
}

Test(rod_contact, common_motion_brings_no_contact)
{
    uint64_t state = 10;
    rope a, b;
    rope_wander(&a, &state, 40, 3.0, 0.0);
    rope_wander(&b, &state, 40, 3.0, 0.0);
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider rest = collider_make(&allocator), moving = collider_make(&allocator);
    cr_assert(bl_collide_rods(&rest, &a.chain, &b.chain, 0.1));
    for (int i = 0; i < 41; i++)
        a.travel[i] = b.travel[i] = v3(8.0, 4.0, -16.0);
    cr_assert(bl_collide_rods(&moving, &a.chain, &b.chain, 0.1));
    cr_assert_eq(arrlen(rest.contacts), arrlen(moving.contacts));
    cr_assert_gt(arrlen(rest.contacts), 0);
    bl_rod_collider_fini(&rest);
    bl_rod_collider_fini(&moving);
}

Test(rod_contact, exchanged_rods_have_the_mirrored_contacts)
{
    uint64_t state = 11;
    for (int k = 0; k < 50; k++) {
        rope a, b;
        rope_wander(&a, &state, 30, 3.0, 0.2);
        rope_wander(&b, &state, 30, 3.0, 0.2);
        belay_allocator allocator = bl_allocator_default();
        bl_rod_collider c = collider_make(&allocator), d = collider_make(&allocator);
        cr_assert(bl_collide_rods(&c, &a.chain, &b.chain, 0.1));
        cr_assert(bl_collide_rods(&d, &b.chain, &a.chain, 0.1));
        cr_assert_eq(arrlen(c.contacts), arrlen(d.contacts), "case %d", k);
        for (ptrdiff_t n = 0; n < arrlen(c.contacts); n++) {
            bool is_there = false;
            for (ptrdiff_t m = 0; m < arrlen(d.contacts); m++) {
                const bl_rod_contact *x = &c.contacts[n], *y = &d.contacts[m];
                is_there = is_there ||
                           (x->segment_a == y->segment_b && x->segment_b == y->segment_a && fabs(x->s - y->t) < 1e-9 &&
                            fabs(x->gap - y->gap) < 1e-12 && v3_length(v3_add(x->normal, y->normal)) < 1e-9);
            }
            cr_assert(is_there, "case %d contact %td", k, n);
        }
        bl_rod_collider_fini(&c);
        bl_rod_collider_fini(&d);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Shapes
// ---------------------------------------------------------------------------------------------------------------------

static void straight(rope* r, belay_vec3 start, belay_vec3 way, uint32_t segment_count, double radius)
{
    rope_init(r, segment_count, radius, v3_length(way));
    for (uint32_t i = 0; i <= segment_count; i++)
        r->nodes[i] = v3_add_scaled(start, i, way);
}

// Two strands beside each other, B shifted by a part of a segment: each segment of either is supported, at the right
// distance, and the places are all apart.
Test(rod_contact, parallel_strands_touch_along_all_their_length)
{
    for (int k = 0; k < 10; k++) {
        double shift = 0.1 * k;
        rope a, b;
        straight(&a, v3_zero(), v3(1.0, 0.0, 0.0), 20, 0.2);
        straight(&b, v3(shift, 0.0, 0.4), v3(1.0, 0.0, 0.0), 20, 0.2);
        belay_allocator allocator = bl_allocator_default();
        bl_rod_collider c = collider_make(&allocator);
        cr_assert(bl_collide_rods(&c, &a.chain, &b.chain, 0.01));
        bool has_a[20] = {false}, has_b[20] = {false};
        double last = -1.0;
        for (ptrdiff_t n = 0; n < arrlen(c.contacts); n++) {
            const bl_rod_contact* m = &c.contacts[n];
            cr_assert_leq(fabs(m->gap), 1e-6);
            cr_assert_gt(m->segment_a + m->s, last + 0.04, "shift %g: %g after %g", shift, m->segment_a + m->s, last);
            last = m->segment_a + m->s;
            has_a[m->segment_a] = has_b[m->segment_b] = true;
        }
        for (int i = 0; i < 20; i++)
            cr_assert(has_a[i] && has_b[i], "shift %g segment %d", shift, i);
        cr_assert_leq(arrlen(c.contacts), 40);
        bl_rod_collider_fini(&c);
    }
}

// Helices about one axis, half a turn apart: the strands of a plectoneme.
Test(rod_contact, wound_strands_touch_along_all_their_length)
{
    rope a, b;
    const double radius = 1.0, pitch = 12.0, step = 0.25 * PI;
    double length = hypot(radius * step, pitch * step / (2.0 * PI));
    rope_init(&a, 80, 1.0, length);
    rope_init(&b, 80, 1.0, length);
    for (int i = 0; i <= 80; i++) {
        double angle = i * step, other = angle + 0.3 * step;
        a.nodes[i] = v3(radius * cos(angle), radius * sin(angle), pitch * angle / (2.0 * PI));
        b.nodes[i] = v3(-radius * cos(other), -radius * sin(other), pitch * other / (2.0 * PI));
    }
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider c = collider_make(&allocator);
    cr_assert(bl_collide_rods(&c, &a.chain, &b.chain, 0.1));
    bool has_a[80] = {false}, has_b[80] = {false};
    for (ptrdiff_t n = 0; n < arrlen(c.contacts); n++)
        has_a[c.contacts[n].segment_a] = has_b[c.contacts[n].segment_b] = true;
    for (int i = 1; i < 79; i++)
        cr_assert(has_a[i] && has_b[i], "segment %d", i);
    bl_rod_collider_fini(&c);
}

// The tip of a bend touches a straight rod: both its segments report it, and it is one contact.
Test(rod_contact, shared_node_is_one_contact)
{
    rope a, b;
    straight(&b, v3(-2.5, 0.1, 0.0), v3(1.0, 0.0, 0.0), 5, 0.2);
    rope_init(&a, 4, 0.2, 1.0);
    const belay_vec3 nodes[5] = {
        {0.0, -1.8, 1.2}, {0.0, -0.9, 0.8}, {0.0, 0.1, 0.39}, {0.0, 1.1, 0.8}, {0.0, 2.0, 1.2}};
    memcpy(a.nodes, nodes, sizeof nodes);
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider c = collider_make(&allocator);
    cr_assert(bl_collide_rods(&c, &a.chain, &b.chain, 0.05));
    cr_assert_eq(arrlen(c.contacts), 1);
    cr_assert(c.contacts[0].segment_a == 1 && c.contacts[0].s == 1.0);
    cr_assert(c.contacts[0].segment_b == 2 && fabs(c.contacts[0].t - 0.5) < 1e-12);
    cr_assert_float_eq(c.contacts[0].gap, -0.01, 1e-12);
    cr_assert_float_eq(c.contacts[0].normal.z, 1.0, 1e-12);
    cr_assert(bl_collide_rods(&c, &b.chain, &a.chain, 0.05));
    cr_assert_eq(arrlen(c.contacts), 1);
    cr_assert(c.contacts[0].segment_b == 1 && c.contacts[0].t == 1.0);
    bl_rod_collider_fini(&c);
}

// Node above node: four pairs report it.
Test(rod_contact, node_on_node_is_one_contact)
{
    rope a, b;
    rope_init(&a, 2, 0.2, 1.0);
    rope_init(&b, 2, 0.2, 1.0);
    const belay_vec3 above[3] = {{-0.9, 0.0, 0.8}, {0.0, 0.0, 0.4}, {0.9, 0.0, 0.8}};
    const belay_vec3 below[3] = {{0.0, -0.9, -0.4}, {0.0, 0.0, 0.0}, {0.0, 0.9, -0.4}};
    memcpy(a.nodes, above, sizeof above);
    memcpy(b.nodes, below, sizeof below);
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider c = collider_make(&allocator);
    cr_assert(bl_collide_rods(&c, &a.chain, &b.chain, 0.5));
    cr_assert_eq(arrlen(c.contacts), 1);
    cr_assert(c.contacts[0].segment_a == 0 && c.contacts[0].s == 1.0);
    cr_assert(c.contacts[0].segment_b == 0 && c.contacts[0].t == 1.0);
    bl_rod_collider_fini(&c);
}

// A fold of 180 degrees with parallel legs at a distance of twice the radius: only places that are far enough apart
// along the rod, up to the nearest such ones.
Test(rod_contact, exclusion_goes_by_the_way_along_the_rod)
{
    rope r;
    const double exclusion = 1.7;
    rope_init(&r, 24, 0.2, 0.25);
    for (int i = 0; i <= 24; i++)
        r.nodes[i] = i <= 11 ? v3(0.25 * i, 0.0, 0.0) : v3(0.25 * (24 - i), 0.41, 0.0);
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider c = collider_make(&allocator);
    cr_assert(bl_collide_rod_self(&c, &r.chain, exclusion, 0.02));
    double nearest = INFINITY;
    for (ptrdiff_t n = 0; n < arrlen(c.contacts); n++) {
        const bl_rod_contact* m = &c.contacts[n];
        double way = 0.25 * (m->segment_b + m->t - m->segment_a - m->s);
        cr_assert_geq(way, exclusion - 1e-12);
        nearest = fmin(nearest, way);
    }
    cr_assert_geq(arrlen(c.contacts), 8);
    cr_assert_leq(nearest, exclusion + 0.25);
    bl_rod_collider_fini(&c);
}

// The half circle whose sides touch, and all bends that are wider.
Test(rod_contact, no_bend_touches_itself_beyond_the_half_circle)
{
    for (int k = 0; k < 20; k++) {
        rope r;
        const double radius = 0.2, margin = 0.01;
        double bend = radius * (1.05 + 0.2 * k), length = 0.1, angle = 2.0 * asin(0.5 * length / bend);
        rope_init(&r, 30, radius, length);
        for (int i = 0; i <= 30; i++) // a helix steep enough that its turns are apart
            r.nodes[i] = v3(bend * cos(i * angle), bend * sin(i * angle), 0.12 * i * angle);
        r.chain.segment_length = v3_distance(r.nodes[0], r.nodes[1]);
        belay_allocator allocator = bl_allocator_default();
        bl_rod_collider c = collider_make(&allocator);
        cr_assert(bl_collide_rod_self(&c, &r.chain, PI * radius + margin, margin));
        cr_assert_eq(arrlen(c.contacts), 0, "bend %g: %td", bend, arrlen(c.contacts));
        bl_rod_collider_fini(&c);
    }
}

Test(rod_contact, straight_and_short_rods_touch_nothing)
{
    rope r;
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider c = collider_make(&allocator);
    straight(&r, v3_zero(), v3(0.1, 0.0, 0.0), 100, 0.2);
    cr_assert(bl_collide_rod_self(&c, &r.chain, 0.7, 0.05));
    cr_assert_eq(arrlen(c.contacts), 0);
    for (uint32_t n = 0; n <= 3; n++) {
        r.chain.segment_count = n;
        cr_assert(bl_collide_rod_self(&c, &r.chain, 0.7, 0.05));
        cr_assert_eq(arrlen(c.contacts), 0);
    }
    bl_rod_collider_fini(&c);
}

Test(rod_contact, nodes_in_one_place_and_bad_numbers_do_no_harm)
{
    rope a, b;
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider c = collider_make(&allocator);
    straight(&a, v3_zero(), v3_zero(), 10, 0.2);
    a.chain.segment_length = 0.1;
    straight(&b, v3(0.0, 0.3, 0.0), v3(0.2, 0.0, 0.0), 10, 0.2);
    cr_assert(bl_collide_rods(&c, &a.chain, &b.chain, 0.0));
    cr_assert_geq(arrlen(c.contacts), 1);
    cr_assert_float_eq(c.contacts[0].gap, -0.1, 1e-12);
    for (int i = 0; i <= 10; i++)
        a.nodes[i] = v3(NAN, INFINITY, 0.0);
    cr_assert(bl_collide_rods(&c, &a.chain, &b.chain, 0.0));
    cr_assert_eq(arrlen(c.contacts), 0);
    bl_rod_collider_fini(&c);
}

// ---------------------------------------------------------------------------------------------------------------------
// Memory and bits
// ---------------------------------------------------------------------------------------------------------------------

typedef struct counter {
    int calls, allowed;
} counter;

static void* reallocate(void* context, void* block, size_t old_size, size_t new_size)
{
    counter* c = context;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return c->calls++ < c->allowed ? realloc(block, new_size) : NULL;
}

Test(rod_contact, allocates_nothing_when_it_is_warm)
{
    uint64_t state = 12;
    rope r;
    rope_wander(&r, &state, 300, 4.0, 0.1);
    counter count = {0, 1000};
    belay_allocator allocator = {reallocate, &count};
    bl_rod_collider c = collider_make(&allocator);
    cr_assert(bl_collide_rod_self(&c, &r.chain, 3.0, 0.1));
    cr_assert(bl_find_crossings(&c, &r.chain, &r.chain, 3.0));
    int calls = count.calls;
    cr_assert_gt(calls, 0);
    for (int k = 0; k < 3; k++) {
        cr_assert(bl_collide_rod_self(&c, &r.chain, 3.0, 0.1));
        cr_assert_gt(arrlen(c.contacts), 20);
        cr_assert(bl_find_crossings(&c, &r.chain, &r.chain, 3.0));
    }
    cr_assert_eq(count.calls, calls);
    bl_rod_collider_fini(&c);
}

Test(rod_contact, running_out_of_memory_is_told)
{
    uint64_t state = 13;
    rope r;
    rope_wander(&r, &state, 100, 3.0, 0.1);
    bool done = false;
    for (int allowed = 0; allowed < 40 && !done; allowed++) {
        counter count = {0, allowed};
        belay_allocator allocator = {reallocate, &count};
        bl_rod_collider c = collider_make(&allocator);
        done = bl_collide_rod_self(&c, &r.chain, 3.0, 0.1);
        cr_assert_eq(done, count.calls <= allowed);
        bl_rod_collider_fini(&c);
    }
    cr_assert(done);
}

Test(rod_contact, same_input_gives_the_same_bits)
{
    uint64_t state = 14;
    rope r, before;
    rope_wander(&r, &state, 120, 3.0, 0.2);
    rope_wander(&before, &state, 200, 3.0, 0.2);
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider fresh = collider_make(&allocator), used = collider_make(&allocator);
    cr_assert(bl_collide_rod_self(&used, &before.chain, 3.0, 0.3));
    cr_assert(bl_collide_rod_self(&used, &r.chain, 3.0, 0.1));
    cr_assert(bl_collide_rod_self(&fresh, &r.chain, 3.0, 0.1));
    cr_assert_eq(arrlen(fresh.contacts), arrlen(used.contacts));
    size_t size = arrlenu(fresh.contacts) * sizeof *fresh.contacts;
    cr_assert(size > 0 && memcmp(fresh.contacts, used.contacts, size) == 0);
    bl_rod_collider_fini(&fresh);
    bl_rod_collider_fini(&used);
}
