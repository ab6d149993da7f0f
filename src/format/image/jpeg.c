// SPDX-License-Identifier: MIT
//
// JPEG in through libjpeg (libjpeg-turbo or any that is compatible).
//
// The library reports errors by a function that may not return: ours jumps back to image_read_jpeg,
// where everything that lives across the jump is in one struct. Warnings about missing data are
// errors here, because the library would go on with grey pixels. Four-channel files are inks: CMYK,
// or YCCK which the library turns to CMYK; where an Adobe marker is present the values are inverted
// (255 = no ink), as programs that write such files have it.
#include "format/image/image.h"

#ifdef HONE_IMAGE_LIBS

#include <setjmp.h>
#include <stdio.h>

#include <jerror.h>
#include <jpeglib.h>
#include <string.h>

enum {
    EXIF_MARKER = JPEG_APP0 + 1,
    SURE_PIXELS = 1 << 22, // pictures up to this size are decoded without asking the file's length
    PIXELS_MOST = 1024,    // pixels that one byte can describe: a gray block needs at least a bit
    SCANS_MOST = 500       // a progressive file with more is made to waste time
};

typedef struct jpeg_reader {
    struct jpeg_error_mgr errors; // first, so that a pointer to it is one to the reader
    jmp_buf back;
    char reason[JMSG_LENGTH_MAX];
    bool cut, too_large, no_memory, too_many_scans;
    struct jpeg_progress_mgr progress;
    struct jpeg_decompress_struct jpeg;
    hone_image *image;
    uint8_t *row;
    size_t row_bytes;
} jpeg_reader;

static void leave(j_common_ptr jpeg)
{
    jpeg_reader *reader = (jpeg_reader *)(void *)jpeg->err;
    jpeg->err->format_message(jpeg, reader->reason);
    reader->too_large = jpeg->err->msg_code == JERR_IMAGE_TOO_BIG;
    reader->no_memory = jpeg->err->msg_code == JERR_OUT_OF_MEMORY;
    longjmp(reader->back, 1); // NOLINT(cert-err52-cpp): the library's interface for errors
}

static void take_message(j_common_ptr jpeg, int level)
{
    jpeg_reader *reader = (jpeg_reader *)(void *)jpeg->err;
    int code = jpeg->err->msg_code;
    if (level < 0 && (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER)) {
        reader->cut = true;
        leave(jpeg);
    }
}

static void print_nothing(j_common_ptr jpeg)
{
    (void)jpeg;
}

static void count_scans(j_common_ptr jpeg)
{
    jpeg_reader *reader = (jpeg_reader *)(void *)jpeg->err;
    if (reader->jpeg.input_scan_number > SCANS_MOST) {
        reader->too_many_scans = true;
        leave(jpeg);
    }
}

static void find_orientation(const struct jpeg_decompress_struct *jpeg, int *orientation)
{
    for (jpeg_saved_marker_ptr m = jpeg->marker_list; m != NULL; m = m->next) {
        if (m->marker == EXIF_MARKER && m->data_length > 6 && memcmp(m->data, "Exif\0\0", 6) == 0) {
            *orientation = exif_orientation(m->data + 6, m->data_length - 6);
            return;
        }
    }
}

static void unpack_row(const jpeg_reader *reader, uint32_t *to)
{
    const uint8_t *from = reader->row;
    uint32_t width = reader->jpeg.output_width;
    if (reader->jpeg.out_color_space != JCS_CMYK) {
        for (uint32_t x = 0; x < width; x++, from += 3) {
            to[x] = 0xFF000000u | (uint32_t)from[0] << 16 | (uint32_t)from[1] << 8 | from[2];
        }
        return;
    }
    uint8_t flip = reader->jpeg.saw_Adobe_marker ? 0 : 255;
    for (uint32_t x = 0; x < width; x++, from += 4) {
        uint32_t k = from[3] ^ flip;
        to[x] = 0xFF000000u | pixel_scale(from[0] ^ flip, k) << 16 |
                pixel_scale(from[1] ^ flip, k) << 8 | pixel_scale(from[2] ^ flip, k);
    }
}

static hone_status decode(jpeg_reader *reader, const uint8_t *bytes, size_t count, const char *name,
                          const hone_allocator *allocator, int *orientation, hone_error *error)
{
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    jpeg_create_decompress(jpeg);
    jpeg->progress = &reader->progress;
    reader->progress.progress_monitor = count_scans;
    jpeg_save_markers(jpeg, EXIF_MARKER, 0xFFFF);
    jpeg_mem_src(jpeg, bytes, (unsigned long)count);
    (void)jpeg_read_header(jpeg, TRUE);
    hone_status status = image_check_size(jpeg->image_width, jpeg->image_height, name, error);
    if (status != HONE_OK) {
        return status;
    }
    uint64_t pixel_count = (uint64_t)jpeg->image_width * jpeg->image_height;
    if (pixel_count > SURE_PIXELS && pixel_count / PIXELS_MOST > count) {
        return error_set(error, HONE_ERROR_FORMAT, name, "the JPEG is cut off");
    }
    bool inks = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
    jpeg->out_color_space = inks ? JCS_CMYK : JCS_RGB;
    find_orientation(jpeg, orientation);
    (void)jpeg_start_decompress(jpeg);
    reader->row_bytes = (size_t)jpeg->output_width * 4;
    reader->row = memory_new(allocator, reader->row_bytes, 1);
    reader->image = image_new(allocator, (int32_t)jpeg->output_width, (int32_t)jpeg->output_height);
    if (reader->row == NULL || reader->image == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, name, NULL);
    }
    uint32_t *to = image_pixels(reader->image);
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row = reader->row;
        (void)jpeg_read_scanlines(jpeg, &row, 1);
        unpack_row(reader, to);
        to += jpeg->output_width;
    }
    (void)jpeg_finish_decompress(jpeg);
    return HONE_OK;
}

static hone_status jpeg_failed(const jpeg_reader *reader, const char *name, hone_error *error)
{
    if (reader->no_memory) {
        return error_set(error, HONE_ERROR_MEMORY, name, NULL);
    }
    if (reader->too_large) {
        return image_check_size(HONE_IMAGE_MAX_SIDE + 1, 1, name, error);
    }
    if (reader->cut) {
        return error_set(error, HONE_ERROR_FORMAT, name, "the JPEG is cut off or damaged");
    }
    if (reader->too_many_scans) {
        return error_set(error, HONE_ERROR_LIMIT, name, "the JPEG has too many scans");
    }
    (void)error_set(error, HONE_ERROR_FORMAT, name, "the JPEG is damaged or of a rare kind");
    error_found(error, reader->reason, strlen(reader->reason));
    return HONE_ERROR_FORMAT;
}

hone_status image_read_jpeg(const uint8_t *bytes, size_t count, const char *name,
                            const hone_allocator *allocator, hone_image **out, int *orientation,
                            hone_error *error)
{
    jpeg_reader *reader = memory_new(allocator, 1, sizeof *reader);
    if (reader == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, name, NULL);
    }
    memset(reader, 0, sizeof *reader);
    reader->jpeg.err = jpeg_std_error(&reader->errors);
    reader->errors.error_exit = leave;
    reader->errors.emit_message = take_message;
    reader->errors.output_message = print_nothing;
    hone_status status;
    if (setjmp(reader->back) == 0) { // NOLINT(cert-err52-cpp): the library's interface for errors
        status = decode(reader, bytes, count, name, allocator, orientation, error);
    } else {
        status = jpeg_failed(reader, name, error);
    }
    jpeg_destroy_decompress(&reader->jpeg);
    memory_delete(allocator, reader->row, reader->row_bytes, 1);
    if (status == HONE_OK) {
        *out = reader->image;
    } else {
        hone_image_free(reader->image);
    }
    memory_delete(allocator, reader, 1, sizeof *reader);
    return status;
}

#else

hone_status image_read_jpeg(const uint8_t *bytes, size_t count, const char *name,
                            const hone_allocator *allocator, hone_image **out, int *orientation,
                            hone_error *error)
{
    (void)bytes;
    (void)count;
    (void)allocator;
    (void)out;
    (void)orientation;
    return image_unsupported(name, "hone was built without JPEG",
                             "a build with libjpeg (Debian: libjpeg62-turbo-dev)", error);
}

#endif
