// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/rod_facts.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DOFS 400

void fact_every_op_is_there(belay_rod_model model, const char* name)
{
    const bl_rod_ops* o = fact_ops(model);
    cr_assert_str_eq(o->name, name);
    cr_assert(o->state_size && o->scratch_size && o->dof_count && o->segment_count && o->can_hold && o->init);
    cr_assert(o->move && o->prepare && o->free_velocity && o->velocity && o->row && o->solve && o->set_velocities);
    cr_assert(o->arcs && o->nodes && o->node_velocities && o->frame && o->angular_velocity);
    cr_assert(o->tension && o->moment && o->end_force && o->energy);
    for (int end = 0; end < 2; end++)
        for (bl_rod_hold hold = BL_ROD_FREE; hold <= BL_ROD_CLAMPED; hold++)
            cr_assert(o->can_hold(end, hold));
    cr_assert_eq(o->segment_count(7), 7);
    cr_assert_eq(o->dof_count(7), model == BELAY_ROD_CORDE ? 45 : 24);
}

// ---------------------------------------------------------------------------------------------------------------------
// Forces
// ---------------------------------------------------------------------------------------------------------------------

static size_t state_bytes(const rod_rig* rig)
{
    return rig->ops->state_size(rig->body.element_count) * sizeof(double);
}

static uint32_t dofs(const rod_rig* rig)
{
    return rig->ops->dof_count(rig->body.element_count);
}

static bool is_held(const rod_rig* rig, uint32_t k)
{
    uint32_t m = dofs(rig);
    if (k < 3) return rig->body.ends[0].hold != BL_ROD_FREE;
    return k >= m - 3 && rig->body.ends[1].hold != BL_ROD_FREE;
}

// The diagonal of M, from the kinetic energy of each velocity alone.
static void find_mass(rod_rig* rig, double* mass)
{
    double* v = rod_rig_velocity(rig);
    double kept[MAX_DOFS];
    memcpy(kept, v, dofs(rig) * sizeof *v);
    memset(v, 0, dofs(rig) * sizeof *v);
    for (uint32_t k = 0; k < dofs(rig); k++) {
        v[k] = 1.0;
        mass[k] = 2.0 * rig->ops->energy(&rig->rod, rig->gravity).kinetic;
        v[k] = 0.0;
    }
    memcpy(v, kept, dofs(rig) * sizeof *v);
}

// The force at the present place: what a step of a tenth of a nanosecond makes of a rod at rest.
static void find_force(rod_rig* rig, const double* mass, double* force)
{
    const double h = 1e-10;
    memset(rod_rig_velocity(rig), 0, dofs(rig) * sizeof(double));
    rig->ops->prepare(&rig->rod, rig->gravity, rig->applied, h);
    const double* v = rig->ops->free_velocity(&rig->rod);
    for (uint32_t k = 0; k < dofs(rig); k++)
        force[k] = mass[k] * v[k] / h;
}

// Moves from the kept state along w.
static void place(rod_rig* rig, const double* kept, const double* w, double seconds)
{
    memcpy(rig->rod.state, kept, state_bytes(rig));
    memcpy(rod_rig_velocity(rig), w, dofs(rig) * sizeof(double));
    rig->ops->move(&rig->rod, seconds);
    memset(rod_rig_velocity(rig), 0, dofs(rig) * sizeof(double));
}

static double energy_at(rod_rig* rig, const double* kept, const double* w, double seconds)
{
    place(rig, kept, w, seconds);
    double energy = rod_rig_energy(rig);
    memcpy(rig->rod.state, kept, state_bytes(rig));
    return energy;
}

static void draw_direction(const rod_rig* rig, double* w, uint64_t* lot)
{
    for (uint32_t k = 0; k < dofs(rig); k++)
        w[k] = is_held(rig, k) ? 0.0 : fact_draw(lot);
}

static void check_force(rod_rig* rig, uint64_t* lot)
{
    double mass[MAX_DOFS], force[MAX_DOFS], w[MAX_DOFS];
    double* kept = malloc(state_bytes(rig));
    find_mass(rig, mass);
    find_force(rig, mass, force);
    memcpy(kept, rig->rod.state, state_bytes(rig));
    for (int i = 0; i < 20; i++) {
        draw_direction(rig, w, lot);
        const double e = 1e-5;
        double slope = (energy_at(rig, kept, w, e) - energy_at(rig, kept, w, -e)) / (2.0 * e), power = 0.0, size = 0.0;
        for (uint32_t k = 0; k < dofs(rig); k++) {
            power += force[k] * w[k];
            size += fabs(force[k] * w[k]);
        }
        cr_assert_leq(fabs(power + slope), 1e-6 * size, "power %g, slope of the energy %g", power, slope);
    }
    free(kept);
}

void fact_force_is_the_slope_of_the_energy(belay_rod_model model)
{
    uint64_t lot = 1;
    for (int i = 0; i < 27; i++) {
        rod_rig* rig = fact_tangle(model, 2 + (uint32_t)i / 3, (bl_rod_hold)(i % 3), (bl_rod_hold)(i / 3 % 3), &lot);
        rig->gravity = fact_draw_v3(&lot, 10.0);
        check_force(rig, &lot);
        rod_rig_free(rig);
    }
}

void fact_stiffness_is_the_slope_of_the_force(belay_rod_model model)
{
    const double e = 1e-5;
    uint64_t lot = 2;
    for (int clamped = 0; clamped < 2; clamped++) {
        rod_rig* rig = fact_cantilever(model, 6);
        if (clamped == 0) rig->body.ends[0].hold = BL_ROD_FREE;
        rig->body.section.stretch = 100.0;
        rig->body.section.spin_inertia = 0.1;
        double mass[MAX_DOFS], w[MAX_DOFS], ahead[MAX_DOFS], behind[MAX_DOFS], x[MAX_DOFS];
        double* kept = malloc(state_bytes(rig));
        memcpy(kept, rig->rod.state, state_bytes(rig));
        find_mass(rig, mass);
        draw_direction(rig, w, &lot);
        place(rig, kept, w, e);
        find_force(rig, mass, ahead);
        place(rig, kept, w, -e);
        find_force(rig, mass, behind);
        memcpy(rig->rod.state, kept, state_bytes(rig));
        const double h = 0.03;
        rig->ops->prepare(&rig->rod, rig->gravity, NULL, h);
        for (uint32_t k = 0; k < dofs(rig); k++)
            x[k] = is_held(rig, k) ? 0.0 : mass[k] * w[k] + h * h * (behind[k] - ahead[k]) / (2.0 * e);
        rig->ops->solve(&rig->rod, x, 1, 0);
        for (uint32_t k = 0; k < dofs(rig); k++)
            cr_assert_float_eq(x[k], w[k], 1e-5, "velocity %u: %.9g, not %.9g", (unsigned)k, x[k], w[k]);
        free(kept);
        rod_rig_free(rig);
    }
}

static double dot(const double* a, const double* b, uint32_t m)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < m; k++)
        sum += a[k] * b[k];
    return sum;
}

static void check_positive(rod_rig* rig, double h, uint64_t* lot)
{
    double x[MAX_DOFS], y[MAX_DOFS], ax[MAX_DOFS], ay[MAX_DOFS];
    uint32_t m = dofs(rig);
    rig->ops->prepare(&rig->rod, rig->gravity, rig->applied, h);
    for (int i = 0; i < 10; i++) {
        draw_direction(rig, x, lot);
        draw_direction(rig, y, lot);
        memcpy(ax, x, sizeof x);
        memcpy(ay, y, sizeof y);
        rig->ops->solve(&rig->rod, ax, 1, 0);
        rig->ops->solve(&rig->rod, ay, 1, 0);
        double xx = dot(x, ax, m), yy = dot(y, ay, m);
        cr_assert_gt(xx, 0.0);
        cr_assert_leq(fabs(dot(x, ay, m) - dot(y, ax, m)), 1e-7 * sqrt(xx * yy));
    }
}

// As far from rest as a rod gets, also with a node on its neighbour and one folded back.
void fact_mass_matrix_is_symmetric_and_positive(belay_rod_model model)
{
    uint64_t lot = 3;
    for (int i = 0; i < 30; i++) {
        rod_rig* rig = fact_tangle(model, 12, (bl_rod_hold)(i % 3), BL_ROD_FREE, &lot);
        double* v = rod_rig_velocity(rig);
        for (uint32_t k = 0; k < dofs(rig); k++)
            v[k] = 0.3 * (i % 10) * fact_draw(&lot);
        rig->ops->move(&rig->rod, 1.0);
        belay_vec3 velocities[13] = {{0.0, 0.0, 0.0}};
        belay_vec3 edge = v3_sub(rod_rig_node(rig, 6), rod_rig_node(rig, 5));
        velocities[5] = i % 2 == 0 ? edge : v3_scale(2.0, edge);
        rig->ops->set_velocities(&rig->rod, velocities);
        rig->ops->move(&rig->rod, 1.0);
        check_positive(rig, 1e-3, &lot);
        check_positive(rig, 0.1, &lot);
        rod_rig_free(rig);
    }
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
    double w[MAX_DOFS] = {0.0};
    w[k] = 1.0;
    place(rig, kept, w, e);
    belay_vec3 ahead = spot_place(rig, at);
    belay_quat frame = rig->ops->frame(&rig->rod, at.segment);
    place(rig, kept, w, -e);
    belay_quat back = q_conjugate(rig->ops->frame(&rig->rod, at.segment));
    *linear = v3_scale(0.5 / e, v3_sub(ahead, spot_place(rig, at)));
    *turn = v3_scale(0.5 / e, q_log(q_mul(frame, back)));
    memcpy(rig->rod.state, kept, state_bytes(rig));
}

static void check_row(rod_rig* rig, const double* kept, uint64_t* lot)
{
    uint32_t n = rig->body.element_count, first, count;
    spot at = {(uint32_t)(0.5 * (1.0 + fact_draw(lot)) * n), 0.5 * (1.0 + fact_draw(lot))};
    belay_vec3 linear = fact_draw_v3(lot, 1.0), angular = fact_draw_v3(lot, 1.0);
    double row[MAX_DOFS] = {0.0}, v[MAX_DOFS], sign = fact_draw(lot) < 0.0 ? -1.0 : 1.0, rate = 0.0;
    rig->ops->row(&rig->rod, at.segment, at.s, linear, angular, sign, row, &first, &count);
    cr_assert_leq(first + count, dofs(rig));
    for (uint32_t k = 0; k < dofs(rig); k++) {
        belay_vec3 place_rate, turn;
        differentiate(rig, kept, at, k, &place_rate, &turn);
        double right = sign * (v3_dot(linear, place_rate) + v3_dot(angular, turn));
        if (is_held(rig, k)) right = 0.0;
        cr_assert_float_eq(row[k], right, 1e-7 * (1.0 + fabs(right)), "entry %u is %.9g, not %.9g", (unsigned)k, row[k],
                           right);
        cr_assert(row[k] == 0.0 || (k >= first && k < first + count));
        v[k] = fact_draw(lot);
        if (is_held(rig, k)) v[k] = 0.0;
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
        double* kept = malloc(state_bytes(rig));
        memcpy(kept, rig->rod.state, state_bytes(rig));
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
    uint32_t m = dofs(rig);
    for (uint32_t columns = 1; columns < 12; columns++) {
        uint32_t from = (uint32_t)(0.5 * (1.0 + fact_draw(&lot)) * m);
        double many[12 * MAX_DOFS] = {0.0}, one[MAX_DOFS] = {0.0};
        for (uint32_t k = from; k < m; k++)
            for (uint32_t c = 0; c < columns; c++)
                many[k * columns + c] = is_held(rig, k) ? 0.0 : fact_draw(&lot);
        for (uint32_t k = from; k < m; k++)
            one[k] = many[k * columns + columns - 1];
        rig->ops->solve(&rig->rod, many, columns, from);
        rig->ops->solve(&rig->rod, one, 1, 0);
        for (uint32_t k = from; k < m; k++)
            cr_assert_float_eq(many[k * columns + columns - 1], one[k], 1e-12 * (1.0 + fabs(one[k])));
    }
    rod_rig_free(rig);
}

// ---------------------------------------------------------------------------------------------------------------------
// The step
// ---------------------------------------------------------------------------------------------------------------------

// Gauss' elimination of a small dense system, in place.
static void solve_dense(double a[FACT_BEADS][FACT_BEADS], double* b)
{
    for (int i = 0; i < FACT_BEADS; i++)
        for (int j = i + 1; j < FACT_BEADS; j++) {
            double f = a[j][i] / a[i][i];
            for (int k = i; k < FACT_BEADS; k++)
                a[j][k] -= f * a[i][k];
            b[j] -= f * b[i];
        }
    for (int i = FACT_BEADS; i-- > 0;) {
        for (int k = i + 1; k < FACT_BEADS; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
}

void fact_add_spring(fact_beads* b, const double gradient[FACT_BEADS], double stiffness)
{
    for (int i = 0; i < FACT_BEADS; i++)
        for (int j = 0; j < FACT_BEADS; j++)
            b->stiffness[i][j] += stiffness * gradient[i] * gradient[j];
}

void fact_beads_step(fact_beads* b, const bl_rod_body* body, bool is_stiff, double h)
{
    double theta = body->theta, rest = 1.0 - theta, d = rest, c = body->section.damping_time;
    double next = is_stiff ? h * h + h * c : h * h * (theta * theta + d) + h * theta * c;
    double past = is_stiff ? 0.0 : h * h * (rest * rest + d) - h * rest * c;
    double a[FACT_BEADS][FACT_BEADS], right[FACT_BEADS];
    for (int i = 0; i < FACT_BEADS; i++) {
        right[i] = b->mass[i] * b->v[i] * (1.0 - h * rest * body->section.drag) + h * b->load[i];
        for (int j = 0; j < FACT_BEADS; j++) {
            right[i] += b->stiffness[i][j] * (past * b->v[j] - h * b->x[j]);
            a[i][j] = next * b->stiffness[i][j];
        }
        a[i][i] += b->mass[i] * (1.0 + h * theta * body->section.drag);
    }
    for (int j = 0; b->is_first_held && j < FACT_BEADS; j++)
        a[0][j] = j == 0 ? 1.0 : 0.0;
    if (b->is_first_held) right[0] = b->first;
    solve_dense(a, right);
    memcpy(b->v, right, sizeof right);
}

rod_rig* fact_bead_rig(belay_rod_model model, int i)
{
    rod_rig* rig = fact_cantilever(model, FACT_BEADS - 1);
    rig->body.theta = 0.5 + 0.0625 * i;
    rig->body.section.damping_time = 0.02;
    rig->body.section.drag = 0.7;
    return rig;
}

void fact_draw_beads(fact_beads* b, double places, uint64_t* lot)
{
    for (int i = 0; i < FACT_BEADS; i++) {
        b->x[i] = places * fact_draw(lot);
        b->v[i] = places * fact_draw(lot);
        b->load[i] = places * fact_draw(lot);
    }
}

static void stretch_beads(fact_beads* b, const rod_rig* rig)
{
    double l = rig->body.length / (FACT_BEADS - 1);
    for (int i = 0; i < FACT_BEADS; i++) {
        bool is_end = i == 0 || i == FACT_BEADS - 1;
        b->mass[i] = rig->body.section.line_mass * (is_end ? 0.5 * l : l);
        double gradient[FACT_BEADS] = {0.0};
        if (i == FACT_BEADS - 1) break;
        gradient[i] = -1.0;
        gradient[i + 1] = 1.0;
        fact_add_spring(b, gradient, rig->body.section.stretch / l);
    }
}

void fact_beads_give(const fact_beads* b, rod_rig* rig, belay_vec3 direction)
{
    belay_vec3 moves[FACT_BEADS], velocities[FACT_BEADS];
    for (int i = 0; i < FACT_BEADS; i++) {
        moves[i] = v3_scale(b->x[i], direction);
        velocities[i] = v3_scale(b->v[i], direction);
        rod_rig_push(rig, (uint32_t)i, v3_scale(b->load[i], direction));
    }
    rig->body.ends[0].position = moves[0];
    rig->body.ends[0].velocity = v3_scale(b->first, direction);
    rig->ops->set_velocities(&rig->rod, moves);
    rig->ops->move(&rig->rod, 1.0);
    rig->ops->set_velocities(&rig->rod, velocities);
}

void fact_stretch_follows_its_formula(belay_rod_model model)
{
    uint64_t lot = 6;
    for (int i = 0; i < 9; i++) {
        rod_rig* rig = fact_bead_rig(model, i);
        rig->body.section.stretch = 300.0;
        rig->body.ends[0].hold = (bl_rod_hold)(i % 3);
        fact_beads b = {.is_first_held = i % 3 != 0, .first = fact_draw(&lot)};
        stretch_beads(&b, rig);
        fact_draw_beads(&b, 0.005, &lot);
        fact_beads_give(&b, rig, v3(1.0, 0.0, 0.0));
        rig->ops->prepare(&rig->rod, rig->gravity, rig->applied, 0.05);
        belay_vec3 velocities[FACT_BEADS];
        rig->ops->node_velocities(&rig->rod, rig->ops->free_velocity(&rig->rod), velocities);
        fact_beads_step(&b, &rig->body, true, 0.05);
        for (int k = 0; k < FACT_BEADS; k++)
            cr_assert_leq(v3_distance(velocities[k], v3(b.v[k], 0.0, 0.0)), 1e-11, "node %d: %.12g, not %.12g", k,
                          velocities[k].x, b.v[k]);
        rod_rig_free(rig);
    }
}

void fact_prepare_depends_on_the_state_alone(belay_rod_model model)
{
    uint64_t lot = 7;
    rod_rig* rig = fact_tangle(model, 11, BL_ROD_CLAMPED, BL_ROD_CLAMPED, &lot);
    rig->body.theta = 0.7;
    size_t scratch = rig->ops->scratch_size(11) * sizeof(double), size = dofs(rig) * sizeof(double);
    double once[MAX_DOFS];
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
        wanted[i] = fact_draw_v3(&lot, 1.0);
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
    bl_rod rod = {&body, calloc(ops->state_size(4), sizeof(double)), calloc(ops->scratch_size(4), sizeof(double))};
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
