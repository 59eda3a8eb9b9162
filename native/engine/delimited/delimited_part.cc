#include "delimited/delimited_part.h"

#include "delimited/written_date.h"
#include "delimited/written_instant.h"

namespace sluice {
namespace {

std::optional<std::string> in_order(std::string_view value, DateOrder order) {
  const std::optional<WrittenDate> date = written_date(value);
  if (!date || !date->exists(order)) return std::nullopt;
  return date->as_iso(order);
}

}  // namespace

std::optional<std::string> date_of(DelimitedColumn column, std::string_view value) {
  switch (column) {
    case DelimitedColumn::kDayFirst:
      return in_order(value, DateOrder::kDayFirst);
    case DelimitedColumn::kMonthFirst:
      return in_order(value, DateOrder::kMonthFirst);
    case DelimitedColumn::kInstant:
      return utc_of(value);
    case DelimitedColumn::kText:
    case DelimitedColumn::kValue:
    case DelimitedColumn::kCommaDecimal:
    case DelimitedColumn::kBoolean:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace sluice
