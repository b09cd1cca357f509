// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What surfaces feel like beside their friction: a height over them (texture), and a ringing when they are struck.
//
// Texture. A height h(x, y), from -depth in the valleys to 0 on the crests, lowers the surface, so that crests are
// where the collider is and nothing is felt away from it. The servo solves its contacts against gap - h and gives the
// hand -f grad h beside the normal force f: together the gradient of what the coupling stores, which so makes no
// energy. h is that under the place where the device holds the tool (of a tool with mass, where the tool is). As |grad
// h| <= 1, the whole never pulls. Physics does not know of it.
//
// A texture lies on the collider (or rod) that it is set for, and moves and turns with it: its coordinates are those of
// the shape's frame (belay_collider_def.pose on the body), so that a hand that goes along with a body feels none of it.
// On a rod x is the arc length along it, and y and z lie along the axes d1 and d2 of its section there. On a belt
// (surface_velocity) it stays with the collider.
//
// Ringing. When the tool comes upon the surface with the speed v, amplitude v exp(-decay t) sin(2 pi frequency t) is
// added along the normal (Okamura, Cutkosky and Dennerlein 2001). Ramps and the last stage treat it as a program's own
// force, and the passivity observer leaves it out; in its second half-waves it lessens the contact's force, and may
// pull.

#ifndef BELAY_HAPTIC_SURFACE_H
#define BELAY_HAPTIC_SURFACE_H

#include "belay/haptic_servo.h"

#ifdef __cplusplus
extern "C" {
#endif

// Where h comes from; x and y in m.
typedef enum belay_haptic_texture_kind {
    BELAY_HAPTIC_TEXTURE_NONE,    // flat
    BELAY_HAPTIC_TEXTURE_GRATING, // h = -depth (1 - cos(2 pi x / wavelength)) / 2: ridges along y
    BELAY_HAPTIC_TEXTURE_BUMPS,   // h = -depth (1 - cos(2 pi x / wavelength) cos(2 pi y / wavelength)) / 2
    BELAY_HAPTIC_TEXTURE_GRID,    // h = depth (s - 1), s the quadratic B-spline over `heights`, repeated for ever
    BELAY_HAPTIC_TEXTURE_COUNT
} belay_haptic_texture_kind;

// A texture. What a kind does not name is not looked at.
typedef struct belay_haptic_texture {
    belay_haptic_texture_kind kind; // default NONE
    // In the shape's frame (above): the texture's x and y are those of this frame, so it is projected along its z.
    belay_pose frame;
    double depth;          // m, >= 0, from crest to valley
    double wavelength;     // m, > 0, GRATING and BUMPS; the steepest place, pi depth / wavelength, is at most 1
    const double* heights; // GRID: 0 to 1, row by row along x; the program's, which keeps it while it is set
    int columns, rows;     // GRID: >= 3
    double spacing;        // m, > 0, GRID: between samples; sqrt(2) depth times the largest step over it is at most 1
} belay_haptic_texture;

// How it rings.
typedef struct belay_haptic_impact {
    double amplitude; // N s/m, >= 0; 0: none
    double frequency; // Hz, > 0 and at most a quarter of the tick rate
    double decay;     // 1/s, > 0
    double max_force; // N, > 0: amplitude times speed is no more
} belay_haptic_impact;

// A surface of the world, and what it feels like.
typedef struct belay_haptic_surface {
    uint64_t other;               // a collider's or rod's handle value (belay_local_contact.other); not 0
    belay_haptic_texture texture; // default none
    belay_haptic_impact impact;   // default none
} belay_haptic_surface;

// How some materials ring: frequency and decay of the order found by tapping and by asking people, amplitudes for
// devices of a few newtons. Starting points for a program to tune; not measured by us. Any thread.
belay_haptic_impact belay_haptic_impact_rubber(void); // 5 N s/m, 18 Hz, 60 / s
belay_haptic_impact belay_haptic_impact_wood(void);   // 8 N s/m, 100 Hz, 80 / s
belay_haptic_impact belay_haptic_impact_steel(void);  // 10 N s/m, 250 Hz, 90 / s: above what most devices pass on

// Neither texture nor ringing, at the identity. Any thread.
belay_haptic_surface belay_haptic_surface_default(uint64_t other);

// The most surfaces of one servo.
#define BELAY_HAPTIC_MOST_SURFACES 32

// Sets what the surfaces feel like, in place of what was set before; copied but for `heights`. Not while another thread
// ticks: of a loop set them in its definition. Errors: VALUE (names field and value; nothing changes).
belay_result belay_haptic_servo_set_surfaces(belay_haptic_servo* servo, const belay_haptic_surface* surfaces, int count,
                                             belay_error* error);

#ifdef __cplusplus
}
#endif

#endif
