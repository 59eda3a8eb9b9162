#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "codec/chunk_reader.h"
#include "codec/digest.h"
#include "read/chunk_check.h"
#include "read/chunk_feed.h"
#include "read/chunk_file.h"
#include "row/sort_key.h"
#include "support/buffer.h"
#include "support/progress.h"

namespace sluice {

/// Place of a row in the chunk that it was read from.
struct RowPlace {
  const ChunkFile* chunk = nullptr;
  std::uint64_t row = 0;  ///< From 1.
};

/// Gives the rows of a `SortedPart` in the order of their keys, equal keys in the order in which they were
/// read: all at once where they fit the memory, else in runs that are sorted each. Throws EngineError: what
/// the chunks' readers do, "dump-damaged" for a chunk that is not what is recorded of it, "memory-limit" for
/// a row that no run can hold. Used by one thread.
class SortedRows {
 public:
  using OnStep = ChunkFeed::OnStep;

  /// `chunk`, `board` and `on_step` must outlive it. It holds at most `most_bytes`. The step is called with
  /// zeros while rows are read, and with what was given about every MiB.
  SortedRows(std::string directory, const ChunkFile& chunk, ProgressBoard& board, std::uint64_t most_bytes,
             const OnStep& on_step);
  SortedRows(const SortedRows&) = delete;
  SortedRows& operator=(const SortedRows&) = delete;

  /// Copies up to `capacity` bytes; 0 at the end.
  std::size_t read(char* buffer, std::size_t capacity);
  /// Totals of what was given.
  ChunkReading reading() const;
  /// Bytes of the chunks' files, for the first range of them; 0 for the others, which read them again.
  std::uint64_t stored_bytes() const { return part_.at.empty() ? stored_bytes_ : 0; }
  /// Place of a row that was given, counted from 1; nothing where its run is not in memory any more.
  std::optional<RowPlace> place_of(std::uint64_t row) const;

 private:
  /// A row of the run.
  struct Entry {
    std::uint64_t prefix;  ///< First bytes of the key.
    std::uint32_t line;    ///< Its place among the run's lines.
    std::uint32_t key;     ///< Place of the key among the run's keys.
    std::uint32_t chunk;
    std::uint32_t row;
  };

  static const char* line_end(const char* from, const char* end);
  Entry* first_entry();
  const Entry* first_entry() const;
  std::size_t room() const;
  bool gather_run();
  bool read_more();
  bool take_lines();
  void take_line(std::string_view line);
  bool begin_chunk();
  void end_chunk();
  std::uint32_t keep_key(std::string_view key);
  std::string_view key_of(const Entry& entry) const;
  void sort_run();
  void tell();

  const std::string directory_;
  const SortedPart& part_;
  ProgressBoard& board_;
  const std::uint64_t reader_bytes_;
  const std::size_t run_bytes_;
  const OnStep& on_step_;
  /// Called by the chunks' feeds, whose rows are perhaps no rows of the range.
  const OnStep while_reading_;
  SortKeyEncoder encoder_;

  /// Rows of the run up to `kept_`, bytes that were read from `unread_` to `end_`, and entries at its end.
  Buffer run_;
  std::size_t kept_ = 0;
  std::size_t unread_ = 0;
  std::size_t end_ = 0;
  std::size_t entries_ = 0;
  std::deque<Buffer> keys_;
  std::size_t key_bytes_ = 0;

  std::unique_ptr<ChunkReader> reader_;
  std::optional<ChunkFeed> feed_;
  std::size_t next_chunk_ = 0;
  std::uint32_t row_ = 0;
  std::uint64_t stored_bytes_ = 0;

  std::size_t given_entries_ = 0;
  std::size_t given_of_line_ = 0;
  std::uint64_t rows_before_run_ = 0;
  std::uint64_t rows_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t told_rows_ = 0;
  std::uint64_t told_bytes_ = 0;
  Digest digest_;
};

}  // namespace sluice
