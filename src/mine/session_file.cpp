#include "mine/session_file.h"

#include <boost/json.hpp>

#include "mine/fields.h"
#include "mine/values.h"

namespace aim::mine {

std::string stem(const SourceFile& file) {
  const std::string_view name = file.base_name();
  return std::string(name.substr(0, name.rfind('.')));
}

void add_place(Conversation& head, std::string_view folder) {
  if (head.folder.empty())
    head.folder = folder;
  if (const std::string_view name = last_part(folder); head.tags.empty() && !name.empty())
    head.tags.emplace_back(name);
}

Result<void> read_session(
    const Source& source, const SourceFile& file, const ConversationSink& sink,
    ConversationBuilder& gathering,
    const std::function<Result<void>(const boost::json::value& record)>& take) {
  TRY_VOID(each_value(source, file, values_for(file, sink, take)));
  return gathering.finish();
}

}  // namespace aim::mine
