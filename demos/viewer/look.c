// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The colours of the themes, chosen together: background, floor, light and panels.

#include "viewer/internal.h"

viewer_color viewer_color_palette(int i)
{
    static const uint32_t colors[10] = {0x2F6FDE, 0xF2762E, 0x17A589, 0xE23D5B, 0x8E5BD0,
                                        0xF0B429, 0x22B3D6, 0x6AA832, 0xD65AA8, 0x5E6C84};
    return viewer_color_hex(colors[((i % 10) + 10) % 10]);
}

static vw_look light_look(void)
{
    vw_look l;
    l.back_top = viewer_color_hex(0xC9D3DF);
    l.back_bottom = viewer_color_hex(0xEDF0F3);
    l.floor_color = viewer_color_fade(viewer_color_hex(0xF3F4F6), 0.86f);
    l.grid_color = viewer_color_fade(viewer_color_hex(0x8C9AAB), 0.42f);
    l.roles[VIEWER_ROLE_TEXT] = viewer_color_hex(0x1F2937);
    l.roles[VIEWER_ROLE_MUTED] = viewer_color_hex(0x64707F);
    l.roles[VIEWER_ROLE_ACCENT] = viewer_color_hex(0x2F6FDE);
    l.roles[VIEWER_ROLE_PANEL] = viewer_color_fade(viewer_color_hex(0xFFFFFF), 0.90f);
    l.roles[VIEWER_ROLE_EDGE] = viewer_color_fade(viewer_color_hex(0x1F2937), 0.11f);
    l.roles[VIEWER_ROLE_TRACK] = viewer_color_fade(viewer_color_hex(0x1F2937), 0.10f);
    l.sky[0] = 0.66f, l.sky[1] = 0.72f, l.sky[2] = 0.80f;
    l.bounce[0] = 0.44f, l.bounce[1] = 0.43f, l.bounce[2] = 0.42f;
    l.key = 1.25f;
    l.glow = 0.05f;
    l.shade = 0.42f;
    return l;
}

static vw_look dark_look(void)
{
    vw_look l;
    l.back_top = viewer_color_hex(0x11161F);
    l.back_bottom = viewer_color_hex(0x2A3342);
    l.floor_color = viewer_color_fade(viewer_color_hex(0x323C4C), 0.84f);
    l.grid_color = viewer_color_fade(viewer_color_hex(0x7E91AA), 0.34f);
    l.roles[VIEWER_ROLE_TEXT] = viewer_color_hex(0xEDF1F6);
    l.roles[VIEWER_ROLE_MUTED] = viewer_color_hex(0x9AA7B8);
    l.roles[VIEWER_ROLE_ACCENT] = viewer_color_hex(0x5B9BFF);
    l.roles[VIEWER_ROLE_PANEL] = viewer_color_fade(viewer_color_hex(0x161C26), 0.90f);
    l.roles[VIEWER_ROLE_EDGE] = viewer_color_fade(viewer_color_hex(0xFFFFFF), 0.12f);
    l.roles[VIEWER_ROLE_TRACK] = viewer_color_fade(viewer_color_hex(0xFFFFFF), 0.14f);
    l.sky[0] = 0.34f, l.sky[1] = 0.40f, l.sky[2] = 0.50f;
    l.bounce[0] = 0.10f, l.bounce[1] = 0.11f, l.bounce[2] = 0.13f;
    l.key = 2.0f;
    l.glow = 0.045f;
    l.shade = 0.62f;
    return l;
}

vw_look vw_look_of(viewer_theme theme)
{
    return theme == VIEWER_THEME_DARK ? dark_look() : light_look();
}

viewer_color viewer_role_color(const viewer* v, viewer_role role)
{
    return v->look.roles[role];
}
