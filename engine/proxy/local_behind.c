// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What holds the members of a response, and who is behind them.

#include "core/alloc.h"
#include "proxy/local_response.h"
#include "proxy/local_sides.h"
#include "proxy/proxy_tolerances.h"
#include "step/motion/step_rods.h"

// ---------------------------------------------------------------------------------------------------------------------
// What holds them, nearest first
// ---------------------------------------------------------------------------------------------------------------------

// The elements of islands are contacts, then joints, then those of rods.
typedef enum element_kind { ELEMENT_CONTACT, ELEMENT_JOINT, ELEMENT_ROD } element_kind;

static element_kind kind_of(const belay_world* world, uint32_t element, uint32_t* index)
{
    uint32_t contacts = (uint32_t)arrlen(world->scratch.solve.contacts), joints = world->scratch.joints.block_count;
    *index = element;
    if (element < contacts) return ELEMENT_CONTACT;
    *index = element - contacts;
    if (*index < joints) return ELEMENT_JOINT;
    *index -= joints;
    return ELEMENT_ROD;
}

// The impulse of a contact that sticks is inside its cone; on the edge, to rounding, it slides.
static uint32_t rows_of_contact(const double r[3], double mu)
{
    double limit = mu * r[0];
    if (!(r[0] > 0.0)) return 0;
    return sqrt(r[1] * r[1] + r[2] * r[2]) < limit * (1.0 - BL_PROXY_EDGE) ? 3 : 1;
}

static uint32_t rows_of_rod_element(const bl_rod_element* e)
{
    if (e->law == BL_ROD_UNILATERAL) return rows_of_contact(e->r, e->mu);
    double length = sqrt(e->r[0] * e->r[0] + e->r[1] * e->r[1] + e->r[2] * e->r[2]);
    return e->law == BL_ROD_BOUNDED && length >= e->cap * (1.0 - BL_PROXY_EDGE) ? 0 : e->count;
}

static bool is_hold(const belay_world* world, uint32_t element)
{
    uint32_t i;
    element_kind kind = kind_of(world, element, &i);
    if (kind == ELEMENT_JOINT) return true;
    if (kind == ELEMENT_ROD) return rows_of_rod_element(&world->scratch.rods.set.elements[i]) > 0;
    return rows_of_contact(world->scratch.solve.rows[i].r, world->scratch.solve.rows[i].mu) > 0;
}

static bl_local_row* add_hold(bl_local_response* response, double softness)
{
    if (response->hold_count == BL_LOCAL_HOLDS) return NULL;
    bl_local_row* row = &response->holds[response->hold_count++];
    *row = bl_local_empty_row();
    row->softness = softness;
    return row;
}

static bool hold_by_contact(bl_local_response* response, const bl_contact_row* row)
{
    bl_contact_jacobian j;
    bl_contact_row_jacobian(row, &j);
    for (uint32_t k = 0; k < rows_of_contact(row->r, row->mu); k++) {
        bl_local_row* hold = add_hold(response, 0.0);
        if (hold == NULL) return false;
        bl_local_set_side(response, &hold->side[0], row->body_a, j.g[k], j.ga[k]);
        bl_local_set_side(response, &hold->side[1], row->body_b, v3_neg(j.g[k]), v3_neg(j.gb[k]));
    }
    return true;
}

static bool hold_by_joint(bl_local_response* response, const bl_joint_block* block)
{
    const bl_joint_row* rows = response->world->scratch.joints.set.rows + block->first;
    for (uint32_t k = 0; k < block->count; k++) {
        bool is_free = rows[k].r > rows[k].lower && rows[k].r < rows[k].upper && !(block->idle >> k & 1);
        if (!is_free) continue;
        bl_local_row* hold = add_hold(response, rows[k].softness);
        if (hold == NULL) return false;
        bl_local_set_side(response, &hold->side[0], block->body_a, rows[k].linear, rows[k].angular_a);
        belay_vec3 of_b = v3_neg(v3_add(rows[k].linear, rows[k].beyond_b));
        bl_local_set_side(response, &hold->side[1], block->body_b, of_b, v3_neg(rows[k].angular_b));
    }
    return true;
}

static bool hold_by_rod(bl_local_response* response, const bl_rod_element* e)
{
    uint32_t count = rows_of_rod_element(e);
    for (uint32_t k = 0; k < count; k++) {
        bl_local_row* hold = add_hold(response, e->softness[k]);
        if (hold == NULL) return false;
        for (int i = 0; i < 2 && e->side[i].rod != BL_NO_ROD; i++) {
            bl_rod_row row = {.row = e->side[i].at + k};
            bl_local_set_rod_side(response, &hold->side[i], e->side[i].rod, &row);
        }
        if (e->side[1].rod == BL_NO_ROD)
            bl_local_set_side(response, &hold->side[1], e->body, v3_neg(e->linear[k]), v3_neg(e->angular[k]));
    }
    return true;
}

static bool take_rows(bl_local_response* response, uint32_t element)
{
    const bl_step_scratch* s = &response->world->scratch;
    uint32_t i;
    switch (kind_of(response->world, element, &i)) {
    case ELEMENT_CONTACT:
        return hold_by_contact(response, &s->solve.rows[i]);
    case ELEMENT_JOINT:
        return hold_by_joint(response, &s->joints.set.blocks[i]);
    default:
        return hold_by_rod(response, &s->rods.set.elements[i]);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Who is behind them
// ---------------------------------------------------------------------------------------------------------------------

// The contact of a rod that is an element of islands; null: another element.
static const bl_step_rod_contact* rod_contact_of(const belay_world* world, uint32_t element)
{
    uint32_t i;
    if (kind_of(world, element, &i) != ELEMENT_ROD || i < world->scratch.rods.attachment_elements) return NULL;
    return &world->scratch.rods.contacts[i - world->scratch.rods.attachment_elements];
}

static double arc_on(const belay_world* world, uint32_t element, uint32_t node)
{
    uint32_t i;
    if (!bl_local_is_rod(world, node) || kind_of(world, element, &i) != ELEMENT_ROD) return 0.0;
    const bl_step_rod_contact* c = rod_contact_of(world, element);
    if (c != NULL) return bl_rod_island_node(&world->entities, c->rod_a) == node ? c->s_a : c->s_b;
    uint32_t owner = world->scratch.rods.owners[i];
    return bl_rods(world)[owner / BELAY_ROD_MAX_ATTACHMENTS].attachments[owner % BELAY_ROD_MAX_ATTACHMENTS].s;
}

static uint32_t island_root(const bl_step_scratch* s, uint32_t node)
{
    while (s->solve.islands.parent[node] != node)
        node = s->solve.islands.parent[node];
    return node;
}

// How far along the rod a contact of its is from where the rod is met; < 0: no contact of that rod that holds.
static double way_to_contact(const bl_local_response* response, const bl_local_member* member, uint32_t element)
{
    const belay_world* world = response->world;
    const bl_step_rod_contact* c = rod_contact_of(world, element);
    if (c == NULL || !is_hold(world, element)) return -1.0;
    bool is_a = bl_rod_island_node(&world->entities, c->rod_a) == member->node;
    bool is_b = c->rod_b != BL_NO_INDEX && bl_rod_island_node(&world->entities, c->rod_b) == member->node;
    double a = is_a ? fabs(c->s_a - member->arc) : HUGE_VAL, b = is_b ? fabs(c->s_b - member->arc) : HUGE_VAL;
    return is_a || is_b ? fmin(a, b) : -1.0;
}

// How far along a rod, from where it is met, its contacts count.
static double contact_reach(const bl_local_response* response, const bl_local_member* member, const uint32_t* elements,
                            uint32_t count)
{
    double nearest[BL_PROXY_ROD_CONTACTS];
    int found = 0;
    for (uint32_t i = 0; i < count; i++) {
        double path = way_to_contact(response, member, elements[i]);
        if (path < 0.0 || (found == BL_PROXY_ROD_CONTACTS && path >= nearest[found - 1])) continue;
        int at = found < BL_PROXY_ROD_CONTACTS ? found++ : BL_PROXY_ROD_CONTACTS - 1;
        for (; at > 0 && nearest[at - 1] > path; at--)
            nearest[at] = nearest[at - 1];
        nearest[at] = path;
    }
    return found < BL_PROXY_ROD_CONTACTS ? HUGE_VAL : nearest[BL_PROXY_ROD_CONTACTS - 1];
}

// Whether a constraint between a and b is met first at the member numbered `at`: one that an earlier member has too has
// been taken there. The tool's own are left out.
static bool is_met_at(const bl_local_response* response, int at, uint32_t a, uint32_t b)
{
    uint32_t node = response->members[at].node, other = a == node ? b : a;
    if ((a != node && b != node) || bl_local_tool_has(response->tool, other)) return false;
    int first = bl_local_find_member(response, other);
    return first < 0 || first >= at;
}

// Takes in what holds the member numbered `at`, and those whom it leans on.
static void look_around(bl_local_response* response, int at)
{
    const bl_step_scratch* s = &response->world->scratch;
    const bl_local_member member = response->members[at];
    uint32_t island = s->solve.islands.number[island_root(s, member.node)];
    if (island == UINT32_MAX) return;
    const uint32_t* elements = s->solve.islands.order + s->solve.islands.begin[island];
    uint32_t count = s->solve.islands.begin[island + 1] - s->solve.islands.begin[island];
    bool is_of_rod = bl_local_is_rod(response->world, member.node);
    double reach = is_of_rod ? contact_reach(response, &member, elements, count) : HUGE_VAL;
    for (uint32_t i = 0; i < count && response->element_count < BL_LOCAL_ELEMENTS; i++) {
        const bl_body_pair* pair = &s->solve.body_pairs[elements[i]];
        if (!is_met_at(response, at, pair->a, pair->b) || !is_hold(response->world, elements[i])) continue;
        if (is_of_rod && way_to_contact(response, &member, elements[i]) > reach) continue;
        response->first_member[response->element_count] = at;
        response->elements[response->element_count++] = elements[i];
        uint32_t other = pair->a == member.node ? pair->b : pair->a;
        bl_local_response_add(response, other, arc_on(response->world, elements[i], other));
    }
}

// Takes the rows of the members in turn; the number of members whose rows all found room.
static int take_all_rows(bl_local_response* response)
{
    response->hold_count = 0;
    for (int i = 0; i < response->element_count; i++) {
        if (response->first_member[i] >= response->member_count) break;
        if (!take_rows(response, response->elements[i])) return response->first_member[i];
    }
    return response->member_count;
}

void bl_local_response_close(bl_local_response* response)
{
    for (int at = 0; at < response->member_count && response->element_count < BL_LOCAL_ELEMENTS; at++)
        look_around(response, at);
    if (response->element_count == BL_LOCAL_ELEMENTS)
        response->member_count = response->first_member[BL_LOCAL_ELEMENTS - 1];
    int complete = take_all_rows(response);
    if (complete == response->member_count) return;
    response->member_count = complete;
    take_all_rows(response); // with those left out as held
}
