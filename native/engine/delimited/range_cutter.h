#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "row/value_order.h"

namespace sluice {

/// Rows that are loaded as one chunk.
struct DelimitedRange {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint64_t rows = 0;
  std::uint64_t line = 0;
  /// Rows that begin with a smaller value than the row before them.
  std::uint64_t backward = 0;
};

/// Cuts the rows of a file into ranges, each of which is loaded as one chunk. Used by one thread.
class RangeCutter {
 public:
  explicit RangeCutter(std::uint64_t bytes_per_range) : bytes_per_range_(bytes_per_range) {}

  /// The next row is the first of all.
  void begin(std::uint64_t offset, std::uint64_t line) {
    order_.reset();
    begin_range(offset, line);
  }

  /// Counts a row of the range by its first value, empty for NULL; the value's beginning is enough.
  void add_row(std::string_view first) {
    ++range_.rows;
    if (order_.falls(first)) ++range_.backward;
  }

  /// Ends the range in front of the next row, where it is long enough.
  void cut(std::uint64_t next_offset, std::uint64_t next_line) {
    if (next_offset - range_.offset < bytes_per_range_) return;
    end(next_offset);
    begin_range(next_offset, next_line);
  }

  /// Ends it whatever its length; a range without rows is none.
  void end(std::uint64_t offset) {
    if (range_.rows == 0) return;
    range_.length = offset - range_.offset;
    ranges_.push_back(range_);
    range_.rows = 0;
  }

  std::vector<DelimitedRange> take() { return std::move(ranges_); }

 private:
  void begin_range(std::uint64_t offset, std::uint64_t line) {
    range_ = {.offset = offset, .length = 0, .rows = 0, .line = line, .backward = 0};
  }

  const std::uint64_t bytes_per_range_;
  ValueOrder order_;
  DelimitedRange range_;
  std::vector<DelimitedRange> ranges_;
};

}  // namespace sluice
