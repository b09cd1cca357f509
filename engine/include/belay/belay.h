// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Everything that a program needs from Belay. What builds on the engine finds its formulas in vec.h, mat.h, quat.h and
// elementary.h, the law of one contact in law.h, and hash.h, decimal.h, timer.h beside it.

#ifndef BELAY_BELAY_H
#define BELAY_BELAY_H

#include "belay/base.h"
#include "belay/body.h"
#include "belay/character.h"
#include "belay/collider.h"
#include "belay/command.h"
#include "belay/contact_hook.h"
#include "belay/debug_draw.h"
#include "belay/ecs.h"
#include "belay/events.h"
#include "belay/id.h"
#include "belay/introspect.h"
#include "belay/joint.h"
#include "belay/local_model.h"
#include "belay/material.h"
#include "belay/math.h"
#include "belay/method.h"
#include "belay/nodal.h"
#include "belay/problem.h"
#include "belay/query.h"
#include "belay/result.h"
#include "belay/rod.h"
#include "belay/scene.h"
#include "belay/shape.h"
#include "belay/solver.h"
#include "belay/task.h"
#include "belay/vehicle.h"
#include "belay/version.h"
#include "belay/view.h"
#include "belay/world.h"

#endif
