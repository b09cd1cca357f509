// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/tools.h"

#include "gallery/cords.h"

#include <belay/vec.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double REACH = 1000.0; // m, of the ray under the mouse
static const double BALL = 0.025;   // radius of a thrown ball, of the view's size
static const double BALL_DENSITY = 2000.0;
static const double BURST = 0.3;         // radius, of the view's size
static const double BURST_SECONDS = 0.4; // that it is seen for
static const double JOINT_REACH = 26.0;  // logical pixels about the mouse
static const double GAP = 0.06;          // of the view's size: farther apart nothing is joined

tools tools_start(void)
{
    return (tools){.burst_time = -1.0};
}

// ------------------------------------------------------------------------------------------------------------------
// Throwing
// ------------------------------------------------------------------------------------------------------------------

static double ball_radius(const show* s)
{
    return BALL * s->size;
}

bool tools_throw(tools* t, show* s)
{
    viewer_ray ray = viewer_camera_mouse_ray(s->v);
    belay_world* world = s->e->world;
    double radius = ball_radius(s), speed = 2.0 * sqrt(9.81 * s->size);
    belay_body_id* slot = &t->balls[t->ball_count % TOOLS_MOST_BALLS];
    belay_body_def def = belay_body_def_default();
    belay_collider_def ball = belay_collider_def_sphere(radius);
    def.pose.position = v3_add_scaled(ray.origin, 0.35 * viewer_camera_distance(s->v), ray.direction);
    def.linear_velocity = v3_add_scaled((belay_vec3){0.0, 0.0, 0.0}, speed, ray.direction);
    def.mass = BALL_DENSITY * 4.18879 * radius * radius * radius;
    def.inertia = belay_inertia_sphere(def.mass, radius);
    if (t->ball_count >= TOOLS_MOST_BALLS) belay_body_destroy(world, *slot);
    if (belay_body_create(world, &def, slot) != BELAY_OK) return false;
    t->ball_count++;
    return belay_collider_create(world, *slot, &ball, NULL) == BELAY_OK;
}

// ------------------------------------------------------------------------------------------------------------------
// Bursting
// ------------------------------------------------------------------------------------------------------------------

static bool point_at_mouse(const show* s, belay_vec3* point)
{
    viewer_ray ray = viewer_camera_mouse_ray(s->v);
    belay_vec3 way = {REACH * ray.direction.x, REACH * ray.direction.y, REACH * ray.direction.z};
    belay_ray_hit hit;
    cord_place rope;
    bool is_hit = false;
    if (cords_find(s, &rope)) {
        *point = rope.point;
        return true;
    }
    if (belay_world_cast_ray(s->e->world, ray.origin, way, NULL, &hit, &is_hit) != BELAY_OK || !is_hit) return false;
    *point = hit.point;
    return true;
}

// The velocity that a burst gives to what is at a place; none beyond its reach.
static belay_vec3 burst_velocity(const show* s, belay_vec3 center, belay_vec3 at)
{
    belay_vec3 away = v3_add_scaled(at, -1.0, center);
    double far = v3_length(away), reach = BURST * s->size, falloff = 1.0 - far / reach;
    if (falloff <= 0.0) return (belay_vec3){0.0, 0.0, 0.0};
    // Where it is in the very middle it is thrown up.
    belay_vec3 along =
        far > 1e-6 * reach ? v3_add_scaled((belay_vec3){0.0, 0.0, 0.0}, 1.0 / far, away) : (belay_vec3){0.0, 0.0, 1.0};
    return v3_add_scaled((belay_vec3){0.0, 0.0, 0.0}, sqrt(9.81 * s->size) * falloff, along);
}

static void burst_body(const show* s, belay_body_id body, belay_vec3 center)
{
    belay_body_type type;
    belay_mass mass;
    belay_body_state state;
    belay_world* world = s->e->world;
    if (belay_body_get_type(world, body, &type) != BELAY_OK || type != BELAY_BODY_DYNAMIC) return;
    if (belay_body_get_mass(world, body, &mass) != BELAY_OK || belay_body_get_state(world, body, &state) != BELAY_OK)
        return;
    belay_vec3 at =
        v3_add_scaled(state.pose.position, 1.0, belay_quat_rotate(state.pose.rotation, mass.center_of_mass));
    belay_vec3 velocity = burst_velocity(s, center, at);
    if (v3_length(velocity) > 0.0)
        belay_body_apply_impulse_at(world, body, v3_add_scaled((belay_vec3){0.0, 0.0, 0.0}, mass.mass, velocity), at);
}

static void burst_rod(const show* s, belay_rod_id rod, belay_vec3 center)
{
    belay_rod_info info;
    if (belay_rod_get_info(s->e->world, rod, &info) != BELAY_OK) return;
    size_t size = (size_t)info.node_count * sizeof(belay_vec3);
    belay_vec3 *nodes = malloc(size), *velocities = malloc(size);
    int count = 0;
    if (nodes != NULL && velocities != NULL &&
        belay_rod_get_nodes(s->e->world, rod, nodes, velocities, info.node_count, &count) == BELAY_OK) {
        for (int i = 0; i < count; i++)
            velocities[i] = v3_add_scaled(velocities[i], 1.0, burst_velocity(s, center, nodes[i]));
        belay_rod_set_velocities(s->e->world, rod, velocities, count);
    }
    free(nodes);
    free(velocities);
}

static int by_value(const void* a, const void* b)
{
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

// Each body once, however many parts it has.
static void burst_parts(const show* s, belay_vec3 center)
{
    int n = s->e->part_count;
    uint64_t* bodies = malloc(((size_t)n + 1) * sizeof *bodies);
    if (bodies == NULL) return;
    for (int i = 0; i < n; i++)
        bodies[i] = s->e->parts[i].body.value;
    qsort(bodies, (size_t)n, sizeof *bodies, by_value);
    for (int i = 0; i < n; i++)
        if (bodies[i] != 0 && (i == 0 || bodies[i] != bodies[i - 1])) burst_body(s, (belay_body_id){bodies[i]}, center);
    free(bodies);
}

static int balls_there(const tools* t)
{
    return t->ball_count < TOOLS_MOST_BALLS ? t->ball_count : TOOLS_MOST_BALLS;
}

bool tools_burst(tools* t, show* s)
{
    belay_vec3 center;
    if (!point_at_mouse(s, &center)) return false;
    burst_parts(s, center);
    for (int i = 0; i < balls_there(t); i++)
        burst_body(s, t->balls[i], center);
    for (int i = 0; i < s->e->rod_count; i++)
        burst_rod(s, s->e->rods[i], center);
    t->burst = center;
    t->burst_time = belay_world_get_time(s->e->world);
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// Cutting and joining
// ------------------------------------------------------------------------------------------------------------------

static belay_vec3 anchor_of(const show* s, belay_body_id body, belay_pose frame)
{
    belay_body_state state;
    if (body.value == 0 || belay_body_get_state(s->e->world, body, &state) != BELAY_OK) return frame.position;
    return v3_add_scaled(state.pose.position, 1.0, belay_quat_rotate(state.pose.rotation, frame.position));
}

// The joint nearest to the mouse; -1: none within reach.
static int joint_at_mouse(const show* s, belay_joint_def* found)
{
    viewer_mouse m = viewer_mouse_state(s->v);
    double least = JOINT_REACH, x, y;
    int best = -1;
    for (int i = 0; i < s->e->joint_count; i++) {
        belay_joint_def def;
        if (belay_joint_get_def(s->e->world, s->e->joints[i], &def) != BELAY_OK) continue;
        if (!viewer_camera_project(s->v, anchor_of(s, def.body_a, def.frame_a), &x, &y)) continue;
        if (hypot(x - m.x, y - m.y) >= least) continue;
        least = hypot(x - m.x, y - m.y);
        *found = def;
        best = i;
    }
    return best;
}

static bool cut_joint(tools* t, show* s)
{
    belay_joint_def def;
    int number = joint_at_mouse(s, &def);
    if (number < 0 || belay_joint_destroy(s->e->world, s->e->joints[number]) != BELAY_OK) return false;
    if (t->cut_count == TOOLS_MOST_CUTS) {
        memmove(t->cuts, t->cuts + 1, sizeof t->cuts - sizeof t->cuts[0]);
        memmove(t->cut_joints, t->cut_joints + 1, sizeof t->cut_joints - sizeof t->cut_joints[0]);
        t->cut_count--;
    }
    t->cuts[t->cut_count] = def;
    t->cut_joints[t->cut_count++] = number;
    return true;
}

bool tools_cut(tools* t, show* s, experiment* e)
{
    cord_place place;
    if (!cords_find(s, &place)) return cut_joint(t, s);
    if (e->rod_count == EXPERIMENT_MAX_RODS) return false;
    if (belay_rod_cut(e->world, e->rods[place.rod], place.s, &e->rods[e->rod_count]) != BELAY_OK) return false;
    e->rod_count++;
    return true;
}

static bool end_of(const show* s, int rod, int end, belay_vec3* place)
{
    belay_rod_info info;
    belay_rod_id id = s->e->rods[rod];
    if (belay_rod_get_info(s->e->world, id, &info) != BELAY_OK) return false;
    belay_vec3* nodes = malloc((size_t)info.node_count * sizeof *nodes);
    int count = 0;
    bool is_good = nodes != NULL &&
                   belay_rod_get_nodes(s->e->world, id, nodes, NULL, info.node_count, &count) == BELAY_OK && count > 0;
    if (is_good) *place = nodes[end == 0 ? 0 : count - 1];
    free(nodes);
    return is_good;
}

// Two ends, and how far they are apart, m.
typedef struct meeting {
    int rods[2], ends[2];
    double apart;
} meeting;

static meeting nearest_ends(const show* s)
{
    meeting best = {.apart = INFINITY};
    belay_vec3 places[2 * EXPERIMENT_MAX_RODS];
    bool is_there[2 * EXPERIMENT_MAX_RODS];
    int count = 2 * s->e->rod_count;
    for (int i = 0; i < count; i++)
        is_there[i] = end_of(s, i / 2, i % 2, &places[i]);
    for (int i = 0; i < count; i++)
        for (int k = (i / 2 + 1) * 2; k < count; k++) {
            double apart = is_there[i] && is_there[k] ? v3_length(v3_add_scaled(places[i], -1.0, places[k])) : INFINITY;
            if (apart < best.apart) best = (meeting){{i / 2, k / 2}, {i % 2, k % 2}, apart};
        }
    return best;
}

static bool join_rods(experiment* e, const meeting* m, const char** why)
{
    if (belay_rod_join(e->world, e->rods[m->rods[0]], m->ends[0], e->rods[m->rods[1]], m->ends[1],
                       BELAY_ROD_JOINT_STRAIGHT, NULL) != BELAY_OK) {
        *why = belay_world_last_error(e->world);
        return false;
    }
    e->rod_count--;
    memmove(&e->rods[m->rods[1]], &e->rods[m->rods[1] + 1], (size_t)(e->rod_count - m->rods[1]) * sizeof e->rods[0]);
    return true;
}

static bool join_again(tools* t, show* s, const char** why)
{
    if (t->cut_count == 0) {
        *why = "There is nothing to join: no two ropes, and no joint that was cut.";
        return false;
    }
    const belay_joint_def* def = &t->cuts[t->cut_count - 1];
    belay_vec3 a = anchor_of(s, def->body_a, def->frame_a), b = anchor_of(s, def->body_b, def->frame_b);
    if (v3_length(v3_add_scaled(a, -1.0, b)) > GAP * s->size) {
        *why = "What was cut last is too far apart; bring it nearer, then join.";
        return false;
    }
    belay_joint_id* joint = &s->e->joints[t->cut_joints[t->cut_count - 1]];
    if (belay_joint_create(s->e->world, def, joint) != BELAY_OK) {
        *why = belay_world_last_error(s->e->world);
        return false;
    }
    t->cut_count--;
    return true;
}

bool tools_join(tools* t, show* s, experiment* e, const char** why)
{
    meeting m = nearest_ends(s);
    return isfinite(m.apart) ? join_rods(e, &m, why) : join_again(t, s, why);
}

// ------------------------------------------------------------------------------------------------------------------
// Drawing
// ------------------------------------------------------------------------------------------------------------------

void tools_draw(const tools* t, show* s)
{
    double now = belay_world_get_time(s->e->world), age = now - t->burst_time;
    for (int i = 0; i < balls_there(t); i++) {
        belay_body_state state;
        if (belay_body_get_state(s->e->world, t->balls[i], &state) != BELAY_OK) continue;
        viewer_sphere_draw(s->v, state.pose, ball_radius(s), viewer_material_ball(viewer_color_hex(0x1F2937)));
    }
    if (t->burst_time < 0.0 || age < 0.0 || age > BURST_SECONDS) return;
    belay_pose at = {t->burst, {1.0, 0.0, 0.0, 0.0}};
    float fade = (float)(0.4 * (1.0 - age / BURST_SECONDS));
    viewer_sphere_draw(s->v, at, BURST * s->size * (0.2 + 0.8 * age / BURST_SECONDS),
                       viewer_material_plastic(viewer_color_fade(viewer_color_hex(0xF2B01E), fade)));
}
