// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Motions and first contacts: against fine sampling of the distance, against analytic times, and clean misses at small
// clearances.

#include "geometry/distance/distance.h"
#include "support/chance.h"
#include "support/shapes/solids.h"

#include <criterion/criterion.h>
#include <string.h>

#define PI 3.14159265358979323846

static belay_pose at(double x, double y, double z)
{
    return (belay_pose){v3(x, y, z), belay_quat_identity()};
}

static bl_motion rest(belay_pose pose)
{
    return (bl_motion){pose, pose.position, v3_zero(), v3_zero()};
}

static bl_motion translation(belay_pose pose, belay_vec3 way)
{
    return (bl_motion){pose, pose.position, way, v3_zero()};
}

static double distance_at(const bl_convex* a, const bl_motion* motion_a, const bl_convex* b, const bl_motion* motion_b,
                          double time)
{
    return bl_convex_distance(a, bl_motion_at(motion_a, time), b, bl_motion_at(motion_b, time)).distance;
}

// As distance.h has it.
static double tolerance_of(const bl_convex* a, const bl_convex* b, double target)
{
    double size = bl_convex_bounding_radius(a, bl_convex_middle(a)) + bl_convex_bounding_radius(b, bl_convex_middle(b));
    return 1e-3 * target + 1e-9 * size;
}

Test(sweep, a_motion_starts_where_it_says)
{
    uint64_t lot = 1;
    for (int k = 0; k < 100; k++) {
        belay_pose start = solid_random_pose(&lot, 1000.0);
        bl_motion m = {start, chance_vector(&lot, 1000.0), chance_vector(&lot, 10.0), chance_vector(&lot, 5.0)};
        belay_pose pose = bl_motion_at(&m, 0.0);
        cr_assert_eq(memcmp(&pose, &start, sizeof pose), 0);
    }
}

Test(sweep, a_motion_is_rigid_about_its_centre)
{
    uint64_t lot = 2;
    for (int k = 0; k < 100; k++) {
        belay_pose start = solid_random_pose(&lot, 1.0);
        bl_motion m = {start, chance_vector(&lot, 1.0), chance_vector(&lot, 1.0), chance_vector(&lot, 3.0)};
        double t = chance_next(&lot);
        belay_vec3 local = chance_vector(&lot, 1.0), arm = v3_sub(pose_apply(start, local), m.center);
        belay_vec3 turned = q_rotate(q_exp(v3_scale(t, m.turn)), arm);
        belay_vec3 expected = v3_add(v3_add_scaled(m.center, t, m.displacement), turned);
        cr_assert_lt(v3_distance(pose_apply(bl_motion_at(&m, t), local), expected), 1e-14);
        // velocity way + turn x arm
        double e = 1e-6;
        belay_vec3 before = pose_apply(bl_motion_at(&m, t - e), local),
                   after = pose_apply(bl_motion_at(&m, t + e), local);
        belay_vec3 velocity = v3_scale(0.5 / e, v3_sub(after, before));
        cr_assert_lt(v3_distance(velocity, v3_add(m.displacement, v3_cross(m.turn, turned))), 1e-8);
    }
}

typedef struct scene {
    bl_convex a, b;
    bl_motion motion_a, motion_b;
    double target;
} scene;

static scene make_scene(uint64_t* lot, int k, double turn)
{
    scene s;
    bl_convex_kind kind_a = (bl_convex_kind)(k % SOLID_KINDS), kind_b = (bl_convex_kind)(k / SOLID_KINDS % SOLID_KINDS);
    s.a = solid_random_make(lot, kind_a, k % 3 == 0 || kind_a <= BL_CONVEX_SEGMENT ? 0.2 : 0.0);
    s.b = solid_random_make(lot, kind_b, k % 5 == 0 || kind_b <= BL_CONVEX_SEGMENT ? 0.1 : 0.0);
    belay_pose pose_a = solid_random_pose(lot, 3.0), pose_b = solid_random_pose(lot, 1.0);
    belay_vec3 aim = v3_add(v3_sub(pose_b.position, pose_a.position), chance_vector(lot, 1.5));
    belay_vec3 center_a = v3_add(pose_a.position, k % 2 ? v3_zero() : chance_vector(lot, 0.3));
    s.motion_a = (bl_motion){pose_a, center_a, aim, turn > 0.0 ? chance_vector(lot, turn) : v3_zero()};
    s.motion_b = (bl_motion){pose_b, v3_add(pose_b.position, chance_vector(lot, 0.2)), chance_vector(lot, 0.5),
                             turn > 0.0 && k % 4 ? chance_vector(lot, turn) : v3_zero()};
    s.target = k % 2 ? 0.02 : 0.0;
    return s;
}

static void check_scene(const scene* s, int samples, int* hits)
{
    double time = 0.0, tolerance = tolerance_of(&s->a, &s->b, s->target);
    bool is_hit = bl_convex_first_contact(&s->a, &s->motion_a, &s->b, &s->motion_b, s->target, &time);
    double last = is_hit ? time : 1.0;
    *hits += is_hit && time > 0.0;
    for (int i = 0; i <= samples && last > 0.0; i++) {
        double t = last * i / samples, d = distance_at(&s->a, &s->motion_a, &s->b, &s->motion_b, t);
        cr_assert(d >= s->target - 1e-12, "%d, %d: within %g of the target at %g, before %g", (int)s->a.kind,
                  (int)s->b.kind, d - s->target, t, last);
    }
    if (!is_hit) return;
    double d = distance_at(&s->a, &s->motion_a, &s->b, &s->motion_b, time);
    cr_assert(d <= s->target + tolerance + 1e-12, "%d, %d: still %g away", (int)s->a.kind, (int)s->b.kind, d);
}

static void check_scenes(uint64_t seed, int count, int samples, double turn, int least_hits)
{
    uint64_t lot = seed;
    int hits = 0;
    for (int k = 0; k < count; k++) {
        scene s = make_scene(&lot, k, turn);
        check_scene(&s, samples, &hits);
        solid_fini(&s.a);
        solid_fini(&s.b);
    }
    cr_assert(hits >= least_hits, "only %d hits", hits);
}

Test(sweep, straight_ways_agree_with_sampling)
{
    check_scenes(11, 980, 500, 0.0, 200);
}

Test(sweep, small_turns_agree_with_sampling)
{
    check_scenes(12, 980, 500, 0.2, 200);
}

Test(sweep, large_turns_agree_with_sampling)
{
    check_scenes(13, 490, 500, 3.0, 100);
    check_scenes(14, 98, 500, 20.0, 10);
}

Test(sweep, ten_thousand_samples_find_nothing_earlier)
{
    check_scenes(15, 98, 10000, 1.0, 15);
}

// |c0 + t w| = r solved for t.
static double ball_time(belay_vec3 c, belay_vec3 w, double radius)
{
    double a = v3_dot(w, w), b = v3_dot(c, w), disc = b * b - a * (v3_dot(c, c) - radius * radius);
    return disc < 0.0 ? 2.0 : (-b - sqrt(disc)) / a;
}

Test(sweep, balls_meet_on_time)
{
    uint64_t lot = 21;
    bl_convex a = solid_make(BL_CONVEX_POINT, 0.3, v3_zero()), b = solid_make(BL_CONVEX_POINT, 0.2, v3_zero());
    int hits = 0;
    for (int k = 0; k < 2000; k++) {
        belay_vec3 start = v3_scale(2.0, solid_random_direction(&lot)), way = v3_neg(v3_scale(1.5, start));
        bl_motion motion_a =
            translation((belay_pose){start, solid_random_rotation(&lot)}, v3_add(way, chance_vector(&lot, 1.0)));
        bl_motion motion_b = translation(at(0.0, 0.0, 0.0), chance_vector(&lot, 0.5));
        motion_a.turn = chance_vector(&lot, 10.0); // which it does not notice
        double exact = ball_time(start, v3_sub(motion_a.displacement, motion_b.displacement), 0.5), time = 2.0;
        bool is_hit = bl_convex_first_contact(&a, &motion_a, &b, &motion_b, 0.0, &time);
        hits += is_hit;
        cr_assert_eq(is_hit, exact <= 1.0, "%d: %g", k, exact);
        if (is_hit) cr_assert(fabs(time - exact) < 1e-4, "%g, not %g", time, exact);
        if (is_hit) cr_assert(distance_at(&a, &motion_a, &b, &motion_b, time) < 1e-9);
    }
    cr_assert(hits > 500 && hits < 1900);
}

Test(sweep, a_box_lands_on_time)
{
    bl_convex box = solid_make(BL_CONVEX_BOX, 0.0, v3(0.5, 0.5, 0.5)),
              floor = solid_make(BL_CONVEX_BOX, 0.0, v3(9.0, 9.0, 1.0));
    bl_motion fall = translation(at(0.3, 0.2, 2.5), v3(0.1, 0.0, -4.0)), still = rest(at(0.0, 0.0, -1.0));
    double time;
    cr_assert(bl_convex_first_contact(&box, &fall, &floor, &still, 0.0, &time));
    cr_assert_float_eq(time, 0.5, 1e-8);
    cr_assert(bl_convex_first_contact(&box, &fall, &floor, &still, 0.1, &time));
    cr_assert_float_eq(time, 0.475, 1e-4);
    fall.displacement.z = -1.9;
    cr_assert_not(bl_convex_first_contact(&box, &fall, &floor, &still, 0.0, &time));
}

// A rod that turns about its end meets a pin when it has swept the angle to it.
Test(sweep, a_turning_rod_meets_a_pin_on_time)
{
    bl_convex rod = solid_make(BL_CONVEX_BOX, 0.0, v3(1.0, 0.01, 0.01)),
              pin = solid_make(BL_CONVEX_POINT, 0.02, v3_zero());
    for (int k = 1; k <= 20; k++) {
        double angle = 0.1 * k, reach = 1.7;
        bl_motion swing = {at(1.0, 0.0, 0.0), v3_zero(), v3_zero(), v3(0.0, 0.0, 2.5)};
        bl_motion still = rest(at(reach * cos(angle), reach * sin(angle), 0.0));
        double exact = (angle - asin(0.03 / reach)) / 2.5, time;
        cr_assert(bl_convex_first_contact(&rod, &swing, &pin, &still, 0.0, &time));
        cr_assert_float_eq(time, exact, 1e-8);
        cr_assert(bl_convex_first_contact(&pin, &still, &rod, &swing, 0.0, &time));
        cr_assert_float_eq(time, exact, 1e-8);
    }
}

Test(sweep, a_bullet_does_not_pass_through_a_plate)
{
    uint64_t lot = 22;
    bl_convex bullet = solid_make(BL_CONVEX_POINT, 0.003, v3_zero()),
              plate = solid_make(BL_CONVEX_BOX, 0.0, v3(1.0, 1.0, 0.0005));
    for (int k = 0; k < 500; k++) {
        belay_vec3 from = v3_add(chance_vector(&lot, 0.9), v3(0.0, 0.0, 10.0)), to = chance_vector(&lot, 0.9);
        bl_motion shot = translation((belay_pose){from, belay_quat_identity()}, v3_scale(3.0, v3_sub(to, from)));
        bl_motion still = rest(at(0.0, 0.0, 0.0));
        double time, through = from.z / (from.z - to.z) / 3.0;
        belay_vec3 cross = v3_add_scaled(from, through, shot.displacement);
        if (fabs(cross.x) > 0.99 || fabs(cross.y) > 0.99) continue;
        cr_assert(bl_convex_first_contact(&bullet, &shot, &plate, &still, 0.0, &time));
        cr_assert(time < through && time > through - 0.01);
    }
}

// Both as they are and with the roles exchanged, in full size and a hundredth.
static void check_miss(const bl_convex* a, const bl_motion* motion_a, const bl_convex* b, const bl_motion* motion_b)
{
    for (int size = 0; size < 2; size++) {
        double scale = size == 0 ? 1.0 : 0.01, time;
        bl_convex c = solid_scale(a, scale), d = solid_scale(b, scale);
        bl_motion m[2] = {*motion_a, *motion_b};
        for (int i = 0; i < 2; i++) {
            m[i].start.position = v3_scale(scale, m[i].start.position);
            m[i].center = v3_scale(scale, m[i].center);
            m[i].displacement = v3_scale(scale, m[i].displacement);
        }
        cr_assert_not(bl_convex_first_contact(&c, &m[0], &d, &m[1], 0.0, &time), "contact at %g", time);
        cr_assert_not(bl_convex_first_contact(&d, &m[1], &c, &m[0], 0.0, &time), "contact at %g", time);
        solid_fini(&c);
        solid_fini(&d);
    }
}

Test(sweep, a_fast_ball_passes_a_corner)
{
    bl_convex ball = solid_make(BL_CONVEX_POINT, 0.02, v3_zero()),
              box = solid_make(BL_CONVEX_BOX, 0.0, v3(0.5, 0.5, 0.5));
    uint64_t lot = 23;
    for (int k = 0; k < 2000; k++) {
        belay_vec3 corner = v3(0.5, 0.5, 0.5), out = v3_add(corner, chance_vector(&lot, 0.4));
        out = v3_scale(1.0 / v3_length(out), out);
        belay_vec3 along = v3_cross(out, solid_random_direction(&lot));
        along = v3_scale(1.0 / v3_length(along), along);
        belay_vec3 closest = v3_add_scaled(corner, 0.023, out), way = v3_scale(40.0 / 60.0, along);
        belay_pose start = {v3_add_scaled(closest, -chance_next(&lot), way), belay_quat_identity()};
        bl_motion fly = translation(start, way), still = rest(at(0.0, 0.0, 0.0));
        check_miss(&ball, &fly, &box, &still);
    }
}

Test(sweep, fast_solids_glide_over_a_floor)
{
    bl_convex floor = solid_make(BL_CONVEX_BOX, 0.0, v3(5.0, 5.0, 1.0));
    bl_motion still = rest(at(0.0, 0.0, -1.0));
    uint64_t lot = 24;
    for (int k = 0; k < 70; k++) {
        bl_convex a = solid_random_make(&lot, (bl_convex_kind)(k % SOLID_KINDS), k % SOLID_KINDS < 2 ? 0.02 : 0.0);
        belay_pose pose = {v3_zero(), solid_random_rotation(&lot)};
        pose.position.z = 0.001 - solid_gap_along(&a, pose, &floor, still.start, v3(0.0, 0.0, 1.0));
        bl_motion fly = translation(pose, v3(40.0 / 60.0, 0.2, 0.0));
        check_miss(&a, &fly, &floor, &still);
        fly.turn = v3(0.0, 0.0, 0.7);
        fly.center = v3_add(pose.position, v3(0.1, 0.0, 0.0));
        check_miss(&a, &fly, &floor, &still);
        solid_fini(&a);
    }
}

// A wheel spins about its axle a hair above the floor, slowly or 8 times around, straight or while it turns a bend.
Test(sweep, a_spinning_wheel_stays_off_the_floor)
{
    bl_convex floor = solid_make(BL_CONVEX_BOX, 0.0, v3(5.0, 5.0, 1.0)),
              wheel = solid_make(BL_CONVEX_CYLINDER, 0.0, v3(0.3, 0.3, 0.1));
    bl_motion still = rest(at(0.0, 0.0, -1.0));
    for (int k = 0; k < 6; k++) {
        const double spins[6] = {0.0, 0.3, 3.0, 50.0, -3.0, -50.0};
        belay_pose pose = {v3(0.0, 0.0, 0.3 + 1e-6), q_exp(v3(0.5 * PI, 0.0, 0.0))};
        bl_motion roll = {pose, pose.position, v3(1.0, 0.0, 0.0), v3(0.0, spins[k], 0.0)};
        check_miss(&wheel, &roll, &floor, &still);
        roll.turn = v3(0.0, 0.0, 0.1 * spins[k]);
        check_miss(&wheel, &roll, &floor, &still);
    }
}

// Two boxes 1 mm apart that turn together as one body.
Test(sweep, solids_of_one_body_never_meet)
{
    uint64_t lot = 25;
    for (int k = 0; k < 50; k++) {
        bl_convex a = solid_make(BL_CONVEX_BOX, 0.0, v3(1.0, 0.8, 0.5)),
                  b = solid_make(BL_CONVEX_BOX, 0.0, v3(0.9, 1.0, 0.5));
        belay_vec3 turn = chance_vector(&lot, 2.0), center = chance_vector(&lot, 0.5);
        bl_motion motion_a = {at(0.0, 0.0, 1.001), center, v3(0.3, 0.2, -0.1), turn};
        bl_motion motion_b = {at(0.0, 0.0, 0.0), center, v3(0.3, 0.2, -0.1), turn};
        check_miss(&a, &motion_a, &b, &motion_b);
    }
}

Test(sweep, what_is_near_at_the_start_is_met_at_once)
{
    bl_convex box = solid_make(BL_CONVEX_BOX, 0.0, v3(0.5, 0.5, 0.5));
    bl_motion away = translation(at(0.0, 0.0, 1.05), v3(0.0, 0.0, 9.0)), still = rest(at(0.0, 0.0, 0.0));
    double time = 1.0;
    cr_assert(bl_convex_first_contact(&box, &away, &box, &still, 0.1, &time));
    cr_assert_eq(time, 0.0);
    away.start.position.z = away.center.z = 0.3;
    away.turn = v3(0.1, 0.2, 0.3);
    time = 1.0;
    cr_assert(bl_convex_first_contact(&box, &away, &box, &still, 0.0, &time));
    cr_assert_eq(time, 0.0);
}

Test(sweep, still_solids_never_meet)
{
    bl_convex box = solid_make(BL_CONVEX_BOX, 0.0, v3(0.5, 0.5, 0.5));
    bl_motion over = rest(at(0.0, 0.0, 1.05)), still = rest(at(0.0, 0.0, 0.0));
    double time;
    cr_assert_not(bl_convex_first_contact(&box, &over, &box, &still, 0.0, &time));
}

Test(sweep, time_does_not_depend_on_roles_or_frame)
{
    uint64_t lot = 26;
    for (int k = 0; k < 490; k++) {
        scene s = make_scene(&lot, k, k % 2 ? 0.5 : 0.0);
        belay_pose move = solid_random_pose(&lot, 1000.0);
        bl_motion moved[2] = {s.motion_a, s.motion_b};
        for (int i = 0; i < 2; i++) {
            moved[i].start = pose_compose(move, moved[i].start);
            moved[i].center = pose_apply(move, moved[i].center);
            moved[i].displacement = q_rotate(move.rotation, moved[i].displacement);
            moved[i].turn = q_rotate(move.rotation, moved[i].turn);
        }
        double time = 2.0, swapped = 2.0, framed = 2.0;
        bl_convex_first_contact(&s.a, &s.motion_a, &s.b, &s.motion_b, s.target, &time);
        bl_convex_first_contact(&s.b, &s.motion_b, &s.a, &s.motion_a, s.target, &swapped);
        bl_convex_first_contact(&s.a, &moved[0], &s.b, &moved[1], s.target, &framed);
        cr_assert(fabs(time - swapped) < 1e-3 && fabs(time - framed) < 1e-3, "%g, %g, %g", time, swapped, framed);
        solid_fini(&s.a);
        solid_fini(&s.b);
    }
}

// Met as alone, or left out: too near at the start, or not before the limit.
static void check_one_of_many(const scene* s, uint64_t* lot)
{
    double time = 2.0, alone = 2.0, limit = chance_between(lot, 0.0, 1.2);
    double start = distance_at(&s->a, &s->motion_a, &s->b, &s->motion_b, 0.0), touched = chance_between(lot, 0.0, 1.0);
    bool meets = bl_convex_first_contact(&s->a, &s->motion_a, &s->b, &s->motion_b, 0.0, &alone);
    bool is_one = bl_convex_first_of_many(&s->a, &s->motion_a, &s->b, &s->motion_b, -INFINITY, INFINITY, &time);
    cr_assert(is_one == meets && (!meets || memcmp(&time, &alone, sizeof time) == 0));
    is_one = bl_convex_first_of_many(&s->a, &s->motion_a, &s->b, &s->motion_b, -INFINITY, limit, &time);
    if (alone != 0.0) cr_assert_eq(is_one, meets && alone < limit, "%g, limit %g", alone, limit);
    if (is_one) cr_assert_eq(memcmp(&time, &alone, sizeof time), 0);
    is_one = bl_convex_first_of_many(&s->a, &s->motion_a, &s->b, &s->motion_b, touched, INFINITY, &time);
    if (fabs(start - touched) > 1e-9) cr_assert_eq(is_one, meets && start > touched, "%g, %g", start, touched);
    if (is_one) cr_assert_eq(memcmp(&time, &alone, sizeof time), 0);
}

Test(sweep, one_of_many_is_met_as_alone_or_left_out)
{
    uint64_t lot = 28;
    for (int k = 0; k < 980; k++) {
        scene s = make_scene(&lot, k, k % 2 ? 1.0 : 0.0);
        check_one_of_many(&s, &lot);
        solid_fini(&s.a);
        solid_fini(&s.b);
    }
}

Test(sweep, bits_do_not_depend_on_earlier_calls)
{
    uint64_t lot = 27;
    for (int k = 0; k < 98; k++) {
        scene s = make_scene(&lot, k, 1.0), other = make_scene(&lot, k + 3, 1.0);
        double first = 2.0, again = 2.0, time;
        bl_convex_first_contact(&s.a, &s.motion_a, &s.b, &s.motion_b, s.target, &first);
        bl_convex_first_contact(&other.a, &other.motion_a, &other.b, &other.motion_b, other.target, &time);
        bl_convex_first_contact(&s.a, &s.motion_a, &s.b, &s.motion_b, s.target, &again);
        cr_assert_eq(memcmp(&first, &again, sizeof first), 0);
        solid_fini(&s.a);
        solid_fini(&s.b);
        solid_fini(&other.a);
        solid_fini(&other.b);
    }
}
