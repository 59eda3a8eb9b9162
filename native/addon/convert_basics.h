#pragma once

#include <napi.h>

#include <array>
#include <concepts>
#include <vector>

namespace sluice::addon {

/// The word for a value of an enumeration; `names` are in the order of the enumeration.
template <class Enum, std::size_t count>
const char* name_of(Enum value, const std::array<const char*, count>& names) {
  return names.at(static_cast<std::size_t>(value));
}

/// Exact up to 2^53: far above any table or file, and more than any LSN or id that a server has given yet.
template <std::integral Whole>
double number(Whole value) {
  return static_cast<double>(value);
}

template <class Item, class Convert>
Napi::Array list(Napi::Env env, const std::vector<Item>& items, Convert convert) {
  auto array = Napi::Array::New(env, items.size());
  for (std::size_t at = 0; at < items.size(); ++at) {
    array.Set(static_cast<std::uint32_t>(at), convert(env, items[at]));
  }
  return array;
}

}  // namespace sluice::addon
