#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "codec/chunk_writer.h"
#include "dump/dump_spec.h"
#include "dump/staged_chunks.h"
#include "source/source_table.h"
#include "support/buffer.h"
#include "support/phase_scope.h"
#include "support/progress.h"
#include "wire/session.h"

namespace sluice {

/// Rows and uncompressed bytes.
struct Tally {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
};

/// Makes chunk files of rows, one after the other: gathers rows into blocks, hands whole blocks to the
/// writer, counts, and keeps the first and the last key. One per lane, used by its thread. Throws EngineError
/// ("disk-full", "file-failed"); after that it is only destroyed.
class ChunkBuilder {
 public:
  /// `board` and `staged` must outlive this.
  ChunkBuilder(int lane, const DumpSpec& spec, ProgressBoard& board, StagedChunks& staged);

  /// Says that the lane reads the table from now on, before the first row is there: a query that waits in the
  /// server is work on the table too. Nothing changes while a chunk is open.
  void expect(const SourceTable& table);
  /// Opens the next chunk of the table, for rows of this range. `key_fields` says where their key is, and
  /// lives as long as the chunk; empty where they have none.
  void begin(SourceTable& table, int range, std::span<const std::size_t> key_fields);
  bool is_open() const { return chunk_.has_value(); }
  void append(const RowStream::Row& row);
  /// Uncompressed bytes of the open chunk.
  std::uint64_t bytes() const { return writer_.bytes() + block_.size(); }
  /// All that was ever appended.
  const Tally& tally() const { return tally_; }
  /// The key of the row appended last, whether or not its chunk has ended.
  const Key& last_key() const { return last_key_; }
  /// Returns when the file is whole under its staging name (in the system's cache: the folder is synced at
  /// the end of the dump), and adds it to the staged chunks.
  void end();
  /// Ends the open chunk, if any: the lane no longer reads.
  void leave();

 private:
  void encode(const RowStream::Row& row);
  void remember_key(const RowStream::Row& row);
  Key recorded(const Key& key) const;
  void flush();
  void count_moved(std::size_t bytes);

  const int lane_;
  const std::string directory_;
  const std::string extension_;
  const std::size_t block_bytes_;
  ProgressBoard& board_;
  StagedChunks& staged_;
  ChunkWriter writer_;
  Buffer block_;
  std::uint64_t rows_in_block_ = 0;
  Tally tally_;
  Key last_key_;

  SourceTable* table_ = nullptr;
  std::span<const std::size_t> key_fields_;
  std::optional<StagedChunk> chunk_;
  std::uint64_t rows_of_chunk_ = 0;  ///< Appended; a sabotage may have written another number.
  std::optional<PhaseScope> phase_;
};

}  // namespace sluice
