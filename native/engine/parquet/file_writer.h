#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/compression.h"
#include "parquet/parquet_column.h"
#include "parquet/row_group.h"
#include "parquet/thrift_writer.h"
#include "support/buffer.h"

namespace sluice {

/// Table whose rows a Parquet file holds.
struct ParquetTable {
  std::string schema;
  std::string name;
  std::vector<ParquetColumn> columns;
};

/// Writes one Parquet file: row groups as soon as one is full, the footer at the end. Where a row group ends
/// follows from the rows alone, so that lanes, chunks and blocks leave no trace. Used by one thread at a
/// time.
class ParquetFileWriter {
 public:
  /// `compression` is that of the pages. `board` must outlive this.
  ParquetFileWriter(ParquetTable table, const Compression& compression, std::uint64_t memory_limit_bytes,
                    ProgressBoard& board, RowGroup::Send send);

  ParquetFileWriter(const ParquetFileWriter&) = delete;
  ParquetFileWriter& operator=(const ParquetFileWriter&) = delete;
  ~ParquetFileWriter() = default;

  /// Rows as `RowValues` forms them, and where each of them ends.
  void write(std::string_view rows, std::span<const std::size_t> ends);
  void finish();

 private:
  void end_row_group();
  void send(std::string_view bytes);
  std::string footer() const;

  const ParquetTable table_;
  const std::uint64_t most_bytes_;
  const RowGroup::Send send_;
  RowGroup group_;
  /// Bytes in the file so far.
  std::uint64_t offset_ = 0;
  /// Descriptions of the row groups, for the footer.
  ThriftWriter groups_;
  std::size_t group_count_ = 0;
  std::int64_t rows_ = 0;
};

}  // namespace sluice
