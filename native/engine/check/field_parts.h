#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include "check/field_check.h"
#include "support/digits.h"

namespace sluice::check {

/// Absent for a value that fits.
using FoundMisfit = std::optional<Misfit>;

FoundMisfit integer_misfit(const FieldCheck& check, std::string_view value);
FoundMisfit decimal_misfit(const FieldCheck& check, std::string_view value);
FoundMisfit floating_misfit(const FieldCheck& check, std::string_view value);
FoundMisfit year_misfit(std::string_view value);
FoundMisfit time_misfit(const FieldCheck& check, std::string_view value);
/// Compares a date, or a date with a time.
FoundMisfit moment_misfit(const FieldCheck& check, std::string_view value);

inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// Takes the digits at the beginning of a text away.
inline std::string_view take_digits(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  return digits;
}

/// The number that a few digits are.
inline int number_of(std::string_view digits) {
  int number = 0;
  for (const char digit : digits) number = number * 10 + (digit - '0');
  return number;
}

}  // namespace sluice::check
