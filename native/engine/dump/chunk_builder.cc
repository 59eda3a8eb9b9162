#include "dump/chunk_builder.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "dump/publish.h"
#include "row/base64.h"
#include "source/lane_memory.h"
#include "support/sabotage.h"

namespace sluice {
namespace {

/// A row for which more blocks than this would be reserved is encoded in slices.
constexpr std::size_t kMostBlocksPerRow = 2;

std::string base64(std::string_view bytes) {
  std::string text(base64_room(bytes.size()), '\0');
  encode_base64(bytes, text.data());
  return text;
}

LaneMemory memory_of(const DumpSpec& spec) {
  return lane_memory(spec.memory_limit_bytes, spec.most_lanes, spec.compression);
}

Compression compression_of(const DumpSpec& spec) {
  Compression compression = spec.compression;
  compression.most_bytes = memory_of(spec).compressor_bytes;
  return compression;
}

}  // namespace

ChunkBuilder::ChunkBuilder(int lane, const DumpSpec& spec, ProgressBoard& board, StagedChunks& staged)
    : lane_(lane),
      directory_(spec.directory),
      extension_(chunk_extension(spec.compression)),
      block_bytes_(memory_of(spec).block_bytes),
      board_(board),
      staged_(staged),
      writer_(compression_of(spec), board),
      block_(board) {}

void ChunkBuilder::expect(const SourceTable& table) {
  if (!phase_) phase_.emplace(board_, lane_, Phase::kRead, table.table().id, -1);
}

void ChunkBuilder::begin(SourceTable& table, int range, std::span<const std::size_t> key_fields) {
  table_ = &table;
  key_fields_ = key_fields;
  StagedChunk& chunk = chunk_.emplace();
  chunk.range = range;
  chunk.sequence = table.next_sequence();
  chunk.path = directory_ + "/" + table.table().basename + "@" + std::to_string(chunk.sequence) + "." +
               extension_ + ".dumping";
  rows_of_chunk_ = 0;
  writer_.open(chunk.path);
  expect(table);
  phase_->number_chunk(static_cast<std::int64_t>(chunk.sequence));
}

void ChunkBuilder::append(const RowStream::Row& row) {
  remember_key(row);
  const bool first_of_table = rows_of_chunk_++ == 0 && chunk_->sequence == 0;
  if (first_of_table && sabotaged(Sabotage::kDropRow)) return;
  if (first_of_table && sabotaged(Sabotage::kDoubleRow)) encode(row);
  encode(row);
  if (block_.size() >= block_bytes_) flush();
}

void ChunkBuilder::end() {
  if (block_.size() > 0) {
    writer_.write(block_.view());
    count_moved(block_.size());
    block_.clear();
  }
  const WrittenChunk written = writer_.finish();
  ChunkFacts& facts = chunk_->facts;
  facts.bytes = written.bytes;
  facts.stored_bytes = written.stored_bytes;
  facts.xxh64 = written.xxh64;
  if (rows_of_chunk_ > 0) facts.last = recorded(last_key_);
  staged_.add(table_->table().id, *std::exchange(chunk_, std::nullopt));
  phase_.reset();
}

void ChunkBuilder::leave() {
  if (is_open()) end();
  phase_.reset();
}

void ChunkBuilder::encode(const RowStream::Row& row) {
  const std::uint64_t before = bytes();
  const RowEncoder& encoder = table_->encoder();
  const std::size_t room = encoder.room_for(row);
  std::uint64_t& longest = chunk_->facts.longest_binary;
  if (room > std::max<std::uint64_t>(longest, kNotedRowBytes))
    longest = std::max<std::uint64_t>(longest, encoder.longest_binary(row));
  if (room <= kMostBlocksPerRow * block_bytes_) {
    encoder.append(row, room, block_);
  } else {
    encoder.append_in_slices(row, block_, [this] {
      if (block_.size() >= block_bytes_) flush();
    });
  }
  ++chunk_->facts.rows;
  ++rows_in_block_;
  ++tally_.rows;
  tally_.bytes += bytes() - before;
}

void ChunkBuilder::remember_key(const RowStream::Row& row) {
  last_key_.resize(key_fields_.size());
  for (std::size_t part = 0; part < key_fields_.size(); ++part) {
    const std::size_t field = key_fields_[part];
    last_key_[part].assign(row.values[field], row.lengths[field]);
  }
  if (rows_of_chunk_ == 0) chunk_->facts.first = recorded(last_key_);
}

/// Returns the values as the chunk has them, but for the escapes: bytes as base64, ENUM and SET as their
/// number.
Key ChunkBuilder::recorded(const Key& key) const {
  Key values;
  for (std::size_t part = 0; part < key.size(); ++part) {
    const bool bytes = is_bytes(table_->table().key[part].kind);
    values.push_back(bytes ? base64(key[part]) : key[part]);
  }
  return values;
}

void ChunkBuilder::flush() {
  const std::size_t before = block_.size();
  writer_.take(block_);
  count_moved(before - block_.size());
}

/// A row of which a part has not moved yet is counted with those that have.
void ChunkBuilder::count_moved(std::size_t bytes) {
  phase_->moved(rows_in_block_, bytes);
  table_->meter().add(rows_in_block_, bytes);
  rows_in_block_ = 0;
}

}  // namespace sluice
