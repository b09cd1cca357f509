// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/level/hero.h"

#include "game/level/land.h"

#include <belay/elementary.h>

#include <math.h>

static const double WALK = 2.6, WALK_BACK = 1.2, GAIN = 12.0; // m/s, m/s, m/s^2
static const double TURN = 2.2;                               // rad/s
static const double JUMP = 4.0, GRAVITY = 9.81;               // m/s, m/s^2

belay_character_def hero_def(void)
{
    belay_character_def def = belay_character_def_default();
    def.push_force = 300.0; // N
    def.weight = HERO_WEIGHT;
    return def;
}

hero hero_at(double x, double y, double heading)
{
    belay_character_def def = hero_def();
    hero who = {.body = belay_character_at(v3(x, y, land_height(x, y) + 0.5 * def.height + 0.05)), .heading = heading};
    return who;
}

belay_result hero_walk(belay_world* world, hero* who, double ahead, double aside, bool jumps, double h)
{
    belay_character_def def = hero_def();
    double wanted = ahead * (ahead > 0.0 ? WALK : WALK_BACK), most = GAIN * h;
    who->speed += fmin(fmax(wanted - who->speed, -most), most);
    who->heading -= TURN * aside * h;
    who->fall = who->body.is_grounded && who->fall <= 0.0 ? 0.0 : who->fall - GRAVITY * h;
    if (who->body.hits_ceiling && who->fall > 0.0) who->fall = 0.0;
    if (jumps && who->body.is_grounded) who->fall = JUMP;
    belay_vec3 velocity = v3(-who->speed * belay_sin(who->heading), who->speed * belay_cos(who->heading), who->fall);
    belay_result result = belay_character_move(world, &def, &who->body, velocity, h);
    if (result == BELAY_OK) who->heading += who->body.turned;
    return result;
}
