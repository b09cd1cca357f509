// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The scenes, in one table. Those that take longest are run for few steps, so that all of them take minutes.

#include "motion/motion.h"

// clang-format off
const motion_row motion_rows[] = {
    // name, what, build, n, few, skip, steps, budget, {Belay, Box3D, Jolt, text}
    {"settling-320", "balls settle in a box, after 5 s", motion_build_settling, 320, 20, 300, 300, 0.0,
     {2.98, 1.34, 1.39, NULL}},
    {"settling-1000", "the same with 1000", motion_build_settling, 1000, 30, 300, 200, 0.0, {13.4, 5.7, 7.9, NULL}},
    {"hulls", "200 hulls of 20 kinds in a pen of 4 m", motion_build_hulls, 200, 10, 0, 300, 0.0,
     {35.0, 1.2, 1.7, NULL}},
    {"convex", "one hull of 32 points, r 2 m, 1024 times", motion_build_convex, 1024, 12, 0, 150, 0.0,
     {58.5, 7.3, 8.2, NULL}},
    {"terrain", "1000 boxes on a height field of 256 x 256", motion_build_terrain, 1000, 20, 0, 200, 0.0,
     {58.0, 9.1, 7.4, "worst overlap 116 and 176 mm"}},
    {"tumbler", "1000 cubes in a box that turns at 25 deg/s", motion_build_tumbler, 1000, 27, 0, 240, 0.0,
     {84.5, 3.6, 4.5, "worst overlap 153 and 135 mm"}},
    {"washer", "1000 cubes in a ring of hulls with four vanes, 25 deg/s", motion_build_washer, 1000, 27, 0, 240, 0.0,
     {63.0, 2.5, 3.8, "worst overlap 171 and 130 mm"}},
    {"spinner", "a bar at 5 rad/s among 1000 boxes, balls and capsules", motion_build_spinner, 1000, 30, 0, 300, 0.0,
     {0.0, 1.1, 0.66, NULL}},
    {"junkyard", "882 hulls, and a drum that goes round among them", motion_build_junkyard, 882, 20, 0, 300, 0.0,
     {9.4, 2.5, 2.4, NULL}},
    {"trees", "40 trees of 22 hulls tip over", motion_build_trees, 40, 2, 0, 300, 0.0, {6.1, 0.86, 0.25, NULL}},
    {"smash", "a cube of 512 t at 40 m/s into 768 cubes", motion_build_smash, 768, 64, 0, 60, 0.0,
     {220.0, 19.0, 26.0, "mean overlap 27 and 33 mm"}},
    {"pyramid-hit", "30 rows, a ball of 168 kg at 40 m/s", motion_build_pyramid_hit, 30, 3, 0, 240, 0.0,
     {27.0, 2.6, 3.4, NULL}},
    {"cards-hit", "a house of 20 levels, a ball of 0.9 kg at 15 m/s", motion_build_cards_hit, 20, 3, 0, 180, 0.0,
     {87.0, 4.4, 43.0, "both collapse before the hit"}},
    {"bridge", "100 planks on hinges, 20 cubes from 1 m", motion_build_bridge, 100, 10, 0, 300, 0.0,
     {0.0, 0.29, 0.19, NULL}},
    {"stairs", "10 dolls of 14 capsules fall down stairs", motion_build_stairs, 10, 2, 0, 300, 0.0,
     {0.0, 0.51, 0.46, NULL}},
    {"rain", "dolls rain on a mesh with torus meshes", motion_build_rain, 10, 2, 0, 600, 0.0, {9.7, 2.9, 1.3, NULL}},
    {"joint-grid", "a net of 100 x 100 balls hangs and swings", motion_build_joint_grid, 100, 4, 0, 60, 0.0,
     {119.0, 37.0, 65.0, "joints off by 18 and 28 mm"}},
    {"cubes-100", "100 cubes fall, 4 ms a step", motion_build_cubes, 100, 20, 0, 240, 4e-3, {6.6, 0.0, 0.0, NULL}},
    {"cubes-300", "300 cubes fall, 4 ms a step", motion_build_cubes, 300, 30, 0, 240, 4e-3, {7.5, 0.0, 0.0, NULL}},
    {"cubes-1000", "1000 cubes fall, 4 ms a step", motion_build_cubes, 1000, 40, 0, 180, 4e-3,
     {41.0, 6.4, 5.5, "without a budget"}},
    {"cubes-2000", "2000 cubes fall, 4 ms a step", motion_build_cubes, 2000, 40, 0, 150, 4e-3,
     {107.0, 56.0, 13.5, "without a budget"}},
    {"cubes-2000-8", "2000 cubes fall, 8 ms a step", motion_build_cubes, 2000, 40, 0, 150, 8e-3,
     {148.0, 56.0, 13.5, "without a budget"}},
    {"cubes-5000-8", "5000 cubes fall, 8 ms a step", motion_build_cubes, 5000, 40, 0, 100, 8e-3,
     {188.0, 250.0, 53.0, "without a budget"}},
    {"sleepers", "10 000 boxes asleep", motion_build_sleepers, 10000, 30, 2, 200, 0.0, {1.58, 0.009, 0.008, NULL}},
    {"sleepers-awake", "the same with 50 awake", motion_build_sleepers_awake, 10000, 30, 2, 200, 0.0,
     {2.48, 0.09, 0.25, NULL}},
    {"static", "90 000 static boxes, up to 11 balls", motion_build_static, 300, 30, 2, 400, 0.0,
     {27.5, 0.053, 0.022, "99 and 66 MB"}},
    {"spawn", "200 boxes come and go in a frame, 2000 are there", motion_build_spawn, 200, 10, 12, 200, 0.0, {3.8, 2.3, 4.9, NULL}},
    {"rays", "1000 rays on 100 352 triangles and 200 boxes: us a ray", motion_build_rays, 224, 20, 2, 60, 0.0,
     {5.85, 2.51, 1.60, NULL}},
    {"wall", "20 courses of bricks stand", motion_build_wall, 20, 20, 0, 300, 0.0,
     {4.4, 0.96, 1.38, "settles 65 mm; falls"}},
    {"column", "5000 cubes in towers", motion_build_column, 50, 3, 0, 60, 0.0, {82.0, 143.0, 262.0, NULL}},
    {"column-jittered", "the same, 5 mm out of place", motion_build_column_jittered, 50, 3, 0, 24, 0.0,
     {405.0, 85.0, 240.0, NULL}},
    {"column-leaning", "the same, each layer 25 mm further out", motion_build_column_leaning, 50, 3, 0, 24, 0.0,
     {621.0, 116.0, 232.0, NULL}},
    {"large-pyramid", "100 rows of cubes of 1 m in a plane", motion_build_large_pyramid, 100, 6, 0, 12, 0.0,
     {804.0, 67.0, 88.0, NULL}},
    {"many-pyramids", "14 x 14 pyramids of 10 rows", motion_build_many_pyramids, 14, 1, 0, 16, 0.0,
     {457.0, 153.0, 96.0, NULL}},
};
// clang-format on

const int motion_row_count = (int)(sizeof motion_rows / sizeof motion_rows[0]);
