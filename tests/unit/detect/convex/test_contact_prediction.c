// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a manifold point promises: to second order the gap is a function of where the reference point goes. A is moved
// by a little, the gap predicted as detect/manifold.h says, and detection asked again. The error is of third order:
// a movement of a quarter leaves a sixty-fourth of it.

#include "detect/convex/convex_contact.h"
#include "support/chance.h"
#include "support/shapes/manifolds.h"
#include "support/shapes/solids.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#define CUTOFF 0.2
#define STEP 2e-3
#define ROUNDING 1e-13

typedef struct motion {
    belay_vec3 way, turn; // m, rad; the turn about A's origin
} motion;

static belay_pose moved(belay_pose pose, const motion* m, double part)
{
    belay_pose r = {v3_add_scaled(pose.position, part, m->way), q_mul(q_exp(v3_scale(part, m->turn)), pose.rotation)};
    r.rotation = q_normalize(r.rotation);
    return r;
}

// The way of the tracked reference as the owner of the surface sees it. Only A moves.
static belay_vec3 way_of(const bl_manifold_point* p, belay_pose from, belay_pose to)
{
    if (p->surface_owner != BL_SURFACE_OWNER_A)
        return v3_sub(pose_apply(to, pose_apply_inverse(from, p->reference)), p->reference);
    return v3_sub(pose_apply(from, pose_apply_inverse(to, p->reference_b)), p->reference_b);
}

// The tilt along A's twist, as that owner sees it. Only A moves: of B's an owner that turns sees the opposite.
static double tilt(const bl_manifold_point* p, belay_vec3 twist, belay_vec3 turn)
{
    return v3_dot(twist, v3_cross(p->normal, turn));
}

static double predict(const bl_manifold_point* p, belay_pose from, belay_pose to, belay_vec3 turn)
{
    belay_vec3 way = way_of(p, from, to);
    double tilt_a = tilt(p, p->twist_a, turn);
    double tilt_b = p->surface_owner == BL_SURFACE_OWNER_A ? tilt(p, p->twist_b, v3_neg(turn)) : 0.0;
    double sign = p->surface_owner == BL_SURFACE_OWNER_A ? -1.0 : 1.0;
    // Of A against B, in either case.
    belay_vec3 slip = v3_sub(v3_scale(sign, way), v3_add(v3_scale(tilt_a, p->twist_a), v3_scale(tilt_b, p->twist_b)));
    double b = v3_dot(p->tangent1, slip), c = v3_dot(p->tangent2, slip) - 0.5 * p->geodesic1 * b * b;
    double twist = 0.5 * (tilt_a * tilt_a + tilt_b * tilt_b);
    return p->gap + sign * v3_dot(p->normal, way) + 0.5 * (p->kappa1 * b * b + p->kappa2 * c * c) - twist;
}

typedef struct scene {
    const bl_convex *a, *b;
    belay_pose pose_b;
    const bl_curve* curve; // B, when there is one; of that radius
    double tube_radius;
    bool is_plane; // B: z <= 0
} scene;

static bl_manifold look(const scene* s, belay_pose pose)
{
    bl_manifold m;
    if (s->is_plane)
        bl_collide_convex_plane(s->a, pose, v3(0.0, 0.0, 1.0), 0.0, CUTOFF, &m);
    else if (s->curve != NULL)
        bl_collide_convex_tube(s->a, pose, s->curve, s->pose_b, s->tube_radius, CUTOFF, &m);
    else
        bl_collide_convex(s->a, pose, s->b, s->pose_b, CUTOFF, &m);
    return m;
}

// The place nearest to where that of `p` is.
static const bl_manifold_point* find(const bl_manifold* m, const bl_manifold_point* p)
{
    const bl_manifold_point* best = NULL;
    for (int i = 0; i < m->count; i++)
        if (best == NULL || v3_distance(m->points[i].point, p->point) < v3_distance(best->point, p->point))
            best = &m->points[i];
    return best;
}

// The error of the prediction for the lowest place; negative when another kind of place has come, where the curvature
// jumps.
static double error_of(const scene* s, belay_pose pose, const motion* m, double part)
{
    bl_manifold before = look(s, pose);
    belay_pose to = moved(pose, m, part);
    bl_manifold after = look(s, to);
    if (before.count == 0 || after.count == 0) return -1.0;
    const bl_manifold_point *p = &before.points[manifold_lowest(&before)], *q = find(&after, p);
    double change = fabs(p->kappa1 - q->kappa1) + fabs(p->kappa2 - q->kappa2);
    if (p->surface_owner != q->surface_owner || change > 0.2 * (fabs(p->kappa1) + fabs(p->kappa2))) return -1.0;
    return fabs(predict(p, pose, to, v3_scale(part, m->turn)) - q->gap);
}

// Checks the order of the error; returns whether there was something to check.
static bool check_order(const scene* s, belay_pose pose, const motion* m)
{
    double whole = error_of(s, pose, m, 1.0), quarter = error_of(s, pose, m, 0.25);
    if (whole < 0.0 || quarter < 0.0) return false;
    cr_assert(quarter <= whole / 32.0 + ROUNDING, "kinds %d %d: %g, a quarter of the way %g", (int)s->a->kind,
              s->b != NULL ? (int)s->b->kind : -1, whole, quarter);
    cr_assert(whole < 200.0 * STEP * STEP * STEP, "kinds %d %d: %g", (int)s->a->kind,
              s->b != NULL ? (int)s->b->kind : -1, whole);
    return true;
}

static motion random_motion(uint64_t* lot, bool may_turn)
{
    motion m = {chance_vector(lot, STEP), may_turn ? chance_vector(lot, STEP) : v3_zero()};
    return m;
}

// ---------------------------------------------------------------------------------------------------------------------
// Pairs
// ---------------------------------------------------------------------------------------------------------------------

// Puts A at a gap of up to 0.05 from B, on a random side.
static belay_pose touching(uint64_t* lot, const bl_convex* a, const bl_convex* b, belay_pose pose_b)
{
    belay_vec3 away = solid_random_direction(lot);
    belay_pose pose = {v3_add_scaled(pose_b.position, 4.0, away), solid_random_rotation(lot)};
    double low = 0.0, high = 4.0;
    for (int i = 0; i < 40; i++) {
        double d = 0.5 * (low + high);
        bl_manifold m;
        pose.position = v3_add_scaled(pose_b.position, d, away);
        bl_collide_convex(a, pose, b, pose_b, 0.05, &m);
        if (m.count > 0)
            low = d;
        else
            high = d;
    }
    pose.position = v3_add_scaled(pose_b.position, low - 0.02, away);
    return pose;
}

static int check_pairs(bl_convex_kind kind_a, bl_convex_kind kind_b, bool may_turn, int trials, uint64_t seed)
{
    uint64_t lot = seed;
    int checked = 0;
    for (int i = 0; i < trials; i++) {
        bl_convex a = solid_random_make(&lot, kind_a, 0.3), b = solid_random_make(&lot, kind_b, 0.0);
        scene s = {&a, &b, solid_random_pose(&lot, 1.0), NULL, 0.0, false};
        belay_pose pose = touching(&lot, &a, &b, s.pose_b);
        motion m = random_motion(&lot, may_turn);
        if (check_order(&s, pose, &m)) checked++;
        solid_fini(&a);
        solid_fini(&b);
    }
    return checked;
}

Test(contact_prediction, a_ball_on_any_solid)
{
    for (int kind = 0; kind < SOLID_KINDS; kind++)
        cr_assert_geq(check_pairs(BL_CONVEX_POINT, (bl_convex_kind)kind, true, 200, 1), 150);
}

Test(contact_prediction, any_solid_on_a_ball)
{
    for (int kind = 1; kind < SOLID_KINDS; kind++) {
        uint64_t lot = 7;
        int checked = 0;
        for (int i = 0; i < 200; i++) {
            bl_convex a = solid_random_make(&lot, (bl_convex_kind)kind, 0.0);
            bl_convex b = solid_make(BL_CONVEX_POINT, 0.4, v3_zero());
            scene s = {&a, &b, solid_random_pose(&lot, 1.0), NULL, 0.0, false};
            motion m = random_motion(&lot, true);
            if (check_order(&s, touching(&lot, &a, &b, s.pose_b), &m)) checked++;
            solid_fini(&a);
        }
        cr_assert_geq(checked, 150, "kind %d: %d", kind, checked);
    }
}

// Without turning the gap of any two surfaces is of this form.
Test(contact_prediction, all_pairs_that_glide_without_turning)
{
    for (int ka = 1; ka < SOLID_KINDS; ka++)
        for (int kb = 1; kb < SOLID_KINDS; kb++)
            cr_assert_geq(check_pairs((bl_convex_kind)ka, (bl_convex_kind)kb, false, 60, 3), 40, "%d %d", ka, kb);
}

// Of smooth solids one point and the twist tell all, also when they turn.
Test(contact_prediction, smooth_solids_that_glide_and_turn)
{
    cr_assert_geq(check_pairs(BL_CONVEX_ELLIPSOID, BL_CONVEX_ELLIPSOID, true, 300, 5), 250);
    cr_assert_geq(check_pairs(BL_CONVEX_ELLIPSOID, BL_CONVEX_POINT, true, 100, 6), 80);
    cr_assert_geq(check_pairs(BL_CONVEX_ELLIPSOID, BL_CONVEX_BOX, true, 300, 7), 200);
    cr_assert_geq(check_pairs(BL_CONVEX_BOX, BL_CONVEX_ELLIPSOID, false, 300, 8), 200);
}

// ---------------------------------------------------------------------------------------------------------------------
// Planes
// ---------------------------------------------------------------------------------------------------------------------

static belay_pose on_plane(const bl_convex* a, belay_quat rotation)
{
    belay_vec3 down = q_rotate_inverse(rotation, v3(0.0, 0.0, -1.0));
    double below = v3_dot(down, bl_convex_support(a, down)) + a->radius;
    return (belay_pose){v3(0.3, -0.2, below + 1e-3), rotation};
}

Test(contact_prediction, corners_capsules_and_ellipsoids_on_a_plane)
{
    const bl_convex_kind kinds[5] = {BL_CONVEX_SEGMENT, BL_CONVEX_TRIANGLE, BL_CONVEX_BOX, BL_CONVEX_HULL,
                                     BL_CONVEX_ELLIPSOID};
    uint64_t lot = 11;
    for (int i = 0; i < 500; i++) {
        bl_convex a = solid_random_make(&lot, kinds[i % 5], i % 5 == 0 ? 0.3 : 0.0);
        scene s = {&a, NULL, belay_pose_identity(), NULL, 0.0, true};
        motion m = random_motion(&lot, true);
        check_order(&s, on_plane(&a, solid_random_rotation(&lot)), &m);
        solid_fini(&a);
    }
}

// The reference of a rim, and of a lying cylinder or cone, is on its axis: spinning about the axis, and rolling as a
// whole about the vertical, leave the gap as it is and the prediction sees that to rounding.
Test(contact_prediction, round_solids_roll_on_a_plane_without_a_change)
{
    uint64_t lot = 12;
    for (int i = 0; i < 200; i++) {
        bl_convex a = solid_random_make(&lot, i % 2 == 0 ? BL_CONVEX_CYLINDER : BL_CONVEX_CONE, 0.0);
        double tilt = chance_between(&lot, 0.25, 1.57);
        belay_quat lean = q_exp(v3(0.0, tilt, 0.0));
        belay_pose pose = on_plane(&a, lean);
        scene s = {&a, NULL, belay_pose_identity(), NULL, 0.0, true};
        bl_manifold before = look(&s, pose);
        const bl_manifold_point* p = &before.points[manifold_lowest(&before)];
        belay_vec3 axis = q_rotate(lean, v3(0.0, 0.0, 1.0));
        for (int k = 0; k < 3; k++) {
            motion m = {chance_vector(&lot, STEP), k == 1 ? v3(0.0, 0.0, 0.1) : v3_scale(0.1, axis)};
            m.way.z = 0.0;
            belay_pose to = moved(pose, &m, 1.0);
            bl_manifold after = look(&s, to);
            cr_assert_float_eq(predict(p, pose, to, m.turn), p->gap, 1e-13, "tilt %g: %g %g", tilt,
                               predict(p, pose, to, m.turn), p->gap);
            cr_assert_float_eq(after.points[manifold_lowest(&after)].gap, p->gap, 1e-13);
        }
    }
}

// Of a disc that tips on its rim the reference on the axis moves too, and the gap's second order is not seen; the first
// is. (Where it lies nearly flat its lowest point runs round it as it tips.)
Test(contact_prediction, round_solids_tip_on_a_plane_to_first_order)
{
    uint64_t lot = 13;
    for (int i = 0; i < 200; i++) {
        bl_convex a = solid_random_make(&lot, i % 2 == 0 ? BL_CONVEX_CYLINDER : BL_CONVEX_CONE, 0.0);
        belay_pose pose = on_plane(&a, solid_random_rotation(&lot));
        if (fabs(q_rotate(pose.rotation, v3(0.0, 0.0, 1.0)).z) > 0.999) continue;
        scene s = {&a, NULL, belay_pose_identity(), NULL, 0.0, true};
        motion m = random_motion(&lot, true);
        double whole = error_of(&s, pose, &m, 1.0), quarter = error_of(&s, pose, &m, 0.25);
        cr_assert(quarter <= whole / 12.0 + 20.0 * STEP * STEP * STEP, "%g %g", whole, quarter);
        cr_assert(whole < 20.0 * STEP * STEP, "%g", whole);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Tubes
// ---------------------------------------------------------------------------------------------------------------------

static bl_curve* make_rail(void)
{
    belay_vec3 points[64];
    belay_error error = {BELAY_OK, ""};
    for (int i = 0; i < 64; i++) {
        double f = 6.283185307179586 * i / 64;
        points[i] = v3(2.0 * cos(f), 2.0 * sin(f), 0.3 * sin(2.0 * f));
    }
    bl_curve* curve = malloc(bl_curve_storage_size(64, true));
    cr_assert_eq(bl_curve_build(curve, points, 64, true, 0.1, &error), BELAY_OK, "%s", error.message);
    return curve;
}

// Beside the rail at a random place, out to its surface.
static bool put_on_rail(const bl_curve* curve, uint64_t* lot, const bl_convex* a, belay_pose* pose)
{
    bl_curve_station at = bl_curve_at(curve, curve->length * chance_next(lot));
    belay_vec3 out = v3_cross(at.tangent, solid_random_direction(lot));
    out = v3_normalize_or(out, v3(0.0, 0.0, 1.0));
    pose->rotation = solid_random_rotation(lot);
    for (double d = 1.8; d > 0.2; d -= 0.01) {
        bl_manifold m;
        pose->position = v3_add_scaled(at.point, d, out);
        bl_collide_convex_tube(a, *pose, curve, belay_pose_identity(), 0.1, 0.03, &m);
        if (m.count > 0) return true;
    }
    return false;
}

Test(contact_prediction, solids_glide_along_a_bent_rail)
{
    const bl_convex_kind kinds[5] = {BL_CONVEX_POINT, BL_CONVEX_SEGMENT, BL_CONVEX_BOX, BL_CONVEX_HULL,
                                     BL_CONVEX_CYLINDER};
    bl_curve* curve = make_rail();
    uint64_t lot = 21;
    int checked = 0;
    for (int i = 0; i < 500; i++) {
        bl_convex a = solid_random_make(&lot, kinds[i % 5], i % 5 < 2 ? 0.2 : 0.0);
        scene s = {&a, NULL, belay_pose_identity(), curve, 0.1, false};
        motion m = random_motion(&lot, i % 5 == 0);
        belay_pose pose;
        if (put_on_rail(curve, &lot, &a, &pose) && check_order(&s, pose, &m)) checked++;
        solid_fini(&a);
    }
    cr_assert_geq(checked, 300, "%d", checked);
    free(curve);
}
