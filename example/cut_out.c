// SPDX-License-Identifier: MIT
//
// A cut-out character: its state lies in memory of the program, and a frame is pose and draw.
// cut_out [CHARACTER_ske.json [ANIMATION [OUT.gif]]]
#include <hone/hone.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 300, HEIGHT = 340 };

static uint32_t pixels[WIDTH * HEIGHT];

static void must(hone_status status, const hone_error *error)
{
    if (status != HONE_OK) {
        char text[512];
        (void)hone_error_text(error, text, sizeof text);
        (void)fprintf(stderr, "cut_out: %s\n", text);
        exit(EXIT_FAILURE);
    }
}

static const hone_rig_animation *animation_of(const hone_rig_document *document, const char *name)
{
    for (int32_t i = 0; i < document->animation_count; i++) {
        if (strcmp(document->animations[i].name, name) == 0) {
            return &document->animations[i];
        }
    }
    (void)fprintf(stderr, "cut_out: there is no animation %s\n", name);
    exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
    const char *in = argc > 1 ? argv[1] : "data/fox_ske.json";
    const char *name = argc > 2 ? argv[2] : "walk";
    const char *out = argc > 3 ? argv[3] : "cut_out.gif";
    hone_error error = {0};

    hone_character *character = NULL;
    must(hone_character_read_file(in, NULL, NULL, &character, &error), &error);
    const hone_rig_document *document = character->rig;
    const hone_rig_animation *animation = animation_of(document, name);

    hone_rig rig;
    size_t bytes = hone_rig_bytes(document->armature);
    void *memory = malloc(bytes);
    if (!hone_rig_init(&rig, document->armature, memory, bytes)) {
        (void)fprintf(stderr, "cut_out: no memory\n");
        return 1;
    }
    // The figure's middle goes to the picture's middle.
    hone_rect box = {0};
    (void)hone_rig_bounds(&rig, &box);
    hone_affine2 placement = {1,
                              0,
                              0,
                              1,
                              WIDTH * 0.5f - ((float)box.x + (float)box.width * 0.5f),
                              HEIGHT * 0.5f - ((float)box.y + (float)box.height * 0.5f)};

    const hone_surface surface = {
        .pixels = pixels, .width = WIDTH, .height = HEIGHT, .stride = WIDTH * 4};
    const hone_movie_def def = {.width = WIDTH, .height = HEIGHT, .frame_time_s = 0.04};
    hone_movie *movie = NULL;
    must(hone_movie_open(out, &def, NULL, &movie, &error), &error);
    for (int i = 0; i < 50; i++) {
        hone_canvas canvas = hone_canvas_on(surface);
        hone_canvas_clear(&canvas, 0xfff5f3efu);
        canvas.state.transform = placement;
        float seconds = (float)i * 0.04f;
        (void)hone_rig_pose(&rig, animation, hone_rig_frame_at(animation, seconds, true), NULL);
        (void)hone_rig_draw(&rig, &canvas);
        must(hone_movie_add(movie, &surface, &error), &error);
    }
    must(hone_movie_close(movie, &error), &error);
    (void)printf("%s\n", out);

    free(memory);
    hone_character_free(character);
    return 0;
}
