// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/pictures.h"

#include "double_loop/charts.h"
#include "double_loop/stage.h"

#include "shell/pictures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char TITLE[] = "Spin becomes speed, by friction alone";
static const double PATH_SPACING = 0.004; // s between points
static const double GHOST_SPACING = 0.1;  // s
static const double MOMENTS[] = {0.2, 0.5, 0.8, 1.2, 1.6, 2.0, 2.6};

static const double OVERVIEW_SECONDS = 2.9; // both loops are made by then

typedef struct studio {
    const run* r;
    shell* shell;
    viewer* v; // the shell's
    stage stage;
    belay_vec3* path; // room for the way of one ball
    curves* curves;   // one a lane
    double seconds;   // of the run
} studio;

// ------------------------------------------------------------------------------------------------------------------
// Opening and closing
// ------------------------------------------------------------------------------------------------------------------

static void studio_close(studio* s)
{
    shell_canvas_close(s->shell);
    free(s->curves);
    free(s->path);
    s->v = NULL;
    s->curves = NULL;
    s->path = NULL;
}

static bool studio_gather(studio* s)
{
    s->curves = calloc((size_t)s->r->lane_count, sizeof *s->curves);
    s->path = malloc(((size_t)(s->seconds / PATH_SPACING) + 3) * sizeof *s->path);
    if (s->curves == NULL || s->path == NULL) return false;
    for (int i = 0; i < s->r->lane_count; i++)
        for (int k = 0; k < s->r->sample_count; k++)
            curves_push(&s->curves[i], &s->r->samples[i][k]);
    return true;
}

static bool studio_fill(studio* s)
{
    s->v = s->shell->v;
    s->seconds = (s->r->sample_count - 1) * s->r->h;
    if (studio_gather(s) && stage_create(&s->stage, s->v, &s->r->lanes[0].scene)) return true;
    shell_fail(s->shell, "no memory for the pictures");
    return false;
}

// ------------------------------------------------------------------------------------------------------------------
// Stills
// ------------------------------------------------------------------------------------------------------------------

static double lane_y(const studio* s, int i)
{
    return stage_lane_y(i, s->r->lane_count);
}

static double lane_mu(const studio* s, int i)
{
    return s->r->lanes[i].scene.def.mu;
}

static void draw_path(studio* s, int i, double until)
{
    int count = 0;
    for (; count * PATH_SPACING < until; count++)
        s->path[count] = run_sample_at(s->r, i, count * PATH_SPACING).pose.position;
    belay_vec3 now = run_sample_at(s->r, i, until).pose.position;
    stage_draw_path(&s->stage, lane_y(s, i), lane_mu(s, i), s->path, count, now);
}

static void draw_lane(studio* s, int i, double time, double exposure)
{
    lane_sample ball = run_sample_at(s->r, i, time);
    stage_draw_track(&s->stage, lane_y(s, i));
    draw_path(s, i, time);
    stage_draw_ball(&s->stage, lane_y(s, i), lane_mu(s, i), &ball, exposure);
}

static void draw_ghosts(studio* s, int i, double until)
{
    for (int k = 0; k * GHOST_SPACING < until; k++) {
        lane_sample ball = run_sample_at(s->r, i, k * GHOST_SPACING);
        stage_draw_ghost(&s->stage, lane_y(s, i), lane_mu(s, i), &ball, 0.75);
    }
}

static void draw_labels(studio* s)
{
    for (int i = 0; i < s->r->lane_count; i++)
        stage_draw_label(&s->stage, lane_y(s, i), lane_mu(s, i), 15.0, false);
}

// What the ball of each lane has done until `time`, in the lower right corner.
static void draw_results(studio* s, double time)
{
    int width, height, n = s->r->lane_count;
    viewer_size(s->v, &width, &height);
    const double row = 22.0, w = 216.0;
    viewer_rect r = {width - w - 24.0, height - 24.0 - row * (n + 1) - 16.0, w, row * (n + 1) + 16.0};
    viewer_color text = viewer_role_color(s->v, VIEWER_ROLE_TEXT), muted = viewer_role_color(s->v, VIEWER_ROLE_MUTED);
    viewer_panel_draw(s->v, r);
    double y = r.y + 8.0 + 0.5 * row;
    viewer_text_draw(s->v, r.x + 34.0, y, 13.0, VIEWER_ALIGN_LEFT, muted, "\xCE\xBC");
    viewer_text_draw(s->v, r.x + 140.0, y, 13.0, VIEWER_ALIGN_RIGHT, muted, "furthest, m");
    viewer_text_draw(s->v, r.x + w - 14.0, y, 13.0, VIEWER_ALIGN_RIGHT, muted, "loops");
    for (int i = 0; i < n; i++) {
        double furthest = 0.0;
        int last = (int)fmin(floor(time / s->r->h + 0.5), s->r->sample_count - 1.0);
        for (int k = 0; k <= last; k++)
            furthest = fmax(furthest, s->r->samples[i][k].progress);
        y += row;
        viewer_disc_draw(s->v, r.x + 19.0, y, 5.5, chart_color(lane_mu(s, i)));
        viewer_text_drawf(s->v, r.x + 34.0, y, 15.0, VIEWER_ALIGN_LEFT, text, "%g", lane_mu(s, i));
        viewer_text_drawf(s->v, r.x + 140.0, y, 15.0, VIEWER_ALIGN_RIGHT, text, "%.2f", furthest);
        viewer_text_drawf(s->v, r.x + w - 14.0, y, 15.0, VIEWER_ALIGN_RIGHT, text, "%d", s->r->samples[i][last].loops);
    }
}

static bool still(studio* s, double time, bool is_overview, const char* name)
{
    viewer_frame_begin(s->v);
    stage_camera_reset(&s->stage, s->r->lane_count, STAGE_VIEW_PICTURE);
    stage_draw_floor(&s->stage);
    for (int i = 0; i < s->r->lane_count; i++) {
        draw_lane(s, i, time, 0.0);
        if (is_overview) draw_ghosts(s, i, time);
    }
    draw_labels(s);
    viewer_caption_draw(s->v, 28.0, 150.0, TITLE,
                        is_overview ? "The balls every 0.1 s: each started with the same spin and no speed."
                                    : "Each ball started with the same spin and no speed.");
    viewer_clock_draw(s->v, time);
    draw_results(s, time);
    viewer_frame_end(s->v);
    return shell_picture_save(s->shell, name);
}

// The lane whose ball came furthest, and when it climbed fastest: there the contacts press hard.
static double climb_of(const studio* s, int* lane_index)
{
    int best = 0, k_best = 0;
    for (int i = 1; i < s->r->lane_count; i++)
        if (s->r->lanes[i].scene.record.distance > s->r->lanes[best].scene.record.distance) best = i;
    const lane_sample* samples = s->r->samples[best];
    for (int k = 1; k < s->r->sample_count; k++)
        if (samples[k].linear_velocity.z > samples[k_best].linear_velocity.z) k_best = k;
    *lane_index = best;
    return k_best * s->r->h;
}

static bool close_up(studio* s)
{
    int i;
    double time = climb_of(s, &i);
    lane_sample ball = run_sample_at(s->r, i, time);
    viewer_frame_begin(s->v);
    stage_camera_close(&s->stage, lane_y(s, i), &ball);
    viewer_camera_shift_set(s->v, 0.06, -0.16); // clear of the title
    stage_draw_floor(&s->stage);
    for (int k = 0; k < s->r->lane_count; k++)
        draw_lane(s, k, time, 0.0);
    stage_draw_forces(&s->stage, lane_y(s, i), &ball, 80.0);
    char text[96];
    snprintf(text, sizeof text, "\xCE\xBC = %g at %.2f s, each arrow 1 cm for 0.8 N.", lane_mu(s, i), time);
    viewer_caption_draw(s->v, 28.0, 150.0, "The forces of the rails on the ball", text);
    viewer_frame_end(s->v);
    return shell_picture_save(s->shell, "close-up.png");
}

static bool stills(studio* s)
{
    char name[64];
    for (size_t i = 0; i < sizeof MOMENTS / sizeof MOMENTS[0]; i++) {
        if (MOMENTS[i] > s->seconds) break;
        snprintf(name, sizeof name, "at-%.1fs.png", MOMENTS[i]);
        if (!still(s, MOMENTS[i], false, name)) return false;
    }
    return still(s, s->seconds, false, "at-end.png") &&
           still(s, fmin(s->seconds, OVERVIEW_SECONDS), true, "overview.png") && close_up(s);
}

// ------------------------------------------------------------------------------------------------------------------
// Plots
// ------------------------------------------------------------------------------------------------------------------

static void plot_title(studio* s, const char* title, const char* text)
{
    viewer_backdrop_set(s->v, viewer_color_hex(0xF4F6F9));
    viewer_title_draw(s->v, 28.0, 34.0, 24.0, VIEWER_ALIGN_LEFT, viewer_role_color(s->v, VIEWER_ROLE_TEXT), title);
    viewer_text_draw(s->v, 28.0, 62.0, 15.0, VIEWER_ALIGN_LEFT, viewer_role_color(s->v, VIEWER_ROLE_MUTED), text);
}

static bool energies(studio* s)
{
    int width, height, n = s->r->lane_count,
                       columns = n > 4   ? (n + 1) / 2
                                 : n > 1 ? 2
                                         : 1,
                       rows = (n + columns - 1) / columns;
    viewer_frame_begin(s->v);
    viewer_size(s->v, &width, &height);
    plot_title(s, "Where the energy goes", "Spin, speed, height and what friction and impacts took, over time (s).");
    double w = (width - 40.0) / columns, h = (height - 100.0) / rows;
    for (int i = 0; i < n; i++) {
        chart c;
        char title[32];
        chart_energies(&c, &s->curves[i]);
        snprintf(title, sizeof title, "\xCE\xBC = %g", lane_mu(s, i));
        c.plot.title = title;
        viewer_rect r = {20.0 + w * (i % columns) + 6.0, 84.0 + h * (i / columns) + 6.0, w - 12.0, h - 12.0};
        viewer_plot_draw(s->v, r, &c.plot);
    }
    viewer_frame_end(s->v);
    return shell_picture_save(s->shell, "energies.png");
}

static bool progress(studio* s)
{
    int width, height;
    chart c;
    viewer_frame_begin(s->v);
    viewer_size(s->v, &width, &height);
    plot_title(
        s, "More friction, further",
        "Distance along the track for every \xCE\xBC. Dashed: the ends of the loops. A line ends where its ball leaves "
        "the track.");
    chart_progress_begin(&c, s->r->lanes[0].scene.loop_end, s->seconds);
    for (int i = 0; i < s->r->lane_count; i++)
        chart_progress_add(&c, &s->curves[i], lane_mu(s, i));
    c.plot.x_label = "s";
    c.plot.text_size = 15.0;
    viewer_rect r = {28.0, 90.0, width - 56.0, height - 118.0};
    viewer_plot_draw(s->v, r, &c.plot);
    viewer_frame_end(s->v);
    return shell_picture_save(s->shell, "progress.png");
}

// ------------------------------------------------------------------------------------------------------------------
// Animation
// ------------------------------------------------------------------------------------------------------------------

static void animation_frame(studio* s, double time)
{
    viewer_frame_begin(s->v);
    stage_camera_reset(&s->stage, s->r->lane_count, STAGE_VIEW_PICTURE);
    stage_draw_floor(&s->stage);
    for (int i = 0; i < s->r->lane_count; i++)
        draw_lane(s, i, time, 1.0 / SHELL_FRAMES_PER_SECOND);
    draw_labels(s);
    viewer_caption_draw(s->v, 28.0, 150.0, TITLE, "Each ball started with the same spin and no speed.");
    viewer_clock_draw(s->v, time);
    draw_results(s, time);
    viewer_frame_end(s->v);
}

static bool animate(studio* s)
{
    shell_animation a;
    if (!shell_animation_open(s->shell, &a, "run.png")) return false;
    int frames = (int)(s->seconds * SHELL_FRAMES_PER_SECOND) + 1;
    for (int k = 0; k < frames; k++) {
        animation_frame(s, (double)k / SHELL_FRAMES_PER_SECOND);
        if (!shell_animation_add(s->shell, &a)) break;
    }
    return shell_animation_close(s->shell, &a);
}

// ------------------------------------------------------------------------------------------------------------------
// The run's pictures
// ------------------------------------------------------------------------------------------------------------------

static bool draw_on(studio* s, shell_canvas canvas)
{
    if (!shell_canvas_open(s->shell, canvas, true)) return true;
    bool is_good = studio_fill(s);
    if (is_good && canvas == SHELL_CANVAS_STILL) is_good = stills(s) && energies(s) && progress(s);
    if (is_good && canvas == SHELL_CANVAS_ANIMATION) is_good = animate(s);
    studio_close(s);
    return is_good;
}

bool pictures_write(const run* r, shell* s)
{
    studio work = {.r = r, .shell = s};
    return draw_on(&work, SHELL_CANVAS_STILL) && draw_on(&work, SHELL_CANVAS_ANIMATION);
}
