#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "support/event.h"

namespace sluice {

/// A chunk file that is whole, under its staging name.
struct StagedChunk {
  /// Range that it belongs to, and number within the table: in one range, later numbers hold later keys.
  int range = 0;
  std::uint64_t sequence = 0;
  std::string path;
  ChunkFacts facts;
};

/// Puts chunks into key order: by the position of their range in `range_order`, then by number.
void sort_by_key(std::vector<StagedChunk>& chunks, const std::vector<int>& range_order);

/// Staged chunks of all tables of a dump, until each table is published. Any thread may call anything.
class StagedChunks {
 public:
  void add(int table, StagedChunk chunk);
  /// Removes a table's chunks and returns them in key order; empty where it has none.
  std::vector<StagedChunk> take(int table, const std::vector<int>& range_order);

 private:
  std::mutex mutex_;
  std::map<int, std::vector<StagedChunk>> chunks_;  ///< By the table's id; guarded by mutex_.
};

}  // namespace sluice
