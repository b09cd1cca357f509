// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A ball on two rails: straight ones, level and inclined, and a vertical loop. Each rail touches the ball at the angle
// b from the plane of symmetry, so the ball turns about an axis only r_e = r cos b away from the line between the
// contacts.

#include "support/scene.h"

#include <criterion/criterion.h>
#include <stdio.h>

static belay_material rough(double mu)
{
    belay_material m = {mu, 0.0};
    return m;
}

// ---------------------------------------------------------------------------------------------------------------------
// Two straight rails along `along`, side by side across it; the plane of their centre lines has the normal `normal`.

typedef struct track {
    belay_vec3 along, normal, across; // across = normal x along
    double rail_radius, half_gauge;   // half_gauge: from the middle to a rail's centre line
    double length;
    int pieces; // tubes per rail, end to end
    int points; // per tube
} track;

enum { MOST_POINTS = 32 };

static void lay_rails(belay_world* world, const track* t, double mu)
{
    for (int side = -1; side <= 1; side += 2)
        for (int piece = 0; piece < t->pieces; piece++) {
            belay_vec3 points[MOST_POINTS];
            for (int k = 0; k < t->points; k++) {
                double s = t->length * (piece + (double)k / (t->points - 1)) / t->pieces;
                points[k] = v3_add(v3_scale(side * t->half_gauge, t->across), v3_scale(s, t->along));
            }
            scene_rail(world, points, t->points, false, t->rail_radius, rough(mu));
        }
}

// The centre of a ball that touches both rails stands this far above the plane of their centre lines, and its contacts
// are at the angle b with cos b = this / (ball + rail radius).
static double height_over_rails(const track* t, double ball_radius)
{
    double d = ball_radius + t->rail_radius;
    return sqrt(d * d - t->half_gauge * t->half_gauge);
}

static track make_track(double slope, double heading)
{
    double s = sin(slope), c = cos(slope);
    track t = {.along = v3(c * cos(heading), c * sin(heading), -s),
               .normal = v3(s * cos(heading), s * sin(heading), c),
               .across = v3(-sin(heading), cos(heading), 0.0),
               .rail_radius = 0.003,
               .half_gauge = 0.012,
               .length = 2.0,
               .pieces = 1,
               .points = 2};
    return t;
}

// ---------------------------------------------------------------------------------------------------------------------
// A spinning ball set down on level rails. The contacts are at r (+-sin b, -cos b) across and up from the centre, so
// with spin w about the cross axis both slip at r_e w - v, r_e = r cos b. Each carries N = m g/(2 cos b), for the slip
// and so the friction are along the rails. m v' = mu m g/cos b and I w' = -r_e mu m g/cos b: v = mu g t/cos b, until
// v = r_e w, where by I w + m r_e v = I w0 the speed is r_e w0/(1 + m r_e^2/I), after v cos b/(mu g).

// The first step of a new contact has no impulses to guess the velocity at its end from, so it takes the ball's fall
// across the tubes, g h, for real, and lets it sink by what the tubes would have curved away: ((g h^2 sin b)^2)/2 over
// (r + rail radius), 5e-7 m at most here. A ball that has been at rest on the rails does not, and follows the closed
// form to rounding; one set down freshly does to the part `tolerance` that this depth is of the ball.
static void spin_up_on_rails(double half_gauge, double mu, double heading, double h, bool is_fresh, double tolerance)
{
    const double r = 0.02, w0 = 60.0;
    track t = make_track(0.0, heading);
    t.half_gauge = half_gauge;
    belay_world* world = scene_world(h);
    lay_rails(world, &t, mu);
    scene_ball ball = scene_ball_default();
    ball.radius = r;
    ball.mass = 0.26;
    ball.position = v3_add(v3_scale(0.2, t.along), v3_scale(height_over_rails(&t, r), t.normal));
    ball.material = rough(mu);
    belay_body_id body = scene_add_ball(world, &ball);
    if (!is_fresh) {
        belay_pose pose = scene_state(world, body).pose;
        scene_steps(world, 10);
        cr_assert(belay_body_set_pose(world, body, pose) == BELAY_OK);
    }
    scene_set_velocity(world, body, v3_zero(), v3_scale(w0, t.across));
    double cos_b = height_over_rails(&t, r) / (r + t.rail_radius), re = r * cos_b;
    double right = re * w0 / (1.0 + re * re / (0.4 * r * r)), end = right * cos_b / (mu * SCENE_G);
    double largest = 0.0;
    int steps = (int)ceil(end / h) + 100;
    for (int k = 1; k <= steps; k++) {
        scene_steps(world, 1);
        scene_check_converged(world);
        belay_vec3 v = scene_state(world, body).linear_velocity;
        double now = fmin(mu * SCENE_G / cos_b * h * k, right);
        largest = fmax(largest, v3_distance(v, v3_scale(now, t.along)));
    }
    belay_body_state state = scene_state(world, body);
    const char* how = is_fresh ? "rails, fresh" : "rails";
    char text[4][80];
    snprintf(text[0], sizeof text[0], "%s: velocity off its course while it gathers speed, m/s", how);
    snprintf(text[1], sizeof text[1], "%s: speed it rolls at, m/s", how);
    snprintf(text[2], sizeof text[2], "%s: r_e w, m/s", how);
    snprintf(text[3], sizeof text[3], "%s: off the middle, m", how);
    scene_check_near(largest, 0.0, 10.0 * tolerance * right, text[0]);
    scene_check_near(v3_dot(state.linear_velocity, t.along), right, tolerance * right, text[1]);
    scene_check_near(re * v3_dot(state.angular_velocity, t.across), right, tolerance * right, text[2]);
    scene_check_near(v3_dot(state.pose.position, t.across), 0.0, 1e-9, text[3]);
    belay_world_destroy(world);
}

static const double half_gauges[] = {0.004, 0.012, 0.018}; // b = 10, 31.4, 51.5 degrees
static const double rail_mus[] = {0.1, 0.5};

Test(rails, spun_ball_rolls_away)
{
    for (int g = 0; g < 3; g++)
        for (int m = 0; m < 2; m++)
            for (int heading = 0; heading < 360; heading += 60) {
                double a = scene_radians(heading);
                spin_up_on_rails(half_gauges[g], rail_mus[m], a, 1.0 / 240.0, false, 1e-9);
                spin_up_on_rails(half_gauges[g], rail_mus[m], a, 1.0 / 1000.0, false, 1e-9);
            }
}

Test(rails, ball_set_down_spinning_rolls_away)
{
    for (int g = 0; g < 3; g++)
        for (int m = 0; m < 2; m++)
            for (int heading = 0; heading < 360; heading += 60) {
                double a = scene_radians(heading);
                spin_up_on_rails(half_gauges[g], rail_mus[m], a, 1.0 / 240.0, true, 1e-4);
                spin_up_on_rails(half_gauges[g], rail_mus[m], a, 1.0 / 1000.0, true, 1e-6);
            }
}

// ---------------------------------------------------------------------------------------------------------------------
// C2: down two straight rails. Rolling, m a = m g sin - F and I a/r_e = F r_e, so a = g sin/kappa with
// kappa = 1 + I/(m r_e^2) = 1 + 0.4/cos^2 b.

typedef struct descent {
    double acceleration, way, way_off, speed, spin_ratio, lateral, bump;
} descent;

enum { C2_STEPS = 700 };
static const double c2_seconds = 1.4, c2_h = 1.0 / 500.0;

static descent roll_down_rails(const track* t)
{
    const double r = 0.02, cos_b = height_over_rails(t, r) / (r + t->rail_radius);
    belay_world* world = scene_world(c2_h);
    lay_rails(world, t, 0.5);
    scene_ball ball = scene_ball_default();
    ball.radius = r;
    ball.mass = 0.26;
    ball.position = v3_add(v3_scale(0.03, t->along), v3_scale(height_over_rails(t, r), t->normal));
    ball.material = rough(0.5);
    belay_body_id body = scene_add_ball(world, &ball);
    descent d = {.acceleration = SCENE_G * -t->along.z / (1.0 + 0.4 / (cos_b * cos_b))};
    for (int k = 1; k <= C2_STEPS; k++) {
        scene_steps(world, 1);
        belay_body_state state = scene_state(world, body);
        belay_vec3 way = v3_sub(state.pose.position, ball.position);
        double time = k * c2_h;
        d.way = v3_dot(way, t->along);
        d.way_off = fmax(d.way_off, fabs(d.way - 0.5 * d.acceleration * time * time));
        d.speed = v3_dot(state.linear_velocity, t->along);
        d.spin_ratio = r * cos_b * v3_dot(state.angular_velocity, t->across) / d.speed;
        d.lateral = fmax(d.lateral, fabs(v3_dot(way, t->across)));
        d.bump = fmax(d.bump, fabs(v3_dot(state.linear_velocity, t->normal)));
    }
    belay_world_destroy(world);
    return d;
}

// The tolerances of the scene: 1 % of a, 0.3 % of r_e w/v, 0.1 mm aside, 1 mm/s up or down. `part` of them is allowed.
static void check_descent(const descent* d, double part)
{
    double way = 0.5 * d->acceleration * c2_seconds * c2_seconds;
    scene_check_near(d->acceleration, 1.63849, 1e-5, "C2: acceleration by the closed form, m/s^2");
    scene_check_near(2.0 * d->way / (c2_seconds * c2_seconds), d->acceleration, 0.01 * d->acceleration * part,
                     "C2: acceleration by the way, m/s^2");
    scene_check_near(d->speed / c2_seconds, d->acceleration, 0.01 * d->acceleration * part,
                     "C2: acceleration by the speed, m/s^2");
    scene_check_near(d->way_off, 0.0, 0.01 * way * part, "C2: path off a t^2/2, largest, m");
    scene_check_near(d->spin_ratio, 1.0, 0.003 * part, "C2: r_e w/v");
    scene_check_near(d->lateral, 0.0, 1e-4 * part, "C2: off the middle, m");
    scene_check_near(d->bump, 0.0, 1e-3 * part, "C2: normal speed, m/s");
}

Test(scene_C2, one_tube_per_rail)
{
    for (int heading = 0; heading < 360; heading += 30) {
        track t = make_track(scene_radians(15.0), scene_radians(heading));
        descent d = roll_down_rails(&t);
        check_descent(&d, 0.01);
    }
}

// Points on a straight line change nothing: the curve through them is the line.
Test(scene_C2, one_tube_through_21_points)
{
    for (int heading = 0; heading < 360; heading += 30) {
        track t = make_track(scene_radians(15.0), scene_radians(heading));
        t.points = 21;
        descent d = roll_down_rails(&t);
        check_descent(&d, 0.01);
    }
}

// The half-spheres that end the pieces touch the ball only where a piece touches it too, so nothing should be felt.
Test(scene_C2, twenty_tubes_per_rail)
{
    for (int heading = 0; heading < 360; heading += 30) {
        track t = make_track(scene_radians(15.0), scene_radians(heading));
        t.pieces = 20;
        descent d = roll_down_rails(&t);
        check_descent(&d, 1.0);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// C4: a vertical loop of two circular rails, the ball inside. Its centre goes round on a circle of radius R; rolling,
// its energy is kappa m v^2/2 + m g z, and the rails press with N = m v^2/R + m g cos(angle from the bottom) along the
// radius. Two sticking contacts may squeeze the ball between them at will, so N is read from the whole impulse of both.

enum { LOOP_POINTS = 256 };
static const double loop_ring = 0.30, loop_rail = 0.004, loop_half_gauge = 0.01;
static const double loop_ball = 0.0125, loop_mass = 0.064;

typedef struct loop {
    belay_world* world;
    belay_body_id ball;
    double radius, kappa;     // R, kappa
    double angle, last_angle; // of the ball from the bottom, counted on over the laps
} loop;

static void make_ring(belay_vec3* points, int count, double radius, double y)
{
    for (int k = 0; k < count; k++) {
        double a = 2.0 * SCENE_PI * k / count;
        points[k] = v3(radius * sin(a), y, -radius * cos(a));
    }
}

static loop make_loop(double h, double theta, double speed, double spin)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = h;
    def.theta = theta;
    def.solver.tolerance = belay_world_def_exact().solver.tolerance;
    loop l = {.world = scene_world_of(&def)};
    belay_vec3 points[LOOP_POINTS];
    for (int side = -1; side <= 1; side += 2) {
        make_ring(points, LOOP_POINTS, loop_ring, side * loop_half_gauge);
        scene_rail(l.world, points, LOOP_POINTS, true, loop_rail, rough(0.6));
    }
    double d = loop_ball + loop_rail, across = sqrt(d * d - loop_half_gauge * loop_half_gauge), cos_b = across / d;
    l.radius = loop_ring - across;
    l.kappa = 1.0 + 0.4 / (cos_b * cos_b);
    scene_ball ball = scene_ball_default();
    ball.radius = loop_ball;
    ball.mass = loop_mass;
    ball.position = v3(0.0, 0.0, -l.radius);
    ball.linear = v3(speed, 0.0, 0.0);
    ball.angular = v3(0.0, spin, 0.0);
    ball.material = rough(0.6);
    l.ball = scene_add_ball(l.world, &ball);
    return l;
}

static void step_loop(loop* l)
{
    scene_steps(l->world, 1);
    belay_vec3 x = scene_state(l->world, l->ball).pose.position;
    l->last_angle = l->angle;
    l->angle += remainder(atan2(x.x, -x.z) - l->angle, 2.0 * SCENE_PI);
}

static double loop_energy(const loop* l)
{
    belay_energy e = belay_world_get_energy(l->world);
    return e.translation + e.rotation + e.potential + loop_mass * SCENE_G * l->radius;
}

// The force of both rails towards the middle of the loop in the last step, and where the ball was at its contact
// instant (angle from the bottom, within half a lap); 0 without contact.
static double loop_force(const loop* l, double* angle)
{
    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(l->world, &count);
    belay_vec3 sum = v3_zero(), middle = v3_zero();
    for (int32_t i = 0; i < count; i++) {
        sum = v3_add(sum, scene_impulse(&contacts[i]));
        middle = v3_add_scaled(middle, 1.0 / count, contacts[i].point);
    }
    if (count == 0) return 0.0;
    *angle = atan2(middle.x, -middle.z);
    belay_vec3 inwards = v3(-sin(*angle), 0.0, cos(*angle));
    return v3_dot(sum, inwards) / belay_world_get_def(l->world)->step_seconds;
}

// v^2 at an angle by the energy: v_bottom^2 - 2 g R (1 - cos(angle))/kappa.
static double loop_speed_squared(const loop* l, double bottom, double angle)
{
    return bottom * bottom - 2.0 * SCENE_G * l->radius * (1.0 - cos(angle)) / l->kappa;
}

// The integral of R da/v around the loop (the integrand is periodic, so equal steps converge faster than any power).
static double lap_time(const loop* l, double bottom)
{
    double sum = 0.0;
    for (int k = 0; k < 1000; k++)
        sum += l->radius / sqrt(loop_speed_squared(l, bottom, 2.0 * SCENE_PI * k / 1000.0));
    return sum * 2.0 * SCENE_PI / 1000.0;
}

static const double loop_speed = 3.24889, loop_spin = 326.76;

typedef struct laps {
    double ends[3], energy[3]; // at the end of each lap: time, share of the energy at the start
    double largest_force_error;
    bool is_lost;
    int finished;
} laps;

static laps run_laps(double h, int wanted)
{
    loop l = make_loop(h, 0.5, loop_speed, loop_spin);
    laps result = {0};
    double start = loop_energy(&l);
    for (int k = 1; k <= (int)(1.1 * wanted * 0.71059 / h) && result.finished < wanted; k++) {
        step_loop(&l);
        double at = 0.0, force = loop_force(&l, &at), energy = loop_energy(&l) / start;
        double speed2 = loop_speed_squared(&l, loop_speed, at);
        double right = loop_mass * (speed2 / l.radius + SCENE_G * cos(at));
        // The start lies on the circle, which is where contact instants lie, half a step early: the first steps settle
        // that.
        if (k > 10) result.largest_force_error = fmax(result.largest_force_error, fabs(force - right));
        if (force <= 0.0) result.is_lost = true;
        double lap = 2.0 * SCENE_PI * (result.finished + 1);
        if (l.angle < lap) continue;
        result.energy[result.finished] = energy;
        result.ends[result.finished++] = h * (k - (l.angle - lap) / (l.angle - l.last_angle));
    }
    belay_world_destroy(l.world);
    return result;
}

Test(scene_C4, figures)
{
    loop l = make_loop(1e-3, 0.5, loop_speed, loop_spin);
    double top2 = loop_speed_squared(&l, loop_speed, SCENE_PI), weight = loop_mass * SCENE_G;
    scene_check_near(l.radius, 0.286876, 1e-6, "C4: radius of the centre's circle, m");
    scene_check_near(l.kappa, 1.63222, 1e-5, "C4: kappa");
    scene_check_near(top2, 1.3 * SCENE_G * l.radius, 1e-4, "C4: top speed squared, (m/s)^2");
    scene_check_near(loop_mass * loop_speed * loop_speed / l.radius / weight + 1.0, 4.75, 1e-3, "C4: N/mg, bottom");
    scene_check_near(loop_mass * top2 / l.radius / weight - 1.0, 0.30, 1e-3, "C4: N/mg, top");
    scene_check_near(lap_time(&l, loop_speed), 0.71059, 1e-5, "C4: lap by the quadrature, s");
    belay_world_destroy(l.world);
}

Test(scene_C4, three_laps_at_1_1000)
{
    laps r = run_laps(1e-3, 3);
    cr_assert(r.finished == 3);
    cr_expect(!r.is_lost);
    for (int k = 0; k < 3; k++) {
        double before = k == 0 ? 0.0 : r.ends[k - 1];
        scene_check_near(r.ends[k] - before, 0.71059, 0.015 * 0.71059, "C4: lap time at 1/1000, s");
        scene_check_near(r.energy[k], 1.0, 0.005, "C4: energy after a lap at 1/1000");
    }
    scene_check_near(r.largest_force_error, 0.0, 0.001 * loop_mass * SCENE_G, "C4: force of the rails at 1/1000, N");
}

Test(scene_C4, three_laps_at_1_240)
{
    laps r = run_laps(1.0 / 240.0, 3);
    cr_assert(r.finished == 3);
    cr_expect(!r.is_lost);
    for (int k = 0; k < 3; k++) {
        double before = k == 0 ? 0.0 : r.ends[k - 1];
        scene_check_near(r.ends[k] - before, 0.71059, 0.015 * 0.71059, "C4: lap time at 1/240, s");
        scene_check_near(r.energy[k], 1.0, 0.005, "C4: energy after a lap at 1/240");
    }
    scene_check_near(r.largest_force_error, 0.0, 0.01 * loop_mass * SCENE_G, "C4: force of the rails at 1/240, N");
}

// The angle from the bottom where the rails stop pressing, in degrees; 360 when they never do.
static double loss_angle(double h)
{
    loop l = make_loop(h, 0.5, 2.97770, 299.49);
    double lost = 360.0;
    for (int k = 0; k < (int)(0.6 / h) && lost == 360.0; k++) {
        step_loop(&l);
        double at;
        if (loop_force(&l, &at) <= 0.0) lost = l.last_angle * 180.0 / SCENE_PI;
    }
    belay_world_destroy(l.world);
    return lost;
}

// Too slow: N = 0 where m v^2/R = -m g cos(angle): 149.9 degrees if the ball rolled all the way; it slips near the end,
// where N is too small for the friction that rolling needs, and with v' = -g sin + mu N/(m cos b) from 134.5 degrees on
// it is 147.54 degrees (integrated).
Test(scene_C4, falls_from_the_rails)
{
    scene_check_near(loss_angle(1e-3), 147.5, 3.0, "C4: angle where contact is lost at 1/1000, degrees");
    scene_check_near(loss_angle(1e-4), 147.5, 0.3, "C4: angle where contact is lost at 1/10000, degrees");
}

// theta decides where in a step the state is read: see theta_does_not_change_the_motion of scene A2. The start of the
// one run is the start of the other moved on by (h/2) v0.
Test(scene_C4, theta_does_not_change_the_motion)
{
    double h = 1e-3;
    loop middle = make_loop(h, 0.5, loop_speed, loop_spin), end = make_loop(h, 1.0, loop_speed, loop_spin);
    belay_body_state start = scene_state(end.world, end.ball);
    belay_pose pose = start.pose;
    pose.position = v3_add_scaled(pose.position, 0.5 * h, start.linear_velocity);
    pose.rotation = belay_quat_from_axis_angle(start.angular_velocity, 0.5 * h * v3_length(start.angular_velocity));
    cr_assert(belay_body_set_pose(end.world, end.ball, pose) == BELAY_OK);
    double place = 0.0, velocity = 0.0;
    for (int k = 0; k < 711; k++) {
        step_loop(&middle);
        step_loop(&end);
        belay_body_state a = scene_state(middle.world, middle.ball), b = scene_state(end.world, end.ball);
        place = fmax(place, v3_distance(v3_add_scaled(a.pose.position, 0.5 * h, a.linear_velocity), b.pose.position));
        velocity = fmax(velocity, v3_distance(a.linear_velocity, b.linear_velocity));
    }
    scene_check_near(place, 0.0, 1e-9, "C4, theta: places at the contact instants differ over a lap, m");
    scene_check_near(velocity, 0.0, 1e-9, "C4, theta: velocities differ over a lap, m/s");
    belay_world_destroy(middle.world);
    belay_world_destroy(end.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Bad input: nothing is lost

static void refuse_rail(loop* l, const belay_vec3* points, int count, bool is_closed, double radius, const char* name,
                        const char* value)
{
    uint64_t hash = belay_world_hash(l->world);
    int32_t contact_count;
    const belay_contact* contacts = belay_world_get_contacts(l->world, &contact_count);
    cr_assert(contact_count == 2);
    belay_collider_def def = belay_collider_def_tube(points, count, is_closed, radius);
    belay_collider_id collider;
    belay_result result = belay_collider_create(l->world, contacts[0].body_b, &def, &collider);
    scene_check_refused(l->world, hash, result, BELAY_ERROR_SHAPE, name, value);
}

static loop make_old_loop(void)
{
    loop l = make_loop(1e-3, 0.5, loop_speed, loop_spin);
    for (int k = 0; k < 100; k++)
        step_loop(&l);
    return l;
}

Test(scene_C2, bad_rails_are_refused)
{
    loop l = make_old_loop(), control = make_old_loop();
    belay_vec3 same[2] = {v3(1.0, 2.0, 3.0), v3(1.0, 2.0, 3.0)};
    refuse_rail(&l, same, 2, false, 0.003, "points[1]", "(1, 2, 3)"); // no length
    belay_vec3 twice[4] = {v3(0.0, 0.0, 0.0), v3(1.0, 0.0, 0.0), v3(1.0, 0.0, 0.0), v3(2.0, 0.0, 0.0)};
    refuse_rail(&l, twice, 4, false, 0.003, "points[2]", "(1, 0, 0)");
    belay_vec3 good[2] = {v3(0.0, 0.0, 0.0), v3(1.0, 0.0, 0.0)};
    refuse_rail(&l, good, 2, false, 0.0, "radius", " 0;");
    scene_check_same_course(l.world, control.world, 700);
    belay_world_destroy(l.world);
    belay_world_destroy(control.world);
}

Test(scene_C4, bad_rails_are_refused)
{
    loop l = make_old_loop(), control = make_old_loop();
    belay_vec3 ring[64];
    make_ring(ring, 64, 0.004, 0.0);
    refuse_rail(&l, ring, 64, true, 0.004, "radius", "0.004");
    refuse_rail(&l, ring, 64, true, 0.006, "radius", "0.006");
    refuse_rail(&l, ring, 1, false, 0.001, "point_count", "1");
    refuse_rail(&l, ring, 2, true, 0.001, "point_count", "2");
    make_ring(ring, 64, 0.3, 0.0);
    ring[17].z = NAN;
    refuse_rail(&l, ring, 64, true, 0.004, "points[17]", "nan");
    ring[17].z = -INFINITY;
    refuse_rail(&l, ring, 64, true, 0.004, "points[17]", "inf");
    scene_check_same_course(l.world, control.world, 700);
    belay_world_destroy(l.world);
    belay_world_destroy(control.world);
}
