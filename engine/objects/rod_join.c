// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joining. Of two rods one is first, its last node made one with the first node of the second; the other order of nodes
// comes of turning B round, never A.

#include "belay/quat.h"
#include "core/alloc.h"
#include "models/rod/rod_reverse.h"
#include "objects/remove.h"
#include "objects/rod_exclusions.h"
#include "objects/rod_parts.h"
#include "store/checks.h"
#include "store/rods.h"

#include <string.h>

typedef struct join {
    uint32_t place_a, place_b;
    int end_a, end_b;
    bool as_it_lies;
    bool is_a_first, is_b_turned;
    int numbers[BELAY_ROD_MAX_ATTACHMENTS]; // of B's attachments afterwards; -1: there is none
} join;

// ---------------------------------------------------------------------------------------------------------------------
// Checks
// ---------------------------------------------------------------------------------------------------------------------

static belay_result check_arguments(belay_world* world, belay_rod_id a, int end_a, belay_rod_id b, int end_b,
                                    belay_rod_joint joint)
{
    if (end_a != 0 && end_a != 1)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_rod_join: end_a is %d; it must be 0 or 1", end_a);
    if (end_b != 0 && end_b != 1)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_rod_join: end_b is %d; it must be 0 or 1", end_b);
    if ((unsigned)joint >= BELAY_ROD_JOINT_COUNT)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_rod_join: joint is %d; it must be a belay_rod_joint",
                       (int)joint);
    if (a.value == b.value)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_rod_join: rod_a and rod_b are the same; there are no rings");
    return BELAY_OK;
}

// The first of the rods' numbers that must be equal and is not.
static const char* first_difference(const bl_rod_record* a, const bl_rod_record* b, double values[2])
{
    const bl_rod_section *sa = &a->body.section, *sb = &b->body.section;
    const struct {
        const char* name;
        double a, b;
    } pairs[] = {{"line_mass", sa->line_mass, sb->line_mass},
                 {"spin_inertia", sa->spin_inertia, sb->spin_inertia},
                 {"contact_radius", sa->radius, sb->radius},
                 {"stretch_stiffness", sa->stretch, sb->stretch},
                 {"bend_stiffness[0]", sa->bend[0], sb->bend[0]},
                 {"bend_stiffness[1]", sa->bend[1], sb->bend[1]},
                 {"twist_stiffness", sa->twist, sb->twist},
                 {"damping_time", sa->damping_time, sb->damping_time},
                 {"drag", sa->drag, sb->drag},
                 {"theta", a->body.theta, b->body.theta},
                 {"gravity_scale", a->gravity_scale, b->gravity_scale},
                 {"material.friction", a->material.friction, b->material.friction},
                 {"material.restitution", a->material.restitution, b->material.restitution}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (pairs[i].a == pairs[i].b) continue;
        values[0] = pairs[i].a;
        values[1] = pairs[i].b;
        return pairs[i].name;
    }
    return NULL;
}

static belay_result check_kinds(belay_world* world, const bl_rod_record* a, const bl_rod_record* b)
{
    const bl_rod_ops *of_a = bl_rod_record_ops(a), *of_b = bl_rod_record_ops(b);
    if (of_a != of_b)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_rod_join: rod_a is %s and rod_b is %s", of_a->name, of_b->name);
    double values[2];
    const char* name = first_difference(a, b, values);
    if (name != NULL)
        return bl_fail(world, BELAY_ERROR_STATE, "belay_rod_join: %s of rod_a is %g, of rod_b %g", name, values[0],
                       values[1]);
    uint32_t count = a->body.element_count + b->body.element_count, most = bl_rod_most_elements(a->body.model);
    if (count > most)
        return bl_fail(world, BELAY_ERROR_CAPACITY, "belay_rod_join: the rods have %u elements; %u is the most", count,
                       most);
    return BELAY_OK;
}

static belay_vec3 end_place(const belay_world* world, bl_rod_record* record, int end)
{
    bl_rod rod = bl_rod_at_rest(world, record);
    belay_vec3* nodes = world->scratch.rods.points;
    bl_rod_record_ops(record)->nodes(&rod, nodes);
    return nodes[end == 0 ? 0 : record->body.segment_count];
}

static double end_element(const belay_world* world, const bl_rod_record* record, int end)
{
    const double* arcs = bl_rod_arcs(world, record) + (end == 0 ? 0 : record->body.segment_count - 1);
    return arcs[1] - arcs[0];
}

static belay_result check_distance(belay_world* world, const join* j, bl_rod_record* a, bl_rod_record* b)
{
    double most = fmin(end_element(world, a, j->end_a), end_element(world, b, j->end_b));
    double distance = v3_distance(end_place(world, a, j->end_a), end_place(world, b, j->end_b));
    if (distance <= most) return BELAY_OK;
    return bl_fail(
        world, BELAY_ERROR_STATE,
        "belay_rod_join: end %d of rod_a and end %d of rod_b are %g m apart; %g, the length of an element, is "
        "the most",
        j->end_a, j->end_b, distance, most);
}

// ---------------------------------------------------------------------------------------------------------------------
// Attachments
// ---------------------------------------------------------------------------------------------------------------------

static bool is_there(const bl_rod_attachment* a)
{
    return a->type != BL_ATTACHMENT_NONE;
}

// Whether a pin or a clamp holds the end.
static bool is_end_held(const bl_rod_record* record, int end)
{
    double s = end == 0 ? 0.0 : record->body.length;
    for (int i = 0; i < BELAY_ROD_MAX_ATTACHMENTS; i++) {
        const bl_rod_attachment* a = &record->attachments[i];
        bool is_fixed = a->type == BELAY_ROD_PIN + 1 || a->type == BELAY_ROD_CLAMP + 1;
        if (is_fixed && fabs(a->s - s) <= 1e-9 * record->body.length) return true;
    }
    return false;
}

// B's attachments keep their numbers where A has none of these, and the others take the lowest that are left.
static belay_result find_numbers(belay_world* world, const bl_rod_record* a, const bl_rod_record* b, join* j)
{
    bool is_taken[BELAY_ROD_MAX_ATTACHMENTS];
    int next = 0;
    for (int i = 0; i < BELAY_ROD_MAX_ATTACHMENTS; i++) {
        bool stays = is_there(&b->attachments[i]) && !is_there(&a->attachments[i]);
        j->numbers[i] = stays ? i : -1;
        is_taken[i] = stays || is_there(&a->attachments[i]);
    }
    for (int i = 0; i < BELAY_ROD_MAX_ATTACHMENTS; i++) {
        if (!is_there(&b->attachments[i]) || j->numbers[i] >= 0) continue;
        while (next < BELAY_ROD_MAX_ATTACHMENTS && is_taken[next])
            next++;
        if (next == BELAY_ROD_MAX_ATTACHMENTS)
            return bl_fail(world, BELAY_ERROR_CAPACITY, "belay_rod_join: the rods have more than %d attachments",
                           BELAY_ROD_MAX_ATTACHMENTS);
        is_taken[next] = true;
        j->numbers[i] = next;
    }
    return BELAY_OK;
}

static belay_result check_held(belay_world* world, const join* j, const bl_rod_record* a, const bl_rod_record* b)
{
    if (!is_end_held(a, j->end_a) || !is_end_held(b, j->end_b)) return BELAY_OK;
    return bl_fail(world, BELAY_ERROR_STATE,
                   "belay_rod_join: end %d of rod_a and end %d of rod_b are both held by a pin or a clamp", j->end_a,
                   j->end_b);
}

static void turn_frames(bl_rod_attachment* a)
{
    a->frame.rotation = bl_rod_turn_frame(a->frame.rotation);
    a->next.rotation = bl_rod_turn_frame(a->next.rotation);
}

// An attachment of a rod whose node 0 has become node `first`, or, turned round, whose last node has.
static void move_attachment(const belay_world* world, const bl_rod_record* joined, uint32_t first, uint32_t segments,
                            bool is_turned, bl_rod_attachment* a)
{
    if (is_turned) {
        a->segment = segments - 1 - a->segment;
        a->at = 1.0 - a->at;
        turn_frames(a);
    }
    a->end = 2; // the step says
    a->segment += first;
    a->s = bl_rod_arc(&world->rods, joined, a->segment, a->at);
}

static void unite_attachments(const belay_world* world, const join* j, const bl_rod_record* b, uint32_t first_a,
                              uint32_t first_b, bl_rod_record* joined)
{
    uint32_t segments_a = joined->body.segment_count - b->body.segment_count, segments_b = b->body.segment_count;
    for (int i = 0; i < BELAY_ROD_MAX_ATTACHMENTS; i++)
        if (is_there(&joined->attachments[i]))
            move_attachment(world, joined, first_a, segments_a, false, &joined->attachments[i]);
    for (int i = 0; i < BELAY_ROD_MAX_ATTACHMENTS; i++) {
        if (j->numbers[i] < 0) continue;
        bl_rod_attachment* a = &joined->attachments[j->numbers[i]];
        *a = b->attachments[i];
        move_attachment(world, joined, first_b, segments_b, j->is_b_turned, a);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The rod of both
// ---------------------------------------------------------------------------------------------------------------------

// Behind the rods' numbers: those of the joined one, and B's state again, to be turned round.
static belay_result reserve(belay_world* world, const bl_rod_record* a, const bl_rod_record* b, bl_rod_record* joined)
{
    *joined = *a;
    joined->body.element_count += b->body.element_count;
    joined->body.segment_count += b->body.segment_count;
    joined->numbers_at = (uint64_t)arrlen(world->rods.numbers);
    joined->numbers_size = bl_rod_numbers_size(joined);
    bool ok = true;
    BL_ARRAY_RESERVE(world->rods.numbers, joined->numbers_at + joined->numbers_size + b->numbers_size,
                     &world->def.allocator, &ok);
    ok = ok && bl_step_rods_reserve(world, joined) && bl_rod_reserve_renumbering(world);
    return ok ? BELAY_OK
              : bl_fail(world, BELAY_ERROR_MEMORY, "belay_rod_join: no memory for a rod of %u elements",
                        joined->body.element_count);
}

// B as it is to lie in the joined rod, in room of its own.
static bl_rod prepare_b(const belay_world* world, const join* j, const bl_rod_record* joined, const bl_rod_record* b,
                        bl_rod_body* body)
{
    const bl_rod_ops* ops = bl_rod_record_ops(b);
    *body = b->body;
    bl_rod copy = {.body = body,
                   .state = world->rods.numbers + joined->numbers_at + joined->numbers_size,
                   .scratch = world->scratch.rods.scratch};
    memcpy(copy.state, bl_rod_state(world, b), bl_rod_state_size(ops, body->element_count) * sizeof(double));
    if (j->is_b_turned) ops->reverse(&copy);
    return copy;
}

// SHAPE: and nothing has changed but what lies behind the rods' numbers.
static belay_result make_joined(belay_world* world, const join* j, bl_rod_record* joined)
{
    bl_rod_record *a = &bl_rods(world)[j->place_a], *b = &bl_rods(world)[j->place_b];
    const bl_rod_ops* ops = bl_rod_record_ops(a);
    double* scratch = world->scratch.rods.scratch;
    bl_rod_body body;
    bl_rod rod_a = {&a->body, bl_rod_state(world, a), scratch, NULL}, rod_b = prepare_b(world, j, joined, b, &body);
    memset(bl_rod_arcs(world, joined), 0, (size_t)joined->numbers_size * sizeof(double));
    bl_rod made = {&joined->body, bl_rod_state(world, joined), scratch, NULL};
    const bl_rod *first = j->is_a_first ? &rod_a : &rod_b, *second = j->is_a_first ? &rod_b : &rod_a;
    made.body->ends[0] = first->body->ends[0];
    made.body->ends[1] = second->body->ends[1];
    belay_error error;
    if (ops->join(first, second, j->as_it_lies, &made, &error) != BELAY_OK)
        return bl_fail_in(world, "belay_rod_join", &error);
    ops->arcs(&made, bl_rod_arcs(world, joined));
    return BELAY_OK;
}

static void add_applied(const belay_world* world, const bl_rod_record* from, uint32_t first, bool is_turned,
                        const bl_rod_record* joined)
{
    const double* given = bl_rod_applied(world, from);
    double* sum = bl_rod_applied(world, joined) + 3 * (size_t)first;
    size_t count = bl_rod_node_count(from);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 3; k++)
            sum[3 * (is_turned ? count - 1 - i : i) + k] += given[3 * i + k];
}

// In place of A, B being gone.
static void commit(belay_world* world, const join* j, bl_rod_record* joined)
{
    bl_wake_touching_rod(world, j->place_a);
    bl_wake_touching_rod(world, j->place_b);
    bl_rod_record a = bl_rods(world)[j->place_a], b = bl_rods(world)[j->place_b];
    uint32_t first_a = j->is_a_first ? 0 : b.body.segment_count, first_b = j->is_a_first ? a.body.segment_count : 0;
    add_applied(world, &a, first_a, false, joined);
    add_applied(world, &b, first_b, j->is_b_turned, joined);
    joined->flags = a.flags;
    joined->rest_seconds = a.rest_seconds;
    unite_attachments(world, j, &b, first_a, first_b, joined);
    double at_a = j->is_a_first ? 0.0 : b.body.length, at_b = j->is_a_first ? a.body.length : 0.0;
    double sign = j->is_b_turned ? -1.0 : 1.0;
    const bl_rod_renumbering ways[2] = {
        {a.id, a.id, -HUGE_VAL, HUGE_VAL, at_a, 1.0},
        {b.id, a.id, -HUGE_VAL, HUGE_VAL, j->is_b_turned ? at_b + b.body.length : at_b, sign}};
    bl_rod_apply_renumbering(world, ways);
    bl_rod_exclusions_follow(world, ways);
    arrsetlen(world->rods.numbers, (size_t)(joined->numbers_at + joined->numbers_size));
    bl_rods(world)[j->place_a] = *joined;
    bl_rod_numbers_remove(world, a.numbers_at, a.numbers_size);
    bl_rod_remove(world, bl_slot_of(b.id));
}

static belay_result check_rods(belay_world* world, join* j)
{
    bl_rod_record *a = &bl_rods(world)[j->place_a], *b = &bl_rods(world)[j->place_b];
    BL_TRY(check_kinds(world, a, b));
    BL_TRY(check_distance(world, j, a, b));
    BL_TRY(check_held(world, j, a, b));
    return find_numbers(world, a, b, j);
}

belay_result belay_rod_join(belay_world* world, belay_rod_id rod_a, int end_a, belay_rod_id rod_b, int end_b,
                            belay_rod_joint joint, int* numbers)
{
    bl_rod_record *a = NULL, *b = NULL;
    BL_TRY(bl_rod_find(world, "belay_rod_join", rod_a, "rod_a", &a));
    BL_TRY(bl_rod_find(world, "belay_rod_join", rod_b, "rod_b", &b));
    BL_TRY(bl_check_unlocked(world, "belay_rod_join"));
    BL_TRY(check_arguments(world, rod_a, end_a, rod_b, end_b, joint));
    join j = {.place_a = (uint32_t)(a - bl_rods(world)),
              .place_b = (uint32_t)(b - bl_rods(world)),
              .end_a = end_a,
              .end_b = end_b,
              .as_it_lies = joint == BELAY_ROD_JOINT_AS_IT_LIES,
              .is_a_first = end_a == 1,
              .is_b_turned = end_a == end_b};
    BL_TRY(check_rods(world, &j));
    bl_rod_record joined;
    BL_TRY(reserve(world, a, b, &joined));
    BL_TRY(make_joined(world, &j, &joined));
    // Nothing can fail from here on.
    commit(world, &j, &joined);
    if (numbers != NULL) memcpy(numbers, j.numbers, sizeof j.numbers);
    return BELAY_OK;
}
