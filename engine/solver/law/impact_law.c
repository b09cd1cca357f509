// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/law/impact_law.h"

#include <math.h>

double bl_curved_gap_term(double kappa, double travel)
{
    double a = kappa * travel;
    if (kappa >= 0.0) return a * travel / (1.0 + sqrt(1.0 + a * a));
    return a * a < 1.0 ? a * travel / (1.0 + sqrt(1.0 - a * a)) : 1.0 / kappa;
}

double bl_curvature_at(double kappa, double change_of_distance)
{
    double stretch = 1.0 + kappa * change_of_distance;
    return stretch > 0.1 ? kappa / stretch : kappa; // beyond a centre of curvature there is no parallel surface
}

// True when the contact ends the step at rest: a plastic one, one too slow for the threshold, or one whose bounces are
// over before the step is.
static bool comes_to_rest(const bl_impact_settings* s, const bl_impact_input* in, double approach)
{
    double e = in->restitution;
    if (e == 0.0) return true;
    if (approach < s->restitution_threshold) return true;
    double a = in->pressing;
    bool reaches_it = in->gap <= a * s->h * s->h;
    return e < 1.0 && a > 0.0 && reaches_it && e * approach <= 0.5 * (1.0 - e) * a * s->h;
}

bool bl_impact_target(const bl_impact_settings* settings, const bl_impact_input* in, double* target)
{
    double h = settings->h;
    double steady = -in->gap_term_after / h; // u_N+ at which U+ = 0
    double u_before = in->before - in->gap_term_before / h;
    double approach = fmax(0.0, -u_before), plain;
    if (comes_to_rest(settings, in, approach)) {
        plain = -(in->gap > settings->touch_tolerance ? in->gap : 0.0) / h;
        *target = steady + plain;
    } else {
        double theta = settings->theta;
        double predicted = in->gap + theta * h * in->before + theta * theta * in->gap_term_before;
        if (predicted > settings->touch_tolerance) return false;
        plain = -in->restitution * in->before;
        *target = steady - in->restitution * u_before;
    }
    *target = fmin(*target, fmax(plain, -in->before));
    return true;
}
