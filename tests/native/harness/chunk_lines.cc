#include "harness/chunk_lines.h"

#include <gtest/gtest.h>

#include "read/open_chunk.h"

namespace sluice::test {

std::string lines_of(const std::string& directory, const ChunkFile& chunk, ProgressBoard& board,
                     std::size_t step, std::uint64_t most_bytes) {
  std::string lines;
  {
    ChunkReader reader = open_chunk(directory, chunk, board, most_bytes);
    std::string piece(step, '\0');
    while (const std::size_t got = reader.read(piece.data(), step)) lines.append(piece, 0, got);
  }
  EXPECT_EQ(board.sample().memory_bytes, 0U);
  return lines;
}

}  // namespace sluice::test
