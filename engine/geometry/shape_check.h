// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers of a shape, checked before anything is made from them.

#ifndef BELAY_ENGINE_GEOMETRY_SHAPE_CHECK_H
#define BELAY_ENGINE_GEOMETRY_SHAPE_CHECK_H

#include "belay/shape.h"

// Sizes of a solid, m. Within them the products that a mass or a distance needs neither overflow nor vanish.
#define BL_SHAPE_SMALLEST 1e-9
#define BL_SHAPE_LARGEST 1e9 // of coordinates too

#define BL_SHAPE_LARGEST_NUMBER 1e30 // the tenth power of what is below it is still finite

// Checks what can be said of a shape field by field; the message names the field and its value. Errors: VALUE (not
// finite, negative, beyond 1e30, between 0 and 1e-30, a null pointer, a mesh index out of range, a plane without a
// normal), SHAPE (a size of 0 or outside BL_SHAPE_SMALLEST..LARGEST, a coordinate beyond BL_SHAPE_LARGEST, too few
// points; of a tube anything but its radius). What lies deeper (flat hulls, sharp rails, meshes without area) is found
// when the shape is built. O(points).
belay_result bl_shape_check(const belay_shape* shape, belay_error* error);

// ------------------------------------------------------------------------------------------------------------------
// For the shapes' rows; `name` is that of the field.
// ------------------------------------------------------------------------------------------------------------------

// Finite, and at most 1e30 in size.
bool bl_is_usable(double x);
belay_result bl_check_usable(belay_error* error, const char* name, double value);
belay_result bl_check_size(belay_error* error, const char* name, double value);
// `name` is that of the vector, whose x, y and z are sizes.
belay_result bl_check_sizes(belay_error* error, const char* name, belay_vec3 sizes);
belay_result bl_check_point(belay_error* error, const char* name, belay_vec3 p);
belay_result bl_check_points(belay_error* error, const char* name, const belay_vec3* points, int count);
belay_result bl_check_pointer(belay_error* error, const char* name, const void* pointer);
belay_result bl_check_count(belay_error* error, const char* name, int count, int least);

#endif
