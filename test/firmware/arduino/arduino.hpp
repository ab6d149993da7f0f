// SPDX-License-Identifier: MIT
//
// As much of Arduino.h and SPI.h as the example sketch uses; test_sketch.cpp has the functions. The
// build makes headers of those two names that include this one.
#ifndef TEST_ARDUINO_HPP
#define TEST_ARDUINO_HPP

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

enum { MSBFIRST = 1, SPI_MODE3 = 3 };

struct SPISettings {
    SPISettings(uint32_t clock, int order, int mode);
};

struct SPIPort {
    void begin();
    void beginTransaction(SPISettings settings);
    uint8_t transfer(uint8_t byte);
    void transfer(void *bytes, size_t count);
};
extern SPIPort SPI;

#endif
