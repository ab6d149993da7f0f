// SPDX-License-Identifier: MIT
//
// Questions about armatures and animations that need no instance.
#include "rig/rig.h"

// FNV-1a, 32 bits.
static uint32_t hash_byte(uint32_t hash, uint8_t byte)
{
    return (hash ^ byte) * 16777619u;
}

static uint32_t hash_name(uint32_t hash, const char *name)
{
    for (; name != NULL && *name != '\0'; name++) {
        hash = hash_byte(hash, (uint8_t)*name);
    }
    return hash_byte(hash, 0);
}

uint32_t hone_rig_signature(const hone_rig_bone *bones, int32_t bone_count,
                            const hone_rig_slot *slots, int32_t slot_count)
{
    uint32_t hash = 2166136261u;
    for (int32_t i = 0; i < bone_count; i++) {
        hash = hash_name(hash, bones[i].name);
    }
    hash = hash_byte(hash, 1);
    for (int32_t i = 0; i < slot_count; i++) {
        hash = hash_name(hash, slots[i].name);
    }
    return hash;
}

// Not strcmp: the core calls nothing of the C library but memcpy, memmove, memset and strlen.
static bool same_name(const char *a, const char *b)
{
    if (a == NULL) {
        return false;
    }
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

// Bones and slots both begin with their name.
static int32_t find_name(const void *first, size_t stride, int32_t count, const char *name)
{
    const char *at = first;
    for (int32_t i = 0; name != NULL && i < count; i++, at += stride) {
        if (same_name(*(const char *const *)(const void *)at, name)) {
            return i;
        }
    }
    return HONE_NONE;
}

int32_t hone_rig_bone_index(const hone_armature *armature, const char *name)
{
    return armature == NULL
               ? HONE_NONE
               : find_name(armature->bones, sizeof(hone_rig_bone), armature->bone_count, name);
}

int32_t hone_rig_slot_index(const hone_armature *armature, const char *name)
{
    return armature == NULL
               ? HONE_NONE
               : find_name(armature->slots, sizeof(hone_rig_slot), armature->slot_count, name);
}

float hone_rig_frame_at(const hone_rig_animation *animation, float seconds, bool loop)
{
    if (animation == NULL || !(seconds == seconds) || !(animation->frame_rate > 0.0f)) {
        return 0.0f;
    }
    float duration = (float)animation->duration;
    float frame = seconds * animation->frame_rate;
    if (!loop) {
        return frame < 0.0f ? 0.0f : frame > duration ? duration : frame;
    }
    if (duration <= 0.0f) {
        return 0.0f;
    }
    float loops = frame / duration;
    if (!(loops > -2147483000.0f && loops < 2147483000.0f)) {
        return 0.0f; // so far out that a float no longer knows the place in the loop
    }
    frame -= (float)(int32_t)loops * duration;
    if (frame < 0.0f) {
        frame += duration;
    }
    return frame >= 0.0f && frame < duration ? frame : 0.0f;
}
