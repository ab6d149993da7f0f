// SPDX-License-Identifier: MIT
//
// The DragonBones reader on arbitrary bytes; what was read is built and posed. The first byte
// chooses whether the rest is a skeleton or an atlas.
#include "hone/dragonbones.h"

#include <stdio.h>
#include <stdlib.h>

static void require(bool condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "broken: %s\n", what);
        abort();
    }
}

static void play(const hone_rig_document *document)
{
    const hone_armature *armature = document->armature;
    size_t bytes = hone_rig_bytes(armature);
    void *memory = malloc(bytes);
    hone_rig rig;
    require(memory != NULL && hone_rig_init(&rig, armature, memory, bytes), "init");
    static uint32_t pixels[16 * 16];
    hone_canvas canvas =
        hone_canvas_on((hone_surface){pixels, 16, 16, 64, HONE_PIXEL_ARGB8888, 0, 0});
    for (int32_t i = 0; i < document->animation_count && i < 8; i++) {
        const hone_rig_animation *animation = &document->animations[i];
        float duration = (float)animation->duration;
        for (int32_t step = 0; step <= 16; step++) {
            require(hone_rig_pose(&rig, animation, duration * (float)step / 16.0f, NULL), "pose");
            require(hone_rig_draw(&rig, &canvas), "draw");
        }
    }
    free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    hone_error error;
    if (count > 0 && bytes[0] == '!') {
        hone_atlas *atlas = NULL;
        hone_status status = hone_atlas_read(bytes + 1, count - 1, "fuzz", NULL, &atlas, &error);
        require((status == HONE_OK) == (atlas != NULL), "atlas");
        hone_atlas_free(atlas);
        return 0;
    }
    hone_dragonbones *file = NULL;
    hone_status status = hone_dragonbones_read(bytes, count, "fuzz", NULL, &file, &error);
    require((status == HONE_OK) == (file != NULL), "file");
    if (file == NULL) {
        require(error.status == status && error.message[0] != '\0', "error");
        return 0;
    }
    for (int32_t i = 0; i < file->armature_count && i < 4; i++) {
        // A picture for every image that the fuzzer calls "p".
        static const uint32_t texel = 0xFFFFFFFF;
        static const hone_atlas_region region = {.name = "p", .rect = {0, 0, 1, 1}};
        static const hone_atlas atlas = {.scale = 1.0f,
                                         .region_count = 1,
                                         .regions = &region,
                                         .texture = {&texel, 1, 1, 4, HONE_PIXEL_ARGB8888}};
        const hone_atlas *atlases[] = {&atlas};
        hone_dragonbones_def def = {.armature = file->armatures[i].name,
                                    .scale = i == 0 ? 0.5f : 0.0f,
                                    .atlases = atlases,
                                    .atlas_count = 1};
        hone_rig_document *document = NULL;
        status = hone_dragonbones_build(file, &def, NULL, &document, &error);
        require((status == HONE_OK) == (document != NULL), "document");
        if (document != NULL) {
            play(document);
        }
        hone_rig_document_free(document);
    }
    hone_dragonbones_free(file);
    return 0;
}
