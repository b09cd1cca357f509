// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/haptic_navigation.h"

#include "belay/quat.h"
#include "belay/result.h"
#include "tolerances/haptic_tolerances.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Configuration
// ---------------------------------------------------------------------------------------------------------------------

belay_haptic_navigation_config belay_haptic_navigation_config_default(void)
{
    belay_haptic_navigation_config c;
    memset(&c, 0, sizeof c);
    c.blend_seconds = 0.1;
    c.retract_speed = 0.05;
    c.retract_spin = 1.0;
    c.drift_depth = 0.02;
    c.exponent = 1.0;
    c.max_force = 3.0;
    c.max_stretch = 2e-3;
    return c;
}

// Drift from a share of the workspace on, at its full speed at the rim.
static belay_haptic_navigation_config drifting(const belay_haptic_device_info* info, double share, double speed)
{
    belay_haptic_navigation_config c = belay_haptic_navigation_config_default();
    double rim = info != NULL && info->workspace_radius > 0.0 ? info->workspace_radius : BL_UNKNOWN_WORKSPACE_RADIUS;
    c.radius = share * rim;
    c.drift_depth = (1.0 - share) * rim;
    c.drift_speed = speed;
    return c;
}

belay_haptic_navigation_config belay_haptic_navigation_config_rate(const belay_haptic_device_info* info)
{
    return drifting(info, 1.0 / 3.0, 0.1);
}

belay_haptic_navigation_config belay_haptic_navigation_config_bubble(const belay_haptic_device_info* info)
{
    belay_haptic_navigation_config c = drifting(info, 0.6, 0.3);
    bool is_known = info != NULL && info->max_continuous_force > 0.0;
    c.exponent = 3.0;
    c.max_force = 0.5 * (is_known ? info->max_continuous_force : BL_UNKNOWN_NAVIGATION_FORCE);
    c.stiffness = c.max_force / c.drift_depth;
    return c;
}

typedef struct range {
    const char* name;
    double value, lowest, highest;
} range;

static belay_result check(const belay_haptic_navigation_config* c, belay_error* error)
{
    const double small = 1e-9, large = 1e6;
    const range ranges[] = {{"blend_seconds", c->blend_seconds, 1e-3, 10.0},
                            {"retract_speed", c->retract_speed, small, large},
                            {"retract_spin", c->retract_spin, small, large},
                            {"centre.x", c->centre.x, -large, large},
                            {"centre.y", c->centre.y, -large, large},
                            {"centre.z", c->centre.z, -large, large},
                            {"radius", c->radius, 0.0, large},
                            {"drift_depth", c->drift_depth, small, large},
                            {"drift_speed", c->drift_speed, 0.0, large},
                            {"exponent", c->exponent, 1.0, 10.0},
                            {"stiffness", c->stiffness, 0.0, large},
                            {"max_force", c->max_force, 0.0, large},
                            {"max_stretch", c->max_stretch, small, large}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        const range* r = &ranges[i];
        if (r->value >= r->lowest && r->value <= r->highest) continue;
        return belay_error_set(error, BELAY_ERROR_VALUE, "navigation config: %s is %g; it must be from %g to %g",
                               r->name, r->value, r->lowest, r->highest);
    }
    return BELAY_OK;
}

belay_result belay_haptic_navigation_init(const belay_haptic_navigation_config* config,
                                          belay_haptic_navigation* navigation, belay_error* error)
{
    if (config == NULL || navigation == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_haptic_navigation_init: an argument is null; all must be given");
    belay_result result = check(config, error);
    if (result != BELAY_OK) return result;
    memset(navigation, 0, sizeof *navigation);
    navigation->config = *config;
    navigation->turn = belay_quat_identity();
    navigation->last = belay_pose_identity();
    navigation->share = 1.0;
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Clutch
// ---------------------------------------------------------------------------------------------------------------------

static double towards(double x, double to, double step)
{
    return to > x ? fmin(to, x + step) : fmax(to, x - step);
}

// Of a motion that does not pass, what relaxes the coupling still does: else a force would act on a hand that retreats,
// and nothing would be spent for it.
static belay_vec3 relaxing(belay_vec3 moved, belay_vec3 stretch)
{
    double length = v3_length(stretch);
    if (!(length > 0.0)) return v3_zero();
    double back = fmin(fmax(-v3_dot(moved, stretch) / length, 0.0), length);
    return v3_scale(-back / length, stretch);
}

// What is left of a stretch goes within the blend, but no faster than `speed`.
static belay_vec3 retraction(const belay_haptic_navigation* n, belay_vec3 stretch, double speed, double dt)
{
    double length = v3_length(stretch),
           share = fmin(1.0, BL_NAVIGATION_BLEND_RATE * dt / n->config.blend_seconds) * (1.0 - n->share);
    if (!(length > 0.0)) return v3_zero();
    return v3_scale(-fmin(share, speed * dt / length), stretch);
}

// A motion m of which share s passes is taken back by (1 - s) m, less what relaxes.
static void hold_place(belay_haptic_navigation* n, const belay_haptic_navigation_input* in)
{
    belay_vec3 moved = n->has_last ? v3_sub(in->device.position, n->last.position) : v3_zero();
    belay_vec3 passes = relaxing(moved, in->stretch);
    belay_vec3 back = v3_scale(1.0 - n->share, v3_sub(passes, moved));
    belay_vec3 left = v3_add(in->stretch, passes);
    n->offset = v3_add(n->offset, v3_add(back, retraction(n, left, n->config.retract_speed, in->dt)));
}

// The same of turns: those of the tool are exp(w) times what they were.
static void hold_turn(belay_haptic_navigation* n, const belay_haptic_navigation_input* in)
{
    belay_quat last = n->has_last ? n->last.rotation : in->device.rotation;
    belay_vec3 turned = q_log(q_mul(in->device.rotation, q_conjugate(last)));
    belay_vec3 passes = relaxing(turned, in->twist);
    belay_vec3 w = v3_add(v3_scale(n->share, turned), v3_scale(1.0 - n->share, passes));
    w = v3_add(w, retraction(n, v3_add(in->twist, passes), n->config.retract_spin, in->dt));
    belay_quat tool = q_mul(q_exp(w), q_mul(last, n->turn));
    n->turn = q_normalize(q_mul(q_conjugate(in->device.rotation), tool));
}

// ---------------------------------------------------------------------------------------------------------------------
// Drift
// ---------------------------------------------------------------------------------------------------------------------

static double power(double x, double exponent)
{
    return exponent == 1.0 ? x : exponent == 2.0 ? x * x : exponent == 3.0 ? x * x * x : pow(x, exponent);
}

// The part that goes into a surface ends as the coupling is stretched.
static belay_vec3 spare_surface(const belay_haptic_navigation* n, belay_vec3 drift, belay_vec3 stretch)
{
    double length = v3_length(stretch), into = length > 0.0 ? v3_dot(drift, stretch) / length : 0.0;
    if (!(into > 0.0)) return drift;
    return v3_add_scaled(drift, -into * fmin(1.0, length / n->config.max_stretch) / length, stretch);
}

static void drift(const belay_haptic_navigation* n, const belay_haptic_navigation_input* in,
                  belay_haptic_navigation_output* out)
{
    const belay_haptic_navigation_config* c = &n->config;
    belay_vec3 displacement = v3_sub(in->device.position, c->centre);
    double beyond = v3_length(displacement) - c->radius;
    if (!(beyond > 0.0)) return;
    belay_vec3 outward = v3_normalize_or(displacement, v3_zero());
    double speed = c->drift_speed * power(fmin(1.0, beyond / c->drift_depth), c->exponent);
    out->drift = spare_surface(n, v3_scale(n->drift_share * speed, outward), in->stretch);
    out->force = v3_scale(-fmin(c->stiffness * beyond, c->max_force), outward);
}

// ---------------------------------------------------------------------------------------------------------------------
// A tick
// ---------------------------------------------------------------------------------------------------------------------

static bool is_usable(const belay_haptic_navigation_input* in)
{
    return v3_is_finite(in->device.position) && q_is_finite(in->device.rotation) && in->dt > 0.0 && in->dt < HUGE_VAL &&
           v3_is_finite(in->stretch) && v3_is_finite(in->twist);
}

static void advance(belay_haptic_navigation* n, const belay_haptic_navigation_input* in,
                    belay_haptic_navigation_output* out)
{
    double step = in->dt / n->config.blend_seconds;
    out->is_clutched = (in->buttons & n->config.clutch_buttons) != 0;
    n->share = towards(n->share, out->is_clutched ? 0.0 : 1.0, step);
    n->drift_share = fmin(n->share, towards(n->drift_share, 1.0, step));
    if (n->share < 1.0) {
        hold_place(n, in);
        hold_turn(n, in);
    }
    drift(n, in, out);
    n->offset = v3_add_scaled(n->offset, in->dt, out->drift);
    n->last = in->device;
    n->has_last = true;
}

void belay_haptic_navigation_update(belay_haptic_navigation* navigation, const belay_haptic_navigation_input* input,
                                    belay_haptic_navigation_output* output)
{
    if (navigation == NULL || input == NULL || output == NULL) return;
    memset(output, 0, sizeof *output);
    if (is_usable(input)) advance(navigation, input, output);
    output->share = navigation->share;
    output->pose.position = v3_add(navigation->last.position, navigation->offset);
    output->pose.rotation = q_normalize(q_mul(navigation->last.rotation, navigation->turn));
}
