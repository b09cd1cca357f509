// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Cutting at the public door: what the parts keep, what is refused, and what becomes of all that knew the whole rod.

#include "support/allocations.h"
#include "support/rods/rod_scene.h"
#include "support/saved.h"

#include "core/alloc.h"
#include "store/state.h"

#include <criterion/criterion.h>
#include <string.h>

#define H 0.002
#define ELEMENTS 12

static const belay_rod_model models[] = {BELAY_ROD_NODAL, BELAY_ROD_SUPER_HELIX, BELAY_ROD_MASS_SPRING,
                                         BELAY_ROD_CORDE};

// Naturally curved, out of the plane and, where the model knows of it, of an oblong section and twisted; held at end 0
// and in its fall.
static belay_rod_id falling_rod(belay_world* world, belay_rod_model model)
{
    belay_vec3 nodes[ELEMENTS + 1], rest[ELEMENTS + 1];
    double twist[ELEMENTS];
    for (int i = 0; i <= ELEMENTS; i++) {
        double s = 1.2 * i / ELEMENTS;
        nodes[i] = v3(s, 0.1 * sin(3.0 * s), 0.05 * cos(2.0 * s));
        rest[i] = v3(s, 0.1 * s * s, 0.0);
        if (i < ELEMENTS) twist[i] = 0.2 * i;
    }
    belay_rod_def def = belay_rod_def_default();
    def.model = model;
    def.element_count = ELEMENTS;
    def.nodes = nodes;
    def.rest_nodes = rest;
    def.twist = twist;
    def.radius_b = 0.004;
    belay_rod_id rod = rod_make(world, &def);
    rod_hold(world, rod, BELAY_ROD_CLAMP, 0.0, the_world);
    scene_steps(world, 40);
    return rod;
}

typedef struct moving {
    int count;
    belay_vec3 x[ROD_MAX_NODES], v[ROD_MAX_NODES];
    belay_quat frames[ROD_MAX_NODES];
    belay_rod_energies energies;
    belay_rod_info info;
} moving;

static void look(const belay_world* world, belay_rod_id rod, moving* m)
{
    memset(m, 0, sizeof *m);
    cr_assert(belay_rod_get_nodes(world, rod, m->x, m->v, ROD_MAX_NODES, &m->count) == BELAY_OK);
    cr_assert(belay_rod_get_frames(world, rod, m->frames, ROD_MAX_NODES, NULL) == BELAY_OK);
    cr_assert(belay_rod_get_energies(world, rod, &m->energies) == BELAY_OK);
    cr_assert(belay_rod_get_info(world, rod, &m->info) == BELAY_OK);
}

// ---------------------------------------------------------------------------------------------------------------------
// What the parts keep
// ---------------------------------------------------------------------------------------------------------------------

static void check_nodes(const moving* part, const moving* whole, int first, double tolerance, const char* what)
{
    for (int i = 0; i < part->count; i++) {
        double x = v3_distance(part->x[i], whole->x[first + i]), v = v3_distance(part->v[i], whole->v[first + i]);
        cr_expect(x <= tolerance && v <= 10.0 * tolerance, "%s: node %d is off by %g m, %g m/s", what, i, x, v);
        if (i + 1 == part->count) break;
        belay_quat a = part->frames[i], b = whole->frames[first + i];
        double w = fabs(a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z);
        cr_expect(w >= 1.0 - fmax(tolerance, 4e-16), "%s: frame %d is turned", what, i);
    }
}

// A super-helix' tail begins with a frame that many products have led to; all else are copies.
Test(rod_cut, everything_goes_on_as_it_did)
{
    for (size_t k = 0; k < sizeof models / sizeof models[0]; k++) {
        belay_world* world = scene_world(H);
        belay_rod_id rod = falling_rod(world, models[k]), rest;
        moving whole, head, tail;
        look(world, rod, &whole);
        cr_assert(belay_rod_cut(world, rod, 0.4 * whole.info.length, &rest) == BELAY_OK);
        look(world, rod, &head);
        look(world, rest, &tail);
        const char* name = belay_rod_model_name(models[k]);
        cr_expect_eq(head.info.element_count + tail.info.element_count, ELEMENTS);
        cr_expect_eq(head.info.element_count, 5);
        scene_check_near(head.info.length + tail.info.length, whole.info.length, 1e-15, name);
        check_nodes(&head, &whole, 0, 0.0, name);
        check_nodes(&tail, &whole, head.count - 1, models[k] == BELAY_ROD_SUPER_HELIX ? 1e-14 : 0.0, name);
        double kinetic = head.energies.kinetic + tail.energies.kinetic;
        double potential = head.energies.potential + tail.energies.potential;
        // A super-helix sums up what each element passes on to the next: some 12 of them, 5 roundings each.
        scene_check_near(kinetic, whole.energies.kinetic, 6e-14 * whole.energies.kinetic, "kinetic energy, J");
        scene_check_near(potential, whole.energies.potential, 1e-15, "potential energy, J");
        cr_expect(head.energies.bend + tail.energies.bend <= whole.energies.bend * (1.0 + 1e-12));
        belay_world_destroy(world);
    }
}

static belay_vec3 momentum(const moving* m)
{
    belay_vec3 sum = v3_zero();
    for (int i = 0; i < m->count; i++) {
        double mass = m->info.line_mass * m->info.length / (m->count - 1) * (i == 0 || i + 1 == m->count ? 0.5 : 1.0);
        sum = v3_add_scaled(sum, mass, m->v[i]);
    }
    return sum;
}

static belay_vec3 angular_momentum(const moving* m)
{
    belay_vec3 sum = v3_zero();
    for (int i = 0; i < m->count; i++) {
        double mass = m->info.line_mass * m->info.length / (m->count - 1) * (i == 0 || i + 1 == m->count ? 0.5 : 1.0);
        sum = v3_add_scaled(sum, mass, v3_cross(m->x[i], m->v[i]));
    }
    return sum;
}

// Spinning and bending in flight. The parts' momenta are the whole's, and stay so: nothing that was between them acts.
Test(rod_cut, momentum_and_angular_momentum_are_shared)
{
    belay_world* world = scene_world(H);
    belay_world_set_gravity(world, v3_zero());
    belay_rod_def def = belay_rod_def_default();
    belay_rod_id rod = rod_make(world, &def), rest;
    belay_vec3 v[21];
    for (int i = 0; i <= 20; i++)
        v[i] = v3(0.3, sin(0.4 * i), 2.0 * i / 20.0);
    cr_assert(belay_rod_set_velocities(world, rod, v, 21) == BELAY_OK);
    scene_steps(world, 25);
    moving whole, head, tail;
    look(world, rod, &whole);
    belay_vec3 p = momentum(&whole), l = angular_momentum(&whole);
    cr_assert(belay_rod_cut(world, rod, 0.35, &rest) == BELAY_OK);
    for (int i = 0; i < 2; i++) {
        look(world, rod, &head);
        look(world, rest, &tail);
        // Of the step, the linearised one, angular momentum is kept in second order in h (rod_nodal_step.c).
        double of_l = i == 0 ? 1e-14 : 2e-4;
        cr_expect_lt(v3_distance(v3_add(momentum(&head), momentum(&tail)), p), 1e-14 * v3_length(p));
        cr_expect_lt(v3_distance(v3_add(angular_momentum(&head), angular_momentum(&tail)), l), of_l * v3_length(l));
        scene_steps(world, 1);
    }
    belay_world_destroy(world);
}

// A moment that only the vertex held is gone; those beside it are not, nor the tension of any element.
Test(rod_cut, what_the_cut_held_is_gone_and_nothing_else)
{
    belay_world* world = scene_world(H);
    belay_rod_id rod = falling_rod(world, BELAY_ROD_NODAL), rest;
    belay_vec3 m[ELEMENTS + 1], of_head[8], of_tail[8];
    double t[ELEMENTS], t_head[8], t_tail[8];
    belay_rod_get_moments(world, rod, m, ELEMENTS + 1, NULL);
    belay_rod_get_tensions(world, rod, t, ELEMENTS, NULL);
    cr_assert(belay_rod_cut(world, rod, 0.5 * rod_length(world, rod), &rest) == BELAY_OK);
    belay_rod_get_moments(world, rod, of_head, 8, NULL);
    belay_rod_get_moments(world, rest, of_tail, 8, NULL);
    belay_rod_get_tensions(world, rod, t_head, 8, NULL);
    belay_rod_get_tensions(world, rest, t_tail, 8, NULL);
    cr_expect_gt(v3_length(m[6]), 1e-4);
    cr_expect(v3_length(of_head[6]) == 0.0 && v3_length(of_tail[0]) == 0.0);
    for (int i = 0; i < 6; i++) {
        cr_expect(scene_is_same_vector(m[i], of_head[i]));
        cr_expect(scene_is_same_vector(m[7 + i], of_tail[1 + i]));
        cr_expect(t[i] == t_head[i] && t[6 + i] == t_tail[i]);
    }
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// What is refused
// ---------------------------------------------------------------------------------------------------------------------

Test(rod_cut, bad_input_is_refused)
{
    belay_world* world = scene_world(H);
    belay_rod_def def = belay_rod_def_default(); // 1 m, 20 elements
    belay_rod_id rod = rod_make(world, &def), rest = {7};
    scene_steps(world, 3);
    uint64_t hash = belay_world_hash(world);
    const struct {
        double s;
        const char* says;
    } bad[] = {{0.0, "s is 0;"}, {1.0, "s is 1;"},   {-0.1, "-0.1"},      {1.5, "1.5"},
               {NAN, "nan"},     {0.06, "1 and 19"}, {0.074, "1 and 19"}, {0.93, "19 and 1"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        scene_check_refused(world, hash, belay_rod_cut(world, rod, bad[i].s, &rest), BELAY_ERROR_VALUE, "s",
                            bad[i].says);
    cr_expect_eq(rest.value, 7);
    cr_expect(belay_rod_cut(world, (belay_rod_id){0}, 0.5, &rest) == BELAY_ERROR_HANDLE);
    cr_expect(belay_rod_cut(NULL, rod, 0.5, &rest) == BELAY_ERROR_HANDLE);
    belay_body_id body = rod_weight(world, 1.0, v3_zero());
    cr_expect(belay_rod_cut(world, (belay_rod_id){body.value}, 0.5, &rest) == BELAY_ERROR_COMPONENT);
    cr_expect(belay_rod_cut(world, rod, 0.076, NULL) == BELAY_OK);
    cr_expect(belay_rod_cut(world, rod, 0.05, NULL) == BELAY_ERROR_VALUE); // two elements are left
    belay_world_destroy(world);
}

Test(rod_cut, a_full_or_locked_world_refuses)
{
    belay_world_def world_def = belay_world_def_default();
    world_def.max_entities = 1;
    belay_world* world = scene_world_of(&world_def);
    belay_rod_def def = belay_rod_def_default();
    belay_rod_id rod = rod_make(world, &def);
    uint64_t hash = belay_world_hash(world);
    scene_check_refused(world, hash, belay_rod_cut(world, rod, 0.5, NULL), BELAY_ERROR_CAPACITY, "belay_rod_cut", "1");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// What knew the whole rod
// ---------------------------------------------------------------------------------------------------------------------

Test(rod_cut, attachments_go_with_their_places)
{
    belay_world* world = scene_world(H);
    belay_rod_def def = belay_rod_def_default();
    belay_rod_id rod = rod_make(world, &def), rest;
    const double s[] = {0.0, 0.31, 0.6, 0.83, 1.0};
    for (int i = 0; i < 5; i++)
        cr_assert_eq(rod_hold(world, rod, i == 4 ? BELAY_ROD_CLAMP : BELAY_ROD_PIN, s[i], the_world), i);
    belay_vec3 before[5];
    scene_steps(world, 30);
    for (int i = 0; i < 5; i++)
        before[i] = rod_held(world, rod, i).force;
    cr_assert(belay_rod_cut(world, rod, 0.61, &rest) == BELAY_OK);
    for (int i = 0; i < 5; i++) {
        belay_rod_id owner = s[i] < 0.6 ? rod : rest, other = s[i] < 0.6 ? rest : rod;
        cr_expect(rod_held(world, owner, i).is_held && !rod_held(world, other, i).is_held, "attachment %d", i);
        cr_expect(scene_is_same_vector(rod_held(world, owner, i).force, before[i]));
        cr_expect_lt(rod_held(world, owner, i).error, 1e-3);
    }
    // The pin at the cut holds the tail's end now.
    scene_steps(world, 400);
    for (int i = 0; i < 5; i++)
        cr_expect_lt(rod_held(world, s[i] < 0.6 ? rod : rest, i).error, 1e-9);
    cr_expect(belay_rod_detach(world, rest, 4) == BELAY_OK);
    cr_expect(belay_rod_detach(world, rod, 4) == BELAY_ERROR_VALUE);
    belay_world_destroy(world);
}

// A force that was applied before the cut acts on the parts in the next step, all of it.
Test(rod_cut, applied_forces_are_shared)
{
    belay_world* world = scene_world(H);
    belay_world_set_gravity(world, v3_zero());
    belay_rod_def def = belay_rod_def_default();
    belay_rod_id rod = rod_make(world, &def), rest;
    rod_push(world, rod, 0.5, v3(0.0, 3.0, 0.0));
    rod_push(world, rod, 0.13, v3(0.0, 0.0, 1.0));
    rod_push(world, rod, 0.98, v3(2.0, 0.0, 0.0));
    cr_assert(belay_rod_cut(world, rod, 0.5, &rest) == BELAY_OK);
    scene_steps(world, 1);
    moving head, tail;
    look(world, rod, &head);
    look(world, rest, &tail);
    belay_vec3 of_head = v3(0.0, 1.5 * H, 1.0 * H), of_tail = v3(2.0 * H, 1.5 * H, 0.0);
    cr_expect_lt(v3_distance(momentum(&head), of_head), 1e-15);
    cr_expect_lt(v3_distance(momentum(&tail), of_tail), 1e-15);
    belay_world_destroy(world);
}

static belay_collider_id lay_floor(belay_world* world)
{
    return scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
}

// A rod that lies on the ground, asleep.
static belay_rod_id sleeping_rod(belay_world* world)
{
    lay_floor(world);
    belay_rod_def def = belay_rod_def_default();
    def.start = v3(0.0, 0.0, def.radius);
    belay_rod_id rod = rod_make(world, &def);
    bool is_awake = true;
    for (int i = 0; i < 2000 && is_awake; i++) {
        scene_steps(world, 1);
        cr_assert(belay_rod_get_is_awake(world, rod, &is_awake) == BELAY_OK);
    }
    cr_assert(!is_awake);
    return rod;
}

static int count_type(const belay_world* world, belay_contact_event_type type, uint64_t rod)
{
    int32_t count;
    int found = 0;
    const belay_rod_contact_event* e = belay_world_get_rod_contact_events(world, &count);
    for (int32_t i = 0; i < count; i++)
        found += e[i].type == type && e[i].rod_a.value == rod;
    return found;
}

// The cut wakes both. The head's pair with the ground goes on, the tail's begins; what lies there stays, and both fall
// asleep again.
Test(rod_cut, sleepers_wake_and_pairs_stay_paired)
{
    belay_world* world = scene_world(H);
    belay_rod_id rod = sleeping_rod(world), rest;
    cr_assert(belay_rod_cut(world, rod, 0.5, &rest) == BELAY_OK);
    bool is_awake[2];
    belay_rod_get_is_awake(world, rod, &is_awake[0]);
    belay_rod_get_is_awake(world, rest, &is_awake[1]);
    cr_expect(is_awake[0] && is_awake[1]);
    scene_steps(world, 1);
    cr_expect_eq(count_type(world, BELAY_CONTACT_BEGIN, rest.value), 1);
    cr_expect_eq(count_type(world, BELAY_CONTACT_BEGIN, rod.value) + count_type(world, BELAY_CONTACT_END, rod.value),
                 0);
    cr_expect_lt(rod_fastest(world, rod), 1e-6);
    cr_expect_lt(rod_fastest(world, rest), 1e-6);
    scene_steps(world, 600);
    belay_rod_get_is_awake(world, rod, &is_awake[0]);
    belay_rod_get_is_awake(world, rest, &is_awake[1]);
    cr_expect(!is_awake[0] && !is_awake[1]);
    cr_assert(belay_rod_destroy(world, rest) == BELAY_OK);
    scene_steps(world, 1);
    cr_expect_eq(count_type(world, BELAY_CONTACT_END, rest.value), 1);
    belay_world_destroy(world);
}

// Three coils of a rope that lie on each other, and on the ground.
static belay_rod_id lay_coil(belay_world* world)
{
    lay_floor(world);
    belay_vec3 nodes[49];
    for (int i = 0; i <= 48; i++) {
        double angle = 2.0 * SCENE_PI * i / 16.0;
        nodes[i] = v3(0.1 * cos(angle), 0.1 * sin(angle), 0.006 + 0.0125 * i / 16.0);
    }
    belay_rod_def def = rod_of(0.1, 500.0, 1e-5, 0.006);
    def.element_count = 48;
    def.nodes = def.rest_nodes = nodes;
    belay_rod_id rod = rod_make(world, &def);
    scene_steps(world, 60);
    return rod;
}

static void check_place(const belay_world* world, uint64_t id, double s, uint64_t was, double s_was, belay_rod_id rod,
                        belay_rod_id rest, double cut)
{
    bool is_behind = was == rod.value && s_was >= cut;
    cr_expect_eq(id, is_behind ? rest.value : was);
    cr_expect_lt(fabs(s - (is_behind ? s_was - cut : s_was)), 1e-15);
    if (id == rest.value) cr_expect_leq(s, rod_length(world, rest));
}

// The impulses of the last step are the next one's guess, whichever part they act on now. What two coils do to each
// other is told on the rod of lower id: on the other one it is the opposite.
Test(rod_cut, impulses_wait_at_their_places)
{
    belay_world* world = scene_world(H);
    belay_rod_id rod = lay_coil(world), rest;
    size_t count = (size_t)arrlen(world->memory.rod_warm);
    bl_rod_warm before[256];
    cr_assert(count > 40 && count <= 256);
    memcpy(before, world->memory.rod_warm, count * sizeof *before);
    cr_assert(belay_rod_cut(world, rod, 0.6 * rod_length(world, rod), &rest) == BELAY_OK);
    double cut = rod_length(world, rod);
    cr_assert_eq(arrlen(world->memory.rod_warm), (ptrdiff_t)count);
    int found[3] = {0}; // on the ground; within a part; between the parts
    for (size_t i = 0; i < count; i++) {
        const bl_rod_warm *w = &world->memory.rod_warm[i], *old = before;
        if (i > 0) cr_expect(w[-1].a < w->a || (w[-1].a == w->a && w[-1].b <= w->b), "not sorted");
        if (v3_length(w->impulse) == 0.0) continue; // one like the other
        while (!scene_is_same_vector(old->impulse, w->impulse) &&
               !scene_is_same_vector(v3_neg(old->impulse), w->impulse))
            cr_assert_lt(++old - before, (ptrdiff_t)count);
        bool is_turned = !scene_is_same_vector(old->impulse, w->impulse);
        uint64_t a = is_turned ? w->b : w->a, b = is_turned ? w->a : w->b;
        double s_a = is_turned ? w->s_b : w->s_a, s_b = is_turned ? w->s_a : w->s_b;
        check_place(world, a, s_a, old->a, old->s_a, rod, rest, cut);
        check_place(world, b, s_b, old->b, old->s_b, rod, rest, cut);
        found[old->b != rod.value ? 0 : w->a == w->b ? 1 : 2]++;
    }
    cr_expect(found[0] > 5 && found[1] > 5 && found[2] > 5, "%d, %d, %d", found[0], found[1], found[2]);
    // And joined, they are back.
    cr_assert(belay_rod_join(world, rod, 1, rest, 0, BELAY_ROD_JOINT_AS_IT_LIES, NULL) == BELAY_OK);
    for (size_t i = 0; i < count; i++) {
        const bl_rod_warm *w = &world->memory.rod_warm[i], *old = before;
        if (v3_length(w->impulse) == 0.0) continue; // one like the other
        while (!scene_is_same_vector(old->impulse, w->impulse))
            cr_assert_lt(++old - before, (ptrdiff_t)count);
        cr_expect(w->a == old->a && w->b == old->b);
        cr_expect_lt(fabs(w->s_a - old->s_a) + fabs(w->s_b - old->s_b), 1e-14);
    }
    belay_world_destroy(world);
}

Test(rod_cut, views_and_snapshots_have_both_parts)
{
    belay_world_def def = belay_world_def_default();
    def.view_readers = 2;
    belay_world* world = scene_world_of(&def);
    lay_floor(world);
    belay_rod_def rod_def = belay_rod_def_default();
    rod_def.start = v3(0.0, 0.0, 0.05);
    belay_rod_id rod = rod_make(world, &rod_def), rest;
    scene_steps(world, 40);
    cr_assert(belay_rod_cut(world, rod, 0.3, &rest) == BELAY_OK);
    saved before = saved_of(world);
    scene_steps(world, 60);
    uint64_t future = belay_world_hash(world);
    belay_view view;
    cr_assert(belay_world_acquire_view(world, &view) == BELAY_OK);
    cr_expect_eq(view.rod_count, 2);
    cr_expect(view.rods[0].rod.value == rod.value && view.rods[0].node_count == 7);
    cr_expect(view.rods[1].rod.value == rest.value && view.rods[1].node_count == 15);
    belay_world_release_view(world, &view);
    saved_restore(&before, world);
    scene_steps(world, 60);
    cr_expect_eq(belay_world_hash(world), future);
    saved_fini(&before);
    belay_world_destroy(world);
}

// A local model speaks of the rods of the last step.
Test(rod_cut, a_local_model_waits_for_the_next_step)
{
    belay_world* world = scene_world(H);
    belay_rod_def def = belay_rod_def_default();
    belay_rod_id rod = rod_make(world, &def), rest;
    belay_body_id tool = rod_weight(world, 1.0, v3_zero());
    scene_steps(world, 3);
    static belay_local_model model;
    cr_assert(belay_world_get_local_model(world, tool, &model) == BELAY_OK);
    cr_assert(belay_rod_cut(world, rod, 0.3, &rest) == BELAY_OK);
    cr_expect(belay_world_get_local_model(world, tool, &model) == BELAY_ERROR_STATE);
    cr_assert(belay_rod_join(world, rod, 1, rest, 0, BELAY_ROD_JOINT_STRAIGHT, NULL) == BELAY_OK);
    cr_expect(belay_world_get_local_model(world, tool, &model) == BELAY_ERROR_STATE);
    scene_steps(world, 1);
    cr_expect(belay_world_get_local_model(world, tool, &model) == BELAY_OK);
    belay_world_destroy(world);
}

static belay_result cut_by_command(belay_world* world, const void* data)
{
    belay_rod_id rod;
    memcpy(&rod, data, sizeof rod);
    return belay_rod_cut(world, rod, 0.5, NULL);
}

Test(rod_cut, a_command_may_cut)
{
    belay_world_def def = belay_world_def_default();
    def.command_capacity = 4;
    belay_world* world = scene_world_of(&def);
    belay_rod_def rod_def = belay_rod_def_default();
    belay_rod_id rod = rod_make(world, &rod_def);
    cr_assert(belay_world_queue_command(world, cut_by_command, &rod, sizeof rod) == BELAY_OK);
    scene_steps(world, 1);
    belay_rod_info info;
    cr_assert(belay_rod_get_info(world, rod, &info) == BELAY_OK);
    cr_expect_eq(info.element_count, 10);
    cr_expect_eq(belay_world_get_stats(world)->failed_commands, 0);
    belay_world_destroy(world);
}

// As after the making of a rod: the first steps find how much room they need, then none asks for more.
Test(rod_cut, steps_afterwards_allocate_nothing)
{
    if (!allocations_are_counted()) return;
    belay_world* world = scene_world(H);
    lay_floor(world);
    belay_rod_def def = belay_rod_def_default();
    def.start = v3(0.0, 0.0, 0.02);
    def.is_kept_awake = true;
    belay_rod_id rod = rod_make(world, &def), rest;
    scene_steps(world, 200);
    cr_assert(belay_rod_cut(world, rod, 0.5, &rest) == BELAY_OK);
    scene_steps(world, 5);
    uint64_t before = allocations_count();
    scene_steps(world, 100);
    cr_expect_eq(allocations_count(), before);
    belay_world_destroy(world);
}
