#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "parquet/page_codec.h"
#include "parquet/parquet_column.h"
#include "support/buffer.h"

namespace sluice {

/// Figures of a column's pages in one row group.
struct PageFigures {
  std::int64_t values = 0;
  std::int64_t nulls = 0;
  /// With the pages' headers.
  std::int64_t uncompressed_bytes = 0;
  /// Least and greatest value, as it is stored; empty where the type has no order that all readers share.
  std::string least;
  std::string greatest;
};

/// One column of a row group: its values become data pages (version 1), whose ends follow from the values
/// alone. A page holds the definition levels, which tell NULL from values, and the values in the encoding
/// PLAIN. Used by one thread at a time.
class ColumnPages {
 public:
  /// All must outlive this; columns may share `packed_page`, which is used within one call.
  ColumnPages(const ParquetColumn& column, PageCodec& codec, Buffer& packed_page, ProgressBoard& board);

  void add_null();
  /// A value in the encoding PLAIN; of a byte array with its length before it.
  void add(std::string_view value);
  /// Ends the last page.
  PageFigures finish();
  /// The pages with their headers.
  std::string_view bytes() const { return packed_.view(); }
  /// Frees the memory of the pages that are finished.
  void clear();

 private:
  void add_level(bool present);
  void note(std::string_view value);
  void end_page();
  std::string levels() const;

  const ParquetColumn& column_;
  PageCodec& codec_;
  Buffer& packed_page_;
  ProgressBoard& board_;
  const bool is_ordered_;
  /// Bits of the page's definition levels, eight a byte.
  Buffer levels_;
  Buffer values_;
  Buffer packed_;
  std::int32_t page_values_ = 0;
  std::int32_t page_nulls_ = 0;
  std::int64_t least_ = 0;
  std::int64_t greatest_ = 0;
  bool any_ = false;
  PageFigures figures_;
};

}  // namespace sluice
