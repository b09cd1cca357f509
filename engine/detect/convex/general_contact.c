// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contact of polytopes, cylinders and cones with each other. Flat ground goes first, as between polytopes: a face of a
// polytope, a cap of a round solid. Where that is not what is nearest, or least deep, the general distance function
// gives a rough direction, which is refined to tell the pieces of surface that touch. Between polytopes of many faces
// it goes first, and only the faces along its direction are looked at.

#include "detect/contact_tolerance.h"
#include "detect/convex/axis_refine.h"
#include "detect/convex/face_clip.h"
#include "detect/convex/nearest.h"
#include "detect/convex/pair_contact.h"
#include "detect/convex/refined_contact.h"
#include "geometry/distance/gjk_pair.h"

typedef struct context {
    const bl_convex_pair* pair;
    bl_polytope polytope_a, polytope_b;             // those that are polytopes
    bl_axisymmetric axisymmetric_a, axisymmetric_b; // those that are round
    bl_body_shape a, b;
    double size, tolerance, cutoff;
    bl_manifold* manifold;
} context;

// ------------------------------------------------------------------------------------------------------------------
// Faces
// ------------------------------------------------------------------------------------------------------------------

typedef struct face {
    bool of_a;
    uint32_t index;    // of the polytope's face, or the rim about the cap
    belay_vec3 normal; // outwards
    double offset;     // normal . x on it
    double distance;   // m, of the other solid above it
} face;

static uint32_t face_count(const bl_body_shape* body)
{
    if (body->polytope != NULL) return body->polytope->face_count;
    return body->axisymmetric->is_cone ? 1 : 2;
}

static face face_of(const context* c, bool of_a, uint32_t index)
{
    const bl_body_shape* body = of_a ? &c->a : &c->b;
    face f = {of_a, index, v3_zero(), 0.0, 0.0};
    if (body->polytope != NULL) {
        f.normal = body->polytope->faces[index].normal;
        f.offset = body->polytope->faces[index].offset;
    } else {
        f.normal = index == 0 ? v3_neg(body->axisymmetric->axis) : body->axisymmetric->axis;
        f.offset = v3_dot(f.normal, bl_axisymmetric_rim_center(body->axisymmetric, (int)index));
    }
    return f;
}

// A distance of no more than `enough` may be any such one.
static void measure(const context* c, double enough, face* f)
{
    const bl_body_shape* other = f->of_a ? &c->b : &c->a;
    if (other->polytope != NULL)
        f->distance = bl_polytope_height(other->polytope, f->normal, f->offset, enough);
    else
        f->distance = bl_body_lowest(other, f->normal) - f->offset;
}

// Tries all faces; false when one shows that the solids are further apart than the cutoff.
static bool find_best_face(const context* c, face* best)
{
    face none = {true, 0, v3_zero(), 0.0, -INFINITY};
    *best = none;
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < face_count(side == 0 ? &c->a : &c->b); i++) {
            face f = face_of(c, side == 0, i);
            measure(c, fmin(best->distance + c->tolerance, c->cutoff), &f);
            if (f.distance > c->cutoff) return false;
            if (f.distance > best->distance + c->tolerance) *best = f;
        }
    return true;
}

static face face_along(const context* c, bool of_a, belay_vec3 direction)
{
    const bl_body_shape* body = of_a ? &c->a : &c->b;
    if (body->polytope != NULL) return face_of(c, of_a, bl_polytope_face_along(body->polytope, direction));
    bool is_upper = v3_dot(body->axisymmetric->axis, direction) > 0.0 && !body->axisymmetric->is_cone;
    return face_of(c, of_a, is_upper ? 1 : 0);
}

// The better of the two faces that look along the normal.
static face best_face_along(const context* c, belay_vec3 normal)
{
    face a = face_along(c, true, v3_neg(normal)), b = face_along(c, false, normal);
    measure(c, -INFINITY, &a);
    measure(c, -INFINITY, &b);
    return b.distance > a.distance + c->tolerance ? b : a;
}

// ------------------------------------------------------------------------------------------------------------------
// Flat ground
// ------------------------------------------------------------------------------------------------------------------

// A direction in the plane of a cap that does not turn with it: along an edge of the other solid, or fixed in the
// world.
static belay_vec3 fixed_direction(const context* c, const bl_polytope* other, belay_vec3 normal)
{
    const belay_mat33* rotation = &c->pair->frame.rotation;
    if (other == NULL) return m3_mul_transposed_v3(*rotation, v3_any_orthogonal(m3_mul_v3(*rotation, normal)));
    uint32_t edge = other->faces[bl_polytope_face_along(other, v3_neg(normal))].edge;
    return v3_sub(bl_polytope_edge_end(other, edge), bl_polytope_edge_start(other, edge));
}

static void cut_above(const context* c, const face* f, bl_clip_ground* ground, bl_clip_list* list)
{
    const bl_body_shape *own = f->of_a ? &c->a : &c->b, *other = f->of_a ? &c->b : &c->a;
    bl_clip_shape above;
    if (own->polytope != NULL)
        bl_clip_ground_face(ground, own->polytope, f->index, f->of_a, c->tolerance);
    else
        bl_clip_ground_cap(ground, own->axisymmetric, (int)f->index, fixed_direction(c, other->polytope, f->normal),
                           f->of_a, c->tolerance);
    if (other->polytope != NULL)
        bl_clip_face_above(ground, other->polytope, &above);
    else
        bl_clip_axisymmetric_above(ground, other->axisymmetric, &above);
    bl_clip_cut(ground, &above, list);
}

static void emit(const context* c, const bl_clip_ground* ground, bl_clip_list* list)
{
    bl_clip_reduce(list, c->cutoff);
    bl_clip_emit(ground, list, &c->pair->frame, c->manifold);
}

static double thickness(const bl_body_shape* body, belay_vec3 n)
{
    return -bl_body_lowest(body, n) - bl_body_lowest(body, v3_neg(n));
}

static bool is_surely_least(const context* c, const face* f, double inset)
{
    double height = thickness(&c->a, f->normal) + thickness(&c->b, f->normal);
    return bl_clip_is_surely_least(-f->distance, inset, height, c->size);
}

static bool take_face(const context* c, const face* f)
{
    bl_clip_ground ground;
    bl_clip_list list;
    const bl_polytope *own = f->of_a ? c->a.polytope : c->b.polytope, *other = f->of_a ? c->b.polytope : c->a.polytope;
    if (own != NULL && other != NULL && bl_clip_is_beside(own, f->index, other, c->tolerance)) return false;
    cut_above(c, f, &ground, &list);
    bool is_least = list.lowest <= f->distance + c->tolerance;
    if (is_least && f->distance < 0.0) is_least = is_surely_least(c, f, bl_clip_inset(&ground, &list, c->tolerance));
    if (is_least) emit(c, &ground, &list);
    return is_least;
}

// A face that is about as good as the axis, and has its lowest points above it.
static bool take_face_for(const context* c, const face* f, const bl_refined* axis)
{
    double margin = (axis->distance < 0.0 ? BL_CONTACT_FACE_PREFERENCE * fabs(axis->distance) : 0.0) + c->tolerance;
    bl_clip_ground ground;
    bl_clip_list list;
    if (!(f->distance >= axis->distance - margin)) return false;
    cut_above(c, f, &ground, &list);
    if (!(list.lowest <= f->distance + margin)) return false;
    emit(c, &ground, &list);
    return true;
}

// As for polytopes: what is above a face nearly along the axis. False when no face is, or has what is nearest above it.
static bool find_nearly_flat(const context* c, const bl_refined* axis, bl_clip_ground* ground, bl_clip_list* list)
{
    face a = face_along(c, true, v3_neg(axis->normal)), b = face_along(c, false, axis->normal);
    double cosine_a = -v3_dot(axis->normal, a.normal), cosine_b = v3_dot(axis->normal, b.normal);
    if (!(fmax(cosine_a, cosine_b) >= BL_CONTACT_NEARLY_COSINE)) return false;
    cut_above(c, cosine_a >= cosine_b ? &a : &b, ground, list);
    if (!(fabs(list->lowest - axis->distance) <= BL_CONTACT_NEARLY_AGREEMENT * fabs(axis->distance) + c->tolerance))
        return false;
    bl_clip_reduce(list, c->cutoff);
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// The axis that contact takes
// ------------------------------------------------------------------------------------------------------------------

// False when they are further apart than the cutoff, by more than rounding.
static bool find_rough_axis(const context* c, bl_core_distance* rough)
{
    const bl_convex_pair* pair = c->pair;
    bl_pair cores = {pair->a, pair->b, belay_pose_identity(), pair->rotation, pair->b_in_a.position};
    return bl_pair_distance_within(&cores, c->cutoff + c->tolerance, rough);
}

// Whether the place is on both cores. Where a corner or an edge is at a rim, a face of which is nearly along the axis,
// the rough direction may leave open what touches.
static bool is_sound(const context* c, const bl_contact_candidate* candidate)
{
    const bl_convex_pair* pair = c->pair;
    belay_vec3 in_b = m3_mul_transposed_v3(pair->rotation, v3_sub(candidate->on_b, pair->b_in_a.position));
    double margin = BL_CONTACT_SOUND * c->size;
    return bl_convex_nearest(pair->a, candidate->on_a).distance <= margin &&
           bl_convex_nearest(pair->b, in_b).distance <= margin;
}

static void take_axis(const context* c, const bl_refined* axis)
{
    const bl_candidate_frame* frame = &c->pair->frame;
    bl_clip_ground ground;
    bl_clip_list list;
    if (bl_refined_add_edges(frame, &c->a, &c->b, axis, c->tolerance, c->manifold)) return;
    bl_contact_candidate candidate = bl_refined_contact(&c->a, &c->b, axis);
    bool flat = find_nearly_flat(c, axis, &ground, &list), sound = !flat || is_sound(c, &candidate);
    if (flat && sound) bl_clip_drop(&list, candidate.feature);
    if (flat) bl_clip_emit(&ground, &list, frame, c->manifold);
    if (sound) bl_candidate_add(frame, &candidate, c->manifold);
}

static void collide_along(const context* c, const bl_core_distance* rough, const face* best)
{
    bl_refined axis = bl_axis_refine(&c->a, &c->b, rough->normal, rough->distance, c->size);
    face f = best != NULL ? *best : best_face_along(c, axis.normal);
    if (fmax(axis.distance, f.distance) <= c->cutoff && !take_face_for(c, &f, &axis)) take_axis(c, &axis);
}

static void set_bodies(context* c, bl_polytope_store* store_a, bl_polytope_store* store_b)
{
    const bl_convex_pair* pair = c->pair;
    belay_mat33 own = m3_identity();
    if (bl_is_polytope(pair->a->kind)) {
        c->polytope_a = bl_polytope_of(pair->a, store_a);
        c->a.polytope = &c->polytope_a;
    }
    if (bl_is_polytope(pair->b->kind)) {
        c->polytope_b = bl_polytope_moved(pair->b, &pair->rotation, pair->b_in_a.position, store_b);
        c->b.polytope = &c->polytope_b;
    }
    c->axisymmetric_a = bl_axisymmetric_moved(pair->a, &own, v3_zero());
    c->axisymmetric_b = bl_axisymmetric_moved(pair->b, &pair->rotation, pair->b_in_a.position);
    c->a.axisymmetric = &c->axisymmetric_a;
    c->b.axisymmetric = &c->axisymmetric_b;
}

static context make_context(const bl_convex_pair* pair, bl_manifold* manifold)
{
    context c = {.pair = pair, .manifold = manifold};
    c.size = 2.0 * (bl_convex_bounding_radius(pair->a, v3_zero()) + bl_convex_bounding_radius(pair->b, v3_zero()));
    c.tolerance = BL_CONTACT_ROUNDING * c.size;
    c.cutoff = bl_candidate_cutoff(&pair->frame);
    return c;
}

// The distance is known before anything is moved: of pairs whose boxes meet many are too far apart.
void bl_collide_many_faces(const bl_convex_pair* pair, bl_manifold* manifold)
{
    bl_polytope_store store_a, store_b;
    context c = make_context(pair, manifold);
    bl_core_distance rough;
    if (!find_rough_axis(&c, &rough)) return;
    set_bodies(&c, &store_a, &store_b);
    collide_along(&c, &rough, NULL);
}

void bl_collide_generally(const bl_convex_pair* pair, bl_manifold* manifold)
{
    bl_polytope_store store_a, store_b;
    context c = make_context(pair, manifold);
    bl_core_distance rough;
    face best;
    set_bodies(&c, &store_a, &store_b);
    if (find_best_face(&c, &best) && !take_face(&c, &best) && find_rough_axis(&c, &rough))
        collide_along(&c, &rough, &best);
}
