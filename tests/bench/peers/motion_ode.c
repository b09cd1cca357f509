// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// ODE under the driver of the scenes in motion, set up as in ode.c: QuickStep with 20 iterations. It never puts a body
// to sleep by itself (its default), but leaves those asleep that start so. Without BELAY_HAVE_ODE there is none.

#include "motion/motion_peers.h"

#include <stddef.h>

#if defined(BELAY_HAVE_ODE)

#include <ode/ode.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_PER_PAIR = 8 };

typedef struct ode_side {
    const motion_scene* scene;
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID* bodies;        // null of static ones
    dTriMeshDataID* meshes; // by number of the scene's shape
    double deepest;
    int contact_count;
    bool is_hit;
} ode_side;

static bool is_able(const motion_scene* scene)
{
    for (int i = 0; i < scene->shape_count; i++) {
        belay_shape_type type = scene->shapes[i].type;
        if (type == BELAY_SHAPE_HULL || type == BELAY_SHAPE_HEIGHT_FIELD) return false;
    }
    for (int i = 0; i < scene->joint_count; i++)
        if (scene->joints[i].type == BELAY_JOINT_CONE_TWIST) return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Bodies
// ---------------------------------------------------------------------------------------------------------------------

static dGeomID create_mesh(ode_side* s, int shape)
{
    const belay_mesh* m = &s->scene->shapes[shape].mesh;
    if (s->meshes[shape] == NULL) {
        s->meshes[shape] = dGeomTriMeshDataCreate();
        dGeomTriMeshDataBuildDouble(s->meshes[shape], m->vertices, (int)sizeof(belay_vec3), m->vertex_count, m->indices,
                                    3 * m->triangle_count, 3 * (int)sizeof(int32_t));
    }
    return dCreateTriMesh(s->space, s->meshes[shape], NULL, NULL, NULL);
}

static dGeomID create_geom(ode_side* s, int index)
{
    const belay_shape* shape = &s->scene->shapes[index];
    belay_vec3 size, n;
    switch (shape->type) {
    case BELAY_SHAPE_SPHERE:
        return dCreateSphere(s->space, shape->sphere.radius);
    case BELAY_SHAPE_CAPSULE:
        return dCreateCapsule(s->space, shape->capsule.radius, shape->capsule.length);
    case BELAY_SHAPE_PLANE:
        n = shape->plane.normal;
        return dCreatePlane(s->space, n.x, n.y, n.z, shape->plane.offset);
    case BELAY_SHAPE_MESH:
        return create_mesh(s, index);
    default:
        size = shape->box.size;
        return dCreateBox(s->space, size.x, size.y, size.z);
    }
}

static void place_geom(dGeomID geom, dBodyID body, belay_pose on_body, belay_pose pose)
{
    const belay_quat r = body != NULL ? on_body.rotation : belay_quat_multiply(pose.rotation, on_body.rotation);
    dQuaternion q = {r.w, r.x, r.y, r.z};
    belay_vec3 x = on_body.position;
    if (dGeomGetClass(geom) == dPlaneClass) return;
    if (body != NULL) {
        dGeomSetBody(geom, body);
        dGeomSetOffsetPosition(geom, x.x, x.y, x.z);
        dGeomSetOffsetQuaternion(geom, q);
        return;
    }
    x = belay_quat_rotate(pose.rotation, x);
    dGeomSetPosition(geom, pose.position.x + x.x, pose.position.y + x.y, pose.position.z + x.z);
    dGeomSetQuaternion(geom, q);
}

static dBodyID create_body(const ode_side* s, const motion_body* b)
{
    dBodyID body = dBodyCreate(s->world);
    const belay_quat r = b->pose.rotation;
    const double* m = b->mass.inertia.m;
    dQuaternion q = {r.w, r.x, r.y, r.z};
    dMass mass;
    if (b->type == BELAY_BODY_KINEMATIC) {
        dBodySetKinematic(body);
    } else {
        dMassSetParameters(&mass, b->mass.mass, 0.0, 0.0, 0.0, m[0], m[4], m[8], m[1], m[2], m[5]);
        dBodySetMass(body, &mass);
    }
    dBodySetPosition(body, b->pose.position.x, b->pose.position.y, b->pose.position.z);
    dBodySetQuaternion(body, q);
    dBodySetLinearVel(body, b->linear_velocity.x, b->linear_velocity.y, b->linear_velocity.z);
    dBodySetAngularVel(body, b->angular_velocity.x, b->angular_velocity.y, b->angular_velocity.z);
    if (b->starts_asleep) dBodyDisable(body);
    return body;
}

static bool make_body(void* world, int index)
{
    ode_side* s = world;
    const motion_body* b = &s->scene->bodies[index];
    s->bodies[index] = b->type == BELAY_BODY_STATIC ? NULL : create_body(s, b);
    for (int i = 0; i < b->part_count; i++) {
        const motion_part* part = &s->scene->parts[b->first_part + i];
        place_geom(create_geom(s, part->shape), s->bodies[index], part->pose, b->pose);
    }
    return true;
}

static bool remove_body(void* world, int index)
{
    ode_side* s = world;
    dBodyID body = s->bodies[index];
    for (dGeomID geom = dBodyGetFirstGeom(body); geom != NULL; geom = dBodyGetFirstGeom(body))
        dGeomDestroy(geom);
    for (int i = dBodyGetNumJoints(body); i > 0; i--)
        dJointDestroy(dBodyGetJoint(body, i - 1));
    dBodyDestroy(body);
    s->bodies[index] = NULL;
    return true;
}

static bool make_joint(void* world, int index)
{
    ode_side* s = world;
    const motion_joint* j = &s->scene->joints[index];
    bool is_hinge = j->type == BELAY_JOINT_HINGE;
    dJointID joint = is_hinge ? dJointCreateHinge(s->world, NULL) : dJointCreateBall(s->world, NULL);
    dJointAttach(joint, s->bodies[j->a], j->b >= 0 ? s->bodies[j->b] : NULL);
    if (!is_hinge) {
        dJointSetBallAnchor(joint, j->anchor.x, j->anchor.y, j->anchor.z);
        return true;
    }
    dJointSetHingeAnchor(joint, j->anchor.x, j->anchor.y, j->anchor.z);
    dJointSetHingeAxis(joint, j->axis.x, j->axis.y, j->axis.z);
    if (!j->is_limited) return true;
    dJointSetHingeParam(joint, dParamLoStop, -j->high); // its angle is that of A against B
    dJointSetHingeParam(joint, dParamHiStop, -j->low);
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// The world
// ---------------------------------------------------------------------------------------------------------------------

static void destroy(void* world)
{
    ode_side* s = world;
    dJointGroupDestroy(s->contacts);
    dSpaceDestroy(s->space);
    dWorldDestroy(s->world);
    for (int i = 0; i < s->scene->shape_count; i++)
        if (s->meshes[i] != NULL) dGeomTriMeshDataDestroy(s->meshes[i]);
    free(s->bodies);
    free(s->meshes);
    free(s);
    dCloseODE();
}

static void set_up(ode_side* s)
{
    dInitODE2(0);
    dRandSetSeed(1); // QuickStep shuffles its rows
    s->world = dWorldCreate();
    s->space = dHashSpaceCreate(NULL);
    s->contacts = dJointGroupCreate(0);
    dWorldSetGravity(s->world, 0.0, 0.0, -s->scene->gravity);
    dWorldSetERP(s->world, 0.2);
    dWorldSetCFM(s->world, 1e-5);
    dWorldSetContactSurfaceLayer(s->world, 0.001);
    dWorldSetContactMaxCorrectingVel(s->world, 0.9);
    dWorldSetQuickStepNumIterations(s->world, 20);
}

static void* create(const motion_scene* scene, const motion_settings* settings)
{
    (void)settings;
    ode_side* s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    s->scene = scene;
    s->bodies = calloc((size_t)scene->body_count + 1, sizeof *s->bodies);
    s->meshes = calloc((size_t)scene->shape_count + 1, sizeof *s->meshes);
    if (s->bodies == NULL || s->meshes == NULL) {
        free(s->bodies);
        free(s->meshes);
        free(s);
        return NULL;
    }
    set_up(s);
    return s;
}

static bool moves(dBodyID body)
{
    return body != NULL && dBodyIsEnabled(body) != 0;
}

static void touch(void* context, dGeomID a, dGeomID b)
{
    ode_side* s = context;
    dBodyID body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
    dContact contacts[POINTS_PER_PAIR];
    if (!moves(body_a) && !moves(body_b)) return;
    if (body_a != NULL && body_b != NULL && dAreConnectedExcluding(body_a, body_b, dJointTypeContact) != 0) return;
    memset(contacts, 0, sizeof contacts);
    int count = dCollide(a, b, POINTS_PER_PAIR, &contacts[0].geom, sizeof contacts[0]);
    for (int i = 0; i < count; i++) {
        contacts[i].surface.mode = dContactApprox1;
        contacts[i].surface.mu = s->scene->mu;
        dJointAttach(dJointCreateContact(s->world, s->contacts, &contacts[i]), body_a, body_b);
        s->deepest = fmax(s->deepest, contacts[i].geom.depth);
    }
    s->contact_count += count;
}

static bool step(void* world)
{
    ode_side* s = world;
    s->contact_count = 0;
    s->deepest = 0.0;
    dSpaceCollide(s->space, s, touch);
    bool is_done = dWorldQuickStep(s->world, MOTION_H) != 0;
    dJointGroupEmpty(s->contacts);
    return is_done;
}

static void get_state(void* world, int index, motion_state* state)
{
    ode_side* s = world;
    dBodyID body = s->bodies[index];
    *state = (motion_state){.pose = s->scene->bodies[index].pose};
    if (body == NULL) return;
    const dReal *x = dBodyGetPosition(body), *q = dBodyGetQuaternion(body), *v = dBodyGetLinearVel(body);
    const dReal* w = dBodyGetAngularVel(body);
    state->pose = (belay_pose){{x[0], x[1], x[2]}, {q[0], q[1], q[2], q[3]}};
    state->linear_velocity = (belay_vec3){v[0], v[1], v[2]};
    state->angular_velocity = (belay_vec3){w[0], w[1], w[2]};
}

static void set_velocity(void* world, int index, belay_vec3 linear, belay_vec3 angular)
{
    dBodyID body = ((ode_side*)world)->bodies[index];
    dBodySetLinearVel(body, linear.x, linear.y, linear.z);
    dBodySetAngularVel(body, angular.x, angular.y, angular.z);
}

static void meet(void* context, dGeomID a, dGeomID b)
{
    ode_side* s = context;
    dContactGeom contact;
    s->is_hit = s->is_hit || dCollide(a, b, 1, &contact, sizeof contact) > 0;
}

static bool cast_ray(void* world, belay_vec3 from, belay_vec3 way)
{
    ode_side* s = world;
    dGeomID ray = dCreateRay(NULL, sqrt(way.x * way.x + way.y * way.y + way.z * way.z));
    dGeomRaySet(ray, from.x, from.y, from.z, way.x, way.y, way.z);
    s->is_hit = false;
    dSpaceCollide2(ray, (dGeomID)s->space, s, meet);
    dGeomDestroy(ray);
    return s->is_hit;
}

static void get_account(void* world, motion_account* account)
{
    const ode_side* s = world;
    account->contacts = s->contact_count;
    account->overlap = s->deepest;
}

static double get_bytes(void* world)
{
    (void)world;
    return NAN;
}

const motion_calls* motion_ode(void)
{
    static const motion_calls calls = {
        .name = "ODE",
        .is_able = is_able,
        .create = create,
        .destroy = destroy,
        .make_body = make_body,
        .make_joint = make_joint,
        .remove_body = remove_body,
        .step = step,
        .get_state = get_state,
        .set_velocity = set_velocity,
        .cast_ray = cast_ray,
        .get_account = get_account,
        .get_bytes = get_bytes,
    };
    return &calls;
}

#else

const motion_calls* motion_ode(void)
{
    return NULL;
}

#endif
