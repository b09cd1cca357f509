// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a tick of the servo may do (haptics 7.8): nothing that waits. No memory is asked for, and the system is not
// called, so there is no lock to wait for either. (How long a tick takes: `bench haptics`.)

#define _DEFAULT_SOURCE

#include "belay/quat.h"
#include "haptics/rig.h"
#include "support/allocations.h"
#include "support/skip.h"

#include <string.h>

#if defined(__linux__)
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#define TICKS 4000

// A tool with eight contacts round a bowl, and everything that may happen to it.
typedef struct busy {
    belay_haptic_servo* servo;
    belay_haptic_contact_model model;
    belay_haptic_servo_input input;
    belay_haptic_servo_output output;
    bool was_in_contact;
} busy;

static void place_contact(belay_local_contact* c, int i)
{
    double a = 0.25 * i * 3.14159265358979;
    c->point = v3(0.02 * cos(a), 0.02 * sin(a), 0.0);
    c->normal = v3_normalize_or(v3(-8.0 * c->point.x, -8.0 * c->point.y, 1.0), v3(0.0, 0.0, 1.0));
    c->tangent1 = v3_any_orthogonal(c->normal);
    c->tangent2 = v3_cross(c->normal, c->tangent1);
    c->friction = 0.5;
    c->feature = (uint32_t)i;
    c->surface.pose = belay_pose_identity();
    const belay_vec3 frame[3] = {c->normal, c->tangent1, c->tangent2};
    for (int k = 0; k < 3; k++) {
        belay_vec3 turn = v3_cross(c->point, frame[k]);
        const double row[6] = {frame[k].x, frame[k].y, frame[k].z, turn.x, turn.y, turn.z};
        memcpy(c->jacobian[k], row, sizeof row);
    }
}

static busy busy_begin(belay_haptic_tool_kind kind)
{
    busy b;
    memset(&b, 0, sizeof b);
    belay_haptic_servo_config c = belay_haptic_servo_config_default(NULL);
    c.tool = kind;
    belay_error error;
    cr_assert_eq(belay_haptic_servo_create(&c, &b.servo, &error), BELAY_OK, "%s", error.message);
    b.model = rig_wall(0.0, 0.5);
    b.model.local.count = 8;
    for (int i = 0; i < 8; i++) {
        place_contact(&b.model.local.contacts[i], i);
        for (int k = 3 * i; k < 3 * i + 3; k++)
            b.model.local.compliance[k][k] = 20.0;
    }
    b.input.dt = 1e-3;
    b.input.commands = BELAY_HAPTIC_START;
    return b;
}

// A new model every fourth tick; a bad pose, a late tick, a stall, a bad model, a stop, a grab, a loss now and then.
static void busy_tick(busy* b, int i)
{
    if (i % 4 == 0 && i % 1000 < 700) {
        b->model.local.contacts[3].gap = i % 1000 == 500 ? NAN : 0.0;
        rig_renew(&b->model);
    }
    b->input.model = &b->model;
    b->input.device.position = v3(3e-3 * sin(0.01 * i), 2e-3 * cos(0.013 * i), -2e-3 - 1e-3 * sin(0.02 * i));
    b->input.device.rotation = q_exp(v3(0.01 * sin(0.01 * i), 0.01 * cos(0.02 * i), 0.01));
    if (i % 997 == 0) b->input.device.position.x = NAN;
    b->input.dt = i % 613 == 0 ? 5e-3 : 1e-3;
    b->input.status = i % 1500 == 1400 ? BELAY_HAPTIC_LOST : BELAY_HAPTIC_OK;
    if (i % 1500 == 1450) b->input.commands |= BELAY_HAPTIC_REOPEN;
    if (i % 1200 == 1100) b->input.commands |= BELAY_HAPTIC_STOP;
    if (i % 1200 == 1150) b->input.commands |= BELAY_HAPTIC_START | BELAY_HAPTIC_GRAB;
    belay_haptic_servo_tick(b->servo, &b->input, &b->output);
    b->input.commands = 0;
    b->was_in_contact = b->was_in_contact || (b->output.contacts == 8 && b->output.is_in_contact);
}

Test(haptic_budget, tick_asks_for_no_memory_7_8)
{
    if (!allocations_are_counted()) SKIP_TEST("allocations are not counted in this build");
    for (int kind = BELAY_HAPTIC_TOOL_POINT; kind <= BELAY_HAPTIC_TOOL_DYNAMIC; kind++) {
        busy b = busy_begin((belay_haptic_tool_kind)kind);
        uint64_t before = allocations_count();
        for (int i = 0; i < TICKS; i++)
            busy_tick(&b, i);
        uint64_t asked = allocations_count() - before;
        cr_expect_eq(asked, 0, "tool %d: asked %llu times", kind, (unsigned long long)asked);
        cr_expect(b.was_in_contact);
        belay_haptic_servo_destroy(b.servo);
        cr_expect_gt(allocations_count(), before, "what destroys is counted");
    }
}

#if defined(__linux__)

// A process that may do nothing but read, write and end, else the system kills it.
static int tick_in_a_cage(busy* b)
{
    pid_t child = fork();
    if (child == 0) {
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0) syscall(SYS_exit, 2);
        for (int i = 0; i < TICKS; i++)
            busy_tick(b, i);
        syscall(SYS_exit, b->was_in_contact ? 0 : 1);
    }
    int status = -1;
    cr_assert(child > 0 && waitpid(child, &status, 0) == child);
    return status;
}

Test(haptic_budget, tick_calls_nothing_of_the_system_7_8)
{
    for (int kind = BELAY_HAPTIC_TOOL_POINT; kind <= BELAY_HAPTIC_TOOL_DYNAMIC; kind++) {
        busy b = busy_begin((belay_haptic_tool_kind)kind);
        int status = tick_in_a_cage(&b);
        belay_haptic_servo_destroy(b.servo);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 2) SKIP_TEST("this system knows no strict seccomp");
        cr_expect(WIFEXITED(status), "tool %d: killed for a call, signal %d", kind, WTERMSIG(status));
        cr_expect_eq(WEXITSTATUS(status), 0, "tool %d: eight contacts were solved", kind);
    }
}

#endif
