// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/chance.h"
#include "support/rods/rod_facts.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

void fact_every_op_is_there(belay_rod_model model, const char* name)
{
    const bl_rod_ops* o = fact_ops(model);
    cr_assert_str_eq(o->name, name);
    cr_assert(o->state_size && o->scratch_size && o->dofs_per_element > 0 && o->segments_per_element > 0 &&
              o->can_hold && o->init);
    cr_assert(o->move && o->prepare && o->free_velocity && o->velocity && o->row && o->solve && o->set_velocities);
    cr_assert(o->arcs && o->nodes && o->node_velocities && o->frame && o->angular_velocity);
    cr_assert(o->tension && o->moment && o->end_force && o->energy);
    for (int end = 0; end < 2; end++)
        for (bl_rod_hold hold = BL_ROD_FREE; hold <= BL_ROD_CLAMPED; hold++)
            cr_assert(o->can_hold(end, hold));
    cr_assert_eq(bl_rod_segment_count(o, 7), 7);
    cr_assert_eq(bl_rod_dof_count(o, 7), model == BELAY_ROD_CORDE ? 45 : 24);
}

// ---------------------------------------------------------------------------------------------------------------------
// Rows
// ---------------------------------------------------------------------------------------------------------------------

typedef struct spot {
    uint32_t segment;
    double s;
} spot;

static belay_vec3 spot_place(const rod_rig* rig, spot at)
{
    belay_vec3 a = rod_rig_node(rig, at.segment), b = rod_rig_node(rig, at.segment + 1);
    return v3_add_scaled(a, at.s, v3_sub(b, a));
}

// How fast the place moves and the frame turns when velocity k alone is 1.
static void differentiate(rod_rig* rig, const double* kept, spot at, uint32_t k, belay_vec3* linear, belay_vec3* turn)
{
    const double e = 1e-5;
    double w[FACT_MAX_DOFS] = {0.0};
    w[k] = 1.0;
    fact_place(rig, kept, w, e);
    belay_vec3 ahead = spot_place(rig, at);
    belay_quat frame = rig->ops->frame(&rig->rod, at.segment);
    fact_place(rig, kept, w, -e);
    belay_quat back = q_conjugate(rig->ops->frame(&rig->rod, at.segment));
    *linear = v3_scale(0.5 / e, v3_sub(ahead, spot_place(rig, at)));
    *turn = v3_scale(0.5 / e, q_log(q_mul(frame, back)));
    memcpy(rig->rod.state, kept, fact_state_bytes(rig));
}

static void check_row(rod_rig* rig, const double* kept, uint64_t* lot)
{
    uint32_t n = rig->body.element_count, first, count;
    spot at = {(uint32_t)(0.5 * (1.0 + chance_signed(lot)) * n), 0.5 * (1.0 + chance_signed(lot))};
    belay_vec3 linear = chance_vector(lot, 1.0), angular = chance_vector(lot, 1.0);
    double row[FACT_MAX_DOFS] = {0.0}, v[FACT_MAX_DOFS], sign = chance_signed(lot) < 0.0 ? -1.0 : 1.0, rate = 0.0;
    rig->ops->row(&rig->rod, at.segment, at.s, linear, angular, sign, row, &first, &count);
    cr_assert_leq(first + count, fact_dofs(rig));
    for (uint32_t k = 0; k < fact_dofs(rig); k++) {
        belay_vec3 place_rate, turn;
        differentiate(rig, kept, at, k, &place_rate, &turn);
        double right = sign * (v3_dot(linear, place_rate) + v3_dot(angular, turn));
        if (fact_is_held(rig, k)) right = 0.0;
        cr_assert_float_eq(row[k], right, 1e-7 * (1.0 + fabs(right)), "entry %u is %.9g, not %.9g", (unsigned)k, row[k],
                           right);
        cr_assert(row[k] == 0.0 || (k >= first && k < first + count));
        v[k] = chance_signed(lot);
        if (fact_is_held(rig, k)) v[k] = 0.0;
        rate += row[k] * v[k];
    }
    belay_vec3 velocities[65], w = rig->ops->angular_velocity(&rig->rod, at.segment, v);
    rig->ops->node_velocities(&rig->rod, v, velocities);
    belay_vec3 a = velocities[at.segment], b = velocities[at.segment + 1];
    double right = v3_dot(linear, v3_add_scaled(a, at.s, v3_sub(b, a))) + v3_dot(angular, w);
    cr_assert_float_eq(rate, sign * right, 1e-12 * (1.0 + fabs(right)));
}

void fact_rows_are_gradients(belay_rod_model model)
{
    uint64_t lot = 4;
    for (int i = 0; i < 9; i++) {
        rod_rig* rig = fact_tangle(model, 5, (bl_rod_hold)(i % 3), (bl_rod_hold)(i / 3), &lot);
        double* kept = malloc(fact_state_bytes(rig));
        memcpy(kept, rig->rod.state, fact_state_bytes(rig));
        for (int j = 0; j < 6; j++)
            check_row(rig, kept, &lot);
        free(kept);
        rod_rig_free(rig);
    }
}

// A row of zeros up to somewhere; several columns give bit for bit what each alone does.
void fact_solve_takes_many_columns(belay_rod_model model)
{
    uint64_t lot = 5;
    rod_rig* rig = fact_tangle(model, 9, BL_ROD_CLAMPED, BL_ROD_FREE, &lot);
    rig->ops->prepare(&rig->rod, rig->gravity, NULL, 1e-2);
    uint32_t m = fact_dofs(rig);
    for (uint32_t columns = 1; columns < 12; columns++) {
        uint32_t from = (uint32_t)(0.5 * (1.0 + chance_signed(&lot)) * m);
        double many[12 * FACT_MAX_DOFS] = {0.0}, one[FACT_MAX_DOFS] = {0.0};
        for (uint32_t k = from; k < m; k++)
            for (uint32_t c = 0; c < columns; c++)
                many[k * columns + c] = fact_is_held(rig, k) ? 0.0 : chance_signed(&lot);
        for (uint32_t k = from; k < m; k++)
            one[k] = many[k * columns + columns - 1];
        rig->ops->solve(&rig->rod, many, columns, from);
        rig->ops->solve(&rig->rod, one, 1, 0);
        for (uint32_t k = from; k < m; k++)
            cr_assert_float_eq(many[k * columns + columns - 1], one[k], 1e-12 * (1.0 + fabs(one[k])));
    }
    rod_rig_free(rig);
}

void fact_prepare_depends_on_the_state_alone(belay_rod_model model)
{
    uint64_t lot = 7;
    rod_rig* rig = fact_tangle(model, 11, BL_ROD_CLAMPED, BL_ROD_CLAMPED, &lot);
    rig->body.theta = 0.7;
    size_t scratch = bl_rod_scratch_size(rig->ops, 11) * sizeof(double), size = fact_dofs(rig) * sizeof(double);
    double once[FACT_MAX_DOFS];
    belay_vec3 pull[2];
    for (int i = 0; i < 3; i++) {
        if (i < 2) memset(rig->rod.scratch, i == 0 ? 0 : 0xff, scratch);
        rig->ops->prepare(&rig->rod, v3(0.0, 0.0, -9.81), rig->applied, 1e-2);
        const double* free_velocity = rig->ops->free_velocity(&rig->rod);
        belay_vec3 now[2] = {rig->ops->end_force(&rig->rod, 0), rig->ops->end_force(&rig->rod, 1)};
        if (i == 0) {
            memcpy(once, free_velocity, size);
            memcpy(pull, now, sizeof pull);
        }
        cr_assert(memcmp(once, free_velocity, size) == 0 && memcmp(pull, now, sizeof pull) == 0);
    }
    rod_rig_free(rig);
}

void fact_velocities_are_set(belay_rod_model model)
{
    uint64_t lot = 8;
    rod_rig* rig = fact_tangle(model, 7, BL_ROD_FREE, BL_ROD_FREE, &lot);
    belay_vec3 wanted[8], found[8], nodes[8];
    for (int i = 0; i < 8; i++)
        wanted[i] = chance_vector(&lot, 1.0);
    rig->ops->set_velocities(&rig->rod, wanted);
    const double* v = rod_rig_velocity(rig);
    rig->ops->node_velocities(&rig->rod, v, found);
    rig->ops->nodes(&rig->rod, nodes);
    for (uint32_t i = 0; i < 8; i++)
        cr_assert_eq(v3_distance(wanted[i], found[i]), 0.0);
    for (uint32_t i = 0; i < 7; i++) {
        // A segment turns with its nodes, and does not spin.
        belay_vec3 edge = v3_sub(nodes[i + 1], nodes[i]), w = rig->ops->angular_velocity(&rig->rod, i, v);
        belay_vec3 rate = v3_sub(wanted[i + 1], wanted[i]);
        belay_vec3 right = v3_scale(1.0 / v3_length_squared(edge), v3_cross(edge, rate));
        cr_assert_leq(v3_distance(w, right), 1e-12 * (1.0 + v3_length(right)));
    }
    rod_rig_free(rig);
}

// ---------------------------------------------------------------------------------------------------------------------
// Bad input
// ---------------------------------------------------------------------------------------------------------------------

static void refuse(belay_rod_model model, const bl_rod_start* start, belay_result code, const char* text)
{
    const bl_rod_ops* ops = fact_ops(model);
    bl_rod_body body = rod_rig_body(model, 4, rod_rig_unit(1.0, 0.01));
    bl_rod rod = {&body, calloc(bl_rod_state_size(ops, 4), sizeof(double)),
                  calloc(bl_rod_scratch_size(ops, 4), sizeof(double)), NULL};
    belay_error error = {BELAY_OK, ""};
    cr_assert_eq(ops->init(&rod, start, &error), code);
    cr_assert_eq(error.code, code);
    cr_assert(strstr(error.message, text) != NULL, "\"%s\" does not say \"%s\"", error.message, text);
    cr_assert_eq(ops->init(&rod, start, NULL), code);
    free(rod.state);
    free(rod.scratch);
}

void fact_bad_input_is_refused(belay_rod_model model)
{
    belay_vec3 good[5], equal[5], folded[5], broken[5];
    rod_rig_line(good, 4, v3_zero(), v3(1.0, 2.0, 3.0));
    memcpy(equal, good, sizeof good);
    memcpy(folded, good, sizeof good);
    memcpy(broken, good, sizeof good);
    equal[3] = equal[2];
    folded[3] = folded[1];
    broken[2].y = NAN;
    double twist[4] = {0.0, 0.0, HUGE_VAL, 0.0};
    belay_vec3 x = {1.0, 0.0, 0.0};
    refuse(model, &(bl_rod_start){equal, NULL, NULL, NULL, x}, BELAY_ERROR_SHAPE, "nodes[2]");
    refuse(model, &(bl_rod_start){folded, NULL, NULL, NULL, x}, BELAY_ERROR_SHAPE, "nodes[2]");
    refuse(model, &(bl_rod_start){broken, NULL, NULL, NULL, x}, BELAY_ERROR_VALUE, "nodes[2]");
    refuse(model, &(bl_rod_start){good, equal, NULL, NULL, x}, BELAY_ERROR_SHAPE, "rest_nodes[2]");
    refuse(model, &(bl_rod_start){good, folded, NULL, NULL, x}, BELAY_ERROR_SHAPE, "rest_nodes[2]");
    refuse(model, &(bl_rod_start){good, broken, NULL, NULL, x}, BELAY_ERROR_VALUE, "rest_nodes[2]");
    refuse(model, &(bl_rod_start){good, NULL, twist, NULL, x}, BELAY_ERROR_VALUE, "twist[2]");
    refuse(model, &(bl_rod_start){good, NULL, NULL, twist, x}, BELAY_ERROR_VALUE, "rest_twist[2]");
    refuse(model, &(bl_rod_start){good, NULL, NULL, NULL, v3(NAN, 0.0, 0.0)}, BELAY_ERROR_VALUE, "d1");
}
