// SPDX-License-Identifier: MIT
//
// Every dialect and fault of BVH that is known from public files, each as a change to one small
// file, with what must come of it: read silently, read with a warning, or refused in a known line.
// Each text is read from memory and in chunks of 1 and 7 bytes, which must not matter.
#include "bvh_test.h"

typedef enum outcome {
    QUIET, // no warning
    WARNS, // with the text as a part of a warning
    FAILS  // in the line, with the text as a part of the message
} outcome;

typedef struct dialect {
    const char *name;
    const char *text;
    outcome outcome;
    const char *message;
    uint64_t line;  // FAILS only
    bool same;      // skeleton, channels and values equal those of the small file
    int64_t frames; // when not same
} dialect;

#define OK .outcome = QUIET, .same = true
#define WARN(part) .outcome = WARNS, .message = (part)
#define FAIL(at, part) .outcome = FAILS, .line = (at), .message = (part)
#define OPEN "HIERARCHY\n" TREE_ROOT TREE_CHEST
#define MOVES HEAD ROWS
#define R1_START "1.5 91.25 -2 10 20 30 5 -5 15 -12.5 7.25"
#define END_SITE "End Site\n{\nOFFSET 7 0 0\n}\n}\n}\n"

static const dialect dialects[] = {
    {"the small file itself", BASE, OK},
    // line ends and blanks
    {"mixed line ends", TREE "MOTION\r\nFrames: 3\rFrame Time: 0.025\n" ROWS, OK},
    {"blank lines before HIERARCHY", "\n \n\t\n" BASE, OK},
    {"blank lines everywhere",
     "\nHIERARCHY\n\n" TREE_ROOT "\n\n" TREE_CHEST TREE_ARM
     "}\n\n\nMOTION\n\nFrames: 3\n\nFrame Time: 0.025\n\n" ROW_0 "\n\n" ROW_1 "   \n" ROW_2 "\n\n",
     OK},
    {"form feeds",
     "\fHIERARCHY\n" TREE_ROOT TREE_CHEST "\f" TREE_ARM "}\n" HEAD
     "\f0\f90 0 0 0 0 0 0 0 0 0 0\n" ROW_1 ROW_2,
     OK},
    {"no-break spaces, UTF-8",
     TREE HEAD "0\xC2\xA0"
               "90 0 0 0 0 0 0 0 0 0 0\n" ROW_1 ROW_2,
     WARN("no-break"), .same = true},
    {"no-break spaces, Latin-1",
     TREE HEAD "0 \xA0"
               "90 0 0 0 0 0 0 0 0 0 0\n" ROW_1 ROW_2,
     WARN("no-break"), .same = true},
    {"trailing blanks",
     TREE "MOTION  \nFrames: 3 \t\nFrame Time: 0.025   \n"
          "0 90 0 0 0 0 0 0 0 0 0 0 \t \n" ROW_1 ROW_2,
     OK},
    {"rows that start with a tab", TREE HEAD "\t0\t90 0 0 0 0 0 0 0 0 0 0\n" ROW_1 ROW_2, OK},
    {"no final newline", TREE HEAD ROW_0 ROW_1 "3 92.5 -4 20 40 60 10 -10 30 -25 14.5 6", OK},
    {"comments",
     "# a\nHIERARCHY\n// b\n" TREE_ROOT "; c\n" TREE_CHEST TREE_ARM
     "}\nMOTION\n# d\nFrames: 3\nFrame Time: 0.025\n" ROW_0 "# e\n" ROW_1
     "3 92.5 -4 20 40 60 10 -10 30 -25 14.5 6 # f\n",
     WARN("comments"), .same = true},
    // keywords
    {"lower case",
     "hierarchy\nroot Hips\n{\noffset 0 0 0\n"
     "channels 6 xposition yposition zposition zrotation xrotation yrotation\n" TREE_CHEST TREE_ARM
     "}\nmotion\nframes: 3\nframe time: 0.025\n" ROWS,
     OK},
    {"upper case",
     "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n"
     "CHANNELS 6 XPOSITION YPOSITION ZPOSITION ZROTATION XROTATION YROTATION\n" TREE_CHEST TREE_ARM
     "}\nMOTION\nFRAMES: 3\nFRAME TIME: 0.025\n" ROWS,
     OK},
    {"only JOINT in lower case",
     "HIERARCHY\n" TREE_ROOT TREE_CHEST "joint Arm\n{\nOFFSET 5 6 0\n"
     "CHANNELS 3 Yrotation Xrotation Zrotation\n" END_SITE MOVES,
     OK},
    {"ZPosition with a capital P",
     "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 XPosition "
     "YPosition ZPosition ZRotation XRotation YRotation\n" TREE_CHEST TREE_ARM "}\n" MOVES,
     OK},
    {"HIERARCHY is missing", TREE_ROOT TREE_CHEST TREE_ARM "}\n" MOVES,
     WARN("HIERARCHY is missing"), .same = true},
    // the head of MOTION
    {"a blank before the colon", TREE "MOTION\nFrames : 3\nFrame Time : 0.025\n" ROWS, OK},
    {"no colon", TREE "MOTION\nFrames 3\nFrame Time 0.025\n" ROWS, OK},
    {"no blank after the colon", TREE "MOTION\nFrames:3\nFrame Time:0.025\n" ROWS, OK},
    {"tab after the colon", TREE "MOTION\nFrames:\t3  \nFrame Time:\t0.025 \n" ROWS, OK},
    {"Frame Time first", TREE "MOTION\nFrame Time: 0.025\nFrames: 3\n" ROWS, OK},
    {"Frames as 3.0", TREE "MOTION\nFrames: 3.0\nFrame Time: 0.025\n" ROWS, OK},
    {"Frame Time with an exponent", TREE "MOTION\nFrames: 3\nFrame Time: 2.5e-2\n" ROWS, OK},
    {"everything on one line after MOTION", TREE "MOTION Frames: 3 Frame Time: 0.025\n" ROWS, OK},
    {"Frames is missing", TREE "MOTION\nFrame Time: 0.025\n" ROWS, WARN("Frames: is missing"),
     .same = true},
    {"Frames without a number", TREE "MOTION\nFrames:\nFrame Time: 0.025\n" ROWS,
     WARN("without a usable count"), .same = true},
    {"negative Frames", TREE "MOTION\nFrames: -3\nFrame Time: 0.025\n" ROWS,
     WARN("without a usable count"), .same = true},
    {"10^18 Frames", TREE "MOTION\nFrames: 1000000000000000000\nFrame Time: 0.025\n" ROWS,
     WARN("1000000000000000000 declared, 3 there"), .same = true},
    {"10^40 Frames", TREE "MOTION\nFrames: 1e40\nFrame Time: 0.025\n" ROWS,
     WARN("without a usable count"), .same = true},
    {"too few Frames", TREE "MOTION\nFrames: 2\nFrame Time: 0.025\n" ROWS,
     WARN("2 declared, 3 there"), .same = true},
    {"too many Frames", TREE "MOTION\nFrames: 5\nFrame Time: 0.025\n" ROWS,
     WARN("5 declared, 3 there"), .same = true},
    {"no rows at all", TREE "MOTION\nFrames: 0\nFrame Time: 0.025\n", .outcome = QUIET},
    {"no rows where some are declared", TREE HEAD, WARN("3 declared, 0 there")},
    {"MOTION is missing", TREE, WARN("MOTION is missing")},
    {"Frames is a word", TREE "MOTION\nFrames: many\nFrame Time: 0.025\n" ROWS,
     FAIL(26, "bad value")},
    {"Frame without Time", TREE "MOTION\nFrames: 3\nFrame Rate: 0.025\n" ROWS,
     FAIL(27, "Frame without Time")},
    // names
    {"a name on the next line",
     "HIERARCHY\nROOT\nHips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition "
     "Yposition Zposition Zrotation Xrotation Yrotation\n" TREE_CHEST TREE_ARM "}\n" MOVES,
     OK},
    {"a joint without a name",
     OPEN "JOINT\n{\nOFFSET 5 6 0\n"
          "CHANNELS 3 Yrotation Xrotation Zrotation\n" END_SITE MOVES,
     WARN("no name"), .same = true},
    {"names that differ only in blanks around them",
     OPEN "JOINT  \t Arm \t\n{\nOFFSET 5 6 0\n"
          "CHANNELS 3 Yrotation Xrotation Zrotation\n" END_SITE MOVES,
     OK},
    {"a zero byte is not part of a name", OPEN "JOINT A\0rm", FAIL(15, "does not start")},
    // end sites
    {"EndSite as one word",
     OPEN "JOINT Arm\n{\nOFFSET 5 6 0\n"
          "CHANNELS 3 Yrotation Xrotation Zrotation\nEndSite\n{\nOFFSET 7 0 0\n}\n}\n}\n" MOVES,
     OK},
    {"End Site in lower case",
     OPEN "JOINT Arm\n{\nOFFSET 5 6 0\n"
          "CHANNELS 3 Yrotation Xrotation Zrotation\nend site\n{\nOFFSET 7 0 0\n}\n}\n}\n" MOVES,
     OK},
    {"End Site without OFFSET",
     OPEN "JOINT Arm\n{\nOFFSET 5 6 0\n"
          "CHANNELS 3 Yrotation Xrotation Zrotation\nEnd Site\n{\n}\n}\n}\n" MOVES,
     WARN("End Site without OFFSET"), .frames = 3},
    {"End Site with CHANNELS 0",
     OPEN "JOINT Arm\n{\nOFFSET 5 6 0\n"
          "CHANNELS 3 Yrotation Xrotation Zrotation\nEnd Site\n{\nOFFSET 7 0 0\nCHANNELS "
          "0\n}\n}\n}\n" MOVES,
     OK},
    {"End Site with channels",
     OPEN "JOINT Arm\n{\nOFFSET 5 6 0\nCHANNELS 0\n"
          "End Site\n{\nOFFSET 7 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n}\n}\n}\n" MOVES,
     WARN("End Site with channels"), .frames = 3},
    {"a joint inside of an End Site", OPEN "End Site\n{\nOFFSET 7 0 0\nJOINT X\n{\n",
     FAIL(18, "inside of an End Site")},
    {"End without Site", OPEN "End Effector\n{\nOFFSET 7 0 0\n}\n}\n" MOVES,
     FAIL(15, "End without Site")},
    // braces
    {"brace on the line of the name",
     "HIERARCHY\nROOT Hips {\nOFFSET 0 0 0\nCHANNELS 6 Xposition "
     "Yposition Zposition Zrotation Xrotation Yrotation\n" TREE_CHEST TREE_ARM "}\n" MOVES,
     OK},
    {"brace glued to the name",
     "HIERARCHY\nROOT Hips{\nOFFSET 0 0 0\nCHANNELS 6 Xposition "
     "Yposition Zposition Zrotation Xrotation Yrotation\n" TREE_CHEST TREE_ARM "}\n" MOVES,
     OK},
    {"the hierarchy on one line",
     "HIERARCHY ROOT Hips { OFFSET 0 0 0 CHANNELS 6 Xposition "
     "Yposition Zposition Zrotation Xrotation Yrotation JOINT Chest { OFFSET 0 10 0.5 CHANNELS 3 "
     "Zrotation Xrotation Yrotation End Site { OFFSET 0 4 0 } } JOINT Arm { OFFSET 5 6 0 CHANNELS "
     "3 Yrotation Xrotation Zrotation End Site { OFFSET 7 0 0}}} " MOVES,
     OK},
    {"a closing brace is missing", "HIERARCHY\n" TREE_ROOT TREE_CHEST TREE_ARM MOVES,
     WARN("brace is missing"), .same = true},
    {"a closing brace too many", TREE "}\n" MOVES, WARN("brace too many"), .same = true},
    {"no opening brace", "HIERARCHY\nROOT Hips\nOFFSET 0 0 0\n", FAIL(3, "does not start")},
    // OFFSET and CHANNELS
    {"CHANNELS before OFFSET",
     OPEN "JOINT Arm\n{\nCHANNELS 3 Yrotation Xrotation Zrotation\n"
          "OFFSET 5 6 0\n" END_SITE MOVES,
     OK},
    {"CHANNELS behind the child's block",
     "HIERARCHY\n" TREE_ROOT "JOINT Chest\n{\nOFFSET 0 10 0.5\nEnd Site\n{\nOFFSET 0 4 0\n}\n"
     "CHANNELS 3 Zrotation Xrotation Yrotation\n}\n" TREE_ARM "}\n" MOVES,
     OK},
    {"CHANNELS of the root behind its children",
     "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\n" TREE_CHEST TREE_ARM
     "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n}\n" MOVES,
     OK},
    {"OFFSET is missing",
     "HIERARCHY\nROOT Hips\n{\nCHANNELS 6 Xposition Yposition Zposition "
     "Zrotation Xrotation Yrotation\n" TREE_CHEST TREE_ARM "}\n" MOVES,
     WARN("joint without OFFSET"), .same = true},
    {"OFFSET with two numbers", OPEN "JOINT Arm\n{\nOFFSET 5 6\nCHANNELS 0\n}\n}\n" MOVES,
     FAIL(17, "OFFSET without three numbers")},
    {"OFFSET with four numbers",
     OPEN "JOINT Arm\n{\nOFFSET 5 6 0 1\n"
          "CHANNELS 3 Yrotation Xrotation Zrotation\n" END_SITE MOVES,
     WARN("more than three"), .same = true},
    {"OFFSET with a word", OPEN "JOINT Arm\n{\nOFFSET 5 six 0\n", FAIL(17, "OFFSET")},
    {"OFFSET twice",
     OPEN "JOINT Arm\n{\nOFFSET 1 1 1\nOFFSET 5 6 0\n"
          "CHANNELS 3 Yrotation Xrotation Zrotation\n" END_SITE MOVES,
     WARN("more than one OFFSET"), .same = true},
    {"OFFSET over several lines",
     OPEN "JOINT Arm\n{\nOFFSET 5\n6\n0\n"
          "CHANNELS 3 Yrotation Xrotation Zrotation\n" END_SITE MOVES,
     OK},
    {"OFFSET with decimal commas",
     OPEN "JOINT Arm\n{\nOFFSET 5,0 6,0 0\n"
          "CHANNELS 3 Yrotation Xrotation Zrotation\n" END_SITE MOVES,
     WARN("decimal commas"), .same = true},
    {"OFFSET with commas between",
     OPEN "JOINT Arm\n{\nOFFSET 5.0,6.0, 0\n"
          "CHANNELS 3 Yrotation Xrotation Zrotation\n" END_SITE MOVES,
     WARN("commas between"), .same = true},
    {"CHANNELS is missing",
     OPEN "JOINT Arm\n{\nOFFSET 5 6 0\n" END_SITE
          "MOTION\nFrames: 1\nFrame Time: 0.025\n0 0 0 0 0 0 0 0 0\n",
     WARN("without CHANNELS"), .frames = 1},
    {"CHANNELS lists too few names",
     OPEN "JOINT Arm\n{\nOFFSET 5 6 0\n"
          "CHANNELS 3 Yrotation Xrotation\n" END_SITE MOVES,
     FAIL(18, "fewer names")},
    {"CHANNELS lists too many names",
     OPEN "JOINT Arm\n{\nOFFSET 5 6 0\n"
          "CHANNELS 3 Yrotation Xrotation Zrotation Xposition\n" END_SITE MOVES,
     WARN("more channel names"), .same = true},
    {"CHANNELS 10^18",
     OPEN "JOINT Arm\n{\nOFFSET 5 6 0\n"
          "CHANNELS 1000000000000000000 Yrotation\n" END_SITE MOVES,
     FAIL(18, "fewer names")},
    {"CHANNELS without a count", OPEN "JOINT Arm\n{\nOFFSET 5 6 0\nCHANNELS Yrotation\n",
     FAIL(18, "without a count")},
    {"CHANNELS twice",
     OPEN "JOINT Arm\n{\nOFFSET 5 6 0\nCHANNELS 1 Yrotation\n"
          "CHANNELS 1 Xrotation\n",
     FAIL(19, "twice")},
    {"a channel that nobody knows",
     OPEN "JOINT Arm\n{\nOFFSET 5 6 0\n"
          "CHANNELS 4 Yrotation Wrotation Xrotation Zrotation\n" END_SITE HEAD
          "0 90 0 0 0 0 0 0 0 0 99 0 0\n1.5 91.25 -2 10 20 30 5 -5 15 -12.5 99 7.25 3\n"
          "3 92.5 -4 20 40 60 10 -10 30 -25 99 14.5 6\n",
     WARN("unknown channels"), .same = true},
    {"an unknown statement", OPEN "JOINT Arm\n{\nLENGTH 5\n", FAIL(17, "not a BVH statement")},
    {"a joint outside of a root", TREE "JOINT X\n{\n", FAIL(25, "outside of a ROOT")},
    {"no root", "HIERARCHY\nMOTION\nFrames: 0\nFrame Time: 1\n", FAIL(2, "no skeleton")},
    {"only the keyword", "HIERARCHY\n", FAIL(2, "no skeleton")},
    {"the file ends in the hierarchy", OPEN "JOINT Arm\n{\nOFFSET 5 6 0\n",
     FAIL(18, "ends inside")},
    // numbers
    {"exponents, signs, bare points",
     TREE HEAD "0 +9e1 0 0.0e5 .0 0. 0 0 0 0 0 0\n"
               "15e-1 +91.25 -2. 1E1 +20 3.e1 5 -5 1.5e+1 -12.5 7.25 3\n" ROW_2,
     OK},
    {"400 digits",
     TREE HEAD
     "0 90"
     ".00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     " 0 0 0 0 0 0 0 0 0 0\n" ROW_1 ROW_2,
     OK},
    {"underflow", TREE HEAD "1e-400 90 0 0 0 0 0 0 0 0 0 0\n" ROW_1 ROW_2, OK},
    {"overflow", TREE HEAD "1e400 90 0 0 0 0 0 0 0 0 0 0\n" ROW_1 ROW_2, WARN("too large"),
     .same = true},
    {"overflow of a float", TREE HEAD "1e39 90 0 0 0 0 0 0 0 0 0 0\n" ROW_1 ROW_2,
     WARN("too large"), .same = true},
    {"NaN at the start is the rest pose",
     TREE HEAD "nan 90 -1.#IND 0 0 0 0 0 0 0 0 0\n" ROW_1 ROW_2, WARN("NaN"), .same = true},
    {"commas with blanks between", TREE HEAD "0, 90, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\n" ROW_1 ROW_2,
     WARN("commas between"), .same = true},
    {"commas without blanks",
     TREE HEAD
     "0,90.0,0,0,0,0,0,0,0,0,0,0\n"
     "1.5,91.25,-2,10,20,30,5,-5,15,-12.5,7.25,3\n3,92.5,-4,20,40,60,10,-10,30,-25,14.5,6\n",
     WARN("commas between"), .same = true},
    {"whole numbers with commas between", TREE HEAD "0,90,0,0,0,0,0,0,0,0,0,0\n" ROW_1 ROW_2,
     WARN("commas between"), .same = true},
    {"semicolons", TREE HEAD "0;90;0;0;0;0;0;0;0;0;0;0\n" ROW_1 ROW_2, WARN("commas between"),
     .same = true},
    {"decimal commas",
     TREE HEAD ROW_0 "1,5 91,25 -2 10 20 30 5 -5 15 -12,5 7,25 3\n"
                     "3 92,5 -4 20 40 60 10 -10 30 -25 14,5 6\n",
     WARN("decimal commas"), .same = true},
    {"decimal commas and separating ones",
     TREE HEAD "0,0,90,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0\n",
     FAIL(28, "points or separators")},
    {"decimal commas after points",
     TREE HEAD ROW_0 ROW_1 "3 92,5 -4 20 40 60 10 -10 30 -25 14,5 6\n" ROW_2,
     FAIL(30, "wrong number")},
    {"points after decimal commas",
     TREE HEAD ROW_0 "1,5 91,25 -2 10 20 30 5 -5 15 -12,5 7,25 3\n" ROW_2 ROW_2 ROW_2,
     FAIL(30, "not a number")},
    {"Frame Time with a decimal comma", TREE "MOTION\nFrames: 3\nFrame Time: 0,025\n" ROWS,
     WARN("decimal commas"), .same = true},
    {"a minus sign without a blank",
     TREE HEAD ROW_0 "1.5 91.25-2 10 20 30 5-5 15-12.5 7.25 3\n" ROW_2, WARN("blank is missing"),
     .same = true},
    {"a word in a row", TREE HEAD ROW_0 "1.5 91.25 -2 abc 20 30 5 -5 15 -12.5 7.25 3\n" ROW_2,
     FAIL(29, "not a number")},
    {"a word at the start of a row",
     TREE HEAD ROW_0 "abc 91.25 -2 1 20 30 5 -5 15 -12.5 7.25 3\n" ROW_2,
     FAIL(29, "text between the rows")},
    {"a hexadecimal number", TREE HEAD ROW_0 "1.5 0x5B -2 10 20 30 5 -5 15 -12.5 7.25 3\n" ROW_2,
     FAIL(29, "not a number")},
    {"an exponent without digits", TREE HEAD ROW_0 "1.5 91.25e -2 10 20 30 5 -5 15 1 7.25 3\n",
     FAIL(29, "not a number")},
    {"two points", TREE HEAD ROW_0 "1.5 91.25.5 -2 10 20 30 5 -5 15 1 7.25 3\n",
     FAIL(29, "not a number")},
    {"a lone sign", TREE HEAD ROW_0 "1.5 - -2 10 20 30 5 -5 15 1 7.25 3\n",
     FAIL(29, "not a number")},
    // rows
    {"a short row inside", TREE HEAD ROW_0 R1_START "\n" ROW_2, FAIL(29, "wrong number")},
    {"a long row inside", TREE HEAD ROW_0 R1_START " 3 4\n" ROW_2, FAIL(29, "wrong number")},
    {"a short first row", TREE HEAD "0 90 0 0 0 0 0 0 0 0 0\n" ROW_1 ROW_2,
     FAIL(28, "wrong number")},
    {"a long first row", TREE HEAD "0 90 0 0 0 0 0 0 0 0 0 0 0\n" ROW_1 ROW_2,
     FAIL(28, "wrong number")},
    {"the last row is cut", TREE HEAD ROW_0 ROW_1 "3 92.5 -4 20 40 60 10 -10 3", WARN("left out"),
     .frames = 2},
    {"the last row is too long",
     TREE HEAD ROW_0 ROW_1 "3 92.5 -4 20 40 60 10 -10 30 -25 14.5 6 7\n",
     WARN("values after the last"), .same = true},
    {"one value too many in every row",
     TREE HEAD "0 90 0 0 0 0 0 0 0 0 0 0 8\n" R1_START " 3 8\n"
               "3 92.5 -4 20 40 60 10 -10 30 -25 14.5 6 8\n",
     WARN("more values than channels"), .same = true},
    {"a separator at the end of every row",
     TREE HEAD "0 90 0 0 0 0 0 0 0 0 0 0,\n" R1_START
               " 3,\n3 92.5 -4 20 40 60 10 -10 30 -25 14.5 6,\n",
     WARN("commas between"), .same = true},
    {"rows over two lines",
     TREE HEAD "0 90 0 0 0 0 0\n0 0 0 0 0\n1.5 91.25 -2 10 20 30 5\n"
               "-5 15 -12.5 7.25 3\n3 92.5 -4 20 40 60 10\n-10 30 -25 14.5 6\n",
     OK},
    {"lines of five values",
     TREE
     "MOTION\nFrames: 3\nFrame Time: 0.025\n0 90 0 0 0\n0 0 0 0 0\n"
     "0 0 1.5 91.25 -2\n10 20 30 5 -5\n15 -12.5 7.25 3 3\n92.5 -4 20 40 60\n10 -10 30 -25 14.5\n"
     "6\n",
     OK},
    {"lines of five values, one lost",
     TREE "MOTION\nFrames: 3\nFrame Time: 0.025\n0 90 0 0 0\n"
          "0 0 0 0 0\n0 0 1.5 91.25 -2\n10 20 30 5\n15 -12.5 7.25 3 3\n92.5 -4 20 40 60\n"
          "10 -10 30 -25 14.5\n6\n",
     FAIL(30, "ends inside a line")},
    {"all rows on one line",
     TREE HEAD "0 90 0 0 0 0 0 0 0 0 0 0 " R1_START " 3 "
               "3 92.5 -4 20 40 60 10 -10 30 -25 14.5 6\n",
     OK},
    {"two rows on one line, the third on the next",
     TREE HEAD "0 90 0 0 0 0 0 0 0 0 0 0 " R1_START " 3\n3 92.5 -4 20 40 60 10 -10 30 -25 14.5 6\n",
     OK},
    {"one value on a line",
     TREE HEAD
     "0\n90\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n1.5\n91.25\n-2\n10\n"
     "20\n30\n5\n-5\n15\n-12.5\n7.25\n3\n3\n92.5\n-4\n20\n40\n60\n10\n-10\n30\n-25\n14.5\n6\n",
     OK},
    {"values without channels",
     "HIERARCHY\nROOT A\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\n"
     "MOTION\nFrames: 1\nFrame Time: 1\n5\n",
     FAIL(10, "no joint has channels")},
    // what follows
    {"text after the rows", BASE "\nend of take\n", WARN("text after"), .same = true},
    {"a comment after the rows", BASE "\n; end of take 1\n", WARN("comments"), .same = true},
    {"a second take", BASE BASE, WARN("second take"), .same = true},
    {"a second MOTION", BASE HEAD ROWS, WARN("second take"), .same = true},
    // other formats
    {"an HTML page", "<!DOCTYPE html>\n<html></html>\n", FAIL(1, "web page")},
    {"a Git LFS pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
     FAIL(1, "Git LFS")},
    {"a gzip archive", "\x1F\x8B\x08 HIERARCHY", FAIL(1, "gzip")},
    {"a zip archive", "PK\x03\x04 HIERARCHY", FAIL(1, "zip")},
    {"an FBX file", "Kaydara FBX Binary  ", FAIL(1, "FBX")},
    {"some text", "Dear reader,\n", FAIL(1, "not a BVH file")},
    {"binary junk", "\x01\xFF\xFE\x80\x90 junk", FAIL(1, "not a BVH file")},
    {"an empty file", "", FAIL(1, "empty")},
    {"blanks only", " \n\t\n", FAIL(3, "not a BVH file")},
};

// Reads in every way and compares; what came from memory goes to *out.
static hone_status read_all_ways(const char *text, size_t count, hone_bvh **out, hone_error *error)
{
    hone_status status = hone_bvh_read(text, count, "t.bvh", NULL, NULL, out, error);
    static const size_t sizes[] = {1, 7, 100, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        chunks stream = {text, count, sizes[i]};
        hone_bvh *other = NULL;
        hone_error other_error;
        assert_int_equal(
            hone_bvh_read_stream(read_chunk, &stream, "t.bvh", NULL, NULL, &other, &other_error),
            status);
        if (status == HONE_OK) {
            assert_true(same_content(*out, other));
            assert_true(same_names((*out)->skeleton, other->skeleton));
            assert_true(same_warnings(*out, other));
            hone_bvh_free(other);
        } else {
            assert_null(other);
            assert_string_equal(error->message, other_error.message);
            assert_string_equal(error->expected, other_error.expected);
            assert_int_equal(error->line, other_error.line);
        }
    }
    return status;
}

static void check_dialect(const dialect *d, size_t count, const hone_bvh *base)
{
    hone_bvh *bvh = NULL;
    hone_error error;
    hone_status status = read_all_ways(d->text, count, &bvh, &error);
    if (d->outcome == FAILS) {
        if (status == HONE_OK) {
            fail_msg("%s: was read", d->name);
        }
        if (strstr(error.message, d->message) == NULL || error.line != d->line) {
            fail_msg("%s: %d: %s: %s", d->name, (int)error.line, error.message, error.found);
        }
        return;
    }
    if (status != HONE_OK) {
        fail_msg("%s: %d: %s: %s", d->name, (int)error.line, error.message, error.found);
    }
    if (d->outcome == QUIET && bvh->warnings.count > 0) {
        fail_msg("%s: warning: %s", d->name, bvh->warnings.items[0].message);
    }
    if (d->outcome == WARNS && find_warning(bvh, d->message) == NULL) {
        fail_msg("%s: no warning '%s'", d->name, d->message);
    }
    if (d->same && !same_content(base, bvh)) {
        fail_msg("%s: another content", d->name);
    }
    if (!d->same && bvh->frame_count != d->frames) {
        fail_msg("%s: %d frames", d->name, (int)bvh->frame_count);
    }
    hone_bvh_free(bvh);
}

static void every_dialect_gives_what_it_should(void **state)
{
    (void)state;
    hone_bvh *base = read_good(BASE, strlen(BASE), NULL);
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++) {
        check_dialect(&dialects[i], strlen(dialects[i].text), base);
    }
    hone_bvh_free(base);
}

static void the_small_file_is_what_it_says(void **state)
{
    (void)state;
    hone_bvh *bvh = read_good(BASE, strlen(BASE), NULL);
    const hone_skeleton *s = bvh->skeleton;
    static const char *const names[] = {"Hips", "Chest", "Chest_end", "Arm", "Arm_end"};
    static const int32_t parents[] = {-1, 0, 1, 0, 3};
    static const uint8_t flags[] = {0, 0, 1, 0, 1};
    assert_int_equal(s->bone_count, 5);
    for (int32_t i = 0; i < 5; i++) {
        assert_string_equal(s->names[i], names[i]);
        assert_int_equal(s->parents[i], parents[i]);
        assert_int_equal(s->flags[i], flags[i]);
    }
    assert_true(s->rest[1].translation.y == 10.0f && s->rest[1].translation.z == 0.5f);
    assert_true(s->rest[3].translation.x == 5.0f && s->rest[4].translation.x == 7.0f);
    assert_int_equal(bvh->channel_count, BASE_CHANNELS);
    assert_int_equal(bvh->frame_count, BASE_FRAMES);
    assert_int_equal(bvh->declared_frame_count, 3);
    assert_true(bvh->frame_time_s == 0.025);
    static const int32_t kinds[] = {0, 1, 2, 5, 3, 4, 5, 3, 4, 4, 3, 5};
    static const int32_t bones[] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 3, 3, 3};
    static const float row[] = {1.5f, 91.25f, -2.0f, 10.0f,  20.0f, 30.0f,
                                5.0f, -5.0f,  15.0f, -12.5f, 7.25f, 3.0f};
    for (int32_t i = 0; i < BASE_CHANNELS; i++) {
        assert_int_equal(bvh->channels[i].kind, kinds[i]);
        assert_int_equal(bvh->channels[i].bone, bones[i]);
        assert_true(bvh->values[BASE_CHANNELS + i] == row[i]);
    }
    hone_bvh_free(bvh);
}

// Copies the text with every \n replaced.
static size_t change_line_ends(const char *text, const char *end, char *out)
{
    size_t count = 0;
    for (; *text != '\0'; text++) {
        if (*text == '\n') {
            memcpy(out + count, end, strlen(end));
            count += strlen(end);
        } else {
            out[count++] = *text;
        }
    }
    out[count] = '\0';
    return count;
}

static void check_same(const char *name, const char *text, size_t count, outcome what,
                       const char *message)
{
    hone_bvh *base = read_good(BASE, strlen(BASE), NULL);
    dialect d = {name, text, what, message, 0, true, 0};
    check_dialect(&d, count, base);
    hone_bvh_free(base);
}

static void line_ends_do_not_matter(void **state)
{
    (void)state;
    char text[4096];
    size_t count = change_line_ends(BASE, "\r\n", text);
    check_same("CRLF", text, count, QUIET, NULL);
    count = change_line_ends(BASE, "\r", text);
    check_same("CR", text, count, QUIET, NULL);
    // The line of an error counts them rightly.
    count = change_line_ends(TREE HEAD ROW_0 "x 1 2\n" ROW_1, "\r\n", text);
    hone_error error;
    hone_bvh *bvh = NULL;
    assert_int_equal(read_all_ways(text, count, &bvh, &error), HONE_ERROR_FORMAT);
    assert_int_equal(error.line, 29);
    count = change_line_ends(TREE HEAD ROW_0 "x 1 2\n" ROW_1, "\r", text);
    assert_int_equal(read_all_ways(text, count, &bvh, &error), HONE_ERROR_FORMAT);
    assert_int_equal(error.line, 29);
}

static void tabs_are_blanks(void **state)
{
    (void)state;
    char text[4096];
    size_t count = change_line_ends(BASE, "\n", text);
    for (size_t i = 0; i < count; i++) {
        // A tab inside "End Site" and "Frame Time" is met, too.
        text[i] = text[i] == ' ' ? '\t' : text[i];
    }
    check_same("tabs", text, count, QUIET, NULL);
}

static void a_byte_order_mark_is_swallowed(void **state)
{
    (void)state;
    check_same("BOM", "\xEF\xBB\xBF" BASE, strlen(BASE) + 3, QUIET, NULL);
}

static size_t to_utf16(const char *text, bool big, bool mark, unsigned char *out)
{
    size_t count = 0;
    if (mark) {
        out[count + (big ? 1 : 0)] = 0xFF;
        out[count + (big ? 0 : 1)] = 0xFE;
        count += 2;
    }
    for (; *text != '\0'; text++) {
        out[count + (big ? 1 : 0)] = (unsigned char)*text;
        out[count + (big ? 0 : 1)] = 0;
        count += 2;
    }
    return count;
}

static void utf16_is_read_in_both_byte_orders(void **state)
{
    (void)state;
    unsigned char text[8192];
    for (int kind = 0; kind < 4; kind++) {
        size_t count = to_utf16(BASE, (kind & 1) != 0, (kind & 2) != 0, text);
        check_same("UTF-16", (const char *)text, count, QUIET, NULL);
    }
}

static void utf16_names_become_utf8(void **state)
{
    (void)state;
    // "ROOT 頭𝄞" with a lone surrogate behind it, then the rest of a minimal file.
    unsigned char text[512];
    size_t count = to_utf16("HIERARCHY\nROOT ", false, true, text);
    const unsigned char name[] = {0x2D, 0x98, 0x34, 0xD8, 0x1E, 0xDD, 0x00, 0xD8};
    memcpy(text + count, name, sizeof name);
    count += sizeof name;
    count += to_utf16("\n{\nOFFSET 1 2 3\nCHANNELS 0\n}\nMOTION\nFrames: 0\nFrame Time: 1\n", false,
                      false, text + count);
    hone_bvh *bvh = read_good((const char *)text, count, NULL);
    assert_string_equal(bvh->skeleton->names[0], "\xE9\xA0\xAD\xF0\x9D\x84\x9E\xEF\xBF\xBD");
    hone_bvh_free(bvh);
}

static void zero_bytes_pad_the_end_but_not_the_middle(void **state)
{
    (void)state;
    char text[4096] = {0};
    memcpy(text, BASE, strlen(BASE));
    check_same("padding", text, strlen(BASE) + 700, WARNS, "zero bytes");
    // Glued to the last value.
    check_same("glued padding", text, strlen(BASE), QUIET, NULL);
    text[strlen(BASE) - 1] = '\0';
    check_same("glued padding", text, strlen(BASE) + 20, WARNS, "zero bytes");
    char inside[] = TREE HEAD ROW_0 "1.5 91.25 @ 10 20 30 5 -5 15 -12.5 7.25 3\n" ROW_2;
    *strchr(inside, '@') = '\0';
    hone_bvh *bvh = NULL;
    hone_error error;
    assert_int_equal(read_all_ways(inside, sizeof inside - 1, &bvh, &error), HONE_ERROR_FORMAT);
    assert_int_equal(error.line, 29);
    assert_non_null(strstr(error.message, "zero byte"));
}

static void names_are_the_rest_of_the_line_in_any_bytes(void **state)
{
    (void)state;
    static const char *const names[] = {"Bip01 L UpperArm",
                                        "mixamorig:Hips",
                                        "finger2-1.r",
                                        "TORSO#",
                                        "arm|[1]/x",
                                        "\xE5\xB7\xA6\xE8\x85\x95", // UTF-8
                                        "\x8D\xB6\x98\x72",         // Shift-JIS
                                        "MOTION_root",
                                        "End",
                                        "OFFSET",
                                        "Site",
                                        "ROOT",
                                        "}",
                                        "// x",
                                        "a,b;c"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char text[1024];
        int count = snprintf(text, sizeof text,
                             "HIERARCHY\nROOT %s \t\n{\nOFFSET 0 0 0\nCHANNELS 0\nEnd Site %s\n{\n"
                             "OFFSET 1 2 3\n}\nEnd Site\n{\nOFFSET 3 2 1\n}\n}\n"
                             "MOTION\nFrames: 0\nFrame Time: 1\n",
                             names[i], names[i]);
        hone_bvh *bvh = NULL;
        hone_error error;
        assert_int_equal(read_all_ways(text, (size_t)count, &bvh, &error), HONE_OK);
        assert_string_equal(bvh->skeleton->names[0], names[i]);
        assert_string_equal(bvh->skeleton->names[1], names[i]);
        char end[128];
        (void)snprintf(end, sizeof end, "%s_end", names[i]);
        assert_string_equal(bvh->skeleton->names[2], end);
        assert_int_equal(bvh->warnings.count, 0);
        hone_bvh_free(bvh);
    }
}

static void a_name_of_ten_thousand_bytes_is_kept(void **state)
{
    (void)state;
    char *text = malloc(20000);
    assert_non_null(text);
    int start = sprintf(text, "HIERARCHY\nROOT ");
    memset(text + start, 'n', 10000);
    int count = start + 10000;
    count += sprintf(text + count, "\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\n");
    hone_bvh *bvh = read_good(text, (size_t)count, NULL);
    assert_int_equal(strlen(bvh->skeleton->names[0]), 10000);
    hone_bvh_free(bvh);
    free(text);
}

static void joints_of_the_same_name_are_kept_and_told(void **state)
{
    (void)state;
    const char *text = "HIERARCHY\n" TREE_ROOT TREE_CHEST TREE_CHEST TREE_CHEST TREE_ARM "}\n";
    hone_bvh *bvh = read_good(text, strlen(text), NULL);
    assert_int_equal(bvh->skeleton->bone_count, 9);
    const hone_warning *warning = find_warning(bvh, "same name");
    assert_non_null(warning);
    assert_int_equal(warning->count, 2);
    assert_int_equal(hone_skeleton_find(bvh->skeleton, "Chest"), 1);
    hone_bvh_free(bvh);
}

static void two_roots_stand_beside_each_other(void **state)
{
    (void)state;
    const char *text = "HIERARCHY\n" TREE_ROOT TREE_CHEST "}\n" TREE_ROOT TREE_ARM "}\n"
                       "MOTION\nFrames: 1\nFrame Time: 1\n"
                       "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n";
    hone_bvh *bvh = read_good(text, strlen(text), NULL);
    assert_int_equal(bvh->root_count, 2);
    assert_int_equal(bvh->channel_count, 18);
    assert_int_equal(bvh->skeleton->parents[3], HONE_NONE);
    assert_int_equal(bvh->channels[9].bone, 3);
    assert_true(bvh->values[9] == 10.0f);
    hone_bvh_free(bvh);
}

static void a_missing_value_is_that_of_the_frame_before(void **state)
{
    (void)state;
    const char *text = TREE HEAD ROW_0 "nan -nan(ind) 1.#QNAN 10 20 inf 5 -5 15 -12.5 7.25 3\n"
                                       "3 -INF +infinity 1e99 40 60 10 -10 30 -25 14.5 6\n";
    hone_bvh *bvh = read_good(text, strlen(text), NULL);
    const float *v = bvh->values;
    assert_true(v[12] == 0.0f && v[13] == 90.0f && v[14] == 0.0f && v[17] == 0.0f);
    assert_true(v[24] == 3.0f && v[25] == 90.0f && v[26] == 0.0f && v[27] == 10.0f);
    assert_int_equal(find_warning(bvh, "not numbers")->count, 6);
    assert_int_equal(find_warning(bvh, "too large")->count, 1);
    hone_bvh_free(bvh);
}

static void the_frame_time_falls_back_where_it_makes_no_sense(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double time, with_default;
    } cases[] = {
        {"Frame Time: 0\n", 1.0 / 30.0, 0.5},
        {"Frame Time: -0.02\n", 1.0 / 30.0, 0.5},
        {"Frame Time: nan\n", 1.0 / 30.0, 0.5},
        {"Frame Time:\n", 1.0 / 30.0, 0.5},
        {"", 1.0 / 30.0, 0.5},
        {"Frame Time: 30\n", 1.0 / 30.0, 1.0 / 30.0},
        {"Frame Time: 120\n", 1.0 / 120.0, 1.0 / 120.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[4096];
        int count =
            snprintf(text, sizeof text, "%sMOTION\nFrames: 3\n%s%s", TREE, cases[i].text, ROWS);
        hone_bvh *bvh = read_good(text, (size_t)count, NULL);
        assert_true(bvh->frame_time_s == cases[i].time);
        assert_non_null(find_warning(bvh, "Frame Time"));
        hone_bvh_free(bvh);
        hone_bvh_def def = {.default_frame_time_s = 0.5};
        bvh = read_good(text, (size_t)count, &def);
        assert_true(bvh->frame_time_s == cases[i].with_default);
        hone_bvh_free(bvh);
    }
}

static void rows_can_be_cut_at_the_declared_count(void **state)
{
    (void)state;
    const char *text = TREE "MOTION\nFrames: 2\nFrame Time: 0.025\n" ROWS;
    hone_bvh_def def = {.cut_at_declared = true};
    hone_bvh *bvh = read_good(text, strlen(text), &def);
    assert_int_equal(bvh->frame_count, 2);
    assert_int_equal(bvh->declared_frame_count, 2);
    assert_true(bvh->values[23] == 3.0f);
    assert_non_null(find_warning(bvh, "the declared ones are kept"));
    hone_bvh_free(bvh);
}

static void a_root_that_starts_at_zero_away_from_its_offset_is_told(void **state)
{
    (void)state;
    const char *text = "HIERARCHY\nROOT A\n{\nOFFSET 1 2 3\nCHANNELS 3 Xposition Yposition "
                       "Zposition\n}\nMOTION\nFrames: 2\nFrame Time: 1\n0 0 0\n1 1 1\n";
    hone_bvh *bvh = read_good(text, strlen(text), NULL);
    assert_non_null(find_warning(bvh, "add the OFFSET"));
    hone_bvh_free(bvh);
    hone_bvh_def def = {.offset = HONE_BVH_OFFSET_ADD_ROOT};
    bvh = read_good(text, strlen(text), &def);
    assert_int_equal(bvh->warnings.count, 0);
    hone_bvh_free(bvh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_small_file_is_what_it_says),
        cmocka_unit_test(every_dialect_gives_what_it_should),
        cmocka_unit_test(line_ends_do_not_matter),
        cmocka_unit_test(tabs_are_blanks),
        cmocka_unit_test(a_byte_order_mark_is_swallowed),
        cmocka_unit_test(utf16_is_read_in_both_byte_orders),
        cmocka_unit_test(utf16_names_become_utf8),
        cmocka_unit_test(zero_bytes_pad_the_end_but_not_the_middle),
        cmocka_unit_test(names_are_the_rest_of_the_line_in_any_bytes),
        cmocka_unit_test(a_name_of_ten_thousand_bytes_is_kept),
        cmocka_unit_test(joints_of_the_same_name_are_kept_and_told),
        cmocka_unit_test(two_roots_stand_beside_each_other),
        cmocka_unit_test(a_missing_value_is_that_of_the_frame_before),
        cmocka_unit_test(the_frame_time_falls_back_where_it_makes_no_sense),
        cmocka_unit_test(rows_can_be_cut_at_the_declared_count),
        cmocka_unit_test(a_root_that_starts_at_zero_away_from_its_offset_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
