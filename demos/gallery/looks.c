// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/looks.h"

// Stones and bricks differ a little from each other, as their number decides.
static viewer_color shade(uint32_t rgb, int tone, float amount)
{
    uint32_t x = (uint32_t)tone * 2654435761u;
    x ^= x >> 15;
    x *= 2246822519u;
    float shade_of = (float)(x >> 8) / 16777216.0f - 0.5f;
    viewer_color light = viewer_color_hex(0xFFFFFF), dark = viewer_color_hex(0x20242C);
    viewer_color to = shade_of > 0.0f ? light : dark;
    return viewer_color_mix(viewer_color_hex(rgb), to, amount * (shade_of > 0.0f ? shade_of : -shade_of));
}

// What is seen to turn: sectors on what is round about its axis, dots and octants on what is not.
static viewer_material patterned(int tone, belay_shape_type shape)
{
    viewer_material m = viewer_material_ball(viewer_color_palette(tone));
    if (shape == BELAY_SHAPE_BOX) m.pattern = VIEWER_PATTERN_NONE;
    if (shape == BELAY_SHAPE_HULL) m.pattern = VIEWER_PATTERN_OCTANTS;
    if (shape == BELAY_SHAPE_CAPSULE) m.repeats = 2.0f;
    return m;
}

viewer_material looks_material(experiment_paint paint, belay_shape_type shape)
{
    switch (paint.look) {
    case EXPERIMENT_LOOK_GLASS:
        return viewer_material_plastic(viewer_color_fade(viewer_color_hex(0x9DBBDD), 0.13f));
    case EXPERIMENT_LOOK_STONE:
        return viewer_material_matte(shade(0xC7BDAA, paint.tone, 0.34f));
    case EXPERIMENT_LOOK_BRICK:
        return viewer_material_matte(shade(0xBF6A4B, paint.tone, 0.34f));
    case EXPERIMENT_LOOK_WOOD:
        return viewer_material_matte(shade(0xC99B63, paint.tone, 0.3f));
    case EXPERIMENT_LOOK_CARD:
        return viewer_material_plastic(viewer_color_hex(paint.tone % 2 == 0 ? 0xF4EFE3 : 0xD8473F));
    case EXPERIMENT_LOOK_STEEL:
        return viewer_material_metal(viewer_color_hex(paint.tone % 2 == 0 ? 0xBFC9D4 : 0x8D99A8));
    case EXPERIMENT_LOOK_EARTH:
        return viewer_material_matte(viewer_color_hex(paint.tone % 2 == 0 ? 0xA9BF86 : 0xC2B188));
    case EXPERIMENT_LOOK_PATTERN:
        return patterned(paint.tone, shape);
    default:
        return viewer_material_plastic(viewer_color_palette(paint.tone));
    }
}

viewer_color looks_line(int tone)
{
    return viewer_color_palette(tone);
}

viewer_color looks_stick(void)
{
    return viewer_color_hex(0x0F766E);
}

viewer_color looks_slide(void)
{
    return viewer_color_hex(0xE2492F);
}

viewer_color looks_open(void)
{
    return viewer_color_hex(0x64707F);
}

viewer_color looks_asleep(void)
{
    return viewer_color_hex(0xAAB3BF);
}
