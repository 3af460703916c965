#include <boost/json.hpp>

#include "base/utf8.h"
#include "cli/fields.h"
#include "cli/render/render.h"

namespace aim::cli {
namespace {

namespace json = boost::json;

std::string shown(std::string_view text) {
  return utf8::excerpt(text, 512);
}

std::string number_of(std::int64_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

}  // namespace

void render_moved(const json::object& reply, Printout& page) {
  page.out.append("moved from ").append(shown(text_at(reply, "from"))).append(" to ");
  page.out.append(shown(text_at(reply, "to"))).append(": ");
  page.out.append(number_of(reply.at("memories").as_int64(), "memory", "memories")).append(", ");
  page.out.append(number_of(reply.at("transcripts").as_int64(), "transcript", "transcripts"));
  if (const auto archived = reply.at("archived").as_int64(); archived > 0)
    page.out.append(", ").append(std::to_string(archived)).append(" archived");
  page.out += "\n";
  if (const auto* retitled = list_at(reply, "retitled"); retitled && !retitled->empty())
    page.notes
        .append(number_of(static_cast<std::int64_t>(retitled->size()), "title was", "titles were"))
        .append(" taken: the old name stands after it\n");
  if (const auto* tokens = list_at(reply, "tokens"))
    for (const json::value& each : *tokens)
      page.notes.append("the token ")
          .append(shown(each.as_string()))
          .append(" does not reach the new name\n");
}

void render_alias(const json::object& reply, Printout& page) {
  const std::string name_space = shown(text_at(reply, "namespace"));
  const std::string name = shown(text_at(reply, "name"));
  if (reply.at("removed").as_bool())
    page.out.append(name).append(" stands for no other namespace\n");
  else if (!name.empty())
    page.out.append(name).append(" stands for ").append(name_space).append("\n");
  else
    page.out.append("this project uses ").append(name_space).append("\n");
}

}  // namespace aim::cli
