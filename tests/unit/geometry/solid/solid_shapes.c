// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "unit/geometry/solid/solid_shapes.h"

#include <math.h>

belay_mesh solid_mesh_of(const solid_mesh* m)
{
    return (belay_mesh){m->vertices, m->vertex_count, m->indices, m->triangle_count};
}

static void add_triangle(solid_mesh* m, int a, int b, int c)
{
    int32_t* i = &m->indices[3 * m->triangle_count++];
    i[0] = a;
    i[1] = b;
    i[2] = c;
}

void solid_prism(solid_mesh* m, const double (*outline)[2], int count, const int32_t* fans, int fan_count,
                 double height)
{
    m->vertex_count = 2 * count;
    m->triangle_count = 0;
    for (int i = 0; i < count; i++) {
        m->vertices[i] = (belay_vec3){outline[i][0], outline[i][1], 0.0};
        m->vertices[count + i] = (belay_vec3){outline[i][0], outline[i][1], height};
    }
    for (int i = 0; i < fan_count; i++) {
        const int32_t* f = &fans[3 * i];
        add_triangle(m, f[2], f[1], f[0]);
        add_triangle(m, count + f[0], count + f[1], count + f[2]);
    }
    for (int i = 0; i < count; i++) {
        int next = (i + 1) % count;
        add_triangle(m, i, next, count + next);
        add_triangle(m, i, count + next, count + i);
    }
}

void solid_box(solid_mesh* m, belay_vec3 size)
{
    const double outline[4][2] = {{0, 0}, {size.x, 0}, {size.x, size.y}, {0, size.y}};
    static const int32_t fans[] = {0, 1, 2, 0, 2, 3};
    solid_prism(m, outline, 4, fans, 2, size.z);
}

void solid_l(solid_mesh* m)
{
    static const double outline[6][2] = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
    static const int32_t fans[] = {0, 1, 3, 1, 2, 3, 0, 3, 5, 3, 4, 5};
    solid_prism(m, outline, 6, fans, 4, 1.0);
}

void solid_u(solid_mesh* m)
{
    static const double outline[8][2] = {{0, 0}, {3, 0}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
    static const int32_t fans[] = {0, 5, 7, 5, 6, 7, 0, 1, 5, 1, 4, 5, 1, 2, 4, 2, 3, 4};
    solid_prism(m, outline, 8, fans, 6, 1.0);
}

void solid_ring(solid_mesh* m, double radius, double thickness, int around, int across)
{
    m->vertex_count = around * across;
    m->triangle_count = 0;
    for (int i = 0; i < around; i++)
        for (int j = 0; j < across; j++) {
            double u = 2.0 * BELAY_PI * i / around, v = 2.0 * BELAY_PI * j / across;
            double r = radius + thickness * cos(v);
            m->vertices[i * across + j] = (belay_vec3){r * cos(u), r * sin(u), thickness * sin(v)};
        }
    for (int i = 0; i < around; i++)
        for (int j = 0; j < across; j++) {
            int k = (i + 1) % around, l = (j + 1) % across;
            add_triangle(m, i * across + j, k * across + j, k * across + l);
            add_triangle(m, i * across + j, k * across + l, i * across + l);
        }
}
