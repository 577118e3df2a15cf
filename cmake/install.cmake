# What `cmake --install` puts where. Two components are a package each: `runtime`, what programs need that run, and
# `development`, what they need to be compiled. The third, `license`, is for installations without a package manager.

# Some packagers pass whole paths. Below the prefix they are as good as relative ones, which a tree that can be moved
# needs.
foreach(_dir LIBDIR INCLUDEDIR DATAROOTDIR DOCDIR)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${_dir}}")
    file(RELATIVE_PATH CMAKE_INSTALL_${_dir} "${CMAKE_INSTALL_PREFIX}" "${CMAKE_INSTALL_${_dir}}")
    if(CMAKE_INSTALL_${_dir} MATCHES "^\\.\\.")
      message(FATAL_ERROR "CMAKE_INSTALL_${_dir} must be below CMAKE_INSTALL_PREFIX, ${CMAKE_INSTALL_PREFIX}")
    endif()
  endif()
endforeach()

# Where the C compiler makes shared libraries executable, CMake's rule is followed: everywhere but on Debian.
set(_permissions OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
if(NOT CMAKE_INSTALL_SO_NO_EXE)
  list(APPEND _permissions OWNER_EXECUTE GROUP_EXECUTE WORLD_EXECUTE)
endif()
install(FILES "${_out}/${_real}" DESTINATION ${CMAKE_INSTALL_LIBDIR} PERMISSIONS ${_permissions} COMPONENT runtime)
install(CODE "
  if(CMAKE_INSTALL_DO_STRIP)
    execute_process(COMMAND \"${CMAKE_STRIP}\" --strip-unneeded --remove-section=.comment --remove-section=.note
      \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/${_real}\" COMMAND_ERROR_IS_FATAL ANY)
  endif()" COMPONENT runtime)
install(FILES "${_out}/${_soname}" DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)

install(FILES "${_out}/libstreams.so" DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(FILES include/streams.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

# A tree that is installed anywhere can be moved: its streams.pc says where it lies relative to itself. In /usr it says
# /usr, of which pkg-config knows that compilers look there anyway.
file(RELATIVE_PATH _pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
set(_pc_prefix "\${pcfiledir}/${_pc_prefix}")
configure_file(cmake/streams.pc.in streams.pc @ONLY)
set(_pc_prefix /usr)
configure_file(cmake/streams.pc.in usr/streams.pc @ONLY)
install(CODE "
  set(_folder \"${CMAKE_BINARY_DIR}\")
  if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
    string(APPEND _folder /usr)
  endif()
  file(INSTALL \"\${_folder}/streams.pc\" DESTINATION
    \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig\")" COMPONENT development)

# Before 1.0 a minor version may change what compiles; from 1.0 on only a major version may.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(_compatibility SameMinorVersion)
else()
  set(_compatibility SameMajorVersion)
endif()
set(_config_folder "${CMAKE_INSTALL_LIBDIR}/cmake/streams")
configure_package_config_file(cmake/streamsConfig.cmake.in streamsConfig.cmake
  INSTALL_DESTINATION ${_config_folder} PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(streamsConfigVersion.cmake COMPATIBILITY ${_compatibility})
install(FILES "${CMAKE_BINARY_DIR}/streamsConfig.cmake" "${CMAKE_BINARY_DIR}/streamsConfigVersion.cmake"
  DESTINATION ${_config_folder} COMPONENT development)

install(FILES LICENSE cmake/debian/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT license)
