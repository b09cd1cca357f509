// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Draws the pictures of the pages in engine/docs. `pages FOLDER` writes all of them, `pages FOLDER NAME...` those
// named.

#include "pages/page_friction.h"
#include "pages/page_joints.h"
#include "pages/page_loads.h"
#include "pages/page_tuning.h"

#include <stdio.h>
#include <string.h>

typedef struct picture {
    const char* name;
    bool (*draw)(const char* path);
} picture;

static const picture pictures[] = {
    {"friction", page_draw_friction},
    {"joints", page_draw_joints},
    {"loads", page_draw_loads},
    {"tuning", page_draw_tuning},
};

enum { PICTURES = sizeof pictures / sizeof *pictures };

static int usage(void)
{
    fprintf(stderr, "usage: pages FOLDER [NAME...]; names:");
    for (int i = 0; i < PICTURES; i++)
        fprintf(stderr, " %s", pictures[i].name);
    fprintf(stderr, "\n");
    return 2;
}

static const picture* find(const char* name)
{
    for (int i = 0; i < PICTURES; i++)
        if (strcmp(pictures[i].name, name) == 0) return &pictures[i];
    return NULL;
}

static bool draw(const char* folder, const picture* p)
{
    char path[1024];
    int length = snprintf(path, sizeof path, "%s/%s.svg", folder, p->name);
    if (length < 0 || (size_t)length >= sizeof path || !p->draw(path)) {
        fprintf(stderr, "pages: %s cannot be written\n", path);
        return false;
    }
    printf("%s\n", path);
    return true;
}

int main(int argc, char** argv)
{
    if (argc < 2 || argv[1][0] == '-') return usage();
    for (int i = 2; i < argc; i++)
        if (find(argv[i]) == NULL) return usage();
    for (int i = 0; argc == 2 && i < PICTURES; i++)
        if (!draw(argv[1], &pictures[i])) return 1;
    for (int i = 2; i < argc; i++)
        if (!draw(argv[1], find(argv[i]))) return 1;
    return 0;
}
