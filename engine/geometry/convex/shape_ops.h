// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a kind of shape (shape_list.h) is to the engine, a row each: all that the engine asks of a shape it asks of its
// row, and a row stands in the file of its shape (geometry/shape/shape_box.c). engine/docs/architecture.md tells how to
// add one.
//
// There are two tables. A shape is what users make (belay_shape). A solid one has a core: what is left of it without
// its thickness (geometry/convex/convex.h), which distance, casts and contact work with; triangles of meshes are cores
// without a shape of their own.

#ifndef BELAY_ENGINE_GEOMETRY_CONVEX_SHAPE_OPS_H
#define BELAY_ENGINE_GEOMETRY_CONVEX_SHAPE_OPS_H

#include "geometry/convex/convex.h"
#include "geometry/convex/distance_point.h"
#include "geometry/convex/ray_span.h"

// ------------------------------------------------------------------------------------------------------------------
// Cores
// ------------------------------------------------------------------------------------------------------------------

// What a core's surface is made of, in the order in which contact takes a pair.
typedef enum bl_core_class {
    BL_CORE_POLYTOPE,     // corners, edges and faces
    BL_CORE_AXISYMMETRIC, // about z, with rims and flat ends
    BL_CORE_SMOOTH,       // without corners, edges or flats: a tangent plane touches it in one point
    BL_CORE_SEGMENT,
    BL_CORE_POINT,
    BL_CORE_CLASS_COUNT
} bl_core_class;

// All in the core's own frame; its thickness, `radius`, counts where that is said.
typedef struct bl_core_ops {
    bl_core_class core_class;
    bool is_axisymmetric; // turning about z leaves it as it is

    // bl_convex_support
    belay_vec3 (*support)(const bl_convex* core, belay_vec3 direction);
    // Of a smooth core: the support point along a unit direction n, and how it moves as n turns, *s dn. The matrix is
    // symmetric and leaves nothing of n; across n its principal values are the radii of curvature there (m).
    belay_vec3 (*spread)(const bl_convex* core, belay_vec3 n, belay_mat33* s);
    // Its box when it is turned about the origin.
    void (*bounds)(const bl_convex* core, const belay_mat33* rotation, belay_vec3* lower, belay_vec3* upper);
    // Its box as it is; may be larger than it has to be, by no more than half.
    void (*box)(const bl_convex* core, belay_vec3* center, belay_vec3* half);
    // The largest distance of a point of it from `point`.
    double (*bounding_radius)(const bl_convex* core, belay_vec3 point);
    belay_vec3 (*middle)(const bl_convex* core);
    // bl_core_find_nearest
    bool (*find_nearest)(const bl_convex* core, belay_vec3 x, bl_core_nearest* place);
    // bl_convex_cast_ray, for a displacement that is not zero: of the thickened core when casts_thick, else of a bare
    // one.
    bool (*cast_ray)(const bl_convex* core, const bl_ray* ray, double* time, belay_vec3* normal);
    bool casts_thick;
    // Of the thickened core, at an even density (kg/m^3). Null: it has no inside.
    belay_mass (*mass)(const bl_convex* core, double density);
} bl_core_ops;

#define BL_CORE_DECLARE(kind, row) extern const bl_core_ops bl_core_##row;
BL_CORE_LIST(BL_CORE_DECLARE)
#undef BL_CORE_DECLARE

// By bl_convex_kind.
extern const bl_core_ops* const bl_core_table[];

static inline const bl_core_ops* bl_core_of(const bl_convex* convex)
{
    return bl_core_table[convex->kind];
}

// ------------------------------------------------------------------------------------------------------------------
// Shapes
// ------------------------------------------------------------------------------------------------------------------

// What a shape is to those that collide and query it.
typedef enum bl_shape_family {
    BL_FAMILY_SOLID, // convex, on any body; the others are on static and kinematic bodies only
    BL_FAMILY_PLANE,
    BL_FAMILY_TUBE,
    BL_FAMILY_MESH, // and height field
} bl_shape_family;

// A shape but for its block, as a collider keeps it.
typedef struct bl_shape_numbers {
    belay_pose pose; // of the shape's frame on the body; a sphere's centre is in it
    belay_vec3 half; // as in bl_convex; plane: unit normal, body frame
    double radius;   // as in bl_convex; tube: radius; plane: offset, body frame
} bl_shape_numbers;

// The rank of a plane: those of solids are below it, those of what has no inside above.
enum { BL_RANK_PLANE = 5 };

typedef struct bl_shape_ops {
    const char* name; // for messages and tables
    bl_shape_family family;
    bl_convex_kind core; // of a solid
    uint32_t rank;       // of two colliders that meet the one with the lower rank is A

    // bl_shape_check
    belay_result (*check)(const belay_shape* shape, belay_error* error);
    // Writes the numbers of a checked shape: `numbers` holds the pose that it is given and zeros. Null: it has none.
    void (*measure)(const belay_shape* shape, bl_shape_numbers* numbers);
    // The reverse: the shape as users make it, but for arrays, from its numbers and its block (null: it has none).
    // `shape` holds its type and zeros.
    void (*describe)(const bl_shape_numbers* numbers, const void* block, belay_shape* shape);
    // Whether half and radius are what measure could have written.
    bool (*has_size)(const bl_shape_numbers* numbers);
    // Builds what the shape has beyond numbers into a new stb_ds byte array *block (core/alloc.h), which is null
    // before. Null: it has nothing.
    belay_result (*build)(const belay_shape* shape, const belay_allocator* allocator, unsigned char** block,
                          belay_error* error);
    // Whether a block is what build could have made (geometry/shape/shape_block_check.h); with build.
    bool (*is_block_whole)(const void* block, size_t size);
} bl_shape_ops;

#define BL_SHAPE_DECLARE(type, row) extern const bl_shape_ops bl_shape_##row;
BL_SHAPE_LIST(BL_SHAPE_DECLARE)
#undef BL_SHAPE_DECLARE

// By belay_shape_type.
extern const bl_shape_ops* const bl_shape_table[BELAY_SHAPE_TYPE_COUNT];

static inline const bl_shape_ops* bl_shape_of(belay_shape_type type)
{
    return bl_shape_table[type];
}

// has_size of shapes with half sizes alone, all above 0.
bool bl_shape_has_half(const bl_shape_numbers* numbers);

// middle of cores about the origin, and box of those that reach `half` along each axis.
belay_vec3 bl_core_origin(const bl_convex* core);
void bl_core_half_box(const bl_convex* core, belay_vec3* center, belay_vec3* half);

// The convex solid of a shape with these numbers; `block` is that of the shape, or null.
bl_convex bl_shape_convex(belay_shape_type type, const bl_shape_numbers* numbers, const void* block);

// A checked shape (a solid one) that stands at `pose` as the convex solid that stands at *stands. *block is the
// shape's, or null: the solid needs it, and the caller frees it. Errors: those of the shape's build.
belay_result bl_shape_build_convex(const belay_shape* shape, belay_pose pose, const belay_allocator* allocator,
                                   bl_convex* convex, belay_pose* stands, unsigned char** block, belay_error* error);

// The mass of a convex solid, in its own frame. Errors: VALUE (density).
belay_result bl_convex_mass(const bl_convex* convex, double density, belay_mass* mass, belay_error* error);

// Of a diagonal inertia, for the rows.
belay_mass bl_mass_make(double mass, belay_vec3 center, double ixx, double iyy, double izz);

#endif
