// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Ropes that are cut and joined in the middle of things: loads that fall, knots that stay, ropes that run off a drum,
// and pairs that touch, however often it is done.

#include "support/chance.h"
#include "support/rods/rod_scene.h"

#include "scenes/knot_type.h"
#include "scenes/rod_shapes.h"

#include <criterion/criterion.h>

#define H 0.002

static const belay_rod_model models[] = {BELAY_ROD_NODAL, BELAY_ROD_SUPER_HELIX, BELAY_ROD_MASS_SPRING,
                                         BELAY_ROD_CORDE};
#define MODELS (sizeof models / sizeof models[0])

// ---------------------------------------------------------------------------------------------------------------------
// A rope with a load
// ---------------------------------------------------------------------------------------------------------------------

#define LINE_MASS 0.1 // kg/m
#define LOAD 1.0      // kg
#define ELEMENTS 16

typedef struct loaded {
    belay_world* world;
    belay_rod_id rope;
    belay_body_id load;
} loaded;

// A metre of rope that hangs from the origin, and calm.
static loaded hang(belay_rod_model model)
{
    loaded l = {.world = scene_world(H)};
    belay_rod_def def = rod_of(LINE_MASS, 2e3, 1e-4, 0.004);
    def.model = model;
    def.element_count = ELEMENTS;
    def.direction = v3(0.0, 0.0, -1.0);
    def.damping_time = 0.02;
    def.is_kept_awake = true;
    l.rope = rod_make(l.world, &def);
    rod_hold(l.world, l.rope, BELAY_ROD_PIN, 0.0, the_world);
    l.load = rod_weight(l.world, LOAD, v3(0.0, 0.0, -1.0));
    rod_hold(l.world, l.rope, BELAY_ROD_PIN, 1.0, l.load);
    scene_steps(l.world, 800);
    return l;
}

// Of the weights times heights, kg m.
static double first_moment(const loaded* l, belay_rod_id rope)
{
    belay_rod_energies e;
    cr_assert(belay_rod_get_energies(l->world, rope, &e) == BELAY_OK);
    return e.potential / SCENE_G + LOAD * scene_state(l->world, l->load).pose.position.z;
}

// Whatever load and rope do to each other, their centre falls as a stone does, from the step of the cut on.
Test(rods_cut, what_is_cut_off_falls_with_g)
{
    for (size_t k = 0; k < MODELS; k++) {
        loaded l = hang(models[k]);
        belay_rod_id tail;
        double before = first_moment(&l, l.rope);
        cr_assert(belay_rod_cut(l.world, l.rope, 0.5, &tail) == BELAY_OK);
        belay_rod_energies of_head;
        belay_rod_get_energies(l.world, l.rope, &of_head);
        before -= of_head.potential / SCENE_G;
        double mass = LOAD + 0.5 * LINE_MASS, worst = 0.0;
        for (int i = 1; i <= 100; i++) {
            scene_steps(l.world, 1);
            double t = H * i, fallen = (first_moment(&l, tail) - before) / mass;
            worst = fmax(worst, fabs(fallen + 0.5 * SCENE_G * t * t));
        }
        // The world's own parabola goes through the points of the true one: what is left is rounding.
        scene_check_near(worst, 0.0, 1e-12, belay_rod_model_name(models[k]));
        belay_world_destroy(l.world);
    }
}

// The rest springs up, and then hangs on itself: in the middle of an element, the weight of what is below.
Test(rods_cut, what_is_left_carries_itself)
{
    for (size_t k = 0; k < MODELS; k++) {
        loaded l = hang(models[k]);
        double tensions[ELEMENTS];
        belay_rod_get_tensions(l.world, l.rope, tensions, ELEMENTS, NULL);
        if (models[k] != BELAY_ROD_SUPER_HELIX)
            scene_check_near(tensions[0], SCENE_G * (LOAD + LINE_MASS * (1.0 - 0.5 / ELEMENTS)), 1e-9, "loaded, N");
        double stretched = -rod_node(l.world, l.rope, -1).z - 1.0;
        cr_assert(belay_rod_cut(l.world, l.rope, 0.5, NULL) == BELAY_OK);
        double cut = rod_node(l.world, l.rope, -1).z;
        scene_steps(l.world, 800);
        if (models[k] != BELAY_ROD_SUPER_HELIX) cr_expect_gt(rod_node(l.world, l.rope, -1).z - cut, 0.4 * stretched);
        belay_rod_get_tensions(l.world, l.rope, tensions, ELEMENTS, NULL);
        for (int i = 0; i < ELEMENTS / 2; i++)
            scene_check_near(tensions[i], SCENE_G * LINE_MASS * (0.5 - (i + 0.5) / ELEMENTS), 1e-9, "tension, N");
        belay_world_destroy(l.world);
    }
}

// The load is caught again before it has gone far, by a joint. What the rope carries it carries through that.
Test(rods_cut, a_joint_carries_what_the_rope_did)
{
    const belay_rod_model stretching[] = {BELAY_ROD_NODAL, BELAY_ROD_MASS_SPRING, BELAY_ROD_CORDE};
    for (int k = 0; k < 3; k++) {
        loaded l = hang(stretching[k]);
        double before[ELEMENTS], after[ELEMENTS];
        belay_rod_get_tensions(l.world, l.rope, before, ELEMENTS, NULL);
        belay_rod_id tail;
        cr_assert(belay_rod_cut(l.world, l.rope, 0.5, &tail) == BELAY_OK);
        scene_steps(l.world, 10);
        double gap = v3_distance(rod_node(l.world, l.rope, -1), rod_node(l.world, tail, 0));
        cr_expect(gap > 0.002 && gap < 0.05, "they are %g m apart", gap);
        cr_assert(belay_rod_join(l.world, l.rope, 1, tail, 0, BELAY_ROD_JOINT_STRAIGHT, NULL) == BELAY_OK);
        cr_expect_eq(rod_info(l.world, l.rope).element_count, ELEMENTS);
        scene_steps(l.world, 1500);
        belay_rod_get_tensions(l.world, l.rope, after, ELEMENTS, NULL);
        for (int i = 0; i < ELEMENTS; i++)
            scene_check_near(after[i], before[i], 1e-9, "tension, N");
        belay_world_destroy(l.world);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Seams
// ---------------------------------------------------------------------------------------------------------------------

static int contacts_of_rods(const belay_world* world)
{
    int32_t count;
    int found = 0;
    const belay_rod_contact* c = belay_world_get_rod_contacts(world, &count);
    for (int32_t i = 0; i < count; i++)
        found += c[i].rod_b.value != 0;
    return found;
}

// The caps of the two ends are in each other when they come to be. Nothing pushes them out; drawn apart and pushed
// together again, they touch as any rods do: at two radii.
Test(rods_cut, ends_touch_once_they_have_been_apart)
{
    belay_world* world = scene_world(H);
    belay_world_set_gravity(world, v3_zero());
    belay_rod_def def = belay_rod_def_default();
    belay_rod_id head = rod_make(world, &def), tail;
    cr_assert(belay_rod_cut(world, head, 0.5, &tail) == BELAY_OK);
    scene_steps(world, 50);
    cr_expect_eq(contacts_of_rods(world), 0);
    cr_expect_lt(fmax(rod_fastest(world, head), rod_fastest(world, tail)), 1e-12);
    rod_move(world, tail, v3(0.2, 0.0, 0.0));
    scene_steps(world, 40); // 16 mm; the radius is 5 mm
    cr_expect_eq(contacts_of_rods(world), 0);
    rod_move(world, tail, v3(-0.2, 0.0, 0.0));
    double least = 1.0;
    for (int i = 0; i < 100; i++) {
        scene_steps(world, 1);
        least = fmin(least, v3_distance(rod_node(world, head, -1), rod_node(world, tail, 0)));
    }
    cr_expect_gt(least, 2.0 * def.radius - 1e-5);
    cr_expect_gt(rod_fastest(world, head), 0.05); // it was hit
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// A knot
// ---------------------------------------------------------------------------------------------------------------------

static double bend_energy(const belay_world* world, belay_rod_id rod)
{
    belay_rod_energies e;
    cr_assert(belay_rod_get_energies(world, rod, &e) == BELAY_OK);
    return e.bend;
}

static unsigned determinant_of(const belay_world* world, belay_rod_id rod)
{
    static belay_vec3 nodes[ROD_MAX_NODES];
    int count = rod_nodes(world, rod, nodes);
    return (unsigned)knot_type_of(nodes, count, false).determinant;
}

// Both tails of a knot that was drawn tight are cut off. Friction holds it shut as it would have with them.
Test(rods_cut, a_tight_knot_stays_without_its_tails)
{
    belay_world* world = scene_world(1e-3);
    belay_world_set_gravity(world, v3_zero());
    static belay_vec3 nodes[ROD_MAX_NODES];
    rod_shape_knot shape = {.loop_radius = 0.05, .apart = 2.2 * 0.0015, .k = 1, .reach = 0.175};
    rod_shape_loose_knot(&shape, nodes, 81);
    belay_rod_def def = rod_of(0.01, 2000.0, 1e-3, 0.0015);
    def.element_count = 80;
    def.nodes = nodes;
    def.drag = 5.0;
    def.material.friction = 0.3;
    belay_rod_id knot = rod_make(world, &def), off;
    double length = rod_length(world, knot);
    for (int i = 0; i < 1000; i++) {
        double force = fmin(3.0, 4e-3 * i);
        rod_push(world, knot, 0.0, v3(-force, 0.0, 0.0));
        rod_push(world, knot, length, v3(force, 0.0, 0.0));
        scene_steps(world, 1);
    }
    double tight = bend_energy(world, knot);
    cr_assert_eq(determinant_of(world, knot), 3);
    cr_assert(belay_rod_cut(world, knot, 0.8 * length, &off) == BELAY_OK);
    cr_assert(belay_rod_cut(world, knot, 0.2 * length, &knot) == BELAY_OK);
    cr_expect_gt(bend_energy(world, knot), 0.95 * tight);
    scene_steps(world, 600);
    cr_expect_eq(determinant_of(world, knot), 3);
    cr_expect_gt(bend_energy(world, knot), 0.5 * tight, "%g of %g J", bend_energy(world, knot), tight);
    cr_expect_eq(determinant_of(world, off), 1);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// A drum
// ---------------------------------------------------------------------------------------------------------------------

#define ROUND 0.05 // m, from the drum's axis to the rope's
#define ON_DRUM 10
#define HANGING 10

// Over the drum, half a metre down on both sides, half round.
static belay_rod_id hang_over(belay_world* world, double radius)
{
    belay_vec3 nodes[ON_DRUM + 2 * HANGING + 1];
    double element = SCENE_PI * ROUND / ON_DRUM;
    for (int i = 0; i <= ON_DRUM + 2 * HANGING; i++) {
        int on = i - HANGING;
        double angle = SCENE_PI * fmin(fmax(on, 0), ON_DRUM) / ON_DRUM;
        double down = element * (on < 0 ? -on : on > ON_DRUM ? on - ON_DRUM : 0);
        nodes[i] = v3(-ROUND * cos(angle), 0.0, ROUND * sin(angle) - down);
    }
    belay_rod_def def = rod_of(LINE_MASS, 500.0, 1e-6, radius);
    def.element_count = ON_DRUM + 2 * HANGING;
    def.nodes = nodes;
    def.material.friction = 0.2;
    def.drag = 2.0;
    return rod_make(world, &def);
}

// In balance; with one side cut short the other is heavier than friction can hold, exp(0.2 pi) = 1.9 times: it runs off
// and falls, and that it lay there has ended once.
Test(rods_cut, a_rope_runs_off_its_drum)
{
    belay_world* world = scene_world(H);
    double radius = 0.003;
    rod_drum(world, ROUND - radius, 0.2, (belay_material){0.2, 0.0});
    belay_rod_id rope = hang_over(world, radius), tail;
    scene_steps(world, 400);
    cr_expect_lt(rod_fastest(world, rope), 0.02, "%g m/s", rod_fastest(world, rope));
    cr_assert(belay_rod_cut(world, rope, rod_length(world, rope) * (HANGING + ON_DRUM + 3) / (2 * HANGING + ON_DRUM),
                            &tail) == BELAY_OK);
    int ended = 0;
    for (int i = 0; i < 400; i++) {
        scene_steps(world, 1);
        int32_t count;
        const belay_rod_contact_event* e = belay_world_get_rod_contact_events(world, &count);
        for (int32_t k = 0; k < count; k++)
            ended += e[k].type == BELAY_CONTACT_END && e[k].rod_a.value == rope.value && e[k].body_b.value != 0;
    }
    cr_expect_eq(ended, 1, "it ended %d times", ended);
    cr_expect_lt(rod_node(world, rope, -1).z, -0.5);
    cr_expect_lt(rod_node(world, rope, -1).x, 0.0); // on the side of the longer part
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Over and over
// ---------------------------------------------------------------------------------------------------------------------

#define MOST_PAIRS 256

// Pairs that have begun and not ended.
typedef struct ledger {
    uint64_t a[MOST_PAIRS], b[MOST_PAIRS];
    int count, begun;
} ledger;

static int find_pair(const ledger* l, uint64_t a, uint64_t b)
{
    for (int i = 0; i < l->count; i++)
        if (l->a[i] == a && l->b[i] == b) return i;
    return -1;
}

static void read_events(const belay_world* world, ledger* l)
{
    int32_t count;
    const belay_rod_contact_event* e = belay_world_get_rod_contact_events(world, &count);
    for (int32_t i = 0; i < count; i++) {
        uint64_t a = e[i].rod_a.value, b = e[i].rod_b.value != 0 ? e[i].rod_b.value : e[i].collider_b.value;
        int at = find_pair(l, a, b);
        cr_assert((e[i].type == BELAY_CONTACT_BEGIN) == (at < 0), "a pair begins twice or ends unbegun");
        if (e[i].type == BELAY_CONTACT_BEGIN) {
            cr_assert_lt(l->count, MOST_PAIRS);
            l->a[l->count] = a;
            l->b[l->count++] = b;
            l->begun++;
        } else if (e[i].type == BELAY_CONTACT_END) {
            l->a[at] = l->a[--l->count];
            l->b[at] = l->b[l->count];
        }
    }
}

#define MOST_RODS 12

typedef struct pile {
    belay_world* world;
    belay_rod_id rods[MOST_RODS];
    int count, cuts, joins;
} pile;

static void cut_one(pile* h, uint64_t* lot)
{
    int i = (int)(chance_next(lot) * h->count);
    if (h->count == MOST_RODS) return;
    double s = chance_next(lot) * rod_length(h->world, h->rods[i]);
    if (belay_rod_cut(h->world, h->rods[i], s, &h->rods[h->count]) != BELAY_OK) return;
    h->count++;
    h->cuts++;
}

// The first two ends that are near enough, from a place in the list drawn at random.
static void join_one(pile* h, uint64_t* lot)
{
    int from = (int)(chance_next(lot) * h->count);
    for (int k = 0; k < 4 * h->count * h->count; k++) {
        int i = (from + k / 4 / h->count) % h->count, j = k / 4 % h->count;
        if (belay_rod_join(h->world, h->rods[i], k & 1, h->rods[j], k >> 1 & 1, (belay_rod_joint)(k % 2), NULL) !=
            BELAY_OK)
            continue;
        h->rods[j] = h->rods[--h->count];
        h->joins++;
        return;
    }
}

static uint64_t run_pile(int seed)
{
    pile h = {.world = scene_world(H)};
    uint64_t lot = (uint64_t)seed;
    scene_plane(h.world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_rod_def def = rod_of(LINE_MASS, 300.0, 1e-4, 0.005);
    def.element_count = 16;
    def.length = 0.6;
    for (int i = 0; i < 3; i++) {
        def.start = v3(-0.3, 0.02 * i, 0.02 + 0.02 * i);
        def.direction = v3(1.0, 0.1 * i, 0.0);
        h.rods[h.count++] = rod_make(h.world, &def);
    }
    static ledger l;
    l = (ledger){.count = 0};
    for (int i = 0; i < 240; i++) {
        if (i % 6 == 3) (chance_next(&lot) < 0.6 ? cut_one : join_one)(&h, &lot);
        scene_steps(h.world, 1);
        read_events(h.world, &l);
    }
    cr_expect(h.cuts > 5 && h.joins > 3, "%d cuts, %d joins", h.cuts, h.joins);
    cr_expect_gt(l.begun, 12, "%d pairs, %d cuts, %d joins, %d rods", l.begun, h.cuts, h.joins, h.count);
    uint64_t hash = belay_world_hash(h.world);
    for (int i = 0; i < h.count; i++) {
        cr_expect_gt(rod_node(h.world, h.rods[i], 0).z, 0.0); // none fell through
        cr_assert(belay_rod_destroy(h.world, h.rods[i]) == BELAY_OK);
    }
    scene_steps(h.world, 1);
    read_events(h.world, &l);
    cr_expect_eq(l.count, 0, "%d pairs are left that nobody ended", l.count);
    belay_world_destroy(h.world);
    return hash;
}

// Ropes in a pile, cut and joined at random: every begin has its end, and the same lot gives the same bits.
Test(rods_cut, pairs_begin_and_end_whatever_is_cut_and_joined)
{
    uint64_t first = run_pile(1);
    cr_expect_eq(run_pile(1), first);
    cr_expect_neq(run_pile(2), first);
}
