// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods rubbing on what does not move: wound on a drum, sliding on a plane, fallen on solids, a mesh and a height field.

#include "support/parts.h"
#include "support/rod_scene.h"
#include "support/rod_table.h"

#include <criterion/criterion.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Capstan
// ---------------------------------------------------------------------------------------------------------------------

#define ARC_ELEMENT (SCENE_PI / 20.0) // rad of turn
#define TAIL_ELEMENTS 4

static const double drum_radius = 0.05, rope_radius = 0.002, low_force = 0.5;

typedef struct wrap {
    belay_world* world;
    belay_rod_id rope;
    double length;
    belay_vec3 low, high; // unit, along the ends
} wrap;

// Turned by phi about a drum along y, in its plane; no gravity.
static wrap make_wrap(double mu, double phi)
{
    wrap w = {.world = scene_world(1.0 / 1000.0)};
    belay_world_set_gravity(w.world, v3_zero());
    // Segments are tangents of the drum: nodes lie a little outside.
    double round = drum_radius + rope_radius, out = round / cos(0.5 * ARC_ELEMENT),
           side = 2.0 * out * sin(0.5 * ARC_ELEMENT);
    int arc = (int)lround(phi / ARC_ELEMENT), count = arc + 2 * TAIL_ELEMENTS;
    belay_vec3 nodes[ROD_MAX_NODES];
    w.low = v3(-1.0, 0.0, 0.0);
    w.high = v3(cos(phi), 0.0, -sin(phi));
    for (int i = 0; i <= arc; i++) {
        double a = i * ARC_ELEMENT;
        nodes[TAIL_ELEMENTS + i] = v3(out * sin(a), 0.0, out * cos(a));
    }
    for (int i = 1; i <= TAIL_ELEMENTS; i++) {
        nodes[TAIL_ELEMENTS - i] = v3_add_scaled(nodes[TAIL_ELEMENTS], i * side, w.low);
        nodes[count - TAIL_ELEMENTS + i] = v3_add_scaled(nodes[count - TAIL_ELEMENTS], i * side, w.high);
    }
    belay_rod_def def = rod_of(0.005, 2000.0, 1e-6, rope_radius);
    def.element_count = count;
    def.nodes = nodes;
    def.damping_time = 0.004;
    def.drag = 10.0;
    def.material = (belay_material){mu, 0.0};
    w.rope = rod_make(w.world, &def);
    w.length = rod_length(w.world, w.rope);
    rod_drum(w.world, drum_radius, 0.2, def.material);
    return w;
}

// Largest speed under forces that grow to their full size together in 0.1 s: when it runs, or 0.2 s from the start.
static double speed_under(double mu, double phi, double ratio)
{
    wrap w = make_wrap(mu, phi);
    for (int k = 0; k < 200 && (k < 100 || rod_fastest(w.world, w.rope) < 0.1); k++) {
        double share = fmin(1.0, k / 100.0);
        rod_push(w.world, w.rope, 0.0, v3_scale(share * low_force, w.low));
        rod_push(w.world, w.rope, w.length, v3_scale(share * low_force * ratio, w.high));
        scene_steps(w.world, 1);
    }
    double fastest = rod_fastest(w.world, w.rope);
    belay_world_destroy(w.world);
    return fastest;
}

// A rope rubs at its surface and pulls along its axis: with e = a / (R + a) the tension grows by this exponent per
// radian in place of mu.
static double exponent(double mu)
{
    double e = rope_radius / (drum_radius + rope_radius);
    return (-1.0 / mu + sqrt(1.0 / (mu * mu) + 4.0 * e * (1.0 - e))) / (2.0 * e);
}

static void check_row(const rod_table* table, int row)
{
    double mu = rod_table_number(table, row, "mu"), phi = rod_table_number(table, row, "phi");
    double limit = pow(rod_table_number(table, row, "T2_over_T1_continuum"), exponent(mu) / mu);
    double below = speed_under(mu, phi, 0.985 * limit), above = speed_under(mu, phi, 1.015 * limit);
    cr_log_info("capstan, mu = %g, %g rad: limit %g, speeds %g and %g m/s\n", mu, phi, limit, below, above);
    cr_expect(below < 1e-6, "mu = %g, %g rad: 1.5 %% below the limit of %g it slips at %g m/s", mu, phi, limit, below);
    cr_expect(above > 0.01, "mu = %g, %g rad: 1.5 %% above the limit of %g it holds (%g m/s)", mu, phi, limit, above);
}

Test(rods_friction, rope_on_a_drum_slips_at_the_limit_of_its_radius)
{
    rod_table table;
    rod_table_open(&table, "rod_capstan");
    int rows = 0;
    for (int i = 0; i < table.rows; i++) {
        double mu = rod_table_number(&table, i, "mu"), phi = rod_table_number(&table, i, "phi");
        bool is_half_turn = phi > 3.0 && phi < 4.0, is_quarter = phi < 2.0;
        if (!(is_half_turn && (mu == 0.1 || mu == 0.3)) && !(is_quarter && (mu == 0.3 || mu == 0.6))) continue;
        check_row(&table, i);
        rows++;
    }
    cr_expect_eq(rows, 4);
    rod_table_close(&table);
}

// ---------------------------------------------------------------------------------------------------------------------
// A heavy rope hung over a drum
// ---------------------------------------------------------------------------------------------------------------------

static const double thin = 0.0005, draped = 1.0; // m: radius and length

// Mean speed from 0.4 s to 0.5 s of a limp rope that hangs down `short_side` on one side of a drum of which its axis is
// 50 mm away.
static double speed_when_draped(double short_side)
{
    const double round = 0.05, mu = 0.3;
    belay_world* world = scene_world(1.0 / 500.0);
    belay_vec3 nodes[126];
    double out = round / cos(0.5 * draped / 125.0 / round);
    for (int i = 0; i <= 125; i++) {
        double s = draped * i / 125.0 - short_side, angle = s / round;
        nodes[i] = s < 0.0            ? v3(-round, 0.0, s)
                   : angle > SCENE_PI ? v3(round, 0.0, SCENE_PI * round - s)
                                      : v3(-out * cos(angle), 0.0, out * sin(angle));
    }
    belay_rod_def def = rod_of(0.05, 2000.0, 1e-7, thin);
    def.element_count = 125;
    def.nodes = nodes;
    def.damping_time = 0.004;
    def.material = (belay_material){mu, 0.0};
    belay_rod_id rope = rod_make(world, &def);
    rod_drum(world, round - thin, 0.2, def.material);
    scene_steps(world, 200);
    double before = rod_node(world, rope, -1).z;
    scene_steps(world, 50);
    double speed = (before - rod_node(world, rope, -1).z) / 0.1;
    belay_world_destroy(world);
    return speed;
}

// With rho = R + a and b = 2 mu / (1 + mu^2), l2 = rho b + (l1 + rho b) exp(mu pi) at the limit: of a rope of 1 m, l1 =
// 0.208832 m hang on the short side.
Test(rods_friction, heavy_rope_hangs_over_a_drum_as_far_as_friction_holds_it)
{
    double holds = speed_when_draped(1.02 * 0.208832), slips = speed_when_draped(0.98 * 0.208832);
    cr_log_info("speeds %g and %g m/s\n", holds, slips);
    cr_expect_lt(fabs(holds), 1e-4, "it slips at %g m/s", holds);
    cr_expect_gt(slips, 0.02, "it holds (%g m/s)", slips);
}

// ---------------------------------------------------------------------------------------------------------------------
// Sliding
// ---------------------------------------------------------------------------------------------------------------------

typedef struct slide {
    double way, speed; // after 0.5 s
} slide;

static slide slide_rod(belay_rod_model model, belay_vec3 velocity)
{
    const belay_material rough = {0.3, 0.0};
    belay_world* world = scene_world(1.0 / 1000.0);
    belay_rod_def def = belay_rod_def_default();
    belay_vec3 velocities[17];
    def.model = model;
    def.element_count = 16;
    def.length = 0.4;
    def.start = v3(0.0, 0.0, def.radius);
    def.material = rough;
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, rough);
    belay_rod_id rod = rod_make(world, &def);
    for (int i = 0; i <= 16; i++)
        velocities[i] = velocity;
    cr_assert(belay_rod_set_velocities(world, rod, velocities, 17) == BELAY_OK);
    belay_vec3 start = rod_node(world, rod, 8);
    scene_steps(world, 500);
    slide s = {v3_distance(rod_node(world, rod, 8), start), rod_fastest(world, rod)};
    belay_world_destroy(world);
    return s;
}

static const belay_rod_model with_nodes[] = {BELAY_ROD_NODAL, BELAY_ROD_CORDE, BELAY_ROD_MASS_SPRING};

// v^2 / 2 mu g
Test(rods_friction, rod_sliding_along_itself_stops_where_friction_stops_it)
{
    for (int i = 0; i < 3; i++) {
        slide s = slide_rod(with_nodes[i], v3(1.0, 0.0, 0.0));
        scene_check_near(s.way, 0.169895, 1e-4, "way of a rod along itself, m");
        scene_check_near(s.speed, 0.0, 1e-9, "its speed in the end, m/s");
    }
}

// A cylinder that slides crosswise rolls in the end: friction has then given it w = v / a, at v = 2/3 v0, by t = v0 / 3
// mu g; its way by 0.5 s is 2/3 v0 t + v0^2 / 18 mu g. A model without spin slides to a stop.
Test(rods_friction, rod_sliding_crosswise_rolls_in_the_end)
{
    const double v0 = 0.9, right = 2.0 / 3.0 * v0 * 0.5 + v0 * v0 / (18.0 * 0.3 * SCENE_G);
    for (int i = 0; i < 2; i++) {
        slide s = slide_rod(with_nodes[i], v3(0.0, v0, 0.0));
        scene_check_near(s.speed, 2.0 / 3.0 * v0, 0.001 * v0, "speed of a rolling rod, m/s");
        scene_check_near(s.way, right, 0.001 * right, "its way in 0.5 s, m");
    }
    slide s = slide_rod(BELAY_ROD_MASS_SPRING, v3(0.0, v0, 0.0));
    scene_check_near(s.way, v0 * v0 / (2.0 * 0.3 * SCENE_G), 1e-4, "way crosswise of a rod without spin, m");
}

// ---------------------------------------------------------------------------------------------------------------------
// Falling
// ---------------------------------------------------------------------------------------------------------------------

// Bumps of 2 cm.
static double ground(double x, double y)
{
    return 0.02 * sin(12.0 * x) * cos(9.0 * y);
}

#define GRID 25
static const double spacing = 0.05;

static void add_field(belay_world* world, belay_material material)
{
    double heights[GRID * GRID];
    for (int i = 0; i < GRID * GRID; i++)
        heights[i] = ground(spacing * (i % GRID), spacing * (i / GRID));
    belay_collider_def field = belay_collider_def_height_field(heights, GRID, GRID, spacing, spacing);
    field.material = material;
    part_fixed(world, BELAY_BODY_STATIC, belay_pose_identity(), &field);
}

static void add_mesh(belay_world* world, belay_material material)
{
    belay_vec3 vertices[GRID * GRID];
    int32_t triangles[6 * (GRID - 1) * (GRID - 1)], n = 0;
    for (int i = 0; i < GRID * GRID; i++)
        vertices[i] =
            v3(spacing * (i % GRID), spacing * (i / GRID), ground(spacing * (i % GRID), spacing * (i / GRID)));
    for (int32_t i = 0; i < GRID * GRID; i++) {
        if (i % GRID == GRID - 1 || i / GRID == GRID - 1) continue;
        const int32_t corners[6] = {i, i + 1, i + GRID + 1, i, i + GRID + 1, i + GRID};
        memcpy(triangles + n, corners, sizeof corners);
        n += 6;
    }
    belay_collider_def mesh = belay_collider_def_mesh(vertices, GRID * GRID, triangles, n / 3);
    mesh.material = material;
    part_fixed(world, BELAY_BODY_STATIC, belay_pose_identity(), &mesh);
}

// Steps, one above the other, on a plane.
static void add_boxes(belay_world* world, belay_material material)
{
    scene_plane(world, v3(0.0, 0.0, 1.0), -0.02, material);
    for (int i = 0; i < 4; i++) {
        belay_collider_def box = belay_collider_def_box(v3(0.2, 1.0, 0.06 * (i + 1)));
        box.material = material;
        part_fixed(world, BELAY_BODY_STATIC, part_at(0.3 + 0.2 * i, 0.6, 0.0), &box);
    }
}

static void check_fall(void (*add)(belay_world* world, belay_material material), belay_rod_model model,
                       belay_vec3 start)
{
    const belay_material rough = {0.4, 0.0};
    belay_world* world = scene_world(1.0 / 240.0);
    belay_rod_def def = belay_rod_def_default();
    double deepest = 0.0, last = 0.0;
    int32_t count = 0;
    def.model = model;
    def.element_count = model == BELAY_ROD_SUPER_HELIX ? 8 : 24;
    def.length = 0.7;
    def.start = start;
    def.direction = v3(1.0, 0.3, 0.05);
    def.radius = 0.006;
    def.young_modulus = 1e6;
    def.drag = 1.0;
    def.material = rough;
    add(world, rough);
    rod_make(world, &def);
    for (int k = 0; k < 180; k++) {
        scene_steps(world, 1);
        const belay_rod_contact* c = belay_world_get_rod_contacts(world, &count);
        last = 0.0;
        for (int i = 0; i < count; i++)
            last = fmax(last, -c[i].gap);
        deepest = fmax(deepest, last);
    }
    const char* name = belay_rod_model_name(model);
    cr_log_info("%s: at most %g mm deep, in the end %g, %d contacts\n", name, 1e3 * deepest, 1e3 * last, count);
    cr_expect_gt(count, 0, "%s: lies on nothing", name);
    cr_expect(deepest <= 0.1 * def.radius, "%s: %g mm deep", name, 1e3 * deepest);
    cr_expect(last <= 0.01 * def.radius, "%s: lies %g mm deep", name, 1e3 * last);
    belay_world_destroy(world);
}

Test(rods_friction, rod_falls_on_boxes)
{
    check_fall(add_boxes, BELAY_ROD_NODAL, v3(0.263, 0.512, 0.15));
    check_fall(add_boxes, BELAY_ROD_SUPER_HELIX, v3(0.263, 0.512, 0.15));
}

Test(rods_friction, rod_falls_on_a_mesh)
{
    // From the last three the tip is whipped against the ground.
    check_fall(add_mesh, BELAY_ROD_NODAL, v3(0.263, 0.512, 0.15));
    check_fall(add_mesh, BELAY_ROD_NODAL, v3(0.25, 0.5, 0.15));
    check_fall(add_mesh, BELAY_ROD_NODAL, v3(0.27, 0.49, 0.15));
    check_fall(add_mesh, BELAY_ROD_NODAL, v3(0.24, 0.53, 0.2));
    check_fall(add_mesh, BELAY_ROD_SUPER_HELIX, v3(0.263, 0.512, 0.15));
}

Test(rods_friction, rod_falls_on_a_height_field)
{
    check_fall(add_field, BELAY_ROD_SUPER_HELIX, v3(0.263, 0.512, 0.15));
}
