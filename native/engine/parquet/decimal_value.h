#pragma once

#include <optional>
#include <string_view>

#include "parquet/plain_value.h"

namespace sluice {

/// A decimal's text as the whole number of its smallest units; nothing where it is none, or has more digits
/// than the column.
std::optional<PlainValue> decimal_value(const ParquetColumn& column, std::string_view text);

}  // namespace sluice
