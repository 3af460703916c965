// Metadata: a JSON object kept as text, whose members are never read further than their keys.
// Values pass through byte by byte, so that numbers and nested objects stay exactly as they were
// given. Foreign databases hold any text as metadata (wire.md 5): what is no JSON object counts as
// the empty one.
#pragma once
#include "base/std.h"

namespace aim {

// Whether a caller may give this as metadata: a JSON object, no deeper and with no larger numbers
// than every door reads.
bool may_be_given(std::string_view text);

// One object with the members of all. Of equal keys the last value wins, at the first one's place.
std::string unite_metadata(std::span<const std::string> objects);

// `metadata` with `key` set to a text, or to a list of texts; an existing key keeps its place.
// Texts are valid UTF-8.
std::string with_text(std::string_view metadata, std::string_view key, std::string_view text);
std::string with_text_list(std::string_view metadata, std::string_view key,
                           std::span<const std::string> texts);

// The values of `keys` that are texts; empty where there is none, or another kind of value.
std::vector<std::string> text_members(std::string_view metadata,
                                      std::span<const std::string_view> keys);
std::string text_member(std::string_view metadata, std::string_view key);

// Each text at any depth changed: `change` is given the key that it stands under, and the text.
// Everything else stays byte by byte. Anything but a JSON object is one text.
std::string with_changed_texts(
    std::string_view metadata,
    const std::function<std::string(std::string_view key, std::string_view text)>& change);

// The texts of a member that is a list of texts; nothing for any other value.
std::optional<std::vector<std::string>> text_list(std::string_view metadata, std::string_view key);

// Do both say the same, whatever the order of their members?
bool same_metadata(std::string_view a, std::string_view b);

}  // namespace aim
