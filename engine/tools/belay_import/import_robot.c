// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "import_robot.h"

#include "import_mjcf.h"
#include "import_urdf.h"

#include <string.h>

bool import_robot_is_name(const char* path)
{
    size_t length = strlen(path);
    return (length > 5 && strcmp(path + length - 5, ".urdf") == 0) ||
           (length > 4 && strcmp(path + length - 4, ".xml") == 0);
}

static bool read_urdf(xml_file* file, const import_options* o, belay_scene* scene)
{
    urdf u;
    bool ok = urdf_read(&u, file, o) && urdf_add(&u, scene);
    urdf_free(&u);
    if (ok) xml_warn_untaken(file, "no part of what physics takes of URDF here");
    return ok;
}

static bool read_mjcf(xml_file* file, const import_options* o, belay_scene* scene)
{
    file->root->is_taken = true;
    bool ok = mjcf_add(file, o, scene);
    if (ok) xml_warn_untaken(file, "no part of what is taken of MJCF here");
    return ok;
}

bool import_robot_read(const char* path, const import_options* o, belay_scene* scene)
{
    xml_file file;
    if (!xml_read(path, &file)) return false;
    bool ok;
    if (strcmp(file.root->name, "robot") == 0)
        ok = read_urdf(&file, o, scene);
    else if (strcmp(file.root->name, "mujoco") == 0)
        ok = read_mjcf(&file, o, scene);
    else
        ok = xml_fail(&file, file.root, "it is no robot: the first element must be <robot> (URDF) or <mujoco> (MJCF)");
    xml_free(&file);
    return ok;
}
