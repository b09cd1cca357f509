-- SPDX-License-Identifier: MIT
-- SPDX-FileCopyrightText: 2026 The Belay authors
--
-- Belay's libraries as projects of any premake workspace, and nothing else: no workspace, configuration, test or demo.
-- Paths and flags of objects and targets are the workspace's own.
--
--     workspace "game"
--         ...
--     include "external/belay/belay.lua"    (premake4: dofile)
--
--     project "game"
--         ...
--         belay.use()             the engine: include folders and libraries, or
--         belay.use_haptics()     haptics and the engine; where belay.haptics is true, that is, SDL2 is found
--
-- Before the include, `belay = { ... }` may say
--
--     plain = true      without zlib, SuiteSparse, libwebsockets and cJSON, even where they are: the engine then stands
--                       on the C library, libm and threads, and haptics on SDL2
--     haptics = false   without haptics, even where SDL2 is
--     prefix = "DIR"    a folder with include/ and lib/ of the packages, looked into first
--     stb = "DIR"       the folder that holds stb_ds.h, where it is not in a package's include/stb/

belay = belay or {}

-- premake makes a script's folder the current one.
local here = os.getcwd()
local target_system = os.target and os.target() or os.get()
local is_windows = target_system == "windows"
local is_msvc = (_ACTION or ""):match("^vs") ~= nil

---------------------------------------------------------------------------------------------------------------------
-- Packages.
---------------------------------------------------------------------------------------------------------------------

local prefixes = { "/usr", "/usr/local", "/opt/homebrew", "/opt/local" }
if is_windows then
    prefixes = {}
end
if belay.prefix then
    table.insert(prefixes, 1, path.getabsolute(belay.prefix))
end

-- The first prefix that has include/<header>, or nil.
function belay.find_prefix(header)
    for _, prefix in ipairs(prefixes) do
        if os.isfile(prefix .. "/include/" .. header) then
            return prefix
        end
    end
end

-- Folders whose headers give no warnings.
local function external(dirs)
    local word = externalincludedirs or sysincludedirs
    if word then
        word(dirs)
        return
    end
    for _, dir in ipairs(dirs) do
        buildoptions { "-isystem \"" .. dir .. "\"" }
    end
end

-- Compilers know /usr by themselves, and naming it again would reorder their own headers.
function belay.use_prefix(prefix)
    if prefix ~= "/usr" then
        external { prefix .. "/include" }
        libdirs { prefix .. "/lib" }
    end
end

function belay.write_if_changed(name, text)
    local old = io.open(name, "rb")
    local same = old and old:read("*a") == text
    if old then
        old:close()
    end
    if not same then
        os.mkdir(path.getdirectory(name))
        local new = assert(io.open(name, "wb"))
        new:write(text)
        new:close()
    end
end

-- The engine says <stb/stb_ds.h>, as Debian has it; elsewhere the headers lie bare in a folder, so forward to them.
local function stb_prefix()
    local bare = belay.stb and path.getabsolute(belay.stb)
    if not bare and not belay.find_prefix("stb/stb_ds.h") then
        local prefix = belay.find_prefix("stb_ds.h")
        bare = prefix and prefix .. "/include"
    end
    if not bare then
        return belay.find_prefix("stb/stb_ds.h")
    end
    local forwarded = here .. "/build/generated/stb"
    for _, header in ipairs(os.matchfiles(bare .. "/stb_*.h")) do
        local name = path.getname(header)
        belay.write_if_changed(forwarded .. "/include/stb/" .. name, "#include \"" .. bare .. "/" .. name .. "\"\n")
    end
    return forwarded
end

local packages = { stb = stb_prefix(), sdl2 = belay.find_prefix("SDL2/SDL.h") }
if not belay.plain then
    -- macOS has it in its SDK, which the compiler finds by itself.
    packages.zlib = belay.find_prefix("zlib.h") or (target_system == "macosx" and "/usr") or nil
    packages.suitesparse = belay.find_prefix("suitesparse/klu.h") or belay.find_prefix("klu.h")
    -- A device's service speaks JSON over a WebSocket: both, or neither.
    packages.cjson = belay.find_prefix("cjson/cJSON.h")
    packages.websocket = packages.cjson and belay.find_prefix("libwebsockets.h")
end
belay.packages = packages

if _ACTION and not packages.stb then
    print("Note: stb is not found (Debian: libstb-dev); the engine will not compile without it.")
end

function belay.use_sdl2_headers()
    belay.use_prefix(packages.sdl2)
    external { packages.sdl2 .. "/include/SDL2" }
end

-- Says that a package is there. Our own workspace puts something else here, as one of its configurations is plain.
belay.define = belay.define or function(name)
    defines { name }
end

---------------------------------------------------------------------------------------------------------------------
-- What programs say.
---------------------------------------------------------------------------------------------------------------------

-- The packages below the engine, for whatever links it.
function belay.use_packages()
    if packages.suitesparse then
        belay.use_prefix(packages.suitesparse)
        links { "klu", "btf", "colamd", "amd", "suitesparseconfig" }
    end
    if packages.zlib then
        belay.use_prefix(packages.zlib)
        links { is_windows and "zlib" or "z" }
    end
    if not is_windows then
        links { "m", "pthread" }
    end
end

-- Those below haptics, beside SDL2 and the engine's.
function belay.use_haptics_packages()
    if packages.websocket then
        belay.define("BELAY_HAVE_WEBSOCKET")
        belay.use_prefix(packages.websocket)
        belay.use_prefix(packages.cjson)
        links { "websockets", "cjson" }
    end
end

function belay.use()
    includedirs { here .. "/engine/include" }
    links { "belay" }
    belay.use_packages()
end

function belay.use_haptics()
    includedirs { here .. "/haptics/include" }
    links { "belay_haptics" }
    includedirs { here .. "/engine/include" }
    links { "belay" }
    belay.use_haptics_packages()
    belay.use_sdl2_headers()
    links { "SDL2" }
    belay.use_packages()
end

---------------------------------------------------------------------------------------------------------------------
-- The libraries.
---------------------------------------------------------------------------------------------------------------------

-- Results must not depend on the compiler's taste: no fused multiply-add, no fast-math, no -march.
function belay.use_exact_numbers()
    if is_msvc then
        buildoptions { "/fp:precise" }
    else
        -- Contraction would change bits with the processor. errno and floating-point traps nobody looks at: without
        -- them roots and comparisons are single instructions, with the same bits.
        buildoptions { "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math" }
    end
end

local function library(name, folder, excluded)
    local found = {}
    for _, kind_of_file in ipairs { ".c", ".h" } do
        for _, source in ipairs(os.matchfiles(folder .. "/**" .. kind_of_file)) do
            if not excluded or source:find(excluded, 1, true) == nil then
                table.insert(found, source)
            end
        end
    end
    table.sort(found)

    project(name)
    kind "StaticLib"
    language "C"
    files(found)
    belay.use_exact_numbers()
    if cdialect then
        cdialect "C11"
    else
        buildoptions { "-std=c11" }
    end
    if is_msvc then
        buildoptions { "/utf-8", "/experimental:c11atomics" }
        defines { "_CRT_SECURE_NO_WARNINGS", "_USE_MATH_DEFINES" }
    end
    -- For shared libraries and plug-ins too; no call within goes by way of their tables.
    if target_system == "linux" then
        buildoptions { "-fPIC", "-fno-semantic-interposition" }
    end
end

library("belay", "engine", "engine/tools/")
includedirs { "engine/include", "engine" }
if packages.stb then
    belay.use_prefix(packages.stb)
end
if packages.zlib then
    belay.define("BELAY_HAVE_ZLIB")
    belay.use_prefix(packages.zlib)
end
if packages.suitesparse then
    belay.define("BELAY_HAVE_SUITESPARSE")
    -- <klu.h>, wherever the headers lie.
    belay.use_prefix(packages.suitesparse)
    if os.isfile(packages.suitesparse .. "/include/suitesparse/klu.h") then
        external { packages.suitesparse .. "/include/suitesparse" }
    end
end

-- Threads, the clock and the loading of a maker's library are SDL2's.
belay.haptics = belay.haptics ~= false and packages.sdl2 ~= nil
if belay.haptics then
    library("belay_haptics", "haptics/src")
    targetname "haptics"
    includedirs { "haptics/include", "haptics/src", "engine/include" }
    belay.use_sdl2_headers()
    if packages.websocket then
        belay.define("BELAY_HAVE_WEBSOCKET")
        belay.use_prefix(packages.websocket)
        belay.use_prefix(packages.cjson)
    end
end
