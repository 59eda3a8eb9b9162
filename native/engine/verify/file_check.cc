#include "verify/file_check.h"

#include "codec/chunk_reader.h"
#include "support/buffer.h"

namespace sluice {
namespace {

constexpr std::size_t kReadBytes = 256 << 10;

}  // namespace

std::optional<Failure> check_file(const std::string& directory, const ChunkFile& chunk, ProgressBoard& board,
                                  std::uint64_t most_bytes, const ChunkFeed::OnStep& on_step) {
  try {
    ChunkReader reader(directory + "/" + chunk.file, chunk.codec, board,
                       most_bytes > kReadBytes ? most_bytes - kReadBytes : 1);
    ChunkFeed feed(reader, chunk.dialect, on_step);
    Buffer buffer(board);
    char* const room = buffer.reserve(kReadBytes);
    while (feed.read(room, kReadBytes) > 0) {
    }
    board.add_stored(reader.stored_bytes());
    const std::string differs = deviation(chunk, feed.reading());
    if (differs.empty()) return std::nullopt;
    return damage(chunk, differs);
  } catch (const EngineError& error) {
    if (error.failure().code == "cancelled") throw;
    return error.failure();
  }
}

}  // namespace sluice
