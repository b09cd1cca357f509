// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "unit/tools/belay_import/import_stand.h"

#include "support/beside.h"
#include "support/skip.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <sys/stat.h>
#include <unistd.h>
#define make_folder(path) mkdir(path, 0777)
#else
#define make_folder(path) (-1)
#define getpid() 0
#endif

static char tool[BESIDE_PATH];
static char folder[64];

void import_stand_set_up(void)
{
    beside_find(tool, "belay-import");
    snprintf(folder, sizeof folder, "belay_import_test_%d", (int)getpid());
    cr_assert_eq(make_folder(folder), 0);
}

void import_stand_tear_down(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (folder[0] != '\0' && system(command) != 0) cr_log_info("%s stays behind\n", folder);
}

void import_stand_write_bytes(const char* name, const void* bytes, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE* file = fopen(path, "wb");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

void import_stand_write(const char* name, const char* text)
{
    import_stand_write_bytes(name, text, strlen(text));
}

const char* import_stand_run(int code, const char* arguments)
{
    static char text[1 << 16];
    char command[2048];
    snprintf(command, sizeof command, "cd '%s' && '%s' %s 2>&1", folder, tool, arguments);
    int answer = beside_run(command, text, sizeof text);
    if (strstr(text, "which this build does not have") != NULL) {
        cr_assert_eq(answer, 2);
        import_stand_expect(text, "install lib");
        SKIP_TEST("belay-import was built without the package that reads this");
    }
    cr_assert_eq(answer, code, "belay-import %s: code %d, not %d:\n%s", arguments, answer, code, text);
    return text;
}

void import_stand_expect(const char* text, const char* part)
{
    cr_assert_not_null(strstr(text, part), "no '%s' in:\n%s", part, text);
}

void import_stand_expect_none(const char* text, const char* part)
{
    cr_assert_null(strstr(text, part), "'%s' is in:\n%s", part, text);
}

belay_scene* import_stand_scene(const char* name)
{
    char path[256];
    belay_scene* scene = NULL;
    belay_error error;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    cr_assert_eq(belay_scene_read(path, NULL, &scene, &error), BELAY_OK, "%s", error.message);
    return scene;
}
