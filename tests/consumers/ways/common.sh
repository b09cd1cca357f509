# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Belay authors
#
# Read by each way. From its caller it has ROOT, PREFIX (where Belay is installed) and HASHES, and stands in an empty
# folder of its own.

set -eu

consumers=$ROOT/tests/consumers
strict="-O1 -Wall -Wextra -Wpedantic -Werror"

have() {
    command -v "$1" >/dev/null 2>&1
}

# need TOOL...: ends the way where one is missing.
need() {
    for tool in "$@"; do
        if ! have "$tool"; then
            printf 'skipped: no %s\n' "$tool"
            exit 77
        fi
    done
}

# The compilers that are here, of those named; says which are not.
compilers() {
    for compiler in "$@"; do
        if have "$compiler"; then
            printf '%s\n' "$compiler"
        else
            printf 'skipped: no %s\n' "$compiler" >&2
        fi
    done
}

has_haptics() {
    [ -e "$PREFIX/lib/libbelay-haptics.a" ]
}

# play PROGRAM: runs a program that prints the hash of its world, and keeps that.
play() {
    printf '== %s\n' "$*"
    "$@" >output
    cat output
    sed -n 's/.*, 0 faults, hash \([0-9a-f]*\)$/\1/p' output >hash
    [ -s hash ] || { printf 'no hash is printed\n' && exit 1; }
    cat hash >>"$HASHES"
}

# touch_wall PROGRAM: runs the program of haptics/docs/own_loop.md and holds what the hand feels against that page.
touch_wall() {
    printf '== %s\n' "$*"
    "$@" >output
    cat output
    grep '^force 0.455 N' output >/dev/null
}

# block FILE LANGUAGE [PATTERN]: the first block in that language, or the first with the pattern in it.
block() {
    awk -v language="$2" -v pattern="${3:-.}" '
        $0 == "```" && inside { inside = 0; if (text ~ pattern) { printf "%s", text; exit } }
        inside { text = text $0 "\n" }
        $0 == "```" language { inside = 1; text = "" }' "$1"
}

# The section of README.md on using Belay in a program.
embedding() {
    awk '/^## / { inside = $0 == "## In your own program" } inside' "$ROOT/README.md"
}

# What the static libraries need, from the packages that were installed.
private_of() {
    sed -n 's/^Libs.private: *//p' "$PREFIX/lib/pkgconfig/$1.pc"
}
