// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "import_geometry.h"

#include "belay/mat.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

belay_quat import_rpy(belay_vec3 angles)
{
    belay_quat x = belay_quat_from_axis_angle(v3(1.0, 0.0, 0.0), angles.x);
    belay_quat y = belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), angles.y);
    belay_quat z = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), angles.z);
    return q_normalize(q_mul(z, q_mul(y, x)));
}

// (1 + cos, sin times the axis) is twice the cosine of the half angle times the quaternion; backwards it vanishes, and
// half a turn about z does.
belay_quat import_x_to(belay_vec3 direction)
{
    belay_vec3 d = v3_scale(1.0 / v3_length(direction), direction);
    belay_quat q = {1.0 + d.x, 0.0, -d.z, d.y};
    return q_length(q) > 1e-7 ? q_normalize(q) : (belay_quat){0.0, 0.0, 0.0, 1.0};
}

bool import_name(xml_file* file, xml_node* node, const char* name, char out[BELAY_SCENE_NAME_SIZE])
{
    size_t length = strlen(name);
    bool is_changed = false;
    if (length == 0 || length >= BELAY_SCENE_NAME_SIZE)
        return xml_fail(file, node, "the name '%.70s' has %zu characters; it must be 1 to %d", name, length,
                        BELAY_SCENE_NAME_SIZE - 1);
    for (size_t i = 0; i <= length; i++) {
        bool is_good = name[i] == '\0' || (name[i] > ' ' && name[i] <= '~' && !(i == 0 && name[i] == '#'));
        out[i] = is_good ? name[i] : '_';
        is_changed = is_changed || !is_good;
    }
    if (strcmp(out, "world") == 0) strcpy(out, "world_");
    if (is_changed) xml_warn(file, node, "the name '%s' becomes '%s'", name, out);
    return true;
}

static bool is_there(const char* path)
{
    FILE* stream = fopen(path, "rb");
    if (stream != NULL) fclose(stream);
    return stream != NULL;
}

bool import_find_file(const xml_file* file, const char* name, const import_options* o, char* path, int size)
{
    const char* slash = strrchr(file->path, '/');
    int folder = slash != NULL ? (int)(slash - file->path) + 1 : 0;
    int most = (int)strlen(name) + folder + (o->package != NULL ? (int)strlen(o->package) : 0) + 2;
    if (most > size) return false;
    if (strncmp(name, "file://", 7) == 0) name += 7;
    if (strncmp(name, "package://", 10) != 0) {
        snprintf(path, (size_t)size, "%.*s%s", name[0] == '/' ? 0 : folder, file->path, name);
        return is_there(path);
    }
    const char *whole = name + 10, *rest = strchr(whole, '/');
    const char* tries[] = {whole, rest != NULL ? rest + 1 : whole};
    for (int i = 0; i < 2; i++) {
        if (o->package != NULL)
            snprintf(path, (size_t)size, "%s/%s", o->package, tries[i]);
        else
            snprintf(path, (size_t)size, "%.*s%s", folder, file->path, tries[i]);
        if (is_there(path)) return true;
    }
    return false;
}

belay_mat33 import_inertia(double xx, double yy, double zz, double xy, double xz, double yz)
{
    return (belay_mat33){{xx, xy, xz, xy, yy, yz, xz, yz, zz}};
}
