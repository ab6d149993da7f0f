// SPDX-License-Identifier: MIT
//
// The program on a bare Cortex-M: vector table, start-up, text through semihosting (the debugger's
// or the emulator's console), and a clock of instructions.
//
// The clock is SysTick on the processor's clock. Under qemu with -icount shift=0 one instruction
// takes one virtual nanosecond, so a tick is 1000 / MHz instructions (CLOCK_MHZ, of the board). On
// real silicon the same figures are nanoseconds. At the end the program tells how deep the stack
// went, by looking how much of the pattern that start-up painted is still there.
#include "port.h"

extern uint32_t image_data_load[], image_data_start[], image_data_end[];
extern uint32_t image_bss_start[], image_bss_end[], image_stack_top[];

void reset_handler(void);
void fault_handler(void);

typedef void (*handler)(void);

// The first words of the flash: where the stack starts, and 15 system exceptions.
__attribute__((section(".vectors"), used)) static const struct {
    const uint32_t *stack;
    handler handlers[15];
} vectors = {image_stack_top,
             {reset_handler, fault_handler, fault_handler, fault_handler, fault_handler,
              fault_handler, fault_handler, fault_handler, fault_handler, fault_handler,
              fault_handler, fault_handler, fault_handler, fault_handler, fault_handler}};

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define SYSTICK_CONTROL REGISTER(0xE000E010u)
#define SYSTICK_RELOAD REGISTER(0xE000E014u)
#define SYSTICK_VALUE REGISTER(0xE000E018u)
#define COPROCESSOR_ACCESS REGISTER(0xE000ED88u)

#define STACK_PAINT 0xA5A5A5A5u

enum { SEMIHOSTING_WRITE0 = 0x04, SEMIHOSTING_EXIT = 0x18 };
enum { EXIT_WELL = 0x20026, EXIT_BADLY = 0x20023 };

static void semihosting(uint32_t operation, uint32_t argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register uint32_t r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

void port_print(const char *text)
{
    semihosting(SEMIHOSTING_WRITE0, (uint32_t)(uintptr_t)text);
}

static uint32_t clock_last, clock_instructions;

uint32_t port_clock(void)
{
    const uint32_t now = SYSTICK_VALUE;
    // It counts down, in 24 bits. 2000 / MHz is a whole number for the clocks there are.
    clock_instructions += ((clock_last - now) & 0xFFFFFFu) * (2000u / CLOCK_MHZ) / 2u;
    clock_last = now;
    return clock_instructions;
}

static void print_number(const char *name, uint32_t value)
{
    char text[12];
    int at = 11;
    text[at] = '\0';
    do {
        text[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    port_print(name);
    port_print(text + at);
    port_print("\n");
}

// 200000 instructions and a few: the reader can tell whether the clock counts instructions.
static void print_clock_check(void)
{
    uint32_t turns = 100000;
    const uint32_t before = port_clock();
    __asm__ volatile(".syntax unified\n1: subs %0, #1\n bne 1b" : "+l"(turns) : : "cc");
    print_number("clock ", port_clock() - before);
}

// In a function of its own: nothing here may use floating-point registers before they are enabled.
__attribute__((noinline)) static int run(void)
{
    print_clock_check();
    const int status = show_run();
    const uint32_t *word = image_bss_end;
    while (word < image_stack_top && *word == STACK_PAINT)
        word++;
    print_number("stack ", (uint32_t)((uintptr_t)image_stack_top - (uintptr_t)word));
    return status;
}

void reset_handler(void)
{
    const uint32_t *from = image_data_load;
    for (volatile uint32_t *to = image_data_start; to < image_data_end; to++)
        *to = *from++;
    for (volatile uint32_t *to = image_bss_start; to < image_bss_end; to++)
        *to = 0;
    uint32_t *stack;
    __asm__ volatile("mov %0, sp" : "=r"(stack));
    for (volatile uint32_t *to = image_bss_end; to < stack - 16; to++)
        *to = STACK_PAINT;
#if defined(__ARM_FP)
    COPROCESSOR_ACCESS |= 0xFu << 20;
    __asm__ volatile("dsb\nisb" : : : "memory");
#endif
    SYSTICK_RELOAD = 0xFFFFFFu;
    SYSTICK_VALUE = 0;
    SYSTICK_CONTROL = 5; // on, the processor's clock, no interrupt
    (void)port_clock();
    semihosting(SEMIHOSTING_EXIT, run() == 0 ? EXIT_WELL : EXIT_BADLY);
    for (;;) {
    }
}

void fault_handler(void)
{
    port_print("fault\n");
    semihosting(SEMIHOSTING_EXIT, EXIT_BADLY);
    for (;;) {
    }
}
