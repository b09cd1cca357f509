// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo/force/servo_surface.h"
#include "tolerances/haptic_tolerances.h"

// ---------------------------------------------------------------------------------------------------------------------
// Heights
// ---------------------------------------------------------------------------------------------------------------------

static double wave(const belay_haptic_texture* t, double x, double y, double slope[2])
{
    double k = BL_HAPTIC_TWO_PI / t->wavelength, half = 0.5 * t->depth;
    bool is_grating = t->kind == BELAY_HAPTIC_TEXTURE_GRATING;
    double cx = cos(k * x), cy = is_grating ? 1.0 : cos(k * y);
    slope[0] = -half * k * sin(k * x) * cy;
    slope[1] = is_grating ? 0.0 : -half * k * cx * sin(k * y);
    return -half * (1.0 - cx * cy);
}

// Weights of the three nearest samples and their derivatives; the place of the first.
static int spline(double u, int n, double w[3], double d[3])
{
    double wrapped = u - floor(u / n) * n, middle = floor(wrapped + 0.5), t = wrapped - middle;
    w[0] = 0.5 * (0.5 - t) * (0.5 - t);
    w[1] = 0.75 - t * t;
    w[2] = 0.5 * (0.5 + t) * (0.5 + t);
    d[0] = t - 0.5;
    d[1] = -2.0 * t;
    d[2] = t + 0.5;
    return (int)middle - 1 + n;
}

static double grid(const belay_haptic_texture* t, double x, double y, double slope[2])
{
    double wx[3], wy[3], dx[3], dy[3], s = 0.0;
    int i = spline(x / t->spacing, t->columns, wx, dx), j = spline(y / t->spacing, t->rows, wy, dy);
    slope[0] = slope[1] = 0.0;
    for (int b = 0; b < 3; b++)
        for (int a = 0; a < 3; a++) {
            double height =
                t->heights[(size_t)((j + b) % t->rows) * (size_t)t->columns + (size_t)((i + a) % t->columns)];
            s += wx[a] * wy[b] * height;
            slope[0] += dx[a] * wy[b] * height * t->depth / t->spacing;
            slope[1] += wx[a] * dy[b] * height * t->depth / t->spacing;
        }
    return t->depth * (s - 1.0);
}

double bl_texture_height(const belay_haptic_texture* texture, double x, double y, double slope[2])
{
    slope[0] = slope[1] = 0.0;
    if (texture->kind == BELAY_HAPTIC_TEXTURE_NONE) return 0.0;
    return texture->kind == BELAY_HAPTIC_TEXTURE_GRID ? grid(texture, x, y, slope) : wave(texture, x, y, slope);
}

static int find_surface(const bl_surfaces* surfaces, const bl_servo_contact* c)
{
    for (int i = 0; i < surfaces->count; i++)
        if (surfaces->at[i].other == c->other) return i;
    return -1;
}

// The contact's place goes with the tool as its gap does: linear in the distance from the reference.
static belay_vec3 place_of(const bl_servo_contacts* contacts, const bl_servo_contact* c, const double d[6])
{
    belay_vec3 arm = v3_add_scaled(c->arm_from, contacts->alpha, v3_sub(c->arm, c->arm_from));
    belay_vec3 moved = v3_add(v3(d[0], d[1], d[2]), v3_cross(v3(d[3], d[4], d[5]), arm));
    return v3_add(v3_add(contacts->reference.position, arm), moved);
}

static void lower(const belay_haptic_texture* t, const bl_servo_contacts* contacts, const double d[6],
                  bl_servo_contact* c)
{
    if (t->kind == BELAY_HAPTIC_TEXTURE_NONE) return;
    bl_servo_skin skin = bl_servo_skin_between(&c->skin_from, &c->skin_to, contacts->alpha);
    belay_vec3 marked = bl_servo_skin_point(&skin, place_of(contacts, c, d));
    belay_vec3 local = pose_apply_inverse(t->frame, marked);
    double slope[2];
    c->height = bl_texture_height(t, local.x, local.y, slope);
    c->slope = q_rotate(skin.rotation, q_rotate(t->frame.rotation, v3(slope[0], slope[1], 0.0)));
}

void bl_surfaces_lower(const bl_surfaces* surfaces, bl_servo_contacts* contacts, belay_pose pose)
{
    if (surfaces->count == 0) return;
    double d[6];
    bl_servo_contacts_distance(contacts, pose, d);
    for (int i = 0; i < contacts->count; i++) {
        bl_servo_contact* c = &contacts->contact[i];
        int k = c->law == BELAY_LOCAL_UNILATERAL ? find_surface(surfaces, c) : -1;
        c->height = 0.0;
        c->slope = v3_zero();
        if (k >= 0) lower(&surfaces->at[k].texture, contacts, d, c);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Ringing
// ---------------------------------------------------------------------------------------------------------------------

// The fastest of the contacts with a surface that press; negative: none does.
static double blow_on(const bl_surfaces* surfaces, int k, const bl_servo_contacts* contacts,
                      const bl_servo_target* target, belay_vec3* normal)
{
    double fastest = -1.0;
    for (int i = 0; i < contacts->count; i++) {
        const bl_servo_contact* c = &contacts->contact[i];
        if (c->law != BELAY_LOCAL_UNILATERAL || c->other != surfaces->at[k].other || !(c->force[0] > 0.0)) continue;
        belay_vec3 v = v3_add(target->linear, v3_cross(target->angular, c->arm));
        double speed = fmax(0.0, c->now.velocity[0] - v3_dot(c->frame[0], v));
        if (speed <= fastest) continue;
        fastest = speed;
        *normal = c->frame[0];
    }
    return fastest;
}

static void strike(const belay_haptic_impact* impact, double speed, belay_vec3 normal, bl_ringing* r)
{
    bool is_struck = r->untouched >= BL_SURFACE_PARTED && speed >= BL_SURFACE_SLOWEST;
    r->untouched = 0.0;
    if (!is_struck) return;
    r->size = fmin(impact->amplitude * speed, impact->max_force);
    r->time = 0.0;
    r->normal = normal;
}

belay_vec3 bl_surfaces_ring(bl_surfaces* surfaces, const bl_servo_contacts* contacts, const bl_servo_target* target,
                            bool is_held, double dt)
{
    belay_vec3 sum = v3_zero();
    for (int k = 0; k < surfaces->count; k++) {
        const belay_haptic_impact* impact = &surfaces->at[k].impact;
        bl_ringing* r = &surfaces->ringing[k];
        if (!(impact->amplitude > 0.0)) continue;
        r->untouched += dt;
        r->time += dt;
        belay_vec3 normal = v3_zero();
        double speed = is_held ? blow_on(surfaces, k, contacts, target, &normal) : -1.0;
        if (speed >= 0.0) strike(impact, speed, normal, r);
        double left = exp(-impact->decay * r->time);
        if (left < BL_SURFACE_SILENT || !is_held) r->size = 0.0;
        if (r->size == 0.0) continue;
        double now = r->size * left * sin(BL_HAPTIC_TWO_PI * fmod(impact->frequency * r->time, 1.0));
        sum = v3_add_scaled(sum, now, r->normal);
    }
    return sum;
}
