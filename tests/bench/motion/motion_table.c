// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "motion/motion_table.h"

#include <belay/vec.h>

// What is below the floor has gone through something, round it, or hangs on what has torn.
static void count_bodies(motion_result* r, const motion_run* run)
{
    const motion_scene* s = run->scene;
    for (int i = 0; i < s->body_count; i++) {
        if (!run->is_there[i] || s->bodies[i].type != BELAY_BODY_DYNAMIC) continue;
        r->bodies++;
        r->fallen += s->gravity > 0.0 && motion_run_state(run, i).pose.position.z < s->floor - 1.0;
    }
}

motion_result motion_result_of(const motion_row* row, motion_run* run, int threads, double bytes)
{
    motion_result r = {.row = row, .engine = run->calls->name, .is_belay = run->calls->is_belay, .threads = threads};
    size_t count = (size_t)run->series.count;
    r.steps = run->series.count;
    r.summary = run->summary;
    r.speed_bound = run->scene->speed_bound;
    r.bytes = bytes;
    r.is_closed = run->is_closed;
    if (run->world != NULL) count_bodies(&r, run);
    if (count == 0) return r;
    r.wall = bench_summarize(run->series.wall, count);
    r.times = threads == 1 ? bench_summarize(run->series.cpu, count) : r.wall;
    r.overlap = bench_summarize(run->series.overlap, count);
    return r;
}

// ---------------------------------------------------------------------------------------------------------------------
// Lines
// ---------------------------------------------------------------------------------------------------------------------

void motion_print_header(void)
{
    printf("%-15s %-8s %3s %6s %5s | %28s | %23s | %6s | %13s | %15s %6s | %7s %6s | %8s %8s | %20s | %6s %6s\n", "",
           "", "", "", "", "ms a step", "deepest overlap, mm", "joints", "speed, m/s", "residual", "conv.", "", "",
           "rises", "made", "quoted ms a step", "now / quoted", "");
    printf("%-15s %-8s %3s %6s %5s | %7s %6s %6s %6s | %7s %7s %7s | %6s | %6s %6s | %7s %7s %6s | %7s %6s | %8s %8s | "
           "%6s "
           "%6s %6s | %6s %6s | %s\n",
           "scene", "engine", "thr", "bodies", "steps", "mean", "p99", "worst", "wall", "mean", "p99", "worst",
           "off mm", "most", "bound", "mean", "worst", "%", "contact", "MB", "J", "J", "Belay", "Box3D", "Jolt",
           "/Box3D", "/Jolt", "notes");
}

static void print_value(double value, int width, int digits)
{
    if (isnan(value))
        printf(" %*s", width, "-");
    else
        printf(" %*.*f", width, digits, value);
}

static void print_number(double value, int width)
{
    if (isnan(value))
        printf(" %*s", width, "-");
    else
        printf(" %*.2g", width, value);
}

static int digits_of(double ms)
{
    return ms < 1.0 ? 3 : ms < 100.0 ? 2 : 0;
}

static double per_step(const motion_result* r, double sum)
{
    return r->steps > 0 ? sum / r->steps : NAN;
}

static void print_measures(const motion_result* r)
{
    const motion_summary* s = &r->summary;
    double ms[4] = {1e3 * r->times.mean, 1e3 * r->times.p99, 1e3 * r->times.worst, 1e3 * r->wall.mean};
    printf("%-15s %-8s %3d %6d %5d |", r->row->name, r->engine, r->threads, r->bodies, r->steps);
    for (int i = 0; i < 4; i++)
        print_value(ms[i], i == 0 ? 7 : 6, digits_of(ms[0]));
    printf(" |");
    print_number(1e3 * r->overlap.mean, 7);
    print_number(1e3 * r->overlap.p99, 7);
    print_number(1e3 * r->overlap.worst, 7);
    printf(" |");
    print_number(s->joint_error > 0.0 ? 1e3 * s->joint_error : NAN, 6);
    printf(" | %6.1f %6.1f |", s->fastest, r->speed_bound);
    print_number(r->is_belay ? per_step(r, s->mean_residual) : NAN, 7);
    print_number(r->is_belay ? s->worst_residual : NAN, 7);
    print_value(r->is_belay ? 100.0 * per_step(r, s->converged) : NAN, 6, 1);
    printf(" | %7.0f", s->most_contacts);
    print_value(1e-6 * r->bytes, 6, 1);
    printf(" |");
    print_number(r->is_closed ? s->gain : NAN, 8);
    print_number(r->is_belay ? s->made : NAN, 8);
}

static double or_none(double quoted)
{
    return quoted > 0.0 ? quoted : NAN;
}

static void print_quotes(const motion_result* r)
{
    const motion_quote* q = &r->row->quote;
    double ms = 1e3 * r->times.mean;
    printf(" |");
    print_number(or_none(q->belay), 6);
    print_number(or_none(q->box3d), 6);
    print_number(or_none(q->jolt), 6);
    printf(" |");
    print_number(ms / or_none(q->box3d), 6);
    print_number(ms / or_none(q->jolt), 6);
    printf(" |");
}

static void print_notes(const motion_result* r, const motion_result* one)
{
    const motion_summary* s = &r->summary;
    if (s->lost_step > 0) printf(" NOT FINITE IN STEP %d", s->lost_step);
    if (r->has_failed && s->lost_step == 0) printf(" FAILED");
    if (s->fastest > r->speed_bound) printf(" TOO FAST");
    if (r->fallen > 0) printf(" FALLEN OUT %d", r->fallen);
    if (s->faults > 0) printf(" FAULTS %d", s->faults);
    if (one != NULL && one->wall.mean > 0.0) printf(" speed-up %.2f", one->wall.mean / r->wall.mean);
    if (s->out_of_budget > 0) printf(" out of budget %d", s->out_of_budget);
    if (r->row->budget > 0.0 && r->is_belay) printf(" worst/budget %.1f", r->wall.worst / r->row->budget);
    if (s->out_of_work > 0) printf(" out of work %d", s->out_of_work);
    if (r->row->quote.text != NULL && one == NULL) printf(" (quoted: %s)", r->row->quote.text);
    printf("\n");
}

void motion_print_result(const motion_result* r, const motion_result* one)
{
    print_measures(r);
    print_quotes(r);
    print_notes(r, one);
    fflush(stdout);
}

static void print_parts(const char* what, const double* parts, double scale)
{
    double all = 0.0;
    printf("    %s, ms:", what);
    for (int i = 0; i < BELAY_STEP_PART_COUNT; i++) {
        double ms = scale * parts[i];
        all += ms;
        if (ms >= 0.01) printf(" %s %.2f,", belay_step_part_name((belay_step_part)i), ms);
    }
    printf(" all %.2f\n", all);
}

void motion_print_parts(const motion_result* r)
{
    if (!r->is_belay || r->steps == 0) return;
    print_parts("mean step", r->summary.part_sums, 1e3 / r->steps);
    print_parts("worst step", r->summary.worst_parts, 1e3);
}

// ---------------------------------------------------------------------------------------------------------------------
// CSV: scene,engine,threads,quantity,value
// ---------------------------------------------------------------------------------------------------------------------

void motion_csv_header(FILE* csv)
{
    fprintf(csv, "scene,engine,threads,quantity,value\n");
}

static void write_value(FILE* csv, const motion_result* r, const char* quantity, double value)
{
    if (isnan(value)) return;
    fprintf(csv, "%s,%s,%d,\"%s\",%.9g\n", r->row->name, r->engine, r->threads, quantity, value);
}

static void write_times(FILE* csv, const motion_result* r)
{
    write_value(csv, r, "mean ms", 1e3 * r->times.mean);
    write_value(csv, r, "p99 ms", 1e3 * r->times.p99);
    write_value(csv, r, "worst ms", 1e3 * r->times.worst);
    write_value(csv, r, "mean wall ms", 1e3 * r->wall.mean);
    write_value(csv, r, "p99 wall ms", 1e3 * r->wall.p99);
    write_value(csv, r, "worst wall ms", 1e3 * r->wall.worst);
    write_value(csv, r, "mean overlap mm", 1e3 * r->overlap.mean);
    write_value(csv, r, "p99 overlap mm", 1e3 * r->overlap.p99);
    write_value(csv, r, "worst overlap mm", 1e3 * r->overlap.worst);
}

void motion_csv_result(FILE* csv, const motion_result* r)
{
    const motion_summary* s = &r->summary;
    write_value(csv, r, "bodies", r->bodies);
    write_value(csv, r, "fallen out", r->fallen);
    write_value(csv, r, "steps", r->steps);
    write_times(csv, r);
    write_value(csv, r, "worst joint error mm", 1e3 * s->joint_error);
    write_value(csv, r, "fastest m/s", s->fastest);
    write_value(csv, r, "speed bound m/s", r->speed_bound);
    write_value(csv, r, "most contacts", s->most_contacts);
    write_value(csv, r, "mean contacts", per_step(r, s->mean_contacts));
    write_value(csv, r, "bytes", r->bytes);
    write_value(csv, r, "not finite in step", s->lost_step);
    write_value(csv, r, "failed", r->has_failed);
    if (r->is_closed) write_value(csv, r, "energy rises J", s->gain);
    if (!r->is_belay) return;
    write_value(csv, r, "mean residual", per_step(r, s->mean_residual));
    write_value(csv, r, "worst residual", s->worst_residual);
    write_value(csv, r, "converged %", 100.0 * per_step(r, s->converged));
    write_value(csv, r, "steps out of budget", s->out_of_budget);
    write_value(csv, r, "steps out of work", s->out_of_work);
    write_value(csv, r, "faults", s->faults);
    write_value(csv, r, "energy made J", s->made);
    for (int i = 0; i < BELAY_STEP_PART_COUNT; i++)
        write_value(csv, r, belay_step_part_name((belay_step_part)i), 1e3 * s->worst_parts[i]);
}
