// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "character/mover.h"

#include "belay/elementary.h"
#include "character/character_tolerances.h"
#include "character/half_spaces.h"
#include "math/turn_to.h"

// ---------------------------------------------------------------------------------------------------------------------
// Places
// ---------------------------------------------------------------------------------------------------------------------

void bl_mover_init(bl_mover* m, belay_world* world, const belay_character_def* def, belay_vec3 position)
{
    m->world = world;
    m->def = def;
    m->filter = def->filter;
    m->up = v3_scale(1.0 / v3_length(def->up), def->up);
    m->cos_slope = belay_cos(def->max_slope);
    m->capsule = (bl_convex){.kind = def->height > 2.0 * def->radius ? BL_CONVEX_SEGMENT : BL_CONVEX_POINT,
                             .radius = def->radius,
                             .half = {0.0, 0.0, 0.5 * def->height - def->radius}};
    m->rotation = bl_turn_z_to(m->up);
    m->ignored = 0;
    m->position = position;
    m->has_ground = m->hits_wall = m->hits_ceiling = m->is_squeezed = false;
    m->ground_normal = v3_zero();
    m->too_many = m->count = 0;
}

static bool touches(bl_mover* m, const belay_overlap* place)
{
    if (m->def->touches == NULL) return true;
    m->world->hooks.asked = "character";
    bool answer = m->def->touches(place, m->def->context);
    m->world->hooks.asked = NULL;
    return answer;
}

static void keep_place(void* context, const belay_overlap* place)
{
    bl_mover* m = context;
    if (!touches(m, place)) return;
    if (m->count < BL_MOST_PLACES) {
        m->places[m->count++] = *place;
        return;
    }
    int furthest = 0;
    for (int i = 1; i < m->count; i++)
        if (m->places[i].depth < m->places[furthest].depth) furthest = i;
    if (place->depth > m->places[furthest].depth) m->places[furthest] = *place;
}

// Where the place is on the collider: one that is found from some way off is not halfway to it.
static belay_vec3 point_on(const belay_overlap* place)
{
    return v3_add_scaled(place->point, 0.5 * place->depth, place->normal);
}

// The surface behind an edge: what a foot would stand on that has come further. False when there is none to stand on.
static bool find_surface(bl_mover* m, const belay_overlap* place, belay_vec3* normal)
{
    double radius = m->def->radius;
    belay_vec3 inward = v3_normalize_or(v3_neg(bl_mover_level(m, place->normal)), v3_zero());
    belay_vec3 from = v3_add_scaled(v3_add_scaled(point_on(place), BL_MOVER_EDGE_IN * radius, inward),
                                    BL_MOVER_EDGE_ABOVE * radius, m->up);
    belay_query_filter filter = m->filter;
    belay_ray_hit hit;
    bool is_hit = false;
    belay_vec3 way = v3_scale(-(BL_MOVER_EDGE_ABOVE + BL_MOVER_EDGE_BELOW) * radius, m->up);
    if (belay_world_cast_ray(m->world, from, way, &filter, &hit, &is_hit) != BELAY_OK || !is_hit) return false;
    *normal = hit.normal;
    return hit.fraction > 0.0 && hit.collider.value == place->collider.value &&
           v3_dot(hit.normal, m->up) >= m->cos_slope - BL_MOVER_SLOPE_ROUNDING;
}

bool bl_mover_is_step(const bl_mover* m, const belay_overlap* place, belay_vec3 position)
{
    double foot = v3_dot(position, m->up) - 0.5 * m->def->height;
    return v3_dot(point_on(place), m->up) - foot <= m->def->step_height + m->def->skin;
}

static bool is_ground(bl_mover* m, const belay_overlap* place, belay_vec3* normal)
{
    double up = v3_dot(place->normal, m->up);
    *normal = place->normal;
    if (up >= m->cos_slope - BL_MOVER_SLOPE_ROUNDING) return true;
    if (up < BL_MOVER_LEVEL) return false;
    return bl_mover_is_step(m, place, m->position) && find_surface(m, place, normal);
}

void bl_mover_look(bl_mover* m, double reach)
{
    double margin = reach + 2.0 * m->def->skin, size = bl_convex_bounding_radius(&m->capsule, v3_zero());
    belay_pose pose = {m->position, m->rotation};
    bl_near_list_find(m->world, &m->filter, m->position, size + margin, &m->list);
    if (m->list.count > BL_MOST_NEAR) m->too_many = m->list.count;
    m->count = 0;
    for (int i = 0; i < m->list.count && i < BL_MOST_NEAR; i++)
        if (m->list.near[i].collider->body != m->ignored || m->ignored == 0)
            bl_visit_places(m->world, &m->capsule, pose, &m->list.near[i], margin, keep_place, m);
    belay_vec3 normal;
    for (int i = 0; i < m->count; i++)
        m->is_walkable[i] = is_ground(m, &m->places[i], &normal);
}

// ---------------------------------------------------------------------------------------------------------------------
// Ways
// ---------------------------------------------------------------------------------------------------------------------

// What is too steep is a wall besides: it is not gone up by going against it.
static int find_spaces(const bl_mover* m, bl_half_space spaces[2 * BL_MOST_PLACES])
{
    int count = 0;
    for (int i = 0; i < m->count; i++) {
        const belay_overlap* p = &m->places[i];
        double room = -p->depth - m->def->skin;
        spaces[count++] = (bl_half_space){p->normal, -room};
        if (m->is_walkable[i] || v3_dot(p->normal, m->up) < BL_MOVER_LEVEL) continue;
        belay_vec3 level = bl_mover_level(m, p->normal);
        double length = v3_length(level);
        spaces[count++] = (bl_half_space){v3_scale(1.0 / length, level), fmin(0.0, -room / length)};
    }
    return count;
}

static belay_vec3 allowed(bl_mover* m, belay_vec3 way)
{
    bl_half_space spaces[2 * BL_MOST_PLACES];
    belay_vec3 x;
    if (!bl_half_spaces_nearest(spaces, find_spaces(m, spaces), way, &x)) m->is_squeezed = true;
    // What pushes it out of itself may ask for much; the rest is for the next time.
    double length = v3_length(x), most = fmax(bl_mover_piece(m), v3_length(way));
    return length > most ? v3_scale(most / length, x) : x;
}

static void note_what_stops(bl_mover* m, belay_vec3 missing)
{
    if (v3_length(missing) <= BL_MOVER_STILL) return;
    for (int i = 0; i < m->count; i++) {
        double up = v3_dot(m->places[i].normal, m->up), room = -m->places[i].depth - m->def->skin;
        if (room > BL_MOVER_STANDS || !(v3_dot(m->places[i].normal, missing) < 0.0)) continue;
        m->hits_ceiling = m->hits_ceiling || up < -BL_MOVER_LEVEL;
        m->hits_wall = m->hits_wall || (!m->is_walkable[i] && up < m->cos_slope);
    }
}

static void slide_piece(bl_mover* m, belay_vec3 way)
{
    for (int i = 0; i < BL_MOVER_TRIES; i++) {
        bl_mover_look(m, v3_length(way));
        belay_vec3 x = allowed(m, way);
        m->position = v3_add(m->position, x);
        way = v3_sub(way, x);
        if (v3_length(way) <= BL_MOVER_STILL || v3_length(x) <= BL_MOVER_STILL) break;
    }
    if (v3_length(way) <= BL_MOVER_STILL) return;
    bl_mover_look(m, 0.0);
    note_what_stops(m, way);
}

void bl_mover_slide(bl_mover* m, belay_vec3 way)
{
    double pieces = ceil(v3_length(way) / bl_mover_piece(m));
    int count = pieces > 1.0 ? (int)pieces : 1;
    for (int i = 0; i < count; i++)
        slide_piece(m, v3_scale(1.0 / count, way));
}

// How far down it may go until it stands, along the planes of ground near by; `distance` at most.
static double room_below(const bl_mover* m, double distance, int* ground)
{
    *ground = -1;
    for (int i = 0; i < m->count; i++) {
        if (!m->is_walkable[i]) continue;
        double room = (-m->places[i].depth - m->def->skin) / v3_dot(m->places[i].normal, m->up);
        if (room > distance) continue;
        distance = room;
        *ground = i;
    }
    return distance;
}

bool bl_mover_settle(bl_mover* m, double distance)
{
    int most = BL_MOVER_DESCENTS + (int)ceil(fmax(0.0, distance) / bl_mover_piece(m));
    for (int i = 0; i < most; i++) {
        int ground;
        double piece = fmin(distance, bl_mover_piece(m));
        bl_mover_look(m, piece);
        double room = room_below(m, piece + BL_MOVER_STANDS, &ground);
        if (ground >= 0 && room <= BL_MOVER_STANDS) {
            m->ground = m->places[ground];
            is_ground(m, &m->ground, &m->ground_normal);
            return true;
        }
        if (distance <= 0.0) return false;
        belay_vec3 x = allowed(m, v3_scale(-fmin(room, piece), m->up));
        double down = -v3_dot(x, m->up);
        if (down <= BL_MOVER_STILL) return false;
        m->position = v3_add(m->position, x);
        distance -= down;
    }
    return false;
}
