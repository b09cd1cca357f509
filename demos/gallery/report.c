// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/report.h"

#include <math.h>

enum { WARM_UP = 10 }; // steps that are not timed: the arrays grow in them

void report_parameters(const experiment* e, char* text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < EXPERIMENT_PARAMETER_COUNT && used < size; i++) {
        const experiment_range* r = &e->kind->ranges[i];
        const char* unit = experiment_parameter_unit((experiment_parameter)i);
        if (!(r->low < r->high)) continue;
        int length = snprintf(text + used, size - used, "%s%s %.4g%s%s", used > 0 ? ", " : "",
                              experiment_parameter_name((experiment_parameter)i), e->values[i],
                              unit[0] != '\0' ? " " : "", unit);
        used += length > 0 ? (size_t)length : 0;
    }
}

const char* report_verdict(experiment_result result)
{
    if (!experiment_result_is_judged(result)) return "";
    return experiment_result_is_right(result) ? "right" : "off";
}

static void print_result(const experiment_result_def* def, experiment_result r, FILE* file)
{
    char value[32] = "-", right[48] = "";
    if (!isnan(r.value)) snprintf(value, sizeof value, "%.5g", r.value);
    if (!isnan(r.right)) snprintf(right, sizeof right, "%g +- %g", r.right, r.allowed);
    fprintf(file, "  %-40s %12s %-16s %-16s %s\n", def->name, value, def->unit, right, report_verdict(r));
}

static void print_steps(const experiment* e, FILE* file)
{
    const experiment_record* r = &e->record;
    experiment_times t = experiment_times_from(e, r->steps > 2 * WARM_UP ? WARM_UP : 0);
    double h = belay_world_get_def(e->world)->step_seconds;
    fprintf(file, "  step %.4g ms (99 %%: %.4g, worst %.4g), %.3g times faster than real time\n", 1e3 * t.mean,
            1e3 * t.p99, 1e3 * t.worst, h / t.mean);
    fprintf(file,
            "  contacts %.0f (most %d), sweeps %.1f (most %d), residual at worst %.1e, %d steps missed the tolerance\n",
            r->mean_contacts, r->max_contacts, r->mean_sweeps, r->worst_sweeps, r->worst_residual, r->missed);
}

void report_print(const experiment* e, FILE* file)
{
    char parameters[200];
    experiment_result results[EXPERIMENT_MAX_RESULTS];
    report_parameters(e, parameters, sizeof parameters);
    fprintf(file, "%s: %s\n  %s; %d steps, %.4g s\n", e->kind->name, e->kind->title, parameters, e->record.steps,
            belay_world_get_time(e->world));
    fprintf(file, "  %-40s %12s %-16s %s\n", "", "measured", "", "right");
    experiment_measure(e, results);
    for (int i = 0; i < e->kind->result_count; i++)
        print_result(&e->kind->results[i], results[i], file);
    print_steps(e, file);
}

bool report_series_head(const experiment_kind* kind, FILE* file)
{
    fputs("time (s),contacts,sweeps,Newton iterations,residual,largest overlap (m),kinetic energy (J),"
          "potential energy (J)",
          file);
    for (int i = 0; i < kind->result_count; i++) {
        fputc(',', file);
        for (const char* c = kind->results[i].name; *c != '\0'; c++)
            fputc(*c == ',' ? ';' : *c, file);
        if (kind->results[i].unit[0] != '\0') fprintf(file, " (%s)", kind->results[i].unit);
    }
    fputs(",step (ms)\n", file);
    return !ferror(file);
}

bool report_series_row(const experiment* e, FILE* file)
{
    const belay_step_stats* s = belay_world_get_stats(e->world);
    belay_energy energy = belay_world_get_energy(e->world);
    experiment_result results[EXPERIMENT_MAX_RESULTS];
    experiment_measure(e, results);
    fprintf(file, "%.9g,%d,%d,%d,%.3g,%.6g,%.9g,%.9g", belay_world_get_time(e->world), s->contacts, s->iterations,
            s->newton_iterations, s->residual.natural, s->max_overlap, energy.translation + energy.rotation,
            energy.potential);
    for (int i = 0; i < e->kind->result_count; i++) {
        fputc(',', file);
        if (!isnan(results[i].value)) fprintf(file, "%.9g", results[i].value);
    }
    fprintf(file, ",%.4g\n", 1e3 * s->seconds);
    return !ferror(file);
}
