// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Animated PNG (PNG specification, third edition, 11.3.6 Animation information).
//
//     signature IHDR acTL tRNS  fcTL IDAT  fcTL fdAT  fcTL fdAT ... IEND
//
// Each frame after the first covers the rectangle that changed, and is laid over what is shown with its unchanged
// pixels clear, or, where that is smaller, replaces it. Clear is one colour (tRNS) that the frames never use otherwise.

#include "viewer/pictures/apng.h"

#include "viewer/basis/buffer.h"
#include "viewer/pictures/png.h"

static const unsigned char CLEAR[3] = {254, 1, 255};             // real pixels of it become their neighbour
static const unsigned char CLEAR_16[6] = {0, 254, 0, 1, 0, 255}; // the same as tRNS has it

struct viewer_apng {
    viewer_apng_def def;
    FILE* file;
    bool has_failed;
    uint32_t frame_count, sequence;
    long control_at;       // file position of the acTL chunk, rewritten with the count at the end
    vw_buffer shown;       // what a player shows now
    vw_buffer frame, part; // at work
};

typedef struct area {
    int x, y, w, h;
} area;

static size_t frame_size(const viewer_apng* a)
{
    return 3 * (size_t)a->def.width * (size_t)a->def.height;
}

// ------------------------------------------------------------------------------------------------------------------
// Chunks
// ------------------------------------------------------------------------------------------------------------------

static bool control_put(viewer_apng* a)
{
    unsigned char c[8];
    vw_png_u32(c, a->frame_count);
    vw_png_u32(c + 4, (uint32_t)a->def.play_count);
    return vw_png_chunk(a->file, "acTL", NULL, 0, c, sizeof c);
}

static bool head_put(viewer_apng* a, const vw_png_parts* parts)
{
    bool is_good = fwrite(parts->head, 1, parts->head_size, a->file) == parts->head_size;
    a->control_at = ftell(a->file);
    return is_good && a->control_at >= 0 && control_put(a) &&
           vw_png_chunk(a->file, "tRNS", NULL, 0, CLEAR_16, sizeof CLEAR_16);
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
    return vw_png_chunk(a->file, "fcTL", NULL, 0, c, sizeof c);
}

static bool frame_data_put(viewer_apng* a, const vw_png_parts* parts)
{
    unsigned char sequence[4];
    if (a->frame_count == 0) return vw_png_chunk(a->file, "IDAT", NULL, 0, parts->stream, parts->stream_size);
    vw_png_u32(sequence, a->sequence++);
    return vw_png_chunk(a->file, "fdAT", sequence, sizeof sequence, parts->stream, parts->stream_size);
}

static bool frame_put(viewer_apng* a, area r, bool is_over, const vw_png* png)
{
    vw_png_parts parts = vw_png_split(png);
    if (a->frame_count == 0 && !head_put(a, &parts)) return false;
    bool is_good = frame_control_put(a, r, is_over) && frame_data_put(a, &parts);
    ++a->frame_count;
    return is_good;
}

// ------------------------------------------------------------------------------------------------------------------
// Changes from frame to frame
// ------------------------------------------------------------------------------------------------------------------

static bool has_changed(const viewer_apng* a, const unsigned char* now, const unsigned char* shown)
{
    for (int k = 0; k < 3; ++k)
        if (abs(now[k] - shown[k]) > a->def.tolerance) return true;
    return false;
}

// The smallest rectangle that holds all changes; at least one pixel, since a frame cannot be empty.
static area changed_area(const viewer_apng* a, const unsigned char* pixels)
{
    int x0 = a->def.width, y0 = a->def.height, x1 = -1, y1 = -1;
    const unsigned char* shown = a->shown.data;
    for (int y = 0; y < a->def.height; ++y) {
        for (int x = 0; x < a->def.width; ++x, pixels += 3, shown += 3) {
            if (!has_changed(a, pixels, shown)) continue;
            x0 = x < x0 ? x : x0;
            x1 = x > x1 ? x : x1;
            y0 = y < y0 ? y : y0;
            y1 = y;
        }
    }
    return x1 < 0 ? (area){0, 0, 1, 1} : (area){x0, y0, x1 - x0 + 1, y1 - y0 + 1};
}

// Encodes the rectangle with its unchanged pixels clear (is_over) or as they are shown.
static bool part_encode(viewer_apng* a, const unsigned char* pixels, area r, bool is_over, vw_png* png)
{
    vw_buffer_reset(&a->part);
    unsigned char* out = vw_buffer_push(&a->part, 3 * (size_t)r.w * (size_t)r.h);
    for (int y = r.y; out && y < r.y + r.h; ++y) {
        size_t at = 3 * ((size_t)y * (size_t)a->def.width + (size_t)r.x);
        for (int x = 0; x < r.w; ++x, at += 3, out += 3) {
            bool is_new = has_changed(a, pixels + at, a->shown.data + at);
            memcpy(out, is_new ? pixels + at : is_over ? CLEAR : a->shown.data + at, 3);
        }
    }
    return out != NULL && vw_png_encode(png, a->part.data, r.w, r.h);
}

static void changes_show(viewer_apng* a, const unsigned char* pixels)
{
    for (size_t at = 0; at < frame_size(a); at += 3)
        if (has_changed(a, pixels + at, a->shown.data + at)) memcpy(a->shown.data + at, pixels + at, 3);
}

// ------------------------------------------------------------------------------------------------------------------
// Frames
// ------------------------------------------------------------------------------------------------------------------

static bool first_frame_write(viewer_apng* a, const unsigned char* pixels)
{
    area all = {0, 0, a->def.width, a->def.height};
    vw_png png;
    if (!vw_buffer_append(&a->shown, pixels, frame_size(a)) || !vw_png_encode(&png, pixels, all.w, all.h)) return false;
    bool is_good = frame_put(a, all, false, &png);
    vw_png_fini(&png);
    return is_good;
}

static bool next_frame_write(viewer_apng* a, const unsigned char* pixels)
{
    area r = changed_area(a, pixels);
    vw_png over = {NULL, 0}, source = {NULL, 0};
    bool is_good = part_encode(a, pixels, r, true, &over) && part_encode(a, pixels, r, false, &source);
    if (is_good) {
        bool is_over = over.size <= source.size;
        changes_show(a, pixels);
        is_good = frame_put(a, r, is_over, is_over ? &over : &source);
    }
    vw_png_fini(&over);
    vw_png_fini(&source);
    return is_good;
}

// Frees the clear colour: real pixels of it move to the next blue.
static void clear_avoid(unsigned char* rgb, size_t size)
{
    for (size_t i = 0; i < size; i += 3)
        if (memcmp(rgb + i, CLEAR, 3) == 0) rgb[i + 2] = 254;
}

static bool is_sound(const viewer_apng_def* d)
{
    return d->width > 0 && d->height > 0 && d->width < 32768 && d->height < 32768 && d->frames_per_second >= 1 &&
           d->frames_per_second <= 1000 && d->play_count >= 0 && d->tolerance >= 0 && d->tolerance <= 255;
}

viewer_apng* viewer_apng_open(const char* path, const viewer_apng_def* def)
{
    viewer_apng* a = is_sound(def) ? calloc(1, sizeof *a) : NULL;
    if (!a) return NULL;
    a->def = *def;
    a->file = fopen(path, "wb");
    if (a->file) return a;
    free(a);
    return NULL;
}

bool viewer_apng_add(viewer_apng* a, const unsigned char* rgb)
{
    if (a->has_failed) return false;
    vw_buffer_reset(&a->frame);
    unsigned char* copy = vw_buffer_append(&a->frame, rgb, frame_size(a));
    if (copy) clear_avoid(copy, frame_size(a));
    bool is_good = copy && (a->frame_count == 0 ? first_frame_write(a, copy) : next_frame_write(a, copy));
    a->has_failed = !is_good;
    return is_good;
}

bool viewer_apng_close(viewer_apng* a)
{
    if (!a) return false;
    bool is_good = !a->has_failed && a->frame_count > 0 && vw_png_chunk(a->file, "IEND", NULL, 0, NULL, 0);
    is_good = is_good && fseek(a->file, a->control_at, SEEK_SET) == 0 && control_put(a);
    is_good = fclose(a->file) == 0 && is_good;
    vw_buffer_fini(&a->shown);
    vw_buffer_fini(&a->frame);
    vw_buffer_fini(&a->part);
    free(a);
    return is_good;
}
