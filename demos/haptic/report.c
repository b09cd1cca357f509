// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/report.h"

#include <math.h>

void report_advice(const belay_haptic_device_info* info, const belay_haptic_servo_config* config, char* text,
                   size_t size)
{
    belay_haptic_advice a = belay_haptic_advise(info, config->damping, config->period);
    char friction[40] = "none";
    if (isfinite(a.friction)) snprintf(friction, sizeof friction, "up to %.0f N/m", a.friction);
    snprintf(text, size, "stiffness %.0f N/m; safe for any hand %.0f, held by the device's friction %s, rated %.0f",
             config->stiffness, a.passive, friction, isfinite(a.rated) ? a.rated : 0.0);
}

void report_head(const trial* t, FILE* file)
{
    char advice[200];
    report_advice(&t->info, &t->config, advice, sizeof advice);
    fprintf(file, "%s, %g Hz; physics %g Hz; damping %g N s/m\n%s\n\n", t->info.name, 1.0 / t->config.period,
            1.0 / belay_world_get_def(t->e->world)->step_seconds, t->config.damping, advice);
    fputs("scene     max F   mean F   depth  friction  passivity    jump   servo tick us  reasons\n"
          "              N        N      mm   |Ft|/Fn  lowest mJ  N/tick   50 %     99 %\n",
          file);
}

void report_row(const trial* t, FILE* file)
{
    trial_statistics a = trial_sum_up(t);
    char reasons[200], friction[16] = "-";
    sample_reasons_text(a.reasons, reasons, sizeof reasons);
    if (!isnan(a.max_friction)) snprintf(friction, sizeof friction, "%.3f", a.max_friction);
    fprintf(file, "%-8s %6.3f  %7.3f  %6.2f  %8s  %9.4f  %6.3f  %5.1f  %7.1f  %s\n", t->p->kind.name, a.max_force,
            a.mean_force, 1e3 * a.max_depth, friction, 1e3 * a.energy_lowest, a.max_jump, 1e6 * a.median_tick,
            1e6 * a.p99_tick, reasons);
}

bool report_figures(const trial* t, FILE* file)
{
    const experiment_kind* kind = &t->p->kind;
    experiment_result results[EXPERIMENT_MAX_RESULTS];
    bool are_right = true;
    if (kind->result_count == 0) return true;
    experiment_measure(t->e, results);
    for (int i = 0; i < kind->result_count; i++) {
        const experiment_result* r = &results[i];
        bool is_right = experiment_result_is_judged(*r) && experiment_result_is_right(*r);
        fprintf(file, "          %-40s %8.4g %-3s (right: %.4g +- %.2g) %s\n", kind->results[i].name, r->value,
                kind->results[i].unit, r->right, r->allowed, is_right ? "right" : "WRONG");
        are_right = are_right && is_right;
    }
    return are_right;
}

void report_foot(FILE* file)
{
    fputs(
        "\nmean F: while in contact. depth: from the tool to where the hand holds it, at most. friction: the largest\n"
        "ratio at the contact that presses most. passivity: the least energy that the hand had put in at any time,\n"
        "negative when the device gave out more than it took, as when something falls on the tool. jump: the largest\n"
        "change of the force from one tick to the next. servo tick: wall time. reasons: whatever acted on the force\n"
        "beside the coupling.\n",
        file);
}

static bool write_row(const sample* s, FILE* file)
{
    fprintf(file, "%.4f,%.7g,%.7g,%.7g,%.7g,%.7g,%.7g,%.6g,%.6g,%.6g,%.6g,", s->time, s->device.x, s->device.y,
            s->device.z, s->tool.x, s->tool.y, s->tool.z, s->force.x, s->force.y, s->force.z, s->depth);
    if (!isnan(s->friction)) fprintf(file, "%.6g", s->friction);
    return fprintf(file, ",%.6g,%.2f,%u\n", s->energy, s->micros, (unsigned)s->reasons) > 0;
}

bool report_csv(const trial* t, FILE* file)
{
    fputs("time (s),device x (m),device y (m),device z (m),tool x (m),tool y (m),tool z (m),force x (N),force y (N),"
          "force z (N),depth (m),friction ratio,energy in (J),tick (us),reasons (bits)\n",
          file);
    for (int i = 0; i < t->count; i++)
        if (!write_row(&t->samples[i], file)) return false;
    return !ferror(file);
}
