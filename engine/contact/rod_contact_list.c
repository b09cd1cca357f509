// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "contact/rod_contact_list.h"

#include "contact/rod_contact_closest.h"
#include "core/alloc.h"
#include "geometry/box_tree.h"

// A place within two segments is as near as one at a node, or nearer, also when its gap is larger by this part of the
// radii's sum: near parallel it is found in the middle, not where the gap is least.
static const double as_near = 2e-3;

void bl_rod_collider_fini(bl_rod_collider* collider)
{
    arrfree(collider->contacts);
    arrfree(collider->boxes);
    arrfree(collider->found);
    arrfree(collider->rows);
    arrfree(collider->is_ghost);
}

bool bl_rod_list_begin(bl_rod_collider* c, const bl_rod_chain* a, const bl_rod_chain* b)
{
    bool ok = true;
    BL_ARRAY_RESERVE(c->contacts, 1, c->allocator, &ok);
    if (!ok) return false;
    arrsetlen(c->contacts, 0);
    BL_ARRAY_RESERVE(c->found, b->segment_count, c->allocator, &ok);
    BL_ARRAY_RESERVE(c->rows, (size_t)a->segment_count + 1, c->allocator, &ok);
    if (!ok) return false;
    arrsetlen(c->rows, (size_t)a->segment_count + 1);
    return true;
}

bool bl_rod_list_push(bl_rod_collider* c, const bl_rod_contact* contact)
{
    bool ok = true;
    BL_ARRAY_RESERVE(c->contacts, arrlenu(c->contacts) + 1, c->allocator, &ok);
    if (ok) arrput(c->contacts, *contact);
    return ok;
}

void bl_rod_list_begin_row(bl_rod_collider* c, uint32_t segment_a)
{
    c->rows[segment_a] = (uint32_t)arrlenu(c->contacts);
}

// ------------------------------------------------------------------------------------------------------------------
// Ghosts
// ------------------------------------------------------------------------------------------------------------------

// The way to the segment that shares the node at which s is: -1, 1, or 0 when s is within the segment.
static int step_of(double s)
{
    return s == 0.0 ? -1 : (s == 1.0 ? 1 : 0);
}

static bool is_within(const bl_rod_contact* k)
{
    return step_of(k->s) == 0 && step_of(k->t) == 0;
}

static bool is_before(const bl_rod_contact* x, const bl_rod_contact* y)
{
    return x->segment_a != y->segment_a ? x->segment_a < y->segment_a : x->segment_b < y->segment_b;
}

// An order but for what is within, which is never itself dropped: so of any contacts one is left.
static bool is_nearer(const bl_rod_contact* x, const bl_rod_contact* than, double tolerance)
{
    if (is_within(x)) return x->gap <= than->gap + tolerance;
    return x->gap < than->gap || (x->gap == than->gap && is_before(x, than));
}

static const bl_rod_contact* find_pair(const bl_rod_collider* c, int64_t i, int64_t j)
{
    if (i < 0 || i + 1 >= (int64_t)arrlen(c->rows)) return NULL;
    for (uint32_t k = c->rows[i]; k < c->rows[i + 1]; k++)
        if (c->contacts[k].segment_b == j) return &c->contacts[k];
    return NULL;
}

static bool is_ghost(const bl_rod_collider* c, const bl_rod_contact* k, double tolerance)
{
    int di = step_of(k->s), dj = step_of(k->t);
    const int steps[3][2] = {{di, 0}, {0, dj}, {di, dj}};
    for (int n = 0; n < 3; n++) {
        if ((steps[n][0] == 0 && steps[n][1] == 0) || (n == 2 && (di == 0 || dj == 0))) continue;
        int64_t i = (int64_t)k->segment_a + steps[n][0], j = (int64_t)k->segment_b + steps[n][1];
        const bl_rod_contact* other = find_pair(c, i, j);
        if (other != NULL && is_nearer(other, k, tolerance)) return true;
    }
    return false;
}

bool bl_rod_list_drop_ghosts(bl_rod_collider* c, double thickness)
{
    bool ok = true;
    size_t count = arrlenu(c->contacts), kept = 0;
    BL_ARRAY_RESERVE(c->is_ghost, count, c->allocator, &ok);
    if (!ok) return false;
    for (size_t k = 0; k < count; k++)
        c->is_ghost[k] = is_ghost(c, &c->contacts[k], as_near * thickness);
    for (size_t k = 0; k < count; k++)
        if (!c->is_ghost[k]) c->contacts[kept++] = c->contacts[k];
    arrsetlen(c->contacts, kept);
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// Names and order
// ------------------------------------------------------------------------------------------------------------------

static void name_by_segment_before(uint32_t* segment, double* s)
{
    if (*s != 0.0 || *segment == 0) return;
    (*segment)--;
    *s = 1.0;
}

static bool comes_before(const bl_rod_contact* x, const bl_rod_contact* y)
{
    if (x->segment_a != y->segment_a) return x->segment_a < y->segment_a;
    if (x->s != y->s) return x->s < y->s;
    if (x->segment_b != y->segment_b) return x->segment_b < y->segment_b;
    return x->t < y->t;
}

// By insertion: they are nearly sorted.
void bl_rod_list_finish(bl_rod_collider* c)
{
    for (size_t k = 0; k < arrlenu(c->contacts); k++) {
        bl_rod_contact x = c->contacts[k];
        name_by_segment_before(&x.segment_a, &x.s);
        name_by_segment_before(&x.segment_b, &x.t);
        size_t m = k;
        for (; m > 0 && comes_before(&x, &c->contacts[m - 1]); m--)
            c->contacts[m] = c->contacts[m - 1];
        c->contacts[m] = x;
    }
}
