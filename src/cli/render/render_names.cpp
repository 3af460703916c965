#include <boost/json.hpp>

#include "base/utf8.h"
#include "cli/fields.h"
#include "cli/render/render.h"

namespace aim::cli {
namespace {

std::string shown(std::string_view text) {
  return utf8::excerpt(text, 512);
}

std::string number_of(std::int64_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

}  // namespace

void render_moved(const json::object& reply, Printout& page) {
  page.print("moved from ", shown(text_at(reply, "from")), " to ", shown(text_at(reply, "to")),
             ": ", number_of(reply.at("memories").as_int64(), "memory", "memories"), ", ",
             number_of(reply.at("transcripts").as_int64(), "transcript", "transcripts"));
  if (const auto archived = reply.at("archived").as_int64(); archived > 0)
    page.print(", ", archived, " archived");
  page.print("\n");
  if (const auto* retitled = list_at(reply, "retitled"); retitled && !retitled->empty())
    page.note(number_of(static_cast<std::int64_t>(retitled->size()), "title was", "titles were"),
              " taken: the old name stands after it\n");
  if (const auto* tokens = list_at(reply, "tokens"))
    for (const json::value& each : *tokens)
      page.note("the token ", shown(each.as_string()), " does not reach the new name\n");
}

void render_alias(const json::object& reply, Printout& page) {
  const std::string name_space = shown(text_at(reply, "namespace"));
  const std::string name = shown(text_at(reply, "name"));
  if (reply.at("removed").as_bool())
    page.print(name, " stands for no other namespace\n");
  else if (!name.empty())
    page.print(name, " stands for ", name_space, "\n");
  else
    page.print("this project uses ", name_space, "\n");
}

}  // namespace aim::cli
