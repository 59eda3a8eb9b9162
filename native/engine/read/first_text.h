#pragma once

#include <cstddef>
#include <string>

#include "read/chunk_file.h"

namespace sluice {

/// The text of a chunk's first rows, up to `most_bytes`, for people to look at. Throws what `open_chunk` and
/// its reader throw.
std::string first_text(const std::string& directory, const ChunkFile& chunk, std::size_t most_bytes);

}  // namespace sluice
