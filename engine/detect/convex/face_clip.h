// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contact on a flat face, the "ground": a face of a polytope or a cap of a round solid. What stands on it, a face, a
// line or a disc of the other solid, is seen along the face's normal, in coordinates (x, y) of its plane and
// the height above it, and cut to the part above the face. The corners of that part are the contact points.

#ifndef BELAY_ENGINE_DETECT_CONVEX_FACE_CLIP_H
#define BELAY_ENGINE_DETECT_CONVEX_FACE_CLIP_H

#include "detect/convex/axisymmetric.h"
#include "detect/convex/contact_candidate.h"
#include "detect/convex/polytope.h"

#define BL_CLIP_MAX_CORNERS BL_POLYTOPE_MAX_CORNERS
#define BL_CLIP_MAX_POINTS (2 * BL_CLIP_MAX_CORNERS + 2)

typedef enum bl_clip_kind {
    BL_CLIP_POLYGON,
    BL_CLIP_DISC,
    BL_CLIP_LINE,    // two corners and what is between them
    BL_CLIP_POINT,   // one corner: of a smooth solid
    BL_CLIP_ENDLESS, // a ground without outline
} bl_clip_kind;

typedef struct bl_clip_corner {
    double x, y, height;
    double depth;    // of the reference point under it, m
    double ux, uy;   // unit, to the next corner; set by bl_clip_cut
    uint32_t corner; // its number in its solid
    uint32_t edge;   // the name of the edge from it to the next
} bl_clip_corner;

// The points center + cos p * a + sin p * b
typedef struct bl_clip_disc {
    double center[3], a[3], b[3]; // x, y, height; a and b as long as the radius
    int rim;                      // of its solid: 0 lower, 1 upper
} bl_clip_disc;

// Seen in the frame of the ground. Polygons of the ground go round anticlockwise, those above it clockwise.
typedef struct bl_clip_shape {
    bl_clip_kind kind;
    int count;
    bl_clip_disc disc;
    bl_clip_corner corners[BL_CLIP_MAX_CORNERS];
} bl_clip_shape;

typedef struct bl_clip_ground {
    belay_vec3 origin, normal, t1, t2; // right-handed; the normal is outwards
    double offset;                     // normal . x on it
    double tolerance;                  // m, lengths below it are rounding
    bool is_a;                         // belongs to solid A
    bl_clip_shape shape;
} bl_clip_ground;

typedef struct bl_clip_point {
    double x, y, height;
    double depth;
    uint32_t feature;
} bl_clip_point;

typedef struct bl_clip_list {
    int count;
    double lowest; // the least height; INFINITY of none
    bl_clip_point points[BL_CLIP_MAX_POINTS];
} bl_clip_list;

// The ground.
void bl_clip_ground_face(bl_clip_ground* ground, const bl_polytope* p, uint32_t face, bool is_a, double tolerance);
// t1 is any direction in the plane.
void bl_clip_ground_cap(bl_clip_ground* ground, const bl_axisymmetric* axisymmetric, int rim, belay_vec3 t1, bool is_a,
                        double tolerance);
// An endless plane.
void bl_clip_ground_plane(bl_clip_ground* ground, belay_vec3 normal, double offset, double tolerance);

// What stands on it: the part of the solid that looks down most, of a polytope the one of the faces at its lowest
// corner.
void bl_clip_face_above(const bl_clip_ground* ground, const bl_polytope* p, bl_clip_shape* shape);
void bl_clip_axisymmetric_above(const bl_clip_ground* ground, const bl_axisymmetric* axisymmetric,
                                bl_clip_shape* shape);
void bl_clip_segment_above(const bl_clip_ground* ground, belay_vec3 start, belay_vec3 end, bl_clip_shape* shape);
void bl_clip_point_above(const bl_clip_ground* ground, belay_vec3 point, bl_clip_shape* shape);

// Whether the corner of a polytope that is lowest over a face of another is beside it, and nothing else as low to some
// roundings: then no point of bl_clip_cut is as low. False where that is not sure.
bool bl_clip_is_beside(const bl_polytope* own, uint32_t face, const bl_polytope* other, double tolerance);

// The part of the shape that is above the ground. Sets the directions of polygons' sides.
void bl_clip_cut(bl_clip_ground* ground, bl_clip_shape* shape, bl_clip_list* list);

// Leaves at most 4 of the points with heights up to `cutoff`: a quadrangle as large as it can well be, with the lowest
// point.
void bl_clip_reduce(bl_clip_list* list, double cutoff);

// Leaves out the lowest point, and that of the feature: it has a place of its own.
void bl_clip_drop(bl_clip_list* list, uint32_t feature);

// Adds the points as places. The manifold must be empty.
void bl_clip_emit(const bl_clip_ground* ground, const bl_clip_list* list, const bl_candidate_frame* frame,
                  bl_manifold* manifold);

// The distance of the middle of the lowest points (those within `margin` of the lowest) to the ground's outline;
// negative outside.
double bl_clip_inset(const bl_clip_ground* ground, const bl_clip_list* list, double margin);

// Whether no other direction can be less deep than the ground by more than rounding. The points a - b of the solids are
// a convex set around the origin. It has a facet at the height `depth` above the origin, which reaches by `inset` to
// all sides, and some point at least `height` below the facet and no further aside than `aside`. The ball of the radius
// `depth` about the origin is inside their hull if it fits the narrowing cross-section twice `depth` down.
static inline bool bl_clip_is_surely_least(double depth, double inset, double height, double aside)
{
    return depth * height + 2.0 * depth * (aside + inset) <= inset * height;
}

// ------------------------------------------------------------------------------------------------------------------
// Shared by the files of face clipping
// ------------------------------------------------------------------------------------------------------------------

void bl_clip_add(bl_clip_list* list, double x, double y, double height, double depth, uint32_t feature);

static inline uint32_t bl_clip_own_corner(const bl_clip_ground* g, uint32_t corner)
{
    return g->is_a ? bl_feature_corner_a(corner) : bl_feature_corner_b(corner);
}

static inline uint32_t bl_clip_other_corner(const bl_clip_ground* g, uint32_t corner)
{
    return g->is_a ? bl_feature_corner_b(corner) : bl_feature_corner_a(corner);
}

static inline uint32_t bl_clip_crossing(const bl_clip_ground* g, uint32_t own, uint32_t other)
{
    return g->is_a ? bl_feature_edges(own, other) : bl_feature_edges(other, own);
}

void bl_clip_set_sides(bl_clip_shape* polygon);

// How far the point is to the left of the polygon's side from corner i on.
static inline double bl_clip_inside_side(const bl_clip_shape* polygon, int i, double x, double y)
{
    const bl_clip_corner* c = &polygon->corners[i];
    return c->ux * (y - c->y) - c->uy * (x - c->x);
}

// Needs the sides' directions, of a polygon.
bool bl_clip_is_inside(const bl_clip_shape* shape, double x, double y, double tolerance);

// The ends of the part of an edge that is above the ground: none, one or two.
int bl_clip_edge(const bl_clip_ground* ground, const bl_clip_corner* a, const bl_clip_corner* b, bl_clip_point ends[2]);

void bl_clip_polygon(const bl_clip_ground* ground, const bl_clip_shape* shape, bl_clip_list* list);
void bl_clip_line(const bl_clip_ground* ground, const bl_clip_shape* shape, bl_clip_list* list);
void bl_clip_disc_by_polygon(const bl_clip_ground* ground, const bl_clip_shape* shape, bl_clip_list* list);
void bl_clip_polygon_by_disc(const bl_clip_ground* ground, bl_clip_shape* shape, bl_clip_list* list);
void bl_clip_disc_by_disc(const bl_clip_ground* ground, const bl_clip_shape* shape, bl_clip_list* list);

#endif
