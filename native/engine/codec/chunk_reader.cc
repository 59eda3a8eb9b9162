#include "codec/chunk_reader.h"

#include <utility>

namespace sluice {

ChunkReader::ChunkReader(std::string path, Codec codec, ProgressBoard& board, std::uint64_t most_bytes)
    : stored_(std::move(path)), decoder_(make_decoder(codec, stored_, board, most_bytes)) {}

ChunkReader::ChunkReader(std::string path, const std::function<std::unique_ptr<Decoder>(StoredFile&)>& make)
    : stored_(std::move(path)), decoder_(make(stored_)) {}

std::size_t ChunkReader::read(char* buffer, std::size_t capacity) {
  const std::size_t got = decoder_->read(buffer, capacity);
  digest_.add({buffer, got});
  bytes_ += got;
  return got;
}

}  // namespace sluice
