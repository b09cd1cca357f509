// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// chaos [COUNT [FROM]]: runs random scenes and tells which failed, how, and what they have in common.
// chaos --seed S: one scene; --shrink makes a failing one small.

#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#define CHAOS_HAS_FORK
#endif
#include "chaos/chaos_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(CHAOS_HAS_FORK)
#include <sys/wait.h>
#include <unistd.h>
#endif

static const char usage[] =
    "Usage: chaos [COUNT [FROM]] [--jobs N] [--kind WORD] [--quiet]\n"
    "       chaos --seed S [--without ITEMS] [--plain WORDS] [--steps N] [--trace] [--describe] [--shrink]\n"
    "\n"
    "Runs COUNT (100) random scenes from seed FROM (1) on, 120 steps each, and judges every step: finite, passive, "
    "under\n"
    "a second. Prints a line for each that failed, then how many failed in which way, and how often scenes with and\n"
    "without each feature did. Fails when one failed.\n"
    "\n"
    "  --jobs N          so many at a time (2)\n"
    "  --kind WORD       lines only for failures whose name begins so: crash, hang, refused, step, not, explodes,\n"
    "                    energy a, energy g, account, false, slow\n"
    "  --quiet           no lines, only the tables\n"
    "  --seed S          this scene alone\n"
    "  --without ITEMS   without the items of these numbers (--describe numbers them), as 0,3,17\n"
    "  --plain WORDS     some things made plain, as restitution,spin:\n"
#define USAGE_PLAIN(name, word, text) "                      " word ": " text "\n"
    CHAOS_PLAINS(USAGE_PLAIN)
#undef USAGE_PLAIN
        "  --steps N         so many steps\n"
        "  --trace           a line for each step\n"
        "  --describe        what is in the scene\n"
        "  --shrink          leaves out what the failure does not need, and prints the line that repeats the rest\n";

typedef struct options {
    chaos_order order;
    bool has_seed, is_quiet, describes, shrinks;
    uint64_t count, from;
    int jobs;
    const char* kind;
} options;

// ---------------------------------------------------------------------------------------------------------------------
// Arguments
// ---------------------------------------------------------------------------------------------------------------------

static int refuse(const char* what, const char* value)
{
    fprintf(stderr, "chaos: %s '%s'\n\n%s", what, value, usage);
    return 2;
}

static bool read_items(const char* text, chaos_order* order)
{
    char* end = NULL;
    for (const char* at = text; *at != '\0'; at = *end == ',' ? end + 1 : end) {
        long item = strtol(at, &end, 10);
        if (end == at || item < 0 || item >= CHAOS_MAX_ITEMS || (*end != ',' && *end != '\0')) return false;
        order->is_left_out[item] = true;
    }
    return true;
}

static bool read_plains(const char* text, chaos_order* order)
{
    while (*text != '\0') {
        size_t length = strcspn(text, ",");
        int found = -1;
        for (int i = 0; i < CHAOS_PLAIN_COUNT; i++) {
            const char* name = chaos_plain_name((chaos_plain)i);
            if (strlen(name) == length && strncmp(name, text, length) == 0) found = i;
        }
        if (found < 0) return false;
        order->plains |= 1u << found;
        text += length + (text[length] == ',' ? 1 : 0);
    }
    return true;
}

static bool read_number(const char* text, uint64_t* number)
{
    char* end;
    *number = strtoull(text, &end, 10);
    return end != text && *end == '\0' && text[0] != '-';
}

// An argument that takes a value; false when there is none.
static bool takes_value(const char* name)
{
    static const char* const names[] = {"--seed", "--without", "--plain", "--steps", "--jobs", "--kind"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static bool read_option(options* o, const char* name, const char* value)
{
    uint64_t number = 0;
    if (strcmp(name, "--without") == 0) return read_items(value, &o->order);
    if (strcmp(name, "--plain") == 0) return read_plains(value, &o->order);
    if (strcmp(name, "--kind") == 0) {
        o->kind = value;
        return true;
    }
    if (!read_number(value, &number)) return false;
    if (strcmp(name, "--seed") == 0) {
        o->order.seed = number;
        o->has_seed = true;
    } else if (strcmp(name, "--steps") == 0) {
        o->order.steps = (int)(number < 1000000 ? number : 1000000);
    } else {
        o->jobs = (int)(number < 1 ? 1 : number > 64 ? 64 : number);
    }
    return true;
}

static bool read_flag(options* o, const char* name)
{
    if (strcmp(name, "--trace") == 0) return o->order.is_traced = true;
    if (strcmp(name, "--describe") == 0) return o->describes = true;
    if (strcmp(name, "--shrink") == 0) return o->shrinks = true;
    if (strcmp(name, "--quiet") == 0) return o->is_quiet = true;
    return false;
}

// 0, or the exit status.
static int read_arguments(options* o, int argc, char** argv)
{
    int numbers = 0;
    for (int i = 1; i < argc; i++) {
        if (takes_value(argv[i])) {
            if (i + 1 == argc) return refuse("no value for", argv[i]);
            if (!read_option(o, argv[i], argv[i + 1])) return refuse("not understood", argv[i + 1]);
            i++;
        } else if (argv[i][0] == '-') {
            if (!read_flag(o, argv[i])) return refuse("no such option", argv[i]);
        } else if (numbers == 2 || !read_number(argv[i], numbers == 0 ? &o->count : &o->from)) {
            return refuse("not understood", argv[i]);
        } else {
            numbers++;
        }
    }
    return 0;
}

// ---------------------------------------------------------------------------------------------------------------------
// One scene
// ---------------------------------------------------------------------------------------------------------------------

static void describe_shape(const chaos_shape* s)
{
    printf(" %s %.4g x %.4g x %.4g m", belay_shape_type_name(s->type), s->size.x, s->size.y, s->size.z);
}

static void describe_partner(int partner)
{
    if (partner == CHAOS_WORLD) printf(" the world");
    if (partner == CHAOS_NOTHING) printf(" nothing");
    if (partner >= 0) printf(" body %d", partner);
}

static void describe_axis(const belay_joint_axis* x, int k)
{
    const belay_joint_limit* l = &x->limit;
    if (!l->is_enabled && !x->motor.is_enabled && !x->spring.is_enabled) return;
    printf("; %d:", k);
    if (l->is_enabled) printf(" limit %.4g to %.4g (stiffness %.3g)", l->min, l->max, l->stiffness);
    if (x->motor.is_enabled) printf(" motor %.4g, up to %.3g", x->motor.speed, x->motor.max_force);
    if (x->spring.is_enabled)
        printf(" spring to %.4g, %.3g, damping %.3g, up to %.3g", x->spring.target, x->spring.stiffness,
               x->spring.damping, x->spring.max_force);
}

static void describe_world(const chaos_scene* s)
{
    const belay_world_def* d = &s->world;
    printf("seed %llu: h 1/%.4g s, theta %.4g, gravity (%.3g %.3g %.3g), size %.3g m, %s\n",
           (unsigned long long)s->seed, 1.0 / d->step_seconds, d->theta, d->gravity.x, d->gravity.y, d->gravity.z,
           s->size, d->enable_sleep ? "sleep" : "no sleep");
    printf(
        "  solver: tolerance %.2g, %d sweeps, work %lld, budget %.2g s, warm start %d; margin %.3g m, recovery %.3g, "
        "continuous %d\n",
        d->solver.tolerance, d->solver.max_iterations, (long long)d->solver.max_work, d->solver.budget_seconds,
        d->solver.enable_warm_start, d->contact_margin, d->overlap_recovery, d->enable_continuous);
    printf("  features:");
    for (int i = 0; i < CHAOS_FEATURE_COUNT; i++)
        if (chaos_scene_has(s, (chaos_feature)i)) printf(" [%s]", chaos_feature_name((chaos_feature)i));
    printf("\n");
}

static void describe_body(const chaos_body* b, int item, int i)
{
    printf("  %3d body %d:", item, i);
    for (int k = 0; k < b->shape_count; k++)
        describe_shape(&b->shapes[k]);
    printf(", %.4g kg/m^3 at (%.4g %.4g %.4g), v (%.4g %.4g %.4g) w (%.4g %.4g %.4g), mu %.3g e %.3g%s%s%s\n",
           b->density, b->pose.position.x, b->pose.position.y, b->pose.position.z, b->linear.x, b->linear.y,
           b->linear.z, b->angular.x, b->angular.y, b->angular.z, b->material.friction, b->material.restitution,
           b->is_rotation_locked ? ", locked" : "", b->starts_asleep ? ", asleep" : "",
           b->gravity_scale != 1.0 ? ", other gravity" : "");
}

static void describe(const chaos_scene* s)
{
    int item = 0;
    describe_world(s);
    for (int i = 0; i < s->ground_count; i++) {
        const chaos_ground* g = &s->grounds[i];
        printf("  %3d ground %d:", item++, i);
        describe_shape(&g->shape);
        printf(" at (%.4g %.4g %.4g), mu %.3g e %.3g%s%s\n", g->pose.position.x, g->pose.position.y, g->pose.position.z,
               g->material.friction, g->material.restitution, g->is_sensor ? ", sensor" : "",
               g->surface_velocity.x != 0.0 ? ", conveyor" : "");
    }
    for (int i = 0; i < s->mover_count; i++) {
        const chaos_mover* m = &s->movers[i];
        printf("  %3d mover %d:", item++, i);
        describe_shape(&m->shape);
        printf(" at (%.4g %.4g %.4g), spin (%.4g %.4g %.4g), swing (%.4g %.4g %.4g) at %.4g rad/s, mu %.3g e %.3g%s\n",
               m->pose.position.x, m->pose.position.y, m->pose.position.z, m->spin.x, m->spin.y, m->spin.z, m->swing.x,
               m->swing.y, m->swing.z, m->frequency, m->material.friction, m->material.restitution,
               m->is_carried ? ", carried" : "");
    }
    for (int i = 0; i < s->body_count; i++)
        describe_body(&s->bodies[i], item++, i);
    for (int i = 0; i < s->joint_count; i++) {
        const chaos_joint* j = &s->joints[i];
        printf("  %3d %s: body %d to", item++, belay_joint_type_name(j->type), j->a);
        describe_partner(j->b);
        printf(" at (%.4g %.4g %.4g) along (%.3g %.3g %.3g)", j->anchor.x, j->anchor.y, j->anchor.z, j->axis.x,
               j->axis.y, j->axis.z);
        for (int k = 0; k < 6; k++)
            describe_axis(&j->axes[k], k);
        printf("%s%s%s\n", j->collides ? ", collides" : "", j->break_force < 1e300 ? ", breaks" : "",
               j->offset.x != 0.0 ? ", out of place" : "");
    }
    for (int i = 0; i < s->rod_count; i++) {
        const chaos_rod* r = &s->rods[i];
        printf("  %3d %s rod: %d elements, %.4g m, radius %.3g m, %.3g kg/m^3, %.3g Pa, damping %.2g s, theta %.2g, "
               "from body %d to",
               item++, belay_rod_model_name(r->model), r->element_count, r->length, r->radius, r->density,
               r->young_modulus, r->damping_time, r->theta, r->a);
        describe_partner(r->b);
        printf("%s\n", r->type == BELAY_ROD_PIN ? "" : r->type == BELAY_ROD_CLAMP ? ", clamped" : ", gripped");
    }
    for (int i = 0; i < s->deed_count; i++)
        printf("      deed %d on %d in step %d\n", (int)s->deeds[i].type, s->deeds[i].index, s->deeds[i].step + 1);
}

static void print_result(const chaos_result* r)
{
    printf("%-8s seed %llu:", r->failures == 0 ? "ok" : "FAILED", (unsigned long long)r->seed);
    for (int i = 0; i < CHAOS_FAILURE_COUNT; i++)
        if ((r->failures >> i & 1) != 0)
            printf(" [%s, step %d]", chaos_failure_name((chaos_failure)i), r->first_step[i]);
    if (r->failures == 0 || r->worst_gain > 1e-9)
        printf(" gain %.2g of a step, %.2g of all", r->worst_gain, r->sum_gain);
    if (r->slowest > 0.2) printf(", slowest step %.2f s", r->slowest);
    printf("%s%s\n", r->note[0] != '\0' ? "; " : "", r->note);
    fflush(stdout);
}

// ---------------------------------------------------------------------------------------------------------------------
// Shrinking
// ---------------------------------------------------------------------------------------------------------------------

// It fails as badly as before: in the same way, or in a worse one. Gains down to a hundredth count: what is left out
// makes the rest lighter.
static bool fails_still(const chaos_order* order, const chaos_result* right)
{
    chaos_result r = chaos_run_apart(order);
    chaos_failure worst = chaos_result_worst(&r), wanted = chaos_result_worst(right);
    if (worst == CHAOS_FAIL_REFUSED && wanted != worst) return false;
    if ((worst == CHAOS_FAIL_GAIN || worst == CHAOS_FAIL_STEP_GAIN) && r.worst_gain < 0.01 * right->worst_gain)
        return false;
    return worst <= wanted;
}

// Items first, from the last, in ever smaller groups; then features.
static chaos_order shrink(chaos_order order, const chaos_result* right)
{
    chaos_scene scene;
    chaos_order whole = {.seed = order.seed};
    int count = chaos_scene_item_count(chaos_order_scene(&whole, &scene));
    order.steps = right->steps < CHAOS_STEPS ? right->steps + 10 : CHAOS_STEPS;
    for (int group = (count + 1) / 2; group >= 1; group = group == 1 ? 0 : (group + 1) / 2) {
        for (int first = count - group; first > -group; first -= group) {
            chaos_order less = order;
            bool is_less = false;
            for (int i = first < 0 ? 0 : first; i < first + group; i++) {
                is_less = is_less || !less.is_left_out[i];
                less.is_left_out[i] = true;
            }
            if (is_less && fails_still(&less, right)) order = less;
        }
    }
    for (int i = 0; i < CHAOS_PLAIN_COUNT; i++) {
        chaos_order plain = order;
        plain.plains |= 1u << i;
        if (plain.plains != order.plains && fails_still(&plain, right)) order = plain;
    }
    order.steps = 0;
    return order;
}

static int run_one(const options* o)
{
    chaos_scene scene;
    chaos_order order = o->order;
    char line[1024];
    if (o->describes) describe(chaos_order_scene(&order, &scene));
    chaos_result r = chaos_run_apart(&order);
    print_result(&r);
    if (o->shrinks && r.failures != 0) {
        order.is_traced = false;
        order = shrink(order, &r);
        printf("\n");
        describe(chaos_order_scene(&order, &scene));
        chaos_result small = chaos_run_apart(&order);
        print_result(&small);
    }
    chaos_order_print(&order, line, sizeof line);
    printf("%s\n", line);
    return r.failures != 0;
}

// ---------------------------------------------------------------------------------------------------------------------
// Many
// ---------------------------------------------------------------------------------------------------------------------

typedef struct tally {
    uint64_t runs, failed;
    uint64_t by_kind[CHAOS_FAILURE_COUNT], worst[CHAOS_FAILURE_COUNT];
    uint64_t with[CHAOS_FEATURE_COUNT], with_failed[CHAOS_FEATURE_COUNT], closed;
    uint64_t by_gain[5]; // of those with a gain: up to 1e-6, 1e-3, 1, 1e3 of the energy at the start, above
    double seconds, slowest;
} tally;

static void count(tally* t, const chaos_result* r)
{
    static const double bounds[] = {1e-6, 1e-3, 1.0, 1e3};
    bool is_failed = r->failures != 0;
    double gain = r->sum_gain > r->worst_gain ? r->sum_gain : r->worst_gain;
    int at = 0;
    t->runs++;
    t->failed += is_failed;
    t->seconds += r->seconds;
    t->slowest = r->slowest > t->slowest ? r->slowest : t->slowest;
    for (int i = 0; i < CHAOS_FAILURE_COUNT; i++)
        t->by_kind[i] += r->failures >> i & 1;
    if (is_failed) t->worst[chaos_result_worst(r)]++;
    for (int i = 0; i < CHAOS_FEATURE_COUNT; i++) {
        bool has = (r->features >> i & 1) != 0;
        t->with[i] += has;
        t->with_failed[i] += has && is_failed;
    }
    if ((r->failures & (1u << CHAOS_FAIL_GAIN | 1u << CHAOS_FAIL_STEP_GAIN | 1u << CHAOS_FAIL_EXPLODES)) == 0) return;
    while (at < 4 && gain > bounds[at])
        at++;
    t->by_gain[at]++;
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

static void print_tables(const tally* t)
{
    static const char* const bounds[] = {"<= 1e-6", "<= 1e-3", "<= 1", "<= 1000", "> 1000"};
    printf("\n%llu scenes, %llu failed (%.1f %%); %.0f s of CPU time in steps, slowest step %.2f s\n\n",
           (unsigned long long)t->runs, (unsigned long long)t->failed, percent(t->failed, t->runs), t->seconds,
           t->slowest);
    printf("%-32s %8s %14s\n", "kind of failure", "scenes", "as the worst");
    for (int i = 0; i < CHAOS_FAILURE_COUNT; i++)
        printf("%-32s %8llu %14llu\n", chaos_failure_name((chaos_failure)i), (unsigned long long)t->by_kind[i],
               (unsigned long long)t->worst[i]);
    printf("\n%-32s %8s\n", "gain over the energy at start", "scenes");
    for (int i = 0; i < 5; i++)
        printf("%-32s %8llu\n", bounds[i], (unsigned long long)t->by_gain[i]);
    printf("\n%-32s %8s %8s %12s %12s\n", "feature", "scenes", "failed", "% with it", "% without");
    for (int i = 0; i < CHAOS_FEATURE_COUNT; i++)
        printf("%-32s %8llu %8llu %12.1f %12.1f\n", chaos_feature_name((chaos_feature)i),
               (unsigned long long)t->with[i], (unsigned long long)t->with_failed[i],
               percent(t->with_failed[i], t->with[i]), percent(t->failed - t->with_failed[i], t->runs - t->with[i]));
}

static void take(tally* t, const chaos_result* r, const options* o)
{
    count(t, r);
    if (r->failures == 0 || o->is_quiet) return;
    const char* name = chaos_failure_name(chaos_result_worst(r));
    if (o->kind == NULL || strncmp(name, o->kind, strlen(o->kind)) == 0) print_result(r);
}

static chaos_result run_seed(const options* o, uint64_t i)
{
    chaos_order order = o->order;
    order.seed = o->from + i;
    return chaos_run_apart(&order);
}

static void run_here(tally* t, const options* o)
{
    for (uint64_t i = 0; i < o->count; i++) {
        chaos_result r = run_seed(o, i);
        take(t, &r, o);
    }
}

#if defined(CHAOS_HAS_FORK)
// Workers take every jobs-th seed each and write results into one pipe, whole ones, as they are smaller than PIPE_BUF.
static void run_many(tally* t, const options* o)
{
    int ends[2];
    chaos_result r;
    fflush(stdout);
    if (pipe(ends) != 0) {
        run_here(t, o);
        return;
    }
    for (int k = 0; k < o->jobs; k++) {
        if (fork() != 0) continue;
        close(ends[0]);
        for (uint64_t i = (uint64_t)k; i < o->count; i += (uint64_t)o->jobs) {
            r = run_seed(o, i);
            if (write(ends[1], &r, sizeof r) != (ssize_t)sizeof r) break;
        }
        _exit(0);
    }
    close(ends[1]);
    while (read(ends[0], &r, sizeof r) == (ssize_t)sizeof r)
        take(t, &r, o);
    close(ends[0]);
    while (wait(NULL) > 0) {
    }
}
#else
static void run_many(tally* t, const options* o)
{
    run_here(t, o);
}
#endif

int main(int argc, char** argv)
{
    options o = {.count = 100, .from = 1, .jobs = 2};
    tally t = {0};
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        printf("%s", usage);
        return 0;
    }
    int status = read_arguments(&o, argc, argv);
    if (status != 0) return status;
    if (o.has_seed) return run_one(&o);
    run_many(&t, &o);
    print_tables(&t);
    if (t.runs != o.count) fprintf(stderr, "chaos: only %llu scenes ran\n", (unsigned long long)t.runs);
    return t.failed > 0 || t.runs != o.count;
}
