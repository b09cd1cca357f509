// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/saved.h"

#include <criterion/criterion.h>
#include <stdlib.h>

saved saved_of(const belay_world* world)
{
    saved s = {NULL, 0};
    cr_assert(belay_world_snapshot(world, NULL, 0, &s.size) == BELAY_ERROR_VALUE);
    s.bytes = malloc(s.size);
    size_t written = 0;
    cr_assert(belay_world_snapshot(world, s.bytes, s.size, &written) == BELAY_OK);
    cr_assert_eq(written, s.size);
    return s;
}

void saved_restore(const saved* s, belay_world* world)
{
    cr_assert(belay_world_restore(world, s->bytes, s->size) == BELAY_OK, "%s", belay_world_last_error(world));
}

void saved_fini(saved* s)
{
    free(s->bytes);
    *s = (saved){NULL, 0};
}
