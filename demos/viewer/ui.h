// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A minimal immediate user interface: widgets stacked in panels. Each call draws and answers in one go. Labels identify
// widgets within their panel, so they must differ there; text after "##" counts but is not shown.

#ifndef BELAY_VIEWER_UI_H
#define BELAY_VIEWER_UI_H

#include "viewer/overlay.h"
#include "viewer/plot.h"

// How a slider moves and shows its value.
typedef enum viewer_slider_scale {
    VIEWER_SLIDER_LINEAR,
    VIEWER_SLIDER_LOG,     // both limits > 0
    VIEWER_SLIDER_INTEGER, // whole numbers
} viewer_slider_scale;

// Opens a panel of `width` with its top left corner at (x, y), logical pixels; its height follows from its content.
// A negative x or y counts from the right or lower edge (to the panel's right or lower edge). Panels do not nest.
void viewer_ui_panel_begin(viewer* v, const char* title, double x, double y, double width);

// Closes the panel.
void viewer_ui_panel_end(viewer* v);

// A slider for *value within [low, high]. True when the user changed it in this frame. `unit` may be NULL. A double
// click sets it back to where it stood when first shown.
bool viewer_ui_slider(viewer* v, const char* label, double* value, double low, double high, viewer_slider_scale scale,
                      const char* unit);

// A button. True in the frame in which it is clicked.
bool viewer_ui_button(viewer* v, const char* label);

// Two buttons side by side: 0 none, 1 the first was clicked, 2 the second.
int viewer_ui_button_pair(viewer* v, const char* first, const char* second);

// A checkbox for *value. True when the user changed it in this frame.
bool viewer_ui_checkbox(viewer* v, const char* label, bool* value);

// One of `count` names; *choice is the index. Without a label that is shown it takes no row for it. True when the user
// changed it in this frame.
bool viewer_ui_choice(viewer* v, const char* label, int* choice, const char* const* names, int count);

// The same as a list in `columns` columns, for many names.
bool viewer_ui_list(viewer* v, const char* label, int* choice, const char* const* names, int count, int columns);

// A row of a table: the label left, the formatted value right; up to 255 bytes.
void viewer_ui_row(viewer* v, const char* label, const char* format, ...) VIEWER_PRINTF(3, 4);

// A row whose value is drawn in `color`, e.g. to say good or bad.
void viewer_ui_row_colored(viewer* v, const char* label, viewer_color color, const char* format, ...)
    VIEWER_PRINTF(4, 5);

// A line of plain text; up to 255 bytes.
void viewer_ui_text(viewer* v, const char* format, ...) VIEWER_PRINTF(2, 3);

// A thin line between groups.
void viewer_ui_separator(viewer* v);

// A plot of `height` logical pixels across the panel.
void viewer_ui_plot(viewer* v, double height, const viewer_plot* plot);

// Whether the mouse is over a panel or drags a widget; then the scene should not react to it (the camera does not).
bool viewer_ui_wants_mouse(const viewer* v);

#endif
