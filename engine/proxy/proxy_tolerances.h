// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers that decide what of a step goes into a local model: each with its unit, why it is what it is, and what
// changes with it. The sizes of its tables stand beside these (local_response.h, local_tool.h).

#ifndef BELAY_ENGINE_PROXY_PROXY_TOLERANCES_H
#define BELAY_ENGINE_PROXY_PROXY_TOLERANCES_H

// Relative: an impulse as near to its cap, or to the edge of its cone, slides or gives way there, and holds only what
// it holds when it slides. That of a joint's capped block is the norm of rows that are solved one after the other.
// Smaller ones take rounding for a hold; larger ones let what presses nearly as hard as it can be felt as loose.
#define BL_PROXY_EDGE 1e-12
#define BL_PROXY_JOINT_CAP 1e-9

// Part of its length: a direction of a joint of which less is left by those before it is none.
#define BL_PROXY_DEPENDENT_DIRECTION 1e-6

// Part of its diagonal element: a row of which less is left depends on those taken before, as contacts that are nearly
// on one line hold what is held already. Smaller pivots would blow rounding up until impulses gain by the response.
#define BL_PROXY_DEPENDENT_ROW 1e-7

// What is left of a diagonal element after the subtraction can be rounding: where a heavy body stands on light ones,
// 1e-10 of what there was. Below this part the other side is as good as fixed: it has a thousand million times its
// mass.
#define BL_PROXY_HELD 1e-9

// m/N, rad/(N m): a clamp that gives way by as much is not felt.
#define BL_PROXY_FREE 1e9

// Contacts of a rod's own, the nearest ones, that count when it is met: those further along it change little, and each
// costs rows.
#define BL_PROXY_ROD_CONTACTS 8

#endif
