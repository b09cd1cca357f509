// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/island/nsgs.h"

#include "core/timer.h"
#include "solver/island/warm_scale.h"
#include "solver/newton/dense_newton.h"
#include "solver/newton/rod_newton.h"
#include "solver/rows/island_residual.h"

// One contact: r_new solves the local problem u = W r_new + b, b = u - W r. Returns the square of the velocity that the
// change of impulse stands for, |w_a dr|^2, by which the sweep judges itself.
static double solve_row(bl_contact_row* row, const bl_response* responses, bl_velocity* velocities, int* failures)
{
    double u[3], b[3], dr[3];
    // Most contacts that are open stay so; their normal velocity alone tells.
    if (row->r[0] == 0.0 && bl_contact_row_normal_velocity(row, velocities) >= row->target) return 0.0;
    bl_contact_row_velocity(row, velocities, u);
    bl_contact_row_shift(row, u);
    const double* w = row->block.w;
    double old[3] = {row->r[0], row->r[1], row->r[2]};
    for (int i = 0; i < 3; i++)
        b[i] = u[i] - (w[3 * i] * old[0] + w[3 * i + 1] * old[1] + w[3 * i + 2] * old[2]);
    if (bl_local_contact_solve(&row->block, b, row->r) == BL_LOCAL_NO_SOLUTION) (*failures)++;
    double change = 0.0;
    for (int i = 0; i < 3; i++) {
        dr[i] = row->r[i] - old[i];
        change += dr[i] * dr[i];
    }
    if (change == 0.0) return 0.0;
    bl_contact_row_apply(row, dr, responses, velocities);
    return row->block.weight * row->block.weight * change;
}

static double solve_element(const bl_row_set* set, uint32_t e, bl_velocity* velocities, int* failures)
{
    if (e < set->contact_count) return solve_row(&set->rows[e], set->responses, velocities, failures);
    if (bl_row_set_is_rod(set, e))
        return bl_rod_element_solve(&set->rods, &set->rods.elements[e - set->rod_first], velocities, failures);
    return bl_joint_block_solve(&set->joints, e - set->contact_count, velocities);
}

// With `colouring`, in the order of its colours.
static double sweep(const bl_row_set* set, const uint32_t* order, uint32_t count, bl_velocity* velocities,
                    bl_colouring* colouring, bl_workers* workers, int* failures)
{
    if (colouring != NULL) return bl_colouring_sweep(colouring, set, velocities, solve_element, workers, failures);
    double change = 0.0;
    *failures = 0;
    for (uint32_t k = 0; k < count; k++)
        change += solve_element(set, order[k], velocities, failures);
    return change;
}

// ---------------------------------------------------------------------------------------------------------------------
// Newton's turns
// ---------------------------------------------------------------------------------------------------------------------

// Newton's method is tried every so many sweeps, with so many iterations, until it has failed so often to bring the
// residual down by half; then the sweeps go on alone. It is tried earlier where the warm start was good already: close
// to the solution it needs one or two iterations, and the sweeps many.
#define SWEEPS_BEFORE_NEWTON 10
#define SWEEPS_BEFORE_EARLY_NEWTON 3
#define EARLY_CHANGE 1e-5 // of a sweep, over |q|
// Load is carried through heaps (heap.h), unless Newton's method on all of it is at hand, after every third sweep (one
// alone has not yet made good what was broken) if that changes as much.
#define CARRYING_SWEEPS 3
#define CARRIED_CHANGE 1e-3 // of a sweep, over |q|
#define RESTLESS_CHANGE 3e-3
#define RESTLESS_SWEEPS 10
#define CARRYING_WORK 8.0 // that there has to be time for, per contact
#define CLOSING_SWEEPS 2  // come after it, as Newton's method leaves some contacts worse than it found them
#define NEWTON_ITERATIONS 60
// On rods it is all; sweeps only make the guess decent.
#define SWEEPS_BEFORE_ROD_NEWTON 2
#define ROD_NEWTON_ITERATIONS 440 // at first; each failure doubles them
#define LEAST_NEWTON_ITERATIONS 4 // with fewer it does more harm than good
#define NEWTON_MAX_FAILURES 3
// Floating-point operations of a factorisation that take as long as one contact in a sweep.
#define FLOPS_PER_CONTACT 1200.0

// A factorisation may cost as much as so many sweeps of the island. Those of arches, towers and walls cost up to 3, of
// heaps in space 5 with eighty bodies and 60 with three hundred. What stands still as a whole is worth much: once it is
// solved it stays so. Of what moves, the large ones are not: where Newton's method does not find its way at once it
// finds none, and the next step would have to begin again.
#define SWEEPS_WORTH_AT_REST 60.0
#define SWEEPS_WORTH_SMALL 24.0
#define SWEEPS_WORTH_LARGE 4.0
#define LARGE_CONTACTS 150
#define LARGE_ITERATIONS 20
// A large island that costs more is a heap. The sweeps alone would take hundreds of turns for the last digits, and
// while it moves it needs new ones in every step; so it gets only the work meant for heaps, and the next step goes on
// from there. It comes to rest all the same. Nor is all of it spent on very large ones that can be factored, while they
// move.
#define HUGE_CONTACTS 1000
#define HUGE_PART 10

typedef enum newton_kind { NEWTON_NONE, NEWTON_DENSE, NEWTON_BODIES, NEWTON_RODS, NEWTON_UNKNOWN } newton_kind;

typedef struct newton_turns {
    newton_kind kind;
    double began; // on bl_timer_seconds, when there is a deadline
    double last;  // natural map squared after the last try
    int failures;
    double early;  // |change|^2 of a sweep below which the turn comes early
    bool is_large; // and moves
    bool is_heap;
    int working_sweeps; // however little work is allowed
    double restless;    // |change|^2 of a sweep of a heap above which they are more
    double carried;     // |change|^2 of a sweep below which load is carried well enough by the sweeps
} newton_turns;

static bool is_large_and_moves(const bl_row_set* set, const uint32_t* order, uint32_t count,
                               const bl_nsgs_settings* settings)
{
    return count >= LARGE_CONTACTS && !settings->is_at_rest && !bl_row_set_is_rod(set, order[count - 1]);
}

// Of what moves, large islands of faces alone; rods and joints carry in their own ways.
static bool is_heap(const bl_row_set* set, const uint32_t* order, uint32_t count, const bl_nsgs_settings* settings)
{
    return settings->heap != NULL && count >= LARGE_CONTACTS && !settings->is_at_rest &&
           order[count - 1] < set->contact_count && bl_heap_has_faces(set, order, count);
}

// The work of one Newton iteration on bodies.
static double newton_work(const bl_body_newton* newton, uint32_t count)
{
    return newton->factor.flops / FLOPS_PER_CONTACT + 4.0 * count;
}

static int64_t allowed_work(const bl_nsgs_settings* settings, const newton_turns* turns, uint32_t count)
{
    if (turns->is_large && turns->kind == NEWTON_NONE && settings->heap_work > 0) return settings->heap_work;
    return turns->is_large && count >= HUGE_CONTACTS ? settings->max_work / HUGE_PART : settings->max_work;
}

// That of one on rods.
static double rod_newton_work(const bl_rod_newton* newton)
{
    return newton->flops / FLOPS_PER_CONTACT + newton->rows;
}

// The work that there is time for, at the pace so far.
static double work_in_time(const bl_nsgs_settings* settings, const newton_turns* turns, int64_t work)
{
    if (!(settings->deadline_seconds > 0.0)) return HUGE_VAL;
    double now = bl_timer_seconds(), left = settings->deadline_seconds - now, spent = now - turns->began;
    if (left <= 0.0) return 0.0;
    return spent > 0.0 ? left / spent * (double)work : HUGE_VAL;
}

// How many iterations of so much work each the work that is left pays for, and the time; `most` at most.
static int affordable(double each, int64_t max_work, int64_t work, double in_time, int most)
{
    double left = max_work > 0 ? fmin((double)(max_work - work), in_time) : in_time;
    return (int)fmin(most, fmax(0.0, left / each));
}

static double sweeps_worth(const bl_nsgs_settings* settings, uint32_t count)
{
    if (settings->is_at_rest) return SWEEPS_WORTH_AT_REST;
    return count < LARGE_CONTACTS ? SWEEPS_WORTH_SMALL : SWEEPS_WORTH_LARGE;
}

static newton_kind choose(const bl_row_set* set, const uint32_t* order, uint32_t count, bl_body_newton* newton,
                          const bl_nsgs_settings* settings)
{
    if (count < 2) return NEWTON_NONE;
    if (bl_row_set_is_rod(set, order[count - 1])) {
        bool can = set->rod_newton != NULL && bl_rod_newton_begin(set->rod_newton, set, order, count);
        return can ? NEWTON_RODS : NEWTON_NONE;
    }
    bool has_joints = order[count - 1] >= set->contact_count;
    if (!has_joints && count <= BL_DENSE_NEWTON_MAX_CONTACTS) return NEWTON_DENSE;
    if (newton == NULL) return NEWTON_NONE;
    double max_flops = sweeps_worth(settings, count) * FLOPS_PER_CONTACT * count;
    return bl_body_newton_begin(newton, set, order, count, max_flops) ? NEWTON_BODIES : NEWTON_NONE;
}

// Returns the square of the natural map reached, or a negative number when it is not Newton's turn.
static double try_newton(const bl_row_set* set, const uint32_t* order, uint32_t count, bl_velocity* velocities,
                         bl_body_newton* newton, const bl_nsgs_settings* settings, double change, newton_turns* turns,
                         bl_nsgs_report* report)
{
    bool has_rods = bl_row_set_is_rod(set, order[count - 1]);
    bool is_turn = report->iterations % SWEEPS_BEFORE_NEWTON == 0 ||
                   (has_rods && report->iterations == SWEEPS_BEFORE_ROD_NEWTON) ||
                   (report->iterations == SWEEPS_BEFORE_EARLY_NEWTON && change < turns->early);
    if (!is_turn || turns->failures >= NEWTON_MAX_FAILURES) return -1.0;
    if (turns->kind == NEWTON_UNKNOWN) turns->kind = choose(set, order, count, newton, settings);
    if (turns->kind == NEWTON_NONE) return -1.0;
    bl_dense_newton_report r;
    double goal = report->goal_squared;
    if (turns->kind == NEWTON_DENSE) {
        r = bl_dense_newton_solve(set, order, count, velocities, 0.25 * goal, NEWTON_ITERATIONS);
        // What is hard for it (a thousand times the weight on top) has a better chance on bodies.
        bool is_hard = r.natural_squared > 0.25 * goal && newton != NULL;
        if (is_hard && bl_body_newton_begin(newton, set, order, count, HUGE_VAL)) turns->kind = NEWTON_BODIES;
    } else if (turns->kind == NEWTON_RODS) {
        double each = rod_newton_work(set->rod_newton);
        double in_time = work_in_time(settings, turns, report->work);
        int most =
            affordable(each, settings->max_work, report->work, in_time, ROD_NEWTON_ITERATIONS << turns->failures);
        if (most < LEAST_NEWTON_ITERATIONS) return -1.0;
        bl_rod_newton_limits limits = {0.25 * goal, most, settings->deadline_seconds};
        r = bl_rod_newton_solve(set->rod_newton, set, velocities, &limits);
        report->work += (int64_t)(r.iterations * each);
    } else {
        int64_t allowed = allowed_work(settings, turns, count);
        double in_time = work_in_time(settings, turns, report->work);
        int most = affordable(newton_work(newton, count), allowed, report->work, in_time, NEWTON_ITERATIONS);
        if (turns->is_large && most > LARGE_ITERATIONS) most = LARGE_ITERATIONS;
        if (most < LEAST_NEWTON_ITERATIONS) return -1.0;
        r = bl_body_newton_solve(newton, set, order, count, velocities, 0.25 * goal, most);
        report->work += (int64_t)(r.iterations * newton_work(newton, count));
        if (turns->is_large && r.natural_squared > 0.25 * goal) turns->kind = NEWTON_NONE;
    }
    report->newton_iterations += r.iterations;
    turns->failures = r.natural_squared > 0.25 * turns->last ? turns->failures + 1 : 0;
    turns->last = r.natural_squared;
    return r.natural_squared;
}

// A step that leaves a heap far from the law costs many later ones: what has gone into each other touches more.
static int working_sweeps(const newton_turns* turns, double change)
{
    if (!turns->is_heap) return BL_NSGS_WORKING_SWEEPS;
    return BL_NSGS_WORKING_SWEEPS + (change > turns->restless ? RESTLESS_SWEEPS : CLOSING_SWEEPS);
}

// Whether it is time to carry the load through a heap, and worth it.
static bool is_carrying_turn(const bl_nsgs_settings* settings, const newton_turns* turns, uint32_t count, double change,
                             const bl_nsgs_report* report)
{
    if (!turns->is_heap || turns->kind != NEWTON_NONE || !(change > turns->carried)) return false;
    if (report->iterations % CARRYING_SWEEPS != 0) return false;
    double needed = CARRYING_WORK * count, left = (double)(allowed_work(settings, turns, count) - report->work);
    bool is_last = report->iterations >= turns->working_sweeps - CLOSING_SWEEPS;
    if (is_last && settings->max_work > 0 && left < needed + CLOSING_SWEEPS * count) return false;
    return work_in_time(settings, turns, report->work) > needed;
}

static bool is_over(const bl_nsgs_settings* settings, const newton_turns* turns, uint32_t count, bl_nsgs_report* report)
{
    if (report->iterations >= settings->max_iterations) return true;
    // The next sweep has to end in time too.
    if (report->iterations >= BL_NSGS_LEAST_SWEEPS && settings->deadline_seconds > 0.0)
        report->is_out_of_time = work_in_time(settings, turns, report->work) < count;
    if (report->iterations >= turns->working_sweeps && settings->max_work > 0)
        report->is_out_of_work = report->work >= allowed_work(settings, turns, count);
    return report->is_out_of_work || report->is_out_of_time;
}

static newton_turns begin_turns(const bl_row_set* set, const uint32_t* order, uint32_t count, double goal,
                                const bl_nsgs_settings* settings)
{
    double early = EARLY_CHANGE / settings->tolerance, carried = CARRIED_CHANGE / settings->tolerance;
    double restless = RESTLESS_CHANGE / settings->tolerance;
    newton_turns turns = {.kind = NEWTON_UNKNOWN,
                          .began = settings->deadline_seconds > 0.0 ? bl_timer_seconds() : 0.0,
                          .last = HUGE_VAL,
                          .early = early * early * goal,
                          .is_large = is_large_and_moves(set, order, count, settings),
                          .is_heap = is_heap(set, order, count, settings),
                          .working_sweeps = BL_NSGS_WORKING_SWEEPS,
                          .restless = restless * restless * goal,
                          .carried = carried * carried * goal};
    return turns;
}

bl_nsgs_report bl_nsgs_solve(const bl_row_set* set, const uint32_t* order, uint32_t count, bl_velocity* velocities,
                             bl_body_newton* newton, const bl_nsgs_settings* settings)
{
    bl_nsgs_report report = {0};
    bl_warm_scale(set, order, count, velocities);
    double goal = bl_island_goal_squared(set, order, count, velocities, settings->tolerance);
    report.goal_squared = goal;
    // The change of a sweep is cheap but not the residual: the residual itself is formed once the change is small, and
    // when the two disagree the change has to become smaller still before the next look.
    double look = goal;
    newton_turns turns = begin_turns(set, order, count, goal, settings);
    // What stands still is mostly built in the order of its contacts, and one sweep or Newton's method does.
    bool is_coloured = count >= BL_NSGS_COLOURED_CONTACTS && !settings->is_at_rest;
    bl_colouring* colouring = is_coloured ? settings->colouring : NULL;
    if (colouring != NULL && !bl_colouring_make(colouring, set, order, count)) {
        report.is_out_of_memory = true;
        return report;
    }
    while (!is_over(settings, &turns, count, &report)) {
        double change = sweep(set, order, count, velocities, colouring, settings->workers, &report.local_failures);
        report.iterations++;
        report.contact_solves += count;
        report.work += count;
        turns.working_sweeps = working_sweeps(&turns, change);
        if (turns.is_heap && turns.kind == NEWTON_UNKNOWN && change > turns.carried)
            turns.kind = choose(set, order, count, newton, settings);
        if (is_carrying_turn(settings, &turns, count, change, &report) &&
            !bl_heap_carry(settings->heap, set, order, count, velocities, turns.carried, &report.work,
                           &report.newton_iterations)) {
            report.is_out_of_memory = true;
            return report;
        }
        double left =
            change > look ? try_newton(set, order, count, velocities, newton, settings, change, &turns, &report) : -1.0;
        if (left >= 0.0 && left <= 0.25 * goal) change = look;
        if (change > look) continue;
        if (bl_island_natural_squared(set, order, count, velocities) <= goal) {
            report.has_converged = true;
            break;
        }
        look = change > 0.0 ? 0.25 * change : 0.0;
        if (change == 0.0) break; // a fixed point of the sweep that rounding keeps from the goal
    }
    return report;
}
