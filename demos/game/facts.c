// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/facts.h"

#include <math.h>
#include <string.h>

static const double PULL_SHARE = 0.005, LOAD_SHARE = 0.01; // by which means may be off
static const double TOP = 2.5, HALF_CRATE = 0.5;           // m, of the hill; of the crate

static fact between(const char* name, const char* unit, double value, double low, double high)
{
    fact f = {.name = name, .unit = unit, .value = value, .low = low, .high = high};
    if (high == HUGE_VAL)
        snprintf(f.right, sizeof f.right, "at least %.4g", low);
    else if (low == -HUGE_VAL)
        snprintf(f.right, sizeof f.right, "at most %.4g", high);
    else
        snprintf(f.right, sizeof f.right, "%.4g to %.4g", low, high);
    return f;
}

static fact about(const char* name, const char* unit, double value, double right, double share)
{
    fact f = between(name, unit, value, (1.0 - share) * right, (1.0 + share) * right);
    snprintf(f.right, sizeof f.right, "%.5g +- %g %%", right, 100.0 * share);
    return f;
}

static fact yes(const char* name, bool is_so)
{
    fact f = between(name, "", is_so ? 1.0 : NAN, 1.0, 1.0);
    snprintf(f.right, sizeof f.right, "yes");
    return f;
}

// What pulls a sliding crate up the ramp, and makes it faster by as much as it became.
static double ramp_pull(const level_marks* k)
{
    double angle = atan(LAND_RAMP_SLOPE), time = k->pull_count * LEVEL_STEP;
    double weight = 9.81 * TRUCK_CRATE_MASS * (sin(angle) + TRUCK_CRATE_FRICTION * cos(angle));
    return time > 0.0 ? weight + TRUCK_CRATE_MASS * (k->pull_speed[1] - k->pull_speed[0]) / time : weight;
}

static double mean(double sum, int count)
{
    return count > 0 ? sum / count : NAN;
}

void facts_measure(const level* l, fact facts[FACTS_COUNT])
{
    const level_marks* k = &l->state.marks;
    double rope = mean(k->pull_sum, k->pull_count), load = mean(k->bridge_sum, k->bridge_count);
    double top = k->crate_top > TOP ? k->crate_top : NAN, door = k->door_turn * 180.0 / BELAY_PI;
    int n = 0;
    facts[n++] = between("Highest place of the crate", "m", top, TOP + HALF_CRATE - 0.05, TOP + HALF_CRATE + 0.5);
    facts[n++] = about("Rope's pull up the ramp", "N", rope, ramp_pull(k), PULL_SHARE);
    facts[n++] = between("Ends of the rope off", "mm", 1e3 * k->tow_error, -HUGE_VAL, 2.0);
    facts[n++] = yes("Crate is in its place", k->is_delivered);
    facts[n++] = between("Door turned by", "degrees", door > 1.0 ? door : NAN, 60.0, HUGE_VAL);
    facts[n++] = between("Hinges open by", "mm", 1e3 * k->hinge_error, -HUGE_VAL, 2.0);
    facts[n++] = between("Box pushed by", "m", k->box_pushed > 0.01 ? k->box_pushed : NAN, 0.5, HUGE_VAL);
    facts[n++] = about("Banks carry bridge and hero", "N", load, l->bridge.weight + HERO_WEIGHT, LOAD_SHARE);
    facts[n++] = between("Planks above the ground", "m", k->plank_clearance, 0.1, HUGE_VAL);
    facts[n++] = yes("Hero is at the flag", k->is_at_goal);
    facts[n++] = between("Deepest overlap", "mm", 1e3 * k->deepest, -HUGE_VAL, 5.0);
    facts[n] = between("Steps not solved", "", k->unsolved, -HUGE_VAL, 0.0);
}

bool fact_is_right(const fact* f)
{
    return f->value >= f->low && f->value <= f->high;
}

bool facts_print(const fact facts[FACTS_COUNT], FILE* file)
{
    bool are_right = true;
    fprintf(file, "%-30s %12s %-8s %-20s\n", "", "measured", "", "right");
    for (int i = 0; i < FACTS_COUNT; i++) {
        const fact* f = &facts[i];
        char value[32];
        bool is_yes = strcmp(f->right, "yes") == 0;
        snprintf(value, sizeof value, "%.5g", f->value);
        fprintf(file, "%-30s %12s %-8s %-20s %s\n", f->name,
                isnan(f->value) ? "-"
                : is_yes        ? "yes"
                                : value,
                f->unit, f->right,
                isnan(f->value)    ? "not yet"
                : fact_is_right(f) ? "right"
                                   : "off");
        are_right = are_right && (isnan(f->value) || fact_is_right(f));
    }
    return are_right;
}
