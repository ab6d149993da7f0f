// SPDX-License-Identifier: MIT
//
// hone/csource.h: a character made small for a microcontroller, in memory and as C source.
//
// Two steps: hone_rig_pack() makes of a character's pictures textures of 16 bits a pixel, trimmed
// and packed, and of its armature one that draws from them; hone_csource_write() writes a packed
// rig as `static const` data. What is written and what lies in memory is the same to the byte, so
// a desktop plays exactly what the firmware plays.
#ifndef HONE_CSOURCE_H
#define HONE_CSOURCE_H

#include "hone/dragonbones.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hone_pack_format {
    HONE_PACK_ARGB4444,
    HONE_PACK_RGB565,         // clear pixels have the key colour
    HONE_PACK_RGB565_SWAPPED, // the same with its bytes exchanged
    HONE_PACK_AUTO            // ARGB4444 for pictures translucent inside, else RGB565_SWAPPED
} hone_pack_format;

typedef enum hone_pack_dither {
    HONE_DITHER_NONE,
    HONE_DITHER_DIFFUSION, // the error goes to the neighbours (Floyd and Steinberg 1976)
    HONE_DITHER_PATTERN    // ordered, 4 x 4
} hone_pack_dither;

enum { HONE_PACK_WIDTH_AUTO = -1 };

// hone_default_pack_def() gives working defaults.
typedef struct hone_pack_def {
    float scale; // of the pictures; the document was built with the same one
    hone_pack_format format;
    hone_pack_dither dither;
    float auto_alpha; // AUTO: percent of translucent visible pixels, not beside clear ones, above
                      // which a picture keeps its alpha
    bool in_keyed;
    hone_color in_key;       // makes pixels of this colour clear
    hone_color out_key;      // the key of keyed textures
    uint8_t alpha_threshold; // from this alpha on a keyed pixel is opaque
    int32_t atlas_width;     // pixels; HONE_PACK_WIDTH_AUTO = what needs least; 0 = one texture a
                             // picture
    int32_t hull;            // most corners of the outline, 3 to 16; 0 = none
    bool fit_rotate;         // turns pictures into the smallest upright rectangle
    float fit_min_gain;      // percent of the area that a turn has to save
} hone_pack_def;

HONE_API hone_pack_def hone_default_pack_def(void);

// What packing did.
typedef struct hone_pack_figures {
    int32_t pictures;        // different images of the armature
    int64_t texels_before;   // of these images as they were, four bytes each
    int64_t texels_after;    // of the textures, two bytes each
    int64_t rig_bytes;       // of armature, slots, hulls on a machine of 32 bits, without names
    int64_t animation_bytes; // of animations, without names
} hone_pack_figures;

// A rig with its textures. It points into the document that it was made of, which must outlive it;
// the pictures it does not need any more.
typedef struct hone_packed_rig {
    const char *name;
    const hone_armature *armature;
    const hone_rig_animation *animations;
    int32_t animation_count;
    const hone_texture *textures;
    int32_t texture_count;
    hone_pack_figures figures;
    hone_warnings warnings;
} hone_packed_rig;

// Textures of the document must be ARGB8888. def NULL = defaults, allocator NULL = heap.
HONE_API hone_status hone_rig_pack(const hone_rig_document *document, const hone_pack_def *def,
                                   const hone_allocator *allocator, hone_packed_rig **out,
                                   hone_error *error);
HONE_API void hone_packed_rig_free(hone_packed_rig *rig); // NULL is allowed

// Adds the animations of another document of the same signature (names of bones and slots). The
// other one must outlive the rig. An animation of the same name is replaced, with a warning.
HONE_API hone_status hone_packed_rig_add_animations(hone_packed_rig *rig,
                                                    const hone_rig_document *other,
                                                    hone_error *error);

// Writes a C source (header = false) or the header that declares what it defines. Both compile as
// C99 and C++. prefix begins every name and names the header, prefix.h; it must be an identifier.
HONE_API hone_status hone_csource_write(const hone_packed_rig *rig, const char *prefix, bool header,
                                        hone_write_function write, void *user,
                                        const hone_allocator *allocator, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
