// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/film.h"

#include "knot/show.h"
#include "scenes/vec.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------------
// Taking
// ------------------------------------------------------------------------------------------------------------------

static bool film_begin(film* f, const options* o, const rope* r)
{
    f->mu = r->def.mu;
    f->node_capacity = r->form.node_count + 1; // a cut makes two nodes of one
    f->capacity = (int)(o->seconds * FILM_RATE) + 1;
    size_t points = (size_t)f->capacity * (size_t)f->node_capacity;
    f->frames = malloc((size_t)f->capacity * sizeof *f->frames);
    f->nodes = malloc(points * sizeof *f->nodes);
    f->turns = malloc(points * sizeof *f->turns);
    return f->frames != NULL && f->nodes != NULL && f->turns != NULL;
}

bool film_take(film* f, const options* o, const rope* r, const script* hands, uint64_t knot)
{
    double time = hands->head_start + r->now.time;
    if (f->frames == NULL && !film_begin(f, o, r)) return false;
    for (; f->count < f->capacity && (double)f->count / FILM_RATE <= time; f->count++) {
        size_t first = (size_t)f->count * (size_t)f->node_capacity, count = (size_t)r->form.node_count;
        f->frames[f->count] = (film_frame){hands->force, hands->phase, knot, r->form.pieces};
        memcpy(f->nodes + first, r->form.nodes, count * sizeof *f->nodes);
        memcpy(f->turns + first, r->form.frames, count * sizeof *f->turns);
    }
    return true;
}

void film_free(film* f)
{
    free(f->frames);
    free(f->nodes);
    free(f->turns);
    memset(f, 0, sizeof *f);
}

// ------------------------------------------------------------------------------------------------------------------
// Drawing
// ------------------------------------------------------------------------------------------------------------------

typedef struct theatre {
    const film* films;
    const options* o;
    viewer* v;
    show show;
    rope_form form; // the one that is drawn
    double floor;   // m, below all that will be seen
} theatre;

static double lane_y(const theatre* t, int i)
{
    return 0.24 * (0.5 * (t->o->mus.count - 1) - i);
}

static int nodes_of(const film* f, int k)
{
    const rope_pieces* pieces = &f->frames[k].pieces;
    return pieces->first[pieces->count];
}

static double lowest_of(const film* films, int count)
{
    double lowest = 0.0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < films[i].count; k++)
            for (int j = 0; j < nodes_of(&films[i], k); j++)
                lowest = fmin(lowest, films[i].nodes[k * films[i].node_capacity + j].z);
    return lowest;
}

static int frame_of(const film* f, int k)
{
    return k < f->count ? k : f->count - 1;
}

static void draw_rope(theatre* t, int i, int k)
{
    const film* f = &t->films[i];
    int frame = frame_of(f, k), count = nodes_of(f, frame);
    size_t first = (size_t)frame * (size_t)f->node_capacity;
    t->form.node_count = count;
    t->form.pieces = f->frames[frame].pieces;
    memcpy(t->form.nodes, f->nodes + first, (size_t)count * sizeof *f->nodes);
    memcpy(t->form.frames, f->turns + first, (size_t)count * sizeof *f->turns);
    show_draw_rope(&t->show, &t->form, v3(0.0, lane_y(t, i), 0.0), show_color(f->mu));
}

static void draw_label(theatre* t, int i, int k)
{
    const film* f = &t->films[i];
    char text[64];
    double px, py;
    if (!viewer_camera_project(t->v, v3(0.0, lane_y(t, i), 0.0), &px, &py)) return;
    snprintf(text, sizeof text, "\xCE\xBC = %g%s", f->mu, f->frames[frame_of(f, k)].knot == 3 ? ", trefoil" : "");
    viewer_text_draw(t->v, 28.0, py, 22.0, VIEWER_ALIGN_LEFT, show_color(f->mu), text);
}

static void draw_caption(theatre* t, int k)
{
    static const char* const does[SCRIPT_DONE + 1] = {"A hand leads the end through",
                                                      "Let go: the knot finds its shape",
                                                      "Drawn tight",
                                                      "Held",
                                                      "Let go: stiffness opens it, friction holds it",
                                                      "Let go: stiffness opens it, friction holds it"};
    const film* f = &t->films[0];
    const film_frame* frame = &f->frames[frame_of(f, k)];
    char text[96];
    snprintf(text, sizeof text, "%.1f s   %.1f N at each end", (double)k / FILM_RATE, frame->force);
    viewer_caption_draw(t->v, 28.0, 150.0, does[frame->phase], text);
}

static void draw_frame(theatre* t, int k)
{
    double depth = lane_y(t, 0) + 0.1;
    viewer_frame_begin(t->v);
    viewer_camera_fov_set(t->v, 0.4);
    viewer_camera_angles_set(t->v, -0.5 * SCENE_PI, 0.95);
    viewer_camera_shift_set(t->v, 0.0, 0.0);
    viewer_camera_fit(t->v, v3(-0.42, -depth - 0.08, -0.02), v3(0.42, depth + 0.08, 0.02));
    viewer_camera_shift_set(t->v, 0.0, -0.04);
    viewer_ground_draw(t->v, t->floor, 0.1);
    for (int i = 0; i < t->o->mus.count; i++)
        draw_rope(t, i, k);
    for (int i = 0; i < t->o->mus.count; i++)
        draw_label(t, i, k);
    draw_caption(t, k);
    viewer_frame_end(t->v);
}

// Begins when the rope is in the picture.
static bool play(theatre* t, shell* s)
{
    shell_animation a;
    if (!shell_animation_open(s, &a, "run.png")) return false;
    for (int k = t->films[0].capacity / 6; k < t->films[0].capacity; k++) {
        draw_frame(t, k);
        if (!shell_animation_add(s, &a)) break;
    }
    return shell_animation_close(s, &a);
}

bool film_write(const film* films, shell* s)
{
    theatre* t = calloc(1, sizeof *t);
    if (t == NULL) {
        shell_fail(s, "no memory for the animation");
        return false;
    }
    bool is_good = true;
    if (shell_canvas_open(s, SHELL_CANVAS_ANIMATION, false)) {
        t->films = films;
        t->o = s->options;
        t->floor = lowest_of(films, t->o->mus.count) - 0.02;
        t->v = t->show.v = s->v;
        is_good = play(t, s);
        shell_canvas_close(s);
    }
    free(t);
    return is_good;
}
