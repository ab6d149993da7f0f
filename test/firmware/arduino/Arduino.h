// SPDX-License-Identifier: MIT
//
// As much of Arduino's functions as the example sketch uses; test_sketch.cpp has them.
#ifndef TEST_ARDUINO_H
#define TEST_ARDUINO_H

#include <stddef.h>
#include <stdint.h>

enum { LOW, HIGH };
enum { INPUT, OUTPUT };

void pinMode(int pin, int mode);
void digitalWrite(int pin, int value);
void delay(unsigned long ms);
unsigned long millis();

struct SerialPort {
    void begin(unsigned long baud);
    void println(const char *text);
};
extern SerialPort Serial;

#endif
