#pragma once

#include <cstdint>
#include <vector>

#include "read/chunk_file.h"
#include "support/failure.h"

namespace sluice {

/// Totals of a chunk that was read to its end.
struct ChunkReading {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;  ///< Uncompressed.
  std::uint64_t xxh64 = 0;
  bool ends_within_row = false;
};

/// Every way in which a file differs from what is recorded of it, each as the end of a sentence that begins
/// with its name; empty where it is whole. What is not recorded is not compared.
std::vector<Message> deviations(const ChunkFile& recorded, const ChunkReading& reading);

/// The failure that says so, without a table.
Failure damage(const ChunkFile& chunk, std::vector<Message> deviations);

}  // namespace sluice
