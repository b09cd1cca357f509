// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Horizontal nodal cantilevers of length 1, B = 1, under their weight G or a load P at the end, against the tables of
// the elastica th'' = -(G (1 - s) + P) cos th. Found with long steps of backward Euler, which takes the motion out.

#include "support/rods/rod_rig.h"
#include "support/rods/rod_table.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

// So thin that it does not stretch.
static rod_rig* make_cantilever(uint32_t n, const rod_table* t, int row)
{
    const belay_vec3 along = {1.0, 0.0, 0.0};
    bl_rod_body body = rod_rig_body(BELAY_ROD_NODAL, n, rod_rig_unit(1.0, 1e-4));
    rod_rig_clamp(&body, 0, v3_zero(), rod_rig_frame(along, v3(0.0, 0.0, 1.0)));
    rod_rig* rig = rod_rig_make_line(&bl_rod_nodal, &body, v3_zero(), along);
    double load = rod_table_number(t, row, "load");
    if (strcmp(rod_table_text(t, row, "case"), "gravity") == 0)
        rig->gravity = v3(0.0, -load, 0.0);
    else
        rod_rig_push(rig, n, v3(0.0, -load, 0.0));
    rig->h = 0.5;
    cr_assert_leq(rod_rig_settle(rig, 1e-11, 200), 200);
    return rig;
}

static bool is_same_load(const rod_table* a, int i, const rod_table* b, int j)
{
    return strcmp(rod_table_text(a, i, "case"), rod_table_text(b, j, "case")) == 0 &&
           rod_table_number(a, i, "load") == rod_table_number(b, j, "load");
}

static double tip_error(const rod_rig* rig, const rod_table* tips, int row)
{
    belay_vec3 tip = rod_rig_node(rig, rig->body.element_count);
    return hypot(tip.x - rod_table_number(tips, row, "x_over_L"), tip.y - rod_table_number(tips, row, "y_over_L"));
}

// The tip's error for so many elements is what the discretisation itself has, to 2 % and what stretch does.
Test(rod_nodal_cantilevers, have_the_error_of_the_discretisation)
{
    rod_table tips, errors;
    int compared = 0;
    rod_table_open(&tips, "rod_cantilever_tip");
    rod_table_open(&errors, "rod_cantilever_discretisation_error");
    for (int i = 0; i < errors.rows; i++)
        for (int j = 0; j < tips.rows; j++) {
            double right = rod_table_number(&errors, i, "DER_half_cell_clamp");
            if (isnan(right) || !is_same_load(&errors, i, &tips, j)) continue;
            rod_rig* rig = make_cantilever((uint32_t)rod_table_number(&errors, i, "N"), &tips, j);
            rod_rig_check_near(tip_error(rig, &tips, j), right, 0.02 * right + 1e-6, "error of the tip");
            rod_rig_free(rig);
            compared++;
        }
    cr_expect_eq(compared, 20);
    rod_table_close(&errors);
    rod_table_close(&tips);
}

// With 60 elements the tip is found to 0.1 % of the length, or of three times what it sinks by where that is little;
// the direction of the last element, half an element before the end where th' = 0, and the moment at the clamp to 0.1
// %.
Test(rod_nodal_cantilevers, hang_as_the_elastica)
{
    const uint32_t n = 60;
    rod_table t;
    rod_table_open(&t, "rod_cantilever_tip");
    for (int i = 0; i < t.rows; i++) {
        rod_rig* rig = make_cantilever(n, &t, i);
        double sinks = -rod_table_number(&t, i, "y_over_L"), error = tip_error(rig, &t, i);
        cr_expect_lt(error, 1e-3 * fmin(1.0, 3.0 * sinks), "row %d: off by %g", i, error);
        belay_vec3 chord = v3_sub(rod_rig_node(rig, n), rod_rig_node(rig, n - 1));
        double tip = rod_table_number(&t, i, "theta_tip_rad"), bent = rod_table_number(&t, i, "kappa0_times_L");
        double moment = v3_length(bl_rod_nodal.moment(&rig->rod, 0));
        rod_rig_check_near(atan2(-chord.y, chord.x), tip, 1e-3 * tip, "angle of the tip");
        rod_rig_check_near(moment, bent, 1e-3 * bent, "moment at the clamp");
        rod_rig_free(rig);
    }
    cr_expect_eq(t.rows, 10);
    rod_table_close(&t);
}

// All along, at every third node of 60 elements, to 0.1 % of the length; angles between the nodes, to a hundredth.
Test(rod_nodal_cantilevers, have_the_shape_of_the_elastica)
{
    const uint32_t n = 60;
    rod_table tips, shapes;
    int compared = 0;
    rod_table_open(&tips, "rod_cantilever_tip");
    rod_table_open(&shapes, "rod_cantilever_shape");
    for (int j = 0; j < tips.rows; j++) {
        rod_rig* rig = make_cantilever(n, &tips, j);
        for (int i = 0; i < shapes.rows; i++) {
            if (!is_same_load(&shapes, i, &tips, j)) continue;
            uint32_t at = (uint32_t)lround(n * rod_table_number(&shapes, i, "s_over_L"));
            belay_vec3 x = rod_rig_node(rig, at);
            double right[2] = {rod_table_number(&shapes, i, "x_over_L"), rod_table_number(&shapes, i, "y_over_L")};
            cr_expect_lt(hypot(x.x - right[0], x.y - right[1]), 1e-3);
            compared++;
            if (at == 0 || at == n) continue;
            belay_vec3 chord = v3_sub(rod_rig_node(rig, at + 1), rod_rig_node(rig, at - 1));
            rod_rig_check_near(atan2(-chord.y, chord.x), rod_table_number(&shapes, i, "theta_rad"), 0.01, "angle");
        }
        rod_rig_free(rig);
    }
    cr_expect_eq(compared, shapes.rows);
    rod_table_close(&shapes);
    rod_table_close(&tips);
}
