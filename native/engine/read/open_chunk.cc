#include "read/open_chunk.h"

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "script/rows_decoder.h"
#include "support/failure.h"

namespace sluice {
namespace {

ChunkReader open_part(const std::string& directory, const ChunkFile& chunk, ProgressBoard& board,
                      std::uint64_t most_bytes) {
  const auto make = [&](StoredFile& stored) -> std::unique_ptr<Decoder> {
    return std::make_unique<RowsDecoder>(stored, chunk.codec, *chunk.part, chunk.file, board, most_bytes);
  };
  try {
    return {directory + "/" + chunk.part->path, make};
  } catch (const EngineError& error) {
    Failure failure = error.failure();
    failure.chunk = chunk.file;
    throw EngineError(std::move(failure));
  }
}

}  // namespace

ChunkReader open_chunk(const std::string& directory, const ChunkFile& chunk, ProgressBoard& board,
                       std::uint64_t most_bytes) {
  if (chunk.part) return open_part(directory, chunk, board, most_bytes);
  return {directory + "/" + chunk.file, chunk.codec, board, most_bytes};
}

std::uint64_t weight_of(const std::string& directory, const ChunkFile& chunk) {
  if (chunk.bytes) return *chunk.bytes;
  if (chunk.part) return chunk.part->length;
  std::error_code missing;
  const std::uintmax_t stored = std::filesystem::file_size(directory + "/" + chunk.file, missing);
  return missing ? 0 : stored;
}

}  // namespace sluice
