#include "codec/chunk_writer.h"

#include <utility>

namespace sluice {

ChunkWriter::ChunkWriter(const Compression& compression, ProgressBoard& board) : file_(compression, board) {}

void ChunkWriter::open(std::string path) {
  file_.open(std::move(path));
  chunk_ = {};
  digest_.reset();
}

void ChunkWriter::take(Buffer& block) {
  note(block.view().substr(0, file_.going(block.size())));
  file_.hand_over(block);
}

void ChunkWriter::write(std::string_view bytes) {
  note(bytes);
  file_.write(bytes);
}

WrittenChunk ChunkWriter::finish() {
  chunk_.stored_bytes = file_.close();
  chunk_.xxh64 = digest_.value();
  return chunk_;
}

void ChunkWriter::note(std::string_view bytes) {
  digest_.add(bytes);
  chunk_.bytes += bytes.size();
}

}  // namespace sluice
