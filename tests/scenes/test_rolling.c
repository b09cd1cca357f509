// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A ball that slides, spins and rolls on a plane. While it slides, friction is m mu g against the slip, whose direction
// never changes: v' = -mu g u^ and, with the solid ball's I = (2/5) m r^2, u' = -(7/2) mu g u^. Both are constant, so
// the steps follow the closed forms to rounding until the slip ends inside a step, and the impulse of that last step is
// what is left, so what comes after is exact again.

#include "support/scene.h"

#include <criterion/criterion.h>

static belay_material rough(double mu)
{
    belay_material m = {mu, 0.0};
    return m;
}

// A world whose gravity presses on the plane through the origin with this normal.
static belay_world* floor_world(double h, double theta, belay_vec3 normal, double mu)
{
    belay_world_def def = belay_world_def_default();
    def.solver.tolerance = belay_world_def_exact().solver.tolerance;
    def.step_seconds = h;
    def.theta = theta;
    def.gravity = v3_scale(-SCENE_G, normal);
    belay_world* world = scene_world_of(&def);
    scene_plane(world, normal, 0.0, rough(mu));
    return world;
}

// The velocity of the lowest point of a ball: v + w x (-r n).
static belay_vec3 slip(const belay_body_state* state, belay_vec3 normal, double radius)
{
    return v3_add(state->linear_velocity, v3_cross(state->angular_velocity, v3_scale(-radius, normal)));
}

static const belay_vec3 up = {0.0, 0.0, 1.0};

// ---------------------------------------------------------------------------------------------------------------------
// From sliding to rolling

// A ball struck without spin has u = v0, so v = v0 - mu g t until 0 = u = v0 - (7/2) mu g t: v = (5/7) v0 after
// 2 v0/(7 mu g), and then rolls.
Test(rolling, struck_ball_slows_down_until_it_rolls)
{
    static const double mus[] = {0.05, 0.3, 1.0};
    for (int m = 0; m < 3; m++)
        for (int heading = 0; heading < 360; heading += 45) {
            double mu = mus[m], h = 1.0 / 240.0, v0 = 3.0;
            belay_vec3 along = v3(cos(scene_radians(heading)), sin(scene_radians(heading)), 0.0);
            belay_world* world = floor_world(h, 0.5, up, mu);
            scene_ball ball = scene_ball_default();
            ball.position = v3(0.0, 0.0, ball.radius);
            ball.linear = v3_scale(v0, along);
            ball.material = rough(mu);
            belay_body_id body = scene_add_ball(world, &ball);
            int end = (int)ceil(2.0 * v0 / (7.0 * mu * SCENE_G * h));
            for (int k = 1; k <= end + 100; k++) {
                scene_steps(world, 1);
                belay_vec3 v = scene_state(world, body).linear_velocity;
                double right = fmax(v0 - mu * SCENE_G * h * k, 5.0 / 7.0 * v0);
                cr_assert(v3_distance(v, v3_scale(right, along)) <= 1e-12 * v0, "mu %g, step %d: %.15g, not %.15g", mu,
                          k, v3_length(v), right);
            }
            belay_world_destroy(world);
        }
}

// A ball set down with the spin w0 about a horizontal axis has u = w0 r, so v = mu g t until u = w0 r - (7/2) mu g t is
// 0: v = (2/7) w0 r after 2 w0 r/(7 mu g), and then rolls. The way until then is v t/2.
static void spin_up(double h, belay_vec3 normal, double heading)
{
    const double w0 = 40.0, r = 0.05, mu = 0.3;
    belay_world* world = floor_world(h, 0.5, normal, mu);
    belay_vec3 e1 = v3_any_orthogonal(normal), e2 = v3_cross(normal, e1);
    belay_vec3 along = v3_add(v3_scale(cos(heading), e1), v3_scale(sin(heading), e2));
    scene_ball ball = scene_ball_default();
    ball.position = v3_scale(r, normal);
    ball.angular = v3_scale(w0, v3_cross(normal, along)); // (n x d) x (-r n) = -r d: the lowest point goes backwards
    ball.material = rough(mu);
    belay_body_id body = scene_add_ball(world, &ball);
    double right = 2.0 / 7.0 * w0 * r, end = 2.0 * w0 * r / (7.0 * mu * SCENE_G);
    for (int k = 1; k * h <= 0.6; k++) {
        scene_steps(world, 1);
        belay_vec3 v = scene_state(world, body).linear_velocity;
        double now = fmin(mu * SCENE_G * h * k, right);
        cr_assert(v3_distance(v, v3_scale(now, along)) <= 1e-12 * right, "step %d: %.15g, not %.15g", k, v3_length(v),
                  now);
        if (k * h >= end) {
            belay_body_state state = scene_state(world, body);
            cr_assert(v3_length(slip(&state, normal, r)) <= 1e-12 * right, "slips at %g s", k * h);
        }
    }
    belay_body_state state = scene_state(world, body);
    scene_check_near(v3_length(state.linear_velocity), right, 1e-7 * right, "S4: speed, m/s");
    scene_check_near(v3_dot(state.linear_velocity, v3_cross(normal, along)), 0.0, 1e-7 * right,
                     "S4: speed across, m/s");
    belay_world_destroy(world);
}

Test(scene_S4, spun_ball_rolls_away)
{
    for (int heading = 0; heading < 360; heading += 15) {
        spin_up(1.0 / 60.0, up, scene_radians(heading));
        spin_up(1.0 / 240.0, up, scene_radians(heading));
    }
}

Test(scene_S4, spun_ball_rolls_away_in_any_orientation)
{
    for (int heading = 0; heading < 360; heading += 15)
        spin_up(1.0 / 240.0, v3(2.0 / 7.0, -3.0 / 7.0, 6.0 / 7.0), scene_radians(heading));
}

// Without friction nothing turns the ball or moves it along the plane, and its inertia is isotropic, so I w = const is
// w = const: the spin keeps its bits.
Test(rolling, frictionless_ball_keeps_spin_and_place)
{
    static const double hs[] = {1.0 / 60.0, 1.0 / 240.0, 1.0 / 1000.0};
    for (int i = 0; i < 3; i++) {
        belay_world* world = floor_world(hs[i], 0.5, up, 0.0);
        scene_ball ball = scene_ball_default();
        ball.position = v3(0.3, -0.7, ball.radius);
        ball.angular = v3(11.3, -40.7, 3.9);
        ball.material = rough(0.5); // the plane's 0 makes the pair's 0
        belay_body_id body = scene_add_ball(world, &ball);
        for (int k = 0; k < 2400; k++) {
            scene_steps(world, 1);
            belay_body_state state = scene_state(world, body);
            cr_assert(scene_is_same_vector(state.angular_velocity, ball.angular), "step %d", k);
            cr_assert(scene_is_same_vector(state.pose.position, ball.position), "step %d: moved by %g", k,
                      v3_distance(state.pose.position, ball.position));
        }
        belay_world_destroy(world);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// A2: the cue ball with side spin

typedef struct cue_ball {
    belay_world* world;
    belay_body_id body;
} cue_ball;

static const double cue_radius = 0.028575, cue_mu = 0.2, cue_h = 1e-3;

static cue_ball make_cue_ball(double turn, double theta)
{
    cue_ball c;
    c.world = floor_world(cue_h, theta, up, cue_mu);
    scene_ball ball = scene_ball_default();
    ball.radius = cue_radius;
    ball.mass = 0.17;
    ball.position = v3(0.0, 0.0, cue_radius);
    ball.linear = v3(2.0 * cos(turn), 2.0 * sin(turn), 0.0);
    ball.angular = v3(70.0 * cos(turn), 70.0 * sin(turn), 0.0);
    ball.material = rough(cue_mu);
    c.body = scene_add_ball(c.world, &ball);
    return c;
}

// u = v + w x (-r z) = (2, 70 r); u' = -(7/2) mu g u^, so slip ends at t = 2|u|/(7 mu g) with v = v0 - (2/7) u; until
// then the path is x = v0 t - mu g u^ t^2/2, after it a straight line.
Test(scene_A2, side_spin)
{
    cue_ball c = make_cue_ball(0.0, 0.5);
    belay_vec3 v0 = v3(2.0, 0.0, 0.0), u0 = v3(2.0, 70.0 * cue_radius, 0.0), u = v3_normalize_or(u0, up);
    double end = 2.0 * v3_length(u0) / (7.0 * cue_mu * SCENE_G);
    scene_check_near(end, 0.41191, 1e-5, "A2: end of slip by the closed form, s");
    int k = 0, first_rolling = 0;
    belay_vec3 before = v3_zero(), at_end = v3_zero();
    belay_body_state state;
    for (k = 1; k <= 1000; k++) {
        scene_steps(c.world, 1);
        state = scene_state(c.world, c.body);
        double t = k * cue_h;
        if (t < end) {
            belay_vec3 x = v3_add_scaled(v3_scale(t, v0), -0.5 * cue_mu * SCENE_G * t * t, u);
            x.z = cue_radius;
            cr_assert(v3_distance(state.pose.position, x) <= 1e-12, "step %d: off the parabola by %g", k,
                      v3_distance(state.pose.position, x));
        }
        if (first_rolling == 0 && v3_length(slip(&state, up, cue_radius)) <= 1e-9) {
            first_rolling = k;
            double part = (end - (k - 1) * cue_h) / cue_h;
            at_end = v3_add(v3_scale(1.0 - part, before), v3_scale(part, state.pose.position));
        }
        before = state.pose.position;
    }
    belay_vec3 v = state.linear_velocity, right = v3_sub(v0, v3_scale(2.0 / 7.0, u0));
    double degrees = atan2(v.y, v.x) * 180.0 / SCENE_PI;
    scene_check_near((double)first_rolling, ceil(end / cue_h), 0.0, "A2: first step without slip");
    scene_check_near(at_end.x, 0.70614, 1e-5, "A2: x where slip ends, m");
    scene_check_near(at_end.y, -0.11770, 1e-5, "A2: y where slip ends, m");
    scene_check_near(v3_length(v), 1.53865, 1e-5, "A2: speed after, m/s");
    scene_check_near(degrees, -21.804, 1e-3, "A2: direction after, degrees");
    scene_check_near(v3_distance(v, right), 0.0, 1e-12, "A2: velocity off v0 - (2/7) u, m/s");
    belay_world_destroy(c.world);
}

Test(scene_A2, straight_once_it_rolls)
{
    cue_ball c = make_cue_ball(0.0, 0.5);
    scene_steps(c.world, 413);
    belay_vec3 first = scene_state(c.world, c.body).linear_velocity;
    double widest = 0.0;
    for (int k = 413; k < 1000; k++) {
        scene_steps(c.world, 1);
        belay_vec3 v = scene_state(c.world, c.body).linear_velocity;
        double turn = atan2(v3_cross(first, v).z, v3_dot(first, v)) * 180.0 / SCENE_PI;
        widest = fmax(widest, fabs(turn));
    }
    scene_check_near(widest, 0.0, 1e-10, "A2: heading change while it rolls, degrees in 0.587 s (0.01/s allowed)");
    belay_world_destroy(c.world);
}

Test(scene_A2, turned_run_is_the_same)
{
    double turn = scene_radians(30.0);
    cue_ball plain = make_cue_ball(0.0, 0.5), turned = make_cue_ball(turn, 0.5);
    belay_quat back = belay_quat_from_axis_angle(up, -turn);
    double largest = 0.0;
    for (int k = 0; k < 1000; k++) {
        scene_steps(plain.world, 1);
        scene_steps(turned.world, 1);
        belay_vec3 a = scene_state(plain.world, plain.body).pose.position;
        belay_vec3 b = belay_quat_rotate(back, scene_state(turned.world, turned.body).pose.position);
        largest = fmax(largest, v3_distance(a, b));
    }
    scene_check_near(largest, 0.0, 1e-12, "A2: turned run off the plain one, m (1e-6 allowed)");
    belay_world_destroy(plain.world);
    belay_world_destroy(turned.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// theta decides where in a step the state is read, not where the contacts are looked at: the placement of the contact
// instant is q + h (1 - theta) v, so a world of theta = 1 that starts at q0 + (h/2) v0 must go through the very
// placements q_k + (h/2) v_k of a world of theta = 1/2 that starts at q0, with the same velocities. That is so without
// bounces (e = 0); whether a bouncing contact closes is decided on its gap at the end of the step, which theta moves.

Test(scene_A2, theta_does_not_change_the_motion)
{
    cue_ball middle = make_cue_ball(0.3, 0.5), end = make_cue_ball(0.3, 1.0);
    belay_body_state start = scene_state(end.world, end.body);
    belay_pose pose = start.pose;
    pose.position = v3_add_scaled(pose.position, 0.5 * cue_h, start.linear_velocity);
    pose.rotation = belay_quat_from_axis_angle(start.angular_velocity, 0.5 * cue_h * v3_length(start.angular_velocity));
    cr_assert(belay_body_set_pose(end.world, end.body, pose) == BELAY_OK);
    double place = 0.0, turn = 0.0, velocity = 0.0;
    for (int k = 0; k < 1000; k++) {
        scene_steps(middle.world, 1);
        scene_steps(end.world, 1);
        belay_body_state a = scene_state(middle.world, middle.body), b = scene_state(end.world, end.body);
        belay_vec3 w = a.angular_velocity;
        belay_quat q = belay_quat_multiply(belay_quat_from_axis_angle(w, 0.5 * cue_h * v3_length(w)), a.pose.rotation);
        place =
            fmax(place, v3_distance(v3_add_scaled(a.pose.position, 0.5 * cue_h, a.linear_velocity), b.pose.position));
        belay_vec3 x = v3(0.6, 0.0, 0.8), y = v3(0.0, 1.0, 0.0);
        turn = fmax(turn, v3_distance(belay_quat_rotate(q, x), belay_quat_rotate(b.pose.rotation, x)));
        turn = fmax(turn, v3_distance(belay_quat_rotate(q, y), belay_quat_rotate(b.pose.rotation, y)));
        velocity = fmax(velocity, v3_distance(a.linear_velocity, b.linear_velocity));
        velocity = fmax(velocity, cue_radius * v3_distance(w, b.angular_velocity));
    }
    scene_check_near(place, 0.0, 1e-12, "theta: places at the contact instants differ, m");
    scene_check_near(turn, 0.0, 1e-12, "theta: turns at the contact instants differ, rad");
    scene_check_near(velocity, 0.0, 1e-12, "theta: velocities differ, m/s");
    belay_world_destroy(middle.world);
    belay_world_destroy(end.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// C1: on a slope

// Rolling, m a = m g sin - F and (2/5) m r a/r = F give a = (5/7) g sin and F = (2/7) m g sin, which friction has iff
// mu >= (2/7) tan. Else F = mu m g cos: a = g (sin - mu cos), w' = F r/I = (5/2) mu g cos/r.
static void roll_down(double mu, double heading, double a, double spin)
{
    const double slope = scene_radians(30.0), s = sin(slope), c = cos(slope), r = 0.1;
    belay_vec3 normal = v3(s * cos(heading), s * sin(heading), c);
    belay_vec3 down = v3(c * cos(heading), c * sin(heading), -s);
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, normal, 0.0, rough(mu));
    scene_ball ball = scene_ball_default();
    ball.radius = r;
    ball.position = v3_scale(r, normal);
    ball.material = rough(mu);
    belay_body_id body = scene_add_ball(world, &ball);
    scene_steps(world, 240);
    belay_body_state state = scene_state(world, body);
    belay_vec3 way = v3_sub(state.pose.position, ball.position);
    scene_check_near(v3_dot(way, down), 0.5 * a, 1e-10, "C1: path in 1 s, m");
    scene_check_near(v3_distance(way, v3_scale(0.5 * a, down)), 0.0, 1e-10, "C1: place after 1 s off, m");
    scene_check_near(v3_dot(state.linear_velocity, down), a, 1e-10, "C1: speed after 1 s, m/s");
    scene_check_near(v3_dot(state.angular_velocity, v3_cross(normal, down)), spin, 1e-9, "C1: spin after 1 s, rad/s");
    belay_world_destroy(world);
}

Test(scene_C1, rolls_with_enough_friction)
{
    double a = 5.0 / 7.0 * SCENE_G * sin(scene_radians(30.0));
    scene_check_near(a, 3.50357, 1e-5, "C1: acceleration by the closed form, m/s^2");
    for (int heading = 0; heading < 360; heading += 45)
        roll_down(0.3, scene_radians(heading), a, a / 0.1);
    roll_down(1.0001 * 2.0 / 7.0 * tan(scene_radians(30.0)), 0.6, a, a / 0.1);
}

Test(scene_C1, slides_with_too_little)
{
    double s = sin(scene_radians(30.0)), c = cos(scene_radians(30.0));
    scene_check_near(SCENE_G * (s - 0.1 * c), 4.05543, 1e-5, "C1: acceleration by the closed form, m/s^2");
    scene_check_near(2.5 * 0.1 * SCENE_G * c / 0.1, 21.2393, 1e-4, "C1: angular acceleration, rad/s^2");
    for (int heading = 0; heading < 360; heading += 45)
        roll_down(0.1, scene_radians(heading), SCENE_G * (s - 0.1 * c), 2.5 * 0.1 * SCENE_G * c / 0.1);
    double mu = 0.9999 * 2.0 / 7.0 * s / c;
    roll_down(mu, 0.6, SCENE_G * (s - mu * c), 2.5 * mu * SCENE_G * c / 0.1);
}

// Rolling on the flat needs no friction, so nothing slows it down.
Test(scene_C1, keeps_its_speed_on_the_flat)
{
    for (int heading = 0; heading < 360; heading += 45) {
        double cx = cos(scene_radians(heading)), cy = sin(scene_radians(heading));
        belay_world* world = scene_world(1.0 / 240.0);
        scene_plane(world, up, 0.0, rough(0.3));
        scene_ball ball = scene_ball_default();
        ball.radius = 0.1;
        ball.position = v3(0.0, 0.0, 0.1);
        ball.linear = v3(1.5 * cx, 1.5 * cy, 0.0);
        ball.angular = v3(-15.0 * cy, 15.0 * cx, 0.0);
        ball.material = rough(0.3);
        belay_body_id body = scene_add_ball(world, &ball);
        scene_steps(world, 14400);
        belay_body_state state = scene_state(world, body);
        scene_check_near(v3_length(state.linear_velocity), 1.5, 1e-12 * 1.5,
                         "C1: speed after 60 s, m/s (1e-6 allowed)");
        scene_check_near(v3_dot(state.pose.position, v3(cx, cy, 0.0)), 90.0, 1e-9, "C1: path in 60 s, m");
        scene_check_near(v3_dot(state.pose.position, v3(-cy, cx, 0.0)), 0.0, 1e-9, "C1: drift across in 60 s, m");
        belay_world_destroy(world);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Bad input: nothing is lost

static void refuse_radius(cue_ball* c, double radius, belay_result code, const char* text)
{
    uint64_t hash = belay_world_hash(c->world);
    belay_collider_def def = belay_collider_def_sphere(radius);
    belay_collider_id collider;
    belay_result result = belay_collider_create(c->world, c->body, &def, &collider);
    scene_check_refused(c->world, hash, result, code, "sphere.radius", text);
}

static void refuse_spin(cue_ball* c, double spin, const char* text)
{
    uint64_t hash = belay_world_hash(c->world);
    belay_body_def def = belay_body_def_default();
    def.angular_velocity = v3(70.0, spin, 0.0);
    belay_body_id body;
    scene_check_refused(c->world, hash, belay_body_create(c->world, &def, &body), BELAY_ERROR_VALUE, "angular_velocity",
                        text);
    belay_result result = belay_body_set_velocity(c->world, c->body, v3(2.0, 0.0, 0.0), def.angular_velocity);
    scene_check_refused(c->world, hash, result, BELAY_ERROR_VALUE, "angular", text);
}

Test(scene_A2, bad_balls_are_refused)
{
    cue_ball c = make_cue_ball(0.0, 0.5), control = make_cue_ball(0.0, 0.5);
    scene_steps(c.world, 200);
    scene_steps(control.world, 200);
    refuse_radius(&c, 0.0, BELAY_ERROR_SHAPE, " 0;");
    refuse_radius(&c, -0.028575, BELAY_ERROR_VALUE, "-0.028575");
    refuse_radius(&c, NAN, BELAY_ERROR_VALUE, "nan");
    refuse_spin(&c, NAN, "nan");
    refuse_spin(&c, INFINITY, "inf");
    scene_check_same_course(c.world, control.world, 800);
    belay_world_destroy(c.world);
    belay_world_destroy(control.world);
}
