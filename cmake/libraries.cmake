# The libraries of others, one imported target each. Linked statically: the binary then starts in a millisecond and
# needs nothing but the C library.
find_package(Threads REQUIRED)

function(aim_library target header archive)
  find_path(${target}_INCLUDE ${header} REQUIRED)
  find_library(${target}_ARCHIVE NAMES lib${archive}.a ${archive} REQUIRED)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${${target}_INCLUDE})
  target_link_libraries(${target} INTERFACE ${${target}_ARCHIVE})
endfunction()

if(AIM_SYSTEM)
  include_directories(SYSTEM ${AIM_SYSROOT}/include)
endif()
# Windows has no POSIX: the headers and functions that the program uses are in base/platform/windows, for C++ alone. macOS lacks a few.
if(WIN32)
  include_directories(BEFORE $<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/src/base/platform/windows/include>)
  add_compile_definitions(CURL_STATICLIB SODIUM_STATIC UTF8PROC_STATIC)
  add_compile_definitions($<$<COMPILE_LANGUAGE:CXX>:NOMINMAX> $<$<COMPILE_LANGUAGE:CXX>:WIN32_LEAN_AND_MEAN>
    $<$<COMPILE_LANGUAGE:CXX>:NOGDI> $<$<COMPILE_LANGUAGE:CXX>:_FILE_OFFSET_BITS=64>
    $<$<COMPILE_LANGUAGE:CXX>:_POSIX_THREAD_SAFE_FUNCTIONS> $<$<COMPILE_LANGUAGE:CXX>:BOOST_ASIO_HAS_LOCAL_SOCKETS=1>)
  link_libraries(ws2_32 mswsock bcrypt crypt32 secur32 advapi32)
  # The manifest of every program: texts are UTF-8, paths may be long.
  execute_process(COMMAND ${CMAKE_RC_COMPILER} -- ${PROJECT_SOURCE_DIR}/src/base/platform/windows/program.rc ${PROJECT_BINARY_DIR}/program.res
    COMMAND_ERROR_IS_FATAL ANY)
  add_link_options(${PROJECT_BINARY_DIR}/program.res)
elseif(APPLE)
  include_directories(BEFORE ${PROJECT_SOURCE_DIR}/src/base/platform/macos/include)
endif()

# The same for a library in C, through which no exception passes: a release leaves out its tables for them, half a megabyte in all.
find_program(AIM_OBJCOPY NAMES ${CMAKE_OBJCOPY} objcopy)
function(aim_c_library target header archive)
  aim_library(${target} ${header} ${archive})
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Release" OR APPLE OR WIN32 OR NOT AIM_OBJCOPY OR NOT ${target}_ARCHIVE MATCHES "\\.a$")
    return()
  endif()
  set(plain ${PROJECT_BINARY_DIR}/libraries/lib${archive}.a)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/libraries)
  execute_process(COMMAND ${AIM_OBJCOPY} --enable-deterministic-archives --remove-section=.eh_frame --remove-section=.rela.eh_frame
    ${${target}_ARCHIVE} ${plain} COMMAND_ERROR_IS_FATAL ANY)
  set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES ${plain})
endfunction()

# Headers only.
function(aim_headers target header)
  find_path(${target}_INCLUDE ${header} REQUIRED)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${${target}_INCLUDE})
endfunction()

# SQLite with encrypted pages (SQLite3 Multiple Ciphers), built from its one source file: Debian's SQLite has no encryption
# (docs/decisions/0099). scripts/setup.sh fetches the file.
set(AIM_SQLITE ${CMAKE_SOURCE_DIR}/build/sqlite CACHE PATH "The folder with sqlite3.c and sqlite3.h of SQLite3 Multiple Ciphers")
if(NOT EXISTS ${AIM_SQLITE}/sqlite3.c)
  message(FATAL_ERROR "There is no ${AIM_SQLITE}/sqlite3.c. With a network: scripts/setup.sh fetches it (./run and ./test call that). "
    "Without one: put sqlite3.c and sqlite3.h of the npm package better-sqlite3-multiple-ciphers 12.11.1 (its folder "
    "deps/sqlite3) there, or name their folder with -DAIM_SQLITE=.")
endif()
set(sqlite ${AIM_SQLITE}/sqlite3.c)
if(WIN32)
  # A database that a connection has open can be replaced there too: SQLite's files are opened as ours are.
  file(READ ${sqlite} text)
  string(REPLACE "dwShareMode = FILE_SHARE_READ |" "dwShareMode = FILE_SHARE_DELETE | FILE_SHARE_READ |" text "${text}")
  file(WRITE ${PROJECT_BINARY_DIR}/sqlite3.new "${text}")
  set(sqlite ${PROJECT_BINARY_DIR}/sqlite3.c)
  configure_file(${PROJECT_BINARY_DIR}/sqlite3.new ${sqlite} COPYONLY)
endif()
add_library(aim_sqlite STATIC ${sqlite})
target_include_directories(aim_sqlite SYSTEM INTERFACE ${AIM_SQLITE})
# A connection is used by one thread at a time; what is deleted is overwritten; of the ciphers only the two that a person can choose.
target_compile_definitions(aim_sqlite PRIVATE SQLITE_THREADSAFE=2 SQLITE_DEFAULT_MEMSTATUS=0 SQLITE_ENABLE_FTS5 SQLITE_ENABLE_DBSTAT_VTAB SQLITE_SECURE_DELETE
  SQLITE_MAX_VARIABLE_NUMBER=250000 SQLITE_DQS=0 SQLITE_OMIT_LOAD_EXTENSION SQLITE_OMIT_SHARED_CACHE SQLITE_TEMP_STORE=2
  "$<$<NOT:$<BOOL:${WIN32}>>:HAVE_USLEEP=1;HAVE_FDATASYNC=1;HAVE_GMTIME_R=1;HAVE_LOCALTIME_R=1;HAVE_STRERROR_R=1>"
  HAVE_CIPHER_AES_128_CBC=0 HAVE_CIPHER_AES_256_CBC=0 HAVE_CIPHER_SQLCIPHER=0 HAVE_CIPHER_RC4=0 HAVE_CIPHER_ASCON128=0)
# For tests under sanitizers, which do not look at it, half of the time of compiling it is enough; without symbols, which name the build
# folder, ccache has one object for all of them.
set(optimized -O2)
if(AIM_SANITIZE)
  set(optimized -O1 -g0)
endif()
target_compile_options(aim_sqlite PRIVATE -w ${optimized})
target_link_libraries(aim_sqlite INTERFACE Threads::Threads ${CMAKE_DL_LIBS} m)
# In a release, assertions of Boost's headers do without the names of their functions (src/base/boost_assertions.cpp).
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  add_compile_definitions($<$<COMPILE_LANGUAGE:CXX>:BOOST_ENABLE_ASSERT_HANDLER> $<$<COMPILE_LANGUAGE:CXX>:BOOST_DISABLE_CURRENT_FUNCTION>)
endif()
aim_library(aim_boost_json boost/json.hpp boost_json)
# Asio and Beast: headers, with OpenSSL behind them. Coroutines are the language's own.
aim_headers(aim_boost_asio boost/asio.hpp)
# A static program has one of openssl.sh in it, with fewer ciphers than the machine's.
set(AIM_OPENSSL "" CACHE PATH "Its folder, with include/ and lib/; none: the machine's")
if(AIM_OPENSSL)
  set(aim_ssl_INCLUDE ${AIM_OPENSSL}/include)
  set(aim_ssl_ARCHIVE ${AIM_OPENSSL}/lib/libssl.a)
  set(aim_crypto_INCLUDE ${AIM_OPENSSL}/include)
  set(aim_crypto_ARCHIVE ${AIM_OPENSSL}/lib/libcrypto.a)
endif()
aim_c_library(aim_ssl openssl/ssl.h ssl)
aim_c_library(aim_crypto openssl/crypto.h crypto)
target_compile_definitions(aim_boost_asio INTERFACE BOOST_ASIO_DISABLE_BOOST_COROUTINE BOOST_ASIO_NO_DEPRECATED)
target_link_libraries(aim_boost_asio INTERFACE aim_ssl aim_crypto Threads::Threads ${CMAKE_DL_LIBS})
aim_c_library(aim_utf8proc utf8proc.h utf8proc)
aim_c_library(aim_stemmer libstemmer.h stemmer)
aim_c_library(aim_sodium sodium.h sodium)
aim_c_library(aim_zlib zlib.h z)
aim_c_library(aim_zstd zstd.h zstd)
aim_c_library(aim_minizip minizip/unzip.h minizip)
target_link_libraries(aim_minizip INTERFACE aim_zlib)
# Loaded when they are needed (src/base/library.h). A static program cannot load, and has them in it: libcurl is one that was
# built for that from the source of the one whose headers are here (scripts/packages/curl.sh).
set(AIM_CURL "" CACHE PATH "With AIM_STATIC: the folder in whose lib/ is a static libcurl")
if(AIM_STATIC)
  find_library(aim_curl_ARCHIVE libcurl.a PATHS ${AIM_CURL}/lib NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
endif()
aim_headers(aim_curl curl/curl.h)
aim_headers(aim_edit histedit.h)
if(WIN32)
  find_library(aim_curl_ARCHIVE libcurl.a REQUIRED)
  target_link_libraries(aim_curl INTERFACE ${aim_curl_ARCHIVE})
endif()
if(AIM_STATIC)
  target_link_libraries(aim_curl INTERFACE ${aim_curl_ARCHIVE} aim_ssl aim_crypto)
  # By their files: a name would be followed by -Bdynamic, and so the C library by itself.
  foreach(name edit tinfo bsd md)
    find_library(aim_${name}_ARCHIVE lib${name}.a REQUIRED)
    target_link_libraries(aim_edit INTERFACE ${aim_${name}_ARCHIVE})
  endforeach()
endif()
find_path(aim_pq_headers_INCLUDE libpq-fe.h PATH_SUFFIXES postgresql REQUIRED)
aim_headers(aim_pq_headers libpq-fe.h) # the library is loaded when it is needed, src/store/postgres/core/libpq.h
aim_headers(aim_cli11 CLI/CLI.hpp)
if(AIM_TESTS AND NOT WIN32 AND NOT APPLE)
  aim_library(aim_rapidcheck rapidcheck.h rapidcheck)
endif()
