#include "parquet/plain_value.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>

#include "parquet/decimal_value.h"
#include "parquet/time_value.h"

namespace sluice {
namespace {

/// The whole text as a number.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

template <class Number>
std::optional<PlainValue> plain_number(std::string_view text) {
  const std::optional<Number> number = number_in<Number>(text);
  return number ? std::optional(plain(*number)) : std::nullopt;
}

/// Integers of fewer than 32 bits are stored as such of 32 (parquet-format, LogicalTypes.md).
std::optional<PlainValue> plain_integer(const ParquetColumn& column, std::string_view text) {
  if (column.bits > 32)
    return column.is_unsigned ? plain_number<std::uint64_t>(text) : plain_number<std::int64_t>(text);
  const std::optional<std::int64_t> number = number_in<std::int64_t>(text);
  const std::int64_t end = std::int64_t{1} << (column.is_unsigned ? column.bits : column.bits - 1);
  const std::int64_t least = column.is_unsigned ? 0 : -end;
  if (!number || *number < least || *number >= end) return std::nullopt;
  return plain(static_cast<std::uint32_t>(*number));
}

std::optional<PlainValue> plain_if(std::optional<std::int64_t> number) {
  return number ? std::optional(plain(*number)) : std::nullopt;
}

/// No server has numbers that are none.
template <class Number>
std::optional<PlainValue> plain_float(std::string_view text) {
  if (text.find_first_of("0123456789") == std::string_view::npos) return std::nullopt;
  return plain_number<Number>(text);
}

}  // namespace

std::optional<PlainValue> plain_value(const ParquetColumn& column, std::string_view text) {
  switch (column.form) {
    case ParquetForm::kInteger:
      return plain_integer(column, text);
    case ParquetForm::kFloat:
      return plain_float<float>(text);
    case ParquetForm::kDouble:
      return plain_float<double>(text);
    case ParquetForm::kDecimal:
      return decimal_value(column, text);
    case ParquetForm::kDate: {
      const std::optional<std::int32_t> days = days_of_date(text);
      return days ? std::optional(plain(*days)) : std::nullopt;
    }
    case ParquetForm::kDateTime:
    case ParquetForm::kTimestamp:
      return plain_if(microseconds_of_moment(text));
    case ParquetForm::kTime:
      return plain_if(microseconds_of_time(text));
    case ParquetForm::kBits:
    case ParquetForm::kText:
    case ParquetForm::kJson:
    case ParquetForm::kBytes:
    case ParquetForm::kGeometry:
      break;
  }
  return std::nullopt;
}

std::optional<PlainValue> plain_bits(const ParquetColumn& column, std::string_view bytes) {
  std::uint64_t number = 0;
  for (const char byte : bytes) {
    if (number >> 56 != 0) return std::nullopt;
    number = number << 8 | static_cast<unsigned char>(byte);
  }
  if (column.bits > 32) return plain(number);
  if (number >> column.bits != 0) return std::nullopt;
  return plain(static_cast<std::uint32_t>(number));
}

}  // namespace sluice
