#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Belay authors
"""Writes the engine as one C file and one header (belay.c, belay.h), and haptics as another two (belay_haptics.c,
belay_haptics.h, which stand on belay.h). `./run amalgamate` calls it.

    amalgamate.py --stb FILE --out DIR

Headers come first, each once, what it includes before it; then the C files. What belongs to a file alone must not meet
what belongs to another:

- Static functions, variables, types and enumerators of a C file whose name another file declares too get the file's
  name before their own (`add` of step_events.c: `step_events_add`). Members of structs keep their names.
- Macros of a C file are undefined at its end. A word that is a macro of a header which a C file does not include is
  renamed there.
- Includes of our own are dropped, those of the system stay where they are, under the conditions that they had.

Whatever is not understood ends the program with a message and status 1, and nothing is written: an include that is not
found, a name that two headers define, a word of a header that is a macro of another one, a macro that is defined
before a header of our own is included, a condition around an include in a header, braces that do not match, a new name
that is taken. A clash that slips through is one for the compiler: two definitions of one name.
"""

import argparse
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

INCLUDE = re.compile(r'\s*#\s*include\s*("([^"]+)"|<([^>]+)>)')
DIRECTIVE = re.compile(r"\s*#\s*(\w+)")
DEFINE = re.compile(r"\s*#\s*define\s+(\w+)")
UNDEF = re.compile(r"\s*#\s*undef\s+(\w+)")
# What asks the system's headers for more than the C library; said once, at the top.
FEATURE = re.compile(r"\s*#\s*define\s+_(POSIX_C|GNU|DARWIN_C)_SOURCE\b")
TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<directive>^[ \t]*\#(?:[^\n\\]|\\\n|\\.)*)|(?P<string>"(?:\\.|[^"\\\n])*")"""
    r"""|(?P<char>'(?:\\.|[^'\\\n])*')|(?P<number>\.?[0-9](?:[eEpP][+-]|[\w.])*)|(?P<word>[A-Za-z_]\w*)"""
    r"""|(?P<mark>->|\.\.\.|[^\s\w])|(?P<space>\s+)""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
WORDS = frozenset(
    """auto break case char const continue default do double else enum extern float for goto if inline int long register
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Alignas
    _Alignof _Atomic _Bool _Complex _Generic _Noreturn _Static_assert _Thread_local bool true false NULL
    __attribute__ defined""".split()
)

HEAD = """// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Belay %(version)s, %(what)s. Made from many files by `./run amalgamate`: change those.
"""

SOURCE_HEAD = """//
// Compile it as C11, without fast-math, and where the machine fuses multiplications and additions (ARM64,
// -march=native) with -ffp-contract=off: results are then the same bits. As C++ it does not compile: `void*` becomes
// other pointers by itself, and _Atomic and designated initialisers are C's.
//
// %(links)s

#if defined(__cplusplus)
#error "this file is C: compile it as such and include the header, which is C and C++"
#endif
#if defined(__FAST_MATH__)
#error "compile without -ffast-math: stopping, sticking and not-a-number are told by exact comparison"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif
#if defined(_MSC_VER)
#define _CRT_SECURE_NO_WARNINGS
#define _USE_MATH_DEFINES
#endif
#if defined(__GNUC__)
// The macros of stb_ds compare a size with the 0 that they are given.
#pragma GCC diagnostic ignored "-Wtype-limits"
#endif
#if defined(__clang__)
// Inline functions of headers, which stand in this file now; not each of them is called.
#pragma clang diagnostic ignored "-Wunused-function"
#endif
#if !defined(_WIN32) && !defined(_GNU_SOURCE) && !defined(_POSIX_C_SOURCE)
#define %(feature)s
#endif
#if defined(__APPLE__) && !defined(_DARWIN_C_SOURCE)
#define _DARWIN_C_SOURCE
#endif

"""


def fail(text):
    sys.exit("amalgamate: " + text)


class File:
    """A file as its tokens, and what is to be known of it."""

    def __init__(self, path, text):
        self.path = path
        self.stem = re.sub(r"\W", "_", os.path.splitext(os.path.basename(path))[0])
        self.text = text
        self.tokens = [(m.lastgroup, m.group()) for m in TOKEN.finditer(text)]
        if "".join(t for _, t in self.tokens) != text:
            fail("%s: has characters that are no C" % path)
        self.used = {t for kind, t in self.tokens if kind == "word"}
        for kind, t in self.tokens:
            if kind == "directive":
                self.used.update(re.findall(r"[A-Za-z_]\w*", t))
        self.macros = {m.group(1) for kind, t in self.tokens if kind == "directive" for m in [DEFINE.match(t)] if m}
        self.declared, self.defined = declared_names(self)
        self.includes = [m.group(2) for kind, t in self.tokens if kind == "directive" for m in [INCLUDE.match(t)]
                         if m and m.group(2)]


def code(file):
    """Tokens that are neither comment, space nor directive, with their places; without what is for C++ alone."""
    found, depth = [], 0
    for i, (kind, t) in enumerate(file.tokens):
        if kind == "directive":
            word = DIRECTIVE.match(t)
            word = word.group(1) if word else ""
            if depth > 0:
                depth += (word in ("if", "ifdef", "ifndef")) - (word == "endif")
            elif word == "ifdef" and "__cplusplus" in t:
                depth = 1
        elif depth == 0 and kind not in ("comment", "space"):
            found.append((i, kind, t))
    return found


def declared_names(file):
    """Names of functions, objects, types, tags and enumerators that the file declares outside of functions, and those
    of them that it defines: with braces."""
    names, defined, statement, depth, opened = set(), set(), [], 0, None
    for _, kind, t in code(file):
        if kind == "mark" and t in "([{":
            depth += 1
            if t == "{" and depth == 1:
                opened = len(statement)
        elif kind == "mark" and t in ")]}":
            depth -= 1
            if depth < 0:
                fail("%s: a bracket closes what none opened" % file.path)
        statement.append((kind, t))
        if depth == 0 and (t == ";" or (t == "}" and is_function(statement, opened))):
            found = names_of(statement)
            names |= found
            if opened is not None:
                defined |= found
            statement, opened = [], None
    if depth != 0 or statement:
        fail("%s: a bracket or a declaration is not closed" % file.path)
    return names, defined


def is_function(statement, opened):
    """Whether the braces that were opened at `opened` are a function's body: a ) stands before them."""
    return opened is not None and opened > 0 and statement[opened - 1][1] == ")"


def names_of(statement):
    names = set()
    depth, in_enum, before = 0, 0, None
    marks = [t for _, t in statement]
    is_typedef = "typedef" in marks
    has_function = False
    for i, (kind, t) in enumerate(statement):
        after = marks[i + 1] if i + 1 < len(marks) else ""
        if kind == "mark" and t in "([{":
            if t == "{" and i >= 1 and "enum" in (marks[i - 1], marks[i - 2] if i >= 2 else ""):
                in_enum = depth + 1
            depth += 1
        elif kind == "mark" and t in ")]}":
            depth -= 1
            if depth < in_enum:
                in_enum = 0
        elif kind == "word" and t not in WORDS:
            if before in ("struct", "union", "enum") and after == "{":
                names.add(t)
            elif in_enum and depth == in_enum and before in ("{", ","):
                names.add(t)
            elif depth == 0 and after == "(" and not has_function:
                names.add(t)
                has_function = True
            elif depth == 0 and after in ("=", "[", ",", ";"):
                names.add(t)
            elif is_typedef and depth == 1 and before == "*" and after == ")":
                names.add(t)
        before = t
    return names


# ----------------------------------------------------------------------------------------------------------------------
# Renaming
# ----------------------------------------------------------------------------------------------------------------------


def member_places(file):
    """Places of tokens that name members: behind . and ->, and where structs and unions declare them."""
    places, stack, tokens = set(), [], code(file)
    for k, (i, kind, t) in enumerate(tokens):
        before = tokens[k - 1][2] if k > 0 else ""
        after = tokens[k + 1][2] if k + 1 < len(tokens) else ""
        if t == "{":
            two = tokens[k - 2][2] if k > 1 else ""
            stack.append("struct" if before in ("struct", "union") or two in ("struct", "union") else "{")
        elif t in ("(", "["):
            stack.append(t)
        elif t in ("}", ")", "]"):
            stack.pop()
        elif kind == "word" and before in (".", "->"):
            places.add(i)
        elif kind == "word" and stack and stack[-1] == "struct" and after in (";", ",", "[", ":"):
            places.add(i)
    return places


def renamed(file, names):
    """The file's tokens as text, with names (old: new) put in."""
    members = member_places(file)
    out = []
    for i, (kind, t) in enumerate(file.tokens):
        if kind == "word" and t in names and i not in members:
            t = names[t]
        elif kind == "directive":
            t = re.sub(r"(?<![\w.>])[A-Za-z_]\w*", lambda m: names.get(m.group(), m.group()), t)
        out.append((kind, t))
    return out


def free_name(name, files):
    if any(name in f.used for f in files):
        fail("a new name is needed and %s is taken" % name)
    return name


def check_names(headers):
    """No two headers define one name."""
    owner = {}
    for h in headers:
        for name in sorted(h.defined):
            other = owner.setdefault(name, h)
            if other is not h:
                fail("%s and %s both define %s" % (other.path, h.path, name))


def private_names(source, headers, sources, seen):
    """What of a C file has to be renamed, as {old: new}. `seen`: headers that it includes."""
    others, foreign = set(), set()
    for h in headers:
        others |= h.declared
        if h not in seen:
            # What is a macro of a header that this file does not include is a word of its own here.
            others |= h.macros
            foreign |= h.macros & source.used
    for s in sources:
        if s is not source:
            others |= s.declared
    own = {n for n in source.declared | source.macros if not n.startswith(("bl_", "belay_", "BL_", "BELAY_"))}
    foreign -= {n for h in seen for n in h.macros}
    return {n: free_name("%s_%s" % (source.stem, n), headers + sources) for n in sorted((own & others) | foreign)}


# ----------------------------------------------------------------------------------------------------------------------
# Files
# ----------------------------------------------------------------------------------------------------------------------


class Tree:
    """Headers and sources below the project's folder."""

    def __init__(self, folders, stb):
        self.folders, self.stb, self.files, self.closures = folders, stb, {}, {}

    def read(self, path):
        if path not in self.files:
            try:
                with open(os.path.join(ROOT, path), encoding="utf-8") as opened:
                    file = File(path, opened.read().replace("\r", ""))
            except OSError as error:
                fail(str(error))
            if "<stb/stb_ds.h>" in file.text:
                file.macros |= set(re.findall(r"^\s*#\s*define\s+(\w+)", stb_text(self.stb), re.MULTILINE))
            self.files[path] = file
        return self.files[path]

    def find(self, header, source):
        for folder in [os.path.dirname(source.path)] + self.folders:
            path = os.path.normpath(os.path.join(folder, header))
            if os.path.isfile(os.path.join(ROOT, path)):
                return self.read(path)
        fail("%s includes %s, which is not found" % (source.path, header))

    def closure(self, file):
        """The headers that a file includes, what they include before them."""
        if file not in self.closures:
            order = []
            for name in file.includes:
                header = self.find(name, file)
                order += [h for h in self.closure(header) + [header] if h not in order]
            self.closures[file] = order
        return self.closures[file]

    def sources(self, folder, excluded=None):
        found = []
        for place, folders, names in os.walk(os.path.join(ROOT, folder)):
            folders.sort()
            place = os.path.relpath(place, ROOT)
            if excluded and (place + "/").startswith(excluded + "/"):
                continue
            found += [self.read(os.path.join(place, n)) for n in sorted(names) if n.endswith(".c")]
        if not found:
            fail("there is no C file in %s" % folder)
        return found


def guard_of(header):
    m = re.search(r"^#ifndef (\w+)\n#define \1\n", header.text, re.MULTILINE)
    if not m:
        fail("%s: has no include guard" % header.path)
    return m.group(1)


def check_conditions(header):
    """An include of our own must not depend on a condition: it is dropped, and its header stands before."""
    depth, guard = 0, guard_of(header)
    for kind, t in header.tokens:
        if kind != "directive":
            continue
        word = DIRECTIVE.match(t)
        word = word.group(1) if word else ""
        if word in ("if", "ifdef", "ifndef"):
            depth += 0 if guard in t else 1
        elif word == "endif":
            depth -= 1
        include = INCLUDE.match(t)
        if include and include.group(2) and depth > 0:
            fail("%s: includes %s under a condition" % (header.path, include.group(2)))


def check_order(source):
    """Headers stand before all C files: a macro that steers one cannot be defined in a C file."""
    defined = None
    for kind, t in source.tokens:
        define, include = (DEFINE.match(t), INCLUDE.match(t)) if kind == "directive" else (None, None)
        if define and not FEATURE.match(t):
            defined = define.group(1)
        elif include and include.group(2) and defined:
            fail("%s: defines %s before it includes %s" % (source.path, defined, include.group(2)))


def stb_text(name):
    """The macros of stb_ds with its licence; its functions are not needed (engine/core/alloc.h)."""
    with open(name, encoding="utf-8") as opened:
        text = opened.read().replace("\r", "")
    end = text.find("#ifdef STB_DS_IMPLEMENTATION")
    licence = text.find("This software is available under 2 licenses")
    start = text.find("#ifndef INCLUDE_STB_DS_H")
    if min(end, licence, start) < 0 or text.find("#endif // INCLUDE_STB_DS_H") > end:
        fail("%s: is no stb_ds.h as it was known" % name)
    version = re.match(r"/\* (stb_ds.h - v[\d.]+)", text)
    licence = text[text.rfind("/*", 0, licence):text.find("*/", licence) + 2]
    macros = re.sub(r"[ \t]+$", "", text[start:end], flags=re.MULTILINE)
    name = version.group(1) if version else "stb_ds.h"
    return "// The macros of %s, by Sean Barrett.\n%s\n%s" % (name, licence, macros)


def banner(path):
    return "\n// %s\n// %s\n// %s\n\n" % ("=" * 117, path, "=" * 117)


class Writer:
    """Writes headers and C files, what is renamed in them, one after the other."""

    def __init__(self, tree, headers, sources):
        self.tree, self.headers, self.sources, self.stb_is_written = tree, headers, sources, False
        self.new_names = 0
        check_names(headers)
        for h in headers:
            check_conditions(h)
            self.check_macros(h)
        for s in sources:
            check_order(s)

    def check_macros(self, header):
        """A header that uses what is a macro of another, without including it, means another thing."""
        seen = self.tree.closure(header) + [header]
        known = {m for h in seen for m in h.macros}
        for other in self.headers:
            for name in sorted(other.macros & header.used - known) if other not in seen else []:
                fail("%s: %s is a macro of %s, which it does not include" % (header.path, name, other.path))

    def header(self, header):
        return banner(header.path) + self.body(header.tokens)

    def source(self, source):
        seen = self.tree.closure(source)
        names = private_names(source, self.headers, self.sources, seen)
        self.new_names += len(names)
        left = {}
        for kind, t in source.tokens:
            define, undef = (DEFINE.match(t), UNDEF.match(t)) if kind == "directive" else (None, None)
            if define and not FEATURE.match(t):
                left[define.group(1)] = True
            elif undef:
                left.pop(undef.group(1), None)
        ends = "".join("#undef %s\n" % names.get(n, n) for n in left)
        return banner(source.path) + self.body(renamed(source, names)) + ends

    def body(self, tokens):
        """The text of a file without its licence lines, includes of our own and feature macros."""
        out = []
        for kind, t in tokens:
            if kind == "directive":
                include = INCLUDE.match(t)
                if (include and include.group(2)) or FEATURE.match(t):
                    t = ""
                elif include and include.group(3) == "stb/stb_ds.h":
                    t = "" if self.stb_is_written else stb_text(self.tree.stb)
                    self.stb_is_written = True
            elif kind == "comment" and t.startswith("// SPDX-"):
                t = ""
            out.append(t)
        text = re.sub(r"\A(\s*//\n)?\s*", "", "".join(out))
        return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"


def version(tree):
    text = tree.read("engine/include/belay/version.h").text
    numbers = [re.search(r"#define BELAY_VERSION_%s (\d+)" % part, text) for part in ("MAJOR", "MINOR", "PATCH")]
    if not all(numbers):
        fail("engine/include/belay/version.h: has not the three numbers")
    return ".".join(m.group(1) for m in numbers)


def union(lists):
    order = []
    for files in lists:
        order += [f for f in files if f not in order]
    return order


def amalgamate(tree, tops, sources, before, words):
    """The header and the C file. `tops`: public headers; `before`: headers that stand in the one it includes."""
    public = [h for h in union(tree.closure(h) + [h] for h in tops) if h not in before]
    private = [h for h in union(tree.closure(s) for s in sources) if h not in public and h not in before]
    writer = Writer(tree, before + public + private, sources)
    words["version"] = version(tree)
    guard = words["header"].upper().replace(".", "_") + "_AMALGAMATED"
    header = HEAD % words + "\n#ifndef %s\n#define %s\n" % (guard, guard)
    if before:
        header += '\n#include "belay.h"\n'
    header += "".join(writer.header(h) for h in public if h not in tops or h.declared or h.macros - {guard_of(h)})
    text = HEAD % words + SOURCE_HEAD % words + '#include "%s"\n' % words["header"]
    text += "".join(writer.header(h) for h in private) + "".join(writer.source(s) for s in sources)
    print("%s: %d private names of C files are new" % (words["header"], writer.new_names))
    return header + "\n#endif\n", text, public


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stb", required=True, help="the file stb_ds.h")
    parser.add_argument("--out", required=True, help="folder to write to")
    arguments = parser.parse_args()
    folders = ["engine/include", "engine", "haptics/include", "haptics/src"]
    tree = Tree(folders, arguments.stb)

    belay_h = tree.read("engine/include/belay/belay.h")
    out = {}
    out["belay.h"], out["belay.c"], engine_headers = amalgamate(
        tree, [belay_h], tree.sources("engine", "engine/tools"), [],
        {"what": "the engine", "header": "belay.h", "feature": "_POSIX_C_SOURCE 200809L",
         "links": "It links with libm and threads alone; -DBELAY_HAVE_ZLIB (-lz) reads compressed problems."})

    folder = "haptics/include/belay"
    haptic_headers = [tree.read("%s/%s" % (folder, n)) for n in sorted(os.listdir(os.path.join(ROOT, folder)))]
    out["belay_haptics.h"], out["belay_haptics.c"], _ = amalgamate(
        tree, haptic_headers, tree.sources("haptics/src"), engine_headers,
        {"what": "the library of haptics", "header": "belay_haptics.h", "feature": "_GNU_SOURCE",
         "links": "It links with SDL2, whose headers must be found as <SDL.h>; -DBELAY_HAVE_WEBSOCKET (-lwebsockets\n"
                  "// -lcjson) adds the devices behind a service."})

    os.makedirs(arguments.out, exist_ok=True)
    for name, text in out.items():
        with open(os.path.join(arguments.out, name), "w", encoding="utf-8") as opened:
            opened.write(text)
        print("%s: %d lines" % (os.path.join(arguments.out, name), text.count("\n")))


if __name__ == "__main__":
    main()
