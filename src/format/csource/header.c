// SPDX-License-Identifier: MIT
//
// The header of a C source: what it defines, and a constant for each animation, bone and slot.
#include "format/csource/emit.h"

#include <string.h>

// One constant for each of a list of names; a name that came before gets its index behind it.
typedef const char *(*name_function)(const hone_packed_rig *rig, int32_t index);

static const char *bone_name(const hone_packed_rig *rig, int32_t index)
{
    return rig->armature->bones[index].name;
}

static const char *slot_name(const hone_packed_rig *rig, int32_t index)
{
    return rig->armature->slots[index].name;
}

static const char *animation_name(const hone_packed_rig *rig, int32_t index)
{
    return rig->animations[index].name;
}

char csource_folded(char c)
{
    bool digit = c >= '0' && c <= '9';
    bool small = c >= 'a' && c <= 'z';
    bool large = c >= 'A' && c <= 'Z';
    return small ? (char)(c - 'a' + 'A') : digit || large ? c : '_';
}

// Whether both become the same identifier.
static bool same_identifier(const char *a, const char *b)
{
    while (*a != '\0' && *b != '\0' && csource_folded(*a) == csource_folded(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

// A name that ends as the count's, or as a number that was put behind another, gets one, too.
static bool needs_number(const hone_packed_rig *rig, name_function name, int32_t index)
{
    const char *own = name(rig, index);
    size_t length = strlen(own);
    if (length == 0 || same_identifier(own, "COUNT")) {
        return true;
    }
    for (int32_t i = 0; i < index; i++) {
        const char *other = name(rig, i);
        size_t begin = strlen(other);
        if (same_identifier(own, other)) {
            return true;
        }
        // "arm_2" beside a second "arm".
        if (begin + 1 < length && own[length - 1] >= '0' && own[length - 1] <= '9' &&
            memcmp(own, other, begin) == 0) {
            return true;
        }
    }
    return false;
}

static void write_names(emitter *e, const hone_packed_rig *rig, const char *prefix,
                        const char *kind, name_function name, int32_t count)
{
    emit_text(e, "\nenum {\n");
    for (int32_t i = 0; i < count; i++) {
        emit_text(e, "    ");
        emit_identifier(e, prefix, true);
        emit_text(e, kind);
        emit_identifier(e, name(rig, i), true);
        if (needs_number(rig, name, i)) {
            emit_text(e, "__");
            emit_integer(e, i);
        }
        emit_text(e, " = ");
        emit_integer(e, i);
        emit_text(e, ",\n");
    }
    emit_text(e, "    ");
    emit_identifier(e, prefix, true);
    emit_text(e, kind);
    emit_text(e, "COUNT = ");
    emit_integer(e, count);
    emit_text(e, "\n};\n");
}

void csource_header(emitter *e, const hone_packed_rig *rig, const char *prefix)
{
    emit_text(e, "// Made by `hone export-c`; not to be edited.\n#ifndef ");
    emit_identifier(e, prefix, true);
    emit_text(e, "_H\n#define ");
    emit_identifier(e, prefix, true);
    emit_text(e, "_H\n\n#include \"hone/rig.h\"\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
                 "extern const hone_armature ");
    emit_text(e, prefix);
    emit_text(e, "_armature;\n");
    if (rig->animation_count > 0) {
        emit_text(e, "extern const hone_rig_animation ");
        emit_text(e, prefix);
        emit_text(e, "_animations[");
        emit_integer(e, rig->animation_count);
        emit_text(e, "];\n");
    }
    emit_text(e, "\n// What hone_rig_bytes() says of the armature.\nenum { ");
    emit_identifier(e, prefix, true);
    emit_text(e, "_RIG_BYTES = ");
    emit_integer(e, (int64_t)hone_rig_bytes(rig->armature));
    emit_text(e, " };\n");
    write_names(e, rig, prefix, "_ANIMATION_", animation_name, rig->animation_count);
    write_names(e, rig, prefix, "_BONE_", bone_name, rig->armature->bone_count);
    write_names(e, rig, prefix, "_SLOT_", slot_name, rig->armature->slot_count);
    emit_text(e, "\n#ifdef __cplusplus\n}\n#endif\n#endif\n");
}
