// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/character.h"

#include "belay/elementary.h"
#include "character/character_push.h"
#include "character/character_tolerances.h"
#include "character/mover.h"
#include "math/pi.h"
#include "store/checks.h"

#include <string.h>

belay_character_def belay_character_def_default(void)
{
    belay_character_def def = {.radius = 0.3,
                               .height = 1.8,
                               .up = {0.0, 0.0, 1.0},
                               .max_slope = 0.25 * BL_PI,
                               .step_height = 0.3,
                               .snap_height = 0.3,
                               .skin = 0.005,
                               .push_force = 200.0,
                               .filter = belay_query_filter_default()};
    return def;
}

belay_character belay_character_at(belay_vec3 position)
{
    belay_character c;
    memset(&c, 0, sizeof c);
    c.position = position;
    c.ground_rotation = belay_quat_identity();
    return c;
}

// ---------------------------------------------------------------------------------------------------------------------
// Checks
// ---------------------------------------------------------------------------------------------------------------------

static belay_result check_def(const belay_character_def* def, belay_error* error)
{
    BL_TRY(bl_check_range(error, "radius", def->radius, 1e-3, 1e3));
    BL_TRY(bl_check_range(error, "height", def->height, 2.0 * def->radius, 1e6));
    BL_TRY(bl_check_vec3(error, "up", def->up));
    if (!(v3_length(def->up) > 1e-30))
        return belay_error_set(error, BELAY_ERROR_VALUE, "up is (%g, %g, %g); it must not be zero", def->up.x,
                               def->up.y, def->up.z);
    BL_TRY(bl_check_angle(error, "max_slope", def->max_slope, 0.0, 1.5));
    BL_TRY(bl_check_range(error, "step_height", def->step_height, 0.0, BL_MOST_DOWN * def->radius));
    BL_TRY(bl_check_range(error, "snap_height", def->snap_height, 0.0, BL_MOST_DOWN * def->radius));
    BL_TRY(bl_check_positive(error, "skin", def->skin));
    BL_TRY(bl_check_range(error, "skin", def->skin, 0.0, 0.25 * def->radius));
    BL_TRY(bl_check_range(error, "push_force", def->push_force, 0.0, BELAY_MAX_FORCE));
    return bl_check_range(error, "weight", def->weight, 0.0, BELAY_MAX_FORCE);
}

static double longest_way(const belay_character_def* def)
{
    return BL_CHARACTER_MOST_RADII * def->radius;
}

static belay_result check_move(const belay_character_def* def, const belay_character* c, belay_vec3 velocity,
                               double seconds, belay_error* error)
{
    if (def == NULL || c == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE, "%s is null; it must be given",
                               def == NULL ? "def" : "character");
    BL_TRY(check_def(def, error));
    BL_TRY(bl_check_vec3_within(error, "character.position", c->position, BELAY_MAX_POSITION));
    BL_TRY(bl_check_vec3_within(error, "velocity", velocity, BELAY_MAX_SPEED));
    BL_TRY(bl_check_positive(error, "seconds", seconds));
    BL_TRY(bl_check_range(error, "seconds", seconds, 0.0, BELAY_MAX_STEP));
    double way = v3_length(velocity) * seconds, most = longest_way(def);
    if (way <= most) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VALUE, "velocity is (%g, %g, %g): a way of %g m; it must be at most %g m",
                           velocity.x, velocity.y, velocity.z, way, most);
}

// ---------------------------------------------------------------------------------------------------------------------
// Ways
// ---------------------------------------------------------------------------------------------------------------------

// A level way along the ground, as long.
static belay_vec3 along_ground(const bl_mover* m, belay_vec3 level)
{
    double up = v3_dot(m->ground_normal, m->up), length = v3_length(level);
    if (!(up > BL_CHARACTER_LEAST_UP) || length == 0.0) return level;
    belay_vec3 way = v3_add_scaled(level, -v3_dot(m->ground_normal, level) / up, m->up);
    return v3_scale(length / v3_length(way), way);
}

// Up by a step, on by what is left of a way, and down on what is there. Where that leads no further all stays.
static void try_step(bl_mover* m, belay_vec3 left)
{
    bl_mover saved = *m;
    belay_vec3 start = m->position, direction = v3_normalize_or(left, v3_zero());
    bl_mover_slide(m, v3_scale(m->def->step_height, m->up));
    double risen = v3_dot(v3_sub(m->position, start), m->up);
    belay_vec3 high = m->position;
    bl_mover_slide(m, left);
    double gain = v3_dot(v3_sub(m->position, high), direction);
    bool is_good = gain > BL_CHARACTER_LEAST_GAIN && bl_mover_settle(m, risen + m->def->skin);
    // The edge of a higher one would be stood on with the round foot, which is lower than the edge.
    if (is_good && bl_mover_is_step(m, &m->ground, start)) {
        m->has_ground = true;
        m->hits_wall = saved.hits_wall && v3_length(left) - gain > BL_CHARACTER_LEAST_GAIN;
        m->hits_ceiling = saved.hits_ceiling;
        return;
    }
    int too_many = m->too_many;
    *m = saved;
    m->too_many = too_many;
}

static void walk(bl_mover* m, belay_vec3 level)
{
    belay_vec3 start = m->position;
    double length = v3_length(level);
    bool hit_before = m->hits_wall;
    m->hits_wall = false;
    if (length > 0.0) bl_mover_slide(m, along_ground(m, level));
    belay_vec3 left = v3_sub(level, bl_mover_level(m, v3_sub(m->position, start)));
    double missing = length > 0.0 ? v3_dot(left, level) / length : 0.0;
    if (m->hits_wall && missing > BL_CHARACTER_LEAST_GAIN && m->def->step_height > 0.0)
        try_step(m, v3_scale(missing / length, level));
    m->hits_wall = m->hits_wall || hit_before;
    belay_vec3 there = m->position;
    m->has_ground = bl_mover_settle(m, fmax(m->def->step_height, m->def->snap_height));
    if (!m->has_ground) m->position = there;
}

static void fly(bl_mover* m, belay_vec3 way)
{
    double rise = v3_dot(way, m->up);
    if (rise > 0.0) {
        bl_mover_slide(m, way);
        return;
    }
    belay_vec3 level = bl_mover_level(m, way);
    if (v3_length(level) > 0.0) bl_mover_slide(m, level);
    m->has_ground = bl_mover_settle(m, -rise);
}

// A part of the way after the other, as what it stands on may change from one to the next.
static void go(bl_mover* m, belay_vec3 way)
{
    double pieces = ceil(v3_length(way) / bl_mover_piece(m));
    int count = pieces > 1.0 ? (int)pieces : 1;
    belay_vec3 piece = v3_scale(1.0 / count, way);
    bool rises = v3_dot(way, m->up) > 0.0;
    if (rises) m->has_ground = false;
    for (int i = 0; i < count; i++) {
        if (m->has_ground)
            walk(m, bl_mover_level(m, piece));
        else
            fly(m, piece);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Ground that moves
// ---------------------------------------------------------------------------------------------------------------------

// The place of the body that it stands on; BL_NO_INDEX: none, or it is gone. A character in a snapshot has the handle
// that the body had in the world that was saved, which differs by its tag.
static uint32_t ground_place(const belay_world* world, const belay_character* c)
{
    if (c->ground.value == 0) return BL_NO_INDEX;
    return bl_index_of(&world->entities, BL_TABLE_BODY, bl_id_retagged(c->ground.value, world->entities.pool.tag));
}

// The part about the axis of the turn from one rotation to another.
static double turn_about(belay_vec3 axis, belay_quat from, belay_quat to)
{
    belay_quat q = q_mul(to, q_conjugate(from));
    if (q.w < 0.0) q = (belay_quat){-q.w, -q.x, -q.y, -q.z};
    return 2.0 * belay_atan2(q.x * axis.x + q.y * axis.y + q.z * axis.z, q.w);
}

// Ground that has been put far away carries nothing, as if it were gone; nor does one of which the program has written
// what cannot be.
static bool carries(const bl_mover* m, const belay_character* c, belay_vec3 way)
{
    return v3_length(way) <= longest_way(m->def) && fabs(v3_length(c->ground_normal) - 1.0) <= BL_CHARACTER_UNIT &&
           fabs(q_length(c->ground_rotation) - 1.0) <= BL_CHARACTER_UNIT;
}

static void be_carried(bl_mover* m, belay_character* c)
{
    uint32_t place = ground_place(m->world, c);
    c->turned = 0.0;
    if (place == BL_NO_INDEX) return;
    belay_pose pose = bl_body_states(m->world)[place].pose;
    belay_vec3 way = v3_sub(pose_apply(pose, c->on_ground), m->position);
    if (!carries(m, c, way)) return;
    c->turned = turn_about(m->up, c->ground_rotation, pose.rotation);
    m->ignored = bl_bodies(m->world)[place].id;
    if (bl_bodies(m->world)[place].type != BELAY_BODY_STATIC && v3_length(way) > 0.0) bl_mover_slide(m, way);
    m->ignored = 0;
    m->hits_wall = m->hits_ceiling = false;
    m->has_ground = c->is_grounded != 0;
    m->ground_normal = c->ground_normal;
}

static belay_vec3 velocity_at(const belay_world* world, uint32_t place, belay_vec3 point)
{
    const belay_body_state* s = &bl_body_states(world)[place];
    belay_vec3 center = pose_apply(s->pose, bl_bodies(world)[place].mass.center_of_mass);
    return v3_add(s->linear_velocity, v3_cross(s->angular_velocity, v3_sub(point, center)));
}

static void tell_ground(const bl_mover* m, belay_character* c)
{
    c->is_grounded = m->has_ground;
    c->ground.value = m->has_ground ? m->ground.body.value : 0;
    c->ground_normal = m->has_ground ? m->ground_normal : v3_zero();
    c->ground_velocity = c->on_ground = v3_zero();
    c->ground_rotation = belay_quat_identity();
    uint32_t place = ground_place(m->world, c);
    if (place == BL_NO_INDEX) return;
    belay_pose pose = bl_body_states(m->world)[place].pose;
    c->on_ground = pose_apply_inverse(pose, m->position);
    c->ground_rotation = pose.rotation;
    c->ground_velocity = velocity_at(m->world, place, m->ground.point);
}

belay_result belay_character_move(belay_world* world, const belay_character_def* def, belay_character* character,
                                  belay_vec3 velocity, double seconds)
{
    BL_TRY(bl_query_begin(world, "belay_character_move"));
    belay_error error;
    if (check_move(def, character, velocity, seconds, &error) != BELAY_OK)
        return bl_fail_in(world, "belay_character_move", &error);
    belay_character c = *character;
    bl_mover m;
    bl_mover_init(&m, world, def, c.position);
    be_carried(&m, &c);
    belay_vec3 carried = m.position;
    go(&m, v3_scale(seconds, velocity));
    if (m.too_many > 0)
        return bl_fail(world, BELAY_ERROR_CAPACITY, "belay_character_move: %d colliders are near; at most %d may be",
                       m.too_many, BL_MOST_NEAR);
    BL_TRY(bl_character_push(&m, velocity, seconds));
    c.position = m.position;
    c.velocity = v3_scale(1.0 / seconds, v3_sub(m.position, carried));
    c.hits_wall = m.hits_wall;
    c.hits_ceiling = m.hits_ceiling;
    c.is_squeezed = m.is_squeezed;
    tell_ground(&m, &c);
    *character = c;
    return BELAY_OK;
}
