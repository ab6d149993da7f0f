// SPDX-License-Identifier: MIT
//
// As much of Arduino's SPI as the example sketch uses; test_sketch.cpp has it.
#ifndef TEST_SPI_H
#define TEST_SPI_H

#include <stddef.h>
#include <stdint.h>

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
