// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "world/local_response.h"

#include "core/alloc.h"

#include <string.h>

// A pivot that is a smaller part of its diagonal is rounding: the row depends on those taken before.
#define DEPENDENT 1e-11

// ---------------------------------------------------------------------------------------------------------------------
// Bodies and rows
// ---------------------------------------------------------------------------------------------------------------------

void bl_local_response_init(bl_local_response* response, const belay_world* world, uint32_t tool)
{
    memset(response, 0, sizeof *response);
    response->world = world;
    response->tool = tool;
}

static int find_body(const bl_local_response* response, uint32_t place)
{
    for (int i = 0; i < response->body_count; i++)
        if (response->bodies[i] == place) return i;
    return -1;
}

// What stands behind the last body is the world.
static bool can_move(const bl_local_response* response, uint32_t place)
{
    const belay_world* world = response->world;
    return place != response->tool && place < bl_body_count(world) &&
           bl_bodies(world)[place].type == BELAY_BODY_DYNAMIC && world->scratch.responses[place].inverse_mass > 0.0;
}

void bl_local_response_add_body(bl_local_response* response, uint32_t place)
{
    if (response->body_count == BL_LOCAL_BODIES || !can_move(response, place) || find_body(response, place) >= 0)
        return;
    response->bodies[response->body_count++] = place;
}

static void set_side(const bl_local_response* response, bl_local_row* row, int side, uint32_t place, belay_vec3 linear,
                     belay_vec3 angular)
{
    row->body[side] = find_body(response, place);
    if (row->body[side] < 0) return;
    const bl_response* r = &response->world->scratch.responses[place];
    row->linear[side] = linear;
    row->angular[side] = angular;
    row->linear_m[side] = v3_scale(r->inverse_mass, linear);
    row->angular_m[side] = m3_mul_v3(r->inverse_inertia, angular);
}

bl_local_row bl_local_response_row(const bl_local_response* response, uint32_t place, belay_vec3 direction,
                                   belay_vec3 arm)
{
    bl_local_row row;
    memset(&row, 0, sizeof row);
    row.body[1] = -1;
    set_side(response, &row, 0, place, direction, v3_cross(arm, direction));
    return row;
}

// ---------------------------------------------------------------------------------------------------------------------
// What holds them, nearest first
// ---------------------------------------------------------------------------------------------------------------------

static void add_hold(bl_local_response* response, uint32_t a, uint32_t b, belay_vec3 linear, belay_vec3 angular_a,
                     belay_vec3 angular_b, double softness)
{
    response->is_full = response->hold_count == BL_LOCAL_HOLDS;
    if (response->is_full) return;
    bl_local_row* row = &response->holds[response->hold_count++];
    memset(row, 0, sizeof *row);
    row->softness = softness;
    set_side(response, row, 0, a, linear, angular_a);
    set_side(response, row, 1, b, v3_neg(linear), v3_neg(angular_b));
}

// The impulse of a contact that sticks is inside its cone; on the edge, to rounding, it slides.
static int rows_held(const bl_contact_row* row)
{
    double limit = row->block.mu * row->r[0];
    if (!(row->r[0] > 0.0)) return 0;
    return sqrt(row->r[1] * row->r[1] + row->r[2] * row->r[2]) < limit * (1.0 - 1e-12) ? 3 : 1;
}

static void hold_by_contact(bl_local_response* response, const bl_contact_row* row)
{
    for (int k = 0; k < rows_held(row); k++)
        add_hold(response, row->body_a, row->body_b, row->g[k], row->ga[k], row->gb[k], 0.0);
}

static void hold_by_joint(bl_local_response* response, const bl_joint_block* block)
{
    const bl_joint_row* rows = response->world->scratch.joint_set.rows + block->first;
    for (uint32_t k = 0; k < block->count; k++) {
        bool is_free = rows[k].r > rows[k].lower && rows[k].r < rows[k].upper && !(block->idle >> k & 1);
        if (is_free)
            add_hold(response, block->body_a, block->body_b, rows[k].linear, rows[k].angular_a, rows[k].angular_b,
                     rows[k].softness);
    }
}

// Whether a constraint between a and b is met first at the body numbered `at`: one that an earlier body has too has
// been taken there. The tool's own are left out.
static bool is_met_at(const bl_local_response* response, int at, uint32_t a, uint32_t b)
{
    uint32_t place = response->bodies[at], other = a == place ? b : a;
    if ((a != place && b != place) || other == response->tool) return false;
    int first = find_body(response, other);
    return first < 0 || first >= at;
}

static bool is_a_hold(const bl_local_response* response, uint32_t contact)
{
    return rows_held(&response->world->scratch.rows[contact]) > 0;
}

// Takes in the bodies that the one numbered `at` leans on, then what is between: rows know the bodies only then.
static void look_around(bl_local_response* response, int at, bool takes_rows)
{
    const bl_step_scratch* s = &response->world->scratch;
    for (uint32_t i = 0; i < (uint32_t)arrlen(s->contacts); i++) {
        const bl_contact_row* row = &s->rows[i];
        if (!is_met_at(response, at, row->body_a, row->body_b) || !is_a_hold(response, i)) continue;
        if (takes_rows) {
            hold_by_contact(response, row);
        } else {
            bl_local_response_add_body(response, row->body_a);
            bl_local_response_add_body(response, row->body_b);
        }
    }
    for (uint32_t i = 0; i < s->joint_block_count; i++) {
        const bl_joint_block* block = &s->joint_set.blocks[i];
        if (!is_met_at(response, at, block->body_a, block->body_b)) continue;
        if (takes_rows) {
            hold_by_joint(response, block);
        } else {
            bl_local_response_add_body(response, block->body_a);
            bl_local_response_add_body(response, block->body_b);
        }
    }
}

// Takes the rows of the bodies in turn; the number of bodies whose rows all found room.
static int take_rows(bl_local_response* response)
{
    response->hold_count = 0;
    response->is_full = false;
    for (int at = 0; at < response->body_count; at++) {
        look_around(response, at, true);
        if (response->is_full) return at;
    }
    return response->body_count;
}

void bl_local_response_close(bl_local_response* response)
{
    for (int at = 0; at < response->body_count; at++)
        look_around(response, at, false);
    int complete = take_rows(response);
    if (complete == response->body_count) return;
    response->body_count = complete;
    take_rows(response); // with those left out as held
}

// ---------------------------------------------------------------------------------------------------------------------
// The operator
// ---------------------------------------------------------------------------------------------------------------------

// What a unit impulse along b changes a's velocity by.
static double coupling(const bl_local_row* a, const bl_local_row* b)
{
    double sum = 0.0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (a->body[i] >= 0 && a->body[i] == b->body[j])
                sum += v3_dot(a->linear[i], b->linear_m[j]) + v3_dot(a->angular[i], b->angular_m[j]);
    return sum;
}

// A = J M^-1 J^T + S, and G = J M^-1 R^T for the rows R asked about.
typedef struct hold_system {
    int m, n, rank;
    int order[BL_LOCAL_HOLDS];
    double diagonal[BL_LOCAL_HOLDS]; // of A
    double a[BL_LOCAL_HOLDS][BL_LOCAL_HOLDS];
    double g[BL_LOCAL_HOLDS][BELAY_LOCAL_MODEL_ROWS];
} hold_system;

static void form(hold_system* s, const bl_local_response* response, const bl_local_row* rows, int n)
{
    s->m = response->hold_count;
    s->n = n;
    for (int i = 0; i < s->m; i++) {
        s->order[i] = i;
        for (int j = 0; j <= i; j++)
            s->a[i][j] = s->a[j][i] = coupling(&response->holds[i], &response->holds[j]);
        s->a[i][i] += response->holds[i].softness;
        s->diagonal[i] = s->a[i][i];
        for (int j = 0; j < n; j++)
            s->g[i][j] = coupling(&response->holds[i], &rows[j]);
    }
}

// How much of row i the pivots taken so far do not hold: 0 to 1.
static double share_left(const hold_system* s, int i)
{
    return s->diagonal[i] > 0.0 ? s->a[i][i] / s->diagonal[i] : 0.0;
}

static int largest_left(const hold_system* s, int k)
{
    int best = k;
    for (int i = k + 1; i < s->m; i++)
        if (share_left(s, s->order[i]) > share_left(s, s->order[best])) best = i;
    return best;
}

// Takes out pivot k: rows and columns left become the Schur complement, row k of G that of L^-1 G.
static void eliminate(hold_system* s, int k)
{
    int p = s->order[k];
    double root = sqrt(s->a[p][p]);
    for (int j = 0; j < s->n; j++)
        s->g[p][j] /= root;
    for (int i = k + 1; i < s->m; i++) {
        int q = s->order[i];
        double factor = s->a[q][p] / root;
        if (factor == 0.0) continue;
        for (int j = k + 1; j < s->m; j++)
            s->a[q][s->order[j]] -= factor * s->a[s->order[j]][p] / root;
        for (int j = 0; j < s->n; j++)
            s->g[q][j] -= factor * s->g[p][j];
    }
}

// Cholesky with pivoting: rows that depend on others (a plate on four corners) come last and are left out, which
// changes nothing, as what they would hold is held.
static void factor(hold_system* s)
{
    for (s->rank = 0; s->rank < s->m; s->rank++) {
        int best = largest_left(s, s->rank), swap = s->order[s->rank];
        s->order[s->rank] = s->order[best];
        s->order[best] = swap;
        if (!(share_left(s, s->order[s->rank]) > DEPENDENT)) return;
        eliminate(s, s->rank);
    }
}

// What is left of a diagonal after the subtraction can be rounding.
#define HELD 1e-13

void bl_local_response_solve(const bl_local_response* response, const bl_local_row* rows, int n,
                             double compliance[][BELAY_LOCAL_MODEL_ROWS])
{
    hold_system s;
    form(&s, response, rows, n);
    factor(&s);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double bare = coupling(&rows[i], &rows[j]), sum = bare;
            for (int k = 0; k < s.rank; k++)
                sum -= s.g[s.order[k]][i] * s.g[s.order[k]][j];
            if (i == j && sum < HELD * bare) sum = 0.0;
            compliance[i][j] = compliance[j][i] = sum;
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; compliance[i][i] == 0.0 && j < n; j++)
            compliance[i][j] = compliance[j][i] = 0.0;
}
