// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// However a process ends, a device that is being written to is sent no force at last. Each way is tried in a process of
// its own, whose device tells by memory that both share.

#if !defined(_WIN32)
#define _DEFAULT_SOURCE

#include "belay/haptic_loop.h"
#include "belay/vec.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct told {
    double last, most; // N
    int writes;
} told;

static int probe(void* driver, belay_haptic_device_info* infos, int capacity, char* why, size_t why_size)
{
    (void)driver;
    (void)why;
    (void)why_size;
    if (capacity > 0) infos[0] = (belay_haptic_device_info){.name = "told", .max_force = 10.0, .rate = 1000.0};
    return 1;
}

static belay_result open_told(void* driver, const belay_haptic_device_info* info, void** device, belay_error* error)
{
    (void)info;
    (void)error;
    *device = driver;
    return BELAY_OK;
}

static belay_haptic_status read_told(void* device, belay_haptic_input* input)
{
    (void)device;
    memset(input, 0, sizeof *input);
    input->rotation = belay_quat_identity();
    return BELAY_HAPTIC_OK;
}

static belay_haptic_status write_told(void* device, const belay_haptic_output* output)
{
    told* t = device;
    t->last = v3_length(output->force);
    t->most = fmax(t->most, t->last);
    t->writes++;
    return BELAY_HAPTIC_OK;
}

static void close_told(void* device)
{
    (void)device;
}

static const belay_haptic_device_ops ops = {
    .name = "told", .probe = probe, .open = open_told, .read = read_told, .write = write_told, .close = close_told};

// Holds a ball of 0.1 kg, until its weight is felt.
static void carry(told* t)
{
    belay_error error;
    belay_haptic_device_info info;
    belay_haptic_driver driver = {&ops, t};
    probe(t, &info, 1, NULL, 0);
    belay_haptic_loop_def def = belay_haptic_loop_def_default(driver, &info);
    def.stops_at_process_end = true;
    def.wants_realtime = false;
    def.servo.start_seconds = 0.0;
    def.servo.late_periods = 100.0;
    def.servo.gap_seconds = 1.0;
    belay_haptic_loop* loop;
    if (belay_haptic_loop_create(&def, &loop, &error) != BELAY_OK) _exit(3);
    static belay_world* world; // the process ends with it
    world = scene_world(1.0 / 250.0);
    scene_ball b = scene_ball_default();
    b.mass = 0.1;
    belay_body_id tool = scene_add_ball(world, &b);
    if (belay_haptic_loop_attach(loop, world, tool) != BELAY_OK) _exit(4);
    if (belay_haptic_loop_start(loop, &error) != BELAY_OK) _exit(5);
    for (int i = 0; i < 5000 && !(t->last > 0.5); i++) {
        belay_haptic_loop_apply(loop, world);
        belay_world_step(world);
        belay_haptic_loop_publish(loop, world);
        usleep(2000);
    }
}

// At exit the leak checker of the address sanitizer stops all threads, the loop's too, and may be in its way.
#if defined(__SANITIZE_ADDRESS__)
#define FIRST BY_ABORT
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FIRST BY_ABORT
#endif
#endif
#if !defined(FIRST)
#define FIRST BY_RETURN
#endif

typedef enum way { BY_RETURN, BY_EXIT, BY_ABORT, BY_TERM, BY_INTERRUPT, BY_FAULT, WAYS } way;

static void end_by(way how)
{
    if (how == BY_EXIT) exit(7);
    if (how == BY_ABORT) abort();
    if (how == BY_TERM) raise(SIGTERM);
    if (how == BY_INTERRUPT) raise(SIGINT);
    if (how == BY_FAULT) raise(SIGSEGV);
    exit(0);
}

Test(haptic_end, no_force_is_left_on)
{
    const int signals[WAYS] = {0, 0, SIGABRT, SIGTERM, SIGINT, SIGSEGV};
    for (int how = FIRST; how < WAYS; how++) {
        told* t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        cr_assert(t != MAP_FAILED);
        memset(t, 0, sizeof *t);
        pid_t child = fork();
        cr_assert(child >= 0);
        if (child == 0) {
            for (int i = 0; i < WAYS; i++) // as a program begins; this one has handlers of the test's
                if (signals[i] != 0) signal(signals[i], SIG_DFL);
            carry(t);
            end_by((way)how);
        }
        int status = 0;
        cr_assert(waitpid(child, &status, 0) == child);
        cr_expect_gt(t->most, 0.5, "way %d: %g N at most in %d writes", how, t->most, t->writes);
        cr_expect_eq(t->last, 0.0, "way %d: %g N were left on", how, t->last);
        if (signals[how] != 0)
            cr_expect(WIFSIGNALED(status) && WTERMSIG(status) == signals[how], "way %d: status %x", how, status);
        else
            cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == (how == BY_EXIT ? 7 : 0), "way %d: %x", how, status);
        munmap(t, sizeof *t);
    }
}
#else
typedef int nothing_to_see_here; // a file of C has a declaration
#endif
