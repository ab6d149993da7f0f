// SPDX-License-Identifier: MIT
//
// The time left is the time used so far, scaled to what is left: frames cost about the same. The
// bar is drawn ten times a second at most.
#include "progress.h"
#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { MAX_BAR = 40 };

static double now_s(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int terminal_width(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

static void clear_line(void)
{
    (void)fprintf(stderr, "\r%*s\r", terminal_width() - 1, "");
    (void)fflush(stderr);
}

void cli_progress_begin(cli_progress *progress, int64_t total)
{
    double now = now_s();
    *progress = (cli_progress){isatty(STDERR_FILENO) == 1 && total > 1, total, now, now};
    if (progress->shown) {
        cli_before_message = clear_line;
    }
}

// "1:05 left"
static void print_time_left(char *text, size_t capacity, double seconds)
{
    if (seconds < 0.0 || seconds > 359999.0) {
        text[0] = '\0';
        return;
    }
    int whole = (int)(seconds + 0.5);
    if (whole >= 3600) {
        (void)snprintf(text, capacity, "%d:%02d:%02d left", whole / 3600, whole / 60 % 60,
                       whole % 60);
    } else {
        (void)snprintf(text, capacity, "%d:%02d left", whole / 60, whole % 60);
    }
}

void cli_progress_step(cli_progress *progress, int64_t done)
{
    if (!progress->shown || done <= 0) {
        return;
    }
    double now = now_s();
    if (now - progress->last_s < 0.1 && done < progress->total) {
        return;
    }
    progress->last_s = now;
    double part = (double)done / (double)progress->total;
    char left[32];
    print_time_left(left, sizeof left, (now - progress->start_s) * (1.0 / part - 1.0));
    char counts[96];
    int used = snprintf(counts, sizeof counts, " %3d %%  %lld/%lld  %s", (int)(part * 100.0),
                        (long long)done, (long long)progress->total, left);
    int room = terminal_width() - used - 4;
    int bar = room < MAX_BAR ? room : MAX_BAR;
    if (bar < 4) {
        (void)fprintf(stderr, "\r%s", counts);
    } else {
        char filled[MAX_BAR + 1];
        int full = (int)(part * bar);
        memset(filled, '=', MAX_BAR);
        filled[full] = '\0';
        bool colors = cli_colors_on_stderr();
        (void)fprintf(stderr, "\r[%s%s%s%*s]%s ", colors ? "\033[36m" : "", filled,
                      colors ? "\033[0m" : "", bar - full, "", counts);
    }
    (void)fflush(stderr);
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->shown) {
        clear_line();
        cli_before_message = NULL;
    }
    progress->shown = false;
}
