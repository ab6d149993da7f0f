// SPDX-License-Identifier: MIT
//
// Options that several commands have. They are written once, so that a word means the same
// everywhere. Each takes the command's settings type and the member that holds the value.
#ifndef HONE_CLI_SHARED_OPTIONS_H
#define HONE_CLI_SHARED_OPTIONS_H

#include "values.h"

#include <math.h>
#include <stddef.h>

#define OPTION_JSON(settings, member)                                                              \
    {                                                                                              \
        .name = "json", .type = &cli_flag, .field = offsetof(settings, member),                    \
        .help = "print one JSON document and nothing else"                                         \
    }

#define OPTION_OUT(settings, member)                                                               \
    {                                                                                              \
        .name = "out", .letter = 'o', .type = &cli_file, .field = offsetof(settings, member),      \
        .value = "OUT", .help = "the file to write; its ending says the format"                    \
    }

#define OPTION_FRAME(settings, member)                                                             \
    {                                                                                              \
        .name = "frame", .letter = 'f', .type = &cli_number, .field = offsetof(settings, member),  \
        .value = "F", .least = 0.0, .most = HUGE_VAL,                                              \
        .help = "the moment as a frame number from 0; may lie between two"                         \
    }

#define OPTION_TIME(settings, member)                                                              \
    {                                                                                              \
        .name = "time", .letter = 't', .type = &cli_number, .field = offsetof(settings, member),   \
        .value = "SECONDS", .least = 0.0, .most = HUGE_VAL, .help = "the moment in seconds"        \
    }

#define OPTION_FROM(settings, member)                                                              \
    {                                                                                              \
        .name = "from", .type = &cli_number, .field = offsetof(settings, member),                  \
        .value = "SECONDS", .most = HUGE_VAL,                                                      \
        .help = "where to begin; a moving picture without it begins at the start, or one frame "   \
                "later when the motion begins with a rest pose"                                    \
    }

#define OPTION_TO(settings, member)                                                                \
    {                                                                                              \
        .name = "to", .type = &cli_number, .field = offsetof(settings, member),                    \
        .value = "SECONDS", .most = HUGE_VAL, .help = "where to end"                               \
    }

#define OPTION_SKIP_FIRST(settings, member)                                                        \
    {                                                                                              \
        .name = "skip-first", .type = &cli_flag, .field = offsetof(settings, member),              \
        .help = "leave out the first frame, which is often a rest pose"                            \
    }

#define OPTION_FPS(settings, member)                                                               \
    {                                                                                              \
        .name = "fps", .type = &cli_number, .field = offsetof(settings, member), .value = "RATE",  \
        .least = 0.1, .most = 1000.0,                                                              \
        .help = "pictures or frames a second; without it the motion's own rate (for moving "       \
                "pictures an even part of it, when it is high)"                                    \
    }

#define OPTION_ANIMATION(settings, member)                                                         \
    {                                                                                              \
        .name = "animation", .type = &cli_text, .field = offsetof(settings, member),               \
        .value = "NAME", .help = "which of the file's animations; without it, the first"           \
    }

#define OPTION_ARMATURE(settings, member)                                                          \
    {                                                                                              \
        .name = "armature", .type = &cli_text, .field = offsetof(settings, member),                \
        .value = "NAME", .help = "which armature of a character; without it, the first"            \
    }

#define OPTION_SKIN(settings, member)                                                              \
    {                                                                                              \
        .name = "skin", .type = &cli_text, .field = offsetof(settings, member), .value = "NAME",   \
        .help = "which skin of a character; without it, the default one"                           \
    }

#define OPTION_TEXTURE_DIR(settings, member)                                                       \
    {                                                                                              \
        .name = "texture-dir", .type = &cli_file, .field = offsetof(settings, member),             \
        .value = "FOLDER",                                                                         \
        .help = "a folder of pictures named by their displays; without it, X_tex.json, X_texture " \
                "and texture beside the character are looked for"                                  \
    }

#define OPTION_OFFSET(settings, member)                                                            \
    {                                                                                              \
        .name = "offset", .type = &cli_choice, .field = offsetof(settings, member),                \
        .value = "WAY", .choices = "replace|add-root|add",                                         \
        .help = "what a BVH position channel does with the joint's OFFSET: replace (the default, " \
                "what nearly all programs mean), add-root (added at the roots), add (added "       \
                "everywhere)"                                                                      \
    }

#define OPTION_UNIT(settings, member)                                                              \
    {                                                                                              \
        .name = "unit", .letter = 'u', .type = &cli_choice, .field = offsetof(settings, member),   \
        .value = "UNIT", .choices = "file|auto|m|dm|cm|mm|inch|foot",                              \
        .help = "the unit of the file's lengths, which are then turned into metres: m, dm, cm, "   \
                "mm, inch, foot; auto guesses it; file (the default) leaves the numbers alone"     \
    }

#endif
