// SPDX-License-Identifier: MIT
//
// The figures of this machine, beside the peers' and the aims.
#include "bench.h"
#include "json.h"
#include "message.h"
#include "output.h"
#include "shared_options.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct bench_settings {
    bool json, list, quick;
    const char *out;
} bench_settings;

static const cli_option options[] = {
    {.name = "list",
     .type = &cli_flag,
     .field = offsetof(bench_settings, list),
     .help = "only list the rows"},
    {.name = "quick",
     .type = &cli_flag,
     .field = offsetof(bench_settings, quick),
     .help = "a single repeat of each row, for a first look"},
    {.name = "out",
     .letter = 'o',
     .type = &cli_file,
     .field = offsetof(bench_settings, out),
     .value = "OUT",
     .help = "write the table to a file as well; in a folder, the file gets the machine's name"},
    OPTION_JSON(bench_settings, json),
    {.name = NULL},
};

static bool is_wanted(const bench_row *row, const cli_call *call)
{
    for (int32_t i = 0; i < call->argument_count; i++) {
        if (bench_matches(row->name, call->arguments[i])) {
            return true;
        }
    }
    return call->argument_count == 0;
}

// Three or four digits that mean something.
static void print_figure(char *text, size_t capacity, double value)
{
    const char *format = value >= 1000.0 ? "%.0f" : value >= 100.0 ? "%.1f" : "%.3g";
    (void)snprintf(text, capacity, value >= 10.0 && value < 100.0 ? "%.2f" : format, value);
}

static void print_machine(FILE *to)
{
    bench_machine machine = bench_this_machine();
    (void)fprintf(to, "%s, %d processor%s, %s\n\n", machine.cpu, machine.processors,
                  machine.processors == 1 ? "" : "s",
                  machine.flags[0] != '\0' ? machine.flags : "vector units unknown");
    (void)fprintf(to, "%-34s %10s %10s  %-10s %-12s %s\n", "row", "best", "median", "unit", "aim",
                  "peers");
}

static void print_result(FILE *to, const bench_result *result)
{
    const bench_row *row = result->row;
    char best[32] = "-";
    char median[32] = "-";
    char aim[64] = "";
    if (result->skip == NULL) {
        print_figure(best, sizeof best, result->best);
        print_figure(median, sizeof median, result->median);
    }
    if (row->at_least > 0.0 || row->at_most > 0.0) {
        (void)snprintf(aim, sizeof aim, "%s %g%s", row->at_least > 0.0 ? ">=" : "<=",
                       row->at_least > 0.0 ? row->at_least : row->at_most,
                       result->skip != NULL || bench_reached(result) ? "" : " MISSED");
    }
    (void)fprintf(to, "%-34s %10s %10s  %-10s %-12s", row->name, best, median, row->unit, aim);
    const char *separator = " ";
    for (int i = 0; i < BENCH_MAX_PEERS && row->peers[i].name != NULL; i++) {
        (void)fprintf(to, "%s%s %s", separator, row->peers[i].name, row->peers[i].figure);
        separator = ", ";
    }
    if (result->skip != NULL || result->remark != NULL) {
        (void)fprintf(to, " (%s%s)", result->skip != NULL ? "skipped: " : "",
                      result->skip != NULL ? result->skip : result->remark);
    }
    (void)fputc('\n', to);
}

static void json_machine(json *j)
{
    bench_machine machine = bench_this_machine();
    json_begin_object(j, "machine");
    json_string(j, "name", machine.name);
    json_string(j, "cpu", machine.cpu);
    json_string(j, "flags", machine.flags);
    json_integer(j, "processors", machine.processors);
    json_end_object(j);
}

static void json_result(json *j, const bench_result *result)
{
    const bench_row *row = result->row;
    json_break(j);
    json_begin_object(j, NULL);
    json_string(j, "name", row->name);
    json_string(j, "unit", row->unit);
    json_string(j, "better", row->kind == BENCH_RATE ? "higher" : "lower");
    if (result->skip != NULL) {
        json_string(j, "skipped", result->skip);
    } else if (result->repeats > 0) {
        json_double(j, "best", result->best);
        json_double(j, "median", result->median);
        json_integer(j, "repeats", result->repeats);
    }
    if (row->at_least > 0.0) {
        json_double(j, "at_least", row->at_least);
    }
    if (row->at_most > 0.0) {
        json_double(j, "at_most", row->at_most);
    }
    if (result->skip == NULL && result->repeats > 0) {
        json_bool(j, "reached", bench_reached(result));
    }
    if (result->remark != NULL) {
        json_string(j, "remark", result->remark);
    }
    json_begin_object(j, "peers");
    for (int i = 0; i < BENCH_MAX_PEERS && row->peers[i].name != NULL; i++) {
        json_string(j, row->peers[i].name, row->peers[i].figure);
    }
    json_end_object(j);
    json_end_object(j);
}

// Measures the wanted rows and prints each as soon as it is known.
static void measure(const bench *rows, const cli_call *call, FILE *table, json *j)
{
    const bench_settings *settings = call->settings;
    for (int32_t i = 0; i < bench_count(rows); i++) {
        const bench_row *row = bench_get(rows, i);
        if (!is_wanted(row, call)) {
            continue;
        }
        bench_result result =
            settings->list ? (bench_result){.row = row} : bench_measure(row, settings->quick);
        if (j != NULL) {
            json_result(j, &result);
        } else if (settings->list) {
            (void)printf("%-34s %s\n", row->name, row->unit);
        } else {
            print_result(stdout, &result);
            (void)fflush(stdout);
        }
        if (table != NULL) {
            print_result(table, &result);
        }
    }
}

static void measure_and_print(const bench *rows, const cli_call *call, FILE *table)
{
    const bench_settings *settings = call->settings;
    if (settings->json) {
        json j = json_to(stdout);
        json_begin_object(&j, NULL);
        json_machine(&j);
        json_begin_array(&j, "rows");
        measure(rows, call, table, &j);
        json_end_array(&j);
        json_end_object(&j);
        json_end(&j);
    } else {
        if (!settings->list) {
            print_machine(stdout);
        }
        measure(rows, call, table, NULL);
    }
}

static int check_names(const bench *rows, const cli_call *call)
{
    for (int32_t i = 0; i < call->argument_count; i++) {
        bool found = false;
        for (int32_t row = 0; row < bench_count(rows) && !found; row++) {
            found = bench_matches(bench_get(rows, row)->name, call->arguments[i]);
        }
        if (!found) {
            return cli_say_usage(call->command,
                                 "no row is called %s ('hone bench --list' lists them)",
                                 call->arguments[i]);
        }
    }
    return CLI_DONE;
}

static int run_with_table(const bench *rows, const cli_call *call)
{
    const bench_settings *settings = call->settings;
    if (settings->out == NULL) {
        measure_and_print(rows, call, NULL);
        return CLI_DONE;
    }
    char path[4096];
    struct stat status;
    bool folder = stat(settings->out, &status) == 0 && S_ISDIR(status.st_mode);
    (void)snprintf(path, sizeof path, "%s%s%s%s", settings->out, folder ? "/" : "",
                   folder ? bench_this_machine().name : "", folder ? ".txt" : "");
    cli_output output;
    if (!cli_output_open(&output, path)) {
        return CLI_BAD_INPUT;
    }
    print_machine(output.stream);
    measure_and_print(rows, call, output.stream);
    return cli_output_close(&output) ? CLI_DONE : CLI_BAD_INPUT;
}

static int run(const cli_call *call)
{
    bench *rows = bench_create();
    if (rows == NULL) {
        cli_say("no memory");
        return CLI_BAD_INPUT;
    }
    int status = check_names(rows, call);
    if (status == CLI_DONE) {
        status = run_with_table(rows, call);
    }
    bench_destroy(rows);
    return status;
}

extern const cli_command cli_bench_command;
const cli_command cli_bench_command = {
    .name = "bench",
    .arguments = "[ROW...]",
    .summary = "measure this machine: the speed of every part, beside its peers",
    .description =
        "Measures the rows of the bench: each is repeated, best and median are printed, beside "
        "what hone aims at and what other programs reach. The peers' figures are measured on the "
        "machine that bench/results names, not on this one.\n\n"
        "ROW is a row's name, a room (\"bvh\" takes all rows \"bvh.*\"), or a pattern with '*'.",
    .examples = "hone bench\tall rows\n"
                "hone bench bvh canvas.image_*\tsome of them\n"
                "hone bench -o bench/results\tkeep the table under the machine's name\n",
    .options = options,
    .most_arguments = CLI_ANY_NUMBER,
    .settings_bytes = sizeof(bench_settings),
    .run = run,
};
