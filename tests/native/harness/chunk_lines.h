#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "read/chunk_file.h"
#include "support/progress.h"

namespace sluice::test {

/// All lines of a chunk, read `step` bytes at a time. Expects that the memory for it is given back.
std::string lines_of(const std::string& directory, const ChunkFile& chunk, ProgressBoard& board,
                     std::size_t step, std::uint64_t most_bytes);

}  // namespace sluice::test
