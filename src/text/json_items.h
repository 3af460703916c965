// Cuts a large JSON document {"memories": [item, …], "links": [item, …], …}, or a bare list
// [item, …], into its items as it streams by, so that an import of any size runs in bounded memory.
// Finds the ends of items only; each item is parsed by parse_json, which finds what is wrong inside
// it.
// Pure: bytes in, items out. A byte order mark at the start and blanks anywhere are fine.
#pragma once
#include "base/result.h"

namespace aim::text {

// What the whole document has to be.
enum class JsonTop { object, list };

class JsonItems {
 public:
  // Gets each element of each array that is a direct member of the top-level object, as its JSON
  // text, with the member's name; and each other member whole, an empty array as "[]". Of a bare
  // list: each element, without a name. Returning an error stops the reading.
  using Take =
      std::function<Result<void>(std::string_view member, std::string_view item, bool in_array)>;

  // `max_item_bytes`: a longer item (or name of a member) is refused by name and place.
  JsonItems(Take take, std::size_t max_item_bytes, JsonTop top = JsonTop::object);

  // Passes over items that are too long, telling what was wrong, instead of refusing the document.
  void skip_too_long(std::function<Result<void>(const Error&)> told) { told_ = std::move(told); }

  // Feeds the next piece. Errors: validation_failed with the byte offset; whatever `take` returned.
  // After an error every further call returns it again.
  Result<void> feed(std::string_view piece);
  // After the last piece. Errors: the document is not finished, or is not what was wanted.
  Result<void> finish();

 private:
  enum class State {
    before_document,
    before_first_key,  // "}" may come instead
    before_key,
    in_key,
    after_key,
    before_value,
    before_first_item,  // "]" may come instead
    before_item,
    in_item,  // of an array, or the whole value of a member
    after_item,
    after_value,
    done
  };

  Result<void> read(std::string_view piece);
  Result<void> step(char byte, std::size_t at);
  Result<void> step_into_document(char byte, std::size_t at);
  Result<void> begin_item(char byte, std::size_t at, bool in_array);
  void begin(char byte, std::size_t at, State state);
  Result<void> read_item(std::string_view piece, std::size_t& at);
  bool ends_item(std::string_view piece, std::size_t& at);
  Result<void> end_item();
  Result<void> end_list();
  Error too_long() const;

  Take take_;
  std::function<Result<void>(const Error&)> told_;
  std::size_t max_item_bytes_;
  JsonTop top_;
  State state_ = State::before_document;
  std::optional<Error> failed_;
  std::size_t offset_ = 0;      // bytes of the pieces before
  std::size_t mark_bytes_ = 0;  // of the byte order mark

  std::string member_, item_;
  std::optional<Error> skipping_;  // why the item is passed over
  std::size_t item_at_ = 0;        // where it began
  std::size_t depth_ = 0;          // open brackets of the item
  bool in_array_ = false, in_string_ = false, escaped_ = false;
};

}  // namespace aim::text
