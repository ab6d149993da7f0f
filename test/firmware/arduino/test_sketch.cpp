// SPDX-License-Identifier: MIT
//
// Runs the example sketch against a display that understands the commands of an ST7789: columns, rows,
// pixels. After each loop() the display must show what one whole picture in native RGB565 has.
#include "arduino.hpp"
#include "fox.h"
#include <hone_core.h>
#include <stdio.h>
#include <string.h>

void setup();
void loop();

SerialPort Serial;
SPIPort SPI;

static const int SIDE = 240;
static int pins[64];
static unsigned long now_ms;
static uint8_t shown[SIDE * SIDE * 2];
static int problems;

static void problem(const char *what)
{
    printf("%s\n", what);
    problems++;
}

void pinMode(int, int) {}
void digitalWrite(int pin, int value)
{
    pins[pin] = value;
}
void delay(unsigned long) {}
unsigned long millis()
{
    return now_ms;
}
void SerialPort::begin(unsigned long) {}
void SerialPort::println(const char *text)
{
    problem(text);
}
SPISettings::SPISettings(uint32_t, int, int) {}
void SPIPort::begin() {}
void SPIPort::beginTransaction(SPISettings) {}

static struct {
    bool awake, on, deep;
    int command, count, columns[2], rows[2], x, y;
} lcd;

static void lcd_take(uint8_t byte)
{
    if (pins[10] != LOW)
        return problem("a byte without chip select");
    if (pins[9] == LOW) {
        lcd.command = byte;
        lcd.count = 0;
        lcd.awake = lcd.awake || byte == 0x11;
        lcd.on = lcd.on || byte == 0x29;
        lcd.x = lcd.columns[0];
        lcd.y = lcd.rows[0];
        return;
    }
    int *range = lcd.command == 0x2A ? lcd.columns : lcd.rows;
    if (lcd.command == 0x3A) {
        lcd.deep = byte == 0x55;
    } else if (lcd.command == 0x2A || lcd.command == 0x2B) {
        int &value = range[lcd.count++ / 2 % 2];
        value = (value << 8 | byte) & 0xFFFF;
    } else if (lcd.command == 0x2C) {
        if (lcd.x >= SIDE || lcd.y >= SIDE || lcd.y > lcd.rows[1])
            return problem("a pixel outside the window");
        shown[(lcd.y * SIDE + lcd.x) * 2 + lcd.count++ % 2] = byte;
        if (lcd.count % 2 == 0 && ++lcd.x > lcd.columns[1]) {
            lcd.x = lcd.columns[0];
            lcd.y++;
        }
    }
}

uint8_t SPIPort::transfer(uint8_t byte)
{
    lcd_take(byte);
    return 0;
}

void SPIPort::transfer(void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        lcd_take(static_cast<uint8_t *>(bytes)[i]);
    memset(bytes, 0, count);
}

static uint16_t picture[SIDE * SIDE];
static uint8_t memory[FOX_RIG_BYTES];

static void expect_picture(const hone_rig_animation *animation, float seconds)
{
    hone_rig rig;
    hone_rig_init(&rig, &fox_armature, memory, sizeof memory);
    hone_rig_pose(&rig, animation, hone_rig_frame_at(animation, seconds, true), NULL);
    hone_surface surface = {};
    surface.pixels = picture;
    surface.width = surface.height = SIDE;
    surface.stride = SIDE * 2;
    surface.format = HONE_PIXEL_RGB565;
    hone_canvas canvas = hone_canvas_on(surface);
    canvas.state.filter = HONE_FILTER_NEAREST;
    hone_canvas_clear(&canvas, 0xFF20304A);
    const hone_rect box = fox_armature.bounds;
    canvas.state.transform = hone_affine2{
        1, 0, 0, 1, 120 - (box.x + box.width / 2.0f), (float)(228 - (box.y + box.height))};
    hone_rig_draw(&rig, &canvas);
    int background = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        background += picture[i] == picture[0];
        if (picture[i] != (shown[i * 2] << 8 | shown[i * 2 + 1])) {
            printf("%s %g s, pixel %d: %02x%02x is shown, not %04x\n", animation->name, (double)seconds,
                   i, shown[i * 2], shown[i * 2 + 1], picture[i]);
            problems++;
            return;
        }
    }
    if (background > SIDE * SIDE * 9 / 10 || background < SIDE * SIDE / 10)
        problem("no character in the picture");
}

int main()
{
    pins[10] = HIGH;
    setup();
    if (!lcd.awake || !lcd.on || !lcd.deep)
        problem("the display was not set up");
    int pictures = 0;
    for (int32_t i = 0; i < FOX_ANIMATION_COUNT; i++) {
        for (int ms = 0; ms < 4000; ms += 487, pictures++) {
            now_ms = static_cast<unsigned long>(i * 4000 + ms);
            memset(shown, 0, sizeof shown);
            loop();
            expect_picture(&fox_animations[i], static_cast<float>(ms) * 0.001f);
        }
    }
    printf("sketch: %d pictures on the display as they should be, %d problems\n", pictures, problems);
    return problems != 0;
}
