// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Pictures of the demos, decoded by stb_image: every pixel of a PNG is as it was given, and an animation shows, frame
// after frame, what was added.

#ifdef BELAY_HAVE_ZLIB

#include "viewer/pictures/apng.h"
#include "viewer/pictures/png.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>

enum { WIDTH = 61, HEIGHT = 37, FRAMES = 5, PIXELS = WIDTH * HEIGHT, MOST = 1 << 20 };

static char path[64];
static unsigned char bytes[MOST];

static void set_up(void)
{
    snprintf(path, sizeof path, "belay_picture_test_%d.png", (int)getpid());
}

static void tear_down(void)
{
    remove(path);
}

// Smooth, with a square of noise that moves on from frame to frame.
static void paint(unsigned char rgb[3 * PIXELS], int frame)
{
    uint32_t lot = 12345;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            bool is_noise = x >= 7 * frame && x < 7 * frame + 9 && y >= 5 * frame && y < 5 * frame + 9;
            unsigned char* p = rgb + 3 * (y * WIDTH + x);
            for (int k = 0; k < 3; k++) {
                lot = lot * 1664525u + 1013904223u;
                p[k] = (unsigned char)(is_noise ? lot >> 24 : (unsigned)(3 * x + 2 * y + 40 * k) & 255u);
            }
        }
}

static size_t read_file(void)
{
    FILE* file = fopen(path, "rb");
    cr_assert_not_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    cr_assert_lt(size, sizeof bytes);
    return size;
}

TestSuite(demo_pictures, .init = set_up, .fini = tear_down);

Test(demo_pictures, a_picture_keeps_all_of_its_24_bits)
{
    static unsigned char rgb[3 * PIXELS];
    int width, height, components;
    paint(rgb, 2);
    cr_assert(viewer_png_write(path, WIDTH, HEIGHT, rgb));
    size_t size = read_file();
    unsigned char* decoded = stbi_load_from_memory(bytes, (int)size, &width, &height, &components, 0);
    cr_assert_not_null(decoded);
    cr_expect_eq(width, WIDTH);
    cr_expect_eq(height, HEIGHT);
    cr_expect_eq(components, 3);
    cr_expect_eq(memcmp(decoded, rgb, sizeof rgb), 0);
    free(decoded);
}

Test(demo_pictures, what_cannot_be_written_is_told)
{
    static unsigned char rgb[3 * PIXELS];
    const viewer_apng_def none = {0}, good = {.width = WIDTH, .height = HEIGHT, .frames_per_second = 10};
    cr_expect_not(viewer_png_write("no/such/folder/x.png", WIDTH, HEIGHT, rgb));
    cr_expect_not(viewer_png_write(path, 0, HEIGHT, rgb));
    cr_expect_null(viewer_apng_open(path, &none));
    cr_expect_null(viewer_apng_open("no/such/folder/x.png", &good));
    cr_expect_not(viewer_apng_close(viewer_apng_open(path, &good)), "an animation without frames");
    cr_expect_not(viewer_apng_close(NULL));
}

// ------------------------------------------------------------------------------------------------------------------
// A player of animations
// ------------------------------------------------------------------------------------------------------------------

typedef struct player {
    unsigned char head[13], clear[6], control[26]; // IHDR, tRNS, the last fcTL
    unsigned char shown[3 * PIXELS];
    int frame_count, told_count;
} player;

static unsigned u32(const unsigned char* p)
{
    return (unsigned)p[0] << 24 | (unsigned)p[1] << 16 | (unsigned)p[2] << 8 | p[3];
}

static size_t put(unsigned char* out, const char* type, const unsigned char* data, unsigned size)
{
    for (int i = 0; i < 4; i++)
        out[i] = (unsigned char)(size >> (24 - 8 * i));
    memcpy(out + 4, type, 4);
    if (size > 0) memcpy(out + 8, data, size);
    uLong crc = crc32(0, out + 4, size + 4);
    for (unsigned i = 0; i < 4; i++)
        out[8 + size + i] = (unsigned char)(crc >> (24 - 8 * i));
    return size + 12;
}

// Decodes a frame as a picture of its own and lays it over what is shown.
static void play_frame(player* p, const unsigned char* stream, unsigned size)
{
    static unsigned char png[MOST];
    unsigned char head[13];
    int w, h, components;
    memcpy(head, p->head, sizeof head);
    memcpy(head, p->control + 4, 8);
    memcpy(png, bytes, 8);
    size_t used = 8;
    used += put(png + used, "IHDR", head, sizeof head);
    used += put(png + used, "tRNS", p->clear, sizeof p->clear);
    used += put(png + used, "IDAT", stream, size);
    used += put(png + used, "IEND", NULL, 0);
    unsigned char* rgba = stbi_load_from_memory(png, (int)used, &w, &h, &components, 4);
    cr_assert_not_null(rgba);
    int left = (int)u32(p->control + 12), top = (int)u32(p->control + 16);
    for (int i = 0; i < w * h; i++) {
        bool is_over = p->control[25] != 0;
        if (is_over && rgba[4 * i + 3] == 0) continue;
        memcpy(p->shown + 3 * ((top + i / w) * WIDTH + left + i % w), rgba + 4 * i, 3);
    }
    free(rgba);
    p->frame_count++;
}

static void check_frame(const player* p)
{
    static unsigned char rgb[3 * PIXELS];
    paint(rgb, p->frame_count - 1);
    cr_expect_eq(memcmp(p->shown, rgb, sizeof rgb), 0, "frame %d is another one", p->frame_count - 1);
}

static void play(player* p, size_t size)
{
    for (size_t at = 8; at < size;) {
        unsigned length = u32(bytes + at);
        const char* type = (const char*)bytes + at + 4;
        const unsigned char* data = bytes + at + 8;
        cr_assert_eq(u32(data + length), (unsigned)crc32(0, bytes + at + 4, length + 4), "CRC of %.4s", type);
        if (memcmp(type, "IHDR", 4) == 0) memcpy(p->head, data, sizeof p->head);
        if (memcmp(type, "tRNS", 4) == 0) memcpy(p->clear, data, sizeof p->clear);
        if (memcmp(type, "acTL", 4) == 0) p->told_count = (int)u32(data);
        if (memcmp(type, "fcTL", 4) == 0) memcpy(p->control, data, sizeof p->control);
        bool is_first = memcmp(type, "IDAT", 4) == 0, is_next = memcmp(type, "fdAT", 4) == 0;
        if (is_first || is_next) {
            play_frame(p, data + (is_next ? 4 : 0), length - (is_next ? 4u : 0u));
            check_frame(p);
        }
        at += length + 12;
    }
}

Test(demo_pictures, an_animation_shows_every_frame_as_it_was_given)
{
    static unsigned char rgb[3 * PIXELS];
    static player p;
    const viewer_apng_def def = {.width = WIDTH, .height = HEIGHT, .frames_per_second = 10};
    viewer_apng* a = viewer_apng_open(path, &def);
    cr_assert_not_null(a);
    for (int i = 0; i < FRAMES; i++) {
        paint(rgb, i);
        cr_assert(viewer_apng_add(a, rgb));
    }
    cr_assert(viewer_apng_close(a));
    play(&p, read_file());
    cr_expect_eq(p.frame_count, FRAMES);
    cr_expect_eq(p.told_count, FRAMES);
}

#endif
