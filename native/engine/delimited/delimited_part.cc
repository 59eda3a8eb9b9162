#include "delimited/delimited_part.h"

#include <algorithm>

#include "delimited/written_date.h"
#include "delimited/written_instant.h"
#include "delimited/written_number.h"

namespace sluice {
namespace {

std::optional<std::string> in_order(std::string_view value, DateOrder order) {
  const std::optional<WrittenDate> date = written_date(value);
  if (!date || !date->exists(order)) return std::nullopt;
  return date->as_iso(order);
}

/// For numbers of which no column is inferred, and servers take with a point: `007,5`, `+5,5`.
std::string with_point(std::string_view value) {
  std::string text(value);
  std::replace(text.begin(), text.end(), ',', '.');
  return text;
}

/// The digits behind one mark, or two of them behind each; nothing for any other value, such as a text of
/// DuckDB's in which bytes stand for themselves.
std::optional<std::string> digits_of(std::string_view value) {
  constexpr std::string_view kMark = "\\x";
  if (!value.starts_with(kMark)) return std::nullopt;
  value.remove_prefix(kMark.size());
  if (value.find(kMark) == std::string_view::npos) return std::string(value);
  std::string digits;
  for (;;) {
    const std::size_t end = std::min(value.find(kMark), value.size());
    if (end != 2) return std::nullopt;
    digits.append(value.substr(0, end));
    value.remove_prefix(end);
    if (value.empty()) return digits;
    value.remove_prefix(kMark.size());
  }
}

}  // namespace

std::optional<std::string> meant_by(DelimitedColumn column, std::string_view value) {
  switch (column) {
    case DelimitedColumn::kDayFirst:
      return in_order(value, DateOrder::kDayFirst);
    case DelimitedColumn::kMonthFirst:
      return in_order(value, DateOrder::kMonthFirst);
    case DelimitedColumn::kInstant:
      return utc_of(value);
    case DelimitedColumn::kPointDecimal:
      return plain_number(value, DecimalSign::kPoint);
    case DelimitedColumn::kCommaDecimal:
      if (std::optional<std::string> plain = plain_number(value, DecimalSign::kComma)) return plain;
      return value.find('.') == std::string_view::npos ? std::optional(with_point(value)) : std::nullopt;
    case DelimitedColumn::kBytes:
      return digits_of(value);
    case DelimitedColumn::kText:
    case DelimitedColumn::kValue:
    case DelimitedColumn::kBoolean:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace sluice
