// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Beyond these bounds a world works, but not as is meant.

#ifndef BELAY_ENGINE_STORE_STORE_TOLERANCES_H
#define BELAY_ENGINE_STORE_STORE_TOLERANCES_H

// s: in longer steps what falls goes half a metre between two looks at it, which is warned of. With less, programs that
// mean it are warned.
#define BL_LONG_STEP 0.1

#endif
