// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The OpenGL 3.3 core functions that the viewer calls, found at run time through SDL, so that no GL library is linked.
// The table lives in the viewer, not at file scope: two viewers with two contexts stay independent.

#ifndef BELAY_VIEWER_GL_GL_H
#define BELAY_VIEWER_GL_GL_H

#include <SDL.h>
#include <SDL_opengl.h>
#include <SDL_opengl_glext.h>

#include <stdbool.h>

// One line per function: result, name without "gl", parameters.
#define VW_GL_FUNCTIONS(X)                                                                                             \
    X(void, ActiveTexture, (GLenum unit))                                                                              \
    X(void, AttachShader, (GLuint program, GLuint shader))                                                             \
    X(void, BindBuffer, (GLenum target, GLuint buffer))                                                                \
    X(void, BindBufferBase, (GLenum target, GLuint index, GLuint buffer))                                              \
    X(void, BindFramebuffer, (GLenum target, GLuint framebuffer))                                                      \
    X(void, BindRenderbuffer, (GLenum target, GLuint renderbuffer))                                                    \
    X(void, BindTexture, (GLenum target, GLuint texture))                                                              \
    X(void, BindVertexArray, (GLuint array))                                                                           \
    X(void, BlendFuncSeparate, (GLenum src, GLenum dst, GLenum src_alpha, GLenum dst_alpha))                           \
    X(void, BlitFramebuffer,                                                                                           \
      (GLint sx0, GLint sy0, GLint sx1, GLint sy1, GLint dx0, GLint dy0, GLint dx1, GLint dy1, GLbitfield mask,        \
       GLenum filter))                                                                                                 \
    X(void, BufferData, (GLenum target, GLsizeiptr size, const void* data, GLenum usage))                              \
    X(GLenum, CheckFramebufferStatus, (GLenum target))                                                                 \
    X(void, Clear, (GLbitfield mask))                                                                                  \
    X(void, ClearColor, (GLfloat r, GLfloat g, GLfloat b, GLfloat a))                                                  \
    X(void, ColorMask, (GLboolean r, GLboolean g, GLboolean b, GLboolean a))                                           \
    X(void, CompileShader, (GLuint shader))                                                                            \
    X(GLuint, CreateProgram, (void))                                                                                   \
    X(GLuint, CreateShader, (GLenum type))                                                                             \
    X(void, DeleteBuffers, (GLsizei count, const GLuint* buffers))                                                     \
    X(void, DeleteFramebuffers, (GLsizei count, const GLuint* framebuffers))                                           \
    X(void, DeleteProgram, (GLuint program))                                                                           \
    X(void, DeleteRenderbuffers, (GLsizei count, const GLuint* renderbuffers))                                         \
    X(void, DeleteShader, (GLuint shader))                                                                             \
    X(void, DeleteTextures, (GLsizei count, const GLuint* textures))                                                   \
    X(void, DeleteVertexArrays, (GLsizei count, const GLuint* arrays))                                                 \
    X(void, DepthFunc, (GLenum func))                                                                                  \
    X(void, DepthMask, (GLboolean flag))                                                                               \
    X(void, Disable, (GLenum cap))                                                                                     \
    X(void, DrawArrays, (GLenum mode, GLint first, GLsizei count))                                                     \
    X(void, DrawArraysInstanced, (GLenum mode, GLint first, GLsizei count, GLsizei instances))                         \
    X(void, DrawBuffer, (GLenum mode))                                                                                 \
    X(void, DrawElementsInstanced, (GLenum mode, GLsizei count, GLenum type, const void* indices, GLsizei instances))  \
    X(void, Enable, (GLenum cap))                                                                                      \
    X(void, EnableVertexAttribArray, (GLuint index))                                                                   \
    X(void, FramebufferRenderbuffer, (GLenum target, GLenum attachment, GLenum rb_target, GLuint renderbuffer))        \
    X(void, FramebufferTexture2D, (GLenum target, GLenum attachment, GLenum tex_target, GLuint texture, GLint level))  \
    X(void, FrontFace, (GLenum mode))                                                                                  \
    X(void, GenBuffers, (GLsizei count, GLuint * buffers))                                                             \
    X(void, GenFramebuffers, (GLsizei count, GLuint * framebuffers))                                                   \
    X(void, GenRenderbuffers, (GLsizei count, GLuint * renderbuffers))                                                 \
    X(void, GenTextures, (GLsizei count, GLuint * textures))                                                           \
    X(void, GenVertexArrays, (GLsizei count, GLuint * arrays))                                                         \
    X(void, GetIntegerv, (GLenum name, GLint * value))                                                                 \
    X(void, GetProgramInfoLog, (GLuint program, GLsizei size, GLsizei * length, GLchar * text))                        \
    X(void, GetProgramiv, (GLuint program, GLenum name, GLint * value))                                                \
    X(void, GetShaderInfoLog, (GLuint shader, GLsizei size, GLsizei * length, GLchar * text))                          \
    X(void, GetShaderiv, (GLuint shader, GLenum name, GLint * value))                                                  \
    X(const GLubyte*, GetString, (GLenum name))                                                                        \
    X(GLint, GetUniformLocation, (GLuint program, const GLchar* name))                                                 \
    X(GLuint, GetUniformBlockIndex, (GLuint program, const GLchar* name))                                              \
    X(void, LinkProgram, (GLuint program))                                                                             \
    X(void, PixelStorei, (GLenum name, GLint value))                                                                   \
    X(void, PolygonOffset, (GLfloat factor, GLfloat units))                                                            \
    X(void, ReadBuffer, (GLenum mode))                                                                                 \
    X(void, ReadPixels, (GLint x, GLint y, GLsizei w, GLsizei h, GLenum format, GLenum type, void* pixels))            \
    X(void, RenderbufferStorageMultisample,                                                                            \
      (GLenum target, GLsizei samples, GLenum format, GLsizei width, GLsizei height))                                  \
    X(void, ShaderSource, (GLuint shader, GLsizei count, const GLchar* const* text, const GLint* length))              \
    X(void, TexImage2D,                                                                                                \
      (GLenum target, GLint level, GLint internal_format, GLsizei width, GLsizei height, GLint border, GLenum format,  \
       GLenum type, const void* pixels))                                                                               \
    X(void, TexSubImage2D,                                                                                             \
      (GLenum target, GLint level, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,        \
       const void* pixels))                                                                                            \
    X(void, TexParameteri, (GLenum target, GLenum name, GLint value))                                                  \
    X(void, TexParameterfv, (GLenum target, GLenum name, const GLfloat* values))                                       \
    X(void, Uniform1i, (GLint location, GLint value))                                                                  \
    X(void, UniformBlockBinding, (GLuint program, GLuint block, GLuint binding))                                       \
    X(void, UseProgram, (GLuint program))                                                                              \
    X(void, VertexAttribDivisor, (GLuint index, GLuint divisor))                                                       \
    X(void, VertexAttribPointer,                                                                                       \
      (GLuint index, GLint size, GLenum type, GLboolean normalized, GLsizei stride, const void* pointer))              \
    X(void, Viewport, (GLint x, GLint y, GLsizei width, GLsizei height))

#define VW_GL_MEMBER(result, name, parameters) result(APIENTRY* name) parameters;
typedef struct vw_gl {
    VW_GL_FUNCTIONS(VW_GL_MEMBER)
} vw_gl;
#undef VW_GL_MEMBER

// Fills the table for the current context. Returns NULL, or the name of the first function that is missing.
const char* vw_gl_load(vw_gl* gl);

// Compiles and links a program; `defines` (may be "") goes in front of both stages. Returns 0 and fills `error` on
// failure.
GLuint vw_gl_program(const vw_gl* gl, const char* defines, const char* vertex, const char* fragment, char* error,
                     size_t error_size);

#endif
