// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "objects/rod_exclusions.h"

#include "core/alloc.h"
#include "detect/rod/rod_contact_closest.h"
#include "store/rods.h"

// ---------------------------------------------------------------------------------------------------------------------
// The list
// ---------------------------------------------------------------------------------------------------------------------

bool bl_rod_exclusions_reserve(belay_world* world)
{
    bool ok = true;
    BL_ARRAY_RESERVE(world->rods.exclusions, arrlen(world->rods.exclusions) + 1, &world->def.allocator, &ok);
    return ok;
}

// The rod of lower id first, as contacts have it.
static bl_rod_exclusion in_order(bl_rod_exclusion s)
{
    return s.a <= s.b ? s : (bl_rod_exclusion){s.b, s.a, s.s_b, s.s_a};
}

void bl_rod_exclusions_add(belay_world* world, uint64_t a, double s_a, uint64_t b, double s_b)
{
    arrput(world->rods.exclusions, in_order((bl_rod_exclusion){a, b, s_a, s_b}));
}

void bl_rod_exclusions_follow(belay_world* world, const bl_rod_renumbering ways[2])
{
    size_t kept = 0;
    for (ptrdiff_t i = 0; i < arrlen(world->rods.exclusions); i++) {
        bl_rod_exclusion s = world->rods.exclusions[i];
        bl_rod_go(ways, &s.a, &s.s_a);
        bl_rod_go(ways, &s.b, &s.s_b);
        if (s.a != s.b) world->rods.exclusions[kept++] = in_order(s);
    }
    if (world->rods.exclusions != NULL) arrsetlen(world->rods.exclusions, kept);
}

void bl_rod_exclusions_remove(belay_world* world, uint64_t rod)
{
    size_t kept = 0;
    for (ptrdiff_t i = 0; i < arrlen(world->rods.exclusions); i++)
        if (world->rods.exclusions[i].a != rod && world->rods.exclusions[i].b != rod)
            world->rods.exclusions[kept++] = world->rods.exclusions[i];
    if (world->rods.exclusions != NULL) arrsetlen(world->rods.exclusions, kept);
}

// ---------------------------------------------------------------------------------------------------------------------
// In a step
// ---------------------------------------------------------------------------------------------------------------------

static uint32_t index_of(const belay_world* world, uint64_t rod)
{
    return bl_table_find(&world->entities.tables[BL_TABLE_ROD], bl_slot_of(rod));
}

static double reach_of(const bl_rod_record* records, uint32_t a, uint32_t b)
{
    return fmax(bl_rod_exclusion_length(&records[a]), bl_rod_exclusion_length(&records[b]));
}

// From the collision exclusion along the rod to the nearest place of a segment.
static double way_to(const belay_world* world, uint32_t rod, uint32_t segment, double s)
{
    const double* arcs = bl_rod_arcs(world, &bl_rods(world)[rod]) + segment;
    return fmax(fmax(arcs[0] - s, s - arcs[1]), 0.0);
}

static const belay_vec3* ends_of(const belay_world* world, uint32_t rod, uint32_t segment)
{
    return world->scratch.rods.points + world->scratch.rods.rods[rod].first_node + segment;
}

static bool overlap(const belay_world* world, uint32_t a, uint32_t i, uint32_t b, uint32_t k)
{
    double radii = bl_rods(world)[a].body.section.radius + bl_rods(world)[b].body.section.radius;
    bl_rod_closest_points at;
    return bl_rod_closest(ends_of(world, a, i), ends_of(world, b, k), 0.0, BL_ROD_ANY_APART, &at) &&
           at.distance < radii;
}

static bool are_together(const belay_world* world, const bl_rod_exclusion* exclusion)
{
    uint32_t a = index_of(world, exclusion->a), b = index_of(world, exclusion->b);
    double reach = reach_of(bl_rods(world), a, b);
    for (uint32_t i = 0; i < bl_rods(world)[a].body.segment_count; i++) {
        double path = way_to(world, a, i, exclusion->s_a);
        if (path >= reach) continue;
        for (uint32_t k = 0; k < bl_rods(world)[b].body.segment_count; k++)
            if (path + way_to(world, b, k, exclusion->s_b) < reach && overlap(world, a, i, b, k)) return true;
    }
    return false;
}

void bl_rod_exclusions_forget_parted(belay_world* world)
{
    size_t kept = 0;
    for (ptrdiff_t i = 0; i < arrlen(world->rods.exclusions); i++)
        if (are_together(world, &world->rods.exclusions[i])) world->rods.exclusions[kept++] = world->rods.exclusions[i];
    if (world->rods.exclusions != NULL) arrsetlen(world->rods.exclusions, kept);
}

bool bl_rod_exclusions_hold(const bl_rod_record* records, const bl_rod_store* store, uint32_t a, double s_a, uint32_t b,
                            double s_b)
{
    uint64_t id_a = records[a].id, id_b = records[b].id;
    for (ptrdiff_t i = 0; i < arrlen(store->exclusions); i++) {
        const bl_rod_exclusion* s = &store->exclusions[i];
        if (s->a != id_a || s->b != id_b) continue;
        if (fabs(s_a - s->s_a) + fabs(s_b - s->s_b) < reach_of(records, a, b)) return true;
    }
    return false;
}
