// REST as rows of a table: which request runs which operation, and what differs between the two
// (D1, S13).
// Knows: operations, paths. Must not know: JSON text, sockets.
#pragma once
#include "net/message.h"
#include "op/kit/operation.h"
#include "op/kit/projection.h"
#include "op/kit/remedies.h"

namespace aim::http {

namespace json = boost::json;
using op::Projection;

// Source of arguments, in addition to the path.
enum class From {
  query,
  body,        // a JSON object, which must be there
  maybe_body,  // the query; and a JSON object if there is a body, its members before the query's
  stream,      // the body goes to the operation as it is
  file         // the query; the body becomes a file, whose place is the argument "path"
};

// Endpoints of the door itself, without an operation.
enum class Page { none, health, metrics, openapi, docs };

struct Rename {
  std::string_view here, there;  // at this door, in the operation
};

struct Fixed {  // an argument that the row gives and nobody else
  std::string_view name;
  bool value = false;
};

struct Row {
  // A segment "{name}" of the path stands for any one; "{name...}", the last, for one or more.
  std::string_view method, path, group;
  const op::Operation& (*operation)() = nullptr;
  Page page = Page::none;
  int status = 200;
  From from = From::query;
  Rename rename = {};  // renamed argument
  std::string_view not_blank =
      {};  // an argument, as named here, that other doors take empty (wire.md 3.2)
  Fixed fixed = {};
  const Projection* projection = nullptr;
  std::span<const int> errors = {};         // statuses of errors in addition to those of all routes
  bool slow = false;                        // reads, but long
  bool own_page = false;                    // only for the page in a browser on this machine
  FeatureTier tier = FeatureTier::keyword;  // described from there on (S10)
  std::string_view id = {}, title = {},
                   summary = {};  // where two rows share an operation, or without one
  // Headers of its answers: permissions of a browser, and caching.
  std::string_view content_security = net::closed_content;
  std::string_view caching = "no-store";
};

std::span<const Row> rows();

struct Match {
  const Row* row = nullptr;
  std::string allow =
      {};  // the methods of the path: for OPTIONS, and when the path is there but not the method
  std::vector<std::pair<std::string_view, std::string>> arguments =
      {};  // arguments in the path, decoded
};
// Neither row nor `allow`: nothing is at that path. HEAD is there where GET is.
// Errors: a percent sign without two digits, text that is no UTF-8.
Result<Match> match(std::string_view method, std::string_view path);
// The same over other rows than this door's.
Result<Match> match(std::span<const Row> rows, std::string_view method, std::string_view path);

// "id" for "{id}" and "{id...}".
std::vector<std::string_view> path_names(std::string_view pattern);

// Where a reply of this door is not the operation's (wire.md 1.2).
extern const Projection stored;     // id, tier, namespace and title of the memory; similar ones
extern const Projection updated;    // the memory, flat
extern const Projection recalled;   // without the mode
extern const Projection removed;    // the caller named the id
extern const Projection forgotten;  // without `archived`, which it always is
extern const Projection linked;     // the caller named the ends
extern const Projection links;      // no count beside a list

// The next step in the words of REST: "GET /api/v1/transcripts/4f1c?from=12".
const op::Words& route_words();

}  // namespace aim::http
