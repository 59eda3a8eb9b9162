#include "row/value_order.h"

#include <algorithm>
#include <charconv>

namespace sluice {
namespace {

constexpr char small_letter(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

/// True by the bytes, and if capitals were small letters too: no collation would have it otherwise for these.
bool is_less(std::string_view one, std::string_view other) {
  const auto by_letters = [](char a, char b) { return small_letter(a) < small_letter(b); };
  return one < other &&
         std::lexicographical_compare(one.begin(), one.end(), other.begin(), other.end(), by_letters);
}

}  // namespace

bool ValueOrder::falls(std::string_view value) {
  std::int64_t integer = 0;
  const char* const end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, integer);
  if (error == std::errc() && rest == end && !value.empty()) return falls(integer);
  return falls_as_text(compared(value), !value.empty() && !text_.empty());
}

bool ValueOrder::falls(std::int64_t integer) {
  const bool is_smaller = integer_ && integer < *integer_;
  text_.clear();
  integer_ = integer;
  return is_smaller;
}

bool ValueOrder::falls_as_literal(std::string_view literal) {
  const bool is_alike = !literal.empty() && literal.substr(0, 1) == std::string_view(text_).substr(0, 1);
  return falls_as_text(literal, is_alike);
}

bool ValueOrder::falls_as_text(std::string_view text, bool is_alike) {
  const bool is_smaller = is_alike && is_less(text, text_);
  integer_.reset();
  text_ = text;
  return is_smaller;
}

void ValueOrder::reset() {
  integer_.reset();
  text_.clear();
}

}  // namespace sluice
