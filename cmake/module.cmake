# How the parts of the program are declared: one static library a module, its tests beside its sources.
#
#   aim_module(store DEPENDS memory base LINK SQLite::SQLite3 SOURCES a.cpp b.cpp)
#   aim_test(store SOURCES a_test.cpp)           one test program a module; ctest runs its suites
#   aim_test(store LABELS threads SOURCES …)     run under the thread sanitizer too
#   aim_fuzzer(toon SOURCE toon_fuzzer.cpp DEPENDS text)
#
# DEPENDS names modules of ours (the arrows of docs/architecture.md), LINK names libraries of others.
#
# Labels that ./test knows: threads (as above), source (looks at the sources, so one build of it is enough), finished (needs the
# program as people run it: not repeated under the sanitizers), fuzz.

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
# A designated initializer names the fields that differ from an empty value; GCC alone wants all of them. It also takes the frame of a
# coroutine for visible everywhere, even that of a function in an anonymous namespace.
target_compile_options(aim_warnings INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-Wno-missing-field-initializers>
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)

# Precompiled headers: standard and third-party headers that most files of a kind include anyway, read once a build
# instead of once a file (docs/decisions/0017). A file still includes what it uses, the usual ones by base/std.h (0104): the preset tidy builds without them.
set(aim_headers_std <algorithm> <array> <atomic> <charconv> <chrono> <cmath> <condition_variable> <cstdint> <cstring>
  <filesystem> <functional> <map> <memory> <mutex> <optional> <set> <span> <string> <string_view> <thread> <tuple>
  <unordered_map> <utility> <variant> <vector> <tl/expected.hpp>)
set(aim_headers_json ${aim_headers_std} <boost/json.hpp>)
set(aim_headers_gtest ${aim_headers_std} <gmock/gmock.h> <gtest/gtest.h>)

# The compiler of scripts/packages/cross.sh makes one from such a header by itself, and rejects the option.
if(AIM_SYSTEM)
  set(CMAKE_CXX_COMPILE_OPTIONS_CREATE_PCH -Xclang -include -Xclang <PCH_HEADER> -x c++-header)
endif()

# Modules that do not rank, index or read many memories: a release makes them small instead of fast (docs/decisions/0038).
set(aim_small_modules app bridge cli config http install jobs llm mcp mine model net op profile store_postgres sync web)
# So are folders and files of other modules whose work is rare, or waits for the disk, a child or the network: their first letters.
set(aim_small_sources
  capture/blocks capture/cleaner capture/error_ capture/file_mention capture/priority_hint capture/tool_calls capture/usefulness
  embed/pack embed/safetensors embed/tokenizer_file embed/weights
  engine/archive engine/audit/ engine/browse/ engine/consolidate engine/database engine/folder_sync/ engine/forget engine/golden_questions
  engine/graph/ engine/history/ engine/language_model/ engine/memory_files engine/move_name_space engine/projects engine/reflect
  engine/relate engine/search/why engine/standards engine/transfer/adopt engine/transfer/migrat engine/transfer/sync engine/two_stores/
  engine/undo engine/untitled/
  memory/conversation_line memory/event memory/evidence memory/project_identity memory/transcript
  store/restricted/ store/sql/archive store/sql/links store/sql/listings store/sql/namespaces store/sql/recent store/sql/records
  store/sql/reflections store/sql/review store/sql/standards store/sql/sync store/sql/table_rows store/sql/transcripts store/sql/undo
  store/sql/version store/sqlite/core/connection.cpp store/sqlite/core/database store/sqlite/core/failure store/sqlite/core/file_
  store/sqlite/core/place store/sqlite/foreign/ store/sqlite/log/ store/sqlite/reference/ store/sqlite/repair/ store/sqlite/schema/
  store/sqlite/sqlite_store store/sqlite/transcripts/
  text/clusters text/toon text/word_diff)
function(aim_optimize_for_size target)
  set_target_properties(${target} PROPERTIES AIM_SMALL ON)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Os>)
endfunction()

# One of the three sets for a target. Each set is compiled once, for the first target that wants it; headers that are compiled before and
# those that include them must agree in optimisation.
function(aim_precompile target kind)
  if(NOT AIM_PRECOMPILE)
    return()
  endif()
  get_target_property(small ${target} AIM_SMALL)
  if(small AND CMAKE_BUILD_TYPE STREQUAL "Release")
    set(aim_headers_${kind}_small ${aim_headers_${kind}})
    string(APPEND kind _small)
  endif()
  if(NOT TARGET aim_precompiled_${kind})
    set(empty ${PROJECT_BINARY_DIR}/precompiled_${kind}.cpp)
    file(CONFIGURE OUTPUT ${empty} CONTENT "// Nothing: the headers are all that is wanted.\n")
    add_library(aim_precompiled_${kind} OBJECT ${empty})
    target_precompile_headers(aim_precompiled_${kind} PRIVATE ${aim_headers_${kind}})
    target_link_libraries(aim_precompiled_${kind} PRIVATE aim_warnings ${ARGN})
    if(kind MATCHES "_small$")
      aim_optimize_for_size(aim_precompiled_${kind})
    endif()
  endif()
  target_precompile_headers(${target} REUSE_FROM aim_precompiled_${kind})
endfunction()

# Where AIM_UNITE is a number, up to so many files of a target are compiled as one: headers are read once for all of them
# (docs/decisions/0017). Which ones may go together is worked out anew whenever a file changes.
find_package(Python3 3.9 COMPONENTS Interpreter)
function(aim_unite target)
  if(AIM_UNITE LESS 2 OR NOT Python3_Interpreter_FOUND)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "^${PROJECT_BINARY_DIR}/")
  list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ REGEX "^[^/]")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources} ${PROJECT_SOURCE_DIR}/cmake/unity_groups.py)
  execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/unity_groups.py ${AIM_UNITE} ${sources}
    OUTPUT_VARIABLE groups COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" groups "${groups}")
  foreach(line IN LISTS groups)
    string(REGEX MATCH "^([0-9]+) (.+)$" line "${line}")
    set_source_files_properties(${CMAKE_MATCH_2} PROPERTIES UNITY_GROUP ${CMAKE_MATCH_1})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# Clang follows the locks of base/mutex.h.
target_compile_options(aim_warnings INTERFACE $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety>)

# How a library of ours is compiled: both parts of a module alike.
function(aim_compile_module target depends link)
  if(aim_boost_json IN_LIST link)
    aim_precompile(${target} json aim_boost_json)
  else()
    aim_precompile(${target} std)
  endif()
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE aim_warnings)
  foreach(module IN LISTS depends)
    target_link_libraries(${target} PUBLIC aim_${module})
  endforeach()
  target_link_libraries(${target} PUBLIC ${link})
  aim_unite(${target})
endfunction()

function(aim_module name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK;SOURCES" ${ARGN})
  set(small "")
  if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT name IN_LIST aim_small_modules)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR})
    foreach(source IN LISTS ARG_SOURCES)
      foreach(beginning IN LISTS aim_small_sources)
        string(FIND "${folder}/${source}" ${beginning} at)
        if(at EQUAL 0)
          list(APPEND small ${source})
        endif()
      endforeach()
    endforeach()
    if(small)
      list(REMOVE_ITEM ARG_SOURCES ${small})
    endif()
  endif()
  add_library(aim_${name} STATIC ${ARG_SOURCES})
  if(name IN_LIST aim_small_modules)
    aim_optimize_for_size(aim_${name})
  endif()
  aim_compile_module(aim_${name} "${ARG_DEPENDS}" "${ARG_LINK}")
  if(small)
    add_library(aim_${name}_small OBJECT ${small})
    aim_optimize_for_size(aim_${name}_small)
    aim_compile_module(aim_${name}_small "${ARG_DEPENDS}" "${ARG_LINK}")
    target_sources(aim_${name} PRIVATE $<TARGET_OBJECTS:aim_${name}_small>)
  endif()
endfunction()

# Optimised in every preset: loops over millions of numbers, for which a test without optimisation would take minutes.
function(aim_always_optimized module)
  if(CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_compile_options(aim_${module} PRIVATE -O1)
    set_target_properties(aim_${module} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# The suites of a test program are tests of ctest, named "<module>: <suite>".
function(aim_suites program)
  cmake_parse_arguments(ARG "" "MODULE" "LABELS" ${ARGN})
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${AIM_TEST_FOLDER})
  if("threads" IN_LIST ARG_LABELS)
    add_dependencies(threads_tests ${program})
  endif()
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${program}.cmake)
  file(GENERATE OUTPUT ${file} CONTENT "set(program \"$<TARGET_FILE:${program}>\")
set(module \"${ARG_MODULE}\")
set(labels \"${ARG_LABELS}\")
include(\"${PROJECT_SOURCE_DIR}/cmake/suites.cmake\")
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${file})
endfunction()

function(aim_test name)
  if(NOT AIM_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LINK;LABELS" ${ARGN})
  if(NOT TARGET aim_rapidcheck)
    list(FILTER ARG_SOURCES EXCLUDE REGEX "_property_test\\.cpp$")
    list(REMOVE_ITEM ARG_LINK aim_rapidcheck)
  endif()
  add_executable(${name}_test ${ARG_SOURCES})
  aim_precompile(${name}_test gtest GTest::gmock_main)
  target_link_libraries(${name}_test PRIVATE aim_${name} aim_warnings GTest::gmock_main ${ARG_LINK})
  foreach(module IN LISTS ARG_DEPENDS)
    target_link_libraries(${name}_test PRIVATE aim_${module})
  endforeach()
  aim_unite(${name}_test)
  aim_suites(${name}_test MODULE ${name} LABELS ${ARG_LABELS})
endfunction()

# A function that eats foreign bytes. Its corpus is the folder tests/fuzz/corpus/<name>, one input a file. The preset
# fuzz makes it a libFuzzer program that looks for new inputs for a minute; every other build replays the corpus.
function(aim_fuzzer name)
  cmake_parse_arguments(ARG "" "SOURCE" "DEPENDS;LINK" ${ARGN})
  set(corpus ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name})
  add_executable(${name}_fuzzer ${ARG_SOURCE})
  set_target_properties(${name}_fuzzer PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${AIM_TEST_FOLDER})
  target_include_directories(${name}_fuzzer PRIVATE ${PROJECT_SOURCE_DIR}/src)
  aim_precompile(${name}_fuzzer json aim_boost_json)
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
      COMMAND ${name}_fuzzer -max_total_time=60 -timeout=10 -rss_limit_mb=1024 -malloc_limit_mb=512 -max_len=65536 -verbosity=0 -print_final_stats=1
        -artifact_prefix=${PROJECT_BINARY_DIR}/fuzz/${name}- ${found} ${corpus})
  else()
    if(NOT TARGET aim_replay_main)
      add_library(aim_replay_main STATIC ${PROJECT_SOURCE_DIR}/tests/fuzz/replay_main.cpp)
      aim_precompile(aim_replay_main std)
      target_link_libraries(aim_replay_main PRIVATE aim_warnings)
    endif()
    target_link_libraries(${name}_fuzzer PRIVATE aim_replay_main)
    set(test "fuzz: ${name} corpus")
    add_test(NAME ${test} COMMAND ${name}_fuzzer ${corpus})
  endif()
  set_tests_properties(${test} PROPERTIES LABELS fuzz TIMEOUT 300)
endfunction()

# A file, as it lies in the folder, becomes part of the program: aim_NAME_begin to aim_NAME_end, in the library aim_bytes_NAME.
function(aim_bytes name file)
  set(assembled ${CMAKE_CURRENT_BINARY_DIR}/aim_${name}.S)
  file(CONFIGURE OUTPUT ${assembled} CONTENT "#define AIM_NAME aim_${name}
#define AIM_FILE \"${CMAKE_CURRENT_SOURCE_DIR}/${file}\"
#include \"base/platform/bytes.S\"
")
  add_library(aim_bytes_${name} STATIC ${assembled})
  target_include_directories(aim_bytes_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  set_source_files_properties(${assembled} PROPERTIES OBJECT_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${file})
endfunction()

# The migrations of the backend in this folder (schema/migrations/*.sql, in order) become a source file with their texts:
# migrations.cpp in the build folder, which defines migrations() of the given header.
function(aim_migrations backend header)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/schema/migrations/*.sql)
  list(SORT files)
  set(texts "")
  foreach(file IN LISTS files)
    file(READ ${file} text)
    string(APPEND texts "    R\"sql(${text})sql\",\n")
  endforeach()
  file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/migrations.cpp CONTENT
"#include \"${header}\"

#include <array>

namespace aim::store::${backend} {
namespace {
constexpr auto texts = std::to_array<std::string_view>({
${texts}});
}  // namespace

std::span<const std::string_view> migrations() { return texts; }

}  // namespace aim::store::${backend}
")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
endfunction()
