#include "rechunk/chunk_copy.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "dump/publish.h"
#include "read/chunk_check.h"
#include "read/open_chunk.h"
#include "source/lane_memory.h"
#include "support/buffer.h"

namespace sluice {
namespace {

constexpr std::size_t kCopyBytes = 256 << 10;

/// Half of a lane's part of the limit is the reader's, whose windows may be large.
std::uint64_t reader_bytes(const RechunkSpec& spec) {
  const std::uint64_t part = spec.memory_limit_bytes / static_cast<std::uint64_t>(spec.lanes) / 2;
  return std::max<std::uint64_t>(part, 2 * kCopyBytes) - kCopyBytes;
}

Compression compression_of(const RechunkSpec& spec) {
  Compression compression = spec.compression;
  compression.most_bytes =
      lane_memory(spec.memory_limit_bytes / 2, spec.lanes, spec.compression).compressor_bytes;
  return compression;
}

}  // namespace

ChunkCopy::ChunkCopy(const RechunkSpec& spec, ProgressBoard& board)
    : spec_(spec), board_(board), writer_(compression_of(spec), board) {}

void ChunkCopy::begin(const RowDialect& dialect, std::string staging) {
  dialect_ = dialect;
  is_ours_ = dialect == RowDialect();
  staging_ = std::move(staging);
  written_.clear();
}

void ChunkCopy::add(const ChunkFile& chunk, const ChunkFeed::OnStep& on_step) {
  ChunkReader reader = open_chunk(spec_.directory, chunk, board_, reader_bytes(spec_));
  ChunkFeed feed(reader, chunk, on_step);
  Buffer buffer(board_);
  char* const room = buffer.reserve(kCopyBytes);
  while (const std::size_t bytes = feed.read(room, kCopyBytes)) take({room, bytes});
  std::vector<Message> found = deviations(chunk, feed.reading());
  if (!found.empty()) throw EngineError(damage(chunk, std::move(found)));
}

std::vector<StagedChunk> ChunkCopy::end() {
  if (rows_) finish();
  return std::exchange(written_, {});
}

void ChunkCopy::take(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = is_ours_ ? end_of_piece(text) : text.size();
    write(text.substr(0, end));
    const bool ends_row = text[end - 1] == '\n';
    text.remove_prefix(end);
    if (is_ours_ && ends_row && writer_.bytes() >= spec_.bytes_per_chunk) finish();
  }
}

/// Bytes of the text that go into the open file: all, or those up to the row that fills it.
std::size_t ChunkCopy::end_of_piece(std::string_view text) const {
  const std::uint64_t before = rows_ ? writer_.bytes() : 0;
  if (before + text.size() < spec_.bytes_per_chunk) return text.size();
  const std::uint64_t room = spec_.bytes_per_chunk - std::min(before, spec_.bytes_per_chunk);
  const std::size_t row_end = text.find('\n', room == 0 ? 0 : static_cast<std::size_t>(room) - 1);
  return row_end == std::string_view::npos ? text.size() : row_end + 1;
}

void ChunkCopy::write(std::string_view text) {
  if (!rows_) {
    rows_.emplace(dialect_);
    path_ = staging_ + "-" + std::to_string(written_.size()) + "." + chunk_extension(spec_.compression) +
            ".dumping";
    writer_.open(path_);
  }
  rows_->add(text);
  writer_.write(text);
}

void ChunkCopy::finish() {
  const WrittenChunk written = writer_.finish();
  StagedChunk& chunk = written_.emplace_back();
  chunk.sequence = written_.size() - 1;
  chunk.path = path_;
  chunk.facts.rows = rows_->rows();
  chunk.facts.bytes = written.bytes;
  chunk.facts.stored_bytes = written.stored_bytes;
  chunk.facts.xxh64 = written.xxh64;
  rows_.reset();
}

StagedChunk ChunkCopy::empty(const std::string& staging) {
  StagedChunk chunk;
  chunk.path = staging + "." + chunk_extension(spec_.compression) + ".dumping";
  writer_.open(chunk.path);
  const WrittenChunk written = writer_.finish();
  chunk.facts.stored_bytes = written.stored_bytes;
  chunk.facts.xxh64 = written.xxh64;
  return chunk;
}

}  // namespace sluice
