// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "chaos_scene.h"

#include "chaos_random.h"

#include <stddef.h>
#include <string.h>

#define PI 3.14159265358979323846
#define G 9.81             // m/s^2
#define SMALLEST 1e-3      // m, of an edge or a diameter
#define LARGEST 5.0        // m
#define MASS_RATIO 1e4     // of the heaviest body to the lightest
#define FASTEST 20.0       // m/s, at the start
#define FASTEST_SPIN 100.0 // rad/s
#define SHORTEST_STEP (1.0 / 1000.0)
#define LONGEST_STEP (1.0 / 30.0)

// What all items of a scene have in common, drawn first.
typedef struct taste {
    uint64_t lot;
    double size, spread; // m; of the logarithm of sizes
    bool is_overlapping, is_dense, has_thin, has_masses, has_rods;
    double speed, spin; // m/s, rad/s, of the fastest
    int bounce;         // 0: none, 1: each its own, 2: all 1
    int friction;       // likewise: none, each its own, all `mu`
    double mu;
    bool has_drives, has_limits; // in joints
    double joint_share;          // of the bodies that are in chains
    double region;               // m, half the edge of where bodies are placed
} taste;

const char* chaos_feature_name(chaos_feature feature)
{
    static const char* const names[] = {
#define CHAOS_FEATURE_NAME(name, word) word,
        CHAOS_FEATURES(CHAOS_FEATURE_NAME)
#undef CHAOS_FEATURE_NAME
    };
    return names[feature];
}

const char* chaos_plain_name(chaos_plain plain)
{
    static const char* const names[] = {
#define CHAOS_PLAIN_NAME(name, word, text) word,
        CHAOS_PLAINS(CHAOS_PLAIN_NAME)
#undef CHAOS_PLAIN_NAME
    };
    return names[plain];
}

bool chaos_scene_has(const chaos_scene* scene, chaos_feature feature)
{
    return (scene->features >> feature & 1) != 0;
}

static double clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

// ---------------------------------------------------------------------------------------------------------------------
// World and taste
// ---------------------------------------------------------------------------------------------------------------------

static void draw_solver(belay_world_def* def, uint64_t* lot)
{
    // The default would let a scene that does not converge take ten times as long as all others together.
    def->solver.max_work = (int64_t)random_log(lot, 2e4, 2e5);
    if (random_chance(lot, 0.25)) def->solver.max_work = (int64_t)random_log(lot, 50.0, 2e4);
    if (random_chance(lot, 0.2)) def->solver.max_iterations = (int)random_log(lot, 1.0, 60.0);
    if (random_chance(lot, 0.1)) def->solver.enable_warm_start = false;
    if (random_chance(lot, 0.3)) def->solver.tolerance = random_log(lot, 1e-10, 1e-4);
    if (random_chance(lot, 0.03)) def->solver.budget_seconds = random_log(lot, 2e-5, 2e-3);
}

static void draw_world(chaos_scene* s, uint64_t* lot)
{
    belay_world_def* def = &s->world;
    *def = belay_world_def_default();
    def->step_seconds = random_log(lot, SHORTEST_STEP, LONGEST_STEP);
    if (random_chance(lot, 0.4)) def->step_seconds = 1.0 / 60.0;
    def->theta = random_chance(lot, 0.6) ? 0.5 : random_chance(lot, 0.5) ? 1.0 : random_between(lot, 0.5, 1.0);
    if (random_chance(lot, 0.1)) {
        belay_vec3 aslant = random_direction(lot);
        def->gravity = vec_scale(random_between(lot, 0.0, 30.0), vec(aslant.x, aslant.y, -fabs(aslant.z)));
    }
    def->enable_sleep = random_chance(lot, 0.5);
    if (random_chance(lot, 0.1)) def->overlap_recovery = random_unit(lot);
    if (random_chance(lot, 0.1)) def->contact_margin = random_log(lot, 1e-5, 0.1);
    if (random_chance(lot, 0.1)) def->enable_continuous = false;
    draw_solver(def, lot);
}

// Bodies that fall by their own size in about 1 to 50 steps, mostly: smaller ones are as chaotic as it gets.
static double draw_size(double h, uint64_t* lot)
{
    double steps = random_log(lot, 0.7, 50.0), free = random_log(lot, SMALLEST, 1.0);
    return random_chance(lot, 0.7) ? clamp(G * h * h * steps * steps, SMALLEST, 1.0) : free;
}

static taste draw_taste(const chaos_scene* s, uint64_t seed)
{
    taste t = {.lot = seed ^ 0xBE1A7u};
    uint64_t* lot = &t.lot;
    const double spreads[] = {0.0, 0.4, 0.4, 1.2, 2.0};
    t.size = draw_size(s->world.step_seconds, lot);
    t.spread = spreads[random_below(lot, 5)];
    t.is_overlapping = random_chance(lot, 0.15);
    t.has_thin = random_chance(lot, 0.5);
    t.has_masses = random_chance(lot, 0.3);
    t.has_rods = random_chance(lot, 0.2);
    t.speed = random_chance(lot, 0.2) ? 0.0 : fmin(sqrt(G * t.size) * random_log(lot, 0.1, 10.0), FASTEST);
    t.spin = random_chance(lot, 0.25) ? 0.0 : random_log(lot, 0.1, FASTEST_SPIN);
    t.bounce = random_chance(lot, 0.45) ? 0 : random_chance(lot, 0.75) ? 1 : 2;
    t.friction = random_chance(lot, 0.1) ? 0 : random_chance(lot, 0.65) ? 1 : 2;
    t.mu = random_between(lot, 0.0, 2.0);
    t.has_drives = random_chance(lot, 0.3);
    t.has_limits = random_chance(lot, 0.5);
    t.joint_share = random_chance(lot, 0.45) ? 0.0 : random_unit(lot);
    return t;
}

static belay_material draw_material(taste* t)
{
    double e = random_unit(&t->lot), mu = random_between(&t->lot, 0.0, 2.0);
    belay_material m = {t->friction == 0   ? 0.0
                        : t->friction == 1 ? mu
                                           : t->mu,
                        t->bounce == 0   ? 0.0
                        : t->bounce == 1 ? e
                                         : 1.0};
    return m;
}

// ---------------------------------------------------------------------------------------------------------------------
// Bodies
// ---------------------------------------------------------------------------------------------------------------------

static double edge(double x)
{
    return clamp(x, SMALLEST, LARGEST);
}

static chaos_shape draw_solid(taste* t, double size)
{
    static const belay_shape_type types[] = {BELAY_SHAPE_SPHERE,   BELAY_SHAPE_CAPSULE, BELAY_SHAPE_BOX,
                                             BELAY_SHAPE_CYLINDER, BELAY_SHAPE_CONE,    BELAY_SHAPE_HULL};
    uint64_t* lot = &t->lot;
    chaos_shape shape = {.type = types[random_below(lot, 6)], .pose = belay_pose_identity()};
    double x = random_between(lot, 0.4, 1.0), y = random_between(lot, 0.4, 1.0), z = random_between(lot, 0.4, 1.0);
    if (t->has_thin && random_chance(lot, 0.4)) z = random_chance(lot, 0.5) ? 0.1 : 10.0; // a coin or a stick
    double scale = size / fmax(fmax(x, y), z);
    shape.size = vec(edge(scale * x), edge(scale * y), edge(scale * z));
    shape.seed = random_bits(lot);
    if (shape.type == BELAY_SHAPE_SPHERE) shape.size = vec(edge(size), edge(size), edge(size));
    if (shape.type != BELAY_SHAPE_BOX && shape.type != BELAY_SHAPE_HULL) shape.size.y = shape.size.x;
    if (shape.type == BELAY_SHAPE_CAPSULE) shape.size.z = fmax(shape.size.z, shape.size.x);
    return shape;
}

static double volume_of(const chaos_body* b)
{
    double sum = 0.0;
    for (int i = 0; i < b->shape_count; i++)
        sum += 0.5 * b->shapes[i].size.x * b->shapes[i].size.y * b->shapes[i].size.z;
    return sum;
}

static double radius_of(const chaos_body* b)
{
    double radius = 0.0;
    for (int i = 0; i < b->shape_count; i++)
        radius = fmax(radius, vec_length(b->shapes[i].pose.position) + 0.5 * vec_length(b->shapes[i].size));
    return radius;
}

static chaos_body draw_body(taste* t)
{
    uint64_t* lot = &t->lot;
    chaos_body b = {.gravity_scale = 1.0, .shape_count = 1};
    double size = edge(t->size * exp(random_between(lot, -t->spread, t->spread)));
    b.shapes[0] = draw_solid(t, size);
    if (random_chance(lot, 0.12)) {
        b.shapes[1] = draw_solid(t, size);
        b.shapes[1].pose.position = vec_scale(random_between(lot, 0.0, 0.7 * size), random_direction(lot));
        b.shapes[1].pose.rotation = random_rotation(lot);
        b.shape_count = 2;
    }
    b.density = t->has_masses ? random_log(lot, 10.0, 20000.0) : random_between(lot, 300.0, 3000.0);
    b.pose.rotation = random_chance(lot, 0.15) ? belay_quat_identity() : random_rotation(lot);
    b.linear = vec_scale(t->speed * random_unit(lot), random_direction(lot));
    b.angular = vec_scale(t->spin * random_unit(lot), random_direction(lot));
    b.material = draw_material(t);
    if (random_chance(lot, 0.03)) b.gravity_scale = random_between(lot, -1.0, 2.0);
    b.is_rotation_locked = random_chance(lot, 0.02);
    b.starts_asleep = random_chance(lot, 0.03);
    if (b.starts_asleep) b.linear = b.angular = vec(0.0, 0.0, 0.0);
    b.radius = radius_of(&b);
    return b;
}

// Brings the masses within the ratio, from below.
static void limit_masses(chaos_scene* s)
{
    double heaviest = 0.0;
    for (int i = 0; i < s->body_count; i++)
        heaviest = fmax(heaviest, s->bodies[i].density * volume_of(&s->bodies[i]));
    for (int i = 0; i < s->body_count; i++) {
        chaos_body* b = &s->bodies[i];
        b->density = fmax(b->density, 1.05 * heaviest / MASS_RATIO / volume_of(b));
    }
}

static bool is_free(const chaos_scene* s, int count, belay_vec3 at, double radius)
{
    for (int i = 0; i < count; i++)
        if (vec_length(vec_sub(s->bodies[i].pose.position, at)) < 1.001 * (s->bodies[i].radius + radius)) return false;
    return at.z >= 1.001 * radius;
}

// Beside the one before, as links of a chain are; or anywhere in the region, which grows until there is a free place.
static void place_body(chaos_scene* s, taste* t, int i, bool is_link)
{
    uint64_t* lot = &t->lot;
    chaos_body* b = &s->bodies[i];
    for (int try = 0; is_link && try < 40; try++) {
        const chaos_body* last = &s->bodies[i - 1];
        double way = (last->radius + b->radius) * random_between(lot, 1.01, 1.2);
        b->pose.position = vec_add(last->pose.position, vec_scale(way, random_direction(lot)));
        if (is_free(s, i, b->pose.position, b->radius)) return;
    }
    t->region = fmax(t->region, b->radius);
    for (;; t->region *= 1.04) {
        double r = t->region, x = random_between(lot, -r, r), y = random_between(lot, -r, r);
        b->pose.position = vec(x, y, random_between(lot, 1.002 * b->radius, 1.002 * b->radius + r));
        if (t->is_overlapping) {
            b->pose.position.z -= random_unit(lot) * b->radius;
            return;
        }
        if (is_free(s, i, b->pose.position, b->radius)) return;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Joints
// ---------------------------------------------------------------------------------------------------------------------

static belay_joint_limit draw_limit(taste* t, double span, double stiffness)
{
    belay_joint_limit limit = {.is_enabled = true};
    limit.min = -span * random_unit(&t->lot);
    limit.max = span * random_unit(&t->lot);
    if (random_chance(&t->lot, 0.1)) limit.max = limit.min = 0.0;
    if (t->has_drives && random_chance(&t->lot, 0.3)) {
        limit.stiffness = stiffness;
        limit.damping = random_chance(&t->lot, 0.5) ? 0.0 : 0.1 * stiffness;
    }
    return limit;
}

// `mass` is what the axis moves, kg or kg m^2; `span` how far, m or rad.
static belay_joint_axis draw_axis(taste* t, double span, double mass)
{
    uint64_t* lot = &t->lot;
    belay_joint_axis axis = {0};
    double frequency = random_log(lot, 1.0, 500.0), stiffness = mass * frequency * frequency;
    if (t->has_limits && random_chance(lot, 0.6)) axis.limit = draw_limit(t, span, stiffness);
    if (!t->has_drives || random_chance(lot, 0.4)) return axis;
    if (random_chance(lot, 0.5)) {
        axis.motor = (belay_joint_motor){true, random_between(lot, -10.0, 10.0) * span, 0.0};
        axis.motor.max_force = random_chance(lot, 0.2) ? HUGE_VAL : mass * span * random_log(lot, 1.0, 1000.0);
    } else {
        axis.spring = (belay_joint_spring){true, random_between(lot, -span, span), stiffness, 0.0, HUGE_VAL};
        if (random_chance(lot, 0.5)) axis.spring.damping = mass * frequency * random_between(lot, 0.0, 4.0);
        if (random_chance(lot, 0.3)) axis.spring.max_force = mass * span * random_log(lot, 1.0, 1000.0);
    }
    return axis;
}

static void draw_axes(chaos_joint* j, taste* t, double size, double mass)
{
    double inertia = 0.1 * mass * size * size;
    switch (j->type) {
    case BELAY_JOINT_HINGE:
    case BELAY_JOINT_CONE_TWIST:
        j->axes[0] = draw_axis(t, random_between(&t->lot, 0.1, 3.0), inertia);
        j->cone_angle = random_chance(&t->lot, 0.3) ? PI : random_between(&t->lot, 0.0, PI);
        break;
    case BELAY_JOINT_SLIDER:
        j->axes[0] = draw_axis(t, size, mass);
        break;
    case BELAY_JOINT_DISTANCE:
        j->axes[0] = draw_axis(t, size, mass);
        j->axes[0].limit.min = fmax(j->axes[0].limit.min, 0.0);
        break;
    case BELAY_JOINT_SIX_DOF:
        for (int i = 0; i < 6; i++) {
            j->axes[i] = draw_axis(t, i < 3 ? size : 1.0, i < 3 ? mass : inertia);
            if (random_chance(&t->lot, 0.4)) j->axes[i] = (belay_joint_axis){.limit = {.is_enabled = true}}; // locked
        }
        break;
    default:
        break;
    }
}

static chaos_joint draw_joint(const chaos_scene* s, taste* t, belay_joint_type type, int a, int b, belay_vec3 axis)
{
    uint64_t* lot = &t->lot;
    chaos_joint j = {.type = type, .a = a, .b = b, .axis = axis, .break_force = HUGE_VAL, .cone_angle = PI};
    const chaos_body *p = &s->bodies[a], *q = b == CHAOS_WORLD ? NULL : &s->bodies[b];
    double mass = p->density * volume_of(p), size = 2.0 * p->radius;
    double share = random_chance(lot, 0.6) ? 0.5 : random_unit(lot);
    j.anchor = p->pose.position;
    if (q != NULL) j.anchor = vec_add(j.anchor, vec_scale(share, vec_sub(q->pose.position, j.anchor)));
    if (q == NULL) j.anchor = vec_add(j.anchor, vec_scale(random_between(lot, 0.0, size), random_direction(lot)));
    draw_axes(&j, t, size, mass);
    j.collides = random_chance(lot, 0.2);
    if (random_chance(lot, 0.03)) j.break_force = mass * G * random_log(lot, 0.5, 50.0);
    if (random_chance(lot, 0.03)) j.astray = random_vector(lot, 0.3 * size);
    j.frequency = random_log(lot, 0.5, 30.0);
    j.max_force = random_chance(lot, 0.3) ? HUGE_VAL : mass * random_log(lot, 1.0, 200.0);
    return j;
}

// Chains of bodies that follow each other, of one type of joint or of any; held by the world here and there; some of
// them closed to loops. Axes that are all alike make loops with more rows than freedom.
static void draw_joints(chaos_scene* s, taste* t, const bool* is_link)
{
    uint64_t* lot = &t->lot;
    belay_joint_type type = BELAY_JOINT_BALL;
    belay_vec3 axis = {0};
    bool is_alike = true;
    int first = 0;
    for (int i = 0; i < s->body_count && s->joint_count + 3 < CHAOS_MAX_JOINTS; i++) {
        bool is_start = i + 1 < s->body_count && is_link[i + 1] && !is_link[i];
        if (is_start) {
            type = (belay_joint_type)random_below(lot, BELAY_JOINT_DRAG);
            is_alike = random_chance(lot, 0.6);
            axis = random_direction(lot);
            first = i;
            if (random_chance(lot, 0.5)) s->joints[s->joint_count++] = draw_joint(s, t, type, i, CHAOS_WORLD, axis);
        }
        if (!is_link[i]) continue;
        if (!is_alike) {
            type = (belay_joint_type)random_below(lot, BELAY_JOINT_DRAG);
            axis = random_direction(lot);
        }
        s->joints[s->joint_count++] = draw_joint(s, t, type, i - 1, i, axis);
        bool is_end = i + 1 == s->body_count || !is_link[i + 1];
        if (is_end && i - first >= 2 && random_chance(lot, 0.35))
            s->joints[s->joint_count++] = draw_joint(s, t, type, first, i, axis);
        else if (is_end && random_chance(lot, 0.25))
            s->joints[s->joint_count++] = draw_joint(s, t, type, i, CHAOS_WORLD, axis);
    }
    if (t->has_drives && random_chance(lot, 0.3) && s->joint_count < CHAOS_MAX_JOINTS)
        s->joints[s->joint_count++] =
            draw_joint(s, t, BELAY_JOINT_DRAG, random_below(lot, s->body_count), CHAOS_WORLD, axis);
}

// ---------------------------------------------------------------------------------------------------------------------
// Grounds and movers
// ---------------------------------------------------------------------------------------------------------------------

static chaos_ground* add_ground(chaos_scene* s, taste* t, belay_shape_type type, belay_vec3 size, belay_vec3 at)
{
    chaos_ground* g = &s->grounds[s->ground_count++];
    *g = (chaos_ground){.shape = {type, size, random_bits(&t->lot), belay_pose_identity()}};
    g->pose = (belay_pose){at, belay_quat_identity()};
    g->material = draw_material(t);
    if (type != BELAY_SHAPE_MESH && type != BELAY_SHAPE_HEIGHT_FIELD && random_chance(&t->lot, 0.08))
        g->surface_velocity = random_vector(&t->lot, fmin(10.0 * t->size, 3.0));
    return g;
}

// Below z = 0, as wide as what falls on it needs.
static void draw_floor(chaos_scene* s, taste* t, double width)
{
    double kind = random_unit(&t->lot), bump = t->size * random_unit(&t->lot);
    if (kind < 0.35) {
        add_ground(s, t, BELAY_SHAPE_PLANE, vec(1.0, 1.0, 1.0), vec(0.0, 0.0, 0.0));
    } else if (kind < 0.5) {
        double depth = random_chance(&t->lot, 0.5) ? width : fmax(0.1 * width, SMALLEST);
        add_ground(s, t, BELAY_SHAPE_BOX, vec(width, width, depth), vec(0.0, 0.0, -0.5 * depth));
    } else if (kind < 0.65) {
        add_ground(s, t, BELAY_SHAPE_MESH, vec(width, width, bump), vec(-0.5 * width, -0.5 * width, 0.0));
    } else if (kind < 0.8) {
        add_ground(s, t, BELAY_SHAPE_HEIGHT_FIELD, vec(width, width, bump), vec(-0.5 * width, -0.5 * width, 0.0));
    } else if (kind < 0.9) {
        double radius = fmax(0.3 * t->size, 0.5 * SMALLEST);
        for (int i = 0; i < 3; i++)
            add_ground(s, t, BELAY_SHAPE_TUBE, vec(width, 0.3 * bump, 2.0 * radius),
                       vec(-0.5 * width, (i - 1) * t->size * 1.3, -1.4 * radius - 0.3 * bump));
    } else if (random_chance(&t->lot, 0.6)) {
        s->world.gravity = vec(0.0, 0.0, 0.0);
    }
}

static void draw_walls(chaos_scene* s, taste* t, double width)
{
    for (int i = 0; i < 4; i++) {
        double angle = 0.5 * PI * i + random_between(&t->lot, -0.2, 0.2);
        chaos_ground* g = add_ground(s, t, BELAY_SHAPE_PLANE, vec(1.0, 1.0, 1.0),
                                     vec(-0.5 * width * cos(angle), -0.5 * width * sin(angle), 0.0));
        // The plane's normal z is turned to the middle.
        g->pose.rotation = belay_quat_from_axis_angle(vec(-sin(angle), cos(angle), 0.0), 0.5 * PI);
    }
}

static void draw_obstacles(chaos_scene* s, taste* t)
{
    int count = 1 + random_below(&t->lot, 2);
    for (int i = 0; i < count && s->ground_count < CHAOS_MAX_GROUNDS; i++) {
        chaos_shape solid = draw_solid(t, edge(t->size * random_log(&t->lot, 0.5, 5.0)));
        bool is_ring = random_chance(&t->lot, 0.2);
        double r = t->region, x = random_between(&t->lot, -r, r), y = random_between(&t->lot, -r, r);
        chaos_ground* g = add_ground(s, t, solid.type, solid.size, vec(x, y, 0.0));
        if (is_ring) g->shape.type = BELAY_SHAPE_TUBE;
        if (is_ring) g->shape.size = vec(-4.0 * t->size, 0.0, fmax(0.5 * t->size, SMALLEST));
        g->pose.position.z = -0.5 * vec_length(g->shape.size) + 0.3 * t->size * random_unit(&t->lot);
        g->pose.rotation = random_rotation(&t->lot);
        g->is_sensor = random_chance(&t->lot, 0.15);
    }
}

static void draw_movers(chaos_scene* s, taste* t)
{
    uint64_t* lot = &t->lot;
    int count = 1 + random_below(lot, CHAOS_MAX_MOVERS);
    for (int i = 0; i < count; i++) {
        chaos_mover* m = &s->movers[s->mover_count++];
        double size = edge(t->size * random_log(lot, 1.0, 10.0)), speed = random_log(lot, 0.1, 5.0);
        *m = (chaos_mover){.shape = draw_solid(t, size), .material = draw_material(t)};
        double r = t->region, x = random_between(lot, -r, r), y = random_between(lot, -r, r);
        m->pose.position = vec(x, y, random_between(lot, 0.0, r));
        m->pose.rotation = random_rotation(lot);
        if (random_chance(lot, 0.6))
            m->spin = vec_scale(fmin(speed / size, 30.0),
                                random_chance(lot, 0.5) ? vec(0.0, 0.0, 1.0) : random_direction(lot));
        if (random_chance(lot, 0.6)) {
            m->swing = vec_scale(0.5 * size, random_direction(lot));
            m->frequency = speed / size;
        }
        m->is_carried = random_chance(lot, 0.4);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Rods
// ---------------------------------------------------------------------------------------------------------------------

static double distance_to_segment(belay_vec3 p, belay_vec3 a, belay_vec3 way)
{
    double share = clamp(vec_dot(vec_sub(p, a), way) / vec_dot(way, way), 0.0, 1.0);
    return vec_length(vec_sub(p, vec_add(a, vec_scale(share, way))));
}

static bool is_clear(const chaos_scene* s, const chaos_rod* rod, belay_vec3 way)
{
    for (int i = 0; i < s->body_count; i++)
        if (i != rod->a && i != rod->b &&
            distance_to_segment(s->bodies[i].pose.position, rod->start, way) < s->bodies[i].radius + 2.0 * rod->radius)
            return false;
    return rod->start.z > 2.0 * rod->radius && rod->start.z + way.z > 2.0 * rod->radius;
}

// From the middle of a body to that of another, to nowhere, or to the world; past all others where that can be found.
static bool draw_rod(chaos_scene* s, taste* t)
{
    uint64_t* lot = &t->lot;
    chaos_rod rod = {.model = BELAY_ROD_NODAL, .density = random_log(lot, 300.0, 3000.0), .type = BELAY_ROD_PIN};
    if (random_chance(lot, 0.3)) rod.model = (belay_rod_model)(1 + random_below(lot, 3));
    rod.element_count = 4 + random_below(lot, rod.model == BELAY_ROD_SUPER_HELIX ? 5 : 13);
    rod.young_modulus = random_log(lot, 1e5, 1e9);
    rod.damping_time = random_chance(lot, 0.4) ? 0.0 : random_log(lot, 1e-4, 1e-1);
    rod.theta = random_chance(lot, 0.7) ? 1.0 : random_between(lot, 0.5, 1.0);
    rod.material = draw_material(t);
    if (t->has_drives && random_chance(lot, 0.3)) rod.type = random_chance(lot, 0.5) ? BELAY_ROD_CLAMP : BELAY_ROD_GRIP;
    for (int try = 0; try < 60; try++) {
        rod.a = random_below(lot, s->body_count);
        rod.start = s->bodies[rod.a].pose.position;
        rod.b = random_chance(lot, 0.5) ? CHAOS_NOTHING : CHAOS_WORLD;
        double length = s->bodies[rod.a].radius + t->size * random_log(lot, 2.0, 8.0);
        belay_vec3 way = vec_scale(length, random_direction(lot));
        if (random_chance(lot, 0.5)) {
            rod.b = random_below(lot, s->body_count);
            if (rod.b == rod.a) continue;
            way = vec_sub(s->bodies[rod.b].pose.position, rod.start);
        }
        rod.direction = way;
        rod.length = vec_length(way);
        rod.radius = fmax(rod.length * 0.3 / rod.element_count * random_log(lot, 0.1, 1.0), 0.2 * SMALLEST);
        if (!is_clear(s, &rod, way)) continue;
        rod.max_force = s->bodies[rod.a].density * volume_of(&s->bodies[rod.a]) * random_log(lot, 3.0, 300.0);
        s->rods[s->rod_count++] = rod;
        return true;
    }
    return false;
}

// ---------------------------------------------------------------------------------------------------------------------
// Deeds
// ---------------------------------------------------------------------------------------------------------------------

static void draw_deeds(chaos_scene* s, taste* t)
{
    uint64_t* lot = &t->lot;
    bool has_pushes = random_chance(lot, 0.25), has_changes = random_chance(lot, 0.2);
    for (int i = 0; i < CHAOS_MAX_DEEDS; i++) {
        bool is_push = i < 4;
        if (!(is_push ? has_pushes : has_changes)) continue;
        chaos_deed d = {.type = (chaos_deed_type)(1 + random_below(lot, CHAOS_DEED_MATERIAL))};
        if (is_push) d.type = CHAOS_DEED_PUSH;
        d.step = random_below(lot, CHAOS_STEPS);
        d.steps = 1 + random_below(lot, 40);
        d.index = random_below(lot, s->body_count);
        d.number = random_unit(lot);
        d.vector = random_direction(lot);
        s->deeds[s->deed_count++] = d;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The whole
// ---------------------------------------------------------------------------------------------------------------------

static void draw_bodies(chaos_scene* s, taste* t, bool* is_link)
{
    uint64_t* lot = &t->lot;
    int left = 0;
    s->body_count = 3 + (random_chance(lot, 0.5) ? random_below(lot, 8) : random_below(lot, CHAOS_MAX_BODIES - 2));
    t->region = 0.7 * t->size;
    for (int i = 0; i < s->body_count; i++) {
        s->bodies[i] = draw_body(t);
        is_link[i] = left > 0;
        left = left > 0 ? left - 1 : random_chance(lot, t->joint_share) ? 1 + random_below(lot, 9) : 0;
        place_body(s, t, i, is_link[i]);
    }
    limit_masses(s);
}

void chaos_scene_make(chaos_scene* s, uint64_t seed)
{
    bool is_link[CHAOS_MAX_BODIES];
    uint64_t lot = seed;
    memset(s, 0, sizeof *s);
    s->seed = seed;
    draw_world(s, &lot);
    taste t = draw_taste(s, lot);
    s->size = t.size;
    draw_bodies(s, &t, is_link);
    draw_joints(s, &t, is_link);
    double width = 2.0 * t.region;
    for (int i = 0; i < s->body_count; i++) {
        belay_vec3 p = s->bodies[i].pose.position;
        width = fmax(width, 2.0 * (fmax(fabs(p.x), fabs(p.y)) + s->bodies[i].radius) + 4.0 * t.size);
    }
    draw_floor(s, &t, width);
    if (random_chance(&t.lot, 0.25)) draw_walls(s, &t, width);
    if (random_chance(&t.lot, 0.3)) draw_obstacles(s, &t);
    if (random_chance(&t.lot, 0.25)) draw_movers(s, &t);
    int rods = t.has_rods ? 1 + random_below(&t.lot, CHAOS_MAX_RODS) : 0;
    for (int i = 0; i < rods; i++)
        draw_rod(s, &t);
    draw_deeds(s, &t);
    chaos_scene_find_features(s);
}

// ---------------------------------------------------------------------------------------------------------------------
// Features
// ---------------------------------------------------------------------------------------------------------------------

static void set_if(chaos_scene* s, bool has, chaos_feature feature)
{
    if (has) s->features |= (uint64_t)1 << feature;
}

static void find_of_materials(chaos_scene* s, belay_material m)
{
    set_if(s, m.restitution > 0.0, CHAOS_BOUNCE);
    set_if(s, m.restitution == 1.0, CHAOS_BOUNCE_ONE);
    set_if(s, m.friction == 0.0, CHAOS_SLIPPERY);
    set_if(s, m.friction > 1.0, CHAOS_ROUGH);
}

static void find_of_shape(chaos_scene* s, const chaos_shape* shape)
{
    double least = fmin(shape->size.x, shape->size.z), most = fmax(shape->size.x, shape->size.z);
    set_if(s, shape->type == BELAY_SHAPE_SPHERE, CHAOS_SPHERE);
    set_if(s, shape->type == BELAY_SHAPE_CAPSULE, CHAOS_CAPSULE);
    set_if(s, shape->type == BELAY_SHAPE_BOX, CHAOS_BOX);
    set_if(s, shape->type == BELAY_SHAPE_CYLINDER, CHAOS_CYLINDER);
    set_if(s, shape->type == BELAY_SHAPE_CONE, CHAOS_CONE);
    set_if(s, shape->type == BELAY_SHAPE_HULL, CHAOS_HULL);
    set_if(s, most > 6.0 * least, CHAOS_THIN);
    set_if(s, most < 0.01, CHAOS_SMALL);
    set_if(s, most > 1.0, CHAOS_LARGE);
}

static void find_of_bodies(chaos_scene* s)
{
    double heaviest = 0.0, lightest = HUGE_VAL;
    for (int i = 0; i < s->body_count; i++) {
        const chaos_body* b = &s->bodies[i];
        double mass = b->density * volume_of(b), spin = vec_length(b->angular);
        heaviest = fmax(heaviest, mass);
        lightest = fmin(lightest, mass);
        for (int k = 0; k < b->shape_count; k++)
            find_of_shape(s, &b->shapes[k]);
        find_of_materials(s, b->material);
        set_if(s, b->shape_count > 1, CHAOS_COMPOUND);
        set_if(s, spin > 10.0, CHAOS_SPIN);
        set_if(s, spin * s->world.step_seconds > 0.5, CHAOS_TURNS);
        for (int k = 0; k < i; k++)
            set_if(s,
                   vec_length(vec_sub(s->bodies[k].pose.position, b->pose.position)) < s->bodies[k].radius + b->radius,
                   CHAOS_OVERLAP);
        set_if(s, b->pose.position.z < b->radius, CHAOS_OVERLAP);
    }
    set_if(s, heaviest > 100.0 * lightest, CHAOS_RATIO);
}

static void find_of_axis(chaos_scene* s, const belay_joint_axis* axis)
{
    set_if(s, axis->limit.is_enabled && axis->limit.stiffness == 0.0, CHAOS_LIMIT);
    set_if(s, axis->limit.is_enabled && axis->limit.stiffness > 0.0, CHAOS_SOFT_LIMIT);
    set_if(s, axis->motor.is_enabled, CHAOS_MOTOR);
    set_if(s, axis->spring.is_enabled, CHAOS_SPRING);
}

static void find_of_joints(chaos_scene* s)
{
    int ways[CHAOS_MAX_BODIES] = {0};
    for (int i = 0; i < s->joint_count; i++) {
        const chaos_joint* j = &s->joints[i];
        set_if(s, true, (chaos_feature)(CHAOS_BALL + (int)j->type));
        set_if(s, j->b >= 0, CHAOS_CHAIN);
        set_if(s, j->b >= 0 && j->b > j->a + 1, CHAOS_LOOP);
        set_if(s, j->b == CHAOS_WORLD && j->type != BELAY_JOINT_DRAG && ways[j->a]++ > 0, CHAOS_LOOP);
        set_if(s, vec_length(j->astray) > 0.0, CHAOS_ASTRAY);
        set_if(s, j->break_force < HUGE_VAL, CHAOS_BREAKS);
        for (int k = 0; k < 6; k++)
            find_of_axis(s, &j->axes[k]);
    }
}

static void find_of_grounds(chaos_scene* s)
{
    set_if(s, s->ground_count == 0, CHAOS_ON_NOTHING);
    for (int i = 0; i < s->ground_count; i++) {
        const chaos_ground* g = &s->grounds[i];
        bool is_turned = g->pose.rotation.w != 1.0, is_plane = g->shape.type == BELAY_SHAPE_PLANE;
        find_of_materials(s, g->material);
        set_if(s, !is_turned && is_plane, CHAOS_ON_PLANE);
        set_if(s, !is_turned && g->shape.type == BELAY_SHAPE_BOX, CHAOS_ON_BOX);
        set_if(s, g->shape.type == BELAY_SHAPE_MESH, CHAOS_ON_MESH);
        set_if(s, g->shape.type == BELAY_SHAPE_HEIGHT_FIELD, CHAOS_ON_FIELD);
        set_if(s, g->shape.type == BELAY_SHAPE_TUBE, CHAOS_ON_TUBES);
        set_if(s, is_turned && is_plane, CHAOS_WALLS);
        set_if(s, is_turned && !is_plane, CHAOS_OBSTACLES);
        set_if(s, vec_length(g->surface_velocity) > 0.0, CHAOS_CONVEYOR);
        set_if(s, g->is_sensor, CHAOS_SENSOR);
    }
}

static void find_of_world(chaos_scene* s)
{
    const belay_world_def* d = &s->world;
    belay_world_def usual = belay_world_def_default();
    set_if(s, d->step_seconds > 0.01, CHAOS_SLOW_STEP);
    set_if(s, d->theta > 0.5, CHAOS_THETA);
    set_if(s, vec_length(d->gravity) == 0.0, CHAOS_WEIGHTLESS);
    set_if(s, d->solver.max_work < 20000, CHAOS_CAP);
    set_if(s, d->solver.max_iterations < usual.solver.max_iterations, CHAOS_FEW_SWEEPS);
    set_if(s, d->solver.budget_seconds > 0.0, CHAOS_BUDGET);
    set_if(s, !d->solver.enable_warm_start, CHAOS_COLD);
    set_if(s, d->enable_sleep, CHAOS_SLEEP);
}

void chaos_scene_find_features(chaos_scene* s)
{
    static const chaos_feature drives[] = {CHAOS_CONVEYOR, CHAOS_MOVER,  CHAOS_DRAG, CHAOS_SOFT_LIMIT,
                                           CHAOS_MOTOR,    CHAOS_SPRING, CHAOS_GRIP};
    s->features = 0;
    find_of_world(s);
    find_of_grounds(s);
    find_of_bodies(s);
    find_of_joints(s);
    set_if(s, s->mover_count > 0, CHAOS_MOVER);
    for (int i = 0; i < s->mover_count; i++)
        find_of_materials(s, s->movers[i].material);
    for (int i = 0; i < s->rod_count; i++) {
        set_if(s, true, CHAOS_ROD);
        set_if(s, true, (chaos_feature)(CHAOS_ROD_NODAL + (int)s->rods[i].model));
        set_if(s, s->rods[i].type != BELAY_ROD_PIN, CHAOS_GRIP);
    }
    for (int i = 0; i < s->deed_count; i++)
        set_if(s, true, s->deeds[i].type == CHAOS_DEED_PUSH ? CHAOS_PUSHED : CHAOS_DEEDS);
    bool is_driven = false;
    for (size_t i = 0; i < sizeof drives / sizeof drives[0]; i++)
        is_driven = is_driven || chaos_scene_has(s, drives[i]);
    set_if(s, !is_driven, CHAOS_CLOSED);
}

// ---------------------------------------------------------------------------------------------------------------------
// Leaving out
// ---------------------------------------------------------------------------------------------------------------------

static void make_joints_plain(chaos_scene* s, unsigned plains)
{
    for (int i = 0; i < s->joint_count; i++) {
        chaos_joint* j = &s->joints[i];
        for (int k = 0; k < 6; k++) {
            belay_joint_limit* limit = &j->axes[k].limit;
            bool is_lock = limit->is_enabled && limit->min == limit->max && limit->stiffness == 0.0;
            if ((plains >> CHAOS_PLAIN_LIMITS & 1) != 0 && !is_lock) limit->is_enabled = false;
            if ((plains >> CHAOS_PLAIN_DRIVES & 1) == 0) continue;
            j->axes[k].motor.is_enabled = j->axes[k].spring.is_enabled = false;
            if (limit->stiffness > 0.0) limit->is_enabled = false;
        }
        if ((plains >> CHAOS_PLAIN_LIMITS & 1) != 0) j->cone_angle = PI;
    }
}

static void make_material_plain(belay_material* m, unsigned plains)
{
    if ((plains >> CHAOS_PLAIN_RESTITUTION & 1) != 0) m->restitution = 0.0;
    if ((plains >> CHAOS_PLAIN_FRICTION & 1) != 0) m->friction = 0.5;
}

static void make_bodies_plain(chaos_scene* s, unsigned plains)
{
    for (int i = 0; i < s->body_count; i++) {
        chaos_body* b = &s->bodies[i];
        make_material_plain(&b->material, plains);
        if ((plains >> CHAOS_PLAIN_VELOCITY & 1) != 0) b->linear = vec(0.0, 0.0, 0.0);
        if ((plains >> CHAOS_PLAIN_SPIN & 1) != 0) b->angular = vec(0.0, 0.0, 0.0);
        if ((plains >> CHAOS_PLAIN_MASSES & 1) != 0) b->density = 1000.0;
        if ((plains >> CHAOS_PLAIN_SLEEPING & 1) != 0) b->starts_asleep = false;
    }
}

void chaos_scene_make_plain(chaos_scene* s, unsigned plains)
{
    int kept = 0;
    make_bodies_plain(s, plains);
    make_joints_plain(s, plains);
    for (int i = 0; i < s->ground_count; i++)
        make_material_plain(&s->grounds[i].material, plains);
    for (int i = 0; i < s->mover_count; i++)
        make_material_plain(&s->movers[i].material, plains);
    for (int i = 0; i < s->rod_count; i++)
        make_material_plain(&s->rods[i].material, plains);
    for (int i = 0; i < s->deed_count; i++) {
        bool is_push = s->deeds[i].type == CHAOS_DEED_PUSH;
        if ((plains >> (is_push ? CHAOS_PLAIN_FORCES : CHAOS_PLAIN_CHANGES) & 1) == 0) s->deeds[kept++] = s->deeds[i];
    }
    s->deed_count = kept;
    if ((plains >> CHAOS_PLAIN_CAPS & 1) != 0) s->world.solver = belay_solver_settings_default();
    if ((plains >> CHAOS_PLAIN_SLEEPING & 1) != 0) s->world.enable_sleep = false;
    if ((plains >> CHAOS_PLAIN_HALF & 1) != 0) s->world.theta = 0.5;
    chaos_scene_find_features(s);
}

int chaos_scene_item_count(const chaos_scene* s)
{
    return s->ground_count + s->mover_count + s->body_count + s->joint_count + s->rod_count;
}

// The new number of a partner, or -3 when it is gone.
static int renumber(const int* numbers, int partner)
{
    return partner < 0 ? partner : numbers[partner];
}

void chaos_scene_keep(chaos_scene* s, const bool* is_kept)
{
    enum { GONE = -3 };
    int item = 0, n = 0, numbers[CHAOS_MAX_BODIES];
    for (int i = 0; i < s->ground_count; i++)
        if (is_kept[item++]) s->grounds[n++] = s->grounds[i];
    s->ground_count = n;
    n = 0;
    for (int i = 0; i < s->mover_count; i++)
        if (is_kept[item++]) s->movers[n++] = s->movers[i];
    s->mover_count = n;
    n = 0;
    for (int i = 0; i < s->body_count; i++) {
        numbers[i] = is_kept[item] ? n : GONE;
        if (is_kept[item++]) s->bodies[n++] = s->bodies[i];
    }
    s->body_count = n;
    n = 0;
    for (int i = 0; i < s->joint_count; i++) {
        chaos_joint j = s->joints[i];
        j.a = renumber(numbers, j.a);
        j.b = renumber(numbers, j.b);
        if (is_kept[item++] && j.a != GONE && j.b != GONE) s->joints[n++] = j;
    }
    s->joint_count = n;
    n = 0;
    for (int i = 0; i < s->rod_count; i++) {
        chaos_rod r = s->rods[i];
        r.a = renumber(numbers, r.a);
        r.b = renumber(numbers, r.b);
        if (is_kept[item++] && r.a != GONE && r.b != GONE) s->rods[n++] = r;
    }
    s->rod_count = n;
    n = 0;
    for (int i = 0; i < s->deed_count; i++) {
        chaos_deed d = s->deeds[i];
        d.index = renumber(numbers, d.index);
        if (d.index != GONE) s->deeds[n++] = d;
    }
    s->deed_count = n;
    chaos_scene_find_features(s);
}
