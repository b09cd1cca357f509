// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The contacts of rods of known shape: strands beside each other and wound about each other, shared nodes, bends.

#include "scenes/rod_shapes.h"
#include "support/chance.h"
#include "support/rods/rope.h"

#include <criterion/criterion.h>

#define PI 3.14159265358979323846

// Two strands beside each other, B shifted by a part of a segment: each segment of either is supported, at the right
// distance, and the places are all apart.
Test(rod_contact_shapes, parallel_strands_touch_along_all_their_length)
{
    for (int k = 0; k < 10; k++) {
        double shift = 0.1 * k;
        rope a, b;
        rope_straight(&a, v3_zero(), v3(1.0, 0.0, 0.0), 20, 0.2);
        rope_straight(&b, v3(shift, 0.0, 0.4), v3(1.0, 0.0, 0.0), 20, 0.2);
        belay_allocator allocator = bl_allocator_default();
        bl_rod_collider c = rope_collider(&allocator);
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
Test(rod_contact_shapes, wound_strands_touch_along_all_their_length)
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
    bl_rod_collider c = rope_collider(&allocator);
    cr_assert(bl_collide_rods(&c, &a.chain, &b.chain, 0.1));
    bool has_a[80] = {false}, has_b[80] = {false};
    for (ptrdiff_t n = 0; n < arrlen(c.contacts); n++)
        has_a[c.contacts[n].segment_a] = has_b[c.contacts[n].segment_b] = true;
    for (int i = 1; i < 79; i++)
        cr_assert(has_a[i] && has_b[i], "segment %d", i);
    bl_rod_collider_fini(&c);
}

// The tip of a bend touches a straight rod: both its segments report it, and it is one contact.
Test(rod_contact_shapes, shared_node_is_one_contact)
{
    rope a, b;
    rope_straight(&b, v3(-2.5, 0.1, 0.0), v3(1.0, 0.0, 0.0), 5, 0.2);
    rope_init(&a, 4, 0.2, 1.0);
    const belay_vec3 nodes[5] = {
        {0.0, -1.8, 1.2}, {0.0, -0.9, 0.8}, {0.0, 0.1, 0.39}, {0.0, 1.1, 0.8}, {0.0, 2.0, 1.2}};
    memcpy(a.nodes, nodes, sizeof nodes);
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider c = rope_collider(&allocator);
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
Test(rod_contact_shapes, node_on_node_is_one_contact)
{
    rope a, b;
    rope_init(&a, 2, 0.2, 1.0);
    rope_init(&b, 2, 0.2, 1.0);
    const belay_vec3 above[3] = {{-0.9, 0.0, 0.8}, {0.0, 0.0, 0.4}, {0.9, 0.0, 0.8}};
    const belay_vec3 below[3] = {{0.0, -0.9, -0.4}, {0.0, 0.0, 0.0}, {0.0, 0.9, -0.4}};
    memcpy(a.nodes, above, sizeof above);
    memcpy(b.nodes, below, sizeof below);
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider c = rope_collider(&allocator);
    cr_assert(bl_collide_rods(&c, &a.chain, &b.chain, 0.5));
    cr_assert_eq(arrlen(c.contacts), 1);
    cr_assert(c.contacts[0].segment_a == 0 && c.contacts[0].s == 1.0);
    cr_assert(c.contacts[0].segment_b == 0 && c.contacts[0].t == 1.0);
    bl_rod_collider_fini(&c);
}

// A fold of 180 degrees with parallel legs at a distance of twice the radius: only places that are far enough apart
// along the rod, up to the nearest such ones.
Test(rod_contact_shapes, exclusion_goes_by_the_way_along_the_rod)
{
    rope r;
    const double exclusion = 1.7;
    rope_init(&r, 24, 0.2, 0.25);
    for (int i = 0; i <= 24; i++)
        r.nodes[i] = i <= 11 ? v3(0.25 * i, 0.0, 0.0) : v3(0.25 * (24 - i), 0.41, 0.0);
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider c = rope_collider(&allocator);
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
Test(rod_contact_shapes, no_bend_touches_itself_beyond_the_half_circle)
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
        bl_rod_collider c = rope_collider(&allocator);
        cr_assert(bl_collide_rod_self(&c, &r.chain, PI * radius + margin, margin));
        cr_assert_eq(arrlen(c.contacts), 0, "bend %g: %td", bend, arrlen(c.contacts));
        bl_rod_collider_fini(&c);
    }
}

Test(rod_contact_shapes, straight_and_short_rods_touch_nothing)
{
    rope r;
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider c = rope_collider(&allocator);
    rope_straight(&r, v3_zero(), v3(0.1, 0.0, 0.0), 100, 0.2);
    cr_assert(bl_collide_rod_self(&c, &r.chain, 0.7, 0.05));
    cr_assert_eq(arrlen(c.contacts), 0);
    for (uint32_t n = 0; n <= 3; n++) {
        r.chain.segment_count = n;
        cr_assert(bl_collide_rod_self(&c, &r.chain, 0.7, 0.05));
        cr_assert_eq(arrlen(c.contacts), 0);
    }
    bl_rod_collider_fini(&c);
}

Test(rod_contact_shapes, nodes_in_one_place_and_bad_numbers_do_no_harm)
{
    rope a, b;
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider c = rope_collider(&allocator);
    rope_straight(&a, v3_zero(), v3_zero(), 10, 0.2);
    a.chain.segment_length = 0.1;
    rope_straight(&b, v3(0.0, 0.3, 0.0), v3(0.2, 0.0, 0.0), 10, 0.2);
    cr_assert(bl_collide_rods(&c, &a.chain, &b.chain, 0.0));
    cr_assert_geq(arrlen(c.contacts), 1);
    cr_assert_float_eq(c.contacts[0].gap, -0.1, 1e-12);
    for (int i = 0; i <= 10; i++)
        a.nodes[i] = v3(NAN, INFINITY, 0.0);
    cr_assert(bl_collide_rods(&c, &a.chain, &b.chain, 0.0));
    cr_assert_eq(arrlen(c.contacts), 0);
    bl_rod_collider_fini(&c);
}

static void check_unchanged(const bl_rod_collider* before, const bl_rod_collider* after, double change)
{
    cr_assert_eq(arrlen(before->contacts), arrlen(after->contacts));
    for (ptrdiff_t n = 0; n < arrlen(before->contacts); n++) {
        const bl_rod_contact *x = &before->contacts[n], *y = &after->contacts[n];
        double a = x->segment_a + x->s - y->segment_a - y->s, b = x->segment_b + x->t - y->segment_b - y->t;
        cr_assert(fabs(a) < 1e3 * change && fabs(b) < 1e3 * change, "%td: %g %g", n, a, b);
        cr_assert_leq(fabs(x->gap - y->gap), 10.0 * change);
        cr_assert_leq(v3_distance(x->normal, y->normal), 20.0 * change);
    }
}

// Turns of a coil beside each other, node beside node, and the strands of a plectoneme: where much is parallel, and
// many gaps are the same, a small change of the nodes changes the contacts by little, and makes or takes none.
Test(rod_contact_shapes, contacts_of_wound_rods_change_little_with_the_nodes)
{
    uint64_t state = 15;
    const double change = 1e-7;
    rope r, near;
    for (int shape = 0; shape < 3; shape++) {
        uint32_t count = shape == 0 ? 240 : 200;
        rope_init(&r, count, 1.0, 0.0);
        if (shape < 2)
            rod_shape_helix(12.0, 2.05, shape == 0 ? 6.0 : 5.7, r.nodes, (int)count + 1);
        else
            rod_shape_wind_plectoneme(&(rod_shape_plectoneme){1.03, 0.5, 12.0, 4.0, 20.0}, r.nodes, (int)count + 1);
        r.chain.segment_length = near.chain.segment_length = v3_distance(r.nodes[0], r.nodes[1]);
        belay_allocator allocator = bl_allocator_default();
        bl_rod_collider c = rope_collider(&allocator), d = rope_collider(&allocator);
        cr_assert(bl_collide_rod_self(&c, &r.chain, 3.4, 0.2));
        cr_assert_gt(arrlen(c.contacts), 100);
        for (int k = 0; k < 20; k++) {
            rope_init(&near, count, 1.0, r.chain.segment_length);
            for (uint32_t i = 0; i <= count; i++)
                near.nodes[i] = v3_add(r.nodes[i], chance_vector(&state, change));
            cr_assert(bl_collide_rod_self(&d, &near.chain, 3.4, 0.2));
            check_unchanged(&c, &d, change);
        }
        bl_rod_collider_fini(&c);
        bl_rod_collider_fini(&d);
    }
}
