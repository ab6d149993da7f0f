// SPDX-License-Identifier: MIT
//
// cmocka with what it needs before it.
#ifndef HONE_CMOCKA_TEST_H
#define HONE_CMOCKA_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
