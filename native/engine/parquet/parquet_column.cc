#include "parquet/parquet_column.h"

namespace sluice {
namespace {

constexpr int kDigitsOfInt32 = 9;
constexpr int kDigitsOfInt64 = 18;

/// Fewest bytes of a number of two's complement with so many decimal digits.
std::size_t bytes_of_digits(int digits) {
  constexpr double kBitsPerDigit = 3.3219280948873623;
  const double bits = digits * kBitsPerDigit + 1;
  const auto whole = static_cast<std::size_t>(bits / 8);
  return static_cast<double>(whole) * 8 < bits ? whole + 1 : whole;
}

}  // namespace

PhysicalType physical_type(const ParquetColumn& column) {
  switch (column.form) {
    case ParquetForm::kInteger:
    case ParquetForm::kBits:
      return column.bits <= 32 ? PhysicalType::kInt32 : PhysicalType::kInt64;
    case ParquetForm::kFloat:
      return PhysicalType::kFloat;
    case ParquetForm::kDouble:
      return PhysicalType::kDouble;
    case ParquetForm::kDecimal:
      if (column.precision <= kDigitsOfInt32) return PhysicalType::kInt32;
      return column.precision <= kDigitsOfInt64 ? PhysicalType::kInt64 : PhysicalType::kFixedBytes;
    case ParquetForm::kDate:
      return PhysicalType::kInt32;
    case ParquetForm::kDateTime:
    case ParquetForm::kTimestamp:
    case ParquetForm::kTime:
      return PhysicalType::kInt64;
    case ParquetForm::kText:
    case ParquetForm::kJson:
    case ParquetForm::kBytes:
    case ParquetForm::kGeometry:
      break;
  }
  return PhysicalType::kByteArray;
}

std::size_t value_bytes(const ParquetColumn& column) {
  switch (physical_type(column)) {
    case PhysicalType::kInt32:
    case PhysicalType::kFloat:
      return 4;
    case PhysicalType::kInt64:
    case PhysicalType::kDouble:
      return 8;
    case PhysicalType::kFixedBytes:
      return bytes_of_digits(column.precision);
    case PhysicalType::kByteArray:
      break;
  }
  return 0;
}

}  // namespace sluice
