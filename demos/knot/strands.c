// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/strands.h"

#include <belay/vec.h>

static bool is_own(const strand_place* own, int piece, double s)
{
    return piece == own->piece && fabs(s - own->s) < own->skip;
}

static bool cross(const belay_vec3 path[2], belay_vec3 a, belay_vec3 b, strand_crossing* c, double* share)
{
    double ux = path[1].x - path[0].x, uy = path[1].y - path[0].y, wx = b.x - a.x, wy = b.y - a.y;
    double turn = ux * wy - uy * wx, x = a.x - path[0].x, y = a.y - path[0].y;
    if (fabs(turn) < 1e-3 * hypot(ux, uy) * hypot(wx, wy)) return false; // alongside
    double along = (x * wy - y * wx) / turn;
    *share = (x * uy - y * ux) / turn;
    if (along < 0.0 || along > 1.0 || *share < 0.0 || *share >= 1.0) return false;
    c->at = v3_add_scaled(a, *share, v3_sub(b, a));
    c->far = along * hypot(ux, uy);
    return true;
}

int strands_crossed(const rope* r, belay_vec3 from, belay_vec3 to, strand_place own, strand_crossing* list, int room)
{
    const belay_vec3 path[2] = {from, to};
    int count = 0;
    for (int k = 0; k < r->form.pieces.count; k++) {
        int first = r->form.pieces.first[k], last = r->form.pieces.first[k + 1] - 1;
        double length = r->lengths[k] / (last - first), share;
        for (int i = first; i < last && count < room; i++) {
            if (!cross(path, r->form.nodes[i], r->form.nodes[i + 1], &list[count], &share)) continue;
            list[count].piece = k;
            list[count].s = length * (i - first + share);
            count += !is_own(&own, k, list[count].s);
        }
    }
    return count;
}

double strands_top(const rope* r, belay_vec3 at, double radius, strand_place own)
{
    double top = 0.0;
    for (int k = 0; k < r->form.pieces.count; k++) {
        int first = r->form.pieces.first[k], last = r->form.pieces.first[k + 1] - 1;
        for (int i = first; i < last; i++) {
            belay_vec3 a = r->form.nodes[i], d = v3_sub(r->form.nodes[i + 1], a);
            double square = d.x * d.x + d.y * d.y, share = (at.x - a.x) * d.x + (at.y - a.y) * d.y;
            share = square > 0.0 ? fmin(fmax(share / square, 0.0), 1.0) : 0.0;
            belay_vec3 p = v3_add_scaled(a, share, d);
            if (is_own(&own, k, r->lengths[k] * (i - first + share) / (last - first))) continue;
            if (hypot(p.x - at.x, p.y - at.y) < radius) top = fmax(top, p.z - ROPE_FLOOR + ROPE_RADIUS);
        }
    }
    return top;
}
