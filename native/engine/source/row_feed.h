#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>

#include "codec/digest.h"
#include "range/key.h"
#include "read/chunk_check.h"
#include "source/lane_memory.h"
#include "source/source_table.h"
#include "support/buffer.h"
#include "support/progress.h"
#include "wire/session.h"

namespace sluice {

/// Turns the rows of one query into the dump's lines at the moment when somebody asks for bytes: a row waits
/// in the server's socket until then. Takes note of what passes. Used by the lane's thread, while a stream of
/// the session is open.
class RowFeed {
 public:
  /// Memory that one lane may hold, and what it shares with the others. Outlives the feed.
  struct Room {
    LaneMemory memory;
    /// Held by the one lane that has a large row in memory.
    std::mutex& large_rows;
    ProgressBoard& board;
  };
  /// Called with each block that was encoded. May throw, which ends the reading.
  using OnBlock = std::function<void(std::uint64_t rows, std::uint64_t bytes)>;

  /// `key_fields` says where the key of the rows is; empty where they have none.
  RowFeed(Session& session, RowStream& rows, SourceTable& table, std::span<const std::size_t> key_fields,
          const Room& room, OnBlock on_block);
  ~RowFeed();
  RowFeed(const RowFeed&) = delete;
  RowFeed& operator=(const RowFeed&) = delete;

  /// Ends the chunk in hand and begins one that ends with the first block that reaches `most_bytes`. False
  /// where no row is left.
  bool begin_chunk(std::uint64_t most_bytes);
  /// Copies up to `capacity` bytes of the chunk; 0 at its end. Throws EngineError.
  std::size_t read(char* buffer, std::size_t capacity);
  /// Reads the chunk to its end.
  void skip();
  /// Reads a chunk of at most a block to its end, instead of `read`. Its lines stay where they are until the
  /// next chunk begins, so that they can be sent more than once.
  std::string_view hold();

  /// Totals of the chunk so far.
  const ChunkReading& reading() const { return reading_; }
  /// Sum of the hashes of its rows (`event::TableChecksummed`).
  std::uint64_t checksum() const { return checksum_; }
  /// Key of the last row that was encoded.
  const Key& last_key() const { return last_key_; }

 private:
  bool refill();
  void append(const RowStream::Row& row);
  std::optional<RowStream::Row> next_row();
  void account_packet();

  Session& session_;
  RowStream& rows_;
  SourceTable& table_;
  const std::span<const std::size_t> key_fields_;
  const Room room_;
  const OnBlock on_block_;
  std::unique_lock<std::mutex> turn_;
  std::size_t packet_bytes_ = 0;
  Buffer block_;
  std::size_t handed_out_ = 0;
  std::uint64_t most_bytes_ = 0;
  /// Read, but not encoded yet.
  std::optional<RowStream::Row> waiting_;
  bool ended_ = false;
  Digest digest_;
  ChunkReading reading_;
  std::uint64_t checksum_ = 0;
  Key last_key_;
};

}  // namespace sluice
