#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "argument.h"

namespace sluice::addon {

/// The value of an enumeration that a name stands for.
template <class Value, std::size_t count>
Value choice(const Argument& argument, const std::array<std::pair<std::string_view, Value>, count>& names) {
  const std::string text = argument.text();
  std::string expected;
  for (const auto& [name, value] : names) {
    if (name == text) return value;
    expected += (expected.empty() ? "one of " : ", ") + std::string(name);
  }
  argument.refuse(expected);
}

/// Each item of a list.
template <class Item>
std::vector<Item> all(const Argument& list, Item (*convert)(const Argument&)) {
  std::vector<Item> items;
  for (const Argument& item : list.list()) items.push_back(convert(item));
  return items;
}

/// Name of a character set: it becomes a part of a statement as it is.
inline std::string charset(const Argument& from) {
  std::string name = from.text();
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  if (name.empty() || !std::all_of(name.begin(), name.end(), plain)) from.refuse("a character set's name");
  return name;
}

}  // namespace sluice::addon
