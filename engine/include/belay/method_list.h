// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The methods for the frictional contact problem and the solvers of one contact, by name. What they are called with
// stands in belay/method.h; worlds choose among them by their solver settings (belay/solver.h).

#ifndef BELAY_METHOD_LIST_H
#define BELAY_METHOD_LIST_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// (name, function, command-line name, text); the function is the engine's own: bl_method_cpg of `cpg`
#define BELAY_METHOD_LIST(X)                                                                                           \
    X(AUTO, auto, "auto", "Gauss-Seidel, and Newton steps where it stalls: the default")                               \
    X(NSGS, nsgs, "nsgs", "block nonsmooth Gauss-Seidel (renouf2005 6.2, daviet2011)")                                 \
    X(CPG, cpg, "cpg", "conjugate projected gradient (renouf2005 6.3)")                                                \
    X(NEWTON_AC, newton_ac, "newton-ac",                                                                               \
      "global damped nonsmooth Newton on the Alart-Curnier function (bertails2011)")                                   \
    X(NEWTON_FB, newton_fb, "newton-fb",                                                                               \
      "global damped nonsmooth Newton on the Fischer-Burmeister function (daviet2011)")                                \
    X(PROXIMAL, proximal, "proximal", "proximal points over semismooth Newton steps")                                  \
    X(LEMKE_OUTER, lemke_outer, "lemke-outer", "Lemke's pivoting on an outer faceted cone (renouf2005 5.1)")           \
    X(LEMKE_INNER, lemke_inner, "lemke-inner", "Lemke's pivoting on an inner faceted cone (renouf2005 5.1)")           \
    X(MCP, mcp, "mcp", "damped Newton on the mixed complementarity form (what PATH does; renouf2005 7)")               \
    X(CADOUX_DUAL, cadoux_dual, "cadoux-dual",                                                                         \
      "fixed point over convex cone programs in the impulses (bertails2017 3.2.3)")                                    \
    X(CADOUX_PRIMAL, cadoux_primal, "cadoux-primal",                                                                   \
      "fixed point over convex cone programs in the velocities (bertails2017 3.2.3)")                                  \
    X(PRIMAL_GS, primal_gs, "primal-gs", "nodal Gauss-Seidel in the velocities (li2018 4.3)")

// One for each of the list.
typedef enum belay_method {
#define BELAY_METHOD_ENUMERATOR(name, function, word, text) BELAY_METHOD_##name,
    BELAY_METHOD_LIST(BELAY_METHOD_ENUMERATOR)
#undef BELAY_METHOD_ENUMERATOR
        BELAY_METHOD_COUNT
} belay_method;

// The command-line name and the one-line description; never null. belay_method_find: false when no method has that
// name.
const char* belay_method_name(belay_method method);
// The one-line description; never null.
const char* belay_method_text(belay_method method);
// The method of that command-line name; false when there is none.
bool belay_method_find(const char* name, belay_method* method);
// Whether this build has the method; where not, *why (may be null) names the library that is missing.
bool belay_method_is_available(belay_method method, const char** why);

// The solver of one contact inside the Gauss-Seidel methods.
// (name, function, command-line name, text); the function is the engine's own: bl_local_hybrid_solve of `hybrid`
#define BELAY_LOCAL_LIST(X)                                                                                            \
    X(EXACT, contact, "exact", "scalar root of the sliding case, then the quartic: exact, the default")                \
    X(ENUMERATIVE, enumerative, "enumerative", "the quartic alone (daviet2011, app. B)")                               \
    X(NEWTON_FB, newton_fb, "newton-fb", "Newton on the modified Fischer-Burmeister function (daviet2011, app. A)")    \
    X(NEWTON_AC, newton_ac, "newton-ac", "Newton on the Alart-Curnier function, damped")                               \
    X(NEWTON_AC_PURE, newton_ac_pure, "newton-ac-pure", "the same without damping")                                    \
    X(HYBRID, hybrid, "hybrid", "Fischer-Burmeister Newton, the quartic where it fails (daviet2011, sec. 6.1)")        \
    X(RADIAL, radial, "radial", "renouf2005's radial projection: exact for isotropic blocks only")                     \
    X(DIAGONAL, diagonal, "diagonal", "the block's diagonal alone (Duriez 2006): a contrast")                          \
    X(PYRAMID, pyramid, "pyramid", "a four-sided cone: a contrast")

// One for each of the list.
typedef enum belay_local_method {
#define BELAY_LOCAL_ENUMERATOR(name, function, word, text) BELAY_LOCAL_##name,
    BELAY_LOCAL_LIST(BELAY_LOCAL_ENUMERATOR)
#undef BELAY_LOCAL_ENUMERATOR
        BELAY_LOCAL_COUNT
} belay_local_method;

// The command-line name of a one-contact solver; never null.
const char* belay_local_name(belay_local_method local);
// The one-line description; never null.
const char* belay_local_text(belay_local_method local);
// The one-contact solver of that command-line name; false when there is none.
bool belay_local_find(const char* name, belay_local_method* local);

#ifdef __cplusplus
}
#endif

#endif
