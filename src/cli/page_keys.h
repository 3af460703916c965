// Keys of the daemon's page, for the manual: the same rows as the page's own help
// (web/src/help.tsx), which a test of the page compares.
// Must not know: the page, how rows are laid out.
#pragma once
#include "cli/manual.h"

namespace aim::cli {

inline constexpr std::string_view page_keys_note =
    "ai-memory ui opens the daemon's page. It has single-key shortcuts, which can be switched off "
    "in its help; Ctrl K always works.";

inline constexpr std::array keys_everywhere{
    ManualLine{"/", "Search"},         ManualLine{"j k", "Next, previous"},
    ManualLine{"Enter", "Open"},       ManualLine{"Esc", "Close"},
    ManualLine{"n", "New memory"},     ManualLine{"e", "Edit the open memory"},
    ManualLine{"x", "Select the row"}, ManualLine{"Delete", "Delete the open memory"},
    ManualLine{"u", "Undo"},           ManualLine{"?", "Help"},
    ManualLine{"Ctrl K", "Commands"},
};
inline constexpr std::array keys_to_views{
    ManualLine{"g m", "Memories"},       ManualLine{"g l", "Activity"},
    ManualLine{"g r", "Review"},         ManualLine{"g s", "Sessions"},
    ManualLine{"g g", "Graph"},          ManualLine{"g t", "Timeline"},
    ManualLine{"g d", "Archive"},        ManualLine{"g w", "Explain recall"},
    ManualLine{"g p", "Prompt preview"}, ManualLine{"g h", "Health"},
    ManualLine{"g a", "Audit"},          ManualLine{"g o", "Settings"},
};
inline constexpr std::array keys_in_review{
    ManualLine{"a", "Keep A, or keep it longer"},
    ManualLine{"b", "Keep B"},
    ManualLine{"2", "Keep both"},
    ManualLine{"m", "Merge"},
    ManualLine{"c", "Confirm"},
    ManualLine{"d", "Delete"},
    ManualLine{"s", "Skip"},
};
inline constexpr std::array keys_in_live{ManualLine{"Space", "Pause, continue"}};

struct KeysOf {
  std::string_view where;
  std::span<const ManualLine> keys;
};
inline constexpr std::array page_keys{
    KeysOf{"Everywhere:", keys_everywhere},
    KeysOf{"Go to a view:", keys_to_views},
    KeysOf{"In Review:", keys_in_review},
    KeysOf{"In Activity:", keys_in_live},
};

}  // namespace aim::cli
