#include "read/first_text.h"

#include "read/open_chunk.h"
#include "support/progress.h"

namespace sluice {

std::string first_text(const std::string& directory, const ChunkFile& chunk, std::size_t most_bytes) {
  ProgressBoard board;
  ChunkReader reader = open_chunk(directory, chunk, board, 0);
  std::string text(most_bytes, '\0');
  std::size_t bytes = 0;
  while (bytes < most_bytes) {
    const std::size_t got = reader.read(text.data() + bytes, most_bytes - bytes);
    if (got == 0) break;
    bytes += got;
  }
  text.resize(bytes);
  return text;
}

}  // namespace sluice
