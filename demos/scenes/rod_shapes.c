// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "scenes/rod_shapes.h"

#include "scenes/vec.h"

#define CHORDS 64 // between two points

static belay_vec3 between(belay_vec3 a, belay_vec3 b, double t)
{
    return v3_add(v3_scale(1.0 - t, a), v3_scale(t, b));
}

// The curve as short chords, walked twice: to measure, and to set the points.
double rod_shape_sample(rod_shape_curve* curve, const void* context, double u0, double u1, belay_vec3* points,
                        int count)
{
    const int chords = CHORDS * (count - 1);
    double length = 0.0, passed = 0.0;
    belay_vec3 last = curve(context, u0), next;
    for (int k = 1; k <= chords; k++, last = next) {
        next = curve(context, u0 + (u1 - u0) * k / chords);
        length += v3_distance(last, next);
    }
    int set = 0;
    last = points[set++] = curve(context, u0);
    for (int k = 1; k <= chords && set < count - 1; k++, last = next) {
        next = curve(context, u0 + (u1 - u0) * k / chords);
        double chord = v3_distance(last, next);
        for (; set < count - 1 && passed + chord >= length * set / (count - 1); set++) {
            double u = u0 + (u1 - u0) * (k - 1 + (length * set / (count - 1) - passed) / chord) / chords;
            points[set] = curve(context, u);
        }
        passed += chord;
    }
    points[count - 1] = curve(context, u1);
    return length;
}

void rod_shape_straight(belay_vec3 from, belay_vec3 to, belay_vec3* points, int count)
{
    for (int i = 0; i < count; i++)
        points[i] = between(from, to, (double)i / (count - 1));
}

double rod_shape_ring(double radius, double angle, belay_vec3* points, int count)
{
    for (int i = 0; i < count; i++) {
        double a = angle * i / (count - 1);
        points[i] = v3(radius * cos(a), radius * sin(a), 0.0);
    }
    if (angle == 2.0 * SCENE_PI) points[count - 1] = points[0];
    return radius * fabs(angle);
}

double rod_shape_helix(double radius, double pitch, double turns, belay_vec3* points, int count)
{
    for (int i = 0; i < count; i++) {
        double a = 2.0 * SCENE_PI * turns * i / (count - 1);
        points[i] = v3(radius * cos(a), radius * sin(a), pitch * a / (2.0 * SCENE_PI));
    }
    return fabs(turns) * hypot(2.0 * SCENE_PI * radius, pitch);
}

double rod_shape_drum(double radius, double clearance, double left, double right, belay_vec3* points, int count)
{
    double r = radius + clearance, arc = SCENE_PI * r, length = left + arc + right;
    for (int i = 0; i < count; i++) {
        double passed = length * i / (count - 1) - left, a = (arc - passed) / r;
        if (passed < 0.0)
            points[i] = v3(-r, 0.0, passed);
        else if (passed > arc)
            points[i] = v3(r, 0.0, arc - passed);
        else
            points[i] = v3(r * cos(a), 0.0, r * sin(a));
    }
    return length;
}

static belay_vec3 overhand_at(const void* context, double t)
{
    const double* size = context;
    double t2 = t * t;
    return v3_scale(*size, v3(4.0 * t * (t2 - 3.0), 4.0 * t2 * (t2 - 4.0), t * (t2 * t2 - 10.0)));
}

double rod_shape_overhand(double size, belay_vec3* points, int count)
{
    return rod_shape_sample(overhand_at, &size, -2.2, 2.2, points, count);
}

// ------------------------------------------------------------------------------------------------------------------
// Loose knots
// ------------------------------------------------------------------------------------------------------------------

// The loop is the circle of radius R about (0, R). At x within the braid its two strands would be at y = 0, the tail's,
// and y = c(x) = R - sqrt(R^2 - x^2), the circle's: the first on the circle for x > 0, the second for x < 0. Half the
// vector from the second to the first is turned about their middle by (2 k + 1) half turns on the way from -wind to
// wind, and is lengthened to half their distance until `open`, from where on the circle is far enough from the tail.
typedef struct loose_knot {
    const rod_shape_knot* knot;
    double wind, open, join; // beyond x = join strands are tail and circle
    double tail, circle;     // lengths in u of a tail with braid, and of the circle's rest
} loose_knot;

static double smooth_step(double t)
{
    return t <= 0.0 ? 0.0 : (t >= 1.0 ? 1.0 : t * t * (3.0 - 2.0 * t));
}

static loose_knot loose_knot_of(const rod_shape_knot* knot)
{
    // Wound so that the strands are inclined by no more than 1/4, if the loop has room for it.
    double r = knot->loop_radius, wind = fmin(1.5 * SCENE_PI * (2 * knot->k + 1) * knot->apart, 0.6 * r);
    double open = fmin(fmax(wind, sqrt(2.0 * r * knot->apart)), 0.7 * r), join = fmin(1.5 * open, 0.9 * r);
    loose_knot k = {knot, wind, open, join, knot->reach + join, 2.0 * r * (SCENE_PI - asin(join / r))};
    return k;
}

// Strand 1 comes from the left tail, strand -1 goes to the right one.
static belay_vec3 strand_at(const loose_knot* k, double x, double strand)
{
    if (strand * x < -k->join) return v3(x, 0.0, 0.0);
    double r = k->knot->loop_radius, circle = r - sqrt(r * r - x * x);
    double wide = 0.5 * k->knot->apart * (1.0 - smooth_step((fabs(x) - k->open) / (k->join - k->open)));
    double half = hypot(0.5 * circle, wide);
    double turn = SCENE_PI * ((2 * k->knot->k + 1) * smooth_step(0.5 + 0.5 * x / k->wind) - 0.5);
    return v3(x, 0.5 * circle + strand * half * sin(turn), strand * half * cos(turn));
}

static belay_vec3 loose_knot_at(const void* context, double u)
{
    const loose_knot* k = context;
    if (u <= k->tail) return strand_at(k, u - k->knot->reach, 1.0);
    if (u >= k->tail + k->circle) return strand_at(k, u - k->tail - k->circle - k->join, -1.0);
    double r = k->knot->loop_radius, angle = asin(k->join / r) + (u - k->tail) / r;
    return v3(r * sin(angle), r - r * cos(angle), 0.0);
}

double rod_shape_loose_knot(const rod_shape_knot* knot, belay_vec3* points, int count)
{
    loose_knot k = loose_knot_of(knot);
    return rod_shape_sample(loose_knot_at, &k, 0.0, 2.0 * k.tail + k.circle, points, count);
}

// ------------------------------------------------------------------------------------------------------------------
// Plectonemes
// ------------------------------------------------------------------------------------------------------------------

// One strand, by its distance from the y axis, its height, and its turn about the axis: a tail, a quarter of a circle
// up, the helix, and a loop made of a bend outwards and one inwards, which ends on the axis. The other strand is the
// same, half a turn on.
typedef struct plectoneme {
    const rod_shape_plectoneme* shape;
    double rate, ease;                // of the turn with height; the height in which it sets in
    double bend, height, out, inward; // lengths
    double opening;                   // angle by which the loop opens
} plectoneme;

static plectoneme plectoneme_of(const rod_shape_plectoneme* s)
{
    double rate = tan(s->angle) / s->radius, helix = 2.0 * SCENE_PI * fabs(s->turns) / rate;
    double ease = fmin(helix, 0.5 * SCENE_PI / rate), opening = acos(0.5 * (s->radius + s->loop) / s->loop);
    plectoneme p = {s,
                    s->turns < 0.0 ? -rate : rate,
                    ease,
                    0.5 * SCENE_PI * s->loop,
                    helix + ease,
                    s->loop * opening,
                    s->loop * (opening + 0.5 * SCENE_PI),
                    opening};
    return p;
}

// The turn at the height y of the helix: its rate sets in and ends linearly.
static double turn_at(const plectoneme* p, double y)
{
    double e = p->ease, h = p->height, lost = fmax(0.0, y - (h - e));
    double begun = y < e ? 0.5 * y * y / e : y - 0.5 * e;
    return e > 0.0 ? p->rate * (begun - 0.5 * lost * lost / e) : 0.0;
}

static belay_vec3 turned(double across, double y, double turn)
{
    return v3(across * cos(turn), y, -across * sin(turn));
}

static belay_vec3 wound_at(const plectoneme* p, double u)
{
    const rod_shape_plectoneme* s = p->shape;
    double r = s->loop, top = r + p->height, turn = turn_at(p, p->height);
    if (u < s->tail) return v3(s->radius + r + s->tail - u, 0.0, 0.0);
    u -= s->tail;
    if (u < p->bend) return v3(s->radius + r * (1.0 - sin(u / r)), r * (1.0 - cos(u / r)), 0.0);
    u -= p->bend;
    if (u < p->height) return turned(s->radius, r + u, turn_at(p, u));
    u -= p->height;
    if (u < p->out) return turned(s->radius + r * (1.0 - cos(u / r)), top + r * sin(u / r), turn);
    double angle = p->opening - (u - p->out) / r; // of the passed against the axis, outwards
    double across = s->radius + r * (1.0 - cos(p->opening)) + r * (cos(angle) - cos(p->opening));
    return turned(across, top + r * (2.0 * sin(p->opening) - sin(angle)), turn);
}

static double strand_length(const plectoneme* p)
{
    return p->shape->tail + p->bend + p->height + p->out + p->inward;
}

static belay_vec3 plectoneme_at(const void* context, double u)
{
    const plectoneme* p = context;
    double length = strand_length(p);
    belay_vec3 x = wound_at(p, u < length ? u : 2.0 * length - u);
    return u < length ? v3(-x.x, x.y, -x.z) : x;
}

double rod_shape_wind_plectoneme(const rod_shape_plectoneme* shape, belay_vec3* points, int count)
{
    plectoneme p = plectoneme_of(shape);
    return rod_shape_sample(plectoneme_at, &p, 0.0, 2.0 * strand_length(&p), points, count);
}
