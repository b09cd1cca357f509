// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Which Belay this is. The three numbers below are the one place that says so: the build, the packages and the change
// log (engine/docs/CHANGELOG.md) are held to them.

#ifndef BELAY_VERSION_H
#define BELAY_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

// Before 1.0 a new minor version may change calls, structs, snapshots and results, and a patch changes none of them but
// results that were wrong. From 1.0 on a new major version may, and a minor one adds.
#define BELAY_VERSION_MAJOR 0
#define BELAY_VERSION_MINOR 1
#define BELAY_VERSION_PATCH 0

#define BELAY_VERSION_TEXT_OF(major, minor, patch) #major "." #minor "." #patch
#define BELAY_VERSION_TEXT(major, minor, patch) BELAY_VERSION_TEXT_OF(major, minor, patch)

// "0.1.0": of the headers that a program is compiled with.
#define BELAY_VERSION_STRING BELAY_VERSION_TEXT(BELAY_VERSION_MAJOR, BELAY_VERSION_MINOR, BELAY_VERSION_PATCH)

// The same of the library that the program has been linked with, or has loaded; never null. Where it is not
// BELAY_VERSION_STRING, headers and library are of two versions. Any thread.
const char* belay_version(void);

#ifdef __cplusplus
}
#endif

#endif
