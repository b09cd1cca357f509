// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/rod/rod_contact_list.h"

#include "core/alloc.h"
#include "detect/rod/rod_detect_tolerances.h"

void bl_rod_collider_fini(bl_rod_collider* collider)
{
    arrfree(collider->contacts);
    arrfree(collider->boxes);
    arrfree(collider->spans);
    arrfree(collider->found);
    arrfree(collider->rows);
    arrfree(collider->reports);
}

bool bl_rod_list_begin(bl_rod_collider* c, const bl_rod_chain* a, const bl_rod_chain* b)
{
    bool ok = true;
    BL_ARRAY_RESERVE(c->contacts, 1, c->allocator, &ok);
    BL_ARRAY_RESERVE(c->reports, 1, c->allocator, &ok);
    BL_ARRAY_RESERVE(c->found, b->segment_count, c->allocator, &ok);
    BL_ARRAY_RESERVE(c->rows, (size_t)a->segment_count + 1, c->allocator, &ok);
    if (!ok) return false;
    arrsetlen(c->contacts, 0);
    arrsetlen(c->reports, 0);
    arrsetlen(c->rows, (size_t)a->segment_count + 1);
    return true;
}

bool bl_rod_list_report(bl_rod_collider* c, const bl_rod_report* report)
{
    bool ok = true;
    BL_ARRAY_RESERVE(c->reports, arrlenu(c->reports) + 1, c->allocator, &ok);
    if (ok) arrput(c->reports, *report);
    return ok;
}

bool bl_rod_list_add(bl_rod_collider* c, const bl_rod_contact* contact)
{
    bool ok = true;
    BL_ARRAY_RESERVE(c->contacts, arrlenu(c->contacts) + 1, c->allocator, &ok);
    if (ok) arrput(c->contacts, *contact);
    return ok;
}

void bl_rod_list_begin_row(bl_rod_collider* c, uint32_t segment_a)
{
    c->rows[segment_a] = (uint32_t)arrlenu(c->reports);
}

// ------------------------------------------------------------------------------------------------------------------
// Ghosts
// ------------------------------------------------------------------------------------------------------------------

static bool is_within(const bl_rod_report* x)
{
    return x->step_a == 0 && x->step_b == 0;
}

// An order but for what is within, which is never itself dropped: so of any reports one is left.
static bool is_nearer(const bl_rod_report* x, const bl_rod_report* than, double tolerance)
{
    const bl_rod_contact *k = &x->contact, *m = &than->contact;
    if (is_within(x)) return k->gap <= m->gap + tolerance;
    if (k->gap != m->gap) return k->gap < m->gap;
    return k->segment_a != m->segment_a ? k->segment_a < m->segment_a : k->segment_b < m->segment_b;
}

static const bl_rod_report* find_pair(const bl_rod_collider* c, int64_t i, int64_t j)
{
    if (i < 0 || i + 1 >= (int64_t)arrlen(c->rows)) return NULL;
    for (uint32_t k = c->rows[i]; k < c->rows[i + 1]; k++)
        if (c->reports[k].contact.segment_b == j) return &c->reports[k];
    return NULL;
}

static bool is_ghost(const bl_rod_collider* c, const bl_rod_report* x, double tolerance)
{
    int32_t di = x->step_a, dj = x->step_b;
    const int32_t steps[3][2] = {{di, 0}, {0, dj}, {di, dj}};
    for (int n = 0; n < 3; n++) {
        if ((steps[n][0] == 0 && steps[n][1] == 0) || (n == 2 && (di == 0 || dj == 0))) continue;
        int64_t i = (int64_t)x->contact.segment_a + steps[n][0], j = (int64_t)x->contact.segment_b + steps[n][1];
        const bl_rod_report* other = find_pair(c, i, j);
        if (other != NULL && is_nearer(other, x, tolerance)) return true;
    }
    return false;
}

bool bl_rod_list_take_reports(bl_rod_collider* c, double thickness)
{
    bool ok = true;
    size_t count = arrlenu(c->reports);
    BL_ARRAY_RESERVE(c->contacts, count, c->allocator, &ok);
    if (!ok) return false;
    for (size_t k = 0; k < count; k++)
        if (!is_ghost(c, &c->reports[k], BL_ROD_AS_NEAR * thickness)) arrput(c->contacts, c->reports[k].contact);
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
