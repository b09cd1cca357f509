// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "shell/files.h"

#include <errno.h>
#include <string.h>

static bool refuse(const shell* s, const char* path)
{
    shell_fail(s, "--out: cannot write '%s': %s", path, strerror(errno));
    return false;
}

bool shell_file_open(const shell* s, shell_file* f, const char* name)
{
    f->file = NULL;
    if (!shell_folder_path(f->path, s->out, name)) {
        errno = ENAMETOOLONG;
        return refuse(s, name);
    }
    shell_folder_make(s->out);
    f->file = fopen(f->path, "wb");
    return f->file != NULL || refuse(s, f->path);
}

bool shell_file_close(const shell* s, shell_file* f)
{
    bool is_good = !ferror(f->file);
    is_good = fclose(f->file) == 0 && is_good;
    f->file = NULL;
    if (!is_good) return refuse(s, f->path);
    if (!s->is_quiet) printf("Written: %s\n", f->path);
    return true;
}
