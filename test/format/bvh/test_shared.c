// SPDX-License-Identifier: MIT
//
// Real files against reference poses that were computed elsewhere, and the shared fault samples
// against their table. Poses are computed two ways: by the library (clip, sampling, model space)
// and by forward kinematics in double precision from the document, so that an error shows where it
// is.
#include "bvh_test.h"

#include "../json_tree.h"

#include <math.h>

static const char *const files[] = {"aachan",
                                    "bandai_bow_feminine_001",
                                    "cmu_01_03",
                                    "fair1_dab",
                                    "freebvh_colon_names",
                                    "ipi_studio",
                                    "kashiyuka",
                                    "makehuman_face_poseunits",
                                    "mixamo_gangnam_style",
                                    "mocopi_arm_raise_turn",
                                    "motionbuilder_8walk",
                                    "nocchi",
                                    "rokoko_jesse_dance",
                                    "sl_avatar_dance1",
                                    "truebones_chicken_walk"};

static json *load_json(const char *path)
{
    size_t count;
    char *text = load_file(path, &count);
    if (text == NULL) {
        return NULL;
    }
    json *tree = json_read(text);
    free(text);
    return tree;
}

// Column-vector matrices in double precision: 3 x 4.
typedef struct matrix64 {
    double m[3][4];
} matrix64;

static matrix64 multiply(const matrix64 *a, const matrix64 *b)
{
    matrix64 out;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++) {
            out.m[r][c] = c == 3 ? a->m[r][3] : 0.0;
            for (int k = 0; k < 3; k++) {
                out.m[r][c] += a->m[r][k] * b->m[k][c];
            }
        }
    }
    return out;
}

static matrix64 turn_about(int axis, double degrees)
{
    double angle = degrees * 3.14159265358979323846 / 180.0;
    int a = (axis + 1) % 3;
    int b = (axis + 2) % 3;
    matrix64 out = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    out.m[a][a] = cos(angle);
    out.m[a][b] = -sin(angle);
    out.m[b][a] = sin(angle);
    out.m[b][b] = cos(angle);
    return out;
}

// Global positions of all bones at a row.
static void oracle_positions(const hone_bvh *bvh, int64_t frame, bool add, double (*out)[3])
{
    const hone_skeleton *s = bvh->skeleton;
    matrix64 *global = calloc((size_t)s->bone_count, sizeof *global);
    assert_non_null(global);
    const float *row = bvh->values + frame * bvh->channel_count;
    int32_t channel = 0;
    for (int32_t i = 0; i < s->bone_count; i++) {
        hone_vec3 o = s->rest[i].translation;
        double rest[3] = {(double)o.x, (double)o.y, (double)o.z};
        matrix64 local = {{{1, 0, 0, rest[0]}, {0, 1, 0, rest[1]}, {0, 0, 1, rest[2]}}};
        for (; channel < bvh->channel_count && bvh->channels[channel].bone == i; channel++) {
            int kind = (int)bvh->channels[channel].kind;
            double value = (double)row[channel];
            if (kind < 3) {
                local.m[kind][3] = add ? rest[kind] + value : value;
            } else {
                matrix64 t = turn_about(kind - 3, value);
                double position[3] = {local.m[0][3], local.m[1][3], local.m[2][3]};
                local = multiply(&local, &t);
                for (int k = 0; k < 3; k++) {
                    local.m[k][3] = position[k];
                }
            }
        }
        global[i] = s->parents[i] == HONE_NONE ? local : multiply(&global[s->parents[i]], &local);
        for (int k = 0; k < 3; k++) {
            out[i][k] = global[i].m[k][3];
        }
    }
    free(global);
}

// The figure's size: the height, or the largest extent, of the reference positions.
static double figure_height(const json *positions)
{
    double low[3] = {1e300, 1e300, 1e300};
    double high[3] = {-1e300, -1e300, -1e300};
    for (const json *p = positions->child; p != NULL; p = p->next) {
        for (int k = 0; k < 3; k++) {
            double v = json_at(p, k)->number;
            low[k] = v < low[k] ? v : low[k];
            high[k] = v > high[k] ? v : high[k];
        }
    }
    return high[1] - low[1];
}

typedef struct worst {
    double error;
    int64_t frame;
    int32_t bone;
} worst;

static void compare_positions(const json *reference, double (*positions)[3], int64_t frame,
                              worst *w)
{
    double height = figure_height(reference);
    int32_t bone = 0;
    for (const json *p = reference->child; p != NULL; p = p->next, bone++) {
        for (int k = 0; k < 3; k++) {
            double error = fabs(positions[bone][k] - json_at(p, k)->number) / height;
            if (!(error <= w->error)) {
                *w = (worst){error, frame, bone};
            }
        }
    }
}

// The largest error of all reference frames, by the library and by the oracle.
static void check_poses(const hone_bvh *bvh, const json *reference, const char *key, worst *library,
                        worst *oracle)
{
    bool add = strcmp(key, "p_add") == 0;
    int32_t bones = bvh->skeleton->bone_count;
    hone_clip *clip = NULL;
    hone_pose pose;
    assert_int_equal(hone_bvh_clip(bvh, NULL, &clip, NULL), HONE_OK);
    assert_int_equal(hone_pose_create(bones, NULL, &pose, NULL), HONE_OK);
    hone_affine3 *model = calloc((size_t)bones, sizeof *model);
    double(*positions)[3] = calloc((size_t)bones, sizeof *positions);
    assert_true(model != NULL && positions != NULL);
    for (const json *f = json_get(reference, "frames")->child; f != NULL; f = f->next) {
        const json *p = json_get(f, key);
        p = p == NULL ? json_get(f, "p") : p;
        int64_t frame = strtoll(f->key, NULL, 10);
        assert_int_equal(p->count, bones);
        assert_true(frame < bvh->frame_count);
        oracle_positions(bvh, frame, add, positions);
        compare_positions(p, positions, frame, oracle);
        assert_true(
            hone_clip_sample(clip, bvh->skeleton, (double)frame * bvh->frame_time_s, &pose));
        assert_true(hone_pose_to_model(bvh->skeleton, &pose, NULL, model, bones));
        for (int32_t i = 0; i < bones; i++) {
            for (int k = 0; k < 3; k++) {
                positions[i][k] = (double)model[i].m[k][3];
            }
        }
        compare_positions(p, positions, frame, library);
    }
    free(model);
    free(positions);
    hone_pose_destroy(&pose, NULL);
    hone_bvh_clip_free(clip);
}

static void check_channels(const json *joint, const hone_bvh *bvh, int32_t bone, int32_t *channel)
{
    static const char *const names[] = {"xposition", "yposition", "zposition",
                                        "xrotation", "yrotation", "zrotation"};
    const char *list = json_at(joint, 3)->string;
    while (*list != '\0') {
        size_t length = strcspn(list, " ");
        assert_true(*channel < bvh->channel_count);
        assert_int_equal(bvh->channels[*channel].bone, bone);
        assert_int_equal(strncmp(list, names[bvh->channels[*channel].kind], length), 0);
        ++*channel;
        list += length + (list[length] == ' ');
    }
}

static void check_document(const json *reference, const hone_bvh *bvh)
{
    const hone_skeleton *s = bvh->skeleton;
    assert_int_equal(bvh->root_count, (int)json_get(reference, "roots")->number);
    assert_int_equal(bvh->channel_count, (int)json_get(reference, "channels")->number);
    assert_int_equal(bvh->declared_frame_count,
                     (int)json_get(reference, "frames_declared")->number);
    assert_int_equal(bvh->frame_count, (int)json_get(reference, "frames_in_file")->number);
    assert_true(bvh->frame_time_s == json_get(reference, "frame_time")->number);
    const json *joints = json_get(reference, "joints");
    assert_int_equal(s->bone_count, joints->count);
    int32_t channel = 0;
    int32_t bone = 0;
    for (const json *j = joints->child; j != NULL; j = j->next, bone++) {
        const char *name = json_at(j, 0)->string;
        bool end = json_at(j, 4)->number != 0.0;
        assert_int_equal(s->parents[bone], (int)json_at(j, 1)->number);
        assert_int_equal((s->flags[bone] & HONE_BONE_END_SITE) != 0, end);
        if (name[0] != '\0') {
            assert_string_equal(s->names[bone], name);
        } else {
            const char *parent = s->names[s->parents[bone]];
            assert_int_equal(strncmp(s->names[bone], parent, strlen(parent)), 0);
            assert_string_equal(s->names[bone] + strlen(parent), "_end");
        }
        const float *offset = &s->rest[bone].translation.x;
        for (int k = 0; k < 3; k++) {
            assert_true(offset[k] == (float)json_at(json_at(j, 2), k)->number);
        }
        check_channels(j, bvh, bone, &channel);
    }
    assert_int_equal(channel, bvh->channel_count);
}

static void check_sums(const json *reference, const hone_bvh *bvh)
{
    int64_t frames =
        bvh->declared_frame_count < bvh->frame_count ? bvh->declared_frame_count : bvh->frame_count;
    double sum = 0.0;
    double least = 1e300;
    double most = -1e300;
    double size = 0.0;
    for (int64_t i = 0; i < frames * bvh->channel_count; i++) {
        double v = (double)bvh->values[i];
        sum += v;
        size += fabs(v);
        least = v < least ? v : least;
        most = v > most ? v : most;
    }
    assert_true(fabs(sum - json_get(reference, "sum_channels")->number) < 1e-7 * size);
    assert_true((float)least == (float)json_get(reference, "min_channel")->number);
    assert_true((float)most == (float)json_get(reference, "max_channel")->number);
}

static void real_files_stand_as_their_references(void **state)
{
    (void)state;
    char path[1024];
    int found = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/data/bvh/reference/%s.bvh.json", shared_folder(),
                       files[i]);
        json *reference = load_json(path);
        if (reference == NULL) {
            print_message("skipped: no %s\n", path);
            continue;
        }
        found++;
        (void)snprintf(path, sizeof path, "%s/data/bvh/%s.bvh", shared_folder(), files[i]);
        for (int add = 0; add < 2; add++) {
            hone_bvh_def def = {.offset = add ? HONE_BVH_OFFSET_ADD : HONE_BVH_OFFSET_REPLACE};
            hone_bvh *bvh = NULL;
            hone_error error;
            assert_int_equal(hone_bvh_read_file(path, &def, NULL, &bvh, &error), HONE_OK);
            check_document(reference, bvh);
            check_sums(reference, bvh);
            worst library = {0.0, 0, 0};
            worst oracle = {0.0, 0, 0};
            check_poses(bvh, reference, add ? "p_add" : "p", &library, &oracle);
            print_message("%-26s %-7s error %.1e of the height (frame %lld, %s), oracle %.1e\n",
                          files[i], add ? "add" : "replace", library.error,
                          (long long)library.frame, bvh->skeleton->names[library.bone],
                          oracle.error);
            assert_true(library.error < 1e-5);
            assert_true(oracle.error < 1e-6);
            hone_bvh_free(bvh);
        }
        json_free(reference);
    }
    if (found == 0) {
        skip();
    }
}

static int32_t count_ends(const hone_bvh *bvh)
{
    int32_t ends = 0;
    for (int32_t i = 0; i < bvh->skeleton->bone_count; i++) {
        ends += (bvh->skeleton->flags[i] & HONE_BONE_END_SITE) != 0;
    }
    return ends;
}

static hone_bvh *read_sample(const char *file, hone_error *error)
{
    char path[1024];
    hone_bvh *bvh = NULL;
    (void)snprintf(path, sizeof path, "%s/data/bvh-faults/%s", shared_folder(), file);
    (void)hone_bvh_read_file(path, NULL, NULL, &bvh, error);
    return bvh;
}

// The largest difference of global positions over all frames.
static double motion_difference(const hone_bvh *a, const hone_bvh *b)
{
    double difference = 0.0;
    size_t bones = (size_t)a->skeleton->bone_count;
    double(*x)[3] = calloc(bones, sizeof *x);
    double(*y)[3] = calloc(bones, sizeof *y);
    assert_true(x != NULL && y != NULL);
    for (int64_t frame = 0; frame < a->frame_count; frame++) {
        oracle_positions(a, frame, false, x);
        oracle_positions(b, frame, false, y);
        for (size_t i = 0; i < bones; i++) {
            for (int k = 0; k < 3; k++) {
                double d = fabs(x[i][k] - y[i][k]);
                difference = d > difference ? d : difference;
            }
        }
    }
    free(x);
    free(y);
    return difference;
}

static void check_sample(const json *entry, const hone_bvh *bvh)
{
    const json *want;
    int32_t ends = count_ends(bvh);
    if ((want = json_get(entry, "joints")) != NULL) {
        assert_int_equal(bvh->skeleton->bone_count - ends, (int)want->number);
    }
    if ((want = json_get(entry, "ends")) != NULL) {
        assert_int_equal(ends, (int)want->number);
    }
    if ((want = json_get(entry, "channels")) != NULL) {
        assert_int_equal(bvh->channel_count, (int)want->number);
    }
    if ((want = json_get(entry, "frames")) != NULL) {
        assert_int_equal(bvh->frame_count, (int)want->number);
    }
    if ((want = json_get(entry, "roots")) != NULL) {
        assert_int_equal(bvh->root_count, (int)want->number);
    }
    if ((want = json_get(entry, "declared")) != NULL) {
        assert_int_equal(bvh->declared_frame_count, (int)want->number);
    }
    if ((want = json_get(entry, "frame_time")) != NULL) {
        assert_true(bvh->frame_time_s == want->number);
    }
    if ((want = json_get(entry, "replaced")) != NULL) {
        assert_int_equal(find_warning(bvh, "replaced")->count, (int)want->number);
    }
    if ((want = json_get(entry, "channel")) != NULL) {
        int at = (int)json_at(want, 0)->number * bvh->channel_count + (int)json_at(want, 1)->number;
        assert_true((double)bvh->values[at] == json_at(want, 2)->number);
    }
    if ((want = json_get(entry, "names")) != NULL) {
        int32_t bone = 0;
        for (const json *name = want->child; name != NULL; name = name->next, bone++) {
            while ((bvh->skeleton->flags[bone] & HONE_BONE_END_SITE) != 0) {
                bone++;
            }
            assert_string_equal(bvh->skeleton->names[bone], name->string);
        }
    }
    if ((want = json_get(entry, "chest_local")) != NULL) {
        hone_clip *clip = NULL;
        hone_pose pose;
        assert_int_equal(hone_bvh_clip(bvh, NULL, &clip, NULL), HONE_OK);
        assert_int_equal(hone_pose_create(bvh->skeleton->bone_count, NULL, &pose, NULL), HONE_OK);
        assert_true(hone_clip_sample(clip, bvh->skeleton, 0.0, &pose));
        hone_vec3 local = hone_pose_get(&pose, 1).translation;
        assert_true((double)local.x == json_at(want, 0)->number);
        assert_true((double)local.y == json_at(want, 1)->number);
        assert_true((double)local.z == json_at(want, 2)->number);
        hone_pose_destroy(&pose, NULL);
        hone_bvh_clip_free(clip);
    }
    const json *same = json_get(entry, "same_as");
    const json *motion = json_get(entry, "same_motion_as");
    if (same != NULL || motion != NULL) {
        hone_error error;
        hone_bvh *base = read_sample((same != NULL ? same : motion)->string, &error);
        assert_non_null(base);
        if (same != NULL) {
            assert_true(same_names(base->skeleton, bvh->skeleton));
            assert_int_equal(base->channel_count, bvh->channel_count);
        }
        assert_int_equal(base->frame_count, bvh->frame_count);
        assert_true(motion_difference(base, bvh) == 0.0);
        hone_bvh_free(base);
    }
}

static void shared_faults_come_out_as_their_table_says(void **state)
{
    (void)state;
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/data/bvh-faults/expected.json", shared_folder());
    json *table = load_json(path);
    if (table == NULL) {
        print_message("skipped: no %s\n", path);
        skip();
        return;
    }
    for (const json *entry = table->child; entry != NULL; entry = entry->next) {
        const char *file = json_get(entry, "file")->string;
        const char *result = json_get(entry, "result")->string;
        hone_error error = {0};
        hone_bvh *bvh = read_sample(file, &error);
        const char *came = bvh == NULL ? "error" : bvh->warnings.count > 0 ? "warn" : "ok";
        if (strcmp(came, result) != 0) {
            fail_msg("%s: %s instead of %s (%s)", file, came, result, error.message);
        }
        if (bvh != NULL) {
            check_sample(entry, bvh);
        } else {
            assert_true(error.line > 0 && error.message[0] != '\0');
        }
        hone_bvh_free(bvh);
    }
    json_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_files_stand_as_their_references),
        cmocka_unit_test(shared_faults_come_out_as_their_table_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
