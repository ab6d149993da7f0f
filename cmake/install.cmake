# Headers, libraries, find_package(hone CONFIG), hone.pc, and the program with its manual page and
# completion.
include(CMakePackageConfigHelpers)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/hone DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h")
install(TARGETS hone hone_shared EXPORT hone-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
set_target_properties(hone_shared PROPERTIES EXPORT_NAME shared)

if(CMAKE_NM AND CMAKE_OBJCOPY AND NOT APPLE AND NOT HONE_SANITIZE)
  set(installed_library "\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/libhone.a")
  install(CODE "execute_process(COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DOBJCOPY=${CMAKE_OBJCOPY}
    -DLIBRARY=${installed_library} -P ${PROJECT_SOURCE_DIR}/cmake/prefix_symbols.cmake
    COMMAND_ERROR_IS_FATAL ANY)")
endif()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/hone)
install(EXPORT hone-targets NAMESPACE hone:: DESTINATION ${package_folder})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/hone-config.cmake.in
  ${PROJECT_BINARY_DIR}/hone-config.cmake INSTALL_DESTINATION ${package_folder}
  NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/hone-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/hone-config.cmake ${PROJECT_BINARY_DIR}/hone-config-version.cmake
  DESTINATION ${package_folder})

# hone.pc finds its folders from where it lies, so that an installed tree can be moved.
string(REPLACE ";" " " HONE_PC_REQUIRES "${HONE_PKG_REQUIRES}")
file(RELATIVE_PATH HONE_PC_UP "/p/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/p")
configure_file(${PROJECT_SOURCE_DIR}/cmake/hone.pc.in ${PROJECT_BINARY_DIR}/hone.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/hone.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(HONE_APP)
  install(TARGETS hone_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_BINARY_DIR}/app/cli/hone.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${PROJECT_BINARY_DIR}/app/cli/hone.bash RENAME hone
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endif()
