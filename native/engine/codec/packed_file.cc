#include "codec/packed_file.h"

#include <zstd.h>

#include <cstring>
#include <utility>

namespace sluice {
namespace {

/// Compressed bytes that are worth a write of their own.
constexpr std::size_t kLeastCompressedBytes = 1 << 16;

}  // namespace

PackedFile::PackedFile(const Compression& compression, ProgressBoard& board)
    : board_(board), context_(make_compressor(compression)), compressed_(board) {}

PackedFile::~PackedFile() { board_.add_memory(-context_bytes_); }

void PackedFile::open(std::string path) {
  file_.emplace(std::move(path));
  stored_bytes_ = 0;
}

void PackedFile::write(std::string_view bytes) {
  if (!context_) return store(bytes);
  compress(bytes, false);
}

std::uint64_t PackedFile::close() {
  if (context_) {
    compress({}, true);
    store(compressed_.view());
    compressed_.clear();
  }
  file_->close();
  file_.reset();
  return stored_bytes_;
}

void PackedFile::compress(std::string_view bytes, bool last) {
  bool more = true;
  while (more) {
    more = compress_some(context_, bytes, last, compressed_);
    if (compressed_.size() >= kLeastCompressedBytes) write_pages();
  }
  account_context();
}

void PackedFile::write_pages() {
  const std::size_t left = compressed_.size() % Buffer::kPageBytes;
  const std::size_t whole = compressed_.size() - left;
  store(compressed_.view().substr(0, whole));
  std::memmove(compressed_.data(), compressed_.data() + whole, left);
  compressed_.shorten(left);
}

void PackedFile::store(std::string_view bytes) {
  file_->write(bytes);
  board_.add_stored(bytes.size());
  stored_bytes_ += bytes.size();
}

void PackedFile::account_context() {
  const auto bytes = static_cast<std::int64_t>(ZSTD_sizeof_CCtx(context_.get()));
  board_.add_memory(bytes - context_bytes_);
  context_bytes_ = bytes;
}

}  // namespace sluice
