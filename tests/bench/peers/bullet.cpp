// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Bullet under the driver of the rigid benchmark, in C++ as Bullet has no other face. Sequential impulses with 10
// iterations (high quality: 50 and friction in two directions). Spheres lie on its static planes; boxes and wedges on
// static boxes, because against a plane a box gets one point per step and creeps by metres.

#include "rigid/engine.h"

#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <memory>
#include <vector>

namespace {

const btScalar floor_half = 20.0f, floor_depth = 0.5f; // m
const btScalar hull_margin = 0.001f;

btVector3 vector_of(belay_vec3 v)
{
    return btVector3(btScalar(v.x), btScalar(v.y), btScalar(v.z));
}

belay_vec3 vector_of(const btVector3& v)
{
    return belay_vec3{double(v.x()), double(v.y()), double(v.z())};
}

btTransform transform_of(const belay_pose& p)
{
    btQuaternion q(btScalar(p.rotation.x), btScalar(p.rotation.y), btScalar(p.rotation.z), btScalar(p.rotation.w));
    return btTransform(q, vector_of(p.position));
}

// Declared in the order in which each needs what is before it, so that it is taken down in the reverse one.
struct bullet_side {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broad_phase;
    btSequentialImpulseConstraintSolver solver;
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    std::vector<std::unique_ptr<btRigidBody>> ground;
    btDiscreteDynamicsWorld world{&dispatcher, &broad_phase, &solver, &configuration};
    btScalar h = 0.0f;
};

btCollisionShape* make_shape(const rigid_body& b)
{
    if (b.shape == RIGID_SPHERE) return new btSphereShape(btScalar(0.5 * b.size.x));
    if (b.shape == RIGID_BOX) return new btBoxShape(vector_of(b.size) * 0.5f);
    auto hull = std::make_unique<btConvexHullShape>();
    for (const belay_vec3& corner : b.corners)
        hull->addPoint(vector_of(corner), false);
    hull->recalcLocalAabb();
    hull->setMargin(hull_margin);
    return hull.release();
}

// Bullet multiplies the coefficients of the two sides.
void set_material(btRigidBody& body, const rigid_scene& scene)
{
    body.setFriction(btScalar(std::sqrt(scene.mu)));
    body.setRestitution(btScalar(std::sqrt(scene.restitution)));
}

void add_plane(bullet_side& s, const rigid_scene& scene, const rigid_plane& plane, bool is_box)
{
    btVector3 normal = vector_of(plane.normal);
    btTransform at = btTransform::getIdentity();
    if (is_box) {
        s.shapes.emplace_back(new btBoxShape(btVector3(floor_half, floor_half, floor_depth)));
        at.setRotation(shortestArcQuat(btVector3(0.0f, 0.0f, 1.0f), normal));
        at.setOrigin(normal * btScalar(plane.offset - floor_depth));
    } else {
        s.shapes.emplace_back(new btStaticPlaneShape(normal, btScalar(plane.offset)));
    }
    s.ground.emplace_back(new btRigidBody(0.0f, nullptr, s.shapes.back().get()));
    s.ground.back()->setWorldTransform(at);
    set_material(*s.ground.back(), scene);
    s.world.addRigidBody(s.ground.back().get());
}

void add_body(bullet_side& s, const rigid_scene& scene, const rigid_body& b)
{
    s.shapes.emplace_back(make_shape(b));
    s.bodies.emplace_back(new btRigidBody(btScalar(b.mass), nullptr, s.shapes.back().get(), vector_of(b.inertia)));
    btRigidBody& body = *s.bodies.back();
    body.setCenterOfMassTransform(transform_of(b.pose));
    body.setLinearVelocity(vector_of(b.linear_velocity));
    body.setAngularVelocity(vector_of(b.angular_velocity));
    body.setDamping(0.0f, 0.0f);
    body.setActivationState(DISABLE_DEACTIVATION);
    if (b.is_rotation_locked) body.setAngularFactor(0.0f);
    if (b.is_on_vertical) body.setLinearFactor(btVector3(0.0f, 0.0f, 1.0f));
    set_material(body, scene);
    s.world.addRigidBody(&body);
}

bool has_spheres_only(const rigid_scene& scene)
{
    for (int i = 0; i < scene.body_count; i++)
        if (scene.bodies[i].shape != RIGID_SPHERE) return false;
    return true;
}

void* create(const rigid_scene* scene, const rigid_settings* settings)
{
    auto s = std::make_unique<bullet_side>();
    s->h = btScalar(scene->h);
    s->world.setGravity(btVector3(0.0f, 0.0f, -9.81f));
    btContactSolverInfo& info = s->world.getSolverInfo();
    info.m_restitutionVelocityThreshold = 0.0f;
    if (settings->is_high_quality) {
        info.m_numIterations = 50;
        info.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
    }
    bool is_box = !has_spheres_only(*scene);
    for (int i = 0; i < scene->plane_count; i++)
        add_plane(*s, *scene, scene->planes[i], is_box);
    for (int i = 0; i < scene->body_count; i++)
        add_body(*s, *scene, scene->bodies[i]);
    return s.release();
}

bullet_side& side(void* world)
{
    return *static_cast<bullet_side*>(world);
}

void destroy(void* world)
{
    bullet_side& s = side(world);
    for (auto& body : s.bodies)
        s.world.removeRigidBody(body.get());
    for (auto& body : s.ground)
        s.world.removeRigidBody(body.get());
    delete &s;
}

bool step(void* world)
{
    bullet_side& s = side(world);
    s.world.stepSimulation(s.h, 0);
    return true;
}

void get_state(void* world, int body, rigid_state* state)
{
    const btRigidBody& b = *side(world).bodies[size_t(body)];
    const btQuaternion q = b.getCenterOfMassTransform().getRotation();
    state->pose.position = vector_of(b.getCenterOfMassPosition());
    state->pose.rotation = belay_quat{double(q.w()), double(q.x()), double(q.y()), double(q.z())};
    state->linear_velocity = vector_of(b.getLinearVelocity());
    state->angular_velocity = vector_of(b.getAngularVelocity());
}

void set_velocity(void* world, int body, belay_vec3 linear, belay_vec3 angular)
{
    btRigidBody& b = *side(world).bodies[size_t(body)];
    b.setLinearVelocity(vector_of(linear));
    b.setAngularVelocity(vector_of(angular));
}

void push(void* world, int body, belay_vec3 force)
{
    side(world).bodies[size_t(body)]->applyCentralForce(vector_of(force));
}

int count_contacts(void* world)
{
    bullet_side& s = side(world);
    int count = 0;
    for (int i = 0; i < s.dispatcher.getNumManifolds(); i++)
        count += s.dispatcher.getManifoldByIndexInternal(i)->getNumContacts();
    return count;
}

double get_theta(void*)
{
    return 1.0;
}

const rigid_calls calls = {"Bullet",     create, destroy,        step,    get_state,
                           set_velocity, push,   count_contacts, nullptr, get_theta};

} // namespace

extern "C" const rigid_calls* rigid_bullet(void)
{
    return &calls;
}
