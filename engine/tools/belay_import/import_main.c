// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// belay-import: meshes and robots as Belay scenes. It uses nothing but the public headers, Assimp and expat.

#include "belay/vec.h"
#include "import_mesh.h"
#include "import_robot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXIT_USAGE 2

static bool fail(const char* path, const char* text)
{
    fprintf(stderr, "belay-import: %s: %s\n", path, text);
    return false;
}

static void print_facts(const char* path, const import_mesh* mesh, const belay_mesh_facts* f)
{
    belay_vec3 size = v3_sub(f->upper, f->lower);
    printf("%s: %d triangles, %d corners, %.6g x %.6g x %.6g m, %.6g m^2", path, mesh->triangle_count, f->corner_count,
           size.x, size.y, size.z, f->area);
    printf(f->is_closed ? ", %.6g m^3\n" : ", not closed\n", f->volume);
}

// The name of a file without folders and ending, as that of a body.
static void body_name(const char* path, char name[BELAY_SCENE_NAME_SIZE])
{
    const char* begin = path;
    for (const char* c = path; *c != '\0'; c++)
        if (*c == '/' || *c == '\\') begin = c + 1;
    size_t length = 0;
    for (; begin[length] != '\0' && begin[length] != '.' && length < BELAY_SCENE_NAME_SIZE - 1; length++) {
        char c = begin[length];
        name[length] = c > ' ' && c <= '~' && c != '#' ? c : '_';
    }
    name[length] = '\0';
    if (length == 0 || strcmp(name, "world") == 0) strcpy(name, "body");
}

// Mass, centre and inertia of the mesh itself, whatever its colliders.
static bool weigh_body(const import_mesh* mesh, const import_options* o, belay_body_def* def)
{
    belay_mass m;
    if (!import_mesh_weigh(o->file, mesh, &m)) return false;
    double density = o->mass > 0.0 ? o->mass / m.mass : o->density;
    def->mass = m.mass * density;
    def->center_of_mass = m.center_of_mass;
    for (int i = 0; i < 9; i++)
        def->inertia.m[i] = m.inertia.m[i] * density;
    printf("%s: %.6g kg, centre of mass at %.6g %.6g %.6g m\n", o->file, def->mass, m.center_of_mass.x,
           m.center_of_mass.y, m.center_of_mass.z);
    return true;
}

static bool add_body(belay_scene* scene, const import_mesh* mesh, const import_options* o)
{
    belay_scene_body body = {.def = belay_body_def_default()};
    belay_collider_def like = belay_collider_def_sphere(1.0);
    belay_error error;
    body_name(o->file, body.name);
    like.density = o->density;
    body.def.type = o->form == IMPORT_MESH ? BELAY_BODY_STATIC : BELAY_BODY_DYNAMIC;
    if (o->form != IMPORT_MESH && !weigh_body(mesh, o, &body.def)) return false;
    if (belay_scene_add_body(scene, &body, &error) != BELAY_OK) return fail(o->file, error.message);
    return import_mesh_add(scene, o->file, mesh, o->form, o, &like);
}

static bool do_mesh(belay_scene* scene, const import_options* o)
{
    import_mesh mesh;
    belay_mesh_facts facts;
    if (!import_mesh_read(o->file, v3(o->scale, o->scale, o->scale), o->up, o->is_flipped, &mesh)) return false;
    bool ok = import_mesh_check(o->file, &mesh, &facts);
    if (ok) print_facts(o->file, &mesh, &facts);
    if (ok) ok = add_body(scene, &mesh, o);
    import_mesh_free(&mesh);
    return ok;
}

static bool do_file(belay_scene* scene, const import_options* o)
{
    belay_error error;
    if (import_mesh_is_name(o->file)) {
        if (!do_mesh(scene, o)) return false;
    } else if (import_robot_is_name(o->file)) {
        if (!import_robot_read(o->file, o, scene)) return false;
    } else {
        return fail(o->file, "it ends like no file that is known here: .obj .gltf .glb .stl .dae .ply .urdf .xml");
    }
    if (belay_scene_check(scene, &error) != BELAY_OK) return fail(o->file, error.message);
    belay_scene_counts n = belay_scene_get_counts(scene);
    printf("%s: %d bodies, %d colliders, %d joints\n", o->file, (int)n.bodies, (int)n.colliders, (int)n.joints);
    if (o->out == NULL) return true;
    if (belay_scene_write(scene, o->out, &error) != BELAY_OK) return fail(o->file, error.message);
    printf("%s: written\n", o->out);
    return true;
}

int main(int argc, char** argv)
{
    import_options o;
    belay_scene* scene = NULL;
    belay_error error;
    if (!import_options_read(&o, argc, argv)) return EXIT_USAGE;
    if (o.wants_help) {
        import_options_print_help();
        return EXIT_SUCCESS;
    }
    if (belay_scene_create(NULL, &scene, &error) != BELAY_OK) return fail(o.file, error.message) ? 0 : EXIT_USAGE;
    bool ok = do_file(scene, &o);
    belay_scene_destroy(scene);
    return ok ? EXIT_SUCCESS : EXIT_USAGE;
}
