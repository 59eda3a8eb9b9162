#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "innodb/file_scan.h"

namespace sluice {

/// An index as the map needs it.
struct MappedIndex {
  std::uint64_t index_id = 0;
  /// Its leaves in key order; empty where the order is not known.
  std::vector<std::uint32_t> leaves;
};

/// A file as a picture: cells in the order of the file, each for the same number of pages, so that drawing
/// touches cells and never pages. Every list has one entry for each cell; NaN is "nothing to say".
struct PageMap {
  std::uint32_t pages_per_cell = 1;
  std::vector<std::uint32_t> used;  ///< Pages in use.
  std::vector<std::uint8_t> kind;   ///< The commonest PageKind of the pages in use.
  std::vector<std::int32_t> index;  ///< The commonest index, by its place in the list given; -1 without one.
  std::vector<float> fill;          ///< Mean fill of the leaf pages, 0 to 1.
  std::vector<float> lowest_fill;   ///< Fill of the emptiest one.
  std::vector<float> key_position;  ///< Mean of the leaves of `index`: 0 the first key, 1 the last.
  std::vector<float> lsn_age;       ///< Age of the newest page: 0 the file's oldest LSN, 1 its newest.
};

/// Draws at most `max_cells` cells. `indexes` are sorted by id. Pure.
PageMap map_pages(const Scan& scan, std::span<const MappedIndex> indexes, std::size_t max_cells);

}  // namespace sluice
