// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Loading of OpenGL functions and building of shader programs.

#include "viewer/gl/gl.h"
#include "viewer/gl/shaders.h"

#include <stdio.h>
#include <string.h>

// ISO C has no conversion from an object pointer to a function pointer; the bytes are copied, as POSIX advises.
static bool load_one(void* slot, const char* name)
{
    void* address = SDL_GL_GetProcAddress(name);
    memcpy(slot, &address, sizeof address);
    return address != NULL;
}

const char* vw_gl_load(vw_gl* gl)
{
#define LOAD(result, name, parameters)                                                                                 \
    if (!load_one(&gl->name, "gl" #name)) return "gl" #name;
    VW_GL_FUNCTIONS(LOAD)
#undef LOAD
    return NULL;
}

static GLuint compile(const vw_gl* gl, GLenum type, const char* defines, const char* text, char* error,
                      size_t error_size)
{
    const GLchar* parts[5] = {"#version 330 core\n", defines, vw_shader_frame, vw_shader_light, text};
    GLuint shader = gl->CreateShader(type);
    GLint ok = 0;
    gl->ShaderSource(shader, 5, parts, NULL);
    gl->CompileShader(shader);
    gl->GetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (!ok) {
        gl->GetShaderInfoLog(shader, (GLsizei)error_size, NULL, error);
        gl->DeleteShader(shader);
        return 0;
    }
    return shader;
}

GLuint vw_gl_program(const vw_gl* gl, const char* defines, const char* vertex, const char* fragment, char* error,
                     size_t error_size)
{
    GLuint vs = compile(gl, GL_VERTEX_SHADER, defines, vertex, error, error_size);
    GLuint fs = vs ? compile(gl, GL_FRAGMENT_SHADER, defines, fragment, error, error_size) : 0;
    if (!fs) {
        if (vs) gl->DeleteShader(vs);
        return 0;
    }
    GLuint program = gl->CreateProgram();
    GLint ok = 0;
    gl->AttachShader(program, vs);
    gl->AttachShader(program, fs);
    gl->LinkProgram(program);
    gl->DeleteShader(vs);
    gl->DeleteShader(fs);
    gl->GetProgramiv(program, GL_LINK_STATUS, &ok);
    if (!ok) {
        gl->GetProgramInfoLog(program, (GLsizei)error_size, NULL, error);
        gl->DeleteProgram(program);
        return 0;
    }
    GLuint block = gl->GetUniformBlockIndex(program, "Frame");
    if (block != GL_INVALID_INDEX) gl->UniformBlockBinding(program, block, 0);
    return program;
}
