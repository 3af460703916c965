#include "http/call.h"

#include <boost/json.hpp>
#include <fstream>

#include "base/error.h"
#include "base/file.h"
#include "base/log.h"
#include "base/utf8.h"
#include "http/errors.h"
#include "http/routes.h"
#include "net/query.h"
#include "op/kit/coerce.h"
#include "op/language_model.h"
#include "text/json_text.h"

namespace aim::http {
namespace {

constexpr std::string_view file_name = "name";  // the argument that names an uploaded file

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

bool is_blank(const json::value& value) {
  if (!value.is_string())
    return false;
  const std::string_view text = value.get_string();
  for (std::size_t at = 0; at < text.size();)
    if (!utf8::is_white_space(utf8::next(text, at)))
      return false;
  return true;
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
    if (given && is_blank(*given))
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

}  // namespace

net::Lane lane_of(const Row& row) {
  if (row.page == Page::openapi || row.page == Page::docs)
    return net::Lane::at_once;
  const bool reads = !row.slow && (!row.operation || row.operation().effect == op::Effect::reads);
  return reads ? net::Lane::read : net::Lane::write;
}

bool is_long(const Row& row) {
  return row.from == From::stream || row.from == From::file || row.own_page ||
         (row.operation && !row.operation().output.members.empty());
}

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

}  // namespace aim::http
