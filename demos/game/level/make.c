// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/level/make.h"

bool make_check(maker* m, belay_result result)
{
    if (m->status == BELAY_OK) m->status = result;
    return m->status == BELAY_OK;
}

static void add_part(maker* m, belay_body_id body, belay_shape shape, belay_pose pose, look paint)
{
    if (m->part_count < MAKE_MOST_PARTS)
        m->parts[m->part_count++] = (part){body, shape, pose, paint};
    else
        make_check(m, BELAY_ERROR_CAPACITY);
}

void make_scenery(maker* m, belay_body_id body, belay_shape shape, belay_pose pose, look paint)
{
    add_part(m, body, shape, pose, paint);
}

belay_collider_id make_collider(maker* m, belay_body_id body, belay_collider_def collider, look paint)
{
    belay_collider_id id = {0};
    if (m->status != BELAY_OK || !make_check(m, belay_collider_create(m->world, body, &collider, &id))) return id;
    add_part(m, body, collider.shape, collider.pose, paint);
    return id;
}

belay_body_id make_solid(maker* m, belay_pose pose, belay_collider_def collider, double mass, look paint)
{
    belay_body_id body = {0};
    belay_body_def def = belay_body_def_default();
    belay_mass weight;
    def.pose = pose;
    if (m->status != BELAY_OK || !make_check(m, belay_body_create(m->world, &def, &body))) return body;
    make_collider(m, body, collider, paint);
    if (make_check(m, belay_shape_mass_of(&collider.shape, mass, &weight, NULL))) {
        weight = belay_mass_transform(weight, collider.pose);
        make_check(m, belay_body_set_mass(m->world, body, &weight));
    }
    return body;
}

belay_body_id make_ground(maker* m)
{
    belay_body_id body = {0};
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_STATIC;
    if (m->status == BELAY_OK) make_check(m, belay_body_create(m->world, &def, &body));
    return body;
}

belay_pose make_at(belay_vec3 position)
{
    belay_pose pose = {position, {1.0, 0.0, 0.0, 0.0}};
    return pose;
}

belay_collider_def make_box(belay_vec3 center, belay_vec3 size)
{
    belay_collider_def def = belay_collider_def_box(size);
    def.pose.position = center;
    return def;
}

int make_pin(maker* m, belay_rod_id rod, double s, belay_body_id body)
{
    int number = -1;
    belay_rod_attachment_def def;
    if (m->status == BELAY_OK &&
        make_check(m, belay_rod_attachment_def_at(m->world, rod, BELAY_ROD_PIN, s, body, &def)))
        make_check(m, belay_rod_attach(m->world, rod, &def, &number));
    return number;
}
