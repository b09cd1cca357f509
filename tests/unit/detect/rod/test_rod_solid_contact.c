// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The contacts of a rod with a solid: one at each node on a floor, one on each segment around a drum, and none lost.

#include "belay/quat.h"
#include "core/alloc.h"
#include "detect/convex/convex_contact.h"
#include "detect/rod/rod_solid_contact.h"
#include "support/chance.h"
#include "support/tracking_allocator.h"

#include <criterion/criterion.h>
#include <string.h>

#define PI 3.14159265358979323846
#define MAX_NODES 64
#define RADIUS 0.01
#define CUTOFF 0.002

typedef struct rope {
    belay_vec3 nodes[MAX_NODES];
    uint32_t segment_count;
} rope;

static belay_quat turn_z_to(belay_vec3 way)
{
    belay_vec3 along = v3_normalize_or(way, v3(0.0, 0.0, 1.0)), axis = v3_cross(v3(0.0, 0.0, 1.0), along);
    if (!(v3_length(axis) > 1e-12)) axis = v3(1.0, 0.0, 0.0);
    return belay_quat_from_axis_angle(axis, atan2(v3_length(v3_cross(v3(0.0, 0.0, 1.0), along)), along.z));
}

static bl_convex capsule_of(const rope* r, uint32_t i, belay_pose* pose)
{
    belay_vec3 way = v3_sub(r->nodes[i + 1], r->nodes[i]);
    bl_convex c;
    memset(&c, 0, sizeof c);
    c.kind = BL_CONVEX_SEGMENT;
    c.radius = RADIUS;
    c.half = v3(0.0, 0.0, 0.5 * v3_length(way));
    pose->position = v3_scale(0.5, v3_add(r->nodes[i], r->nodes[i + 1]));
    pose->rotation = turn_z_to(way);
    return c;
}

static bl_rod_solid_list list_make(const belay_allocator* allocator)
{
    bl_rod_solid_list list;
    memset(&list, 0, sizeof list);
    list.allocator = allocator;
    return list;
}

// With a convex solid, or the plane z = 0 when it is null.
static void collide(const rope* r, const bl_convex* solid, belay_pose pose, bl_rod_solid_list* list)
{
    bl_rod_solid_begin(list);
    for (uint32_t i = 0; i < r->segment_count; i++) {
        belay_pose own;
        bl_convex capsule = capsule_of(r, i, &own);
        bl_manifold m;
        if (solid != NULL)
            bl_collide_convex(&capsule, own, solid, pose, CUTOFF, &m);
        else
            bl_collide_convex_plane(&capsule, own, v3(0.0, 0.0, 1.0), 0.0, CUTOFF, &m);
        cr_assert(bl_rod_solid_add(list, i, r->nodes[i], r->nodes[i + 1], &m));
    }
    bl_rod_solid_finish(list);
}

static double way_of(const bl_rod_solid_contact* c)
{
    return c->segment + c->s;
}

static void check_order(const bl_rod_solid_list* list)
{
    for (ptrdiff_t k = 1; k < arrlen(list->contacts); k++) {
        const bl_rod_solid_contact *x = &list->contacts[k - 1], *y = &list->contacts[k];
        cr_assert(x->segment < y->segment || (x->segment == y->segment && x->s <= y->s), "contacts %td, %td", k - 1, k);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// With shapes
// ---------------------------------------------------------------------------------------------------------------------

Test(rod_solid_contact, rod_on_a_floor_has_one_at_each_node)
{
    belay_allocator allocator = bl_allocator_default();
    bl_rod_solid_list list = list_make(&allocator);
    rope r = {.segment_count = 12};
    for (uint32_t i = 0; i <= 12; i++)
        r.nodes[i] = v3(0.05 * i, 0.1 * sin(0.3 * i), RADIUS - 1e-5 * (i % 3));
    collide(&r, NULL, belay_pose_identity(), &list);
    cr_assert_eq(arrlen(list.contacts), 13, "%td", arrlen(list.contacts));
    for (uint32_t i = 0; i <= 12; i++) {
        const bl_rod_solid_contact* c = &list.contacts[i];
        cr_assert_eq(c->segment, i > 0 ? i - 1 : 0);
        cr_assert_eq(c->s, i > 0 ? 1.0 : 0.0);
        cr_assert_float_eq(c->at.gap, -1e-5 * (i % 3), 1e-12);
        cr_assert_float_eq(c->at.normal.z, 1.0, 1e-12);
        cr_assert_leq(v3_distance(c->at.reference, r.nodes[i]), 1e-12);
    }
    bl_rod_solid_fini(&list);
}

// A sagging rod touches with its lowest node alone.
Test(rod_solid_contact, lowest_node_is_one_contact)
{
    belay_allocator allocator = bl_allocator_default();
    bl_rod_solid_list list = list_make(&allocator);
    rope r = {.segment_count = 6};
    for (int i = 0; i <= 6; i++)
        r.nodes[i] = v3(0.05 * i, 0.0, RADIUS + 0.01 * abs(i - 3) - 1e-4);
    collide(&r, NULL, belay_pose_identity(), &list);
    cr_assert_eq(arrlen(list.contacts), 1);
    cr_assert(list.contacts[0].segment == 2 && list.contacts[0].s == 1.0);
    cr_assert_float_eq(list.contacts[0].at.gap, -1e-4, 1e-12);
    bl_rod_solid_fini(&list);
}

// The segments are tangent to the drum in their middles: there each touches, and what the nodes have is further off.
Test(rod_solid_contact, rod_around_a_drum_has_one_on_each_segment)
{
    belay_allocator allocator = bl_allocator_default();
    bl_rod_solid_list list = list_make(&allocator);
    bl_convex drum;
    memset(&drum, 0, sizeof drum);
    drum.kind = BL_CONVEX_CYLINDER;
    drum.half = v3(0.05, 0.05, 0.2);
    rope r = {.segment_count = 20};
    const double step = 0.25;
    for (uint32_t i = 0; i <= 20; i++) {
        double a = step * i, reach = (0.05 + RADIUS) / cos(0.5 * step);
        r.nodes[i] = v3(reach * cos(a), reach * sin(a), 0.001 * i);
    }
    collide(&r, &drum, belay_pose_identity(), &list);
    check_order(&list);
    int middles = 0;
    for (ptrdiff_t k = 0; k < arrlen(list.contacts); k++) {
        const bl_rod_solid_contact* c = &list.contacts[k];
        bool is_middle = fabs(c->s - 0.5) < 0.05;
        middles += is_middle;
        if (is_middle) cr_assert_leq(fabs(c->at.gap), 1e-4);
        if (!is_middle) cr_assert_gt(c->at.gap, 1e-4);
    }
    cr_assert_eq(middles, 20, "%d of %td", middles, arrlen(list.contacts));
    bl_rod_solid_fini(&list);
}

// Along the inside of an edge of two walls the node touches both: two contacts, as their normals differ.
Test(rod_solid_contact, corner_keeps_both_normals)
{
    belay_allocator allocator = bl_allocator_default();
    bl_rod_solid_list list = list_make(&allocator);
    rope r = {.segment_count = 4};
    for (int i = 0; i <= 4; i++)
        r.nodes[i] = v3(0.05 * i, RADIUS, RADIUS);
    bl_rod_solid_begin(&list);
    for (uint32_t i = 0; i < 4; i++)
        for (int wall = 0; wall < 2; wall++) {
            belay_pose own;
            bl_convex capsule = capsule_of(&r, i, &own);
            bl_manifold m;
            belay_vec3 normal = wall == 0 ? v3(0.0, 0.0, 1.0) : v3(0.0, 1.0, 0.0);
            bl_collide_convex_plane(&capsule, own, normal, 0.0, CUTOFF, &m);
            cr_assert(bl_rod_solid_add(&list, i, r.nodes[i], r.nodes[i + 1], &m));
        }
    bl_rod_solid_finish(&list);
    check_order(&list);
    cr_assert_eq(arrlen(list.contacts), 10);
    for (int k = 0; k < 10; k++)
        cr_assert_float_eq(way_of(&list.contacts[k]), k / 2, 1e-9);
    bl_rod_solid_fini(&list);
}

// A box is the same to the rod as the plane of its face, where it lies on it.
Test(rod_solid_contact, rod_over_the_edge_of_a_box)
{
    belay_allocator allocator = bl_allocator_default();
    bl_rod_solid_list list = list_make(&allocator);
    bl_convex box;
    memset(&box, 0, sizeof box);
    box.kind = BL_CONVEX_BOX;
    box.half = v3(0.12, 0.2, 0.1);
    rope r = {.segment_count = 8};
    for (int i = 0; i <= 8; i++)
        r.nodes[i] = v3(-0.1 + 0.05 * i, 0.03, 0.1 + RADIUS); // the last nodes are beyond x = 0.12
    collide(&r, &box, belay_pose_identity(), &list);
    check_order(&list);
    double last = -1.0;
    for (ptrdiff_t k = 0; k < arrlen(list.contacts); k++) {
        const bl_rod_solid_contact* c = &list.contacts[k];
        cr_assert_float_eq(c->at.normal.z, 1.0, 1e-9);
        cr_assert_gt(way_of(c), last + 0.01);
        last = way_of(c);
    }
    cr_assert_eq(arrlen(list.contacts), 6); // nodes 0 to 4, and on the edge
    cr_assert_float_eq(last, 0.22 / 0.05, 1e-6);
    bl_rod_solid_fini(&list);
}

// ---------------------------------------------------------------------------------------------------------------------
// By itself
// ---------------------------------------------------------------------------------------------------------------------

static bl_manifold_point point_at(belay_vec3 reference, belay_vec3 normal, double gap, uint32_t feature)
{
    bl_manifold_point p;
    memset(&p, 0, sizeof p);
    p.reference = reference;
    p.normal = normal;
    p.gap = gap;
    p.feature = feature;
    return p;
}

static void add_one(bl_rod_solid_list* list, uint32_t segment, double s, belay_vec3 normal, double gap)
{
    belay_vec3 start = v3(segment, 0.0, 0.0), end = v3(segment + 1.0, 0.0, 0.0);
    bl_manifold m;
    memset(&m, 0, sizeof m);
    m.count = 1;
    m.points[0] = point_at(v3(segment + s, 0.0, 0.0), normal, gap, 100 + segment);
    cr_assert(bl_rod_solid_add(list, segment, start, end, &m));
}

Test(rod_solid_contact, nearer_of_two_is_kept_under_the_earlier_name)
{
    belay_allocator allocator = bl_allocator_default();
    bl_rod_solid_list list = list_make(&allocator);
    for (int first = 0; first < 2; first++) {
        bl_rod_solid_begin(&list);
        add_one(&list, 3, 1.0, v3(0.0, 0.0, 1.0), first == 0 ? -0.1 : 0.2);
        add_one(&list, 4, 0.0, v3(0.0, 0.1, sqrt(0.99)), 0.1);
        bl_rod_solid_finish(&list);
        cr_assert_eq(arrlen(list.contacts), 1);
        cr_assert_float_eq(list.contacts[0].at.gap, first == 0 ? -0.1 : 0.1, 0.0);
        cr_assert(list.contacts[0].segment == 3 && list.contacts[0].s == 1.0);
        cr_assert_eq(list.contacts[0].at.feature, 103);
    }
    bl_rod_solid_fini(&list);
}

Test(rod_solid_contact, normals_decide_at_15_degrees)
{
    belay_allocator allocator = bl_allocator_default();
    bl_rod_solid_list list = list_make(&allocator);
    for (int degrees = 0; degrees <= 90; degrees += 2) {
        double a = degrees * PI / 180.0;
        bl_rod_solid_begin(&list);
        add_one(&list, 0, 1.0, v3(0.0, 0.0, 1.0), 0.0);
        add_one(&list, 1, 0.0, v3(0.0, sin(a), cos(a)), 0.0);
        bl_rod_solid_finish(&list);
        cr_assert_eq(arrlen(list.contacts), degrees < 15 ? 1 : 2, "%d", degrees);
    }
    bl_rod_solid_fini(&list);
}

// The foot of a reference on the surface is the place on the axis.
Test(rod_solid_contact, place_is_the_foot_of_the_reference)
{
    belay_allocator allocator = bl_allocator_default();
    bl_rod_solid_list list = list_make(&allocator);
    uint64_t state = 1;
    for (int k = 0; k < 100; k++) {
        double s = chance_between(&state, 0.05, 0.95), a = chance_between(&state, 0.0, 6.0);
        belay_vec3 normal = v3(0.0, cos(a), sin(a)), start = v3(2.0, 1.0, 0.0), end = v3(5.0, 1.0, 0.0);
        bl_manifold m;
        memset(&m, 0, sizeof m);
        m.count = 1;
        m.points[0] = point_at(v3_add_scaled(v3(2.0 + 3.0 * s, 1.0, 0.0), -RADIUS, normal), normal, 0.0, 0);
        bl_rod_solid_begin(&list);
        cr_assert(bl_rod_solid_add(&list, 2, start, end, &m));
        bl_rod_solid_finish(&list);
        cr_assert_float_eq(list.contacts[0].s, s, 1e-12);
        cr_assert_eq(list.contacts[0].segment, 2);
    }
    bl_rod_solid_fini(&list);
}

// Random places, normals of three directions, added in any order of the segments: what is left is in order, no two at
// one node have the same normal, and every one that was added is there or has a nearer one at its node.
Test(rod_solid_contact, nothing_is_lost)
{
    belay_allocator allocator = bl_allocator_default();
    bl_rod_solid_list list = list_make(&allocator);
    const belay_vec3 normals[3] = {{0.0, 0.0, 1.0}, {0.0, 1.0, 0.0}, {0.0, -1.0, 0.0}};
    uint64_t state = 2;
    for (int round = 0; round < 200; round++) {
        double ways[40], gaps[40];
        int kinds[40];
        bl_rod_solid_begin(&list);
        for (int k = 0; k < 40; k++) {
            uint32_t segment = (uint32_t)chance_between(&state, 0.0, 8.0);
            double s = chance_between(&state, -1.0, 2.0);
            s = s < 0.0 ? 0.0 : (s > 1.0 ? 1.0 : s);
            kinds[k] = (int)chance_between(&state, 0.0, 3.0);
            gaps[k] = chance_between(&state, -1.0, 1.0);
            ways[k] = segment + s;
            add_one(&list, segment, s, normals[kinds[k]], gaps[k]);
        }
        bl_rod_solid_finish(&list);
        check_order(&list);
        for (int k = 0; k < 40; k++) {
            bool is_there = false;
            double node = floor(ways[k] + 0.5), off = fabs(ways[k] - node);
            for (ptrdiff_t n = 0; n < arrlen(list.contacts); n++) {
                const bl_rod_solid_contact* c = &list.contacts[n];
                bool is_same = v3_distance(c->at.normal, normals[kinds[k]]) == 0.0;
                bool is_it = fabs(way_of(c) - ways[k]) < 1e-5 && c->at.gap == gaps[k];
                bool is_at_node = off <= 0.02 && fabs(way_of(c) - node) <= 0.02 && c->at.gap <= gaps[k];
                is_there = is_there || (is_same && (is_it || is_at_node));
            }
            cr_assert(is_there, "round %d, %d", round, k);
        }
        for (ptrdiff_t n = 0; n < arrlen(list.contacts); n++)
            for (ptrdiff_t m = n + 1; m < arrlen(list.contacts); m++) {
                const bl_rod_solid_contact *x = &list.contacts[n], *y = &list.contacts[m];
                double node = floor(way_of(x) + 0.5);
                bool at_node = fabs(way_of(x) - node) <= 0.02 && fabs(way_of(y) - node) <= 0.02;
                cr_assert_not(at_node && v3_distance(x->at.normal, y->at.normal) == 0.0);
            }
    }
    bl_rod_solid_fini(&list);
}

Test(rod_solid_contact, nothing_in_nothing_out)
{
    belay_allocator allocator = bl_allocator_default();
    bl_rod_solid_list list = list_make(&allocator);
    bl_rod_solid_begin(&list);
    bl_rod_solid_finish(&list);
    cr_assert_eq(arrlen(list.contacts), 0);
    bl_manifold m;
    memset(&m, 0, sizeof m);
    cr_assert(bl_rod_solid_add(&list, 0, v3_zero(), v3(1.0, 0.0, 0.0), &m));
    bl_rod_solid_finish(&list);
    cr_assert_eq(arrlen(list.contacts), 0);
    m.count = 1; // a segment without length
    m.points[0] = point_at(v3(1.0, 2.0, 3.0), v3(0.0, 0.0, 1.0), 0.0, 0);
    cr_assert(bl_rod_solid_add(&list, 0, v3_zero(), v3_zero(), &m));
    bl_rod_solid_finish(&list);
    cr_assert(arrlen(list.contacts) == 1 && list.contacts[0].s == 0.0);
    bl_rod_solid_fini(&list);
}

// ---------------------------------------------------------------------------------------------------------------------
// Memory
// ---------------------------------------------------------------------------------------------------------------------

Test(rod_solid_contact, memory_is_kept_and_its_lack_is_told)
{
    tracking_allocator count = {0};
    belay_allocator allocator = tracking_allocator_hooks(&count);
    bl_rod_solid_list list = list_make(&allocator);
    long calls = 0;
    for (int round = 0; round < 3; round++) {
        bl_rod_solid_begin(&list);
        for (uint32_t i = 0; i < 30; i++)
            add_one(&list, i, 0.5, v3(0.0, 0.0, 1.0), 0.0);
        bl_rod_solid_finish(&list);
        if (round == 0) calls = count.calls;
        cr_assert_eq(count.calls, calls);
    }
    bl_rod_solid_fini(&list);
    count.fail_from = 1;
    list = list_make(&allocator);
    bl_manifold m;
    memset(&m, 0, sizeof m);
    m.count = 1;
    bl_rod_solid_begin(&list);
    cr_assert_not(bl_rod_solid_add(&list, 0, v3_zero(), v3(1.0, 0.0, 0.0), &m));
    bl_rod_solid_fini(&list);
}
