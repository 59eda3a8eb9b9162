#include "export/chunk_export.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "codec/chunk_reader.h"
#include "read/chunk_check.h"
#include "read/open_chunk.h"
#include "support/buffer.h"

namespace sluice {
namespace {

constexpr std::size_t kReadBytes = 256 << 10;
constexpr std::size_t kRowBlockBytes = 1 << 20;

/// A buffer that grows by half is copied: for a while both are there.
std::size_t row_within(std::uint64_t bytes) { return static_cast<std::size_t>(bytes * 2 / 5); }

}  // namespace

std::uint64_t export_chunk(const ExportSpec& spec, const ExportTable& table, const ChunkFile& chunk,
                           ProgressBoard& board, const ChunkMemory& memory, const RowText::Calls& calls,
                           const ChunkFeed::OnStep& on_step) {
  ChunkReader reader = open_chunk(spec.directory, chunk, board, memory.reader_bytes);
  ChunkFeed feed(reader, chunk, on_step);
  const std::size_t most_row = row_within(memory.row_bytes);
  const BlockLimits limits{std::min(kRowBlockBytes, most_row), most_row, row_within(memory.large_row_bytes)};
  const auto rows = make_row_text(spec, table, chunk.dialect, limits, board, calls);
  Buffer buffer(board);
  char* const room = buffer.reserve(kReadBytes);
  while (const std::size_t bytes = feed.read(room, kReadBytes)) rows->add({room, bytes});
  const ChunkReading reading = feed.reading();
  std::vector<Message> found = deviations(chunk, reading);
  if (!found.empty()) throw EngineError(damage(chunk, std::move(found)));
  rows->finish();
  return reading.rows;
}

}  // namespace sluice
