// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The rope of the demo in its world: made in one of several shapes, stepped, measured, cut to pieces and joined again.

#ifndef BELAY_DEMOS_KNOT_ROPE_H
#define BELAY_DEMOS_KNOT_ROPE_H

#include "knot/rope_path.h"

#include <belay/belay.h>

#include <stdbool.h>
#include <stdint.h>

static const double ROPE_LENGTH = 1.0;    // m
static const double ROPE_RADIUS = 0.0025; // m
static const double ROPE_FLOOR = -0.25;   // m, height of the floor

enum {
    ROPE_MAX_ELEMENTS = 256,
    ROPE_MAX_PIECES = 12,
    ROPE_MAX_NODES = 4 * ROPE_MAX_ELEMENTS + ROPE_MAX_PIECES // of all pieces
};

typedef enum rope_shape {
    ROPE_STRAIGHT,
    ROPE_TO_BE_TIED, // straight, where the way into the knot begins
    ROPE_OVERHAND,   // loose
    ROPE_PLECTONEME,
    ROPE_SHAPE_COUNT
} rope_shape;

typedef struct rope_def {
    belay_rod_model model;
    int elements;
    rope_shape shape;
    double mu;
    double stiffness; // N m^2, against bending; against twist 1 / 1.3 of it
    double h;         // s
    bool has_gravity;
} rope_def;

// What is known after a step; but for overlap and contacts, of the piece with the rope's first node.
typedef struct rope_sample {
    double time;       // s
    double span;       // m, between the ends
    double size;       // m: what the span lacks of the length, over 2 pi: the radius if that were one loop
    double tension[2]; // N, of the first and the last element
    double residual;
    double seconds; // wall time of the step
    double fastest; // m/s
    double deepest; // m, overlap
    int contacts;
    bool has_converged;
} rope_sample;

// Piece k has the nodes first[k] to first[k + 1] of a form.
typedef struct rope_pieces {
    int count;
    int first[ROPE_MAX_PIECES + 1];
} rope_pieces;

// Where it lies: its pieces, one behind the other.
typedef struct rope_form {
    int node_count;
    rope_pieces pieces;
    belay_vec3 nodes[ROPE_MAX_NODES];
    belay_quat frames[ROPE_MAX_NODES]; // of the segment that begins at a node; at the last of a piece, none
} rope_form;

typedef struct rope {
    rope_def def;
    rope_path path;
    belay_world* world;
    belay_rod_id rods[ROPE_MAX_PIECES]; // form.pieces.count of them
    double lengths[ROPE_MAX_PIECES];    // m
    rope_sample now;
    rope_form form;
} rope;

// Makes the world with the rope. False: `error` says why, and nothing is left.
bool rope_create(rope* r, const rope_def* def, belay_error* error);
void rope_destroy(rope* r);

// One step. False when the engine refuses, with the reason in `error`.
bool rope_step(rope* r, belay_error* error);

// Cuts a piece at s. The tail is the new last piece. False when the engine refuses.
bool rope_cut(rope* r, int piece, double s, belay_error* error);

// What was joined: the piece of lower number grows by the other one, and those behind that move up.
typedef struct rope_splice {
    belay_rod_id rods[2];
    int ends[2];
    double lengths[2];
    int numbers[BELAY_ROD_MAX_ATTACHMENTS]; // see belay_rod_join
} rope_splice;

// Joins the two ends of different pieces that are nearest to each other. False when the engine refuses, or there is one
// piece alone.
bool rope_join(rope* r, rope_splice* splice, belay_error* error);

// How far the rope slides along its path from straight to loosely tied, its ends then reaching out alike.
double rope_slide(const rope* r);

// The determinant of the knot that its first piece forms with its ends led away: 1 none, 3 overhand; 0 not told.
uint64_t rope_knot(const rope_form* form);

#endif
