-- SPDX-License-Identifier: MIT
-- SPDX-FileCopyrightText: 2026 The Belay authors
--
-- The build, in premake5's language. `./run build` calls it; by hand it is one of
--
--     premake5 gmake          (gmake2 in releases before 5.0 beta 3)
--     premake5 vs2022 --prefix=C:/vcpkg/installed/x64-windows
--     premake4 --file=premake5.lua gmake
--
-- and then `make -C build config=release`. Makefiles and objects land in build/, programs in build/bin/<config>/. A
-- project is made only when its sources exist and the packages it needs are found, so that the engine builds anywhere.

---------------------------------------------------------------------------------------------------------------------
-- premake4 (4.3 is what Debian packs): the words of premake5 used below, said in its own.
---------------------------------------------------------------------------------------------------------------------

if not workspace then
    local function list(value)
        return type(value) == "table" and value or { value }
    end

    workspace = solution

    -- "configurations:debug" -> "debug", "system:windows" -> "windows": premake4 matches the bare word.
    function filter(terms)
        local bare = {}
        for _, term in ipairs(list(terms)) do
            table.insert(bare, (term:gsub("^%a+:", "")))
        end
        configuration(bare)
    end

    function optimize(level)
        if level ~= "Off" then
            flags { level == "Speed" and "OptimizeSpeed" or "Optimize" }
        end
    end

    function symbols(state)
        if state == "On" then
            flags { "Symbols" }
        end
    end

    function cdialect(name)
        buildoptions { "-std=" .. name:lower() }
    end

    function externalincludedirs(dirs)
        for _, dir in ipairs(list(dirs)) do
            buildoptions { "-isystem \"" .. dir .. "\"" }
        end
    end

    -- premake4 names an object after its source's base name alone, so two x.c in one project would share x.o. Give it
    -- the whole path instead: ../engine/math/quat.c -> engine.math.quat.o.
    local basename = path.getbasename
    function path.getbasename(name)
        if name:match("/.*%.c$") then
            return (name:gsub("^[./]+", ""):gsub("/", "."):gsub("%.c$", ""))
        end
        return basename(name)
    end

    -- premake4 lets a parallel make compile before the folders exist; say that they come first.
    local rules = premake.make and premake.make.cpp
    if rules and rules.pchrules then
        local pchrules = rules.pchrules
        function rules.pchrules(prj)
            pchrules(prj)
            _p("$(OBJECTS): | $(OBJDIR)")
            _p("$(TARGET): | $(TARGETDIR)")
            _p("")
        end
    end
end

externalincludedirs = externalincludedirs or sysincludedirs

---------------------------------------------------------------------------------------------------------------------
-- Where we are, and what is here.
---------------------------------------------------------------------------------------------------------------------

newoption {
    trigger = "prefix",
    value = "DIR",
    description = "Folder with include/ and lib/ of SDL2, stb, Criterion and the others, e.g. a vcpkg triplet",
}

newoption {
    trigger = "stb",
    value = "DIR",
    description = "Folder that holds stb_ds.h, where stb is not in a package's include/stb/",
}

local target_system = os.target and os.target() or os.get()
local is_windows = target_system == "windows"
local is_msvc = (_ACTION or ""):match("^vs") ~= nil

-- Projects belong to a workspace, so it is opened first; its settings are below.
local all_configurations = { "release", "debug", "sanitize", "thread", "plain" }

workspace "belay"
    configurations(all_configurations)
    location "build"

belay = { prefix = _OPTIONS["prefix"], stb = _OPTIONS["stb"] }

-- Not in the configuration plain: release for those who want no package but SDL2 below the libraries.
function belay.define(name)
    filter { "configurations:not plain" }
        defines { name }
    filter {}
end

dofile "belay.lua"
local find_prefix, use_prefix, write_if_changed = belay.find_prefix, belay.use_prefix, belay.write_if_changed

-- A document's program, the first C block with a main, so that the tests can compile and run what the reader sees.
local function extract_example(document, name, head)
    local opened = io.open(document, "rb")
    if opened then
        local text = opened:read("*a"):gsub("\r", "")
        opened:close()
        for block in ("\n" .. text):gmatch("\n```c\n(.-)\n```") do
            if block:match("main%s*%(") then
                write_if_changed(name, head .. block .. "\n")
                return
            end
        end
    end
    os.remove(name)
end

-- Those that the tests call, by other names than main.
local example_folder = "build/examples"
local function extract_tested_example(document, name)
    local head = "// The example of " .. document .. ".\n#define main " .. name .. "_example\nint main(void);\n"
    extract_example(document, example_folder .. "/" .. name .. ".c", head)
end

local sdl2, zlib, suitesparse = belay.packages.sdl2, belay.packages.zlib, belay.packages.suitesparse
local websocket = belay.packages.websocket
local criterion = find_prefix("criterion/criterion.h")
local assimp, expat = find_prefix("assimp/cimport.h"), find_prefix("expat.h")
local siconos = find_prefix("siconos/numerics/fc3d_Solvers.h")

-- The engines beside which `bench rigid` and `bench motion` measure. Bullet has no C interface: it takes a C++ compiler too.
local has_cxx = not is_windows and (os.getenv("CXX") or os.pathsearch("g++", os.getenv("PATH")) or
    os.pathsearch("c++", os.getenv("PATH"))) and true
local bullet = has_cxx and find_prefix("bullet/btBulletDynamicsCommon.h")
local ode = find_prefix("ode/ode.h")
local mujoco = find_prefix("mujoco/mujoco.h")

if _ACTION then
    if not sdl2 then
        print("Note: SDL2 is not found (Debian: libsdl2-dev); the demos and haptics are left out.")
    end
    if not criterion then
        print("Note: Criterion is not found (Debian: libcriterion-dev); the tests are left out.")
    end
    if sdl2 and not websocket then
        print("Note: libwebsockets and cJSON are not both found (Debian: libwebsockets-dev, libcjson-dev); " ..
            "haptics does without the devices of a service.")
    end
    if not zlib then
        print("Note: zlib is not found (Debian: zlib1g-dev); compressed problems (.gz) cannot be read or written, and the " ..
            "demos are left out.")
    end
    if not suitesparse then
        print("Note: SuiteSparse is not found (Debian: libsuitesparse-dev); Newton methods do without pivots from whole rows.")
    end
    if not (assimp and expat) then
        print("Note: of Assimp and expat (Debian: libassimp-dev, libexpat1-dev) one is not found; belay-import does without " ..
            "meshes or robots.")
    end
    if not siconos then
        print("Note: Siconos is not found (Debian: libsiconos-numerics-dev); `bench solver` compares with its targets only.")
    end
    if not (bullet and ode and mujoco) then
        print("Note: of Bullet, ODE and MuJoCo (Debian: libbullet-dev and g++, libode-dev, libmujoco-dev) " ..
            "`bench rigid` and `bench motion` leave out those that are not found.")
    end
    extract_example("README.md", "build/generated/readme_example.c", "// README.md's example.\n")
    extract_tested_example("haptics/docs/own_loop.md", "own_loop")
    extract_tested_example("haptics/docs/two_devices.md", "two_devices")
end

-- What the pages show in C is compiled, and whole programs are run by the tests.
local pages = dofile "tests/pages/pages.lua"
for _, page in ipairs(os.matchfiles("engine/docs/**.md")) do
    pages.read("build/pages", page, "belay/belay.h", write_if_changed)
end
if sdl2 then
    for _, page in ipairs(os.matchfiles("haptics/docs/*.md")) do
        pages.read("build/pages", page, "belay/haptics.h", write_if_changed)
    end
end

---------------------------------------------------------------------------------------------------------------------
-- Settings of every project.
---------------------------------------------------------------------------------------------------------------------

workspace "belay"
    language "C"
    symbols "On"

    belay.use_exact_numbers()
    if is_msvc then
        buildoptions { "/W4", "/WX", "/utf-8" }
        defines { "_CRT_SECURE_NO_WARNINGS", "_USE_MATH_DEFINES" }
        systemversion "latest"
    else
        buildoptions { "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror" }
    end
    -- A program loads only those packages that it calls.
    if target_system == "linux" then
        linkoptions { "-Wl,--as-needed" }
    end

    if belay.packages.stb then
        use_prefix(belay.packages.stb)
    end
    if zlib then
        belay.define("BELAY_HAVE_ZLIB")
    end
    if suitesparse then
        belay.define("BELAY_HAVE_SUITESPARSE")
    end

    for _, name in ipairs(all_configurations) do
        filter { "configurations:" .. name }
            targetdir("build/bin/" .. name)
    end

    filter { "configurations:debug" }
        optimize "Off"

    for _, name in ipairs { "release", "plain" } do
        filter { "configurations:" .. name }
            optimize "On"
            -- What writes past an array ends the program instead of going on.
            if target_system == "linux" then
                buildoptions { "-O3", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2", "-fstack-protector-strong" }
                linkoptions { "-Wl,-z,relro,-z,now" }
            end
    end

    -- Claims of the engine about itself (engine/core/assert.h).
    for _, name in ipairs(all_configurations) do
        if name ~= "release" and name ~= "plain" then
            filter { "configurations:" .. name }
                defines { "BELAY_ENABLE_ASSERT" }
        end
    end

    if is_msvc then
        filter { "configurations:sanitize" }
            buildoptions { "/fsanitize=address" }
    else
        filter { "configurations:sanitize" }
            buildoptions {
                "-O2", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer",
            }
            linkoptions { "-fsanitize=address,undefined" }

        filter { "configurations:thread" }
            buildoptions { "-O1", "-fsanitize=thread" }
            linkoptions { "-fsanitize=thread" }
    end

    filter {}

---------------------------------------------------------------------------------------------------------------------
-- Projects.
---------------------------------------------------------------------------------------------------------------------

local made = {}

-- What belongs to C and would be refused in C++.
local function use_c()
    cdialect "C11"
    if not is_msvc then
        buildoptions { "-Wstrict-prototypes" }
    end
end

local function use_objdirs(name)
    for _, config in ipairs(all_configurations) do
        filter { "configurations:" .. config }
            objdir("build/obj/" .. config .. "/" .. name)
    end
    filter {}
end

local function is_below(name, folders)
    for _, folder in ipairs(folders) do
        if name == folder or name:sub(1, #folder + 1) == folder .. "/" then
            return true
        end
    end
    return false
end

-- The files of a kind (".c") below `folders`, without those in or below `excluded` (one, or several).
local function find_files(folders, kind_of_file, excluded)
    local found = {}
    if type(excluded) ~= "table" then
        excluded = { excluded }
    end
    for _, folder in ipairs(folders) do
        for _, name in ipairs(os.matchfiles(folder .. "/**" .. kind_of_file)) do
            if not is_below(name, excluded) then
                table.insert(found, name)
            end
        end
    end
    table.sort(found)
    return found
end

-- Opens a project over the C files below `folders`, but for those in the list `excluded` of files and folders (may be
-- nil), and tells whether there are any; without any there is no project.
local function belay_project(name, project_kind, folders, excluded)
    local sources = find_files(folders, ".c", excluded)
    if #sources == 0 then
        return false
    end

    project(name)
        kind(project_kind)
        files(sources)
        files(find_files(folders, ".h", excluded))
        use_c()
        use_objdirs(name)
    made[name] = true
    return true
end

-- Links those of our libraries that exist (dependents first), then what they stand on.
local function use_libraries(names)
    for _, name in ipairs(names) do
        if made[name] then
            links { name }
        end
    end
end

-- What the engine stands on; said by every program that links it.
local use_engine_packages = belay.use_packages
local use_sdl2_headers = belay.use_sdl2_headers

local function use_sdl2()
    use_sdl2_headers()
    if is_windows then
        libdirs { sdl2 .. "/lib/manual-link" }
        links { "SDL2main" }
    end
    links { "SDL2" }
end

-- What haptics stands on beside the engine and SDL2; said by every program that links it, before use_sdl2.
local function use_haptics_packages()
    if made["belay_haptics"] then
        belay.use_haptics_packages()
    end
end

-- belay.lua opened them.
for _, name in ipairs(belay.haptics and { "belay", "belay_haptics" } or { "belay" }) do
    project(name)
        use_c()
        use_objdirs(name)
    made[name] = true
end

-- The solver by itself, for problems in files. Only the public headers.
if belay_project("belay_solve", "ConsoleApp", { "engine/tools/belay_solve" }) then
    targetname "belay-solve"
    includedirs { "engine/include" }
    use_libraries { "belay" }
    use_engine_packages()
end

-- Meshes and robots as scenes. Only the public headers; it reads what there are packages for.
if belay_project("belay_import", "ConsoleApp", { "engine/tools/belay_import" }) then
    targetname "belay-import"
    includedirs { "engine/include" }
    use_libraries { "belay" }
    if assimp then
        defines { "BELAY_HAVE_ASSIMP" }
        use_prefix(assimp)
        links { "assimp" }
    end
    if expat then
        defines { "BELAY_HAVE_EXPAT" }
        use_prefix(expat)
        links { "expat" }
    end
    use_engine_packages()
end
-- A program of the public headers alone, in a folder of the build's.
local function small_program(name, sources, folder, needs_haptics)
    project(name)
        kind "ConsoleApp"
        files(sources)
        use_c()
        use_objdirs(name)
        for _, config in ipairs(all_configurations) do
            filter { "configurations:" .. config }
                targetdir("build/bin/" .. config .. "/" .. folder)
        end
        filter {}
        includedirs { "engine/include" }
    made[name] = true
    if needs_haptics then
        includedirs { "haptics/include" }
        use_libraries { "belay_haptics" }
        use_haptics_packages()
        use_sdl2()
    end
    use_libraries { "belay" }
    use_engine_packages()
end
-- The programs and blocks of the pages; those of haptics take its library too.
for _, program in ipairs(pages.programs) do
    local needs_haptics = program.page:find("haptic") ~= nil
    if made["belay_haptics"] or not needs_haptics then
        small_program(program.name, { program.file }, "page_programs", needs_haptics)
    end
end
project "page_snippets"
    kind "StaticLib"
    for _, snippet in ipairs(pages.snippets) do
        files { snippet.file }
    end
    use_c()
    use_objdirs("page_snippets")
    includedirs { "engine/include" }
    if sdl2 then
        includedirs { "haptics/include" }
        use_sdl2_headers()
    end

-- Examples: each file of the folder is a program of its own, which needs nothing but the engine; haptic_* haptics too.
for _, source in ipairs(find_files({ "demos/examples" }, ".c")) do
    local needs_haptics = path.getname(source):find("^haptic_") ~= nil
    if made["belay_haptics"] or not needs_haptics then
        local name = "example_" .. path.getname(source):gsub("%.c$", "")
        small_program(name, { source, "demos/examples/example.h" }, "examples", needs_haptics)
    end
end

-- The pictures of the pages.
if belay_project("pages", "ConsoleApp", { "demos/pages" }) then
    includedirs { "engine/include", "demos" }
    use_libraries { "belay" }
    use_engine_packages()
end

-- Scene builders: the engine's public face only, no window, so demos, tests and benchmarks share them.
if belay_project("scenes", "StaticLib", { "demos/scenes" }) then
    includedirs { "engine/include", "demos" }
end

-- The viewer finds OpenGL at run time through SDL_GL_GetProcAddress, hence no OpenGL library anywhere. Its pictures are
-- compressed by zlib.
if sdl2 and zlib then
    if belay_project("viewer", "StaticLib", { "demos/viewer" }) then
        includedirs { "engine/include", "demos" }
        use_prefix(zlib)
        use_sdl2_headers()
    end

    -- main, options, window, files and pictures of all demo programs.
    if belay_project("shell", "StaticLib", { "demos/shell" }) then
        includedirs { "engine/include", "demos" }
        use_sdl2_headers()
    end

    -- A demo program is a folder with a program.c.
    local folders = os.matchdirs("demos/*")
    table.sort(folders)
    for _, folder in ipairs(folders) do
        local name = path.getname(folder)
        if os.isfile(folder .. "/program.c") and belay_project(name, "ConsoleApp", { folder }) then
            includedirs { "haptics/include", "engine/include", "demos" }
            use_libraries { "shell", "viewer", "belay_haptics", "scenes", "belay" }
            use_haptics_packages()
            use_sdl2()
            use_engine_packages()
        end
    end
end

-- For programs that test the haptic library too where it is made.
local function use_haptics_if_made()
    if not made["belay_haptics"] then
        return
    end
    defines { "BELAY_HAVE_HAPTICS" }
    includedirs { "haptics/include", "haptics/src" }
    use_libraries { "belay_haptics" }
    use_haptics_packages()
    use_sdl2_headers()
    links { "SDL2" }
end

local test_folders = { "tests/unit", "tests/scenes", "tests/chaos", "tests/hashes", "tests/fuzz", "tests/support" }
if made["belay_haptics"] then
    table.insert(test_folders, "tests/haptics")
    table.insert(test_folders, example_folder)
end
-- The benchmark's scenes in motion, and what drives Belay through them.
local motion_scenes = find_files({ "tests/bench/motion" }, ".c", {
    "tests/bench/motion/bench_motion.c", "tests/bench/motion/motion_table.c" })
table.insert(motion_scenes, "tests/bench/rigid/bench_rigid_scene.c")
table.insert(motion_scenes, "tests/bench/bench_time.c")
local not_tests = { "tests/haptics/stubs", "tests/chaos/program", "tests/fuzz/program" }
if criterion and belay_project("tests", "ConsoleApp", test_folders, not_tests) then
    includedirs { "engine/include", "engine", "demos", "tests", "tests/bench" }
    files { "demos/shell/options.c", "demos/shell/options.h", "demos/shell/place.c", "demos/shell/place.h" }
    files { "demos/gallery/list/items.c", "demos/gallery/list/items.h" }
    files { "demos/gallery/list/page_layout.c", "demos/gallery/list/page_layout.h" }
    files { "demos/gallery/why.c", "demos/gallery/why.h" }
    files(find_files({ "demos/pages" }, ".c", "demos/pages/page_main.c"))
    if zlib then
        files(find_files({ "demos/viewer/pictures" }, ".c"))
        files(find_files({ "demos/viewer/pictures" }, ".h"))
    end
    files(find_files({ "demos/game/level" }, ".c"))
    files(find_files({ "demos/game/level" }, ".h"))
    files { "demos/game/script.c", "demos/game/held.c", "demos/game/facts.c" }
    files(motion_scenes)
    if made["belay_haptics"] then
        files { "demos/haptic/feel.c", "demos/haptic/feel.h" }
    end
    use_haptics_if_made()
    use_libraries { "scenes", "belay" }
    use_prefix(criterion)
    links { "criterion" }
    use_engine_packages()
end

-- Input by chance for as long as one likes: the runs that the tests make a few of, without Criterion.
if belay_project("fuzz", "ConsoleApp", { "tests/fuzz" }, { "tests/fuzz/test_fuzz.c" }) then
    includedirs { "engine/include", "engine", "tests" }
    use_haptics_if_made()
    use_libraries { "belay" }
    use_engine_packages()
end

-- Libraries as device makers ship them, for the tests to load: stub_x.c becomes stub_x.so beside the program.
if made["tests"] and made["belay_haptics"] then
    for _, source in ipairs(find_files({ "tests/haptics/stubs" }, ".c")) do
        local name = path.getname(source):gsub("%.c$", "")
        project(name)
            kind "SharedLib"
            targetprefix ""
            files { source }
            use_c()
            use_objdirs(name)
        made[name] = true
    end
end

-- The only C++: Bullet's side of the benchmarks.
if bullet and os.isfile("tests/bench/peers/bullet.cpp") then
    project "bench_bullet"
        kind "StaticLib"
        language "C++"
        files { "tests/bench/peers/bullet.cpp", "tests/bench/peers/motion_bullet.cpp" }
        includedirs { "engine/include", "tests/bench" }
        use_prefix(bullet)
        externalincludedirs { bullet .. "/include/bullet" }
        use_objdirs("bench_bullet")
    made["bench_bullet"] = true
end

-- The engines that are here, for the benchmark's program; C++ stands below Bullet.
local function use_peers()
    if made["bench_bullet"] then
        defines { "BELAY_HAVE_BULLET" }
        use_prefix(bullet)
        links { "bench_bullet", "BulletDynamics", "BulletCollision", "LinearMath" }
        links { target_system == "macosx" and "c++" or "stdc++" }
    end
    if ode then
        defines { "BELAY_HAVE_ODE" }
        use_prefix(ode)
        links { "ode" }
    end
    if mujoco then
        defines { "BELAY_HAVE_MUJOCO" }
        use_prefix(mujoco)
        links { "mujoco" }
    end
end

if belay_project("bench", "ConsoleApp", { "tests/bench" }, not made["belay_haptics"] and { "tests/bench/haptics" } or nil) then
    files { "tests/support/readers.c", "tests/support/readers.h", "tests/support/tracking_allocator.c", "tests/support/tracking_allocator.h" }
    includedirs { "engine/include", "engine", "demos", "tests", "tests/bench" }
    if made["belay_haptics"] then
        defines { "BELAY_HAVE_HAPTICS" }
        includedirs { "haptics/include" }
        use_libraries { "belay_haptics" }
        use_haptics_packages()
        use_sdl2_headers()
        links { "SDL2" }
    end
    use_libraries { "scenes", "belay" }
    use_peers()
    if siconos then
        defines { "BELAY_HAVE_SICONOS" }
        use_prefix(siconos)
        externalincludedirs { siconos .. "/include/siconos", siconos .. "/include/siconos/numerics" }
        links { "siconos_numerics" }
    end
    use_engine_packages()
end

-- Random scenes by hand; the tests run the same.
if belay_project("chaos", "ConsoleApp", { "tests/chaos" }, "tests/chaos/suite") then
    includedirs { "engine/include", "engine", "demos", "tests" }
    use_libraries { "belay" }
    use_engine_packages()
end

if belay_project("readme_example", "ConsoleApp", { "build/generated" }) then
    includedirs { "engine/include" }
    use_libraries { "belay" }
    use_engine_packages()
end
