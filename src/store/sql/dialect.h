// Where the SQL of two databases has other words for one thing. What both can be told in the same
// words is said so in the
// tables: upserts name their conflict and never "OR REPLACE", coalesce, RETURNING, CAST(… AS
// bigint), ?1 for parameters.
// Knows: SQL. Must not know: what a memory is.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace aim::store::sql {

struct Dialect {
  std::string_view greatest, least;  // of several values, none of which is NULL
  std::string_view position;         // (text, part): where it is first, counted from 1; else 0
  // After the name of a table that is to be read in the order of its keys: a planner's hint.
  std::string_view by_rows;
  // Between two tables that are joined: the first is the outer loop, where the planner takes hints.
  std::string_view ordered_join;
  // After the columns of an INSERT: its numbers are kept where the database gives numbers itself.
  std::string_view own_numbers;
  std::string_view bytes_before, bytes_after;  // around a text: how many bytes it has
  std::string_view in_before, in_after;        // around a bound list: " IN (…)"
  // Around a bound list of numbers: a table `listed` of each `value`, with its place as `key`.
  std::string_view listed_before, listed_after;
  std::int64_t first_place = 0;
  std::string_view json_before, json_after;  // around a text of JSON, for ->>
  std::string_view like;                     // whatever the case of its letters is
  // Around the text of a JSON array: a table `item`, made as `listed` is.
  std::string_view items_before, items_after;

  // Conditions on memories (alias m): title ?2 within a namespace; the agent that metadata names (a
  // ? for it).
  std::string_view by_title, by_agent;
  bool keeps_agent = false;       // in a column of memories
  bool changes_in_order = false;  // memories have an index by the time of their last change
  std::string_view by_content;    // a condition on memories (alias m): content ?2, by its index

  // What each answers by means of its own.
  std::string_view last_change, next_change;  // numbers of the change sequence (tables/changes.h)
  std::string_view size;                      // bytes of the database
  std::string_view stored_text;               // bytes that a row x of turn_texts takes
  std::string_view last_vector_change;        // the last number of a change of passages or vectors
  // A number for a channel: of one that was dropped it is not given again, as another process may
  // still know it.
  std::string_view next_channel;
  // Pairs of keys of memories with one content that live at ?1 and are not linked; ?2 of them,
  // after ?3.
  std::string_view same_content;

  std::string shown_priority() const {
    return std::string(least).append("(10, m.priority + m.reinforcement)");
  }
  std::string bytes_of(std::string_view text) const {
    return std::string(bytes_before).append(text).append(bytes_after);
  }
  std::string in_list(std::string_view list) const {
    return std::string(in_before).append(list).append(in_after);
  }
  std::string json(std::string_view text) const {
    return std::string(json_before).append(text).append(json_after);
  }
  std::string items(std::string_view array) const {
    return std::string(items_before).append(array).append(items_after);
  }
  std::string listed(std::string_view list) const {
    return std::string(listed_before).append(list).append(listed_after);
  }
};

}  // namespace aim::store::sql
