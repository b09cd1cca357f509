# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Belay authors
"""Loads the shared library that is named on the command line, and lets a body fall: load.py LIBRARY VERSION."""

import ctypes
import sys


class Definition(ctypes.Structure):
    """As large as any of Belay's definitions: the library writes as much as it is."""

    _fields_ = [("bytes", ctypes.c_double * 512)]


class Vec3(ctypes.Structure):
    _fields_ = [("x", ctypes.c_double), ("y", ctypes.c_double), ("z", ctypes.c_double)]


class State(ctypes.Structure):
    """belay_body_state: position, rotation (x, y, z, w), linear and angular velocity."""

    _fields_ = [("position", Vec3), ("rotation", ctypes.c_double * 4), ("velocity", Vec3), ("spin", Vec3)]


class BodyId(ctypes.Structure):
    _fields_ = [("value", ctypes.c_uint64)]


def expect(is_so, what):
    if not is_so:
        sys.exit("wrong: " + what)


def main():
    belay = ctypes.CDLL(sys.argv[1])
    belay.belay_version.restype = ctypes.c_char_p
    expect(belay.belay_version().decode() == sys.argv[2], "the library says version " + sys.argv[2])
    for inner in ("bl_allocate", "stbds_arrgrowf", "bl_array_grow_by"):
        expect(not hasattr(belay, inner), inner + " is not shown")

    belay.belay_world_def_default.restype = Definition
    belay.belay_body_def_default.restype = Definition
    belay.belay_world_get_time.restype = ctypes.c_double
    belay.belay_body_get_state.argtypes = [ctypes.c_void_p, BodyId, ctypes.POINTER(State)]
    world, body, state = ctypes.c_void_p(), BodyId(), State()
    world_def, body_def = belay.belay_world_def_default(), belay.belay_body_def_default()
    expect(belay.belay_world_create(ctypes.byref(world_def), ctypes.byref(world), None) == 0, "a world is made")
    expect(belay.belay_body_create(world, ctypes.byref(body_def), ctypes.byref(body)) == 0, "a body is made")
    for _ in range(240):
        expect(belay.belay_world_step(world) == 0, "a step is made")
    expect(belay.belay_body_get_state(world, body, ctypes.byref(state)) == 0, "a state is read")
    time = belay.belay_world_get_time(world)
    expect(abs(state.velocity.z + 9.81 * time) < 1e-9, "a body falls at g t")
    expect(abs(state.position.z + 0.5 * 9.81 * time * time) < 1e-9, "a body falls by g t^2 / 2")
    belay.belay_world_destroy(world)
    print("a body fell %.4f m in %.1f s" % (-state.position.z, time))


if __name__ == "__main__":
    main()
