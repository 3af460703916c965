// The orders of a list of memories; each but the first is for people who look through them.
#pragma once
#include "memory/names.h"

namespace aim {

enum class ListOrder { priority, newest, recalled, ending, linked };
template <>
struct EnumNames<ListOrder> {
  static constexpr std::array<std::pair<ListOrder, std::string_view>, 5> names{
      {{ListOrder::priority, "priority"},
       {ListOrder::newest, "newest"},
       {ListOrder::recalled, "recalled"},
       {ListOrder::ending, "ending"},
       {ListOrder::linked, "linked"}}};
};

}  // namespace aim
