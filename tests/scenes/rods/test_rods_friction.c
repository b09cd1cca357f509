// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods rubbing on what does not move: sliding on a plane, fallen on solids, a mesh and a height field.

#include "support/long.h"
#include "support/parts.h"
#include "support/rods/rod_scene.h"
#include "support/rods/rod_table.h"

#include <criterion/criterion.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Sliding
// ---------------------------------------------------------------------------------------------------------------------

typedef struct slide {
    double way, speed; // after 0.5 s
} slide;

static slide slide_rod(belay_rod_model model, double mu, belay_vec3 velocity)
{
    const belay_material rough = {mu, 0.0};
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
        slide s = slide_rod(with_nodes[i], 0.3, v3(1.0, 0.0, 0.0));
        scene_check_near(s.way, 0.169895, 1e-4, "path of a rod along itself, m");
        scene_check_near(s.speed, 0.0, 1e-9, "its speed in the end, m/s");
    }
}

// The same for every friction of the table; as much further as it is quicker, so that all stop within 0.5 s.
Test(rods_friction, way_is_as_the_square_of_the_speed_over_friction)
{
    rod_table table;
    rod_table_open(&table, "rod_simple_friction");
    for (int i = 0; i < table.rows; i++) {
        double mu = rod_table_number(&table, i, "mu"), speed = sqrt(2.0 * mu);
        double right = rod_table_number(&table, i, "stop_distance_v0_1mps_g9p81_m") * speed * speed;
        slide s = slide_rod(BELAY_ROD_NODAL, mu, v3(speed, 0.0, 0.0));
        scene_check_near(s.way, right, 0.01 * right, "path of a rod along itself, m");
        scene_check_near(s.speed, 0.0, 1e-9, "its speed in the end, m/s");
    }
    rod_table_close(&table);
}

// A cylinder that slides crosswise rolls in the end: friction has then given it w = v / a, at v = 2/3 v0, by t = v0 / 3
// mu g; its way by 0.5 s is 2/3 v0 t + v0^2 / 18 mu g. A model without spin slides to a stop.
Test(rods_friction, rod_sliding_crosswise_rolls_in_the_end)
{
    const double v0 = 0.9, right = 2.0 / 3.0 * v0 * 0.5 + v0 * v0 / (18.0 * 0.3 * SCENE_G);
    for (int i = 0; i < 2; i++) {
        slide s = slide_rod(with_nodes[i], 0.3, v3(0.0, v0, 0.0));
        scene_check_near(s.speed, 2.0 / 3.0 * v0, 0.001 * v0, "speed of a rolling rod, m/s");
        scene_check_near(s.way, right, 0.001 * right, "its path in 0.5 s, m");
    }
    slide s = slide_rod(BELAY_ROD_MASS_SPRING, 0.3, v3(0.0, v0, 0.0));
    scene_check_near(s.way, v0 * v0 / (2.0 * 0.3 * SCENE_G), 1e-4, "path crosswise of a rod without spin, m");
}

// Rubbing takes what the rod loses: the tangential impulses times the mean of the speeds before and after each step. So
// thin and stiff that its friction strains it by nothing.
Test(rods_friction, rubbing_takes_what_the_rod_loses)
{
    const belay_material rough = {0.3, 0.0};
    belay_world* world = scene_world(1.0 / 500.0);
    belay_rod_def def = rod_of(0.05, 1e7, 1e3, 2e-5);
    belay_vec3 velocities[21];
    def.start = v3(0.0, 0.0, def.radius);
    def.material = rough;
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, rough);
    belay_rod_id rod = rod_make(world, &def);
    for (int i = 0; i <= 20; i++)
        velocities[i] = v3(1.0, 0.0, 0.0);
    cr_assert(belay_rod_set_velocities(world, rod, velocities, 21) == BELAY_OK);
    belay_rod_energies energies;
    cr_assert(belay_rod_get_energies(world, rod, &energies) == BELAY_OK);
    double start = energies.kinetic, before = 1.0, rubbed = 0.0;
    for (int k = 0; k < 200; k++) {
        scene_steps(world, 1);
        int32_t count;
        const belay_rod_contact* c = belay_world_get_rod_contacts(world, &count);
        double after = 0.0, impulse = 0.0;
        for (int i = 0; i < count; i++) {
            impulse += hypot(c[i].impulse[1], c[i].impulse[2]);
            after = fmax(after, hypot(c[i].velocity[1], c[i].velocity[2]));
        }
        rubbed += 0.5 * impulse * (before + after);
        before = after;
        cr_assert(belay_rod_get_energies(world, rod, &energies) == BELAY_OK);
        double lost = start - energies.kinetic;
        cr_assert(fabs(lost - rubbed) < 1e-9 * start, "step %d: the rod has lost %.12g J, rubbing took %.12g", k, lost,
                  rubbed);
    }
    cr_expect_lt(energies.kinetic, 1e-20 * start);
    belay_world_destroy(world);
}

static double speed_on_slope(double mu, double slope)
{
    const belay_material rough = {mu, 0.0};
    belay_world* world = scene_world(1.0 / 240.0);
    belay_rod_def def = belay_rod_def_default();
    belay_world_set_gravity(world, v3(SCENE_G * sin(slope), 0.0, -SCENE_G * cos(slope)));
    def.start = v3(0.0, 0.0, def.radius);
    def.material = rough;
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, rough);
    belay_rod_id rod = rod_make(world, &def);
    scene_steps(world, 120);
    double speed = rod_fastest(world, rod);
    belay_world_destroy(world);
    return speed;
}

// Along the slope, so that it does not roll: tan a = mu.
Test(rods_friction, rod_on_a_slope_slips_at_the_angle_of_repose)
{
    rod_table table;
    rod_table_open(&table, "rod_simple_friction");
    for (int i = 0; i < table.rows; i++) {
        double mu = rod_table_number(&table, i, "mu"), angle = rod_table_number(&table, i, "repose_angle_rad");
        double holds = speed_on_slope(mu, 0.999 * angle), slips = speed_on_slope(mu, 1.001 * angle);
        double right = SCENE_G * (sin(1.001 * angle) - mu * cos(1.001 * angle)) * 0.5;
        cr_expect_lt(holds, 1e-9, "mu = %g: 0.1 %% below %g rad it moves with %g m/s", mu, angle, holds);
        scene_check_near(slips, right, 0.02 * right, "speed after 0.5 s on a slope 0.1 % steeper, m/s");
    }
    rod_table_close(&table);
}

// ---------------------------------------------------------------------------------------------------------------------
// Over the edge of a table
// ---------------------------------------------------------------------------------------------------------------------

#define FLAT 16
#define ROUND 4
#define DOWN 8

static const double thin = 0.001, edge = 0.02; // m: radius of the rope; of the edge, a smooth roller

// A limp rope of 1 m, so much of it on the table: how fast it is after 0.4 s.
static double speed_over_edge(double mu, double flat)
{
    belay_world* world = scene_world(1.0 / 500.0);
    const double gap = 0.01; // between table and roller: what turns there is to press on the roller
    double rho = edge + thin, down = 1.0 - flat - 0.5 * SCENE_PI * rho, out = rho / cos(0.25 * SCENE_PI / ROUND);
    belay_vec3 nodes[FLAT + ROUND + DOWN + 1];
    for (int i = 0; i <= FLAT + ROUND + DOWN; i++) {
        double a = 0.5 * SCENE_PI * (i - FLAT) / ROUND;
        nodes[i] = i < FLAT            ? v3(-gap - (flat - gap) * (FLAT - 1 - i) / (FLAT - 1), 0.0, thin)
                   : i <= FLAT + ROUND ? v3(out * sin(a), 0.0, out * cos(a) - edge)
                                       : v3(out, 0.0, -edge - down * (i - FLAT - ROUND) / DOWN);
    }
    belay_rod_def def = rod_of(0.05, 2000.0, 1e-7, thin);
    def.element_count = FLAT + ROUND + DOWN;
    def.nodes = nodes;
    def.damping_time = 0.004;
    def.material = (belay_material){mu, 0.0};
    belay_rod_id rope = rod_make(world, &def);
    belay_collider_def table = belay_collider_def_box(v3(1.0, 0.4, 2.0 * edge));
    table.material = def.material;
    part_fixed(world, BELAY_BODY_STATIC, part_at(-0.5 - 0.5 * gap, 0.0, -edge), &table);
    belay_pose at_edge = {v3(0.0, 0.0, -edge), belay_quat_identity()};
    belay_body_id roller = rod_drum(world, edge, 0.4, (belay_material){0.0, 0.0});
    cr_assert(belay_body_set_pose(world, roller, at_edge) == BELAY_OK);
    scene_steps(world, 200);
    double speed = rod_fastest(world, rope);
    belay_world_destroy(world);
    return speed;
}

// Slips when mu times what lies is less than what hangs, the height of the edge's quarter of a circle with it: over a
// sharp edge when more than mu / (1 + mu) of the rope hangs.
Test(rods_friction, rope_slips_off_a_table)
{
    rod_table table;
    rod_table_open(&table, "rod_simple_friction");
    for (int i = 0; i < table.rows; i++) {
        if (i % 3 != 2 && !tests_may_be_long()) continue;
        double mu = rod_table_number(&table, i, "mu"), rho = edge + thin;
        double lies =
            (1.0 - rod_table_number(&table, i, "overhang_fraction_at_slip")) * (1.0 - (0.5 * SCENE_PI - 1.0) * rho);
        double holds = speed_over_edge(mu, 1.02 * lies), slips = speed_over_edge(mu, 0.98 * lies);
        cr_log_info("mu = %g: %g m/s and %g m/s\n", mu, holds, slips);
        cr_expect_lt(holds, 1e-3, "mu = %g: it slips with %g m/s", mu, holds);
        cr_expect_gt(slips, 0.02, "mu = %g: it holds (%g m/s)", mu, slips);
    }
    rod_table_close(&table);
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
