#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>

#include "parquet/parquet_column.h"

namespace sluice {

/// A value of fixed size in Parquet's encoding PLAIN.
struct PlainValue {
  std::array<char, 16> bytes{};
  std::size_t size = 0;

  std::string_view view() const { return {bytes.data(), size}; }
};

/// Least significant byte first.
template <class Number>
PlainValue plain(Number number) {
  static_assert(std::endian::native == std::endian::little, "Numbers are stored as the processor has them");
  PlainValue value;
  std::memcpy(value.bytes.data(), &number, sizeof number);
  value.size = sizeof number;
  return value;
}

/// A server's text as the value of a column whose values have a fixed size; nothing where it is none.
std::optional<PlainValue> plain_value(const ParquetColumn& column, std::string_view text);

/// The bytes of a BIT, the most significant one first; nothing where they are more than the column has.
std::optional<PlainValue> plain_bits(const ParquetColumn& column, std::string_view bytes);

}  // namespace sluice
