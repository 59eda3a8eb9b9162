#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice {

/// Sign before the fraction of a decimal number.
enum class DecimalSign : std::uint8_t { kPoint, kComma };

/// A decimal number as people write it, perhaps with its thousands apart: `1.234,50`, `1,234.50`, `1 234.5`,
/// `1'234`. Leading zeros make it none: then it is the code of a place, a phone or an article.
struct WrittenNumber {
  /// Digits before and behind the sign.
  std::size_t whole_digits = 0;
  std::size_t fraction_digits = 0;
  /// Groups of three digits that are apart from those before them.
  std::size_t groups = 0;
  /// By a space or an apostrophe, which are no decimal sign anywhere.
  bool is_spaced = false;
};

/// Reads such a number; nothing for any other text.
std::optional<WrittenNumber> written_number(std::string_view text, DecimalSign sign);

/// The number as servers take it, with a point and nothing between its thousands; nothing where it is none.
std::optional<std::string> plain_number(std::string_view text, DecimalSign sign);

}  // namespace sluice
