#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "read/chunk_file.h"

namespace sluice {

struct KeyBounds {
  /// Bytes of `SortKeyEncoder` at which ranges of about as many rows begin, behind the first one; fewer than
  /// asked for where keys are equal.
  std::vector<std::string> bounds;
  /// Bytes of the longest row, as a line.
  std::uint64_t longest_row = 0;
};

/// Reads all rows of a part, whatever its range is, and divides their keys into so many ranges, by a sample
/// that is always the same. Throws what `open_chunk` and its reader throw.
KeyBounds key_bounds(const std::string& directory, const SortedPart& part, std::size_t ranges);

}  // namespace sluice
