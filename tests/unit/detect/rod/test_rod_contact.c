// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The contacts of chains against what single segments report, what they promise, and memory.

#include "detect/rod/rod_contact_tree.h"
#include "support/rods/rope.h"
#include "support/tracking_allocator.h"

#include <criterion/criterion.h>

// One segment of a chain by itself; of a chain with itself, placed so that the indices are the same.
static bl_rod_chain segment_of(const bl_rod_chain* chain, uint32_t i)
{
    bl_rod_chain r = *chain;
    r.nodes += i;
    r.travel += chain->travel != NULL ? i : 0;
    r.segment_count = 1;
    return r;
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
        if (is_near && k->gap <= gap + 4.0 * ROPE_EXCESS * 0.5) return true;
    }
    return false;
}

// Each pair by itself. What is well within both segments is a contact of the chains, bit for bit; the others are
// covered.
static int check_pair(const bl_rod_collider* c, const rope* a, const rope* b, uint32_t i, uint32_t j, double margin)
{
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider single = rope_collider(&allocator);
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
        bl_rod_collider c = rope_collider(&allocator);
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
        bl_rod_collider c = rope_collider(&allocator);
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
        bl_rod_collider c = rope_collider(&allocator);
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
                double tolerance = 8.0 * ROPE_EXCESS * 0.25 / distance;
                cr_assert(slope_a >= -tolerance && slope_b >= -tolerance, "%g %g d %g: %u %g %u %g", slope_a, slope_b,
                          distance, m->segment_a, m->s, m->segment_b, m->t);
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
        bl_rod_collider c = rope_collider(&allocator);
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
            cr_assert_gt(rope_least_distance(x, y) - 0.5, margin - ROPE_EXCESS * 0.5, "case %d", k);
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
    bl_rod_collider rest = rope_collider(&allocator), moving = rope_collider(&allocator);
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
        bl_rod_collider c = rope_collider(&allocator), d = rope_collider(&allocator);
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
// Memory and bits
// ---------------------------------------------------------------------------------------------------------------------

Test(rod_contact, allocates_nothing_when_it_is_warm)
{
    uint64_t state = 12;
    rope r;
    rope_wander(&r, &state, 300, 4.0, 0.1);
    tracking_allocator count = {0};
    belay_allocator allocator = tracking_allocator_hooks(&count);
    bl_rod_collider c = rope_collider(&allocator);
    cr_assert(bl_collide_rod_self(&c, &r.chain, 3.0, 0.1));
    cr_assert(bl_find_crossings(&c, &r.chain, &r.chain, 3.0));
    long calls = count.calls;
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
        tracking_allocator count = {.fail_from = allowed + 1};
        belay_allocator allocator = tracking_allocator_hooks(&count);
        bl_rod_collider c = rope_collider(&allocator);
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
    bl_rod_collider fresh = rope_collider(&allocator), used = rope_collider(&allocator);
    cr_assert(bl_collide_rod_self(&used, &before.chain, 3.0, 0.3));
    cr_assert(bl_collide_rod_self(&used, &r.chain, 3.0, 0.1));
    cr_assert(bl_collide_rod_self(&fresh, &r.chain, 3.0, 0.1));
    cr_assert_eq(arrlen(fresh.contacts), arrlen(used.contacts));
    size_t size = arrlenu(fresh.contacts) * sizeof *fresh.contacts;
    cr_assert(size > 0 && memcmp(fresh.contacts, used.contacts, size) == 0);
    bl_rod_collider_fini(&fresh);
    bl_rod_collider_fini(&used);
}

// A box without bounds, as of a rod that is thrown away at any speed, overlaps everything: of five segments five are
// found, and none of the leaves that fill the tree up to a power of two.
Test(rod_contact, boxes_without_bounds_find_each_segment_once)
{
    const bl_box all = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    belay_allocator allocator = bl_allocator_default();
    bl_rod_tree tree;
    bl_box* boxes = NULL;
    cr_assert(bl_rod_tree_init(&tree, &boxes, 5, &allocator));
    for (uint32_t i = 0; i < 5; i++)
        *bl_rod_tree_segment(&tree, i) = all;
    bl_rod_tree_build(&tree, 5);
    for (uint32_t first = 0; first < 5; first++) {
        uint32_t found[8];
        cr_assert_eq(bl_rod_tree_find(&tree, &all, first, found), 5 - first);
        for (uint32_t k = 0; k < 5 - first; k++)
            cr_expect_eq(found[k], first + k);
    }
    arrfree(boxes);
}
