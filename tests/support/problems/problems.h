// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Frictional contact problems for tests and benchmarks: the files of the problem collection, and problems of free rigid
// bodies with contacts between them, made from a seed. All inline, as the benchmarks link no test support.

#ifndef BELAY_TESTS_SUPPORT_PROBLEMS_PROBLEMS_H
#define BELAY_TESTS_SUPPORT_PROBLEMS_PROBLEMS_H

#include "belay/mat.h"
#include "belay/problem.h"
#include "belay/vec.h"
#include "support/chance.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if !defined(_WIN32)
#include <dirent.h>
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------------------------------------------------

#define PROBLEM_FILES_MAX 128

typedef struct problem_files {
    int count;
    char folder[512];
    char names[PROBLEM_FILES_MAX][256]; // without folder and ending, by the alphabet
    char endings[PROBLEM_FILES_MAX][16];
} problem_files;

static inline int problem_files_compare(const void* a, const void* b)
{
    return strcmp(a, b);
}

// Keeps the file when it is a problem.
static inline void problem_files_add(problem_files* files, const char* file)
{
    const char* dot = strstr(file, ".dfcp");
    if (dot == NULL || (strcmp(dot, ".dfcp") != 0 && strcmp(dot, ".dfcp.gz") != 0)) return;
    if (files->count == PROBLEM_FILES_MAX || dot - file >= (ptrdiff_t)sizeof files->names[0]) return;
    snprintf(files->names[files->count++], sizeof files->names[0], "%s", file);
}

static inline void problem_files_split(problem_files* files)
{
    for (int i = 0; i < files->count; i++) {
        char* dot = strstr(files->names[i], ".dfcp");
        snprintf(files->endings[i], sizeof files->endings[i], "%s", dot);
        *dot = '\0';
    }
}

// Finds the problems in the folder that the environment variable BELAY_PROBLEMS names, else in ../shared/problems as
// seen from the working directory. Returns their number.
static inline int problem_files_find(problem_files* files)
{
    memset(files, 0, sizeof *files);
    const char* given = getenv("BELAY_PROBLEMS");
    snprintf(files->folder, sizeof files->folder, "%s", given != NULL ? given : "../shared/problems");
#if !defined(_WIN32)
    DIR* folder = opendir(files->folder);
    if (folder == NULL) return 0;
    for (struct dirent* entry = readdir(folder); entry != NULL; entry = readdir(folder))
        problem_files_add(files, entry->d_name);
    closedir(folder);
#endif
    qsort(files->names, (size_t)files->count, sizeof files->names[0], problem_files_compare);
    problem_files_split(files);
    return files->count;
}

static inline belay_result problem_files_read(const problem_files* files, int i, belay_problem** problem,
                                              belay_error* error)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s%s", files->folder, files->names[i], files->endings[i]);
    return belay_problem_read(path, NULL, problem, error);
}

// A problem with the same blocks, and room in `problem` for the caller's changes; null when there is no memory.
static inline belay_problem* problem_copy(const belay_problem* p)
{
    belay_problem* copy = NULL;
    if (belay_problem_create(p->contact_count, p->block_count, NULL, &copy, NULL) != BELAY_OK) return NULL;
    size_t n = (size_t)p->contact_count, blocks = (size_t)p->block_count;
    memcpy(copy->mu, p->mu, n * sizeof *p->mu);
    memcpy(copy->row_start, p->row_start, (n + 1) * sizeof *p->row_start);
    memcpy(copy->column, p->column, blocks * sizeof *p->column);
    memcpy(copy->blocks, p->blocks, 9 * blocks * sizeof *p->blocks);
    memcpy(copy->q, p->q, 3 * n * sizeof *p->q);
    memcpy(copy->r, p->r, 3 * n * sizeof *p->r);
    return copy;
}

// The same problem in other units: s W, t q.
static inline belay_problem* problem_scaled(const belay_problem* p, double s, double t)
{
    belay_problem* copy = problem_copy(p);
    if (copy == NULL) return NULL;
    for (int32_t i = 0; i < 9 * p->block_count; i++)
        copy->blocks[i] *= s;
    for (int32_t i = 0; i < 3 * p->contact_count; i++)
        copy->q[i] *= t;
    return copy;
}

// ---------------------------------------------------------------------------------------------------------------------
// Made from a seed
// ---------------------------------------------------------------------------------------------------------------------

#define PROBLEM_BODIES_MAX 256
#define PROBLEM_CONTACTS_MAX 1024

typedef struct problem_body {
    belay_vec3 position, linear, angular;
    double inverse_mass;
    belay_mat33 inverse_inertia;
} problem_body;

typedef struct problem_contact {
    int body[2];             // -1: the ground
    belay_vec3 frame[3];     // normal, two tangents
    belay_vec3 torque[2][3]; // arm x frame
} problem_contact;

static inline problem_body problem_random_body(uint64_t* state)
{
    problem_body b = {.position = chance_vector(state, 1.0),
                      .linear = v3_add(chance_vector(state, 0.5), v3(0.0, 0.0, -0.5)),
                      .angular = chance_vector(state, 0.5),
                      .inverse_mass = chance_between(state, 0.5, 2.0)};
    belay_mat33 a;
    for (int i = 0; i < 9; i++)
        a.m[i] = chance_between(state, -2.0, 2.0);
    b.inverse_inertia = m3_add(m3_mul(a, m3_transpose(a)), m3_identity());
    return b;
}

// A contact halfway between the two bodies, or half a meter below the one that touches the ground.
static inline problem_contact problem_random_contact(const problem_body* bodies, int a, int b, uint64_t* state)
{
    problem_contact c = {.body = {a, b}};
    belay_vec3 from = b >= 0 ? bodies[b].position : v3_add(bodies[a].position, v3(0.0, 0.0, -1.0));
    belay_vec3 way = v3_sub(bodies[a].position, from);
    belay_vec3 point = v3_add(v3_add_scaled(from, 0.5, way), chance_vector(state, 0.3));
    c.frame[0] =
        v3_normalize_or(v3_add(v3_normalize_or(way, v3(0.0, 0.0, 1.0)), chance_vector(state, 0.3)), v3(0.0, 0.0, 1.0));
    c.frame[1] = v3_any_orthogonal(c.frame[0]);
    c.frame[2] = v3_cross(c.frame[0], c.frame[1]);
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 3 && c.body[side] >= 0; k++)
            c.torque[side][k] = v3_cross(v3_sub(point, bodies[c.body[side]].position), c.frame[k]);
    return c;
}

// Adds what the body that is side sa of contact a and side sb of contact b gives to block (a, b) = J_a M^-1 J_b^T.
static inline void problem_add_response(const problem_body* body, const problem_contact* a, int sa,
                                        const problem_contact* b, int sb, double* block)
{
    double sign = sa == sb ? 1.0 : -1.0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            block[3 * i + k] += sign * (body->inverse_mass * v3_dot(a->frame[i], b->frame[k]) +
                                        v3_dot(a->torque[sa][i], m3_mul_v3(body->inverse_inertia, b->torque[sb][k])));
}

// Adds all that block (a, b) is made of and returns whether there was anything; block may be null.
static inline bool problem_add_block(const problem_body* bodies, const problem_contact* a, const problem_contact* b,
                                     double* block)
{
    bool any = false;
    for (int sa = 0; sa < 2; sa++)
        for (int sb = 0; sb < 2; sb++) {
            if (a->body[sa] < 0 || a->body[sa] != b->body[sb]) continue;
            any = true;
            if (block != NULL) problem_add_response(&bodies[a->body[sa]], a, sa, b, sb, block);
        }
    return any;
}

static inline void problem_add_free_velocity(const problem_body* bodies, const problem_contact* c, double q[3])
{
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 3 && c->body[side] >= 0; k++) {
            const problem_body* body = &bodies[c->body[side]];
            double u = v3_dot(c->frame[k], body->linear) + v3_dot(c->torque[side][k], body->angular);
            q[k] += side == 0 ? u : -u;
        }
}

static inline belay_problem* problem_assemble(const problem_body* bodies, const problem_contact* contacts, int count,
                                              const belay_allocator* allocator)
{
    int32_t blocks = 0;
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++)
            blocks += problem_add_block(bodies, &contacts[a], &contacts[b], NULL) ? 1 : 0;
    belay_problem* p = NULL;
    if (belay_problem_create(count, blocks, allocator, &p, NULL) != BELAY_OK) return NULL;
    int32_t k = 0;
    for (int a = 0; a < count; a++) {
        problem_add_free_velocity(bodies, &contacts[a], p->q + 3 * a);
        for (int b = 0; b < count; b++)
            if (problem_add_block(bodies, &contacts[a], &contacts[b], p->blocks + 9 * (size_t)k)) p->column[k++] = b;
        p->row_start[a + 1] = k;
    }
    return p;
}

// A problem of `body_count` free bodies in a chain that begins at the ground, and the contacts beyond that between
// bodies drawn at random: well-posed while the contacts are no more than the bodies, rank-deficient from 3 contacts > 6
// bodies on. The friction coefficients lie between the two. As q = J v for some v, u = 0 is within reach and there is a
// solution. Null when memory runs out.
static inline belay_problem* problem_generate(int body_count, int contact_count, double mu_low, double mu_high,
                                              uint64_t seed, const belay_allocator* allocator)
{
    static problem_body bodies[PROBLEM_BODIES_MAX];
    static problem_contact contacts[PROBLEM_CONTACTS_MAX];
    if (body_count < 1 || body_count > PROBLEM_BODIES_MAX || contact_count > PROBLEM_CONTACTS_MAX) return NULL;
    uint64_t state = seed * 2654435769u + 12345u;
    for (int i = 0; i < body_count; i++)
        bodies[i] = problem_random_body(&state);
    for (int i = 0; i < contact_count; i++) {
        int a = i < body_count ? i : (int)(chance_next(&state) * body_count);
        int b = i < body_count ? i - 1 : (int)(chance_next(&state) * (body_count + 1)) - 1;
        contacts[i] = problem_random_contact(bodies, a, b == a ? -1 : b, &state);
    }
    belay_problem* p = problem_assemble(bodies, contacts, contact_count, allocator);
    for (int i = 0; p != NULL && i < contact_count; i++)
        p->mu[i] = chance_between(&state, mu_low, mu_high);
    return p;
}

#endif
