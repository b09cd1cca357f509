// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/show.h"

#include <belay/vec.h>

#include <stdio.h>

viewer_color show_color(double mu)
{
    const viewer_color stops[] = {viewer_color_hex(0x4C8DF6), viewer_color_hex(0x22B573), viewer_color_hex(0xF2B01E),
                                  viewer_color_hex(0xE5364B), viewer_color_hex(0xB0208C)};
    const double mus[] = {0.0, 0.1, 0.3, 0.5, 1.0};
    int i = 1;
    while (i < 4 && mu > mus[i])
        i++;
    double t = fmin((mu - mus[i - 1]) / (mus[i] - mus[i - 1]), 1.0);
    return viewer_color_mix(stops[i - 1], stops[i], (float)t);
}

void show_knot_name(char* text, size_t size, uint64_t determinant)
{
    static const char* const names[] = {"not told", "none", NULL, "trefoil", NULL, "figure of eight or T(2,5)"};
    const char* name = determinant < 6 && names[determinant] != NULL ? names[determinant] : "other";
    snprintf(text, size, "%s %llu", name, (unsigned long long)determinant);
}

// ------------------------------------------------------------------------------------------------------------------
// The tube
// ------------------------------------------------------------------------------------------------------------------

// A piece of a form by itself.
typedef struct piece {
    const belay_vec3* nodes;
    const belay_quat* frames;
    int last; // node
} piece;

static piece piece_of(const rope_form* f, int k)
{
    int first = f->pieces.first[k];
    return (piece){f->nodes + first, f->frames + first, f->pieces.first[k + 1] - first - 1};
}

static belay_vec3 node(const piece* p, int i)
{
    // Before the first and after the last the rope goes straight on.
    if (i < 0) return v3_sub(v3_scale(2.0, p->nodes[0]), p->nodes[1]);
    if (i > p->last) return v3_sub(v3_scale(2.0, p->nodes[p->last]), p->nodes[p->last - 1]);
    return p->nodes[i];
}

// The cubic through b at t = 0 and c at t = 1 whose slopes are half of c - a and of d - b.
static belay_vec3 cubic(belay_vec3 a, belay_vec3 b, belay_vec3 c, belay_vec3 d, double t)
{
    double t2 = t * t, t3 = t2 * t;
    double wa = 0.5 * (2.0 * t2 - t - t3), wb = 0.5 * (2.0 - 5.0 * t2 + 3.0 * t3);
    double wc = 0.5 * (t + 4.0 * t2 - 3.0 * t3), wd = 0.5 * (t3 - t2);
    return v3_add(v3_add(v3_scale(wa, a), v3_scale(wb, b)), v3_add(v3_scale(wc, c), v3_scale(wd, d)));
}

static belay_vec3 segment_d1(const piece* p, int i)
{
    int k = i < 0 ? 0 : i >= p->last ? p->last - 1 : i;
    return belay_quat_rotate(p->frames[k], v3(1.0, 0.0, 0.0));
}

static belay_vec3 node_d1(const piece* p, int i)
{
    return v3_scale(0.5, v3_add(segment_d1(p, i - 1), segment_d1(p, i)));
}

static int fill(show* s, const piece* p, belay_vec3 offset)
{
    int count = 0;
    for (int i = 0; i < p->last; i++) {
        belay_vec3 d = node_d1(p, i), e = node_d1(p, i + 1);
        for (int k = 0; k < SHOW_PARTS; k++) {
            double t = (double)k / SHOW_PARTS;
            belay_vec3 x = cubic(node(p, i - 1), node(p, i), node(p, i + 1), node(p, i + 2), t);
            s->points[count] = v3_add(offset, x);
            s->directors[count++] = v3_add(v3_scale(1.0 - t, d), v3_scale(t, e));
        }
    }
    s->points[count] = v3_add(offset, p->nodes[p->last]);
    s->directors[count++] = node_d1(p, p->last);
    return count;
}

void show_draw_rope(show* s, const rope_form* form, belay_vec3 offset, viewer_color color)
{
    viewer_material m = viewer_material_rod(color);
    for (int k = 0; k < form->pieces.count; k++) {
        piece p = piece_of(form, k);
        viewer_tube tube = {.points = s->points,
                            .count = fill(s, &p, offset),
                            .radius = ROPE_RADIUS,
                            .sides = 14,
                            .directors = s->directors};
        viewer_tube_draw(s->v, &tube, m);
    }
}
