#include "codec/chunk_writer.h"

#include <zstd.h>

#include <utility>

namespace sluice {
namespace {

/// Compressed bytes that are worth a write of their own.
constexpr std::size_t kLeastCompressedBytes = 1 << 16;

}  // namespace

ChunkWriter::ChunkWriter(Compression compression, ProgressBoard& board)
    : board_(board), file_(board), context_(make_compressor(compression)), compressed_(board) {}

ChunkWriter::~ChunkWriter() { board_.add_memory(-context_bytes_); }

void ChunkWriter::open(std::string path) {
  file_.open(std::move(path));
  chunk_ = {};
  digest_.reset();
}

void ChunkWriter::take(Buffer& block) {
  const std::size_t left = context_ ? 0 : block.size() % Buffer::kPageBytes;
  note(block.view().substr(0, block.size() - left));
  if (context_) {
    compress(block.view(), false);
    block.clear();
  } else {
    chunk_.stored_bytes += file_.hand_over(block);
  }
}

void ChunkWriter::write(std::string_view bytes) {
  note(bytes);
  if (context_) return compress(bytes, false);
  file_.write(bytes);
  chunk_.stored_bytes += bytes.size();
}

WrittenChunk ChunkWriter::finish() {
  if (context_) {
    compress({}, true);
    file_.write(compressed_.view());
    chunk_.stored_bytes += compressed_.size();
    compressed_.clear();
  }
  file_.close();
  chunk_.xxh64 = digest_.value();
  return chunk_;
}

void ChunkWriter::note(std::string_view bytes) {
  digest_.add(bytes);
  chunk_.bytes += bytes.size();
}

void ChunkWriter::compress(std::string_view bytes, bool last) {
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  const ZSTD_EndDirective directive = last ? ZSTD_e_end : ZSTD_e_continue;
  bool more = true;
  while (more) {
    const std::size_t room = ZSTD_CStreamOutSize();
    ZSTD_outBuffer out{compressed_.reserve(room), room, 0};
    const std::size_t left = ZSTD_compressStream2(context_.get(), &out, &in, directive);
    check_zstd(left);
    compressed_.commit(out.pos);
    if (compressed_.size() >= kLeastCompressedBytes) chunk_.stored_bytes += file_.hand_over(compressed_);
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
