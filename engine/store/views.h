// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Views that other threads read while the world steps (belay/view.h).

#ifndef BELAY_ENGINE_STORE_VIEWS_H
#define BELAY_ENGINE_STORE_VIEWS_H

#include "store/state.h"

#define BL_MAX_VIEW_READERS 62

// MEMORY only; without readers there is nothing to make (null).
belay_result bl_views_create(int readers, const belay_allocator* allocator, bl_views** views);
// No view may be held.
void bl_views_destroy(bl_views* views, const belay_allocator* allocator);
// How many are held.
uint32_t bl_views_held(const bl_views* views);

// Makes room for the world as it is in every view that nobody holds; false when memory runs out.
bool bl_views_reserve(belay_world* world);
// Makes a view of the world; false when memory runs out, with the view before as the newest.
bool bl_views_publish(belay_world* world);

#endif
