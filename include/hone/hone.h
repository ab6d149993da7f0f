// SPDX-License-Identifier: MIT
//
// hone/hone.h: all of hone.
#ifndef HONE_HONE_H
#define HONE_HONE_H

#include "hone/base.h"
#include "hone/body.h"
#include "hone/bvh.h"
#include "hone/canvas.h"
#include "hone/csource.h"
#include "hone/dragonbones.h"
#include "hone/image.h"
#include "hone/math.h"
#include "hone/rig.h"
#include "hone/stage.h"

#endif
