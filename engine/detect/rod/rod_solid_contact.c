// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/rod/rod_solid_contact.h"

#include "belay/vec.h"
#include "core/alloc.h"
#include "detect/rod/rod_detect_tolerances.h"

void bl_rod_solid_fini(bl_rod_solid_list* list)
{
    arrfree(list->contacts);
}

void bl_rod_solid_begin(bl_rod_solid_list* list)
{
    if (list->contacts != NULL) arrsetlen(list->contacts, 0);
}

// Of the foot of x on the segment.
static double parameter_of(belay_vec3 x, belay_vec3 start, belay_vec3 end)
{
    belay_vec3 displacement = v3_sub(end, start);
    double square = v3_length_squared(displacement),
           s = square > 0.0 ? v3_dot(v3_sub(x, start), displacement) / square : 0.0;
    return s < BL_ROD_SOLID_AT_END ? 0.0 : (s > 1.0 - BL_ROD_SOLID_AT_END ? 1.0 : s);
}

bool bl_rod_solid_add(bl_rod_solid_list* list, uint32_t segment, belay_vec3 start, belay_vec3 end,
                      const bl_manifold* manifold)
{
    bool ok = true;
    BL_ARRAY_RESERVE(list->contacts, arrlenu(list->contacts) + (size_t)manifold->count, list->allocator, &ok);
    for (int k = 0; k < manifold->count && ok; k++) {
        // The reference is on the axis, or beside it along the normal, which is across the axis then.
        bl_rod_solid_contact c = {segment, 0, parameter_of(manifold->points[k].reference, start, end),
                                  manifold->points[k]};
        arrput(list->contacts, c);
    }
    return ok;
}

static void name_by_segment_before(bl_rod_solid_contact* c)
{
    if (c->s != 0.0 || c->segment == 0) return;
    c->segment--;
    c->s = 1.0;
}

// Stable, by insertion: the segments were mostly added in order.
static void sort(bl_rod_solid_list* list)
{
    for (size_t k = 0; k < arrlenu(list->contacts); k++) {
        bl_rod_solid_contact x = list->contacts[k];
        size_t m = k;
        for (; m > 0; m--) {
            const bl_rod_solid_contact* y = &list->contacts[m - 1];
            if (y->segment < x.segment || (y->segment == x.segment && y->s <= x.s)) break;
            list->contacts[m] = *y;
        }
        list->contacts[m] = x;
    }
}

static bool are_at_one_node(const bl_rod_solid_contact* x, const bl_rod_solid_contact* y)
{
    double a = x->segment + x->s, b = y->segment + y->s, node = floor(a + 0.5);
    return fabs(a - node) <= BL_ROD_AT_NODE && fabs(b - node) <= BL_ROD_AT_NODE;
}

// The place with the smaller gap, with the feature that the earlier one has.
static void merge(bl_rod_solid_contact* into, const bl_rod_solid_contact* later)
{
    uint32_t feature = into->at.feature;
    if (later->at.gap < into->at.gap) *into = *later;
    into->at.feature = feature;
}

static void merge_doubles(bl_rod_solid_list* list)
{
    size_t kept = 0;
    for (size_t k = 0; k < arrlenu(list->contacts); k++) {
        bl_rod_solid_contact x = list->contacts[k], *same = NULL;
        for (size_t m = kept; m > 0 && same == NULL && are_at_one_node(&list->contacts[m - 1], &x); m--)
            if (v3_dot(list->contacts[m - 1].at.normal, x.at.normal) >= BL_ROD_SOLID_SAME_NORMAL)
                same = &list->contacts[m - 1];
        if (same != NULL)
            merge(same, &x);
        else
            list->contacts[kept++] = x;
    }
    if (list->contacts != NULL) arrsetlen(list->contacts, kept);
}

void bl_rod_solid_finish(bl_rod_solid_list* list)
{
    sort(list);
    merge_doubles(list);
    for (size_t k = 0; k < arrlenu(list->contacts); k++)
        name_by_segment_before(&list->contacts[k]);
    sort(list);
}
