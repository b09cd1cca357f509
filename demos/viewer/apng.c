// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Animated PNG (PNG specification, third edition, 11.3.6 Animation information).
//
//     signature IHDR acTL [PLTE] tRNS  fcTL IDAT  fcTL fdAT  fcTL fdAT ... IEND
//
// Each frame after the first covers the rectangle that changed, and is laid over what is shown with its unchanged
// pixels clear, or, where that is smaller, replaces it. Clear is one colour (tRNS) that the frames never use otherwise.

#include "viewer/apng.h"

#include "viewer/palette.h"
#include "viewer/png.h"

static const unsigned char KEY[3] = {254, 1, 255}; // the clear colour; real pixels of it become their neighbour

struct viewer_apng {
    viewer_apng_def def;
    FILE* file;
    bool has_failed;
    uint32_t frame_count, sequence;
    long control_at;                             // file position of the acTL chunk, rewritten with the count at the end
    int depth;                                   // bytes a pixel: 3, or 1 with a palette
    unsigned char clear[3];                      // the clear pixel, of `depth` bytes
    vw_buffer shown;                             // what a player shows now, `depth` bytes a pixel
    vw_buffer kept;                              // all frames, when a palette must be chosen
    vw_buffer part, over, source, scratch, data; // at work
    vw_palette* palette;
};

typedef struct area {
    int x, y, w, h;
} area;

static size_t pixel_count(const viewer_apng* a)
{
    return (size_t)a->def.width * (size_t)a->def.height;
}

static bool control_put(viewer_apng* a)
{
    unsigned char c[8];
    vw_png_u32(c, a->frame_count);
    vw_png_u32(c + 4, (uint32_t)a->def.play_count);
    return vw_png_chunk(a->file, "acTL", c, sizeof c);
}

static bool head_put(viewer_apng* a)
{
    static const unsigned char key[6] = {0, 254, 0, 1, 0, 255}; // KEY, 16 bits each
    bool ok = vw_png_signature(a->file) && vw_png_header(a->file, a->def.width, a->def.height, a->depth == 1 ? 3 : 2);
    a->control_at = ftell(a->file);
    ok = ok && a->control_at >= 0 && control_put(a);
    if (a->depth == 3) return ok && vw_png_chunk(a->file, "tRNS", key, sizeof key);
    // Index 0 is clear; the colours follow.
    unsigned char colors[3 * 256] = {0}, alpha = 0;
    memcpy(colors + 3, a->palette->colors, 3 * (size_t)a->palette->count);
    return ok && vw_png_chunk(a->file, "PLTE", colors, 3 * (size_t)(a->palette->count + 1)) &&
           vw_png_chunk(a->file, "tRNS", &alpha, 1);
}

static bool frame_control_put(viewer_apng* a, area r, bool is_over)
{
    unsigned char c[26];
    vw_png_u32(c, a->sequence++);
    vw_png_u32(c + 4, (uint32_t)r.w);
    vw_png_u32(c + 8, (uint32_t)r.h);
    vw_png_u32(c + 12, (uint32_t)r.x);
    vw_png_u32(c + 16, (uint32_t)r.y);
    c[20] = 0;
    c[21] = 1; // shown for 1 / frames_per_second
    c[22] = (unsigned char)(a->def.frames_per_second >> 8);
    c[23] = (unsigned char)(a->def.frames_per_second & 255);
    c[24] = 0; // left as it is afterwards
    c[25] = is_over;
    return vw_png_chunk(a->file, "fcTL", c, sizeof c);
}

static bool frame_data_put(viewer_apng* a, const vw_buffer* stream)
{
    unsigned char sequence[4];
    if (a->frame_count == 0) return vw_png_chunk(a->file, "IDAT", stream->data, stream->size);
    vw_png_u32(sequence, a->sequence++);
    vw_buffer_reset(&a->data);
    return vw_buffer_append(&a->data, sequence, 4) && vw_buffer_append(&a->data, stream->data, stream->size) &&
           vw_png_chunk(a->file, "fdAT", a->data.data, a->data.size);
}

static bool frame_put(viewer_apng* a, area r, bool is_over, const vw_buffer* stream)
{
    bool ok = frame_control_put(a, r, is_over) && frame_data_put(a, stream);
    ++a->frame_count;
    return ok;
}

// --- what changed ---

// Takes over a pixel that differs from what is shown; with a tolerance, only one that differs by more.
static bool has_changed(const viewer_apng* a, const unsigned char* now, const unsigned char* shown)
{
    for (int k = 0; k < a->depth; ++k)
        if (abs(now[k] - shown[k]) > (a->depth == 3 ? a->def.tolerance : 0)) return true;
    return false;
}

// The smallest rectangle that holds all changes; at least one pixel, since a frame cannot be empty.
static area changed_area(const viewer_apng* a, const unsigned char* pixels)
{
    int x0 = a->def.width, y0 = a->def.height, x1 = -1, y1 = -1;
    const unsigned char* shown = a->shown.data;
    for (int y = 0; y < a->def.height; ++y) {
        for (int x = 0; x < a->def.width; ++x, pixels += a->depth, shown += a->depth) {
            if (!has_changed(a, pixels, shown)) continue;
            x0 = x < x0 ? x : x0;
            x1 = x > x1 ? x : x1;
            y0 = y < y0 ? y : y0;
            y1 = y;
        }
    }
    return x1 < 0 ? (area){0, 0, 1, 1} : (area){x0, y0, x1 - x0 + 1, y1 - y0 + 1};
}

// Copies the rectangle, unchanged pixels clear (is_over) or as they are shown; then takes the changes over.
static bool part_cut(viewer_apng* a, const unsigned char* pixels, area r, bool is_over)
{
    size_t depth = (size_t)a->depth;
    vw_buffer_reset(&a->part);
    unsigned char* out = vw_buffer_push(&a->part, (size_t)r.w * (size_t)r.h * depth);
    for (int y = r.y; out && y < r.y + r.h; ++y) {
        size_t at = ((size_t)y * (size_t)a->def.width + (size_t)r.x) * depth;
        for (int x = 0; x < r.w; ++x, at += depth, out += depth) {
            bool is_new = has_changed(a, pixels + at, a->shown.data + at);
            memcpy(out, is_new ? pixels + at : is_over ? a->clear : a->shown.data + at, depth);
        }
    }
    return out != NULL;
}

static void changes_show(viewer_apng* a, const unsigned char* pixels)
{
    size_t depth = (size_t)a->depth, end = pixel_count(a) * depth;
    for (size_t at = 0; at < end; at += depth)
        if (has_changed(a, pixels + at, a->shown.data + at)) memcpy(a->shown.data + at, pixels + at, depth);
}

static bool part_compress(viewer_apng* a, const unsigned char* pixels, area r, bool is_over, vw_buffer* out)
{
    vw_buffer_reset(out);
    return part_cut(a, pixels, r, is_over) && vw_png_compress(out, &a->scratch, a->part.data, r.w, r.h, a->depth);
}

static bool first_frame_encode(viewer_apng* a, const unsigned char* pixels)
{
    area all = {0, 0, a->def.width, a->def.height};
    vw_buffer_reset(&a->source);
    return head_put(a) && vw_buffer_append(&a->shown, pixels, pixel_count(a) * (size_t)a->depth) &&
           vw_png_compress(&a->source, &a->scratch, pixels, all.w, all.h, a->depth) &&
           frame_put(a, all, false, &a->source);
}

static bool frame_encode(viewer_apng* a, const unsigned char* pixels)
{
    if (a->frame_count == 0) return first_frame_encode(a, pixels);
    area r = changed_area(a, pixels);
    if (!part_compress(a, pixels, r, true, &a->over) || !part_compress(a, pixels, r, false, &a->source)) return false;
    bool is_over = a->over.size <= a->source.size;
    changes_show(a, pixels);
    return frame_put(a, r, is_over, is_over ? &a->over : &a->source);
}

// --- true colour and palette ---

// Frees the clear colour: real pixels of it move to the next blue.
static void key_avoid(unsigned char* rgb, size_t count)
{
    for (size_t i = 0; i < count; ++i, rgb += 3)
        if (memcmp(rgb, KEY, 3) == 0) rgb[2] = 254;
}

// The 4 x 4 Bayer pattern as an offset of up to +-`strength` levels: the same at every frame, so still parts stay
// still.
static int dither(int x, int y, int strength)
{
    static const int bayer[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    return (2 * bayer[y & 3][x & 3] - 15) * strength / 16;
}

static int clamp_level(int x)
{
    return x < 0 ? 0 : x > 255 ? 255 : x;
}

static void indices_make(const viewer_apng* a, const unsigned char* rgb, unsigned char* out)
{
    int strength = a->def.enable_dither ? 5 : 0;
    for (int y = 0; y < a->def.height; ++y) {
        for (int x = 0; x < a->def.width; ++x, rgb += 3) {
            int d = dither(x, y, strength);
            int index =
                vw_palette_index(a->palette, clamp_level(rgb[0] + d), clamp_level(rgb[1] + d), clamp_level(rgb[2] + d));
            *out++ = (unsigned char)(index + 1); // 0 is clear
        }
    }
}

static bool kept_encode(viewer_apng* a)
{
    size_t count = pixel_count(a), frames = a->kept.size / (3 * count);
    vw_buffer indices = {0};
    unsigned char* out = vw_buffer_push(&indices, count);
    bool ok = out && vw_palette_choose(a->palette, a->def.colors);
    for (size_t i = 0; ok && i < frames; ++i) {
        indices_make(a, a->kept.data + 3 * count * i, out);
        ok = frame_encode(a, out);
    }
    vw_buffer_fini(&indices);
    return ok;
}

// --- the public face ---

static bool is_sound(const viewer_apng_def* d)
{
    return d->width > 0 && d->height > 0 && d->width < 32768 && d->height < 32768 && d->frames_per_second >= 1 &&
           d->frames_per_second <= 1000 && d->play_count >= 0 && d->tolerance >= 0 &&
           (d->colors == 0 || (d->colors >= 2 && d->colors <= 255));
}

static void apng_free(viewer_apng* a)
{
    if (a->file) fclose(a->file);
    vw_buffer_fini(&a->shown);
    vw_buffer_fini(&a->kept);
    vw_buffer_fini(&a->part);
    vw_buffer_fini(&a->over);
    vw_buffer_fini(&a->source);
    vw_buffer_fini(&a->scratch);
    vw_buffer_fini(&a->data);
    free(a->palette);
    free(a);
}

viewer_apng* viewer_apng_open(const char* path, const viewer_apng_def* def)
{
    viewer_apng* a = is_sound(def) ? calloc(1, sizeof *a) : NULL;
    if (!a) return NULL;
    a->def = *def;
    a->depth = def->colors ? 1 : 3;
    if (a->depth == 3) memcpy(a->clear, KEY, 3);
    a->palette = def->colors ? calloc(1, sizeof *a->palette) : NULL;
    a->file = fopen(path, "wb");
    if (!a->file || (def->colors && !a->palette)) {
        apng_free(a);
        return NULL;
    }
    return a;
}

bool viewer_apng_add(viewer_apng* a, const unsigned char* rgb)
{
    size_t size = 3 * pixel_count(a);
    if (a->has_failed) return false;
    if (a->depth == 3) vw_buffer_reset(&a->kept);
    unsigned char* copy = vw_buffer_append(&a->kept, rgb, size);
    bool ok = copy != NULL;
    if (ok && a->depth == 1) vw_palette_count(a->palette, copy, pixel_count(a));
    if (ok && a->depth == 3) {
        key_avoid(copy, pixel_count(a));
        ok = frame_encode(a, copy);
    }
    a->has_failed = !ok;
    return ok;
}

bool viewer_apng_close(viewer_apng* a)
{
    if (!a) return false;
    bool ok = !a->has_failed && (a->depth == 3 || kept_encode(a)) && a->frame_count > 0;
    ok = ok && vw_png_chunk(a->file, "IEND", NULL, 0);
    ok = ok && fseek(a->file, a->control_at, SEEK_SET) == 0 && control_put(a);
    ok = fclose(a->file) == 0 && ok;
    a->file = NULL;
    apng_free(a);
    return ok;
}

size_t viewer_apng_size(const viewer_apng* a)
{
    long at = a->file ? ftell(a->file) : 0;
    return at > 0 ? (size_t)at : 0;
}
