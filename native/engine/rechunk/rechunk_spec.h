#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codec/compression.h"
#include "read/chunk_file.h"

namespace sluice {

/// Settings of a rechunking, for all of its lanes (`EngineRechunkSpec` in app/engine/specs.ts). A plain
/// value.
struct RechunkSpec {
  /// The dump directory that is read, an absolute path.
  std::string directory;
  /// The one that is written, an absolute path that exists.
  std::string output;
  int lanes = 1;
  std::uint64_t memory_limit_bytes = 0;
  /// Uncompressed bytes after which a chunk file is closed.
  std::uint64_t bytes_per_chunk = 0;
  Compression compression;
};

/// One data set whose rows become chunk files (`EngineRechunkTable` in app/engine/specs.ts).
struct RechunkTable {
  int id = -1;
  std::string schema;
  std::string table;
  /// Beginning of the names of its files.
  std::string basename;
  std::vector<ChunkFile> chunks;
};

}  // namespace sluice
