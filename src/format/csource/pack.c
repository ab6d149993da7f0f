// SPDX-License-Identifier: MIT
//
// From a document with its full pictures to a rig that fits a small machine. Each image of the
// armature, told apart by texture and rectangle, goes its way once: cut out, scaled, turned if that
// saves, trimmed, stored in 16 bits, compared with those before it, outlined, packed. What happened
// to its texels is one affine map, by which every attachment that shows it is corrected.
#include "format/csource/csource.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

typedef struct packed {
    hone_packed_rig face; // first, so that a pointer to it is a pointer to this
    arena memory;
    warnings warnings;
    hone_armature armature;
    hone_rig_animation *animations;
} packed;

// An image of the armature: where it lay.
typedef struct image {
    const hone_texture *texture;
    hone_rect rect;
} image;

typedef struct packer {
    packed *rig;
    const hone_rig_document *document;
    const hone_pack_def *def;
    arena scratch;
    image *images;
    stored *pictures;
    int32_t count;
    hone_error *error;
    hone_status status;
} packer;

static bool fail(packer *p, hone_status status, const char *message)
{
    if (p->status == HONE_OK) {
        p->status = error_set(p->error, status, p->document->name, message);
    }
    return false;
}

static bool no_memory(packer *p)
{
    return fail(p, HONE_ERROR_MEMORY, "not enough memory");
}

static void warn(packer *p, const char *kind, const char *detail, int64_t times)
{
    for (int64_t i = 0; i < times && i < 1000000; i++) {
        warnings_add(&p->rig->warnings, p->rig->memory.allocator, kind, detail, 0);
    }
}

hone_pack_def hone_default_pack_def(void)
{
    return (hone_pack_def){.scale = 1.0f,
                           .auto_alpha = 5.0f,
                           .out_key = 0xFFFF00FFu,
                           .alpha_threshold = 128,
                           .atlas_width = HONE_PACK_WIDTH_AUTO,
                           .hull = 8,
                           .fit_min_gain = 3.0f};
}

static const char *wrong_def(const hone_pack_def *def)
{
    if (!(def->scale > 0.0f && def->scale <= 16.0f)) {
        return "the scale has to be above 0 and at most 16";
    }
    if (def->hull != 0 && (def->hull < 3 || def->hull > 16)) {
        return "a hull has 3 to 16 corners, or 0 for none";
    }
    if (def->atlas_width < HONE_PACK_WIDTH_AUTO || def->atlas_width > 2048) {
        return "an atlas is up to 2048 pixels wide";
    }
    return NULL;
}

// ---- images

static bool is_image(const hone_rig_attachment *a)
{
    return a->texture != NULL && a->texture->pixels != NULL && a->source_width > 0 &&
           a->source_height > 0;
}

static int32_t find_image(const packer *p, const hone_rig_attachment *a)
{
    for (int32_t i = 0; i < p->count; i++) {
        const image *known = &p->images[i];
        if (known->texture == a->texture && known->rect.x == a->source_x &&
            known->rect.y == a->source_y && known->rect.width == a->source_width &&
            known->rect.height == a->source_height) {
            return i;
        }
    }
    return HONE_NONE;
}

static int32_t attachment_count(const hone_armature *armature)
{
    int32_t count = 0;
    for (int32_t i = 0; i < armature->slot_count; i++) {
        count += armature->slots[i].attachment_count;
    }
    return count;
}

static bool gather_images(packer *p)
{
    const hone_armature *armature = p->document->armature;
    size_t most = (size_t)attachment_count(armature);
    p->images = arena_new(&p->scratch, most, sizeof *p->images);
    p->pictures = arena_new(&p->scratch, most, sizeof *p->pictures);
    if (p->images == NULL || p->pictures == NULL) {
        return no_memory(p);
    }
    for (int32_t i = 0; i < armature->slot_count; i++) {
        for (int32_t j = 0; j < armature->slots[i].attachment_count; j++) {
            const hone_rig_attachment *a = &armature->slots[i].attachments[j];
            if (!is_image(a) || find_image(p, a) != HONE_NONE) {
                continue;
            }
            const hone_texture *t = a->texture;
            if (t->format != HONE_PIXEL_ARGB8888 || a->source_x < 0 || a->source_y < 0 ||
                a->source_x + a->source_width > t->width ||
                a->source_y + a->source_height > t->height) {
                return fail(p, HONE_ERROR_ARGUMENT, "a picture that is not ARGB8888 or too small");
            }
            p->images[p->count++] =
                (image){t, {a->source_x, a->source_y, a->source_width, a->source_height}};
        }
    }
    return true;
}

// ---- one picture

static hone_pixel_format format_of(const packer *p, const picture *source)
{
    switch (p->def->format) {
    case HONE_PACK_RGB565:
        return HONE_PIXEL_RGB565;
    case HONE_PACK_RGB565_SWAPPED:
        return HONE_PIXEL_RGB565_SWAPPED;
    case HONE_PACK_AUTO:
        return picture_keeps_alpha(source, (double)p->def->auto_alpha) ? HONE_PIXEL_ARGB4444
                                                                       : HONE_PIXEL_RGB565_SWAPPED;
    default:
        return HONE_PIXEL_ARGB4444;
    }
}

// The least alpha that is still visible when stored.
static uint32_t least_alpha(const packer *p, hone_pixel_format format)
{
    uint32_t threshold = p->def->alpha_threshold;
    if (format == HONE_PIXEL_ARGB4444) {
        return p->def->dither == HONE_DITHER_NONE ? 9 : 1;
    }
    return threshold == 0 ? 1 : threshold;
}

static bool maybe_turn(packer *p, arena *a, uint32_t least, picture *source)
{
    double degrees, gain;
    if (!picture_best_turn(a, source, &degrees, &gain)) {
        return false;
    }
    if (gain * 100.0 < (double)p->def->fit_min_gain || gain <= 0.0) {
        return true;
    }
    picture turned = *source;
    if (!picture_turn(a, degrees, &turned) || !picture_trim(a, least, &turned)) {
        return false;
    }
    double before = (double)source->width * (double)source->height;
    double after = (double)turned.width * (double)turned.height;
    if (after <= before * (1.0 - 0.01 * (double)p->def->fit_min_gain)) {
        *source = turned;
    }
    return true;
}

static bool store_image(packer *p, int32_t index)
{
    const image *from = &p->images[index];
    stored *out = &p->pictures[index];
    arena own = {.allocator = p->scratch.allocator};
    picture source;
    bool fine = picture_cut(&own, from->texture, from->rect, &source);
    if (fine && p->def->in_keyed) {
        picture_clear_key(&source, p->def->in_key);
    }
    fine = fine && picture_scale(&own, (double)p->def->scale, &source);
    int64_t clashes = 0;
    if (fine) {
        hone_pixel_format format = format_of(p, &source);
        uint32_t least = least_alpha(p, format);
        fine = picture_trim(&own, least, &source) &&
               (!p->def->fit_rotate || maybe_turn(p, &own, least, &source)) &&
               picture_store(&p->scratch, &source, p->def, format, out, &clashes);
    }
    arena_free(&own);
    if (!fine) {
        return no_memory(p);
    }
    warn(p, "an opaque pixel had the key colour and was changed by one step", NULL, clashes);
    for (int32_t i = 0; i < index && out->width > 0; i++) {
        const stored *known = &p->pictures[i];
        if (known->same_as == HONE_NONE && known->hash == out->hash && known->width == out->width &&
            known->height == out->height && known->format == out->format &&
            memcmp(known->texels, out->texels,
                   (size_t)out->width * (size_t)out->height * sizeof *out->texels) == 0) {
            out->same_as = i;
            return true;
        }
    }
    return stored_outline(&p->scratch, out, p->def->hull, stored_key(p->def, out->format)) ||
           no_memory(p);
}

// ---- the armature

static bool copy_hull(packer *p, const stored *s, hone_rig_attachment *out)
{
    out->hull = NULL;
    out->hull_count = 0;
    if (s->hull_count == 0) {
        return true;
    }
    size_t bytes = (size_t)s->hull_count * 2 * sizeof(int16_t);
    int16_t *hull = arena_new(&p->rig->memory, bytes, 1);
    if (hull == NULL) {
        return no_memory(p);
    }
    memcpy(hull, s->hull, bytes);
    out->hull = hull;
    out->hull_count = (uint8_t)s->hull_count;
    return true;
}

static bool correct(packer *p, const hone_texture *textures, hone_rig_attachment *a)
{
    if (!is_image(a)) {
        a->texture = NULL;
        return true;
    }
    const stored *own = &p->pictures[find_image(p, a)];
    const stored *s = own->same_as == HONE_NONE ? own : &p->pictures[own->same_as];
    const map2 local = {(double)a->local.a, (double)a->local.b,  (double)a->local.c,
                        (double)a->local.d, (double)a->local.tx, (double)a->local.ty};
    map2 m = map2_mul(local, own->to_source);
    a->local =
        (hone_affine2){(float)m.a, (float)m.b, (float)m.c, (float)m.d, (float)m.tx, (float)m.ty};
    if (s->width == 0) {
        a->texture = NULL;
        a->source_x = a->source_y = a->source_width = a->source_height = 0;
        a->hull = NULL;
        a->hull_count = 0;
        warn(p, "a picture in which nothing is visible: ", a->name, 1);
        return true;
    }
    a->texture = &textures[s->texture];
    a->source_x = (int16_t)s->x;
    a->source_y = (int16_t)s->y;
    a->source_width = (int16_t)s->width;
    a->source_height = (int16_t)s->height;
    return copy_hull(p, s, a);
}

static bool make_armature(packer *p, const hone_texture *textures)
{
    const hone_armature *from = p->document->armature;
    hone_armature *out = &p->rig->armature;
    hone_rig_slot *slots = arena_new(&p->rig->memory, from->slot_count, sizeof *slots);
    if (slots == NULL) {
        return no_memory(p);
    }
    *out = *from;
    out->slots = slots;
    for (int32_t i = 0; i < from->slot_count; i++) {
        size_t count = from->slots[i].attachment_count;
        hone_rig_attachment *attachments = arena_new(&p->rig->memory, count, sizeof *attachments);
        if (attachments == NULL) {
            return no_memory(p);
        }
        slots[i] = from->slots[i];
        slots[i].attachments = attachments;
        for (size_t j = 0; j < count; j++) {
            attachments[j] = from->slots[i].attachments[j];
            if (!correct(p, textures, &attachments[j])) {
                return false;
            }
        }
    }
    for (int32_t i = 0; i < p->count; i++) {
        if (p->pictures[i].format != HONE_PIXEL_ARGB4444) {
            out->keyed = true;
            out->key = stored_key(p->def, p->pictures[i].format);
        }
    }
    return true;
}

// The bounds of the bind pose of what is left.
static bool set_bounds(packer *p)
{
    hone_armature *armature = &p->rig->armature;
    size_t bytes = hone_rig_bytes(armature);
    void *memory = arena_new(&p->scratch, bytes, 1);
    hone_rig rig;
    if (memory == NULL || !hone_rig_init(&rig, armature, memory, bytes)) {
        return no_memory(p);
    }
    armature->bounds = (hone_rect){0, 0, 0, 0};
    (void)hone_rig_bounds(&rig, &armature->bounds);
    return true;
}

// ---- figures, as on a machine of 32 bits

static int64_t rig_bytes(const hone_armature *armature)
{
    int64_t bytes = 44 + 24 * (int64_t)armature->bone_count + 16 * (int64_t)armature->slot_count;
    for (int32_t i = 0; i < armature->slot_count; i++) {
        for (int32_t j = 0; j < armature->slots[i].attachment_count; j++) {
            bytes += 48 + 4 * (int64_t)armature->slots[i].attachments[j].hull_count;
        }
    }
    return bytes;
}

static int64_t animation_bytes(const hone_armature *armature, const hone_rig_animation *animation)
{
    static const int64_t value_bytes[] = {8, 4, 4, 1, 1};
    int64_t bytes = 36 + 34 * (int64_t)animation->curve_count;
    int32_t count = animation->bone_timeline_count + animation->slot_timeline_count;
    for (int32_t i = 0; i < count; i++) {
        const hone_rig_timeline *t = &animation->timelines[i];
        bytes += 16 + t->key_count * (2 + (t->easings != NULL) + value_bytes[t->channel]);
    }
    for (int32_t i = 0; i < animation->order_count; i++) {
        bytes += 8 + (animation->orders[i].order != NULL ? armature->slot_count : 0);
    }
    return bytes;
}

static void count_bytes(packed *rig)
{
    hone_pack_figures *figures = &rig->face.figures;
    figures->texels_after = figures->animation_bytes = 0;
    for (int32_t i = 0; i < rig->face.texture_count; i++) {
        const hone_texture *t = &rig->face.textures[i];
        figures->texels_after += (int64_t)t->width * t->height;
    }
    figures->rig_bytes = rig_bytes(&rig->armature) + 20 * (int64_t)rig->face.texture_count;
    for (int32_t i = 0; i < rig->face.animation_count; i++) {
        figures->animation_bytes += animation_bytes(&rig->armature, &rig->face.animations[i]);
    }
}

// ---- all together

static bool pack_textures(packer *p, sheet *textures)
{
    static const hone_pixel_format formats[] = {HONE_PIXEL_ARGB4444, HONE_PIXEL_RGB565,
                                                HONE_PIXEL_RGB565_SWAPPED};
    textures->textures =
        arena_new(&p->rig->memory, (size_t)p->count + 3, sizeof *textures->textures);
    if (textures->textures == NULL) {
        return no_memory(p);
    }
    for (size_t i = 0; i < 3; i++) {
        hone_error failure;
        hone_status status =
            pack_shelves(&p->rig->memory, p->pictures, p->count, formats[i], p->def->atlas_width,
                         stored_key(p->def, formats[i]), textures, &failure);
        if (status != HONE_OK) {
            return fail(p, status, failure.message);
        }
    }
    return true;
}

static bool pack(packer *p)
{
    if (!gather_images(p)) {
        return false;
    }
    hone_pack_figures *figures = &p->rig->face.figures;
    for (int32_t i = 0; i < p->count; i++) {
        if (!store_image(p, i)) {
            return false;
        }
        figures->texels_before += (int64_t)p->images[i].rect.width * p->images[i].rect.height;
    }
    figures->pictures = p->count;
    sheet textures = {NULL, 0};
    if (!pack_textures(p, &textures) || !make_armature(p, textures.textures) || !set_bounds(p)) {
        return false;
    }
    hone_packed_rig *face = &p->rig->face;
    face->name = p->document->name;
    face->armature = &p->rig->armature;
    face->textures = textures.textures;
    face->texture_count = textures.texture_count;
    size_t bytes = (size_t)p->document->animation_count * sizeof *p->rig->animations;
    p->rig->animations = arena_new(&p->rig->memory, bytes, 1);
    if (p->rig->animations == NULL || p->rig->warnings.failed) {
        return no_memory(p);
    }
    if (bytes > 0) {
        memcpy(p->rig->animations, p->document->animations, bytes);
    }
    face->animations = p->rig->animations;
    face->animation_count = p->document->animation_count;
    face->warnings = (hone_warnings){p->rig->warnings.items, p->rig->warnings.count};
    count_bytes(p->rig);
    return true;
}

hone_status hone_rig_pack(const hone_rig_document *document, const hone_pack_def *def,
                          const hone_allocator *allocator, hone_packed_rig **out, hone_error *error)
{
    const hone_pack_def defaults = hone_default_pack_def();
    def = def == NULL ? &defaults : def;
    allocator = allocator == NULL ? hone_heap() : allocator;
    const char *wrong =
        document == NULL || out == NULL ? "no document or no place for the rig" : wrong_def(def);
    if (wrong != NULL) {
        return error_set(error, HONE_ERROR_ARGUMENT, document == NULL ? NULL : document->name,
                         wrong);
    }
    packed *rig = memory_new(allocator, 1, sizeof *rig);
    if (rig == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, document->name, "not enough memory");
    }
    *rig = (packed){.memory = {.allocator = allocator}};
    packer p = {.rig = rig,
                .document = document,
                .def = def,
                .scratch = {.allocator = allocator},
                .error = error};
    bool fine = pack(&p);
    arena_free(&p.scratch);
    if (!fine) {
        hone_packed_rig_free(&rig->face);
        return p.status;
    }
    *out = &rig->face;
    return HONE_OK;
}

void hone_packed_rig_free(hone_packed_rig *face)
{
    if (face != NULL) {
        packed *rig = (packed *)face;
        const hone_allocator *allocator = rig->memory.allocator;
        warnings_free(&rig->warnings, allocator);
        arena_free(&rig->memory);
        memory_delete(allocator, rig, 1, sizeof *rig);
    }
}

hone_status hone_packed_rig_add_animations(hone_packed_rig *face, const hone_rig_document *other,
                                           hone_error *error)
{
    packed *rig = (packed *)face;
    if (other->armature->signature != face->armature->signature) {
        return error_set(error, HONE_ERROR_ARGUMENT, other->name,
                         "the bones and slots are not those of the character");
    }
    size_t most = (size_t)face->animation_count + (size_t)other->animation_count;
    hone_rig_animation *all = arena_new(&rig->memory, most, sizeof *all);
    if (all == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, other->name, "not enough memory");
    }
    int32_t count = face->animation_count;
    if (count > 0) {
        memcpy(all, face->animations, (size_t)count * sizeof *all);
    }
    for (int32_t i = 0; i < other->animation_count; i++) {
        int32_t at = 0;
        while (at < count && strcmp(all[at].name, other->animations[i].name) != 0) {
            at++;
        }
        if (at < count) {
            warnings_add(&rig->warnings, rig->memory.allocator,
                         "an animation is replaced: ", other->animations[i].name, 0);
        }
        count += at == count;
        all[at] = other->animations[i];
    }
    if (rig->warnings.failed) {
        return error_set(error, HONE_ERROR_MEMORY, other->name, "not enough memory");
    }
    rig->animations = all;
    face->animations = all;
    face->animation_count = count;
    face->warnings = (hone_warnings){rig->warnings.items, rig->warnings.count};
    count_bytes(rig);
    return HONE_OK;
}
