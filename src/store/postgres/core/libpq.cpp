#include "store/postgres/core/libpq.h"

#include "base/library.h"

namespace aim::store::postgres {
namespace {

#ifdef AIM_STATIC
// A static program has no library to load, and this one not in it.
constexpr const char* nothing_to_load =
    "PostgreSQL cannot be spoken to: this static program has no client library in it";
constexpr const char* instead = "build ai-memory from source, or name a file";

const Libpq* load() {
  return nullptr;
}
#else
constexpr const char* nothing_to_load =
    "PostgreSQL cannot be spoken to: its client library libpq (14 or later) is not installed";
constexpr const char* instead = "install it (Debian: libpq5), or name a file";

// Pipelines came with libpq 14.
bool find_all(void* library, Libpq& pq) {
  return find_function(library, "PQlibVersion", pq.lib_version) &&
         find_function(library, "PQconnectStartParams", pq.connect_start) &&
         find_function(library, "PQconnectPoll", pq.connect_poll) &&
         find_function(library, "PQfinish", pq.finish) &&
         find_function(library, "PQstatus", pq.status) &&
         find_function(library, "PQerrorMessage", pq.error_message) &&
         find_function(library, "PQsetErrorVerbosity", pq.set_error_verbosity) &&
         find_function(library, "PQsocket", pq.socket) &&
         find_function(library, "PQsetnonblocking", pq.set_nonblocking) &&
         find_function(library, "PQserverVersion", pq.server_version) &&
         find_function(library, "PQenterPipelineMode", pq.enter_pipeline) &&
         find_function(library, "PQexitPipelineMode", pq.exit_pipeline) &&
         find_function(library, "PQsendQuery", pq.send_script) &&
         find_function(library, "PQpipelineSync", pq.pipeline_sync) &&
         find_function(library, "PQsendPrepare", pq.send_prepare) &&
         find_function(library, "PQsendQueryParams", pq.send_query) &&
         find_function(library, "PQsendQueryPrepared", pq.send_prepared) &&
         find_function(library, "PQsendFlushRequest", pq.send_flush) &&
         find_function(library, "PQflush", pq.flush) &&
         find_function(library, "PQconsumeInput", pq.consume_input) &&
         find_function(library, "PQisBusy", pq.is_busy) &&
         find_function(library, "PQgetResult", pq.get_result) &&
         find_function(library, "PQresultStatus", pq.result_status) &&
         find_function(library, "PQresultErrorField", pq.result_error_field) &&
         find_function(library, "PQresultErrorMessage", pq.result_error_message) &&
         find_function(library, "PQclear", pq.clear) &&
         find_function(library, "PQntuples", pq.tuples) &&
         find_function(library, "PQgetvalue", pq.value) &&
         find_function(library, "PQgetlength", pq.length) &&
         find_function(library, "PQgetisnull", pq.is_null) &&
         find_function(library, "PQcmdTuples", pq.changed) &&
         find_function(library, "PQnotifies", pq.notifies) &&
         find_function(library, "PQfreemem", pq.free_memory);
}

const Libpq* load() {
  static Libpq pq{};
  void* library = load_library({"libpq.so.5", "libpq.so", "libpq.5.dylib", "libpq.dylib"});
  return library && find_all(library, pq) ? &pq : nullptr;
}
#endif

}  // namespace

Result<const Libpq*> libpq() {
  static const Libpq* const loaded = load();
  if (!loaded)
    return Failure(helped_by({Code::database_error, nothing_to_load, {}, {}, nothing_to_load},
                             {instead, Means::option, "db"}));
  return loaded;
}

}  // namespace aim::store::postgres
