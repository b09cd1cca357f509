// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The gallery's list: what is in it, what a search finds, and where its cards lie.

#include "gallery/list/page_layout.h"
#include "support/source_files.h"

#include <criterion/criterion.h>
#include <string.h>

static const double widths[] = {640.0, 1280.0, 1920.0, 3840.0};

static bool has_item(item_type type, const char* name)
{
    for (int i = 0; i < item_count(); i++)
        if (item_at(i).type == type && strcmp(item_at(i).name, name) == 0) return true;
    return false;
}

static void check_example(const char* name)
{
    char base[SOURCE_NAME];
    size_t length = strlen(name);
    if (strncmp(name, "examples/", 9) != 0 || name[length - 1] != 'c') return;
    snprintf(base, sizeof base, "%.*s", (int)(length - 11), name + 9);
    cr_expect(has_item(ITEM_EXAMPLE, base), "%s is not in the gallery's list (demos/gallery/list/items.c)", name);
}

static void check_demo(const char* name)
{
    char folder[SOURCE_NAME];
    source_folder(name, folder);
    if (strstr(name, "/program.c") == NULL || strcmp(folder, "gallery") == 0) return;
    cr_expect(has_item(ITEM_DEMO, folder), "%s is not in the gallery's list (demos/gallery/list/items.c)", name);
}

Test(gallery_page, every_demo_scene_and_example_is_listed_once_with_a_line)
{
    source_walk("demos", check_example);
    source_walk("demos", check_demo);
    for (int i = 0; i < experiment_kind_count(); i++)
        cr_expect(has_item(ITEM_SCENE, experiment_kind_at(i)->name));
    for (int i = 0; i < item_count(); i++) {
        cr_expect(strlen(item_at(i).text) > 8 && strlen(item_at(i).text) <= 64, "%s", item_at(i).name);
        for (int k = 0; k < i; k++)
            cr_expect(item_at(i).type != item_at(k).type || strcmp(item_at(i).name, item_at(k).name) != 0);
    }
}

Test(gallery_page, a_search_looks_into_names_and_lines_and_takes_large_letters_for_small_ones)
{
    item wall = {ITEM_SCENE, "wall", "A Brick wall stands", NULL};
    cr_expect(item_matches(&wall, ""));
    cr_expect(item_matches(&wall, "all"));
    cr_expect(item_matches(&wall, "brick"));
    cr_expect(item_matches(&wall, "wall stands"));
    cr_expect_not(item_matches(&wall, "walls"));
    cr_expect_not(item_matches(&wall, "x"));
}

static bool overlap(const page_layout* l, const page_card* a, const page_card* b)
{
    return a->x < b->x + l->width && b->x < a->x + l->width && a->y < b->y + l->height && b->y < a->y + l->height;
}

// "wal" stands in the line of a demo too, which comes first.
Test(gallery_page, a_search_chooses_the_one_whose_name_begins_so)
{
    page_layout l = page_layout_of(1280.0, "wal"), whatever = page_layout_of(1280.0, "brick");
    cr_assert_gt(l.count, 1);
    cr_expect_str_eq(item_at(l.cards[page_layout_first(&l, "wal")].item).name, "wall");
    cr_expect_eq(page_layout_first(&whatever, "brick"), 0);
}

Test(gallery_page, cards_lie_apart_and_within_the_window)
{
    for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++) {
        page_layout l = page_layout_of(widths[w], "");
        cr_assert_eq(l.count, item_count());
        for (int i = 0; i < l.count; i++) {
            cr_expect(l.cards[i].x >= 0.0 && l.cards[i].x + l.width <= widths[w] && l.cards[i].y + l.height <= l.all);
            for (int k = 0; k < i; k++)
                cr_expect_not(overlap(&l, &l.cards[i], &l.cards[k]), "%d and %d at %g", i, k, widths[w]);
        }
    }
}

Test(gallery_page, a_card_is_found_where_it_lies)
{
    page_layout l = page_layout_of(1280.0, "");
    for (int i = 0; i < l.count; i++)
        cr_expect_eq(page_layout_at(&l, l.cards[i].x + 0.5 * l.width, l.cards[i].y + 0.9 * l.height), i);
    cr_expect_eq(page_layout_at(&l, 2.0, 300.0), -1);
    cr_expect_eq(page_layout_at(&l, l.cards[0].x + 5.0, l.all + 1.0), -1);
}

// Down, and up again, comes back to the row that it left; every card can be reached by the keys.
Test(gallery_page, arrow_keys_reach_every_card)
{
    page_layout l = page_layout_of(1280.0, "");
    for (int i = 0; i + 1 < l.count; i++)
        cr_expect_eq(page_layout_beside(&l, i, 1, 0), i + 1);
    cr_expect_eq(page_layout_beside(&l, l.count - 1, 1, 0), l.count - 1);
    cr_expect_eq(page_layout_beside(&l, 0, -1, 0), 0);
    for (int i = 0; i < l.count; i++) {
        int below = page_layout_beside(&l, i, 0, 1);
        if (below == i) continue;
        cr_expect_gt(l.cards[below].y, l.cards[i].y);
        cr_expect_eq(l.cards[page_layout_beside(&l, below, 0, -1)].y, l.cards[i].y);
    }
}

Test(gallery_page, a_search_leaves_what_matches_and_no_heading_without_cards)
{
    page_layout l = page_layout_of(1280.0, "arch");
    cr_assert_eq(l.count, 1);
    cr_expect_str_eq(item_at(l.cards[0].item).name, "arch");
    cr_expect_lt(l.headings[ITEM_DEMO], 0.0);
    cr_expect_geq(l.headings[ITEM_SCENE], 0.0);
    cr_expect_eq(page_layout_of(1280.0, "no such thing").count, 0);
}
