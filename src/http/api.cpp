#include "http/api.h"

#include <boost/json.hpp>
#include <boost/json/value.hpp>
#include <fstream>

#include "base/ascii.h"
#include "base/error.h"
#include "base/file.h"
#include "base/log.h"
#include "base/utf8.h"
#include "http/errors.h"
#include "http/routes.h"
#include "net/message.h"
#include "op/kit/coerce.h"
#include "op/language_model.h"
#include "text/json_text.h"

namespace aim::http {
namespace {

// One request to an operation: arguments out of path, query and body, the call, the reply as an
// answer. Threads: any.

constexpr std::string_view file_name = "name";  // the argument that names an uploaded file

// Whether the call may take so long that it ends when its client hangs up.
bool is_long(const Row& row) {
  return row.from == From::stream || row.from == From::file || row.own_page ||
         (row.operation && !row.operation().output.members.empty());
}

const op::Param* find_param(const op::Operation& operation, std::string_view name) {
  const auto param = std::find_if(operation.params.begin(), operation.params.end(),
                                  [&](const op::Param& each) { return each.name == name; });
  return param == operation.params.end() ? nullptr : &*param;
}

std::string_view name_there(const Row& row, std::string_view name) {
  return name == row.rename.here && !name.empty() ? row.rename.there : name;
}

// Sentences name the argument as it is called here.
Error with_local_field_name(const Row& row, Error error) {
  if (!row.rename.here.empty() && error.field == row.rename.there &&
      error.message.starts_with(row.rename.there)) {
    error.message.replace(0, row.rename.there.size(), row.rename.here);
    error.field = row.rename.here;
  }
  return error;
}

// The name of an uploaded file, which formats are known by: the last part of what is said of it.
std::string file_name_of(std::string_view said) {
  const std::string_view name = said.substr(said.find_last_of("/\\") + 1);
  constexpr std::size_t longest = 200;
  const bool fits = !name.empty() && name.size() <= longest && !name.starts_with('.') &&
                    std::ranges::none_of(name, [](unsigned char each) { return each < ' '; });
  return fits ? std::string(name) : "conversations.json";
}

// A body as a file of the operation, as long as it is called.
Result<TemporaryFolder> keep_file(const Row& row, const net::Request& request,
                                  json::object& arguments) {
  std::string name;
  for (const auto& [key, text] : TRY(net::parse_query(request.head.query)))
    if (key == file_name)
      name = text;
  auto folder = TRY(TemporaryFolder::make());
  const auto path = folder.path() / file_name_of(name);
  std::ofstream file(path, std::ios::binary);
  if (request.body.size() > 0)
    file << request.body.reader()->rdbuf();
  file.close();
  if (!file)
    return Failure(unavailable("the file could not be kept", "check the disk of temporary files"));
  arguments[row.fixed.name] = path.string();
  return folder;
}

Result<void> read_query(const Row& row, std::string_view query, json::object& arguments) {
  const op::Operation& operation = row.operation();
  for (const auto& [name, text] : TRY(net::parse_query(query))) {
    if (row.from == From::file && (name == file_name || name == row.fixed.name))
      continue;
    const std::string_view there = name_there(row, name);
    if (arguments.contains(there))
      return Failure(refuse(name, "must be given only once"));
    const op::Param* param = find_param(operation, there);
    // A flag at the command line is true by being there; an argument of an address says so.
    if (param && param->kind == op::Kind::boolean && text.empty())
      return Failure(refuse(name, "must be true or false"));
    arguments[there] = param ? TRY(op::value_from_text(*param, text)) : json::value(text);
  }
  return {};
}

Result<void> read_body(const Row& row, const net::Spool& body, json::object& arguments) {
  if (row.from == From::maybe_body && body.size() == 0)
    return {};
  const std::string whole = TRY(body.text());
  const json::value value = TRY(text::parse_json(whole, text::fair_bytes(whole.size())));
  if (!value.is_object())
    return Failure(refuse("the body", "must be a JSON object"));
  for (const auto& [name, member] : value.get_object()) arguments[name_there(row, name)] = member;
  return {};
}

Result<json::object> arguments_of(const Match& match, const net::Request& request) {
  const Row& row = *match.row;
  json::object arguments;
  if (row.from == From::query || row.from == From::maybe_body || row.from == From::file)
    TRY_VOID(read_query(row, request.head.query, arguments));
  if (row.from == From::body || row.from == From::maybe_body)
    TRY_VOID(read_body(row, request.body, arguments));
  if (!row.not_blank.empty()) {
    const json::value* given = arguments.if_contains(name_there(row, row.not_blank));
    if (given && given->is_string() && utf8::is_blank(given->get_string()))
      return Failure(refuse(row.not_blank, "must not be empty"));
  }
  for (const auto& [name, text] : match.arguments) arguments[name] = text;
  if (!row.fixed.name.empty() && row.from != From::file)
    arguments[row.fixed.name] = row.fixed.value;
  return arguments;
}

// The caller, for the access log. Reading on the page does not count as use.
void name_caller(const net::Head& head, const op::Operation& operation, op::Caller& caller) {
  constexpr std::string_view page = "page";
  if (head.header("x-ai-memory") == page) {
    caller.client = page;
    caller.is_preview = operation.effect == op::Effect::reads;
  } else if (const auto agent = head.header("x-agent-id"); utf8::is_valid(agent)) {
    caller.client = agent;
  }
}

Result<net::Response> answer(Engine& engine, const Match& match, net::Request& request,
                             json::object& arguments, net::Exchange& exchange,
                             const DescribedServer& server) {
  const Row& row = *match.row;
  const op::Operation& operation = row.operation();
  op::Caller caller;
  caller.door = op::Door::http;
  caller.tier = server.tier;
  caller.words = &route_words();
  caller.commands = server.commands;
  caller.hooks = server.hooks;
  caller.by_token = request.head.has("authorization") || request.head.has("x-api-key");
  name_caller(request.head, operation, caller);
  if (std::string_view tag = request.head.header("if-match"); row.method == "PUT" && tag != "*") {
    if (tag.size() >= 2 && tag.starts_with('"') && tag.ends_with('"'))
      tag = tag.substr(1, tag.size() - 2);
    caller.made_from = tag;
  }
  if (is_long(row) || op::asks_model(operation, arguments))
    caller.stop = [&exchange] { return exchange.client_gone(); };
  std::unique_ptr<std::istream> input;
  if (row.from == From::stream) {
    input = request.body.reader();
    caller.input = input.get();
    caller.max_items = max_bulk_items;
  }
  std::optional<TemporaryFolder> kept;
  if (row.from == From::file)
    kept.emplace(TRY(keep_file(row, request, arguments)));
  net::Response response;
  response.status = row.status;
  std::unique_ptr<std::ostream> output;
  if (!operation.output.members.empty()) {
    response.file = exchange.make_spool();
    output = response.file->writer();
    caller.output = output.get();
  }
  json::object reply;
  TRY_VOID(op::invoke(operation, engine, arguments, caller, reply));
  if (output) {
    output->flush();
    if (!*output)
      return Failure(
          unavailable("the reply could not be buffered", "check the disk of temporary files"));
    return response;
  }
  if (row.projection)
    op::apply(reply, *row.projection);
  response.body = text::compact(reply);
  return response;
}

// Where its handler begins.
net::Lane lane_of(const Row& row) {
  const bool reads = !row.slow && (!row.operation || row.operation().effect == op::Effect::reads);
  return reads ? net::Lane::read : net::Lane::write;
}

// `match` has a row with an operation; it and the request outlive the answer. A read that waits for
// a language model goes on on the write lane.
net::Response call(Engine& engine, const Match& match, net::Request& request,
                   net::Exchange& exchange, const DescribedServer& server) {
  const auto told = [&match, &server](Result<net::Response> answered) {
    return answered ? std::move(*answered)
                    : error_response(with_local_field_name(*match.row, std::move(answered).error()),
                                     server.commands);
  };
  try {
    auto arguments = arguments_of(match, request);
    if (!arguments)
      return told(Failure(std::move(arguments).error()));
    if (lane_of(*match.row) == net::Lane::write || !op::has_language_model(engine) ||
        !op::asks_model(match.row->operation(), *arguments))
      return told(answer(engine, match, request, *arguments, exchange, server));
    // A read that waits for a language model would keep others from being answered.
    net::Response elsewhere;
    elsewhere.continue_on_write_lane = [&engine, &match, &request, &server, told,
                                        given = std::move(*arguments)](net::Exchange& at) mutable {
      return told(answer(engine, match, request, given, at, server));
    };
    return elsewhere;
  } catch (const std::exception& failure) {
    log::error(std::string(match.row->path) + ": exception: " + failure.what());
    return error_response(to_error(failure), server.commands);
  }
}

constexpr std::size_t max_stream_bytes = 64 * 1024 * 1024, max_file_bytes = 512 * 1024 * 1024;
constexpr std::string_view file_type = "application/octet-stream";  // no form of a page sends it
constexpr std::string_view health_path = "/api/v1/health";

bool is_of_type(std::string_view content_type, std::string_view wanted) {
  std::string_view type = content_type.substr(0, content_type.find(';'));
  while (type.ends_with(' ') || type.ends_with('\t')) type.remove_suffix(1);
  return ascii::lower(type) == wanted;
}

// Forms of any page send these, without being asked for their origin first (L12).
bool is_of_a_form(std::string_view content_type) {
  return is_of_type(content_type, "application/x-www-form-urlencoded") ||
         is_of_type(content_type, "multipart/form-data") || is_of_type(content_type, "text/plain");
}

bool reads(const net::Head& head) {
  return head.method == "GET" || head.method == "HEAD";
}

// A request may have none for two reasons: nothing says that there is one, or its length is 0.
bool has_body(const net::Head& head) {
  return head.has("transfer-encoding") ||
         (head.has("content-length") && head.header("content-length") != "0");
}

std::optional<net::Response> refused_body(const Row& row, const net::Head& head) {
  const auto type = head.header("content-type");
  if (row.from == From::file && !is_of_type(type, file_type))
    return error_response(
        415, "the body must be a file: send the header Content-Type: " + std::string(file_type));
  const bool read = row.from == From::body || row.from == From::stream ||
                    (row.from == From::maybe_body && has_body(head));
  const bool is_form = !reads(head) && is_of_a_form(type);
  if ((!read && !is_form) || is_of_type(type, "application/json"))
    return std::nullopt;
  return error_response(415,
                        "the body must be JSON: send the header Content-Type: application/json");
}

Result<bool> read_flag(std::string_view query, const op::Param& param) {
  bool flag = false;
  for (const auto& [name, text] : TRY(net::parse_query(query)))
    if (name == param.name)
      flag = TRY(op::value_from_text(param, text)).as_bool();
  return flag;
}

net::Plan without_row(const net::Head& head, const Match& match) {
  if (match.allow.empty())
    return net::refused(error_response(404, "no such path; see /docs for all endpoints"));
  if (head.method != "OPTIONS")
    return net::refused(method_not_allowed(match.allow));
  net::Response response;
  response.status = 204;
  response.headers.push_back({"Allow", match.allow});
  return net::refused(std::move(response));
}

}  // namespace

net::Plan Api::plan(const net::Head& head) {
  auto matched = match(head.method, head.path);
  if (!matched)
    return net::refused(error_response(matched.error(), described_.commands));
  if (!matched->row)
    return without_row(head, *matched);
  const Row& row = *matched->row;
  if (auto refused = refused_body(row, head))
    return net::refused(std::move(*refused), row.path);
  // A page of another origin cannot send that header without being asked for its origin first.
  if (row.own_page && (!head.party.empty() || head.header("x-ai-memory") != "page"))
    return net::refused(error_response(403, "only the page on this machine does this"), row.path);
  net::Plan plan;
  plan.route = row.path;
  plan.lane = lane_of(row);
  plan.content_security = row.content_security;
  plan.caching = row.caching;
  plan.watch_client = is_long(row);
  if (row.from == From::stream)
    plan.max_body_bytes = max_stream_bytes;
  if (row.from == From::file)
    plan.max_body_bytes = max_file_bytes;
  plan.answer = [this, match = std::move(*matched)](net::Request& request,
                                                    net::Exchange& exchange) {
    return match.row->operation ? call(engine_, match, request, exchange, described_)
                                : page(match.row->page, request.head);
  };
  return plan;
}

net::Response Api::page(Page page, const net::Head& head) {
  // Server figures cover all callers, and so does a check of the whole database.
  const bool whole = page == Page::metrics || (page == Page::health && !open_to_all(head));
  if (whole && described_.restricted)
    return error_response(403, "the token does not administer the database");
  if (page == Page::health)
    return health(head);
  if (page == Page::metrics)
    return metrics();
  net::Response response;
  if (page == Page::openapi) {
    response.body = openapi(described_);
    return response;
  }
  response.content_type = "text/html; charset=utf-8";
  response.body = docs_page(described_);
  return response;
}

net::Response Api::health(const net::Head& head) {
  const auto deep = read_flag(head.query, page_params(Page::health).front());
  return deep ? health_.answer(*deep) : error_response(deep.error(), described_.commands);
}

net::Response Api::metrics() {
  const auto figures = op::figures(engine_);
  net::Response response;
  response.content_type = "text/plain; version=0.0.4; charset=utf-8";
  response.body = metrics_.text(server_, figures ? &*figures : nullptr);
  return response;
}

bool Api::open_to_all(const net::Head& head) {
  if (head.path != health_path || !reads(head))
    return false;
  const auto query = net::parse_query(head.query);
  return query && std::none_of(query->begin(), query->end(), [](const auto& each) {
           return each.first == page_params(Page::health).front().name;
         });
}

bool Api::is_page(const net::Head& head) {
  const auto matched = match(head.method, head.path);
  return matched && matched->row && matched->row->page == Page::docs;
}

}  // namespace aim::http
