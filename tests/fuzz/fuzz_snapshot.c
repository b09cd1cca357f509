// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Snapshots that no world wrote. Their content is changed, not the masks that say which words of it are kept (but now
// and then those too), and the checksum fits again. What is refused changes nothing; what is taken is a whole world, of
// which all may be asked, and which can be written again.

#include "fuzz/fuzz_world.h"

#include "belay/hash.h"
#include "belay/local_model.h"
#include "belay/query.h"

#include <stdlib.h>
#include <string.h>

#define HEADER 32 // magic, version, size, hash

static size_t snapshot_of(const belay_world* world, unsigned char** bytes)
{
    size_t size = 0;
    belay_world_snapshot(world, NULL, 0, &size);
    *bytes = malloc(size);
    return belay_world_snapshot(world, *bytes, size, &size) == BELAY_OK ? size : 0;
}

static void seal(unsigned char* bytes, size_t size)
{
    uint64_t hash = belay_hash_bytes(BELAY_HASH_SEED, bytes + HEADER, size - HEADER);
    memcpy(bytes + 24, &hash, sizeof hash);
}

// Groups of a mask and the words that it counts; returns how many words are kept in all.
static uint32_t kept_words(const unsigned char* bytes, size_t size, size_t* places)
{
    uint32_t count = 0;
    for (size_t at = HEADER; at + 8 <= size;) {
        uint64_t mask;
        memcpy(&mask, bytes + at, 8);
        at += 8;
        for (; mask != 0; mask &= mask - 1, at += 8)
            if (at + 8 <= size) places[count++] = at;
    }
    return count;
}

static void change(fuzz* f, unsigned char* bytes, size_t size, const size_t* places, uint32_t count)
{
    for (uint32_t n = 1 + fuzz_below(f, 3); n > 0; n--) {
        size_t at = places[fuzz_below(f, count)];
        if (fuzz_happens(f, 0.3)) memmove(bytes + at, bytes + places[fuzz_below(f, count)], 8);
        fuzz_mutate(f, bytes + at, 8);
    }
    if (fuzz_happens(f, 0.05)) fuzz_mutate(f, bytes + HEADER, size - HEADER);
}

// All that only reads, and the step's own data of a world that was just restored.
static void ask(fuzz* f, belay_world* world)
{
    belay_iterator q;
    belay_ray_hit hit;
    bool is_hit;
    belay_collider_id colliders[4];
    int count;
    static belay_local_model model;
    belay_world_get_energy(world);
    belay_world_cast_ray(world, (belay_vec3){0.0, 0.0, 3.0}, (belay_vec3){0.1, 0.2, -6.0}, NULL, &hit, &is_hit);
    belay_world_overlap_box(world, (belay_vec3){-1.0, -1.0, -1.0}, (belay_vec3){1.0, 1.0, 1.0}, NULL, colliders, 4,
                            &count);
    if (belay_iterator_begin(world, &BELAY_COMPONENT_BODY_STATE, 1, &q) != BELAY_OK) return;
    belay_body_id last = {0};
    while (belay_iterator_next(&q)) {
        belay_vec3 v;
        last.value = q.entity.value;
        belay_body_get_center_of_mass(world, last, &v);
        belay_body_get_angular_momentum(world, last, &v);
        belay_body_get_colliders(world, last, colliders, 4, &count);
        for (int i = 0; i < count && i < 4; i++) {
            belay_vec3 lower, upper;
            double distance;
            belay_collider_get_bounds(world, colliders[i], &lower, &upper);
            belay_collider_closest_point(world, colliders[i], (belay_vec3){0.1, 0.2, 0.3}, &v, &distance);
        }
    }
    if (belay_world_get_local_model(world, last, &model) == BELAY_OK) fuzz_fail(f, "a local model without a step");
    for (uint64_t slot = 1; slot < 64; slot++) { // rods, and whatever else is there
        belay_rod_id rod = {(uint64_t)1 << 56 | (uint64_t)1 << 32 | slot};
        belay_joint_id joint = {rod.value};
        belay_vec3 nodes[16], velocities[16];
        belay_rod_energies energies;
        belay_joint_state state;
        belay_rod_get_nodes(world, rod, nodes, velocities, 16, NULL);
        belay_rod_get_energies(world, rod, &energies);
        belay_joint_get_state(world, joint, &state);
    }
}

// Steps, where they are not out of all measure, and things that go.
static void go_on(fuzz* f, belay_world* world)
{
    for (int i = 0; i < 2 && fuzz_world_is_in_measure(world); i++)
        if (belay_world_step(world) != BELAY_OK) fuzz_fail(f, "no step: %s", belay_world_last_error(world));
    for (int i = 0; i < 6; i++) {
        belay_entity e = {(uint64_t)1 << 56 | (uint64_t)1 << 32 | (1 + fuzz_below(f, 48))};
        bool is_there = belay_entity_is_alive(world, e);
        if (is_there && belay_entity_destroy(world, e) != BELAY_OK)
            fuzz_fail(f, "it stays: %s", belay_world_last_error(world));
    }
}

static void restore(fuzz* f, belay_world* world, const unsigned char* bytes, size_t size, bool is_good)
{
    uint64_t hash = belay_world_hash(world);
    belay_result result = belay_world_restore(world, bytes, size);
    f->tried++;
    if (result != BELAY_OK) {
        if (result != BELAY_ERROR_VERSION) fuzz_fail(f, "refused with %s", belay_result_text(result));
        if (belay_world_hash(world) != hash) fuzz_fail(f, "refused (%s) and changed", belay_world_last_error(world));
        if (is_good) fuzz_fail(f, "a good one is refused: %s", belay_world_last_error(world));
        return;
    }
    f->taken++;
    if (!fuzz_world_is_whole(f, world, "a restore")) return;
    ask(f, world);
    unsigned char* again;
    size_t length = snapshot_of(world, &again);
    if (belay_world_restore(world, again, length) != BELAY_OK)
        fuzz_fail(f, "written again it is refused: %s", belay_world_last_error(world));
    free(again);
    if (fuzz_happens(f, 0.2)) go_on(f, world);
}

void fuzz_snapshot(fuzz* f)
{
    belay_world_def def = fuzz_world_def();
    belay_world *source = fuzz_world(f, &def), *target = fuzz_world(f, &def);
    for (uint32_t n = fuzz_below(f, 20); n > 0; n--)
        belay_world_step(source);
    unsigned char *good, *bytes;
    size_t size = snapshot_of(source, &good);
    bytes = malloc(size);
    size_t* places = malloc(size / 8 * sizeof *places);
    uint32_t count = kept_words(good, size, places);
    if (size == 0) fuzz_fail(f, "no snapshot: %s", belay_world_last_error(source));
    for (int i = 0; i < 150 && !fuzz_has_failed(f); i++) {
        memcpy(bytes, good, size);
        if (i > 0) change(f, bytes, size, places, count);
        seal(bytes, size);
        restore(f, target, bytes, size, i == 0);
    }
    // Whatever was restored can be stepped as long as nothing is out of all measure, and destroyed.
    belay_world_restore(target, good, size);
    if (belay_world_step(target) != BELAY_OK) fuzz_fail(f, "%s", belay_world_last_error(target));
    belay_world_destroy(source);
    belay_world_destroy(target);
    free(places);
    free(bytes);
    free(good);
}
