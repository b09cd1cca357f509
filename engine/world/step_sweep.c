// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Continuous detection. A contact that is still open stands for the hit to come by its normal: true while the two move
// little, and wrong where something fast passes a corner (it would be held up by a plane through the corner that is not
// there) or slides towards a flush neighbour. So a pair that is apart and about to close is followed along its free
// motion: it misses, or it hits as its normal at the contact instant says, or in another way; then the contact is that
// of the moment of the hit, carried back to the contact instant.
//
// Contacts with planes and tubes need none of this: a plane is the same everywhere, and of a tube the curvature is
// known.

#include "world/step_sweep.h"

#include "world/step_collide.h"

#include <string.h>

// Normals closer than this (cosine) tell the same hit.
#define SAME_NORMAL (1.0 - 1e-9)
#define LOOKS 4 // at the rest of the way, for how deep a hit goes

// Relative velocity of the two bodies at a point, without impulses.
static belay_vec3 free_velocity_at(const belay_world* world, const bl_key_pair* pair, belay_vec3 point)
{
    const bl_step_body* a = &world->scratch.bodies[world->scratch.proxies[pair->first].body];
    const bl_step_body* b = &world->scratch.bodies[world->scratch.proxies[pair->second].body];
    belay_vec3 va = v3_add(a->free.linear, v3_cross(a->free.angular, v3_sub(point, a->center)));
    belay_vec3 vb = v3_add(b->free.linear, v3_cross(b->free.angular, v3_sub(point, b->center)));
    return v3_sub(va, vb);
}

// Whether all contacts are open, and one of them will close by its own account.
static bool is_about_to_close(const belay_world* world, const bl_key_pair* pair, const bl_manifold* manifolds,
                              int count)
{
    bool closes = false;
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < manifolds[k].count; i++) {
            const bl_manifold_point* p = &manifolds[k].points[i];
            if (p->gap <= world->def.overlap_slop) return false;
            double speed = v3_dot(p->normal, free_velocity_at(world, pair, p->point));
            closes = closes || p->gap + world->def.step_seconds * speed < -BL_SWEEP_GRAZE * world->def.contact_margin;
        }
    }
    return closes;
}

// With the velocities before the step's forces: what rests on something does not fall through it on its way.
static bl_motion motion_of(const belay_world* world, uint32_t collider, bool with_forces)
{
    const bl_proxy* proxy = &world->scratch.proxies[collider];
    const bl_step_body* s = &world->scratch.bodies[proxy->body];
    const bl_velocity* v = with_forces ? &s->free : &s->before;
    double h = world->def.step_seconds;
    bl_motion m = {proxy->pose, s->center, v3_scale(h, v->linear), v3_scale(h, v->angular)};
    return m;
}

// The first look is at once behind it, for thin things.
bool bl_sweep_goes_deep(const bl_sweep* s, double time, double* when)
{
    double way = v3_distance(s->motion_a.way, s->motion_b.way) +
                 v3_length(s->motion_a.turn) * bl_convex_reach(&s->a, v3_zero()) +
                 v3_length(s->motion_b.turn) * bl_convex_reach(&s->b, v3_zero());
    if (!(way > 0.0)) return false;
    for (int k = 0; k <= LOOKS; k++) {
        double t = k == 0 ? fmin(1.0, time + 10.0 * s->graze / way) : time + (1.0 - time) * k / LOOKS;
        bl_distance d = bl_convex_distance(&s->a, bl_motion_at(&s->motion_a, t), &s->b, bl_motion_at(&s->motion_b, t));
        if (d.distance < -s->graze) {
            *when = t;
            return true;
        }
    }
    return false;
}

// Carries a point of the manifold found at `time` back to the contact instant: the two places that will meet, moved
// back with their bodies' centres of mass.
static void carry_back(const bl_sweep* s, double time, bl_manifold_point* p, belay_vec3* lag)
{
    belay_vec3 at_a = v3_add_scaled(p->point, 0.5 * p->gap, p->normal);
    belay_vec3 at_b = v3_add_scaled(p->point, -0.5 * p->gap, p->normal);
    belay_vec3 back_a = v3_scale(-time, s->motion_a.way), back_b = v3_scale(-time, s->motion_b.way);
    at_a = v3_add(at_a, back_a);
    at_b = v3_add(at_b, back_b);
    belay_vec3 apart = v3_sub(at_a, at_b);
    p->gap = v3_dot(p->normal, apart);
    *lag = v3_add_scaled(apart, -p->gap, p->normal);
    p->point = v3_scale(0.5, v3_add(at_a, at_b));
    p->reference = v3_add(p->reference, back_a);
    p->reference_b = v3_add(p->reference_b, back_b);
}

// True when the first contact of the manifolds already points the way of `normal`.
static bool says_the_same(const bl_manifold* manifolds, int count, belay_vec3 normal)
{
    for (int k = 0; k < count; k++)
        if (manifolds[k].count > 0 && v3_dot(manifolds[k].points[0].normal, normal) > SAME_NORMAL) return true;
    return false;
}

// Whether the next contact instant still shows the overlap by about the same normal. Of thin things it need not: they
// may be passed from front to back in less than a step.
static bool is_seen_at_end(const bl_sweep* s, belay_vec3 normal)
{
    bl_distance d = bl_convex_distance(&s->a, bl_motion_at(&s->motion_a, 1.0), &s->b, bl_motion_at(&s->motion_b, 1.0));
    return d.distance < 0.0 && v3_dot(d.normal, normal) > 0.5;
}

static bl_sweep_verdict judge(const belay_world* world, const bl_key_pair* pair, const bl_sweep* s, double time,
                              bl_manifold* manifolds, int count, belay_vec3* lags)
{
    double when;
    if (!bl_sweep_goes_deep(s, time, &when)) return BL_SWEEP_MISS;
    belay_pose body_b =
        pose_compose(bl_motion_at(&s->motion_b, when), pose_inverse(bl_colliders(world)[pair->second].pose));
    bl_manifold found[BL_MESH_MAX_MANIFOLDS];
    int n = bl_step_collide(world, pair->first, bl_motion_at(&s->motion_a, when), pair->second, body_b,
                            world->def.contact_margin, found);
    if (n == 0) return BL_SWEEP_AS_IT_IS;
    belay_vec3 normal = found[0].points[0].normal;
    if (says_the_same(manifolds, count, normal)) return is_seen_at_end(s, normal) ? BL_SWEEP_AS_IT_IS : BL_SWEEP_LAST;
    manifolds[0] = found[0];
    for (int i = 0; i < found[0].count; i++)
        carry_back(s, when, &manifolds[0].points[i], &lags[i]);
    return BL_SWEEP_HIT;
}

// ------------------------------------------------------------------------------------------------------------------
// Meshes: the triangle that is met first stands for all
// ------------------------------------------------------------------------------------------------------------------

typedef struct mesh_sweep {
    const bl_sweep* sweep;
    const bl_mesh* mesh;
    double first;
    bl_convex triangle; // met first
} mesh_sweep;

static bool visit_triangle(void* context, int triangle)
{
    mesh_sweep* m = context;
    bl_convex t = {.kind = BL_CONVEX_TRIANGLE};
    bl_mesh_triangle(m->mesh, triangle, t.corners);
    double time;
    if (bl_convex_first_contact(&m->sweep->a, &m->sweep->motion_a, &t, &m->sweep->motion_b, 0.0, &time) &&
        time < m->first) {
        m->first = time;
        m->triangle = t;
    }
    return true;
}

// The box that A sweeps, in the frame of the mesh.
static void swept_box(const bl_sweep* s, belay_vec3* lower, belay_vec3* upper)
{
    belay_pose start = bl_motion_at(&s->motion_b, 0.0), end = bl_motion_at(&s->motion_b, 1.0);
    double reach = bl_convex_reach(&s->a, v3_zero());
    belay_vec3 from = pose_apply_inverse(start, bl_motion_at(&s->motion_a, 0.0).position);
    belay_vec3 to = pose_apply_inverse(end, bl_motion_at(&s->motion_a, 1.0).position);
    *lower = v3(fmin(from.x, to.x) - reach, fmin(from.y, to.y) - reach, fmin(from.z, to.z) - reach);
    *upper = v3(fmax(from.x, to.x) + reach, fmax(from.y, to.y) + reach, fmax(from.z, to.z) + reach);
}

static bool first_triangle(bl_sweep* s, const bl_mesh* mesh, double* time)
{
    mesh_sweep m = {.sweep = s, .mesh = mesh, .first = 2.0};
    belay_vec3 lower, upper;
    swept_box(s, &lower, &upper);
    bl_mesh_visit_box(mesh, lower, upper, visit_triangle, &m);
    if (m.first > 1.0) return false;
    s->b = m.triangle;
    *time = m.first;
    return true;
}

bool bl_sweep_first_hit(const belay_world* world, bl_sweep* s, const bl_collider* collider_b, double* time)
{
    if (!bl_collider_is_convex(collider_b)) return first_triangle(s, bl_collider_mesh(world, collider_b), time);
    s->b = bl_collider_convex(world, collider_b);
    return bl_convex_first_contact(&s->a, &s->motion_a, &s->b, &s->motion_b, 0.0, time);
}

static bl_sweep_verdict sweep_along(const belay_world* world, const bl_key_pair* pair, bool with_forces,
                                    bl_manifold* manifolds, int count, belay_vec3* lags)
{
    bl_sweep s = {.a = bl_collider_convex(world, &bl_colliders(world)[pair->first]),
                  .motion_a = motion_of(world, pair->first, with_forces),
                  .motion_b = motion_of(world, pair->second, with_forces),
                  .graze = BL_SWEEP_GRAZE * world->def.contact_margin};
    double time;
    if (!bl_sweep_first_hit(world, &s, &bl_colliders(world)[pair->second], &time)) return BL_SWEEP_MISS;
    return judge(world, pair, &s, time, manifolds, count, lags);
}

// What only the step's forces would bring about counts when the normal at hand says the same: else what rests or rolls
// on one thing would be taken to sink into the edge of the next.
bl_sweep_verdict bl_step_sweep(const belay_world* world, const bl_key_pair* pair, bl_manifold* manifolds, int count,
                               belay_vec3 lags[BL_MANIFOLD_MAX_POINTS])
{
    const bl_collider* b = &bl_colliders(world)[pair->second];
    if (b->type == BELAY_SHAPE_PLANE || b->type == BELAY_SHAPE_TUBE) return BL_SWEEP_AS_IT_IS;
    if (!is_about_to_close(world, pair, manifolds, count)) return BL_SWEEP_AS_IT_IS;
    bl_sweep_verdict verdict = sweep_along(world, pair, false, manifolds, count, lags);
    if (verdict != BL_SWEEP_MISS) return verdict;
    bl_manifold other[BL_MESH_MAX_MANIFOLDS];
    memcpy(other, manifolds, (size_t)count * sizeof *manifolds);
    verdict = sweep_along(world, pair, true, other, count, lags);
    return verdict == BL_SWEEP_AS_IT_IS ? verdict : BL_SWEEP_MISS;
}
