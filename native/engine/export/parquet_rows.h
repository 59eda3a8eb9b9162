#pragma once

#include <string_view>

#include "parquet/row_values.h"

namespace sluice {

/// Rows that a `ParquetFileWriter` takes, as a format of `RowTextSink`: values by the types of their columns,
/// and nothing around them.
class ParquetRows : public RowValues {
 public:
  static constexpr bool kIsTyped = true;
  static constexpr std::string_view kRowStart = "";
  static constexpr std::string_view kRowEnd = "";

  using RowValues::RowValues;

  static std::string_view special() { return ""; }
  static std::string_view between() { return ""; }
};

}  // namespace sluice
