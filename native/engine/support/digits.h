#pragma once

#include <cstddef>
#include <string_view>

namespace sluice {

/// True for a digit of ASCII, whatever the locale.
constexpr bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/// Number of digits from a place on.
constexpr std::size_t digits_at(std::string_view text, std::size_t from) {
  std::size_t at = from;
  while (at < text.size() && is_digit(text[at])) ++at;
  return at - from;
}

/// The number that so many digits at a place are, few enough for an int; -1 where not all are digits.
constexpr int number_at(std::string_view text, std::size_t from, std::size_t digits) {
  int number = 0;
  for (std::size_t at = from; at < from + digits; ++at) {
    if (at >= text.size() || !is_digit(text[at])) return -1;
    number = number * 10 + (text[at] - '0');
  }
  return number;
}

}  // namespace sluice
