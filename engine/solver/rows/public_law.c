// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The public form of the law (belay/law.h).

#include "belay/law.h"

#include "solver/law/local_contact.h"
#include "solver/rows/joint_cap.h"

void belay_law_block_init(belay_law_block* block, const double w[9], double mu)
{
    bl_local_block_init(block, w, mu);
}

belay_law_status belay_law_solve(const belay_law_block* block, const double b[3], double r[3])
{
    return (belay_law_status)bl_local_contact_solve(block, b, r);
}

belay_vec3 belay_law_solve_capped(belay_mat33 a, belay_vec3 c, double cap)
{
    return bl_joint_cap_solve(a, c, cap);
}
