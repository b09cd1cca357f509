// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Geoms as colliders, and what they weigh.

#include "belay/mat.h"
#include "import_mjcf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct geom {
    belay_collider_def def; // its shape, where it is no mesh; its place on the body of the scene
    double mass;            // as given; -1: by the density
    xml_node* mesh;         // of the assets; null: none
} geom;

enum { SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, PLANE, MESH, TYPE_COUNT };

static bool read_type(mjcf* m, xml_node* node, const mjcf_body* body, int* type)
{
    static const char* const names[] = {"sphere", "capsule", "ellipsoid", "cylinder", "box", "plane", "mesh"};
    const char* name = mjcf_value(m, node, body, "type");
    *type = SPHERE;
    if (name == NULL) return true;
    for (int i = 0; i < TYPE_COUNT; i++) {
        if (strcmp(names[i], name) != 0) continue;
        *type = i;
        return true;
    }
    return xml_fail(m->file, node,
                    "type is '%.40s'; it must be sphere, capsule, ellipsoid, cylinder, box, plane or mesh", name);
}

// A capsule or cylinder between two points. Its half length takes the place of the size's second number.
static bool read_ends(mjcf* m, xml_node* node, const mjcf_body* body, int type, belay_pose* pose, double* half)
{
    double x[6];
    int count;
    if (!mjcf_numbers(m, node, body, "fromto", x, 6, &count) || count == 0) return count == 0;
    belay_vec3 a = v3(x[0], x[1], x[2]), b = v3(x[3], x[4], x[5]), along = v3_sub(b, a);
    if (count != 6 || (type != CAPSULE && type != CYLINDER) || !(v3_length(along) > 1e-9))
        return xml_fail(m->file, node, "fromto must be two points that differ, of a capsule or cylinder");
    belay_quat z_to_x = belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), 0.5 * BELAY_PI);
    *pose = (belay_pose){v3_scale(0.5, v3_add(a, b)), q_normalize(q_mul(import_x_to(along), z_to_x))};
    *half = 0.5 * v3_length(along);
    return true;
}

// Sizes are radii and half lengths.
static bool set_shape(mjcf* m, xml_node* node, int type, const double size[3], int given, belay_shape* s)
{
    static const int needed[TYPE_COUNT] = {1, 2, 3, 2, 3, 0, 0};
    if (given < needed[type])
        return xml_fail(m->file, node, "size has %d numbers; it must have %d", given, needed[type]);
    memset(s, 0, sizeof *s);
    if (type == SPHERE) *s = (belay_shape){.type = BELAY_SHAPE_SPHERE, .sphere = {.radius = size[0]}};
    if (type == CAPSULE) *s = (belay_shape){.type = BELAY_SHAPE_CAPSULE, .capsule = {2.0 * size[1], size[0]}};
    if (type == ELLIPSOID)
        *s = (belay_shape){.type = BELAY_SHAPE_ELLIPSOID, .ellipsoid = {{size[0], size[1], size[2]}}};
    if (type == CYLINDER) *s = (belay_shape){.type = BELAY_SHAPE_CYLINDER, .cylinder = {2.0 * size[1], size[0]}};
    if (type == BOX)
        *s = (belay_shape){.type = BELAY_SHAPE_BOX, .box = {{2.0 * size[0], 2.0 * size[1], 2.0 * size[2]}}};
    if (type == PLANE) *s = (belay_shape){.type = BELAY_SHAPE_PLANE, .plane = {{0.0, 0.0, 1.0}, 0.0}};
    return true;
}

static bool find_mesh(mjcf* m, xml_node* node, const mjcf_body* body, xml_node** mesh)
{
    const char* wanted = mjcf_value(m, node, body, "mesh");
    if (wanted == NULL) return xml_fail(m->file, node, "its mesh is missing");
    *mesh = m->assets != NULL ? xml_child(m->assets, "mesh", NULL) : NULL;
    for (; *mesh != NULL; *mesh = xml_child(m->assets, "mesh", *mesh)) {
        const char *name = xml_value(*mesh, "name"), *file = xml_value(*mesh, "file");
        if (name != NULL && strcmp(name, wanted) == 0) return true;
        // Without a name it is called as its file is, without folders and ending.
        const char* base = file != NULL && strrchr(file, '/') != NULL ? strrchr(file, '/') + 1 : file;
        size_t length = base != NULL ? strcspn(base, ".") : 0;
        if (name == NULL && base != NULL && strlen(wanted) == length && strncmp(base, wanted, length) == 0) return true;
    }
    return xml_fail(m->file, node, "there is no <mesh> '%.60s' in <asset>", wanted);
}

static bool read_material(mjcf* m, xml_node* node, const mjcf_body* body, geom* g)
{
    double friction[3] = {1.0}, category = 1.0, mask = 1.0, density = 1000.0;
    int count;
    g->mass = -1.0;
    bool ok = mjcf_numbers(m, node, body, "friction", friction, 3, &count) &&
              mjcf_numbers(m, node, body, "contype", &category, 1, &count) &&
              mjcf_numbers(m, node, body, "conaffinity", &mask, 1, &count) &&
              mjcf_numbers(m, node, body, "density", &density, 1, &count) &&
              mjcf_numbers(m, node, body, "mass", &g->mass, 1, &count);
    if (!ok) return false;
    if (!(category >= 0.0 && category <= UINT32_MAX && mask >= 0.0 && mask <= UINT32_MAX))
        return xml_fail(m->file, node, "contype and conaffinity must be from 0 to 4294967295");
    g->def.material.friction = friction[0];
    g->def.density = density;
    g->def.filter.category = (uint32_t)category;
    g->def.filter.mask = (uint32_t)mask;
    return true;
}

static bool read_geom(mjcf* m, xml_node* node, const mjcf_body* body, geom* g)
{
    int type, given;
    double size[3] = {0.0, 0.0, 0.0}, half = -1.0;
    belay_pose own;
    belay_shape shape;
    *g = (geom){.mesh = NULL};
    xml_value(node, "name");
    if (!read_type(m, node, body, &type) || !mjcf_pose(m, node, body, &own)) return false;
    if (!mjcf_numbers(m, node, body, "size", size, 3, &given)) return false;
    if (!read_ends(m, node, body, type, &own, &half)) return false;
    if (half >= 0.0) size[1] = half;
    if (half >= 0.0 && given == 1) given = 2;
    if (!set_shape(m, node, type, size, given, &shape)) return false;
    if (type == MESH && !find_mesh(m, node, body, &g->mesh)) return false;
    g->def = belay_collider_def_default(shape);
    g->def.pose = pose_compose(body->frame, own);
    return read_material(m, node, body, g);
}

static bool read_mesh(mjcf* m, xml_node* node, import_mesh* mesh, char path[1024])
{
    const char* name;
    char whole[512];
    belay_vec3 scale = v3(1.0, 1.0, 1.0);
    belay_mesh_facts facts;
    if (!xml_text(m->file, node, "file", &name) || !xml_numbers(m->file, node, "scale", &scale.x, 3)) return false;
    snprintf(whole, sizeof whole, "%s%s%s", m->mesh_folder, m->mesh_folder[0] != '\0' ? "/" : "", name);
    if (!import_find_file(m->file, whole, m->options, path, 1024))
        return xml_fail(m->file, node, "the file '%.200s' is not found", whole);
    if (!import_mesh_read(path, scale, IMPORT_UP_Z, false, mesh)) return false;
    if (import_mesh_check(path, mesh, &facts)) return true;
    import_mesh_free(mesh);
    return false;
}

bool mjcf_add_geom(mjcf* m, xml_node* node, const mjcf_body* body)
{
    geom g;
    belay_error error;
    char path[1024];
    import_mesh mesh;
    if (!read_geom(m, node, body, &g)) return false;
    // What touches nothing is there to be seen, or to weigh.
    if (g.def.filter.category == 0 && g.def.filter.mask == 0) {
        m->ghost = m->ghost != NULL ? m->ghost : node;
        m->ghost_count++;
        return true;
    }
    if (g.mesh == NULL)
        return belay_scene_add_collider(m->scene, &g.def, &error) == BELAY_OK ||
               xml_fail(m->file, node, "%s", error.message);
    import_form form = m->options->has_form ? m->options->form : IMPORT_HULL;
    if (form == IMPORT_MESH && !body->is_static) form = IMPORT_HULL;
    if (!read_mesh(m, g.mesh, &mesh, path)) return false;
    bool ok = import_mesh_add(m->scene, path, &mesh, form, m->options, &g.def);
    import_mesh_free(&mesh);
    return ok;
}

static bool weigh_mesh(mjcf* m, const geom* g, belay_mass* mass)
{
    import_mesh mesh;
    char path[1024];
    if (!read_mesh(m, g->mesh, &mesh, path)) return false;
    bool ok = import_mesh_weigh(path, &mesh, mass);
    import_mesh_free(&mesh);
    return ok;
}

bool mjcf_weigh_geom(mjcf* m, xml_node* node, const mjcf_body* body, belay_mass* mass)
{
    geom g;
    belay_error error;
    *mass = (belay_mass){0.0, {0.0, 0.0, 0.0}, {{0.0}}};
    if (!read_geom(m, node, body, &g)) return false;
    double share = g.mass >= 0.0 ? g.mass : g.def.density;
    if (share == 0.0) return true;
    belay_mass own;
    if (g.mesh != NULL ? !weigh_mesh(m, &g, &own)
                       : belay_shape_mass(&g.def.shape, 1.0, &own, &error) != BELAY_OK &&
                             !xml_fail(m->file, node, "%s", error.message))
        return false;
    if (g.mass >= 0.0) share /= own.mass;
    own.mass *= share;
    own.inertia = m3_scale(share, own.inertia);
    *mass = belay_mass_transform(own, g.def.pose);
    return true;
}
