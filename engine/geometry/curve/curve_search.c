// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/curve/curve_search.h"

#include "geometry/curve/curve_internal.h"
#include "geometry/geometry_tolerances.h"

#define MAX_TREE_DEPTH 32 // deeper than the tree of BL_CURVE_MAX_POINTS spans

typedef struct search_run {
    const bl_curve_search* search;
    double best;
    belay_vec3 point;
    int pieces;
} search_run;

static bool is_hopeless(const search_run* run, double bound)
{
    double margin = run->pieces > BL_CURVE_PATIENCE ? run->search->margin : 0.0;
    return run->best <= run->search->stop || !(bound < run->best - margin);
}

// The part [t0, t1] of a span, with the least value that can be there.
typedef struct part {
    double t0, t1, bound, sag;
} part;

// The distance of p(t) from the chord at the same share of the parameter is at most max |p''| (t1 - t0)^2 / 8; p'' is
// linear, so that its largest value is at an end.
static part look_at(search_run* run, const bl_curve_span* span, double t0, double t1)
{
    double ends = fmax(v3_length(bl_span_acceleration(span, t0)), v3_length(bl_span_acceleration(span, t1)));
    bl_curve_piece piece = {bl_span_point(span, t0), bl_span_point(span, t1), ends * (t1 - t0) * (t1 - t0) / 8.0};
    double at = 0.5;
    part p = {t0, t1, run->search->bound_piece(run->search->context, &piece, &at), piece.sag};
    run->pieces++;
    if (is_hopeless(run, p.bound)) return p;
    belay_vec3 point = bl_span_point(span, t0 + at * (t1 - t0));
    double value = run->search->value(run->search->context, point);
    if (value < run->best) {
        run->best = value;
        run->point = point;
    }
    return p;
}

static void search_span(search_run* run, const bl_curve_span* span)
{
    part stack[BL_CURVE_MAX_HALVINGS + 1];
    int top = 0;
    stack[top++] = look_at(run, span, 0.0, 1.0);
    while (top > 0) {
        part p = stack[--top];
        double middle = 0.5 * (p.t0 + p.t1);
        if (is_hopeless(run, p.bound) || p.sag <= run->search->least_sag ||
            p.t1 - p.t0 < ldexp(1.5, -BL_CURVE_MAX_HALVINGS))
            continue;
        part first = look_at(run, span, p.t0, middle), second = look_at(run, span, middle, p.t1);
        bool in_order = first.bound <= second.bound;
        stack[top++] = in_order ? second : first;
        stack[top++] = in_order ? first : second;
    }
}

// A subtree still to visit: its root node, first span and number of spans.
typedef struct branch {
    int node, first, count;
    double bound;
} branch;

static branch branch_at(const search_run* run, const bl_curve_node* nodes, int node, int first, int count)
{
    branch b = {node, first, count, run->search->bound_box(run->search->context, &nodes[node])};
    return b;
}

bool bl_curve_search_run(const bl_curve* curve, const bl_curve_search* search, double* value, belay_vec3* point)
{
    const bl_curve_node* nodes = bl_curve_nodes(curve);
    search_run run = {search, search->limit, {0.0, 0.0, 0.0}, 0};
    branch stack[MAX_TREE_DEPTH];
    int top = 0;
    stack[top++] = branch_at(&run, nodes, 0, 0, curve->span_count);
    while (top > 0) {
        branch at = stack[--top];
        if (is_hopeless(&run, at.bound)) continue;
        if (at.count == 1) {
            search_span(&run, &bl_curve_spans(curve)[at.first]);
            continue;
        }
        int half = (at.count + 1) / 2;
        branch a = branch_at(&run, nodes, at.node + 1, at.first, half);
        branch b = branch_at(&run, nodes, at.node + 2 * half, at.first + half, at.count - half);
        bool in_order = a.bound <= b.bound;
        stack[top++] = in_order ? b : a;
        stack[top++] = in_order ? a : b;
    }
    *value = run.best;
    *point = run.point;
    return run.best < search->limit;
}
