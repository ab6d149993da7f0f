// SPDX-License-Identifier: MIT
//
// Finding the head.
//
// By name: what stands before the last ':' or '|' is a name space and falls away; the rest is cut
// into words at every character that is neither letter nor digit, between small and capital
// letters and between letters and digits, so that "mixamorig:Head", "mixamorigHead", "Bip01 Head",
// "J_Bip_C_Head" and "head.x" all hold the word "head", while "forehead" and "headphones" do not.
// Words that name helpers, controls, tips and what is worn on a head spoil a name; so does any
// unknown word behind "head". The name with the fewest other words wins, the first of equals.
// Where no bone is called a head but one is called just "face", its parent carries the face.
//
// By shape, where no name helps: a body that stands in its rest pose with two mirrored arms at the
// chest, two mirrored legs below the hips, and one thing between the arms that points away from
// the legs: that is neck and head, and the head is its last bone before it branches or ends in an
// end site. Anything less clear is no head.
#include "body/body.h"

#include <string.h>

#include "math/kernel.h"

typedef struct word {
    const char *start;
    size_t length;
} word;

static const char *const head_words[] = {
    "head",
    "\xe9\xa0\xad",                                     // Japanese
    "\xe5\xa4\xb4",                                     // Chinese
    "\xeb\xa8\xb8\xeb\xa6\xac",                         // Korean
    "\xd0\xb3\xd0\xbe\xd0\xbb\xd0\xbe\xd0\xb2\xd0\xb0", // Russian
    "atama",
    "kao",
    "kopf",
    "tete",
    "t\xc3\xaate",
    "cabeza",
    "cabeca",
    "cabe\303\247a",
    "testa",
    "skull",
    "cranium",
};

// Words that may stand behind "head" without changing what it is.
static const char *const plain_words[] = {"bone",     "joint", "jnt",    "jt",   "def",
                                          "bind",     "skin",  "skel",   "base", "skeleton",
                                          "armature", "mid",   "center", "bn"};

// Words that make something else of it, before or behind.
static const char *const spoiling_words[] = {
    "end",    "nub",     "top",        "tip",        "site",   "effector", "ik",     "ctrl",
    "ctl",    "control", "controller", "wgt",        "widget", "mch",      "target", "pole",
    "look",   "aim",     "tracker",    "track",      "null",   "dummy",    "helper", "twist",
    "hair",   "hat",     "helmet",     "eye",        "eyes",   "ear",      "ears",   "jaw",
    "nose",   "mouth",   "lip",        "brow",       "chin",   "neck",     "gear",   "band",
    "set",    "phone",   "phones",     "light",      "lamp",   "cam",      "camera", "prop",
    "attach", "socket",  "mount",      "slot",       "marker", "fore",     "arrow",  "spear",
    "axe",    "hammer",  "tail",       "attachment", "over",   "tweak",    "vis",    "parent",
};

static const char *const side_words[] = {"l", "r", "left", "right"};

#define COUNT(list) ((int32_t)(sizeof(list) / sizeof(list)[0]))

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Bytes of UTF-8 beyond ASCII count as letters.
static bool is_letter(char c)
{
    return (lower(c) >= 'a' && lower(c) <= 'z') || ((unsigned char)c & 0x80u) != 0;
}

static const char *without_namespace(const char *name)
{
    const char *rest = name;
    for (const char *p = name; *p != '\0'; p++) {
        if ((*p == ':' || *p == '|') && p[1] != '\0') {
            rest = p + 1;
        }
    }
    return rest;
}

// The next word at or after *at, which moves behind it; length 0 at the end.
static word next_word(const char **at)
{
    const char *p = *at;
    while (*p != '\0' && !is_letter(*p) && !is_digit(*p)) {
        p++;
    }
    word w = {p, 0};
    if (is_digit(*p)) {
        while (is_digit(*p)) {
            p++;
        }
    } else if (*p != '\0') {
        p++;
        while (is_letter(*p)) {
            bool begins = is_capital(*p) && (!is_capital(p[-1]) || (p[1] >= 'a' && p[1] <= 'z'));
            if (begins) {
                break;
            }
            p++;
        }
    }
    w.length = (size_t)(p - w.start);
    *at = p;
    return w;
}

static bool is_word(word w, const char *text)
{
    for (size_t i = 0; i < w.length; i++) {
        if (lower(w.start[i]) != text[i]) {
            return false; // also where text is shorter
        }
    }
    return text[w.length] == '\0';
}

static int32_t find_word(word w, const char *const *list, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (is_word(w, list[i])) {
            return i;
        }
    }
    return HONE_NONE;
}

// How far a name is from plainly "head", 0 the nearest; HONE_NONE when it names no head.
static int32_t head_distance(const char *name)
{
    int32_t distance = 0;
    bool found = false;
    const char *at = without_namespace(name);
    for (word w = next_word(&at); w.length != 0; w = next_word(&at)) {
        int32_t index = find_word(w, head_words, COUNT(head_words));
        if (index != HONE_NONE) {
            // Languages first in the list are surer; a second mention ("NPC Head [Head]") is one
            // word more.
            distance += found ? 1 : (index > 1 ? 3 : 0);
            found = true;
            continue;
        }
        if (find_word(w, spoiling_words, COUNT(spoiling_words)) != HONE_NONE) {
            return HONE_NONE;
        }
        if (find_word(w, side_words, COUNT(side_words)) != HONE_NONE) {
            distance += 4;
        } else if (is_digit(w.start[0]) || w.length == 1 ||
                   find_word(w, plain_words, COUNT(plain_words)) != HONE_NONE) {
            distance += 1;
        } else if (found) {
            return HONE_NONE;
        } else {
            distance += 2;
        }
    }
    return found ? distance : HONE_NONE;
}

static bool is_end_site(const hone_skeleton *skeleton, int32_t bone)
{
    return skeleton->flags != NULL && (skeleton->flags[bone] & HONE_BONE_END_SITE) != 0;
}

static int32_t head_by_name(const hone_skeleton *skeleton)
{
    int32_t best = HONE_NONE;
    int32_t best_distance = 0;
    int32_t face = HONE_NONE;
    for (int32_t i = 0; i < skeleton->bone_count; i++) {
        if (is_end_site(skeleton, i)) {
            continue;
        }
        int32_t distance = head_distance(skeleton->names[i]);
        if (distance != HONE_NONE && (best == HONE_NONE || distance < best_distance)) {
            best = i;
            best_distance = distance;
        }
        const char *at = without_namespace(skeleton->names[i]);
        word w = next_word(&at);
        if (face == HONE_NONE && is_word(w, "face") && next_word(&at).length == 0) {
            face = i;
        }
    }
    if (best == HONE_NONE && face != HONE_NONE) {
        best = skeleton->parents[face];
    }
    return best;
}

// Shape. The limits keep the tables on the stack and the search short.
enum { SHAPE_MAX_BONES = 512, SHAPE_MAX_CHILDREN = 16 };

typedef struct shape {
    const hone_skeleton *skeleton;
    hone_vec3 place[SHAPE_MAX_BONES]; // in the rest pose
    int32_t size[SHAPE_MAX_BONES];    // bones in the subtree, end sites not counted
    int32_t depth[SHAPE_MAX_BONES];   // bones on its longest path
    int32_t tip[SHAPE_MAX_BONES];     // the last of them
    float extent;                     // the largest distance from the first bone
} shape;

static void measure(shape *s, const hone_skeleton *skeleton)
{
    s->skeleton = skeleton;
    s->extent = 0.0f;
    int32_t count = skeleton->bone_count;
    hone_affine3 model[SHAPE_MAX_BONES];
    for (int32_t i = 0; i < count; i++) {
        int32_t parent = skeleton->parents[i];
        hone_affine3 local = hone_affine3_from_transform(&skeleton->rest[i]);
        model[i] = parent >= 0 && parent < i ? hone_affine3_mul(&model[parent], &local) : local;
        s->place[i] = (hone_vec3){model[i].m[0][3], model[i].m[1][3], model[i].m[2][3]};
        s->size[i] = is_end_site(skeleton, i) ? 0 : 1;
        s->depth[i] = s->size[i];
        s->tip[i] = i;
        float distance = hone_vec3_length(hone_vec3_sub(s->place[i], s->place[0]));
        s->extent = distance > s->extent ? distance : s->extent;
    }
    for (int32_t i = count - 1; i > 0; i--) {
        int32_t parent = skeleton->parents[i];
        if (parent >= 0 && parent < i) {
            s->size[parent] += s->size[i];
            if (s->size[i] > 0 && s->depth[i] + 1 > s->depth[parent]) {
                s->depth[parent] = s->depth[i] + 1;
                s->tip[parent] = s->tip[i];
            }
        }
    }
}

// The children of a bone that are no end sites; HONE_NONE when there are too many.
static int32_t children_of(const shape *s, int32_t bone, int32_t children[SHAPE_MAX_CHILDREN])
{
    int32_t count = 0;
    for (int32_t i = bone + 1; i < s->skeleton->bone_count; i++) {
        if (s->skeleton->parents[i] == bone && s->size[i] > 0) {
            if (count == SHAPE_MAX_CHILDREN) {
                return HONE_NONE;
            }
            children[count++] = i;
        }
    }
    return count;
}

// Two limbs of the same build whose ends lie mirrored about a plane through the bone.
static bool are_mirrored(const shape *s, int32_t bone, int32_t a, int32_t b)
{
    if (s->size[a] != s->size[b] || s->depth[a] != s->depth[b] || s->depth[a] < 3) {
        return false;
    }
    hone_vec3 from = s->place[bone];
    hone_vec3 end_a = hone_vec3_sub(s->place[s->tip[a]], from);
    hone_vec3 end_b = hone_vec3_sub(s->place[s->tip[b]], from);
    hone_vec3 across = hone_vec3_sub(end_a, end_b);
    float width = hone_vec3_length(across);
    float difference = hone_vec3_length(end_a) - hone_vec3_length(end_b);
    return width > 0.05f * s->extent && float_abs(difference) < 0.02f * s->extent;
}

static hone_vec3 middle_of_tips(const shape *s, int32_t a, int32_t b)
{
    return hone_vec3_scale(hone_vec3_add(s->place[s->tip[a]], s->place[s->tip[b]]), 0.5f);
}

// True when bone has legs: a mirrored pair of limbs on the side away from the chest.
static bool has_legs(const shape *s, int32_t bone, int32_t chest)
{
    int32_t children[SHAPE_MAX_CHILDREN];
    int32_t count = children_of(s, bone, children);
    hone_vec3 up = hone_vec3_sub(s->place[chest], s->place[bone]);
    float rise = hone_vec3_length(up);
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = i + 1; k < count; k++) {
            if (!are_mirrored(s, bone, children[i], children[k])) {
                continue;
            }
            hone_vec3 down =
                hone_vec3_sub(middle_of_tips(s, children[i], children[k]), s->place[bone]);
            // Within 45 degrees of straight away.
            if (rise > 0.0f && hone_vec3_dot(down, up) < -0.7f * rise * hone_vec3_length(down)) {
                return true;
            }
        }
    }
    return false;
}

// The head on a chest's third limb: the last bone before it branches or ends in an end site.
static int32_t head_of(const shape *s, int32_t neck)
{
    int32_t children[SHAPE_MAX_CHILDREN];
    int32_t bone = neck;
    for (int32_t steps = 0; steps < 6; steps++) {
        int32_t count = children_of(s, bone, children);
        if (count == 1) {
            bone = children[0];
            continue;
        }
        if (count != 0) {
            return count == HONE_NONE || s->depth[bone] <= 4 ? bone : HONE_NONE;
        }
        for (int32_t i = bone + 1; i < s->skeleton->bone_count; i++) {
            if (s->skeleton->parents[i] == bone) {
                return bone; // an end site: the head's crown
            }
        }
        return HONE_NONE; // the last bone may be the crown itself
    }
    return HONE_NONE;
}

static int32_t head_by_shape(const hone_skeleton *skeleton)
{
    if (skeleton->bone_count < 12 || skeleton->bone_count > SHAPE_MAX_BONES) {
        return HONE_NONE;
    }
    shape s;
    measure(&s, skeleton);
    int32_t found = HONE_NONE;
    for (int32_t chest = 0; chest < skeleton->bone_count; chest++) {
        int32_t children[SHAPE_MAX_CHILDREN];
        if (children_of(&s, chest, children) != 3) {
            continue;
        }
        for (int32_t i = 0; i < 3; i++) {
            int32_t neck = children[i];
            int32_t left = children[(i + 1) % 3];
            int32_t right = children[(i + 2) % 3];
            if (!are_mirrored(&s, chest, left, right) || s.depth[neck] >= s.depth[left]) {
                continue;
            }
            int32_t hips = skeleton->parents[chest];
            while (hips >= 0 && !has_legs(&s, hips, chest)) {
                hips = skeleton->parents[hips] < hips ? skeleton->parents[hips] : HONE_NONE;
            }
            if (hips < 0) {
                continue;
            }
            hone_vec3 up = hone_vec3_sub(s.place[chest], s.place[hips]);
            hone_vec3 rise = hone_vec3_sub(s.place[s.tip[neck]], s.place[chest]);
            int32_t head = head_of(&s, neck);
            if (head == HONE_NONE || !(hone_vec3_dot(up, rise) > 0.0f)) {
                continue;
            }
            if (found != HONE_NONE) {
                return HONE_NONE;
            }
            found = head;
        }
    }
    return found;
}

int32_t hone_skeleton_find_head(const hone_skeleton *skeleton)
{
    if (skeleton == NULL) {
        return HONE_NONE;
    }
    int32_t head = head_by_name(skeleton);
    return head != HONE_NONE ? head : head_by_shape(skeleton);
}
