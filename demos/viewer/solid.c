// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Shapes of the engine as meshes, where the built-in ones do not serve.

#include "viewer/solid.h"

#include "viewer/internal.h"

#include "belay/shape.h"

static const double BEVEL = 0.035; // of the distance from the middle of a hull to a face

// A mesh being made.
typedef struct maker {
    vw_buffer positions, normals; // belay_vec3
    vw_buffer indices;            // uint32_t
} maker;

static uint32_t corner_add(maker* m, belay_vec3 position, belay_vec3 normal)
{
    uint32_t index = (uint32_t)(m->positions.size / sizeof(belay_vec3));
    vw_buffer_append(&m->positions, &position, sizeof position);
    vw_buffer_append(&m->normals, &normal, sizeof normal);
    return index;
}

static void triangle_add(maker* m, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t corners[3] = {a, b, c};
    vw_buffer_append(&m->indices, corners, sizeof corners);
}

static viewer_mesh maker_end(viewer* v, maker* m, bool is_closed)
{
    viewer_mesh_def def = {(const belay_vec3*)(void*)m->positions.data,
                           m->normals.size ? (const belay_vec3*)(void*)m->normals.data : NULL,
                           (int)(m->positions.size / sizeof(belay_vec3)),
                           (const uint32_t*)(void*)m->indices.data,
                           (int)(m->indices.size / sizeof(uint32_t)),
                           is_closed};
    viewer_mesh mesh = viewer_mesh_create(v, &def);
    vw_buffer_fini(&m->positions);
    vw_buffer_fini(&m->normals);
    vw_buffer_fini(&m->indices);
    return mesh;
}

// ------------------------------------------------------------------------------------------------------------------
// Hulls
// ------------------------------------------------------------------------------------------------------------------

// A hull with broken edges: every face stays in its plane and draws its corners in, towards where the middle of the
// hull falls on it. Corner k of face f is vertex 3 f + k, with the face's normal; quads across the edges and polygons
// at the corners fill what is left open, and between the normals of the faces they are shaded as if they were round.
typedef struct hull_face {
    const int32_t* corner; // 3 indices of points
    belay_vec3 normal;     // unit, outwards
    double offset;         // normal . x on its plane
} hull_face;

typedef struct hull_mesh {
    const belay_vec3* points;
    int32_t corners[3 * BELAY_MAX_HULL_TRIANGLES];
    hull_face faces[BELAY_MAX_HULL_TRIANGLES];
    int face_count;
} hull_mesh;

// False when the engine refuses the hull, or has no memory for it.
static bool hull_mesh_init(hull_mesh* h, const belay_hull* hull)
{
    h->points = hull->points;
    if (belay_hull_triangles(hull, h->corners, BELAY_MAX_HULL_TRIANGLES, &h->face_count, NULL) != BELAY_OK)
        return false;
    for (int f = 0; f < h->face_count; ++f) {
        const int32_t* k = h->corners + 3 * f;
        belay_vec3 a = h->points[k[0]], b = h->points[k[1]], c = h->points[k[2]];
        belay_vec3 normal = v3_normalize_or(v3_cross(v3_sub(b, a), v3_sub(c, a)), v3(0, 0, 1));
        h->faces[f] = (hull_face){k, normal, v3_dot(normal, a)};
    }
    return true;
}

static belay_vec3 middle_of(const belay_vec3* points, int count)
{
    belay_vec3 low = points[0], high = points[0];
    for (int i = 1; i < count; ++i) {
        belay_vec3 p = points[i];
        low = v3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = v3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    return v3_scale(0.5, v3_add(low, high));
}

static void faces_add(maker* m, const hull_mesh* h, belay_vec3 middle)
{
    for (int f = 0; f < h->face_count; ++f) {
        const hull_face* face = &h->faces[f];
        belay_vec3 foot = v3_add_scaled(middle, face->offset - v3_dot(face->normal, middle), face->normal);
        for (int k = 0; k < 3; ++k) {
            belay_vec3 p = h->points[face->corner[k]];
            corner_add(m, v3_add_scaled(p, BEVEL, v3_sub(foot, p)), face->normal);
        }
        triangle_add(m, (uint32_t)(3 * f), (uint32_t)(3 * f + 1), (uint32_t)(3 * f + 2));
    }
}

// The vertex at the start of the edge from corner a to corner b, of the face that has it.
static int edge_vertex(const hull_mesh* h, int a, int b)
{
    for (int f = 0; f < h->face_count; ++f)
        for (int k = 0; k < 3; ++k)
            if (h->faces[f].corner[k] == a && h->faces[f].corner[(k + 1) % 3] == b) return 3 * f + k;
    return -1;
}

static int next_of(int vertex)
{
    return vertex % 3 == 2 ? vertex - 2 : vertex + 1;
}

static int corner_of(const hull_mesh* h, int vertex)
{
    return h->faces[vertex / 3].corner[vertex % 3];
}

static void edges_add(maker* m, const hull_mesh* h)
{
    for (int i = 0; i < 3 * h->face_count; ++i) {
        int a = corner_of(h, i), b = corner_of(h, next_of(i)), other = edge_vertex(h, b, a);
        if (a > b || other < 0) continue;
        triangle_add(m, (uint32_t)next_of(i), (uint32_t)i, (uint32_t)other);
        triangle_add(m, (uint32_t)i, (uint32_t)next_of(other), (uint32_t)other);
    }
}

// Round a corner from face to face: across the edge that ends at it, to the vertex where the neighbour's begins.
static void corner_fan_add(maker* m, const hull_mesh* h, int first)
{
    int corner = corner_of(h, first), previous = -1;
    for (int i = first, guard = 0; guard < h->face_count; ++guard) {
        int into = next_of(next_of(i)), next = edge_vertex(h, corner, corner_of(h, into));
        if (next < 0 || next == first) return;
        if (previous >= 0) triangle_add(m, (uint32_t)first, (uint32_t)previous, (uint32_t)next);
        previous = i = next;
    }
}

static bool is_first_at_corner(const hull_mesh* h, int vertex)
{
    for (int i = 0; i < vertex; ++i)
        if (corner_of(h, i) == corner_of(h, vertex)) return false;
    return true;
}

static viewer_mesh hull_create(viewer* v, const belay_hull* hull)
{
    maker m = {0};
    hull_mesh h;
    if (!hull_mesh_init(&h, hull)) return (viewer_mesh){0};
    faces_add(&m, &h, middle_of(hull->points, hull->point_count));
    edges_add(&m, &h);
    for (int i = 0; i < 3 * h.face_count; ++i)
        if (is_first_at_corner(&h, i)) corner_fan_add(&m, &h, i);
    return maker_end(v, &m, true);
}

// ------------------------------------------------------------------------------------------------------------------
// Ellipsoids, cones, grids, planes
// ------------------------------------------------------------------------------------------------------------------

// A ball's circles of latitude and meridians, stretched; normals along the gradient.
static viewer_mesh ellipsoid_create(viewer* v, const belay_ellipsoid* ellipsoid)
{
    enum { COLUMNS = 48, ROWS = 24 };
    maker m = {0};
    belay_vec3 a = ellipsoid->semi_axes;
    for (int j = 0; j <= ROWS; ++j) {
        double z = -cos(VW_PI * j / ROWS), across = sin(VW_PI * j / ROWS);
        for (int i = 0; i <= COLUMNS; ++i) {
            double x = across * cos(2.0 * VW_PI * i / COLUMNS), y = across * sin(2.0 * VW_PI * i / COLUMNS);
            belay_vec3 normal = v3_normalize_or(v3(x / a.x, y / a.y, z / a.z), v3(0, 0, 1));
            uint32_t at = corner_add(&m, v3(a.x * x, a.y * y, a.z * z), normal), above = at + COLUMNS + 1;
            if (i == COLUMNS || j == ROWS) continue;
            triangle_add(&m, at, at + 1, above + 1);
            triangle_add(&m, at, above + 1, above);
        }
    }
    return maker_end(v, &m, true);
}

static viewer_mesh cone_create(viewer* v, const belay_cone* cone)
{
    enum { COLUMNS = 48 };
    maker m = {0};
    double h = 0.5 * cone->height, slope = 1.0 / sqrt(cone->height * cone->height + cone->radius * cone->radius);
    uint32_t base = corner_add(&m, v3(0, 0, -h), v3(0, 0, -1));
    for (int i = 0; i <= COLUMNS; ++i) {
        double a = 2.0 * VW_PI * i / COLUMNS;
        belay_vec3 n = v3(cone->height * slope * cos(a), cone->height * slope * sin(a), cone->radius * slope);
        belay_vec3 rim = v3(cone->radius * cos(a), cone->radius * sin(a), -h);
        corner_add(&m, rim, n);
        corner_add(&m, v3(0, 0, h), n);
        corner_add(&m, rim, v3(0, 0, -1));
        uint32_t at = base + 1 + 3 * (uint32_t)i;
        if (i == COLUMNS) break;
        triangle_add(&m, at, at + 3, at + 1);
        triangle_add(&m, base, at + 5, at + 2);
    }
    return maker_end(v, &m, true);
}

static viewer_mesh triangles_create(viewer* v, const belay_mesh* mesh)
{
    maker m = {0};
    vw_buffer_append(&m.positions, mesh->vertices, (size_t)mesh->vertex_count * sizeof(belay_vec3));
    for (int i = 0; i < mesh->triangle_count; ++i) {
        const int32_t* k = mesh->indices + 3 * i;
        triangle_add(&m, (uint32_t)k[0], (uint32_t)k[1], (uint32_t)k[2]);
    }
    return maker_end(v, &m, false);
}

static viewer_mesh height_field_create(viewer* v, const belay_height_field* f)
{
    maker m = {0};
    uint32_t columns = (uint32_t)f->column_count;
    for (int j = 0; j < f->row_count; ++j) {
        for (int i = 0; i < f->column_count; ++i) {
            belay_vec3 p = v3(f->spacing_x * i, f->spacing_y * j, f->heights[i + f->column_count * j]);
            vw_buffer_append(&m.positions, &p, sizeof p);
            uint32_t a = (uint32_t)i + columns * (uint32_t)j;
            if (i + 1 == f->column_count || j + 1 == f->row_count) continue;
            triangle_add(&m, a, a + 1, a + columns + 1);
            triangle_add(&m, a, a + columns + 1, a + columns);
        }
    }
    return maker_end(v, &m, false);
}

static viewer_mesh plane_create(viewer* v, const belay_plane* plane)
{
    maker m = {0};
    belay_vec3 n = v3_normalize_or(plane->normal, v3(0, 0, 1)), s = vw_perpendicular(n), t = v3_cross(n, s);
    for (int i = 0; i < 4; ++i) {
        double x = 0.5 * VIEWER_PLANE_SIDE * (i & 1 ? 1.0 : -1.0), y = 0.5 * VIEWER_PLANE_SIDE * (i & 2 ? 1.0 : -1.0);
        corner_add(&m, v3_add_scaled(v3_add_scaled(v3_scale(plane->offset, n), x, s), y, t), n);
    }
    triangle_add(&m, 0, 1, 3);
    triangle_add(&m, 0, 3, 2);
    return maker_end(v, &m, false);
}

static viewer_mesh tube_create(viewer* v, const belay_tube* t)
{
    viewer_tube tube = {.points = t->points, .count = t->point_count, .radius = t->radius, .is_closed = t->is_closed};
    return viewer_mesh_tube_create(v, &tube);
}

static viewer_mesh mesh_create(viewer* v, const belay_shape* shape)
{
    viewer_mesh none = {0};
    switch (shape->type) {
    case BELAY_SHAPE_PLANE:
        return plane_create(v, &shape->plane);
    case BELAY_SHAPE_TUBE:
        return tube_create(v, &shape->tube);
    case BELAY_SHAPE_CONE:
        return cone_create(v, &shape->cone);
    case BELAY_SHAPE_ELLIPSOID:
        return ellipsoid_create(v, &shape->ellipsoid);
    case BELAY_SHAPE_HULL:
        return hull_create(v, &shape->hull);
    case BELAY_SHAPE_MESH:
        return triangles_create(v, &shape->mesh);
    case BELAY_SHAPE_HEIGHT_FIELD:
        return height_field_create(v, &shape->height_field);
    default:
        return none;
    }
}

viewer_solid viewer_solid_create(viewer* v, const belay_shape* shape)
{
    viewer_solid s = {*shape, mesh_create(v, shape)};
    if (shape->type == BELAY_SHAPE_TUBE) s.shape.tube.points = NULL;
    if (shape->type == BELAY_SHAPE_HULL) s.shape.hull.points = NULL;
    if (shape->type == BELAY_SHAPE_HEIGHT_FIELD) s.shape.height_field.heights = NULL;
    if (shape->type == BELAY_SHAPE_MESH) s.shape.mesh.vertices = NULL;
    if (shape->type == BELAY_SHAPE_MESH) s.shape.mesh.indices = NULL;
    return s;
}

void viewer_solid_draw(viewer* v, const viewer_solid* solid, belay_pose pose, viewer_material material)
{
    const belay_shape* s = &solid->shape;
    switch (s->type) {
    case BELAY_SHAPE_SPHERE:
        pose.position = v3_add(pose.position, q_rotate(pose.rotation, s->sphere.center));
        viewer_sphere_draw(v, pose, s->sphere.radius, material);
        break;
    case BELAY_SHAPE_CAPSULE:
        viewer_capsule_pose_draw(v, pose, 0.5 * s->capsule.length, s->capsule.radius, material);
        break;
    case BELAY_SHAPE_BOX:
        viewer_box_draw(v, pose, v3_scale(0.5, s->box.size), material);
        break;
    case BELAY_SHAPE_CYLINDER:
        viewer_cylinder_pose_draw(v, pose, 0.5 * s->cylinder.height, s->cylinder.radius, material);
        break;
    default:
        viewer_mesh_draw(v, solid->mesh, pose, 1.0, material);
        break;
    }
}

void viewer_solid_destroy(viewer* v, viewer_solid* solid)
{
    viewer_mesh_destroy(v, solid->mesh);
    solid->mesh.index = 0;
}

static bool is_same_data(const void* a, const void* b, size_t size)
{
    return a == b || memcmp(a, b, size) == 0;
}

static bool is_same_vec(belay_vec3 a, belay_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool viewer_solid_is_same(const belay_shape* a, const belay_shape* b)
{
    if (a->type != b->type) return false;
    switch (a->type) {
    case BELAY_SHAPE_SPHERE:
        return a->sphere.radius == b->sphere.radius && is_same_vec(a->sphere.center, b->sphere.center);
    case BELAY_SHAPE_CAPSULE:
        return a->capsule.length == b->capsule.length && a->capsule.radius == b->capsule.radius;
    case BELAY_SHAPE_BOX:
        return is_same_vec(a->box.size, b->box.size);
    case BELAY_SHAPE_CYLINDER:
        return a->cylinder.height == b->cylinder.height && a->cylinder.radius == b->cylinder.radius;
    case BELAY_SHAPE_ELLIPSOID:
        return is_same_vec(a->ellipsoid.semi_axes, b->ellipsoid.semi_axes);
    case BELAY_SHAPE_CONE:
        return a->cone.height == b->cone.height && a->cone.radius == b->cone.radius;
    case BELAY_SHAPE_HULL:
        return a->hull.point_count == b->hull.point_count &&
               is_same_data(a->hull.points, b->hull.points, (size_t)a->hull.point_count * sizeof(belay_vec3));
    default:
        return false; // large and rarely alike: each has its own
    }
}
