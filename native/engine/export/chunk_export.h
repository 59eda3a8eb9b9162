#pragma once

#include <cstdint>
#include <string>

#include "export/export_spec.h"
#include "export/row_text.h"
#include "read/chunk_feed.h"
#include "support/progress.h"

namespace sluice {

/// Bytes that the export of a chunk may hold.
struct ChunkMemory {
  std::uint64_t reader_bytes = 0;
  /// For the rows, but for a large one.
  std::uint64_t row_bytes = 0;
  /// For a large row, while no other lane has one.
  std::uint64_t large_row_bytes = 0;
};

/// Reads one chunk to its end and hands its rows over in the export's format; returns how many there were.
/// Throws EngineError with the chunk's name: "dump-damaged" for one that is not as recorded, and what `calls`
/// and `on_step` throw.
std::uint64_t export_chunk(const ExportSpec& spec, const ExportTable& table, const ChunkFile& chunk,
                           ProgressBoard& board, const ChunkMemory& memory, const RowText::Calls& calls,
                           const ChunkFeed::OnStep& on_step);

}  // namespace sluice
