// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The linearised step. In terms of strains e(q), their gradients g and stiffnesses S at the contact instant q,
//
//     M (v+ - v-) = h (gravity + applied) - h g^T S [ (e - rest) + a (e+ - e) - b (e - e-) + damping_time rate ]
//                   - h^2 T (theta^2 v+ - (1 - theta)^2 v-)
//
// where e- and e+ are the strains at q - h v- and q + h v+, T is what tension does to segments that turn, and rate is
// the mean of (e+ - e) / h and (e - e-) / h with weights theta and 1 - theta. To first order this is what rod.h says,
// with K = g^T S g + T: what of the forces' derivative cannot make Mhat indefinite.
//
// Bending and twisting strains have a = theta^2 + d and b = (1 - theta)^2 + d, d = (1 - theta) / 6. With d = 0 the
// stiffest of them would stand at the very edge of stability for theta = 1/2 (they change sign every step), where the
// slightest nonlinearity makes them grow. Stretch has a = 1 and b = 0 always, as its vibrations are far too fast for a
// step to follow.
//
// To second order e+ - e is not h g . v+: a segment that turns by an angle of h w becomes longer by (h w)^2 / 2 of its
// length when its ends go straight on, which in a stiff rod would be a large energy out of nothing. So
// e+ - e = h g . v+ + c, where c is what comes with v_free. Forces always act along g of this instant, through places
// and directions that a rigid motion carries along, so whatever their size they leave the momentum as it is, and the
// angular momentum but for T.

#include "dynamics/rod_nodal_internal.h"

#include <string.h>

typedef struct step {
    double h;
    double tension[2];   // h^2 theta^2 and h^2 (1 - theta)^2
    double of_stretch;   // what S g . v+ counts in the impulse, for stretch
    double of_strain;    // for the strains of vertices
    double past;         // what S (e - e-) counts in the bracket
    double keep, resist; // what M v- and M v+ count
    belay_vec3 momentum; // M v+ as it must be when nothing holds the rod, times resist
} step;

static step step_of(const bl_rod_body* body, double h)
{
    const bl_rod_section* s = &body->section;
    double theta = body->theta, rest = 1.0 - theta, d = rest / 6.0;
    step p = {.h = h};
    p.tension[0] = h * h * theta * theta;
    p.tension[1] = h * h * rest * rest;
    p.of_stretch = h * (h + s->damping_time);
    p.of_strain = h * (h * (theta * theta + d) + theta * s->damping_time);
    p.past = s->damping_time * rest / h - (rest * rest + d);
    p.keep = 1.0 - h * rest * s->drag;
    p.resist = 1.0 + h * theta * s->drag;
    return p;
}

// ---------------------------------------------------------------------------------------------------------------------
// The matrix
// ---------------------------------------------------------------------------------------------------------------------

// A rod without rotary inertia whose ends are free to turn could spin at any rate. This much of the twisting stiffness
// decides that it does not; the error in a twist that settles is some 1e-6 of it.
#define SPIN_FLOOR 1e-9

static void add_inertia(const bl_nodal* r, const step* p)
{
    const bl_rod_section* s = &r->body->section;
    for (uint32_t i = 0; i <= r->n; i++) {
        double mass = p->resist * bl_nodal_node_mass(r, i);
        for (uint32_t k = 0; k < 3; k++)
            *bl_band_at(&r->band, 4 * i + k, 4 * i + k) += mass;
    }
    for (uint32_t i = 0; i < r->n; i++) {
        double inertia = p->resist * s->spin_inertia * r->cell[i];
        *bl_band_at(&r->band, 4 * i + 3, 4 * i + 3) += fmax(inertia, SPIN_FLOOR * p->h * p->h * s->twist / r->cell[i]);
    }
}

static void add_tension(const bl_nodal* r, const step* p)
{
    for (uint32_t i = 0; i < r->n; i++) {
        const bl_nodal_segment* s = &r->segment[i];
        if (s->tension <= 0.0) continue;
        bl_nodal_add_tension_stiffness(r, i, p->tension[0] * s->tension);
        if (p->tension[1] == 0.0) continue;
        belay_vec3 apart = v3_sub(bl_nodal_node_velocity(r->v, i + 1), bl_nodal_node_velocity(r->v, i));
        belay_vec3 across = v3_add_scaled(apart, -v3_dot(apart, s->axes.d3), s->axes.d3);
        bl_nodal_add_between(r->load, i, v3_scale(-p->tension[1] * s->tension / s->length, across));
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The right-hand side
// ---------------------------------------------------------------------------------------------------------------------

static void load_momentum(const bl_nodal* r, step* p, belay_vec3 gravity, const double* applied)
{
    p->momentum = v3_zero();
    for (uint32_t i = 0; i <= r->n; i++) {
        double mass = bl_nodal_node_mass(r, i);
        belay_vec3 l = v3_scale(p->keep * mass, bl_nodal_node_velocity(r->v, i));
        l = v3_add_scaled(l, p->h * mass, gravity);
        if (applied != NULL) l = v3_add_scaled(l, p->h, v3(applied[3 * i], applied[3 * i + 1], applied[3 * i + 2]));
        bl_nodal_set_velocity(r->load, i, l);
        p->momentum = v3_add(p->momentum, l);
        double spin = i < r->n ? r->body->section.spin_inertia * r->cell[i] * r->v[4 * i + 3] : 0.0;
        r->load[4 * i + 3] = p->keep * spin;
    }
}

// r->trial <- strains at q - h v-.
static void look_back(const bl_nodal* r, const step* p)
{
    bl_nodal_clamps clamps = bl_nodal_turn_clamps(r, r->clamp_spin, -p->h);
    bl_nodal_travel(r, r->v, -p->h, &clamps, r->trial_length, r->trial_frame, r->trial);
}

// What is known of the stresses before v+ is.
static void load_stresses(const bl_nodal* r, const step* p)
{
    bool has_past = p->past != 0.0;
    if (has_past) look_back(r, p);
    for (uint32_t i = 0; i < r->n; i++)
        bl_nodal_unload_stretch(r, i, p->h * r->segment[i].tension, r->load);
    for (uint32_t i = 0; i <= r->n; i++) {
        const bl_nodal_vertex* v = &r->vertex[i];
        double impulse[3];
        for (int j = 0; j < 3; j++) {
            double strain = v->strain.k[j] - r->rest[i].k[j];
            if (has_past) strain += p->past * (v->strain.k[j] - r->trial[i].k[j]);
            impulse[j] = v->stiffness[j] * (p->h * strain + p->of_strain * v->drive[j]);
        }
        bl_nodal_unload_vertex(r, i, impulse, r->load);
    }
}

// Takes held nodes out of the equations: what their velocities do to the others goes to the right-hand side.
static void hold_ends(const bl_nodal* r)
{
    for (int end = 0; end < 2; end++) {
        if (r->body->ends[end].hold == BL_ROD_FREE) continue;
        uint32_t first = 4 * bl_nodal_end_node(r, end);
        belay_vec3 velocity = r->body->ends[end].velocity;
        const double v[3] = {velocity.x, velocity.y, velocity.z};
        for (uint32_t k = 0; k < 3; k++) {
            bl_band_add_column(&r->band, first + k, -v[k], r->load);
            bl_band_hold(&r->band, first + k);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The free velocity
// ---------------------------------------------------------------------------------------------------------------------

// The forces inside a rod add up to nothing, but what rounding does to the solution of a stiff system does not.
static void keep_momentum(const bl_nodal* r, const step* p)
{
    belay_vec3 missing = p->momentum;
    for (uint32_t i = 0; i <= r->n; i++)
        missing = v3_add_scaled(missing, -p->resist * bl_nodal_node_mass(r, i), bl_nodal_node_velocity(r->free, i));
    double mass = p->resist * r->body->section.line_mass * r->body->length;
    belay_vec3 change = v3_scale(1.0 / mass, missing);
    for (uint32_t i = 0; i <= r->n; i++)
        bl_nodal_set_velocity(r->free, i, v3_add(bl_nodal_node_velocity(r->free, i), change));
}

static void solve_free(const bl_nodal* r, const step* p)
{
    bl_band_solve(&r->band, r->free);
    if (r->body->ends[0].hold == BL_ROD_FREE && r->body->ends[1].hold == BL_ROD_FREE) keep_momentum(r, p);
    for (int end = 0; end < 2; end++)
        if (r->body->ends[end].hold != BL_ROD_FREE)
            bl_nodal_set_velocity(r->free, bl_nodal_end_node(r, end), r->body->ends[end].velocity);
}

// Kinetic energy of the motion about the centre of mass.
static double free_energy(const bl_nodal* r)
{
    belay_vec3 momentum = v3_zero();
    double sum = 0.0;
    for (uint32_t i = 0; i <= r->n; i++) {
        belay_vec3 v = bl_nodal_node_velocity(r->free, i);
        double mass = bl_nodal_node_mass(r, i);
        sum += mass * v3_length_squared(v);
        momentum = v3_add_scaled(momentum, mass, v);
    }
    double mass = r->body->section.line_mass * r->body->length;
    return 0.5 * fmax(sum - v3_length_squared(momentum) / mass, 0.0);
}

// What a look ahead finds.
typedef struct surprise {
    double energy; // of the stresses by which c differs from what it was
    double turn;   // about the largest square of an angle by which a segment turns
} surprise;

static surprise look_ahead(const bl_nodal* r, const step* p)
{
    const belay_vec3 spin[2] = {r->body->ends[0].angular, r->body->ends[1].angular};
    bl_nodal_clamps clamps = bl_nodal_turn_clamps(r, spin, p->h);
    bl_nodal_travel(r, r->free, p->h, &clamps, r->trial_length, r->trial_frame, r->trial);
    surprise found = {0.0, 0.0};
    for (uint32_t i = 0; i < r->n; i++) {
        const bl_nodal_segment* s = &r->segment[i];
        double c = r->trial_length[i] - s->length - p->h * bl_nodal_stretch_rate(r, i, r->free);
        double change = c - r->beyond_length[i];
        found.energy += 0.5 * s->stiffness * change * change;
        found.turn = fmax(found.turn, 2.0 * c / s->length);
        r->beyond_length[i] = c;
    }
    for (uint32_t i = 0; i <= r->n; i++) {
        const bl_nodal_vertex* v = &r->vertex[i];
        for (int j = 0; j < 3; j++) {
            double rate = bl_nodal_rate(r, i, v->gradient[j], r->free) + v->drive[j];
            double c = r->trial[i].k[j] - v->strain.k[j] - p->h * rate, change = c - r->beyond[i].k[j];
            found.energy += 0.5 * v->stiffness[j] * change * change;
            r->beyond[i].k[j] = c;
        }
    }
    return found;
}

static void solve_beyond(const bl_nodal* r, const step* p)
{
    memcpy(r->free, r->load, 4 * (r->n + 1) * sizeof *r->free);
    for (uint32_t i = 0; i < r->n; i++)
        bl_nodal_unload_stretch(r, i, p->of_stretch / p->h * r->segment[i].stiffness * r->beyond_length[i], r->free);
    for (uint32_t i = 0; i <= r->n; i++) {
        double impulse[3];
        for (int j = 0; j < 3; j++)
            impulse[j] = p->of_strain / p->h * r->vertex[i].stiffness[j] * r->beyond[i].k[j];
        bl_nodal_unload_vertex(r, i, impulse, r->free);
    }
    solve_free(r, p);
}

// Rounds of looking ahead; c is settled when the energy of what it missed is so small beside that of the motion. A
// round leaves about the square of the angle by which segments turn, so that often the first need not be looked after:
// where that square is no more than LITTLE.
#define ROUNDS 6
#define SETTLED 1e-6
#define LITTLE 0.04

static bool find_free(const bl_nodal* r, const step* p)
{
    memcpy(r->free, r->load, 4 * (r->n + 1) * sizeof *r->free);
    memset(r->beyond_length, 0, r->n * sizeof *r->beyond_length);
    memset(r->beyond, 0, (r->n + 1) * sizeof *r->beyond);
    solve_free(r, p);
    double last = HUGE_VAL;
    for (int round = 0; round < ROUNDS; round++) {
        surprise found = look_ahead(r, p);
        double settled = SETTLED * free_energy(r);
        if (round > 0 && found.energy <= settled) return true;
        if (!(found.energy < last)) return false;
        last = found.energy;
        solve_beyond(r, p);
        if (found.turn <= LITTLE && found.energy * found.turn * found.turn <= settled) return true;
    }
    return false;
}

static bool try_step(const bl_nodal* r, step* p, belay_vec3 gravity, const double* applied)
{
    bl_band_clear(&r->band);
    bl_nodal_add_strain_stiffness(r, p->of_strain, p->of_stretch);
    add_inertia(r, p);
    load_momentum(r, p, gravity, applied);
    load_stresses(r, p);
    add_tension(r, p);
    hold_ends(r);
    bl_band_factor(&r->band);
    return find_free(r, p);
}

// A rod that would turn by radians within the step, as a steel wire that snaps back does, goes further than its
// linearisation is good for. Then strains change more slowly, as if the rod were more viscous: that takes energy out,
// and neither momentum.
#define SLOWER 6.0
#define TRIES 5

// What holds an end carries the weight and the load of its node and the stresses that v_free leads to.
static void find_pull(const bl_nodal* r, double h, belay_vec3 gravity, const double* applied, int end)
{
    uint32_t node = bl_nodal_end_node(r, end), first = end == 0 ? 0 : r->n - 1;
    r->pull[end] = v3_zero();
    if (r->body->ends[end].hold == BL_ROD_FREE) return;
    memset(r->load, 0, 4 * (r->n + 1) * sizeof *r->load);
    const bl_nodal_segment* s = &r->segment[first];
    double longer = h * bl_nodal_stretch_rate(r, first, r->free);
    bl_nodal_unload_stretch(r, first, s->tension + s->stiffness * longer, r->load);
    for (uint32_t i = first; i <= first + 1; i++) {
        const bl_nodal_vertex* v = &r->vertex[i];
        double moment[3];
        for (int j = 0; j < 3; j++) {
            double rate = bl_nodal_rate(r, i, v->gradient[j], r->free) + v->drive[j];
            moment[j] = v->stiffness[j] * (v->strain.k[j] - r->rest[i].k[j] + h * rate);
        }
        bl_nodal_unload_vertex(r, i, moment, r->load);
    }
    belay_vec3 pull = v3_add_scaled(bl_nodal_node_velocity(r->load, node), bl_nodal_node_mass(r, node), gravity);
    if (applied != NULL) pull = v3_add(pull, v3(applied[3 * node], applied[3 * node + 1], applied[3 * node + 2]));
    r->pull[end] = pull;
}

void bl_nodal_prepare(const bl_rod* rod, belay_vec3 gravity, const double* applied, double h)
{
    bl_nodal r = bl_nodal_view(rod);
    step p = step_of(rod->body, h);
    bl_nodal_measure(&r);
    for (int i = 0; i < TRIES && !try_step(&r, &p, gravity, applied); i++) {
        p.of_strain *= SLOWER;
        p.of_stretch *= SLOWER;
    }
    for (int end = 0; end < 2; end++)
        find_pull(&r, h, gravity, applied, end);
}
