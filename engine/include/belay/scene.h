// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scenes: what a world is made of, as data that can be built, read from a text, written to one, taken from a world, and
// put into worlds, as often as one likes and wherever one likes. A scene of one body with many colliders is a prefab.
// The text is described in engine/docs/import.md.
//
//     belay_scene* crate;
//     if (belay_scene_read("crate.scene", NULL, &crate, &error) != BELAY_OK) puts(error.message);
//     belay_scene_place(crate, world, pose, &body, NULL, NULL, &error); // one crate, and another one ...
//     belay_scene_destroy(crate);
//
// Threads: one scene, one thread at a time. `error` may be null in all calls.

#ifndef BELAY_SCENE_H
#define BELAY_SCENE_H

#include "belay/collider.h"
#include "belay/joint.h"
#include "belay/rod.h"
#include "belay/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// Bytes of a name with its end mark. A name has at least one character, printable ones of ASCII alone, no blanks and no
// '#' at its beginning; "world" is none. Bodies, joints and rods have their own names each, all different.
#define BELAY_SCENE_NAME_SIZE 64

// Bodies, joints, rods and what is on them, with the settings of a world.
typedef struct belay_scene belay_scene;

// A body of a scene.
typedef struct belay_scene_body {
    char name[BELAY_SCENE_NAME_SIZE];
    belay_body_def def;
    bool weighs_colliders;  // a dynamic body has the mass of its colliders, by their densities, and not that of `def`
    int32_t first_collider; // its colliders are this one and those behind it; told by get, not looked at by add
    int32_t collider_count; // likewise
} belay_scene_body;

// A joint of a scene.
typedef struct belay_scene_joint {
    char name[BELAY_SCENE_NAME_SIZE];
    int32_t body_a, body_b; // numbers of bodies; -1: the world, as belay_joint_def says where it may be
    belay_joint_def def;    // its body_a and body_b are not looked at
} belay_scene_joint;

// A rod of a scene.
typedef struct belay_scene_rod {
    char name[BELAY_SCENE_NAME_SIZE];
    belay_rod_def def;
    int32_t first_attachment; // told by get, not looked at by add
    int32_t attachment_count; // likewise
} belay_scene_rod;

// What holds a rod of a scene.
typedef struct belay_scene_attachment {
    int32_t body;                 // number of a body; -1: the world
    belay_rod_attachment_def def; // its body is not looked at
} belay_scene_attachment;

// Two colliders with a material of their own (belay_pair_set_material).
typedef struct belay_scene_pair {
    int32_t collider_a, collider_b; // numbers of colliders, not the same
    belay_material material;
} belay_scene_pair;

// ---------------------------------------------------------------------------------------------------------------------
// Building

// An empty scene with the settings of belay_world_def_default. `allocator` null: the C library's. Errors: VALUE (scene
// is null), MEMORY.
belay_result belay_scene_create(const belay_allocator* allocator, belay_scene** scene, belay_error* error);
// Unmakes it; null does nothing. What was placed stays.
void belay_scene_destroy(belay_scene* scene);

// Errors of all below: VALUE (null; a name that is none or is taken; a number of a body, collider or array that is out
// of range), MEMORY; nothing is added then. Other numbers are judged by belay_scene_check.

// The settings of worlds that are made for the scene. Of `def` threads, memory, hooks, capacities and islands' solvers
// are the program's and are not taken.
belay_result belay_scene_set_world(belay_scene* scene, const belay_world_def* def, belay_error* error);
// Adds a body; its number is the count of those before it.
belay_result belay_scene_add_body(belay_scene* scene, const belay_scene_body* body, belay_error* error);
// Adds a collider to the body that was added last (VALUE: there is none). Arrays that the shape points to are copied.
belay_result belay_scene_add_collider(belay_scene* scene, const belay_collider_def* def, belay_error* error);
// Adds a joint between bodies that are there.
belay_result belay_scene_add_joint(belay_scene* scene, const belay_scene_joint* joint, belay_error* error);
// Adds a rod. Arrays that its definition points to are copied.
belay_result belay_scene_add_rod(belay_scene* scene, const belay_scene_rod* rod, belay_error* error);
// Holds the rod that was added last (VALUE: there is none).
belay_result belay_scene_add_attachment(belay_scene* scene, const belay_scene_attachment* attachment,
                                        belay_error* error);
// Gives two colliders a material of their own.
belay_result belay_scene_add_pair(belay_scene* scene, const belay_scene_pair* pair, belay_error* error);

// ---------------------------------------------------------------------------------------------------------------------
// Looking

// How many there are; zeros for a null scene.
typedef struct belay_scene_counts {
    int32_t bodies, colliders, joints, rods, attachments, pairs;
} belay_scene_counts;

// How many there are of each.
belay_scene_counts belay_scene_get_counts(const belay_scene* scene);
// The settings of worlds for it: those of belay_world_def_default, but for what the scene says.
belay_world_def belay_scene_get_world(const belay_scene* scene);
// What was added, by its number: false, and nothing is written, when there is no such one. Pointers of a collider's
// shape and of a rod are to the scene's own arrays, good until something is added or it is destroyed.
bool belay_scene_get_body(const belay_scene* scene, int32_t number, belay_scene_body* body);
bool belay_scene_get_collider(const belay_scene* scene, int32_t number, belay_collider_def* def);
bool belay_scene_get_joint(const belay_scene* scene, int32_t number, belay_scene_joint* joint);
bool belay_scene_get_rod(const belay_scene* scene, int32_t number, belay_scene_rod* rod);
bool belay_scene_get_attachment(const belay_scene* scene, int32_t number, belay_scene_attachment* attachment);
bool belay_scene_get_pair(const belay_scene* scene, int32_t number, belay_scene_pair* pair);
// The number of what has that name; -1: none. O(1).
int32_t belay_scene_find_body(const belay_scene* scene, const char* name);
int32_t belay_scene_find_joint(const belay_scene* scene, const char* name);
int32_t belay_scene_find_rod(const belay_scene* scene, const char* name);

// ---------------------------------------------------------------------------------------------------------------------
// Text

// Reads a scene from a file, compressed if its name ends in .gz (where zlib is), or from `size` characters, `name`
// being what messages call them. All of it is checked as belay_scene_check does. Errors: VALUE and others of the calls
// that make what the scene says, with "name:line: what is wrong" as the message; MEMORY; *scene is then as it was.
belay_result belay_scene_read(const char* path, const belay_allocator* allocator, belay_scene** scene,
                              belay_error* error);
belay_result belay_scene_parse(const char* text, size_t size, const char* name, const belay_allocator* allocator,
                               belay_scene** scene, belay_error* error);
// Writes a scene, without what has its default value. Read again it is the same to the last bit. Errors: VALUE (null; a
// number that is not finite where it must be; the file cannot be written), MEMORY.
belay_result belay_scene_write(const belay_scene* scene, const char* path, belay_error* error);

// ---------------------------------------------------------------------------------------------------------------------
// Worlds

// Whether all that the scene says can be made: it is, in a world of its own, which takes as long as placing it. Errors:
// those of the calls that make bodies, colliders, joints and rods; the message begins with what is refused. What has
// been checked is not checked again until something is added.
belay_result belay_scene_check(belay_scene* scene, belay_error* error);
// Makes all that is in the scene, in the scene's order, with its frame at `pose` in the world. The arrays, as long as
// there are bodies, joints and rods, receive the handles; each may be null. The world's own settings stay as they are.
// Errors: those of belay_scene_check, before anything is made; VALUE (pose), STATE (an iterator is open), BUSY;
// CAPACITY and MEMORY: what was made is unmade again.
belay_result belay_scene_place(belay_scene* scene, belay_world* world, belay_pose pose, belay_body_id* bodies,
                               belay_joint_id* joints, belay_rod_id* rods, belay_error* error);
// A scene of what is in a world now, bodies named body0, body1 ... and joints likewise: settings, bodies, colliders,
// joints, materials of pairs. Poses, velocities and shapes are those of the world to the bit, moments of inertia and a
// rail's last point to rounding. Not in it: impulses kept for the next step, forces that wait, how long bodies have
// rested, how often joints have turned; hooks, systems, components and entities of the program. What a snapshot
// (belay_world_snapshot) must have to go on to the bit, a scene does without to be read and changed. Errors: VALUE
// (null), STATE (there are rods, whose shape at rest nobody is told), BUSY, MEMORY; *scene is then as it was.
belay_result belay_scene_capture(const belay_world* world, const belay_allocator* allocator, belay_scene** scene,
                                 belay_error* error);

#ifdef __cplusplus
}
#endif

#endif
