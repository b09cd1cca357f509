// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What every call says of a handle that it cannot use: the call, the argument, its value, and what is the matter with
// it (null, stale, of another world, of another kind).

#include "support/parts.h"
#include "support/source_files.h"

#include <belay/local_model.h>
#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

// Arguments that are as they should be, and places for answers.
static struct {
    belay_body_state state;
    belay_body_type body_type;
    belay_vec3 vec;
    belay_pose pose;
    belay_quat quat;
    belay_mass mass;
    belay_material material;
    belay_filter filter;
    belay_collider_def ball;
    belay_shape shape;
    belay_shape_type shape_type;
    belay_joint_def joint_def;
    belay_joint_axis axis;
    belay_joint_spring spring;
    belay_joint_state joint_state;
    belay_wheel_state wheel_state;
    belay_rod_info info;
    belay_rod_energies energies;
    belay_rod_attachment_def hold;
    belay_rod_attachment_state attachment_state;
    belay_local_model model;
    belay_component_id component;
    belay_body_id body;
    belay_collider_id collider;
    belay_rod_id rod;
    double number;
    int32_t index;
    int count;
    bool flag;
} out;

// Things of the world that live.
typedef struct things {
    belay_body_id body;
    belay_collider_id collider;
    belay_joint_id joint;
    belay_rod_id rod;
} things;

static things good;

// What the handle at hand is, as messages have it in brackets, and what they answer.
static const char* matter;
static belay_result code;

static void check_said(const belay_world* w, belay_result result, const char* call, const char* argument, uint64_t id)
{
    char begin[160];
    snprintf(begin, sizeof begin, "%.*s: %s is 0x%016llx (%s", (int)strcspn(call, "("), call, argument,
             (unsigned long long)id, matter);
    cr_expect_eq(result, code, "%s: %s", call, belay_result_text(result));
    const char* message = belay_world_last_error(w);
    cr_expect_eq(strncmp(message, begin, strlen(begin)), 0, "'%s' does not begin with '%s'", message, begin);
    cr_expect_not_null(strstr(message, "; it must be a "), "%s", message);
}

#define SAYS(call, argument) check_said(w, call, #call, argument, body.value)
static void check_body(belay_world* w, belay_body_id body)
{
    SAYS(belay_body_destroy(w, body), "body");
    SAYS(belay_body_get_state(w, body, &out.state), "body");
    SAYS(belay_body_get_type(w, body, &out.body_type), "body");
    SAYS(belay_body_get_center_of_mass(w, body, &out.vec), "body");
    SAYS(belay_body_get_angular_momentum(w, body, &out.vec), "body");
    SAYS(belay_body_set_pose(w, body, out.pose), "body");
    SAYS(belay_body_set_velocity(w, body, out.vec, out.vec), "body");
    SAYS(belay_body_apply_force(w, body, out.vec), "body");
    SAYS(belay_body_apply_force_at(w, body, out.vec, out.vec), "body");
    SAYS(belay_body_apply_torque(w, body, out.vec), "body");
    SAYS(belay_body_apply_impulse_at(w, body, out.vec, out.vec), "body");
    SAYS(belay_body_set_mass(w, body, &out.mass), "body");
    SAYS(belay_body_get_mass(w, body, &out.mass), "body");
    SAYS(belay_body_set_type(w, body, BELAY_BODY_DYNAMIC), "body");
    SAYS(belay_body_move_kinematic(w, body, out.pose), "body");
    SAYS(belay_body_set_damping(w, body, 0.5, 0.5), "body");
    SAYS(belay_body_get_damping(w, body, &out.number, &out.number), "body");
    SAYS(belay_body_set_gravity_scale(w, body, 0.5), "body");
    SAYS(belay_body_get_gravity_scale(w, body, &out.number), "body");
    SAYS(belay_body_set_max_linear_speed(w, body, 0.5), "body");
    SAYS(belay_body_get_max_linear_speed(w, body, &out.number), "body");
    SAYS(belay_body_get_is_awake(w, body, &out.flag), "body");
    SAYS(belay_body_set_awake(w, body, true), "body");
}

#undef SAYS
#define SAYS(call, argument) check_said(w, call, #call, argument, body.value)
static void check_body_of_others(belay_world* w, belay_body_id body)
{
    SAYS(belay_collider_create(w, body, &out.ball, &out.collider), "body");
    SAYS(belay_body_get_colliders(w, body, &out.collider, 1, &out.count), "body");
    SAYS(belay_body_set_mass_from_colliders(w, body), "body");
    SAYS(belay_body_get_previous_pose(w, body, &out.pose), "body");
    SAYS(belay_body_get_blended_pose(w, body, 0.5, &out.pose), "body");
    SAYS(belay_body_get_contacts(w, body, &out.index, 1, &out.count), "body");
    SAYS(belay_world_get_local_model(w, body, &out.model), "body");
}

#undef SAYS
#define SAYS(call, argument) check_said(w, call, #call, argument, body.value)
static void check_body_that_may_be_null(belay_world* w, belay_body_id body)
{
    SAYS(belay_joint_def_gear(w, body, good.body, out.vec, out.vec, out.vec, 1.0, &out.joint_def), "a");
    SAYS(belay_joint_def_gear(w, good.body, body, out.vec, out.vec, out.vec, 1.0, &out.joint_def), "b");
    SAYS(belay_joint_def_rack(w, body, good.body, out.vec, out.vec, out.vec, 1.0, &out.joint_def), "rack");
    SAYS(belay_joint_def_rack(w, good.body, body, out.vec, out.vec, out.vec, 1.0, &out.joint_def), "pinion");
    SAYS(belay_joint_def_pulley(w, body, good.body, out.vec, out.vec, out.vec, out.vec, 1.0, &out.joint_def), "a");
    SAYS(belay_joint_def_pulley(w, good.body, body, out.vec, out.vec, out.vec, out.vec, 1.0, &out.joint_def), "b");
    SAYS(belay_joint_def_at(w, BELAY_JOINT_BALL, body, good.body, out.vec, out.vec, &out.joint_def), "body_a");
    SAYS(belay_joint_def_at(w, BELAY_JOINT_BALL, good.body, body, out.vec, out.vec, &out.joint_def), "body_b");
    SAYS(belay_rod_attachment_def_at(w, good.rod, BELAY_ROD_PIN, 0.5, body, &out.hold), "body");
}

#undef SAYS
#define SAYS(call, argument) check_said(w, call, #call, argument, collider.value)
static void check_collider(belay_world* w, belay_collider_id collider)
{
    SAYS(belay_collider_destroy(w, collider), "collider");
    SAYS(belay_collider_set_material(w, collider, out.material), "collider");
    SAYS(belay_collider_get_material(w, collider, &out.material), "collider");
    SAYS(belay_pair_set_material(w, collider, good.collider, out.material), "a");
    SAYS(belay_pair_set_material(w, good.collider, collider, out.material), "b");
    SAYS(belay_pair_clear_material(w, collider, good.collider), "a");
    SAYS(belay_pair_clear_material(w, good.collider, collider), "b");
    SAYS(belay_collider_set_filter(w, collider, out.filter), "collider");
    SAYS(belay_collider_get_filter(w, collider, &out.filter), "collider");
    SAYS(belay_collider_set_surface_velocity(w, collider, out.vec), "collider");
    SAYS(belay_collider_get_body(w, collider, &out.body), "collider");
    SAYS(belay_collider_get_type(w, collider, &out.shape_type), "collider");
    SAYS(belay_collider_get_dropped_triangles(w, collider, &out.count), "collider");
    SAYS(belay_collider_get_shape(w, collider, &out.shape), "collider");
    SAYS(belay_collider_get_pose(w, collider, &out.pose), "collider");
    SAYS(belay_collider_get_points(w, collider, &out.vec, 1, &out.count), "collider");
    SAYS(belay_collider_get_triangles(w, collider, &out.vec, 1, &out.count), "collider");
    SAYS(belay_collider_get_heights(w, collider, &out.number, 1, &out.count), "collider");
    SAYS(belay_collider_get_contacts(w, collider, &out.index, 1, &out.count), "collider");
    SAYS(belay_collider_closest_point(w, collider, out.vec, &out.vec, &out.number), "collider");
    SAYS(belay_collider_get_bounds(w, collider, &out.vec, &out.vec), "collider");
    SAYS(belay_rod_set_pair_material(w, good.rod, collider, out.material), "collider");
    SAYS(belay_rod_clear_pair_material(w, good.rod, collider), "collider");
}

#undef SAYS
#define SAYS(call, argument) check_said(w, call, #call, argument, joint.value)
static void check_joint(belay_world* w, belay_joint_id joint)
{
    SAYS(belay_joint_tune_spring(w, joint, 1, 0.5, 0.5, &out.spring), "joint");
    SAYS(belay_joint_destroy(w, joint), "joint");
    SAYS(belay_joint_get_def(w, joint, &out.joint_def), "joint");
    SAYS(belay_joint_set_axis(w, joint, 1, &out.axis), "joint");
    SAYS(belay_joint_set_target(w, joint, out.vec), "joint");
    SAYS(belay_joint_get_state(w, joint, &out.joint_state), "joint");
    SAYS(belay_wheel_steer(w, joint, 0.5), "wheel");
    SAYS(belay_wheel_drive(w, joint, 0.5, 0.5), "wheel");
    SAYS(belay_wheel_brake(w, joint, 0.5), "wheel");
    SAYS(belay_wheel_get_state(w, joint, &out.wheel_state), "wheel");
}

#undef SAYS
#define SAYS(call, argument) check_said(w, call, #call, argument, rod.value)
static void check_rod(belay_world* w, belay_rod_id rod)
{
    SAYS(belay_rod_destroy(w, rod), "rod");
    SAYS(belay_rod_get_info(w, rod, &out.info), "rod");
    SAYS(belay_rod_get_nodes(w, rod, &out.vec, &out.vec, 1, &out.count), "rod");
    SAYS(belay_rod_get_frames(w, rod, &out.quat, 1, &out.count), "rod");
    SAYS(belay_rod_get_tensions(w, rod, &out.number, 1, &out.count), "rod");
    SAYS(belay_rod_get_moments(w, rod, &out.vec, 1, &out.count), "rod");
    SAYS(belay_rod_get_energies(w, rod, &out.energies), "rod");
    SAYS(belay_rod_set_velocities(w, rod, &out.vec, 1), "rod");
    SAYS(belay_rod_apply_force(w, rod, 0.5, out.vec), "rod");
    SAYS(belay_rod_set_damping(w, rod, 0.5, 0.5), "rod");
    SAYS(belay_rod_set_material(w, rod, out.material), "rod");
    SAYS(belay_rod_set_pair_material(w, rod, good.collider, out.material), "rod");
    SAYS(belay_rods_set_pair_material(w, rod, good.rod, out.material), "a");
    SAYS(belay_rods_set_pair_material(w, good.rod, rod, out.material), "b");
    SAYS(belay_rod_clear_pair_material(w, rod, good.collider), "rod");
    SAYS(belay_rods_clear_pair_material(w, rod, good.rod), "a");
    SAYS(belay_rods_clear_pair_material(w, good.rod, rod), "b");
    SAYS(belay_rod_set_filter(w, rod, out.filter), "rod");
    SAYS(belay_rod_get_filter(w, rod, &out.filter), "rod");
    SAYS(belay_rod_get_is_awake(w, rod, &out.flag), "rod");
}

#undef SAYS
#define SAYS(call, argument) check_said(w, call, #call, argument, rod.value)
static void check_rod_more(belay_world* w, belay_rod_id rod)
{
    SAYS(belay_rod_set_awake(w, rod, true), "rod");
    SAYS(belay_rod_make_sag_free(w, rod, &out.number), "rod");
    SAYS(belay_rod_attach(w, rod, &out.hold, &out.count), "rod");
    SAYS(belay_rod_detach(w, rod, 1), "rod");
    SAYS(belay_rod_move_attachment(w, rod, 1, out.pose), "rod");
    SAYS(belay_rod_get_attachment(w, rod, 1, &out.attachment_state), "rod");
    SAYS(belay_rod_cut(w, rod, 0.5, &out.rod), "rod");
    SAYS(belay_rod_join(w, rod, 1, good.rod, 1, BELAY_ROD_JOINT_STRAIGHT, &out.count), "rod_a");
    SAYS(belay_rod_join(w, good.rod, 1, rod, 1, BELAY_ROD_JOINT_STRAIGHT, &out.count), "rod_b");
    SAYS(belay_rod_attachment_def_at(w, rod, BELAY_ROD_PIN, 0.5, good.body, &out.hold), "rod");
}

#undef SAYS
#define SAYS(call, argument) check_said(w, call, #call, argument, entity.value)
static void check_entity(belay_world* w, belay_entity entity)
{
    SAYS(belay_entity_destroy(w, entity), "entity");
    SAYS(belay_component_add(w, entity, out.component, NULL, NULL), "entity");
    SAYS(belay_component_remove(w, entity, out.component), "entity");
}

// In definitions: only where they are not null.
static void check_definitions(belay_world* w, belay_body_id body)
{
    belay_joint_def joint = belay_joint_def_default(BELAY_JOINT_BALL);
    belay_wheel_def wheel = belay_wheel_def_default();
    belay_rod_attachment_def hold = belay_rod_attachment_def_default();
    belay_joint_id id;
    joint.body_a = wheel.wheel = good.body;
    joint.body_b = wheel.chassis = hold.body = body;
#undef SAYS
#define SAYS(call, argument) check_said(w, call, #call, argument, body.value)
    SAYS(belay_joint_create(w, &joint, &id), "body_b");
    SAYS(belay_wheel_create(w, &wheel, &id), "chassis");
    SAYS(belay_rod_attach(w, good.rod, &hold, NULL), "body");
    joint.body_a = wheel.wheel = body;
    wheel.chassis = good.body;
    SAYS(belay_joint_create(w, &joint, &id), "body_a");
    SAYS(belay_wheel_create(w, &wheel, &id), "wheel");
}

static things add_things(belay_world* w)
{
    things t;
    belay_rod_def rod = belay_rod_def_default();
    belay_joint_def joint = belay_joint_def_default(BELAY_JOINT_BALL);
    t.body = part_ball(w, v3(0.0, 0.0, 5.0), 0.1, 1.0, belay_material_default());
    t.collider = part_collider(w, t.body);
    joint.body_a = t.body;
    cr_assert_eq(belay_joint_create(w, &joint, &t.joint), BELAY_OK);
    cr_assert_eq(belay_rod_create(w, &rod, &t.rod), BELAY_OK);
    return t;
}

static void destroy_things(belay_world* w, things t)
{
    cr_assert_eq(belay_joint_destroy(w, t.joint), BELAY_OK);
    cr_assert_eq(belay_rod_destroy(w, t.rod), BELAY_OK);
    cr_assert_eq(belay_body_destroy(w, t.body), BELAY_OK);
}

static void check_all(belay_world* w, things t, bool is_null)
{
    check_body(w, t.body);
    check_body_of_others(w, t.body);
    if (!is_null) check_body_that_may_be_null(w, t.body);
    if (!is_null) check_definitions(w, t.body);
    check_collider(w, t.collider);
    check_joint(w, t.joint);
    check_rod(w, t.rod);
    check_rod_more(w, t.rod);
    if (code == BELAY_ERROR_HANDLE) check_entity(w, belay_body_entity(t.body));
}

static belay_world* world;

static void start(void)
{
    belay_component_def component = {"health", 8};
    world = scene_world(0.01);
    good = add_things(world);
    out.ball = belay_collider_def_sphere(0.1);
    out.pose = belay_pose_identity();
    out.hold = belay_rod_attachment_def_default();
    out.vec = v3(0.0, 0.0, 1.0);
    out.filter = belay_filter_default();
    code = BELAY_ERROR_HANDLE;
    cr_assert_eq(belay_component_register(world, &component, &out.component), BELAY_OK);
}

static void end(void)
{
    belay_world_destroy(world);
}

TestSuite(handle_messages, .init = start, .fini = end);

Test(handle_messages, of_null)
{
    things none = {{0}, {0}, {0}, {0}};
    matter = "null)";
    check_all(world, none, true);
}

Test(handle_messages, of_what_was_destroyed)
{
    things gone = add_things(world);
    destroy_things(world, gone);
    add_things(world); // in the same slots
    matter = "stale: destroyed, or of another world with this tag)";
    check_all(world, gone, false);
}

Test(handle_messages, of_another_world)
{
    things foreign = good;
    const uint64_t tag = (uint64_t)7 << 56, others = ~((uint64_t)0xFF << 56);
    foreign.body.value = (foreign.body.value & others) | tag;
    foreign.collider.value = (foreign.collider.value & others) | tag;
    foreign.joint.value = (foreign.joint.value & others) | tag;
    foreign.rod.value = (foreign.rod.value & others) | tag;
    matter = "of a world with the tag 7, and this one's is 1)";
    check_all(world, foreign, false);
}

// A body in the place of all others, and a collider in that of a body.
Test(handle_messages, of_another_kind)
{
    things wrong = {{good.collider.value}, {good.body.value}, {good.body.value}, {good.body.value}};
    code = BELAY_ERROR_COMPONENT;
    matter = "a collider)";
    check_body(world, wrong.body);
    check_body_of_others(world, wrong.body);
    check_body_that_may_be_null(world, wrong.body);
    check_definitions(world, wrong.body);
    matter = "a body)";
    check_collider(world, wrong.collider);
    check_joint(world, wrong.joint);
    check_rod(world, wrong.rod);
    check_rod_more(world, wrong.rod);
}

// ---------------------------------------------------------------------------------------------------------------------
// No call is left out
// ---------------------------------------------------------------------------------------------------------------------

// Those that tell no message: of any thread, of a view, or with an answer in place of a result.
static const char silent[] = "belay_entity_is_alive( belay_component_get( belay_component_get_const( belay_view_find( "
                             "belay_body_queue_force( belay_body_queue_force_at( belay_body_queue_torque( "
                             "belay_body_queue_impulse_at( belay_body_queue_velocity( belay_body_queue_pose( "
                             "belay_body_queue_move( ";

static char own[1 << 16], declaration[4096];
static int found;

static bool takes_handle(const char* text)
{
    static const char* const types[] = {"belay_body_id ", "belay_collider_id ", "belay_joint_id ", "belay_rod_id ",
                                        "belay_entity "};
    const char* arguments = strchr(text, '(');
    for (int i = 0; i < 5; i++)
        for (const char* at = arguments; (at = strstr(at, types[i])) != NULL;) {
            at += strlen(types[i]);
            size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz_");
            if (length > 0 && (at[length] == ',' || at[length] == ')')) return true;
        }
    return false;
}

// Its name with the bracket is in this file, or among those without a message.
static void check_declaration(void)
{
    char name[128];
    const char *bracket = strchr(declaration, '('), *begin = bracket;
    if (bracket == NULL || strchr(declaration, '{') != NULL || !takes_handle(declaration)) return;
    while (begin > declaration && (isalnum((unsigned char)begin[-1]) || begin[-1] == '_'))
        begin--;
    snprintf(name, sizeof name, "%.*s(", (int)(bracket - begin), begin);
    cr_expect(strstr(own, name) != NULL || strstr(silent, name) != NULL, "%s is not looked at here", name);
    found++;
}

static void read_header(const char* header)
{
    char line[400];
    FILE* file = source_open("engine/include/belay", header);
    declaration[0] = '\0';
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char* comment = strstr(line, "//");
        if (comment != NULL) *comment = '\0';
        if (line[0] == '#' || strlen(declaration) + strlen(line) + 1 >= sizeof declaration) continue;
        strcat(declaration, line);
        if (strpbrk(line, ";}") == NULL) continue;
        check_declaration();
        declaration[0] = '\0';
    }
    fclose(file);
}

Test(handle_messages, of_every_call_are_looked_at)
{
    FILE* file = source_open("tests/unit/objects", "test_handle_messages.c");
    own[fread(own, 1, sizeof own - 1, file)] = '\0';
    fclose(file);
    source_walk("engine/include/belay", read_header);
    cr_expect_gt(found, 100, "%d calls take a handle: the headers were not read", found);
}
