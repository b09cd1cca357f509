// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/assemble/step_twist.h"
#include "store/state.h"

// The tilts phi of both along their twists per second (detect/manifold.h), of what is tracked as seen from what
// carries it.
typedef struct tilt_rates {
    double a, b; // sqrt(m)/s
} tilt_rates;

static tilt_rates tilt_rates_of(const bl_manifold_point* p, belay_vec3 wa, belay_vec3 wb)
{
    belay_vec3 of_a = p->surface_owner == BL_SURFACE_OWNER_B ? v3_sub(wa, wb) : wa;
    belay_vec3 of_b = p->surface_owner == BL_SURFACE_OWNER_A ? v3_sub(wb, wa) : wb;
    return (tilt_rates){v3_dot(p->twist_a, v3_cross(p->normal, of_a)), v3_dot(p->twist_b, v3_cross(p->normal, of_b))};
}

bl_twist bl_step_twist(const bl_manifold_point* p, belay_vec3 wa, belay_vec3 wb, double h)
{
    tilt_rates t = tilt_rates_of(p, wa, wb);
    bl_twist twist = {.velocity = v3_add(v3_scale(t.a, p->twist_a), v3_scale(t.b, p->twist_b))};
    twist.centripetal = -0.5 * h * h * (t.a * t.a + t.b * t.b);
    twist.angle = fabs(h) * fmax(v3_length(v3_cross(p->normal, wa)), v3_length(v3_cross(p->normal, wb)));
    return twist;
}

// As a direction turns by nu + phi from A's outward normal, the point that is furthest along it goes from its reference
// by -twist twist.(nu + phi) more than that of a ball; of B, whose normal is the other one, likewise.
belay_vec3 bl_step_twist_slip(const bl_step_scratch* s, const bl_step_contact* c, const bl_contact_row* row,
                              belay_vec3 nu, belay_vec3 wa, belay_vec3 wb, double h)
{
    const bl_manifold_point* p = &c->point;
    tilt_rates t = tilt_rates_of(p, wa, wb);
    double on_a = v3_dot(p->twist_a, nu) + 0.5 * h * t.a, on_b = v3_dot(p->twist_b, nu) + 0.5 * h * t.b;
    belay_vec3 run_on = v3_add(v3_cross(wa, v3_scale(on_a, p->twist_a)), v3_cross(wb, v3_scale(on_b, p->twist_b)));
    belay_vec3 of_spin = v3_sub(v3_cross(s->motion.bodies[c->body_a].euler, row->at.arm_a),
                                v3_cross(s->motion.bodies[c->body_b].euler, row->at.arm_b));
    return v3_sub(v3_scale(0.5 * h, of_spin), run_on);
}
