// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Drawing what a random scene is made of, one after the other from one lot: the order of the draws is the scene.

#ifndef BELAY_TESTS_CHAOS_DRAW_H
#define BELAY_TESTS_CHAOS_DRAW_H

#include "chaos_random.h"
#include "chaos_scene.h"

#define CHAOS_PI 3.14159265358979323846
#define CHAOS_G 9.81        // m/s^2
#define CHAOS_SMALLEST 1e-3 // m, of an edge or a diameter
#define CHAOS_LARGEST 5.0   // m

// What all items of a scene have in common, drawn first.
typedef struct chaos_taste {
    uint64_t lot;
    double size, spread; // m; of the logarithm of sizes
    bool is_overlapping, is_dense, has_thin, has_masses, has_rods;
    double speed, spin; // m/s, rad/s, of the fastest
    int bounce;         // 0: none, 1: each its own, 2: all 1
    int friction;       // likewise: none, each its own, all `mu`
    double mu;
    bool has_drives, has_limits; // in joints
    double joint_share;          // of the bodies that are in chains
    double region;               // m, half the edge of where bodies are placed
} chaos_taste;

// chaos_draw.c

// For a scene whose world is drawn.
chaos_taste chaos_draw_taste(const chaos_scene* s, uint64_t seed);
belay_material chaos_draw_material(chaos_taste* t);
double chaos_clamp(double x, double low, double high);
// A length, m, within the bounds of edges.
double chaos_draw_edge(double x);

// chaos_bodies.c

chaos_shape chaos_draw_solid(chaos_taste* t, double size);
// m^3, about.
double chaos_body_volume(const chaos_body* b);
// is_link: which bodies are to be tied to the one before.
void chaos_draw_bodies(chaos_scene* s, chaos_taste* t, bool* is_link);

// chaos_joints.c

void chaos_draw_joints(chaos_scene* s, chaos_taste* t, const bool* is_link);

// chaos_grounds.c: what bodies fall on and are moved by.

void chaos_draw_floor(chaos_scene* s, chaos_taste* t, double width);
void chaos_draw_walls(chaos_scene* s, chaos_taste* t, double width);
void chaos_draw_obstacles(chaos_scene* s, chaos_taste* t);
void chaos_draw_movers(chaos_scene* s, chaos_taste* t);

// chaos_rods.c

// False: no clear way for it was found.
bool chaos_draw_rod(chaos_scene* s, chaos_taste* t);

#endif
