// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The natural map of an island of contacts: the sum over all of them, and that sum as far as it is asked for.

#include "solver/law/residual.h"
#include "solver/rows/island_residual.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <string.h>

enum { BODIES = 8, CONTACTS = 60 };

typedef struct island {
    bl_contact_row rows[CONTACTS];
    double q[CONTACTS][3]; // u_free
    bl_velocity velocities[BODIES];
    bl_response responses[BODIES];
    uint32_t order[CONTACTS];
    bl_row_set set;
} island;

static void make_contact(island* s, uint64_t* lot, uint32_t i)
{
    belay_vec3 n = v3_normalize_or(chance_vector(lot, 1.0), v3(0.0, 0.0, 1.0));
    bl_contact_geometry g = {
        .n = n, .s = v3_any_orthogonal(n), .arm_a = chance_vector(lot, 0.1), .arm_b = chance_vector(lot, 0.1)};
    bl_contact_row* row = &s->rows[i];
    memset(row, 0, sizeof *row);
    bl_contact_row_init(row, i % BODIES, (i + 1 + i / BODIES % (BODIES - 1)) % BODIES, &g, s->responses, 0.4);
    row->target = 0.1;
    s->order[i] = i;
    if (i % 3 == 0) return; // without impulse: some part, some close
    belay_vec3 r = chance_vector(lot, 1.0);
    const double wanted[3] = {r.x, r.y, r.z};
    bl_cone_project(row->mu, wanted, row->r);
}

static void make(island* s, uint64_t lot)
{
    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; i < BODIES; i++) {
        s->responses[i].inverse_mass = 1.0;
        for (int k = 0; k < 3; k++)
            s->responses[i].inverse_inertia.m[4 * k] = 600.0;
        s->velocities[i].linear = chance_vector(&lot, 1.0);
        s->velocities[i].angular = chance_vector(&lot, 5.0);
    }
    for (uint32_t i = 0; i < CONTACTS; i++)
        make_contact(s, &lot, i);
    s->set = (bl_row_set){.rows = s->rows,
                          .contact_count = CONTACTS,
                          .contact_free = s->q[0],
                          .rod_first = CONTACTS,
                          .responses = s->responses};
}

static double plain_sum(const island* s)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < CONTACTS; i++) {
        const bl_contact_row* row = &s->rows[i];
        double u[3], e[3];
        bl_contact_row_velocity(row, s->velocities, u);
        bl_contact_row_shift(row, u);
        bl_natural_map(row->weight, row->mu, row->r, u, e);
        sum += e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
    }
    return sum;
}

// Also where contacts that are open and part are seen to be solved by their normal velocity alone.
Test(island_residual, it_is_the_sum_of_the_natural_maps_to_the_last_bit)
{
    static island s;
    for (uint64_t lot = 0; lot < 50; lot++) {
        make(&s, lot);
        double sum = bl_island_natural_squared(&s.set, s.order, CONTACTS, s.velocities), right = plain_sum(&s);
        cr_assert_gt(right, 0.0);
        cr_assert_eq(sum, right, "%.17g, right value %.17g", sum, right);
    }
}

Test(island_residual, up_to_a_bound_it_is_the_same_and_beyond_it_is_beyond)
{
    static island s;
    for (uint64_t lot = 0; lot < 50; lot++) {
        make(&s, lot);
        double right = plain_sum(&s);
        for (int k = 1; k < 40; k++) {
            double most = right * k / 20.0;
            double sum = bl_island_natural_up_to(&s.set, s.order, CONTACTS, s.velocities, most);
            if (right <= most)
                cr_assert_eq(sum, right, "%.17g, right value %.17g", sum, right);
            else
                cr_assert(sum > most && sum <= right, "%g of %g, asked up to %g", sum, right, most);
        }
    }
}
