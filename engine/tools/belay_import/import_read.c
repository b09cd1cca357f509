// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Mesh files, by Assimp.

#include "belay/vec.h"
#include "import_mesh.h"
#include "import_obj.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(BELAY_HAVE_ASSIMP)
#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#endif

#define MOST_CORNERS (1 << 28)

static bool has_ending(const char* path, const char* ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    if (length < tail) return false;
    for (size_t i = 0; i < tail; i++)
        if (tolower((unsigned char)path[length - tail + i]) != ending[i]) return false;
    return true;
}

bool import_mesh_is_name(const char* path)
{
    static const char* const endings[] = {".obj", ".gltf", ".glb", ".stl", ".dae", ".ply"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (has_ending(path, endings[i])) return true;
    return false;
}

void import_mesh_free(import_mesh* mesh)
{
    free(mesh->vertices);
    free(mesh->indices);
    *mesh = (import_mesh){NULL, NULL, 0, 0};
}

belay_mesh import_mesh_view(const import_mesh* mesh)
{
    return (belay_mesh){mesh->vertices, mesh->vertex_count, mesh->indices, mesh->triangle_count};
}

#if !defined(BELAY_HAVE_ASSIMP)

bool import_mesh_read(const char* path, belay_vec3 scale, import_up up, bool is_flipped, import_mesh* mesh)
{
    (void)scale, (void)up, (void)is_flipped, (void)mesh;
    fprintf(stderr,
            "belay-import: %s: meshes are read by Assimp, which this build does not have: install libassimp-dev "
            "(Debian) and build again\n",
            path);
    return false;
}

#else

typedef struct reading {
    const struct aiScene* scene;
    import_mesh* mesh;
    belay_vec3 scale;
    bool is_y_up, is_flipped;
    int other_faces; // points and lines
} reading;

// A place in the file in the scene's axes; y up becomes z up by a quarter turn about x.
static belay_vec3 place(const reading* r, const struct aiMatrix4x4* m, struct aiVector3D v)
{
    double x = (double)v.x, y = (double)v.y, z = (double)v.z;
    double px = (double)m->a1 * x + (double)m->a2 * y + (double)m->a3 * z + (double)m->a4;
    double py = (double)m->b1 * x + (double)m->b2 * y + (double)m->b3 * z + (double)m->b4;
    double pz = (double)m->c1 * x + (double)m->c2 * y + (double)m->c3 * z + (double)m->c4;
    belay_vec3 p = v3(px * r->scale.x, py * r->scale.y, pz * r->scale.z);
    return r->is_y_up ? v3(p.x, -p.z, p.y) : p;
}

static double determinant(const struct aiMatrix4x4* m)
{
    return (double)m->a1 * ((double)m->b2 * (double)m->c3 - (double)m->b3 * (double)m->c2) -
           (double)m->a2 * ((double)m->b1 * (double)m->c3 - (double)m->b3 * (double)m->c1) +
           (double)m->a3 * ((double)m->b1 * (double)m->c2 - (double)m->b2 * (double)m->c1);
}

// A placement that mirrors turns triangles over; they are turned back.
static void add_mesh(reading* r, const struct aiMesh* m, const struct aiMatrix4x4* to)
{
    import_mesh* out = r->mesh;
    int first = out->vertex_count;
    bool is_mirrored = (determinant(to) < 0.0) != (r->scale.x * r->scale.y * r->scale.z < 0.0);
    bool is_turned = is_mirrored != r->is_flipped;
    for (unsigned i = 0; i < m->mNumVertices; i++)
        out->vertices[out->vertex_count++] = place(r, to, m->mVertices[i]);
    for (unsigned i = 0; i < m->mNumFaces; i++) {
        const struct aiFace* f = &m->mFaces[i];
        if (f->mNumIndices != 3) {
            r->other_faces++;
            continue;
        }
        int32_t* t = &out->indices[3 * out->triangle_count++];
        for (int k = 0; k < 3; k++)
            t[k] = first + (int32_t)f->mIndices[is_turned ? 2 - k : k];
    }
}

static bool count_node(const reading* r, const struct aiNode* node, double* vertices, double* faces)
{
    for (unsigned i = 0; i < node->mNumMeshes; i++) {
        *vertices += r->scene->mMeshes[node->mMeshes[i]]->mNumVertices;
        *faces += r->scene->mMeshes[node->mMeshes[i]]->mNumFaces;
    }
    for (unsigned i = 0; i < node->mNumChildren; i++)
        if (!count_node(r, node->mChildren[i], vertices, faces)) return false;
    return *vertices < MOST_CORNERS && *faces < MOST_CORNERS / 3;
}

static void add_node(reading* r, const struct aiNode* node, struct aiMatrix4x4 to)
{
    aiMultiplyMatrix4(&to, &node->mTransformation);
    for (unsigned i = 0; i < node->mNumMeshes; i++)
        add_mesh(r, r->scene->mMeshes[node->mMeshes[i]], &to);
    for (unsigned i = 0; i < node->mNumChildren; i++)
        add_node(r, node->mChildren[i], to);
}

static bool fail(const char* path, const char* why)
{
    fprintf(stderr, "belay-import: %s: %s\n", path, why);
    return false;
}

static bool take(reading* r, const char* path)
{
    double vertices = 0.0, faces = 0.0;
    struct aiMatrix4x4 one;
    if (r->scene->mRootNode == NULL || !count_node(r, r->scene->mRootNode, &vertices, &faces))
        return fail(path, "it has too many triangles");
    r->mesh->vertices = calloc((size_t)vertices + 1, sizeof *r->mesh->vertices);
    r->mesh->indices = calloc(3 * (size_t)faces + 1, sizeof *r->mesh->indices);
    if (r->mesh->vertices == NULL || r->mesh->indices == NULL) return fail(path, "no memory");
    aiIdentityMatrix4(&one);
    add_node(r, r->scene->mRootNode, one);
    if (r->other_faces > 0)
        fprintf(stderr, "belay-import: %s: warning: %d points and lines are left out\n", path, r->other_faces);
    if (r->scene->mNumAnimations > 0)
        fprintf(stderr, "belay-import: %s: warning: %u animations are left out\n", path, r->scene->mNumAnimations);
    return r->mesh->triangle_count > 0 || fail(path, "there are no triangles in it");
}

bool import_mesh_read(const char* path, belay_vec3 scale, import_up up, bool is_flipped, import_mesh* mesh)
{
    *mesh = (import_mesh){NULL, NULL, 0, 0};
    if (has_ending(path, ".obj") && !import_obj_check(path)) return false;
    bool is_gltf = has_ending(path, ".gltf") || has_ending(path, ".glb");
    reading r = {.mesh = mesh, .scale = scale, .is_flipped = is_flipped};
    r.is_y_up = up == IMPORT_UP_Y || (up == IMPORT_UP_AS_FILE && is_gltf);
    r.scene = aiImportFile(path, aiProcess_Triangulate);
    if (r.scene == NULL) return fail(path, aiGetErrorString());
    bool ok = take(&r, path);
    aiReleaseImport(r.scene);
    if (!ok) import_mesh_free(mesh);
    return ok;
}

#endif
