// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Giving a servo its surfaces.

#include "belay/result.h"
#include "servo/servo_internal.h"
#include "tolerances/haptic_tolerances.h"

#include <string.h>

belay_haptic_impact belay_haptic_impact_rubber(void)
{
    return (belay_haptic_impact){.amplitude = 5.0, .frequency = 18.0, .decay = 60.0, .max_force = 2.0};
}

belay_haptic_impact belay_haptic_impact_wood(void)
{
    return (belay_haptic_impact){.amplitude = 8.0, .frequency = 100.0, .decay = 80.0, .max_force = 2.0};
}

belay_haptic_impact belay_haptic_impact_steel(void)
{
    return (belay_haptic_impact){.amplitude = 10.0, .frequency = 250.0, .decay = 90.0, .max_force = 2.0};
}

belay_haptic_surface belay_haptic_surface_default(uint64_t other)
{
    belay_haptic_surface s;
    memset(&s, 0, sizeof s);
    s.other = other;
    s.texture.frame = belay_pose_identity();
    return s;
}

static belay_result refuse(belay_error* error, int i, const char* field, double value)
{
    return belay_error_set(error, BELAY_ERROR_VALUE, "surfaces[%d].%s is %g", i, field, value);
}

// The steepest slope that the grid's spline can have; infinite for samples that are no heights.
static double steepest_of_grid(const belay_haptic_texture* t)
{
    double largest = 0.0;
    for (int j = 0; j < t->rows; j++)
        for (int i = 0; i < t->columns; i++) {
            const double* row = t->heights + (size_t)j * (size_t)t->columns;
            const double* next = t->heights + (size_t)((j + 1) % t->rows) * (size_t)t->columns;
            if (!(row[i] >= 0.0 && row[i] <= 1.0)) return HUGE_VAL;
            largest = fmax(largest, fabs(row[(i + 1) % t->columns] - row[i]));
            largest = fmax(largest, fabs(next[i] - row[i]));
        }
    return sqrt(2.0) * largest * t->depth / t->spacing;
}

static belay_result check_texture(const belay_haptic_texture* t, int i, belay_error* error)
{
    if ((unsigned)t->kind >= BELAY_HAPTIC_TEXTURE_COUNT) return refuse(error, i, "texture.kind", (double)t->kind);
    if (t->kind == BELAY_HAPTIC_TEXTURE_NONE) return BELAY_OK;
    double turn = q_length(t->frame.rotation);
    if (!v3_is_finite(t->frame.position) || !(fabs(turn - 1.0) <= 1e-6)) return refuse(error, i, "texture.frame", turn);
    if (!(t->depth >= 0.0 && t->depth < HUGE_VAL)) return refuse(error, i, "texture.depth", t->depth);
    bool is_grid = t->kind == BELAY_HAPTIC_TEXTURE_GRID;
    double unit = is_grid ? t->spacing : t->wavelength;
    if (!(unit > 0.0 && unit < HUGE_VAL))
        return refuse(error, i, is_grid ? "texture.spacing" : "texture.wavelength", unit);
    if (is_grid && (t->heights == NULL || t->columns < 3 || t->rows < 3))
        return refuse(error, i, "texture.columns, or rows or heights,", t->columns);
    double steepest = is_grid ? steepest_of_grid(t) : BL_HAPTIC_PI * t->depth / t->wavelength;
    if (!(steepest <= 1.0)) return refuse(error, i, "texture: its steepest slope", steepest);
    return BELAY_OK;
}

static belay_result check_impact(const belay_haptic_impact* m, double period, int i, belay_error* error)
{
    if (!(m->amplitude >= 0.0 && m->amplitude < HUGE_VAL)) return refuse(error, i, "impact.amplitude", m->amplitude);
    if (m->amplitude == 0.0) return BELAY_OK;
    if (!(m->frequency > 0.0 && m->frequency <= 0.25 / period * (1.0 + 1e-9)))
        return refuse(error, i, "impact.frequency", m->frequency);
    if (!(m->decay > 0.0 && m->decay < HUGE_VAL)) return refuse(error, i, "impact.decay", m->decay);
    if (!(m->max_force > 0.0 && m->max_force < HUGE_VAL)) return refuse(error, i, "impact.max_force", m->max_force);
    return BELAY_OK;
}

belay_result bl_surfaces_check(const belay_haptic_surface* surfaces, int count, double period, belay_error* error)
{
    for (int i = 0; i < count; i++) {
        if (surfaces[i].other == 0) return refuse(error, i, "other", 0.0);
        belay_result result = check_texture(&surfaces[i].texture, i, error);
        if (result == BELAY_OK) result = check_impact(&surfaces[i].impact, period, i, error);
        if (result != BELAY_OK) return result;
    }
    return BELAY_OK;
}

belay_result belay_haptic_servo_set_surfaces(belay_haptic_servo* servo, const belay_haptic_surface* surfaces, int count,
                                             belay_error* error)
{
    if (servo == NULL || (surfaces == NULL && count != 0))
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_haptic_servo_set_surfaces: an argument is null; all must be given");
    if (count < 0 || count > BELAY_HAPTIC_MOST_SURFACES)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_haptic_servo_set_surfaces: count is %d; it must be 0 to %d", count,
                               BELAY_HAPTIC_MOST_SURFACES);
    belay_result result = bl_surfaces_check(surfaces, count, servo->config.period, error);
    if (result != BELAY_OK) return result;
    memset(&servo->surfaces, 0, sizeof servo->surfaces);
    servo->surfaces.count = count;
    for (int i = 0; i < count; i++) {
        servo->surfaces.at[i] = surfaces[i];
        servo->surfaces.ringing[i].untouched = BL_SURFACE_LONG_UNTOUCHED;
    }
    for (int i = 0; i < servo->contacts.count; i++) {
        servo->contacts.contact[i].height = 0.0;
        servo->contacts.contact[i].slope = v3_zero();
    }
    return BELAY_OK;
}
