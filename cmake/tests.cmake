# Every test of the tree, for ctest. Included by CMakeLists.txt.
#
# With a sanitizer only the tests that run the library are of use; the checks of the package (exports, header, install,
# README) belong to the plain build.
pkg_check_modules(CMOCKA IMPORTED_TARGET cmocka)
if(NOT CMOCKA_FOUND)
  message(FATAL_ERROR "cmocka was not found: apt-get install libcmocka-dev (or configure with -DBUILD_TESTING=OFF)")
endif()
set(_tests "${CMAKE_SOURCE_DIR}/Tests")
# A crash in a sanitizer build can hang in Swift's backtracer.
set(_environment "SWIFT_BACKTRACE=enable=no")

if(NOT SANITIZE)
  find_program(VALGRIND valgrind)
  if(NOT VALGRIND)
    message(FATAL_ERROR "valgrind was not found: apt-get install valgrind (or configure with -DBUILD_TESTING=OFF)")
  endif()
endif()

# ---- C: one program per file, each run plainly and under valgrind
add_custom_target(streams_c_tests)
function(streams_c_test name target)
  add_dependencies(streams_c_tests ${target})
  add_test(NAME ${name} COMMAND ${target} ${ARGN})
  set_tests_properties(${name} PROPERTIES TIMEOUT 300 ENVIRONMENT "${_environment}")
  if(NOT SANITIZE)
    add_test(NAME ${name}.valgrind COMMAND "${VALGRIND}" --quiet --leak-check=full --errors-for-leak-kinds=definite
      --error-exitcode=9 --fair-sched=yes $<TARGET_FILE:${target}> ${ARGN})
    set_tests_properties(${name}.valgrind PROPERTIES TIMEOUT 600 ENVIRONMENT "${_environment}")
  endif()
endfunction()

file(GLOB _sources CONFIGURE_DEPENDS Tests/StreamsCTests/test_*.c)
file(GLOB _support CONFIGURE_DEPENDS Tests/StreamsCTests/support.c)
foreach(_source IN LISTS _sources)
  get_filename_component(_name "${_source}" NAME_WE)
  streams_c_program(${_name} "${_source}" ${_support})
  target_link_libraries(${_name} PRIVATE PkgConfig::CMOCKA PkgConfig::LIBUV)
  if(_name MATCHES "^test_timed") # on a clock that they move themselves, as the players below
    target_sources(${_name} PRIVATE Tests/StreamsCTests/virtual_clock.c)
    set_target_properties(${_name} PROPERTIES ENABLE_EXPORTS ON)
  endif()
  string(REPLACE "test_" "c." _test ${_name})
  streams_c_test(${_test} ${_name})
endforeach()

# ---- C: a program that is not linked with the library, but opens it; twice
add_executable(loading Tests/StreamsCTests/loading.c)
streams_c_flags(loading)
set_target_properties(loading PROPERTIES ENABLE_EXPORTS ON) # a library with a sanitizer finds that in the program
target_include_directories(loading PRIVATE include)
target_link_libraries(loading PRIVATE PkgConfig::CMOCKA Threads::Threads ${CMAKE_DL_LIBS})
add_library(late MODULE Tests/StreamsCTests/late.c)
streams_c_flags(late)
target_include_directories(late PRIVATE include)
target_link_libraries(late PRIVATE ${CMAKE_DL_LIBS})
add_dependencies(loading late)
streams_c_test(c.loading loading "${_out}/${_real}" $<TARGET_FILE:late>)

# ---- C: misuse, a row per function and a program for all; and what happens when there are too many handles, which
# takes more memory than a checker should watch
file(GLOB _misuse CONFIGURE_DEPENDS Tests/StreamsCTests/misuse/*.c)
streams_c_program(misuse ${_misuse} ${_support})
target_link_libraries(misuse PRIVATE PkgConfig::CMOCKA PkgConfig::LIBUV)
streams_c_test(c.misuse misuse)
if(NOT SANITIZE)
  streams_c_program(full_table Tests/StreamsCTests/full_table.c ${_support})
  target_link_libraries(full_table PRIVATE PkgConfig::CMOCKA)
  add_dependencies(streams_c_tests full_table)
  add_test(NAME c.full_table COMMAND full_table)
  set_tests_properties(c.full_table PROPERTIES TIMEOUT 300 RUN_SERIAL ON ENVIRONMENT "${_environment}")
endif()

# ---- C: the scenarios, which the Swift tests read too, and the laws, for every function that returns a publisher
# A program on a clock that it moves itself: libuv must find its clock_gettime(), whatever the linker.
function(streams_c_player name)
  streams_c_program(${name} ${ARGN} Tests/StreamsCTests/virtual_clock.c)
  set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)
endfunction()
file(GLOB _runner CONFIGURE_DEPENDS Tests/StreamsCTests/scenarios/*.c Tests/StreamsCTests/scenarios/words/*.c)
file(GLOB _scenarios CONFIGURE_DEPENDS Tests/Scenarios/*.scenario)
streams_c_player(scenarios ${_runner})
streams_c_test(c.scenarios scenarios ${_scenarios})
file(GLOB _laws CONFIGURE_DEPENDS Tests/StreamsCTests/laws/*.c Tests/StreamsCTests/laws/rows/*.c)
streams_c_player(laws ${_laws})
streams_c_test(c.laws laws "${CMAKE_SOURCE_DIR}/include/streams.h")
if(NOT SANITIZE)
  set_tests_properties(c.laws.valgrind PROPERTIES TIMEOUT 900)
endif()

# ---- the example of forty lines
add_test(NAME example.words COMMAND sh "${_tests}/PackagingTests/words.sh" $<TARGET_FILE:example_words>)
set_tests_properties(example.words PROPERTIES TIMEOUT 120 ENVIRONMENT "${_environment}")
if(NOT SANITIZE)
  add_test(NAME example.words.valgrind COMMAND sh "${_tests}/PackagingTests/words.sh" "${VALGRIND}" --quiet
    --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite --error-exitcode=9
    $<TARGET_FILE:example_words>)
  set_tests_properties(example.words.valgrind PROPERTIES TIMEOUT 300 ENVIRONMENT "${_environment}")
endif()

# ---- C++: the library needs no compiler for it, so only the tests look for one
if(SANITIZE AND NOT DEFINED CMAKE_CXX_COMPILER)
  set(CMAKE_CXX_COMPILER "${SWIFT_BIN_DIR}/clang++")
endif()
enable_language(CXX)
streams_c_program(example_cpp Examples/cpp/pipeline.cpp)
streams_c_test(example.cpp example_cpp)

# ---- Swift
add_custom_target(streams_swift_tests ALL
  COMMAND "${SWIFT_EXECUTABLE}" build ${_swiftflags} --build-tests
  COMMENT "Swift tests (swift build, ${_config})" USES_TERMINAL VERBATIM)
add_dependencies(streams_swift_tests examples_swift)
# --skip-build: `swift test` builds with other flags (testable imports) than `swift build`, that is everything again.
add_test(NAME swift.tests COMMAND "${SWIFT_EXECUTABLE}" test ${_swiftflags} --skip-build --disable-xctest)
# With AddressSanitizer a leak is a failure too. So each test ends its streams: one that neither ends nor is cancelled
# stays in memory (C71).
set_tests_properties(swift.tests PROPERTIES TIMEOUT 900 RUN_SERIAL ON ENVIRONMENT
  "${_environment};LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/cmake/foundation.leaks:print_suppressions=0")

# A program written for Combine says what it must say.
add_test(NAME example.viewmodel COMMAND sh "${_tests}/PackagingTests/transcript.sh" "${_scratch}/${_config}/viewmodel"
  "${CMAKE_SOURCE_DIR}/Examples/swift/viewmodel/transcript.txt")
set_tests_properties(example.viewmodel PROPERTIES TIMEOUT 120 ENVIRONMENT "${_environment}")

if(SANITIZE)
  return()
endif()

# ---- Python, with its standard library
find_program(PYTHON3 python3)
if(NOT PYTHON3)
  message(FATAL_ERROR "python3 was not found: apt-get install python3 (or configure with -DBUILD_TESTING=OFF)")
endif()
add_test(NAME example.python COMMAND "${PYTHON3}" -B "${CMAKE_SOURCE_DIR}/Examples/python/pipeline.py")
set_tests_properties(example.python PROPERTIES TIMEOUT 120
  ENVIRONMENT "${_environment};STREAMS_LIBRARY=${_out}/libstreams.so")

# ---- the API: what is declared, against what Combine declares; and that check itself, on a module of its own
add_test(NAME api.combine COMMAND "${PYTHON3}" "${CMAKE_SOURCE_DIR}/scripts/api-check"
  --modules "${_scratch}/${_config}/Modules")
add_test(NAME api.check COMMAND "${PYTHON3}" "${_tests}/API/test_api_check.py")
set_tests_properties(api.combine api.check PROPERTIES TIMEOUT 300 ENVIRONMENT "SWIFT=${SWIFT_EXECUTABLE}")

# ---- the header: everything is documented, examples do what they say; and the checks themselves, on headers with faults
function(streams_header_test name script)
  add_test(NAME ${name} COMMAND "${PYTHON3}" "${_tests}/Header/${script}" ${ARGN})
  set_tests_properties(${name} PROPERTIES TIMEOUT 300 ENVIRONMENT "${_environment}")
endfunction()
if(NOT DOXYGEN)
  message(FATAL_ERROR "doxygen was not found: apt-get install doxygen (or configure with -DBUILD_TESTING=OFF)")
endif()
streams_header_test(header.documented documented.py "${CMAKE_SOURCE_DIR}/include/streams.h")
streams_header_test(header.documented.check test_documented.py "${CMAKE_SOURCE_DIR}/include/streams.h")
streams_header_test(header.examples examples.py "${CMAKE_SOURCE_DIR}/include/streams.h" "${_out}/libstreams.so")
streams_header_test(header.examples.valgrind examples.py "${CMAKE_SOURCE_DIR}/include/streams.h"
  "${_out}/libstreams.so" "${VALGRIND}" --quiet --leak-check=full --errors-for-leak-kinds=definite --error-exitcode=9)
streams_header_test(header.examples.check test_examples.py "${CMAKE_SOURCE_DIR}/include/streams.h"
  "${_out}/libstreams.so")
streams_header_test(header.misuse misuse.py "${CMAKE_SOURCE_DIR}/include/streams.h" $<TARGET_FILE:misuse>)

# ---- the ABI: what programs rely on, against the baseline; and the check itself, on headers changed in one place
find_program(ABIDIFF abidiff)
if(NOT ABIDIFF)
  message(FATAL_ERROR "abidiff was not found: apt-get install abigail-tools (or configure with -DBUILD_TESTING=OFF)")
endif()
add_test(NAME package.abi COMMAND "${PYTHON3}" "${CMAKE_SOURCE_DIR}/scripts/abi" --library "${_out}/${_real}")
add_test(NAME package.abi.check COMMAND "${PYTHON3}" "${_tests}/ABI/test_abi.py" "${_out}/${_real}")
set_tests_properties(package.abi package.abi.check PROPERTIES TIMEOUT 600 ENVIRONMENT "${_environment}")

# ---- the package
function(streams_script_test name script)
  add_test(NAME ${name} COMMAND sh "${_tests}/PackagingTests/${script}" ${ARGN})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600 ENVIRONMENT "${_environment};SWIFT=${SWIFT_EXECUTABLE}")
endfunction()
streams_script_test(package.exports exports.sh "${_out}/${_real}" "${CMAKE_SOURCE_DIR}/include/streams.h")
streams_script_test(package.size size.sh "${_out}/${_real}")
streams_script_test(package.modules modules.sh "${_out}/${_real}"
  "${_scratch}/${_config}/streams.product/Objects.LinkFileList" "${_scratch}/${_real}.map"
  "${CMAKE_SOURCE_DIR}/cmake/debian/copyright")
streams_script_test(package.header header.sh "${CMAKE_SOURCE_DIR}/include" "${_out}/libstreams.so" gcc g++
  "${SWIFT_BIN_DIR}/clang" "${SWIFT_BIN_DIR}/clang++")
streams_script_test(package.doxygen doxygen.sh "${CMAKE_SOURCE_DIR}" "${PROJECT_VERSION}")
streams_script_test(package.c install.sh "${CMAKE_BINARY_DIR}" "${CMAKE_SOURCE_DIR}/README.md" "${SWIFT_BIN_DIR}")
streams_script_test(package.find find.sh "${CMAKE_BINARY_DIR}" "${PROJECT_VERSION}")
streams_script_test(package.swift swiftpm.sh "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/consumers")
streams_script_test(package.testing testing.sh "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/operators")
# Sources that say `import Combine`, in a package of their own.
streams_script_test(example.combine combine.sh "${CMAKE_SOURCE_DIR}/Examples/swift/weather"
  "${CMAKE_BINARY_DIR}/weather")
set_tests_properties(package.swift package.testing example.combine PROPERTIES RUN_SERIAL ON TIMEOUT 900)

# Debian packages, and a bare Debian to install them in, which is made once in a build folder.
set(_deb "${CMAKE_BINARY_DIR}/packages")
set(_roots "${CMAKE_BINARY_DIR}/debian-roots")
streams_script_test(package.deb.build packages.sh "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}" "${_deb}"
  "-DSTREAMS_SCRATCH=${_scratch}" "-DSTREAMS_WERROR=${STREAMS_WERROR}" "-DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}")
streams_script_test(package.deb.root bare.sh --roots "${_roots}")
streams_script_test(package.deb bare.sh "${_roots}" "${_deb}" "${CMAKE_SOURCE_DIR}/README.md"
  "${CMAKE_SOURCE_DIR}/include" "${_out}")
set_tests_properties(package.deb.build PROPERTIES RUN_SERIAL ON FIXTURES_SETUP deb)
set_tests_properties(package.deb.root PROPERTIES FIXTURES_SETUP deb)
set_tests_properties(package.deb PROPERTIES FIXTURES_REQUIRED deb)
