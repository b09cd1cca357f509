// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The reader of the rods' tables, on a table of its own and on the files.

#include "support/rods/rod_table.h"

#include <criterion/criterion.h>
#include <math.h>

#define PI 3.14159265358979323846

static const char sample[] = "# a comment, with commas\n"
                             "name,x,angle\r\n"
                             "first,1.5,pi/2\r\n"
                             "# in between\n"
                             "\n"
                             "\"second, with a comma\",-2e-3,2pi\n"
                             "first,,nothing\n";

Test(rod_table, cells_are_found_by_row_and_name)
{
    rod_table t;
    rod_table_parse(&t, sample);
    cr_assert(t.columns == 3 && t.rows == 3);
    cr_assert_str_eq(rod_table_text(&t, 0, "name"), "first");
    cr_assert_str_eq(rod_table_text(&t, 1, "name"), "second, with a comma");
    cr_assert_str_eq(rod_table_text(&t, 2, "x"), "");
    cr_assert_eq(rod_table_number(&t, 0, "x"), 1.5);
    cr_assert_eq(rod_table_number(&t, 1, "x"), -2e-3);
    rod_table_close(&t);
}

Test(rod_table, numbers_may_be_parts_of_pi)
{
    rod_table t;
    rod_table_parse(&t, "a,b,c,d,e,f\npi,pi/4,3pi,0.5pi/2,pi2,12x\n");
    const double known[4] = {PI, PI / 4.0, 3.0 * PI, PI / 4.0};
    const char* names[6] = {"a", "b", "c", "d", "e", "f"};
    for (int k = 0; k < 4; k++)
        cr_assert_float_eq(rod_table_number(&t, 0, names[k]), known[k], 1e-15);
    cr_assert(isnan(rod_table_number(&t, 0, "e")) && isnan(rod_table_number(&t, 0, "f")));
    rod_table_close(&t);
}

Test(rod_table, rows_are_found_by_a_word)
{
    rod_table t;
    rod_table_parse(&t, sample);
    cr_assert_eq(rod_table_find(&t, 0, "name", "first"), 0);
    cr_assert_eq(rod_table_find(&t, 1, "name", "first"), 2);
    cr_assert_eq(rod_table_find(&t, 0, "angle", "first"), -1);
    cr_assert_eq(rod_table_constant(&t, "second, with a comma"), -2e-3);
    rod_table_close(&t);
}

Test(rod_table, file_that_is_not_there_is_none)
{
    rod_table t;
    cr_assert_not(rod_table_read(&t, "no_such_table"));
    rod_table_close(&t);
}

// Some entries with their formulae.
Test(rod_table, files_have_the_known_values)
{
    rod_table t;
    rod_table_open(&t, "rod_capstan");
    int row = 0;
    while (row < t.rows && !(rod_table_number(&t, row, "mu") == 0.3 && rod_table_number(&t, row, "phi") == PI))
        row++;
    cr_assert_lt(row, t.rows);
    cr_assert_float_eq(rod_table_number(&t, row, "T2_over_T1_continuum"), exp(0.3 * PI), 1e-12);
    rod_table_close(&t);
    rod_table_open(&t, "rod_buckling");
    cr_assert_float_eq(rod_table_constant(&t, "pinned-pinned"), PI * PI, 1e-12);
    rod_table_close(&t);
    rod_table_open(&t, "rod_twist_thresholds");
    double twist = rod_table_constant(&t, "Michell/Zajac ring total twist (rad), n=2, EI/GJ=1");
    cr_assert_float_eq(twist, 2.0 * PI * sqrt(3.0), 1e-12);
    rod_table_close(&t);
}
