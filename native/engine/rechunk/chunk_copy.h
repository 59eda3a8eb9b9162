#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/chunk_writer.h"
#include "dump/staged_chunks.h"
#include "read/chunk_feed.h"
#include "read/chunk_file.h"
#include "read/row_counter.h"
#include "rechunk/rechunk_spec.h"
#include "support/progress.h"

namespace sluice {

/// Copies the rows of chunks of any form into chunk files, as a load would send them. One per lane, used by
/// its thread.
class ChunkCopy {
 public:
  /// `spec` and `board` must outlive this.
  ChunkCopy(const RechunkSpec& spec, ProgressBoard& board);

  /// Begins files with rows in this dialect, under staging names that begin with `staging`. A file ends
  /// behind the row that fills it, but for rows in another dialect than ours, which stay together.
  void begin(const RowDialect& dialect, std::string staging);
  /// Reads one chunk of that dialect to its end. Throws EngineError: with the chunk's name what `open_chunk`
  /// and its reader throw, and "dump-damaged" for one that is not as recorded; "disk-full" and "file-failed"
  /// for a file that can't be written; and what `on_step` throws.
  void add(const ChunkFile& chunk, const ChunkFeed::OnStep& on_step);
  /// Returns the files that the rows are in; none where there are none.
  std::vector<StagedChunk> end();
  /// Writes a file without rows.
  StagedChunk empty(const std::string& staging);

 private:
  std::size_t end_of_piece(std::string_view text) const;
  void take(std::string_view text);
  void write(std::string_view text);
  void finish();

  const RechunkSpec& spec_;
  ProgressBoard& board_;
  ChunkWriter writer_;
  RowDialect dialect_;
  /// Then a newline is the end of a row and nothing else.
  bool is_ours_ = true;
  std::string staging_;
  std::string path_;
  std::optional<RowCounter> rows_;  ///< Of the open file; nothing where none is open.
  std::vector<StagedChunk> written_;
};

}  // namespace sluice
