#include "script/row_order.h"

#include <cstddef>

#include "script/lexing.h"

namespace sluice {
namespace {

/// So many decimal digits always fit.
constexpr std::size_t kMostDigits = 18;

/// The first value as it stands there, about: up to a quote or a comma.
std::string_view first_text(std::string_view row) {
  row.remove_prefix(1);
  while (is_blank(row.front())) row.remove_prefix(1);
  row = ValueOrder::compared(row);
  const std::size_t end = row.find_first_of(",')");
  const bool is_quoted = end != std::string_view::npos && row[end] == '\'';
  return row.substr(0, is_quoted ? row.find('\'', end + 1) : end);
}

}  // namespace

bool RowOrder::falls(std::string_view row) {
  const std::optional<std::int64_t> integer = first_integer(row);
  return integer ? order_.falls(*integer) : order_.falls_as_literal(first_text(row));
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
