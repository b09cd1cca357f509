// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/bad_numbers.h"

const double* bad_numbers_of(number_kind kind)
{
    static const double none[] = {0.0}, positive[] = {-1.0, -1e-300, 1e-320, 0.0}, not_less[] = {-1.0, -1e-300, 0.0};
    static const double share[] = {-0.1, 1.5, 0.0}, theta[] = {0.4, 1.1, -0.5, 0.0}, open[] = {1.0, 2.0, -1.0, 0.0};
    static const double unit[] = {1.002, 0.998, -1.1, 0.0}, moment[] = {-0.01, 0.0}, product[] = {0.01, -0.01, 0.0};
    switch (kind) {
    case NUMBER_POSITIVE:
    case NUMBER_RADIUS:
        return positive;
    case NUMBER_NOT_LESS:
        return not_less;
    case NUMBER_SHARE:
        return share;
    case NUMBER_THETA:
        return theta;
    case NUMBER_BETWEEN_0_1:
        return open;
    case NUMBER_UNIT_PART:
        return unit;
    case NUMBER_MOMENT:
        return moment;
    case NUMBER_PRODUCT:
        return product;
    case NUMBER_FINITE:
    case NUMBER_COORDINATE:
        break;
    }
    return none;
}

bool bad_number_is_zero(number_kind kind)
{
    return kind == NUMBER_POSITIVE || kind == NUMBER_RADIUS || kind == NUMBER_THETA || kind == NUMBER_BETWEEN_0_1 ||
           kind == NUMBER_UNIT_PART || kind == NUMBER_MOMENT;
}
