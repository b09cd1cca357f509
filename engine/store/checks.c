// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "store/checks.h"

#include "math/pi.h"

#include <stdarg.h>
#include <stdio.h>

static bool is_usable(double x)
{
    return isfinite(x) && fabs(x) <= BL_LARGEST;
}

belay_result bl_check_finite(belay_error* error, const char* name, double value)
{
    if (is_usable(value)) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s is %g; it must be finite and at most 1e30 in size", name,
                           value);
}

belay_result bl_check_positive(belay_error* error, const char* name, double value)
{
    if (is_usable(value) && value >= 1.0 / BL_LARGEST) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s is %g; it must be above 0 (1e-30) and finite (1e30)", name,
                           value);
}

belay_result bl_check_range(belay_error* error, const char* name, double value, double lowest, double highest)
{
    if (is_usable(value) && value >= lowest && value <= highest) return BELAY_OK;
    if (highest == HUGE_VAL)
        return belay_error_set(error, BELAY_ERROR_VALUE, "%s is %g; it must be finite and at least %g", name, value,
                               lowest);
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s is %g; it must be from %g to %g", name, value, lowest,
                           highest);
}

belay_result bl_check_angle(belay_error* error, const char* name, double value, double lowest, double highest)
{
    double angle = value * (BL_PI / 180.0);
    bool is_range = is_usable(value) && value >= lowest && value <= highest;
    if (is_range || !is_usable(value) || angle < lowest || angle > highest)
        return bl_check_range(error, name, value, lowest, highest);
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s is %g; it must be from %g to %g rad (%g degrees are %.5g rad)",
                           name, value, lowest, highest, value, angle);
}

belay_result bl_check_vec3_within(belay_error* error, const char* name, belay_vec3 value, double largest)
{
    // False for NaN too.
    if (fabs(value.x) <= largest && fabs(value.y) <= largest && fabs(value.z) <= largest) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s is (%g, %g, %g); it must be finite and at most %g in size",
                           name, value.x, value.y, value.z, largest);
}

belay_result bl_check_vec3(belay_error* error, const char* name, belay_vec3 value)
{
    return bl_check_vec3_within(error, name, value, BL_LARGEST);
}

belay_result bl_check_pose(belay_error* error, const char* name, belay_pose value)
{
    char part[96];
    snprintf(part, sizeof part, "%s.position", name);
    BL_TRY(bl_check_vec3_within(error, part, value.position, BELAY_MAX_POSITION));
    belay_quat q = value.rotation;
    if (q_is_finite(q) && fabs(q_length(q) - 1.0) <= 1e-3) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VALUE,
                           "%s.rotation is (%g, %g, %g, %g); its length must be within 1e-3 of 1", name, q.w, q.x, q.y,
                           q.z);
}

belay_result bl_check_material(belay_error* error, const char* name, belay_material value)
{
    char part[96];
    snprintf(part, sizeof part, "%s.friction", name);
    BL_TRY(bl_check_range(error, part, value.friction, 0.0, HUGE_VAL));
    snprintf(part, sizeof part, "%s.restitution", name);
    return bl_check_range(error, part, value.restitution, 0.0, 1.0);
}

belay_result bl_fail(belay_world* world, belay_result code, const char* format, ...)
{
    if (world == NULL) return code;
    world->last_error.code = code;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(world->last_error.message, sizeof world->last_error.message, format, arguments);
    va_end(arguments);
    if (world->def.logger.message != NULL)
        world->def.logger.message(world->def.logger.context, BELAY_LOG_ERROR, world->last_error.message);
    return code;
}

belay_result bl_fail_in(belay_world* world, const char* call, const belay_error* error)
{
    return bl_fail(world, error->code, "%s: %s", call, error->message);
}

static void say(const belay_world* world, belay_log_level level, const char* format, va_list arguments)
{
    char text[256];
    if (world->def.logger.message == NULL) return;
    vsnprintf(text, sizeof text, format, arguments);
    world->def.logger.message(world->def.logger.context, level, text);
}

void bl_warn(const belay_world* world, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(world, BELAY_LOG_WARNING, format, arguments);
    va_end(arguments);
}

void bl_inform(const belay_world* world, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(world, BELAY_LOG_INFO, format, arguments);
    va_end(arguments);
}

belay_result bl_fail_inside_hook(belay_world* world)
{
    return bl_fail(world, BELAY_ERROR_STATE, "no call on the world is allowed while its %s hook is asked",
                   world->hooks.asked);
}

belay_result bl_check_unlocked(belay_world* world, const char* call)
{
    BL_TRY(bl_check_owner(world));
    if (world->entities.open_iterators == 0) return BELAY_OK;
    return bl_fail(world, BELAY_ERROR_STATE, "%s: not allowed while an iterator is open (%u open)", call,
                   world->entities.open_iterators);
}

// What the entities of a table are called.
static const char* kind_of(int table)
{
    static const char* const kinds[BL_TABLE_FIRST_USER] = {
        [BL_TABLE_BODY] = "body", [BL_TABLE_COLLIDER] = "collider", [BL_TABLE_JOINT] = "joint", [BL_TABLE_ROD] = "rod"};
    return kinds[table];
}

belay_result bl_refuse_handle(belay_world* world, const char* call, uint64_t id, const char* what, const char* kind)
{
    char is[80];
    unsigned tag = (unsigned)(id >> 56), own = world->entities.pool.tag;
    if (id == 0)
        snprintf(is, sizeof is, "null");
    else if (tag != own)
        snprintf(is, sizeof is, "of a world with the tag %u, and this one's is %u", tag, own);
    else
        snprintf(is, sizeof is, "stale: destroyed, or of another world with this tag");
    return bl_fail(world, BELAY_ERROR_HANDLE, "%s: %s is 0x%016llx (%s); it must be a %s of this world", call, what,
                   (unsigned long long)id, is, kind);
}

static belay_result refuse_kind(belay_world* world, const char* call, uint64_t id, uint32_t slot, int table,
                                const char* what)
{
    const char* is = "plain entity";
    for (int k = BL_TABLE_BODY; k <= BL_TABLE_ROD; k++)
        if (bl_table_find(&world->entities.tables[k], slot) != BL_NO_INDEX) is = kind_of(k);
    return bl_fail(world, BELAY_ERROR_COMPONENT, "%s: %s is 0x%016llx (a %s); it must be a %s", call, what,
                   (unsigned long long)id, is, kind_of(table));
}

belay_result bl_find_index(belay_world* world, const char* call, uint64_t id, int table, const char* what,
                           uint32_t* index)
{
    BL_TRY(bl_check_owner(world));
    uint32_t slot = bl_id_pool_slot(&world->entities.pool, id);
    if (slot == BL_NO_SLOT) return bl_refuse_handle(world, call, id, what, kind_of(table));
    *index = bl_table_find(&world->entities.tables[table], slot);
    return *index != BL_NO_INDEX ? BELAY_OK : refuse_kind(world, call, id, slot, table, what);
}

belay_result bl_find_to_report(const belay_world* world, const char* call, uint64_t id, int table, const char* what,
                               const void* answer, uint32_t* place)
{
    // A reader may report an error: the message is the one thing of a world that it writes.
    belay_world* writable = (belay_world*)world;
    BL_TRY(bl_find_index(writable, call, id, table, what, place));
    if (answer != NULL) return BELAY_OK;
    return bl_fail(writable, BELAY_ERROR_VALUE, "%s: the place for the answer is null; it must be given", call);
}
