#include "script/row_order.h"

#include <algorithm>
#include <cstddef>

#include "script/lexing.h"

namespace sluice {
namespace {

/// So many decimal digits always fit.
constexpr std::size_t kMostDigits = 18;
/// Longer values of keys hardly ever begin alike.
constexpr std::size_t kComparedBytes = 40;

/// The first value as it stands there, about: up to a quote or a comma.
std::string_view first_text(std::string_view row) {
  row.remove_prefix(1);
  while (is_blank(row.front())) row.remove_prefix(1);
  row = row.substr(0, kComparedBytes);
  const std::size_t end = row.find_first_of(",')");
  const bool is_quoted = end != std::string_view::npos && row[end] == '\'';
  return row.substr(0, is_quoted ? row.find('\'', end + 1) : end);
}

/// True by the bytes, and if capitals were small letters too: no collation would have it otherwise for these.
bool is_less(std::string_view one, std::string_view other) {
  const auto by_letters = [](char a, char b) { return lower(a) < lower(b); };
  return one < other &&
         std::lexicographical_compare(one.begin(), one.end(), other.begin(), other.end(), by_letters);
}

}  // namespace

bool RowOrder::falls(std::string_view row) {
  const std::optional<std::int64_t> integer = first_integer(row);
  if (integer) {
    const bool is_smaller = integer_ && *integer < *integer_;
    reset();
    integer_ = integer;
    return is_smaller;
  }
  const std::string_view text = first_text(row);
  // Values of another form, such as NULL, are not compared.
  const bool is_alike = !text.empty() && text.substr(0, 1) == std::string_view(text_).substr(0, 1);
  const bool is_smaller = is_alike && is_less(text, text_);
  integer_.reset();
  text_ = text;
  return is_smaller;
}

void RowOrder::reset() {
  integer_.reset();
  text_.clear();
}

std::optional<std::int64_t> first_integer(std::string_view row) {
  // A row ends with a parenthesis, at which each of these loops stops.
  const char* at = row.data() + 1;
  while (is_blank(*at)) ++at;
  const char quote = *at == '\'' || *at == '"' ? *at++ : '\0';
  const bool is_negative = *at == '-';
  if (is_negative) ++at;
  const char* const digits = at;
  std::int64_t value = 0;
  while (*at >= '0' && *at <= '9' && at < digits + kMostDigits) value = value * 10 + (*at++ - '0');
  if (at == digits) return std::nullopt;
  const bool is_whole = quote != '\0' ? *at == quote : *at == ',' || *at == ')' || is_blank(*at);
  if (!is_whole) return std::nullopt;
  return is_negative ? -value : value;
}

}  // namespace sluice
