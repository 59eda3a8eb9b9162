#include "parquet/schema.h"

#include <bit>
#include <optional>

namespace sluice {
namespace {

/// Older names of logical types (parquet.thrift, ConvertedType), for readers that know no others.
enum Converted : std::int32_t {
  kUtf8 = 0,
  kDecimalOf = 5,
  kDateOf = 6,
  kTimestampMicros = 10,
  kUint8 = 11,
  kInt8 = 15,
  kJsonOf = 19,
};

/// Fields of the union LogicalType (parquet.thrift).
enum Logical : int { kString = 1, kDecimal = 5, kDate = 6, kTimestamp = 8, kInteger = 10, kJson = 12 };

constexpr int kScaleField = 7;
constexpr int kPrecisionField = 8;
constexpr int kLogicalField = 10;

/// 8, 16, 32 and 64 bits follow each other in the list of the older names.
std::int32_t converted_integer(int bits, bool is_unsigned) {
  return (is_unsigned ? kUint8 : kInt8) + std::countr_zero(static_cast<unsigned>(bits)) - 3;
}

std::optional<std::int32_t> converted(const ParquetColumn& column) {
  switch (column.form) {
    case ParquetForm::kInteger:
      return converted_integer(column.bits, column.is_unsigned);
    case ParquetForm::kBits:
      return converted_integer(column.bits, true);
    case ParquetForm::kDecimal:
      return kDecimalOf;
    case ParquetForm::kDate:
      return kDateOf;
    case ParquetForm::kTimestamp:
      return kTimestampMicros;
    case ParquetForm::kText:
      return kUtf8;
    case ParquetForm::kJson:
      return kJsonOf;
    case ParquetForm::kFloat:
    case ParquetForm::kDouble:
    case ParquetForm::kDateTime:
    case ParquetForm::kTime:
    case ParquetForm::kBytes:
    case ParquetForm::kGeometry:
      break;
  }
  return std::nullopt;
}

void write_integer(ThriftWriter& to, int bits, bool is_unsigned) {
  to.structure(kInteger);
  to.byte(1, static_cast<std::int8_t>(bits));
  to.boolean(2, !is_unsigned);
  to.end_struct();
}

void write_timestamp(ThriftWriter& to, bool is_utc) {
  constexpr int kMicros = 2;
  to.structure(kTimestamp);
  to.boolean(1, is_utc);
  to.structure(2);
  to.empty_structure(kMicros);
  to.end_struct();
  to.end_struct();
}

void write_logical(ThriftWriter& to, const ParquetColumn& column) {
  switch (column.form) {
    case ParquetForm::kInteger:
      return write_integer(to, column.bits, column.is_unsigned);
    case ParquetForm::kBits:
      return write_integer(to, column.bits, true);
    case ParquetForm::kDecimal:
      to.structure(kDecimal);
      to.number(1, column.scale);
      to.number(2, column.precision);
      return to.end_struct();
    case ParquetForm::kDate:
      return to.empty_structure(kDate);
    case ParquetForm::kDateTime:
      return write_timestamp(to, false);
    case ParquetForm::kTimestamp:
      return write_timestamp(to, true);
    case ParquetForm::kText:
      return to.empty_structure(kString);
    case ParquetForm::kJson:
      return to.empty_structure(kJson);
    case ParquetForm::kFloat:
    case ParquetForm::kDouble:
    case ParquetForm::kTime:
    case ParquetForm::kBytes:
    case ParquetForm::kGeometry:
      break;
  }
}

bool has_logical(const ParquetColumn& column) {
  return converted(column).has_value() || column.form == ParquetForm::kDateTime;
}

void write_column(ThriftWriter& to, const ParquetColumn& column) {
  to.begin_struct();
  to.number(1, static_cast<std::int32_t>(physical_type(column)));
  if (physical_type(column) == PhysicalType::kFixedBytes)
    to.number(2, static_cast<std::int32_t>(value_bytes(column)));
  to.number(3, column.required ? 0 : 1);
  to.text(4, column.name);
  if (const std::optional<std::int32_t> older = converted(column)) to.number(6, *older);
  if (column.form == ParquetForm::kDecimal) {
    to.number(kScaleField, column.scale);
    to.number(kPrecisionField, column.precision);
  }
  if (has_logical(column)) {
    to.structure(kLogicalField);
    write_logical(to, column);
    to.end_struct();
  }
  to.end_struct();
}

}  // namespace

void write_schema(ThriftWriter& footer, int field, const std::vector<ParquetColumn>& columns) {
  footer.list(field, ThriftType::kStruct, columns.size() + 1);
  footer.begin_struct();
  footer.text(4, "schema");
  footer.number(5, static_cast<std::int32_t>(columns.size()));
  footer.end_struct();
  for (const ParquetColumn& column : columns) write_column(footer, column);
}

}  // namespace sluice
