#include "verify/file_check.h"

#include <utility>
#include <vector>

#include "codec/chunk_reader.h"
#include "read/open_chunk.h"
#include "support/buffer.h"
#include "verify/row_checksum.h"

namespace sluice {
namespace {

constexpr std::size_t kReadBytes = 256 << 10;

}  // namespace

FileFinding check_file(const std::string& directory, const ChunkFile& chunk, ProgressBoard& board,
                       std::uint64_t most_bytes, const ChunkFeed::OnStep& on_step) {
  try {
    ChunkReader reader =
        open_chunk(directory, chunk, board, most_bytes > kReadBytes ? most_bytes - kReadBytes : 1);
    ChunkFeed feed(reader, chunk, on_step);
    Buffer buffer(board);
    char* const room = buffer.reserve(kReadBytes);
    const bool ours = chunk.dialect == RowDialect();
    RowChecksum checksum;
    while (const std::size_t bytes = feed.read(room, kReadBytes)) {
      if (ours) checksum.add({room, bytes});
    }
    board.add_stored(reader.stored_bytes());
    FileFinding finding;
    if (ours) finding.checksum = checksum.value();
    std::vector<Message> found = deviations(chunk, feed.reading());
    if (!found.empty()) finding.failure = damage(chunk, std::move(found));
    return finding;
  } catch (const EngineError& error) {
    if (error.failure().code == "cancelled") throw;
    return {error.failure(), std::nullopt};
  }
}

}  // namespace sluice
