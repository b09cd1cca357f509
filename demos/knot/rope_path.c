// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/rope_path.h"

#include "scenes/rod_shapes.h"
#include "scenes/vec.h"

enum { LAST = ROPE_PATH_POINTS - 1 };

static belay_vec3 across(belay_vec3 a, belay_vec3 axis)
{
    return vec_unit(v3_sub(a, v3_scale(v3_dot(a, axis), axis)));
}

static belay_vec3 heading(const rope_path* p, int i)
{
    int a = i > 0 ? i - 1 : 0, b = i < LAST ? i + 1 : LAST;
    return vec_unit(v3_sub(p->points[b], p->points[a]));
}

// The knot's two ends point along x and away from each other best when the line between them lies on x.
static void lay_along_x(rope_path* p)
{
    belay_vec3 a = p->points[0], b = p->points[LAST], x = vec_unit(v3_sub(b, a)), y = across(v3(0.0, 1.0, 0.0), x);
    belay_vec3 z = v3_cross(x, y), middle = v3_scale(0.5, v3_add(a, b));
    for (int i = 0; i <= LAST; i++) {
        belay_vec3 d = v3_sub(p->points[i], middle);
        p->points[i] = v3(v3_dot(d, x), v3_dot(d, y), v3_dot(d, z));
    }
}

void rope_path_init(rope_path* p, double length, double part)
{
    double unit_length = rod_shape_overhand(1.0, p->points, ROPE_PATH_POINTS);
    p->knot = rod_shape_overhand(part * length / unit_length, p->points, ROPE_PATH_POINTS);
    p->in = length;
    lay_along_x(p);
    belay_vec3 d1 = v3(0.0, 0.0, 1.0);
    for (int i = 0; i <= LAST; i++)
        p->d1[i] = d1 = across(d1, heading(p, i));
}

// The rotation whose columns are x, z cross x and z; of its four forms that without a small denominator.
static belay_quat rotation_of(belay_vec3 x, belay_vec3 z)
{
    belay_vec3 y = v3_cross(z, x);
    double trace = x.x + y.y + z.z, t[4] = {trace, x.x, y.y, z.z};
    int k = 0;
    for (int i = 1; i < 4; i++)
        if (t[i] > t[k]) k = i;
    double r = sqrt(k == 0 ? 1.0 + trace : 1.0 - trace + 2.0 * t[k]), s = 0.5 / r;
    switch (k) {
    case 0:
        return (belay_quat){0.5 * r, s * (y.z - z.y), s * (z.x - x.z), s * (x.y - y.x)};
    case 1:
        return (belay_quat){s * (y.z - z.y), 0.5 * r, s * (x.y + y.x), s * (z.x + x.z)};
    case 2:
        return (belay_quat){s * (z.x - x.z), s * (x.y + y.x), 0.5 * r, s * (y.z + z.y)};
    default:
        return (belay_quat){s * (x.y - y.x), s * (z.x + x.z), s * (y.z + z.y), 0.5 * r};
    }
}

belay_pose rope_path_at(const rope_path* p, double u)
{
    double at = (u - p->in) / p->knot * LAST;
    int i = (int)fmin(fmax(floor(at), 0.0), LAST - 1);
    double t = fmin(fmax(at - i, 0.0), 1.0);
    belay_vec3 point = v3_add(v3_scale(1.0 - t, p->points[i]), v3_scale(t, p->points[i + 1]));
    belay_vec3 z = vec_unit(v3_add(v3_scale(1.0 - t, heading(p, i)), v3_scale(t, heading(p, i + 1))));
    double beyond = u < p->in ? u - p->in : fmax(u - p->in - p->knot, 0.0);
    belay_pose pose = {v3_add(point, v3_scale(beyond, z)), rotation_of(across(p->d1[t < 0.5 ? i : i + 1], z), z)};
    return pose;
}
