#pragma once

#include <cstdint>
#include <string>

#include "codec/chunk_reader.h"
#include "read/chunk_file.h"
#include "support/progress.h"

namespace sluice {

/// Opens a chunk, a file of its own or a part of a script, as the bytes of its rows. `chunk` and `board` must
/// outlive the reader, which holds at most `most_bytes`. Throws EngineError with the chunk's name, as the
/// reader and `RowsDecoder` do.
ChunkReader open_chunk(const std::string& directory, const ChunkFile& chunk, ProgressBoard& board,
                       std::uint64_t most_bytes);

/// Bytes of a chunk as far as they are known without reading it: those of its file where the dump records
/// none, and 0 where that is not there. Only the order of work may depend on it.
std::uint64_t weight_of(const std::string& directory, const ChunkFile& chunk);

}  // namespace sluice
