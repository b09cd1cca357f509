// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Meshes on the GPU: the built-in ones, those made from arrays and tubes.

#include "viewer/internal.h"

static vw_mesh* mesh_at(const viewer* v, uint32_t index)
{
    return index < v->meshes.size / sizeof(vw_mesh) ? (vw_mesh*)(void*)v->meshes.data + index : NULL;
}

// Sets up the vertex array: the vertex layout here, the instance layout per batch (see render.c).
void vw_mesh_array_setup(viewer* v, vw_mesh* mesh)
{
    static const struct {
        GLint size;
        size_t offset;
    } parts[4] = {{3, offsetof(vw_vertex, core)},
                  {3, offsetof(vw_vertex, offset)},
                  {3, offsetof(vw_vertex, normal)},
                  {2, offsetof(vw_vertex, uv)}};
    const vw_gl* gl = &v->gl;
    gl->GenVertexArrays(1, &mesh->vertex_array);
    gl->GenBuffers(1, &mesh->vertices);
    gl->GenBuffers(1, &mesh->indices);
    gl->BindVertexArray(mesh->vertex_array);
    gl->BindBuffer(GL_ARRAY_BUFFER, mesh->vertices);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh->indices);
    for (GLuint i = 0; i < 4; ++i) {
        gl->EnableVertexAttribArray(i);
        gl->VertexAttribPointer(i, parts[i].size, GL_FLOAT, GL_FALSE, sizeof(vw_vertex), (const void*)parts[i].offset);
    }
    for (GLuint i = 4; i < 10; ++i) {
        gl->EnableVertexAttribArray(i);
        gl->VertexAttribDivisor(i, 1);
    }
}

static double bound_of(const vw_vertex* vertices, size_t count)
{
    double bound = 0.0;
    for (size_t i = 0; i < count; ++i) {
        const float* p = vertices[i].offset;
        bound = fmax(bound, (double)(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]));
    }
    return sqrt(bound);
}

// A free slot, or a new one. Returns its index, or 0 without memory (slot 0 is never free).
static uint32_t slot_take(viewer* v)
{
    uint32_t count = (uint32_t)(v->meshes.size / sizeof(vw_mesh));
    for (uint32_t i = VW_MESH_BUILT_IN; i < count; ++i)
        if (mesh_at(v, i)->vertex_array == 0) return i;
    vw_mesh* mesh = vw_buffer_push(&v->meshes, sizeof *mesh);
    if (!mesh) return 0;
    memset(mesh, 0, sizeof *mesh);
    return count;
}

static viewer_mesh upload(viewer* v, const vw_buffer* vertices, const vw_buffer* indices, bool is_closed)
{
    viewer_mesh handle = {slot_take(v)};
    vw_mesh* mesh = mesh_at(v, handle.index);
    if (!mesh || vertices->size == 0 || indices->size == 0) return handle;
    const vw_gl* gl = &v->gl;
    vw_mesh_array_setup(v, mesh);
    gl->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)vertices->size, vertices->data, GL_STATIC_DRAW);
    gl->BufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)indices->size, indices->data, GL_STATIC_DRAW);
    mesh->index_count = (int)(indices->size / sizeof(uint32_t));
    mesh->is_closed = is_closed;
    mesh->bound = bound_of((const vw_vertex*)(const void*)vertices->data, vertices->size / sizeof(vw_vertex));
    return handle;
}

static void vertex_add(vw_buffer* b, belay_vec3 core, belay_vec3 offset, belay_vec3 normal, double u, double w)
{
    vw_vertex x = {{(float)core.x, (float)core.y, (float)core.z},
                   {(float)offset.x, (float)offset.y, (float)offset.z},
                   {(float)normal.x, (float)normal.y, (float)normal.z},
                   {(float)u, (float)w}};
    vw_buffer_append(b, &x, sizeof x);
}

static void grid_indices(vw_buffer* indices, uint32_t base, uint32_t rows, uint32_t columns)
{
    for (uint32_t i = 0; i + 1 < rows; ++i) {
        for (uint32_t j = 0; j + 1 < columns; ++j) {
            uint32_t a = base + i * columns + j;
            uint32_t quad[6] = {a, a + 1, a + columns, a + 1, a + columns + 1, a + columns};
            vw_buffer_append(indices, quad, sizeof quad);
        }
    }
}

// A ball, or with a split equator a capsule: the halves are moved apart by the core's z.
static void round_build(vw_buffer* vertices, vw_buffer* indices, int columns, int half_rows, bool is_split)
{
    uint32_t rows = 0;
    for (int half = -1; half <= 1; half += 2) {
        for (int i = half < 0 || is_split ? 0 : 1; i <= half_rows; ++i) {
            double latitude = 0.5 * VW_PI * (half < 0 ? i - half_rows : i) / half_rows;
            for (int j = 0; j <= columns; ++j) {
                double a = 2.0 * VW_PI * j / columns;
                belay_vec3 n = v3(cos(latitude) * cos(a), cos(latitude) * sin(a), sin(latitude));
                vertex_add(vertices, v3(0, 0, is_split ? half : 0), n, n, 0, 0);
            }
            ++rows;
        }
    }
    grid_indices(indices, 0, rows, (uint32_t)columns + 1);
}

static void disc_build(vw_buffer* vertices, vw_buffer* indices, int columns, double z)
{
    uint32_t center = (uint32_t)(vertices->size / sizeof(vw_vertex));
    belay_vec3 core = v3(0, 0, z), n = v3(0, 0, z > 0.0 ? 1.0 : -1.0);
    vertex_add(vertices, core, v3(0, 0, 0), n, 0, 0);
    for (int j = 0; j <= columns; ++j) {
        double a = 2.0 * VW_PI * j / columns;
        vertex_add(vertices, core, v3(cos(a), sin(a), 0), n, 0, 0);
    }
    for (uint32_t j = 1; j <= (uint32_t)columns; ++j) {
        uint32_t triangle[3] = {center, center + (z > 0.0 ? j : j + 1), center + (z > 0.0 ? j + 1 : j)};
        vw_buffer_append(indices, triangle, sizeof triangle);
    }
}

static void cylinder_build(vw_buffer* vertices, vw_buffer* indices, int columns)
{
    for (int end = -1; end <= 1; end += 2) {
        for (int j = 0; j <= columns; ++j) {
            double a = 2.0 * VW_PI * j / columns;
            belay_vec3 n = v3(cos(a), sin(a), 0);
            vertex_add(vertices, v3(0, 0, end), n, n, 0, 0);
        }
    }
    grid_indices(indices, 0, 2, (uint32_t)columns + 1);
    disc_build(vertices, indices, columns, 1);
    disc_build(vertices, indices, columns, -1);
}

// A cone of base radius 1 at z = 0 and height 2.4, the head of arrows.
static void cone_build(vw_buffer* vertices, vw_buffer* indices, int columns)
{
    const double height = 2.4, slope = 1.0 / sqrt(1.0 + height * height);
    for (int row = 0; row < 2; ++row) {
        for (int j = 0; j <= columns; ++j) {
            double a = 2.0 * VW_PI * j / columns;
            belay_vec3 n = v3(height * slope * cos(a), height * slope * sin(a), slope);
            belay_vec3 p = row == 0 ? v3(cos(a), sin(a), 0) : v3(0, 0, height);
            vertex_add(vertices, v3(0, 0, 0), p, n, 0, 0);
        }
    }
    grid_indices(indices, 0, 2, (uint32_t)columns + 1);
    disc_build(vertices, indices, columns, -1);
}

// The i-th of the four angles over a rounded corner, and the corner's sign: both edges of a face get a quarter round.
static double corner_angle(int i, int steps, double* sign)
{
    *sign = i < steps ? -1.0 : 1.0;
    return 0.25 * VW_PI * (i < steps ? (double)(i - steps + 1) / (steps - 1) : (double)(i - steps) / (steps - 1));
}

static const int box_axes[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};

// A rounded box: six patches, each reaching half way round its edges in `steps` columns; core is the corner, offset the
// rounding.
static void round_box_build(vw_buffer* vertices, vw_buffer* indices, int steps)
{
    for (int face = 0; face < 6; ++face) {
        uint32_t base = (uint32_t)(vertices->size / sizeof(vw_vertex));
        const int* axes = box_axes[face];
        double outward = face < 3 ? 1.0 : -1.0;
        for (int i = 0; i < 2 * steps; ++i) {
            for (int j = 0; j < 2 * steps; ++j) {
                double c[3], n[3];
                double a = tan(corner_angle(i, steps, &c[axes[2]]));
                double b = tan(corner_angle(j, steps, &c[axes[1]]));
                double l = 1.0 / sqrt(1.0 + a * a + b * b);
                c[axes[0]] = outward;
                n[axes[0]] = outward * l;
                n[axes[2]] = a * l;
                n[axes[1]] = b * l;
                belay_vec3 normal = v3(n[0], n[1], n[2]);
                vertex_add(vertices, v3(c[0], c[1], c[2]), normal, normal, 0, 0);
            }
        }
        grid_indices(indices, base, 2 * (uint32_t)steps, 2 * (uint32_t)steps);
    }
}

// The same with sharp edges, for boxes whose rounding is too small to be seen: the offset leads back to the corner.
static void sharp_box_build(vw_buffer* vertices, vw_buffer* indices)
{
    for (int face = 0; face < 6; ++face) {
        uint32_t base = (uint32_t)(vertices->size / sizeof(vw_vertex));
        const int* axes = box_axes[face];
        double c[3], n[3] = {0.0, 0.0, 0.0};
        n[axes[0]] = c[axes[0]] = face < 3 ? 1.0 : -1.0;
        for (int i = 0; i < 4; ++i) {
            c[axes[2]] = i & 2 ? 1.0 : -1.0;
            c[axes[1]] = i & 1 ? 1.0 : -1.0;
            belay_vec3 corner = v3(c[0], c[1], c[2]);
            vertex_add(vertices, corner, corner, v3(n[0], n[1], n[2]), 0, 0);
        }
        grid_indices(indices, base, 2, 2);
    }
}

static void box_build(vw_buffer* vertices, vw_buffer* indices, int detail)
{
    if (detail == 0)
        sharp_box_build(vertices, indices);
    else
        round_box_build(vertices, indices, 1 + detail);
}

static void built_in_build(int which, vw_buffer* vertices, vw_buffer* indices)
{
    static const int columns[VW_DETAIL_LEVELS] = {12, 24, 48};
    int detail = (which - VW_MESH_SPHERE) % VW_DETAIL_LEVELS, n = columns[detail];
    if (which < VW_MESH_CAPSULE)
        round_build(vertices, indices, n, n / 4, false);
    else if (which < VW_MESH_CYLINDER)
        round_build(vertices, indices, n, n / 4, true);
    else if (which < VW_MESH_CONE)
        cylinder_build(vertices, indices, n);
    else if (which < VW_MESH_BOX)
        cone_build(vertices, indices, n);
    else
        box_build(vertices, indices, detail);
}

static bool built_in_upload(viewer* v, int which)
{
    vw_buffer vertices = {0}, indices = {0};
    built_in_build(which, &vertices, &indices);
    bool ok = vertices.size && indices.size && vw_buffer_push(&v->meshes, sizeof(vw_mesh));
    if (ok) {
        vw_mesh* mesh = mesh_at(v, (uint32_t)which);
        memset(mesh, 0, sizeof *mesh);
        vw_mesh_array_setup(v, mesh);
        v->gl.BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)vertices.size, vertices.data, GL_STATIC_DRAW);
        v->gl.BufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)indices.size, indices.data, GL_STATIC_DRAW);
        mesh->index_count = (int)(indices.size / sizeof(uint32_t));
        mesh->bound = 1.0;
        mesh->is_closed = true;
    }
    vw_buffer_fini(&vertices);
    vw_buffer_fini(&indices);
    return ok;
}

bool vw_meshes_init(viewer* v)
{
    vw_mesh* stream = vw_buffer_push(&v->meshes, sizeof *stream);
    if (!stream) return false;
    memset(stream, 0, sizeof *stream);
    vw_mesh_array_setup(v, stream);
    stream->is_closed = true; // tubes only
    for (int which = VW_MESH_SPHERE; which < VW_MESH_BUILT_IN; ++which)
        if (!built_in_upload(v, which)) return false;
    return true;
}

static void mesh_free(viewer* v, vw_mesh* mesh)
{
    v->gl.DeleteVertexArrays(1, &mesh->vertex_array);
    v->gl.DeleteBuffers(1, &mesh->vertices);
    v->gl.DeleteBuffers(1, &mesh->indices);
    memset(mesh, 0, sizeof *mesh);
}

void vw_meshes_fini(viewer* v)
{
    for (uint32_t i = 0; i < v->meshes.size / sizeof(vw_mesh); ++i)
        if (mesh_at(v, i)->vertex_array) mesh_free(v, mesh_at(v, i));
}

static bool is_sound(const viewer_mesh_def* def)
{
    if (!def->positions || !def->indices || def->vertex_count <= 0 || def->index_count <= 0 || def->index_count % 3)
        return false;
    for (int i = 0; i < def->index_count; ++i)
        if (def->indices[i] >= (uint32_t)def->vertex_count) return false;
    return true;
}

// Adds each triangle's normal, weighted by its area, to its corners; the shader makes them unit.
static void smooth_normals(vw_vertex* vertices, const viewer_mesh_def* def)
{
    for (int i = 0; i + 2 < def->index_count; i += 3) {
        const uint32_t* k = def->indices + i;
        belay_vec3 a = def->positions[k[0]];
        belay_vec3 n = v3_cross(v3_sub(def->positions[k[1]], a), v3_sub(def->positions[k[2]], a));
        for (int c = 0; c < 3; ++c) {
            float* f = vertices[k[c]].normal;
            f[0] += (float)n.x;
            f[1] += (float)n.y;
            f[2] += (float)n.z;
        }
    }
    for (int i = 0; i < def->vertex_count; ++i) {
        float* f = vertices[i].normal;
        belay_vec3 n = v3_normalize_or(v3((double)f[0], (double)f[1], (double)f[2]), v3(0, 0, 1));
        f[0] = (float)n.x;
        f[1] = (float)n.y;
        f[2] = (float)n.z;
    }
}

viewer_mesh viewer_mesh_create(viewer* v, const viewer_mesh_def* def)
{
    viewer_mesh handle = {0};
    vw_buffer vertices = {0}, indices = {0};
    if (!is_sound(def)) return handle;
    const belay_vec3 zero = {0.0, 0.0, 0.0};
    for (int i = 0; i < def->vertex_count; ++i)
        vertex_add(&vertices, zero, def->positions[i], def->normals ? def->normals[i] : zero, 0, 0);
    vw_buffer_append(&indices, def->indices, (size_t)def->index_count * sizeof(uint32_t));
    bool is_whole = vertices.size == (size_t)def->vertex_count * sizeof(vw_vertex) && indices.size;
    if (is_whole && !def->normals) smooth_normals((vw_vertex*)(void*)vertices.data, def);
    if (is_whole) handle = upload(v, &vertices, &indices, def->is_closed);
    vw_buffer_fini(&vertices);
    vw_buffer_fini(&indices);
    return handle;
}

viewer_mesh viewer_mesh_tube_create(viewer* v, const viewer_tube* tube)
{
    viewer_mesh handle = {0};
    vw_buffer vertices = {0}, indices = {0};
    if (vw_tube_build(&vertices, &indices, &v->scratch, tube)) handle = upload(v, &vertices, &indices, true);
    vw_buffer_fini(&vertices);
    vw_buffer_fini(&indices);
    return handle;
}

void viewer_mesh_destroy(viewer* v, viewer_mesh mesh)
{
    vw_mesh* m = mesh_at(v, mesh.index);
    if (m && mesh.index >= VW_MESH_BUILT_IN && m->vertex_array) mesh_free(v, m);
}
