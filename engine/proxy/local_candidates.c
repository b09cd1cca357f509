// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "proxy/local_candidates.h"

#include "core/alloc.h"
#include "step/detect/step_collide.h"
#include "step/motion/step_rods.h"
#include "store/joints.h"
#include "store/rods.h"

// Keeps the narrowest gaps, in the order of detection.
static void add_candidate(bl_local_candidates* list, const bl_local_candidate* c)
{
    if (list->count < list->capacity) {
        list->at[list->count++] = *c;
        return;
    }
    list->left_out++;
    if (list->capacity == 0) return;
    int widest = 0;
    for (int i = 1; i < list->count; i++)
        if (list->at[i].point.gap > list->at[widest].point.gap) widest = i;
    if (c->point.gap >= list->at[widest].point.gap) return;
    for (int i = widest; i + 1 < list->count; i++)
        list->at[i] = list->at[i + 1];
    list->at[list->count - 1] = *c;
}

static void detect_pair(const belay_world* world, const bl_key_pair* pair, bool tool_is_a, bl_local_candidates* list)
{
    const bl_proxy *pa = &world->scratch.detect.proxies[pair->first],
                   *pb = &world->scratch.detect.proxies[pair->second];
    const bl_collider *a = &bl_colliders(world)[pair->first], *b = &bl_colliders(world)[pair->second];
    if ((a->flags | b->flags) & BL_COLLIDER_SENSOR || bl_joint_forbids_contact(&world->entities, a->body, b->body))
        return;
    bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS];
    bool is_plane = bl_collider_family(b) == BL_FAMILY_PLANE;
    double cutoff = world->def.contact_margin + pa->travel + (is_plane ? 0.0 : pb->travel);
    int count = bl_step_collide(&world->colliders, a, pa->pose, b, world->scratch.motion.bodies[pb->body].mid, cutoff,
                                manifolds);
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < manifolds[k].count; i++) {
            bl_local_candidate c = {.point = manifolds[k].points[i],
                                    .tool_collider = tool_is_a ? pair->first : pair->second,
                                    .other_collider = tool_is_a ? pair->second : pair->first,
                                    .tool_is_a = tool_is_a};
            add_candidate(list, &c);
        }
    }
}

// Nodes have even numbers, what is between them odd ones: the same while the tool is there.
static uint32_t rod_feature(const bl_rod_solid_contact* c)
{
    return 2 * c->segment + 1 + (c->s >= 1.0 ? 1 : 0) - (c->s <= 0.0 ? 1 : 0);
}

static bool detect_rods(belay_world* world, uint32_t collider, bl_local_candidates* list)
{
    const bl_rod_solid_list* found = &world->scratch.rods.solids;
    for (uint32_t rod = 0; rod < bl_rod_count(world); rod++) {
        if (!bl_local_rod_detect(world, rod, collider)) return false;
        for (ptrdiff_t i = 0; i < arrlen(found->contacts); i++) {
            const bl_rod_solid_contact* c = &found->contacts[i];
            bl_local_candidate made = {.point = c->at,
                                       .tool_collider = collider,
                                       .other_collider = BL_NO_INDEX,
                                       .rod = {rod, c->segment, c->s}};
            made.point.feature = rod_feature(c);
            made.point.arc = bl_rod_arc(&world->rods, &bl_rods(world)[rod], c->segment, c->s);
            add_candidate(list, &made);
        }
    }
    return true;
}

static bool detect_rods_on(belay_world* world, uint32_t part, bl_local_candidates* list)
{
    uint32_t next = bl_rod_count(world) > 0 ? bl_bodies(world)[part].first_collider : 0;
    while (next != 0) {
        uint32_t index = bl_table_find(&world->entities.tables[BL_TABLE_COLLIDER], next - 1);
        if (!detect_rods(world, index, list)) return false;
        next = bl_colliders(world)[index].next;
    }
    return true;
}

// Parts do not touch each other in the model, as they do not move against each other.
bool bl_local_detect(belay_world* world, const bl_local_tool* tool, bl_local_candidates* list)
{
    const bl_step_scratch* s = &world->scratch;
    for (ptrdiff_t i = 0; i < arrlen(s->detect.pairs); i++) {
        bool has_a = bl_local_tool_has(tool, s->detect.proxies[s->detect.pairs[i].first].body);
        bool has_b = bl_local_tool_has(tool, s->detect.proxies[s->detect.pairs[i].second].body);
        if (has_a != has_b) detect_pair(world, &s->detect.pairs[i], has_a, list);
    }
    for (int i = 0; i < tool->count; i++)
        if (!detect_rods_on(world, tool->part[i], list)) return false;
    return true;
}
