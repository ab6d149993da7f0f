// SPDX-License-Identifier: MIT
#include "format/image/image.h"

static hone_status not_yet(hone_movie *movie, hone_error *error)
{
    return image_unsupported(movie->output.name, "this kind of movie cannot be written", "GIF",
                             error);
}

static hone_status not_added(hone_movie *movie, const hone_surface *surface, hone_error *error)
{
    (void)surface;
    return not_yet(movie, error);
}

static void nothing(hone_movie *movie)
{
    (void)movie;
}

const movie_encoder movie_webp = {not_yet, not_added, not_yet, nothing};
