#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "parquet/column_pages.h"
#include "parquet/page_codec.h"
#include "parquet/parquet_column.h"
#include "parquet/thrift_writer.h"

namespace sluice {

/// Row group of a file: takes rows as `RowValues` forms them, and keeps their columns' pages until it is
/// written. Used again for the next one, by one thread at a time.
class RowGroup {
 public:
  /// Writes at the file's end.
  using Send = std::function<void(std::string_view)>;

  /// All must outlive this.
  RowGroup(const std::vector<ParquetColumn>& columns, const Compression& compression, ProgressBoard& board);

  /// Throws EngineError ("unsupported-object") for a geometry whose SRID is not that of those before.
  void add(std::string_view row);
  std::int64_t rows() const { return rows_; }
  /// Bytes of the rows, before compression.
  std::uint64_t bytes() const { return bytes_; }
  /// Writes its pages, which begin at `offset` of the file, and describes it for the footer; it is empty
  /// then. Returns its bytes in the file.
  std::uint64_t write(std::uint64_t offset, const Send& send, ThriftWriter& groups);
  /// SRID of a column's geometries in this row group and those before it; nothing where there were none.
  std::optional<std::uint32_t> srid(std::size_t column) const { return srids_[column]; }

 private:
  void add_value(std::size_t column, std::string_view& row);
  void add_geometry(std::size_t column, std::string_view value);
  void write_column(std::size_t column, std::uint64_t offset, const PageFigures& figures,
                    ThriftWriter& groups) const;

  const std::vector<ParquetColumn>& columns_;
  std::vector<std::size_t> value_bytes_;
  PageCodec codec_;
  Buffer packed_page_;
  /// Used again for each geometry.
  Buffer geometry_;
  /// They never move.
  std::deque<ColumnPages> pages_;
  std::vector<std::optional<std::uint32_t>> srids_;
  std::int64_t rows_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace sluice
