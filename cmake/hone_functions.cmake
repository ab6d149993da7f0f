# What every target of the project is compiled with, and short forms for sources and tests.

add_library(hone_flags INTERFACE)
target_compile_options(hone_flags INTERFACE
  -ffp-contract=off -fno-math-errno -fvisibility=hidden
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wstrict-prototypes
  -Wmissing-prototypes -Wvla -Wcast-align -Wundef
  $<$<BOOL:${HONE_WERROR}>:-Werror>)
if(HONE_SANITIZE)
  target_compile_options(hone_flags INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(hone_flags INTERFACE -fsanitize=address,undefined)
endif()
if(HONE_FUZZ)
  target_compile_options(hone_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(HONE_COVERAGE)
  target_compile_options(hone_flags INTERFACE --coverage)
  target_link_options(hone_flags INTERFACE --coverage)
endif()
if(NOT HONE_SIMD)
  target_compile_definitions(hone_flags INTERFACE HONE_NO_SIMD)
endif()

# hone_sources(TARGET FILE...): adds files of the calling folder.
function(hone_sources target)
  foreach(file IN LISTS ARGN)
    target_sources(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  endforeach()
endfunction()

# hone_test(NAME FILE... [LABELS label...] [ARGS argument...]): a cmocka program and its ctest entry.
# Tests see the headers in src/ and the macros HONE_SOURCE_DIR and HONE_TEST_OUTPUT_DIR.
function(hone_test name)
  cmake_parse_arguments(arg "" "" "LABELS;ARGS" ${ARGN})
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE hone_flags hone PkgConfig::cmocka m)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/test)
  if(CMAKE_C_COMPILER_ID STREQUAL GNU)
    # Paths that are put together in tests may well be cut; they then do not exist.
    target_compile_options(${name} PRIVATE -Wno-format-truncation)
  endif()
  target_compile_definitions(${name} PRIVATE
    HONE_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    HONE_TEST_OUTPUT_DIR="${PROJECT_BINARY_DIR}/test-output")
  add_test(NAME ${name} COMMAND ${name} ${arg_ARGS} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600 LABELS "${arg_LABELS}"
    SKIP_REGULAR_EXPRESSION "skipped: all")
endfunction()

# hone_fuzz(NAME FILE... [SEEDS folder] [DICTIONARY file]): a libFuzzer program (build/fuzz/fuzz/NAME)
# and its ctest entry, a smoke run over the seeds of HONE_FUZZ_SMOKE_SECONDS. SEEDS is a folder of small inputs
# in the repository; without it the program starts from nothing.
set(HONE_FUZZ_SMOKE_SECONDS 20 CACHE STRING "How long ctest runs each fuzz target")
function(hone_fuzz name)
  cmake_parse_arguments(arg "" "SEEDS;DICTIONARY" "" ${ARGN})
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE hone_flags hone)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  set(corpus ${CMAKE_CURRENT_BINARY_DIR}/corpus/${name})
  file(MAKE_DIRECTORY ${corpus})
  set(options -max_total_time=${HONE_FUZZ_SMOKE_SECONDS} -timeout=10 -rss_limit_mb=2048
    -print_final_stats=1 -artifact_prefix=${CMAKE_CURRENT_BINARY_DIR}/${name}-)
  if(arg_DICTIONARY)
    list(APPEND options -dict=${CMAKE_CURRENT_SOURCE_DIR}/${arg_DICTIONARY})
  endif()
  set(folders ${corpus})
  if(arg_SEEDS)
    list(APPEND folders ${CMAKE_CURRENT_SOURCE_DIR}/${arg_SEEDS})
  endif()
  # tool/fuzz.sh runs the same command for longer.
  list(JOIN options " " options_line)
  list(JOIN folders " " folders_line)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${name}.command "${options_line} ${folders_line}\n")
  add_test(NAME ${name} COMMAND ${name} ${options} ${folders})
  set_tests_properties(${name} PROPERTIES TIMEOUT 120 LABELS fuzz)
endfunction()
