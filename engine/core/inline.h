// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// For small functions with an argument that is a constant wherever they are called, such as the size of a block: as a
// part of their caller their loops have a fixed length. A compiler that shares one copy between callers asks for it at
// every number.

#ifndef BELAY_ENGINE_CORE_INLINE_H
#define BELAY_ENGINE_CORE_INLINE_H

#if defined(__GNUC__)
#define BL_ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define BL_ALWAYS_INLINE inline
#endif

#endif
