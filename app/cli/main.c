// SPDX-License-Identifier: MIT
#include "hone/hone.h"

#include <stdio.h>

int main(void)
{
    (void)printf("hone %s\n", hone_version());
    return 0;
}
