// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/sweep/island_schedule.h"

#include "belay/timer.h"
#include "solver/newton/dense_newton.h"
#include "solver/newton/rod_newton.h"
#include "solver/rows/rod_matrix_free.h"
#include "solver/sweep/solve_schedule.h"

#include <math.h>

static bool has_rods(const bl_island* i)
{
    return bl_row_set_is_rod(i->set, i->order[i->count - 1]);
}

static bool has_joints(const bl_island* i)
{
    return i->order[i->count - 1] >= i->set->contact_count;
}

// Contacts of bodies, or joints: they come first.
static bool has_bodies(const bl_island* i)
{
    return !bl_row_set_is_rod(i->set, i->order[0]);
}

// Contacts of bodies, which come first; what follows are links: joints, and what holds and touches rods.
static uint32_t count_contacts(const bl_island* i)
{
    uint32_t first = 0, last = i->count;
    while (first < last) {
        uint32_t middle = first + (last - first) / 2;
        if (i->order[middle] < i->set->contact_count)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

static bool is_large_and_moves(const bl_island* i)
{
    if (i->count < BL_LARGE_CONTACTS || i->settings->is_at_rest) return false;
    uint32_t contacts = count_contacts(i);
    return !has_rods(i) || contacts >= BL_CONTACTS_PER_LINK * (i->count - contacts);
}

// Of what moves, large islands whose contacts are mostly those of faces. Links carry in their own ways.
static bool is_pile(const bl_island* i)
{
    uint32_t contacts = count_contacts(i);
    return i->settings->pile != NULL && contacts >= BL_LARGE_CONTACTS && is_large_and_moves(i) &&
           bl_pile_has_faces(i->set, i->order, contacts);
}

// The work of one Newton iteration on bodies.
static double newton_work(const bl_body_newton* newton, uint32_t count)
{
    return newton->factor.flops / BL_FLOPS_PER_CONTACT + BL_NEWTON_WORK_PER_CONTACT * count;
}

static int64_t allowed_work(const bl_island_schedule* schedule)
{
    const bl_nsgs_settings* settings = schedule->island.settings;
    // What hangs together tears where it is not solved.
    if (has_joints(&schedule->island) && schedule->links != BL_LINKS_BEGUN) return settings->max_work;
    if (schedule->is_large && schedule->kind == BL_NEWTON_NONE && settings->pile_work > 0) return settings->pile_work;
    bool is_huge = schedule->is_large && schedule->island.count >= BL_HUGE_CONTACTS;
    return is_huge ? settings->max_work / BL_HUGE_PART : settings->max_work;
}

// That of one on rods.
static double rod_newton_work(const bl_rod_newton* newton)
{
    return newton->flops / BL_FLOPS_PER_CONTACT + newton->rows;
}

// The work that there is time for, at the pace so far.
static double work_in_time(const bl_island_schedule* schedule, int64_t work)
{
    double deadline = schedule->island.settings->deadline_seconds;
    if (!(deadline > 0.0)) return HUGE_VAL;
    double now = belay_timer_seconds(), left = deadline - now, spent = now - schedule->began;
    if (left <= 0.0) return 0.0;
    return spent > 0.0 ? left / spent * (double)work : HUGE_VAL;
}

// How many iterations of so much work each the work that is left pays for, and the time; `most` at most.
static int affordable(double each, double max_work, int64_t work, double in_time, int most)
{
    double left = max_work > 0.0 ? fmin(max_work - (double)work, in_time) : in_time;
    return (int)fmin(most, fmax(0.0, left / each));
}

static double sweeps_worth(const bl_island* i)
{
    if (i->settings->is_at_rest) return BL_SWEEPS_WORTH_AT_REST;
    return i->count < BL_LARGE_CONTACTS ? BL_SWEEPS_WORTH_SMALL : BL_SWEEPS_WORTH_LARGE;
}

static bl_newton_kind choose_bodies(const bl_island* i)
{
    if (i->newton == NULL) return BL_NEWTON_NONE;
    double max_flops = sweeps_worth(i) * BL_FLOPS_PER_CONTACT * i->count;
    return bl_body_newton_begin(i->newton, i->set, i->order, i->count, max_flops) ? BL_NEWTON_BODIES : BL_NEWTON_NONE;
}

// Islands with joints go by rows at once, if they are small or chains make their matrix sparse: what joints lock and
// contacts hold as well is hard for the others.
static bool can_go_by_rows(const bl_island* i)
{
    bl_rod_newton* rows = i->set->rod_newton;
    if (rows == NULL) return false;
    bl_rod_newton_forget(rows);
    if (!bl_rod_newton_begin(rows, i->set, i->order, i->count)) return false;
    return i->count < BL_LARGE_CONTACTS || rod_newton_work(rows) <= BL_SWEEPS_WORTH_JOINTED * i->count;
}

static bl_newton_kind choose(const bl_island* i)
{
    bl_rod_newton* rows = i->set->rod_newton;
    if (i->count < 2) return BL_NEWTON_NONE;
    if (has_rods(i) && is_large_and_moves(i)) return can_go_by_rows(i) ? BL_NEWTON_ROWS : BL_NEWTON_NONE;
    if (has_rods(i))
        return rows != NULL && bl_rod_newton_begin(rows, i->set, i->order, i->count) ? BL_NEWTON_ROWS : BL_NEWTON_NONE;
    bool is_jointed = has_joints(i), is_small = i->count < BL_LARGE_CONTACTS;
    if (rows != NULL && is_jointed && can_go_by_rows(i)) return BL_NEWTON_ROWS;
    if (rows != NULL && is_small && !bl_rod_newton_reserve(rows, i->set, i->order, i->count)) return BL_NEWTON_NONE;
    return !is_jointed && i->count <= BL_DENSE_NEWTON_MAX_CONTACTS ? BL_NEWTON_DENSE : choose_bodies(i);
}

static void decide(bl_island_schedule* schedule, bl_nsgs_report* report)
{
    if (schedule->kind != BL_NEWTON_UNKNOWN) return;
    schedule->kind = choose(&schedule->island);
    report->has_newton_failed = schedule->is_large && schedule->kind == BL_NEWTON_NONE; // what costs too much
}

// What is hard for the method at hand (contacts and joints that hold each other, where slips of a micrometre a second
// decide; a thousand times the weight on top) goes to the one that follows proximal points, if the island is not large.
static bool can_go_on_with_rows(const bl_island_schedule* schedule)
{
    return schedule->island.count < BL_LARGE_CONTACTS && schedule->island.set->rod_newton != NULL;
}

static void go_on_with_rows(bl_island_schedule* schedule)
{
    const bl_island* i = &schedule->island;
    bl_rod_newton* newton = i->set->rod_newton;
    bl_rod_newton_forget(newton); // the rows of this step are new to it
    if (bl_rod_newton_begin(newton, i->set, i->order, i->count)) schedule->kind = BL_NEWTON_ROWS;
}

// The three return false where there is no time for it.
static bool newton_on_contacts(bl_island_schedule* schedule, double aim, bl_dense_newton_report* r)
{
    const bl_island* i = &schedule->island;
    int most = can_go_on_with_rows(schedule) ? BL_DENSE_ITERATIONS : BL_NEWTON_ITERATIONS;
    *r = bl_dense_newton_solve(i->set, i->order, i->count, i->velocities, aim, most);
    bool is_hard = r->natural_squared > aim;
    if (is_hard && can_go_on_with_rows(schedule))
        go_on_with_rows(schedule);
    else if (is_hard && i->newton != NULL && bl_body_newton_begin(i->newton, i->set, i->order, i->count, HUGE_VAL))
        schedule->kind = BL_NEWTON_BODIES;
    return true;
}

// What is left after the interior points, and after steps on active sets beside them, no sweep solves, nor what has no
// solution.
static void give_up(bl_island_schedule* schedule, bool is_cut, bool is_cut_by_time)
{
    double deadline = schedule->island.settings->deadline_seconds;
    bool is_late = deadline > 0.0 && belay_timer_seconds() >= deadline;
    schedule->has_given_up = true;
    schedule->is_out_of_time = is_late || (is_cut && is_cut_by_time);
    schedule->is_out_of_work = is_cut && !is_cut_by_time;
}

static bool newton_on_rows(bl_island_schedule* schedule, double aim, int64_t* work, bl_dense_newton_report* r)
{
    const bl_island* i = &schedule->island;
    double each = rod_newton_work(i->set->rod_newton), in_time = work_in_time(schedule, *work);
    bool is_large = bl_rod_newton_is_large(i->set->rod_newton);
    double max_work = (double)i->settings->max_work * (is_large && !has_bodies(i) ? BL_INTERIOR_SHARES : 1);
    bool is_bounded = schedule->is_large && !has_rods(i) && max_work > 0.0;
    if (is_bounded) max_work /= BL_LARGE_ROWS_PART;
    int useful = is_large ? BL_INTERIOR_ITERATIONS : BL_ROD_NEWTON_ITERATIONS << schedule->failures;
    int most = affordable(each, max_work, *work, in_time, useful);
    if (most < BL_LEAST_NEWTON_ITERATIONS) return false;
    bool is_cut_by_time = !(max_work > 0.0) || in_time < max_work - (double)*work;
    bl_rod_newton_limits limits = {aim, most, i->settings->deadline_seconds};
    *r = bl_rod_newton_solve(i->set->rod_newton, i->set, i->velocities, &limits);
    *work += (int64_t)(r->iterations * each);
    if ((is_large || r->is_hopeless) && r->natural_squared > aim)
        give_up(schedule, most < useful && r->iterations >= most, is_cut_by_time);
    else if (is_bounded && r->natural_squared > aim)
        schedule->kind = BL_NEWTON_NONE;
    return true;
}

static bool newton_on_bodies(bl_island_schedule* schedule, double aim, int64_t* work, bl_dense_newton_report* r)
{
    const bl_island* i = &schedule->island;
    double each = newton_work(i->newton, i->count), in_time = work_in_time(schedule, *work);
    int most = schedule->is_large ? BL_LARGE_ITERATIONS : BL_NEWTON_ITERATIONS;
    most = affordable(each, (double)allowed_work(schedule), *work, in_time, most);
    if (most < BL_LEAST_NEWTON_ITERATIONS) return false;
    bool can_go_on = can_go_on_with_rows(schedule);
    *r = bl_body_newton_solve(i->newton, i->set, i->order, i->count, i->velocities, aim, most,
                              can_go_on            ? BL_NEWTON_PATIENCE
                              : schedule->is_large ? BL_LARGE_PATIENCE
                                                   : most);
    *work += (int64_t)(r->iterations * each);
    if (schedule->is_large && r->natural_squared > aim) schedule->kind = BL_NEWTON_NONE;
    if (can_go_on && r->natural_squared > aim) go_on_with_rows(schedule);
    return true;
}

static bool is_newton_due(const bl_island_schedule* schedule, double change, int sweeps)
{
    if (schedule->failures >= BL_NEWTON_MAX_FAILURES) return false;
    return sweeps % BL_SWEEPS_BEFORE_NEWTON == 0 ||
           (sweeps == BL_SWEEPS_BEFORE_ROD_NEWTON && has_rods(&schedule->island)) ||
           (sweeps == BL_SWEEPS_BEFORE_EARLY_NEWTON && change < schedule->early);
}

double bl_island_schedule_newton(bl_island_schedule* schedule, double change, bl_nsgs_report* report)
{
    bool is_made = false;
    if (!is_newton_due(schedule, change, report->iterations)) return -1.0;
    decide(schedule, report);
    double aim = 0.25 * schedule->goal;
    bl_dense_newton_report r = {0};
    if (schedule->kind == BL_NEWTON_DENSE)
        is_made = newton_on_contacts(schedule, aim, &r);
    else if (schedule->kind == BL_NEWTON_ROWS)
        is_made = newton_on_rows(schedule, aim, &report->work, &r);
    else if (schedule->kind == BL_NEWTON_BODIES)
        is_made = newton_on_bodies(schedule, aim, &report->work, &r);
    if (!is_made) return -1.0;
    report->newton_iterations += r.iterations;
    report->has_newton_failed = schedule->is_large && schedule->kind == BL_NEWTON_NONE;
    // Links come in turn after it.
    if (schedule->kind == BL_NEWTON_NONE && schedule->links == BL_LINKS_UNKNOWN)
        schedule->working_sweeps = report->iterations + BL_LINKING_SWEEPS + 1;
    schedule->failures = r.natural_squared > 0.25 * schedule->last ? schedule->failures + 1 : 0;
    schedule->last = r.natural_squared;
    return r.natural_squared;
}

// What goes along towers falls where it is not carried well enough: it gets more sweeps, each with its load carried.
static bool is_tower(const bl_island_schedule* schedule)
{
    return schedule->island.settings->creeps && schedule->tree_share >= BL_TREES_ALONE;
}

static int working_sweeps(const bl_island_schedule* schedule, double change)
{
    if (!is_tower(schedule)) return BL_NSGS_WORKING_SWEEPS;
    return BL_NSGS_WORKING_SWEEPS + (change > schedule->restless ? BL_RESTLESS_SWEEPS : BL_FINAL_SWEEPS);
}

// Whether it is time to carry the load through a pile, and worth it.
static bool is_carrying_due(const bl_island_schedule* schedule, double change, const bl_nsgs_report* report)
{
    if (schedule->kind != BL_NEWTON_NONE || !(change > schedule->carried)) return false;
    if (report->iterations % (schedule->tree_share < BL_TREES_ALONE ? BL_CARRYING_SWEEPS : 1) != 0) return false;
    uint32_t count = schedule->island.count;
    double needed = BL_CARRYING_WORK * count, left = (double)(allowed_work(schedule) - report->work);
    bool is_last = report->iterations >= schedule->working_sweeps - BL_FINAL_SWEEPS;
    bool is_bounded =
        (is_last || (schedule->has_carried && !is_tower(schedule))) && schedule->island.settings->max_work > 0;
    if (is_bounded && left < needed + BL_FINAL_SWEEPS * count) return false;
    return work_in_time(schedule, report->work) > needed;
}

// Where all of the island costs too much, links may not. Newton's method prepares for them.
static bool begin_links(bl_island_schedule* schedule)
{
    const bl_island* i = &schedule->island;
    bl_rod_newton* rows = i->set->rod_newton;
    uint32_t contacts = schedule->contacts;
    if (schedule->links == BL_LINKS_NONE || schedule->links == BL_LINKS_BEGUN) return schedule->links == BL_LINKS_BEGUN;
    bl_rod_newton_forget(rows);
    bool can = bl_rod_newton_begin(rows, i->set, i->order + contacts, i->count - contacts) &&
               rod_newton_work(rows) <= BL_SWEEPS_WORTH_JOINTED * i->count;
    schedule->links = can ? BL_LINKS_BEGUN : BL_LINKS_NONE;
    return can;
}

// All links at once, with the impulses of contacts held; sweeps tell them of each other.
static void solve_links(bl_island_schedule* schedule, bl_nsgs_report* report)
{
    const bl_island* i = &schedule->island;
    if (report->iterations % BL_LINKING_SWEEPS != 0) return;
    decide(schedule, report);
    if (schedule->kind != BL_NEWTON_NONE || !begin_links(schedule)) return;
    bl_rod_newton_limits limits = {0.25 * schedule->goal, BL_LINK_ITERATIONS, i->settings->deadline_seconds};
    bl_dense_newton_report r = bl_rod_newton_solve(i->set->rod_newton, i->set, i->velocities, &limits);
    report->newton_iterations += r.iterations;
    report->work += (int64_t)(r.iterations * rod_newton_work(i->set->rod_newton));
}

static bool carry(bl_island_schedule* schedule, double change, bl_nsgs_report* report)
{
    if (!schedule->is_pile) return true;
    const bl_island* i = &schedule->island;
    schedule->working_sweeps = working_sweeps(schedule, change);
    if (change > schedule->carried) decide(schedule, report);
    if (!is_carrying_due(schedule, change, report)) return true;
    schedule->has_carried = true;
    // Smaller ones are solved by one of the workers each.
    bl_workers* workers = i->count >= BL_NSGS_COLOURED_CONTACTS ? i->settings->workers : NULL;
    return bl_pile_carry(i->settings->pile, i->set, i->order, schedule->contacts, i->velocities, schedule->carried,
                         workers, &schedule->tree_share, &report->work, &report->newton_iterations);
}

bool bl_island_schedule_carry(bl_island_schedule* schedule, double change, bl_nsgs_report* report)
{
    bool ok = carry(schedule, change, report);
    if (ok && schedule->links != BL_LINKS_NONE) solve_links(schedule, report);
    return ok;
}

bool bl_island_schedule_is_over(const bl_island_schedule* schedule, bl_nsgs_report* report)
{
    const bl_nsgs_settings* settings = schedule->island.settings;
    if (schedule->has_given_up) {
        report->is_out_of_work = schedule->is_out_of_work;
        report->is_out_of_time = schedule->is_out_of_time;
        return true;
    }
    if (report->iterations >= settings->max_iterations) return true;
    // The next sweep has to end in time too.
    int least = schedule->is_costly ? BL_NSGS_COSTLY_SWEEPS : BL_NSGS_LEAST_SWEEPS;
    if (report->iterations >= least && settings->deadline_seconds > 0.0)
        report->is_out_of_time = work_in_time(schedule, report->work) < schedule->island.count;
    if (report->iterations >= schedule->working_sweeps && settings->max_work > 0)
        report->is_out_of_work = report->work >= allowed_work(schedule);
    return report->is_out_of_work || report->is_out_of_time;
}

// Whether a sweep costs as much as with rods that have no W.
static bool is_costly(const bl_island* island)
{
    const bl_rod_set* rods = &island->set->rods;
    for (uint32_t k = island->count; k-- > 0 && bl_row_set_is_rod(island->set, island->order[k]);) {
        const bl_rod_element* e = &rods->elements[island->order[k] - island->set->rod_first];
        for (int i = 0; i < 2 && e->side[i].rod != BL_NO_ROD; i++)
            if (bl_rod_is_matrix_free(&rods->couplings[e->side[i].rod])) return true;
    }
    return false;
}

void bl_island_schedule_begin(bl_island_schedule* schedule, const bl_island* island, double goal)
{
    const bl_nsgs_settings* settings = island->settings;
    double early = BL_EARLY_CHANGE / settings->tolerance, carried = BL_CARRIED_CHANGE / settings->tolerance;
    double restless = BL_RESTLESS_CHANGE / settings->tolerance;
    bool waits = settings->newton_waits && is_large_and_moves(island);
    *schedule = (bl_island_schedule){.island = *island,
                                     .kind = waits ? BL_NEWTON_NONE : BL_NEWTON_UNKNOWN,
                                     .began = settings->deadline_seconds > 0.0 ? belay_timer_seconds() : 0.0,
                                     .goal = goal,
                                     .last = HUGE_VAL,
                                     .early = early * early * goal,
                                     .is_large = is_large_and_moves(island),
                                     .is_pile = is_pile(island),
                                     .is_costly = is_costly(island),
                                     .restless = restless * restless * goal,
                                     .carried = carried * carried * goal,
                                     .tree_share = 1.0};
    schedule->contacts = count_contacts(island);
    bool has_links = schedule->contacts < island->count && island->set->rod_newton != NULL;
    schedule->links = schedule->is_large && has_links ? BL_LINKS_UNKNOWN : BL_LINKS_NONE;
    schedule->working_sweeps = schedule->is_costly ? BL_NSGS_COSTLY_SWEEPS : BL_NSGS_WORKING_SWEEPS;
}
