// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "objects/body_settings.h"

#include "store/checks.h"

#include <stddef.h>
#include <string.h>

static belay_result check_speed(belay_error* error, double speed)
{
    if (speed == HUGE_VAL) return BELAY_OK;
    return bl_check_positive(error, "max_linear_speed", speed);
}

belay_result bl_check_body_settings(belay_error* error, double linear_damping, double angular_damping,
                                    double max_linear_speed)
{
    BL_TRY(bl_check_range(error, "linear_damping", linear_damping, 0.0, HUGE_VAL));
    BL_TRY(bl_check_range(error, "angular_damping", angular_damping, 0.0, HUGE_VAL));
    return check_speed(error, max_linear_speed);
}

static belay_result find_body(const belay_world* world, const char* call, belay_body_id body, uint32_t* index)
{
    return bl_find_index((belay_world*)world, call, body.value, BL_TABLE_BODY, "body", index);
}

static belay_result find_to_report(const belay_world* world, belay_body_id body, const void* answer, const char* call,
                                   uint32_t* index)
{
    return bl_find_to_report(world, call, body.value, BL_TABLE_BODY, "body", answer, index);
}

// Tells the number that stands so far into the record of a body.
static belay_result get_number(const belay_world* world, belay_body_id body, size_t offset, const char* call,
                               double* answer)
{
    uint32_t index;
    BL_TRY(find_to_report(world, body, answer, call, &index));
    memcpy(answer, (const char*)&bl_bodies(world)[index] + offset, sizeof *answer);
    return BELAY_OK;
}

belay_result belay_body_set_damping(belay_world* world, belay_body_id body, double linear, double angular)
{
    uint32_t index;
    BL_TRY(find_body(world, "belay_body_set_damping", body, &index));
    belay_error error;
    if (bl_check_range(&error, "linear", linear, 0.0, HUGE_VAL) != BELAY_OK ||
        bl_check_range(&error, "angular", angular, 0.0, HUGE_VAL) != BELAY_OK)
        return bl_fail_in(world, "belay_body_set_damping", &error);
    bl_bodies(world)[index].linear_damping = linear;
    bl_bodies(world)[index].angular_damping = angular;
    return BELAY_OK;
}

belay_result belay_body_get_damping(const belay_world* world, belay_body_id body, double* linear, double* angular)
{
    uint32_t index;
    BL_TRY(find_to_report(world, body, linear, "belay_body_get_damping", &index));
    BL_TRY(find_to_report(world, body, angular, "belay_body_get_damping", &index));
    *linear = bl_bodies(world)[index].linear_damping;
    *angular = bl_bodies(world)[index].angular_damping;
    return BELAY_OK;
}

belay_result belay_body_set_gravity_scale(belay_world* world, belay_body_id body, double scale)
{
    uint32_t index;
    BL_TRY(find_body(world, "belay_body_set_gravity_scale", body, &index));
    belay_error error;
    if (bl_check_range(&error, "scale", scale, -BELAY_MAX_ACCELERATION, BELAY_MAX_ACCELERATION) != BELAY_OK)
        return bl_fail_in(world, "belay_body_set_gravity_scale", &error);
    bl_bodies(world)[index].gravity_scale = scale;
    bl_wake_changed_body(world, index);
    return BELAY_OK;
}

belay_result belay_body_get_gravity_scale(const belay_world* world, belay_body_id body, double* scale)
{
    return get_number(world, body, offsetof(bl_body, gravity_scale), "belay_body_get_gravity_scale", scale);
}

belay_result belay_body_set_max_linear_speed(belay_world* world, belay_body_id body, double speed)
{
    uint32_t index;
    BL_TRY(find_body(world, "belay_body_set_max_linear_speed", body, &index));
    belay_error error;
    if (check_speed(&error, speed) != BELAY_OK) return bl_fail_in(world, "belay_body_set_max_linear_speed", &error);
    bl_bodies(world)[index].max_linear_speed = speed;
    return BELAY_OK;
}

belay_result belay_body_get_max_linear_speed(const belay_world* world, belay_body_id body, double* speed)
{
    return get_number(world, body, offsetof(bl_body, max_linear_speed), "belay_body_get_max_linear_speed", speed);
}
