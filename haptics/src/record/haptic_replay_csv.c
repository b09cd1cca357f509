// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Recordings as text.

#include "belay/haptic_record.h"
#include "belay/result.h"

#include <stdio.h>

static void write_vector(FILE* file, belay_vec3 v)
{
    fprintf(file, ",%.17g,%.17g,%.17g", v.x, v.y, v.z);
}

static void write_line(FILE* file, double time, const belay_haptic_servo_input* in,
                       const belay_haptic_servo_output* out)
{
    const belay_quat* q = &in->device.rotation;
    fprintf(file, "%.9g,%.9g,%d", time, in->dt, (int)in->status);
    write_vector(file, in->device.position);
    fprintf(file, ",%.17g,%.17g,%.17g,%.17g", q->w, q->x, q->y, q->z);
    fprintf(file, ",%llu", (unsigned long long)(in->model != NULL ? in->model->sequence : 0));
    write_vector(file, out->device.force);
    write_vector(file, out->device.torque);
    write_vector(file, out->force);
    write_vector(file, out->tool.position);
    fprintf(file, ",%.9g,%d,%d,0x%x\n", out->gain, out->contacts, (int)out->is_in_contact, (unsigned)out->reasons);
}

static const char names[] = "time,dt,status,x,y,z,qw,qx,qy,qz,model,sent_fx,sent_fy,sent_fz,sent_tx,sent_ty,sent_tz,"
                            "fx,fy,fz,tool_x,tool_y,tool_z,gain,contacts,touches,reasons\n";

static belay_result write_csv(belay_haptic_replay* replay, const char* csv_path, belay_error* error)
{
    FILE* file = fopen(csv_path, "w");
    if (file == NULL) return belay_error_set(error, BELAY_ERROR_STATE, "'%s' cannot be written", csv_path);
    belay_haptic_servo_input in;
    belay_haptic_servo_output out;
    double time = 0.0;
    fputs(names, file);
    while (belay_haptic_replay_next(replay, &in, &out, NULL)) {
        time += in.dt;
        write_line(file, time, &in, &out);
    }
    bool has_failed = ferror(file) != 0;
    if (fclose(file) != 0 || has_failed)
        return belay_error_set(error, BELAY_ERROR_STATE, "'%s' could not be written to its end", csv_path);
    return BELAY_OK;
}

belay_result belay_haptic_replay_export_csv(const char* path, const char* csv_path, belay_error* error)
{
    if (csv_path == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "belay_haptic_replay_export_csv: path is null; it must be given");
    belay_haptic_replay* replay;
    belay_result result = belay_haptic_replay_open(path, &replay, error);
    if (result != BELAY_OK) return result;
    result = write_csv(replay, csv_path, error);
    belay_haptic_replay_close(replay);
    return result;
}
