#include "codec/chunk_writer.h"

#include <zstd.h>

#include <utility>

namespace sluice {

ChunkWriter::ChunkWriter(Compression compression, ProgressBoard& board)
    : board_(board), context_(make_compressor(compression)), compressed_(board) {}

ChunkWriter::~ChunkWriter() { board_.add_memory(-context_bytes_); }

void ChunkWriter::open(std::string path) {
  file_.emplace(std::move(path));
  chunk_ = {};
  digest_.reset();
}

std::size_t ChunkWriter::take(std::string_view block) {
  const std::size_t taken = context_ ? block.size() : block.size() - block.size() % Buffer::kPageBytes;
  write(block.substr(0, taken));
  return taken;
}

void ChunkWriter::write(std::string_view block) {
  digest_.add(block);
  chunk_.bytes += block.size();
  if (context_) {
    compress(block, false);
  } else {
    store(block);
  }
}

WrittenChunk ChunkWriter::finish() {
  if (context_) compress({}, true);
  file_->close();
  file_.reset();
  chunk_.xxh64 = digest_.value();
  return chunk_;
}

void ChunkWriter::store(std::string_view bytes) {
  file_->write(bytes);
  chunk_.stored_bytes += bytes.size();
  board_.add_stored(bytes.size());
}

void ChunkWriter::compress(std::string_view block, bool last) {
  ZSTD_inBuffer in{block.data(), block.size(), 0};
  const ZSTD_EndDirective directive = last ? ZSTD_e_end : ZSTD_e_continue;
  bool more = true;
  while (more) {
    const std::size_t room = ZSTD_CStreamOutSize();
    compressed_.clear();
    ZSTD_outBuffer out{compressed_.reserve(room), room, 0};
    const std::size_t left = ZSTD_compressStream2(context_.get(), &out, &in, directive);
    check_zstd(left);
    compressed_.commit(out.pos);
    store(compressed_.view());
    more = last ? left > 0 : in.pos < in.size;
  }
  account_context();
}

void ChunkWriter::account_context() {
  const auto bytes = static_cast<std::int64_t>(ZSTD_sizeof_CCtx(context_.get()));
  board_.add_memory(bytes - context_bytes_);
  context_bytes_ = bytes;
}

}  // namespace sluice
