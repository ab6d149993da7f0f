// SPDX-License-Identifier: MIT
//
// Which bone is which part of a body, as far as drawing needs it.
//
// A name tells the side ("Left", "lShldr", "R_Foot", "upperarm01.L", "左") and whether the bone is
// a hand or a foot; the rest follows from how the bones hang together: from a hand upwards to the
// first bone without a side runs the arm, and that bone is the chest; the same from the feet gives
// the legs and the pelvis. Within an arm, collar bones are told by name, the elbow by name or,
// failing that, as the joint nearest to the middle of the way.
#include "stage/scene.h"

#include <string.h>

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_letter(char c)
{
    return lower(c) >= 'a' && lower(c) <= 'z';
}

static bool starts_with(const char *text, const char *word)
{
    while (*word != '\0') {
        if (lower(*text) != *word) {
            return false;
        }
        text++;
        word++;
    }
    return true;
}

// word is lower case.
static bool has_word(const char *name, const char *word)
{
    for (; *name != '\0'; name++) {
        if (starts_with(name, word)) {
            return true;
        }
    }
    return false;
}

static bool has_any(const char *name, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (has_word(name, *words)) {
            return true;
        }
    }
    return false;
}

// True when the letter at i stands for a side: alone between non-letters, or before a word that
// begins with a capital ("lShldr", "LHipJoint").
static bool is_side_letter(const char *name, size_t i)
{
    if (i > 0 && is_letter(name[i - 1])) {
        return false;
    }
    char next = name[i + 1];
    if (!is_letter(next)) {
        return true;
    }
    return is_upper(next) && (!is_upper(name[i]) || !is_upper(name[i + 2])) && name[i + 2] != '\0';
}

// 0 = left, 1 = right, HONE_NONE.
static int32_t side_of(const char *name)
{
    if (has_word(name, "left") || has_word(name, "\xE5\xB7\xA6")) {
        return 0;
    }
    if (has_word(name, "right") || has_word(name, "\xE5\x8F\xB3")) {
        return 1;
    }
    for (size_t i = 0; name[i] != '\0'; i++) {
        char c = lower(name[i]);
        if ((c == 'l' || c == 'r') && is_side_letter(name, i)) {
            return c == 'r';
        }
    }
    return HONE_NONE;
}

bool anatomy_is_thumb(const char *name)
{
    return has_word(name, "thumb");
}

static const char *name_of(const hone_skeleton *s, int32_t bone)
{
    const char *name = s->names == NULL ? NULL : s->names[bone];
    return name == NULL ? "" : name;
}

bool anatomy_is_beyond_end(const hone_skeleton *skeleton, int32_t bone)
{
    int32_t parent = skeleton->parents[bone];
    bool end = skeleton->flags != NULL && (skeleton->flags[bone] & HONE_BONE_END_SITE) != 0;
    if (!end || parent < 0) {
        return false;
    }
    const char *name = name_of(skeleton, parent);
    size_t length = strlen(name);
    return length >= 3 &&
           (starts_with(name + length - 3, "end") || starts_with(name + length - 3, "nub"));
}

static int32_t find_sided(const hone_skeleton *s, int32_t side, const char *const *words)
{
    for (int32_t i = 0; i < s->bone_count; i++) {
        bool end = s->flags != NULL && (s->flags[i] & HONE_BONE_END_SITE) != 0;
        const char *name = name_of(s, i);
        if (!end && has_any(name, words) && side_of(name) == side) {
            return i;
        }
    }
    return HONE_NONE;
}

static float bone_length(const hone_skeleton *s, int32_t bone)
{
    return hone_vec3_length(s->rest[bone].translation);
}

static bool is_ancestor(const hone_skeleton *s, int32_t above, int32_t below)
{
    while (below > above) {
        below = s->parents[below];
    }
    return below == above;
}

static int32_t common_ancestor(const hone_skeleton *s, int32_t a, int32_t b)
{
    while (a != b && a >= 0 && b >= 0) {
        if (a > b) {
            a = s->parents[a];
        } else {
            b = s->parents[b];
        }
    }
    return a == b ? a : HONE_NONE;
}

// The child of above on the way down to below.
static int32_t step_down(const hone_skeleton *s, int32_t above, int32_t below)
{
    while (s->parents[below] != above) {
        below = s->parents[below];
    }
    return below;
}

typedef struct limb {
    int32_t trunk, first, middle, end; // chest, shoulder, elbow, hand; or the same of a leg
} limb;

// From the end (hand, foot) up to the first bone without its side. The first joint of the limb is
// the one below the trunk, or one further when that is a collar bone.
static bool climb(const hone_skeleton *s, int32_t end, int32_t side, const char *const *collars,
                  const char *const *middles, limb *out)
{
    int32_t top = end;
    while (s->parents[top] >= 0 && side_of(name_of(s, s->parents[top])) == side) {
        top = s->parents[top];
    }
    int32_t trunk = s->parents[top];
    if (trunk < 0 || top == end) {
        return false;
    }
    int32_t first = top;
    while (first != end && s->parents[end] != first && has_any(name_of(s, first), collars)) {
        first = step_down(s, first, end);
    }
    float whole = 0.0f;
    for (int32_t i = end; i != first; i = s->parents[i]) {
        whole += bone_length(s, i);
    }
    int32_t middle = HONE_NONE, named = HONE_NONE;
    float best = whole, gone = 0.0f;
    for (int32_t i = end; i != first; i = s->parents[i]) {
        float off = gone - 0.5f * whole;
        off = off < 0.0f ? -off : off;
        if (i != end && off < best) {
            best = off;
            middle = i;
        }
        if (i != end && has_any(name_of(s, i), middles)) {
            named = i;
        }
        gone += bone_length(s, i);
    }
    *out = (limb){trunk, first, named != HONE_NONE ? named : middle, end};
    return true;
}

static bool shoulder_is_collar(const hone_skeleton *s, int32_t hand, int32_t side)
{
    for (int32_t i = s->parents[hand]; i >= 0 && side_of(name_of(s, i)) == side;
         i = s->parents[i]) {
        static const char *const upper_arms[] = {"arm", "shldr", NULL};
        static const char *const not_upper[] = {"fore", "low", NULL};
        if (has_any(name_of(s, i), upper_arms) && !has_any(name_of(s, i), not_upper)) {
            return true;
        }
    }
    return false;
}

void anatomy_find(const hone_skeleton *skeleton, int32_t head, anatomy *out)
{
    static const char *const hands[] = {"hand", "wrist", "\xE6\x89\x8B\xE9\xA6\x96", NULL};
    static const char *const feet[] = {"foot", "ankle", "\xE8\xB6\xB3\xE9\xA6\x96", NULL};
    static const char *const collars[] = {"clav", "collar", NULL};
    static const char *const collars_and_shoulders[] = {"clav", "collar", "shoulder", NULL};
    static const char *const hip_collars[] = {"hipjoint", "pelvis", NULL};
    static const char *const elbows[] = {"elbow", "fore", "low", "\xE3\x81\xB2\xE3\x81\x98", NULL};
    static const char *const knees[] = {"knee", "shin", "calf", "low", "\xE3\x81\xB2\xE3\x81\x96",
                                        NULL};
    *out = (anatomy){.head = head, .neck = HONE_NONE, .chest = HONE_NONE, .pelvis = HONE_NONE};
    bool whole = true;
    int32_t chest[2] = {HONE_NONE, HONE_NONE}, pelvis[2] = {HONE_NONE, HONE_NONE};
    for (int32_t side = 0; side < 2; side++) {
        limb arm = {HONE_NONE, HONE_NONE, HONE_NONE, HONE_NONE}, leg = arm;
        int32_t hand = find_sided(skeleton, side, hands);
        int32_t foot = find_sided(skeleton, side, feet);
        const char *const *above =
            hand >= 0 && shoulder_is_collar(skeleton, hand, side) ? collars_and_shoulders : collars;
        whole = hand >= 0 && climb(skeleton, hand, side, above, elbows, &arm) && whole;
        whole = foot >= 0 && climb(skeleton, foot, side, hip_collars, knees, &leg) && whole;
        out->shoulder[side] = arm.first;
        out->elbow[side] = arm.middle;
        out->hand[side] = arm.end;
        out->hip[side] = leg.first;
        out->knee[side] = leg.middle;
        out->foot[side] = leg.end;
        chest[side] = arm.trunk;
        pelvis[side] = leg.trunk;
    }
    if (!whole) {
        return;
    }
    out->chest = common_ancestor(skeleton, chest[0], chest[1]);
    out->pelvis = common_ancestor(skeleton, pelvis[0], pelvis[1]);
    if (out->chest < 0 || out->pelvis < 0 || !is_ancestor(skeleton, out->pelvis, out->chest) ||
        out->chest == out->pelvis) {
        return;
    }
    if (head >= 0 && head != out->chest && is_ancestor(skeleton, out->chest, head)) {
        out->neck = step_down(skeleton, out->chest, head);
    }
    out->humanoid = true;
}
