// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "fuzz/api/calls.h"

#include "belay/vec.h"

#include <string.h>

belay_result call_create_joint(caller* c)
{
    belay_joint_type type = (belay_joint_type)any_whole(c, BELAY_JOINT_TYPE_COUNT);
    belay_joint_def def = belay_joint_def_default(type);
    belay_joint_id id = {0};
    def.body_a = any_body(c);
    def.body_b = any_body_or_none(c);
    if (type == BELAY_JOINT_DRAG) def.body_b.value = 0;
    if (any_flag(c))
        belay_joint_def_at(c->world, type, def.body_a, def.body_b, any_vector(c, 1.0), any_vector(c, 1.0), &def);
    if (fuzz_happens(c->f, 0.3)) def.frame_a = any_pose(c);
    for (int i = 0; i < 6; i++)
        if (fuzz_happens(c->f, 0.3)) def.axis[i] = any_axis(c);
    def.collides = any_flag(c);
    if (fuzz_happens(c->f, 0.3)) def.break_force = any_amount(c, 100.0);
    if (fuzz_happens(c->f, 0.3)) def.cone_angle = any_amount(c, 2.0);
    if (fuzz_happens(c->f, 0.3)) def.target = any_vector(c, 1.0);
    if (fuzz_happens(c->f, 0.3)) def.drag_frequency = any_amount(c, 5.0);
    if (fuzz_happens(c->f, 0.3)) def.drag_max_force = any_amount(c, 50.0);
    belay_result result = belay_joint_create(c->world, any_or_null(c, &def), &id);
    caller_keep(c, id.value);
    return result;
}

belay_result call_destroy_joint(caller* c)
{
    return belay_joint_destroy(c->world, any_joint(c));
}

belay_result call_set_joint(caller* c)
{
    belay_joint_axis a = any_axis(c);
    return any_flag(c) ? belay_joint_set_axis(c->world, any_joint(c), any_whole(c, 6), any_or_null(c, &a))
                       : belay_joint_set_target(c->world, any_joint(c), any_vector(c, 1.0));
}

belay_result call_read_joint(caller* c)
{
    belay_joint_def def;
    belay_joint_state state;
    return any_flag(c) ? belay_joint_get_def(c->world, any_joint(c), any_or_null(c, &def))
                       : belay_joint_get_state(c->world, any_joint(c), any_or_null(c, &state));
}

belay_result call_create_rod(caller* c)
{
    belay_vec3 nodes[9];
    double angles[8];
    belay_rod_id id = {0};
    belay_rod_def def = belay_rod_def_default();
    def.model = (belay_rod_model)any_whole(c, BELAY_ROD_MODEL_COUNT);
    def.element_count = 2 + (int)fuzz_below(c->f, 7);
    if (fuzz_happens(c->f, 0.1 * c->nonsense)) def.element_count = -(int)fuzz_below(c->f, 3);
    belay_vec3 at = any_vector(c, 1.0);
    for (int i = 0; i < 9; i++)
        nodes[i] = v3_add(at, v3(0.1 * i, any_number(c, 0.01), any_number(c, 0.01)));
    for (int i = 0; i < 8; i++)
        angles[i] = any_number(c, 0.2);
    if (any_flag(c)) def.nodes = nodes;
    if (fuzz_happens(c->f, 0.2)) def.rest_nodes = nodes;
    if (fuzz_happens(c->f, 0.2)) def.twist = angles;
    if (fuzz_happens(c->f, 0.2)) def.rest_twist = angles;
    def.start = at;
    def.direction = any_vector(c, 1.0);
    def.length = any_amount(c, 1.0);
    def.radius = any_amount(c, 0.01);
    def.young_modulus = any_amount(c, 1e7);
    def.density = any_amount(c, 1000.0);
    if (fuzz_happens(c->f, 0.1)) def.line_mass = any_amount(c, 0.1);
    if (fuzz_happens(c->f, 0.1)) def.bend_stiffness[1] = any_amount(c, 0.01);
    def.damping_time = any_flag(c) ? 0.0 : any_amount(c, 0.01);
    def.material = any_material(c);
    def.filter = any_filter(c);
    def.starts_asleep = fuzz_happens(c->f, 0.1);
    belay_result result = belay_rod_create(c->world, any_or_null(c, &def), &id);
    caller_keep(c, id.value);
    return result;
}

belay_result call_destroy_rod(caller* c)
{
    return belay_rod_destroy(c->world, any_rod(c));
}

belay_result call_set_rod(caller* c)
{
    belay_vec3 velocities[40];
    belay_rod_id r = any_rod(c);
    double s = any_number(c, 1.0), lowest;
    int count = 0;
    switch (fuzz_below(c->f, 11)) {
    case 0:
        belay_rod_get_nodes(c->world, r, NULL, NULL, 0, &count);
        for (int i = 0; i < 40; i++)
            velocities[i] = any_vector(c, 1.0);
        return belay_rod_set_velocities(c->world, r, any_or_null(c, velocities), count < 40 ? count : 40);
    case 1:
        return belay_rod_apply_force(c->world, r, fabs(s), any_vector(c, 1.0));
    case 2:
        return belay_rod_set_damping(c->world, r, any_amount(c, 0.01), any_amount(c, 1.0));
    case 3:
        return belay_rod_set_material(c->world, r, any_material(c));
    case 4:
        return belay_rod_set_filter(c->world, r, any_filter(c));
    case 5:
        return belay_rod_set_awake(c->world, r, any_flag(c));
    case 6:
        return belay_rod_set_pair_material(c->world, r, any_collider(c), any_material(c));
    case 7:
        return belay_rod_clear_pair_material(c->world, r, any_collider(c));
    case 8:
        return belay_rods_set_pair_material(c->world, r, any_rod(c), any_material(c));
    case 9:
        return belay_rods_clear_pair_material(c->world, any_rod(c), r);
    default:
        return belay_rod_make_sag_free(c->world, r, any_or_null(c, &lowest));
    }
}

belay_result call_read_rod(caller* c)
{
    belay_vec3 positions[9], velocities[9];
    belay_quat frames[9];
    double tensions[9];
    belay_rod_info info;
    belay_rod_energies energies;
    belay_filter fi;
    belay_rod_attachment_state state;
    bool is_awake;
    int count;
    belay_rod_id r = any_rod(c);
    switch (fuzz_below(c->f, 9)) {
    case 0:
        return belay_rod_get_info(c->world, r, any_or_null(c, &info));
    case 1:
        return belay_rod_get_nodes(c->world, r, any_or_null(c, positions), any_or_null(c, velocities),
                                   (int)fuzz_below(c->f, 10) - 1, any_or_null(c, &count));
    case 2:
        return belay_rod_get_frames(c->world, r, any_or_null(c, frames), (int)fuzz_below(c->f, 10) - 1,
                                    any_or_null(c, &count));
    case 3:
        return belay_rod_get_tensions(c->world, r, any_or_null(c, tensions), (int)fuzz_below(c->f, 10) - 1,
                                      any_or_null(c, &count));
    case 4:
        return belay_rod_get_moments(c->world, r, any_or_null(c, positions), (int)fuzz_below(c->f, 10) - 1,
                                     any_or_null(c, &count));
    case 5:
        return belay_rod_get_energies(c->world, r, any_or_null(c, &energies));
    case 6:
        return belay_rod_get_is_awake(c->world, r, any_or_null(c, &is_awake));
    case 7:
        return belay_rod_get_filter(c->world, r, any_or_null(c, &fi));
    default:
        return belay_rod_get_attachment(c->world, r, any_whole(c, BELAY_ROD_MAX_ATTACHMENTS), any_or_null(c, &state));
    }
}

belay_result call_hold_rod(caller* c)
{
    belay_rod_attachment_def def = belay_rod_attachment_def_default();
    belay_rod_id r = any_rod(c);
    int made;
    belay_rod_attachment_type type = (belay_rod_attachment_type)any_whole(c, BELAY_ROD_ATTACHMENT_TYPE_COUNT);
    switch (fuzz_below(c->f, 5)) {
    case 0:
        return belay_rod_detach(c->world, r, any_whole(c, BELAY_ROD_MAX_ATTACHMENTS));
    case 1:
        return belay_rod_move_attachment(c->world, r, any_whole(c, 3), any_pose(c));
    case 2:
        return belay_rod_attachment_def_at(c->world, r, type, fabs(any_number(c, 0.5)), any_body_or_none(c),
                                           any_or_null(c, &def));
    default:
        belay_rod_attachment_def_at(c->world, r, type, fabs(any_number(c, 0.5)), any_body_or_none(c), &def);
        def.type = type;
        def.max_force = any_amount(c, 20.0);
        def.is_oriented = any_flag(c);
        def.max_torque = any_amount(c, 1.0);
        if (fuzz_happens(c->f, 0.1)) def.s = any_number(c, 1.0);
        if (fuzz_happens(c->f, 0.1)) def.frame = any_pose(c);
        return belay_rod_attach(c->world, r, any_or_null(c, &def), any_or_null(c, &made));
    }
}

belay_result call_cut_or_join(caller* c)
{
    belay_rod_id tail = {0};
    int numbers[BELAY_ROD_MAX_ATTACHMENTS];
    if (any_flag(c))
        return belay_rod_join(c->world, any_rod(c), any_whole(c, 2), any_rod(c), any_whole(c, 2),
                              (belay_rod_joint)any_whole(c, BELAY_ROD_JOINT_COUNT), any_or_null(c, numbers));
    belay_result result = belay_rod_cut(c->world, any_rod(c), fabs(any_number(c, 1.0)), any_or_null(c, &tail));
    caller_keep(c, tail.value);
    return result;
}
