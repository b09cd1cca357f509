// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The hybrid solver of Daviet et al. 2011 (section 6.1): Newton on the Fischer-Burmeister function, the enumeration of
// all cases where that fails, and a last resort where no solution exists.

#include "solver/law/local_enumerative.h"

// The last resort: of Newton's best iterate and what the enumeration returns (the best of zero, the guess, the stick
// drawn into the cone, and fixed point steps from these) the one with the smaller error. The paper resets the impulse
// to zero, which is among the candidates.
bl_local_status bl_local_hybrid_solve(const bl_local_block* block, const double b[3], double r[3])
{
    double newton[3] = {r[0], r[1], r[2]};
    bl_local_status status = bl_local_newton_fb_solve(block, b, newton);
    if (status == BL_LOCAL_NO_SOLUTION) {
        status = bl_local_enumerative_solve(block, b, r);
        if (status != BL_LOCAL_NO_SOLUTION) return status;
        if (!(bl_local_error(block, b, newton) < bl_local_error(block, b, r))) return status;
    }
    bl_local_copy(newton, r);
    return status;
}
