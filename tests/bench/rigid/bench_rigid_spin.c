// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// S3: plates on four corners that slide and spin. Errors against the plate converged in h, beside those that exact time
// stepping has at the same h: friction of the corners couples the two motions, and a law that does not know of the
// corners does not converge to it.

#include "rigid/bench_rigid.h"
#include "scenes/vec.h"

#define MU_FLOOR 0.3

enum { CASES = 3, FROM_EXACT = 2 * CASES, FROM_TRUTH };

#define SPIN_SECONDS 2.0

static const double cases[CASES][2] = {{0.0, 10.0}, {1.0, 10.0}, {1.0, 3.0}}; // m/s, rad/s

// % of distance and angle.
typedef struct spin_error {
    double distance, yaw;
} spin_error;

// The error of exact stepping falls with h, and twice the finer value less the coarser one is free of that part.
static rigid_plate_rest converged(int which)
{
    const double h = 1e-4, v = cases[which][0], spin = cases[which][1];
    rigid_plate_rest fine = rigid_plate_come_to_rest(h, 0.5, MU_FLOOR, v, spin);
    rigid_plate_rest coarse = rigid_plate_come_to_rest(2.0 * h, 0.5, MU_FLOOR, v, spin);
    return (rigid_plate_rest){2.0 * fine.distance - coarse.distance, 2.0 * fine.yaw - coarse.yaw};
}

static spin_error error_of(int which, double distance, double yaw)
{
    rigid_plate_rest right = converged(which);
    // The first case does not move, and how far it does is no error in per cent of anything.
    double way = cases[which][0] > 0.0 ? 100.0 * (distance / right.distance - 1.0) : NAN;
    return (spin_error){way, 100.0 * (yaw / right.yaw - 1.0)};
}

static spin_error exact_error(int which, double h, double theta)
{
    rigid_plate_rest r = rigid_plate_come_to_rest(h, theta, MU_FLOOR, cases[which][0], cases[which][1]);
    return error_of(which, r.distance, r.yaw);
}

// Yaw is the sum of what each step turns, so that whole turns count.
static bool spin(rigid_run* run, int which, spin_error* error)
{
    belay_vec3 start = rigid_run_state(run, 0).pose.position;
    double yaw = 0.0, last = 0.0;
    while (run->step < rigid_run_steps(run, SPIN_SECONDS)) {
        if (!rigid_run_step(run)) return false;
        double now = rigid_yaw(rigid_run_state(run, 0).pose.rotation);
        yaw += remainder(now - last, 2.0 * SCENE_PI);
        last = now;
    }
    belay_vec3 way = v3_sub(rigid_run_state(run, 0).pose.position, start);
    *error = error_of(which, vec_length_xy(way), yaw);
    return true;
}

static void note_errors(rigid_row* row, int which, spin_error error, spin_error exact)
{
    row->values[2 * which] = error.distance;
    row->values[2 * which + 1] = error.yaw;
    row->values[FROM_TRUTH] = rigid_worse(row->values[FROM_TRUTH], error.yaw);
    row->values[FROM_EXACT] = rigid_worse(row->values[FROM_EXACT], error.yaw - exact.yaw);
    if (isnan(exact.distance)) return;
    row->values[FROM_TRUTH] = rigid_worse(row->values[FROM_TRUTH], error.distance);
    row->values[FROM_EXACT] = rigid_worse(row->values[FROM_EXACT], error.distance - exact.distance);
}

static bool measure_spin(const rigid_table* table, rigid_engine engine, const rigid_settings* settings, rigid_row* row)
{
    const double h = *(const double*)table->subject;
    bool is_done = true;
    row->values[FROM_EXACT] = row->values[FROM_TRUTH] = 0.0;
    for (int i = 0; i < CASES && is_done; i++) {
        rigid_scene scene = rigid_scene_spin(h, cases[i][0], cases[i][1]);
        rigid_run run;
        spin_error error = {NAN, NAN};
        is_done = rigid_run_begin(&run, &scene, engine, settings) && spin(&run, i, &error);
        if (run.world != NULL) {
            note_errors(row, i, error, exact_error(i, h, run.theta));
            rigid_row_take(row, &run, 0, CASES);
        }
        rigid_scene_fini(&scene);
    }
    return is_done;
}

static void print_exact(double h, double theta)
{
    printf("  exact stepping with theta = %.1f:", theta);
    for (int i = 0; i < CASES; i++) {
        spin_error e = exact_error(i, h, theta);
        printf("   (%g, %g)", cases[i][0], cases[i][1]);
        if (!isnan(e.distance)) printf(" %.2f", e.distance);
        printf(" / %.2f", e.yaw);
    }
    printf(" %% of distance / angle\n");
}

// What was found for exact stepping with theta = 1 by another program, in the same order; NAN: not told.
typedef struct spin_reference {
    double h;
    spin_error errors[CASES];
} spin_reference;

static const spin_reference references[] = {
    {1.0 / 60.0, {{NAN, -7.13}, {-4.80, -4.75}, {-4.86, -5.31}}},
    {1.0 / 240.0, {{NAN, NAN}, {-1.20, -1.20}, {-1.22, -1.34}}},
};

static void check_reference(rigid_bench* bench, const spin_reference* r)
{
    double worst = 0.0;
    for (int i = 0; i < CASES; i++) {
        spin_error e = exact_error(i, r->h, 1.0);
        if (!isnan(r->errors[i].distance)) worst = fmax(worst, fabs(e.distance - r->errors[i].distance));
        if (!isnan(r->errors[i].yaw)) worst = fmax(worst, fabs(e.yaw - r->errors[i].yaw));
    }
    printf("  The quoted figures for theta = 1 are met within %.3f %% points.\n", worst);
    if (worst < 0.05) return;
    fprintf(stderr, "bench: the reference of the spinning plates is not what it is quoted to be\n");
    bench->has_failed = true;
}

static bool run_spin(rigid_bench* bench, rigid_table* t, const spin_reference* reference, const rigid_quote* quotes)
{
    static const char* const columns[] = {"0,10 way %", "0,10 yaw %", "1,10 way %", "1,10 yaw %",
                                          "1,3 way %",  "1,3 yaw %",  "off exact",  "off truth"};
    *t = (rigid_table){.scene = "S3",
                       .name = reference->h > 0.01 ? "spin" : "spin-fine",
                       .title = reference->h > 0.01 ? "plates that slide and spin (m/s, rad/s), h = 1/60 s"
                                                    : "plates that slide and spin (m/s, rad/s), h = 1/240 s",
                       .engines = RIGID_SET(RIGID_BELAY) | RIGID_PEERS,
                       .quotes = quotes,
                       .subject = &reference->h,
                       .measure = measure_spin};
    for (int i = 0; i < 2 * CASES + 2; i++)
        t->columns[i] = columns[i];
    if (!rigid_table_run(bench, t)) return false;
    print_exact(reference->h, 1.0);
    print_exact(reference->h, 0.5);
    check_reference(bench, reference);
    return true;
}

void rigid_run_spin(rigid_bench* bench)
{
    static const rigid_quote coarse[] = {{"Box3D def", 0.0, "- / -7.13, -41 / -38, -6.9 / -72"},
                                         {"Jolt def", 0.0, "- / -7.13, -44 / -38, -10 / -72"},
                                         {NULL, 0.0, NULL}};
    static const rigid_quote fine[] = {
        {"Box3D def", 0.0, "-41 / -34, -6.1 / -66"}, {"Jolt def", 0.0, "-41 / -34, -6.9 / -66"}, {NULL, 0.0, NULL}};
    static const rigid_bar exact = {"off exact stepping, worst, % points", 1.0, 0.1, "MuJoCo hq 3.7"};
    static const rigid_bar truth = {"at 1/240 s off the truth, worst, %", 1.5, 0.2, "Bullet def 5.5"};
    rigid_table t;
    if (run_spin(bench, &t, &references[0], coarse))
        rigid_bench_judge(bench, &t, &exact, rigid_table_value(&t, RIGID_BELAY, FROM_EXACT));
    if (run_spin(bench, &t, &references[1], fine))
        rigid_bench_judge(bench, &t, &truth, rigid_table_value(&t, RIGID_BELAY, FROM_TRUTH));
}
