#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "read/chunk_file.h"

namespace sluice {

/// Settings of a verification, for all of its lanes (`EngineVerifySpec` in app/engine/specs.ts). A plain
/// value.
struct VerifySpec {
  /// The dump directory, an absolute path.
  std::string directory;
  int lanes = 1;
  std::uint64_t memory_limit_bytes = 0;
};

/// One data set of a dump whose files are read again (`EngineVerifyTable` in app/engine/specs.ts).
struct VerifyTable {
  int id = -1;
  std::string schema;
  std::string table;
  std::vector<ChunkFile> chunks;
};

}  // namespace sluice
