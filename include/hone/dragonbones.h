// SPDX-License-Identifier: MIT
//
// hone/dragonbones.h: DragonBones characters (JSON 4.x, 5.0, 5.5, 5.6) to armatures and animations.
//
// Two steps: hone_dragonbones_read() takes in everything the file says; hone_dragonbones_build()
// makes of one of its armatures the compact data of hone/rig.h, the very same that
// `hone export-c` writes as C source.
#ifndef HONE_DRAGONBONES_H
#define HONE_DRAGONBONES_H

#include "hone/rig.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a file holds, in short: enough to choose from.
typedef struct hone_dragonbones_armature {
    const char *name;
    int32_t bone_count, slot_count, skin_count, animation_count;
    const char *const *bone_names; // in the file's order, as are all of these
    const char *const *slot_names;
    const char *const *skin_names;
    const char *const *animation_names;
} hone_dragonbones_armature;

// A file that was read. Immutable; owns its memory; freed by hone_dragonbones_free().
typedef struct hone_dragonbones {
    const char *name;
    const char *version;
    int32_t armature_count;
    const hone_dragonbones_armature *armatures;
    hone_warnings warnings;
} hone_dragonbones;

// Reads a *_ske.json. name is for messages only. allocator NULL = heap.
HONE_API hone_status hone_dragonbones_read(const void *bytes, size_t count, const char *name,
                                           const hone_allocator *allocator, hone_dragonbones **out,
                                           hone_error *error);
HONE_API void hone_dragonbones_free(hone_dragonbones *file); // NULL is allowed

// A place in a picture where an image lies. Sizes in the picture's pixels.
typedef struct hone_atlas_region {
    const char *name;
    hone_rect rect;                                    // in the picture
    bool rotated;                                      // stored turned clockwise by a quarter
    float frame_x, frame_y, frame_width, frame_height; // the untrimmed image; 0 sizes = not trimmed
} hone_atlas_region;

typedef struct hone_atlas {
    const char *image_path;
    float scale; // pictures are drawn at 1 / scale
    int32_t region_count;
    const hone_atlas_region *regions;
    hone_texture texture; // to be set by the caller before building: the picture's pixels
} hone_atlas;

// Reads a *_tex.json.
HONE_API hone_status hone_atlas_read(const void *bytes, size_t count, const char *name,
                                     const hone_allocator *allocator, hone_atlas **out,
                                     hone_error *error);
HONE_API void hone_atlas_free(hone_atlas *atlas); // NULL is allowed

// What to build. All zero / NULL = the first armature, its default skin, scale 1, no pictures.
typedef struct hone_dragonbones_def {
    const char *armature;
    const char *skin;
    float scale;                      // of positions and pictures; 0 = 1
    const hone_atlas *const *atlases; // searched in order
    int32_t atlas_count;
} hone_dragonbones_def;

// One armature with its animations, in the form that plays. Owns its memory (not the pictures).
typedef struct hone_rig_document {
    const char *name;
    const hone_armature *armature;
    const hone_rig_animation *animations;
    int32_t animation_count;
    const int32_t *bone_order;    // armature's bone -> place in the file
    const int32_t *slot_order;    // armature's slot -> place in the file
    const hone_texture *textures; // one an atlas
    int32_t texture_count;
    hone_warnings warnings;
} hone_rig_document;

HONE_API hone_status hone_dragonbones_build(const hone_dragonbones *file,
                                            const hone_dragonbones_def *def,
                                            const hone_allocator *allocator,
                                            hone_rig_document **out, hone_error *error);
HONE_API void hone_rig_document_free(hone_rig_document *document); // NULL is allowed

// How much a character depends on its pictures.
typedef enum hone_character_pictures {
    HONE_PICTURES_NEEDED,   // one that is missing is an error
    HONE_PICTURES_OPTIONAL, // one that is missing is a warning, its places stay empty
    HONE_PICTURES_NONE      // none are looked for
} hone_character_pictures;

// What to read of a character on disk. All zero / NULL = as for hone_dragonbones_def.
typedef struct hone_character_def {
    const char *armature;
    const char *skin;
    float scale;
    const char *texture_folder; // pictures named by their display's path + ".png"; NULL = search
    hone_character_pictures pictures;
} hone_character_def;

// A character with its pictures. Owns everything that it points to.
typedef struct hone_character {
    const hone_dragonbones *file;
    const hone_rig_document *rig;
    const hone_atlas *const *atlases; // in a folder of pictures one a picture
    int32_t atlas_count;
    hone_warnings warnings; // of reading the file, finding the pictures and building
} hone_character;

// Reads X_ske.json (or X.json) and, beside it, the pictures of the chosen armature: X_tex.json or
// X_tex_0.json, X_tex_1.json ... with their pictures, else the atlases inside the file, else the
// folder X_texture or texture. Names in files that lead out of the folder are not followed.
// allocator NULL = heap.
HONE_API hone_status hone_character_read_file(const char *path, const hone_character_def *def,
                                              const hone_allocator *allocator, hone_character **out,
                                              hone_error *error);
HONE_API void hone_character_free(hone_character *character); // NULL is allowed

#ifdef __cplusplus
}
#endif
#endif
