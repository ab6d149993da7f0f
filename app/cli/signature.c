// SPDX-License-Identifier: MIT
#include "signature.h"

#include <string.h>

typedef struct signature {
    const char *bytes;
    size_t count, offset;
    const char *name, *help;
} signature;

#define PICTURE "this place wants motion; a picture of a face goes with --face"
#define CONVERT "a program such as Blender can export its motion as BVH"
#define UNPACK "unpack it first"

static const signature signatures[] = {
    {"Kaydara FBX Binary", 18, 0, "an FBX file", CONVERT},
    {"; FBX", 5, 0, "an FBX file in text form", CONVERT},
    {"glTF", 4, 0, "a binary glTF file", CONVERT},
    {"BLENDER", 7, 0, "a Blender file", "export its motion as BVH: File, Export, Motion Capture"},
    {"C3D\x50", 4, 0, "a C3D file", CONVERT},
    {":version", 8, 0, "an Acclaim skeleton (ASF)", CONVERT},
    {"\x89PNG\r\n\x1a\n", 8, 0, "a PNG picture", PICTURE},
    {"\xff\xd8\xff", 3, 0, "a JPEG picture", PICTURE},
    {"GIF8", 4, 0, "a GIF picture", PICTURE},
    {"WEBP", 4, 8, "a WebP picture", PICTURE},
    {"PK\x03\x04", 4, 0, "a ZIP archive", UNPACK},
    {"\x1f\x8b", 2, 0, "a gzip archive", UNPACK},
    {"7z\xbc\xaf\x27\x1c", 6, 0, "a 7-Zip archive", UNPACK},
    {"Rar!", 4, 0, "a RAR archive", UNPACK},
    {"ftyp", 4, 4, "an MP4 video", "video cannot be turned into motion here"},
    {"%PDF", 4, 0, "a PDF document", ""},
};

const char *cli_foreign_format(const unsigned char *bytes, size_t count, const char **help)
{
    for (size_t i = 0; i < sizeof signatures / sizeof signatures[0]; i++) {
        const signature *s = &signatures[i];
        if (s->offset + s->count <= count && memcmp(bytes + s->offset, s->bytes, s->count) == 0) {
            *help = s->help;
            return s->name;
        }
    }
    size_t at = 0;
    while (at < count &&
           (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r' || bytes[at] == '\n')) {
        at++;
    }
    if (at < count && (bytes[at] == '{' || bytes[at] == '[')) {
        *help = "this place wants motion; DragonBones and glTF files come in this form";
        return "a JSON file";
    }
    return NULL;
}
