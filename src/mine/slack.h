// Slack's way of writing inside a message's text: <@U1>, <#C1|general>, <https://…|label>, <!here>,
// &lt; as people read it. Pure.
#pragma once
#include "base/std.h"

namespace aim::mine {

// `name_of`: the name of a user's id; the id itself when it is not known.
std::string slack_text(std::string_view text,
                       const std::function<std::string(std::string_view id)>& name_of);

}  // namespace aim::mine
