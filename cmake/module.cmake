# How the parts of the program are declared: one static library a module, its tests beside its sources.
#
#   aim_module(store DEPENDS memory base LINK SQLite::SQLite3 SOURCES a.cpp b.cpp)
#   aim_test(store SOURCES a_test.cpp)           one test program a module, its cases listed one by one in ctest
#   aim_test(store LABELS threads SOURCES …)     run under the thread sanitizer too
#   aim_fuzzer(toon SOURCE toon_fuzzer.cpp DEPENDS text)
#
# DEPENDS names modules of ours (the arrows of docs/architecture.md), LINK names libraries of others.
#
# Labels that ./test knows: threads (as above), source (looks at the sources, so one build of it is enough), fuzz.

# The program itself lies at the top of the build folder, where ./run expects it.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
set(AIM_TEST_FOLDER ${PROJECT_BINARY_DIR}/test-programs)

# What the presets tsan and fuzz build instead of everything.
add_custom_target(threads_tests)
add_custom_target(fuzzers)

add_library(aim_warnings INTERFACE)
target_compile_options(aim_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Wold-style-cast -Woverloaded-virtual -Wnull-dereference -Wformat=2
  $<$<BOOL:${AIM_WERROR}>:-Werror>)
# GCC 12 reports null dereferences inside inlined library code that it cannot follow; Clang has none of these.
target_compile_options(aim_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-null-dereference>)

function(aim_module name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK;SOURCES" ${ARGN})
  add_library(aim_${name} STATIC ${ARG_SOURCES})
  target_include_directories(aim_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(aim_${name} PRIVATE aim_warnings)
  foreach(module IN LISTS ARG_DEPENDS)
    target_link_libraries(aim_${name} PUBLIC aim_${module})
  endforeach()
  target_link_libraries(aim_${name} PUBLIC ${ARG_LINK})
endfunction()

function(aim_test name)
  if(NOT AIM_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LINK;LABELS" ${ARGN})
  add_executable(${name}_test ${ARG_SOURCES})
  set_target_properties(${name}_test PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${AIM_TEST_FOLDER})
  target_link_libraries(${name}_test PRIVATE aim_${name} aim_warnings GTest::gmock_main ${ARG_LINK})
  foreach(module IN LISTS ARG_DEPENDS)
    target_link_libraries(${name}_test PRIVATE aim_${module})
  endforeach()
  if("threads" IN_LIST ARG_LABELS)
    add_dependencies(threads_tests ${name}_test)
  endif()
  gtest_discover_tests(${name}_test TEST_PREFIX "${name}: " DISCOVERY_MODE PRE_TEST
    PROPERTIES TIMEOUT 300 LABELS "${ARG_LABELS}")
endfunction()

# A function that eats foreign bytes. Its corpus is the folder tests/fuzz/corpus/<name>, one input a file. The preset
# fuzz makes it a libFuzzer program that looks for new inputs for a minute; every other build replays the corpus.
function(aim_fuzzer name)
  cmake_parse_arguments(ARG "" "SOURCE" "DEPENDS;LINK" ${ARGN})
  set(corpus ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name})
  add_executable(${name}_fuzzer ${ARG_SOURCE})
  set_target_properties(${name}_fuzzer PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${AIM_TEST_FOLDER})
  target_include_directories(${name}_fuzzer PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${name}_fuzzer PRIVATE aim_warnings ${ARG_LINK})
  foreach(module IN LISTS ARG_DEPENDS)
    target_link_libraries(${name}_fuzzer PRIVATE aim_${module})
  endforeach()
  add_dependencies(fuzzers ${name}_fuzzer)
  if(AIM_FUZZERS)
    target_link_options(${name}_fuzzer PRIVATE -fsanitize=fuzzer)
    set(found ${PROJECT_BINARY_DIR}/fuzz/${name})
    file(MAKE_DIRECTORY ${found})
    set(test "fuzz: ${name}")
    add_test(NAME ${test}
      COMMAND ${name}_fuzzer -max_total_time=60 -timeout=10 -max_len=65536 -verbosity=0 -print_final_stats=1
        -artifact_prefix=${PROJECT_BINARY_DIR}/fuzz/${name}- ${found} ${corpus})
  else()
    target_sources(${name}_fuzzer PRIVATE ${PROJECT_SOURCE_DIR}/tests/fuzz/replay_main.cpp)
    set(test "fuzz: ${name} corpus")
    add_test(NAME ${test} COMMAND ${name}_fuzzer ${corpus})
  endif()
  set_tests_properties(${test} PROPERTIES LABELS fuzz TIMEOUT 300)
endfunction()
