// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "peers/mujoco_text.h"

#include <stddef.h>

#if defined(BELAY_HAVE_MUJOCO)

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MODEL_NAME "scene.xml"

void text_print(text* t, const char* format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    size_t needed = t->length + (size_t)(length > 0 ? length : 0) + 1;
    if (needed > t->capacity) {
        char* grown = realloc(t->letters, 2 * needed);
        t->has_failed = t->has_failed || grown == NULL;
        if (grown != NULL) {
            t->letters = grown;
            t->capacity = 2 * needed;
        }
    }
    if (!t->has_failed) t->length += (size_t)vsnprintf(t->letters + t->length, t->capacity - t->length, format, again);
    va_end(again);
}

void text_print_vec(text* t, const char* name, belay_vec3 v)
{
    text_print(t, " %s=\"%.17g %.17g %.17g\"", name, v.x, v.y, v.z);
}

void text_print_quat(text* t, belay_quat q)
{
    text_print(t, " quat=\"%.17g %.17g %.17g %.17g\"", q.w, q.x, q.y, q.z);
}

// It would write them to a file of its own; what matters of them is in mjData.warning.
static void ignore_warning(const char* message)
{
    (void)message;
}

mjModel* mujoco_read_model(const text* t)
{
    char error[512] = "no memory";
    mju_user_warning = ignore_warning;
    mjVFS* files = malloc(sizeof *files); // two megabytes
    if (files == NULL) return NULL;
    mj_defaultVFS(files);
    mj_makeEmptyFileVFS(files, MODEL_NAME, (int)t->length);
    memcpy(files->filedata[mj_findFileVFS(files, MODEL_NAME)], t->letters, t->length);
    mjModel* model = mj_loadXML(MODEL_NAME, files, error, sizeof error);
    mj_deleteFileVFS(files, MODEL_NAME);
    free(files);
    if (model == NULL) fprintf(stderr, "bench: MuJoCo: %s\n", error);
    return model;
}

bool mujoco_has_failed(const mjData* data)
{
    static const int fatal[] = {mjWARN_CONTACTFULL, mjWARN_CNSTRFULL, mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC};
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++)
        if (data->warning[fatal[i]].number > 0) return true;
    return false;
}

#else

typedef int mujoco_is_not_here; // a file of C declares something

#endif
