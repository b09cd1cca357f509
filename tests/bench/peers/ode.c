// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// ODE under the driver of the rigid benchmark: QuickStep with 20 iterations (high quality: 100), the error reduction,
// softness, surface layer and correcting speed that its manual proposes, friction as a pyramid scaled by the normal
// force (dContactApprox1). Without BELAY_HAVE_ODE there is none.

#include "rigid/engine.h"

#include <stddef.h>

#if defined(BELAY_HAVE_ODE)

#include <ode/ode.h>

#include <stdlib.h>
#include <string.h>

enum { POINTS_PER_PAIR = 8, WEDGE_FACES = 6 };

// Far more than a contact can turn within a scene: the arm of 5 cm changes the effective mass by 1e-15.
#define LOCKED_INERTIA 1e12

// The faces of a wedge as its corners, anticlockwise seen from outside, and as ODE has them: with a count each.
static const unsigned int wedge_faces[5 * WEDGE_FACES] = {
    4, 0, 4, 6, 2, // low x
    4, 1, 3, 7, 5, // high x
    4, 0, 1, 5, 4, // low y
    4, 2, 6, 7, 3, // high y
    4, 0, 2, 3, 1, // low z
    4, 4, 5, 7, 6, // high z
};

// What dCreateConvex keeps pointers into.
typedef struct wedge {
    dReal planes[4 * WEDGE_FACES];
    dReal points[3 * 8];
} wedge;

typedef struct ode_side {
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID* bodies;
    wedge* wedges;
    double h, mu, restitution;
    int contact_count;
    bool is_high_quality;
} ode_side;

// ---------------------------------------------------------------------------------------------------------------------
// Shapes and bodies
// ---------------------------------------------------------------------------------------------------------------------

static void fill_wedge(wedge* w, const belay_vec3 corners[8])
{
    for (int i = 0; i < 8; i++) {
        w->points[3 * i] = corners[i].x;
        w->points[3 * i + 1] = corners[i].y;
        w->points[3 * i + 2] = corners[i].z;
    }
    for (int f = 0; f < WEDGE_FACES; f++) {
        const unsigned int* face = &wedge_faces[5 * f + 1];
        const dReal *a = &w->points[3 * face[0]], *b = &w->points[3 * face[1]], *c = &w->points[3 * face[2]];
        dVector3 u, v, n;
        dSubtractVectors3(u, b, a);
        dSubtractVectors3(v, c, b);
        dCalcVectorCross3(n, u, v);
        dNormalize3(n);
        memcpy(&w->planes[4 * f], n, 3 * sizeof(dReal));
        w->planes[4 * f + 3] = dCalcVectorDot3(n, a);
    }
}

static dGeomID create_geom(ode_side* s, int index, const rigid_body* b)
{
    if (b->shape == RIGID_SPHERE) return dCreateSphere(s->space, 0.5 * b->size.x);
    if (b->shape == RIGID_BOX) return dCreateBox(s->space, b->size.x, b->size.y, b->size.z);
    wedge* w = &s->wedges[index];
    fill_wedge(w, b->corners);
    return dCreateConvex(s->space, w->planes, WEDGE_FACES, w->points, 8, wedge_faces);
}

static void add_body(ode_side* s, int index, const rigid_body* b)
{
    dBodyID body = dBodyCreate(s->world);
    const belay_quat r = b->pose.rotation;
    dQuaternion q = {r.w, r.x, r.y, r.z};
    dMass mass;
    belay_vec3 inertia = b->inertia;
    if (b->is_rotation_locked) inertia = (belay_vec3){LOCKED_INERTIA, LOCKED_INERTIA, LOCKED_INERTIA};
    dMassSetParameters(&mass, b->mass, 0.0, 0.0, 0.0, inertia.x, inertia.y, inertia.z, 0.0, 0.0, 0.0);
    dBodySetMass(body, &mass);
    dBodySetPosition(body, b->pose.position.x, b->pose.position.y, b->pose.position.z);
    dBodySetQuaternion(body, q);
    dBodySetLinearVel(body, b->linear_velocity.x, b->linear_velocity.y, b->linear_velocity.z);
    dBodySetAngularVel(body, b->angular_velocity.x, b->angular_velocity.y, b->angular_velocity.z);
    dGeomSetBody(create_geom(s, index, b), body);
    s->bodies[index] = body;
}

static void destroy(void* world)
{
    ode_side* s = world;
    dJointGroupDestroy(s->contacts);
    dSpaceDestroy(s->space);
    dWorldDestroy(s->world);
    free(s->bodies);
    free(s->wedges);
    free(s);
    dCloseODE();
}

static void set_up(ode_side* s)
{
    dWorldSetGravity(s->world, 0.0, 0.0, -9.81);
    dWorldSetERP(s->world, 0.2);
    dWorldSetCFM(s->world, 1e-5);
    dWorldSetContactSurfaceLayer(s->world, 0.001);
    dWorldSetContactMaxCorrectingVel(s->world, 0.9);
    dWorldSetQuickStepNumIterations(s->world, s->is_high_quality ? 100 : 20);
    dWorldSetAutoDisableFlag(s->world, 0);
}

static void* create(const rigid_scene* scene, const rigid_settings* settings)
{
    size_t count = (size_t)scene->body_count + 1;
    ode_side* s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    s->bodies = calloc(count, sizeof *s->bodies);
    s->wedges = calloc(count, sizeof *s->wedges);
    if (s->bodies == NULL || s->wedges == NULL) {
        free(s->bodies);
        free(s->wedges);
        free(s);
        return NULL;
    }
    dInitODE2(0);
    dRandSetSeed(1); // QuickStep shuffles its rows
    s->world = dWorldCreate();
    s->space = dHashSpaceCreate(NULL);
    s->contacts = dJointGroupCreate(0);
    s->h = scene->h;
    s->mu = scene->mu;
    s->restitution = scene->restitution;
    s->is_high_quality = settings->is_high_quality;
    set_up(s);
    for (int i = 0; i < scene->plane_count; i++) {
        const rigid_plane* p = &scene->planes[i];
        dCreatePlane(s->space, p->normal.x, p->normal.y, p->normal.z, p->offset);
    }
    for (int i = 0; i < scene->body_count; i++)
        add_body(s, i, &scene->bodies[i]);
    return s;
}

// ---------------------------------------------------------------------------------------------------------------------
// Steps
// ---------------------------------------------------------------------------------------------------------------------

static void touch(void* context, dGeomID a, dGeomID b)
{
    ode_side* s = context;
    dContact contacts[POINTS_PER_PAIR];
    if (dGeomGetBody(a) == NULL && dGeomGetBody(b) == NULL) return;
    memset(contacts, 0, sizeof contacts);
    int count = dCollide(a, b, POINTS_PER_PAIR, &contacts[0].geom, sizeof contacts[0]);
    for (int i = 0; i < count; i++) {
        dSurfaceParameters* surface = &contacts[i].surface;
        surface->mode = dContactApprox1 | (s->restitution > 0.0 ? dContactBounce : 0);
        surface->mu = s->mu;
        surface->bounce = s->restitution;
        dJointAttach(dJointCreateContact(s->world, s->contacts, &contacts[i]), dGeomGetBody(a), dGeomGetBody(b));
    }
    s->contact_count += count;
}

static bool step(void* world)
{
    ode_side* s = world;
    s->contact_count = 0;
    dSpaceCollide(s->space, s, touch);
    bool is_done = dWorldQuickStep(s->world, s->h) != 0;
    dJointGroupEmpty(s->contacts);
    return is_done;
}

static void get_state(void* world, int body, rigid_state* state)
{
    ode_side* s = world;
    const dReal *x = dBodyGetPosition(s->bodies[body]), *q = dBodyGetQuaternion(s->bodies[body]);
    const dReal *v = dBodyGetLinearVel(s->bodies[body]), *w = dBodyGetAngularVel(s->bodies[body]);
    state->pose = (belay_pose){{x[0], x[1], x[2]}, {q[0], q[1], q[2], q[3]}};
    state->linear_velocity = (belay_vec3){v[0], v[1], v[2]};
    state->angular_velocity = (belay_vec3){w[0], w[1], w[2]};
}

static void set_velocity(void* world, int body, belay_vec3 linear, belay_vec3 angular)
{
    ode_side* s = world;
    dBodySetLinearVel(s->bodies[body], linear.x, linear.y, linear.z);
    dBodySetAngularVel(s->bodies[body], angular.x, angular.y, angular.z);
}

static void push(void* world, int body, belay_vec3 force)
{
    ode_side* s = world;
    dBodyAddForce(s->bodies[body], force.x, force.y, force.z);
}

static int count_contacts(void* world)
{
    return ((ode_side*)world)->contact_count;
}

static double get_theta(void* world)
{
    (void)world;
    return 1.0;
}

const rigid_calls* rigid_ode(void)
{
    static const rigid_calls calls = {
        .name = "ODE",
        .create = create,
        .destroy = destroy,
        .step = step,
        .get_state = get_state,
        .set_velocity = set_velocity,
        .push = push,
        .count_contacts = count_contacts,
        .get_theta = get_theta,
    };
    return &calls;
}

#else

const rigid_calls* rigid_ode(void)
{
    return NULL;
}

#endif
