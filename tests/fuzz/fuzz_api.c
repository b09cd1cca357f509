// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The engine's interface: any call, with good and bad arguments, between calls, with a query open, inside a system, and
// with an allocator that now and then has nothing. A call that is refused says why and changes nothing; after one that
// is not, the world is whole and without a number that is none.

#include "fuzz/fuzz_world.h"

#include "belay/command.h"
#include "belay/local_model.h"
#include "belay/problem.h"
#include "belay/quat.h"
#include "belay/query.h"
#include "belay/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HANDLES 256
#define CALLS 400

typedef struct caller {
    fuzz* f;
    belay_world* world;
    belay_component_id component;
    uint64_t handles[HANDLES]; // ever given out, by anything
    int handle_count;
    double nonsense;   // share of arguments that are odd
    double no_memory;  // share of allocations that fail
    bool is_in_system; // the calls to come are made inside one
    bool is_wild;      // something was accepted that a step may make anything of
    long errors_told;  // to the logger
    belay_query query;
    belay_view view;
    unsigned char* snapshot;
    size_t snapshot_size;
} caller;

// ---------------------------------------------------------------------------------------------------------------------
// Arguments
// ---------------------------------------------------------------------------------------------------------------------

static double number(caller* c, double size)
{
    return fuzz_happens(c->f, c->nonsense) ? fuzz_odd_number(c->f) : fuzz_between(c->f, -size, size);
}

static double amount(caller* c, double size)
{
    return fuzz_happens(c->f, c->nonsense) ? fuzz_odd_number(c->f) : fuzz_between(c->f, 0.1 * size, size);
}

static belay_vec3 vector(caller* c, double size)
{
    double x = number(c, size), y = number(c, size);
    return v3(x, y, number(c, size));
}

static belay_pose pose(caller* c)
{
    belay_pose p = {vector(c, 1.0), {1.0, 0.0, 0.0, 0.0}};
    p.rotation = q_exp(v3(fuzz_between(c->f, -1.0, 1.0), fuzz_between(c->f, -1.0, 1.0), 0.3));
    if (fuzz_happens(c->f, c->nonsense)) p.rotation.y = fuzz_odd_number(c->f);
    return p;
}

static int whole(caller* c, int count)
{
    return fuzz_happens(c->f, c->nonsense) ? (int)(int32_t)(uint32_t)fuzz_odd_whole(c->f)
                                           : (int)fuzz_below(c->f, (uint32_t)count);
}

static bool flag(caller* c)
{
    return fuzz_happens(c->f, 0.5);
}

static void* or_null(caller* c, void* pointer)
{
    return fuzz_happens(c->f, 0.3 * c->nonsense) ? NULL : pointer;
}

static uint64_t handle(caller* c)
{
    if (c->handle_count == 0 || fuzz_happens(c->f, 0.05)) return fuzz_odd_whole(c->f);
    uint64_t id = c->handles[fuzz_below(c->f, (uint32_t)c->handle_count)];
    if (fuzz_happens(c->f, 0.02)) id ^= (uint64_t)1 << fuzz_below(c->f, 64);
    return id;
}

static void keep(caller* c, uint64_t id)
{
    if (id == 0) return;
    int at = c->handle_count < HANDLES ? c->handle_count++ : (int)fuzz_below(c->f, HANDLES);
    c->handles[at] = id;
}

// A handle of something that is there and has that component, when there is one among some tries.
static uint64_t handle_of(caller* c, int kind)
{
    for (int i = 0; i < 12; i++) {
        uint64_t id = handle(c);
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
    return handle(c);
}

static belay_body_id body(caller* c)
{
    return (belay_body_id){handle_of(c, 0)};
}

static belay_body_id body_or_none(caller* c)
{
    return (belay_body_id){flag(c) ? 0 : handle_of(c, 0)};
}

static belay_collider_id collider(caller* c)
{
    return (belay_collider_id){handle_of(c, 1)};
}

static belay_joint_id joint(caller* c)
{
    return (belay_joint_id){handle_of(c, 2)};
}

static belay_rod_id rod(caller* c)
{
    return (belay_rod_id){handle_of(c, 3)};
}

static belay_material material(caller* c)
{
    double friction = amount(c, 1.0);
    return (belay_material){friction, amount(c, 0.9)};
}

static belay_filter filter(caller* c)
{
    return (belay_filter){1u << fuzz_below(c->f, 3), flag(c) ? UINT32_MAX : fuzz_below(c->f, 8),
                          (int32_t)fuzz_below(c->f, 3) - 1};
}

static belay_shape shape(caller* c, belay_vec3 points[16], int32_t indices[24], double heights[16])
{
    belay_shape s;
    memset(&s, 0, sizeof s);
    s.type = (belay_shape_type)whole(c, BELAY_SHAPE_TYPE_COUNT);
    for (int i = 0; i < 16; i++) {
        points[i] = vector(c, 1.0);
        heights[i] = number(c, 0.3);
    }
    for (int i = 0; i < 24; i++)
        indices[i] = whole(c, 16);
    int count = (int)fuzz_below(c->f, 17);
    if (fuzz_happens(c->f, 0.1 * c->nonsense)) count = -count;
    switch (s.type) {
    case BELAY_SHAPE_SPHERE:
        s.sphere = (belay_sphere){vector(c, 0.1), amount(c, 0.5)};
        break;
    case BELAY_SHAPE_PLANE:
        s.plane = (belay_plane){vector(c, 1.0), number(c, 1.0)};
        break;
    case BELAY_SHAPE_TUBE:
        s.tube = (belay_tube){or_null(c, points), count, flag(c), amount(c, 0.02)};
        break;
    case BELAY_SHAPE_CAPSULE:
        s.capsule = (belay_capsule){amount(c, 0.4), amount(c, 0.2)};
        break;
    case BELAY_SHAPE_BOX:
        s.box = (belay_box){v3(amount(c, 0.5), amount(c, 0.5), amount(c, 0.5))};
        break;
    case BELAY_SHAPE_CYLINDER:
        s.cylinder = (belay_cylinder){amount(c, 0.4), amount(c, 0.2)};
        break;
    case BELAY_SHAPE_CONE:
        s.cone = (belay_cone){amount(c, 0.4), amount(c, 0.2)};
        break;
    case BELAY_SHAPE_ELLIPSOID:
        s.ellipsoid = (belay_ellipsoid){v3(amount(c, 0.5), amount(c, 0.5), amount(c, 0.5))};
        break;
    case BELAY_SHAPE_HULL:
        s.hull = (belay_hull){or_null(c, points), count};
        break;
    case BELAY_SHAPE_MESH:
        s.mesh = (belay_mesh){or_null(c, points), 16, or_null(c, indices), count / 2};
        break;
    case BELAY_SHAPE_HEIGHT_FIELD:
        s.height_field = (belay_height_field){or_null(c, heights), 4, count / 4, amount(c, 1.0), amount(c, 1.0)};
        break;
    default:
        break;
    }
    return s;
}

static belay_joint_axis axis(caller* c)
{
    belay_joint_axis a = {
        .limit = {flag(c), number(c, 1.0) - 1.0, number(c, 1.0) + 1.0, flag(c) ? 0.0 : amount(c, 100.0),
                  amount(c, 1.0)},
        .motor = {fuzz_happens(c->f, 0.3), number(c, 2.0), amount(c, 10.0)},
        .spring = {fuzz_happens(c->f, 0.3), number(c, 0.5), amount(c, 100.0), amount(c, 1.0), amount(c, 100.0)}};
    return a;
}

static belay_mass mass(caller* c)
{
    belay_mass m = {amount(c, 2.0), vector(c, 0.1), m3_diagonal(v3(amount(c, 0.1), amount(c, 0.1), amount(c, 0.1)))};
    m.inertia.m[1] = m.inertia.m[3] = number(c, 0.001);
    return m;
}

// ---------------------------------------------------------------------------------------------------------------------
// Calls. Each returns what the call did; those without a result OK.
// ---------------------------------------------------------------------------------------------------------------------

typedef belay_result call_fn(caller* c);

static belay_result create_body(caller* c)
{
    belay_body_def def = belay_body_def_default();
    belay_body_id id = {0};
    belay_mass m = mass(c);
    def.type = (belay_body_type)(flag(c) ? (int)BELAY_BODY_DYNAMIC : whole(c, BELAY_BODY_TYPE_COUNT));
    def.pose = pose(c);
    def.linear_velocity = vector(c, 1.0);
    def.angular_velocity = vector(c, 3.0);
    def.mass = m.mass;
    def.inertia = m.inertia;
    def.center_of_mass = m.center_of_mass;
    def.gravity_scale = number(c, 1.0);
    def.is_rotation_locked = fuzz_happens(c->f, 0.2);
    def.is_kept_awake = flag(c);
    def.starts_asleep = fuzz_happens(c->f, 0.2);
    belay_result result = belay_body_create(c->world, fuzz_happens(c->f, 0.02) ? NULL : &def, or_null(c, &id));
    keep(c, id.value);
    return result;
}

static belay_result destroy_body(caller* c)
{
    return belay_body_destroy(c->world, body(c));
}

static belay_result read_body(caller* c)
{
    belay_body_state state;
    belay_body_type type;
    belay_vec3 v;
    belay_mass m;
    bool is_awake;
    belay_collider_id list[3];
    int count;
    belay_body_id b = body(c);
    switch (fuzz_below(c->f, 7)) {
    case 0:
        return belay_body_get_state(c->world, b, or_null(c, &state));
    case 1:
        return belay_body_get_type(c->world, b, or_null(c, &type));
    case 2:
        return belay_body_get_center_of_mass(c->world, b, or_null(c, &v));
    case 3:
        return belay_body_get_angular_momentum(c->world, b, or_null(c, &v));
    case 4:
        return belay_body_get_mass(c->world, b, or_null(c, &m));
    case 5:
        return belay_body_get_is_awake(c->world, b, or_null(c, &is_awake));
    default:
        return belay_body_get_colliders(c->world, b, or_null(c, list), (int)fuzz_below(c->f, 4), or_null(c, &count));
    }
}

static belay_result set_body_pose(caller* c)
{
    return belay_body_set_pose(c->world, body(c), pose(c));
}

static belay_result set_body_velocity(caller* c)
{
    belay_vec3 v = vector(c, 2.0);
    return belay_body_set_velocity(c->world, body(c), v, vector(c, 3.0));
}

static belay_result push_body(caller* c)
{
    belay_vec3 v = vector(c, 20.0), at = vector(c, 1.0);
    belay_body_id b = body(c);
    switch (fuzz_below(c->f, 4)) {
    case 0:
        return belay_body_apply_force(c->world, b, v);
    case 1:
        return belay_body_apply_force_at(c->world, b, v, at);
    case 2:
        return belay_body_apply_torque(c->world, b, v);
    default:
        return belay_body_apply_impulse_at(c->world, b, v, at);
    }
}

static belay_result set_body_mass(caller* c)
{
    belay_mass m = mass(c);
    return flag(c) ? belay_body_set_mass(c->world, body(c), or_null(c, &m))
                   : belay_body_set_mass_from_colliders(c->world, body(c));
}

static belay_result set_body_type(caller* c)
{
    return belay_body_set_type(c->world, body(c), (belay_body_type)whole(c, BELAY_BODY_TYPE_COUNT));
}

static belay_result move_body(caller* c)
{
    return belay_body_move_kinematic(c->world, body(c), pose(c));
}

static belay_result set_body_awake(caller* c)
{
    return belay_body_set_awake(c->world, body(c), flag(c));
}

static belay_result create_collider(caller* c)
{
    belay_vec3 points[16];
    int32_t indices[24];
    double heights[16];
    belay_collider_id id = {0};
    belay_collider_def def = belay_collider_def_default(shape(c, points, indices, heights));
    if (flag(c)) def.pose = pose(c);
    def.material = material(c);
    def.density = amount(c, 1000.0);
    def.filter = filter(c);
    def.is_sensor = fuzz_happens(c->f, 0.2);
    def.has_persist_events = flag(c);
    if (flag(c)) def.surface_velocity = vector(c, 1.0);
    belay_result result = belay_collider_create(c->world, body(c), or_null(c, &def), &id);
    keep(c, id.value);
    return result;
}

static belay_result destroy_collider(caller* c)
{
    return belay_collider_destroy(c->world, collider(c));
}

static belay_result set_collider(caller* c)
{
    belay_collider_id a = collider(c), b = collider(c);
    switch (fuzz_below(c->f, 5)) {
    case 0:
        return belay_collider_set_material(c->world, a, material(c));
    case 1:
        return belay_collider_set_filter(c->world, a, filter(c));
    case 2:
        return belay_collider_set_surface_velocity(c->world, a, vector(c, 1.0));
    case 3:
        return belay_pair_set_material(c->world, a, b, material(c));
    default:
        return belay_pair_clear_material(c->world, a, b);
    }
}

static belay_result read_collider(caller* c)
{
    belay_material m;
    belay_filter fi;
    belay_body_id b;
    belay_shape_type type;
    belay_vec3 lower, upper;
    double distance;
    int count;
    belay_collider_id a = collider(c);
    switch (fuzz_below(c->f, 7)) {
    case 0:
        return belay_collider_get_material(c->world, a, or_null(c, &m));
    case 1:
        return belay_collider_get_filter(c->world, a, or_null(c, &fi));
    case 2:
        return belay_collider_get_body(c->world, a, or_null(c, &b));
    case 3:
        return belay_collider_get_type(c->world, a, or_null(c, &type));
    case 4:
        return belay_collider_get_dropped_triangles(c->world, a, or_null(c, &count));
    case 5:
        return belay_collider_get_bounds(c->world, a, or_null(c, &lower), or_null(c, &upper));
    default:
        return belay_collider_closest_point(c->world, a, vector(c, 1.0), or_null(c, &lower), or_null(c, &distance));
    }
}

static belay_result create_joint(caller* c)
{
    belay_joint_type type = (belay_joint_type)whole(c, BELAY_JOINT_TYPE_COUNT);
    belay_joint_def def = belay_joint_def_default(type);
    belay_joint_id id = {0};
    def.body_a = body(c);
    def.body_b = body_or_none(c);
    if (type == BELAY_JOINT_DRAG) def.body_b.value = 0;
    if (flag(c)) belay_joint_def_at(c->world, type, def.body_a, def.body_b, vector(c, 1.0), vector(c, 1.0), &def);
    if (fuzz_happens(c->f, 0.3)) def.frame_a = pose(c);
    for (int i = 0; i < 6; i++)
        if (fuzz_happens(c->f, 0.3)) def.axis[i] = axis(c);
    def.collides = flag(c);
    if (fuzz_happens(c->f, 0.3)) def.break_force = amount(c, 100.0);
    if (fuzz_happens(c->f, 0.3)) def.cone_angle = amount(c, 2.0);
    if (fuzz_happens(c->f, 0.3)) def.target = vector(c, 1.0);
    if (fuzz_happens(c->f, 0.3)) def.drag_frequency = amount(c, 5.0);
    if (fuzz_happens(c->f, 0.3)) def.drag_max_force = amount(c, 50.0);
    belay_result result = belay_joint_create(c->world, or_null(c, &def), &id);
    keep(c, id.value);
    return result;
}

static belay_result destroy_joint(caller* c)
{
    return belay_joint_destroy(c->world, joint(c));
}

static belay_result set_joint(caller* c)
{
    belay_joint_axis a = axis(c);
    return flag(c) ? belay_joint_set_axis(c->world, joint(c), whole(c, 6), or_null(c, &a))
                   : belay_joint_set_target(c->world, joint(c), vector(c, 1.0));
}

static belay_result read_joint(caller* c)
{
    belay_joint_def def;
    belay_joint_state state;
    return flag(c) ? belay_joint_get_def(c->world, joint(c), or_null(c, &def))
                   : belay_joint_get_state(c->world, joint(c), or_null(c, &state));
}

static belay_result create_rod(caller* c)
{
    belay_vec3 nodes[9];
    double angles[8];
    belay_rod_id id = {0};
    belay_rod_def def = belay_rod_def_default();
    def.model = (belay_rod_model)whole(c, BELAY_ROD_MODEL_COUNT);
    def.element_count = 2 + (int)fuzz_below(c->f, 7);
    if (fuzz_happens(c->f, 0.1 * c->nonsense)) def.element_count = -(int)fuzz_below(c->f, 3);
    belay_vec3 at = vector(c, 1.0);
    for (int i = 0; i < 9; i++)
        nodes[i] = v3_add(at, v3(0.1 * i, number(c, 0.01), number(c, 0.01)));
    for (int i = 0; i < 8; i++)
        angles[i] = number(c, 0.2);
    if (flag(c)) def.nodes = nodes;
    if (fuzz_happens(c->f, 0.2)) def.rest_nodes = nodes;
    if (fuzz_happens(c->f, 0.2)) def.twist = angles;
    if (fuzz_happens(c->f, 0.2)) def.rest_twist = angles;
    def.start = at;
    def.direction = vector(c, 1.0);
    def.length = amount(c, 1.0);
    def.radius = amount(c, 0.01);
    def.young_modulus = amount(c, 1e7);
    def.density = amount(c, 1000.0);
    if (fuzz_happens(c->f, 0.1)) def.line_mass = amount(c, 0.1);
    if (fuzz_happens(c->f, 0.1)) def.bend_stiffness[1] = amount(c, 0.01);
    def.damping_time = flag(c) ? 0.0 : amount(c, 0.01);
    def.material = material(c);
    def.filter = filter(c);
    def.starts_asleep = fuzz_happens(c->f, 0.1);
    belay_result result = belay_rod_create(c->world, or_null(c, &def), &id);
    keep(c, id.value);
    return result;
}

static belay_result destroy_rod(caller* c)
{
    return belay_rod_destroy(c->world, rod(c));
}

static belay_result set_rod(caller* c)
{
    belay_vec3 velocities[40];
    belay_rod_id r = rod(c);
    double s = number(c, 1.0), lowest;
    int count = 0;
    switch (fuzz_below(c->f, 7)) {
    case 0:
        belay_rod_get_nodes(c->world, r, NULL, NULL, 0, &count);
        for (int i = 0; i < 40; i++)
            velocities[i] = vector(c, 1.0);
        return belay_rod_set_velocities(c->world, r, or_null(c, velocities), count < 40 ? count : 40);
    case 1:
        return belay_rod_apply_force(c->world, r, fabs(s), vector(c, 1.0));
    case 2:
        return belay_rod_set_damping(c->world, r, amount(c, 0.01), amount(c, 1.0));
    case 3:
        return belay_rod_set_material(c->world, r, material(c));
    case 4:
        return belay_rod_set_filter(c->world, r, filter(c));
    case 5:
        return belay_rod_set_awake(c->world, r, flag(c));
    default:
        return belay_rod_make_sag_free(c->world, r, or_null(c, &lowest));
    }
}

static belay_result read_rod(caller* c)
{
    belay_vec3 positions[9], velocities[9];
    belay_quat frames[9];
    double tensions[9];
    belay_rod_info info;
    belay_rod_energies energies;
    belay_filter fi;
    belay_rod_attachment_state state;
    bool is_awake;
    int count;
    belay_rod_id r = rod(c);
    switch (fuzz_below(c->f, 9)) {
    case 0:
        return belay_rod_get_info(c->world, r, or_null(c, &info));
    case 1:
        return belay_rod_get_nodes(c->world, r, or_null(c, positions), or_null(c, velocities),
                                   (int)fuzz_below(c->f, 10) - 1, or_null(c, &count));
    case 2:
        return belay_rod_get_frames(c->world, r, or_null(c, frames), (int)fuzz_below(c->f, 10) - 1, or_null(c, &count));
    case 3:
        return belay_rod_get_tensions(c->world, r, or_null(c, tensions), (int)fuzz_below(c->f, 10) - 1,
                                      or_null(c, &count));
    case 4:
        return belay_rod_get_moments(c->world, r, or_null(c, positions), (int)fuzz_below(c->f, 10) - 1,
                                     or_null(c, &count));
    case 5:
        return belay_rod_get_energies(c->world, r, or_null(c, &energies));
    case 6:
        return belay_rod_get_is_awake(c->world, r, or_null(c, &is_awake));
    case 7:
        return belay_rod_get_filter(c->world, r, or_null(c, &fi));
    default:
        return belay_rod_get_attachment(c->world, r, whole(c, BELAY_ROD_MAX_ATTACHMENTS), or_null(c, &state));
    }
}

static belay_result hold_rod(caller* c)
{
    belay_rod_attachment_def def = belay_rod_attachment_def_default();
    belay_rod_id r = rod(c);
    int made;
    belay_rod_attachment_type type = (belay_rod_attachment_type)whole(c, BELAY_ROD_ATTACHMENT_TYPE_COUNT);
    switch (fuzz_below(c->f, 5)) {
    case 0:
        return belay_rod_detach(c->world, r, whole(c, BELAY_ROD_MAX_ATTACHMENTS));
    case 1:
        return belay_rod_move_attachment(c->world, r, whole(c, 3), pose(c));
    case 2:
        return belay_rod_attachment_def_at(c->world, r, type, fabs(number(c, 0.5)), body_or_none(c), or_null(c, &def));
    default:
        belay_rod_attachment_def_at(c->world, r, type, fabs(number(c, 0.5)), body_or_none(c), &def);
        def.type = type;
        def.max_force = amount(c, 20.0);
        def.is_oriented = flag(c);
        def.max_torque = amount(c, 1.0);
        if (fuzz_happens(c->f, 0.1)) def.s = number(c, 1.0);
        if (fuzz_happens(c->f, 0.1)) def.frame = pose(c);
        return belay_rod_attach(c->world, r, or_null(c, &def), or_null(c, &made));
    }
}

static belay_result cut_or_join(caller* c)
{
    belay_rod_id tail = {0};
    int numbers[BELAY_ROD_MAX_ATTACHMENTS];
    if (flag(c))
        return belay_rod_join(c->world, rod(c), whole(c, 2), rod(c), whole(c, 2),
                              (belay_rod_joint)whole(c, BELAY_ROD_JOINT_COUNT), or_null(c, numbers));
    belay_result result = belay_rod_cut(c->world, rod(c), fabs(number(c, 1.0)), or_null(c, &tail));
    keep(c, tail.value);
    return result;
}

static belay_result set_world(caller* c)
{
    belay_solver_settings s = belay_world_get_def(c->world)->solver;
    switch (fuzz_below(c->f, 6)) {
    case 0:
        return belay_world_set_gravity(c->world, vector(c, 10.0));
    case 1:
        return belay_world_set_step_seconds(c->world, amount(c, 0.02));
    case 2:
        return belay_world_set_theta(c->world, 0.5 + fabs(number(c, 0.5)));
    case 3:
        s.tolerance = amount(c, 1e-3);
        s.enable_warm_start = flag(c);
        if (fuzz_happens(c->f, 0.2)) s.max_work = whole(c, 3000);
        if (fuzz_happens(c->f, 0.2)) s.max_iterations = whole(c, 30);
        return belay_world_set_solver(c->world, or_null(c, &s));
    case 4:
        return belay_world_set_restitution_threshold(c->world, amount(c, 1.0));
    default:
        return belay_world_set_sleep(c->world, flag(c));
    }
}

static belay_result entities(caller* c)
{
    belay_entity e = {0};
    void* data;
    unsigned char initial[24] = {1};
    belay_component_id component = fuzz_happens(c->f, 0.9) ? c->component : (belay_component_id){(uint32_t)whole(c, 9)};
    belay_entity some = {handle(c)};
    belay_result result;
    switch (fuzz_below(c->f, 6)) {
    case 0:
        result = belay_entity_create(c->world, or_null(c, &e));
        keep(c, e.value);
        return result;
    case 1:
        return belay_entity_destroy(c->world, some);
    case 2:
        return belay_component_add(c->world, some, component, or_null(c, initial), or_null(c, &data));
    case 3:
        return belay_component_remove(c->world, some, component);
    case 4:
        belay_component_get(c->world, some, component);
        belay_component_get_const(c->world, some, component);
        belay_entity_is_alive(c->world, some);
        return BELAY_OK;
    default:
        return fuzz_world_register(c->world, &component); // the name is taken
    }
}

static belay_result queries(caller* c)
{
    belay_component_id components[3] = {BELAY_COMPONENT_BODY_STATE, c->component, {(uint32_t)whole(c, 8)}};
    if (flag(c)) {
        belay_query_end(&c->query); // at most one is open, or the world would be locked for good
        return belay_query_begin(c->world, or_null(c, components), 1 + fuzz_below(c->f, 3), &c->query);
    }
    if (flag(c))
        belay_query_end(&c->query);
    else
        while (belay_query_next(&c->query))
            keep(c, c->query.entity.value);
    return BELAY_OK;
}

static belay_result look(caller* c)
{
    belay_ray_hit hits[3];
    belay_collider_id list[3];
    bool is_hit;
    int count, capacity = (int)fuzz_below(c->f, 5) - 1;
    belay_query_filter fi = belay_query_filter_default();
    belay_vec3 points[16], a = vector(c, 2.0), b = vector(c, 4.0);
    int32_t indices[24];
    double heights[16];
    belay_shape s = shape(c, points, indices, heights);
    fi.sees_sensors = flag(c);
    fi.ignored.value = flag(c) ? 0 : handle(c);
    belay_query_filter* given = flag(c) ? &fi : NULL;
    if (capacity > 3) capacity = 3;
    switch (fuzz_below(c->f, 5)) {
    case 0:
        return belay_world_cast_ray(c->world, a, b, given, or_null(c, hits), or_null(c, &is_hit));
    case 1:
        return belay_world_cast_ray_all(c->world, a, b, given, or_null(c, hits), capacity, or_null(c, &count));
    case 2:
        return belay_world_cast_shape(c->world, or_null(c, &s), pose(c), b, given, or_null(c, hits),
                                      or_null(c, &is_hit));
    case 3:
        return belay_world_overlap_shape(c->world, or_null(c, &s), pose(c), given, or_null(c, list), capacity,
                                         or_null(c, &count));
    default:
        return belay_world_overlap_box(c->world, a, b, given, or_null(c, list), capacity, or_null(c, &count));
    }
}

static belay_result read_world(caller* c)
{
    int32_t count;
    belay_world_get_contacts(c->world, or_null(c, &count));
    belay_world_get_rod_contacts(c->world, or_null(c, &count));
    belay_world_get_contact_events(c->world, or_null(c, &count));
    belay_world_get_rod_contact_events(c->world, or_null(c, &count));
    belay_world_get_sensor_events(c->world, or_null(c, &count));
    belay_world_get_joint_events(c->world, or_null(c, &count));
    belay_world_get_sleep_events(c->world, or_null(c, &count));
    belay_world_get_stats(c->world);
    belay_world_get_energy(c->world);
    belay_world_get_time(c->world);
    return BELAY_OK;
}

static belay_result ask_step(caller* c)
{
    static belay_local_model model;
    belay_problem* problem = NULL;
    belay_error error = {BELAY_OK, ""};
    belay_result result;
    switch (fuzz_below(c->f, 3)) {
    case 0:
        return belay_world_get_local_model(c->world, body(c), or_null(c, &model));
    case 1:
        if (flag(c)) model.count = whole(c, 16);
        for (int i = 0; i < BELAY_LOCAL_MODEL_CONTACTS; i++)
            if (flag(c)) model.contacts[i].other = handle(c);
        return belay_local_model_wake_rods(c->world, or_null(c, &model));
    default: // its message is its own
        result = belay_world_get_problem(c->world, or_null(c, &problem), &error);
        if (result != BELAY_OK && error.message[0] == '\0')
            fuzz_fail(c->f, "belay_world_get_problem refused without a word");
        if (result == BELAY_OK && !c->is_wild && belay_problem_check(problem, &error) != BELAY_OK)
            fuzz_fail(c->f, "the problem of the last step is none: %.200s", error.message);
        belay_problem_destroy(problem);
        return BELAY_OK;
    }
}

static belay_result queue(caller* c)
{
    belay_vec3 v = vector(c, 10.0), at = vector(c, 1.0);
    belay_body_id b = body(c);
    switch (fuzz_below(c->f, 8)) { // without a message
    case 0:
        belay_body_queue_force(c->world, b, v);
        break;
    case 1:
        belay_body_queue_force_at(c->world, b, v, at);
        break;
    case 2:
        belay_body_queue_torque(c->world, b, v);
        break;
    case 3:
        belay_body_queue_impulse_at(c->world, b, v, at);
        break;
    case 4:
        belay_body_queue_velocity(c->world, b, v, at);
        break;
    case 5:
        belay_body_queue_pose(c->world, b, pose(c));
        break;
    case 6:
        belay_body_queue_move(c->world, b, pose(c));
        break;
    default:
        belay_world_queue_command(c->world, NULL, NULL, 1000);
        break;
    }
    return BELAY_OK;
}

static belay_result views(caller* c)
{
    belay_world_release_view(c->world, &c->view);
    if (flag(c)) return belay_world_publish_view(c->world);
    if (belay_world_acquire_view(c->world, &c->view) == BELAY_OK) belay_view_find(&c->view, body(c));
    return BELAY_OK;
}

static belay_result snapshots(caller* c)
{
    size_t size = 0;
    if (flag(c)) {
        belay_world_snapshot(c->world, NULL, 0, &size);
        unsigned char* bytes = malloc(size);
        belay_result result = belay_world_snapshot(c->world, bytes, size, NULL);
        free(c->snapshot);
        c->snapshot = bytes;
        c->snapshot_size = size;
        return result;
    }
    if (c->snapshot == NULL) return BELAY_OK;
    belay_result result = belay_world_restore(c->world, or_null(c, c->snapshot), c->snapshot_size);
    if (result == BELAY_ERROR_VERSION && belay_world_last_error(c->world) != NULL &&
        strstr(belay_world_last_error(c->world), "too few") == NULL)
        fuzz_fail(c->f, "its own snapshot is refused: %.200s", belay_world_last_error(c->world));
    return result;
}

typedef struct call_kind {
    const char* name;
    call_fn* make;
    bool steps; // memory that is missing leaves a step begun, which is not nothing
} call_kind;

static belay_result step(caller* c);

static const call_kind calls[] = {{"create body", create_body, false},
                                  {"create body", create_body, false},
                                  {"destroy body", destroy_body, false},
                                  {"read body", read_body, false},
                                  {"set body pose", set_body_pose, false},
                                  {"set body velocity", set_body_velocity, false},
                                  {"push body", push_body, false},
                                  {"set body mass", set_body_mass, false},
                                  {"set body type", set_body_type, false},
                                  {"move body", move_body, false},
                                  {"set body awake", set_body_awake, false},
                                  {"create collider", create_collider, false},
                                  {"create collider", create_collider, false},
                                  {"create collider", create_collider, false},
                                  {"destroy collider", destroy_collider, false},
                                  {"set collider", set_collider, false},
                                  {"read collider", read_collider, false},
                                  {"create joint", create_joint, false},
                                  {"destroy joint", destroy_joint, false},
                                  {"set joint", set_joint, false},
                                  {"read joint", read_joint, false},
                                  {"create rod", create_rod, false},
                                  {"destroy rod", destroy_rod, false},
                                  {"set rod", set_rod, false},
                                  {"read rod", read_rod, false},
                                  {"hold rod", hold_rod, false},
                                  {"hold rod", hold_rod, false},
                                  {"cut or join", cut_or_join, false},
                                  {"set world", set_world, false},
                                  {"entities", entities, false},
                                  {"queries", queries, false},
                                  {"look", look, false},
                                  {"read world", read_world, false},
                                  {"ask step", ask_step, false},
                                  {"queue", queue, false},
                                  {"views", views, false},
                                  {"snapshots", snapshots, false},
                                  {"step", step, true}};

// With memory to look.
static bool is_whole(caller* c, fuzz* told, const char* after)
{
    double no_memory = c->no_memory;
    c->no_memory = 0.0;
    bool is_good = fuzz_world_is_whole(told, c->world, after);
    c->no_memory = no_memory;
    return is_good;
}

static void make_call(caller* c, const call_kind* kind)
{
    uint64_t hash = belay_world_hash(c->world);
    bool is_outermost = !c->is_in_system;
    belay_result result = kind->make(c);
    c->f->tried++;
    c->f->taken += result == BELAY_OK;
    if (fuzz_has_failed(c->f)) return;
    if ((unsigned)result > BELAY_ERROR_BUSY || result == BELAY_ERROR_BUSY)
        fuzz_fail(c->f, "%s answers %d", kind->name, (int)result);
    if (result != BELAY_OK && belay_world_last_error(c->world)[0] == '\0')
        fuzz_fail(c->f, "%s is refused without a word", kind->name);
    bool is_begun = kind->steps && result == BELAY_ERROR_MEMORY;
    if (result != BELAY_OK && !is_begun && belay_world_hash(c->world) != hash)
        fuzz_fail(c->f, "%s is refused and changes the world: %.200s", kind->name, belay_world_last_error(c->world));
    if (is_outermost && !c->is_wild) is_whole(c, c->f, kind->name);
}

// Some calls inside a step, of those that may be made there.
static void run_system(belay_world* world, double h, void* context)
{
    caller* c = context;
    (void)h;
    (void)world;
    c->is_in_system = true;
    for (uint32_t n = fuzz_below(c->f, 3); n > 0 && !fuzz_has_failed(c->f); n--)
        make_call(c, &calls[fuzz_below(c->f, (uint32_t)(sizeof calls / sizeof *calls))]);
    c->is_in_system = false;
}

// What a step makes of numbers at the ends of their ranges is not looked at here: a world of which it would be out of
// measure, or that is not whole after one, is made anew.
static belay_result step(caller* c)
{
    belay_advance_report report;
    belay_result result;
    if (!fuzz_world_is_in_measure(c->world)) {
        c->is_wild = true;
        return BELAY_OK;
    }
    if (c->is_in_system || flag(c))
        result = belay_world_step(c->world);
    else
        result = belay_world_advance(c->world, amount(c, 0.03), or_null(c, &report));
    fuzz scratch = *c->f;
    if (!c->is_in_system && !is_whole(c, &scratch, "a step")) c->is_wild = true;
    return result;
}

// ---------------------------------------------------------------------------------------------------------------------
// Runs
// ---------------------------------------------------------------------------------------------------------------------

static void* reallocate(void* context, void* block, size_t old_size, size_t new_size)
{
    caller* c = context;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    if (c->no_memory > 0.0 && fuzz_happens(c->f, c->no_memory)) return NULL;
    return realloc(block, new_size);
}

static void hear(void* context, belay_log_level level, const char* text)
{
    caller* c = context;
    if ((unsigned)level > BELAY_LOG_INFO || text == NULL || text[0] == '\0')
        fuzz_fail(c->f, "the logger hears nothing");
    c->errors_told += level == BELAY_LOG_ERROR;
}

static void open_world(caller* c)
{
    belay_world_def def = fuzz_world_def();
    def.allocator = (belay_allocator){reallocate, c};
    def.logger = (belay_logger){hear, c};
    def.view_readers = 2;
    def.command_capacity = 8;
    c->is_wild = false;
    c->handle_count = 0;
    memset(&c->query, 0, sizeof c->query);
    memset(&c->view, 0, sizeof c->view);
    double no_memory = c->no_memory;
    c->no_memory = 0.0;
    c->world = fuzz_world(c->f, &def);
    c->no_memory = no_memory;
    c->component.value = 6; // the first of a program's own
    for (uint64_t slot = 1; slot < 80; slot++)
        keep(c, (uint64_t)1 << 56 | (uint64_t)1 << 32 | slot);
    belay_system_def systems[] = {{"first", BELAY_PHASE_COMMANDS, run_system, c},
                                  {"last", BELAY_PHASE_EVENTS, run_system, c}};
    for (int i = 0; i < 2; i++)
        belay_system_add(c->world, &systems[i]);
}

static void close_world(caller* c)
{
    belay_query_end(&c->query);
    belay_world_release_view(c->world, &c->view);
    if (belay_world_destroy(c->world) != BELAY_OK)
        fuzz_fail(c->f, "it is not destroyed: %.200s", belay_world_last_error(c->world));
    free(c->snapshot);
    c->snapshot = NULL;
}

void fuzz_api(fuzz* f)
{
    static const double shares[] = {0.0, 0.02, 0.1, 0.3};
    caller c = {.f = f, .nonsense = shares[fuzz_below(f, 4)]};
    c.no_memory = fuzz_happens(f, 0.3) ? 0.02 : 0.0;
    open_world(&c);
    for (int i = 0; i < CALLS && !fuzz_has_failed(f); i++) {
        if (c.is_wild) {
            close_world(&c);
            open_world(&c);
        }
        make_call(&c, &calls[fuzz_below(f, (uint32_t)(sizeof calls / sizeof *calls))]);
    }
    close_world(&c);
}
