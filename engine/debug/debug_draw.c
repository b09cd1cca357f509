// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/debug_draw.h"

#include "core/alloc.h"
#include "debug/debug_pen.h"
#include "store/checks.h"
#include "store/joints.h"
#include "store/public_contacts.h"
#include "store/rods.h"

#include <stdio.h>

belay_debug_draw belay_debug_draw_default(void)
{
    belay_debug_draw draw = {.flags = BELAY_DRAW_SHAPES, .normal_length = 0.1, .force_scale = 0.01, .plane_size = 10.0};
    return draw;
}

// ---------------------------------------------------------------------------------------------------------------------
// Bodies
// ---------------------------------------------------------------------------------------------------------------------

// The island of a body in the last step; UINT32_MAX: it was in none, or things have come and gone since.
static uint32_t island_of(const belay_world* world, uint32_t index)
{
    const bl_islands* islands = &world->scratch.solve.islands;
    const bl_body* body = &bl_bodies(world)[index];
    if (world->clock.step_count == 0 || world->changes != world->changes_seen || islands->parent == NULL ||
        body->type != BELAY_BODY_DYNAMIC || (body->flags & BL_BODY_ASLEEP) != 0)
        return UINT32_MAX;
    uint32_t root = index;
    while (islands->parent[root] != root)
        root = islands->parent[root];
    return islands->number[root];
}

// Neighbouring numbers look unlike each other.
static uint32_t color_of_island(uint32_t number)
{
    return (number + 1) * 0x9e3779b1u >> 8 | 0x404040u;
}

static uint32_t color_of(const bl_debug_pen* pen, const bl_collider* c, uint32_t index)
{
    const bl_body* body = &bl_bodies(pen->world)[index];
    if ((c->flags & BL_COLLIDER_SENSOR) != 0) return BELAY_DRAW_COLOR_SENSOR;
    if (body->type == BELAY_BODY_STATIC) return BELAY_DRAW_COLOR_STATIC;
    if (body->type == BELAY_BODY_KINEMATIC) return BELAY_DRAW_COLOR_KINEMATIC;
    if (bl_debug_wants(pen, BELAY_DRAW_SLEEPING) && (body->flags & BL_BODY_ASLEEP) != 0)
        return BELAY_DRAW_COLOR_SLEEPING;
    uint32_t island = bl_debug_wants(pen, BELAY_DRAW_ISLANDS) ? island_of(pen->world, index) : UINT32_MAX;
    return island != UINT32_MAX ? color_of_island(island) : BELAY_DRAW_COLOR_DYNAMIC;
}

static uint32_t body_of(const belay_world* world, const bl_collider* c)
{
    return bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(c->body));
}

static void draw_shapes(bl_debug_pen* pen)
{
    for (uint32_t i = 0; i < bl_collider_count(pen->world); i++) {
        const bl_collider* c = &bl_colliders(pen->world)[i];
        uint32_t index = body_of(pen->world, c);
        pen->color = color_of(pen, c, index);
        bl_debug_shape(pen, c, bl_body_states(pen->world)[index].pose);
    }
}

static void draw_bounds(bl_debug_pen* pen)
{
    pen->color = BELAY_DRAW_COLOR_BOUNDS;
    for (uint32_t i = 0; i < bl_collider_count(pen->world); i++) {
        const bl_collider* c = &bl_colliders(pen->world)[i];
        if (bl_collider_family(c) == BL_FAMILY_PLANE) continue;
        belay_vec3 lower, upper;
        belay_pose body = bl_body_states(pen->world)[body_of(pen->world, c)].pose;
        bl_collider_bounds(&pen->world->colliders, c, pose_compose(body, c->pose), &lower, &upper);
        belay_pose middle = {v3_scale(0.5, v3_add(lower, upper)), belay_quat_identity()};
        bl_debug_box(pen, middle, v3_scale(0.5, v3_sub(upper, lower)));
    }
}

static belay_vec3 center_of(const belay_world* world, uint32_t index)
{
    return pose_apply(bl_body_states(world)[index].pose, bl_bodies(world)[index].mass.center_of_mass);
}

static void draw_islands(bl_debug_pen* pen)
{
    for (uint32_t i = 0; i < bl_body_count(pen->world); i++) {
        uint32_t island = island_of(pen->world, i);
        char text[16];
        if (island == UINT32_MAX) continue;
        pen->color = color_of_island(island);
        snprintf(text, sizeof text, "%u", (unsigned)island);
        bl_debug_text(pen, center_of(pen->world, i), text);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Contacts, joints, rods
// ---------------------------------------------------------------------------------------------------------------------

static void draw_contacts(bl_debug_pen* pen)
{
    const belay_contact* contacts = pen->world->published.contacts;
    pen->color = BELAY_DRAW_COLOR_CONTACT;
    for (ptrdiff_t i = 0; i < arrlen(contacts); i++) {
        bl_debug_point(pen, contacts[i].point);
        bl_debug_segment(pen, contacts[i].point,
                         v3_add_scaled(contacts[i].point, pen->draw->normal_length, contacts[i].normal));
    }
}

// The place of a frame of a joint; of the world where there is no body.
static belay_pose frame_in_world(const belay_world* world, uint64_t body, belay_pose frame)
{
    uint32_t index = bl_joint_body_index(&world->entities, body);
    return index < bl_body_count(world) ? pose_compose(bl_body_states(world)[index].pose, frame) : frame;
}

// The rope of a pulley, from body to body over its two wheels.
static void draw_rope(bl_debug_pen* pen, const bl_joint_data* data, belay_vec3 end_a, belay_vec3 end_b)
{
    const belay_vec3 places[4] = {end_a, data->ground_a, data->ground_b, end_b};
    for (int i = 0; i < 3; i++)
        bl_debug_segment(pen, places[i], places[i + 1]);
    bl_debug_point(pen, data->ground_a);
    bl_debug_point(pen, data->ground_b);
}

static void draw_joint(bl_debug_pen* pen, const bl_joint* joint)
{
    const uint64_t bodies[2] = {joint->body_a, joint->body_b};
    const belay_pose frames[2] = {joint->data.frame_a, joint->data.frame_b};
    belay_pose a = frame_in_world(pen->world, bodies[0], frames[0]);
    for (int i = 0; i < 2; i++) {
        belay_pose frame = frame_in_world(pen->world, bodies[i], frames[i]);
        uint32_t index = bl_joint_body_index(&pen->world->entities, bodies[i]);
        if (index < bl_body_count(pen->world)) bl_debug_segment(pen, center_of(pen->world, index), frame.position);
        bl_debug_point(pen, frame.position);
    }
    if (joint->data.type == BELAY_JOINT_PULLEY) {
        draw_rope(pen, &joint->data, a.position, frame_in_world(pen->world, bodies[1], frames[1]).position);
    } else {
        belay_vec3 axis = q_rotate(a.rotation, v3(pen->draw->normal_length, 0.0, 0.0));
        bl_debug_segment(pen, a.position, v3_add(a.position, axis));
    }
    bl_debug_text(pen, a.position, belay_joint_type_name((belay_joint_type)joint->data.type));
}

static void draw_joints(bl_debug_pen* pen)
{
    pen->color = BELAY_DRAW_COLOR_JOINT;
    for (uint32_t i = 0; i < bl_joint_count(pen->world); i++)
        draw_joint(pen, &bl_joints(pen->world)[i]);
}

static void draw_force(const bl_debug_pen* pen, belay_vec3 at, belay_vec3 force)
{
    if (v3_length_squared(force) > 0.0) bl_debug_segment(pen, at, v3_add_scaled(at, pen->draw->force_scale, force));
}

static void draw_forces(bl_debug_pen* pen)
{
    const belay_contact* contacts = pen->world->published.contacts;
    double h = pen->world->clock.last_h, rate = h > 0.0 ? 1.0 / h : 0.0; // the step that gave the impulses
    pen->color = BELAY_DRAW_COLOR_FORCE;
    for (ptrdiff_t i = 0; i < arrlen(contacts); i++) {
        const belay_contact* c = &contacts[i];
        belay_vec3 impulse = v3_scale(c->impulse[0], c->normal);
        impulse = v3_add_scaled(v3_add_scaled(impulse, c->impulse[1], c->tangent1), c->impulse[2], c->tangent2);
        draw_force(pen, c->point, v3_scale(rate, impulse));
    }
    for (uint32_t i = 0; i < bl_joint_count(pen->world); i++) {
        const bl_joint* joint = &bl_joints(pen->world)[i];
        draw_force(pen, frame_in_world(pen->world, joint->body_a, joint->data.frame_a).position, joint->force);
    }
}

static void draw_rods(bl_debug_pen* pen)
{
    for (uint32_t i = 0; i < bl_rod_count(pen->world); i++) {
        bl_rod_record* record = &bl_rods(pen->world)[i];
        bool is_asleep = !bl_rod_is_awake(record) && bl_debug_wants(pen, BELAY_DRAW_SLEEPING);
        pen->color = is_asleep ? BELAY_DRAW_COLOR_SLEEPING : BELAY_DRAW_COLOR_ROD;
        bl_rod rod = bl_rod_at_rest(pen->world, record);
        const belay_vec3* nodes = pen->world->scratch.rods.points; // room for all rods, from their making on
        bl_rod_record_ops(record)->nodes(&rod, pen->world->scratch.rods.points);
        for (uint32_t k = 0; k < bl_rod_node_count(record); k++) {
            bl_debug_point(pen, nodes[k]);
            if (k > 0) bl_debug_segment(pen, nodes[k - 1], nodes[k]);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// All of it
// ---------------------------------------------------------------------------------------------------------------------

static belay_result check_draw(const belay_debug_draw* draw, belay_error* error)
{
    if (draw == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "draw is null; it must be given");
    if ((draw->flags & ~(uint32_t)BELAY_DRAW_EVERYTHING) != 0)
        return belay_error_set(error, BELAY_ERROR_VALUE, "flags is %u; it must have no bits but those of %u",
                               (unsigned)draw->flags, (unsigned)BELAY_DRAW_EVERYTHING);
    BL_TRY(bl_check_range(error, "normal_length", draw->normal_length, 0.0, HUGE_VAL));
    BL_TRY(bl_check_range(error, "force_scale", draw->force_scale, 0.0, HUGE_VAL));
    BL_TRY(bl_check_positive(error, "plane_size", draw->plane_size));
    return bl_check_vec3_within(error, "plane_middle", draw->plane_middle, BELAY_MAX_POSITION);
}

belay_result belay_world_debug_draw(const belay_world* world, const belay_debug_draw* draw)
{
    typedef void draw_fn(bl_debug_pen * pen);
    static const struct {
        uint32_t flag;
        draw_fn* draw;
    } parts[] = {{BELAY_DRAW_SHAPES, draw_shapes}, {BELAY_DRAW_CONTACTS, draw_contacts},
                 {BELAY_DRAW_FORCES, draw_forces}, {BELAY_DRAW_JOINTS, draw_joints},
                 {BELAY_DRAW_BOUNDS, draw_bounds}, {BELAY_DRAW_ISLANDS, draw_islands},
                 {BELAY_DRAW_RODS, draw_rods}};
    BL_TRY(bl_check_owner(world));
    belay_error error;
    if (check_draw(draw, &error) != BELAY_OK) return bl_fail_in((belay_world*)world, "belay_world_debug_draw", &error);
    bl_debug_pen pen = {draw, (belay_world*)world, 0};
    if ((draw->flags & (BELAY_DRAW_CONTACTS | BELAY_DRAW_FORCES)) != 0)
        BL_TRY(bl_public_contacts_make(world, "belay_world_debug_draw"));
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (bl_debug_wants(&pen, parts[i].flag)) parts[i].draw(&pen);
    return BELAY_OK;
}
