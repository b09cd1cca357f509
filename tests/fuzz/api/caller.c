// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "fuzz/api/caller.h"

#include "belay/quat.h"

#include <string.h>

double any_number(caller* c, double size)
{
    return fuzz_happens(c->f, c->nonsense) ? fuzz_odd_number(c->f) : fuzz_between(c->f, -size, size);
}

double any_amount(caller* c, double size)
{
    return fuzz_happens(c->f, c->nonsense) ? fuzz_odd_number(c->f) : fuzz_between(c->f, 0.1 * size, size);
}

belay_vec3 any_vector(caller* c, double size)
{
    double x = any_number(c, size), y = any_number(c, size);
    return v3(x, y, any_number(c, size));
}

belay_pose any_pose(caller* c)
{
    belay_pose p = {any_vector(c, 1.0), {1.0, 0.0, 0.0, 0.0}};
    p.rotation = q_exp(v3(fuzz_between(c->f, -1.0, 1.0), fuzz_between(c->f, -1.0, 1.0), 0.3));
    if (fuzz_happens(c->f, c->nonsense)) p.rotation.y = fuzz_odd_number(c->f);
    return p;
}

int any_whole(caller* c, int count)
{
    return fuzz_happens(c->f, c->nonsense) ? (int)(int32_t)(uint32_t)fuzz_odd_whole(c->f)
                                           : (int)fuzz_below(c->f, (uint32_t)count);
}

bool any_flag(caller* c)
{
    return fuzz_happens(c->f, 0.5);
}

void* any_or_null(caller* c, void* pointer)
{
    return fuzz_happens(c->f, 0.3 * c->nonsense) ? NULL : pointer;
}

uint64_t any_handle(caller* c)
{
    if (c->handle_count == 0 || fuzz_happens(c->f, 0.05)) return fuzz_odd_whole(c->f);
    uint64_t id = c->handles[fuzz_below(c->f, (uint32_t)c->handle_count)];
    if (fuzz_happens(c->f, 0.02)) id ^= (uint64_t)1 << fuzz_below(c->f, 64);
    return id;
}

void caller_keep(caller* c, uint64_t id)
{
    if (id == 0) return;
    int at = c->handle_count < CALLER_HANDLES ? c->handle_count++ : (int)fuzz_below(c->f, CALLER_HANDLES);
    c->handles[at] = id;
}

// A handle of something that is there and has that component, when there is one among some tries.
static uint64_t handle_of(caller* c, int kind)
{
    for (int i = 0; i < 12; i++) {
        uint64_t id = any_handle(c);
        belay_body_type type;
        belay_shape_type shape;
        belay_joint_def def;
        belay_rod_info info;
        bool fits = kind == 0   ? belay_body_get_type(c->world, (belay_body_id){id}, &type) == BELAY_OK
                    : kind == 1 ? belay_collider_get_type(c->world, (belay_collider_id){id}, &shape) == BELAY_OK
                    : kind == 2 ? belay_joint_get_def(c->world, (belay_joint_id){id}, &def) == BELAY_OK
                                : belay_rod_get_info(c->world, (belay_rod_id){id}, &info) == BELAY_OK;
        if (fits || fuzz_happens(c->f, 0.03)) return id;
    }
    return any_handle(c);
}

belay_body_id any_body(caller* c)
{
    return (belay_body_id){handle_of(c, 0)};
}

belay_body_id any_body_or_none(caller* c)
{
    return (belay_body_id){any_flag(c) ? 0 : handle_of(c, 0)};
}

belay_collider_id any_collider(caller* c)
{
    return (belay_collider_id){handle_of(c, 1)};
}

belay_joint_id any_joint(caller* c)
{
    return (belay_joint_id){handle_of(c, 2)};
}

belay_rod_id any_rod(caller* c)
{
    return (belay_rod_id){handle_of(c, 3)};
}

belay_material any_material(caller* c)
{
    double friction = any_amount(c, 1.0);
    return (belay_material){friction, any_amount(c, 0.9)};
}

belay_filter any_filter(caller* c)
{
    return (belay_filter){1u << fuzz_below(c->f, 3), any_flag(c) ? UINT32_MAX : fuzz_below(c->f, 8),
                          (int32_t)fuzz_below(c->f, 3) - 1};
}

belay_shape any_shape(caller* c, belay_vec3 points[16], int32_t indices[24], double heights[16])
{
    belay_shape s;
    memset(&s, 0, sizeof s);
    s.type = (belay_shape_type)any_whole(c, BELAY_SHAPE_TYPE_COUNT);
    for (int i = 0; i < 16; i++) {
        points[i] = any_vector(c, 1.0);
        heights[i] = any_number(c, 0.3);
    }
    for (int i = 0; i < 24; i++)
        indices[i] = any_whole(c, 16);
    int count = (int)fuzz_below(c->f, 17);
    if (fuzz_happens(c->f, 0.1 * c->nonsense)) count = -count;
    switch (s.type) {
    case BELAY_SHAPE_SPHERE:
        s.sphere = (belay_sphere){any_vector(c, 0.1), any_amount(c, 0.5)};
        break;
    case BELAY_SHAPE_PLANE:
        s.plane = (belay_plane){any_vector(c, 1.0), any_number(c, 1.0)};
        break;
    case BELAY_SHAPE_TUBE:
        s.tube = (belay_tube){any_or_null(c, points), count, any_flag(c), any_amount(c, 0.02)};
        break;
    case BELAY_SHAPE_CAPSULE:
        s.capsule = (belay_capsule){any_amount(c, 0.4), any_amount(c, 0.2)};
        break;
    case BELAY_SHAPE_BOX:
        s.box = (belay_box){v3(any_amount(c, 0.5), any_amount(c, 0.5), any_amount(c, 0.5))};
        break;
    case BELAY_SHAPE_CYLINDER:
        s.cylinder = (belay_cylinder){any_amount(c, 0.4), any_amount(c, 0.2)};
        break;
    case BELAY_SHAPE_CONE:
        s.cone = (belay_cone){any_amount(c, 0.4), any_amount(c, 0.2)};
        break;
    case BELAY_SHAPE_ELLIPSOID:
        s.ellipsoid = (belay_ellipsoid){v3(any_amount(c, 0.5), any_amount(c, 0.5), any_amount(c, 0.5))};
        break;
    case BELAY_SHAPE_HULL:
        s.hull = (belay_hull){any_or_null(c, points), count};
        break;
    case BELAY_SHAPE_MESH:
        s.mesh = (belay_mesh){any_or_null(c, points), 16, any_or_null(c, indices), count / 2};
        break;
    case BELAY_SHAPE_HEIGHT_FIELD:
        s.height_field =
            (belay_height_field){any_or_null(c, heights), 4, count / 4, any_amount(c, 1.0), any_amount(c, 1.0)};
        break;
    default:
        break;
    }
    return s;
}

belay_joint_axis any_axis(caller* c)
{
    belay_joint_axis a = {.limit = {any_flag(c), any_number(c, 1.0) - 1.0, any_number(c, 1.0) + 1.0,
                                    any_flag(c) ? 0.0 : any_amount(c, 100.0), any_amount(c, 1.0)},
                          .motor = {fuzz_happens(c->f, 0.3), any_number(c, 2.0), any_amount(c, 10.0)},
                          .spring = {fuzz_happens(c->f, 0.3), any_number(c, 0.5), any_amount(c, 100.0),
                                     any_amount(c, 1.0), any_amount(c, 100.0)}};
    return a;
}

belay_mass any_mass(caller* c)
{
    belay_mass m = {any_amount(c, 2.0), any_vector(c, 0.1),
                    m3_diagonal(v3(any_amount(c, 0.1), any_amount(c, 0.1), any_amount(c, 0.1)))};
    m.inertia.m[1] = m.inertia.m[3] = any_number(c, 0.001);
    return m;
}
