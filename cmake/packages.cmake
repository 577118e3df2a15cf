# Debian packages: `cpack -G DEB` in a build folder that was configured with -DCMAKE_INSTALL_PREFIX=/usr makes
# libstreams0 and libstreams-dev. Other generators of CPack get everything in one package.
#
#   -DSTREAMS_MAINTAINER="Name <address>"   who answers for the packages
set(STREAMS_MAINTAINER "The authors of Streams <streams@example.org>" CACHE STRING "Maintainer of the packages")

set(CPACK_PACKAGE_NAME streams)
set(CPACK_PACKAGE_VENDOR "The authors of Streams")
set(CPACK_PACKAGE_CONTACT "${STREAMS_MAINTAINER}")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
set(CPACK_SET_DESTDIR ON) # so that the installation knows that it is for /usr
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# ---- what Debian wants in each package: copyright and changelog. A plain installation does not have them.
set(_deb_version "${PROJECT_VERSION}-1")
string(TIMESTAMP _deb_date "%a, %d %b %Y %H:%M:%S +0000" UTC) # SOURCE_DATE_EPOCH, if that is set
configure_file(cmake/debian/changelog.in debian/changelog @ONLY)
execute_process(COMMAND gzip -9nf "${CMAKE_BINARY_DIR}/debian/changelog" COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${CMAKE_BINARY_DIR}/debian/changelog.gz" "${CMAKE_BINARY_DIR}/debian/changelog.Debian.gz")
set(_deb_runtime "libstreams${_abi}")
set(_deb_development libstreams-dev)
foreach(_part runtime development)
  install(FILES cmake/debian/copyright "${CMAKE_BINARY_DIR}/debian/changelog.Debian.gz"
    DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${_deb_${_part}} COMPONENT debian-${_part} EXCLUDE_FROM_ALL)
endforeach()
install(DIRECTORY Examples/c Examples/cpp Examples/python
  DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${_deb_development}/examples
  COMPONENT debian-development EXCLUDE_FROM_ALL PATTERN __pycache__ EXCLUDE)

# The library is found after the installation (triggers), and packages of programs learn which version they need
# (shlibs). CPack can write scripts that call ldconfig; Debian has had triggers for that since 2016.
file(WRITE "${CMAKE_BINARY_DIR}/debian/triggers" "activate-noawait ldconfig\n")
file(WRITE "${CMAKE_BINARY_DIR}/debian/shlibs" "libstreams ${_abi} ${_deb_runtime} (>= ${PROJECT_VERSION})\n")

# ---- the packages
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
foreach(_part runtime development)
  string(TOUPPER ${_part} _PART)
  set(CPACK_COMPONENT_${_PART}_GROUP ${_part})
  set(CPACK_COMPONENT_DEBIAN-${_PART}_GROUP ${_part})
  set(CPACK_DEBIAN_${_PART}_PACKAGE_NAME ${_deb_${_part}})
endforeach()
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SOURCE streams)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# CPack knows the field since 3.31; before that it can only follow another one.
set(CPACK_DEBIAN_PACKAGE_MULTIARCH same)
set(_multiarch "")
if(CMAKE_VERSION VERSION_LESS 3.31)
  set(_multiarch "\nMulti-Arch: same")
endif()
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION "libs${_multiarch}")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA
  "${CMAKE_BINARY_DIR}/debian/triggers" "${CMAKE_BINARY_DIR}/debian/shlibs")
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "publishers, subscribers and demand, on libuv - shared library
Streams connects what produces values with what wants them: timers, files and
the program's own events are published, transformed by operators, and received
by subscribers, which say how many values they want and may cancel at any time.
It has the contract of Apple's Combine, and its sources run on libuv.

The library has a C interface. It is written in Swift and has what it needs of
Swift's runtime inside; no Swift needs to be installed.

This package has the shared library.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION "libdevel${_multiarch}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${_deb_runtime} (= ${_deb_version})")
# Only a program with a loop of its own includes <uv.h>.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "libuv1-dev, pkg-config, cmake")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "publishers, subscribers and demand, on libuv - development files
Streams connects what produces values with what wants them: timers, files and
the program's own events are published, transformed by operators, and received
by subscribers, which say how many values they want and may cancel at any time.
It has the contract of Apple's Combine, and its sources run on libuv.

This package has the header, and the files by which pkg-config and CMake find
the library.")

# dpkg-shlibdeps sees from which glibc the functions are, not what its loader must be able to read.
set(_deb_libc 0)
if(STREAMS_PACKED_RELOCATIONS)
  set(_deb_libc 2.36)
endif()
# What cpack knows only when it runs: which generator it is, and what the library needs.
configure_file(cmake/cpack.cmake.in cpack.cmake @ONLY)
file(WRITE "${CMAKE_BINARY_DIR}/packed.cmake" "execute_process(
  COMMAND sh \"${CMAKE_SOURCE_DIR}/cmake/installed-size.sh\" \${CPACK_PACKAGE_FILES} COMMAND_ERROR_IS_FATAL ANY)\n")
set(CPACK_PROJECT_CONFIG_FILE "${CMAKE_BINARY_DIR}/cpack.cmake")
include(CPack)
