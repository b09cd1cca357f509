// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/sweep/least_norm.h"

#include "math/cone.h"
#include "solver/sweep/sweep_tolerances.h"

#include <string.h>

#define MAX_ROWS 48
#define LEAST_CONTACTS 4 // three points of one body share its load in one way; with joints two may be too many
#define REFINEMENTS 3
#define MAX_TRIES 4 // without those that would have to pull, as far as they carried nothing before

// A normal or a joint's row: the velocity of a body along (h, h_turn) is measured, and an impulse changes it by
// (inverse mass) h and p_turn.
typedef struct load_side {
    uint32_t body;
    double inverse_mass;
    belay_vec3 h, h_turn, p_turn;
} load_side;

typedef struct load_row {
    load_side side[2];
    bl_contact_row* contact; // null: a row of a joint
    uint32_t joint, row;     // of the joint's block
} load_row;

typedef struct load {
    load_row rows[MAX_ROWS];
    int count, contacts; // contacts come first
    double w[MAX_ROWS][MAX_ROWS], factor[MAX_ROWS][MAX_ROWS];
    double x[MAX_ROWS];
} load;

// ---------------------------------------------------------------------------------------------------------------------
// Rows
// ---------------------------------------------------------------------------------------------------------------------

// What carries nothing has a part when it closes as fast as it should: others may merely happen to carry its part.
static bool takes_part(const bl_contact_row* contact, const bl_velocity* velocities, double scale)
{
    if (contact->r[0] > 0.0) return true;
    return fabs(bl_contact_row_normal_velocity(contact, velocities) - contact->target) <= BL_LEAST_NORM_AS_FAST * scale;
}

static bool add_contact(load* l, bl_contact_row* contact, const bl_response* responses)
{
    if (l->count == MAX_ROWS) return false;
    load_row* row = &l->rows[l->count];
    *row = (load_row){.contact = contact};
    for (int s = 0; s < 2; s++) {
        uint32_t body = s == 0 ? contact->body_a : contact->body_b;
        belay_vec3 n = s == 0 ? contact->at.n : v3_neg(contact->at.n);
        belay_vec3 turn = v3_cross(s == 0 ? contact->at.arm_a : contact->at.arm_b, n);
        row->side[s] =
            (load_side){body, responses[body].inverse_mass, n, turn, m3_mul_v3(responses[body].inverse_inertia, turn)};
    }
    l->x[l->count++] = contact->r[0];
    l->contacts = l->count;
    return true;
}

// Rows that hold both ways, or stand between their bounds: their impulses give what the load asks of them.
static bool add_joint(load* l, const bl_joint_set* joints, uint32_t joint)
{
    const bl_joint_block* block = &joints->blocks[joint];
    for (uint32_t i = 0; i < block->count; i++) {
        const bl_joint_row* r = &joints->rows[block->first + i];
        bool is_free = r->r > r->lower && r->r < r->upper && !(block->cap < HUGE_VAL) && !(r->softness > 0.0);
        if ((block->idle >> i & 1) != 0 || !is_free) continue;
        if (l->count == MAX_ROWS) return false;
        load_row* row = &l->rows[l->count];
        *row = (load_row){.joint = joint, .row = i};
        row->side[0] = (load_side){block->body_a, block->inverse_mass_a, r->linear, r->angular_a, r->ia};
        belay_vec3 of_b = v3_neg(v3_add(r->linear, r->beyond_b));
        row->side[1] = (load_side){block->body_b, block->inverse_mass_b, of_b, v3_neg(r->angular_b), v3_neg(r->ib)};
        l->x[l->count++] = r->r;
    }
    return true;
}

// False when there is nothing to be shared, or too much.
static bool gather(load* l, const bl_row_set* set, const uint32_t* order, uint32_t count, const bl_velocity* velocities)
{
    double most = 0.0; // velocity that one impulse stands for
    l->count = l->contacts = 0;
    if (bl_row_set_is_rod(set, order[count - 1])) return false;
    for (uint32_t k = 0; k < count && order[k] < set->contact_count; k++)
        most = fmax(most, set->rows[order[k]].weight * set->rows[order[k]].r[0]);
    for (uint32_t k = 0; k < count && most > 0.0; k++) {
        bool ok = true;
        if (order[k] >= set->contact_count)
            ok = add_joint(l, &set->joints, order[k] - set->contact_count);
        else if (takes_part(&set->rows[order[k]], velocities, most))
            ok = add_contact(l, &set->rows[order[k]], set->responses);
        if (!ok) return false;
    }
    return l->contacts >= (l->count > l->contacts ? 2 : LEAST_CONTACTS);
}

static double coupling(const load_row* a, const load_row* b)
{
    double sum = 0.0;
    for (int s = 0; s < 2; s++)
        for (int t = 0; t < 2; t++) {
            const load_side *of = &a->side[s], *by = &b->side[t];
            if (of->body != by->body || !(by->inverse_mass > 0.0)) continue;
            sum += by->inverse_mass * v3_dot(of->h, by->h) + v3_dot(of->h_turn, by->p_turn);
        }
    return sum;
}

// ---------------------------------------------------------------------------------------------------------------------
// The share
// ---------------------------------------------------------------------------------------------------------------------

// Of W + shift, by Cholesky. False: the share is not open, as no pivot comes near the shift.
static bool factorise(load* l)
{
    int n = l->count;
    double mean = 0.0;
    for (int i = 0; i < l->contacts; i++)
        mean += l->w[i][i] / l->contacts;
    bool is_open = false;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = l->w[i][j];
            if (i == j) sum += i < l->contacts ? BL_LEAST_NORM_SHIFT * mean : BL_LEAST_NORM_JOINT_SHIFT * l->w[i][i];
            for (int k = 0; k < j; k++)
                sum -= l->factor[i][k] * l->factor[j][k];
            if (i != j) {
                l->factor[i][j] = sum / l->factor[j][j];
                continue;
            }
            if (!(sum > 0.0)) return false;
            is_open = is_open || sum < BL_LEAST_NORM_OPEN_SHARE * l->w[i][i];
            l->factor[i][i] = sqrt(sum);
        }
    }
    return is_open;
}

static void solve(const load* l, double* x)
{
    for (int i = 0; i < l->count; i++) {
        for (int k = 0; k < i; k++)
            x[i] -= l->factor[i][k] * x[k];
        x[i] /= l->factor[i][i];
    }
    for (int i = l->count; i-- > 0;) {
        for (int k = i + 1; k < l->count; k++)
            x[i] -= l->factor[k][i] * x[k];
        x[i] /= l->factor[i][i];
    }
}

// With D the shift, y = (W + D)^-1 W x does what x does up to the shift, and D y is in the range of W, so of all that
// do the same D-orthogonal to what does nothing: the least. Adding what is missing, found in the same way, keeps that,
// and leaves an error of BL_LEAST_NORM_SHIFT^k.
static void share(const load* l, double* y)
{
    int n = l->count;
    memset(y, 0, (size_t)n * sizeof *y);
    for (int k = 0; k < REFINEMENTS; k++) {
        double left[MAX_ROWS];
        for (int i = 0; i < n; i++) {
            left[i] = 0.0;
            for (int j = 0; j < n; j++)
                left[i] += l->w[i][j] * (l->x[j] - y[j]);
        }
        solve(l, left);
        for (int i = 0; i < n; i++)
            y[i] += left[i];
    }
}

// What slides goes on sliding the same way, with the friction of its new load.
static void load_contact(bl_contact_row* row, double normal, const bl_response* responses, bl_velocity* velocities)
{
    double tangent = sqrt(row->r[1] * row->r[1] + row->r[2] * row->r[2]);
    bool slides = row->r[0] > 0.0 && tangent >= BL_LEAST_NORM_ON_CONE * row->mu * row->r[0];
    double share = slides ? normal / row->r[0] : 1.0;
    double next[3] = {normal, share * row->r[1], share * row->r[2]}, dr[3];
    bl_cone_project(row->mu, next, next);
    for (int i = 0; i < 3; i++) {
        dr[i] = next[i] - row->r[i];
        row->r[i] = next[i];
    }
    bl_contact_row_apply(row, dr, responses, velocities);
}

static void load_joint(const bl_joint_set* joints, const load_row* row, double impulse, bl_velocity* velocities)
{
    double dr[BL_JOINT_MAX_ROWS] = {0.0};
    bl_joint_row* r = &joints->rows[joints->blocks[row->joint].first + row->row];
    dr[row->row] = impulse - r->r;
    r->r = impulse;
    bl_joint_block_apply(joints, row->joint, dr, velocities);
}

// Leaves out the contacts that carried nothing and would have to pull; how many.
static int drop_pulling(load* l, const double* y)
{
    int kept = 0, contacts = 0, count = l->count;
    for (int i = 0; i < count; i++) {
        if (l->rows[i].contact != NULL && l->x[i] == 0.0 && !(y[i] > 0.0)) continue;
        l->rows[kept] = l->rows[i];
        l->x[kept++] = l->x[i];
        if (l->rows[i].contact != NULL) contacts++;
    }
    l->count = kept;
    l->contacts = contacts;
    return count - kept;
}

static bool is_better(const load* l, const double* y)
{
    double change = 0.0, size = 0.0;
    for (int i = 0; i < l->count; i++) {
        if (l->rows[i].contact != NULL && !(y[i] > 0.0)) return false;
        change += (y[i] - l->x[i]) * (y[i] - l->x[i]);
        size += l->x[i] * l->x[i];
    }
    return change > BL_LEAST_NORM_NEGLIGIBLE * size;
}

// False: the share is not open.
static bool find_share(load* l, double* y)
{
    for (int i = 0; i < l->count; i++)
        for (int j = 0; j <= i; j++)
            l->w[i][j] = l->w[j][i] = coupling(&l->rows[i], &l->rows[j]);
    if (!factorise(l)) return false;
    share(l, y);
    return true;
}

void bl_least_norm(const bl_row_set* set, const uint32_t* order, uint32_t count, bl_velocity* velocities)
{
    load l;
    double y[MAX_ROWS];
    if (count == 0 || count > MAX_ROWS || !gather(&l, set, order, count, velocities)) return;
    int tries = MAX_TRIES;
    do {
        if (!find_share(&l, y)) return;
    } while (--tries > 0 && drop_pulling(&l, y) > 0);
    if (tries == 0 || !is_better(&l, y)) return;
    for (int i = 0; i < l.count; i++) {
        if (l.rows[i].contact != NULL)
            load_contact(l.rows[i].contact, y[i], set->responses, velocities);
        else
            load_joint(&set->joints, &l.rows[i], y[i], velocities);
    }
}
