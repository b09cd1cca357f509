// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "outcome.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------------
// Names
// ------------------------------------------------------------------------------------------------------------------

static void cut_ending(char* name, const char* ending)
{
    size_t size = strlen(name), cut = strlen(ending);
    if (size > cut && strcmp(name + size - cut, ending) == 0) name[size - cut] = '\0';
}

void outcome_name(const char* file, char name[NAME_SIZE])
{
    const char* begin = file;
    for (const char* c = file; *c != '\0'; c++)
        if ((*c == '/' || *c == '\\') && c[1] != '\0') begin = c + 1;
    snprintf(name, NAME_SIZE, "%s", begin);
    cut_ending(name, ".gz");
    cut_ending(name, ".dfcp");
}

// ------------------------------------------------------------------------------------------------------------------
// CSV
// ------------------------------------------------------------------------------------------------------------------

void print_csv_text(FILE* file, const char* text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, file);
        return;
    }
    fputc('"', file);
    for (; *text != '\0'; text++) {
        if (*text == '"') fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

static void print_csv(const outcome* o)
{
    const belay_solve_report* r = &o->report;
    print_csv_text(stdout, o->name);
    printf(",%" PRId32 ",%s,%s,%" PRId64 ",%.9g", o->contacts, belay_method_name(o->method),
           belay_solve_status_name(r->status), r->iterations, r->seconds);
    printf(",%.17g,%.17g,%" PRId32 ",%.17g,%.17g,%.17g,%s,", r->residual.natural, r->residual.natural_max,
           r->residual.worst_contact, r->residual.alart_curnier, r->residual.fischer_burmeister, r->plain_natural,
           r->is_admissible ? "yes" : "no");
    print_csv_text(stdout, o->file);
    printf("\n");
}

// ------------------------------------------------------------------------------------------------------------------
// JSON
// ------------------------------------------------------------------------------------------------------------------

// A byte that begins no whole UTF-8 character becomes '?', for the text must be valid.
static int utf8_size(const char* c)
{
    const unsigned char* u = (const unsigned char*)c;
    int size =
        u[0] < 0x80 ? 1 : (u[0] >> 5 == 6 && u[0] >= 0xC2 ? 2 : (u[0] >> 4 == 14 ? 3 : (u[0] >> 3 == 30 ? 4 : 0)));
    for (int i = 1; i < size; i++)
        if (u[i] >> 6 != 2) return 0;
    bool is_overlong = (u[0] == 0xE0 && u[1] < 0xA0) || (u[0] == 0xF0 && u[1] < 0x90);
    bool is_outside = (u[0] == 0xED && u[1] > 0x9F) || u[0] > 0xF4 || (u[0] == 0xF4 && u[1] > 0x8F);
    return is_overlong || is_outside ? 0 : size;
}

static void print_json_text(const char* text)
{
    putchar('"');
    while (*text != '\0') {
        int size = utf8_size(text);
        if (size == 0)
            putchar('?');
        else if (*text == '"' || *text == '\\')
            printf("\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            printf("\\u%04x", (unsigned)*text);
        else
            fwrite(text, 1, (size_t)size, stdout);
        text += size > 0 ? size : 1;
    }
    putchar('"');
}

static void print_json_number(const char* key, double x)
{
    if (isfinite(x))
        printf(", \"%s\": %.17g", key, x);
    else
        printf(", \"%s\": null", key);
}

static void print_json(const outcome* o, bool is_first)
{
    const belay_solve_report* r = &o->report;
    printf(is_first ? "  {\"name\": " : ",\n  {\"name\": ");
    print_json_text(o->name);
    printf(", \"file\": ");
    print_json_text(o->file);
    printf(", \"contacts\": %" PRId32 ", \"method\": \"%s\", \"status\": \"%s\", \"iterations\": %" PRId64, o->contacts,
           belay_method_name(o->method), belay_solve_status_name(r->status), r->iterations);
    print_json_number("seconds", r->seconds);
    print_json_number("natural", r->residual.natural);
    print_json_number("natural_max", r->residual.natural_max);
    printf(", \"worst_contact\": %" PRId32, r->residual.worst_contact);
    print_json_number("alart_curnier", r->residual.alart_curnier);
    print_json_number("fischer_burmeister", r->residual.fischer_burmeister);
    print_json_number("plain_natural", r->plain_natural);
    printf(", \"admissible\": %s}", r->is_admissible ? "true" : "false");
}

// ------------------------------------------------------------------------------------------------------------------
// Table
// ------------------------------------------------------------------------------------------------------------------

static void print_table_head(int width)
{
    printf("%-*s %8s  %-13s %-11s %10s %10s %9s %11s %5s %9s %9s %9s\n", width, "name", "contacts", "method", "status",
           "iterations", "seconds", "natural", "natural_max", "worst", "alart_c.", "fischer_b", "plain");
}

static void print_table(const outcome* o, int width)
{
    const belay_solve_report* r = &o->report;
    printf("%-*s %8" PRId32 "  %-13s %-11s %10" PRId64 " %10.3e", width, o->name, o->contacts,
           belay_method_name(o->method), belay_solve_status_name(r->status), r->iterations, r->seconds);
    printf(" %9.2e %11.2e %5" PRId32 " %9.2e %9.2e %9.2e%s\n", r->residual.natural, r->residual.natural_max,
           r->residual.worst_contact, r->residual.alart_curnier, r->residual.fischer_burmeister, r->plain_natural,
           r->is_admissible ? "" : "  outside the cone");
}

// ------------------------------------------------------------------------------------------------------------------
// The table of outcomes
// ------------------------------------------------------------------------------------------------------------------

void printer_begin(printer* p, const arguments* a)
{
    memset(p, 0, sizeof *p);
    p->format = a->format;
    p->name_width = 4;
    for (int i = 0; i < a->file_count; i++) {
        char name[NAME_SIZE];
        outcome_name(a->files[i], name);
        if ((int)strlen(name) > p->name_width) p->name_width = (int)strlen(name);
    }
    if (p->format == OUTPUT_TABLE) print_table_head(p->name_width);
    if (p->format == OUTPUT_JSON) printf("[\n");
    if (p->format == OUTPUT_CSV)
        printf("name,contacts,method,status,iterations,seconds,natural,natural_max,worst_contact,alart_curnier,"
               "fischer_burmeister,plain_natural,admissible,file\n");
}

void printer_add(printer* p, const outcome* o)
{
    if (p->format == OUTPUT_TABLE) print_table(o, p->name_width);
    if (p->format == OUTPUT_CSV) print_csv(o);
    if (p->format == OUTPUT_JSON) print_json(o, p->count == 0);
    p->count++;
    p->solved += o->report.status == BELAY_SOLVE_SOLVED;
    fflush(stdout);
}

void printer_end(const printer* p)
{
    if (p->format == OUTPUT_JSON) printf(p->count > 0 ? "\n]\n" : "]\n");
    if (p->format == OUTPUT_TABLE && p->count > 1) printf("%d of %d solved\n", p->solved, p->count);
}
