#pragma once

#include <vector>

#include "parquet/parquet_column.h"
#include "parquet/thrift_writer.h"

namespace sluice {

/// Writes the schema as a field of the footer: the root, and each column with its physical and its logical
/// type (parquet-format, LogicalTypes.md).
void write_schema(ThriftWriter& footer, int field, const std::vector<ParquetColumn>& columns);

}  // namespace sluice
