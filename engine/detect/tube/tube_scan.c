// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/tube/tube_scan.h"

#include "detect/contact_tolerance.h"
#include "detect/convex/slope_root.h"
#include "geometry/curve/curve_internal.h"

#define MAX_FOUND 32

typedef struct place_list {
    bl_tube_candidate places[MAX_FOUND];
    int count;
} place_list;

typedef struct scan {
    const bl_curve* curve;
    const bl_convex* solid;
    bl_polytope polytope; // the solid, when it is a hull or a triangle
    belay_mat33 rotation; // the solid's, in the curve's frame
    belay_vec3 position;
    belay_vec3 lower, upper; // where the curve is near
    double size, cutoff;
    place_list minima, changes;
    bl_tube_candidate last; // the sample before, when any
    bool has_last;
    int sign;          // of the slope at the last sample where it was not zero
    int level_samples; // since then
    int level_changes; // how many changes had been found then
} scan;

static bool is_by_faces(const bl_convex* solid)
{
    return solid->kind == BL_CONVEX_HULL || solid->kind == BL_CONVEX_TRIANGLE;
}

static bl_tube_candidate place_at(const scan* s, int span, double t)
{
    const bl_curve_span* c = &bl_curve_spans(s->curve)[span];
    bl_tube_candidate r = {.span = span, .t = t, .point = bl_span_point(c, t)};
    belay_vec3 x = m3_mul_transposed_v3(s->rotation, v3_sub(r.point, s->position));
    r.near = is_by_faces(s->solid) ? bl_polytope_nearest(&s->polytope, x) : bl_convex_nearest(s->solid, x);
    belay_vec3 tangent = v3_normalize_or(bl_span_velocity(c, t), v3_zero());
    r.slope = v3_dot(m3_mul_v3(s->rotation, r.near.normal), tangent);
    return r;
}

static int sign_of(double slope)
{
    return slope > BL_CONTACT_ZERO_SLOPE ? 1 : (slope < -BL_CONTACT_ZERO_SLOPE ? -1 : 0);
}

static void add(const scan* s, place_list* list, const bl_tube_candidate* p)
{
    if (p->near.distance <= s->cutoff && list->count < MAX_FOUND) list->places[list->count++] = *p;
}

// A span of the curve, along which the slope is looked up.
typedef struct scan_span {
    const scan* scan;
    int span;
} scan_span;

static double slope_at(const void* context, double t)
{
    const scan_span* s = context;
    return place_at(s->scan, s->span, t).slope;
}

// A minimum between two samples of one span with slopes below and above zero.
static void add_minimum(scan* s, const bl_tube_candidate* a, const bl_tube_candidate* b)
{
    scan_span context = {s, b->span};
    bl_slope_bracket bracket = {a->t, a->slope, b->t, b->slope};
    bl_tube_candidate p = place_at(s, b->span, bl_slope_root(slope_at, &context, bracket, 0.0, 1e-12));
    add(s, &s->minima, &p);
}

static bool is_same_part(const bl_tube_candidate* a, const bl_tube_candidate* b)
{
    return a->near.part == b->near.part && a->near.index == b->near.index;
}

// On one side of the change an edge is nearest, on the other what it ends at: a corner, which is what is tracked, or a
// face.
static const bl_tube_candidate* clearer(const bl_tube_candidate* a, const bl_tube_candidate* b)
{
    if (a->near.part == BL_PART_CORNER) return a;
    if (b->near.part == BL_PART_CORNER) return b;
    return a->near.part == BL_PART_FACE ? a : b;
}

// Where the part that is nearest at `a` ends, by halving.
static void add_change(scan* s, const bl_tube_candidate* a, const bl_tube_candidate* b)
{
    bl_tube_candidate left = *a, right = *b;
    while (right.t - left.t > 1e-11) {
        double t = 0.5 * (left.t + right.t);
        if (!(t > left.t && t < right.t)) break;
        bl_tube_candidate p = place_at(s, b->span, t);
        if (is_same_part(a, &p))
            left = p;
        else
            right = p;
    }
    if (fabs(left.slope) <= BL_CONTACT_LEVEL_SLOPE || fabs(right.slope) <= BL_CONTACT_LEVEL_SLOPE)
        add(s, &s->changes, clearer(&left, &right));
}

// ------------------------------------------------------------------------------------------------------------------
// Samples in order
// ------------------------------------------------------------------------------------------------------------------

// Between two samples the slope is between theirs.
static bool is_level_between(const bl_tube_candidate* a, const bl_tube_candidate* b)
{
    return fmin(a->slope, b->slope) <= BL_CONTACT_LEVEL_SLOPE && fmax(a->slope, b->slope) >= -BL_CONTACT_LEVEL_SLOPE;
}

// After a level stretch at which the slope's sign changed: its ends are changes of the nearest part, unless it is but
// a sample that hit the minimum.
static void end_level(scan* s)
{
    if (s->level_samples == 1 || s->changes.count == s->level_changes) add(s, &s->minima, &s->last);
}

static void visit_sample(scan* s, const bl_tube_candidate* p)
{
    int sign = sign_of(p->slope);
    bool is_joint = s->has_last && s->last.span != p->span; // the last sample is the same point of the curve
    bool is_change = s->has_last && !is_joint && !is_same_part(&s->last, p) && is_level_between(&s->last, p) &&
                     fmin(s->last.near.distance, p->near.distance) <= s->cutoff;
    bool is_joint_change = is_joint && !is_same_part(&s->last, p) && is_level_between(&s->last, p);
    if (sign == 0 && s->level_samples == 0) s->level_changes = s->changes.count;
    if (is_change) add_change(s, &s->last, p);
    if (is_joint_change) add(s, &s->changes, clearer(&s->last, p));
    if (s->has_last && s->sign < 0 && sign > 0) {
        if (s->level_samples > 0)
            end_level(s);
        else if (is_joint)
            add(s, &s->minima, p);
        else
            add_minimum(s, &s->last, p);
    }
    if (sign == 0 && !is_joint) s->level_samples++;
    if (sign != 0) {
        s->sign = sign;
        s->level_samples = 0;
    }
    s->last = *p;
    s->has_last = true;
}

// How many samples follow the one at the start of a span.
static int sample_count(const scan* s, int span)
{
    const bl_curve_span* c = &bl_curve_spans(s->curve)[span];
    belay_vec3 u = bl_span_velocity(c, 0.0), v = bl_span_velocity(c, 0.5), w = bl_span_velocity(c, 1.0);
    double turn =
        belay_atan2(v3_length(v3_cross(u, v)), v3_dot(u, v)) + belay_atan2(v3_length(v3_cross(v, w)), v3_dot(v, w));
    double count = ceil(fmax(turn / BL_CONTACT_SAMPLE_TURN, c->length / (BL_CONTACT_SAMPLE_PART * s->size)));
    return count < 1.0 ? 1 : (count > BL_CONTACT_MAX_SAMPLES ? BL_CONTACT_MAX_SAMPLES : (int)count);
}

// The end of an open curve is a minimum when the distance does not fall from it inwards.
static void visit_end(scan* s, const bl_tube_candidate* p, bool is_start)
{
    if (is_start ? p->slope >= -BL_CONTACT_ZERO_SLOPE : p->slope <= BL_CONTACT_ZERO_SLOPE) add(s, &s->minima, p);
}

// Continues from the span before, if that was visited.
static void begin_span(scan* s, int span)
{
    if (s->has_last && s->last.span == span - 1) return;
    s->has_last = false;
    s->sign = 0;
    s->level_samples = 0;
}

static void visit_span(scan* s, int span)
{
    bool is_open = !s->curve->is_closed;
    int count = sample_count(s, span);
    begin_span(s, span);
    for (int i = 0; i <= count; i++) {
        bl_tube_candidate p = place_at(s, span, (double)i / count);
        if (is_open && span == 0 && i == 0) visit_end(s, &p, true);
        visit_sample(s, &p);
        if (is_open && span == s->curve->span_count - 1 && i == count) visit_end(s, &p, false);
    }
}

// A closed curve goes on over its first point. Whether the distance that fell, or was level, up to there rises again is
// told by the samples behind it, until one does tell. What they find once more is the same to the bit, and known.
static void visit_seam(scan* s)
{
    int spans = s->curve->span_count;
    if (!s->curve->is_closed || !s->has_last || s->last.span != spans - 1) return;
    for (int span = 0; span < spans && s->sign < 0; span++) {
        int count = sample_count(s, span);
        for (int i = 0; i <= count; i++) {
            bl_tube_candidate p = place_at(s, span, (double)i / count);
            visit_sample(s, &p);
            if (sign_of(p.slope) != 0) return;
        }
    }
}

static bool meets(const bl_curve_node* node, const scan* s)
{
    return node->lower.x <= s->upper.x && node->lower.y <= s->upper.y && node->lower.z <= s->upper.z &&
           node->upper.x >= s->lower.x && node->upper.y >= s->lower.y && node->upper.z >= s->lower.z;
}

// A subtree still to visit: its root node, first span and number of spans (geometry/curve/curve.h).
typedef struct branch {
    int node, first, count;
} branch;

static void visit_near(scan* s)
{
    const bl_curve_node* nodes = bl_curve_nodes(s->curve);
    branch stack[32]; // deeper than the tree of BL_CURVE_MAX_POINTS spans
    int top = 0;
    stack[top++] = (branch){0, 0, s->curve->span_count};
    while (top > 0) {
        branch at = stack[--top];
        if (!meets(&nodes[at.node], s)) continue;
        if (at.count == 1) {
            visit_span(s, at.first);
            continue;
        }
        int half = (at.count + 1) / 2;
        stack[top++] = (branch){at.node + 2 * half, at.first + half, at.count - half};
        stack[top++] = (branch){at.node + 1, at.first, half};
    }
    visit_seam(s);
}

// ------------------------------------------------------------------------------------------------------------------
// Which candidates are kept
// ------------------------------------------------------------------------------------------------------------------

// Two places that are nearer to each other than the solid is to the curve touch as one.
static bool is_known(const scan* s, const bl_tube_candidate* p, const bl_tube_candidate* places, int count)
{
    double same = fabs(p->near.distance) + BL_CONTACT_ROUNDING * s->size;
    for (int i = 0; i < count; i++)
        if (v3_distance(places[i].point, p->point) <= same) return true;
    return false;
}

static int find_furthest(const bl_tube_candidate* places, int count)
{
    int furthest = 0;
    for (int i = 1; i < count; i++)
        if (places[i].near.distance > places[furthest].near.distance) furthest = i;
    return furthest;
}

static bool is_before(const bl_tube_candidate* a, const bl_tube_candidate* b)
{
    return a->span < b->span || (a->span == b->span && a->t < b->t);
}

static int insert(const bl_tube_candidate* p, bl_tube_candidate* places, int count)
{
    if (count == BL_TUBE_MAX_CANDIDATES) {
        int furthest = find_furthest(places, count);
        if (!(p->near.distance < places[furthest].near.distance)) return count;
        count--;
        for (int i = furthest; i < count; i++)
            places[i] = places[i + 1];
    }
    int k = count;
    for (; k > 0 && is_before(p, &places[k - 1]); k--)
        places[k] = places[k - 1];
    places[k] = *p;
    return count + 1;
}

int bl_tube_scan(const bl_curve* curve, const bl_convex* solid, belay_pose pose, double cutoff,
                 bl_tube_candidate places[BL_TUBE_MAX_CANDIDATES])
{
    bl_polytope_store store;
    scan s;
    int count = 0;
    s.curve = curve;
    s.solid = solid;
    if (is_by_faces(solid)) s.polytope = bl_polytope_of(solid, &store);
    s.rotation = q_to_m3(pose.rotation);
    s.position = pose.position;
    s.cutoff = cutoff;
    bl_convex_bounds(solid, pose, &s.lower, &s.upper);
    s.size = v3_distance(s.lower, s.upper);
    s.lower = v3_sub(s.lower, v3(cutoff, cutoff, cutoff));
    s.upper = v3_add(s.upper, v3(cutoff, cutoff, cutoff));
    s.minima.count = s.changes.count = 0;
    s.has_last = false;
    s.sign = s.level_samples = s.level_changes = 0;
    visit_near(&s);
    for (int i = 0; i < s.minima.count; i++)
        if (!is_known(&s, &s.minima.places[i], places, count)) count = insert(&s.minima.places[i], places, count);
    for (int i = 0; i < s.changes.count; i++)
        if (!is_known(&s, &s.changes.places[i], places, count)) count = insert(&s.changes.places[i], places, count);
    return count;
}
