# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Belay authors
#
# The headers as Doxygen reads them: `//` before a declaration becomes `///`, behind one `///<`, and the paragraph at the
# top that of the file. Lines stay where they are, so that places in messages are right.

# Signs that Doxygen would take for its own.
function plain(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/[@<>#%]/, "\\\\&", text)
    return text
}

BEGIN { head = 1; behind = 0 }

/^\/\/ SPDX/ { print; next }

# The paragraph at the top.
head && /^\/\/$/ && !named { print "/// @file"; named = 1; next }
head && /^\/\// { print "///" plain(substr($0, 3)); next }
{ if (head && $0 !~ /^\/\//) head = 0 }

# Rulers, and the titles between them or below one.
/^$/ { ruler = 0 }
/^\/\/ ----/ { ruler = !ruler; print ""; next }
ruler && /^\/\// { print ""; next }

# Only a comment: it goes on with the one behind the last line, where it stands in the same column.
/^[ ]*\/\// {
    at = index($0, "//")
    text = plain(substr($0, at + 2))
    print substr($0, 1, at - 1) (behind == at ? "///<" : "///") text
    if (behind != at) behind = 0
    next
}

# A function right below another one, without a comment of its own: what is said above is said of both.
after && /^[a-z].*[a-z0-9_]\(/ { printf "/** As %s, above. */ ", after }
{ after = "" }
/^[a-z].*[a-z0-9_]\(/ {
    name = $0
    sub(/\(.*/, "", name)
    sub(/.*[ *]/, "", name)
}
name != "" && /\);$/ { after = name; name = "" }

# Code with a comment behind it.
/[^ ].*[ ]\/\/ / {
    at = match($0, /[ ]\/\/ /) + 1
    behind = at
    print substr($0, 1, at - 1) "///<" plain(substr($0, at + 2))
    next
}

{ behind = 0; print }
