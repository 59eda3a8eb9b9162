#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codec/chunk_writer.h"
#include "dump/staged_chunks.h"
#include "read/chunk_feed.h"
#include "read/chunk_file.h"
#include "rechunk/rechunk_spec.h"
#include "support/progress.h"

namespace sluice {

/// Copies the rows of chunks of any form into chunk files, as a load would send them. One per lane, used by
/// its thread.
class ChunkCopy {
 public:
  /// `spec` and `board` must outlive this.
  ChunkCopy(const RechunkSpec& spec, ProgressBoard& board);

  /// Reads one chunk to its end and returns the files that its rows are in, under staging names that begin
  /// with `staging`; none where it has no rows. A file ends behind the row that fills it, but for rows in
  /// another dialect than ours, which stay together. Throws EngineError: with the chunk's name what
  /// `open_chunk` and its reader throw, and "dump-damaged" for one that is not as recorded; "disk-full" and
  /// "file-failed" for a file that can't be written; and what `on_step` throws.
  std::vector<StagedChunk> copy(const ChunkFile& chunk, const std::string& staging,
                                const ChunkFeed::OnStep& on_step);
  /// Writes a file without rows.
  StagedChunk empty(const std::string& staging);

 private:
  const RechunkSpec& spec_;
  ProgressBoard& board_;
  ChunkWriter writer_;
};

}  // namespace sluice
