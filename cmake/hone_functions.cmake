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
  target_compile_definitions(${name} PRIVATE
    HONE_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    HONE_TEST_OUTPUT_DIR="${PROJECT_BINARY_DIR}/test-output")
  add_test(NAME ${name} COMMAND ${name} ${arg_ARGS} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600 LABELS "${arg_LABELS}"
    SKIP_REGULAR_EXPRESSION "^skipped: all")
endfunction()
