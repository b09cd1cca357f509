// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Continuous detection. A contact that is still open stands for the hit to come by its normal: true while the two move
// little, and wrong where something fast passes a corner (it would be held up by a plane through the corner that is not
// there), slides towards a flush neighbour, or crosses the hollow side of a ring. So a pair that is apart and about to
// close is followed along its free motion: it misses, and then nothing is asked of it, however its normal lies; or it
// hits as its normal at the contact instant says, or in another way; then the contact is that of the moment of the
// hit, carried back to the contact instant. Of several places that such a pair may come to, those bounce that are hit
// first: behind them the motion is another one, and what it may meet then is only not passed through.
//
// A plane is followed as the box of it that is in reach. Near a tube the contact at hand is kept as long as what
// touches moves along it, since its curvature is known to the contact law; what flies at it is followed too.

#include "step/detect/step_cast.h"

#include "objects/pair_material.h"
#include "step/detect/detect_tolerances.h"
#include "step/detect/step_collide.h"

#include <string.h>

typedef struct pair_view {
    const bl_step_body *a, *b;
    double h;
} pair_view;

static pair_view view_of(const bl_detect_parts* d, const bl_key_pair* pair)
{
    const bl_step_scratch* s = d->s;
    return (pair_view){&s->motion.bodies[s->detect.proxies[pair->first].body],
                       &s->motion.bodies[s->detect.proxies[pair->second].body], d->def->step_seconds};
}

// How far the contact closes by the velocities, each surface taken where it is.
static double approach_path(const pair_view* p, const bl_manifold_point* at, const bl_velocity* va,
                            const bl_velocity* vb)
{
    belay_vec3 on_a = v3_add_scaled(at->point, 0.5 * at->gap, at->normal);
    belay_vec3 on_b = v3_add_scaled(at->point, -0.5 * at->gap, at->normal);
    return -p->h * v3_dot(at->normal, v3_sub(bl_step_velocity_at(p->a, va, on_a), bl_step_velocity_at(p->b, vb, on_b)));
}

static double longest_arm(const bl_manifold_point* at, belay_vec3 center)
{
    return fmax(v3_distance(at->point, center),
                fmax(v3_distance(at->reference, center), v3_distance(at->reference_b, center)));
}

// What the terms of second order, by which the contact law knows turning and curved surfaces (impact_law.h), may close
// beyond that, at most: of a hollow of radius 1/kappa, up to kappa way^2.
static double second_order_path(const pair_view* p, const bl_manifold_point* at)
{
    double wa = p->h * v3_length(p->a->before.angular), wb = p->h * v3_length(p->b->before.angular);
    double way = p->h * v3_distance(p->a->before.linear, p->b->before.linear);
    double arm_a = longest_arm(at, p->a->center), arm_b = longest_arm(at, p->b->center);
    double hollow = fmax(0.0, fmax(-at->kappa1, -at->kappa2));
    way += wa * arm_a + wb * arm_b;
    return 0.5 * (wa * wa * arm_a + wb * wb * arm_b) + hollow * way * way + (wa + wb) * way;
}

typedef enum approach {
    TOUCHES,     // one contact does
    CLOSES_NOT,  // none will
    CLOSES_WELL, // by more than a graze
    CLOSES_NEAR, // by less, or only by terms of second order
} approach;

// Whether all contacts are open, and one of them may have to close by itself.
static approach approach_of(const bl_detect_parts* d, const bl_key_pair* pair, const bl_manifold* manifolds, int count)
{
    pair_view p = view_of(d, pair);
    double graze = BL_CAST_GRAZE * d->def->contact_margin;
    approach closes = CLOSES_NOT;
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < manifolds[k].count; i++) {
            const bl_manifold_point* at = &manifolds[k].points[i];
            if (at->gap <= d->def->overlap_slop) return TOUCHES;
            double path =
                fmax(approach_path(&p, at, &p.a->free, &p.b->free), approach_path(&p, at, &p.a->before, &p.b->before));
            if (at->gap + graze < path)
                closes = CLOSES_WELL;
            else if (closes == CLOSES_NOT && at->gap < path + second_order_path(&p, at))
                closes = CLOSES_NEAR;
        }
    }
    return closes;
}

// With the velocities before the step's forces: what rests on something does not fall through it on its way.
static bl_motion motion_of(const bl_detect_parts* d, uint32_t collider, bool with_forces)
{
    const bl_proxy* proxy = &d->s->detect.proxies[collider];
    const bl_step_body* s = &d->s->motion.bodies[proxy->body];
    const bl_velocity* v = with_forces ? &s->free : &s->before;
    double h = d->def->step_seconds;
    bl_motion m = {proxy->pose, s->center, v3_scale(h, v->linear), v3_scale(h, v->angular)};
    return m;
}

// Carries a point of the manifold found at `time` back to the contact instant: the two places that will meet, moved
// back with their bodies' centres of mass.
static void carry_back(const bl_pair_cast* s, double time, bl_manifold_point* p, belay_vec3* offset)
{
    belay_vec3 at_a = v3_add_scaled(p->point, 0.5 * p->gap, p->normal);
    belay_vec3 at_b = v3_add_scaled(p->point, -0.5 * p->gap, p->normal);
    belay_vec3 back_a = v3_scale(-time, s->motion_a.displacement), back_b = v3_scale(-time, s->motion_b.displacement);
    at_a = v3_add(at_a, back_a);
    at_b = v3_add(at_b, back_b);
    belay_vec3 apart = v3_sub(at_a, at_b);
    p->gap = v3_dot(p->normal, apart);
    *offset = v3_add_scaled(apart, -p->gap, p->normal);
    p->point = v3_scale(0.5, v3_add(at_a, at_b));
    p->reference = v3_add(p->reference, back_a);
    p->reference_b = v3_add(p->reference_b, back_b);
}

// Of what is found at the moment of the hit, what is hit: the deepest, and what is in nearly as deep, as both sides of
// a groove are. Brings it to the front; returns how many.
static int sort_out_hits(bl_manifold* found, int count)
{
    double deepest = INFINITY;
    int hits = 0;
    for (int k = 0; k < count; k++)
        deepest = fmin(deepest, bl_manifold_least_gap(&found[k]));
    for (int k = 0; k < count && deepest < 0.0; k++) {
        if (!(bl_manifold_least_gap(&found[k]) <= BL_CAST_AS_DEEP * deepest)) continue;
        bl_manifold hit = found[k];
        found[k] = found[hits];
        found[hits++] = hit;
    }
    return hits < BL_CAST_MAX_HITS ? hits : BL_CAST_MAX_HITS;
}

// Whether one of the manifolds points the way of `one`.
static bool is_among(const bl_manifold* one, const bl_manifold* manifolds, int count)
{
    for (int k = 0; k < count; k++)
        if (manifolds[k].count > 0 &&
            v3_dot(manifolds[k].points[0].normal, one->points[0].normal) > BL_CAST_SAME_NORMAL)
            return true;
    return false;
}

static void keep_as_they_are(const bl_manifold* hits, int hit_count, const bl_manifold* manifolds, bl_cast_finding* f)
{
    for (int k = 0; k < f->count; k++)
        f->is_later[k] = !is_among(&manifolds[k], hits, hit_count);
}

static bl_cast_verdict judge(const bl_detect_parts* d, const bl_key_pair* pair, const bl_pair_cast* s, double time,
                             bl_manifold* manifolds, bl_cast_finding* f)
{
    double when;
    if (!bl_pair_cast_goes_deep(s, time, &when)) return BL_CAST_GRAZES;
    if (s->mesh != NULL) when = bl_pair_cast_where_deep(s, time, when);
    belay_pose body_b =
        pose_compose(bl_motion_at(&s->frame_b, when), pose_inverse(bl_colliders_of(d->entities)[pair->second].pose));
    bl_manifold found[BL_MESH_MAX_MANIFOLDS];
    int n = bl_step_collide(d->shapes, &bl_colliders_of(d->entities)[pair->first], bl_motion_at(&s->motion_a, when),
                            &bl_colliders_of(d->entities)[pair->second], body_b, d->def->contact_margin, found);
    int hits = sort_out_hits(found, n), known = 0;
    if (hits == 0) return BL_CAST_AS_IT_IS;
    for (int k = 0; k < hits; k++)
        known += is_among(&found[k], manifolds, f->count);
    if (known == hits) {
        keep_as_they_are(found, hits, manifolds, f);
        return bl_pair_cast_is_seen_at_end(d->def, s, found[0].points[0].normal) ? BL_CAST_AS_IT_IS : BL_CAST_LAST;
    }
    f->count = f->hits = hits;
    for (int k = 0; k < hits; k++) {
        manifolds[k] = found[k];
        f->is_later[k] = false;
        for (int i = 0; i < found[k].count; i++)
            carry_back(s, when, &manifolds[k].points[i], &f->offsets[k][i]);
    }
    return BL_CAST_HIT;
}

static bl_pair_cast cast_of(const bl_detect_parts* d, const bl_key_pair* pair, bool with_forces)
{
    bl_pair_cast s = {.a = bl_collider_convex(d->shapes, &bl_colliders_of(d->entities)[pair->first]),
                      .motion_a = motion_of(d, pair->first, with_forces),
                      .motion_b = motion_of(d, pair->second, with_forces),
                      .graze = BL_CAST_GRAZE * d->def->contact_margin};
    s.frame_b = s.motion_b;
    return s;
}

static bl_cast_verdict cast_along(const bl_detect_parts* d, const bl_key_pair* pair, bool with_forces,
                                  bl_manifold* manifolds, bl_cast_finding* f)
{
    bl_pair_cast s = cast_of(d, pair, with_forces);
    double time;
    if (!bl_pair_cast_first_hit(d->shapes, &s, &bl_colliders_of(d->entities)[pair->second], &time)) return BL_CAST_MISS;
    return judge(d, pair, &s, time, manifolds, f);
}

// Whether the gap is no more than what the bend of the surface makes of a step: then what is there runs along it.
static bool runs_along(const bl_detect_parts* d, const bl_key_pair* pair, const bl_manifold* manifolds, int count)
{
    pair_view p = view_of(d, pair);
    belay_vec3 displacement = v3_scale(p.h, v3_sub(p.a->before.linear, p.b->before.linear));
    const bl_collider *a = &bl_colliders_of(d->entities)[pair->first], *b = &bl_colliders_of(d->entities)[pair->second];
    double most_bend =
        bl_pair_material_of(d->shapes, a, b).restitution > 0.0 ? BL_CAST_MOST_BEND : BL_CAST_MOST_BEND_PLASTIC;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < manifolds[k].count; i++) {
            const bl_manifold_point* at = &manifolds[k].points[i];
            double along = v3_dot(at->tangent1, displacement), across = v3_dot(at->tangent2, displacement);
            double bend1 = fabs(at->kappa1 * along), bend2 = fabs(at->kappa2 * across);
            double made = 0.5 * (bend1 * fabs(along) + bend2 * fabs(across));
            if (fmax(bend1, bend2) <= most_bend && at->gap <= made) return true;
        }
    return false;
}

// Whether A goes so far along a mesh in the step that it could be deep in a face that no contact is with as yet, as
// behind a hollow edge.
static bool is_fast_along_mesh(const bl_detect_parts* d, const bl_key_pair* pair)
{
    const bl_collider* b = &bl_colliders_of(d->entities)[pair->second];
    if (bl_collider_family(b) != BL_FAMILY_MESH) return false;
    pair_view p = view_of(d, pair);
    double least = d->def->contact_margin;
    if (p.h * v3_distance(p.a->before.linear, p.b->before.linear) <= least) return false;
    return true;
}

// What touches a mesh, or closes with none of the faces that it is before, may all the same fly at another face. Is
// that more than shallow, it is hit there too.
static bl_cast_verdict look_along_mesh(const bl_detect_parts* d, const bl_key_pair* pair, bl_manifold* manifolds,
                                       bl_cast_finding* f)
{
    if (f->count == BL_MESH_MAX_MANIFOLDS || !is_fast_along_mesh(d, pair)) return BL_CAST_AS_IT_IS;
    bl_pair_cast s = cast_of(d, pair, false);
    double time, when;
    s.mesh = bl_collider_mesh(d->shapes, &bl_colliders_of(d->entities)[pair->second]);
    if (!bl_pair_cast_first_triangle(&s, d->def->overlap_slop, &time)) return BL_CAST_AS_IT_IS;
    if (!bl_pair_cast_goes_deep(&s, time, &when)) return BL_CAST_AS_IT_IS;
    when = bl_pair_cast_where_deep(&s, time, when);
    bl_manifold found[BL_MESH_MAX_MANIFOLDS];
    int n = bl_collide_convex_mesh(&s.a, bl_motion_at(&s.motion_a, when), s.mesh, bl_motion_at(&s.frame_b, when),
                                   d->def->contact_margin, found);
    belay_vec3 normal = bl_pair_cast_distance(&s, when).normal;
    for (int k = 0; k < n; k++) {
        if (v3_dot(found[k].points[0].normal, normal) <= BL_CAST_SAME_NORMAL ||
            is_among(&found[k], manifolds, f->count))
            continue;
        if (bl_pair_cast_is_seen_at_end(d->def, &s, normal)) return BL_CAST_AS_IT_IS;
        manifolds[f->count++] = manifolds[0];
        manifolds[0] = found[k];
        f->hits = 1;
        for (int i = 0; i < found[k].count; i++)
            carry_back(&s, when, &manifolds[0].points[i], &f->offsets[0][i]);
        return BL_CAST_ADDED;
    }
    return BL_CAST_AS_IT_IS;
}

static bool is_within_a_graze(const belay_world_def* def, const bl_manifold* manifolds, int count)
{
    for (int k = 0; k < count; k++)
        for (int i = 0; i < manifolds[k].count; i++)
            if (manifolds[k].points[i].gap <= BL_CAST_GRAZE * def->contact_margin) return true;
    return false;
}

// What those think that close well, and miss or graze without the step's forces. Those count when the normal at hand
// says the same: else what rests or rolls on one thing would be taken to sink into the edge of the next.
static bl_cast_verdict judge_with_forces(const bl_detect_parts* d, const bl_key_pair* pair,
                                         const bl_manifold* manifolds, const bl_cast_finding* f)
{
    // What is within a graze touches, as far as the next steps can tell.
    if (is_within_a_graze(d->def, manifolds, f->count)) return BL_CAST_AS_IT_IS;
    const bl_collider* b = &bl_colliders_of(d->entities)[pair->second];
    bl_manifold other[BL_MESH_MAX_MANIFOLDS];
    bl_cast_finding with_forces = *f;
    memcpy(other, manifolds, (size_t)f->count * sizeof *manifolds);
    bl_cast_verdict forced = cast_along(d, pair, true, other, &with_forces);
    // Of a plane there is nothing but the normal at hand, however deep the end of the step would be.
    bool is_last_of_plane = forced == BL_CAST_LAST && bl_collider_family(b) == BL_FAMILY_PLANE;
    return forced == BL_CAST_AS_IT_IS || is_last_of_plane ? BL_CAST_AS_IT_IS : BL_CAST_MISS;
}

static bool meets_with_forces(const bl_detect_parts* d, const bl_key_pair* pair)
{
    bl_pair_cast s = cast_of(d, pair, true);
    double time;
    return bl_pair_cast_first_hit(d->shapes, &s, &bl_colliders_of(d->entities)[pair->second], &time);
}

bl_cast_verdict bl_step_cast(const bl_detect_parts* d, const bl_key_pair* pair, bl_manifold* manifolds,
                             bl_cast_finding* f)
{
    const bl_collider* b = &bl_colliders_of(d->entities)[pair->second];
    approach closes = approach_of(d, pair, manifolds, f->count);
    if (closes == TOUCHES || closes == CLOSES_NOT) return look_along_mesh(d, pair, manifolds, f);
    if (bl_collider_family(b) == BL_FAMILY_TUBE && runs_along(d, pair, manifolds, f->count)) return BL_CAST_AS_IT_IS;
    bl_cast_verdict verdict = cast_along(d, pair, false, manifolds, f);
    if (verdict != BL_CAST_MISS && verdict != BL_CAST_GRAZES) return verdict;
    if (closes == CLOSES_WELL) return judge_with_forces(d, pair, manifolds, f);
    return verdict == BL_CAST_MISS && !meets_with_forces(d, pair) ? BL_CAST_NEAR_MISS : BL_CAST_AS_IT_IS;
}
