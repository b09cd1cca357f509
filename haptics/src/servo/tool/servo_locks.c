// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo/tool/servo_locks.h"
#include "tolerances/haptic_tolerances.h"

#include <string.h>

static bool is_lock(const bl_servo_contact* c)
{
    return c->law != BELAY_LOCAL_UNILATERAL && c->now.cap >= BL_SERVO_NO_CAP;
}

static void find(bl_servo_locks* locks, const bl_servo_contacts* contacts)
{
    memset(locks->is_lock, 0, sizeof locks->is_lock);
    locks->count = 0;
    int found = 0;
    for (int i = 0; i < contacts->count; i++)
        found += is_lock(&contacts->contact[i]);
    if (found < 2) return;
    for (int i = 0; i < contacts->count; i++) {
        locks->is_lock[i] = is_lock(&contacts->contact[i]);
        for (int k = 0; k < 3 && locks->is_lock[i]; k++)
            locks->row[locks->count++] = 3 * i + k;
    }
}

// Cholesky by rows of the lower triangle. A row that nothing gives way to has no pivot and no force.
void bl_servo_locks_factor(bl_servo_tool* tool, const bl_servo_contacts* contacts)
{
    bl_servo_locks* l = &tool->locks;
    find(l, contacts);
    for (int i = 0; i < l->count; i++) {
        double diagonal = tool->a[l->row[i]][l->row[i]];
        for (int j = 0; j <= i; j++) {
            double sum = tool->a[l->row[i]][l->row[j]];
            for (int k = 0; k < j; k++)
                sum -= l->factor[i][k] * l->factor[j][k];
            if (j < i)
                l->factor[i][j] = l->factor[j][j] > 0.0 ? sum / l->factor[j][j] : 0.0;
            else
                l->factor[i][i] = sum > BL_LOCK_DEPENDENT * diagonal && diagonal > 0.0 ? sqrt(sum) : 0.0;
        }
    }
}

void bl_servo_locks_solve(bl_servo_tool* tool, int rows)
{
    const bl_servo_locks* l = &tool->locks;
    double x[BL_SERVO_ROWS];
    for (int i = 0; i < l->count; i++) {
        const double* row = tool->a[l->row[i]];
        double sum = -tool->b[l->row[i]];
        for (int j = 0; j < rows; j++)
            if (!l->is_lock[j / 3]) sum -= row[j] * tool->f[j];
        for (int k = 0; k < i; k++)
            sum -= l->factor[i][k] * x[k];
        x[i] = l->factor[i][i] > 0.0 ? sum / l->factor[i][i] : 0.0;
    }
    for (int i = l->count - 1; i >= 0; i--) {
        for (int k = i + 1; k < l->count; k++)
            x[i] -= l->factor[k][i] * x[k];
        x[i] = l->factor[i][i] > 0.0 ? x[i] / l->factor[i][i] : 0.0;
        tool->f[l->row[i]] = x[i];
    }
}
