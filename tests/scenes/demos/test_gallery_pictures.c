// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Views of scenes against pictures that are stored (tests/pictures, 160 x 90). BELAY_UPDATE_PICTURES=1 stores what is
// drawn now. Skipped where the gallery has not been built beside this program, or where there is no OpenGL.

#ifdef BELAY_HAVE_ZLIB

#include "support/beside.h"
#include "support/demos/picture.h"
#include "support/skip.h"
#include "viewer/pictures/png.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)

// Of 255. One rope less of five makes 113, balls that are three pixels of 640 away from their places 32; twice the
// pixels, by which every edge is drawn in another way, 5 at most.
static const double ALLOWED = 12.0;

static char program[BESIDE_PATH];
static char text[1 << 13];

static void find_program(void)
{
    beside_find(program, "gallery");
}

// What the gallery draws, with these arguments.
static picture drawn(const char* scene, const char* arguments)
{
    char command[2000], folder[] = "/tmp/belay_pictures_XXXXXX", path[200];
    char* mkdtemp(char* name);
    picture p = {{0}};
    cr_assert_not_null(mkdtemp(folder));
    snprintf(
        command, sizeof command,
        "ASAN_OPTIONS=detect_leaks=0 SDL_VIDEODRIVER=offscreen '%s' --headless --bare --size 640x360 --scene %s %s "
        "--out %s 2>&1",
        program, scene, arguments, folder);
    int code = beside_run(command, text, sizeof text);
    cr_assert_eq(code, 0, "%s", text);
    snprintf(path, sizeof path, "%s/%s.png", folder, scene);
    bool is_there = picture_read(&p, path);
    remove(path);
    snprintf(path, sizeof path, "%s/%s.csv", folder, scene);
    remove(path);
    remove(folder);
    if (strstr(text, "No pictures:") != NULL) SKIP_TEST("there is no OpenGL");
    cr_assert(is_there, "%s", text);
    return p;
}

static void check(const char* name, const char* scene, const char* arguments)
{
    char path[100];
    picture now = drawn(scene, arguments), stored;
    snprintf(path, sizeof path, "tests/pictures/%s.png", name);
    if (getenv("BELAY_UPDATE_PICTURES") != NULL)
        cr_assert(viewer_png_write(path, PICTURE_WIDTH, PICTURE_HEIGHT, now.rgb), "%s", path);
    cr_assert(picture_read(&stored, path), "%s is missing; BELAY_UPDATE_PICTURES=1 stores it", path);
    double difference = picture_difference(&now, &stored);
    cr_expect_lt(difference, ALLOWED, "%s differs by %.1f of 255 from %s", scene, difference, path);
}

TestSuite(gallery_pictures, .init = find_program, .timeout = 400.0);

Test(gallery_pictures, scenes_look_as_they_did)
{
    check("arch", "arch", "--seconds 0.05");
    check("cards", "cards", "--seconds 0.05");
    check("cords", "cords", "--seconds 0.5");
    check("joints", "joints", "--seconds 0.3");
    check("shapes", "shapes", "--seconds 0.05");
}

Test(gallery_pictures, what_is_shown_beside_the_things_looks_as_it_did)
{
    check("arch_contacts", "arch", "--seconds 0.05 --show contacts");
    check("joints_joints", "joints", "--seconds 0.3 --show joints,bounds,islands");
    check("cords_tension", "cords", "--seconds 0.5 --show tension");
}

// The tolerance is worth something: one rope less of five, and balls that have flown on by one step, three pixels.
Test(gallery_pictures, what_is_missing_or_elsewhere_is_noticed)
{
    picture five = drawn("cords", "--seconds 0.5"), four = drawn("cords", "--seconds 0.5 --n 4");
    cr_expect_gt(picture_difference(&five, &four), 3.0 * ALLOWED);
    picture before = drawn("bounce", "--seconds 0.20"), after = drawn("bounce", "--seconds 0.21");
    cr_expect_gt(picture_difference(&before, &after), 2.0 * ALLOWED, "%.1f", picture_difference(&before, &after));
    picture plain = drawn("arch", "--seconds 0.05"), forces = drawn("arch", "--seconds 0.05 --show contacts");
    cr_expect_gt(picture_difference(&plain, &forces), 2.0 * ALLOWED);
}

// Nor is it too narrow for drivers that draw edges in other ways.
Test(gallery_pictures, edges_that_are_drawn_in_another_way_are_allowed)
{
    picture once = drawn("joints", "--seconds 0.05"), finer = drawn("joints", "--seconds 0.05 --size 1280x720");
    cr_expect_lt(picture_difference(&once, &finer), 0.5 * ALLOWED);
    cr_expect_gt(picture_difference(&once, &finer), 0.0);
}

// The same run is the same picture.
Test(gallery_pictures, a_picture_is_made_again)
{
    picture once = drawn("cards", "--seconds 0.05"), again = drawn("cards", "--seconds 0.05");
    cr_expect_eq(picture_difference(&once, &again), 0.0);
}

#endif
#endif
