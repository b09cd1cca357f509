// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Events of rods: what they say of a landing, that begins and ends pair up whoever goes, what a sensor notices.

#include "support/events.h"
#include "support/rods/rod_scene.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#define H EVENTS_STEP

static const belay_material smooth = {0.0, 0.0};

static belay_world* restless_world(belay_vec3 gravity)
{
    return events_world(gravity, belay_world_def_default().solver.tolerance);
}

static const belay_vec3 weight = {0.0, 0.0, -SCENE_G};

#define RADIUS 0.01
#define LENGTH 0.4
#define MASS 0.04

// A straight rod along x around (x, y, z).
static belay_rod_def rod_at(double x, double y, double z)
{
    belay_rod_def def = rod_of(MASS / LENGTH, 1e3, 0.01, RADIUS);
    def.element_count = 8;
    def.length = LENGTH;
    def.start = v3(x - 0.5 * LENGTH, y, z);
    def.has_persist_events = true;
    return def;
}

static int count_events(const belay_world* world, belay_contact_event_type type, belay_rod_contact_event* last)
{
    int32_t count;
    const belay_rod_contact_event* events = belay_world_get_rod_contact_events(world, &count);
    int found = 0;
    for (int32_t i = 0; i < count; i++) {
        if (events[i].type != type) continue;
        found++;
        if (last != NULL) *last = events[i];
    }
    return found;
}

// ---------------------------------------------------------------------------------------------------------------------
// Contacts
// ---------------------------------------------------------------------------------------------------------------------

Test(rod_events, landing_is_one_pair_that_passes_the_momentum)
{
    // From 5 cm at 1 m/s downwards. A step's impulse is 0 until it lands; from then on gravity's h m g, beside m v at
    // the landing: all that was passed is what gravity gave, less what the rod still has.
    belay_world* world = restless_world(weight);
    belay_body_id ground = events_floor(world, smooth);
    belay_rod_def def = rod_at(0.0, 0.0, 0.05 + RADIUS);
    belay_rod_id rod = rod_make(world, &def);
    rod_move(world, rod, v3(0.0, 0.0, -1.0));
    double passed = 0.0, fastest = 0.0;
    int begins = 0;
    for (int i = 0; i < 60; i++) {
        belay_rod_contact_event e = {0};
        scene_steps(world, 1);
        int32_t count;
        belay_world_get_rod_contact_events(world, &count);
        cr_assert_leq(count, 1);
        int begun = count_events(world, BELAY_CONTACT_BEGIN, &e);
        count_events(world, BELAY_CONTACT_PERSIST, &e);
        passed += e.normal_impulse;
        begins += begun;
        if (count == 0) continue;
        cr_assert(e.rod_a.value == rod.value && e.rod_b.value == 0 && e.body_b.value == ground.value &&
                  e.collider_b.value == part_collider(world, ground).value);
        // The contact instant is half a step before the rod arrives: the surfaces are v h / 2 apart, at most.
        cr_assert(e.normal.z > 1.0 - 1e-12 && fabs(e.point.z) < 0.5 * 1.5 * H && e.s_a >= 0.0 && e.s_a <= LENGTH);
        fastest = fmax(fastest, e.approach_speed);
        // The nine nodes, or the ends of each of the eight elements that are not common: several places, one pair.
        if (i == 59) cr_expect_geq(e.place_count, 2);
    }
    cr_expect_eq(begins, 1);
    double v = -1.0 - SCENE_G * 12.0 * H; // 0.05 m is 10 to 12 steps
    cr_expect(fastest > 1.3 && fastest < -v, "approach speed %g", fastest);
    static belay_vec3 velocities[ROD_MAX_NODES];
    cr_assert(belay_rod_get_nodes(world, rod, NULL, velocities, ROD_MAX_NODES, NULL) == BELAY_OK);
    double momentum = 0.0;
    for (int i = 0; i < 9; i++)
        momentum += (i == 0 || i == 8 ? 0.5 : 1.0) * MASS / 8.0 * velocities[i].z;
    // The solver's tolerance is 1e-8 of the free velocities.
    scene_check_near(passed, MASS * (SCENE_G * 60.0 * H + 1.0) + momentum, 1e-7 * MASS, "impulses");
    belay_world_destroy(world);
}

Test(rod_events, sliding_speed_is_that_of_the_surfaces)
{
    belay_world* world = restless_world(weight);
    events_floor(world, smooth);
    belay_rod_def def = rod_at(0.0, 0.0, RADIUS);
    def.material = smooth;
    belay_rod_id rod = rod_make(world, &def);
    rod_move(world, rod, v3(1.2, 1.6, 0.0));
    for (int i = 0; i < 20; i++) {
        belay_rod_contact_event e;
        scene_steps(world, 1);
        cr_assert_eq(count_events(world, i == 0 ? BELAY_CONTACT_BEGIN : BELAY_CONTACT_PERSIST, &e), 1);
        cr_assert_float_eq(e.sliding_speed, 2.0, 1e-6);
    }
    belay_world_destroy(world);
}

Test(rod_events, persist_is_reported_where_wanted)
{
    belay_world* world = restless_world(weight);
    events_floor(world, smooth);
    belay_collider_def loud = belay_collider_def_box(v3(1.0, 1.0, 1.0));
    loud.has_persist_events = true;
    part_fixed(world, BELAY_BODY_STATIC, part_at(20.0, 0.0, -0.5), &loud);
    belay_rod_def quiet = rod_at(0.0, 0.0, RADIUS), above = rod_at(20.0, 0.0, RADIUS);
    quiet.has_persist_events = above.has_persist_events = false;
    rod_make(world, &quiet);
    belay_rod_id rod = rod_make(world, &above);
    scene_steps(world, 1);
    cr_expect_eq(count_events(world, BELAY_CONTACT_BEGIN, NULL), 2);
    for (int i = 0; i < 20; i++) {
        belay_rod_contact_event e = {0};
        scene_steps(world, 1);
        cr_assert_eq(count_events(world, BELAY_CONTACT_PERSIST, &e), 1);
        cr_assert_eq(e.rod_a.value, rod.value);
    }
    belay_world_destroy(world);
}

Test(rod_events, two_rods_are_one_pair)
{
    // One above the other along 40 cm, touching everywhere.
    belay_world* world = restless_world(v3_zero());
    belay_rod_def def = rod_at(0.0, 0.0, 0.0);
    belay_rod_id lower = rod_make(world, &def);
    def = rod_at(0.0, 0.0, 2.0 * RADIUS + 1e-3);
    belay_rod_id upper = rod_make(world, &def);
    rod_move(world, upper, v3(0.0, 0.0, -0.5));
    belay_rod_contact_event e = {0};
    int begins = 0;
    for (int i = 0; i < 5; i++) {
        scene_steps(world, 1);
        belay_rod_contact_event begun = {0};
        int count = count_events(world, BELAY_CONTACT_BEGIN, &begun);
        if (count > 0) e = begun;
        begins += count;
    }
    cr_assert_eq(begins, 1);
    cr_expect(e.rod_a.value == lower.value && e.rod_b.value == upper.value && e.collider_b.value == 0 &&
              e.body_b.value == 0);
    cr_expect(e.normal.z < -1.0 + 1e-9, "from b to a");
    scene_check_near(e.approach_speed, 0.5, 1e-9, "approach speed");
    // Both go on as one: the upper one gives half of its momentum.
    scene_check_near(e.normal_impulse, 0.5 * MASS * 0.5, 0.1 * MASS * 0.5, "impulse");
    belay_world_destroy(world);
}

Test(rod_events, a_rod_with_itself_is_a_pair)
{
    // A hairpin whose legs, drawn together, meet.
    belay_world* world = restless_world(v3_zero());
    belay_vec3 nodes[25];
    for (int i = 0; i < 25; i++) {
        double s = 0.05 * (i - 12), side = i < 12 ? -1.0 : 1.0;
        nodes[i] = fabs(s) <= 0.1 ? v3(0.1 * cos(s / 0.1 * 0.5 * SCENE_PI), 0.1 * sin(s / 0.1 * 0.5 * SCENE_PI), 0.0)
                                  : v3(-(fabs(s) - 0.1), 0.1 * side, 0.0);
    }
    belay_rod_def def = rod_of(0.1, 1e3, 1e-6, RADIUS);
    def.element_count = 24;
    def.nodes = def.rest_nodes = nodes;
    belay_rod_id rod = rod_make(world, &def);
    belay_rod_contact_event e = {0};
    int begins = 0;
    for (int i = 0; i < 240 && begins == 0; i++) {
        rod_push(world, rod, 0.0, v3(0.0, 0.2, 0.0));
        rod_push(world, rod, rod_length(world, rod), v3(0.0, -0.2, 0.0));
        scene_steps(world, 1);
        begins += count_events(world, BELAY_CONTACT_BEGIN, &e);
    }
    cr_assert_eq(begins, 1);
    cr_expect(e.rod_a.value == rod.value && e.rod_b.value == rod.value && e.normal_impulse >= 0.0);
    cr_expect_gt(fabs(e.s_a - e.s_b), 0.5, "the legs");
    belay_world_destroy(world);
}

typedef struct resting {
    belay_world* world;
    belay_body_id ground;
    belay_rod_id rod;
} resting;

static resting rest_rod(void)
{
    resting r = {.world = restless_world(weight)};
    r.ground = events_floor(r.world, belay_material_default());
    belay_rod_def def = rod_at(0.0, 0.0, RADIUS);
    r.rod = rod_make(r.world, &def);
    scene_steps(r.world, 3);
    cr_assert_eq(count_events(r.world, BELAY_CONTACT_PERSIST, NULL), 1);
    return r;
}

// The next step ends the pair, once, and no later one does.
static void check_end(resting* r, bool is_destroyed)
{
    belay_rod_contact_event end;
    scene_steps(r->world, 1);
    cr_assert_eq(count_events(r->world, BELAY_CONTACT_END, &end), 1);
    cr_expect_eq(end.is_destroyed, is_destroyed);
    cr_expect(end.rod_a.value == r->rod.value && end.rod_b.value == 0 && end.body_b.value == r->ground.value);
    cr_expect(end.place_count == 0 && end.normal_impulse == 0.0 && end.sliding_speed == 0.0);
    cr_expect_float_eq(end.normal.z, 1.0, 1e-9, "the last known");
    for (int i = 0; i < 5; i++) {
        scene_steps(r->world, 1);
        cr_assert_eq(count_events(r->world, BELAY_CONTACT_END, NULL), 0);
    }
    belay_world_destroy(r->world);
}

Test(rod_events, destroying_the_rod_ends_the_contact)
{
    resting r = rest_rod();
    cr_assert(belay_rod_destroy(r.world, r.rod) == BELAY_OK);
    cr_expect_eq(count_events(r.world, BELAY_CONTACT_END, NULL), 0, "comes with the next step");
    check_end(&r, true);
}

Test(rod_events, what_is_done_to_the_ground_ends_the_contact)
{
    for (int k = 0; k < EVENTS_ENDINGS; k++) {
        resting r = rest_rod();
        cr_assert(events_endings[k].do_to(r.world, r.ground) == BELAY_OK, "%s", events_endings[k].name);
        check_end(&r, events_endings[k].is_destroyed);
    }
}

Test(rod_events, destroying_both_ends_the_contact_once)
{
    resting r = rest_rod();
    cr_assert(belay_rod_destroy(r.world, r.rod) == BELAY_OK);
    cr_assert(belay_body_destroy(r.world, r.ground) == BELAY_OK);
    check_end(&r, true);
}

Test(rod_events, a_filter_of_the_rod_that_forbids_it_ends_the_contact)
{
    const belay_filter none = {1u, 0u, 0};
    belay_filter now;
    resting r = rest_rod();
    cr_assert(belay_rod_set_filter(r.world, r.rod, none) == BELAY_OK);
    cr_assert(belay_rod_get_filter(r.world, r.rod, &now) == BELAY_OK);
    cr_expect(now.mask == 0u && now.category == 1u);
    cr_expect(belay_rod_get_filter(r.world, r.rod, NULL) == BELAY_ERROR_VALUE);
    check_end(&r, true);
}

Test(rod_events, destroying_one_of_two_rods_ends_the_contact)
{
    for (int k = 0; k < 2; k++) {
        resting r = rest_rod();
        belay_rod_def def = rod_at(0.0, 0.0, 3.0 * RADIUS);
        belay_rod_id other = rod_make(r.world, &def);
        scene_steps(r.world, 3);
        cr_assert(belay_rod_destroy(r.world, k == 0 ? r.rod : other) == BELAY_OK);
        scene_steps(r.world, 1);
        int32_t count, ends = 0;
        const belay_rod_contact_event* e = belay_world_get_rod_contact_events(r.world, &count);
        for (int32_t i = 0; i < count; i++)
            ends += e[i].type == BELAY_CONTACT_END && e[i].rod_a.value == r.rod.value &&
                    e[i].rod_b.value == other.value && e[i].is_destroyed;
        cr_expect_eq(ends, 1);
        belay_world_destroy(r.world);
    }
}

Test(rod_events, restored_contacts_do_not_begin_again_and_do_end)
{
    static unsigned char bytes[1 << 16];
    resting r = rest_rod();
    size_t size;
    cr_assert(belay_world_snapshot(r.world, bytes, sizeof bytes, &size) == BELAY_OK);
    cr_assert(belay_body_set_pose(r.world, r.ground, part_at(0.0, 0.0, -5.0)) == BELAY_OK);
    scene_steps(r.world, 2);
    cr_assert(belay_world_restore(r.world, bytes, size) == BELAY_OK);
    int32_t count;
    belay_world_get_rod_contact_events(r.world, &count);
    cr_expect_eq(count, 0, "those of no step");
    scene_steps(r.world, 1);
    cr_expect_eq(count_events(r.world, BELAY_CONTACT_BEGIN, NULL), 0);
    cr_expect_eq(count_events(r.world, BELAY_CONTACT_END, NULL), 0);
    // In a world with another tag the handles become its own, and the end is theirs.
    belay_world_def def = *belay_world_get_def(r.world);
    belay_world* fresh = scene_world_of(&def);
    cr_assert(belay_world_restore(fresh, bytes, size) == BELAY_OK);
    scene_steps(fresh, 1);
    belay_rod_contact_event e;
    cr_assert_eq(count_events(fresh, BELAY_CONTACT_PERSIST, &e), 1);
    cr_assert(belay_rod_destroy(fresh, e.rod_a) == BELAY_OK);
    scene_steps(fresh, 1);
    cr_expect_eq(count_events(fresh, BELAY_CONTACT_END, &e), 1);
    cr_expect(e.is_destroyed);
    belay_world_destroy(fresh);
    belay_world_destroy(r.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Over a tumble: pairs are told by their handles
// ---------------------------------------------------------------------------------------------------------------------

#define MAX_PAIRS 256

typedef struct pair_book {
    uint64_t a[MAX_PAIRS], b[MAX_PAIRS];
    int count;
} pair_book;

static int find_pair(const pair_book* book, uint64_t a, uint64_t b)
{
    int i = 0;
    while (i < book->count && (book->a[i] != a || book->b[i] != b))
        i++;
    return i;
}

static void write_down(pair_book* book, const belay_rod_contact_event* e)
{
    uint64_t a = e->rod_a.value, b = e->rod_b.value != 0 ? e->rod_b.value : e->collider_b.value;
    int at = find_pair(book, a, b);
    bool was = at < book->count;
    cr_assert_eq(was, e->type != BELAY_CONTACT_BEGIN, "type %d", (int)e->type);
    if (e->type == BELAY_CONTACT_BEGIN) {
        cr_assert_lt(book->count, MAX_PAIRS);
        book->a[book->count] = a;
        book->b[book->count++] = b;
    } else if (e->type == BELAY_CONTACT_END) {
        book->a[at] = book->a[--book->count];
        book->b[at] = book->b[book->count];
    }
}

Test(rod_events, every_begin_has_its_end_and_order_is_by_handles)
{
    belay_world* world = restless_world(weight);
    events_floor(world, (belay_material){0.3, 0.0});
    belay_rod_id rods[4];
    belay_body_id balls[6];
    uint32_t random = 3;
    for (int i = 0; i < 6; i++)
        balls[i] = part_ball(world, v3(0.06 * (i - 3), 0.02 * part_random(&random), 0.05), 0.03, 0.1,
                             (belay_material){0.3, 0.4});
    for (int i = 0; i < 4; i++) {
        belay_rod_def def = rod_at(0.02 * i, 0.0, 0.1 + 0.03 * i);
        def.direction = v3(1.0, 0.3 * i, 0.0);
        rods[i] = rod_make(world, &def);
    }
    static pair_book book;
    int most = 0;
    for (int i = 0; i < 200; i++) {
        if (i == 80) cr_assert(belay_rod_destroy(world, rods[1]) == BELAY_OK);
        if (i == 100) cr_assert(belay_body_destroy(world, balls[2]) == BELAY_OK);
        if (i == 190)
            for (int k = 0; k < 4; k++)
                if (k != 1) cr_assert(belay_rod_destroy(world, rods[k]) == BELAY_OK);
        scene_steps(world, 1);
        int32_t count;
        const belay_rod_contact_event* e = belay_world_get_rod_contact_events(world, &count);
        for (int32_t k = 0; k < count; k++) {
            write_down(&book, &e[k]);
            if (k > 0) cr_assert(e[k - 1].rod_a.value <= e[k].rod_a.value);
        }
        most = book.count > most ? book.count : most;
    }
    cr_expect_geq(most, 6, "only %d pairs at once", most);
    cr_expect_eq(book.count, 0, "%d begins without an end", book.count);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Sensors
// ---------------------------------------------------------------------------------------------------------------------

static belay_body_id add_gate(belay_world* world, belay_collider_def def)
{
    def.is_sensor = true;
    return part_fixed(world, BELAY_BODY_STATIC, part_at(0.0, 0.0, 0.0), &def);
}

Test(rod_events, a_sensor_notices_what_flies_through_and_does_not_push)
{
    // The front, round with the radius, enters at x = -0.5 and the back leaves at 0.5: at 2 m/s with the middle at -1
    // that is 0.5 - 0.21 m and 1.5 + 0.21 m on the way.
    belay_world* world = restless_world(v3_zero());
    belay_body_id gate = add_gate(world, belay_collider_def_box(v3(1.0, 1.0, 1.0)));
    belay_rod_def def = rod_at(-1.0, 0.0, 0.0);
    belay_rod_id rod = rod_make(world, &def);
    rod_move(world, rod, v3(2.0, 0.0, 0.0));
    double begin = 0.0, end = 0.0;
    int begins = 0, ends = 0;
    for (int i = 0; i < 240; i++) {
        belay_sensor_event e;
        scene_steps(world, 1);
        double middle_of_step = belay_world_get_time(world) - 0.5 * H;
        if (events_visits(world, true, &e) > 0) {
            begin = middle_of_step;
            begins++;
            cr_expect(e.visitor_rod.value == rod.value && e.visitor.value == 0 && e.visitor_body.value == 0);
            cr_expect(e.sensor_body.value == gate.value && e.sensor.value == part_collider(world, gate).value);
        }
        if (events_visits(world, false, &e) > 0) {
            end = middle_of_step;
            ends++;
            cr_expect(e.visitor_rod.value == rod.value && !e.is_destroyed);
        }
    }
    cr_expect(begins == 1 && ends == 1);
    scene_check_near(begin, (0.5 - 0.5 * LENGTH - RADIUS) / 2.0, H, "enters");
    scene_check_near(end, (1.5 + 0.5 * LENGTH + RADIUS) / 2.0, H, "leaves");
    scene_check_near(rod_node(world, rod, 0).x, -1.0 - 0.5 * LENGTH + 2.0, 1e-9, "is not pushed");
    belay_world_destroy(world);
}

Test(rod_events, a_visit_ends_when_one_of_the_two_goes)
{
    const belay_filter none = {1u, 0u, 0};
    for (int k = 0; k < 3; k++) {
        belay_world* world = restless_world(v3_zero());
        belay_body_id gate = add_gate(world, belay_collider_def_plane(v3(0.0, 0.0, 1.0), 0.5));
        belay_rod_def def = rod_at(0.0, 0.0, 0.0);
        belay_rod_id rod = rod_make(world, &def);
        scene_steps(world, 2);
        cr_expect_eq(events_visits(world, true, NULL), 0, "it began a step ago");
        if (k == 0) cr_assert(belay_rod_destroy(world, rod) == BELAY_OK);
        if (k == 1) cr_assert(belay_body_destroy(world, gate) == BELAY_OK);
        if (k == 2) cr_assert(belay_rod_set_filter(world, rod, none) == BELAY_OK);
        belay_sensor_event e = {0};
        scene_steps(world, 1);
        cr_assert_eq(events_visits(world, false, &e), 1);
        cr_expect_eq(e.is_destroyed, k < 2);
        cr_expect_eq(e.visitor_rod.value, rod.value);
        scene_steps(world, 3);
        cr_expect_eq(events_visits(world, false, NULL), 0);
        belay_world_destroy(world);
    }
}

Test(rod_events, visits_of_rods_and_bodies_are_in_one_order)
{
    belay_world* world = restless_world(v3_zero());
    for (int i = 0; i < 3; i++) {
        belay_rod_def def = rod_at(0.0, 0.1 * i, 0.0);
        rod_make(world, &def);
        part_ball(world, v3(0.0, 0.1 * i + 0.05, 0.0), 0.01, 1.0, smooth);
    }
    add_gate(world, belay_collider_def_box(v3(1.0, 1.0, 1.0)));
    scene_steps(world, 1);
    int32_t count;
    const belay_sensor_event* e = belay_world_get_sensor_events(world, &count);
    cr_assert_eq(count, 6);
    uint64_t before = 0;
    for (int32_t i = 0; i < count; i++) {
        uint64_t visitor = e[i].visitor.value != 0 ? e[i].visitor.value : e[i].visitor_rod.value;
        cr_expect_gt(visitor, before);
        cr_expect((e[i].visitor.value == 0) == (e[i].visitor_body.value == 0));
        before = visitor;
    }
    scene_steps(world, 5);
    belay_world_get_sensor_events(world, &count);
    cr_expect_eq(count, 0);
    belay_world_destroy(world);
}

Test(rod_events, a_null_world_has_none)
{
    int32_t count = 3;
    cr_expect(belay_world_get_rod_contact_events(NULL, &count) == NULL && count == 0);
    belay_world* world = restless_world(weight);
    belay_world_get_rod_contact_events(world, NULL);
    belay_world_destroy(world);
}
