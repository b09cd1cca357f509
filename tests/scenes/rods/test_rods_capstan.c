// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Ropes on drums that do not turn: how much more one end may carry than the other. Limits are those of the tables of
// reference values; a rope of radius a whose axis goes round at rho rubs at rho - a, which with e = a / rho changes the
// exponent mu of exp(mu phi) into m = (-1 / mu + sqrt(1 / mu^2 + 4 e (1 - e))) / 2 e.

#include "support/long.h"
#include "support/rods/rod_table.h"
#include "support/rods/rod_wrap.h"
#include "support/skip.h"

#include <criterion/criterion.h>

static const double round_drum = 0.05; // m: rho

static double exponent(double mu, double e)
{
    return (-1.0 / mu + sqrt(1.0 / (mu * mu) + 4.0 * e * (1.0 - e))) / (2.0 * e);
}

static rod_wrap_def wrap_def(double mu, double e, double turn, int elements)
{
    return (rod_wrap_def){.round = round_drum,
                          .radius = e * round_drum,
                          .turn = turn,
                          .helix = 0.5 * SCENE_PI,
                          .elements = elements,
                          .tail = 4,
                          .friction = mu,
                          .bend = 1e-6};
}

// Holds just below a ratio of the tensions and slips just above.
static void check_limit(const rod_wrap_def* def, double limit, double margin, const char* what)
{
    for (int above = 0; above < 2; above++) {
        rod_wrap w = rod_wrap_make(def);
        double ratio = limit * (above ? 1.0 + margin : 1.0 - margin),
               speed = rod_wrap_pull(&w, ratio, limit > 10.0 ? 800 : 300);
        // Waves of slip that a large force sends round take longer to end; stiff tails go on swinging.
        double still = def->bend > 1e-5 ? 1e-4 : 1e-6;
        cr_expect(above ? speed > 0.01 : speed < still, "%s, mu = %g, %g rad: %g %% %s %g it moves with %g m/s", what,
                  def->friction, def->turn, 100.0 * margin, above ? "above" : "below", limit, speed);
        belay_world_destroy(w.world);
    }
}

// What chords take from the exponent is a share of it, in proportion to their square: so many that this stays the same.
static int chords(double mu, double turn)
{
    return (int)lround(20.0 * sqrt(fmax(1.0, mu * turn / 1.5)) * turn / SCENE_PI);
}

Test(rods_capstan, slips_at_the_limit_of_its_radius)
{
    rod_table table;
    rod_table_open(&table, "rod_capstan");
    int rows = 0;
    for (int i = 0; i < table.rows; i++) {
        double mu = rod_table_number(&table, i, "mu"), phi = rod_table_number(&table, i, "phi"), e = 0.0385;
        bool is_half_turn = phi > 3.0 && phi < 4.0, is_quarter = phi < 2.0;
        bool is_shown = (is_half_turn && (mu == 0.1 || mu == 0.3)) || (is_quarter && (mu == 0.3 || mu == 0.6));
        // Above, tensions grow a hundredfold and more, and so does what is wrong with them.
        if (!is_shown && (!tests_may_be_long() || mu * phi > 4.0)) continue;
        double limit = pow(rod_table_number(&table, i, "T2_over_T1_continuum"), exponent(mu, e) / mu);
        rod_wrap_def def = wrap_def(mu, e, phi, chords(mu, phi));
        def.stretch = 1e4 * fmax(1.0, 0.1 * limit);
        check_limit(&def, limit, 0.015, "rope on a drum");
        rows++;
    }
    cr_expect_eq(rows, tests_may_be_long() ? 21 : 4);
    rod_table_close(&table);
}

// ---------------------------------------------------------------------------------------------------------------------
// From element to element
// ---------------------------------------------------------------------------------------------------------------------

// A rod touches a drum at each of its elements, halfway along when they are tangents, not at its nodes: half of the
// force of each contact, N n - mu N t, comes to either node, and what turns the element, a mu N, as a pair of forces
// along n, eta = a mu / l times N. With the turn d, s and c of d / 2, tensions T, T' and contacts N, N' before and
// behind a node, its balance along the bisector and across is
//     (T' - T) c + s (N' - N) / 2 - (mu c - 2 eta s) (N + N') / 2 = 0
//     (T + T') s = c (N + N') / 2 + (mu s + 2 eta c) (N' - N) / 2.
// Where both grow by the same factor, T' / T = N' / N = (1 + r) / (1 - r), this is
//     r^2 (mu s c + 2 eta c^2) + r = mu s c - 2 eta s^2.
// (Contacts at nodes have r = mu tan(d / 2), the table's columns; the two differ by d^2 / 4, for 64 elements on half a
// turn by 0.06 %. For small d both become m d / 2.)
static double growth_of(const rod_wrap* w)
{
    double turn = w->def.turn / w->def.elements, s = sin(0.5 * turn), c = cos(0.5 * turn), mu = w->def.friction;
    double eta = w->def.radius * mu / w->element, square = mu * s * c + 2.0 * eta * c * c;
    double r = (-1.0 + sqrt(1.0 + 4.0 * square * (mu * s * c - 2.0 * eta * s * s))) / (2.0 * square);
    return log((1.0 + r) / (1.0 - r));
}

// Pulled with less than the limit, a rope has begun to slip on the side of the greater tension and is at the limit
// there: the logarithm of the tension grows by the law, to a tenth of a per cent.
static void check_growth(double mu, double e, double tolerance)
{
    rod_wrap_def def = wrap_def(mu, e, SCENE_PI, 16);
    def.bend = 1e-12;
    rod_wrap w = rod_wrap_make(&def);
    double right = growth_of(&w), speed = rod_wrap_pull(&w, 0.9 * exp(16.0 * right), 225);
    cr_expect_lt(speed, 1e-6, "speed %g", speed);
    double growth = rod_wrap_growth(&w, 8, 14);
    scene_check_near(growth, right, tolerance * right,
                     "growth of the logarithm of the tension from element to element");
    belay_world_destroy(w.world);
}

Test(rods_capstan, tension_grows_by_the_discrete_law)
{
    check_growth(0.1, 0.001, 1e-3);
    check_growth(0.3, 0.001, 1e-3);
    check_growth(0.6, 0.001, 1e-3);
    check_growth(0.3, 0.02, 2e-3);
    check_growth(0.6, 0.02, 2e-3);
}

// Ropes that are not limp stay tangents of the drum also where they are thick. The table has the limit of half a turn.
Test(rods_capstan, thick_ropes_slip_earlier)
{
    rod_table table;
    rod_table_open(&table, "rod_capstan_thickness");
    int rows = 0;
    for (int i = 0; i < table.rows; i++) {
        double mu = rod_table_number(&table, i, "mu"), e = rod_table_number(&table, i, "a_over_rho");
        if ((e < 0.06 || mu != 0.3) && !tests_may_be_long()) continue;
        double limit = rod_table_number(&table, i, "T2_over_T1_pi");
        rod_wrap_def def = wrap_def(mu, e, SCENE_PI, 20);
        def.tail = 8;
        def.bend = 2e-5;
        check_limit(&def, limit, 0.03, "thick rope");
        rows++;
    }
    cr_expect_eq(rows, tests_may_be_long() ? 15 : 2);
    rod_table_close(&table);
}

// ---------------------------------------------------------------------------------------------------------------------
// Stiff ropes
// ---------------------------------------------------------------------------------------------------------------------

// They lift off before they are straight, and rub along less of the drum.
Test(rods_capstan, stiff_ropes_slip_earlier)
{
    rod_table table;
    rod_table_open(&table, "rod_capstan_bending");
    int rows = 0;
    for (int i = 0; i < table.rows; i++) {
        double mu = rod_table_number(&table, i, "mu"), stiffness = rod_table_number(&table, i, "B_over_T0rho2");
        double phi = rod_table_number(&table, i, "phi_total");
        bool is_shown = phi < 4.0 && ((mu == 0.3 && stiffness >= 0.1) || (mu == 0.5 && stiffness == 0.3));
        if (mu == 0.0 || stiffness == 0.0 || (!is_shown && !tests_may_be_long())) continue;
        rod_wrap_def def = wrap_def(mu, 0.002, phi, chords(mu, phi));
        def.tail = 12;
        def.bend = stiffness * round_drum * round_drum;
        // 2.37 instead of the limp 2.57: within 2 % it can be told which.
        check_limit(&def, rod_table_number(&table, i, "T1_over_T0"), 0.02, "stiff rope");
        rows++;
    }
    cr_expect_eq(rows, tests_may_be_long() ? 24 : 3);
    rod_table_close(&table);
}

// Without friction T + B kappa^2 / 2 is the same everywhere: bent on the drum, the rod is B / 2 rho^2 less taut.
Test(rods_capstan, tension_and_bending_add_up_without_friction)
{
    const double turn = SCENE_PI / 20.0;
    for (int i = 1; i <= 3; i += 2) {
        rod_wrap_def def = wrap_def(0.0, 0.002, SCENE_PI, 20);
        double tensions[ROD_MAX_NODES];
        def.tail = 12;
        def.bend = 0.1 * i * round_drum * round_drum;
        rod_wrap w = rod_wrap_make(&def);
        rod_wrap_pull(&w, 1.0, 500);
        cr_assert(belay_rod_get_tensions(w.world, w.rope, tensions, ROD_MAX_NODES, NULL) == BELAY_OK);
        scene_check_near(tensions[0], 1.0, 1e-3, "tension at the end, N");
        // Where it is straight before it touches, the polygon takes a turn of d / 2 to d at once: by 1 - cos it is less
        // taut on the drum.
        double less = 1.0 - 0.05 * i - 0.5 * (tensions[21] + tensions[22]);
        cr_expect(less > 0.125 * turn * turn && less < 0.5 * turn * turn, "B = %g: on the drum it is less taut by %g N",
                  def.bend, less);
        belay_world_destroy(w.world);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Wound as a helix
// ---------------------------------------------------------------------------------------------------------------------

// The exponent for a turn is mu phi sin(psi), psi between rope and axis. A rope that may turn about itself rolls aside
// instead; this one may not. Chords of d = 15 degrees make the law smaller by the part d^2 / 6 of it, 1 %.
// In the long form alone, and not reached there: the exponent of one turn comes out 4 % low.
Test(rods_capstan, helices_slip_by_their_angle)
{
    if (!tests_may_be_long()) SKIP_TEST("not reached at present: see the comment");
    rod_table table;
    rod_table_open(&table, "rod_helical_wrap");
    for (int i = 0; i < table.rows; i++) {
        double mu = rod_table_number(&table, i, "mu"), limit = rod_table_number(&table, i, "T2_over_T1_one_turn");
        rod_wrap_def def = wrap_def(mu, 0.002, 2.0 * SCENE_PI, 24);
        def.helix = scene_radians(rod_table_number(&table, i, "helix_angle_from_axis_deg"));
        def.bend = 1e-12;
        def.is_clamped = true;
        rod_wrap w = rod_wrap_make(&def);
        double speed = rod_wrap_pull(&w, 0.9 * limit, 150), growth = 24.0 * rod_wrap_growth(&w, 10, 22);
        cr_expect_lt(speed, 1e-3);
        scene_check_near(growth, log(limit), 0.02 * log(limit), "exponent of one turn");
        belay_world_destroy(w.world);
    }
    rod_table_close(&table);
}

// ---------------------------------------------------------------------------------------------------------------------
// A heavy rope hung over a drum
// ---------------------------------------------------------------------------------------------------------------------

static const double thin = 0.0002, draped = 1.0; // m: radius and length

// Mean speed from 0.4 s to 0.5 s of a limp rope that hangs down `short_side` on one side of a drum of which its axis is
// `round` away. Chords of d take d^2 / 6 of the exponent mu pi, which moves l1 by l2 / l1 times as much of itself: 0.16
// rad where that is 3 times, less where it is more.
static double speed_when_draped(double mu, double round, double short_end)
{
    belay_world* world = scene_world(1.0 / 500.0);
    belay_vec3 nodes[ROD_MAX_NODES];
    double moves = mu * SCENE_PI * (draped - SCENE_PI * round - short_end) / short_end;
    double turn = 0.16 * sqrt(fmin(1.0, 3.0 / moves));
    const int n = (int)fmin(fmax(125.0, draped / (turn * round)), ROD_MAX_NODES - 1);
    double out = round / cos(0.5 * draped / n / round);
    for (int i = 0; i <= n; i++) {
        double s = draped * i / n - short_end, angle = s / round;
        nodes[i] = s < 0.0            ? v3(-round, 0.0, s)
                   : angle > SCENE_PI ? v3(round, 0.0, SCENE_PI * round - s)
                                      : v3(-out * cos(angle), 0.0, out * sin(angle));
    }
    belay_rod_def def = rod_of(0.05, 2000.0, 1e-7, thin);
    def.element_count = n;
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

// With rho = R + a and b = 2 mu / (1 + mu^2), l2 = rho b + (l1 + rho b) exp(mu pi) at the limit, l1 + l2 + pi rho being
// the length.
static double short_side(double mu, double round)
{
    double b = 2.0 * mu / (1.0 + mu * mu), growth = exp(mu * SCENE_PI);
    return (draped - SCENE_PI * round - round * b * (1.0 + growth)) / (1.0 + growth);
}

// The table is of a rope without thickness. With m of its radius in place of mu, the limit is its own to the first
// order of e (the exponent is that of the law of capstans, and the weight on the drum is little beside what hangs).
// With 2 % of l1 less on the short side, what pulls is its weight and exp(mu pi) times that; by 0.45 s the rope has
// then got its speed, and more, as ever more hangs on the other side. (Where l1 is some millimetres only, 1e-3 of the
// exponent is as much as all of it.)
Test(rods_capstan, heavy_rope_hangs_over_a_drum_as_far_as_friction_holds_it)
{
    rod_table table;
    rod_table_open(&table, "rod_draped_rope");
    for (int i = 0; i < table.rows; i++) {
        double mu = rod_table_number(&table, i, "mu"), round = rod_table_number(&table, i, "rho_m");
        double l1 = rod_table_number(&table, i, "l1_short_m"), m = exponent(mu, thin / round);
        scene_check_near(short_side(mu, round), l1, 1e-9, "short side of the formula, m");
        l1 = short_side(m, round);
        if ((!(mu == 0.3 && round == 0.05) && !tests_may_be_long()) || l1 < 0.01) continue;
        double holds = speed_when_draped(mu, round, 1.02 * l1), slips = speed_when_draped(mu, round, 0.98 * l1);
        double right = 0.02 * l1 * (1.0 + exp(mu * SCENE_PI)) / draped * SCENE_G * 0.45;
        cr_log_info("mu = %g, rho %g m: speeds %g and %g m/s, to be above %g\n", mu, round, holds, slips, right);
        cr_expect_lt(fabs(holds), 1e-4, "mu = %g, rho %g m: it slips at %g m/s", mu, round, holds);
        cr_expect_gt(slips, 0.3 * right, "mu = %g, rho %g m: it holds (%g m/s)", mu, round, slips);
    }
    rod_table_close(&table);
}

// ---------------------------------------------------------------------------------------------------------------------
// Other models
// ---------------------------------------------------------------------------------------------------------------------

// A light taut rope would run far through the drum in a step if nothing held it up; what it would stretch by on that
// way is none of its tension. Pulled at both ends alike, it is nowhere slack, and nowhere more taut than at its ends.
Test(rods_capstan, light_ropes_of_every_model_are_taut_on_the_drum)
{
    const belay_rod_model models[] = {BELAY_ROD_NODAL, BELAY_ROD_MASS_SPRING, BELAY_ROD_CORDE};
    for (int k = 0; k < 3; k++) {
        rod_wrap_def def = wrap_def(0.2, 0.02, SCENE_PI, 16);
        def.model = models[k];
        rod_wrap w = rod_wrap_make(&def);
        rod_wrap_pull(&w, 1.0, 100);
        double tensions[ROD_MAX_NODES];
        int32_t count;
        cr_assert(belay_rod_get_tensions(w.world, w.rope, tensions, ROD_MAX_NODES, &count) == BELAY_OK);
        scene_check_near(tensions[0], 1.0, 0.01, "tension at the end, N");
        for (int i = 0; i < count; i++)
            cr_expect(tensions[i] > exp(-0.2 * 0.5 * SCENE_PI) - 0.01 && tensions[i] < 1.01, "%s, element %d: %g N",
                      belay_rod_model_name(models[k]), i, tensions[i]);
        belay_world_destroy(w.world);
    }
}
