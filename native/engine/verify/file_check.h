#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "read/chunk_feed.h"
#include "read/chunk_file.h"
#include "support/failure.h"
#include "support/progress.h"

namespace sluice {

/// What a chunk file is.
struct FileFinding {
  /// What is wrong with it, without a table; nothing where it is whole.
  std::optional<Failure> failure;
  /// Of its rows (`RowSum`), as far as they could be read; nothing where they are not in our own dialect.
  std::optional<std::uint64_t> sum;
};

/// Reads one chunk file to its end and compares it with what is recorded of it. It holds at most `most_bytes`
/// and one row. Throws only what `on_step` throws: a file that can't be read is a finding too.
FileFinding check_file(const std::string& directory, const ChunkFile& chunk, ProgressBoard& board,
                       std::uint64_t most_bytes, const ChunkFeed::OnStep& on_step);

}  // namespace sluice
