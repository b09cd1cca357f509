// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "gallery/page.h"

#include "gallery/list/page_layout.h"

#include <math.h>
#include <string.h>

static const double HEAD = 92.0, FOOT = 34.0;   // of the view, above and below the list, logical pixels
static const double NOTCH = 90.0;               // that the wheel moves it by
enum { LEAST_WIDTH = 640, LEAST_HEIGHT = 360 }; // pixels, of a window that a demo takes

static page_layout layout_of(const page* p, const viewer* v)
{
    int width, height;
    viewer_size(v, &width, &height);
    return page_layout_of(width, p->search);
}

// ------------------------------------------------------------------------------------------------------------------
// Opening
// ------------------------------------------------------------------------------------------------------------------

static void open_demo(page* p, const viewer* v, const item* i)
{
    char size[32];
    viewer_place place = viewer_window_place(v);
    bool fits = place.width >= LEAST_WIDTH && place.height >= LEAST_HEIGHT;
    snprintf(size, sizeof size, "%dx%d", place.width, place.height);
    const char* const arguments[LAUNCH_MAX_ARGUMENTS] = {"--window", fits ? "--size" : NULL, size};
    p->shows_output = !launch_start(&p->running, i->name, arguments, false, p->output, sizeof p->output);
}

static void open_example(page* p, const item* i)
{
    char path[80];
    const char* const arguments[LAUNCH_MAX_ARGUMENTS] = {NULL};
    snprintf(path, sizeof path, "examples/example_%s", i->name);
    p->output[0] = '\0';
    p->shows_output = !launch_start(&p->running, path, arguments, true, p->output, sizeof p->output);
}

static const experiment_kind* open_item(page* p, const viewer* v, int index)
{
    item i = item_at(index);
    p->opened = index;
    if (i.type == ITEM_DEMO) open_demo(p, v, &i);
    if (i.type == ITEM_EXAMPLE) open_example(p, &i);
    return i.kind;
}

// While a program runs, and while its output is read, nothing else is served.
static bool is_busy(page* p, viewer* v)
{
    bool was_running = p->running.process != 0;
    bool wants_back = viewer_key_was_pressed(v, VIEWER_KEY_ESCAPE) || viewer_key_was_pressed(v, VIEWER_KEY_RETURN) ||
                      viewer_mouse_state(v).left_pressed || viewer_pad_state(v).back_pressed ||
                      viewer_pad_state(v).grip_pressed;
    if (launch_is_running(&p->running)) {
        if (viewer_key_was_pressed(v, VIEWER_KEY_ESCAPE)) launch_end(&p->running);
        return true;
    }
    if (was_running) {
        launch_read(&p->running, p->output, sizeof p->output);
        p->shows_output = item_at(p->opened).type == ITEM_EXAMPLE || p->running.status != 0;
        if (p->output[0] == '\0' && p->running.status != 0)
            snprintf(p->output, sizeof p->output, "It ended with status %d.", p->running.status);
        return true;
    }
    if (!p->shows_output) return false;
    p->shows_output = !wants_back;
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// Keys, mouse, gamepad
// ------------------------------------------------------------------------------------------------------------------

static void type_search(page* p, const viewer* v)
{
    size_t length = strlen(p->search);
    char before[PAGE_SEARCH];
    memcpy(before, p->search, sizeof before);
    for (int key = ' '; key <= 'z'; key++) {
        bool is_letter = (key >= 'a' && key <= 'z') || (key >= '0' && key <= '9') || (key == ' ' && length > 0);
        if (!is_letter || !viewer_key_was_pressed(v, key) || length + 1 >= sizeof p->search) continue;
        p->search[length++] = (char)key;
        p->search[length] = '\0';
    }
    if (viewer_key_was_pressed(v, VIEWER_KEY_BACKSPACE) && length > 0) p->search[length - 1] = '\0';
    if (strcmp(before, p->search) == 0) return;
    page_layout l = layout_of(p, v);
    p->chosen = page_layout_first(&l, p->search);
    p->scroll = 0.0;
    p->follows = true;
}

static void escape(page* p, viewer* v)
{
    if (!viewer_key_was_pressed(v, VIEWER_KEY_ESCAPE)) return;
    if (p->search[0] == '\0') viewer_close(v);
    p->search[0] = '\0';
}

static void move_choice(page* p, const viewer* v, const page_layout* l)
{
    viewer_pad pad = viewer_pad_state(v);
    int x = pad.step_x, y = -pad.step_y, before = p->chosen;
    x += viewer_key_was_pressed(v, VIEWER_KEY_RIGHT) - viewer_key_was_pressed(v, VIEWER_KEY_LEFT);
    y += viewer_key_was_pressed(v, VIEWER_KEY_DOWN) - viewer_key_was_pressed(v, VIEWER_KEY_UP);
    if (viewer_key_was_pressed(v, VIEWER_KEY_TAB)) x++;
    if (p->chosen >= l->count) p->chosen = l->count > 0 ? l->count - 1 : 0;
    if (x != 0) p->chosen = page_layout_beside(l, p->chosen, x > 0 ? 1 : -1, 0);
    if (y != 0) p->chosen = page_layout_beside(l, p->chosen, 0, y > 0 ? 1 : -1);
    p->follows |= p->chosen != before;
}

static void scroll(page* p, const viewer* v, const page_layout* l)
{
    int width, height;
    viewer_size(v, &width, &height);
    double room = height - HEAD - FOOT;
    p->scroll -= NOTCH * viewer_mouse_state(v).wheel;
    if (viewer_key_was_pressed(v, VIEWER_KEY_PAGE_DOWN)) p->scroll += 0.9 * room;
    if (viewer_key_was_pressed(v, VIEWER_KEY_PAGE_UP)) p->scroll -= 0.9 * room;
    if (p->follows && p->chosen < l->count) {
        double top = l->cards[p->chosen].y - 46.0, low = l->cards[p->chosen].y + l->height + 18.0;
        if (p->scroll > top) p->scroll = top;
        if (p->scroll < low - room) p->scroll = low - room;
    }
    p->follows = false;
    p->scroll = fmax(fmin(p->scroll, l->all - room), 0.0);
}

// The card under the mouse; -1: none.
static int card_under_mouse(const page* p, const viewer* v, const page_layout* l)
{
    int width, height;
    viewer_mouse m = viewer_mouse_state(v);
    viewer_size(v, &width, &height);
    if (m.y < HEAD || m.y > height - FOOT) return -1;
    return page_layout_at(l, m.x, m.y - HEAD + p->scroll);
}

const experiment_kind* page_serve(page* p, viewer* v)
{
    viewer_pad_enable(v);
    viewer_camera_mouse_enable(v, false);
    if (is_busy(p, v)) return NULL;
    escape(p, v);
    type_search(p, v);
    page_layout l = layout_of(p, v);
    move_choice(p, v, &l);
    scroll(p, v, &l);
    viewer_mouse m = viewer_mouse_state(v);
    int under = card_under_mouse(p, v, &l);
    if (under >= 0 && (m.dx != 0.0 || m.dy != 0.0 || m.left_pressed)) p->chosen = under;
    bool wants = viewer_key_was_pressed(v, VIEWER_KEY_RETURN) || viewer_pad_state(v).grip_pressed ||
                 (m.left_pressed && under >= 0);
    return wants && p->chosen < l.count ? open_item(p, v, l.cards[p->chosen].item) : NULL;
}

void page_end(page* p)
{
    launch_end(&p->running);
    thumbnails_end(&p->pictures);
    memset(p, 0, sizeof *p);
}

// ------------------------------------------------------------------------------------------------------------------
// Drawing
// ------------------------------------------------------------------------------------------------------------------

// The beginning of a text in two lines at most.
static void two_lines(viewer* v, double x, double y, double width, const char* text)
{
    const double size = 12.5;
    char first[128];
    size_t fits = 0, length = strlen(text);
    for (size_t i = 1; i <= length && i < sizeof first; i++) {
        if (text[i] != ' ' && text[i] != '\0') continue;
        snprintf(first, sizeof first, "%.*s", (int)i, text);
        if (fits > 0 && viewer_text_width(v, size, first) > width) break;
        fits = i;
    }
    snprintf(first, sizeof first, "%.*s", (int)fits, text);
    viewer_color color = viewer_role_color(v, VIEWER_ROLE_MUTED);
    viewer_text_draw(v, x, y, size, VIEWER_ALIGN_LEFT, color, first);
    if (text[fits] == ' ') viewer_text_draw(v, x, y + 16.0, size, VIEWER_ALIGN_LEFT, color, text + fits + 1);
}

static void draw_card(page* p, viewer* v, const page_layout* l, int k, double y)
{
    const page_card* c = &l->cards[k];
    item i = item_at(c->item);
    viewer_rect all = {c->x, y, l->width, l->height}, picture = {c->x, y, l->width, l->picture_height};
    viewer_rect_draw(v, all, 0.0, viewer_color_hex(0xFFFFFF));
    if (p->pictures.pictures[c->item].index == 0)
        viewer_rect_draw(v, picture, 0.0, viewer_role_color(v, VIEWER_ROLE_TRACK));
    viewer_picture_draw(v, p->pictures.pictures[c->item], picture, viewer_color_hex(0xFFFFFF));
    viewer_title_draw(v, c->x + 10.0, y + l->picture_height + 16.0, 15.0, VIEWER_ALIGN_LEFT,
                      viewer_role_color(v, VIEWER_ROLE_TEXT), i.name);
    two_lines(v, c->x + 10.0, y + l->picture_height + 35.0, l->width - 20.0, i.text);
    bool is_chosen = k == p->chosen;
    viewer_rect_outline_draw(v, all, 0.0, is_chosen ? 3.0 : 1.0,
                             viewer_role_color(v, is_chosen ? VIEWER_ROLE_ACCENT : VIEWER_ROLE_EDGE));
}

static void draw_headings(const page* p, viewer* v, const page_layout* l)
{
    for (int type = 0; type < ITEM_TYPE_COUNT; type++) {
        if (l->headings[type] < 0.0) continue;
        double y = HEAD - p->scroll + l->headings[type] + 24.0;
        const char* title = item_type_title((item_type)type);
        viewer_title_draw(v, 32.0, y, 20.0, VIEWER_ALIGN_LEFT, viewer_role_color(v, VIEWER_ROLE_TEXT), title);
        viewer_text_draw(v, 150.0, y + 1.0, 14.0, VIEWER_ALIGN_LEFT, viewer_role_color(v, VIEWER_ROLE_MUTED),
                         item_type_text((item_type)type));
    }
}

static void draw_cards(page* p, viewer* v, const page_layout* l)
{
    int width, height, wanted = -1;
    viewer_size(v, &width, &height);
    draw_headings(p, v, l);
    for (int k = 0; k < l->count; k++) {
        double y = HEAD - p->scroll + l->cards[k].y;
        if (y > height || y + l->height < HEAD) continue;
        if (wanted < 0 && !p->pictures.is_done[l->cards[k].item]) wanted = l->cards[k].item;
        draw_card(p, v, l, k, y);
    }
    for (int i = 0; i < item_count() && wanted < 0; i++)
        if (!p->pictures.is_done[i]) wanted = i;
    thumbnails_make(&p->pictures, v, wanted);
}

static void draw_head(const page* p, viewer* v, const page_layout* l)
{
    int width, height;
    viewer_color paper = viewer_color_hex(0xF1F3F6), text = viewer_role_color(v, VIEWER_ROLE_TEXT);
    viewer_size(v, &width, &height);
    viewer_rect head = {0.0, 0.0, width, HEAD - 8.0}, foot = {0.0, height - FOOT, width, FOOT};
    viewer_rect_draw(v, head, 0.0, paper);
    viewer_rect_draw(v, foot, 0.0, paper);
    viewer_title_draw(v, 32.0, 42.0, 30.0, VIEWER_ALIGN_LEFT, text, "Belay");
    viewer_rect field = {width - 32.0 - 330.0, 22.0, 330.0, 38.0};
    viewer_rect_draw(v, field, 8.0, viewer_color_hex(0xFFFFFF));
    viewer_rect_outline_draw(v, field, 8.0, 1.0, viewer_role_color(v, VIEWER_ROLE_EDGE));
    bool is_empty = p->search[0] == '\0';
    viewer_text_drawf(v, field.x + 14.0, 41.0, 16.0, VIEWER_ALIGN_LEFT,
                      is_empty ? viewer_role_color(v, VIEWER_ROLE_MUTED) : text, "%s%s",
                      is_empty ? "type to search" : p->search, is_empty ? "" : "|");
    if (l->count == 0)
        viewer_text_drawf(v, 32.0, HEAD + 40.0, 16.0, VIEWER_ALIGN_LEFT, text,
                          "Nothing has '%s' in its name or line; escape shows all again.", p->search);
    viewer_text_draw(v, 32.0, height - 0.5 * FOOT, 14.0, VIEWER_ALIGN_LEFT, viewer_role_color(v, VIEWER_ROLE_MUTED),
                     "mouse, arrows or gamepad: choose     click, return or A: open     wheel, page keys: further     "
                     "escape: quit");
}

// Lines as they were printed; what is longer than the panel goes on in the next one.
static void draw_lines(viewer* v, double x, double y, double width, double low, const char* text)
{
    char line[512];
    while (*text != '\0' && y < low) {
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        y = length > 0 ? viewer_paragraph_draw(v, x, y, width, 15.0, viewer_role_color(v, VIEWER_ROLE_TEXT), line)
                       : y + 20.0;
        text += length + (text[length] == '\n');
    }
}

static void draw_opened(const page* p, viewer* v)
{
    int width, height;
    bool is_running = p->running.process != 0;
    if (!is_running && !p->shows_output) return;
    item i = item_at(p->opened);
    viewer_size(v, &width, &height);
    viewer_rect all = {0.0, 0.0, width, height};
    viewer_rect_draw(v, all, 0.0, viewer_color_fade(viewer_color_hex(0x20242C), 0.45f));
    viewer_rect r = {0.5 * width - 430.0, 0.5 * height - 260.0, 860.0, 520.0};
    if (is_running) r = (viewer_rect){0.5 * width - 300.0, 0.5 * height - 80.0, 600.0, 160.0};
    viewer_rect_draw(v, r, 12.0, viewer_color_hex(0xFFFFFF));
    viewer_title_draw(v, r.x + 26.0, r.y + 38.0, 22.0, VIEWER_ALIGN_LEFT, viewer_role_color(v, VIEWER_ROLE_TEXT),
                      i.name);
    viewer_text_draw(v, r.x + 26.0, r.y + 66.0, 14.0, VIEWER_ALIGN_LEFT, viewer_role_color(v, VIEWER_ROLE_MUTED),
                     i.text);
    if (is_running)
        viewer_text_draw(v, r.x + 26.0, r.y + 110.0, 15.0, VIEWER_ALIGN_LEFT, viewer_role_color(v, VIEWER_ROLE_TEXT),
                         i.type == ITEM_DEMO ? "It has a window of its own; closed, it leads back here."
                                             : "Running ...");
    else
        draw_lines(v, r.x + 26.0, r.y + 108.0, r.w - 52.0, r.y + r.h - 60.0, p->output);
    viewer_text_draw(v, r.x + r.w - 26.0, r.y + r.h - 24.0, 14.0, VIEWER_ALIGN_RIGHT,
                     viewer_role_color(v, VIEWER_ROLE_MUTED),
                     is_running ? "escape: end it" : "click, return or escape: back to the list");
}

void page_draw(page* p, viewer* v)
{
    page_layout l = layout_of(p, v);
    viewer_backdrop_set(v, viewer_color_hex(0xF1F3F6));
    draw_cards(p, v, &l);
    draw_head(p, v, &l);
    draw_opened(p, v);
}
