// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/level/measure.h"
#include "game/overview.h"
#include "game/script.h"

#include "shell/files.h"
#include "shell/parts.h"
#include "shell/pictures.h"

#include <math.h>
#include <string.h>

enum { STEPS = 2 }; // in a frame

// A play on its way.
typedef struct take {
    shell* s;
    session* n;
    script* script;
    shell_file series;
    overview overview;
} take;

static void write_head(FILE* file)
{
    fputs("time (s),on foot,truck y (m),truck z (m),crate y (m),crate z (m),rope tension (N),hero x (m),hero y (m),"
          "hero z (m),door (rad),banks carry (N),contacts,contacts of ropes,residual (1),frame (ms)\n",
          file);
}

static void write_row(const take* t)
{
    const level* l = &t->n->level;
    const belay_step_stats* stats = belay_world_get_stats(l->world);
    belay_vec3 car = measure_place(l, l->truck.chassis), crate = measure_place(l, l->truck.crate);
    belay_vec3 who = l->state.who.body.position;
    fprintf(t->series.file, "%.9g,%d,%.9g,%.9g,%.9g,%.9g,%.6g,%.9g,%.9g,%.9g,%.6g,%.6g,%d,%d,%.3g,%.3g\n",
            belay_world_get_time(l->world), l->state.is_walking ? 1 : 0, car.y, car.z, crate.y, crate.z,
            measure_tension(l), who.x, who.y, who.z, measure_door(l), bridge_load(l->world, &l->bridge),
            stats->contacts, stats->rod_contacts, stats->residual.natural, 1e3 * t->n->budget.last);
}

static bool draw_picture(take* t, const char* name)
{
    char file[SCRIPT_NAME + 8];
    if (t->s->v == NULL) return true;
    snprintf(file, sizeof file, "%s.png", name);
    viewer_frame_begin(t->s->v);
    viewer_camera_fov_set(t->s->v, 0.75);
    session_draw(t->n, 1.0, false);
    budget_draw(&t->n->budget, t->s->v);
    viewer_caption_draw(t->s->v, 28.0, 150.0, "To the flag", session_task(t->n));
    viewer_clock_draw(t->s->v, belay_world_get_time(t->n->level.world));
    viewer_frame_end(t->s->v);
    return shell_picture_save(t->s, file);
}

static bool play_frame(take* t, const held* now, const char* picture)
{
    belay_error error = {0};
    t->n->controls = held_controls(now);
    for (int i = 0; i < STEPS; i++)
        if (!session_step(t->n, &error)) {
            shell_fail(t->s, "%s", error.message);
            return false;
        }
    budget_end_frame(&t->n->budget, belay_world_get_time(t->n->level.world));
    chase_follow(&t->n->chase, &t->n->level, 1.0, SCRIPT_FRAME);
    overview_take(&t->overview, t->n);
    write_row(t);
    return picture == NULL || draw_picture(t, picture);
}

static bool play(take* t)
{
    held now;
    const char* picture;
    while (belay_world_get_time(t->n->level.world) < t->s->seconds - 1e-9 && script_frame(t->script, &now, &picture))
        if (!play_frame(t, &now, picture)) return false;
    return true;
}

// False: something is not as it should be.
static bool print_table(const take* t)
{
    fact facts[FACTS_COUNT];
    const budget* b = &t->n->budget;
    const level_marks* k = &t->n->level.state.marks;
    printf("%.2f s of play, %d steps of %.3g ms, two a frame\n", belay_world_get_time(t->n->level.world), k->steps,
           1e3 * LEVEL_STEP);
    facts_measure(&t->n->level, facts);
    bool are_right = facts_print(facts, stdout);
    printf("A frame takes %.3g ms in the mean and %.3g at worst of %.1f; %d of %d are late. Worst residual %.1e.\n",
           1e3 * b->sum / fmax(b->count, 1), 1e3 * b->worst, 1e3 * BUDGET_FRAME, b->late, b->count, k->worst_residual);
    fflush(stdout);
    if (!are_right) shell_fail(t->s, "something that is known beforehand came out otherwise");
    return are_right;
}

static bool run(take* t)
{
    belay_error error = {0};
    if (!session_start(t->n, t->s->v, &error)) {
        shell_fail(t->s, "%s", error.message);
        return false;
    }
    write_head(t->series.file);
    bool is_good = play(t);
    if (!is_good) return false;
    is_good = print_table(t);
    return (t->s->v == NULL || overview_write(&t->overview, t->s, t->n)) && is_good;
}

int headless_run(shell* s)
{
    const options* o = s->options;
    char why[512];
    take t = {.s = s, .n = s->state};
    t.script = script_open(o->route, why, sizeof why);
    if (t.script == NULL) return shell_fail(s, "--route: %s", why);
    bool is_good = shell_file_open(s, &t.series, "game.csv");
    if (is_good) {
        shell_canvas_open(s, SHELL_CANVAS_STILL, false);
        is_good = run(&t);
        session_end(t.n);
        memset(t.n, 0, sizeof *t.n);
        if (s->v != NULL) shell_canvas_close(s);
        is_good = shell_file_close(s, &t.series) && is_good;
    }
    overview_free(&t.overview);
    script_close(t.script);
    return is_good ? SHELL_DONE : SHELL_FAILED;
}
