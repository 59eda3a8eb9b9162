#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/event.h"

namespace sluice {

/// A chunk file that is whole and synced but has its staging name still.
struct StagedChunk {
  /// The range it is of, and its number within the table: in a range, later numbers hold later keys.
  int range = 0;
  std::uint64_t sequence = 0;
  std::string path;
  ChunkFacts facts;
};

/// Puts chunks into key order: by their range's position in `range_order`, then by number.
void sort_by_key(std::vector<StagedChunk>& chunks, const std::vector<int>& range_order);

/// Gives a table's chunks, which are in key order, their final names, dense from 0 and the last one with `@@`
/// (reference: MySQL Shell's dump format 2.0.1), each with its index file, and returns their facts when the
/// names are on the disk. Throws EngineError on what the disk does.
std::vector<ChunkFacts> publish_chunks(const std::string& directory, const std::string& basename,
                                       const std::string& extension, std::vector<StagedChunk> chunks);

}  // namespace sluice
