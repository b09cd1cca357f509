// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/hull/mass.h"

#include "belay/quat.h"
#include "geometry/hull/moments.h"

static belay_mat33 outer(belay_vec3 a)
{
    return m3_rows(v3_scale(a.x, a), v3_scale(a.y, a), v3_scale(a.z, a));
}

// What x x^T says of the inertia: I = tr(S) 1 - S.
static belay_mat33 inertia_of(belay_mat33 second)
{
    return m3_sub(m3_scale(m3_trace(second), m3_identity()), second);
}

// With s = a + b + c and d = a . b x c the integrals are d / 6, d / 24 s and d / 120 (s s^T + a a^T + b b^T + c c^T).
void bl_moments_add(bl_moments* m, belay_vec3 a, belay_vec3 b, belay_vec3 c)
{
    double d = v3_dot(a, v3_cross(b, c));
    belay_vec3 s = v3_add(a, v3_add(b, c));
    belay_mat33 squares = m3_add(m3_add(outer(s), outer(a)), m3_add(outer(b), outer(c)));
    m->volume += d / 6.0;
    m->first = v3_add_scaled(m->first, d / 24.0, s);
    m->second = m3_add(m->second, m3_scale(d / 120.0, squares));
}

belay_mass bl_moments_mass(const bl_moments* m, belay_vec3 origin)
{
    belay_vec3 center = v3_scale(1.0 / m->volume, m->first);
    belay_mat33 second = m3_sub(m->second, m3_scale(m->volume, outer(center)));
    return (belay_mass){m->volume, v3_add(origin, center), inertia_of(second)};
}

// The mean of the vertices is inside, so that no tetrahedron counts negative, and near the centre of mass, so that
// little cancels when the moments are taken there.
static belay_vec3 inner_point(const bl_hull* hull)
{
    const belay_vec3* v = bl_hull_vertices(hull);
    belay_vec3 sum = v3_zero();
    for (uint32_t i = 1; i < hull->vertex_count; i++)
        sum = v3_add(sum, v3_sub(v[i], v[0]));
    return v3_add_scaled(v[0], 1.0 / hull->vertex_count, sum);
}

belay_mass bl_hull_solid_mass(const bl_hull* hull)
{
    const belay_vec3* v = bl_hull_vertices(hull);
    belay_vec3 origin = inner_point(hull);
    bl_moments m = {0.0, v3_zero(), m3_zero()};
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const bl_hull_face* face = &bl_hull_faces(hull)[f];
        const bl_hull_edge* e = &bl_hull_edges(hull)[face->edge];
        belay_vec3 corner = v3_sub(v[e[0].origin], origin);
        for (uint32_t i = 1; i + 1 < face->edge_count; i++)
            bl_moments_add(&m, corner, v3_sub(v[e[i].origin], origin), v3_sub(v[e[i + 1].origin], origin));
    }
    return bl_moments_mass(&m, origin);
}

// About the common centre of mass, both parts together weigh like the reduced mass at their distance.
belay_mass belay_mass_add(belay_mass a, belay_mass b)
{
    double total = a.mass + b.mass, share = total > 0.0 ? b.mass / total : 0.0;
    belay_vec3 displacement = v3_sub(b.center_of_mass, a.center_of_mass);
    belay_mat33 between = inertia_of(m3_scale(share * a.mass, outer(displacement)));
    belay_mass r = {total, v3_add_scaled(a.center_of_mass, share, displacement),
                    m3_add(m3_add(a.inertia, b.inertia), between)};
    return r;
}

belay_mass belay_mass_transform(belay_mass mass, belay_pose pose)
{
    belay_mat33 turn = q_to_m3(pose.rotation);
    belay_mat33 inertia = m3_mul(m3_mul(turn, mass.inertia), m3_transpose(turn));
    belay_mass r = {mass.mass, pose_apply(pose, mass.center_of_mass),
                    m3_scale(0.5, m3_add(inertia, m3_transpose(inertia)))};
    return r;
}
