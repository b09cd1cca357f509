// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Definitions of rods: defaults, checks, and the section's stiffnesses.

#include "math/pi.h"
#include "objects/object_tolerances.h"
#include "objects/rod_parts.h"
#include "store/checks.h"
#include "store/rods.h"

#define MAX_ELEMENTS 4096
#define MAX_HELIX_ELEMENTS 256

belay_rod_def belay_rod_def_default(void)
{
    belay_rod_def def = {.model = BELAY_ROD_NODAL,
                         .element_count = 20,
                         .direction = {1.0, 0.0, 0.0},
                         .length = 1.0,
                         .d1 = {0.0, 0.0, 1.0},
                         .radius = 0.005,
                         .density = 1000.0,
                         .young_modulus = 1e7,
                         .theta = 1.0,
                         .gravity_scale = 1.0,
                         .material = belay_material_default(),
                         .filter = belay_filter_default(),
                         .touches_itself = true};
    return def;
}

// ---------------------------------------------------------------------------------------------------------------------
// Checks
// ---------------------------------------------------------------------------------------------------------------------

static belay_result check_points(belay_error* error, const char* name, const belay_vec3* points, int count)
{
    for (int i = 0; points != NULL && i < count; i++) {
        if (bl_check_vec3(error, name, points[i]) == BELAY_OK) continue;
        return belay_error_set(error, BELAY_ERROR_VALUE, "%s[%d] is (%g, %g, %g); it must be finite", name, i,
                               points[i].x, points[i].y, points[i].z);
    }
    return BELAY_OK;
}

static belay_result check_angles(belay_error* error, const char* name, const double* angles, int count)
{
    for (int i = 0; angles != NULL && i < count; i++)
        if (bl_check_finite(error, name, angles[i]) != BELAY_OK)
            return belay_error_set(error, BELAY_ERROR_VALUE, "%s[%d] is %g; it must be finite", name, i, angles[i]);
    return BELAY_OK;
}

uint32_t bl_rod_most_elements(belay_rod_model model)
{
    return model == BELAY_ROD_SUPER_HELIX ? MAX_HELIX_ELEMENTS : MAX_ELEMENTS;
}

static belay_result check_shape(const belay_rod_def* def, belay_error* error)
{
    int most = (int)bl_rod_most_elements(def->model);
    if (def->element_count < 2 || def->element_count > most)
        return belay_error_set(error, BELAY_ERROR_VALUE, "element_count is %d; it must be 2 to %d", def->element_count,
                               most);
    BL_TRY(check_points(error, "nodes", def->nodes, def->element_count + 1));
    BL_TRY(check_points(error, "rest_nodes", def->rest_nodes, def->element_count + 1));
    BL_TRY(check_angles(error, "twist", def->twist, def->element_count));
    BL_TRY(check_angles(error, "rest_twist", def->rest_twist, def->element_count));
    BL_TRY(bl_check_vec3(error, "d1", def->d1));
    if (def->nodes != NULL) return BELAY_OK;
    BL_TRY(bl_check_vec3(error, "start", def->start));
    BL_TRY(bl_check_vec3(error, "direction", def->direction));
    if (!(v3_length(def->direction) > 1e-30))
        return belay_error_set(error, BELAY_ERROR_VALUE, "direction is (%g, %g, %g); it must not be zero",
                               def->direction.x, def->direction.y, def->direction.z);
    return bl_check_positive(error, "length", def->length);
}

static belay_result check_section(const belay_rod_def* def, belay_error* error)
{
    BL_TRY(bl_check_positive(error, "radius", def->radius));
    BL_TRY(bl_check_range(error, "radius_b", def->radius_b, 0.0, HUGE_VAL));
    BL_TRY(bl_check_positive(error, "density", def->density));
    BL_TRY(bl_check_positive(error, "young_modulus", def->young_modulus));
    BL_TRY(bl_check_range(error, "shear_modulus", def->shear_modulus, 0.0, HUGE_VAL));
    // A modulus of shear belongs to a Poisson's ratio E / 2G - 1 between -1 and 1/2, or the material is none.
    double poisson = def->shear_modulus > 0.0 ? 0.5 * def->young_modulus / def->shear_modulus - 1.0 : 0.3;
    if (!(poisson > -1.0 + 1e-6 && poisson <= 0.5 + 1e-9))
        return belay_error_set(
            error, BELAY_ERROR_VALUE,
            "shear_modulus is %g with young_modulus %g: Poisson's ratio is %g; it must be above -1 and "
            "at most 0.5",
            def->shear_modulus, def->young_modulus, poisson);
    return BELAY_OK;
}

static belay_result check_direct(const belay_rod_def* def, belay_error* error)
{
    BL_TRY(bl_check_range(error, "line_mass", def->line_mass, 0.0, HUGE_VAL));
    BL_TRY(bl_check_range(error, "stretch_stiffness", def->stretch_stiffness, 0.0, HUGE_VAL));
    BL_TRY(bl_check_range(error, "bend_stiffness[0]", def->bend_stiffness[0], 0.0, HUGE_VAL));
    BL_TRY(bl_check_range(error, "bend_stiffness[1]", def->bend_stiffness[1], 0.0, HUGE_VAL));
    BL_TRY(bl_check_range(error, "twist_stiffness", def->twist_stiffness, 0.0, HUGE_VAL));
    BL_TRY(bl_check_range(error, "contact_radius", def->contact_radius, 0.0, HUGE_VAL));
    BL_TRY(bl_check_range(error, "damping_time", def->damping_time, 0.0, HUGE_VAL));
    BL_TRY(bl_check_range(error, "drag", def->drag, 0.0, HUGE_VAL));
    BL_TRY(bl_check_range(error, "theta", def->theta, 0.5, 1.0));
    BL_TRY(bl_check_finite(error, "gravity_scale", def->gravity_scale));
    BL_TRY(bl_check_range(error, "self_exclusion", def->self_exclusion, 0.0, HUGE_VAL));
    return bl_check_material(error, "material", def->material);
}

static belay_result check_between(belay_error* error, const char* name, double value, double least, const char* unit)
{
    if (value >= least && value <= BL_ROD_MOST) return BELAY_OK;
    return belay_error_set(error, BELAY_ERROR_VALUE,
                           "%s is %g %s, as given or by radius, density and moduli; it must be %g to %g", name, value,
                           unit, least, BL_ROD_MOST);
}

static belay_result check_values(const belay_rod_def* def, belay_error* error)
{
    bl_rod_section s = bl_rod_section_of(def);
    BL_TRY(check_between(error, "radius", fmin(def->radius, s.radius), BL_ROD_LEAST_RADIUS, "m"));
    BL_TRY(check_between(error, "radius", fmax(def->radius, s.radius), BL_ROD_LEAST_RADIUS, "m"));
    BL_TRY(check_between(error, "line_mass", s.line_mass, BL_ROD_LEAST_LINE_MASS, "kg/m"));
    BL_TRY(check_between(error, "stretch_stiffness", s.stretch, BL_ROD_LEAST_STRETCH, "N"));
    BL_TRY(check_between(error, "bend_stiffness[0]", s.bend[0], BL_ROD_LEAST_BEND, "N m^2"));
    BL_TRY(check_between(error, "bend_stiffness[1]", s.bend[1], BL_ROD_LEAST_BEND, "N m^2"));
    BL_TRY(check_between(error, "twist_stiffness", s.twist, BL_ROD_LEAST_BEND, "N m^2"));
    double speed = sqrt(s.stretch / s.line_mass);
    if (speed <= BL_ROD_MOST_WAVE_SPEED) return BELAY_OK;
    return belay_error_set(
        error, BELAY_ERROR_VALUE,
        "line_mass is %g kg/m with a stretch_stiffness of %g N: stretch would go along the rod with %g m/s; at "
        "most %g",
        s.line_mass, s.stretch, speed, BL_ROD_MOST_WAVE_SPEED);
}

belay_result bl_rod_check_def(const belay_rod_def* def, belay_error* error)
{
    if (def == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "def is null; it must be given");
    if (bl_rod_ops_of(def->model) == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE, "model is %d; it must be a belay_rod_model", (int)def->model);
    BL_TRY(check_shape(def, error));
    BL_TRY(check_section(def, error));
    BL_TRY(check_direct(def, error));
    return check_values(def, error);
}

// ---------------------------------------------------------------------------------------------------------------------
// The section
// ---------------------------------------------------------------------------------------------------------------------

// An ellipse with half axes a along d1 and b along d2: area pi a b, second moments pi a b^3 / 4 about d1 and
// pi a^3 b / 4 about d2, torsion constant pi a^3 b^3 / (a^2 + b^2).
bl_rod_section bl_rod_section_of(const belay_rod_def* def)
{
    double a = def->radius, b = def->radius_b > 0.0 ? def->radius_b : a, e = def->young_modulus;
    double g = def->shear_modulus > 0.0 ? def->shear_modulus : e / 2.6;
    double area = BL_PI * a * b, line_mass = def->line_mass > 0.0 ? def->line_mass : def->density * area;
    bl_rod_section s = {.line_mass = line_mass,
                        .spin_inertia = line_mass * (a * a + b * b) / 4.0,
                        .radius = def->contact_radius > 0.0 ? def->contact_radius : fmax(a, b),
                        .stretch = e * area,
                        .bend = {e * area * b * b / 4.0, e * area * a * a / 4.0},
                        .twist = g * area * a * a * b * b / (a * a + b * b),
                        .damping_time = def->damping_time,
                        .drag = def->drag};
    if (def->stretch_stiffness > 0.0) s.stretch = def->stretch_stiffness;
    if (def->twist_stiffness > 0.0) s.twist = def->twist_stiffness;
    for (int k = 0; k < 2; k++)
        if (def->bend_stiffness[k] > 0.0) s.bend[k] = def->bend_stiffness[k];
    return s;
}
