// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Bullet under the driver of the scenes in motion, set up as in bullet.cpp: sequential impulses, 10 iterations. A
// body's frame lies along its principal axes, as Bullet knows no others; hulls are turned into it.

#include "motion/motion_peers.h"

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace {

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

// Bodies of one negative group go through each other.
struct group_filter : btOverlapFilterCallback {
    bool needBroadphaseCollision(btBroadphaseProxy* a, btBroadphaseProxy* b) const override
    {
        bool accepts = (a->m_collisionFilterGroup & b->m_collisionFilterMask) != 0 &&
                       (b->m_collisionFilterGroup & a->m_collisionFilterMask) != 0;
        int group_a = static_cast<btCollisionObject*>(a->m_clientObject)->getUserIndex2();
        int group_b = static_cast<btCollisionObject*>(b->m_clientObject)->getUserIndex2();
        return accepts && !(group_a < 0 && group_a == group_b);
    }
};

struct bullet_body {
    std::unique_ptr<btRigidBody> body;
    btTransform axes; // the principal axes in the scene's frame of the body
};

// Declared in the order in which each needs what is before it, so that it is taken down in the reverse one.
struct bullet_side {
    const motion_scene* scene;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broad_phase;
    btSequentialImpulseConstraintSolver solver;
    group_filter filter;
    std::vector<std::unique_ptr<btStridingMeshInterface>> meshes;
    std::vector<std::vector<float>> heights;
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<btCollisionShape*> shared; // by number of the scene's shape; null: not made yet
    std::vector<bullet_body> bodies;
    std::vector<std::unique_ptr<btTypedConstraint>> joints;
    btDiscreteDynamicsWorld world{&dispatcher, &broad_phase, &solver, &configuration};
};

bullet_side& side(void* world)
{
    return *static_cast<bullet_side*>(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Shapes
// ---------------------------------------------------------------------------------------------------------------------

btCollisionShape* make_mesh(bullet_side& s, const belay_mesh& m)
{
    auto mesh = std::make_unique<btTriangleMesh>(true, false);
    for (int i = 0; i < m.vertex_count; i++)
        mesh->findOrAddVertex(vector_of(m.vertices[i]), false);
    for (int i = 0; i < m.triangle_count; i++)
        mesh->addTriangleIndices(m.indices[3 * i], m.indices[3 * i + 1], m.indices[3 * i + 2]);
    s.meshes.push_back(std::move(mesh));
    return new btBvhTriangleMeshShape(s.meshes.back().get(), true);
}

// Bullet's lies with its middle at the origin.
btCollisionShape* make_field(bullet_side& s, const belay_height_field& f)
{
    std::vector<float> heights(f.heights, f.heights + f.column_count * f.row_count);
    auto range = std::minmax_element(heights.begin(), heights.end());
    s.heights.push_back(std::move(heights));
    auto* shape = new btHeightfieldTerrainShape(f.column_count, f.row_count, s.heights.back().data(), 1.0f,
                                                *range.first, *range.second, 2, PHY_FLOAT, false);
    shape->setLocalScaling(btVector3(btScalar(f.spacing_x), btScalar(f.spacing_y), 1.0f));
    return shape;
}

btVector3 middle_of_field(const bullet_side& s, const belay_height_field& f)
{
    auto range = std::minmax_element(s.heights.back().begin(), s.heights.back().end());
    return btVector3(btScalar(0.5 * f.spacing_x * (f.column_count - 1)),
                     btScalar(0.5 * f.spacing_y * (f.row_count - 1)), 0.5f * (*range.first + *range.second));
}

btCollisionShape* make_hull(const belay_hull& h, const btTransform& at)
{
    auto hull = std::make_unique<btConvexHullShape>();
    for (int i = 0; i < h.point_count; i++)
        hull->addPoint(at * vector_of(h.points[i]), false);
    hull->recalcLocalAabb();
    hull->setMargin(hull_margin);
    return hull.release();
}

btCollisionShape* make_shape(bullet_side& s, const belay_shape& shape)
{
    switch (shape.type) {
    case BELAY_SHAPE_SPHERE:
        return new btSphereShape(btScalar(shape.sphere.radius));
    case BELAY_SHAPE_BOX:
        return new btBoxShape(vector_of(shape.box.size) * 0.5f);
    case BELAY_SHAPE_CAPSULE:
        return new btCapsuleShapeZ(btScalar(shape.capsule.radius), btScalar(shape.capsule.length));
    case BELAY_SHAPE_PLANE:
        return new btStaticPlaneShape(vector_of(shape.plane.normal), btScalar(shape.plane.offset));
    case BELAY_SHAPE_MESH:
        return make_mesh(s, shape.mesh);
    case BELAY_SHAPE_HEIGHT_FIELD:
        return make_field(s, shape.height_field);
    default:
        return make_hull(shape.hull, btTransform::getIdentity());
    }
}

btCollisionShape* share_shape(bullet_side& s, int index)
{
    btCollisionShape*& shape = s.shared[size_t(index)];
    if (shape == nullptr) {
        s.shapes.emplace_back(make_shape(s, s.scene->shapes[index]));
        shape = s.shapes.back().get();
    }
    return shape;
}

// Of a body of several parts, or of one that is not in its frame.
btCollisionShape* make_compound(bullet_side& s, const motion_body& b, const btTransform& back)
{
    auto compound = std::make_unique<btCompoundShape>();
    for (int i = 0; i < b.part_count; i++) {
        const motion_part& part = s.scene->parts[b.first_part + i];
        compound->addChildShape(back * transform_of(part.pose), share_shape(s, part.shape));
    }
    s.shapes.push_back(std::move(compound));
    return s.shapes.back().get();
}

btCollisionShape* shape_of(bullet_side& s, const motion_body& b, const btTransform& axes)
{
    const motion_part& part = s.scene->parts[b.first_part];
    const belay_shape& shape = s.scene->shapes[part.shape];
    btTransform at = axes.inverse() * transform_of(part.pose);
    if (b.part_count > 1) return make_compound(s, b, axes.inverse());
    if (shape.type == BELAY_SHAPE_HULL) {
        s.shapes.emplace_back(make_hull(shape.hull, at));
        return s.shapes.back().get();
    }
    if (at == btTransform::getIdentity()) return share_shape(s, part.shape);
    return make_compound(s, b, axes.inverse());
}

// ---------------------------------------------------------------------------------------------------------------------
// Bodies
// ---------------------------------------------------------------------------------------------------------------------

btTransform find_axes(const belay_mass& mass, btVector3& inertia)
{
    const double* m = mass.inertia.m;
    btMatrix3x3 tensor, axes;
    tensor.setValue(btScalar(m[0]), btScalar(m[1]), btScalar(m[2]), btScalar(m[3]), btScalar(m[4]), btScalar(m[5]),
                    btScalar(m[6]), btScalar(m[7]), btScalar(m[8]));
    double off = std::fabs(m[1]) + std::fabs(m[2]) + std::fabs(m[5]);
    axes.setIdentity();
    if (off > 1e-6 * (m[0] + m[4] + m[8])) tensor.diagonalize(axes, 1e-6f, 40);
    inertia = btVector3(tensor[0][0], tensor[1][1], tensor[2][2]);
    return btTransform(axes, btVector3(0.0f, 0.0f, 0.0f));
}

void set_kind(const bullet_side& s, btRigidBody& body, const motion_body& b)
{
    body.setFriction(btScalar(std::sqrt(s.scene->mu))); // Bullet multiplies those of the two sides
    body.setDamping(0.0f, 0.0f);
    body.setUserIndex2(b.group);
    if (b.type == BELAY_BODY_KINEMATIC) body.setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
    if (s.scene->is_sleepless || b.is_kept_awake || b.type == BELAY_BODY_KINEMATIC)
        body.setActivationState(DISABLE_DEACTIVATION);
    if (b.starts_asleep) body.forceActivationState(ISLAND_SLEEPING);
}

bool make_body(void* world, int index)
{
    bullet_side& s = side(world);
    const motion_body& b = s.scene->bodies[index];
    bullet_body& made = s.bodies[size_t(index)];
    btVector3 inertia(0.0f, 0.0f, 0.0f);
    bool is_dynamic = b.type == BELAY_BODY_DYNAMIC;
    made.axes = is_dynamic ? find_axes(b.mass, inertia) : btTransform::getIdentity();
    btCollisionShape* shape = shape_of(s, b, made.axes);
    btTransform at = transform_of(b.pose) * made.axes;
    const belay_shape& first = s.scene->shapes[s.scene->parts[b.first_part].shape];
    if (first.type == BELAY_SHAPE_HEIGHT_FIELD) at.setOrigin(at * middle_of_field(s, first.height_field));
    btRigidBody::btRigidBodyConstructionInfo info(is_dynamic ? btScalar(b.mass.mass) : 0.0f, nullptr, shape, inertia);
    info.m_startWorldTransform = at;
    made.body = std::make_unique<btRigidBody>(info);
    made.body->setLinearVelocity(vector_of(b.linear_velocity));
    made.body->setAngularVelocity(vector_of(b.angular_velocity));
    set_kind(s, *made.body, b);
    s.world.addRigidBody(made.body.get());
    return true;
}

bool remove_body(void* world, int index)
{
    bullet_side& s = side(world);
    btRigidBody& body = *s.bodies[size_t(index)].body;
    while (body.getNumConstraintRefs() > 0) {
        btTypedConstraint* joint = body.getConstraintRef(0);
        s.world.removeConstraint(joint);
        s.joints[size_t(joint->getUserConstraintId())].reset();
    }
    s.world.removeRigidBody(&body);
    s.bodies[size_t(index)].body.reset();
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Joints
// ---------------------------------------------------------------------------------------------------------------------

// At the anchor, with the axis as x (cone-twist) or as z (hinge).
btTransform frame_of(const motion_joint& j)
{
    btVector3 along = vector_of(j.axis).normalized(), across, other;
    btPlaneSpace1(along, across, other);
    btMatrix3x3 basis;
    bool is_hinge = j.type == BELAY_JOINT_HINGE;
    const btVector3 &x = is_hinge ? across : along, &y = is_hinge ? other : across, &z = is_hinge ? along : other;
    basis.setValue(x.x(), y.x(), z.x(), x.y(), y.y(), z.y(), x.z(), y.z(), z.z());
    return btTransform(basis, vector_of(j.anchor));
}

btTypedConstraint* make_constraint(const motion_joint& j, btRigidBody& a, btRigidBody& b)
{
    btTransform frame = frame_of(j), in_a = a.getCenterOfMassTransform().inverse() * frame,
                in_b = b.getCenterOfMassTransform().inverse() * frame;
    if (j.type == BELAY_JOINT_BALL) return new btPoint2PointConstraint(a, b, in_a.getOrigin(), in_b.getOrigin());
    if (j.type == BELAY_JOINT_HINGE) {
        auto* hinge = new btHingeConstraint(a, b, in_a, in_b);
        // Its angle is that of A against B.
        if (j.is_limited) hinge->setLimit(btScalar(-j.high), btScalar(-j.low));
        return hinge;
    }
    auto* cone = new btConeTwistConstraint(a, b, in_a, in_b);
    cone->setLimit(btScalar(j.cone), btScalar(j.cone), btScalar(j.high));
    return cone;
}

bool make_joint(void* world, int index)
{
    bullet_side& s = side(world);
    const motion_joint& j = s.scene->joints[index];
    btRigidBody& a = *s.bodies[size_t(j.a)].body;
    btRigidBody& b = j.b >= 0 ? *s.bodies[size_t(j.b)].body : btTypedConstraint::getFixedBody();
    auto& joint = s.joints[size_t(index)];
    joint.reset(make_constraint(j, a, b));
    joint->setUserConstraintId(index);
    s.world.addConstraint(joint.get(), true);
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// The world
// ---------------------------------------------------------------------------------------------------------------------

bool is_able(const motion_scene*)
{
    return true;
}

void* create(const motion_scene* scene, const motion_settings*)
{
    auto s = std::make_unique<bullet_side>();
    s->scene = scene;
    s->shared.resize(size_t(scene->shape_count));
    s->bodies.resize(size_t(scene->body_count));
    s->joints.resize(size_t(scene->joint_count));
    s->world.setGravity(btVector3(0.0f, 0.0f, btScalar(-scene->gravity)));
    s->world.getPairCache()->setOverlapFilterCallback(&s->filter);
    return s.release();
}

void destroy(void* world)
{
    bullet_side& s = side(world);
    for (auto& joint : s.joints)
        if (joint) s.world.removeConstraint(joint.get());
    for (auto& b : s.bodies)
        if (b.body) s.world.removeRigidBody(b.body.get());
    delete &s;
}

// What is moved by hand has to be there before the step; Bullet finds the velocities from the way.
void move_kinematic(bullet_side& s)
{
    for (int i = 0; i < s.scene->body_count; i++) {
        btRigidBody* body = s.bodies[size_t(i)].body.get();
        if (s.scene->bodies[i].type != BELAY_BODY_KINEMATIC || body == nullptr) continue;
        btTransform next;
        btTransformUtil::integrateTransform(body->getWorldTransform(), body->getLinearVelocity(),
                                            body->getAngularVelocity(), btScalar(MOTION_H), next);
        body->setWorldTransform(next);
    }
}

bool step(void* world)
{
    bullet_side& s = side(world);
    move_kinematic(s);
    s.world.stepSimulation(btScalar(MOTION_H), 0);
    return true;
}

void get_state(void* world, int body, motion_state* state)
{
    const bullet_body& b = side(world).bodies[size_t(body)];
    const btTransform at = b.body->getCenterOfMassTransform() * b.axes.inverse();
    const btQuaternion q = at.getRotation();
    state->pose.position = vector_of(at.getOrigin());
    state->pose.rotation = belay_quat{double(q.w()), double(q.x()), double(q.y()), double(q.z())};
    state->linear_velocity = vector_of(b.body->getLinearVelocity());
    state->angular_velocity = vector_of(b.body->getAngularVelocity());
}

void set_velocity(void* world, int body, belay_vec3 linear, belay_vec3 angular)
{
    btRigidBody& b = *side(world).bodies[size_t(body)].body;
    b.setLinearVelocity(vector_of(linear));
    b.setAngularVelocity(vector_of(angular));
}

bool cast_ray(void* world, belay_vec3 from, belay_vec3 way)
{
    btVector3 begin = vector_of(from), end = begin + vector_of(way);
    btCollisionWorld::ClosestRayResultCallback hit(begin, end);
    side(world).world.rayTest(begin, end, hit);
    return hit.hasHit();
}

void get_account(void* world, motion_account* account)
{
    bullet_side& s = side(world);
    for (int i = 0; i < s.dispatcher.getNumManifolds(); i++) {
        const btPersistentManifold* m = s.dispatcher.getManifoldByIndexInternal(i);
        account->contacts += m->getNumContacts();
        for (int k = 0; k < m->getNumContacts(); k++)
            account->overlap = std::max(account->overlap, -double(m->getContactPoint(k).getDistance()));
    }
}

double get_bytes(void*)
{
    return NAN;
}

const motion_calls calls = {"Bullet",    false, is_able,   create,       destroy,  make_body,   make_joint,
                            remove_body, step,  get_state, set_velocity, cast_ray, get_account, get_bytes};

} // namespace

extern "C" const motion_calls* motion_bullet(void)
{
    return &calls;
}
