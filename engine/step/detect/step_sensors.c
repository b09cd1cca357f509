// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Ways through sensors. Between two contact instants a body goes evenly, with the velocity that it came out of the
// first of them with; so the way is known from where it is at the second.

#include "step/detect/step_sensors.h"

#include "step/detect/detect_tolerances.h"
#include "step/detect/step_cast.h"
#include "step/motion/step_path.h"

static bl_pair_cast cast_of(const bl_detect_parts* d, const bl_key_pair* pair, bl_motion motion_a, bl_motion motion_b)
{
    bl_pair_cast s = {.a = bl_collider_convex(d->shapes, &bl_colliders_of(d->entities)[pair->first]),
                      .motion_a = motion_a,
                      .motion_b = motion_b,
                      .frame_b = motion_b,
                      .graze = BL_CAST_GRAZE * d->def->contact_margin};
    return s;
}

static bool first_hit(const bl_detect_parts* d, const bl_key_pair* pair, bl_pair_cast* s, double* time)
{
    return bl_pair_cast_longest_path(s) > 0.0 &&
           bl_pair_cast_first_hit(d->shapes, s, &bl_colliders_of(d->entities)[pair->second], time);
}

// ---------------------------------------------------------------------------------------------------------------------
// Passing
// ---------------------------------------------------------------------------------------------------------------------

static bool is_passing(const bl_detect_parts* d, const bl_key_pair* pair, bl_pair_cast* s)
{
    double time, when;
    return first_hit(d, pair, s, &time) && bl_pair_cast_goes_deep(s, time, &when);
}

// The way that was made: less, of what was stopped early.
static bl_motion made_to_mid(const bl_detect_parts* d, uint32_t collider)
{
    bl_motion m = bl_step_motion_to_mid(d, collider);
    m.displacement = v3_sub(d->s->motion.bodies[d->s->detect.proxies[collider].body].center, m.center);
    return m;
}

static bl_motion made_from_mid(const bl_detect_parts* d, uint32_t collider)
{
    bl_motion m = bl_step_motion_from_mid(d, collider);
    double share = bl_step_share_from_mid(&d->s->motion, d->s->detect.proxies[collider].body);
    m.displacement = v3_scale(share, m.displacement);
    m.turn = v3_scale(share, m.turn);
    return m;
}

bool bl_step_passes_to_mid(const bl_detect_parts* d, const bl_key_pair* pair)
{
    bl_pair_cast s = cast_of(d, pair, made_to_mid(d, pair->first), made_to_mid(d, pair->second));
    return is_passing(d, pair, &s);
}

// What is in it by less than a graze at the end is not seen on the way from there.
bool bl_step_passes_from_mid(const bl_detect_parts* d, const bl_key_pair* pair)
{
    bl_pair_cast s = cast_of(d, pair, made_from_mid(d, pair->first), made_from_mid(d, pair->second));
    return is_passing(d, pair, &s) && bl_pair_cast_distance(&s, 1.0).distance > -s.graze;
}

// ---------------------------------------------------------------------------------------------------------------------
// When
// ---------------------------------------------------------------------------------------------------------------------

static bl_motion reverse(const bl_motion* motion)
{
    return (bl_motion){bl_motion_at(motion, 1.0), v3_add(motion->center, motion->displacement),
                       v3_neg(motion->displacement), v3_neg(motion->turn)};
}

// Back from the contact instant for so long, s.
static bl_motion back_from_mid(const bl_detect_parts* d, uint32_t collider, double seconds)
{
    const bl_proxy* proxy = &d->s->detect.proxies[collider];
    const bl_step_body* body = &d->s->motion.bodies[proxy->body];
    return (bl_motion){proxy->pose, body->center, v3_scale(-seconds, body->came.linear),
                       v3_scale(-seconds, body->came.angular)};
}

// For how long before the contact instant the ways of both are known, s: since the instant before; of what was made or
// put there, or given another velocity, since the beginning of the step.
static double known_seconds(const bl_detect_parts* d, const bl_key_pair* pair)
{
    const bl_step_body* bodies = d->s->motion.bodies;
    bool is_set =
        bodies[d->s->detect.proxies[pair->first].body].is_set || bodies[d->s->detect.proxies[pair->second].body].is_set;
    return d->def->step_seconds * (is_set ? 1.0 - d->def->theta : 1.0);
}

// The solid that comes first in rank in front, as in the pairs of a step.
static bl_key_pair pair_of(const bl_detect_parts* d, uint32_t a, uint32_t b)
{
    const bl_proxy* proxies = d->s->detect.proxies;
    bool swaps = proxies[b].rank < proxies[a].rank;
    return (bl_key_pair){.first = swaps ? b : a, .second = swaps ? a : b};
}

double bl_step_visit_begin(const bl_detect_parts* d, uint32_t a, uint32_t b)
{
    bl_key_pair pair = pair_of(d, a, b);
    double seconds = known_seconds(d, &pair), mid = d->def->step_seconds * (1.0 - d->def->theta), time;
    bl_motion back_a = back_from_mid(d, pair.first, seconds), back_b = back_from_mid(d, pair.second, seconds);
    bl_pair_cast s = cast_of(d, &pair, reverse(&back_a), reverse(&back_b));
    if (!(bl_pair_cast_longest_path(&s) > 0.0)) return 0.0;
    if (!first_hit(d, &pair, &s, &time)) return mid; // by rounding
    if (time == 0.0 && bl_pair_cast_distance(&s, 0.0).distance < -d->def->overlap_slop) return 0.0;
    return mid - seconds * (1.0 - time);
}

double bl_step_visit_end(const bl_detect_parts* d, uint32_t a, uint32_t b)
{
    bl_key_pair pair = pair_of(d, a, b);
    double seconds = known_seconds(d, &pair), mid = d->def->step_seconds * (1.0 - d->def->theta), time;
    bl_pair_cast s = cast_of(d, &pair, back_from_mid(d, pair.first, seconds), back_from_mid(d, pair.second, seconds));
    if (!first_hit(d, &pair, &s, &time)) return 0.0;
    if (time == 0.0 && bl_pair_cast_distance(&s, 0.0).distance < -d->def->overlap_slop) return 0.0;
    return mid - seconds * time;
}

void bl_step_pass_times(const bl_detect_parts* d, const bl_key_pair* pair, double* begin, double* end)
{
    double rest = d->def->step_seconds * d->def->theta, mid = d->def->step_seconds - rest, time;
    bl_motion a = made_from_mid(d, pair->first), b = made_from_mid(d, pair->second);
    bl_pair_cast there = cast_of(d, pair, a, b), back = cast_of(d, pair, reverse(&a), reverse(&b));
    *begin = first_hit(d, pair, &there, &time) ? mid + rest * time : mid;
    *end = first_hit(d, pair, &back, &time) ? mid + rest * (1.0 - time) : mid + rest;
}
