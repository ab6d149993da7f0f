// SPDX-License-Identifier: MIT
//
// The LZW coder of GIF: phrases seen so far have codes; the longest known phrase is written as its
// code, and phrase plus next symbol becomes a new one. The dictionary is a hash table with open
// addressing from (prefix code, symbol) to code, with a plain table for symbol 0, of which
// transparent areas are made. It is emptied when all 4096 codes are taken.
//
// A pixel that a viewer already shows in the right colour may be written as transparent or as that
// colour. Being free in this, the coder takes at every pixel whichever keeps the phrase going.
// Where neither does, it takes the colour if the next pixel is not free, so that a gap of one pixel
// in a run of colours does not split the phrases.
#include "format/image/gif.h"

#include <string.h>

enum {
    CODES_MOST = LZW_CODES,
    BLOCK = 255, // bytes of a data block
    NO_CODE = 0xFFFF
};

typedef struct bit_writer {
    byte_buffer *to;
    uint64_t bits;
    uint32_t bit_count;
    uint32_t block_count;
    uint8_t block[BLOCK + 1]; // its length first
    bool failed;
} bit_writer;

static void end_block(bit_writer *writer)
{
    if (writer->block_count > 0) {
        writer->block[0] = (uint8_t)writer->block_count;
        writer->failed |= !byte_buffer_add(writer->to, writer->block, writer->block_count + 1);
        writer->block_count = 0;
    }
}

static void put_byte(bit_writer *writer)
{
    writer->block[++writer->block_count] = (uint8_t)(writer->bits & 0xFF);
    writer->bits >>= 8;
    if (writer->block_count == BLOCK) {
        end_block(writer);
    }
}

static inline void put_code(bit_writer *writer, uint32_t code, uint32_t size)
{
    writer->bits |= (uint64_t)code << writer->bit_count;
    writer->bit_count += size;
    while (writer->bit_count >= 8) {
        put_byte(writer);
        writer->bit_count -= 8;
    }
}

static inline uint32_t first_slot(uint32_t key)
{
    return key * 0x9E3779B1u >> 19;
}

// The code of a phrase and one symbol more, or NO_CODE.
static inline uint32_t find(const gif_lzw *lzw, uint32_t phrase, uint32_t symbol)
{
    if (symbol == 0) {
        return lzw->with_zero[phrase];
    }
    const uint32_t key = phrase << 8 | symbol;
    uint32_t slot = first_slot(key);
    uint32_t entry = lzw->hash[slot];
    while (entry != UINT32_MAX) {
        if (entry >> 12 == key) {
            return entry & 0xFFF;
        }
        slot = (slot + 1) % LZW_HASH;
        entry = lzw->hash[slot];
    }
    return NO_CODE;
}

static inline void insert(gif_lzw *lzw, uint32_t phrase, uint32_t symbol, uint32_t code)
{
    if (symbol == 0) {
        lzw->with_zero[phrase] = (uint16_t)code;
        return;
    }
    const uint32_t key = phrase << 8 | symbol;
    uint32_t slot = first_slot(key);
    while (lzw->hash[slot] != UINT32_MAX) {
        slot = (slot + 1) % LZW_HASH;
    }
    lzw->hash[slot] = key << 12 | code;
}

static void forget(gif_lzw *lzw)
{
    memset(lzw->hash, 0xFF, sizeof lzw->hash);
    memset(lzw->with_zero, 0xFF, sizeof lzw->with_zero);
}

bool gif_lzw_write(gif_lzw *lzw, byte_buffer *to, const uint8_t *symbols, const uint8_t *other,
                   size_t count, uint32_t bits)
{
    const uint32_t clear = 1u << bits;
    bit_writer writer = {.to = to};
    uint8_t code_size = (uint8_t)bits;
    writer.failed = !byte_buffer_add(to, &code_size, 1);
    uint32_t size = bits + 1;
    uint32_t next = clear + 2;
    forget(lzw);
    put_code(&writer, clear, size);
    uint32_t phrase = symbols[0];
    for (size_t i = 1; i < count; i++) {
        uint8_t symbol = symbols[i];
        uint32_t code = find(lzw, phrase, symbol);
        if (code == NO_CODE && other[i] != symbol) {
            code = find(lzw, phrase, other[i]);
            bool next_free = i + 1 == count || symbols[i + 1] != other[i + 1];
            symbol = next_free ? symbol : other[i];
        }
        if (code != NO_CODE) {
            phrase = code;
            continue;
        }
        put_code(&writer, phrase, size);
        const uint32_t before = phrase;
        phrase = symbol;
        if (next == CODES_MOST) {
            put_code(&writer, clear, size);
            forget(lzw);
            size = bits + 1;
            next = clear + 2;
            continue;
        }
        // The reader learns a phrase one code later than the writer, so the size grows late, too.
        if (next == 1u << size) {
            size++;
        }
        insert(lzw, before, symbol, next++);
    }
    put_code(&writer, phrase, size);
    if (next == 1u << size && size < 12) {
        size++;
    }
    put_code(&writer, clear + 1, size);
    if (writer.bit_count > 0) {
        put_byte(&writer);
    }
    end_block(&writer);
    const uint8_t end = 0;
    return byte_buffer_add(to, &end, 1) && !writer.failed;
}
