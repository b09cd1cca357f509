// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/list/items.h"

#include <ctype.h>
#include <string.h>

static const item demos[] = {
    {.type = ITEM_DEMO, .name = "double_loop", .text = "A ball that spins on rails: friction turns spin into speed"},
    {.type = ITEM_DEMO, .name = "knot", .text = "Tie a rope with the mouse; the table names the knot"},
    {.type = ITEM_DEMO, .name = "haptic", .text = "Feel a wall, boxes and a thread, with the mouse or a device"},
    {.type = ITEM_DEMO, .name = "game", .text = "A truck tows a crate over hills; a door, crates, a swing bridge"},
};

static const item examples[] = {
    {.name = "hello", .text = "A world, a floor, a box that falls and rests"},
    {.name = "stack", .text = "Many bodies, and reading contacts: what the floor carries"},
    {.name = "ragdoll", .text = "Capsules on joints with limits, thrown, until all sleeps"},
    {.name = "cradle", .text = "Restitution: Newton's cradle"},
    {.name = "chain", .text = "Hinges: the sag of a chain between two points"},
    {.name = "rope_bridge", .text = "Rods and bodies tied to each other: planks on two ropes"},
    {.name = "gears", .text = "Gears and motors: ratio and torque"},
    {.name = "car", .text = "Wheels: the distance that locked wheels take to stop"},
    {.name = "character", .text = "A character: which slopes it climbs"},
    {.name = "conveyor", .text = "The velocity of a surface: a box on a belt"},
    {.name = "one_way_floor", .text = "The pre-solve hook: a platform that carries from above only"},
    {.name = "sensor", .text = "Sensors, and events that begin and end"},
    {.name = "ray", .text = "Casting a ray"},
    {.name = "cast", .text = "Casting a shape: how far a ball can be let down"},
    {.name = "incline", .text = "Friction: what holds on a slope and what slides"},
    {.name = "winch", .text = "A motor turns a drum, and a rope winds onto it"},
    {.name = "cut_a_rope", .text = "Cutting a rope on which a weight hangs"},
    {.name = "knot", .text = "An overhand knot in a rope, which friction holds"},
    {.name = "hair", .text = "A super-helix: a strand of hair in a clamp"},
    {.name = "snapshot", .text = "Saving a world and going back to it"},
    {.name = "determinism", .text = "The same bits with any number of threads"},
    {.name = "threads", .text = "A game's own task system, with the same bits"},
    {.name = "budget", .text = "The time that a step may take, late and exact steps"},
    {.name = "ecs", .text = "Components and systems of your own: rockets and fuel"},
    {.name = "debug_draw", .text = "Drawing by callbacks: a picture in letters"},
    {.name = "haptic_wall", .text = "A haptic device, played by a script: the force of a wall"},
};

enum { DEMOS = sizeof demos / sizeof demos[0], EXAMPLES = sizeof examples / sizeof examples[0] };

const char* item_type_title(item_type type)
{
    static const char* const titles[ITEM_TYPE_COUNT] = {"Demos", "Scenes", "Examples"};
    return titles[type];
}

const char* item_type_text(item_type type)
{
    static const char* const texts[ITEM_TYPE_COUNT] = {
        "programs of their own; this list is here again when they are closed",
        "experiments, measured beside their right values; push them about",
        "programs of 80 lines at most (demos/examples), one feature each; what they print is shown"};
    return texts[type];
}

int item_count(void)
{
    return DEMOS + experiment_kind_count() + EXAMPLES;
}

item item_at(int index)
{
    int scenes = experiment_kind_count();
    if (index < DEMOS) return demos[index];
    if (index < DEMOS + scenes) {
        const experiment_kind* kind = experiment_kind_at(index - DEMOS);
        return (item){ITEM_SCENE, kind->name, kind->title, kind};
    }
    item example = examples[index - DEMOS - scenes];
    example.type = ITEM_EXAMPLE;
    return example;
}

static bool has_letters(const char* text, const char* search)
{
    for (; *text != '\0'; text++) {
        size_t i = 0;
        while (search[i] != '\0' && tolower((unsigned char)text[i]) == tolower((unsigned char)search[i]))
            i++;
        if (search[i] == '\0') return true;
    }
    return search[0] == '\0';
}

bool item_matches(const item* i, const char* search)
{
    return has_letters(i->name, search) || has_letters(i->text, search);
}
