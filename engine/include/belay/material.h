// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What surfaces are made of, as far as contact is concerned.

#ifndef BELAY_MATERIAL_H
#define BELAY_MATERIAL_H

#ifdef __cplusplus
extern "C" {
#endif

// Of one collider or rod, or of one pair of these. Two meet with mu = sqrt(mu_a mu_b) (a frictionless partner makes a
// frictionless contact) and e = max(e_a, e_b) (the livelier partner decides), unless the pair was given a material of
// its own by belay_pair_set_material or belay_rod_set_pair_material.
typedef struct belay_material {
    double friction;    // mu, Coulomb's coefficient, >= 0
    double restitution; // e, Newton-Moreau coefficient of normal restitution, 0 to 1
} belay_material;

// friction 0.5, restitution 0
static inline belay_material belay_material_default(void)
{
    belay_material m = {0.5, 0.0};
    return m;
}

#ifdef __cplusplus
}
#endif

#endif
