#include "parquet/decimal_value.h"

#include <algorithm>
#include <cstdint>

namespace sluice {
namespace {

__extension__ using Unscaled = unsigned __int128;

/// Most significant byte first, in two's complement.
PlainValue fixed_bytes(Unscaled number, std::size_t bytes) {
  PlainValue value;
  value.size = bytes;
  for (std::size_t at = bytes; at-- > 0; number >>= 8) value.bytes[at] = static_cast<char>(number & 0xFF);
  return value;
}

}  // namespace

std::optional<PlainValue> decimal_value(const ParquetColumn& column, std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  Unscaled number = 0;
  int digits = 0;
  int fraction = 0;
  bool any = false;
  bool behind_point = false;
  for (const char character : text) {
    if (character == '.' && !behind_point) {
      behind_point = true;
      continue;
    }
    if (character < '0' || character > '9') return std::nullopt;
    any = true;
    if (behind_point && fraction == column.scale) {
      if (character != '0') return std::nullopt;
      continue;
    }
    if (behind_point) ++fraction;
    if (digits > 0 || character != '0') ++digits;
    if (digits > column.precision) return std::nullopt;
    number = number * 10 + static_cast<Unscaled>(character - '0');
  }
  if (!any) return std::nullopt;
  for (; fraction < column.scale; ++fraction) {
    if (digits > 0 && ++digits > column.precision) return std::nullopt;
    number *= 10;
  }
  if (negative) number = ~number + 1;
  switch (physical_type(column)) {
    case PhysicalType::kInt32:
      return plain(static_cast<std::uint32_t>(number));
    case PhysicalType::kInt64:
      return plain(static_cast<std::uint64_t>(number));
    default:
      return fixed_bytes(number, value_bytes(column));
  }
}

}  // namespace sluice
