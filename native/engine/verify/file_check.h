#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "read/chunk_feed.h"
#include "read/chunk_file.h"
#include "support/failure.h"
#include "support/progress.h"

namespace sluice {

/// Finding about one chunk file.
struct FileFinding {
  /// Damage, without a table; nothing where the file is whole.
  std::optional<Failure> failure;
  /// Checksum of its rows (`RowChecksum`), as far as they could be read; nothing where they are not in our
  /// own dialect.
  std::optional<std::uint64_t> checksum;
};

/// Reads one chunk file to its end and compares it with what is recorded of it. It holds at most `most_bytes`
/// and one row. Throws only what `on_step` throws: a file that can't be read is a finding too.
FileFinding check_file(const std::string& directory, const ChunkFile& chunk, ProgressBoard& board,
                       std::uint64_t most_bytes, const ChunkFeed::OnStep& on_step);

}  // namespace sluice
