// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/stored_hashes.h"

#include "support/skip.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 512 };

stored_hash stored_hash_begin(void)
{
    stored_hash hash = {0xcbf29ce484222325u};
    return hash;
}

void stored_hash_add(stored_hash* hash, const double* numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        for (int byte = 0; byte < 8; byte++)
            hash->value = (hash->value ^ (bits >> (8 * byte) & 0xFF)) * 0x100000001b3u;
    }
}

void stored_hash_add_vector(stored_hash* hash, belay_vec3 v)
{
    const double numbers[] = {v.x, v.y, v.z};
    stored_hash_add(hash, numbers, 3);
}

void stored_hash_add_body(stored_hash* hash, const belay_world* world, belay_body_id body)
{
    belay_body_state s;
    if (belay_body_get_state(world, body, &s) != BELAY_OK) return;
    const double rotation[] = {s.pose.rotation.w, s.pose.rotation.x, s.pose.rotation.y, s.pose.rotation.z};
    stored_hash_add_vector(hash, s.pose.position);
    stored_hash_add(hash, rotation, 4);
    stored_hash_add_vector(hash, s.linear_velocity);
    stored_hash_add_vector(hash, s.angular_velocity);
}

void stored_hash_add_rod(stored_hash* hash, const belay_world* world, belay_rod_id rod)
{
    belay_vec3 places[MOST_NODES], velocities[MOST_NODES];
    int count;
    if (belay_rod_get_nodes(world, rod, places, velocities, MOST_NODES, &count) != BELAY_OK) return;
    cr_assert_leq(count, MOST_NODES);
    for (int i = 0; i < count; i++) {
        stored_hash_add_vector(hash, places[i]);
        stored_hash_add_vector(hash, velocities[i]);
    }
}

void stored_hash_add_joint(stored_hash* hash, const belay_world* world, belay_joint_id joint)
{
    belay_joint_state s;
    if (belay_joint_get_state(world, joint, &s) != BELAY_OK) return;
    stored_hash_add_vector(hash, s.force);
    stored_hash_add_vector(hash, s.torque);
}

// What the C library answers where the engine asks it, at a thousand places.
static uint64_t library_hash(void)
{
    stored_hash hash = stored_hash_begin();
    volatile double x = 1e-3; // so that it is not asked at compile time
    for (int i = 0; i < 1000; i++) {
        const double numbers[] = {sin(x),          cos(x),        tan(0.01 * x), atan2(x, 3.0), acos(0.009 * x),
                                  asin(0.009 * x), exp(0.1 * x),  log(x),        hypot(x, 0.7), cbrt(x),
                                  pow(x, 0.3),     sinh(0.1 * x), cosh(0.1 * x), tanh(0.1 * x)};
        stored_hash_add(&hash, numbers, sizeof numbers / sizeof numbers[0]);
        x += 0.1;
    }
    return hash.value;
}

static FILE* open_file(const char* name, const char* mode)
{
    char path[1024];
    const char* folder = getenv("BELAY_HASHES");
    snprintf(path, sizeof path, "%s/%s.txt", folder != NULL ? folder : "tests/hashes", name);
    FILE* file = fopen(path, mode);
    cr_assert_not_null(file, "cannot open %s: BELAY_HASHES is to name the folder tests/hashes", path);
    return file;
}

static void write_all(const char* name, const stored_hashes_scene* scenes, size_t count)
{
    FILE* file = open_file(name, "wb");
    fprintf(file, "libm %016" PRIx64 "\n", library_hash());
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s %016" PRIx64 "\n", scenes[i].name, scenes[i].run(scenes[i].name));
    cr_assert_eq(fclose(file), 0);
}

// False: there is no such line.
static bool find_line(FILE* file, const char* name, uint64_t* value)
{
    char word[128];
    rewind(file);
    while (fscanf(file, "%127s %" SCNx64, word, value) == 2)
        if (strcmp(word, name) == 0) return true;
    return false;
}

static void compare(FILE* file, const stored_hashes_scene* scene)
{
    uint64_t expected = 0, found = scene->run(scene->name);
    cr_expect(find_line(file, scene->name, &expected), "%s has no stored hash; it is %016" PRIx64, scene->name, found);
    cr_expect_eq(found, expected,
                 "%s: results are not those that are stored (%016" PRIx64 ", stored %016" PRIx64 "). Where that is "
                 "meant: BELAY_UPDATE_HASHES=1 ./run test 'hashes/*'",
                 scene->name, found, expected);
}

void stored_hashes_check(const char* name, const stored_hashes_scene* scenes, size_t count)
{
    uint64_t library = 0;
    const char* update = getenv("BELAY_UPDATE_HASHES");
    if (update != NULL && update[0] != '\0') {
        write_all(name, scenes, count);
        return;
    }
    FILE* file = open_file(name, "rb");
    if (!find_line(file, "libm", &library) || library != library_hash()) {
        fclose(file);
        SKIP_TEST("the C library here is another than where the hashes were stored");
    }
    for (size_t i = 0; i < count; i++)
        compare(file, &scenes[i]);
    fclose(file);
}
