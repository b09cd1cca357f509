// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/device.h"

#include <math.h>
#include <string.h>

belay_haptic_simulation_def device_simulated(const options* o)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(o->preset);
    def.motion.kind = BELAY_HAND_TARGET;
    return def;
}

// 3D Systems: y up, z towards the user. Force Dimension: x towards the user, z up.
static belay_quat axes_of(const char* driver)
{
    const double half = sqrt(0.5);
    if (strcmp(driver, "hd") == 0) return (belay_quat){half, half, 0.0, 0.0};
    if (strcmp(driver, "dhd") == 0) return (belay_quat){half, 0.0, 0.0, -half};
    return belay_quat_identity();
}

belay_haptic_servo_config device_servo(const options* o, const place* p, const belay_haptic_device_info* info)
{
    belay_haptic_servo_config config = belay_haptic_servo_config_default(info);
    config.mount.position = p->waypoints[0].position;
    config.mount.rotation = axes_of(info->driver);
    config.static_friction_ratio = p->static_friction_ratio;
    if (!isnan(o->stiffness)) config.stiffness = o->stiffness;
    if (!isnan(o->damping)) config.damping = o->damping;
    return config;
}
