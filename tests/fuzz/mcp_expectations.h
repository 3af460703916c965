// What every message of the MCP server is like, whatever made it say it.
#pragma once
#include <boost/json.hpp>

#include "expect.h"

inline void check_message(const boost::json::value& message) {
  expect(message.is_object(), "a message is an object");
  const boost::json::object& object = message.get_object();
  const boost::json::value* jsonrpc = object.if_contains("jsonrpc");
  expect(jsonrpc && *jsonrpc == boost::json::value("2.0"), "a message says jsonrpc 2.0");
  if (const boost::json::value* method = object.if_contains("method")) {
    expect(!object.contains("id") || *method == boost::json::value("elicitation/create"),
           "the server asks nothing but the user's leave");
    return;
  }
  expect(object.contains("id"), "a reply has an id");
  expect(object.contains("result") != object.contains("error"), "a reply is a result or an error");
  if (const boost::json::value* error = object.if_contains("error")) {
    expect(error->at("code").is_int64(), "an error has a code");
    expect(!error->at("message").as_string().empty(), "an error has a sentence");
  }
  if (const boost::json::value* result = object.if_contains("result"))
    expect(result->is_object(), "a result is an object");
}

// A message or a batch. How many answers it is: a batch is one.
inline std::size_t check_messages(const boost::json::value& message) {
  if (!message.is_array()) {
    check_message(message);
    return message.get_object().contains("method") ? 0 : 1;
  }
  expect(!message.get_array().empty(), "a batch is not empty");
  for (const boost::json::value& each : message.get_array()) check_message(each);
  return 1;
}
