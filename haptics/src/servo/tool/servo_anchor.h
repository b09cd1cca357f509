// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where a tool sticks. The servo's friction has no place of its own: a tick's slip is what counts, and where the tool
// took hold stays in its pose. So what the servo once missed (a model that was late, a step in which physics slid and
// the servo did not, or the other way round) would be felt for as long as the tool sticks, as a force that is K times
// the way too large or small. Physics knows better: while it says that a contact presses and sticks, the place at which
// the servo's tool sticks goes to where its force is that of physics.
//
// With e what physics' friction exceeds the servo's by, where physics sticks, f + e solves the contact problem A f + b
// (servo_tool.h) as f does if the surfaces are moved on by A e: with contacts that hold the same tool, or the same
// body, none pulls against another. And only A e is looked at: which of the contacts of a box on a floor bears how much
// is not determined, and is another one in the servo than in physics. Each model moves the surfaces by that times 1 -
// exp(-T / tau), T the time of its fade: for the solver a way of the surfaces more, in equal parts over the fade. In a
// tick the force changes by T_tick / tau of what it is off. While the hand shears the contact both forces change, and
// of which moment physics' is depends on its step, its time stepping and how long the model was on its way: so what the
// servo's went through since the last model, and half of that to either side, is no error.
//
// Energy. A sticking surface that moves by a does the work f . a on the tool, all of which is stored in the coupling
// and in what gives way behind (with the force going evenly from f to f' in a tick, (f + f') / 2 . a exactly), and may
// come out at the hand. Where the stretch falls that is negative: the anchor takes energy. Where it grows, it is paid
// from a tank, which holds what anchors have taken and what friction has lost by sliding (-f . slip), not more than
// `most`, and at first the observer's tolerance, as nothing has slid when a first error is found. A tank that cannot
// pay a tick in full has the anchors go the share that it can. So whatever physics says, anchors never give more than
// the tolerance and what friction took. Nothing creeps: where the forces are equal nothing moves, and nothing pushes
// what is at the edge of the cone over it.

#ifndef BELAY_HAPTICS_SERVO_TOOL_SERVO_ANCHOR_H
#define BELAY_HAPTICS_SERVO_TOOL_SERVO_ANCHOR_H

#include "servo/tool/servo_tool.h"

typedef struct bl_servo_anchor {
    double tank, most; // J
    double paid;       // J, in this tick, as it was expected: f . a
} bl_servo_anchor;

// `first` and `most`: J.
void bl_servo_anchor_init(bl_servo_anchor* anchor, double first, double most);
// After a model was taken: by what way its fade is to move the sticking surfaces.
void bl_servo_anchor_aim(const bl_servo_tool_settings* settings, const belay_local_model* model,
                         bl_servo_contacts* contacts);
// Before a tick's contacts are solved, after they went on by `share` of a fade: moves the surfaces.
void bl_servo_anchor_move(bl_servo_anchor* anchor, bl_servo_contacts* contacts, double share);
// After: what it cost, what sliding lost, and what was felt.
void bl_servo_anchor_settle(bl_servo_anchor* anchor, const bl_servo_tool* tool, bl_servo_contacts* contacts);

#endif
