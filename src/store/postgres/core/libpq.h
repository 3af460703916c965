// libpq, the client library of PostgreSQL, loaded when a PostgreSQL database is first used: a
// process on SQLite neither loads nor needs it.
// Knows: names of functions. Must not know: what is asked of the server.
#pragma once
#include <libpq-fe.h>

#include "base/library.h"
#include "base/result.h"

namespace aim::store::postgres {

// The functions of libpq that are used, with their own names less the PQ. Pipelines came with 14.
struct Libpq {
  LibraryFunctions functions;
  decltype(&PQlibVersion) lib_version = functions.find("PQlibVersion");
  decltype(&PQconnectStartParams) connect_start = functions.find("PQconnectStartParams");
  decltype(&PQconnectPoll) connect_poll = functions.find("PQconnectPoll");
  decltype(&PQfinish) finish = functions.find("PQfinish");
  decltype(&PQstatus) status = functions.find("PQstatus");
  decltype(&PQerrorMessage) error_message = functions.find("PQerrorMessage");
  decltype(&PQsetErrorVerbosity) set_error_verbosity = functions.find("PQsetErrorVerbosity");
  decltype(&PQsocket) socket = functions.find("PQsocket");
  decltype(&PQsetnonblocking) set_nonblocking = functions.find("PQsetnonblocking");
  decltype(&PQserverVersion) server_version = functions.find("PQserverVersion");
  decltype(&PQenterPipelineMode) enter_pipeline = functions.find("PQenterPipelineMode");
  decltype(&PQexitPipelineMode) exit_pipeline = functions.find("PQexitPipelineMode");
  decltype(&PQsendQuery) send_script = functions.find("PQsendQuery");
  decltype(&PQpipelineSync) pipeline_sync = functions.find("PQpipelineSync");
  decltype(&PQsendFlushRequest) send_flush = functions.find("PQsendFlushRequest");
  decltype(&PQsendPrepare) send_prepare = functions.find("PQsendPrepare");
  decltype(&PQsendQueryParams) send_query = functions.find("PQsendQueryParams");
  decltype(&PQsendQueryPrepared) send_prepared = functions.find("PQsendQueryPrepared");
  decltype(&PQflush) flush = functions.find("PQflush");
  decltype(&PQconsumeInput) consume_input = functions.find("PQconsumeInput");
  decltype(&PQisBusy) is_busy = functions.find("PQisBusy");
  decltype(&PQgetResult) get_result = functions.find("PQgetResult");
  decltype(&PQresultStatus) result_status = functions.find("PQresultStatus");
  decltype(&PQresultErrorField) result_error_field = functions.find("PQresultErrorField");
  decltype(&PQresultErrorMessage) result_error_message = functions.find("PQresultErrorMessage");
  decltype(&PQclear) clear = functions.find("PQclear");
  decltype(&PQntuples) tuples = functions.find("PQntuples");
  decltype(&PQgetvalue) value = functions.find("PQgetvalue");
  decltype(&PQgetlength) length = functions.find("PQgetlength");
  decltype(&PQgetisnull) is_null = functions.find("PQgetisnull");
  decltype(&PQcmdTuples) changed = functions.find("PQcmdTuples");
  decltype(&PQnotifies) notifies = functions.find("PQnotifies");
  decltype(&PQfreemem) free_memory = functions.find("PQfreemem");
};

// Loads it, once a process. Errors: database_error with a sentence that says what to install.
Result<const Libpq*> libpq();

// What a statement answered.
struct ClearResult {
  const Libpq* pq = nullptr;
  void operator()(PGresult* result) const { pq->clear(result); }
};
using Answer = std::unique_ptr<PGresult, ClearResult>;

}  // namespace aim::store::postgres
