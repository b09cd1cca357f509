// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What casts go by.

#ifndef BELAY_ENGINE_QUERY_QUERY_TOLERANCES_H
#define BELAY_ENGINE_QUERY_QUERY_TOLERANCES_H

// What leads into something, for casts that may leave what they touch: a larger sine of the angle to the surface than
// rounding makes, and deeper than this share of the solid's size, so far on. With less what slides along a surface hits
// it; with more what goes into it slowly is missed.
#define BL_QUERY_ALONG 1e-9
#define BL_QUERY_FURTHER 0.01

#endif
