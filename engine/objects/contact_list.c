// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The contacts of one body, or of one collider.

#include "belay/introspect.h"
#include "core/alloc.h"
#include "store/checks.h"
#include "store/public_contacts.h"

typedef bool is_of_fn(const belay_contact* contact, uint64_t id);

static bool is_of_body(const belay_contact* c, uint64_t id)
{
    return c->body_a.value == id || c->body_b.value == id;
}

static bool is_of_collider(const belay_contact* c, uint64_t id)
{
    return c->collider_a.value == id || c->collider_b.value == id;
}

static belay_result list(const belay_world* world, uint64_t id, is_of_fn* is_of, const char* call, int32_t* contacts,
                         int capacity, int* count)
{
    if (count == NULL || capacity < 0 || (capacity > 0 && contacts == NULL))
        return bl_fail(
            (belay_world*)world, BELAY_ERROR_VALUE,
            "%s: capacity is %d, contacts %s, count %s; capacity must be at least 0, and what takes an answer given",
            call, capacity, contacts == NULL ? "null" : "given", count == NULL ? "null" : "given");
    BL_TRY(bl_public_contacts_make(world, call));
    *count = 0;
    for (ptrdiff_t i = 0; i < arrlen(world->published.contacts); i++) {
        if (!is_of(&world->published.contacts[i], id)) continue;
        if (*count < capacity) contacts[*count] = (int32_t)i;
        ++*count;
    }
    return BELAY_OK;
}

belay_result belay_body_get_contacts(const belay_world* world, belay_body_id body, int32_t* contacts, int capacity,
                                     int* count)
{
    uint32_t index;
    BL_TRY(bl_find_index((belay_world*)world, "belay_body_get_contacts", body.value, BL_TABLE_BODY, "body", &index));
    return list(world, body.value, is_of_body, "belay_body_get_contacts", contacts, capacity, count);
}

belay_result belay_collider_get_contacts(const belay_world* world, belay_collider_id collider, int32_t* contacts,
                                         int capacity, int* count)
{
    uint32_t index;
    BL_TRY(bl_find_index((belay_world*)world, "belay_collider_get_contacts", collider.value, BL_TABLE_COLLIDER,
                         "collider", &index));
    return list(world, collider.value, is_of_collider, "belay_collider_get_contacts", contacts, capacity, count);
}
