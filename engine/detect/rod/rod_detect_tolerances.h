// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The tolerances of detection between rods. Places are parts of a segment's length, gaps parts of what is thick: all
// have no unit.

#ifndef BELAY_ENGINE_DETECT_ROD_ROD_DETECT_TOLERANCES_H
#define BELAY_ENGINE_DETECT_ROD_ROD_DETECT_TOLERANCES_H

// As far from an end as softness moves places that belong there. With less, a place at a node is found twice; with
// more, two places of a bend are one.
#define BL_ROD_BESIDE_NODE 0.05
// As near to an end as the places on both sides of a hollow bend of some 2 degrees are, which are one. With more,
// places of sharper bends are.
#define BL_ROD_AT_NODE 0.02

// A place within two segments is as near as one at a node, or nearer, also when its gap is larger by this part of the
// radii's sum: near parallel it is found in the middle, not where the gap is least. With less, strands side by side
// have both. Measured on a rope of 40 elements that is drawn along the groove between two others, which wave by 6 mm:
// 4676 contacts in 380 steps, of which the number changes by 242 in all from step to step; with a tenth of it 5748 and
// 545, with none 7510 and 371, with up to fifty times it the same as with it. No test of rods fails at any of these.
#define BL_ROD_AS_NEAR 2e-3

// Of a crossing: less than this part of the size of the motion is rounding. With more, slow crossings are missed.
#define BL_ROD_MOTION_ROUNDING 1e-15
// The sine of the angle from which on the normal to both directions is better known than the way between the places.
// With more, the normal of a crossing at a small angle is that of rounding.
#define BL_ROD_CROSSING_SINE 1e-12
// How long before they meet, as part of the motion, the normal is that which the pair had before. With more it is that
// of another pose; with less it is rounding.
#define BL_ROD_JUST_BEFORE 1e-7
// A crossing this near to a segment's end is at the node: it then belongs to one of the two segments there.
#define BL_ROD_CROSSING_AT_NODE 1e-9

// The part of the thickness by which the distance found may exceed one that is as large. With more, contacts of near
// parallel segments lie further from where the gap is least; with less, they jump.
#define BL_ROD_EXCESS 1e-3
// The softness, which would grow without bound for segments shorter than they are thick, is at most this. With more
// the places of short segments all lie in their middle.
#define BL_ROD_SOFTEST 0.02
// Relative to its largest value, the determinant below which the inner minimum is not looked for: one as low is on the
// outline. With more, inner places of long segments are taken for ends.
#define BL_ROD_FLAT 1e-15
// Nearer than this part of their lengths, the way between two places is rounding: the normal is that to both
// directions.
#define BL_ROD_TOUCHING 1e-14

// Against a solid: a reference this near to a segment's end is the end. With less a place at a node is found twice.
#define BL_ROD_SOLID_AT_END 1e-6
// Cosine of the angle (15 degrees) up to which normals at one node are those of one place. With more, an edge that a
// node lies in has two places; with less, a node on a corner has one. Measured: at 1 degree and at 45 degrees the tests
// that state this rule fail, and of the other 445 of rods none, scenes with edges and corners among them.
#define BL_ROD_SOLID_SAME_NORMAL 0.96592582628906829

#endif
