// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Tables of a scene: one row for each engine, figures quoted from elsewhere below them, then what is asked of Belay.

#include "rigid/bench_rigid.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Engines
// ---------------------------------------------------------------------------------------------------------------------

static const char* const names[RIGID_ENGINE_COUNT] = {
    "Belay",   "Belay, budget", "Belay, 2 threads", "Bullet def", "Bullet hq",
    "ODE def", "ODE hq",        "MuJoCo def",       "MuJoCo hq",
};

const char* rigid_engine_name(rigid_engine engine)
{
    return names[engine];
}

const rigid_calls* rigid_engine_calls(rigid_engine engine)
{
    switch (engine) {
    case RIGID_BULLET:
    case RIGID_BULLET_HQ:
#if defined(BELAY_HAVE_BULLET)
        return rigid_bullet();
#else
        return NULL;
#endif
    case RIGID_ODE:
    case RIGID_ODE_HQ:
        return rigid_ode();
    case RIGID_MUJOCO:
    case RIGID_MUJOCO_HQ:
        return rigid_mujoco();
    default:
        return rigid_belay();
    }
}

static rigid_settings settings_of(const rigid_bench* bench, const rigid_table* table, rigid_engine engine)
{
    rigid_settings s = {.workers = 1, .tolerance = bench->tolerance};
    s.is_high_quality = engine == RIGID_BULLET_HQ || engine == RIGID_ODE_HQ || engine == RIGID_MUJOCO_HQ;
    if (engine == RIGID_BELAY_THREADS) s.workers = 2;
    if (engine == RIGID_BELAY_BUDGET) s.budget_seconds = table->budget_share * table->rows[RIGID_BELAY].times.mean;
    return s;
}

// ---------------------------------------------------------------------------------------------------------------------
// Measuring
// ---------------------------------------------------------------------------------------------------------------------

static bool is_wanted(const rigid_bench* bench, const rigid_table* table)
{
    for (int i = 0; i < bench->word_count; i++)
        if (strcmp(bench->words[i], table->scene) == 0 || strcmp(bench->words[i], table->name) == 0) return true;
    return bench->word_count == 0;
}

static double merge_mean(double a, int a_steps, double b, int b_steps)
{
    return (a * a_steps + b * b_steps) / (a_steps + b_steps);
}

static void merge_summary(rigid_summary* sum, const rigid_summary* of)
{
    if (of->steps == 0) return;
    sum->mean_sweeps = merge_mean(sum->mean_sweeps, sum->steps, of->mean_sweeps, of->steps);
    sum->mean_newton = merge_mean(sum->mean_newton, sum->steps, of->mean_newton, of->steps);
    sum->mean_contacts = merge_mean(sum->mean_contacts, sum->steps, of->mean_contacts, of->steps);
    sum->worst_residual = fmax(sum->worst_residual, of->worst_residual);
    if (of->max_sweeps > sum->max_sweeps) sum->max_sweeps = of->max_sweeps;
    if (of->max_newton > sum->max_newton) sum->max_newton = of->max_newton;
    if (of->max_contacts > sum->max_contacts) sum->max_contacts = of->max_contacts;
    sum->steps += of->steps;
    sum->converged += of->converged;
    sum->out_of_budget += of->out_of_budget;
    sum->out_of_work += of->out_of_work;
}

void rigid_row_take(rigid_row* row, rigid_run* run, int first, int parts)
{
    rigid_times t = rigid_run_times(run, first, run->step);
    row->times.mean += t.mean / parts;
    row->times.median += t.median / parts;
    row->times.p99 += t.p99 / parts;
    row->times.wall += t.wall / parts;
    row->times.worst = fmax(row->times.worst, t.worst);
    merge_summary(&row->account, &run->account);
    rigid_run_end(run);
}

static void measure_row(const rigid_bench* bench, rigid_table* table, rigid_engine engine)
{
    rigid_settings settings = settings_of(bench, table, engine);
    rigid_row row = {.is_there = true};
    for (int i = 0; i < RIGID_MAX_COLUMNS; i++)
        row.values[i] = NAN;
    row.has_failed = !table->measure(table, engine, &settings, &row);
    rigid_row* best = &table->rows[engine];
    if (!best->is_there || row.times.mean < best->times.mean) *best = row;
}

static void measure(const rigid_bench* bench, rigid_table* table)
{
    memset(table->rows, 0, sizeof table->rows);
    for (int r = 0; r < bench->repeats; r++) {
        for (rigid_engine e = 0; e < RIGID_ENGINE_COUNT; e++) {
            if ((table->engines & RIGID_SET(e)) == 0 || rigid_engine_calls(e) == NULL) continue;
            if (bench->is_alone && (RIGID_PEERS & RIGID_SET(e)) != 0) continue;
            measure_row(bench, table, e);
        }
    }
}

double rigid_table_value(const rigid_table* table, rigid_engine engine, int column)
{
    const rigid_row* row = &table->rows[engine];
    return row->is_there && !row->has_failed ? row->values[column] : NAN;
}

double rigid_table_ms(const rigid_table* table, rigid_engine engine)
{
    const rigid_row* row = &table->rows[engine];
    return row->is_there && !row->has_failed ? 1e3 * row->times.mean : NAN;
}

// ---------------------------------------------------------------------------------------------------------------------
// Printing
// ---------------------------------------------------------------------------------------------------------------------

static int width_of(const char* column)
{
    int length = (int)strlen(column);
    return length > 9 ? length : 9;
}

static void print_value(double value, int width)
{
    if (isnan(value))
        printf("  %*s", width, "-");
    else
        printf("  %*.3g", width, value);
}

static void print_header(const rigid_table* t)
{
    printf("\n%s %s: %s\n", t->scene, t->name, t->title);
    printf("%-17s %8s %8s %8s %8s", "engine", "mean ms", "median", "p99", "/Belay");
    for (int i = 0; i < RIGID_MAX_COLUMNS && t->columns[i] != NULL; i++)
        printf("  %*s", width_of(t->columns[i]), t->columns[i]);
    printf("  %9s\n", "residual");
}

// What stands for the engine when times are compared, s; 0 when there is nothing.
static double compared(const rigid_row* row)
{
    if (!row->is_there || row->has_failed) return 0.0;
    return row->compared > 0.0 ? row->compared : row->times.mean;
}

static void print_row(const rigid_table* t, rigid_engine engine)
{
    const rigid_row* row = &t->rows[engine];
    if (!row->is_there) return;
    printf("%-17s %8.3f %8.3f %8.3f", names[engine], 1e3 * row->times.mean, 1e3 * row->times.median,
           1e3 * row->times.p99);
    double belay = compared(&t->rows[RIGID_BELAY]);
    if (belay > 0.0 && compared(row) > 0.0)
        printf(" %8.2f", compared(row) / belay);
    else
        printf(" %8s", "-");
    for (int i = 0; i < RIGID_MAX_COLUMNS && t->columns[i] != NULL; i++)
        print_value(row->values[i], width_of(t->columns[i]));
    print_value(row->account.steps > 0 ? row->account.worst_residual : NAN, 9);
    printf("%s\n", row->has_failed ? "  failed" : "");
}

static void print_account(const char* name, const rigid_summary* a)
{
    if (a->steps == 0) return;
    printf("  %s: contacts %.0f, at most %d; sweeps %.1f, at most %d; Newton %.2f, at most %d; %.1f %% of %d steps "
           "converged",
           name, a->mean_contacts, a->max_contacts, a->mean_sweeps, a->max_sweeps, a->mean_newton, a->max_newton,
           100.0 * a->converged / a->steps, a->steps);
    if (a->out_of_budget > 0) printf("; %d out of budget", a->out_of_budget);
    if (a->out_of_work > 0) printf("; %d out of work", a->out_of_work);
    printf("\n");
}

static const rigid_row* find_measured(const rigid_table* t, const char* engine)
{
    for (rigid_engine e = 0; e < RIGID_ENGINE_COUNT; e++)
        if (strcmp(names[e], engine) == 0 && t->rows[e].is_there && !t->rows[e].has_failed) return &t->rows[e];
    return NULL;
}

// How much slower this machine is now than that of the quotes, in the geometric mean over the engines that are in both.
static double machine_factor(const rigid_table* t)
{
    double sum = 0.0;
    int count = 0;
    for (const rigid_quote* q = t->quotes; q != NULL && q->engine != NULL; q++) {
        const rigid_row* row = find_measured(t, q->engine);
        if (row == NULL || !(q->ms > 0.0) || !(compared(row) > 0.0)) continue;
        sum += log(1e3 * compared(row) / q->ms);
        count++;
    }
    return count > 0 ? exp(sum / count) : 0.0;
}

// Of this table, else of the last one that knew it, else none.
static double factor_of(const rigid_bench* bench, const rigid_table* t)
{
    double own = machine_factor(t);
    if (own > 0.0) return own;
    return bench->machine_factor > 0.0 ? bench->machine_factor : 1.0;
}

double rigid_table_quoted(const rigid_bench* bench, const rigid_table* table, const char* engine)
{
    for (const rigid_quote* q = table->quotes; q != NULL && q->engine != NULL; q++)
        if (strcmp(q->engine, engine) == 0) return q->ms * factor_of(bench, table);
    return NAN;
}

static void print_quotes(const rigid_bench* bench, const rigid_table* t)
{
    double factor = factor_of(bench, t);
    bool has_times = false;
    for (const rigid_quote* q = t->quotes; q != NULL && q->engine != NULL; q++) {
        if (find_measured(t, q->engine) != NULL) continue;
        printf("%-17s", q->engine);
        if (q->ms > 0.0) printf(" %8.3f", q->ms * factor);
        printf("  %s (quoted, not measured here)\n", q->text);
        has_times = has_times || q->ms > 0.0;
    }
    if (has_times)
        printf("  Quoted times are scaled by %.2f%s.\n", factor,
               factor == 1.0 ? "" : ", what the peers take here over what they took there");
}

static void print_table(const rigid_bench* bench, const rigid_table* t)
{
    print_header(t);
    for (rigid_engine e = 0; e < RIGID_ENGINE_COUNT; e++)
        print_row(t, e);
    print_quotes(bench, t);
    for (rigid_engine e = 0; e < RIGID_ENGINE_COUNT; e++)
        print_account(names[e], &t->rows[e].account);
    fflush(stdout);
}

// ---------------------------------------------------------------------------------------------------------------------
// CSV: scene,table,engine,quantity,value
// ---------------------------------------------------------------------------------------------------------------------

static void write_value(FILE* csv, const rigid_table* t, rigid_engine engine, const char* quantity, double value)
{
    if (!isnan(value)) fprintf(csv, "%s,%s,\"%s\",\"%s\",%.9g\n", t->scene, t->name, names[engine], quantity, value);
}

static void write_row(FILE* csv, const rigid_table* t, rigid_engine engine)
{
    const rigid_row* row = &t->rows[engine];
    const rigid_summary* a = &row->account;
    if (!row->is_there) return;
    write_value(csv, t, engine, "failed", row->has_failed);
    write_value(csv, t, engine, "mean ms", 1e3 * row->times.mean);
    write_value(csv, t, engine, "median ms", 1e3 * row->times.median);
    write_value(csv, t, engine, "p99 ms", 1e3 * row->times.p99);
    write_value(csv, t, engine, "worst ms", 1e3 * row->times.worst);
    write_value(csv, t, engine, "mean wall ms", 1e3 * row->times.wall);
    for (int i = 0; i < RIGID_MAX_COLUMNS && t->columns[i] != NULL; i++)
        write_value(csv, t, engine, t->columns[i], row->values[i]);
    if (a->steps == 0) return;
    write_value(csv, t, engine, "residual", a->worst_residual);
    write_value(csv, t, engine, "mean sweeps", a->mean_sweeps);
    write_value(csv, t, engine, "most sweeps", a->max_sweeps);
    write_value(csv, t, engine, "mean Newton iterations", a->mean_newton);
    write_value(csv, t, engine, "mean contacts", a->mean_contacts);
    write_value(csv, t, engine, "converged %", 100.0 * a->converged / a->steps);
    write_value(csv, t, engine, "steps out of budget", a->out_of_budget);
    write_value(csv, t, engine, "steps out of work", a->out_of_work);
}

bool rigid_table_run(rigid_bench* bench, rigid_table* table)
{
    if (!is_wanted(bench, table)) return false;
    bench->tables++;
    measure(bench, table);
    double factor = machine_factor(table);
    if (factor > 0.0) bench->machine_factor = factor;
    print_table(bench, table);
    for (rigid_engine e = 0; e < RIGID_ENGINE_COUNT; e++) {
        if (bench->csv != NULL) write_row(bench->csv, table, e);
        bool is_peer = (RIGID_PEERS & RIGID_SET(e)) != 0;
        if (!is_peer && table->rows[e].has_failed) bench->has_failed = true;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Bars
// ---------------------------------------------------------------------------------------------------------------------

void rigid_bench_judge(rigid_bench* bench, const rigid_table* table, const rigid_bar* bar, double value)
{
    bool is_met = value <= bar->must, is_stretched = value <= bar->stretch;
    bench->met += is_met;
    bench->missed += !is_met;
    printf("  asked: %-38s must %-8.3g stretch %-8.3g Belay %-9.3g %s", bar->what, bar->must, bar->stretch, value,
           is_stretched ? "STRETCH"
           : is_met     ? "MET"
                        : "MISSED");
    printf("   (quoted best: %s)\n", bar->best);
    if (bench->csv != NULL)
        fprintf(bench->csv, "%s,%s,\"asked: must %.9g, stretch %.9g\",\"%s\",%.9g\n", table->scene, table->name,
                bar->must, bar->stretch, bar->what, value);
    fflush(stdout);
}
