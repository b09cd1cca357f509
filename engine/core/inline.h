// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// For small functions with an argument that is a constant wherever they are called, such as the size of a block: as a
// part of their caller their loops have a fixed length. A compiler that shares one copy between callers asks for it at
// every number. And for those with pointers that do not overlap (`restrict`), which a compiler may forget of a function
// that it has made a part of another one.

#ifndef BELAY_ENGINE_CORE_INLINE_H
#define BELAY_ENGINE_CORE_INLINE_H

#if defined(__GNUC__)
#define BL_ALWAYS_INLINE inline __attribute__((always_inline))
#define BL_NEVER_INLINE __attribute__((noinline))
#else
#define BL_ALWAYS_INLINE inline
#define BL_NEVER_INLINE
#endif

#endif
