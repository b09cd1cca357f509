// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A game in C++. ONE_HEADER: Belay comes as an amalgamation.

#if defined(ONE_HEADER)
#include "belay.h"
#else
#include <belay/belay.h>
#endif

#include "scene.h"

int main()
{
    return scene_run();
}
