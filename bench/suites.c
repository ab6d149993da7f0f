// SPDX-License-Identifier: MIT
//
// A room joins the bench with a declaration and a line in the list.
#include "suites.h"

const bench_suite bench_suites[] = {
    bench_body, bench_bvh, bench_canvas, bench_image, bench_stage, NULL,
};
