// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/shape_check.h"

#include "belay/result.h"
#include "belay/vec.h"

#include <stdio.h>

bool bl_is_usable(double x)
{
    return isfinite(x) && fabs(x) <= BL_SHAPE_LARGEST_NUMBER;
}

belay_result bl_check_usable(belay_error* error, const char* name, double value)
{
    if (bl_is_usable(value)) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VALUE, "%s is %g; it must be finite and at most 1e30 in size", name,
                           value);
}

belay_result bl_check_size(belay_error* error, const char* name, double value)
{
    belay_result result = bl_check_usable(error, name, value);
    if (result != BELAY_OK) return result;
    if (value == 0.0) return belay_error_set(error, BELAY_ERROR_SHAPE, "%s is 0; it must be above 0", name);
    if (value < 1.0 / BL_SHAPE_LARGEST_NUMBER)
        return belay_error_set(error, BELAY_ERROR_VALUE, "%s is %g; it must be above 0 (1e-30)", name, value);
    if (value >= BL_SHAPE_SMALLEST && value <= BL_SHAPE_LARGEST) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_SHAPE, "%s is %g; it must be from %g to %g m", name, value,
                           BL_SHAPE_SMALLEST, BL_SHAPE_LARGEST);
}

belay_result bl_check_sizes(belay_error* error, const char* name, belay_vec3 sizes)
{
    const double size[3] = {sizes.x, sizes.y, sizes.z};
    belay_result result = BELAY_OK;
    for (int i = 0; i < 3 && result == BELAY_OK; i++) {
        char field[64];
        snprintf(field, sizeof field, "%s.%c", name, "xyz"[i]);
        result = bl_check_size(error, field, size[i]);
    }
    return result;
}

belay_result bl_check_point(belay_error* error, const char* name, belay_vec3 p)
{
    belay_result code = BELAY_OK;
    if (!bl_is_usable(p.x) || !bl_is_usable(p.y) || !bl_is_usable(p.z))
        code = BELAY_ERROR_VALUE;
    else if (fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))) > BL_SHAPE_LARGEST)
        code = BELAY_ERROR_SHAPE;
    if (code == BELAY_OK) return BELAY_OK;
    return belay_error_set(error, code, "%s is (%g, %g, %g); it must be finite and at most %g m in size", name, p.x,
                           p.y, p.z, BL_SHAPE_LARGEST);
}

belay_result bl_check_points(belay_error* error, const char* name, const belay_vec3* points, int count)
{
    for (int i = 0; i < count; i++) {
        if (bl_check_point(NULL, name, points[i]) == BELAY_OK) continue;
        char place[64];
        snprintf(place, sizeof place, "%s[%d]", name, i);
        return bl_check_point(error, place, points[i]);
    }
    return BELAY_OK;
}

belay_result bl_check_pointer(belay_error* error, const char* name, const void* pointer)
{
    return pointer != NULL ? BELAY_OK : belay_error_set(error, BELAY_ERROR_VALUE, "%s is null; it must be given", name);
}

belay_result bl_check_count(belay_error* error, const char* name, int count, int least)
{
    if (count >= least) return BELAY_OK;
    return belay_error_set(error, count < 0 ? BELAY_ERROR_VALUE : BELAY_ERROR_SHAPE, "%s is %d; it must be at least %d",
                           name, count, least);
}
