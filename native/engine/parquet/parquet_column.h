#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace sluice {

/// Form of a column's values in Parquet.
enum class ParquetForm : std::uint8_t {
  kInteger,
  kBits,  ///< A BIT as an unsigned integer.
  kFloat,
  kDouble,
  kDecimal,
  kDate,
  kDateTime,   ///< Without a time zone.
  kTimestamp,  ///< In UTC.
  kTime,       ///< Microseconds, also negative ones and those of several days.
  kText,
  kJson,
  kBytes,
  kGeometry,  ///< WKB, without the SRID before it in the server's form.
};

/// Column of a Parquet file (`EngineParquetColumn` in app/engine/specs.ts).
struct ParquetColumn {
  std::string name = {};
  /// The server's words for its type.
  std::string type = {};
  ParquetForm form = ParquetForm::kText;
  /// Width of an integer or of bits: 8, 16, 32 or 64.
  int bits = 0;
  bool is_unsigned = false;
  /// Digits of a decimal, up to 38, and those behind its point.
  int precision = 0;
  int scale = 0;
  /// No value is NULL.
  bool required = false;
};

/// Type of the stored values (parquet.thrift, Type).
enum class PhysicalType : std::uint8_t {
  kInt32 = 1,
  kInt64 = 2,
  kFloat = 4,
  kDouble = 5,
  kByteArray = 6,
  kFixedBytes = 7,
};

PhysicalType physical_type(const ParquetColumn& column);

/// Bytes of each value; 0 where they differ.
std::size_t value_bytes(const ParquetColumn& column);

/// Most digits of a decimal that is a number to all readers.
inline constexpr int kMostPrecision = 38;

}  // namespace sluice
