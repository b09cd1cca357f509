// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "shell/rewind.h"

#include <belay/hash.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 2048 };

static const size_t MEMORY = (size_t)256 << 20; // bytes of all moments
static const double EVERY = 1.0 / 30.0;         // s of simulated time, at least
static const double SHARE = 0.05;               // of the wall time of a run that may go into keeping moments

// What the program keeps, then of each world its size (size_t) and its snapshot.
typedef struct moment {
    double time; // s
    unsigned char* bytes;
    size_t size;
} moment;

struct shell_rewind {
    moment moments[MOST]; // a ring
    int first, count, at; // `at` counts from the first
    bool is_back;         // at an earlier moment, from which no step was made yet
    size_t used;          // bytes
    double cost;          // s of wall time, of the last one
};

static moment* moment_at(shell_rewind* r, int i)
{
    return &r->moments[(r->first + i) % MOST];
}

bool shell_rewind_is_possible(const shell* s)
{
    return s->program->world != NULL && s->program->step != NULL;
}

static double now_of(const shell* s)
{
    return belay_world_get_time(s->program->world(s, 0));
}

// ------------------------------------------------------------------------------------------------------------------
// One moment
// ------------------------------------------------------------------------------------------------------------------

static size_t kept_size(const shell* s)
{
    return s->program->keep != NULL ? s->program->keep(s, NULL) : 0;
}

static size_t moment_size(const shell* s)
{
    size_t all = kept_size(s);
    const belay_world* world;
    for (int i = 0; (world = s->program->world(s, i)) != NULL; i++) {
        size_t size = 0;
        belay_world_snapshot(world, NULL, 0, &size);
        all += sizeof size + size;
    }
    return all;
}

static bool fill(const shell* s, moment* m)
{
    unsigned char* to = m->bytes;
    const belay_world* world;
    if (s->program->keep != NULL) to += s->program->keep(s, to);
    for (int i = 0; (world = s->program->world(s, i)) != NULL; i++) {
        size_t size = 0, room = m->size - (size_t)(to - m->bytes) - sizeof size;
        if (belay_world_snapshot(world, to + sizeof size, room, &size) != BELAY_OK) return false;
        memcpy(to, &size, sizeof size);
        to += sizeof size + size;
    }
    return true;
}

static bool make(const shell* s, moment* m)
{
    *m = (moment){.time = now_of(s), .size = moment_size(s)};
    m->bytes = malloc(m->size);
    if (m->bytes != NULL && fill(s, m)) return true;
    free(m->bytes);
    m->bytes = NULL;
    return false;
}

static bool refuse(belay_error* error, const char* text)
{
    *error = (belay_error){BELAY_ERROR_STATE, ""};
    snprintf(error->message, sizeof error->message, "%s", text);
    return false;
}

// A world whose turn has not come stays as it is where one before it is refused; of moments that were kept none is.
static bool apply(shell* s, const unsigned char* bytes, size_t all, belay_error* error)
{
    size_t at = kept_size(s);
    belay_world* world;
    for (int i = 0; (world = s->program->world(s, i)) != NULL; i++) {
        size_t size = 0;
        if (at + sizeof size > all) return refuse(error, "it has too few worlds");
        memcpy(&size, bytes + at, sizeof size);
        at += sizeof size;
        if (size > all - at) return refuse(error, "it ends too early");
        if (belay_world_restore(world, bytes + at, size) != BELAY_OK)
            return refuse(error, belay_world_last_error(world));
        at += size;
    }
    if (s->program->take_back != NULL) s->program->take_back(s, bytes);
    s->pace = (shell_pace){0.0, 0.0};
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// The ring
// ------------------------------------------------------------------------------------------------------------------

static void forget(shell_rewind* r, int i)
{
    moment* m = moment_at(r, i);
    r->used -= m->size;
    free(m->bytes);
    *m = (moment){0};
}

static void forget_first(shell_rewind* r)
{
    forget(r, 0);
    r->first = (r->first + 1) % MOST;
    r->count--;
}

static void forget_ahead(shell_rewind* r)
{
    while (r->count > r->at + 1)
        forget(r, --r->count);
}

static shell_rewind* ring_of(shell* s)
{
    if (s->rewind == NULL) s->rewind = calloc(1, sizeof *s->rewind);
    return s->rewind;
}

// A play is to be the same whatever a moment costs.
static bool is_due(const shell* s, shell_rewind* r, double now)
{
    double rest = s->play != NULL || s->record != NULL ? 0.0 : r->cost / SHARE;
    if (r->count == 0) return true;
    return now >= moment_at(r, r->count - 1)->time + fmax(EVERY, rest) - 1e-9;
}

void shell_rewind_take(shell* s)
{
    shell_rewind* r = shell_rewind_is_possible(s) ? ring_of(s) : NULL;
    if (r == NULL) return;
    double begin = viewer_time(s->v), now = now_of(s);
    if (r->is_back && r->count > 0 && now > moment_at(r, r->at)->time) {
        forget_ahead(r);
        r->is_back = false;
    }
    if (r->is_back || !is_due(s, r, now)) return;
    moment m;
    if (!make(s, &m)) return;
    while (r->count > 0 && (r->count == MOST || r->used + m.size > MEMORY))
        forget_first(r);
    *moment_at(r, r->count++) = m;
    r->used += m.size;
    r->at = r->count - 1;
    r->cost = viewer_time(s->v) - begin;
}

void shell_rewind_clear(shell* s)
{
    while (s->rewind != NULL && s->rewind->count > 0)
        forget_first(s->rewind);
    if (s->rewind != NULL) s->rewind->is_back = false;
}

void shell_rewind_free(shell* s)
{
    shell_rewind_clear(s);
    free(s->rewind);
    s->rewind = NULL;
}

bool shell_rewind_range(const shell* s, double* oldest, double* newest, double* now)
{
    shell_rewind* r = s->rewind;
    if (r == NULL || r->count == 0) return false;
    *oldest = moment_at(r, 0)->time;
    *newest = moment_at(r, r->count - 1)->time;
    *now = now_of(s);
    *newest = fmax(*newest, *now);
    return true;
}

static bool go(shell* s, int index, belay_error* error)
{
    shell_rewind* r = s->rewind;
    const moment* m = moment_at(r, index);
    s->controls.is_paused = true;
    if (!apply(s, m->bytes, m->size, error)) return false;
    r->at = index;
    r->is_back = true;
    return true;
}

bool shell_rewind_to(shell* s, double time, belay_error* error)
{
    shell_rewind* r = s->rewind;
    int best = 0;
    if (r == NULL || r->count == 0) return true;
    for (int i = 1; i < r->count; i++)
        if (fabs(moment_at(r, i)->time - time) < fabs(moment_at(r, best)->time - time)) best = i;
    return (r->is_back && best == r->at) || go(s, best, error);
}

bool shell_rewind_by(shell* s, int moments, belay_error* error)
{
    shell_rewind* r = s->rewind;
    if (r == NULL || r->count == 0) return true;
    bool is_beyond = !r->is_back && now_of(s) > moment_at(r, r->at)->time;
    int index = r->at + moments + (is_beyond && moments < 0 ? 1 : 0);
    return index < 0 || index >= r->count || go(s, index, error);
}

// ------------------------------------------------------------------------------------------------------------------
// Files: a line that says of what it is, the sum of what follows, and that
// ------------------------------------------------------------------------------------------------------------------

static void write_head(const shell* s, char head[256])
{
    const shell_program* p = s->program;
    memset(head, 0, 256);
    snprintf(head, 256, "Belay moment 1, %s, %s, %zu, %016llx\n", BELAY_VERSION_STRING, p->name, kept_size(s),
             (unsigned long long)(p->build_key != NULL ? p->build_key(s) : 0));
}

bool shell_moment_save(shell* s, const char* path, char* error, size_t error_size)
{
    moment m;
    char head[256];
    write_head(s, head);
    if (!make(s, &m)) {
        snprintf(error, error_size, "no memory to save it");
        return false;
    }
    uint64_t sum = belay_hash_bytes(BELAY_HASH_SEED, m.bytes, m.size);
    errno = 0;
    FILE* file = fopen(path, "wb");
    bool is_good = file != NULL && fwrite(head, sizeof head, 1, file) == 1 && fwrite(&sum, sizeof sum, 1, file) == 1 &&
                   fwrite(m.bytes, m.size, 1, file) == 1;
    if (file != NULL) is_good = fclose(file) == 0 && is_good;
    if (!is_good) snprintf(error, error_size, "'%s' cannot be written: %s", path, strerror(errno));
    free(m.bytes);
    return is_good;
}

static unsigned char* read_all(const char* path, size_t* size)
{
    FILE* file = fopen(path, "rb");
    if (file == NULL) return NULL;
    unsigned char* bytes = NULL;
    long length = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (length >= 0 && fseek(file, 0, SEEK_SET) == 0) bytes = malloc((size_t)length + 1);
    *size = length > 0 ? (size_t)length : 0;
    if (bytes != NULL && *size > 0 && fread(bytes, *size, 1, file) != 1) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

// Why it is none for this program, or NULL.
static const char* fault_of(const shell* s, const unsigned char* bytes, size_t size)
{
    char head[256];
    uint64_t sum;
    write_head(s, head);
    if (size < sizeof head + sizeof sum || memcmp(bytes, "Belay moment", 12) != 0) return "is no saved moment";
    if (memcmp(bytes, head, sizeof head) != 0) return "is of another program, scene or version";
    memcpy(&sum, bytes + sizeof head, sizeof sum);
    size_t rest = size - sizeof head - sizeof sum;
    if (sum != belay_hash_bytes(BELAY_HASH_SEED, bytes + sizeof head + sizeof sum, rest) || rest < kept_size(s))
        return "is damaged";
    return NULL;
}

bool shell_moment_load(shell* s, const char* path, char* error, size_t error_size)
{
    size_t size = 0, before = 256 + sizeof(uint64_t);
    belay_error why = {0};
    unsigned char* bytes = read_all(path, &size);
    const char* fault = bytes == NULL ? "cannot be read" : fault_of(s, bytes, size);
    bool is_good = fault == NULL && apply(s, bytes + before, size - before, &why);
    if (is_good) shell_rewind_clear(s);
    if (!is_good) snprintf(error, error_size, "'%s' %s", path, fault != NULL ? fault : why.message);
    free(bytes);
    return is_good;
}
