// libpq, the client library of PostgreSQL, loaded when a PostgreSQL database is first used: a
// process on SQLite neither loads nor needs it.
// Knows: names of functions. Must not know: what is asked of the server.
#pragma once
#include <libpq-fe.h>

#include "base/result.h"

namespace aim::store::postgres {

// The functions of libpq that are used, with their own names less the PQ.
struct Libpq {
  decltype(&PQlibVersion) lib_version;
  decltype(&PQconnectStartParams) connect_start;
  decltype(&PQconnectPoll) connect_poll;
  decltype(&PQfinish) finish;
  decltype(&PQstatus) status;
  decltype(&PQerrorMessage) error_message;
  decltype(&PQsetErrorVerbosity) set_error_verbosity;
  decltype(&PQsocket) socket;
  decltype(&PQsetnonblocking) set_nonblocking;
  decltype(&PQserverVersion) server_version;
  decltype(&PQenterPipelineMode) enter_pipeline;
  decltype(&PQexitPipelineMode) exit_pipeline;
  decltype(&PQsendQuery) send_script;
  decltype(&PQpipelineSync) pipeline_sync;
  decltype(&PQsendFlushRequest) send_flush;
  decltype(&PQsendPrepare) send_prepare;
  decltype(&PQsendQueryParams) send_query;
  decltype(&PQsendQueryPrepared) send_prepared;
  decltype(&PQflush) flush;
  decltype(&PQconsumeInput) consume_input;
  decltype(&PQisBusy) is_busy;
  decltype(&PQgetResult) get_result;
  decltype(&PQresultStatus) result_status;
  decltype(&PQresultErrorField) result_error_field;
  decltype(&PQresultErrorMessage) result_error_message;
  decltype(&PQclear) clear;
  decltype(&PQntuples) tuples;
  decltype(&PQgetvalue) value;
  decltype(&PQgetlength) length;
  decltype(&PQgetisnull) is_null;
  decltype(&PQcmdTuples) changed;
  decltype(&PQnotifies) notifies;
  decltype(&PQfreemem) free_memory;
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
