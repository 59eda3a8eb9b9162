#include "source/row_feed.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace sluice {
namespace {

EngineError does_not_fit(const LaneMemory& memory) {
  Failure failure;
  failure.code = "memory-limit";
  failure.message = {"rowTooLarge", {{"most", memory.most_row_bytes}}};
  failure.hint = "raiseMemoryToSixRows";
  return EngineError(std::move(failure));
}

}  // namespace

RowFeed::RowFeed(Session& session, RowStream& rows, SourceTable& table,
                 std::span<const std::size_t> key_fields, const Room& room, OnBlock on_block)
    : session_(session),
      rows_(rows),
      table_(table),
      key_fields_(key_fields),
      room_(room),
      on_block_(std::move(on_block)),
      turn_(room.large_rows, std::defer_lock),
      block_(room.board) {
  account_packet();
  if (table_.has_large_rows()) turn_.lock();
}

RowFeed::~RowFeed() { room_.board.add_memory(-static_cast<std::int64_t>(packet_bytes_)); }

bool RowFeed::begin_chunk(std::uint64_t most_bytes) {
  most_bytes_ = most_bytes;
  digest_.reset();
  reading_ = {};
  checksum_ = 0;
  block_.clear();
  handed_out_ = 0;
  const Session::Turn waiting(session_);
  if (!waiting_) waiting_ = next_row();
  return waiting_.has_value();
}

std::size_t RowFeed::read(char* buffer, std::size_t capacity) {
  if (handed_out_ == block_.size() && !refill()) return 0;
  const std::size_t bytes = std::min(capacity, block_.size() - handed_out_);
  std::memcpy(buffer, block_.view().data() + handed_out_, bytes);
  handed_out_ += bytes;
  return bytes;
}

void RowFeed::skip() {
  while (refill()) {
  }
}

std::string_view RowFeed::hold() {
  refill();
  return block_.view();
}

bool RowFeed::refill() {
  block_.clear();
  handed_out_ = 0;
  if (reading_.bytes >= most_bytes_) return false;
  // Once for the block, not for each row: a silence is longer than a block takes.
  const Session::Turn waiting(session_);
  const std::uint64_t before = reading_.rows;
  while (block_.size() < room_.memory.block_bytes && reading_.bytes + block_.size() < most_bytes_) {
    if (!waiting_) waiting_ = next_row();
    if (!waiting_) break;
    append(*std::exchange(waiting_, std::nullopt));
  }
  digest_.add(block_.view());
  reading_.bytes += block_.size();
  reading_.xxh64 = digest_.value();
  on_block_(reading_.rows - before, block_.size());
  return block_.size() > 0;
}

void RowFeed::append(const RowStream::Row& row) {
  const std::size_t begin = block_.size();
  table_.encoder().append(row, table_.encoder().room_for(row), block_);
  checksum_ += xxh64(block_.view().substr(begin));
  ++reading_.rows;
  last_key_.resize(key_fields_.size());
  for (std::size_t part = 0; part < key_fields_.size(); ++part) {
    const std::size_t field = key_fields_[part];
    last_key_[part].assign(row.values[field], row.lengths[field]);
  }
}

/// A lane that meets a large row waits with it for its turn, and keeps that to the end of the query.
std::optional<RowStream::Row> RowFeed::next_row() {
  if (ended_) return std::nullopt;
  auto row = rows_.next();
  if (session_.packet_bytes() != packet_bytes_) account_packet();
  if (packet_bytes_ > room_.memory.most_row_bytes) throw does_not_fit(room_.memory);
  if (packet_bytes_ > room_.memory.large_row_bytes && !turn_) {
    table_.mark_large_rows();
    const Session::Turn waiting_for_lane(session_);
    turn_.lock();
  }
  if (!row) {
    ended_ = true;
    if (turn_) session_.trim_packet(kKeptPacketBytes);
    account_packet();
  }
  return row;
}

void RowFeed::account_packet() {
  const std::size_t bytes = session_.packet_bytes();
  room_.board.add_memory(static_cast<std::int64_t>(bytes) - static_cast<std::int64_t>(packet_bytes_));
  packet_bytes_ = bytes;
}

}  // namespace sluice
