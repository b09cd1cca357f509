// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Making a scene plain, and leaving items out of it.

#include "chaos_draw.h"

static void make_joints_plain(chaos_scene* s, unsigned plains)
{
    for (int i = 0; i < s->joint_count; i++) {
        chaos_joint* j = &s->joints[i];
        for (int k = 0; k < 6; k++) {
            belay_joint_limit* limit = &j->axes[k].limit;
            bool is_lock = limit->is_enabled && limit->min == limit->max && limit->stiffness == 0.0;
            if ((plains >> CHAOS_PLAIN_LIMITS & 1) != 0 && !is_lock) limit->is_enabled = false;
            if ((plains >> CHAOS_PLAIN_DRIVES & 1) == 0) continue;
            j->axes[k].motor.is_enabled = j->axes[k].spring.is_enabled = false;
            if (limit->stiffness > 0.0) limit->is_enabled = false;
        }
        if ((plains >> CHAOS_PLAIN_LIMITS & 1) != 0) j->cone_angle = CHAOS_PI;
    }
}

static void make_material_plain(belay_material* m, unsigned plains)
{
    if ((plains >> CHAOS_PLAIN_RESTITUTION & 1) != 0) m->restitution = 0.0;
    if ((plains >> CHAOS_PLAIN_FRICTION & 1) != 0) m->friction = 0.5;
}

static void make_bodies_plain(chaos_scene* s, unsigned plains)
{
    for (int i = 0; i < s->body_count; i++) {
        chaos_body* b = &s->bodies[i];
        make_material_plain(&b->material, plains);
        if ((plains >> CHAOS_PLAIN_VELOCITY & 1) != 0) b->linear = v3(0.0, 0.0, 0.0);
        if ((plains >> CHAOS_PLAIN_SPIN & 1) != 0) b->angular = v3(0.0, 0.0, 0.0);
        if ((plains >> CHAOS_PLAIN_MASSES & 1) != 0) b->density = 1000.0;
        if ((plains >> CHAOS_PLAIN_SLEEPING & 1) != 0) b->starts_asleep = false;
    }
}

void chaos_scene_make_plain(chaos_scene* s, unsigned plains)
{
    int kept = 0;
    make_bodies_plain(s, plains);
    make_joints_plain(s, plains);
    for (int i = 0; i < s->ground_count; i++)
        make_material_plain(&s->grounds[i].material, plains);
    for (int i = 0; i < s->mover_count; i++)
        make_material_plain(&s->movers[i].material, plains);
    for (int i = 0; i < s->rod_count; i++)
        make_material_plain(&s->rods[i].material, plains);
    for (int i = 0; i < s->deed_count; i++) {
        bool is_push = s->deeds[i].type == CHAOS_DEED_PUSH;
        if ((plains >> (is_push ? CHAOS_PLAIN_FORCES : CHAOS_PLAIN_CHANGES) & 1) == 0) s->deeds[kept++] = s->deeds[i];
    }
    s->deed_count = kept;
    if ((plains >> CHAOS_PLAIN_CAPS & 1) != 0) s->world.solver = belay_solver_settings_default();
    if ((plains >> CHAOS_PLAIN_SLEEPING & 1) != 0) s->world.enable_sleep = false;
    if ((plains >> CHAOS_PLAIN_HALF & 1) != 0) s->world.theta = 0.5;
    chaos_scene_find_features(s);
}

int chaos_scene_item_count(const chaos_scene* s)
{
    return s->ground_count + s->mover_count + s->body_count + s->joint_count + s->rod_count;
}

// The new number of a partner, or -3 when it is gone.
static int renumber(const int* numbers, int partner)
{
    return partner < 0 ? partner : numbers[partner];
}

void chaos_scene_keep(chaos_scene* s, const bool* is_kept)
{
    enum { GONE = -3 };
    int item = 0, n = 0, numbers[CHAOS_MAX_BODIES];
    for (int i = 0; i < s->ground_count; i++)
        if (is_kept[item++]) s->grounds[n++] = s->grounds[i];
    s->ground_count = n;
    n = 0;
    for (int i = 0; i < s->mover_count; i++)
        if (is_kept[item++]) s->movers[n++] = s->movers[i];
    s->mover_count = n;
    n = 0;
    for (int i = 0; i < s->body_count; i++) {
        numbers[i] = is_kept[item] ? n : GONE;
        if (is_kept[item++]) s->bodies[n++] = s->bodies[i];
    }
    s->body_count = n;
    n = 0;
    for (int i = 0; i < s->joint_count; i++) {
        chaos_joint j = s->joints[i];
        j.a = renumber(numbers, j.a);
        j.b = renumber(numbers, j.b);
        if (is_kept[item++] && j.a != GONE && j.b != GONE) s->joints[n++] = j;
    }
    s->joint_count = n;
    n = 0;
    for (int i = 0; i < s->rod_count; i++) {
        chaos_rod r = s->rods[i];
        r.a = renumber(numbers, r.a);
        r.b = renumber(numbers, r.b);
        if (is_kept[item++] && r.a != GONE && r.b != GONE) s->rods[n++] = r;
    }
    s->rod_count = n;
    n = 0;
    for (int i = 0; i < s->deed_count; i++) {
        chaos_deed d = s->deeds[i];
        d.index = renumber(numbers, d.index);
        if (d.index != GONE) s->deeds[n++] = d;
    }
    s->deed_count = n;
    chaos_scene_find_features(s);
}
