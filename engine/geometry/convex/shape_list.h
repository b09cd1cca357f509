// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What kinds of shapes there are, and of cores, which solids have: the two lists that the tables of shape_ops.h are
// made of. A new one goes to the end.

#ifndef BELAY_ENGINE_GEOMETRY_CONVEX_SHAPE_LIST_H
#define BELAY_ENGINE_GEOMETRY_CONVEX_SHAPE_LIST_H

// clang-format off

// Cores (kind, row): the row bl_core_box is that of BL_CONVEX_BOX. Beside each what `half` and `radius` (m) of
// bl_convex are to it.
#define BL_CORE_LIST(X)                                                                                                \
    X(POINT, point)         /* at the origin: a ball, with its radius */                                               \
    X(SEGMENT, segment)     /* from (0, 0, -half.z) to (0, 0, half.z): a capsule, with its radius */                   \
    X(TRIANGLE, triangle)   /* corners[0..2]; thin, both sides count */                                                \
    X(BOX, box)             /* |x| <= half.x, |y| <= half.y, |z| <= half.z */                                          \
    X(HULL, hull)           /* hull */                                                                                 \
    X(CYLINDER, cylinder)   /* x^2 + y^2 <= half.x^2, |z| <= half.z */                                                 \
    X(CONE, cone)           /* about z: base of radius half.x at z = -half.z, apex at z = half.z */                    \
    X(ELLIPSOID, ellipsoid) /* with the semi-axes half.x, half.y, half.z */

// Shapes (type, row): the row bl_shape_box is that of BELAY_SHAPE_BOX.
#define BL_SHAPE_LIST(X)                                                                                               \
    X(SPHERE, sphere)                                                                                                  \
    X(PLANE, plane)                                                                                                    \
    X(TUBE, tube)                                                                                                      \
    X(CAPSULE, capsule)                                                                                                \
    X(BOX, box)                                                                                                        \
    X(CYLINDER, cylinder)                                                                                              \
    X(CONE, cone)                                                                                                      \
    X(HULL, hull)                                                                                                      \
    X(MESH, mesh)                                                                                                      \
    X(HEIGHT_FIELD, height_field)                                                                                      \
    X(ELLIPSOID, ellipsoid)

// clang-format on

// BL_CONVEX_POINT and so on.
typedef enum bl_convex_kind {
#define BL_CORE_ENUMERATOR(kind, row) BL_CONVEX_##kind,
    BL_CORE_LIST(BL_CORE_ENUMERATOR)
#undef BL_CORE_ENUMERATOR
} bl_convex_kind;

#endif
