// SPDX-License-Identifier: MIT
//
// A fox on a 240x240 display with an ST7789 controller on SPI. Wire CS, DC and RST to the pins below
// (BLK to 3.3 V), or replace the five lcd_ functions by those of another display: all they must do is
// to take a window and then its pixels, high byte first.
//
// The picture is drawn in bands, so that 240 * 16 * 2 = 7680 bytes do for pixels; the character
// itself needs 1 KB. A board with little RAM takes fewer BAND_ROWS (a divisor of 240).
#include "fox.h"
#include <Arduino.h>
#include <SPI.h>
#include <hone_core.h>

static const int PIN_CS = 10, PIN_DC = 9, PIN_RST = 8;
static const int SIDE = 240, BAND_ROWS = 16;
static const uint32_t ANIMATION_MS = 4000; // then the next one

static uint16_t band[SIDE * BAND_ROWS];
static uint8_t memory[FOX_RIG_BYTES];
static hone_rig rig;

static void lcd_command(uint8_t command)
{
    digitalWrite(PIN_DC, LOW);
    SPI.transfer(command);
    digitalWrite(PIN_DC, HIGH);
}

static void lcd_range(uint8_t command, int first, int last)
{
    lcd_command(command);
    SPI.transfer((uint8_t)(first >> 8));
    SPI.transfer((uint8_t)first);
    SPI.transfer((uint8_t)(last >> 8));
    SPI.transfer((uint8_t)last);
}

static void lcd_window(int x, int y, int width, int height)
{
    lcd_range(0x2A, x, x + width - 1); // columns
    lcd_range(0x2B, y, y + height - 1); // rows
    lcd_command(0x2C); // pixels follow
}

static void lcd_pixels(uint16_t *pixels, int count)
{
    SPI.transfer(pixels, (size_t)count * 2); // what is received overwrites them
}

static void lcd_begin()
{
    pinMode(PIN_CS, OUTPUT);
    pinMode(PIN_DC, OUTPUT);
    pinMode(PIN_RST, OUTPUT);
    SPI.begin();
    SPI.beginTransaction(SPISettings(40000000, MSBFIRST, SPI_MODE3));
    digitalWrite(PIN_CS, LOW);
    digitalWrite(PIN_RST, LOW);
    delay(10);
    digitalWrite(PIN_RST, HIGH);
    delay(120);
    lcd_command(0x11); // out of sleep
    delay(120);
    lcd_command(0x3A); // 16 bits a pixel
    SPI.transfer(0x55);
    lcd_command(0x36); // upright
    SPI.transfer(0x00);
    lcd_command(0x21); // these panels show inverted colours
    lcd_command(0x29); // display on
}

void setup()
{
    Serial.begin(115200);
    lcd_begin();
    if (!hone_rig_init(&rig, &fox_armature, memory, sizeof memory))
        Serial.println("the character needs more memory");
}

void loop()
{
    const uint32_t now = millis();
    const int index = (int)(now / ANIMATION_MS % FOX_ANIMATION_COUNT);
    const hone_rig_animation *animation = &fox_animations[index];
    const float seconds = (float)(now % ANIMATION_MS) * 0.001f;
    hone_rig_pose(&rig, animation, hone_rig_frame_at(animation, seconds, true), NULL);

    const hone_rect box = fox_armature.bounds;
    const hone_affine2 placement = {1, 0, 0, 1, SIDE / 2 - (box.x + box.width / 2.0f),
                                    (float)(SIDE - 12 - (box.y + box.height))};
    for (int y = 0; y < SIDE; y += BAND_ROWS) {
        hone_surface surface = {};
        surface.pixels = band;
        surface.width = SIDE;
        surface.height = BAND_ROWS;
        surface.stride = SIDE * 2;
        surface.format = HONE_PIXEL_RGB565_SWAPPED;
        surface.origin_y = y;
        hone_canvas canvas = hone_canvas_on(surface);
        canvas.state.filter = HONE_FILTER_NEAREST;
        hone_canvas_clear(&canvas, 0xFF20304A);
        canvas.state.transform = placement;
        hone_rig_draw(&rig, &canvas);
        lcd_window(0, y, SIDE, BAND_ROWS);
        lcd_pixels(band, SIDE * BAND_ROWS);
    }
}
