#pragma once

#include <cstdint>
#include <string>

#include "codec/compression.h"
#include "wire/connection.h"

namespace sluice {

/// Settings of a dump, for all of its lanes (`EngineDumpSpec` in app/engine/specs.ts). A plain value.
struct DumpSpec {
  Connection connection;
  SessionVariables session;
  /// The dump directory, an absolute path that exists.
  std::string directory;
  int lanes = 1;
  /// Up to how many lanes there may be while it runs: so many sessions take the snapshot. At least `lanes`.
  int most_lanes = 1;
  /// Bytes of engine memory the job may hold above the idle process.
  std::uint64_t memory_limit_bytes = 0;
  /// Uncompressed bytes after which a chunk file is closed.
  std::uint64_t bytes_per_chunk = 0;
  Compression compression;
  /// Milliseconds of silence after which a session is checked (`SessionWatch`).
  unsigned silence_ms = 5000;
};

}  // namespace sluice
