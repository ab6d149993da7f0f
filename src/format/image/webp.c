// SPDX-License-Identifier: MIT
//
// Animated WebP through libwebp's animation encoder, lossless. The encoder finds the rectangles
// that change and keeps the whole file in memory until the end.
#include "format/image/image.h"

#ifdef HONE_IMAGE_LIBS

#include <string.h>

#include <webp/encode.h>
#include <webp/mux.h>

enum {
    EFFORT = 3, // of 9; more is slower and hardly smaller for drawings
    ROUND_NUMERATOR = 1000
};

typedef struct webp_encoder {
    WebPAnimEncoder *encoder;
    WebPConfig config;
    WebPPicture picture;
} webp_encoder;

static int time_ms(const hone_movie *movie)
{
    return (int)((double)movie->frame_count * movie->def.frame_time_s * ROUND_NUMERATOR + 0.5);
}

static hone_status webp_failed(hone_movie *movie, hone_error *error)
{
    webp_encoder *webp = movie->state;
    if (webp->picture.error_code == VP8_ENC_ERROR_OUT_OF_MEMORY) {
        return error_set(error, HONE_ERROR_MEMORY, movie->output.name, NULL);
    }
    const char *reason = WebPAnimEncoderGetError(webp->encoder);
    (void)error_set(error, HONE_ERROR_LIMIT, movie->output.name, "libwebp refuses the movie");
    error_found(error, reason, reason == NULL ? 0 : strlen(reason));
    return HONE_ERROR_LIMIT;
}

static hone_status webp_open(hone_movie *movie, hone_error *error)
{
    const hone_movie_def *def = &movie->def;
    if (def->width > WEBP_MAX_DIMENSION || def->height > WEBP_MAX_DIMENSION) {
        (void)error_set(error, HONE_ERROR_LIMIT, movie->output.name,
                        "the picture is too large for WebP");
        error_expected(error, "at most 16383 pixels a side");
        return HONE_ERROR_LIMIT;
    }
    webp_encoder *webp = memory_new(movie->allocator, 1, sizeof *webp);
    if (webp == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, movie->output.name, NULL);
    }
    memset(webp, 0, sizeof *webp);
    movie->state = webp;
    WebPAnimEncoderOptions options;
    if (WebPAnimEncoderOptionsInit(&options) == 0 || WebPConfigInit(&webp->config) == 0 ||
        WebPConfigLosslessPreset(&webp->config, EFFORT) == 0 ||
        WebPPictureInit(&webp->picture) == 0) {
        return error_set(error, HONE_ERROR_UNSUPPORTED, movie->output.name,
                         "libwebp has another version than hone was built with");
    }
    options.anim_params.loop_count = def->loops;
    options.kmin = 0; // only the first frame is whole
    options.kmax = 0;
    webp->picture.use_argb = 1;
    webp->picture.width = def->width;
    webp->picture.height = def->height;
    webp->encoder = WebPAnimEncoderNew(def->width, def->height, &options);
    if (webp->encoder == NULL || WebPPictureAlloc(&webp->picture) == 0) {
        return error_set(error, HONE_ERROR_MEMORY, movie->output.name, NULL);
    }
    return HONE_OK;
}

static void webp_destroy(hone_movie *movie)
{
    webp_encoder *webp = movie->state;
    if (webp != NULL) {
        WebPAnimEncoderDelete(webp->encoder);
        WebPPictureFree(&webp->picture);
        memory_delete(movie->allocator, webp, 1, sizeof *webp);
        movie->state = NULL;
    }
}

static hone_status webp_add(hone_movie *movie, const hone_surface *surface, hone_error *error)
{
    webp_encoder *webp = movie->state;
    for (int32_t y = 0; y < surface->height; y++) {
        const uint32_t *from = surface_row(surface, y);
        uint32_t *to = webp->picture.argb + (ptrdiff_t)y * webp->picture.argb_stride;
        for (int32_t x = 0; x < surface->width; x++) {
            to[x] = pixel_unpremultiply(from[x]);
        }
    }
    return WebPAnimEncoderAdd(webp->encoder, &webp->picture, time_ms(movie), &webp->config) != 0
               ? HONE_OK
               : webp_failed(movie, error);
}

static hone_status webp_finish(hone_movie *movie, hone_error *error)
{
    webp_encoder *webp = movie->state;
    WebPData data;
    WebPDataInit(&data);
    hone_status status = HONE_OK;
    if (WebPAnimEncoderAdd(webp->encoder, NULL, time_ms(movie), NULL) == 0 ||
        WebPAnimEncoderAssemble(webp->encoder, &data) == 0) {
        status = webp_failed(movie, error);
    } else if (!output_write(&movie->output, data.bytes, data.size)) {
        status = output_error(&movie->output, error);
    }
    WebPDataClear(&data);
    return status;
}

#else

static hone_status webp_open(hone_movie *movie, hone_error *error)
{
    return image_unsupported(movie->output.name, "hone was built without WebP",
                             "a build with libwebp (Debian: libwebp-dev)", error);
}

static hone_status webp_add(hone_movie *movie, const hone_surface *surface, hone_error *error)
{
    (void)surface;
    return webp_open(movie, error);
}

static hone_status webp_finish(hone_movie *movie, hone_error *error)
{
    return webp_open(movie, error);
}

static void webp_destroy(hone_movie *movie)
{
    (void)movie;
}

#endif

const movie_encoder movie_webp = {webp_open, webp_add, webp_finish, webp_destroy};
