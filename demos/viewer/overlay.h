// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Flat drawing over the scene, in logical pixels from the top left corner: text (UTF-8; font.h tells which letters
// there are), rectangles, lines.

#ifndef BELAY_VIEWER_OVERLAY_H
#define BELAY_VIEWER_OVERLAY_H

#include "viewer/basis/color.h"
#include "viewer/window.h"

#if defined(__GNUC__)
#define VIEWER_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define VIEWER_PRINTF(at, first)
#endif

// A rectangle, logical pixels.
typedef struct viewer_rect {
    double x, y, w, h; // top left corner and size
} viewer_rect;

// Where a text is put relative to its point.
typedef enum viewer_align {
    VIEWER_ALIGN_LEFT, // the text begins there
    VIEWER_ALIGN_CENTER,
    VIEWER_ALIGN_RIGHT, // it ends there
} viewer_align;

// The theme's colours for flat drawing.
typedef enum viewer_role {
    VIEWER_ROLE_TEXT,   // main text
    VIEWER_ROLE_MUTED,  // labels, ticks
    VIEWER_ROLE_ACCENT, // what the eye should find
    VIEWER_ROLE_PANEL,  // panel background, see-through
    VIEWER_ROLE_EDGE,   // panel border and grid lines
    VIEWER_ROLE_TRACK,  // slider track, button
} viewer_role;

// The colour that the theme gives to a role.
viewer_color viewer_role_color(const viewer* v, viewer_role role);

// Draws text with the middle of its line (of small letters) at y; `size` is the line height, 13 to 18 for reading.
void viewer_text_draw(viewer* v, double x, double y, double size, viewer_align align, viewer_color color,
                      const char* text);

// The same, formatted as by printf; up to 511 bytes.
void viewer_text_drawf(viewer* v, double x, double y, double size, viewer_align align, viewer_color color,
                       const char* format, ...) VIEWER_PRINTF(7, 8);

// The same in the bold face, for titles.
void viewer_title_draw(viewer* v, double x, double y, double size, viewer_align align, viewer_color color,
                       const char* text);

// The width of a text in the regular face, logical pixels.
double viewer_text_width(const viewer* v, double size, const char* text);

// Draws a filled rectangle with corners rounded by `radius`.
void viewer_rect_draw(viewer* v, viewer_rect r, double radius, viewer_color color);

// Draws the border of a rounded rectangle, `width` pixels wide, inside the edge.
void viewer_rect_outline_draw(viewer* v, viewer_rect r, double radius, double width, viewer_color color);

// Draws the theme's panel: soft shadow, fill and border.
void viewer_panel_draw(viewer* v, viewer_rect r);

// Draws a line with round ends.
void viewer_line2_draw(viewer* v, double x0, double y0, double x1, double y1, double width, viewer_color color);

// Draws a filled disc.
void viewer_disc_draw(viewer* v, double x, double y, double radius, viewer_color color);

// Writes a text on a small panel to the left or right of a world point, or over it (centre). Nothing when the point is
// behind the camera.
void viewer_label_draw(viewer* v, belay_vec3 p, viewer_align side, double size, viewer_color color, const char* text);

// Writes a text in lines no wider than `width`, the middle of the first one at y. Returns where a further line would
// be.
double viewer_paragraph_draw(viewer* v, double x, double y, double width, double size, viewer_color color,
                             const char* text);

// Writes a title near the upper edge and a text in lines below it, `left` and `right` from the edges of the view. A
// title that is too long is smaller.
void viewer_caption_draw(viewer* v, double left, double right, const char* title, const char* text);

// Writes the time (s) into the upper right corner.
void viewer_clock_draw(viewer* v, double seconds);

// Fills the whole view with one colour under the overlay, e.g. for a picture that is a plot only.
void viewer_backdrop_set(viewer* v, viewer_color color);

#endif
