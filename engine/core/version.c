// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/version.h"

const char* belay_version(void)
{
    return BELAY_VERSION_STRING;
}
