# The libraries of others, one imported target each. Linked statically: the binary then starts in a millisecond and
# needs nothing but the C library.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

function(aim_library target header archive)
  find_path(${target}_INCLUDE ${header} REQUIRED)
  find_library(${target}_ARCHIVE NAMES lib${archive}.a ${archive} REQUIRED)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${${target}_INCLUDE})
  target_link_libraries(${target} INTERFACE ${${target}_ARCHIVE})
endfunction()

# Headers only.
function(aim_headers target header)
  find_path(${target}_INCLUDE ${header} REQUIRED)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${${target}_INCLUDE})
endfunction()

aim_library(aim_sqlite sqlite3.h sqlite3)
target_link_libraries(aim_sqlite INTERFACE Threads::Threads ${CMAKE_DL_LIBS} m)
aim_library(aim_boost_json boost/json.hpp boost_json)
# Asio and Beast: headers, with OpenSSL behind them. Coroutines are the language's own.
aim_headers(aim_boost_asio boost/asio.hpp)
aim_library(aim_ssl openssl/ssl.h ssl)
aim_library(aim_crypto openssl/crypto.h crypto)
target_compile_definitions(aim_boost_asio INTERFACE BOOST_ASIO_DISABLE_BOOST_COROUTINE BOOST_ASIO_NO_DEPRECATED)
target_link_libraries(aim_boost_asio INTERFACE aim_ssl aim_crypto Threads::Threads ${CMAKE_DL_LIBS})
aim_library(aim_utf8proc utf8proc.h utf8proc)
aim_library(aim_stemmer libstemmer.h stemmer)
aim_library(aim_sodium sodium.h sodium)
aim_library(aim_zlib zlib.h z)
aim_library(aim_zstd zstd.h zstd)
aim_library(aim_minizip minizip/unzip.h minizip)
target_link_libraries(aim_minizip INTERFACE aim_zlib)
# Loaded when they are needed (src/base/library.h). A static program cannot load, and has them in it: libcurl is one that was
# built for that from the source of the one whose headers are here (scripts/packages/curl.sh).
set(AIM_CURL "" CACHE PATH "With AIM_STATIC: the folder in whose lib/ is a static libcurl")
if(AIM_STATIC)
  find_library(aim_curl_ARCHIVE libcurl.a PATHS ${AIM_CURL}/lib NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
endif()
aim_headers(aim_curl curl/curl.h)
aim_headers(aim_edit histedit.h)
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
if(AIM_TESTS)
  aim_library(aim_rapidcheck rapidcheck.h rapidcheck)
endif()
