// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Cylinders and cones: in the half-plane through the axis and x, with coordinates (r, z), they are a rectangle and a
// triangle. A line along the surface's normal meets the axis in the centre of curvature of the circles about the axis.

#include "detect/convex/axisymmetric.h"
#include "detect/convex/nearest.h"

// The half-plane of x: r = |(x, y)|, and the direction of its r axis.
typedef struct half_plane {
    double r;
    belay_vec3 radial;
} half_plane;

static half_plane half_plane_of(belay_vec3 x)
{
    half_plane h = {sqrt(x.x * x.x + x.y * x.y), v3(1.0, 0.0, 0.0)};
    if (h.r > 0.0) h.radial = v3(x.x / h.r, x.y / h.r, 0.0);
    return h;
}

static bl_surface_nearest make_cap(belay_vec3 x, double z, double sign)
{
    bl_surface_nearest n = {v3(x.x, x.y, z), v3(0.0, 0.0, sign), sign * (x.z - z),
                            bl_side_face(),  BL_PART_FACE,       sign < 0.0 ? 0u : 1u};
    return n;
}

// Outside the corner (radius, z) of the profile; index names the rim.
static bl_surface_nearest make_rim(half_plane h, belay_vec3 x, double radius, double z, uint32_t index)
{
    double dr = h.r - radius, dz = x.z - z, d = sqrt(dr * dr + dz * dz);
    double nr = d > 0.0 ? dr / d : 1.0, nz = d > 0.0 ? dz / d : 0.0;
    bl_surface_nearest n = {v3(radius * h.radial.x, radius * h.radial.y, z),
                            v3(nr * h.radial.x, nr * h.radial.y, nz),
                            d,
                            bl_axisymmetric_rim_side(v3(-h.radial.y, h.radial.x, 0.0), radius, nr),
                            BL_PART_EDGE,
                            index};
    return n;
}

bl_surface_nearest bl_cylinder_nearest(const bl_convex* core, belay_vec3 x)
{
    belay_vec3 half = core->half;
    half_plane h = half_plane_of(x);
    double beside = h.r - half.x, above = fabs(x.z) - half.z;
    double sign = x.z < 0.0 ? -1.0 : 1.0;
    if (beside > 0.0 && above > 0.0) return make_rim(h, x, half.x, sign * half.z, sign < 0.0 ? 1 : 2);
    if (above >= beside) return make_cap(x, sign * half.z, sign);
    bl_surface_nearest n = {v3(half.x * h.radial.x, half.x * h.radial.y, x.z),         h.radial,     beside,
                            bl_side_make(v3(0.0, 0.0, 1.0), INFINITY, half.x, half.x), BL_PART_EDGE, 0};
    return n;
}

// The side of the profile runs from the rim (radius, -half) to the apex (0, half).
typedef struct cone_profile {
    double radius, half, slant; // slant: the length of that side
    double nr, nz;              // its outward normal
} cone_profile;

static bl_surface_nearest make_cone_side(const cone_profile* c, half_plane h, double along, double distance)
{
    double r = c->radius * (1.0 - along / c->slant), z = 2.0 * c->half * along / c->slant - c->half;
    belay_vec3 normal = v3(c->nr * h.radial.x, c->nr * h.radial.y, c->nz);
    belay_vec3 generator = v3(-c->nz * h.radial.x, -c->nz * h.radial.y, c->nr);
    bl_surface_nearest n = {v3(r * h.radial.x, r * h.radial.y, z),
                            normal,
                            distance,
                            bl_side_make(generator, INFINITY, r / c->nr, r / c->nr),
                            BL_PART_EDGE,
                            0};
    return n;
}

static bl_surface_nearest make_apex(const cone_profile* c, belay_vec3 x)
{
    belay_vec3 apex = v3(0.0, 0.0, c->half), d = v3_sub(x, apex);
    bl_surface_nearest n = {
        apex, v3_normalize_or(d, v3(0.0, 0.0, 1.0)), v3_length(d), bl_side_ball(0.0), BL_PART_CORNER, 0};
    return n;
}

bl_surface_nearest bl_cone_nearest(const bl_convex* core, belay_vec3 x)
{
    belay_vec3 half = core->half;
    double slant = sqrt(half.x * half.x + 4.0 * half.z * half.z);
    cone_profile c = {half.x, half.z, slant, 2.0 * half.z / slant, half.x / slant};
    half_plane h = half_plane_of(x);
    double below = -half.z - x.z;
    double dr = h.r - half.x, dz = x.z + half.z; // from the rim
    double beside = c.nr * dr + c.nz * dz, along = -c.nz * dr + c.nr * dz;
    if (beside <= 0.0 && below <= 0.0)
        return below >= beside ? make_cap(x, -half.z, -1.0) : make_cone_side(&c, h, along, beside);
    if (below > 0.0 && dr <= 0.0) return make_cap(x, -half.z, -1.0);
    if (along <= 0.0) return make_rim(h, x, half.x, -half.z, 1);
    if (along >= slant) return make_apex(&c, x);
    return make_cone_side(&c, h, along, beside);
}
