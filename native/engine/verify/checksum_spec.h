#pragma once

#include <cstdint>

#include "wire/connection.h"

namespace sluice {

/// Settings of a checksum job, for all of its lanes (`EngineChecksumSpec` in app/engine/specs.ts). A plain
/// value.
struct ChecksumSpec {
  Connection connection;
  SessionVariables session;
  int lanes = 1;
  /// Bytes of engine memory the job may hold above the idle process.
  std::uint64_t memory_limit_bytes = 0;
  /// Milliseconds of silence after which a session is checked (`SessionWatch`).
  unsigned silence_ms = 5000;
};

}  // namespace sluice
