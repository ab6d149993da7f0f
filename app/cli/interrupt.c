// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t caught = 0;

static void remember(int number)
{
    caught = number;
}

void cli_catch_interrupts(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = remember};
    (void)sigemptyset(&action.sa_mask);
    for (int i = 0; i < 3; i++) {
        struct sigaction before;
        // What the caller made us ignore (nohup, a job in the background) stays ignored.
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            (void)sigaction(numbers[i], &action, NULL);
        }
    }
}

bool cli_interrupted(void)
{
    return caught != 0;
}

int cli_interrupt_status(void)
{
    return 128 + caught;
}
