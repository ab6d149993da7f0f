// SPDX-License-Identifier: MIT
//
// Finding bones by name, and the head in the rigs that people have.
#include "cmocka_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hone/bvh.h"

enum { MAX_BONES = 512, MAX_NAME = 128 };

static char texts[MAX_BONES][MAX_NAME];
static const char *names[MAX_BONES];
static int32_t parents[MAX_BONES];
static hone_transform rest[MAX_BONES];
static uint8_t flags[MAX_BONES];

static hone_skeleton skeleton_of(int32_t count)
{
    return (hone_skeleton){count, names, parents, rest, flags};
}

static void put_bone(int32_t i, const char *name, int32_t parent, float x, float y, float z)
{
    assert_true(i < MAX_BONES);
    (void)snprintf(texts[i], MAX_NAME, "%s", name);
    names[i] = texts[i];
    parents[i] = parent;
    rest[i] = (hone_transform){{x, y, z}, HONE_QUAT_IDENTITY, {1, 1, 1}};
    flags[i] = 0;
}

static int32_t head_among(const char *const *list, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        put_bone(i, list[i], i - 1, 0, 1, 0);
    }
    hone_skeleton skeleton = skeleton_of(count);
    return hone_skeleton_find_head(&skeleton);
}

static void the_first_bone_of_a_name_is_found(void **state)
{
    (void)state;
    put_bone(0, "hips", HONE_NONE, 0, 0, 0);
    put_bone(1, "", 0, 0, 0, 0);
    put_bone(2, "arm", 0, 0, 0, 0);
    put_bone(3, "arm", 0, 0, 0, 0);
    hone_skeleton skeleton = skeleton_of(4);
    assert_int_equal(hone_skeleton_find(&skeleton, "arm"), 2);
    assert_int_equal(hone_skeleton_find(&skeleton, ""), 1);
    assert_int_equal(hone_skeleton_find(&skeleton, "Arm"), HONE_NONE);
    assert_int_equal(hone_skeleton_find(&skeleton, "ar"), HONE_NONE);
    assert_int_equal(hone_skeleton_find(&skeleton, NULL), HONE_NONE);
    skeleton.bone_count = 0;
    assert_int_equal(hone_skeleton_find(&skeleton, "arm"), HONE_NONE);
    assert_int_equal(hone_skeleton_find_head(&skeleton), HONE_NONE);
}

static void heads_are_known_by_the_names_of_the_usual_rigs(void **state)
{
    (void)state;
    const char *const heads[] = {
        "Head",
        "head",
        "HEAD",
        "mixamorig:Head",
        "mixamorig1:Head",
        "mixamorigHead",
        "Bip01 Head",
        "Bip001_Head",
        "ValveBiped.Bip01_Head1",
        "head.x",
        "Head_M",
        "J_Bip_C_Head",
        "CC_Base_Head",
        "SKEL_Head",
        "Skeleton_Head",
        "Head_01",
        "HeadN",
        "C_Head_1",
        "Bip_Head1",
        "head_Armature",
        "Character1:Reference|Head",
        "\xe9\xa0\xad",
        "DEF-head",
        "b_head_jnt",
        "Kopf",
        "cabeza",
        "T\xc3\xaate",
        "J_Kao",
        "NPC Head [Head]",
        "HEAD_JNT",
        "head_bn",
    };
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        const char *const list[] = {"Neck", heads[i], "Other"};
        if (head_among(list, 3) != 1) {
            fail_msg("%s is a head", heads[i]);
        }
    }
}

static void helpers_tips_and_what_is_worn_are_no_heads(void **state)
{
    (void)state;
    const char *const others[] = {
        "head_end",
        "HeadTop_End",
        "mixamorig:HeadTop_End",
        "HeadNub",
        "Bip01 HeadNub",
        "headphones",
        "Headphones",
        "forehead",
        "FACIAL_C_Forehead",
        "HeadBand",
        "headset",
        "IK_Head",
        "WGT-head",
        "head_ctrl",
        "HeadLookAt",
        "Head_Target",
        "MCH-head",
        "arrow_head",
        "Neck",
        "ahead",
        "headlight",
        "HeadEffector",
        "\xe9\xa0\xad\xe5\x85\x88",
        "",
        ":",
        "head_hair",
        "Head_Eye_L",
        "NPC Head MagicNode [Hmag]",
        "HeadEnd_M",
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const char *const list[] = {"Neck", others[i], "Other"};
        if (head_among(list, 3) != HONE_NONE) {
            fail_msg("%s is no head", others[i]);
        }
    }
}

static void the_plainest_name_wins_and_end_sites_never(void **state)
{
    (void)state;
    const char *const list[] = {"ninja_head_02", "HeadTop_End", "Head", "head.001"};
    assert_int_equal(head_among(list, 4), 2);
    hone_skeleton skeleton = skeleton_of(4);
    flags[2] = HONE_BONE_END_SITE;
    assert_int_equal(hone_skeleton_find_head(&skeleton), 3);
    skeleton.flags = NULL;
    assert_int_equal(hone_skeleton_find_head(&skeleton), 2);
    const char *const face[] = {"spine.005", "spine.006", "face", "nose"};
    assert_int_equal(head_among(face, 4), 1);
}

// A body without helpful names: hips, two legs, spine, chest, two arms, neck, head. Returns the
// count; up turns it on its side.
static int32_t nameless_body(bool on_its_side, bool with_crown)
{
    static const struct {
        int32_t parent;
        float x, y;
    } body[] = {
        {HONE_NONE, 0, 1},                // hips
        {0, 0.1f, -0.1f},                 // left leg
        {1, 0, -0.4f},     {2, 0, -0.4f}, // knee, ankle
        {0, -0.1f, -0.1f},                // right leg
        {4, 0, -0.4f},     {5, 0, -0.4f}, //
        {0, 0, 0.2f},      {7, 0, 0.2f},  // spine, chest
        {8, 0.1f, 0.1f},   {9, 0.2f, 0},  // left collar, upper arm
        {10, 0.3f, 0},     {11, 0.3f, 0}, // elbow, wrist
        {8, -0.1f, 0.1f},  {13, -0.2f, 0}, {14, -0.3f, 0},
        {15, -0.3f, 0},    {8, 0, 0.15f},  {17, 0, 0.1f}, // neck, head
        {18, 0, 0.2f},                                    // crown
    };
    int32_t count = (int32_t)(sizeof body / sizeof body[0]) - (with_crown ? 0 : 1);
    for (int32_t i = 0; i < count; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "joint%d", (int)i);
        put_bone(i, name, body[i].parent, on_its_side ? body[i].y : body[i].x,
                 on_its_side ? body[i].x : body[i].y, 0);
    }
    if (with_crown) {
        flags[count - 1] = HONE_BONE_END_SITE;
    }
    return count;
}

static void a_nameless_body_shows_its_head_by_its_shape(void **state)
{
    (void)state;
    hone_skeleton skeleton = skeleton_of(nameless_body(false, true));
    assert_int_equal(hone_skeleton_find_head(&skeleton), 18);
    skeleton = skeleton_of(nameless_body(true, true));
    assert_int_equal(hone_skeleton_find_head(&skeleton), 18);
}

static void a_shape_that_is_not_clear_shows_none(void **state)
{
    (void)state;
    // Head or crown?
    hone_skeleton skeleton = skeleton_of(nameless_body(false, false));
    assert_int_equal(hone_skeleton_find_head(&skeleton), HONE_NONE);
    // Arms of different lengths.
    skeleton = skeleton_of(nameless_body(false, true));
    rest[12].translation.x = 0.6f;
    assert_int_equal(hone_skeleton_find_head(&skeleton), HONE_NONE);
    // Legs beside the body, as of an animal on all fours.
    skeleton = skeleton_of(nameless_body(false, true));
    for (int32_t i = 1; i <= 6; i++) {
        rest[i].translation.z = rest[i].translation.y;
        rest[i].translation.y = 0.0f;
    }
    assert_int_equal(hone_skeleton_find_head(&skeleton), HONE_NONE);
    // No rest pose at all.
    int32_t count = nameless_body(false, true);
    for (int32_t i = 0; i < count; i++) {
        rest[i].translation = (hone_vec3){0, 0, 0};
    }
    skeleton = skeleton_of(count);
    assert_int_equal(hone_skeleton_find_head(&skeleton), HONE_NONE);
}

// A file of the shared data, whole and zero-terminated; NULL when it is not there.
static char *shared_file(const char *name)
{
    char path[1024];
    const char *shared = getenv("HONE_SHARED");
    (void)snprintf(path, sizeof path, "%s/data/%s",
                   shared != NULL ? shared : HONE_SOURCE_DIR "/../shared", name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        printf("skipped: %s is not there\n", path);
        return NULL;
    }
    enum { CAPACITY = 8 << 20 };
    char *text = malloc(CAPACITY);
    assert_non_null(text);
    size_t length = fread(text, 1, CAPACITY - 1, file);
    text[length] = '\0';
    (void)fclose(file);
    return text;
}

static void heads_of_collected_names_are_recognised(void **state)
{
    (void)state;
    char *text = shared_file("humanoid/names.tsv");
    if (text == NULL) {
        return;
    }
    int32_t rows = 0;
    int32_t heads = 0;
    int32_t soft_missed = 0;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char family[64];
        char name[MAX_NAME];
        char expected[64];
        char level[16];
        if (sscanf(line, "%63[^\t]\t%127[^\t]\t%63[^\t]\t%15s", family, name, expected, level) !=
            4) {
            continue;
        }
        const char *const list[] = {name};
        bool found = head_among(list, 1) == 0;
        bool is_head = strcmp(expected, "head") == 0;
        if (strcmp(name, "face") == 0) {
            continue; // a root called face has no parent to carry it
        }
        rows++;
        heads += is_head ? 1 : 0;
        if (found && !is_head) {
            fail_msg("%s (%s) is no head", name, family);
        }
        if (!found && is_head && strcmp(level, "hard") == 0) {
            fail_msg("%s (%s) is a head", name, family);
        }
        soft_missed += !found && is_head ? 1 : 0;
    }
    printf("%d names, %d heads, %d of them not to be told from the name alone\n", (int)rows,
           (int)heads, (int)soft_missed);
    assert_true(rows > 2000 && heads > 30);
    free(text);
}

// One line of skeletons.jsonl: "bones":[["name",parent],...] and "head":"name" in "map".
static void check_collected_skeleton(const char *line)
{
    const char *at = strstr(line, "\"bones\":[");
    const char *map = strstr(line, "\"map\":{");
    if (at == NULL || map == NULL) {
        fail_msg("no bones or no map in %.60s", line);
        return;
    }
    int32_t count = 0;
    for (at = strstr(at, "[\""); at != NULL && at < map; at = strstr(at, "[\"")) {
        const char *end = strchr(at + 2, '"');
        if (end == NULL || end[1] != ',') {
            break;
        }
        char name[MAX_NAME];
        (void)snprintf(name, sizeof name, "%.*s", (int)(end - at - 2), at + 2);
        put_bone(count++, name, (int32_t)strtol(end + 2, NULL, 10), 0, 0, 0);
        at = end;
    }
    assert_true(count > 10);
    hone_skeleton skeleton = skeleton_of(count);
    int32_t head = hone_skeleton_find_head(&skeleton);
    const char *expected = strstr(map, "\"head\":\"");
    if (expected == NULL) {
        return; // no humanoid
    }
    expected += strlen("\"head\":\"");
    if (head == HONE_NONE || strncmp(names[head], expected, strlen(names[head])) != 0 ||
        expected[strlen(names[head])] != '"') {
        fail_msg("found %s in %.60s", head == HONE_NONE ? "none" : names[head], line);
    }
}

static void heads_of_collected_skeletons_are_found(void **state)
{
    (void)state;
    char *text = shared_file("humanoid/skeletons.jsonl");
    if (text == NULL) {
        return;
    }
    int32_t count = 0;
    for (char *line = text; *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL) {
            *end = '\0';
        }
        check_collected_skeleton(line);
        count++;
        line = end != NULL ? end + 1 : line + strlen(line);
    }
    assert_int_equal(count, 14);
    free(text);
}

static void heads_of_recorded_performers_are_found(void **state)
{
    (void)state;
    const struct {
        const char *file, *head;
    } files[] = {
        {"aachan", "Head"},
        {"bandai_bow_feminine_001", "Head"},
        {"cmu_01_03", "Head"},
        {"fair1_dab", "Head"},
        {"freebvh_colon_names", "mixamorig:Head"},
        {"ipi_studio", "Head"},
        {"kashiyuka", "Head"},
        {"makehuman_face_poseunits", "head"},
        {"mixamo_gangnam_style", "mixamorig:Head"},
        {"mocopi_arm_raise_turn", "head"},
        {"motionbuilder_8walk", "Head"},
        {"nocchi", "Head"},
        {"rokoko_jesse_dance", "Head"},
        {"sl_avatar_dance1", "head"},
        {"truebones_chicken_walk", "Bip01_Head"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[128];
        (void)snprintf(path, sizeof path, "bvh/%s.bvh", files[i].file);
        char *text = shared_file(path);
        if (text == NULL) {
            return;
        }
        // Names only; each bone's parent is the one before, which is enough for names.
        int32_t count = 0;
        for (char *word = strtok(text, " \t\r\n"); word != NULL; word = strtok(NULL, " \t\r\n")) {
            if (strcmp(word, "MOTION") == 0) {
                break;
            }
            if (strcmp(word, "ROOT") == 0 || strcmp(word, "JOINT") == 0) {
                const char *name = strtok(NULL, " \t\r\n{");
                put_bone(count, name != NULL ? name : "", count - 1, 0, 0, 0);
                count++;
            }
        }
        hone_skeleton skeleton = skeleton_of(count);
        int32_t head = hone_skeleton_find_head(&skeleton);
        assert_int_not_equal(head, HONE_NONE);
        assert_string_equal(names[head], files[i].head);
        free(text);
    }
}

static void the_shape_of_recorded_performers_shows_their_head_or_nothing(void **state)
{
    (void)state;
    const char *const files[] = {
        "aachan",
        "bandai_bow_feminine_001",
        "cmu_01_03",
        "fair1_dab",
        "freebvh_colon_names",
        "ipi_studio",
        "kashiyuka",
        "makehuman_face_poseunits",
        "mixamo_gangnam_style",
        "nocchi",
        "mocopi_arm_raise_turn",
        "motionbuilder_8walk",
        "rokoko_jesse_dance",
        "sl_avatar_dance1",
        "truebones_chicken_walk",
    };
    int32_t shown = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char name[128];
        (void)snprintf(name, sizeof name, "bvh/%s.bvh", files[i]);
        char *text = shared_file(name);
        if (text == NULL) {
            return;
        }
        hone_bvh *bvh = NULL;
        assert_int_equal(hone_bvh_read(text, strlen(text), name, NULL, NULL, &bvh, NULL), HONE_OK);
        hone_skeleton skeleton = *bvh->skeleton;
        int32_t by_name = hone_skeleton_find_head(&skeleton);
        assert_true(skeleton.bone_count <= MAX_BONES);
        for (int32_t k = 0; k < skeleton.bone_count; k++) {
            names[k] = "joint";
        }
        skeleton.names = names;
        int32_t by_shape = hone_skeleton_find_head(&skeleton);
        if (by_shape != HONE_NONE) {
            assert_int_equal(by_shape, by_name);
            shown++;
        }
        hone_bvh_free(bvh);
        free(text);
    }
    printf("%d of 15 by shape alone\n", (int)shown);
    assert_true(shown >= 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_bone_of_a_name_is_found),
        cmocka_unit_test(heads_are_known_by_the_names_of_the_usual_rigs),
        cmocka_unit_test(helpers_tips_and_what_is_worn_are_no_heads),
        cmocka_unit_test(the_plainest_name_wins_and_end_sites_never),
        cmocka_unit_test(a_nameless_body_shows_its_head_by_its_shape),
        cmocka_unit_test(a_shape_that_is_not_clear_shows_none),
        cmocka_unit_test(heads_of_collected_names_are_recognised),
        cmocka_unit_test(heads_of_collected_skeletons_are_found),
        cmocka_unit_test(heads_of_recorded_performers_are_found),
        cmocka_unit_test(the_shape_of_recorded_performers_shows_their_head_or_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
