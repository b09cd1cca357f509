// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/table.h"

void table_print_head(const options* o, FILE* file)
{
    fprintf(file,
            "Rope of 1 m, 5 mm thick, %s model, %d elements, bending stiffness %g N m^2; step %g ms.\n"
            "A scripted hand ties an overhand knot into the straight rope, pulls with up to %g N, lets go.\n"
            "size: what the distance of the ends lacks of the rope's length, over 2 pi. kept: a trefoil at every\n"
            "tenth step since it was tied; opened: its stiffness drew a free end out of it, no strand having been as\n"
            "deep in another as to pass. Step time, residual and overlap: since the row before.\n\n",
            belay_rod_model_name(o->model), o->elements, options_stiffness(o, false), 1e3 * o->h, o->force);
    fprintf(file, "%5s  %-8s %6s %6s %8s %5s %5s  %-8s %5s %9s %9s %9s %8s\n", "mu", "", "t", "force", "size", "con-",
            "knot", "kept", "", "step mean", "p99", "worst", "overlap");
    fprintf(file, "%5s  %-8s %6s %6s %8s %5s %5s  %-8s %5s %9s %9s %9s %8s\n", "", "", "s", "N", "mm", "tacts", "det.",
            "", "", "ms", "ms", "residual", "mm");
}

// "yes" as long as no look told another knot; looks that told nothing, because strands were too close, are counted.
static void print_row(const run* r, int m, const char* kept, int unclear, FILE* file)
{
    const run_record* k = &r->records[m];
    char note[16] = "";
    if (unclear > 0) snprintf(note, sizeof note, "(%d)", unclear);
    fprintf(file, "%5g  %-8s %6.2f %6.2f %8.2f %5d %5llu  %-8s %5s %9.3f %9.3f %9.1e %8.3f\n", r->mu,
            run_moment_name((run_moment)m), k->time, k->force, 1e3 * k->at.size, k->at.contacts,
            (unsigned long long)k->knot, kept, note, 1e3 * k->mean_seconds, 1e3 * k->p99_seconds, k->worst_residual,
            1e3 * k->deepest);
}

void table_print(const run* r, FILE* file)
{
    bool is_kept = r->records[RUN_TIED].knot == 3, is_whole = true;
    int unclear = 0;
    for (int m = RUN_TIED; m < RUN_MOMENT_COUNT; m++) {
        const run_record* k = &r->records[m];
        bool was_kept = is_kept;
        if (m > RUN_TIED) is_kept = is_kept && k->other_knots == 0;
        if (m > RUN_TIED) unclear += k->unclear;
        is_whole = is_whole && k->deepest < ROPE_RADIUS;
        bool came_open = m == RUN_RELEASED && was_kept && is_whole;
        print_row(r, m, is_kept ? "yes" : came_open ? "opened" : "no", unclear, file);
    }
    if (!r->was_tied_by_hand)
        fprintf(file, "       The hand's way of tying failed for these values: this run began with the loose knot.\n");
    fflush(file);
}
