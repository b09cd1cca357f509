// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Meshes in files: what is read has the size, volume, mass and axes of what was written, and each common mistake is
// named.

#include "support/scene.h"
#include "unit/tools/belay_import/import_stand.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

TestSuite(belay_import_meshes, .init = import_stand_set_up, .fini = import_stand_tear_down);

// 1 by 2 by 3, of quads.
#define CORNERS "v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nv 0 0 3\nv 1 0 3\nv 1 2 3\nv 0 2 3\n"
#define FIVE_FACES "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\n"
static const char box[] = "# a box\no box\n" CORNERS FIVE_FACES "f 4 1 5 8\n";
static const char open_box[] = CORNERS FIVE_FACES;
static const char turned_box[] = CORNERS "f 2 3 4 1\nf 8 7 6 5\nf 5 6 2 1\nf 6 7 3 2\nf 7 8 4 3\nf 8 5 1 4\n";

static belay_scene_body first_body(const belay_scene* scene)
{
    belay_scene_body body;
    cr_assert(belay_scene_get_body(scene, 0, &body));
    return body;
}

Test(belay_import_meshes, tells_how_it_is_used)
{
    import_stand_expect(import_stand_run(0, "--help"), "Usage: belay-import FILE");
    static const char* const cases[][2] = {
        {"", "no FILE is given"},
        {"a.obj b.obj", "there is one FILE already, 'a.obj'"},
        {"a.obj --units yards", "--units is 'yards'; it must be m, cm, mm, in or ft"},
        {"a.obj --density 0", "--density is '0'; it must be a number above 0"},
        {"a.obj --max-parts 1.5", "--max-parts is '1.5'; it must be a whole number"},
        {"a.obj --up x", "--up is 'x'; it must be y or z"},
        {"a.obj --base loose", "--base is 'loose'; it must be fixed or free"},
        {"a.obj --out", "--out: its value is missing"},
        {"a.obj --ouch", "'--ouch': no such option"},
        {"a.txt", "a.txt: it ends like no file that is known here"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        import_stand_expect(import_stand_run(2, cases[i][0]), cases[i][1]);
}

Test(belay_import_meshes, a_box_weighs_what_a_box_weighs)
{
    import_stand_write("box.obj", box);
    const char* text = import_stand_run(0, "box.obj --hull --density 500 --out box.scene");
    import_stand_expect(text, "12 triangles, 8 corners, 1 x 2 x 3 m, 22 m^2, 6 m^3");
    import_stand_expect_none(text, "warning");
    belay_scene* scene = import_stand_scene("box.scene");
    belay_scene_body body = first_body(scene);
    belay_mat33 right = belay_inertia_box(3000.0, v3(1.0, 2.0, 3.0));
    cr_expect_str_eq(body.name, "box");
    cr_expect_eq(body.def.type, BELAY_BODY_DYNAMIC);
    cr_expect_float_eq(body.def.mass, 3000.0, 1e-9);
    cr_expect_lt(v3_distance(body.def.center_of_mass, v3(0.5, 1.0, 1.5)), 1e-13);
    for (int i = 0; i < 9; i++)
        cr_expect_float_eq(body.def.inertia.m[i], right.m[i], 1e-9);
    belay_scene_destroy(scene);
}

// Where y is up, what was up becomes z, what was towards the viewer (z) becomes -y.
Test(belay_import_meshes, units_and_axes_are_as_they_are_said)
{
    import_stand_write("box.obj", box);
    import_stand_run(0, "box.obj --mesh --units cm --up y --out box.scene");
    belay_scene* scene = import_stand_scene("box.scene");
    cr_expect_eq(first_body(scene).def.type, BELAY_BODY_STATIC);
    belay_collider_def mesh;
    cr_assert(belay_scene_get_collider(scene, 0, &mesh));
    belay_mesh_facts f;
    cr_assert_eq(belay_mesh_measure(&mesh.shape.mesh, &f, NULL), BELAY_OK);
    cr_expect_lt(v3_distance(f.lower, v3(0.0, -0.03, 0.0)), 1e-15);
    cr_expect_lt(v3_distance(f.upper, v3(0.01, 0.0, 0.02)), 1e-15);
    cr_expect_float_eq(f.volume, 6e-6, 1e-18, "turned, not mirrored");
    belay_scene_destroy(scene);
}

Test(belay_import_meshes, mistakes_are_named)
{
    import_stand_write("box.obj", box);
    import_stand_write("open.obj", open_box);
    import_stand_write("turned.obj", turned_box);
    const char* text = import_stand_run(0, "open.obj");
    import_stand_expect(text, "warning: 4 edges have a triangle on one side alone");
    import_stand_expect(import_stand_run(0, "open.obj --hull"), "and weighs what its convex hull weighs");
    import_stand_expect(import_stand_run(2, "open.obj --decompose"), "mesh has 4 open and 0 reversed edges");
    import_stand_expect(import_stand_run(0, "turned.obj"), "warning: its volume is negative");
    import_stand_expect_none(import_stand_run(0, "turned.obj --flip"), "warning");
    import_stand_expect(import_stand_run(0, "box.obj --scale 100"), "300 m long; is it in millimetres? --units mm");
    import_stand_expect(import_stand_run(0, "box.obj --scale 0.0001"), "was it in metres? --scale 1000");
}

Test(belay_import_meshes, malformed_lines_are_told)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {CORNERS FIVE_FACES "f 4 1 5 99\n", "bad.obj:14: a face has an index beyond the last corner: '99'"},
        {CORNERS FIVE_FACES "f 4 1 zero 8\n", "bad.obj:14: a face has no index but 'zero'"},
        {CORNERS FIVE_FACES "f 4 0 5\n", "bad.obj:14: a face has the index of no corner: '0'"},
        {CORNERS FIVE_FACES "f -9 1 5\n", "bad.obj:14: a face has the index of no corner: '-9'"},
        {CORNERS FIVE_FACES "f 4 1\n", "bad.obj:14: a face has fewer than three corners"},
        {"v 1 2\n", "bad.obj:1: a corner has fewer than three numbers"},
        {"v 1 2 3\nv 1 two 3\n", "bad.obj:2: a corner has no number but 'two'"},
        {"v 1 2 3e999\n", "bad.obj:1: a corner has a number that is not finite"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        import_stand_write("bad.obj", cases[i].text);
        import_stand_expect(import_stand_run(2, "bad.obj --out bad.scene"), cases[i].message);
    }
    import_stand_write("odd.obj", "shadow_obj x\n" CORNERS FIVE_FACES "f 4 1 5 8\n");
    import_stand_expect(import_stand_run(0, "odd.obj"), "odd.obj:1: warning: lines that begin with 'shadow_obj'");
    import_stand_write("bad.gltf", "{\"asset\": {\"version\": \"2.0\"}, \"scenes\": [");
    import_stand_expect(import_stand_run(2, "bad.gltf"), "belay-import: bad.gltf: ");
    import_stand_expect(import_stand_run(2, "none.glb"), "belay-import: none.glb: ");
}

// ---------------------------------------------------------------------------------------------------------------------
// An L in glTF: y is up, so the L of the scene lies in the xy plane.
// ---------------------------------------------------------------------------------------------------------------------

enum { L_CORNERS = 12, L_INDICES = 60 };

typedef struct l_buffer {
    float corners[3 * L_CORNERS];
    uint16_t indices[L_INDICES];
} l_buffer;

static void fill_l(l_buffer* b)
{
    static const float outline[6][2] = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
    static const uint16_t fans[12] = {0, 1, 3, 1, 2, 3, 0, 3, 5, 3, 4, 5};
    int count = 0;
    for (int i = 0; i < L_CORNERS; i++) {
        b->corners[3 * i] = outline[i % 6][0];
        b->corners[3 * i + 1] = i < 6 ? 0.0f : 1.0f;
        b->corners[3 * i + 2] = -outline[i % 6][1];
    }
    for (int i = 0; i < 12; i += 3)
        for (int k = 0; k < 3; k++) {
            b->indices[count + k] = fans[i + 2 - k];
            b->indices[count + 12 + k] = (uint16_t)(6 + fans[i + k]);
            if (k == 2) count += 3;
        }
    count = 24;
    for (uint16_t i = 0; i < 6; i++) {
        uint16_t next = (uint16_t)((i + 1) % 6);
        const uint16_t quad[6] = {i, next, (uint16_t)(6 + next), i, (uint16_t)(6 + next), (uint16_t)(6 + i)};
        memcpy(&b->indices[count], quad, sizeof quad);
        count += 6;
    }
}

static int write_json(char* text, size_t size, const char* buffer)
{
    return snprintf(text, size,
                    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
                    "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
                    "\"indices\":1}]}],\"buffers\":[{%s\"byteLength\":%zu}],"
                    "\"bufferViews\":[{\"buffer\":0,\"byteOffset\":0,\"byteLength\":144},"
                    "{\"buffer\":0,\"byteOffset\":144,\"byteLength\":120}],"
                    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":12,\"type\":\"VEC3\","
                    "\"min\":[0,0,-3],\"max\":[3,1,0]},{\"bufferView\":1,\"componentType\":5123,\"count\":60,"
                    "\"type\":\"SCALAR\"}]}",
                    buffer, sizeof(l_buffer));
}

static void write_gltf_beside_its_buffer(const l_buffer* b)
{
    char text[2048];
    write_json(text, sizeof text, "\"uri\":\"l.bin\",");
    import_stand_write("l.gltf", text);
    import_stand_write_bytes("l.bin", b, sizeof *b);
}

static void write_gltf_with_its_buffer(const l_buffer* b)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char text[2048], uri[512] = "\"uri\":\"data:application/octet-stream;base64,";
    const unsigned char* bytes = (const unsigned char*)b;
    size_t length = strlen(uri);
    for (size_t i = 0; i < sizeof *b; i += 3) { // 264 bytes: whole groups of three
        unsigned group = (unsigned)bytes[i] << 16 | (unsigned)bytes[i + 1] << 8 | bytes[i + 2];
        for (int k = 18; k >= 0; k -= 6)
            uri[length++] = digits[group >> k & 63u];
    }
    strcpy(uri + length, "\",");
    write_json(text, sizeof text, uri);
    import_stand_write("l.gltf", text);
}

static void write_glb(const l_buffer* b)
{
    unsigned char bytes[4096];
    char text[2048];
    int length = write_json(text, sizeof text, "");
    while (length % 4 != 0)
        text[length++] = ' ';
    uint32_t json = (uint32_t)length, binary = (uint32_t)sizeof *b, all = 12 + 8 + json + 8 + binary;
    uint32_t head[] = {0x46546C67u, 2, all, json, 0x4E4F534Au}, chunk[] = {binary, 0x004E4942u};
    memcpy(bytes, head, sizeof head);
    memcpy(bytes + sizeof head, text, json);
    memcpy(bytes + sizeof head + json, chunk, sizeof chunk);
    memcpy(bytes + sizeof head + json + sizeof chunk, b, sizeof *b);
    import_stand_write_bytes("l.glb", bytes, all);
}

// Two boxes with the mass, centre and inertia of the L, and no excess.
static void check_l(const char* file)
{
    char arguments[128];
    snprintf(arguments, sizeof arguments, "%s --decompose --mass 5 --max-excess 1e-6 --out l.scene", file);
    const char* text = import_stand_run(0, arguments);
    import_stand_expect(text, "20 triangles, 12 corners, 3 x 3 x 1 m");
    import_stand_expect(text, "2 convex parts");
    import_stand_expect_none(text, "warning");
    belay_scene* scene = import_stand_scene("l.scene");
    belay_scene_body body = first_body(scene);
    belay_mass a = {3.0, {1.5, 0.5, 0.5}, belay_inertia_box(3.0, v3(3.0, 1.0, 1.0))};
    belay_mass b = {2.0, {0.5, 2.0, 0.5}, belay_inertia_box(2.0, v3(1.0, 2.0, 1.0))};
    belay_mass right = belay_mass_add(a, b);
    cr_expect_float_eq(body.def.mass, 5.0, 1e-12);
    cr_expect_lt(v3_distance(body.def.center_of_mass, right.center_of_mass), 1e-13);
    for (int i = 0; i < 9; i++)
        cr_expect_float_eq(body.def.inertia.m[i], right.inertia.m[i], 1e-12);
    cr_expect_eq(body.collider_count, 2);
    belay_scene_destroy(scene);
}

Test(belay_import_meshes, an_l_in_gltf_is_two_boxes)
{
    l_buffer b;
    fill_l(&b);
    write_gltf_with_its_buffer(&b);
    check_l("l.gltf");
    write_gltf_beside_its_buffer(&b);
    check_l("l.gltf");
    write_glb(&b);
    check_l("l.glb");
}
