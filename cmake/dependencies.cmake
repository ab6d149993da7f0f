# The libraries that hone stands on. doc/dependencies.md has the reason for each.
#
# hone_image_libs   interface target: what src/format/image needs (empty without HONE_IMAGE_LIBS)
# HONE_PKG_REQUIRES the pkg-config names of the same, for hone.pc and hone-config.cmake

set(HONE_PKG_REQUIRES "")
add_library(hone_image_libs INTERFACE)
if(HONE_IMAGE_LIBS)
  find_package(PkgConfig REQUIRED)
  foreach(name spng libjpeg libwebp libwebpmux zlib)
    pkg_check_modules(hone_${name} QUIET IMPORTED_TARGET ${name})
    if(NOT hone_${name}_FOUND)
      message(FATAL_ERROR "hone: ${name} not found. tool/setup.sh build installs it on Debian; "
        "-DHONE_IMAGE_LIBS=OFF builds without PNG, JPEG, APNG and WebP.")
    endif()
    target_link_libraries(hone_image_libs INTERFACE PkgConfig::hone_${name})
    list(APPEND HONE_PKG_REQUIRES ${name})
  endforeach()
  target_compile_definitions(hone_image_libs INTERFACE HONE_IMAGE_LIBS)
endif()
