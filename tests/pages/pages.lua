-- SPDX-License-Identifier: MIT
-- SPDX-FileCopyrightText: 2026 The Belay authors
--
-- The C blocks of the pages, as files to compile. Read by premake5.lua.
--
-- A block with a main is a program of its own: page_NAME, for a second one page_NAME_2. Any other block is compiled as
-- the body of a function, or as it stands where it defines functions (a line that is "{" alone). What such a block takes
-- as given is declared above it in the page, where readers do not see it:
--
--     <!-- c
--     extern belay_world* world;
--     -->

local pages = { programs = {}, snippets = {} }

-- Warnings that say no more than that a block is a part of something.
local part = [[
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
]]

local function lines_of(name)
    local file = assert(io.open(name, "rb"))
    local text = file:read("*a"):gsub("\r", "")
    file:close()
    local lines = {}
    for line in (text .. "\n"):gmatch("(.-)\n") do
        table.insert(lines, line)
    end
    return lines
end

-- What is between "```c" and "```", or between "<!-- c" and "-->": a list of kind, first line's number and text.
local function blocks_of(name)
    local found, block, closes = {}, nil, nil
    for number, line in ipairs(lines_of(name)) do
        if block then
            if line == closes then
                table.insert(found, block)
                block = nil
            else
                block.text = block.text .. line .. "\n"
            end
        elseif line == "```c" or line == "<!-- c" then
            closes = line == "```c" and "```" or "-->"
            block = { is_shown = line == "```c", line = number + 1, text = "" }
        end
    end
    return found
end

local function add_program(folder, stem, count, page, block, write)
    local name = "page_" .. stem .. (count > 1 and "_" .. count or "")
    local file = folder .. "/programs/" .. name .. ".c"
    write(file, "// A program of " .. page .. ".\n#line " .. block.line .. " \"" .. page .. "\"\n" .. block.text)
    table.insert(pages.programs, { name = name, file = file, page = page })
end

-- Reads a page; its blocks that are no programs go to one file, which includes `header`.
function pages.read(folder, page, header, write)
    local stem = page:match("([^/]+)%.md$"):lower()
    local text, functions, programs = "", 0, 0
    for _, block in ipairs(blocks_of(page)) do
        local line = "#line " .. block.line .. " \"" .. page .. "\"\n"
        if block.is_shown and block.text:find("main%s*%(") then
            programs = programs + 1
            add_program(folder, stem, programs, page, block, write)
        elseif not block.is_shown or ("\n" .. block.text):find("\n{\n") then
            text = text .. line .. block.text
        else
            functions = functions + 1
            local name = "int page_" .. stem .. "_block_" .. functions .. "(void)"
            text = text .. name .. ";\n" .. name .. "\n{\n" .. line .. block.text .. "return 0;\n}\n"
        end
    end
    if text ~= "" then
        local file = folder .. "/snippets/snippets_" .. stem .. ".c"
        write(file, "// Blocks of " .. page .. ".\n#include <" .. header .. ">\n" .. part .. text)
        table.insert(pages.snippets, { file = file, page = page })
    end
end

return pages
