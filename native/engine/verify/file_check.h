#pragma once

#include <optional>
#include <string>

#include "support/failure.h"
#include "support/progress.h"
#include "verify/chunk_feed.h"
#include "verify/chunk_file.h"

namespace sluice {

/// Reads one chunk file to its end and compares it with what is recorded of it. Returns what is wrong,
/// without a table; nothing where it is whole. It holds at most `most_bytes`. Throws only what `on_step`
/// throws: a file that can't be read is a finding too.
std::optional<Failure> check_file(const std::string& directory, const ChunkFile& chunk, ProgressBoard& board,
                                  std::uint64_t most_bytes, const ChunkFeed::OnStep& on_step);

}  // namespace sluice
