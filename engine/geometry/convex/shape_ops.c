// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/convex/shape_ops.h"

#include "belay/result.h"
#include "core/alloc.h"
#include "geometry/shape_check.h"

const bl_core_ops* const bl_core_table[] = {
#define CORE_ROW(kind, row) [BL_CONVEX_##kind] = &bl_core_##row,
    BL_CORE_LIST(CORE_ROW)
#undef CORE_ROW
};

const bl_shape_ops* const bl_shape_table[BELAY_SHAPE_TYPE_COUNT] = {
#define SHAPE_ROW(type, row) [BELAY_SHAPE_##type] = &bl_shape_##row,
    BL_SHAPE_LIST(SHAPE_ROW)
#undef SHAPE_ROW
};

const char* belay_shape_type_name(belay_shape_type type)
{
    return (unsigned)type < BELAY_SHAPE_TYPE_COUNT ? bl_shape_of(type)->name : "unknown shape";
}

belay_result bl_shape_check(const belay_shape* shape, belay_error* error)
{
    if (shape == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "shape is null; it must be given");
    if ((unsigned)shape->type < BELAY_SHAPE_TYPE_COUNT) return bl_shape_of(shape->type)->check(shape, error);
    return belay_error_set(error, BELAY_ERROR_VALUE, "shape.type is %d; it must be from 0 to %d", (int)shape->type,
                           (int)BELAY_SHAPE_TYPE_COUNT - 1);
}

bool bl_shape_has_half(const bl_shape_numbers* n)
{
    return n->half.x > 0.0 && n->half.y > 0.0 && n->half.z > 0.0;
}

belay_vec3 bl_core_origin(const bl_convex* core)
{
    (void)core;
    return v3_zero();
}

void bl_core_half_box(const bl_convex* core, belay_vec3* center, belay_vec3* half)
{
    *center = v3_zero();
    *half = core->half;
}

bl_convex bl_shape_convex(belay_shape_type type, const bl_shape_numbers* numbers, const void* block)
{
    bl_convex convex = {.kind = bl_shape_of(type)->core, .radius = numbers->radius, .half = numbers->half};
    convex.hull = block;
    return convex;
}

belay_result bl_shape_build_convex(const belay_shape* shape, belay_pose pose, const belay_allocator* allocator,
                                   bl_convex* convex, belay_pose* stands, unsigned char** block, belay_error* error)
{
    const bl_shape_ops* ops = bl_shape_of(shape->type);
    bl_shape_numbers numbers = {.pose = pose};
    *block = NULL;
    if (ops->measure != NULL) ops->measure(shape, &numbers);
    belay_result result = ops->build != NULL ? ops->build(shape, allocator, block, error) : BELAY_OK;
    if (result != BELAY_OK) return result;
    *convex = bl_shape_convex(shape->type, &numbers, *block);
    *stands = numbers.pose;
    return BELAY_OK;
}

// ------------------------------------------------------------------------------------------------------------------
// Mass
// ------------------------------------------------------------------------------------------------------------------

belay_mass bl_mass_make(double mass, belay_vec3 center, double ixx, double iyy, double izz)
{
    return (belay_mass){mass, center, m3_diagonal(v3(ixx, iyy, izz))};
}

static belay_result check_density(double density, belay_error* error)
{
    if (isfinite(density) && density > 0.0 && density <= 1e30) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VALUE, "density is %g; it must be above 0 and at most 1e30", density);
}

belay_result bl_convex_mass(const bl_convex* convex, double density, belay_mass* mass, belay_error* error)
{
    belay_result result = check_density(density, error);
    if (result == BELAY_OK) *mass = bl_core_of(convex)->mass(convex, density);
    return result;
}

belay_result belay_shape_mass(const belay_shape* shape, double density, belay_mass* mass, belay_error* error)
{
    belay_result result = bl_shape_check(shape, error);
    if (result == BELAY_OK) result = check_density(density, error);
    if (result != BELAY_OK) return result;
    if (mass == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "mass is null; it must be given");
    if (bl_shape_of(shape->type)->family != BL_FAMILY_SOLID)
        return belay_error_set(error, BELAY_ERROR_SHAPE, "shape.type is %s; it has no inside and no mass",
                               belay_shape_type_name(shape->type));
    belay_allocator allocator = bl_allocator_default();
    bl_convex convex;
    belay_pose stands;
    unsigned char* block;
    result = bl_shape_build_convex(shape, belay_pose_identity(), &allocator, &convex, &stands, &block, error);
    if (result == BELAY_OK) result = bl_convex_mass(&convex, density, mass, error);
    arrfree(block);
    if (result == BELAY_OK) mass->center_of_mass = v3_add(mass->center_of_mass, stands.position);
    return result;
}

static belay_mass scaled_to(belay_mass unit, double whole)
{
    return (belay_mass){whole, unit.center_of_mass, m3_scale(whole / unit.mass, unit.inertia)};
}

belay_result belay_shape_mass_of(const belay_shape* shape, double whole, belay_mass* mass, belay_error* error)
{
    if (!(isfinite(whole) && whole > 0.0 && whole <= 1e30))
        return belay_error_set(error, BELAY_ERROR_VALUE, "whole is %g; it must be above 0 and at most 1e30", whole);
    belay_mass unit;
    belay_result result = belay_shape_mass(shape, 1.0, mass != NULL ? &unit : NULL, error);
    if (result == BELAY_OK) *mass = scaled_to(unit, whole);
    return result;
}
