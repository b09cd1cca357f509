// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/pictures.h"

#include "knot/show.h"
#include "scenes/vec.h"
#include "shell/pictures.h"

#include <stdlib.h>

typedef struct studio {
    const run* runs;
    const options* o;
    shell* shell;
    viewer* v; // the shell's
    show show;
    rope_form laid; // the one that is drawn
} studio;

// One rope of a picture: moved so that the middle of its first piece lies at (x, y), and turned about z so that the
// ends of that lie along x.
typedef struct lane {
    const run_record* record;
    double x, y;
    viewer_color color;
    char label[96];
    belay_vec3 corner; // left of all of the rope, and above it
    double lowest;     // its height
} lane;

// From end to end of the first piece.
static belay_vec3 span_of(const rope_form* f)
{
    return v3_sub(f->nodes[f->pieces.first[1] - 1], f->nodes[0]);
}

// About z, by the angle that lays the line between the ends along x.
static belay_vec3 turned(const rope_form* f, belay_vec3 p)
{
    belay_vec3 span = span_of(f);
    double length = fmax(vec_length_xy(span), 1e-9), c = span.x / length, s = span.y / length;
    return v3(c * p.x + s * p.y, c * p.y - s * p.x, p.z);
}

static void lay(lane* l, rope_form* f)
{
    const rope_form* from = &l->record->form;
    belay_vec3 low = v3(1e9, 1e9, 1e9), high = v3(-1e9, -1e9, -1e9);
    belay_vec3 span = span_of(from);
    belay_quat turn = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), -atan2(span.y, span.x));
    *f = *from;
    for (int i = 0; i < f->node_count; i++) {
        belay_vec3 p = f->nodes[i] = turned(from, from->nodes[i]);
        if (i >= f->pieces.first[1]) continue;
        low = v3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = v3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    belay_vec3 to = v3_sub(v3(l->x, l->y, 0.0), v3_scale(0.5, v3_add(low, high)));
    for (int i = 0; i < f->node_count; i++)
        f->nodes[i] = v3_add(f->nodes[i], to);
    for (int i = 0; i < f->node_count; i++)
        f->frames[i] = belay_quat_multiply(turn, f->frames[i]);
    l->corner = v3_add(v3(low.x, high.y, high.z), to);
    l->lowest = low.z + to.z;
}

// What the labels say stands above the ropes' left ends, or at the left edge of the picture where those are beyond it.
static void draw_lanes(studio* s, lane* lanes, int count)
{
    double lowest = 0.0;
    for (int i = 0; i < count; i++) {
        lay(&lanes[i], &s->laid);
        lowest = fmin(lowest, lanes[i].lowest);
        show_draw_rope(&s->show, &s->laid, v3(0.0, 0.0, 0.0), lanes[i].color);
    }
    viewer_ground_draw(s->v, lowest - 0.02, 0.1);
    for (int i = 0; i < count; i++) {
        double px, py;
        if (!viewer_camera_project(s->v, lanes[i].corner, &px, &py)) continue;
        viewer_text_draw(s->v, fmax(px, 28.0), py - 14.0, 16.0, VIEWER_ALIGN_LEFT,
                         viewer_role_color(s->v, VIEWER_ROLE_TEXT), lanes[i].label);
    }
}

static void look_down(studio* s, double half_width, double half_depth, double pitch, double share)
{
    viewer_camera_fov_set(s->v, 0.4);
    viewer_camera_angles_set(s->v, -0.5 * SCENE_PI, pitch);
    viewer_camera_shift_set(s->v, 0.0, 0.0);
    viewer_camera_fit(s->v, v3(-half_width, -half_depth, -0.05), v3(half_width, half_depth, 0.05));
    viewer_camera_distance_set(s->v, share * viewer_camera_distance(s->v));
    viewer_camera_shift_set(s->v, 0.0, -0.07);
}

// ------------------------------------------------------------------------------------------------------------------
// The pictures
// ------------------------------------------------------------------------------------------------------------------

static int middle_of(const studio* s)
{
    return s->o->mus.count / 2;
}

// Two columns.
static void fill_overview(const studio* s, lane lanes[RUN_MOMENT_COUNT])
{
    enum { ROWS = (RUN_MOMENT_COUNT + 1) / 2 };
    const run* r = &s->runs[middle_of(s)];
    for (int m = 0; m < RUN_MOMENT_COUNT; m++) {
        const run_record* k = &r->records[m];
        char knot[64];
        show_knot_name(knot, sizeof knot, k->knot);
        int row = m % ROWS, column = m / ROWS;
        lanes[m] = (lane){
            k, column == 0 ? -0.6 : 0.6, 0.3 * (0.5 * (ROWS - 1) - row), show_color(r->mu), "", {0.0, 0.0, 0.0}, 0.0};
        snprintf(lanes[m].label, sizeof lanes[m].label, "%.2f s  %s%s%s", k->time, run_moment_name((run_moment)m),
                 k->knot == 1 ? "" : ", ", k->knot == 1 ? "" : knot);
    }
}

static bool overview(studio* s)
{
    lane lanes[RUN_MOMENT_COUNT];
    char text[128];
    fill_overview(s, lanes);
    viewer_frame_begin(s->v);
    look_down(s, 1.05, 0.5, 1.25, 0.98);
    draw_lanes(s, lanes, RUN_MOMENT_COUNT);
    snprintf(text, sizeof text, "A rope of %d elements, \xCE\xBC = %g: led into the knot, pulled with %g N, let go.",
             s->o->elements, s->runs[middle_of(s)].mu, s->o->force);
    viewer_caption_draw(s->v, 28.0, 150.0, "An overhand knot, tied and drawn tight", text);
    viewer_frame_end(s->v);
    return shell_picture_save(s->shell, "overview.png");
}

static bool compare_runs(studio* s, run_moment moment, double half_width, const char* title, const char* text,
                         const char* name)
{
    lane lanes[SHELL_MAX_NUMBERS];
    int n = s->o->mus.count;
    double pitch = 0.42 * half_width;
    for (int i = 0; i < n; i++) {
        const run_record* k = &s->runs[i].records[moment];
        lanes[i] = (lane){k, 0.0, pitch * (0.5 * (n - 1) - i), show_color(s->runs[i].mu), "", {0.0, 0.0, 0.0}, 0.0};
        snprintf(lanes[i].label, sizeof lanes[i].label, "\xCE\xBC = %g  %.1f mm", s->runs[i].mu, 1e3 * k->at.size);
    }
    viewer_frame_begin(s->v);
    look_down(s, half_width, 0.5 * n * pitch, 0.9, 1.0);
    draw_lanes(s, lanes, n);
    viewer_caption_draw(s->v, 28.0, 150.0, title, text);
    viewer_frame_end(s->v);
    return shell_picture_save(s->shell, name);
}

static bool draw_all(studio* s)
{
    char title[96];
    snprintf(title, sizeof title, "Drawn tight with %g N", s->o->force);
    return overview(s) &&
           compare_runs(s, RUN_TIGHT, 0.32, title,
                        "The less friction, the tighter. Beside \xCE\xBC: what the ends lack of the length, over 2 pi.",
                        "tight.png") &&
           compare_runs(s, RUN_RELEASED, 0.55, "Let go", "Stiffness opens a knot, friction holds it.", "released.png");
}

// Without the mirror image in the floor, where ropes would be seen twice.
bool pictures_write(const run* runs, shell* whole)
{
    studio* s = calloc(1, sizeof *s);
    if (s == NULL) {
        shell_fail(whole, "no memory for the pictures");
        return false;
    }
    bool is_good = true;
    if (shell_canvas_open(whole, SHELL_CANVAS_STILL, false)) {
        s->runs = runs;
        s->o = whole->options;
        s->shell = whole;
        s->v = s->show.v = whole->v;
        is_good = draw_all(s);
        shell_canvas_close(whole);
    }
    free(s);
    return is_good;
}
