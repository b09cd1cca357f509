// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The engine's interface: any call, with good and bad arguments, between calls, with an iterator open, inside a system,
// and with an allocator that now and then has nothing. A call that is refused says why and changes nothing; after one
// that is not, the world is whole and without a number that is none.

#include "fuzz/api/calls.h"

#include <stdlib.h>
#include <string.h>

#define CALLS 400

typedef struct call_kind {
    const char* name;
    call_fn* make;
    bool steps; // memory that is missing leaves a step begun, which is not nothing
} call_kind;

static belay_result step(caller* c);

static const call_kind calls[] = {{"create body", call_create_body, false},
                                  {"create body", call_create_body, false},
                                  {"destroy body", call_destroy_body, false},
                                  {"read body", call_read_body, false},
                                  {"set body pose", call_set_body_pose, false},
                                  {"set body velocity", call_set_body_velocity, false},
                                  {"push body", call_push_body, false},
                                  {"set body mass", call_set_body_mass, false},
                                  {"set body type", call_set_body_type, false},
                                  {"move body", call_move_body, false},
                                  {"set body awake", call_set_body_awake, false},
                                  {"create collider", call_create_collider, false},
                                  {"create collider", call_create_collider, false},
                                  {"create collider", call_create_collider, false},
                                  {"create solid", call_create_solid, false},
                                  {"destroy collider", call_destroy_collider, false},
                                  {"set collider", call_set_collider, false},
                                  {"read collider", call_read_collider, false},
                                  {"create joint", call_create_joint, false},
                                  {"destroy joint", call_destroy_joint, false},
                                  {"set joint", call_set_joint, false},
                                  {"read joint", call_read_joint, false},
                                  {"create rod", call_create_rod, false},
                                  {"destroy rod", call_destroy_rod, false},
                                  {"set rod", call_set_rod, false},
                                  {"read rod", call_read_rod, false},
                                  {"hold rod", call_hold_rod, false},
                                  {"hold rod", call_hold_rod, false},
                                  {"cut or join", call_cut_or_join, false},
                                  {"tune body", call_tune_body, false},
                                  {"introspect", call_introspect, false},
                                  {"couple", call_couple, false},
                                  {"wheel", call_wheel, false},
                                  {"character", call_character, false},
                                  {"set hooks", call_set_hooks, false},
                                  {"set world", call_set_world, false},
                                  {"entities", call_entities, false},
                                  {"iterators", call_iterator, false},
                                  {"look", call_look, false},
                                  {"read world", call_read_world, false},
                                  {"ask step", call_ask_step, false},
                                  {"queue", call_queue, false},
                                  {"views", call_views, false},
                                  {"snapshots", call_snapshots, false},
                                  {"step", step, true}};

// With memory to look.
static bool is_whole(caller* c, fuzz* told, const char* after)
{
    double no_memory = c->no_memory;
    c->no_memory = 0.0;
    bool is_good = fuzz_world_is_whole(told, c->world, after);
    c->no_memory = no_memory;
    return is_good;
}

static void make_call(caller* c, const call_kind* kind)
{
    uint64_t hash = belay_world_hash(c->world);
    bool is_outermost = !c->is_in_system;
    belay_result result = kind->make(c);
    c->f->tried++;
    c->f->taken += result == BELAY_OK;
    if (fuzz_has_failed(c->f)) return;
    if ((unsigned)result > BELAY_ERROR_BUSY || result == BELAY_ERROR_BUSY)
        fuzz_fail(c->f, "%s answers %d", kind->name, (int)result);
    if (result != BELAY_OK && belay_world_last_error(c->world)[0] == '\0')
        fuzz_fail(c->f, "%s is refused without a word", kind->name);
    bool is_begun = kind->steps && result == BELAY_ERROR_MEMORY;
    if (result != BELAY_OK && !is_begun && belay_world_hash(c->world) != hash)
        fuzz_fail(c->f, "%s is refused and changes the world: %.200s", kind->name, belay_world_last_error(c->world));
    if (is_outermost && !c->is_wild) is_whole(c, c->f, kind->name);
}

// Some calls inside a step, of those that may be made there.
static void run_system(belay_world* world, double h, void* context)
{
    caller* c = context;
    (void)h;
    (void)world;
    c->is_in_system = true;
    for (uint32_t n = fuzz_below(c->f, 3); n > 0 && !fuzz_has_failed(c->f); n--)
        make_call(c, &calls[fuzz_below(c->f, (uint32_t)(sizeof calls / sizeof *calls))]);
    c->is_in_system = false;
}

// What a step makes of numbers at the ends of their ranges is not looked at here: a world of which it would be out of
// measure, or that is not whole after one, is made anew.
static belay_result step(caller* c)
{
    belay_advance_report report;
    belay_result result;
    if (!fuzz_world_is_in_measure(c->world)) {
        c->is_wild = true;
        return BELAY_OK;
    }
    if (c->is_in_system || any_flag(c))
        result = belay_world_step(c->world);
    else
        result = belay_world_advance(c->world, any_amount(c, 0.03), any_or_null(c, &report));
    fuzz scratch = *c->f;
    if (!c->is_in_system && !is_whole(c, &scratch, "a step")) c->is_wild = true;
    return result;
}

// ---------------------------------------------------------------------------------------------------------------------
// Runs
// ---------------------------------------------------------------------------------------------------------------------

static void* reallocate(void* context, void* block, size_t old_size, size_t new_size)
{
    caller* c = context;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    if (c->no_memory > 0.0 && fuzz_happens(c->f, c->no_memory)) return NULL;
    return realloc(block, new_size);
}

static void hear(void* context, belay_log_level level, const char* text)
{
    caller* c = context;
    if ((unsigned)level > BELAY_LOG_INFO || text == NULL || text[0] == '\0')
        fuzz_fail(c->f, "the logger hears nothing");
    c->errors_told += level == BELAY_LOG_ERROR;
}

static void open_world(caller* c)
{
    belay_world_def def = fuzz_world_def();
    def.allocator = (belay_allocator){reallocate, c};
    def.logger = (belay_logger){hear, c};
    def.view_readers = 2;
    def.command_capacity = 8;
    c->is_wild = false;
    c->handle_count = 0;
    memset(&c->iterator, 0, sizeof c->iterator);
    memset(&c->view, 0, sizeof c->view);
    double no_memory = c->no_memory;
    c->no_memory = 0.0;
    c->world = fuzz_world(c->f, &def);
    c->no_memory = no_memory;
    c->component.value = 6; // the first of a program's own
    for (uint64_t slot = 1; slot < 80; slot++)
        caller_keep(c, (uint64_t)1 << 56 | (uint64_t)1 << 32 | slot);
    belay_system_def systems[] = {{"first", BELAY_PHASE_COMMANDS, run_system, c},
                                  {"last", BELAY_PHASE_EVENTS, run_system, c}};
    for (int i = 0; i < 2; i++)
        belay_system_add(c->world, &systems[i]);
}

static void close_world(caller* c)
{
    belay_iterator_end(&c->iterator);
    belay_world_release_view(c->world, &c->view);
    if (belay_world_destroy(c->world) != BELAY_OK)
        fuzz_fail(c->f, "it is not destroyed: %.200s", belay_world_last_error(c->world));
    free(c->snapshot);
    c->snapshot = NULL;
}

void fuzz_api(fuzz* f)
{
    static const double shares[] = {0.0, 0.02, 0.1, 0.3};
    caller c = {.f = f, .nonsense = shares[fuzz_below(f, 4)]};
    c.no_memory = fuzz_happens(f, 0.3) ? 0.02 : 0.0;
    open_world(&c);
    for (int i = 0; i < CALLS && !fuzz_has_failed(f); i++) {
        if (c.is_wild) {
            close_world(&c);
            open_world(&c);
        }
        make_call(&c, &calls[fuzz_below(f, (uint32_t)(sizeof calls / sizeof *calls))]);
    }
    close_world(&c);
}
