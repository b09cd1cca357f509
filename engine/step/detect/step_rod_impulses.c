// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Impulses of contacts of rods.

#include "core/alloc.h"
#include "step/detect/step_rod_detect.h"

belay_vec3 bl_step_rod_contact_impulse(const bl_step_rod_contact* c, const bl_rod_element* e)
{
    belay_vec3 p = v3_scale(e->r[0], c->at.normal);
    return v3_add_scaled(v3_add_scaled(p, e->r[1], c->tangent1), e->r[2], c->tangent2);
}

void bl_step_rods_keep_impulses(bl_step_rods* s)
{
    for (ptrdiff_t i = 0; i < arrlen(s->contacts); i++)
        s->contacts[i].impulse =
            bl_step_rod_contact_impulse(&s->contacts[i], &s->set.elements[s->attachment_elements + i]);
}
