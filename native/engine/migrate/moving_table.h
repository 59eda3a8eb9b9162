#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "source/part_registry.h"
#include "support/progress.h"
#include "target/load_spec.h"

namespace sluice {

/// A table while its rows move. The lanes that end its parts add to it; `target` and `meters` are set before
/// the first lane sees it.
struct MovingTable {
  MovingTable(LoadTable to, std::size_t parts) : target(std::move(to)), parts_left(parts) {}

  LoadTable target;
  std::vector<TableMeter*> meters;
  std::atomic<std::size_t> parts_left;
  std::atomic<std::uint64_t> rows{0};
  std::atomic<std::uint64_t> checksum{0};
};

/// Totals of one part of a moving table: its committed rows.
struct MovedPart : PartTotals {
  /// Null where only a checksum is made of the part.
  MovingTable* table = nullptr;
};

using MovedParts = PartRegistry<MovedPart>;

}  // namespace sluice
