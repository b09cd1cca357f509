// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a run looked like, at even times, and the animation of several runs side by side.

#ifndef BELAY_DEMOS_KNOT_FILM_H
#define BELAY_DEMOS_KNOT_FILM_H

#include "knot/run.h"

#include "shell/pictures.h"

enum { FILM_RATE = SHELL_FRAMES_PER_SECOND };

typedef struct film_frame {
    double force; // N, at each end
    script_phase phase;
    uint64_t knot; // determinant
    rope_pieces pieces;
} film_frame;

typedef struct film {
    double mu;
    int count, capacity;
    int node_capacity;  // nodes of every frame, at most
    film_frame* frames; // capacity of them, and so many times node_capacity of the others
    belay_vec3* nodes;
    belay_quat* turns; // of the segments between the nodes
} film;

// Takes the rope as it stands, when the next frame is due. False: no memory. What a run left out at its beginning is
// filled with its first frame.
bool film_take(film* f, const options* o, const rope* r, const script* hands, uint64_t knot);
void film_free(film* f);

// Writes run.png, an animated PNG, into the folder of --out. False: it could not, and has said why.
bool film_write(const film* films, shell* s);

#endif
