// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "proxy/local_response.h"

#include "core/alloc.h"
#include "step/motion/step_rods.h"

#include <string.h>

// A row of which a smaller part is left depends on those taken before: contacts that are nearly on one line hold what
// is held already. Smaller pivots would blow rounding up until impulses gain by the response.
#define DEPENDENT 1e-7

// ---------------------------------------------------------------------------------------------------------------------
// Members and rows
// ---------------------------------------------------------------------------------------------------------------------

void bl_local_response_init(bl_local_response* response, belay_world* world, const bl_local_tool* tool)
{
    response->world = world;
    response->tool = tool;
    response->member_count = response->element_count = response->hold_count = 0;
}

static int find_member(const bl_local_response* response, uint32_t node)
{
    for (int i = 0; i < response->member_count; i++)
        if (response->members[i].node == node) return i;
    return -1;
}

static bool is_rod(const belay_world* world, uint32_t node)
{
    return node >= bl_rod_island_node(world, 0);
}

// What stands between the bodies and the rods is the world. A rod that sleeps has no velocities.
static bool can_move(const bl_local_response* response, uint32_t node)
{
    const belay_world* world = response->world;
    if (is_rod(world, node)) return world->scratch.rods.rods[node - bl_rod_island_node(world, 0)].dof_count > 0;
    return !bl_local_tool_has(response->tool, node) && node < bl_body_count(world) &&
           bl_bodies(world)[node].type == BELAY_BODY_DYNAMIC &&
           world->scratch.motion.responses[node].inverse_mass > 0.0;
}

void bl_local_response_add(bl_local_response* response, uint32_t node, double arc)
{
    if (response->member_count == BL_LOCAL_MEMBERS || !can_move(response, node) || find_member(response, node) >= 0)
        return;
    response->members[response->member_count++] = (bl_local_member){node, arc};
}

static void set_side(const bl_local_response* response, bl_local_side* side, uint32_t body, belay_vec3 linear,
                     belay_vec3 angular)
{
    side->member = find_member(response, body);
    if (side->member < 0) return;
    const bl_response* r = &response->world->scratch.motion.responses[body];
    side->is_body = true;
    side->linear = linear;
    side->angular = angular;
    side->linear_m = v3_scale(r->inverse_mass, linear);
    side->angular_m = m3_mul_v3(r->inverse_inertia, angular);
}

static void set_rod_side(const bl_local_response* response, bl_local_side* side, uint32_t rod, const bl_rod_row* row)
{
    side->member = find_member(response, bl_rod_island_node(response->world, rod));
    side->rod = *row;
}

static bl_local_row empty_row(void)
{
    bl_local_row row;
    memset(&row, 0, sizeof row);
    row.side[0].member = row.side[1].member = -1;
    return row;
}

bl_local_row bl_local_response_row(const bl_local_response* response, uint32_t body, belay_vec3 direction,
                                   belay_vec3 arm)
{
    bl_local_row row = empty_row();
    set_side(response, &row.side[0], body, direction, v3_cross(arm, direction));
    return row;
}

bl_local_row bl_local_response_joint_row(const bl_local_response* response, uint32_t body, belay_vec3 linear,
                                         belay_vec3 angular)
{
    bl_local_row row = empty_row();
    set_side(response, &row.side[0], body, linear, angular);
    return row;
}

bl_local_row bl_local_response_rod_row(const bl_local_response* response, const bl_rod_row* rod)
{
    bl_local_row row = empty_row();
    set_rod_side(response, &row.side[0], rod->place.rod, rod);
    return row;
}

// ---------------------------------------------------------------------------------------------------------------------
// What holds them, nearest first
// ---------------------------------------------------------------------------------------------------------------------

// The elements of islands are contacts, then joints, then those of rods.
typedef enum element_kind { ELEMENT_CONTACT, ELEMENT_JOINT, ELEMENT_ROD } element_kind;

static element_kind kind_of(const belay_world* world, uint32_t element, uint32_t* index)
{
    uint32_t contacts = (uint32_t)arrlen(world->scratch.detect.contacts), joints = world->scratch.joints.block_count;
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
    return sqrt(r[1] * r[1] + r[2] * r[2]) < limit * (1.0 - 1e-12) ? 3 : 1;
}

static uint32_t rows_of_rod_element(const bl_rod_element* e)
{
    if (e->law == BL_ROD_TOUCHES) return rows_of_contact(e->r, e->mu);
    double length = sqrt(e->r[0] * e->r[0] + e->r[1] * e->r[1] + e->r[2] * e->r[2]);
    return e->law == BL_ROD_PULLS && length >= e->cap * (1.0 - 1e-12) ? 0 : e->count;
}

static bool is_hold(const belay_world* world, uint32_t element)
{
    uint32_t i;
    element_kind kind = kind_of(world, element, &i);
    if (kind == ELEMENT_JOINT) return true;
    if (kind == ELEMENT_ROD) return rows_of_rod_element(&world->scratch.rods.set.elements[i]) > 0;
    return rows_of_contact(world->scratch.solve.rows[i].r, world->scratch.solve.rows[i].block.mu) > 0;
}

static bl_local_row* add_hold(bl_local_response* response, double softness)
{
    if (response->hold_count == BL_LOCAL_HOLDS) return NULL;
    bl_local_row* row = &response->holds[response->hold_count++];
    *row = empty_row();
    row->softness = softness;
    return row;
}

static bool hold_by_contact(bl_local_response* response, const bl_contact_row* row)
{
    bl_contact_jacobian j;
    bl_contact_row_jacobian(row, &j);
    for (uint32_t k = 0; k < rows_of_contact(row->r, row->block.mu); k++) {
        bl_local_row* hold = add_hold(response, 0.0);
        if (hold == NULL) return false;
        set_side(response, &hold->side[0], row->body_a, j.g[k], j.ga[k]);
        set_side(response, &hold->side[1], row->body_b, v3_neg(j.g[k]), v3_neg(j.gb[k]));
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
        set_side(response, &hold->side[0], block->body_a, rows[k].linear, rows[k].angular_a);
        set_side(response, &hold->side[1], block->body_b, v3_neg(rows[k].linear), v3_neg(rows[k].angular_b));
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
            set_rod_side(response, &hold->side[i], e->side[i].rod, &row);
        }
        if (e->side[1].rod == BL_NO_ROD)
            set_side(response, &hold->side[1], e->body, v3_neg(e->linear[k]), v3_neg(e->angular[k]));
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
    if (!is_rod(world, node) || kind_of(world, element, &i) != ELEMENT_ROD) return 0.0;
    const bl_step_rod_contact* c = rod_contact_of(world, element);
    if (c != NULL) return bl_rod_island_node(world, c->rod_a) == node ? c->s_a : c->s_b;
    uint32_t owner = world->scratch.rods.owners[i];
    return bl_rods(world)[owner / BELAY_ROD_MAX_ATTACHMENTS].attachments[owner % BELAY_ROD_MAX_ATTACHMENTS].s;
}

static uint32_t island_root(const bl_step_scratch* s, uint32_t node)
{
    while (s->solve.islands.parent[node] != node)
        node = s->solve.islands.parent[node];
    return node;
}

#define ROD_CONTACTS 8

// How far along the rod a contact of its is from where the rod is met; < 0: no contact of that rod that holds.
static double way_to_contact(const bl_local_response* response, const bl_local_member* member, uint32_t element)
{
    const belay_world* world = response->world;
    const bl_step_rod_contact* c = rod_contact_of(world, element);
    if (c == NULL || !is_hold(world, element)) return -1.0;
    bool is_a = bl_rod_island_node(world, c->rod_a) == member->node;
    bool is_b = c->rod_b != BL_NO_INDEX && bl_rod_island_node(world, c->rod_b) == member->node;
    double a = is_a ? fabs(c->s_a - member->arc) : HUGE_VAL, b = is_b ? fabs(c->s_b - member->arc) : HUGE_VAL;
    return is_a || is_b ? fmin(a, b) : -1.0;
}

// How far along a rod, from where it is met, its contacts count.
static double contact_reach(const bl_local_response* response, const bl_local_member* member, const uint32_t* elements,
                            uint32_t count)
{
    double nearest[ROD_CONTACTS];
    int found = 0;
    for (uint32_t i = 0; i < count; i++) {
        double way = way_to_contact(response, member, elements[i]);
        if (way < 0.0 || (found == ROD_CONTACTS && way >= nearest[found - 1])) continue;
        int at = found < ROD_CONTACTS ? found++ : ROD_CONTACTS - 1;
        for (; at > 0 && nearest[at - 1] > way; at--)
            nearest[at] = nearest[at - 1];
        nearest[at] = way;
    }
    return found < ROD_CONTACTS ? HUGE_VAL : nearest[ROD_CONTACTS - 1];
}

// Whether a constraint between a and b is met first at the member numbered `at`: one that an earlier member has too has
// been taken there. The tool's own are left out.
static bool is_met_at(const bl_local_response* response, int at, uint32_t a, uint32_t b)
{
    uint32_t node = response->members[at].node, other = a == node ? b : a;
    if ((a != node && b != node) || bl_local_tool_has(response->tool, other)) return false;
    int first = find_member(response, other);
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
    bool is_of_rod = is_rod(response->world, member.node);
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

// ---------------------------------------------------------------------------------------------------------------------
// The operator
// ---------------------------------------------------------------------------------------------------------------------

// What a unit impulse along b changes a's velocity by, as far as bodies carry it.
static double coupling(const bl_local_row* a, const bl_local_row* b)
{
    double sum = 0.0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (a->side[i].is_body && a->side[i].member == b->side[j].member)
                sum +=
                    v3_dot(a->side[i].linear, b->side[j].linear_m) + v3_dot(a->side[i].angular, b->side[j].angular_m);
    return sum;
}

// A = J M^-1 J^T + S, and G = J M^-1 R^T for the rows R asked about. The holds stand in it from the furthest to the
// nearest, so that elimination fills in little: what is far off meets only what is next to it.
typedef struct hold_system {
    int m, n;
    const bl_local_row* hold[BL_LOCAL_HOLDS];
    double diagonal[BL_LOCAL_HOLDS]; // of A
    int reach[BL_LOCAL_HOLDS];       // the last column of a row of A that may be other than zero
    bool has_g[BL_LOCAL_HOLDS];      // whether a row of G may be
    bool is_pivot[BL_LOCAL_HOLDS];
    double a[BL_LOCAL_HOLDS][BL_LOCAL_HOLDS]; // columns from the diagonal on
    double g[BL_LOCAL_HOLDS][BELAY_LOCAL_MODEL_ROWS];
} hold_system;

static bool share_a_member(const bl_local_row* a, const bl_local_row* b)
{
    int a0 = a->side[0].member, a1 = a->side[1].member, b0 = b->side[0].member, b1 = b->side[1].member;
    return (a0 >= 0 && (a0 == b0 || a0 == b1)) || (a1 >= 0 && (a1 == b0 || a1 == b1));
}

static void form_row(hold_system* s, int i, const bl_local_row* rows)
{
    const bl_local_row* hold = s->hold[i];
    s->reach[i] = i;
    s->has_g[i] = false;
    for (int j = i; j < s->m; j++) {
        bool meets = share_a_member(hold, s->hold[j]);
        s->a[i][j] = meets ? coupling(hold, s->hold[j]) : 0.0;
        if (meets) s->reach[i] = j;
    }
    s->a[i][i] += hold->softness;
    for (int j = 0; j < s->n; j++) {
        bool meets = share_a_member(hold, &rows[j]);
        s->g[i][j] = meets ? coupling(hold, &rows[j]) : 0.0;
        s->has_g[i] = s->has_g[i] || meets;
    }
}

// W of one rod goes to where its rows, numbered with the holds first, meet: above A's diagonal, in G, and below both.
static bool add_rod(hold_system* s, const bl_local_response* response, int member, const bl_local_row* rows,
                    double compliance[][BELAY_LOCAL_MODEL_ROWS])
{
    bl_rod_row of_rod[BL_LOCAL_ROD_ROWS];
    int number[BL_LOCAL_ROD_ROWS], count = 0;
    for (int i = 0; i < s->m + s->n; i++) {
        const bl_local_row* row = i < s->m ? s->hold[i] : &rows[i - s->m];
        if (row->side[0].member != member && row->side[1].member != member) continue;
        of_rod[count] = row->side[row->side[0].member == member ? 0 : 1].rod;
        number[count++] = i;
    }
    uint32_t rod = response->members[member].node - bl_rod_island_node(response->world, 0);
    const double* w = bl_local_rod_response(response->world, rod, of_rod, count);
    if (w == NULL) return false;
    for (int i = 0; i < count; i++)
        for (int j = i; j < count; j++) {
            int p = number[i], q = number[j];
            // As it is symmetric only to rounding.
            double sum = 0.5 * (w[i * count + j] + w[j * count + i]);
            if (q < s->m)
                s->a[p][q] += sum;
            else if (p < s->m)
                s->g[p][q - s->m] += sum;
            else
                compliance[p - s->m][q - s->m] += sum;
        }
    return true;
}

static bool form(hold_system* s, const bl_local_response* response, const bl_local_row* rows, int n,
                 double compliance[][BELAY_LOCAL_MODEL_ROWS])
{
    s->m = response->hold_count;
    s->n = n;
    for (int i = 0; i < s->m; i++)
        s->hold[i] = &response->holds[s->m - 1 - i];
    for (int i = 0; i < s->m; i++)
        form_row(s, i, rows);
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            compliance[i][j] = coupling(&rows[i], &rows[j]);
    for (int k = 0; k < response->member_count; k++)
        if (is_rod(response->world, response->members[k].node) && !add_rod(s, response, k, rows, compliance))
            return false;
    for (int i = 0; i < s->m; i++)
        s->diagonal[i] = s->a[i][i];
    return true;
}

// Takes out pivot k: what is behind it becomes the Schur complement, rows k of A and G those of L^-1 A and L^-1 G.
static void eliminate(hold_system* s, int k)
{
    double* restrict pivot = s->a[k], * restrict asked = s->g[k], scale = 1.0 / sqrt(pivot[k]);
    int end = s->reach[k] + 1;
    for (int j = k; j < end; j++)
        pivot[j] *= scale;
    for (int j = 0; s->has_g[k] && j < s->n; j++)
        asked[j] *= scale;
    for (int i = k + 1; i < end; i++) {
        double* restrict row = s->a[i], * restrict g = s->g[i], factor = pivot[i];
        if (factor == 0.0) continue;
        if (end - 1 > s->reach[i]) s->reach[i] = end - 1;
        for (int j = i; j < end; j++)
            row[j] -= factor * pivot[j];
        for (int j = 0; s->has_g[k] && j < s->n; j++)
            g[j] -= factor * asked[j];
        s->has_g[i] = s->has_g[i] || s->has_g[k];
    }
}

// Cholesky. A row that depends on those before it (a plate on four corners) has nothing left on its diagonal, to
// rounding, and is left out, which changes nothing, as what it would hold is held.
static void factor(hold_system* s)
{
    for (int k = 0; k < s->m; k++) {
        s->is_pivot[k] = s->diagonal[k] > 0.0 && s->a[k][k] > DEPENDENT * s->diagonal[k];
        if (s->is_pivot[k]) eliminate(s, k);
    }
}

// What is left of a diagonal after the subtraction can be rounding: where a heavy body stands on light ones, 1e-10 of
// what there was. Below this the other side is as good as fixed: it has a thousand million times its mass.
#define HELD 1e-9

// The operator has no negative eigenvalues, and rounding is not to give it any: |C_ij|^2 <= C_ii C_jj.
static void take_out_rounding(const double bare[], int n, double compliance[][BELAY_LOCAL_MODEL_ROWS])
{
    for (int i = 0; i < n; i++)
        if (compliance[i][i] < HELD * bare[i]) compliance[i][i] = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double most = sqrt(compliance[i][i]) * sqrt(compliance[j][j]);
            if (fabs(compliance[j][i]) > most) compliance[j][i] = copysign(most, compliance[j][i]);
            compliance[i][j] = compliance[j][i];
        }
}

bool bl_local_response_solve(const bl_local_response* response, const bl_local_row* rows, int n,
                             double compliance[][BELAY_LOCAL_MODEL_ROWS])
{
    hold_system s;
    double bare[BELAY_LOCAL_MODEL_ROWS];
    if (!form(&s, response, rows, n, compliance)) return false;
    factor(&s);
    for (int i = 0; i < n; i++)
        bare[i] = compliance[i][i];
    for (int k = 0; k < s.m; k++)
        for (int i = 0; s.is_pivot[k] && s.has_g[k] && i < n; i++)
            for (int j = i; s.g[k][i] != 0.0 && j < n; j++)
                compliance[i][j] -= s.g[k][i] * s.g[k][j];
    take_out_rounding(bare, n, compliance);
    return true;
}
