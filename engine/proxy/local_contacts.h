// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The contacts of a local model, made of where the tool may touch.

#ifndef BELAY_ENGINE_PROXY_LOCAL_CONTACTS_H
#define BELAY_ENGINE_PROXY_LOCAL_CONTACTS_H

#include "proxy/local_candidates.h"

// Adds them to those that the model has; model->pose is set. False: no memory.
bool bl_local_set_contacts(belay_world* world, const bl_local_candidates* list, belay_local_model* model);

// Where the contact made of a candidate pushes the other side: from the centre of mass of its body, or from the rod's
// axis.
belay_vec3 bl_local_other_arm(const belay_world* world, const bl_local_candidate* c, const belay_local_contact* out);
belay_vec3 bl_local_rod_arm(const belay_world* world, const bl_local_candidate* c, const belay_local_contact* out);

#endif
