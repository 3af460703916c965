// Commands over the database: puts together what they work on, for the profile that is shown, and
// runs them.
#pragma once
#include "app/command_row.h"

namespace aim::app {

// `refusal`: what is wrong with the settings, where the row bears that. The exit status.
int run_on_database(const Start& start, const CommandRow& row, const Config& given,
                    std::optional<Error> refusal);

int run_shell(OnDatabase& on);
int run_index(OnDatabase& on);
int serve_mcp(OnDatabase& on);
int serve_http(OnDatabase& on);
int call_tool(OnDatabase& on);
int run_memory_tool(OnDatabase& on);

}  // namespace aim::app
