// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A world may have classes of islands solved by any method and any one-contact solver of the library. What is exact
// gives what Coulomb's law gives; what is not (facets, a block's diagonal alone) claims no more than its residual.

#include "support/parts.h"
#include "support/rods/rod_scene.h"
#include "support/saved.h"

#include <criterion/criterion.h>
#include <math.h>

#define H (1.0 / 120.0)
#define SLOPE 20.0 // degrees; friction holds above 0.364
#define TRIES 60   // steps

// A slope: gravity is what is turned.
static belay_world* slope_of(const belay_solver_settings* solver, double mu)
{
    belay_world_def def = belay_world_def_default();
    belay_material material = belay_material_default();
    double angle = scene_radians(SLOPE);
    def.step_seconds = H;
    def.enable_sleep = false;
    def.gravity = v3(SCENE_G * sin(angle), 0.0, -SCENE_G * cos(angle));
    def.solver = *solver;
    material.friction = mu;
    belay_world* world = scene_world_of(&def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, material);
    return world;
}

static belay_body_id add_box(belay_world* world, double x, double mu)
{
    belay_material material = belay_material_default();
    material.friction = mu;
    return part_box(world, v3(x, 0.0, 0.05), v3(0.2, 0.3, 0.1), 2.0, material);
}

// m/s, down the slope after TRIES steps from rest.
static double right_speed(double mu)
{
    double angle = scene_radians(SLOPE), pull = sin(angle) - mu * cos(angle);
    return pull > 0.0 ? SCENE_G * pull * TRIES * H : 0.0;
}

static double slide(const belay_solver_settings* solver, double mu, int boxes, const char* what)
{
    belay_world* world = slope_of(solver, mu);
    belay_body_id box = add_box(world, 0.0, mu);
    for (int i = 1; i < boxes; i++) {
        belay_body_id next = add_box(world, -0.3 * i, mu);
        belay_joint_def joint;
        cr_assert(belay_joint_def_at(world, BELAY_JOINT_FIXED, box, next, v3(-0.15 * i, 0.0, 0.05), v3(1.0, 0.0, 0.0),
                                     &joint) == BELAY_OK);
        cr_assert(belay_joint_create(world, &joint, NULL) == BELAY_OK, "%s", belay_world_last_error(world));
    }
    for (int k = 0; k < TRIES; k++) {
        scene_steps(world, 1);
        const belay_step_stats* stats = belay_world_get_stats(world);
        cr_assert(!stats->has_converged || stats->residual.natural <= solver->tolerance, "%s claims %g", what,
                  stats->residual.natural);
    }
    double speed = scene_state(world, box).linear_velocity.x;
    belay_world_destroy(world);
    return speed;
}

static void check_slide(const belay_solver_settings* solver, double error, int boxes, const char* what)
{
    const double friction[] = {0.0, 0.2, 0.5};
    for (int i = 0; i < 3; i++) {
        double right = right_speed(friction[i]), speed = slide(solver, friction[i], boxes, what);
        double scale = right > 0.0 ? right : 0.01 * right_speed(0.0);
        cr_expect(fabs(speed - right) <= error * scale, "%s, mu %g: %g m/s, not %g", what, friction[i], speed, right);
    }
}

static bool is_faceted(belay_method method)
{
    return method == BELAY_METHOD_LEMKE_INNER || method == BELAY_METHOD_LEMKE_OUTER;
}

Test(island_solvers, every_method_holds_and_slides)
{
    for (int m = 0; m < BELAY_METHOD_COUNT; m++) {
        belay_solver_settings solver = belay_solver_settings_default();
        solver.islands[BELAY_ISLAND_SMALL] = (belay_island_solver){true, (belay_method)m, BELAY_LOCAL_EXACT};
        // Nodal Gauss-Seidel wants nodes of their own under its contacts, and a box has one mass for four.
        if (!belay_method_is_available((belay_method)m, NULL) || m == BELAY_METHOD_PRIMAL_GS) continue;
        // Friction of a faceted cone is off by up to 1 - cos(pi / 8), and with it the pull by three times as much.
        check_slide(&solver, is_faceted((belay_method)m) ? 0.25 : 1e-4, 1, belay_method_name((belay_method)m));
        solver.islands[BELAY_ISLAND_JOINTS] = solver.islands[BELAY_ISLAND_SMALL];
        check_slide(&solver, is_faceted((belay_method)m) ? 0.25 : 1e-4, 3, belay_method_name((belay_method)m));
    }
}

Test(island_solvers, every_exact_solver_of_one_contact_holds_and_slides)
{
    for (int l = 0; l < BELAY_LOCAL_COUNT; l++) {
        belay_solver_settings solver = belay_solver_settings_default();
        if (l == BELAY_LOCAL_PYRAMID || l == BELAY_LOCAL_DIAGONAL || l == BELAY_LOCAL_RADIAL) continue;
        solver.islands[BELAY_ISLAND_SMALL].local = (belay_local_method)l;
        solver.islands[BELAY_ISLAND_JOINTS].local = (belay_local_method)l;
        check_slide(&solver, 1e-4, 1, belay_local_name((belay_local_method)l));
        check_slide(&solver, 1e-4, 3, belay_local_name((belay_local_method)l));
    }
}

// Sweeps alone, and one of them: what is left tells which solver it was.
Test(island_solvers, the_solver_of_one_contact_is_the_one_chosen)
{
    double left[BELAY_LOCAL_COUNT];
    for (int l = 0; l < BELAY_LOCAL_COUNT; l++) {
        belay_solver_settings solver = belay_solver_settings_default();
        solver.max_iterations = 1;
        solver.enable_warm_start = false;
        solver.islands[BELAY_ISLAND_SMALL].local = (belay_local_method)l;
        belay_world* world = slope_of(&solver, 0.3);
        add_box(world, 0.0, 0.3);
        scene_steps(world, 1);
        left[l] = belay_world_get_stats(world)->residual.natural;
        belay_world_destroy(world);
    }
    cr_expect(left[BELAY_LOCAL_EXACT] > 1e-6, "one sweep is not enough here: %g", left[BELAY_LOCAL_EXACT]);
    cr_expect(fabs(left[BELAY_LOCAL_ENUMERATIVE] - left[BELAY_LOCAL_EXACT]) <= 1e-9, "both are exact");
    cr_expect(fabs(left[BELAY_LOCAL_DIAGONAL] - left[BELAY_LOCAL_EXACT]) > 1e-4, "the diagonal alone leaves %g, too",
              left[BELAY_LOCAL_DIAGONAL]);
    cr_expect(fabs(left[BELAY_LOCAL_PYRAMID] - left[BELAY_LOCAL_EXACT]) > 1e-4, "the pyramid leaves %g, too",
              left[BELAY_LOCAL_PYRAMID]);
}

// A rope on the slope holds and slides likewise.
Test(island_solvers, contacts_of_rods_have_theirs)
{
    belay_vec3 ends[2];
    for (int l = 0; l < 2; l++) {
        belay_solver_settings solver = belay_solver_settings_default();
        // So that what tells the two apart is which of several exact solutions they find as the rope lands.
        solver.tolerance = 1e-10;
        solver.islands[BELAY_ISLAND_RODS].local = l == 0 ? BELAY_LOCAL_EXACT : BELAY_LOCAL_ENUMERATIVE;
        belay_world* world = slope_of(&solver, 0.2);
        belay_rod_def def = rod_of(0.05, 2e3, 1e-3, 0.01);
        belay_vec3 nodes[9];
        for (int i = 0; i < 9; i++)
            nodes[i] = v3(0.05 * i, 0.02 * i, 0.0102);
        def.nodes = nodes;
        def.element_count = 8;
        def.material.friction = 0.2;
        belay_rod_id rod = rod_make(world, &def);
        scene_steps(world, TRIES);
        ends[l] = rod_node(world, rod, -1);
        double way = ends[l].x - nodes[8].x, right = 0.5 * right_speed(0.2) * TRIES * H;
        cr_expect(fabs(way - right) <= 0.03 * right, "%g m, not %g", way, right);
        belay_world_destroy(world);
    }
    cr_expect(v3_distance(ends[0], ends[1]) <= 1e-5, "both are exact, and %g m apart", v3_distance(ends[0], ends[1]));
}

static void refuse(belay_world* world, const belay_solver_settings* settings, const char* word)
{
    cr_expect(belay_world_set_solver(world, settings) == BELAY_ERROR_VALUE, "%s", word);
    cr_expect(strstr(belay_world_last_error(world), word) != NULL, "'%s' names no %s", belay_world_last_error(world),
              word);
}

Test(island_solvers, what_cannot_be_is_refused)
{
    belay_world* world = scene_world(H);
    belay_solver_settings s = belay_solver_settings_default();
    s.islands[BELAY_ISLAND_LARGE].local = BELAY_LOCAL_COUNT;
    refuse(world, &s, "islands[1].local");
    s = belay_solver_settings_default();
    s.islands[BELAY_ISLAND_SMALL].method = (belay_method)-1;
    refuse(world, &s, "islands[0].method");
    s = belay_solver_settings_default();
    s.tolerance = 0.5;
    s.islands[BELAY_ISLAND_RODS] = (belay_island_solver){true, BELAY_METHOD_COUNT, BELAY_LOCAL_EXACT};
    refuse(world, &s, "islands[3].method");
    cr_expect(belay_world_get_def(world)->solver.tolerance != 0.5, "nothing is changed");
    belay_world_destroy(world);
}

Test(island_solvers, are_kept_in_snapshots)
{
    belay_solver_settings solver = belay_solver_settings_default();
    solver.islands[BELAY_ISLAND_SMALL] = (belay_island_solver){true, BELAY_METHOD_NSGS, BELAY_LOCAL_HYBRID};
    belay_world* world = slope_of(&solver, 0.2);
    belay_body_id box = add_box(world, 0.0, 0.2);
    scene_steps(world, 5);
    saved s = saved_of(world);
    scene_steps(world, 20);
    belay_body_state right = scene_state(world, box);
    solver = belay_solver_settings_default();
    cr_assert(belay_world_set_solver(world, &solver) == BELAY_OK);
    saved_restore(&s, world);
    const belay_island_solver* how = &belay_world_get_def(world)->solver.islands[BELAY_ISLAND_SMALL];
    cr_expect(how->enable_library && how->method == BELAY_METHOD_NSGS && how->local == BELAY_LOCAL_HYBRID);
    scene_steps(world, 20);
    cr_expect(scene_is_same_pose(scene_state(world, box).pose, right.pose), "the same bits");
    saved_fini(&s);
    belay_world_destroy(world);
}
