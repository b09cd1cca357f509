// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A thousand random scenes: every step of each is finite, and most are passive. What fails is repeated, traced and made
// small by the program `chaos`, as the message says.

#include "chaos/chaos_run.h"

#include "failed_seeds.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { GROUPS = 20, SCENES_OF_GROUP = 50 };

// Under the sanitizers, which look for other faults and take ten times as long: every tenth.
#if defined(__SANITIZE_ADDRESS__)
enum { STRIDE = 10 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { STRIDE = 10 };
#else
enum { STRIDE = 1 };
#endif
#else
enum { STRIDE = 1 };
#endif

// What holds in every scene: nothing crashes, hangs or is refused, every number is finite, and no step claims to have
// converged that has not.
static const chaos_failure never[] = {CHAOS_FAIL_CRASH,     CHAOS_FAIL_HANG,  CHAOS_FAIL_REFUSED,      CHAOS_FAIL_ERROR,
                                      CHAOS_FAIL_NONFINITE, CHAOS_FAIL_CLAIM, CHAOS_FAIL_CONTRADICTION};

// No step of any scene may gain more than 1e-9 of the energies in it, and none more than all that there was.
enum { MOST_GAINING = 0, MOST_EXPLODING = 0 };

typedef struct tally {
    int gaining, exploding;
} tally;

static bool has(const chaos_result* r, chaos_failure failure)
{
    return (r->failures >> failure & 1) != 0;
}

static void check_seed(uint64_t seed, tally* t)
{
    chaos_order order = {.seed = seed};
    char line[256];
    chaos_result r = chaos_run_apart(&order);
    chaos_order_print(&order, line, sizeof line);
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        cr_expect_not(has(&r, never[i]), "%s from step %d on; %s\n    again: %s", chaos_failure_name(never[i]),
                      r.first_step[never[i]], r.note, line);
    bool gains = has(&r, CHAOS_FAIL_GAIN) || has(&r, CHAOS_FAIL_STEP_GAIN) || has(&r, CHAOS_FAIL_ACCOUNT_GAIN);
    t->gaining += gains;
    t->exploding += has(&r, CHAOS_FAIL_EXPLODES);
}

static void check_group(int group)
{
    uint64_t first = 1 + (uint64_t)(group * SCENES_OF_GROUP);
    tally t = {0, 0};
    for (uint64_t i = 0; i < SCENES_OF_GROUP; i += STRIDE)
        check_seed(first + i, &t);
    cr_expect_leq(t.gaining, MOST_GAINING, "%d scenes gain", t.gaining);
    cr_expect_leq(t.exploding, MOST_EXPLODING, "%d scenes explode", t.exploding);
    cr_log_info("chaos, seeds from %d: %d gain, %d explode", (int)first, t.gaining, t.exploding);
}

// Criterion runs tests side by side, so each of these is one.
#define GROUP_TEST(number)                                                                                             \
    Test(chaos, group_##number)                                                                                        \
    {                                                                                                                  \
        check_group(number);                                                                                           \
    }
GROUP_TEST(0)
GROUP_TEST(1)
GROUP_TEST(2)
GROUP_TEST(3)
GROUP_TEST(4)
GROUP_TEST(5)
GROUP_TEST(6)
GROUP_TEST(7)
GROUP_TEST(8)
GROUP_TEST(9)
GROUP_TEST(10)
GROUP_TEST(11)
GROUP_TEST(12)
GROUP_TEST(13)
GROUP_TEST(14)
GROUP_TEST(15)
GROUP_TEST(16)
GROUP_TEST(17)
GROUP_TEST(18)
GROUP_TEST(19)

Test(chaos, seeds_that_failed_once)
{
    tally t = {0, 0};
    for (size_t i = 0; i < sizeof failed_seeds / sizeof failed_seeds[0]; i++)
        check_seed(failed_seeds[i], &t);
    cr_expect_eq(t.gaining, 0, "%d scenes gain again", t.gaining);
    cr_expect_eq(t.exploding, 0, "%d scenes explode again", t.exploding);
}

// Scenes with rods that made many times the energy that there was: by a limit that measured a step's gain by what the
// step had made, by a second solve that began with the impulses of the first, by stretch that was none.
Test(chaos, rods_that_exploded_do_not_any_more)
{
    static const uint64_t seeds[] = {7000105, 7000193, 7000280, 7000332, 8100019,
                                     8100277, 8100309, 8100340, 8100352, 8100362};
    tally t = {0, 0};
    for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i += STRIDE)
        check_seed(seeds[i], &t);
    cr_expect_eq(t.exploding, 0, "%d of them explode", t.exploding);
}

// ---------------------------------------------------------------------------------------------------------------------
// The judge itself
// ---------------------------------------------------------------------------------------------------------------------

// Nothing can be told by a thousand scenes of which most are empty.
Test(chaos, scenes_have_everything)
{
    int count[CHAOS_FEATURE_COUNT] = {0};
    chaos_scene scene;
    for (uint64_t seed = 1; seed <= GROUPS * SCENES_OF_GROUP; seed++) {
        chaos_scene_make(&scene, seed);
        cr_expect(scene.body_count >= 3 && scene.body_count <= CHAOS_MAX_BODIES);
        for (int i = 0; i < CHAOS_FEATURE_COUNT; i++)
            count[i] += chaos_scene_has(&scene, (chaos_feature)i);
    }
    for (int i = 0; i < CHAOS_FEATURE_COUNT; i++)
        cr_expect_geq(count[i], 10, "%s is in %d scenes", chaos_feature_name((chaos_feature)i), count[i]);
}

// A seed is a scene for good, or the list of failed ones would mean nothing: the same numbers each time, and the same
// course, bit for bit.
Test(chaos, a_seed_is_one_scene)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        chaos_order order = {.seed = seed};
        chaos_result a = chaos_run_apart(&order), b = chaos_run_apart(&order);
        cr_expect_eq(a.failures, b.failures);
        cr_expect_eq(a.steps, b.steps);
        cr_expect(a.sum_gain == b.sum_gain && a.lifted == b.lifted, "seed %llu", (unsigned long long)seed);
    }
}
