// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/budget.h"

#include <math.h>

enum { HISTORY = 600 };

bool budget_init(budget* b)
{
    return viewer_history_init(&b->ms, HISTORY);
}

void budget_fini(budget* b)
{
    viewer_history_fini(&b->ms);
}

void budget_add(budget* b, double seconds)
{
    b->frame += seconds;
}

void budget_end_frame(budget* b, double time)
{
    if (b->frame == 0.0) return; // paused
    b->last = b->frame;
    b->sum += b->frame;
    b->worst = fmax(b->worst, b->frame);
    b->count++;
    b->late += b->frame > BUDGET_FRAME;
    if (b->ms.capacity > 0) viewer_history_push(&b->ms, time, 1e3 * b->frame);
    b->frame = 0.0;
}

void budget_draw(const budget* b, viewer* v)
{
    int width, height;
    viewer_size(v, &width, &height);
    const double w = 330.0;
    double share = fmin(b->last / BUDGET_FRAME, 1.0), x = 0.5 * (width - w), y = height - 56.0;
    uint32_t color = share < 0.6 ? 0x2E9E5B : share < 1.0 ? 0xE0A02C : 0xD1373D;
    viewer_panel_draw(v, (viewer_rect){x, y, w, 40.0});
    viewer_rect track = {x + 14.0, y + 25.0, w - 28.0, 6.0};
    viewer_rect_draw(v, track, 3.0, viewer_role_color(v, VIEWER_ROLE_TRACK));
    track.w *= fmax(share, 0.02);
    viewer_rect_draw(v, track, 3.0, viewer_color_hex(color));
    viewer_text_drawf(v, x + 14.0, y + 13.0, 14.0, VIEWER_ALIGN_LEFT, viewer_role_color(v, VIEWER_ROLE_TEXT),
                      "A frame takes %.1f ms of %.1f", 1e3 * b->last, 1e3 * BUDGET_FRAME);
    viewer_text_drawf(v, x + w - 14.0, y + 13.0, 14.0, VIEWER_ALIGN_RIGHT,
                      b->late > 0 ? viewer_color_hex(0xD1373D) : viewer_role_color(v, VIEWER_ROLE_MUTED), "%d late",
                      b->late);
}
