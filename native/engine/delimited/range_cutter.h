#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace sluice {

/// Rows that are loaded as one chunk.
struct DelimitedRange {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint64_t rows = 0;
  std::uint64_t line = 0;
};

/// Cuts the rows of a file into ranges, each of which is loaded as one chunk. Used by one thread.
class RangeCutter {
 public:
  explicit RangeCutter(std::uint64_t bytes_per_range) : bytes_per_range_(bytes_per_range) {}

  /// The next row is the first of its range.
  void begin(std::uint64_t offset, std::uint64_t line) {
    range_ = {.offset = offset, .length = 0, .rows = 0, .line = line};
  }

  /// Counts a row of the range.
  void add_row() { ++range_.rows; }

  /// Ends the range in front of the next row, where it is long enough.
  void cut(std::uint64_t next_offset, std::uint64_t next_line) {
    if (next_offset - range_.offset < bytes_per_range_) return;
    end(next_offset);
    begin(next_offset, next_line);
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
  const std::uint64_t bytes_per_range_;
  DelimitedRange range_;
  std::vector<DelimitedRange> ranges_;
};

}  // namespace sluice
