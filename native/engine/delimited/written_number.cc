#include "delimited/written_number.h"

#include <array>

#include "support/digits.h"

namespace sluice {
namespace {

/// Apostrophes, the space, the one that breaks no line and its narrow kind, in UTF-8 and in Windows-1252.
constexpr std::array<std::string_view, 7> kSpaces = {"'",        "\xE2\x80\x99", "\x92",        " ",
                                                     "\xC2\xA0", "\xA0",         "\xE2\x80\xAF"};
constexpr std::size_t kGroupDigits = 3;

char sign_of(DecimalSign sign) { return sign == DecimalSign::kPoint ? '.' : ','; }

/// The sign or space between thousands that a text begins with, which a group of digits follows; empty for
/// none.
std::string_view gap_of(std::string_view text, DecimalSign sign) {
  const auto is_before_group = [&](std::size_t size) { return digits_at(text, size) == kGroupDigits; };
  const char other = sign_of(sign == DecimalSign::kPoint ? DecimalSign::kComma : DecimalSign::kPoint);
  if (text.starts_with(other)) return is_before_group(1) ? text.substr(0, 1) : "";
  for (const std::string_view space : kSpaces) {
    if (text.starts_with(space)) return is_before_group(space.size()) ? space : "";
  }
  return "";
}

/// Groups of three digits behind the first digits of a number, all behind the same gap.
struct Groups {
  std::size_t count = 0;
  std::string_view gap = {};
};

Groups take_groups(std::string_view& text, DecimalSign sign) {
  Groups groups;
  groups.gap = gap_of(text, sign);
  while (!groups.gap.empty() && text.starts_with(groups.gap)) {
    const std::string_view digits = text.substr(groups.gap.size());
    if (digits_at(digits, 0) != kGroupDigits) break;
    ++groups.count;
    text = digits.substr(kGroupDigits);
  }
  return groups;
}

}  // namespace

std::optional<WrittenNumber> written_number(std::string_view text, DecimalSign sign) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::size_t first = digits_at(text, 0);
  if (first == 0 || (first > 1 && text[0] == '0')) return std::nullopt;
  const bool may_be_grouped = first <= kGroupDigits && text[0] != '0';
  text.remove_prefix(first);
  WrittenNumber number{.whole_digits = first};
  if (may_be_grouped) {
    const Groups groups = take_groups(text, sign);
    number.whole_digits += groups.count * kGroupDigits;
    number.groups = groups.count;
    number.is_spaced = groups.count > 0 && groups.gap != "." && groups.gap != ",";
  }
  if (text.empty()) return number;
  if (text[0] != sign_of(sign)) return std::nullopt;
  number.fraction_digits = digits_at(text, 1);
  if (number.fraction_digits == 0 || number.fraction_digits + 1 != text.size()) return std::nullopt;
  return number;
}

std::optional<std::string> plain_number(std::string_view text, DecimalSign sign) {
  if (!written_number(text, sign)) return std::nullopt;
  std::string plain;
  plain.reserve(text.size());
  for (const char byte : text) {
    if (is_digit(byte) || byte == '-') {
      plain.push_back(byte);
    } else if (byte == sign_of(sign)) {
      plain.push_back('.');
    }
  }
  return plain;
}

}  // namespace sluice
